"""Kernels in symbolic dimension: offsets by the Yoneda lemma, then dot products and monomials, for all sizes at once.

Functions of N vectors that O(d) leaves alone are functions of their dot products, and covariants are the monomials of
`monomials`; both are free over the invariants from a size on that depends on N and the order s of the target only
(d >= N + s/2, and d > N + s where the volume form is preserved too). The finitely many smaller sizes are handed to the
concrete strategy one by one. What the group is comes from its fundamental theorem; its name plays no part.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from catalg.model.ends import End, KernelEnd
from catalg.model.protocols import NotCovered
from catalg.model.representation import HomRep, PulledRep, Rep, TensorRep
from catalg.model.solution import Proposal, TermElement
from catalg.model.verdict import Step
from catalg.strategies.symbolic_kernels.monomials import Monomial, MonomialElement, monomials, written
from catalg.terms import Apply, Call, Dim, Name, Term, add, mul
from catalg.terms.term import ONE
from catalg.universes.abstract_spaces import NotAbstract, Space, space_of
from catalg.universes.instances import NoGroup, kernels_from_library
from catalg.universes.metrics import DOWN, UP
from catalg.universes.ranges import NoRange, Ranges, ranges
from catalg.universes.slots import Block, NoSlots, blocks

MOST_ORDER = 4
MOST_COVARIANTS = 60
LARGEST = 14
"""Instances with more coordinates, or values, are not solved for the sake of an exception."""
CHECKED = 9
"""Instances in the stable range are solved for comparison up to so many coordinates and values."""

Values = tuple[tuple[str, int], ...]


def solve_concrete(end: KernelEnd) -> Proposal:
    """An instance by the concrete engine. Raises NotCovered."""
    from catalg.strategies.kernels import STRATEGY as CONCRETE

    return CONCRETE.solve(end)


@dataclass(frozen=True, slots=True)
class SymbolicKernels:
    """The strategy; `instantiate` makes concrete instances of an end, `solve` below solves one."""

    instantiate: Callable[[KernelEnd, Any], KernelEnd] = kernels_from_library
    concrete: Callable[[KernelEnd], Proposal] = solve_concrete
    name: str = "abstract vectors"

    def solve(self, end: End) -> Proposal:
        """Dot products, offsets and monomials. Raises NotCovered for concrete ends and other groups and targets."""
        if not isinstance(end, KernelEnd):
            raise NotCovered("not a space of kernels")
        try:
            space = space_of(end)
            return self._proposal(end, space)
        except (NotAbstract, NoSlots, NoRange) as reason:
            raise NotCovered(str(reason)) from None

    def _proposal(self, end: KernelEnd, space: Space) -> Proposal:
        taken = {*space.names, *(p.name for p in end.group.parameters)}
        arguments = invariants(space)
        elements: tuple[MonomialElement, ...] = ()
        if space.rigid:
            bound, free = 0, end.target.dim
            rank = sum((theorem_size(space) for _ in space.letters), start=Dim.of(0))
            formula = _function(_names(1, taken, "kappa")[0], arguments)
        else:
            parts = blocks(end.target)
            bound, elements = self._covariants(space, parts, end.target)
            free = Dim.of(len(elements))
            rank = Dim.of(len(arguments) - len(space.invariant))
            names = _names(len(elements), taken, "f" if arguments else "c")
            formula = add(*(mul(_function(n, arguments), e.term()) for n, e in zip(names, elements, strict=True)))
        rank = sum((size for _, size in space.invariant), start=rank)
        span = ranges({0: theorem_size(space)}, {0: bound}, end.group.parameters)
        return Proposal(
            strategy=self.name,
            basis=elements or (TermElement(ONE),) * (free.constant() == 1),
            formula=formula,
            steps=tuple(_steps(end, space, arguments, len(elements), span)),
            dimension=free if not arguments else None,
            arguments=arguments,
            rank=rank.constant(),
            free_functions=free,
            free_constants=free if not arguments else None,
            parameters=tuple(p.name for p in end.group.parameters),
            claims={"arguments": rank, "stable": span.bounds, "instances": self._instances(end, space, span)},
        )

    def _covariants(
        self, space: Space, parts: list[Block], target: Rep
    ) -> tuple[int, tuple[MonomialElement, ...]]:
        """The least size of the uniform range, and the covariants."""
        count = len(space.letters)
        bound, found = count + space.oriented, list[MonomialElement]()
        matrix = is_matrix(target)
        vectors = [letter.term for letter in space.letters]
        for place, block in enumerate(parts):
            order, odd = len(block.slots), block.exponent(0) % 2 == 1
            if block.symmetries:
                raise NoSlots("a symmetric or alternating power as the target of kernels in symbolic dimension")
            if order > MOST_ORDER:
                raise NoSlots(f"a target of order {order} is more than {MOST_ORDER}")
            bound = max(bound, count + order + 1 if space.oriented or odd else count + order // 2)
            if space.metric is not None and (order > 2 or block.exponent(0) != 0):
                raise NoSlots("beside a metric only vectors, covectors and matrices are values in symbolic dimension")
            if odd and not space.oriented:
                continue
            variances = tuple(DOWN if slot.kind == "covector" else UP for slot in block.slots)
            found.extend(
                MonomialElement(place, m, self._written(space, m, variances, vectors, matrix), len(parts) == 1)
                for m in monomials(order, count)
            )
            if len(found) > MOST_COVARIANTS:
                raise NoSlots(f"there are more than {MOST_COVARIANTS} covariants")
        return bound, tuple(found)

    def _written(
        self, space: Space, monomial: Monomial, variances: tuple[int, ...], vectors: list[Term], matrix: bool
    ) -> Term:
        """The monomial as a formula; beside a metric with its indices raised and lowered."""
        if space.metric is None or monomial.order == 0:
            return written(monomial, vectors, matrix)
        places = dict(monomial.letters)
        if monomial.order == 1:
            return space.slot(places[0], variances[0])
        if monomial.pairs:
            return space.joint(*variances)
        return mul(space.slot(places[0], variances[0]), Call("transpose", (space.slot(places[1], variances[1]),)))

    def _instances(self, end: KernelEnd, space: Space, span: Ranges) -> tuple[tuple[Values, Proposal | None], ...]:
        """The concrete proposals below the uniform range (None where out of reach), and for the first sizes inside it."""
        result: list[tuple[Values, Proposal | None]] = []
        for case in span.cases:
            try:
                instance = self.instantiate(end, dict(case.values))
            except NoGroup:
                continue
            except ValueError:
                result.append((case.values, None))
                continue
            result.append((case.values, self._solved(instance, LARGEST)))
        for values in stable_values(end, span):
            try:
                found = self._solved(self.instantiate(end, dict(values)), CHECKED)
            except ValueError:
                continue
            if found is not None:
                result.append((values, found))
        return tuple(result)

    def _solved(self, instance: KernelEnd, largest: int) -> Proposal | None:
        size = sum((action.dim for action in instance.arguments), start=Dim.of(0)).constant()
        values = instance.target.dim.constant()
        if size is None or values is None or size > largest or values > largest:
            return None
        try:
            return self.concrete(instance)
        except NotCovered:
            return None


def theorem_size(space: Space) -> Dim:
    """The dimension d."""
    return space.theorem.size


def stable_values(end: KernelEnd, span: Ranges) -> tuple[Values, ...]:
    """The two least values of the parameters in the uniform range, as far as they are declared."""
    least = span.stable_values()
    found = []
    for step in (0, 1):
        values = {name: value + step for name, value in least.items()}
        if all(p.admits(values[p.name]) for p in end.group.parameters):
            found.append(tuple(values.items()))
    return tuple(found)


def invariants(space: Space) -> tuple[Term, ...]:
    """The arguments of the arbitrary functions: fixed arguments; offsets themselves, or lengths and dot products."""
    fixed = [term for term, _ in space.invariant]
    terms = [letter.term for letter in space.letters]
    if space.rigid:
        return (*fixed, *terms)
    if space.metric is not None:
        count = len(space.letters)
        return (*fixed, *(space.product(i, j) for i in range(count) for j in range(i, count)))
    lengths = [Call("norm", (letter.term,)) for letter in space.letters if not letter.unit]
    products = [Call("dot", (terms[i], terms[j])) for i in range(len(terms)) for j in range(i + 1, len(terms))]
    return (*fixed, *lengths, *products)


def is_matrix(rep: Rep) -> bool:
    """Whether values of the target are written as matrices."""
    base = rep.base if isinstance(rep, PulledRep) else rep
    return isinstance(base, HomRep) or (isinstance(base, TensorRep) and len(base.factors) == 2)


def _function(name: str, arguments: tuple[Term, ...]) -> Term:
    return Apply(name, arguments) if arguments else Name(name)


def _names(count: int, taken: set[str], lonely: str) -> tuple[str, ...]:
    if count == 1 and lonely not in taken:
        return (lonely,)
    pool = [n for n in ("a", "b", "c", "e", "f", "g", "h", "p", "s", "u") if n not in taken]
    return tuple((pool + [f"f_{k}" for k in range(1, count + 1)])[:count])


def _steps(end: KernelEnd, space: Space, arguments: tuple[Term, ...], count: int, span: Ranges) -> list[Step]:
    steps: list[Step] = []
    if space.base is not None:
        offsets = tuple(space.letters[p].term for k, p in enumerate(space.place) if p is not None and k in space.affine)
        steps.append(Step.of("abstract-offsets", base=Name(space.names[space.base]), offsets=offsets))
    if space.form is not None:
        steps.append(Step.of("abstract-metric", metric=space.form, products=arguments))
    if not space.rigid:
        source = space.theorem.source
        steps.append(Step.of("abstract-dot-products", vectors=len(space.letters), arguments=arguments, theorem=source))
        if end.target.dim.constant() != 1:
            steps.append(Step.of("abstract-monomials", covariants=count, theorem=source))
    steps.append(Step.of("abstract-range", range=span.label()))
    return steps


__all__ = ["STRATEGY", "SymbolicKernels", "invariants", "stable_values"]

STRATEGY = SymbolicKernels()
"""The strategy, as the engine registers it."""
