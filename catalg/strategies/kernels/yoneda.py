"""Yoneda reduction at an argument that is the group, or its cosets: Map_G(G/H x Z, V) = Map_H(Z, V).

The kernels on the slice {e} x Z are found first, as those of a smaller problem; then K(x, z) = x·k(x^-1·z). What is needed is how
x^-1 moves z and how x acts on V, as polynomials in the coordinates of x. Both are found by linear algebra: on the span W of 1 and the
coordinates of z the group acts by matrices, and the rows of x -> (matrix of x^-1) are the equivariant maps from G to the dual
of W with a given value at e.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from catalg.exact.dense import inverse
from catalg.exact.field import QQ, Scalar
from catalg.exact.nullspace import nullspace, row_space_rref
from catalg.exact.poly import PolynomialRing
from catalg.exact.sparse import SparseMatrix, plain
from catalg.families.linear_action import symmetric_position
from catalg.model.display import scalar_term
from catalg.model.kernel_problem import (
    KernelArgument,
    KernelCovariant,
    KernelFunction,
    KernelInvariant,
    KernelProblem,
    KernelProposal,
    Poly,
)
from catalg.model.verdict import Step
from catalg.strategies.kernels.ansatz import fixed_by_discrete, lie_solutions, monomials
from catalg.strategies.kernels.present import Writer, closed_form, function_names
from catalg.strategies.kernels.system import (
    Block,
    DiscreteElement,
    Element,
    LieElement,
    Matrix,
    System,
    coordinate_terms,
    plain_matrix,
    system_of,
)
from catalg.terms import (
    Call,
    Index,
    Let,
    Name,
    Num,
    Term,
    Vector,
    children,
    free_names,
    mul,
    num,
    rebuild,
    substitute,
    walk,
)
from catalg.terms import Matrix as MatrixTerm
from catalg.terms.term import expand_lets
from catalg.universes.slices import NoSlice, slice_problem

LARGEST_DEGREE = 4
LARGEST_ANSATZ = 6_000
LOCAL = ("u", "v", "w", "z", "y", "x")


@dataclass(frozen=True, slots=True)
class Moved:
    """An argument of the slice as a function on the whole space: its coordinates of x^-1·z, and how that is written."""

    elements: tuple[Element, ...]
    term: Term


Solver = Callable[[KernelProblem], "KernelProposal | None"]


def propose_by_yoneda(problem: KernelProblem, solve_slice: Solver) -> KernelProposal | None:
    """A proposal from the slice at an argument that is one orbit, or None where there is no such argument or way."""
    for index, argument in sorted(enumerate(problem.arguments), key=lambda pair: bool(pair[1].right)):
        if argument.free_transitive and argument.base is not None:
            try:
                small = slice_problem(problem, index)
            except NoSlice:
                continue
            transport = _transport(problem, index)
            if transport is None:
                continue
            found = _fixed(small) if not small.size and (small.lie or small.discrete) else solve_slice(small)
            if found is None:
                return None
            return _lifted(problem, index, small, found, *transport)
    return None


def everything(problem: KernelProblem) -> KernelProposal:
    """All functions on a slice without symmetries: the coordinates, and a constant basis of V."""
    size, target = problem.size, problem.target
    invariants = tuple(
        KernelInvariant(Name(a.name), KernelFunction(tuple(Poly.coordinate(a.start + k, size) for k in _entries(a))))
        for a in problem.arguments
    )
    covariants = []
    for i in range(target.dimension):
        values = [num(int(i == j)) for j in range(target.dimension)]
        covariants.append(
            KernelCovariant(
                _shaped(values, target.rows, target.columns),
                KernelFunction(tuple(Poly.constant(int(i == j), size) for j in range(target.dimension))),
            )
        )
    taken = {a.name for a in problem.arguments}
    names = function_names(len(covariants), taken | {"i", "I"}, "kappa" if invariants else "a")
    formula = closed_form(names, [i.term for i in invariants], [c.term for c in covariants])
    rank = system_rank(problem)
    return KernelProposal(
        invariants, tuple(covariants), (), len(covariants), rank, formula, names,
        claims={"arguments": tuple(i.term for i in invariants)},
    )  # fmt: skip


def _fixed(problem: KernelProblem) -> KernelProposal:
    """All maps from a point: the values that every generator fixes."""
    m = problem.target.dimension
    rows: list[dict[int, Scalar]] = []
    for rho, unit in (*((g.rho, 0) for g in problem.lie), *((s.rho, 1) for s in problem.discrete)):
        for i, row in enumerate(rho):
            rows.append({j: plain(c - int(i == j) * unit) for j, c in enumerate(row) if c != int(i == j) * unit})
    field = problem.number_field or QQ
    values = nullspace(SparseMatrix.of([r for r in rows if r], m, field)) if any(rows) else [{k: 1} for k in range(m)]
    covariants = []
    for value in values:
        entries = [plain(value.get(i, 0)) for i in range(m)]
        covariants.append(
            KernelCovariant(
                _shaped([scalar_term(c) for c in entries], problem.target.rows, problem.target.columns),
                KernelFunction(tuple(Poly.constant(c, 0) for c in entries)),
            )
        )
    names = function_names(len(covariants), {a.name for a in problem.arguments} | {"i", "I"}, "a")
    formula = closed_form(names, (), [c.term for c in covariants])
    step = Step.of("kernel-form", formula=formula)
    return KernelProposal((), tuple(covariants), (), len(covariants), 0, formula, names, (step,), claims={"arguments": ()})


def _entries(argument: KernelArgument) -> list[int]:
    """The coordinates of an argument as its entries are read: a symmetric matrix has all of its entries."""
    if argument.shape != "symmetric":
        return list(range(argument.size))
    n = argument.rows
    return [symmetric_position(i, j, n) for i in range(n) for j in range(n)]


def system_rank(problem: KernelProblem) -> int:
    """The dimension of the space of a problem."""
    from catalg.strategies.kernels.components import Bounds

    if not problem.size:
        return 0
    generic = Bounds(system_of(problem)).generic()
    return generic.dimension if generic is not None else -1


# --- how the group moves the rest -----------------------------------------------------------------------------------


def _transport(problem: KernelProblem, index: int) -> tuple[list[Moved], tuple[tuple[Element, ...], ...]] | None:
    """For each other argument x^-1·z, and the matrix of x on V, in the ring of the whole problem."""
    whole = system_of(problem)
    ring, argument = whole.ring, problem.arguments[index]
    span = range(argument.start, argument.start + argument.size)
    own = _Own(problem, argument)
    moved = []
    for other in problem.arguments:
        if other is argument:
            continue
        positions = range(other.start, other.start + other.size)
        affine = own.affine(positions)
        if affine is None:
            return None
        rows = own.matrix(*affine, dual=True)
        if rows is None:
            return None
        into = [ring.coordinates[k] for k in span]
        elements = []
        for row in rows[: other.size]:
            total = ring.zero
            for factor, k in zip(row, (*positions, None), strict=True):
                if factor != 0:
                    lifted = own.ring.substitute(factor, into, ring)
                    total = total + (lifted if k is None else lifted * ring.coordinates[k])
            elements.append(ring.reduce(total))
        moved.append(Moved(tuple(elements), _written(whole, argument, other, elements)))
    rho = own.matrix(
        [plain_matrix(g.rho) for g in own.lie], [plain_matrix(s.rho) for s in own.discrete], dual=False
    )
    if rho is None:
        return None
    into = [ring.coordinates[k] for k in span]
    return moved, tuple(tuple(own.ring.substitute(f, into, ring) for f in row) for row in rho)


class _Own:
    """The group as a space by itself: equivariant maps from it to representations, with a given value at e."""

    def __init__(self, problem: KernelProblem, argument: KernelArgument) -> None:
        self.problem, self.argument = problem, argument
        right = {name for a in problem.arguments for name, _ in a.right}
        self.lie = [g for g in problem.lie if g.name not in right]
        self.discrete = [s for s in problem.discrete if s.name not in right]
        self.ring = PolynomialRing(argument.size, problem.number_field)
        self.span = range(argument.start, argument.start + argument.size)
        self.equations = tuple(
            self.poly(e) for e in problem.equations if all(not any(x[k] for k in self.outside()) for x, _ in e.terms)
        )
        self.cache: dict[object, list[list[Element]] | None] = {}

    def outside(self) -> list[int]:
        return [k for k in range(self.problem.size) if k not in self.span]

    def poly(self, poly: Poly) -> Element:
        return self.ring.element({e[self.argument.start : self.argument.start + self.argument.size]: c for e, c in poly.terms})

    def affine(self, positions: Sequence[int]) -> tuple[list[Matrix], list[Matrix]] | None:
        """The generators on the span of the coordinates and 1, if they act by affine maps: matrices [[A, b], [0, 0 or 1]]."""
        place = {k: i for i, k in enumerate(positions)}
        size = len(positions)
        groups: list[list[Matrix]] = []
        for generators in (self.lie, self.discrete):
            matrices = []
            for generator in generators:
                rows: list[list[Scalar]] = [[0] * (size + 1) for _ in range(size + 1)]
                for k in positions:
                    image = generator.images[k]
                    bottom = dict(image.denominator.terms)
                    if len(bottom) != 1 or any(next(iter(bottom))):
                        return None
                    scale = next(iter(bottom.values()))
                    for exponents, c in image.numerator.terms:
                        if sum(exponents) > 1 or any(e and j not in place for j, e in enumerate(exponents)):
                            return None
                        column = place[exponents.index(1)] if any(exponents) else size
                        rows[place[k]][column] = plain(c / scale)
                if generators is self.discrete:
                    rows[size][size] = 1
                matrices.append(tuple(tuple(r) for r in rows))
            groups.append(matrices)
        return groups[0], groups[1]

    def matrix(
        self, lie: Sequence[Matrix], discrete: Sequence[Matrix], dual: bool
    ) -> tuple[tuple[Element, ...], ...] | None:
        """x as a matrix of polynomials in a representation, or x^-1 where `dual`; None where low degrees do not suffice.

        The columns of the one, the rows of the other are equivariant maps on G; what the representation does not mix is
        solved apart.
        """
        size = len(lie[0]) if lie else len(discrete[0]) if discrete else 0
        if dual:
            lie = [tuple(tuple(-c for c in column) for column in zip(*m, strict=True)) for m in lie]
            discrete = [tuple(zip(*inverse(m), strict=True)) for m in discrete]
        result = [[self.ring.zero] * size for _ in range(size)]
        for part in _parts([*lie, *discrete], size):
            pieces = [[tuple(tuple(m[i][j] for j in part) for i in part) for m in given] for given in (lie, discrete)]
            key = (tuple(pieces[0]), tuple(pieces[1]))
            if key not in self.cache:
                self.cache[key] = self._solved(*pieces)
            solved = self.cache[key]
            if solved is None:
                return None
            for i, a in enumerate(part):
                for j, b in enumerate(part):
                    result[a][b] = solved[i][j]
        if dual:
            return tuple(tuple(row[j] for row in result) for j in range(size))
        return tuple(map(tuple, result))

    def _solved(self, lie: Sequence[Matrix], discrete: Sequence[Matrix]) -> list[list[Element]] | None:
        """The matrix whose columns f_j are the equivariant maps with f_j(e) = e_j."""
        size = len((lie or discrete)[0])
        ring, span = self.ring, self.span
        elements = [
            LieElement(tuple(self.poly(g.images[k].numerator) for k in span), ring.one, m, ())
            for g, m in zip(self.lie, lie, strict=True)
        ]
        moves = tuple(
            DiscreteElement(
                s.name, tuple((self.poly(s.images[k].numerator), self.poly(s.images[k].denominator)) for k in span), m
            )
            for s, m in zip(self.discrete, discrete, strict=True)
        )
        block = Block(Name(self.argument.name), tuple(range(self.argument.size)))
        terms = tuple(coordinate_terms(self.argument))
        system = System(ring, terms, (block,), self.equations, tuple(elements), moves, size)
        if any(g.images[k].denominator != Poly.constant(1, self.problem.size) for g in self.lie for k in span):
            return None
        for degree in range(LARGEST_DEGREE + 1):
            if size * comb(self.argument.size + degree, degree) > LARGEST_ANSATZ:
                return None
            candidates = monomials(system, None, (degree,))
            space = lie_solutions(system, elements, candidates)
            if moves:
                space = fixed_by_discrete(system, space)
            space.sort(key=lambda f: max((e for c in f for e in ring.table(c)), default=()), reverse=True)
            values = []
            for f in space:
                row = {}
                for i, component in enumerate(f):
                    value = ring.substitute(component, [ring.scalar(c) for c in self.argument.base or ()])
                    constant = ring.table(value).get((0,) * ring.size, Fraction(0))
                    if constant != 0:
                        row[i] = constant
                values.append(row)
            chosen = _independent(values)
            if len(chosen) == size:
                back = inverse([[values[k].get(i, 0) for k in chosen] for i in range(size)])
                return [
                    [
                        sum((ring.scalar(back[k][j]) * space[chosen[k]][i] for k in range(size) if back[k][j] != 0), ring.zero)
                        for j in range(size)
                    ]
                    for i in range(size)
                ]
        return None


def _independent(vectors: Sequence[dict[int, Scalar]]) -> list[int]:
    """The positions of the first vectors that are independent of earlier ones."""
    chosen: list[int] = []
    for k, vector in enumerate(vectors):
        if vector and len(row_space_rref([*(vectors[j] for j in chosen), vector])) > len(chosen):
            chosen.append(k)
    return chosen


def _parts(matrices: Sequence[Matrix], size: int) -> list[list[int]]:
    """The indices in groups that the matrices do not mix."""
    parent = list(range(size))

    def find(k: int) -> int:
        while parent[k] != k:
            k = parent[k]
        return k

    for m in matrices:
        for i in range(size):
            for j in range(size):
                if i != j and m[i][j] != 0:
                    parent[find(i)] = find(j)
    groups: dict[int, list[int]] = {}
    for k in range(size):
        groups.setdefault(find(k), []).append(k)
    return list(groups.values())


# --- formulas ---------------------------------------------------------------------------------------------------------


def _written(system: System, x: KernelArgument, z: KernelArgument, elements: Sequence[Element]) -> Term:
    """x^-1·z as a term in the shape of z: a matrix product where it is one, the coordinates otherwise."""
    ring, n = system.ring, x.rows
    name = Name(z.name)
    if x.shape == "matrix" and z.size % n == 0 and z.shape in ("matrix", "vector") and (z.shape == "matrix" or z.size == n):
        width = z.size // n
        products = []
        for i in range(n):
            for j in range(width):
                total = ring.zero
                for k in range(n):
                    total = total + ring.coordinates[x.start + k * n + i] * ring.coordinates[z.start + k * width + j]
                products.append(total)
        front = Call("transpose", (Name(x.name),))
        if list(elements) == products:
            return mul(front, name)
    plain_writer = Writer.__new__(Writer)
    plain_writer.system, plain_writer.known = system, []
    entries = [plain_writer.polynomial(e) for e in elements]
    if z.shape == "symmetric":
        return _shaped([entries[k] for k in _entries(z)], z.rows, z.rows)
    if z.shape == "matrix":
        return _shaped(entries, z.rows, z.columns)
    return _shaped(entries, 1, 0)


def read_off(term: Term) -> Term:
    """An entry of a vector that is written out is that entry."""
    parts = children(term)
    term = rebuild(term, [read_off(p) for p in parts]) if parts else term
    match term:
        case Index(Vector(entries), (Num(position),)):
            return entries[int(position) - 1]
        case Index(MatrixTerm(rows), (Num(row), Num(column))):
            return rows[int(row) - 1][int(column) - 1]
        case _:
            return term


def _shaped(entries: Sequence[Term], rows: int, columns: int) -> Term:
    if len(entries) == 1:
        return entries[0]
    if columns:
        return MatrixTerm(tuple(tuple(entries[i * columns : (i + 1) * columns]) for i in range(rows)))
    return Vector(tuple(entries))


def _lifted(
    problem: KernelProblem,
    index: int,
    small: KernelProblem,
    found: KernelProposal,
    moved: Sequence[Moved],
    rho: Sequence[Sequence[Element]],
) -> KernelProposal | None:
    """The proposal on the whole space."""
    ring = PolynomialRing(problem.size, problem.number_field)
    little = PolynomialRing(small.size, small.number_field)
    images: list[Element] = [e for m in moved for e in m.elements]
    order = [a for k, a in enumerate(problem.arguments) if k != index]
    bindings_of = found.formula.bindings if isinstance(found.formula, Let) else ()

    def spread(poly: Poly) -> Element:
        if not small.size:
            return ring.scalar(poly.terms[0][1] if poly.terms else 0)
        return ring.reduce(little.substitute(little.element(dict(poly.terms)), images, ring))

    def carried(function: KernelFunction, values: bool) -> KernelFunction:
        numerators = [spread(p) for p in function.numerators]
        if values:
            numerators = [
                ring.reduce(sum((r * f for r, f in zip(row, numerators, strict=True) if r != 0), ring.zero)) for row in rho
            ]
        return KernelFunction(
            tuple(Poly.of(dict(ring.table(e))) for e in numerators),
            tuple((Poly.of(dict(ring.table(spread(p)))), c) for p, c in function.factors),
            None if function.exponent is None else Poly.of(dict(ring.table(spread(function.exponent)))),
        )

    trivial = all(f == int(i == j) for i, row in enumerate(rho) for j, f in enumerate(row))
    terms = [expand_lets(Let(bindings_of, i.term)) if bindings_of else i.term for i in found.invariants]
    plain_covariants = [expand_lets(Let(bindings_of, c.term)) if bindings_of else c.term for c in found.covariants]
    taken = {a.name for a in problem.arguments} | set(found.functions) | {"i", "I"}
    for term in (*terms, *plain_covariants):
        taken |= free_names(term)
    bindings: list[tuple[str, Term]] = []
    names: dict[str, Term] = {}
    for argument, m in zip(order, moved, strict=True):
        uses = sum(n == Name(argument.name) for t in (*terms, *plain_covariants) for n in walk(t))
        lean = all(t == Name(argument.name) or Name(argument.name) not in walk(t) for t in (*terms, *plain_covariants))
        if (lean and uses <= 1) or m.term == Name(argument.name):
            names[argument.name] = m.term
            continue
        local = next((n for n in LOCAL if n not in taken), None)
        if local is None:
            return None
        taken.add(local)
        bindings.append((local, m.term))
        names[argument.name] = Name(local)
    arguments = [substitute(t, names) for t in terms]
    covariants = []
    system = system_of(problem)
    for covariant, term in zip(found.covariants, plain_covariants, strict=True):
        function = carried(covariant.value, True)
        if trivial:
            written = substitute(term, names)
        else:
            writer = Writer.__new__(Writer)
            writer.system, writer.known = system, []
            entries = [writer.polynomial(ring.element(dict(p.terms))) for p in function.numerators]
            body = _shaped(entries, problem.target.rows, problem.target.columns)
            factors = [writer.factor(ring.element(dict(p.terms)), c) for p, c in function.factors]
            if function.exponent is not None:
                factors.append(Call("exp", (writer.polynomial(ring.element(dict(function.exponent.terms))),)))
            written = mul(*factors, body)
        covariants.append(KernelCovariant(written, function))
    formula = closed_form(found.functions[: found.free], arguments, [c.term for c in covariants], bindings)
    kept = formula.bindings if isinstance(formula, Let) else ()
    listed = tuple(read_off(expand_lets(Let(kept, a)) if kept else a) for a in arguments)
    steps = (
        Step.of("kernel-slice-step", argument=Name(problem.arguments[index].name), cosets=bool(problem.arguments[index].right)),
        *found.steps[:-1],
        Step.of("kernel-form", formula=formula),
    )
    return KernelProposal(
        tuple(KernelInvariant(a, carried(i.value, False)) for a, i in zip(listed, found.invariants, strict=True)),
        tuple(covariants),
        (),
        found.free,
        found.arguments,
        formula,
        found.functions,
        steps,
        claims={"arguments": listed, "slice": index, "on slice": found},
    )
