"""Ends, coends, limits and colimits of functors to Vect over presented categories, by exact linear algebra.

An end is the nullspace of G(f) X_c = X_d F(f), one block of equations for each generator f : c -> d; a limit
is the end from the constant functor. A coend is the cokernel of H(f) y (x) x - y (x) F(f) x, a colimit that
of F(f) x - x; its coordinates are the functionals that vanish on these relations, in reduced echelon form, so
that the pivots name a basis of classes.
"""

from __future__ import annotations

from dataclasses import dataclass

from catalg.exact.nullspace import nullspace
from catalg.exact.sparse import SparseMatrix, Vector
from catalg.model.category import VectFunctor, VectTransformation
from catalg.model.ends import Diagram, End, VectCoend, VectEnd
from catalg.model.protocols import NotCovered
from catalg.model.solution import BasisElement, Proposal
from catalg.model.verdict import Step
from catalg.terms import Call, Dim, Index, Name, Term, add, mul, num
from catalg.universes.presented_vect import LinearFamily, TensorClass, limit_end

Place = tuple[str, tuple[int, ...]]
"""An object and the indices of a basis vector there."""

UNKNOWNS = 60_000
"""How many unknowns or relations a system may have."""


@dataclass(frozen=True, slots=True)
class VectEnds:
    """Natural transformations between functors to Vect."""

    name: str = "linear families"

    def solve(self, end: End) -> Proposal:
        """A basis of the natural transformations. Raises NotCovered."""
        if not isinstance(end, VectEnd):
            raise NotCovered
        step = Step.of(
            "vect-end-as-nullspace",
            end=end.name,
            source=end.source.name,
            target=end.target.name,
            category=end.source.category.name,
        )
        return _families(self.name, end, step)


@dataclass(frozen=True, slots=True)
class VectCoends:
    """Tensor products of functors to Vect."""

    name: str = "cokernel of the balancing relations"

    def solve(self, end: End) -> Proposal:
        """A basis of the coend, with the projection onto it in the claim `projection`. Raises NotCovered."""
        if not isinstance(end, VectCoend):
            raise NotCovered
        right, left = end.right, end.left
        exact_field(right, left)
        if right.category != left.category.opposite():
            raise NotCovered(f"{right.name} is not a functor on the opposite of {left.category.name}")
        above, below = dict(right.objects), dict(left.objects)
        places: list[Place] = [
            (c, (i, j)) for c in left.category.objects for i in range(above[c]) for j in range(below[c])
        ]
        number = {place: k for k, place in enumerate(places)}
        relations: list[Vector] = []
        for arrow in left.category.arrows:
            c, d = arrow.source, arrow.target
            pull, push = right.matrix(arrow.name).transpose().rows, left.matrix(arrow.name).transpose().rows
            _bounded(len(relations) + above[d] * below[c])
            for i in range(above[d]):
                for j in range(below[c]):
                    row: Vector = {}
                    for k, value in pull[i].items():
                        row[number[c, (k, j)]] = value
                    for k, value in push[j].items():
                        at = number[d, (i, k)]
                        row[at] = row.get(at, 0) - value
                    relations.append(row)
        step = Step.of(
            "vect-coend-as-cokernel",
            coend=end.name,
            right=right.name,
            left=left.name,
            category=left.category.name,
            pairs=len(places),
            relations=len(relations),
        )
        return _cokernel(self.name, end.name, places, relations, step)


@dataclass(frozen=True, slots=True)
class VectDiagrams:
    """Limits and colimits of functors to Vect."""

    name: str = "linear cones and cocones"

    def solve(self, end: End) -> Proposal:
        """A basis of the limit (matching families) or of the colimit (classes). Raises NotCovered."""
        if not (isinstance(end, Diagram) and isinstance(end.functor, VectFunctor)):
            raise NotCovered
        functor = end.functor
        if end.kind == "colimit":
            return _colimit(self.name, end.name, functor)
        step = Step.of(
            "vect-limit-as-nullspace", limit=end.name, functor=functor.name, category=functor.category.name
        )
        return _families(self.name, limit_end(functor, end.name), step)


def _colimit(name: str, end: str, functor: VectFunctor) -> Proposal:
    exact_field(functor)
    sizes = dict(functor.objects)
    places: list[Place] = [(c, (j,)) for c in functor.category.objects for j in range(sizes[c])]
    number = {place: k for k, place in enumerate(places)}
    relations: list[Vector] = []
    for arrow in functor.category.arrows:
        _bounded(len(relations) + sizes[arrow.source])
        for j, column in enumerate(functor.matrix(arrow.name).transpose().rows):
            row: Vector = {number[arrow.source, (j,)]: 1}
            for k, value in column.items():
                at = number[arrow.target, (k,)]
                row[at] = row.get(at, 0) - value
            relations.append(row)
    step = Step.of(
        "vect-colimit-as-cokernel",
        colimit=end,
        functor=functor.name,
        category=functor.category.name,
        pairs=len(places),
        relations=len(relations),
    )
    return _cokernel(name, end, places, relations, step)


def exact_field(*functors: VectFunctor) -> None:
    """Raise NotCovered over a finite field."""
    if any(functor.field.kind == "finite" for functor in functors):
        raise NotCovered("linear algebra over finite fields is not covered here")


def _bounded(count: int) -> None:
    if count > UNKNOWNS:
        raise NotCovered(f"a linear system of size {count}, more than {UNKNOWNS}")


def _families(name: str, end: VectEnd, step: Step) -> Proposal:
    exact_field(end.source, end.target)
    category, above, below = end.source.category, dict(end.source.objects), dict(end.target.objects)
    if category != end.target.category:
        raise NotCovered(f"{end.source.name} and {end.target.name} are not parallel")
    start: dict[str, int] = {}
    count = 0
    for c in category.objects:
        start[c] = count
        count += above[c] * below[c]
    _bounded(count)
    rows: list[Vector] = []
    for arrow in category.arrows:
        c, d = arrow.source, arrow.target
        over, along = end.target.matrix(arrow.name), end.source.matrix(arrow.name).transpose()
        _bounded(len(rows) + below[d] * above[c])
        for i in range(below[d]):
            for j in range(above[c]):
                row: Vector = {start[c] + k * above[c] + j: value for k, value in over.rows[i].items()}
                for k, value in along.rows[j].items():
                    at = start[d] + i * above[d] + k
                    row[at] = row.get(at, 0) - value
                rows.append(row)
    kernel = nullspace(SparseMatrix.of(rows, count))
    basis: tuple[BasisElement, ...] = tuple(
        LinearFamily(
            VectTransformation(f"{end.name}_{number}", end.source, end.target, _unpack(vector, end, start))
        )
        for number, vector in enumerate(kernel, 1)
    )
    steps = (step, Step.of("linear-system", unknowns=count, equations=len(rows), dimension=len(kernel)))
    return _proposal(name, end.name, basis, steps, {})


def _unpack(vector: Vector, end: VectEnd, start: dict[str, int]) -> tuple[tuple[str, SparseMatrix], ...]:
    blocks = []
    for c in end.source.category.objects:
        rows, columns = end.target.dimension(c), end.source.dimension(c)
        entries: dict[tuple[int, int], object] = {}
        for at, value in vector.items():
            if start[c] <= at < start[c] + rows * columns:
                entries[divmod(at - start[c], columns)] = value
        blocks.append((c, SparseMatrix.from_entries(entries, rows, columns)))
    return tuple(blocks)


def _cokernel(name: str, end: str, places: list[Place], relations: list[Vector], step: Step) -> Proposal:
    _bounded(len(places))
    functionals = nullspace(SparseMatrix.of(relations, len(places)))
    basis: tuple[BasisElement, ...] = tuple(
        TensorClass(*places[min(functional)], min(functional)) for functional in functionals
    )
    steps = (
        step,
        Step.of("linear-quotient", unknowns=len(places), relations=len(relations), dimension=len(basis)),
    )
    return _proposal(name, end, basis, steps, {"projection": SparseMatrix.of(functionals, len(places))})


def _proposal(
    name: str, end: str, basis: tuple[BasisElement, ...], steps: tuple[Step, ...], claims: dict[str, object]
) -> Proposal:
    dimension = Dim.of(len(basis))
    return Proposal(
        name,
        basis,
        general_element(basis),
        steps,
        dimension=dimension,
        free_constants=dimension,
        free_functions=Dim.of(0),
        claims=claims,
    )


SHOWN = 6
"""How many basis elements the general element spells out."""


def general_element(basis: tuple[BasisElement, ...]) -> Term:
    """The general element: a combination of the basis with arbitrary constants."""
    if not basis:
        return num(0)
    if len(basis) > SHOWN:
        return Call("span", (Index(Name("B"), (num(1),)), Index(Name("B"), (num(len(basis)),))))
    return add(
        *(
            mul(Index(Name("a"), (num(k),)) if len(basis) > 1 else Name("a"), element.term())
            for k, element in enumerate(basis, 1)
        )
    )
