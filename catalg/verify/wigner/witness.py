"""Where a matrix of polynomials is not covariant: a group element, a rational point, and both sides there, exactly.

Discrete generators and shifts are tried as they are; along a rotation the two sides of the infinitesimal condition are given.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import sqrt

from catalg.exact.balls import Undefined, Unevaluated, Unresolved
from catalg.exact.derivative import NotDifferentiable, derivative
from catalg.exact.instances import Instance
from catalg.exact.intervals import value_at
from catalg.exact.surds import NotASurd, Surd, SurdPolynomial, at, joined, plus, single, times
from catalg.model.kernel_problem import KernelProblem, Poly, Rat, Rows
from catalg.model.verdict import Counterexample
from catalg.terms import Name, Term, add, mul
from catalg.verify.kernels.setting import point_text
from catalg.verify.kernels.terms import action_terms
from catalg.verify.wigner.reading import Entries
from catalg.verify.wigner.space import Space

Point = list[Fraction]


def breaking(
    space: Space, head: str, factor: Entries, flaw: str, argument: Term | None = None
) -> Counterexample | None:
    """A witness against the instance with the unknown 1, or its argument, and the others 0, along a generator; None where none is found."""
    problem = space.declared
    instance = f"{head} = t" if argument is not None else f"{head} = 1"
    for point in _points(problem):
        here = _values(space, factor, point, argument)
        if here is None:
            continue
        for s in problem.discrete:
            image = [_rational(r, point) for r in s.images]
            if s.name == flaw and None not in image:
                found = _differs(_values(space, factor, [c for c in image if c is not None], argument), _times(s.rho, here))
                if found is not None:
                    return _element(problem, s.name, "element", point, image, found, instance)
        for g in problem.lie:
            shift = [_rational(r, point) for r in g.images]
            still = all(not any(e) for r in g.images for e, _ in r.numerator.terms)
            if g.name == flaw and still and not any(c for row in g.rho for c in row):
                image = [None if b is None else a + b for a, b in zip(point, shift, strict=True)]
                if None not in image:
                    found = _differs(_values(space, factor, [c for c in image if c is not None], argument), here)
                    if found is not None:
                        return _element(problem, g.name, "shift", point, image, found, instance)
            elif g.name == flaw:
                found = _differs(_derivatives(space, factor, flaw, point, argument), _times(g.rho, here))
                if found is not None:
                    index, left, right = found
                    return Counterexample.of(
                        "coupled-breaks", generator=flaw, point=point_text(problem, point), entry=_entry(problem, index), left=left,
                        right=right, instance=instance,
                    )  # fmt: skip
    return None


def _points(problem: KernelProblem) -> Iterator[Point]:
    start = problem.arguments[-1].start
    whole = ((1, 2, 3), (2, -1, 5), (1, 0, 0), (0, 1, 1))
    round_ = ((Fraction(2, 3), Fraction(1, 3), Fraction(2, 3)), (Fraction(2, 7), Fraction(-3, 7), Fraction(6, 7)), (1, 0, 0))
    for seed in round_ if problem.equations else whole:
        point = [Fraction(0)] * problem.size
        point[start : start + 3] = [Fraction(c) for c in seed]
        yield point


def _element(
    problem: KernelProblem, generator: str, kind: str, point: Point, image: Sequence[object], found: tuple[int, str, str], instance: str
) -> Counterexample:
    index, left, right = found
    return Counterexample.of(
        "kernel-breaks", generator=generator, element=kind, point=point_text(problem, point), image=point_text(problem, image),
        entry=_entry(problem, index), left=left, right=right, instance=instance,
    )  # fmt: skip


def _entry(problem: KernelProblem, index: int) -> str:
    columns = problem.target.columns
    return f"({index // columns + 1}, {index % columns + 1})" if columns else str(index + 1)


def _rational(r: Rat, point: Point) -> Fraction | None:
    def value(p: Poly) -> Fraction | None:
        total = Fraction(0)
        for e, c in p.terms:
            if not isinstance(c, int | Fraction):
                return None
            term = Fraction(c)
            for x, k in zip(point, e, strict=True):
                term *= x**k
            total += term
        return total

    top, bottom = value(r.numerator), value(r.denominator)
    return None if top is None or not bottom else top / bottom


def _values(space: Space, factor: Entries, point: Point, argument: Term | None = None) -> list[dict[int, Fraction]] | None:
    """The entries at a point given in the declared coordinates, times the value there of an argument."""
    moved = list(point)
    if space.differences:
        for block in space.declared.arguments[1:]:
            for k in range(block.size):
                moved[block.start + k] = point[block.start + k] - point[k]
    values = [at(entry, moved) for entry in factor.entries]
    if argument is None:
        return values
    try:
        scale = value_at(argument, dict(zip(space.declared.coordinates, point, strict=True)), Instance("0"))
    except (Undefined, Unresolved, Unevaluated, ZeroDivisionError):
        return None
    if not hasattr(scale, "p"):
        return None
    number = Fraction(int(scale.p), int(scale.q))
    return [{q: c * number for q, c in v.items() if c * number} for v in values]


def _derivatives(
    space: Space, factor: Entries, generator: str, point: Point, argument: Term | None
) -> list[dict[int, Fraction]] | None:
    """The derivatives of the entries, times an argument, along the field of a generator, at a point."""
    index = next(k for k, g in enumerate(space.problem.lie) if g.name == generator)
    ring = space.frame.ring
    field: list[SurdPolynomial] = []
    for top, bottom in space.frame.fields[index]:
        if bottom != 1:
            return None
        field.append({(1, e): Fraction(c) for e, c in ring.table(top).items()})  # type: ignore[arg-type]
    derived = []
    for entry in factor.entries:
        total: SurdPolynomial = {}
        for k, velocity in enumerate(field):
            if velocity:
                part: SurdPolynomial = {}
                for (q, e), c in entry.items():
                    if e[k]:
                        part[q, (*e[:k], e[k] - 1, *e[k + 1 :])] = c * e[k]
                total = plus(total, times(part, velocity))
        derived.append(total)
    found = _values(space, Entries(factor.shape, tuple(derived)), point, argument)
    if argument is None or found is None:
        return found
    given = next(g for g in space.declared.lie if g.name == generator)
    velocities = action_terms(space.declared, given.images)
    try:
        slope = add(*(mul(v, derivative(argument, Name(k))) for k, v in velocities.items()))
    except NotDifferentiable:
        return None
    other = _values(space, factor, point, slope)
    if other is None:
        return None
    return [{q: v for q in {*a, *b} if (v := a.get(q, Fraction(0)) + b.get(q, Fraction(0)))} for a, b in zip(found, other, strict=True)]


def _times(rho: Rows, values: Sequence[Surd]) -> list[dict[int, Fraction]] | None:
    out = []
    for row in rho:
        total: dict[int, Fraction] = {}
        for c, value in zip(row, values, strict=True):
            if not c or not value:
                continue
            try:
                scale, inside = single(c)
            except NotASurd:
                return None
            for q, v in value.items():
                outside, radicand = joined(inside, q)
                total[radicand] = total.get(radicand, Fraction(0)) + scale * v * outside
        out.append({q: v for q, v in total.items() if v})
    return out


def _differs(
    left: Sequence[Surd] | None, right: Sequence[Surd] | None
) -> tuple[int, str, str] | None:
    """The first entry in which two lists of values differ, with both."""
    if left is None or right is None:
        return None
    for index, (a, b) in enumerate(zip(left, right, strict=True)):
        if a != b:
            return index, _text(a), _text(b)
    return None


def _text(value: Surd) -> str:
    if not value:
        return "0"
    if set(value) == {1}:
        return str(value[1])
    parts = [f"{c}" if q == 1 else f"{c} sqrt({q})" for q, c in sorted(value.items())]
    return f"{' + '.join(parts)} ({sum(float(c) * sqrt(q) for q, c in value.items()):.8g})"
