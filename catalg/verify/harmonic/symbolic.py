"""Series in symbolic dimension: the variable is a cosine between abstract vectors, the parameters are functions of d."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from catalg.model.ends import KernelEnd
from catalg.model.goals import FormulaClaim
from catalg.model.solution import Solution
from catalg.model.verdict import Judgement
from catalg.terms import Add, Dim, Mul, Name, Num, Parameter, Pow, Term
from catalg.terms.term import ONE, free_names
from catalg.universes.abstract_spaces import NotAbstract, space_of
from catalg.universes.ranges import NoRange
from catalg.verify.harmonic.complete import Member, effective, members
from catalg.verify.harmonic.degrees import Progression, first_missing
from catalg.verify.harmonic.families import Unread, flat, harmonic, read
from catalg.verify.symbolic_kernels.abstract import Gram
from catalg.verify.symbolic_kernels.claims import everywhere, foreign
from catalg.verify.symbolic_kernels.instances import Instance, uniform_range
from catalg.verify.symbolic_kernels.proof import Found, without_base
from catalg.verify.symbolic_kernels.recover import determined
from catalg.verify.symbolic_kernels.targets import target_of

MOST = 60
"""Up to this value of a parameter special parameters of a family are looked for."""


def judge_symbolic(
    end: KernelEnd, solution: Solution | None, claim: FormulaClaim, parameters: Sequence[Parameter]
) -> Judgement:
    """The judgement in every admitted dimension: symbolic in the uniform range, concrete elsewhere."""
    from catalg.verify.harmonic.judge import judge_series

    special: tuple[int, ...] = ()
    try:
        found, special = examine_series(end, claim)
    except (NotAbstract, Unread, NoRange) as reason:
        found = Found(False, False, str(reason))
    if foreign(end, claim.formula, parameters) and found.complete:
        found = Found(found.sound, False, "the formula depends on a parameter that the end does not know")

    def concrete(instance: Instance) -> Judgement:
        return judge_series(instance.end, instance.solution, instance.claim(claim))

    return everywhere(end, solution, found, concrete, "series-agrees-everywhere", special)


def examine_series(end: KernelEnd, claim: FormulaClaim) -> tuple[Found, tuple[int, ...]]:
    """Whether the series is sound and complete in the uniform range, but for some special values of the only parameter.

    Raises NotAbstract, Unread or NoRange.
    """
    space = space_of(end, claim.arguments)
    gram = Gram(space, free_names(claim.formula) | {u.name for u in claim.unknowns})
    if space.rigid or target_of(end.target).blocks != ((0, False),):
        return Found(False, False, "series are for scalar kernels under rotations"), ()
    groups = read(claim.formula, claim.unknowns)
    harmonics = [harmonic(group, frozenset(claim.arguments)) for group in groups]
    for group, h in zip(groups, harmonics, strict=True):
        bodies = [group.body] if h is None else [h.variable, h.weight]
        for part in (*bodies, *group.radii):
            if without_base(gram, gram.scalar(part)) is None:
                return Found(False, False, "the base point is left"), ()
    listed = members(groups, harmonics)
    if isinstance(listed, str):
        return Found(True, False, listed), ()
    families: dict[tuple[object, ...], list[Member]] = {}
    for m in listed:
        if m.harmonic.kind == "polynomial" and m.harmonic.weight == ONE:
            h = m.harmonic
            families.setdefault((h.alpha, h.beta, h.variable, m.group.radii), []).append(m)
    constants = [Progression(0, 1, 0) for m in listed if m.harmonic.kind == "constant" and m.harmonic.weight == ONE]
    why = "no family of polynomials with all degrees occurs"
    for (_, _, _, _), family in families.items():
        first = family[0].harmonic
        special = special_values(end, first.alpha, first.beta, any(m.harmonic.ultraspherical for m in family))
        if special is None:
            why = "the parameters of the polynomials are not seen to be greater than -1"
        elif first_missing([*(effective(m) for m in family), *constants]) is not None:
            why = "a degree is missing"
        elif not _is_cosine(gram, first.variable, family[0].group.radii):
            why = "the variable is not the cosine between two vectors, or the coefficients do not see their lengths"
        else:
            return Found(True, True), special
    return Found(True, False, why), ()


def _is_cosine(gram: Gram, variable: Term, radii: Sequence[Term]) -> bool:
    """Whether there are two vectors u, v, a variable is u.v/(|u||v|) or its negative, and the radii determine the lengths."""
    term = flat(gram.scalar(variable))
    factors = list(term.args) if isinstance(term, Mul) else [term]
    if factors and isinstance(factors[0], Num) and abs(factors[0].value) == 1:
        factors = factors[1:]
    if len(gram.space.letters) != 2:
        return False
    wanted: list[Term] = [Name(gram.name(0, 1))]
    for k, letter in enumerate(gram.space.letters):
        if not letter.unit:
            wanted.append(Pow(Pow(Name(gram.name(k, k)), Num(Fraction(1, 2))), Num(Fraction(-1))))
    if sorted(map(str, wanted)) != sorted(map(str, factors)):
        return False
    others = frozenset(gram.coordinates) - {gram.name(0, 1)}
    return determined([gram.scalar(r) for r in radii], others, gram.lengths)


def special_values(end: KernelEnd, alpha: Term, beta: Term, ultraspherical: bool) -> tuple[int, ...] | None:
    """The values of the parameter in the uniform range at which the polynomials are not an orthogonal family with all degrees.

    None where that may happen for infinitely many. Raises NoRange.
    """
    forms = [_dim(alpha), _dim(beta)]
    if any(f is None for f in forms):
        return None
    known = [f for f in forms if f is not None]
    names = sorted(frozenset[str]().union(*(f.parameters for f in known)))
    declared = {p.name: p for p in end.group.parameters}
    if not names:
        fine = all(f.value_at({}) > -1 for f in known) and not (ultraspherical and known[0].value_at({}) == Fraction(-1, 2))
        return () if fine else None
    if len(names) != 1 or names[0] not in declared or len(declared) != 1:
        return None
    name = names[0]
    slopes = [f.value_at({name: 1}) - f.value_at({name: 0}) for f in known]
    linear = all(f.value_at({name: 2}) - f.value_at({name: 1}) == s for f, s in zip(known, slopes, strict=True))
    if not linear or any(sum(e for _, e in m) > 1 for f in known for m, _ in f.terms) or any(s < 0 for s in slopes):
        return None
    start = dict(uniform_range(end).bounds)[name]
    found = []
    for value in range(start, MOST):
        values = [f.value_at({name: value}) for f in known]
        bad = any(v <= -1 for v in values) or (ultraspherical and values[0] == Fraction(-1, 2))
        if bad and declared[name].admits(value):
            found.append(value)
    last = [f.value_at({name: MOST}) for f in known]
    if any(v <= -1 for v in last) or (ultraspherical and last[0] <= Fraction(-1, 2)):
        return None
    return tuple(found)


def _dim(term: Term) -> Dim | None:
    """A term as a polynomial in parameters."""
    match term:
        case Num(value):
            return Dim.of(value)
        case Name(name):
            return Dim.parameter(name)
        case Add(args):
            parts = [_dim(arg) for arg in args]
            return None if any(p is None for p in parts) else sum((p for p in parts if p is not None), start=Dim.of(0))
        case Mul(args):
            total = Dim.of(1)
            for arg in args:
                part = _dim(arg)
                if part is None:
                    return None
                total = total * part
            return total
        case Pow(Num(base), Num(exponent)) if base != 0 and exponent.denominator == 1 and abs(exponent) <= 8:
            return Dim.of(base ** int(exponent))
        case _:
            return None
