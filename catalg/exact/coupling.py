"""Wigner's 3j symbols, exactly, and the coupling of real spherical harmonics.

Racah's formula gives a 3j symbol as a rational number times the square root of one (A. Edmonds, *Angular Momentum in Quantum
Mechanics*, (3.6.10)). In the real basis R_0 = Y_0, R_m = ((-1)^m Y_m + Y_-m)/sqrt(2), R_-m = -i((-1)^m Y_m - Y_-m)/sqrt(2), m > 0, of the
harmonics (real ones without, Y_m with the Condon-Shortley sign) the invariant tensor is real for even l + J + L and imaginary
for odd; then it is divided by i. All the square roots in one entry are rational multiples of each other.

The coupling matrix of degree L from degree l to degree J is

    C(x)[b, a] = sqrt(2J + 1) sum_c T_abc r^L R_c(x/r) sqrt(4 pi/(2L + 1)),

a (2J+1) x (2l+1) matrix of homogeneous harmonic polynomials of degree L with C(gx) = D_J(g) C(x) D_l(g)^-1; its entries are in the
bases of `irrep(l)`: orthonormal harmonics up to degree 6, above it the multiples whose representation matrices are rational.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import factorial

from catalg.exact.functions import LARGEST_COUPLED
from catalg.exact.special import solid_harmonic
from catalg.exact.surds import joined, root, squarefree
from catalg.terms import Term, add, mul, num, power

LARGEST_NORMALISED = 6
"""Largest degree whose harmonics are orthonormal in the basis of `irrep(l)`."""

Entry = tuple[int, dict[tuple[int, int, int], Fraction]]
"""A squarefree q and a polynomial p with rational coefficients: sqrt(q) p."""


class NotCoupled(ValueError):
    """No coupling matrix of these degrees."""


def three_j(
    l: Fraction, J: Fraction, L: Fraction, m: Fraction, n: Fraction, k: Fraction
) -> tuple[Fraction, int]:
    """The 3j symbol (l J L; m n k) as (c, q), c sqrt(q) with q squarefree; zero where a selection rule is broken.

    >>> three_j(*map(Fraction, (1, 1, 0, 1, -1, 0)))
    (Fraction(1, 3), 3)
    >>> three_j(*map(Fraction, ("1/2", "1/2", 1, "1/2", "1/2", -1)))
    (Fraction(-1, 3), 3)
    """
    whole = all((j + i).denominator == 1 and abs(i) <= j for j, i in ((l, m), (J, n), (L, k)))
    if not whole or m + n + k != 0 or not abs(l - J) <= L <= l + J or (l + J + L).denominator != 1:
        return Fraction(0), 1
    up, down = (int(l + m), int(J + n), int(L + k)), (int(l - m), int(J - n), int(L - k))
    return _racah(int(l + J - L), int(l - J + L), int(J + L - l), up, down)


def _racah(
    third: int, second: int, first: int, up: tuple[int, int, int], down: tuple[int, int, int]
) -> tuple[Fraction, int]:
    """The formula, in l+J-L, l-J+L, J+L-l and the sums and differences of degrees and orders, all integers."""
    f = factorial
    one, two = third - down[1], third - up[0]
    total = Fraction(0)
    for t in range(max(0, one, two), min(third, down[0], up[1]) + 1):
        bottom = f(t - two) * f(t - one) * f(third - t) * f(down[0] - t) * f(up[1] - t) * f(t)
        total += Fraction(-1 if t % 2 else 1, bottom)
    if not total:
        return Fraction(0), 1
    outside, inside = _factorial_root(first + second + third + 1)
    scale = Fraction(outside, f(first + second + third + 1))
    for value in (first, second, third, *up, *down):
        outside, radicand = _factorial_root(value)
        common, inside = joined(inside, radicand)
        scale *= outside * common
    return (-1 if (up[0] + down[0] - up[1] - down[1] - up[2] + down[2]) // 2 % 2 else 1) * scale * total, inside


@cache
def _factorial_root(value: int) -> tuple[int, int]:
    """(s, q) with value! = s² q, q squarefree."""
    if value < 2:
        return 1, 1
    outside, inside = _factorial_root(value - 1)
    one, own = squarefree(value)
    common, inside = joined(inside, own)
    return outside * one * common, inside


def _real_part(order: int, index: int) -> tuple[int, int]:
    """(s, e): the coefficient of R_index in Y_order is s i^e, times 1/sqrt(2) where the index is not 0."""
    if index == 0 or order == 0:
        return (1 if order == index else 0), 0
    if abs(order) != abs(index):
        return 0, 0
    sign = -1 if order > 0 and order % 2 else 1
    if index > 0:
        return sign, 0
    return (sign if order > 0 else -sign), 1


@cache
def real_three_j(l: int, J: int, L: int) -> dict[tuple[int, int, int], tuple[Fraction, int]]:
    """The invariant tensor T_abc of R_l (x) R_J (x) R_L, of norm 1, by its nonzero entries c sqrt(q).

    >>> real_three_j(1, 1, 0)[1, 1, 0]
    (Fraction(-1, 3), 3)
    """
    table: dict[tuple[int, int, int], tuple[Fraction, int]] = {}
    odd = (l + J + L) % 2
    for a in range(-l, l + 1):
        for b in range(-J, J + 1):
            if ((a < 0) + (b < 0)) % 2 == odd:
                orders = {abs(a) + abs(b), abs(abs(a) - abs(b))}
            else:
                orders = {-abs(a) - abs(b), -abs(abs(a) - abs(b))} - {0}
            for c in sorted(orders):
                if abs(c) > L or c == 0 and (a < 0) + (b < 0) + odd in (1, 3):
                    continue
                found = _real_entry((l, J, L), (a, b, c), odd)
                if found is not None:
                    table[a, b, c] = found
    return table


def _real_entry(degrees: tuple[int, int, int], indices: tuple[int, int, int], odd: int) -> tuple[Fraction, int] | None:
    """One entry: the sum over the orders of either sign, of which opposite ones contribute the same."""
    (l, J, L), (a, b, c) = degrees, indices
    total, inside = Fraction(0), 1
    m = abs(a)
    for n in {b, -b} if a else {abs(b)}:
        k = -m - n
        if abs(k) != abs(c):
            continue
        value, radicand = _racah(l + J - L, l - J + L, J + L - l, (l + m, J + n, L + k), (l - m, J - n, L - k))
        if not value:
            continue
        parts = [_real_part(m, a), _real_part(n, b), _real_part(k, c)]
        turn = sum(e for _, e in parts) - odd
        total, inside = total + parts[0][0] * parts[1][0] * parts[2][0] * (-1 if turn % 4 else 1) * value, radicand
    if not total:
        return None
    nonzero = sum(i != 0 for i in indices)
    outside, inside = joined(inside, 2 if nonzero % 2 else 1)
    return total * outside * Fraction(2 if nonzero else 1, 2 ** ((nonzero + 1) // 2)), inside


def squared_length(l: int, m: int) -> Fraction:
    """n² for the solid harmonic p of `solid_harmonic(l, m)`: n p is r^l R_m sqrt(4 pi/(2l+1)).

    >>> squared_length(1, 1), squared_length(2, 0)
    (Fraction(1, 1), Fraction(1, 1))
    """
    return Fraction((2 if m else 1) * factorial(l - abs(m)), factorial(l + abs(m)))


def check_degrees(l: int, J: int, L: int) -> None:
    """Raises NotCoupled unless |l - J| <= L <= l + J and the degrees are within the limit."""
    if min(l, J, L) < 0 or not abs(l - J) <= L <= l + J:
        raise NotCoupled(f"degrees {l} and {J} couple through L = {abs(l - J)}, …, {l + J}, not through {L}")
    if max(l, J) > LARGEST_COUPLED:
        raise NotCoupled(f"couplings are written out up to degree {LARGEST_COUPLED}")


@cache
def coupling_matrix(l: int, J: int, L: int) -> tuple[tuple[Entry, ...], ...]:
    """C(x) by rows. Raises NotCoupled.

    >>> coupling_matrix(0, 1, 1)[0]
    ((1, {(0, 1, 0): Fraction(1, 1)}),)
    """
    check_degrees(l, J, L)
    entries: dict[tuple[int, int], Entry] = {}
    lengths = {c: root((2 * J + 1) * squared_length(L, c)) for c in range(-L, L + 1)}
    for (a, b, c), (value, radicand) in real_three_j(l, J, L).items():
        basis = Fraction(1)
        if J > LARGEST_NORMALISED:
            basis *= squared_length(J, b)
        if l > LARGEST_NORMALISED:
            basis /= squared_length(l, a)
        scale, first = root(basis)
        length, second = lengths[c]
        one, inside = joined(radicand, first)
        two, inside = joined(inside, second)
        factor = value * scale * length * one * two * _sign(l, J, L)
        known, table = entries.get((b, a), (inside, {}))
        assert known == inside
        for exponents, coefficient in solid_harmonic(L, c):
            total = table.get(exponents, 0) + factor * coefficient
            if total:
                table[exponents] = total
            else:
                table.pop(exponents, None)
        entries[b, a] = (inside, table)
    nothing: Entry = (1, {})
    return tuple(tuple(entries.get((b, a), nothing) for a in range(-l, l + 1)) for b in range(-J, J + 1))


def _sign(l: int, J: int, L: int) -> int:
    """The sign that makes C the identity for L = 0 and Y_J for l = 0."""
    return -1 if (l + J + L) // 2 % 2 else 1


def coupling_terms(l: int, J: int, L: int, x: tuple[Term, Term, Term]) -> tuple[Term, ...]:
    """The entries of C(x), by rows, as formulas in the coordinates. Raises NotCoupled."""
    entries = []
    for row in coupling_matrix(l, J, L):
        for inside, table in row:
            body = add(*(
                mul(num(c), *(power(v, num(e)) for v, e in zip(x, exponents, strict=True) if e))
                for exponents, c in sorted(table.items(), reverse=True)
            ))  # fmt: skip
            entries.append(mul(power(num(inside), num(Fraction(1, 2))), body) if inside != 1 else body)
    return tuple(entries)
