"""Equivariant kernels on manifolds: from the problem to a proposal.

Stages: reduce by translations; bounds for both ranks at random points, stabilizer components included; search by degree with
twists; a section that shows whether the invariants separate, more invariants until they do; presentation.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

from catalg.exact.modular import linear_prime, reduce_scalar
from catalg.exact.modular_points import dense_rank
from catalg.model.display import scalar_term
from catalg.model.kernel_problem import (
    InvariantRelation,
    KernelCovariant,
    KernelFunction,
    KernelInvariant,
    KernelProblem,
    KernelProposal,
    Poly,
    Section,
)
from catalg.model.verdict import Step
from catalg.strategies.kernels.cocycles import is_nonlinear
from catalg.strategies.kernels.components import (
    Bounds,
    Generic,
    Symmetry,
    closure,
    letters_of,
    stabilizer_components,
)
from catalg.strategies.kernels.equivariants import Collector, Exploration, Search, divide
from catalg.strategies.kernels.fibres import fibre_bound
from catalg.strategies.kernels.present import (
    Writer,
    angular_term,
    closed_form,
    function_names,
    harmonic_part,
    shaped,
    shorten,
    with_angle,
)
from catalg.strategies.kernels.relations import relation
from catalg.strategies.kernels.sections import Level, as_sections, build_section, section_symmetries
from catalg.strategies.kernels.system import Element, System, system_of
from catalg.strategies.kernels.translations import Reduction, reduce_translations
from catalg.strategies.kernels.twists import Twisted
from catalg.strategies.kernels.words import Vocabulary, Word, is_equivariant
from catalg.terms import Call, Name, Relation, Term, add, mul, num, power

EXTRA_DEGREES = 4


@dataclass(frozen=True, slots=True)
class KernelFailure:
    """No proposal, and why."""

    reason: str


@dataclass
class Chosen:
    """An invariant or covariant in the reduced coordinates: its formula and its functions."""

    term: Term
    function: Twisted


@dataclass
class Work:
    """What has been found so far."""

    problem: KernelProblem
    reduction: Reduction
    bounds: Bounds
    generic: Generic
    group: list[Symmetry]
    stabilizers: list[list[Symmetry]] = field(default_factory=list)
    wanted: int = 0
    steps: list[Step] = field(default_factory=list)

    @property
    def system(self) -> System:
        """The reduced system."""
        return self.reduction.system

    @cached_property
    def writer(self) -> Writer:
        """Writes functions on the reduced space."""
        return Writer(self.system)

    @property
    def rank(self) -> int:
        """The functional rank that the invariants must reach."""
        return self.generic.dimension - self.generic.orbit


def propose_kernel(problem: KernelProblem) -> KernelProposal | KernelFailure:
    """A proposal for all equivariant kernels; nothing in it is trusted before `verify.kernels` has checked it."""
    reduction = reduce_translations(system_of(problem))
    system = reduction.system
    bounds = Bounds(system)
    generic = bounds.generic()
    if generic is None:
        return KernelFailure("no point of the domain was found modulo a prime")
    levels, residual = build_section(system, bounds)
    letters = letters_of(system, [*system.lie, *residual])
    work = Work(problem, reduction, bounds, generic, closure(system, letters))
    if reduction.moved:
        work.steps.append(Step.of("kernel-translations", coordinates=len(reduction.moved)))
    work.stabilizers, work.wanted = stabilizer_components(system, bounds, generic, work.group)
    work.steps.append(
        Step.of("kernel-ranks", dimension=generic.dimension, orbit=generic.orbit, values=work.wanted)
    )
    symmetries = section_symmetries(system, levels, work.group)
    exploration = Exploration(system, bounds, generic, work.wanted)
    exploration.run()
    for _ in range(EXTRA_DEGREES):
        findings = exploration.findings
        invariants, rank = choose_invariants(work, findings.invariants)
        complete, extras, auxiliary, relations = separate(
            work, levels, len(symmetries) + 1, invariants, findings.invariants
        )
        if complete or rank < work.rank or is_nonlinear(system) or not exploration.affordable():
            break
        exploration.advance()
    invariants = [*invariants, *extras]
    covariants = choose_covariants(work, findings.covariants)
    return assemble(work, invariants, auxiliary, relations, covariants, rank, levels, symmetries)


def choose_invariants(work: Work, found: Sequence[Twisted]) -> tuple[list[Chosen], int]:
    """Words and found invariants that raise the functional rank, until it is full."""
    system = work.system
    collector = Collector(system, work.bounds)
    rows: list[list[int]] = []
    chosen: list[Chosen] = []
    if work.rank == 0:
        return [], 0
    found_terms = [Chosen(work.writer.function(f), f) for f in found]
    for candidate in (*invariant_words(work), *found_terms):
        added = False
        for scalar in scalars(candidate.function):
            row = collector.logarithmic(scalar)
            if collector.independent(rows, row, True):
                rows.append(row)
                added = True
        if added:
            chosen.append(candidate)
        if len(rows) == work.rank:
            break
    return chosen, len(rows)


def invariant_words(work: Work) -> list[Chosen]:
    """The words that are invariant."""
    system = work.system
    return [
        Chosen(word.term, word.flat())
        for word in Vocabulary(system).invariants()
        if is_equivariant(system.ring, system.lie, system.discrete, word.flat(), None, None, system.equations)
    ]


def scalars(function: Twisted) -> list[Twisted]:
    """The components, nonzero and without repetition."""
    seen: list[Element] = []
    for f in function.numerators:
        if f != 0 and f not in seen:
            seen.append(f)
    return [Twisted((f,), function.factors) for f in seen]


def separate(
    work: Work, levels: Sequence[Level], order: int, invariants: Sequence[Chosen], found: Sequence[Twisted]
) -> tuple[bool, list[Chosen], list[Chosen], list[InvariantRelation]]:
    """Whether the invariants separate by the degree count on the section; further ones J with their relations otherwise.

    Returns (complete, invariants to add, auxiliary rational ones, relations).
    """
    system = work.system
    base = [s for c in invariants for s in scalars(c.function)]
    bound = fibre_bound(system, levels, base)
    if bound is not None and bound.degree == order:
        return True, [], [], []
    pool = [c for c in invariant_words(work) if len(scalars(c.function)) == 1]
    pool += [Chosen(work.writer.function(f), f) for f in found]
    known = [c.function for c in invariants]
    pool = [c for c in pool if c.function not in known and not c.function.numerators[0].is_constant()]
    wide = fibre_bound(system, levels, [*base, *(c.function for c in pool)])
    if wide is not None and wide.degree == order:
        needed = [pool[k - len(base)] for k in wide.used if k >= len(base)]
        extras: list[Chosen] = []
        auxiliary: list[tuple[Chosen, InvariantRelation]] = []
        relations: list[InvariantRelation] = []
        for candidate in needed:
            found_relation = relate(work, [*invariants, *extras], candidate)
            if found_relation is None:
                extras.append(candidate)
                continue
            record, degree = found_relation
            if degree == 1:
                auxiliary.append((candidate, record))
            else:
                extras.append(candidate)
                relations.append(record)
        count = len(invariants) + len(extras)
        fixed = []
        for k, (_, record) in enumerate(auxiliary):
            fixed.append(InvariantRelation(count + k, record.over, record.coefficients, record.term))
        return True, extras, [a for a, _ in auxiliary], [*relations, *fixed]
    if bound is not None and bound.degree % order == 0:
        for candidate in pool:
            found_relation = relate(work, invariants, candidate)
            if found_relation is not None and found_relation[1] * order == bound.degree:
                return True, [candidate], [], [found_relation[0]]
    return False, [], [], []


def relate(work: Work, invariants: Sequence[Chosen], candidate: Chosen) -> tuple[InvariantRelation, int] | None:
    """A relation of degree at most 2 of the candidate over the polynomial invariants among those listed."""
    system = work.system
    if candidate.function.factors:
        return None
    over, polynomials = [], []
    for k, c in enumerate(invariants):
        polynomial = squared(c.function)
        if polynomial is not None:
            over.append(k)
            polynomials.append(polynomial)
    found = relation(system, polynomials, candidate.function.numerators[0])
    if found is None:
        return None
    terms = [
        power(invariants[k].term, num(2)) if invariants[k].function.factors else invariants[k].term for k in over
    ]
    parts = []
    for k, table in enumerate(found.coefficients):
        for exponents, value in sorted(table.items(), reverse=True):
            factors = [power(t, num(e)) for t, e in zip(terms, exponents, strict=True) if e]
            parts.append(mul(scalar_term(value), *factors, power(candidate.term, num(k)) if k else num(1)))
    record = InvariantRelation(
        len(invariants),
        tuple(over),
        tuple(Poly.of({e: c for e, c in table.items()}) for table in found.coefficients),
        Relation("=", add(*parts), num(0)),
    )
    return record, found.degree


def squared(function: Twisted) -> Element | None:
    """The polynomial itself, the square of a square root, or None."""
    if len(function.numerators) != 1:
        return None
    if not function.factors:
        return function.numerators[0]
    if len(function.factors) == 1 and function.factors[0][1] == Fraction(1, 2):
        return function.numerators[0] ** 2 * function.factors[0][0]
    return None


def choose_covariants(work: Work, found: Sequence[Twisted]) -> list[Chosen]:
    """Covariants of full rank: harmonics in the plane, words where they are equivariant, else what was found."""
    system, target = work.system, work.problem.target
    if not work.wanted:
        return []
    plane = plane_covariants(work)
    if plane is not None:
        return plane
    collector = Collector(system, work.bounds)
    rows: list[list[int]] = []
    chosen: list[Chosen] = []
    rhos, signs = [e.rho for e in system.lie], [s.rho for s in system.discrete]
    words: list[Word] = []
    vocabulary = Vocabulary(system)
    if target.dimension == 1:
        words = [Word(num(1), ((system.ring.one,),), weight=0)]
    elif target.columns:
        words = list(vocabulary.matrices(target.rows, target.columns))
    else:
        words = list(vocabulary.vectors(target.dimension))
    candidates = [Chosen(w.term, w.flat()) for w in words]
    candidates += [Chosen(work.writer.function(f, target.rows, target.columns), f) for f in found]
    for candidate in candidates:
        row = collector.value(candidate.function.numerators)
        if not any(row) or not collector.independent(rows, row, False):
            continue
        if not is_equivariant(
            system.ring, system.lie, system.discrete, candidate.function, rhos, signs, system.equations
        ):
            continue
        rows.append(row)
        chosen.append(candidate)
        if len(rows) == work.wanted:
            break
    return chosen


def plane_covariants(work: Work) -> list[Chosen] | None:
    """In the plane under rotations: harmonic covariants divided by powers of the radius, as functions of the angle."""
    system, target = work.system, work.problem.target
    if not is_rotation_plane(system) or target.dimension == 1:
        return None
    ring = system.ring
    x, y = ring.coordinates
    collector = Collector(system, work.bounds)
    rows: list[list[int]] = []
    chosen: list[Chosen] = []
    finder = Search(system, divide(system))
    for degree in plane_frequencies(system):
        space = [r.value for d in finder.degrees(degree) for r in finder.at(d)]
        for K in harmonic_part(system, space) if space else []:
            row = collector.value(K)
            if collector.independent(rows, row, False):
                rows.append(row)
                entries = [angular_term(f, degree, system, Name("phi")) for f in K]
                factors = ((x * x + y * y, Fraction(-degree, 2)),) if degree else ()
                chosen.append(Chosen(shaped(entries, target.rows, target.columns), Twisted(K, factors)))
        if len(rows) >= work.wanted:
            return chosen
    return None


def plane_frequencies(system: System, most: int = 200) -> list[int]:
    """The whole numbers w <= most such that the values contain the rotation by w times the angle: harmonics of no other degree occur."""
    rotation = system.lie[0]
    speed = dict(system.ring.table(rotation.images[0])).get((0, 1), 0)
    prime, root = linear_prime(system.number_field)
    c = reduce_scalar(speed, prime, root)
    rho = [[reduce_scalar(v, prime, root) for v in row] for row in rotation.rho]
    size = len(rho)
    square = [[sum(rho[i][k] * rho[k][j] for k in range(size)) % prime for j in range(size)] for i in range(size)]
    found = []
    for w in range(most + 1):
        shifted = [[(v + (w * w * c * c if i == j else 0)) % prime for j, v in enumerate(row)] for i, row in enumerate(square)]
        if dense_rank(shifted, prime) < size:
            found.append(w)
    return found


def is_rotation_plane(system: System) -> bool:
    """Whether what is left is one plane vector under the standard rotations, with or without reflections."""
    if system.size != 2 or len(system.blocks) != 1 or system.equations or len(system.lie) != 1:
        return False
    ring = system.ring
    x, y = ring.coordinates
    a, b = system.lie[0].images
    return bool(system.lie[0].scale == 1 and a != 0 and ring.is_zero(a * x + b * y) and ring.total_degree(a) == 1) and bool(
        (a / y).is_constant() if divmod(a, y)[1] == 0 else False
    )


def assemble(
    work: Work,
    invariants: Sequence[Chosen],
    auxiliary: Sequence[Chosen],
    relations: Sequence[InvariantRelation],
    covariants: Sequence[Chosen],
    rank: int,
    levels: Sequence[Level],
    symmetries: Sequence[Symmetry],
) -> KernelProposal:
    """The proposal in the user's coordinates."""
    reduction, problem = work.reduction, work.problem
    taken = {a.name for a in problem.arguments}
    bindings: list[tuple[str, Term]] = []
    arguments = listed = with_angle(work.system, [c.term for c in invariants])
    if is_rotation_plane(work.system) and problem.target.dimension > 1:
        plane = work.system.blocks[0].term
        radius = "r" if "r" not in taken else "rho"
        bindings = [(radius, Call("norm", (plane,))), ("phi", Call("arg", (plane,)))]
        arguments = [Name(radius) if a == bindings[0][1] else a for a in arguments]
        taken |= {radius, "phi"}
    count = len(covariants)
    lonely = "kappa" if any(i.term == b.term for i in invariants for b in work.system.blocks) else "f"
    if not invariants:
        lonely = "a"
    short = shorten([b.term for b in work.system.blocks], arguments, [c.term for c in covariants], taken)
    bindings += short.bindings
    names = function_names(count, taken | {"i", "I", *(name for name, _ in bindings)}, lonely)
    formula = closed_form(names, short.arguments, short.covariants, bindings)
    sections = lift_sections(work, levels)
    work.steps.append(Step.of("kernel-form", formula=formula))
    return KernelProposal(
        tuple(KernelInvariant(c.term, exported(reduction, c.function)) for c in invariants),
        tuple(
            KernelCovariant(term, exported(reduction, c.function))
            for term, c in zip(short.covariants, covariants, strict=True)
        ),
        tuple(relations),
        count,
        rank,
        formula,
        names,
        tuple(work.steps),
        tuple(tuple(s.word for s in kept) for kept in work.stabilizers),
        sections,
        tuple(s.word for s in symmetries),
        tuple(KernelInvariant(c.term, exported(reduction, c.function)) for c in auxiliary),
        claims={"arguments": tuple(listed)},
    )


def exported(reduction: Reduction, function: Twisted) -> KernelFunction:
    """A function in the original coordinates, as plain data."""
    ring = reduction.original.ring

    def poly(element: Element) -> Poly:
        return Poly.of(dict(ring.table(reduction.lift(element))))

    return KernelFunction(
        tuple(map(poly, function.numerators)),
        tuple((poly(p), c) for p, c in function.factors),
        None if function.exponent is None else poly(function.exponent),
    )


def lift_sections(work: Work, levels: Sequence[Level]) -> tuple[Section, ...]:
    """The levels in the original coordinates, after a first one for the translations."""
    problem, moved = work.problem, work.reduction.moved
    owners = [0] * problem.size
    for index, argument in enumerate(problem.arguments):
        for k in range(argument.start, argument.start + argument.size):
            owners[k] = index
    kept = [k for k in range(problem.size) if k not in moved]
    first = [Level(tuple(moved), (0,) * len(moved), ())] if moved else []
    lifted = as_sections(first, range(problem.size), owners) if first else ()
    return (*lifted, *as_sections(levels, kept, owners))


__all__ = ["KernelFailure", "propose_kernel"]
