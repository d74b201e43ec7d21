"""Polynomial equivariants of one degree, by exact linear algebra.

The unknown K has one undetermined coefficient for each component of V and each monomial; xi K = drho K is linear in them, and
so is K o s = rho(s) K. Elements that act diagonally cut the monomials down to those of the right weight beforehand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import lcm

from catalg.exact.field import Alg, Scalar
from catalg.exact.nullspace import nullspace
from catalg.exact.sparse import SparseMatrix, plain
from catalg.strategies.kernels.system import Element, LieElement, System, combination

Exponents = tuple[int, ...]
Covariant = tuple[Element, ...]
Degree = tuple[int, ...]


def grading(system: System) -> tuple[tuple[int, ...], ...] | None:
    """Groups of coordinates by whose degrees the equivariants split: the blocks, all together, or None (only a filtration)."""
    ring = system.ring
    fields = [e.images for e in system.lie if e.scale == 1]
    maps = [tuple(num for num, _ in s.images) for s in system.discrete if all(den == 1 for _, den in s.images)]
    if len(fields) != len(system.lie) or len(maps) != len(system.discrete):
        return None

    def respects(groups: Sequence[Sequence[int]]) -> bool:
        for images in (*fields, *maps):
            for group in groups:
                inside = set(group)
                for k in group:
                    for exponents in ring.table(images[k]):
                        if sum(exponents) != 1 or not any(exponents[j] for j in inside):
                            return False
        return True

    by_block = tuple(block.positions for block in system.blocks)
    if respects(by_block):
        return by_block
    everything = (tuple(range(ring.size)),)
    return everything if respects(everything) else None


def degrees(groups: Sequence[Sequence[int]] | None, total: int) -> Iterator[Degree]:
    """The multidegrees of a total degree, balanced ones last."""
    count = len(groups) if groups is not None else 1
    found = [d for d in product(range(total + 1), repeat=count) if sum(d) == total]
    yield from sorted(found, reverse=True)


def monomials(system: System, groups: Sequence[Sequence[int]] | None, degree: Degree) -> list[Exponents]:
    """The monomials of a multidegree; all up to the degree for a filtration."""
    size = system.size
    if groups is None:
        return [e for d in range(degree[0] + 1) for e in _of_degree(range(size), d, size)]
    parts = [list(_of_degree(group, d, size)) for group, d in zip(groups, degree, strict=True)]
    return [tuple(map(sum, zip(*choice, strict=True))) if choice else (0,) * size for choice in product(*parts)]


def _of_degree(group: Iterable[int], degree: int, size: int) -> Iterator[Exponents]:
    for choice in combinations_with_replacement(list(group), degree):
        exponents = [0] * size
        for k in choice:
            exponents[k] += 1
        yield tuple(exponents)


def torus(system: System, elements: Sequence[LieElement]) -> list[tuple[tuple[Scalar, ...], tuple[Scalar, ...]]]:
    """Weights (on coordinates, on V) of the elements of the span that act diagonally on both."""
    ring = system.ring
    usable = [e for e in elements if e.scale == 1]
    rows: dict[object, dict[int, Scalar]] = {}
    for index, element in enumerate(usable):
        for k, image in enumerate(element.images):
            for exponents, c in ring.table(image).items():
                if not (sum(exponents) == 1 and exponents[k] == 1):
                    rows.setdefault((k, exponents), {})[index] = c
        for i, row in enumerate(element.rho):
            for j, c in enumerate(row):
                if i != j and c != 0:
                    rows.setdefault((i, j), {})[index] = c
    weights = []
    for vector in nullspace(SparseMatrix.of(list(rows.values()), len(usable))):
        element = combination(ring, usable, [vector.get(k, 0) for k in range(len(usable))])
        if element.trivial and all(c == 0 for row in element.rho for c in row):
            continue
        on_coordinates = tuple(
            plain(ring.table(image).get(tuple(int(j == k) for j in range(ring.size)), 0))
            for k, image in enumerate(element.images)
        )
        weights.append((on_coordinates, tuple(element.rho[i][i] for i in range(len(element.rho)))))
    return weights


def lie_solutions(
    system: System,
    elements: Sequence[LieElement],
    candidates: Sequence[Exponents],
    weights: Sequence[tuple[tuple[Scalar, ...], tuple[Scalar, ...]]] = (),
    twist: Sequence[Element] | None = None,
) -> list[Covariant]:
    """All K with the given monomials and xi K = (drho + twist) K for every element."""
    ring, m = system.ring, system.dimension
    columns: list[tuple[int, Exponents]] = []
    for i in range(m):
        for exponents in candidates:
            if all(sum((c * e for c, e in zip(on, exponents, strict=True) if e), 0) == diag[i] for on, diag in weights):
                columns.append((i, exponents))
    if not columns:
        return []
    rows: dict[object, dict[int, Scalar]] = {}
    for number, element in enumerate(elements):
        fields = [list(ring.table(image).items()) for image in element.images]
        scale = list(ring.table(element.scale).items())
        extra = list(ring.table(twist[number]).items()) if twist is not None else []
        by_column = [[(k, row[i]) for k, row in enumerate(element.rho) if row[i] != 0] for i in range(m)]
        for index, (i, exponents) in enumerate(columns):
            for j, power in enumerate(exponents):
                if not power:
                    continue
                for gamma, c in fields[j]:
                    key = list(exponents)
                    key[j] -= 1
                    for k, g in enumerate(gamma):
                        key[k] += g
                    _accumulate(rows, (number, i, tuple(key)), index, power * c)
            for k, c in by_column[i]:
                for gamma, s in scale:
                    _accumulate(rows, (number, k, _sum(exponents, gamma)), index, -c * s)
            for gamma, c in extra:
                _accumulate(rows, (number, i, _sum(exponents, gamma)), index, -c)
    matrix = SparseMatrix.of([row for row in rows.values() if row], len(columns), system.number_field)
    return [_assemble(system, columns, vector) for vector in nullspace(matrix)]


def _sum(a: Exponents, b: Exponents) -> Exponents:
    return tuple(x + y for x, y in zip(a, b, strict=True))


def _accumulate(rows: dict[object, dict[int, Scalar]], key: object, index: int, value: Scalar) -> None:
    row = rows.setdefault(key, {})
    total = row.get(index, 0) + value
    if total == 0:
        row.pop(index, None)
    else:
        row[index] = total


def _assemble(system: System, columns: Sequence[tuple[int, Exponents]], vector: dict[int, Scalar]) -> Covariant:
    tables: list[dict[Exponents, Scalar]] = [{} for _ in range(system.dimension)]
    for j, value in vector.items():
        i, exponents = columns[j]
        tables[i][exponents] = value
    return tuple(system.ring.element(table) for table in tables)


def fixed_by_discrete(
    system: System, space: Sequence[Covariant], signs: Sequence[int] | None = None
) -> list[Covariant]:
    """The combinations K of a space with K o s = sign·rho(s) K for every discrete generator s."""
    ring = system.ring
    current = list(space)
    for number, s in enumerate(system.discrete):
        if not current:
            return []
        sign = signs[number] if signs is not None else 1
        degrees_ = [max(ring.degree(f, k) for K in current for f in K) for k in range(ring.size)]
        bottom = ring.one
        for (_, den), d in zip(s.images, degrees_, strict=True):
            bottom = bottom * den**d
        rows: dict[object, dict[int, Scalar]] = {}
        for index, K in enumerate(current):
            moved = [_composed(system, f, s.images, degrees_) for f in K]
            for i in range(system.dimension):
                image = ring.zero
                for j, c in enumerate(s.rho[i]):
                    if c != 0 and K[j] != 0:
                        image = image + ring.scalar(c) * K[j]
                for exponents, c in ring.table(moved[i] - ring.reduce(image * bottom) * sign).items():
                    rows.setdefault((i, exponents), {})[index] = c
        matrix = SparseMatrix.of(list(rows.values()), len(current), system.number_field)
        current = [combine(system, current, v) for v in nullspace(matrix)]
    return current


def _composed(
    system: System, element: Element, images: Sequence[tuple[Element, Element]], top: Sequence[int]
) -> Element:
    """element o s times the product of den_k^top_k."""
    ring = system.ring
    if all(den == 1 for _, den in images):
        return ring.substitute(element, [num for num, _ in images])
    total = ring.zero
    for exponents, c in ring.table(element).items():
        term = ring.scalar(c)
        for (num, den), e, d in zip(images, exponents, top, strict=True):
            term = term * num**e * den ** (d - e)
        total = total + term
    return ring.reduce(total)


def combine(system: System, space: Sequence[Covariant], weights: dict[int, Scalar]) -> Covariant:
    """A linear combination of covariants."""
    ring = system.ring
    out = [ring.zero] * len(space[0])
    for j, c in weights.items():
        factor = ring.scalar(c)
        out = [a + factor * b for a, b in zip(out, space[j], strict=True)]
    return tuple(ring.reduce(f) for f in out)


def primitive(system: System, covariant: Covariant) -> Covariant:
    """The multiple with coprime integral coefficients and a positive leading one, the smaller of two that differ by a square root."""
    one = _integral(system, covariant)
    root = _square_root(system, covariant)
    if root is None:
        return one
    two = _integral(system, tuple(f * system.ring.scalar(root) for f in covariant))
    return min(one, two, key=lambda K: _size(system, K))


def _square_root(system: System, covariant: Covariant) -> Alg | None:
    """The square root in the coefficients, if there is just one."""
    found: dict[str, Alg] = {}
    for f in covariant:
        for value in system.ring.table(f).values():
            if isinstance(value, Alg):
                terms = list(value.radical_terms())
                if any(len(radicals) > 1 or any(not r.startswith("sqrt(") for r in radicals) for _, radicals in terms):
                    return None
                for c, radicals in terms:
                    if radicals and len(terms) == 1:
                        found[radicals[0]] = value / Fraction(c)
    return next(iter(found.values())) if len(found) == 1 else None


def _size(system: System, covariant: Covariant) -> Fraction:
    total = Fraction(0)
    for f in covariant:
        for value in system.ring.table(f).values():
            total += sum(abs(c) for c in value.coefficients) if isinstance(value, Alg) else abs(Fraction(value))
    return total


def _integral(system: System, covariant: Covariant) -> Covariant:
    ring = system.ring
    parts: list[Fraction] = []
    lead: Scalar = 0
    for f in covariant:
        table = ring.table(f)
        for e in sorted(table, reverse=True):
            value = table[e]
            if lead == 0:
                lead = value
            parts += list(value.coefficients) if isinstance(value, Alg) else [Fraction(value)]
    if not parts:
        return covariant
    bottom = lcm(*(p.denominator for p in parts))
    top = 0
    for p in parts:
        top = _gcd(top, abs(p.numerator) * (bottom // p.denominator))
    first = next(c for c in (lead.coefficients if isinstance(lead, Alg) else (Fraction(lead),)) if c)
    factor = Fraction(bottom, top) * (1 if first > 0 else -1)
    return tuple(f * ring.scalar(factor) for f in covariant)


def _gcd(a: int, b: int) -> int:
    while b:
        a, b = b, a % b
    return a
