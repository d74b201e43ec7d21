"""Do the invariants separate generic orbits?

On the section P of a checked chain the fibres of the invariants are finite. A triangular Bézout count bounds their size by
D; a finite group W of words maps P to itself and acts on it by |W| different maps. If D = |W| then points of P with the
same invariants lie on one W-orbit, so generic orbits with the same invariants are equal: over the reals when the chain and
W are real. An invariant J with a relation of degree d over algebraically independent others, irreducible in J, divides
the count by d.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from catalg.exact.field import Scalar
from catalg.exact.modular_points import ModularPoints
from catalg.exact.nullspace import nullspace
from catalg.exact.poly import ModularPolynomial, PolynomialRing
from catalg.exact.sparse import SparseMatrix
from catalg.model.kernel_problem import InvariantRelation, KernelFunction, KernelInvariant, KernelProposal
from catalg.verify.kernels.chain import Chain
from catalg.verify.kernels.frame import Affine, Element, Frame, Sample


@dataclass(frozen=True, slots=True)
class Separation:
    """`kind` is `real`, `complex` (generic complex orbits only) or `none`; the numbers of the count, and a reason against."""

    kind: str
    bound: int = 0
    order: int = 0
    reason: str = ""


@dataclass(frozen=True, slots=True)
class _Equation:
    top: Element
    bottom: Element
    relation: int | None = None


def separates(
    frame: Frame, sample: Sample, chain: Chain, proposal: KernelProposal, elements: Sequence[Affine]
) -> Separation:
    """The verdict by the count on the section."""
    usable = [e for e in elements if not e.shift]
    maps, real = _maps_on_section(frame, chain, usable)
    order = len(maps) + 1
    if not _acts_freely(frame, sample, chain, maps):
        return Separation("none", 0, order, "the symmetries of the section coincide at generic points")
    functions: list[tuple[KernelFunction, int]] = []
    listed = (*proposal.invariants, *proposal.auxiliary)
    derived = {r.index: r for r in proposal.relations}
    for index, invariant in enumerate(listed):
        for component in _components(invariant):
            functions.append((component, index))
    for r in proposal.relations:
        if r.index >= len(proposal.invariants):
            flaw = _auxiliary_flaw(frame, listed, r)
            if flaw:
                return Separation("none", 0, order, flaw)
    if any(k not in derived for k in range(len(proposal.invariants), len(listed))):
        return Separation("none", 0, order, "an auxiliary invariant has no relation")
    bound = _count(frame, sample, chain, [f for f, _ in functions])
    kind = "real" if real and chain.real else "complex"
    if bound is not None and bound == order:
        return Separation(kind, bound, order)
    independent = [f for f, k in functions if k not in derived]
    base = _count(frame, sample, chain, independent)
    if base is not None and not frame.equations:
        for r in proposal.relations:
            degree = len(r.coefficients) - 1
            if base == order * degree and _minimal(frame, sample, listed, r):
                return Separation(kind, base // degree, order)
    found = bound if bound is not None else base
    return Separation("none", found or 0, order, "the count on the section leaves more points than the group explains")


def _components(invariant: KernelInvariant) -> list[KernelFunction]:
    value = invariant.value
    return [KernelFunction((n,), value.factors) for n in dict.fromkeys(value.numerators) if n.terms]


@dataclass(frozen=True, slots=True)
class _Span:
    """The section as origin + span, with the linear forms that are constant on it and their values."""

    origin: dict[int, Scalar]
    directions: list[dict[int, Scalar]]
    normals: list[dict[int, Scalar]]
    offsets: list[Scalar]


def _span(frame: Frame, chain: Chain) -> _Span:
    origin: dict[int, Scalar] = {}
    spans: list[dict[int, Scalar]] = []
    for level in chain.levels:
        section = level.section
        for k, c in zip(section.positions, section.origin, strict=True):
            if c != 0:
                origin[k] = c
        for direction in section.directions:
            spans.append({k: c for k, c in zip(section.positions, direction, strict=True) if c != 0})
    everything: list[dict[int, Scalar]] = [{k: 1} for k in range(frame.size)]
    normal = nullspace(SparseMatrix.of(spans, frame.size, frame.field)) if spans else everything
    return _Span(origin, spans, normal, [_pair(n, origin) for n in normal])


def _moved(span: _Span, element: Affine) -> object | None:
    """How an element maps the section to itself, or None when it does not."""
    image = element.matrix.apply(span.origin)
    moved = [element.matrix.apply(v) for v in span.directions]
    if any(_pair(n, image) != o for n, o in zip(span.normals, span.offsets, strict=True)):
        return None
    if any(_pair(n, v) != 0 for n in span.normals for v in moved):
        return None
    return _key(image, moved)


def _maps_on_section(frame: Frame, chain: Chain, elements: Sequence[Affine]) -> tuple[list[Affine], bool]:
    """Elements that map the section to itself in different ways other than the identity, and whether all are real."""
    span = _span(frame, chain)
    seen = {_key(span.origin, span.directions)}
    kept = []
    for e in sorted(elements, key=lambda e: not e.real):
        key = _moved(span, e)
        if key is not None and key not in seen:
            seen.add(key)
            kept.append(e)
    return kept, all(e.real for e in kept)


def _acts_freely(frame: Frame, sample: Sample, chain: Chain, elements: Sequence[Affine]) -> bool:
    """Whether generic points of the section in X have different images under all of them."""
    points = _section_points(frame, sample, chain)
    for parameters in points:
        point = [sample_value(sample, chain, image, parameters) for image in chain.images]
        images = {tuple(point)}
        for e in elements:
            images.add(
                tuple(sum(sample.scalar(c) * point[j] for j, c in row.items()) % sample.prime for row in e.matrix.rows)
            )
        if len(images) != len(elements) + 1:
            return False
    return bool(points)


def _section_points(frame: Frame, sample: Sample, chain: Chain, count: int = 6) -> list[list[int]]:
    """Random points of the section in X, by their parameters; several, since the section may have several components."""
    ring = chain.ring
    pulled = [p for p in (frame.ring.substitute(e, chain.images, ring) for e in frame.equations) if p != 0]
    source = ModularPoints(ring, pulled, sample.prime, sample.root, 41)
    found = [source.point() for _ in range(count)]
    return [p for p in found if p is not None]


def sample_value(sample: Sample, chain: Chain, element: Element, parameters: Sequence[int]) -> int:
    """A polynomial in the section's coordinates at a point modulo the prime."""
    return ModularPolynomial(chain.ring.table(element), sample.prime, sample.root)(parameters)


def _key(origin: dict[int, Scalar], spans: Sequence[dict[int, Scalar]]) -> object:
    def frozen(v: dict[int, Scalar]) -> object:
        return tuple(sorted((k, c) for k, c in v.items() if c != 0))

    return frozen(origin), tuple(frozen(v) for v in spans)


def _pair(a: dict[int, Scalar], b: dict[int, Scalar]) -> Scalar:
    return sum((c * b[k] for k, c in a.items() if k in b), 0)


def _count(frame: Frame, sample: Sample, chain: Chain, functions: Sequence[KernelFunction]) -> int | None:
    """The triangular Bézout bound, or None where the functions do not cut out points."""
    ring = chain.ring
    equations = [
        _Equation(p, ring.one)
        for p in (frame.ring.substitute(e, chain.images, ring) for e in frame.equations)
        if p != 0
    ]
    for function in functions:
        fraction = _on_section(frame, chain, function)
        if fraction is not None:
            equations.append(_Equation(*fraction))
    points = _section_points(frame, sample, chain)
    totals = {_count_at(frame, sample, chain, equations, point) for point in points}
    return totals.pop() if len(totals) == 1 else None


def _count_at(
    frame: Frame, sample: Sample, chain: Chain, equations: Sequence[_Equation], point: Sequence[int]
) -> int | None:
    ring, total = chain.ring, 1
    for number, span in enumerate(chain.spans):
        if not span:
            continue
        candidates = []
        for equation in equations:
            tables = [ring.table(equation.top), ring.table(equation.bottom)]
            if any(d and k >= span.stop for table in tables for e in table for k, d in enumerate(e)):
                continue
            degree = max((sum(e[k] for k in span) for table in tables for e in table), default=0)
            if degree:
                if len(span) == 1 and _positive_monomial(frame, chain, number, equation):
                    degree = 1
                candidates.append((degree, equation))
        rows: list[list[int]] = []
        for degree, equation in sorted(candidates, key=lambda c: c[0]):
            row = _gradient(sample, ring, equation, point, span)
            if sample.rank([*rows, row]) > len(rows):
                rows.append(row)
                total *= degree
            if len(rows) == len(span):
                break
        if len(rows) < len(span):
            return None
    return total


def _on_section(frame: Frame, chain: Chain, function: KernelFunction) -> tuple[Element, Element] | None:
    """A power of the function on the section, without fractional exponents."""
    ring = chain.ring
    powers = []
    for p, c in function.factors:
        value = frame.ring.substitute(frame.lift(p), chain.images, ring)
        if value == 0:
            return None
        powers.append((value, c))
    exponent = lcm(*(c.denominator for v, c in powers if not v.is_constant())) if powers else 1
    top = frame.ring.substitute(frame.lift(function.numerators[0]), chain.images, ring) ** exponent
    bottom = ring.one
    for value, c in powers:
        if value.is_constant():
            continue
        e = int(c * exponent)
        if e > 0:
            top = top * value**e
        else:
            bottom = bottom * value ** (-e)
    if ring.offset == 0 and top != 0 and not bottom.is_constant():
        common = top.gcd(bottom)
        top, bottom = divmod(top, common)[0], divmod(bottom, common)[0]
    return ring.reduce(top), ring.reduce(bottom)


def _gradient(
    sample: Sample, ring: PolynomialRing, equation: _Equation, point: Sequence[int], span: range
) -> list[int]:
    top = ModularPolynomial(ring.table(equation.top), sample.prime, sample.root)
    bottom = ModularPolynomial(ring.table(equation.bottom), sample.prime, sample.root)
    a, b = top(point), bottom(point)
    up, down = top.gradient(point), bottom.gradient(point)
    return [(up[k] * b - a * down[k]) % sample.prime for k in span]


def _positive_monomial(frame: Frame, chain: Chain, number: int, equation: _Equation) -> bool:
    """On a one-dimensional level whose parameter a is positive on X, c·a^k takes each value once."""
    ring = chain.ring
    (k,) = chain.spans[number]
    table = ring.table(equation.top)
    if len(table) != 1 or not equation.bottom.is_constant():
        return False
    ((exponents, _),) = table.items()
    if sum(exponents) != exponents[k]:
        return False
    section = chain.levels[number].section
    for argument in frame.problem.arguments:
        if argument.positive_definite and argument.start in section.positions:
            corner = frame.ring.substitute(frame.ring.coordinates[argument.start], chain.images, ring)
            if _odd_power(ring, corner, k):
                return True
    for inequality in frame.problem.inequalities:
        numerator, denominator = frame.fraction(inequality)
        if denominator.is_constant() and _odd_power(ring, frame.ring.substitute(numerator, chain.images, ring), k):
            return True
    return False


def _odd_power(ring: PolynomialRing, element: Element, k: int) -> bool:
    table = ring.table(element)
    if len(table) != 1:
        return False
    ((exponents, _),) = table.items()
    return exponents[k] % 2 == 1 and sum(exponents) == exponents[k]


def _squared(frame: Frame, function: KernelFunction) -> Element | None:
    """The polynomial that stands for an invariant in a relation: itself, multiplied out, or the square of a square root."""
    if len(function.numerators) != 1:
        return None
    numerator = frame.lift(function.numerators[0])
    if not function.factors:
        return numerator
    if all(c > 0 and c.denominator == 1 for _, c in function.factors):
        for p, c in function.factors:
            numerator = numerator * frame.lift(p) ** int(c)
        return numerator
    if len(function.factors) == 1 and function.factors[0][1] == Fraction(1, 2):
        return numerator**2 * frame.lift(function.factors[0][0])
    return None


def _holds(frame: Frame, listed: Sequence[KernelInvariant], record: InvariantRelation) -> bool:
    """The relation as an identity of polynomials on X."""
    others = [_squared(frame, listed[k].value) for k in record.over]
    last = _squared(frame, listed[record.index].value)
    if last is None or any(o is None for o in others) or listed[record.index].value.factors:
        return False
    total = frame.ring.zero
    for power, coefficient in enumerate(record.coefficients):
        for exponents, c in coefficient.terms:
            term = frame.ring.scalar(c) * last**power
            for factor, e in zip(others, exponents, strict=True):
                term = term * factor**e  # type: ignore[operator]
            total = total + term
    return frame.vanishes(total)


def _auxiliary_flaw(frame: Frame, listed: Sequence[KernelInvariant], record: InvariantRelation) -> str:
    """Why an auxiliary invariant may not be used, or ''. It must be rational in the others, or a positive square root."""
    count = len(listed)
    if not 0 <= record.index < count or any(not 0 <= k < record.index for k in record.over):
        return "a relation names an invariant that is not there"
    if not _holds(frame, listed, record):
        return "a relation between invariants does not hold"
    lead = record.coefficients[-1]
    value = frame.ring.zero
    for exponents, c in lead.terms:
        term = frame.ring.scalar(c)
        for k, e in zip(record.over, exponents, strict=True):
            term = term * _squared(frame, listed[k].value) ** e  # type: ignore[operator]
        value = value + term
    if frame.vanishes(value):
        return "the leading coefficient of a relation vanishes"
    if len(record.coefficients) == 2:
        return ""
    if len(record.coefficients) == 3 and not record.coefficients[1].terms:
        candidate = frame.lift(listed[record.index].value.numerators[0])
        for inequality in frame.problem.inequalities:
            numerator, denominator = frame.fraction(inequality)
            if denominator.is_constant() and numerator == candidate * (1 if denominator > 0 else -1):
                return ""
            if denominator == 1 and numerator == candidate:
                return ""
    return "an auxiliary invariant is not a function of the others"


def _minimal(frame: Frame, sample: Sample, listed: Sequence[KernelInvariant], record: InvariantRelation) -> bool:
    """The relation holds, is irreducible over QQ as a polynomial in J and independent others: the minimal one of J."""
    if frame.ring.offset or not _holds(frame, listed, record):
        return False
    polynomials = [_squared(frame, listed[k].value) for k in record.over]
    point = sample.points.point()
    if point is None:
        return False
    rows = [sample.compiled(p).gradient(point) for p in polynomials if p is not None]
    normals = sample.normals(point)
    if sample.rank([*normals, *rows]) - sample.rank(normals) < len(rows):
        return False
    ring = PolynomialRing(len(record.over) + 1)
    total = ring.zero
    for power, coefficient in enumerate(record.coefficients):
        table = {(*exponents, power): c for exponents, c in coefficient.terms}
        total = total + ring.element(table)
    _, factors = total.factor()
    return len([f for f, _ in factors if ring.degree(f, len(record.over))]) == 1 and all(
        e == 1 for f, e in factors if ring.degree(f, len(record.over))
    )
