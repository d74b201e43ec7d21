"""From echelon bases modulo primes to candidates over a number field.

A prime that splits completely gives one image for every root of the minimal polynomial.  Images with the same leading
indices are interpolated in the root, combined by the Chinese remainder theorem, and their coefficients reconstructed as
rationals by Wang's half-extended Euclid (P. Wang, *A p-adic algorithm for univariate partial fractions*, 1981).
Candidates are guesses: the caller checks them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from math import isqrt
from typing import NamedTuple

from catalg.exact.field import NumberField, simplify
from catalg.exact.gauss_jordan import Kernel
from catalg.exact.modular import WORD, primes_below, roots_mod_p, splits
from catalg.exact.sparse import Vector

MAX_PRIMES = 400
"""Usable primes after which no more candidates are offered."""

PRIME_SEARCH = 50_000
"""Prime numbers examined in search of those that split completely."""


class _Image(NamedTuple):
    """A basis with coefficients in the power basis of the field, modulo `modulus`."""

    pivots: tuple[int, ...]
    modulus: int
    vectors: tuple[dict[int, tuple[int, ...]], ...]


def lifted_bases(
    field: NumberField, modulo: Callable[[int, int], Kernel], better: Callable[[tuple[int, ...], tuple[int, ...]], bool]
) -> Iterator[list[Vector]]:
    """Candidates for an echelon basis over the field, from one prime, then more.

    `modulo(p, r)` computes the basis modulo p with the generator sent to r (`ZeroDivisionError` rejects the prime);
    `better(a, b)` says that leading indices a are nearer to the exact ones than b (bad primes move them one way only).
    """
    image: _Image | None = None
    used, attempt_at = 0, 1
    for tried, p in enumerate(primes_below(WORD)):
        if used >= MAX_PRIMES or tried >= PRIME_SEARCH:
            return
        if not splits(field, p):
            continue
        roots = roots_mod_p(field, p)
        try:
            parts = [modulo(p, root) for root in roots]
        except ZeroDivisionError:
            continue
        used += 1
        pivots = parts[0].pivots
        if any(part.pivots != pivots for part in parts):
            continue
        if image is None or better(pivots, image.pivots):
            image, attempt_at = _interpolate(parts, roots, p), used
        elif image.pivots == pivots:
            image = _chinese(image, _interpolate(parts, roots, p))
        if used >= attempt_at:
            candidate = _reconstruct(image, field)
            if candidate is not None:
                yield candidate
            attempt_at = used + max(1, used // 2)


def _interpolate(parts: list[Kernel], roots: tuple[int, ...], p: int) -> _Image:
    if len(roots) == 1:
        return _Image(parts[0].pivots, p, tuple({j: (x,) for j, x in v.items()} for v in parts[0].vectors))
    weights = _lagrange(roots, p)
    n = len(roots)
    constant = (1,) + (0,) * (n - 1)
    vectors: list[dict[int, tuple[int, ...]]] = []
    for k in range(len(parts[0].vectors)):
        images = [part.vectors[k] for part in parts]
        out: dict[int, tuple[int, ...]] = {}
        for j in sorted(set().union(*images)):
            values = [v.get(j, 0) for v in images]
            first = values[0]
            if values.count(first) == n:
                out[j] = constant if first == 1 else (first, *constant[1:])
            else:
                out[j] = tuple(sum(w * x for w, x in zip(row, values, strict=True)) % p for row in weights)
        vectors.append(out)
    return _Image(parts[0].pivots, p, tuple(vectors))


def _lagrange(roots: tuple[int, ...], p: int) -> list[list[int]]:
    """The inverse Vandermonde matrix: row k gives the coefficient of x^k from the values at the roots."""
    n = len(roots)
    columns: list[list[int]] = []
    for i, r in enumerate(roots):
        polynomial, scale = [1], 1
        for j, s in enumerate(roots):
            if j != i:
                shifted = [0, *polynomial]
                for k, c in enumerate(polynomial):
                    shifted[k] = (shifted[k] - s * c) % p
                polynomial = shifted
                scale = scale * (r - s) % p
        inverse = pow(scale, -1, p)
        columns.append([c * inverse % p for c in polynomial])
    return [[columns[i][k] for i in range(n)] for k in range(n)]


def _chinese(first: _Image, second: _Image) -> _Image:
    m, p = first.modulus, second.modulus
    lift = m * pow(m, -1, p)
    modulus = m * p
    zero = (0,) * next((len(c) for v in first.vectors for c in v.values()), 1)
    vectors = []
    for a, b in zip(first.vectors, second.vectors, strict=True):
        out = {}
        for j in a.keys() | b.keys():
            x, y = a.get(j, zero), b.get(j, zero)
            out[j] = x if x == y else tuple((s + (t - s) * lift) % modulus for s, t in zip(x, y, strict=True))
        vectors.append(out)
    return _Image(first.pivots, modulus, tuple(vectors))


def rational_reconstruction(residue: int, modulus: int) -> Fraction | None:
    """The fraction a/b with |a|, b <= sqrt(modulus / 2) and a = residue * b (mod modulus), if there is one.

    >>> rational_reconstruction(pow(3, -1, 10007) * 2 % 10007, 10007)
    Fraction(2, 3)
    """
    bound = isqrt(modulus // 2)
    r0, r1, t0, t1 = modulus, residue % modulus, 0, 1
    while r1 > bound:
        q = r0 // r1
        r0, r1, t0, t1 = r1, r0 - q * r1, t1, t0 - q * t1
    if t1 == 0 or abs(t1) > bound:
        return None
    found = Fraction(r1, t1)
    return found if found.denominator == abs(t1) else None


def _reconstruct(image: _Image, field: NumberField) -> list[Vector] | None:
    modulus = image.modulus
    known: dict[int, Fraction | None] = {0: Fraction(0), 1: Fraction(1), modulus - 1: Fraction(-1)}
    whole: dict[tuple[int, ...], object] = {}
    basis: list[Vector] = []
    for vector in image.vectors:
        out: Vector = {}
        for j in sorted(vector):
            residues = vector[j]
            scalar = whole.get(residues)
            if scalar is None:
                coefficients = []
                for c in residues:
                    if c not in known:
                        known[c] = rational_reconstruction(c, modulus)
                    value = known[c]
                    if value is None:
                        return None
                    coefficients.append(value)
                scalar = whole[residues] = simplify(
                    coefficients[0] if field.degree == 1 else field.element(coefficients)
                )
            if scalar:
                out[j] = scalar  # type: ignore[assignment]
        basis.append(out)
    return basis
