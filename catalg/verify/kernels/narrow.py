"""A formula that is too narrow: an equivariant kernel that is certainly no instance of it.

For sum f_i(A_i) C_i, in this order: a certified covariant outside of the span of the C_i near a point; c C_i for a number c that
phi_i(f_i) never is, where the C_i are independent; J C_i for an invariant J that is no function of A_i there, since a map of X
changes J but not A_i, since two points agree in A_i and differ in J, or since dJ is independent of dA_i; a kernel that changes under a
map of X which leaves the whole formula as it is; a product of invariants whose jet lies outside of those of the instances. Every
argument holds near its points, where the undeclared functions have a regular value (`ranks.py`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, permutations, product

from catalg.exact.balls import excludes_zero
from catalg.exact.derivative import NotDifferentiable, derivative
from catalg.exact.zero import decide_zero
from catalg.model.verdict import Counterexample
from catalg.terms import Apply, Const, Name, Term, add, mul, num, power, sub
from catalg.verify.kernels.candidates import Candidate, Candidates
from catalg.verify.kernels.elements import small_points
from catalg.verify.kernels.jets import outside
from catalg.verify.kernels.linear_form import Atom, replaced
from catalg.verify.kernels.ranks import certainly_outside_nearby, steady_rank, vanishes
from catalg.verify.kernels.setting import Point, Setting
from catalg.verify.kernels.smooth import extends
from catalg.verify.kernels.sources import sources
from catalg.verify.kernels.symmetries import Map, hidden_maps
from catalg.verify.kernels.terms import NotRational, conditions

PARTS = (Fraction(1, 4), Fraction(1, 2), Fraction(3, 4), Fraction(3, 5), Fraction(4, 5))


def missed_solution(setting: Setting) -> Counterexample | None:
    """A certified kernel that is certainly no instance, or None."""
    known = Candidates(setting)
    if not setting.linear.atoms:
        return _other_function(setting, known)
    independent = next((p for p in setting.points if setting.independent_at(p)), None)
    found = _direction(setting, known)
    if found is None and independent is not None:
        found = _value(setting, known, independent) or _argument(setting, known) or _tied(setting, known)
    return found or _blind(setting, known) or (_jet(setting, known) if independent is None else None)


def _missed(setting: Setting, candidate: Candidate, why: str, **facts: str | Term) -> Counterexample:
    return Counterexample.of("kernel-missed", solution=setting.readable(candidate.shown), why=why, **facts)


def _other_function(setting: Setting, known: Candidates) -> Counterexample | None:
    """The formula is a single function: zero, or a covariant, is another kernel."""
    zero: tuple[Term, ...] = tuple(num(0) for _ in setting.linear.offset)
    for candidate in (Candidate(setting.shaped(zero), zero), *known.covariants):
        difference = [sub(a, b) for a, b in zip(candidate.entries, setting.linear.offset, strict=True)]
        for point in setting.points:
            found = setting.values(difference, point)
            if found is not None and any(excludes_zero(v) for v in found):
                return _missed(setting, candidate, "single", point=setting.text(point))
    return None


def _direction(setting: Setting, known: Candidates) -> Counterexample | None:
    """A covariant outside of the span of the coefficients near a point."""
    rows = [a.coefficient for a in setting.linear.atoms]
    for candidate in known.covariants:
        for point in setting.points:
            if certainly_outside_nearby(setting, rows, candidate.entries, point):
                return _missed(setting, known.plus_offset(candidate), "direction", point=setting.text(point))
    return None


def _value(setting: Setting, known: Candidates, point: Point) -> Counterexample | None:
    """A multiple of a coefficient by a number that a function of its unknown never is."""
    for atom in setting.linear.atoms:
        if atom.never is not None and extends(setting, atom.coefficient):
            factor = num(atom.never)
            entries = tuple(mul(factor, c) for c in atom.coefficient)
            shown = mul(factor, known.named(atom.coefficient))
            candidate = known.plus_offset(Candidate(shown, entries))
            return _missed(setting, candidate, "value", point=setting.text(point), function=atom.head, never=factor)
    return None


# --- arguments that do not determine an invariant ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Pair:
    """Two points, as text, and the values of an invariant there."""

    one: str
    two: str
    left: str
    right: str


def _argument(setting: Setting, known: Candidates) -> Counterexample | None:
    """J C_i for an invariant J that is no function of the arguments of f_i."""
    for atom in setting.linear.atoms:
        for invariant in known.invariants:
            candidate = known.product(invariant, atom.coefficient)
            if not extends(setting, candidate.entries):
                continue
            pair = _mirrored(setting, atom, invariant.value) or _twins(setting, atom, invariant.value)
            if pair is not None:
                return _missed(
                    setting, known.plus_offset(candidate), "twins", function=atom.head, invariant=setting.readable(invariant.shown),
                    point=pair.one, other=pair.two, left=pair.left, right=pair.right,
                )  # fmt: skip
            point = _gradient_outside(setting, atom.arguments, invariant.value)
            if point is not None:
                return _missed(
                    setting, known.plus_offset(candidate), "argument", point=setting.text(point), function=atom.head,
                    invariant=setting.readable(invariant.shown),
                )  # fmt: skip
    return None


def _mirrored(setting: Setting, atom: Atom, value: Term) -> Pair | None:
    """A map of X that changes J and leaves the arguments, between points where the coefficients are independent."""
    for found in hidden_maps(setting, atom.arguments):
        moved = found.of(value)
        differing = [p for p in setting.points if _differs(setting, sub(value, moved), p) and setting.independent_at(p)]
        if not differing:
            continue
        rows = [[found.of(c) for c in a.coefficient] for a in setting.linear.atoms]
        for point in differing:
            if steady_rank(setting, rows, point) != len(rows) or not _defined(setting, found, [atom], point):
                continue
            if all(_equal(setting, found.of(a), a) for a in atom.arguments):
                return _pair(setting, point, found, value)
            break
    return None


def _defined(setting: Setting, found: Map, atoms: Sequence[Atom], point: Point) -> bool:
    """Whether the arguments and coefficients are defined at a point and at its image."""
    terms = [t for a in atoms for t in (*a.arguments, *a.coefficient)]
    return setting.values([*terms, *map(found.of, terms)], point) is not None


def _pair(setting: Setting, point: Point, move: Map, value: Term) -> Pair:
    image = [_image_text(setting, move.of(Name(c)), point) for c in setting.problem.coordinates]
    return Pair(
        setting.text(point), setting.text(image), setting.exact(value, point), setting.exact(move.of(value), point)
    )


def _image_text(setting: Setting, term: Term, point: Point) -> str:
    """The value of an image, which is linear in pi, at a point."""
    zero, one = (setting.values([replaced(term, {Const("pi"): num(k)})], point) for k in (0, 1))
    if zero is None or one is None or zero[0] == one[0]:
        return setting.exact(term, point)
    rest, turns = zero[0], one[0] - zero[0]
    lead = "π" if turns == 1 else f"{turns}π"
    return lead if rest == 0 else f"{lead} {'+' if rest > 0 else '-'} {abs(rest)}"


def _differs(setting: Setting, difference: Term, point: Point) -> bool:
    found = setting.values([difference], point)
    return found is not None and excludes_zero(found[0])


def _equal(setting: Setting, one: Term, two: Term) -> bool:
    return one == two or vanishes(setting, sub(one, two))


def _twins(setting: Setting, atom: Atom, value: Term) -> Pair | None:
    """Two points with equal arguments, whose differentials are independent at both, and different invariants."""
    arguments = atom.arguments
    if not arguments:
        return None
    keys: dict[tuple[str, ...], list[Point]] = {}
    for point in _spread(setting):
        keys.setdefault(_keys(setting, arguments, point), []).append(point)
    for group in keys.values():
        for one, two in combinations(group, 2):
            values = [setting.values([value], p) for p in (one, two)]
            if values[0] is None or values[1] is None or not excludes_zero(values[0][0] - values[1][0]):
                continue
            if all(_regular(setting, arguments, p) for p in (one, two)):
                left, right = (setting.exact(value, p) for p in (one, two))
                return Pair(setting.text(one), setting.text(two), left, right)
    return None


def _spread(setting: Setting) -> list[Point]:
    """Small points, and on a linear space parts of some of them: t² - t is the same at 1/4 and 3/4, t⁴ - t² at 3/5 and 4/5."""
    points = small_points(setting.problem, setting.frame)
    if setting.frame.equations or setting.problem.inequalities:
        return points
    return [*points, *(tuple(c * part for c in p) for part in PARTS for p in points[:10])]


def _tied(setting: Setting, known: Candidates) -> Counterexample | None:
    """C_i, where the same f stands before C_i and C_j: it would have to be 1 and 0 at one value that both arguments take."""
    points = small_points(setting.problem, setting.frame)
    for one, two in permutations(setting.linear.atoms, 2):
        if one.head != two.head or not (one.direct and two.direct) or not extends(setting, one.coefficient):
            continue
        keys = {_keys(setting, one.arguments, p): p for p in points if _regular(setting, one.arguments, p)}
        for point in points:
            other = keys.get(_keys(setting, two.arguments, point))
            if other is not None and _regular(setting, two.arguments, point):
                candidate = known.plus_offset(Candidate(known.named(one.coefficient), one.coefficient))
                return _missed(
                    setting, candidate, "tied", function=one.head, point=setting.text(other), other=setting.text(point)
                )
    return None


def _keys(setting: Setting, arguments: Sequence[Term], point: Point) -> tuple[str, ...]:
    return tuple(setting.exact_key(a, point) for a in arguments)


def _regular(setting: Setting, arguments: Sequence[Term], point: Point) -> bool:
    """Whether arguments have exact values and independent differentials at a point, and the coefficients are independent there."""
    return (
        all(_keys(setting, arguments, point))
        and setting.independent_at(point)
        and _submersion(setting, arguments, point)
    )


def _gradients(setting: Setting, terms: Sequence[Term]) -> list[list[Term]] | None:
    try:
        return [[derivative(t, Name(c)) for c in setting.problem.coordinates] for t in terms]
    except NotDifferentiable:
        return None


def _submersion(setting: Setting, arguments: Sequence[Term], point: Point) -> bool:
    """Whether the arguments have independent differentials on X at a point, so that they fill a neighbourhood there."""
    equations = conditions(setting.problem).equations
    normals, rows = _gradients(setting, equations), _gradients(setting, [*equations, *arguments])
    if normals is None or rows is None:
        return False
    below, above = steady_rank(setting, normals, point), steady_rank(setting, rows, point)
    return below is not None and above == below + len(arguments)


def _gradient_outside(setting: Setting, arguments: Sequence[Term], value: Term) -> Point | None:
    """A point near which dJ is certainly outside of the span of the dA and of the normals of X, the C_i being independent."""
    rational = sources(setting, arguments)
    rows = _gradients(setting, [*conditions(setting.problem).equations, *(arguments if rational is None else rational)])
    last = _gradients(setting, [value])
    if rows is None or last is None:
        return None
    for point in setting.points:
        if setting.independent_at(point) and certainly_outside_nearby(setting, rows, last[0], point):
            return point
    return None


# --- the whole formula ------------------------------------------------------------------------------------------------


def _blind(setting: Setting, known: Candidates) -> Counterexample | None:
    """A solution that changes under a map of X which leaves every instance of the formula as it is."""
    entries = _whole(setting)
    terms = [a for atom in setting.linear.atoms for a in atom.arguments]
    solutions = list(_solutions(known))
    for found in hidden_maps(setting, terms):
        for candidate in solutions:
            for index, entry in enumerate(candidate.entries):
                difference = sub(entry, found.of(entry))
                point = next((p for p in setting.points if _differs(setting, difference, p)), None)
                if point is None or not _defined(setting, found, setting.linear.atoms, point) or not all(_unchanged(setting, e, found.of(e)) for e in entries):
                    continue
                pair = _pair(setting, point, found, candidate.entries[index])
                return _missed(setting, candidate, "blind", point=pair.one, other=pair.two, left=pair.left, right=pair.right)
    return None


def _whole(setting: Setting) -> list[Term]:
    """The formula as its linear form reads it; each function of an unknown counts as another unknown."""
    total = list(setting.linear.offset)
    for k, atom in enumerate(setting.linear.atoms):
        name = atom.head if atom.direct else f"{atom.head}?{k}"
        head = Apply(name, atom.arguments) if atom.arguments else Name(name)
        total = [add(t, mul(head, c)) for t, c in zip(total, atom.coefficient, strict=True)]
    return total


def _solutions(known: Candidates) -> Iterator[Candidate]:
    yield from known.covariants
    for covariant in known.covariants:
        for invariant in known.invariants:
            yield known.product(invariant, covariant.entries)


def _unchanged(setting: Setting, one: Term, two: Term) -> bool:
    if one == two:
        return True
    domain = conditions(setting.problem)
    answer = decide_zero(
        sub(one, two), setting.problem.coordinates, equations=domain.equations, inequalities=domain.inequalities
    )
    return answer.kind == "zero"


def _jet(setting: Setting, known: Candidates) -> Counterexample | None:
    """A product of invariants times a covariant outside of the jets of the instances."""
    ring = setting.frame.ring
    superpositions = []
    for atom in setting.linear.atoms:
        inner = sources(setting, atom.arguments)
        if inner is None:
            return None
        try:
            superpositions.append(
                ([setting.rational(a) for a in inner], [setting.rational(c) for c in atom.coefficient])
            )
        except NotRational:
            return None
    for candidate in _products(known):
        try:
            values = [setting.rational(e) for e in candidate.entries]
        except NotRational:
            continue
        for point in setting.points[:3]:
            if outside(ring, point, superpositions, values, setting.frame.equations):
                return _missed(setting, known.plus_offset(candidate), "jet", point=setting.text(point))
    return None


def _products(known: Candidates) -> Iterator[Candidate]:
    """Covariants times products of at most two invariants."""
    for covariant in known.covariants:
        for exponents in sorted(product(range(3), repeat=len(known.invariants)), key=sum):
            if not 0 < sum(exponents) <= 2:
                continue
            factors = [(power(i.shown, num(e)), power(i.value, num(e))) for i, e in zip(known.invariants, exponents, strict=True) if e]
            shown = mul(*(s for s, _ in factors)) if covariant.shown == num(1) else mul(*(s for s, _ in factors), covariant.shown)
            value = mul(*(v for _, v in factors))
            yield Candidate(shown, tuple(mul(value, c) for c in covariant.entries))
