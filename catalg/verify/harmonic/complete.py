"""Completeness of a series: its terms span the functions of the invariant, with smooth convergence.

Polynomials: a smooth function on [-1, 1] is the smoothly convergent sum of its Jacobi series, for any parameters > -1 (its
coefficients fall faster than any power, since the Jacobi operator is symmetric and moves to the function; G. Szegő, *Orthogonal
Polynomials*, chapters IV and VII), so that one family with all degrees is complete, and one that misses a degree
k misses P_k by orthogonality. Characters: the Fourier series of a smooth function on the circle. That smooth kernels of a
compact group are smooth functions of polynomial invariants is G. W. Schwarz, *Smooth functions invariant under the action of a
compact Lie group* (1975). Power series converge to analytic functions only, and prove nothing here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from catalg.terms import Add, Call, Num, Term, mul, num, power
from catalg.terms.term import ONE
from catalg.verify.harmonic.degrees import Progression, first_missing, largest, progression, zeros
from catalg.verify.harmonic.families import Group, Harmonic, flat, harmonic
from catalg.verify.harmonic.ground import Ground, plane_parts
from catalg.verify.harmonic.ranges import CosineForm, cosine_form, full_circle, takes_all, within_unit
from catalg.verify.harmonic.weights import polynomial_in, vanishes_between


@dataclass(frozen=True, slots=True)
class Answer:
    """Complete, or the solution that is missed (with the missing degree), or why it is open."""

    complete: bool
    why: str = ""
    missed: Term | None = None
    degree: int | None = None
    variable: Term | None = None


@dataclass(frozen=True, slots=True)
class Member:
    """A group with its harmonic and the degrees that it contributes."""

    group: Group
    harmonic: Harmonic
    degrees: Progression


def members(groups: Sequence[Group], harmonics: Sequence[Harmonic | None]) -> list[Member] | str:
    """The groups with their degrees, or why one is not read."""
    found = []
    for group, term in zip(groups, harmonics, strict=True):
        if group.fixed:
            continue
        if term is None:
            return "a term of the series is not a known polynomial or character times a weight"
        vanishing = zeros(term.number, group.index)
        degrees = None if vanishing is None else progression(term.degree, group.lower, group.upper, vanishing)
        if degrees is None or (term.kind in ("cos", "sin") and term.degree.at(group.lower) < 0):
            return "the degrees, or the numbers in front of the terms, are not read"
        found.append(Member(group, term, degrees))
    return found


def complete(ground: Ground, found: Sequence[Member]) -> Answer:
    """Whether sound groups span all kernels of the certified space."""
    if not ground.invariants:
        return Answer(False, "the space has no invariants to expand in")
    kinds = {m.harmonic.kind for m in found}
    if kinds & {"cos", "sin"} and not kinds & {"polynomial", "power"}:
        return _circle(ground, found)
    if "power" in kinds:
        return _powers(ground, found)
    families: dict[tuple[object, ...], list[Member]] = {}
    for m in found:
        if m.harmonic.kind == "polynomial":
            h = m.harmonic
            families.setdefault((h.alpha, h.beta, h.variable, h.weight, m.group.radii), []).append(m)
    answers = []
    for family in families.values():
        others = [m for m in found if m not in family]
        answers.append(_polynomials(ground, family, others))
        if answers[-1].complete:
            return answers[-1]
    return answers[0] if len(answers) == 1 else Answer(False, "several families of polynomials, none of them complete")


def _polynomials(ground: Ground, family: Sequence[Member], others: Sequence[Member]) -> Answer:
    """One family of polynomials in one variable, all with one weight; `others` are single polynomials beside it."""
    first = family[0].harmonic
    u = first.variable
    if not ground.determine([u], family[0].group.radii):
        return Answer(False, "the variable of the polynomials does not determine all invariants", variable=u)
    if not isinstance(first.alpha, Num) or not isinstance(first.beta, Num):
        return Answer(False, "the parameters of the polynomials are not numbers")
    if min(first.alpha.value, first.beta.value) <= -1:
        return Answer(False, "the polynomials are not orthogonal on an interval")
    form = cosine_form(ground, u)
    if form is None or not within_unit(form):
        return Answer(False, "the variable is not seen to be a cosine, or to lie between -1 and 1")
    weight = polynomial_in(ground, first.weight, u)
    if weight is None:
        return Answer(False, "the weight is not a polynomial in the variable")
    if vanishes_between(weight):
        return _vanishing(ground, u, form, others)
    if others and len(weight) > 1:
        return Answer(False, "a weight that others do not have")
    degrees = [effective(m) for m in family]
    plain = True
    for m in others:
        single = polynomial_in(ground, m.harmonic.weight, u) if m.harmonic.kind == "constant" else None
        if single is None:
            plain = False
        elif m.degrees.last != -1:
            degrees.append(Progression(len(single) - 1, 1, len(single) - 1))
            symmetric = first.alpha == first.beta and len(single) == 2 and single[0] == 0
            plain = plain and (len(single) == 1 or symmetric)
    missing = first_missing(degrees)
    if missing is None:
        return Answer(True, variable=u)
    if not plain:
        return Answer(False, "other functions stand beside the polynomials, which miss a degree")
    top = largest(degrees)
    if top is not None:
        return Answer(False, missed=mul(first.weight, power(u, num(top + 1))), degree=top + 1, variable=u)
    if not takes_all(ground, form):
        return Answer(False, "the variable is not seen to take all values between -1 and 1")
    solution = mul(first.weight, polynomial(family[0].group, first, missing))
    return Answer(False, missed=solution, degree=missing, variable=u)


def _vanishing(ground: Ground, u: Term, form: CosineForm, others: Sequence[Member]) -> Answer:
    """Polynomials times a weight with a zero in [-1, 1]: no term has a value there."""
    if others or not takes_all(ground, form):
        return Answer(False, "the weight vanishes somewhere")
    return Answer(False, missed=ONE, degree=0, variable=u)


def effective(member: Member) -> Progression:
    """The degrees of polynomials that are not zero: C_l^0 vanishes for l >= 1."""
    h, degrees = member.harmonic, member.degrees
    if h.ultraspherical and h.alpha == num(Fraction(-1, 2)):
        return Progression(0, 1, 0 if degrees.holds(0) else -1)
    return degrees


def polynomial(group: Group, harmonic: Harmonic, degree: int) -> Term:
    """The polynomial of a degree in a family, as a formula."""
    if degree == 0:
        return ONE
    factors = group.body.args if hasattr(group.body, "args") and not isinstance(group.body, Call) else (group.body,)
    call = next(f for f in factors if isinstance(f, Call) and flat(f.args[-1]) == harmonic.variable)
    if degree == 1 and harmonic.alpha == harmonic.beta:
        return harmonic.variable
    return Call(call.head, (num(degree), *call.args[1:]))


def tied(ground: Ground, group: Group) -> Answer | None:
    """For one coefficient of cosines and sines of an angle together: the cosine alone is missed."""
    parts = group.body.args if isinstance(group.body, Add) else ()
    found = [harmonic(replace(group, body=part), ground.arguments) for part in parts]
    read = [h for h in found if h is not None and h.weight == ONE and zeros(h.number, group.index) == frozenset()]
    if len(read) != len(parts) or {h.kind for h in read} != {"cos", "sin"}:
        return None
    if len({(h.degree, h.variable) for h in read}) != 1 or len(read) != 2 or not full_circle(ground, read[0].variable):
        return None
    degrees = progression(read[0].degree, group.lower, group.upper, frozenset())
    first = None if degrees is None or read[0].degree.at(group.lower) < 0 else max(degrees.first, 1)
    if degrees is None or first is None or degrees.first + degrees.step * (first > degrees.first) != first:
        return None
    angle = read[0].variable
    return Answer(False, missed=Call("cos", (mul(num(first), angle),)), degree=first, variable=angle)


def variables(found: Sequence[Member]) -> tuple[Term, ...] | None:
    """Functions of which every instance is a function; None where they are not all known."""
    listed: list[Term] = []
    for m in found:
        h = m.harmonic
        listed.extend(m.group.radii)
        if h.weight != ONE:
            listed.append(h.weight)
        if h.kind in ("cos", "sin"):
            parts = plane_parts(h.variable)
            if parts is None:
                return None
            listed.extend(parts[: 1 + (h.kind == "sin")])
        elif h.kind != "constant":
            listed.append(h.variable)
    return tuple(dict.fromkeys(listed))


def _powers(ground: Ground, found: Sequence[Member]) -> Answer:
    """Power series: finite ones are too narrow, the others are left open."""
    variables = {m.harmonic.variable for m in found if m.harmonic.kind == "power"}
    top = largest([m.degrees for m in found])
    plain = all(m.harmonic.weight == ONE and m.harmonic.kind in ("power", "constant") and not m.group.radii for m in found)
    if len(variables) == 1 and top is not None and plain:
        u = variables.pop()
        if ground.determine([u], ()):
            return Answer(False, missed=power(u, num(top + 1)), degree=top + 1, variable=u)
    return Answer(False, "a power series converges to analytic functions only")


def _circle(ground: Ground, found: Sequence[Member]) -> Answer:
    """Characters of one angle: all cosines, and all sines where the orientation is invariant."""
    angles = {(m.harmonic.variable, m.group.radii) for m in found if m.harmonic.kind in ("cos", "sin")}
    if len(angles) != 1 or any(m.harmonic.weight != ONE for m in found):
        return Answer(False, "the characters stand with weights, or with different angles or radii")
    angle, radii = next(iter(angles))
    parts = plane_parts(angle)
    if parts is None:
        return Answer(False, "the angle is not one between vectors of the plane")
    cosine, sine = parts
    oriented = ground.fixed_by_flows(sine) and all(s == 1 for s in ground.signs(sine))
    if not oriented and not any(s == -1 for s in ground.signs(sine)):
        return Answer(False, "whether the sine of the angle is invariant was not decided")
    if not ground.determine([cosine, sine] if oriented else [cosine], radii):
        return Answer(False, "the angle does not determine all invariants", variable=angle)
    cosines = [m.degrees for m in found if m.harmonic.kind == "cos"]
    cosines += [Progression(0, 1, 0) for m in found if m.harmonic.kind == "constant" and m.degrees.last != -1]
    sines = [m.degrees for m in found if m.harmonic.kind == "sin"]
    for head, degrees, start in (("cos", cosines, 0), ("sin", sines, 1)):
        missing = first_missing(degrees, start) if oriented or head == "cos" else None
        if missing is None:
            continue
        if not full_circle(ground, angle):
            return Answer(False, "the angle is not seen to take all values")
        function = ONE if missing == 0 else Call(head, (mul(num(missing), angle),))
        return Answer(False, missed=function, degree=missing, variable=angle)
    return Answer(True, variable=angle)
