"""From a solved space of kernels to its harmonic series: Casimir, operator, classification, convergence.

A pair of points has one invariant t that the action on one point alone moves, besides radii that it leaves alone. The
Casimir operator of that action acts on f(t), Bochner's classification names its polynomials phi_l, and smooth kernels are the sums
of a_l phi_l(t) with rapidly decreasing coefficients, which are functions of the radii. On a circle t is an angle,
and the eigenfunctions are characters.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from catalg.exact.poly import Element
from catalg.model.ends import KernelEnd
from catalg.model.kernel_problem import KernelFunction, KernelProposal
from catalg.model.solution import Solution, TermElement
from catalg.model.verdict import Step, Verdict
from catalg.strategies.harmonic.abstract import operator as abstract_operator
from catalg.strategies.harmonic.bochner import Polynomials, classify, dim_term, rational_root
from catalg.strategies.harmonic.casimir import Closed, OneFactor, Operator, Variety, one_factor, operators
from catalg.terms import Apply, Call, Const, Dim, Index, Matrix, Name, Series, Term, add, mul, num, power, sub
from catalg.universes.abstract_spaces import NotAbstract, space_of
from catalg.universes.man import NotRational, kernel_problem

L = Name("l")


@dataclass(frozen=True, slots=True)
class Invariant:
    """A certified invariant: its formula, and a polynomial that is its value, or its square where it is a `root`."""

    term: Term
    polynomial: Element
    root: bool


def series(end: KernelEnd, solution: Solution) -> Solution | None:
    """The solution with its general element as a series in the harmonics of the symmetry; None where it has none.

    The kernels must be scalar, of two points, and completely known.
    """
    if solution.certificate.verdict is not Verdict.PROVED or end.target.dim != Dim.of(1):
        return None
    if solution.proposal.free_functions != Dim.of(1) or len(end.arguments) < 2:
        return None
    try:
        space = space_of(end)
    except NotAbstract:
        return _concrete(end, solution)
    if space.rigid or space.invariant or len(space.letters) != 2:
        return None
    (x, one), (y, two) = ((letter.term, letter.unit) for letter in space.letters)
    p2, q1 = abstract_operator(space.theorem.size)
    family = classify(p2, q1, Dim.of(0))
    if family is None:
        return None
    radii = tuple(Call("norm", (v,)) for v, unit in ((x, one), (y, two)) if not unit)
    s = mul(Call("dot", (x, y)), *(power(r, num(-1)) for r in radii))
    t = Name("t")
    second, first = mul(dim_term(-p2), sub(num(1), power(t, num(2)))), mul(dim_term(q1), t)
    steps = [
        _casimir_step(s, y),
        Step.of("harmonic-operator", second=second, first=first, family=family.name),
        *_last_steps(family, s),
    ]
    return _with_series(solution, family.at(L, s), radii, steps)


def _concrete(end: KernelEnd, solution: Solution) -> Solution | None:
    kernel = solution.proposal.claims.get("kernel")
    if not isinstance(kernel, KernelProposal) or len(end.arguments) != 2:
        return None
    try:
        variety = Variety(kernel_problem(end))
    except NotRational:
        return None
    invariants = [_invariant(variety, i.term, i.value) for i in kernel.invariants]
    if any(i is None for i in invariants) or [c.term for c in kernel.covariants] != [num(1)]:
        return None
    for argument in (1, 0):
        action = one_factor(variety, argument)
        if action is None:
            continue
        found = _on_factor(action, [i for i in invariants if i is not None], argument)
        if found is not None:
            harmonics, radii, steps = found
            return _with_series(solution, harmonics, radii, steps)
    return None


def _invariant(variety: Variety, term: Term, value: KernelFunction) -> Invariant | None:
    if len(value.numerators) != 1:
        return None
    numerator = variety.element(value.numerators[0])
    if not value.factors:
        return Invariant(term, numerator, False)
    if len(value.factors) == 1 and value.factors[0][1] == Fraction(1, 2):
        return Invariant(term, numerator * numerator * variety.element(value.factors[0][0]), True)
    return None


Found = tuple[Term | tuple[Term, Term], tuple[Term, ...], list[Step]]


def _on_factor(action: OneFactor, invariants: Sequence[Invariant], argument: int) -> Found | None:
    """Harmonics, radii and steps for the action on one argument."""
    radii = [i for i in invariants if action.kills(i.polynomial)]
    moved = [i for i in invariants if i not in radii]
    if len(moved) == 2 and not any(i.root for i in moved):
        return _circle(action, moved[0], moved[1], radii, argument)
    if len(moved) != 1 or moved[0].root:
        return None
    t = moved[0]
    squares = [r.polynomial for r in radii]
    for found in operators(action, t.polynomial, squares):
        normal = _normalised(found, t.term, radii)
        if normal is None:
            continue
        family, s = normal
        name = Name(action.variety.problem.arguments[argument].name)
        steps = [
            _casimir_step(t.term, name),
            Step.of("harmonic-operator", second=_written(found.second, radii), first=_written(found.first, radii), family=family.name),
            *_last_steps(family, s),
        ]  # fmt: skip
        harmonics = _in_the_plane(action, family, t.term) or family.at(L, s)
        return harmonics, tuple(r.term for r in radii), steps
    return None


def _normalised(found: Operator, t: Term, radii: Sequence[Invariant]) -> tuple[Polynomials, Term] | None:
    """The orthogonal polynomials of an operator, and its variable on [-1, 1]; None where the interval is not compact."""
    still = (0,) * len(radii)
    p2 = found.second.get((2, still), Fraction(0))
    q1 = found.first.get((1, still), Fraction(0))
    if not all(isinstance(c, Fraction | int) for c in (*found.second.values(), *found.first.values())) or p2 == 0:
        return None
    p2, q1 = _rational(p2), _rational(q1)
    if any(k > 1 or (k == 1 and e != still) for k, e in found.first):
        return None
    if any(k == 2 and e != still for k, e in found.second):
        return None
    if not radii:
        p1, p0 = (_rational(found.second.get((k, ()), Fraction(0))) for k in (1, 0))
        q0 = _rational(found.first.get((0, ()), Fraction(0)))
        middle, square = -p1 / (2 * p2), (p1 * p1 - 4 * p2 * p0) / (4 * p2 * p2)
        if square <= 0:
            return None
        half = rational_root(square)
        if half is None and middle != 0:
            return None
        scale: Term = num(half) if half is not None else Call("sqrt", (num(square),))
        skew = (q1 * middle + q0) / half if half is not None else q0
        if half is None and q0 != 0:
            return None
        family = classify(Dim.of(p2), Dim.of(q1), Dim.of(skew))
        return None if family is None else (family, mul(sub(t, num(middle)), power(scale, num(-1))))
    constant = [(e, c) for (k, e), c in found.second.items() if k == 0]
    if any(k == 1 for k, _ in found.second) or len(constant) != 1 or any(k == 0 for k, _ in found.first):
        return None
    powers, c = constant[0]
    half = rational_root(-_rational(c) / p2)
    family = classify(Dim.of(p2), Dim.of(q1), Dim.of(0))
    if half is None or family is None or half == 0:
        return None
    lengths = [
        power(r.term, num(-e if r.root else Fraction(-e, 2))) for r, e in zip(radii, powers, strict=True) if e
    ]
    return family, mul(t, num(1 / half), *lengths)


def _rational(value: object) -> Fraction:
    assert isinstance(value, Fraction | int)
    return Fraction(value)


def _circle(
    action: OneFactor, cosine: Invariant, sine: Invariant, radii: Sequence[Invariant], argument: int
) -> Found | None:
    """Characters: one generator turns (c, s) at a constant rate, and c^2 + s^2 is a function of the radii."""
    variety, ring = action.variety, action.variety.ring
    moving = [f for f in action.fields if any(part != 0 for part in f)]
    for field in moving:
        turned = variety.reduced(ring.along(cosine.polynomial, field))
        back = variety.reduced(ring.along(sine.polynomial, field))
        rate = _multiple(variety, turned, sine.polynomial)
        if rate is None or rate == 0 or _multiple(variety, back, cosine.polynomial) != -rate:
            continue
        if not action.kills(cosine.polynomial**2 + sine.polynomial**2):
            continue
        angle = _plane_angle(action, cosine.term, sine.term) or Call("atan2", (sine.term, cosine.term))
        inner = mul(L, angle)
        name = Name(variety.problem.arguments[argument].name)
        steps = [
            _casimir_step(angle, name),
            Step.of("harmonic-circle", angle=angle, cosine=cosine.term, sine=sine.term),
            Step.of("harmonic-fourier", angle=angle),
        ]
        return (Call("cos", (inner,)), Call("sin", (inner,))), tuple(r.term for r in radii), steps
    return None


def _multiple(variety: Variety, element: Element, of: Element) -> Fraction | None:
    """The rational number r with element = r·of modulo the ideal."""
    left, right = variety.ring.table(element), variety.ring.table(variety.reduced(of))
    for key, c in right.items():
        value = left.get(key, Fraction(0))
        if isinstance(c, Fraction) and isinstance(value, Fraction):
            ratio = value / c
            same = variety.reduced(element - variety.ring.scalar(ratio) * of) == 0
            return ratio if same else None
    return None


def _vectors(action: OneFactor, t: Term) -> tuple[Term, Term] | None:
    """The two arguments whose dot product is t, where both are vectors of the plane."""
    match t:
        case Call("dot", (Name() as x, Name() as y)):
            sizes = {a.name: a.size for a in action.variety.problem.arguments if a.shape == "vector"}
            if sizes.get(x.name) == 2 and sizes.get(y.name) == 2:
                return x, y
    return None


def _in_the_plane(action: OneFactor, family: Polynomials, t: Term) -> Term | None:
    """cos(l·angle(x, y)) for Chebyshev polynomials of a dot product in the plane."""
    vectors = _vectors(action, t)
    if vectors is None or family.name != "Chebyshev (first kind)":
        return None
    return Call("cos", (mul(L, Call("angle", vectors)),))


def _plane_angle(action: OneFactor, cosine: Term, sine: Term) -> Term | None:
    """angle(x, y) where the two invariants are the dot product and the determinant of two vectors of the plane."""
    vectors = _vectors(action, cosine)
    if vectors is None:
        return None
    x, y = vectors
    rows = tuple((Index(x, (num(k),)), Index(y, (num(k),))) for k in (1, 2))
    return Call("angle", (x, y)) if sine == Call("det", (Matrix(rows),)) else None


def _written(closed: Closed, radii: Sequence[Invariant]) -> Term:
    """A closed expression in t as a formula."""
    parts = []
    for (k, powers), c in sorted(closed.items(), reverse=True):
        factors = [power(r.term, num(2 * e if r.root else e)) for r, e in zip(radii, powers, strict=True) if e]
        parts.append(mul(num(_rational(c)), *factors, power(Name("t"), num(k))))
    return add(*parts)


def _casimir_step(t: Term, argument: Term) -> Step:
    return Step.of("harmonic-casimir", invariant=t, argument=argument)


def _last_steps(family: Polynomials, s: Term) -> list[Step]:
    return [
        Step.of("harmonic-classified", family=family.name, polynomial=family.at(L, Name("s")), variable=s),
        Step.of("harmonic-convergence", family=family.name),
    ]


def _with_series(
    solution: Solution, harmonics: Term | tuple[Term, Term], radii: tuple[Term, ...], steps: Sequence[Step]
) -> Solution:
    """The solution with the series as its formula."""
    parts = harmonics if isinstance(harmonics, tuple) else (harmonics,)
    body = add(*(mul(_coefficient(name, radii), part) for name, part in zip("ab", parts, strict=False)))
    formula = Series("l", num(0), Const("oo"), body)
    proposal = replace(
        solution.proposal,
        formula=formula,
        basis=tuple(TermElement(part) for part in parts),
        steps=(*solution.proposal.steps, *steps),
        parameters=tuple("ab"[: len(parts)]),
    )
    return replace(solution, proposal=proposal)


def _coefficient(name: str, radii: tuple[Term, ...]) -> Term:
    return Apply(name, (L, *radii)) if radii else Index(Name(name), (L,))
