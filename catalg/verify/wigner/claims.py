"""Numbers and formulas against kernels made of couplings.

A formula must be a sum of terms f(A) M: an undeclared name at invariant arguments, or an undeclared constant, times a matrix of polynomials. The
condition is linear and the names are arbitrary, so it holds for all instances exactly when it holds for each collected M; it is
tested as an identity of polynomials. Another formula is handed to the general verifier, with the covariants written out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from catalg.exact.derivative import NotDifferentiable, derivative
from catalg.exact.field import Alg, coerce_all, sqrt_rational
from catalg.exact.functions import ShapeError
from catalg.exact.modular import primes_below
from catalg.exact.modular_points import dense_rank
from catalg.exact.nullspace import rank as exact_rank
from catalg.exact.sparse import SparseMatrix
from catalg.exact.surds import Surd, at, joined, plus
from catalg.exact.zero import decide_zero
from catalg.model.coupled import CoupledKernel
from catalg.model.ends import KernelEnd
from catalg.model.goals import CountClaim, FormulaClaim
from catalg.model.kernel_problem import (
    KernelCovariant,
    KernelFunction,
    KernelInvariant,
    KernelProblem,
    KernelProposal,
    Poly,
)
from catalg.model.solution import Solution
from catalg.model.verdict import Counterexample, Evidence, Judgement, Verdict
from catalg.terms import (
    Add,
    Apply,
    Call,
    Dim,
    Mul,
    Name,
    Term,
    add,
    children,
    mul,
    num,
    power,
    sub,
    substitute,
)
from catalg.terms.term import expand_lets
from catalg.universes.man import default_names, kernel_problem
from catalg.verify.kernels.defined import defined_densely
from catalg.verify.kernels.determined import Known
from catalg.verify.kernels.formula import judge_formula as judge_general
from catalg.verify.kernels.frame import Frame
from catalg.verify.kernels.linear_form import Linear
from catalg.verify.kernels.setting import Setting, point_text
from catalg.verify.kernels.soundness import broken_generator
from catalg.verify.kernels.terms import action_terms, conditions, entries_of, moved, rational_function
from catalg.verify.wigner.reading import Entries, Reader, Unreadable
from catalg.verify.wigner.space import Space
from catalg.verify.wigner.witness import breaking

MOST_GENERAL = 400
"""Entries of all covariants together up to which the general verifier is asked."""


def judge_count(solution: Solution, claim: CountClaim) -> Judgement:
    """`free`, `arguments` and `dim`, read off the certified solution: a polynomial covariant times r^2k is a kernel on all of X."""
    proposal, certificate = solution.proposal, solution.certificate
    if certificate.verdict is not Verdict.PROVED:
        return Judgement.undecided("counts-not-certified", why=certificate.reason)
    actual: Dim | None = proposal.free_functions
    if claim.count == "arguments":
        actual = Dim.of(proposal.rank or 0)
    elif claim.count == "dim" and proposal.rank and proposal.free_functions != Dim.of(0):
        actual = None
    shown: Dim | str = "oo" if actual is None else actual
    if actual == claim.value:
        return Judgement.proved("count-holds", *certificate.evidence, count=claim.count, value=shown)
    claimed: Dim | str = "oo" if claim.value is None else claim.value
    witness = Counterexample.of("count-differs", count=claim.count, actual=shown, claimed=claimed)
    return Judgement.refuted("count-differs", witness, count=claim.count, actual=shown, claimed=claimed)


@dataclass(frozen=True, slots=True)
class Summand:
    """An undeclared name at its arguments (flat scalar terms), and the matrix that it multiplies."""

    head: str
    arguments: tuple[Term, ...]
    factor: Entries


def judge_formula(end: KernelEnd, solution: Solution, claim: FormulaClaim) -> Judgement:
    """Whether the instances of a formula are the kernels of an end."""
    kernel = solution.proposal.claims["coupled"]
    assert isinstance(kernel, CoupledKernel)
    problem = kernel_problem(end, claim.arguments)
    names: dict[str, Term] = {
        a: Name(b) for a, b in zip(default_names(len(claim.arguments)), claim.arguments, strict=True) if a != b
    }
    space = Space(problem)
    try:
        summands = _read(space, claim)
    except Unreadable:
        return _general(end, solution, claim, kernel, names)
    sound = _sound(space, summands)
    if sound is None:
        return _general(end, solution, claim, kernel, names)
    if sound.verdict is not Verdict.PROVED:
        return sound
    found = _complete(space, summands, claim, solution, kernel, names, sound)
    if found is None and problem.target.dimension * max(1, len(kernel.covariants)) <= MOST_GENERAL:
        return _general(end, solution, claim, kernel, names)
    return found or Judgement.undecided("formula-arguments-undecided")


def _read(space: Space, claim: FormulaClaim) -> list[Summand]:
    """The summands, those with the same name and arguments together. Raises Unreadable."""
    if any(u.kind == "indexed" or u.shape for u in claim.unknowns):
        raise Unreadable("an unknown that is not a scalar")
    unknown = {u.name for u in claim.unknowns}
    problem = space.declared
    found: dict[tuple[str, tuple[Term, ...]], Entries] = {}
    for term in _terms(expand_lets(claim.formula)):
        factors = term.args if isinstance(term, Mul) else (term,)
        heads = [f for f in factors if isinstance(f, Apply | Name) and _head(f) in unknown]
        rest = [f for f in factors if f not in heads]
        if len(heads) != 1 or any(_mentions(f, unknown) for f in rest):
            raise Unreadable("a summand that is not an unknown times a matrix")
        (head,) = heads
        arguments: tuple[Term, ...] = ()
        if isinstance(head, Apply):
            if any(_mentions(a, unknown) for a in head.args):
                raise Unreadable("an unknown inside of another")
            try:
                arguments = tuple(e for a in head.args for e in entries_of(a, problem, None))
            except (ShapeError, ValueError) as error:
                raise Unreadable(str(error)) from None
        factor = space.reader.read(mul(*rest) if rest else num(1))
        if len(factor.entries) != space.problem.target.dimension:
            raise Unreadable("a summand of another shape")
        key = (_head(head), arguments)
        if key in found:
            factor = Entries(factor.shape, tuple(plus(a, b) for a, b in zip(found[key].entries, factor.entries, strict=True)))
        found[key] = factor
    if not found:
        raise Unreadable("no undeclared names")
    return [Summand(head, arguments, factor) for (head, arguments), factor in found.items()]


def _terms(term: Term) -> Iterator[Term]:
    """The summands after multiplying a product of sums of scalars and matrices out, one level deep."""
    match term:
        case Add(args):
            for arg in args:
                yield from _terms(arg)
        case Mul(args) if any(isinstance(a, Add) for a in args):
            place = next(k for k, a in enumerate(args) if isinstance(a, Add))
            inner = args[place]
            assert isinstance(inner, Add)
            for part in inner.args:
                yield from _terms(mul(*args[:place], part, *args[place + 1 :]))
        case _:
            yield term


def _head(term: Term) -> str:
    return term.head if isinstance(term, Apply) else term.name if isinstance(term, Name) else ""


def _mentions(term: Term, names: set[str]) -> bool:
    return _head(term) in names or any(_mentions(part, names) for part in children(term))


# --- soundness --------------------------------------------------------------------------------------------------------


def _sound(space: Space, summands: Sequence[Summand]) -> Judgement | None:
    """Whether all instances satisfy the condition; None where it is open."""
    frame, problem = space.frame, space.declared
    for summand in summands:
        moving = [(a, flaw) for a in summand.arguments if (flaw := _moves(problem, a)) is not None]
        if moving:
            for argument, flaw in moving:
                witness = breaking(space, summand.head, summand.factor, flaw) or breaking(
                    space, summand.head, summand.factor, flaw, argument
                )
                if witness is not None:
                    return Judgement.refuted("kernel-not-natural", witness, generator=flaw)
            return None
        for function in space.functions(summand.factor):
            flaw = broken_generator(frame, function, invariant=False)
            if flaw is not None:
                witness = breaking(space, summand.head, summand.factor, flaw)
                return None if witness is None else Judgement.refuted("kernel-not-natural", witness, generator=flaw)
    count = len(frame.fields) + len(frame.maps)
    return Judgement.proved("kernel-natural", Evidence.of("kernel-generators", generators=count), generators=count)


def _moves(problem: KernelProblem, argument: Term) -> str | None:
    """The first generator under which an argument is not seen to be invariant, or None."""
    domain = conditions(problem)

    def vanishes(term: Term) -> bool:
        return term == num(0) or (
            decide_zero(term, problem.coordinates, equations=domain.equations, inequalities=domain.inequalities).kind == "zero"
        )

    for generator in problem.lie:
        velocities = action_terms(problem, generator.images)
        try:
            parts = [mul(v, derivative(argument, Name(k))) for k, v in velocities.items() if v != num(0)]
        except NotDifferentiable:
            return generator.name
        if not vanishes(add(*parts)):
            return generator.name
    for s in problem.discrete:
        if not vanishes(sub(moved([argument], action_terms(problem, s.images))[0], argument)):
            return s.name
    return None


# --- completeness -----------------------------------------------------------------------------------------------------


def _complete(
    space: Space, summands: Sequence[Summand], claim: FormulaClaim, solution: Solution, kernel: CoupledKernel,
    names: dict[str, Term], sound: Judgement,
) -> Judgement | None:  # fmt: skip
    """Whether every kernel is an instance of a formula that is known to be sound; None where that is open."""
    certificate = solution.certificate
    if certificate.verdict is not Verdict.PROVED:
        return Judgement.undecided("formula-solution-not-complete", why=certificate.reason)
    covariants = [space.reader.read(expand_lets(substitute(c, names))) for c in kernel.covariants]
    every = [s.factor for s in summands]
    measure = Measure(space, [*covariants, *every])
    heads = [s.head for s in summands]
    single = [s for s in summands if heads.count(s.head) == 1]
    good = [s for s in single if kernel.radius is None or _determines(space.declared, kernel, names, s.arguments)]
    count = len(covariants)
    if measure.rank([s.factor for s in good]) == count:
        return Judgement.proved("formula-is-space", *sound.evidence, *certificate.evidence, functions=len(summands))
    base = measure.rank(every)
    if base == len(every) or base == measure.span(every):
        # near the point every instance lies in the span of the coefficients, which has constant dimension there
        for term, covariant in zip(kernel.covariants, covariants, strict=True):
            if measure.rank([*every, covariant]) == base + 1:
                shown = substitute(term, names)
                witness = Counterexample.of("kernel-missed", solution=shown, why="direction", point=_point_text(space))
                return Judgement.refuted("formula-too-narrow", witness)
    constant = next((s for s in summands if not s.arguments), None)
    if kernel.radius is not None and constant is not None and base == len(every) and len(single) == len(summands):
        shown = _grown(constant, claim, kernel, names)
        witness = Counterexample.of("kernel-missed", solution=shown, why="argument", point=_point_text(space))
        return Judgement.refuted("formula-too-narrow", witness)
    return None


def _grown(fixed: Summand, claim: FormulaClaim, kernel: CoupledKernel, names: dict[str, Term]) -> Term:
    """|z|² times what a constant multiplies: no instance, since the constant would have to depend on |z|."""
    table: dict[str, Term] = {u.name: num(0) for u in claim.unknowns}
    assert kernel.radius is not None
    square = mul(substitute(kernel.radius, names), substitute(kernel.radius, names))

    def instance(term: Term) -> Term:
        match term:
            case Apply(head, _) if head in table:
                return num(0)
            case Name(name) if name in table:
                return square if name == fixed.head else num(0)
            case Add(args):
                return add(*map(instance, args))
            case Mul(args):
                return mul(*map(instance, args))
        return term

    return instance(expand_lets(claim.formula))


class Measure:
    """Ranks of values at the point z = (0, 0, 1), modulo a prime for which every square root that occurs is chosen: lower bounds."""

    def __init__(self, space: Space, everything: Sequence[Entries]) -> None:
        self.space = space
        self.point = [Fraction(0)] * space.frame.size
        self.point[space.declared.arguments[-1].start + 2] = Fraction(1)
        primes = {p for f in everything for t in f.entries for q, _ in t for p in _factors(q)}
        self.prime, self.roots = _residues(sorted(primes))

    def rank(self, every: Sequence[Entries]) -> int:
        """The rank of the values at the point; never more than that near it."""
        rows = [[self._number(at(t, self.point)) for t in f.entries] for f in every]
        return dense_rank(rows, self.prime) if rows else 0

    def _number(self, value: Surd) -> int:
        total = 0
        for q, c in value.items():
            part = c.numerator * pow(c.denominator, -1, self.prime)
            for p in _factors(q):
                part = part * self.roots[p] % self.prime
            total += part
        return total % self.prime

    def span(self, every: Sequence[Entries]) -> int | None:
        """The dimension of the space that matrices with one square root each span over the constants; None for others."""
        keys: dict[tuple[int, tuple[int, ...]], int] = {}
        rows: list[dict[int, Fraction]] = []
        for entries in every:
            functions = self.space.functions(entries)
            if len(functions) > 1:
                return None
            row: dict[int, Fraction] = {}
            for function in functions:
                for i, p in enumerate(function.numerators):
                    for e, c in p.terms:
                        row[keys.setdefault((i, e), len(keys))] = c  # type: ignore[assignment]
            if row:
                rows.append(row)
        return exact_rank(SparseMatrix.of(rows, max(len(keys), 1)))


def _factors(squarefree: int) -> list[int]:
    found, p = [], 2
    while squarefree > 1:
        if p * p > squarefree:
            p = squarefree
        if squarefree % p == 0:
            found.append(p)
            squarefree //= p
        p += 1
    return found


def _residues(wanted: Sequence[int]) -> tuple[int, dict[int, int]]:
    """A prime p = 3 mod 4 modulo which all wanted numbers are squares, with their roots."""
    for p in primes_below(2**31 - 1):
        if p % 4 == 3 and all(pow(q, (p - 1) // 2, p) == 1 for q in wanted):
            return p, {q: pow(q, (p + 1) // 4, p) for q in wanted}
    raise ArithmeticError("no prime was found")


def _point_text(space: Space) -> str:
    problem = space.declared
    point: list[Fraction] = [Fraction(0)] * problem.size
    point[problem.arguments[-1].start + 2] = Fraction(1)
    return point_text(problem, point)


def _determines(problem: KernelProblem, kernel: CoupledKernel, names: dict[str, Term], arguments: Sequence[Term]) -> bool:
    """Whether arguments are defined on a dense set and determine the length of the vector."""
    assert kernel.radius is not None
    setting = Setting(problem, _as_kernel(problem, kernel, names, values=False), Linear((), ()))
    if not defined_densely(setting, arguments):
        return False
    known = Known(setting, arguments)
    return all(map(known.determines_function, setting.invariants))


# --- the general verifier ---------------------------------------------------------------------------------------------


def _general(
    end: KernelEnd, solution: Solution, claim: FormulaClaim, kernel: CoupledKernel, names: dict[str, Term]
) -> Judgement:
    problem = kernel_problem(end, claim.arguments)
    size = problem.target.dimension * max(1, len(kernel.covariants))
    small = size <= MOST_GENERAL
    try:
        written = _as_kernel(problem, kernel, names, values=True) if small else None
    except Unreadable:
        written = None
    return judge_general(problem, claim.formula, claim.arguments, claim.unknowns, solution, written)


def _as_kernel(problem: KernelProblem, kernel: CoupledKernel, names: dict[str, Term], values: bool) -> KernelProposal:
    """The certified kernels with their functions written out in the declared coordinates."""
    frame = Frame(problem)
    place = {name: k for k, name in enumerate(problem.coordinates)}
    invariants = []
    if kernel.radius is not None:
        vector = substitute(kernel.vector, names)
        square = entries_of(Call("dot", (vector, vector)), problem, None)[0]
        top, _ = rational_function(square, frame.ring, place)
        root = KernelFunction((Poly.constant(1, problem.size),), ((Poly.of(dict(frame.ring.table(top))), Fraction(1, 2)),))
        invariants.append(KernelInvariant(substitute(kernel.radius, names), root))
    covariants = []
    if values:
        space = Space(problem)
        for covariant in kernel.covariants:
            term = substitute(covariant, names)
            covariants.append(_written(problem, space, term))
    count = len(kernel.covariants)
    return KernelProposal(
        tuple(invariants), tuple(covariants), (), count, int(kernel.radius is not None), num(0), ()
    )


def _written(problem: KernelProblem, space: Space, term: Term) -> KernelCovariant:
    """A covariant over a square root, as polynomials in the declared coordinates and the field of the problem. Raises Unreadable."""
    units = {
        a.name: tuple({(1, tuple(int(i == k) for i in range(problem.size))): Fraction(1)} for k in range(a.start, a.start + a.size))
        for a in problem.arguments
    }
    entries = Reader(units, problem.size).read(expand_lets(term)).entries
    field = problem.number_field
    inside = next((joined(q, d)[1] for t, d in zip(entries, space.radicands, strict=True) for q, _ in t), 1)
    tables = []
    for entry in entries:
        table: dict[tuple[int, ...], Fraction | Alg] = {}
        for (q, e), c in entry.items():
            outside, radicand = joined(q, inside)
            value: Fraction | Alg = c * Fraction(outside, inside)
            if radicand != 1:
                if field is None:
                    raise Unreadable("a square root outside of the field")
                common, (root, _) = coerce_all((sqrt_rational(radicand), field.generator))
                if common is not field:
                    raise Unreadable("a square root outside of the field")
                value = root * value
            table[e] = value
        tables.append(Poly.of(dict(table)))
    scale = power(num(inside), num(Fraction(-1, 2)))
    return KernelCovariant(mul(scale, term) if inside != 1 else term, KernelFunction(tuple(tables)))
