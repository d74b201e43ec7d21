"""Irreducible representations of so(3) = su(2): the ladder operators, in complex and in real bases.

The Lie algebra has generators X, Y, Z with [X, Y] = Z, [Y, Z] = X, [Z, X] = Y, the infinitesimal rotations about the
axes. In the basis |j, m>, m = j, j-1, …, -j, they are -i J_x, -i J_y, -i J_z with J_± |j, m> = c |j, m ± 1>,
c = sqrt((j ∓ m)(j ± m + 1)) (A. Edmonds, *Angular Momentum in Quantum Mechanics*, section 2.3).

For whole l the real spherical harmonics without the Condon-Shortley sign, in the order m = -l, …, l (for m < 0 the ones with
sin |m| phi), are a real basis: for l = 1 they are y, z, x. Orthonormal harmonics have matrices with square roots;
`rational_harmonics` are not normalised: their matrices are rational.
"""

from __future__ import annotations

from fractions import Fraction

from catalg.exact.field import Alg, I, sqrt_rational
from catalg.families.tables import Table, commutator, realified
from catalg.model.scalars import Scalar


def _root(square: Fraction) -> Scalar:
    root: Alg = sqrt_rational(square)
    return root.as_fraction() if root.is_rational else root


LARGEST_NORMALISED = 6
"""Largest degree of normalised harmonics; beyond it the matrices would need too many square roots at once."""

LARGEST_NORMALISED_SPIN = 4
"""The same for spins over the complex numbers, where i is adjoined as well."""


def spin(j: Fraction) -> tuple[tuple[Table, Table], tuple[Table, Table], tuple[Table, Table]]:
    """The images of X, Y, Z on C^(2j+1), each as (real part, imaginary part), in the basis m = j, j-1, …, -j.

    The basis is orthonormal up to `LARGEST_NORMALISED_SPIN`; above it the vectors are scaled so that J_- |j, m> =
    (j + m) |j, m - 1>.

    >>> spin(Fraction(1, 2))[2][1]
    {(0, 0): Fraction(-1, 2), (1, 1): Fraction(1, 2)}
    """
    size = int(2 * j) + 1
    x: dict[tuple[int, int], Scalar] = {}
    y: dict[tuple[int, int], Scalar] = {}
    z: dict[tuple[int, int], Scalar] = {}
    for k in range(size):
        m = j - k
        if m:
            z[k, k] = -m
        if k + 1 < size:
            square = Fraction((j + m) * (j - m + 1), 4)
            down: Scalar = _root(square) if j <= LARGEST_NORMALISED_SPIN else Fraction(j + m, 2)
            up = square / down
            x[k, k + 1], x[k + 1, k] = -up, -down
            y[k, k + 1], y[k + 1, k] = -up, down
    return ({}, x), (y, {}), ({}, z)


def complex_spin(j: Fraction) -> tuple[Table, Table, Table]:
    """The images of X, Y, Z over the complex numbers, in the basis m = j, j-1, …, -j."""
    x, y, z = spin(j)
    return _complex(x), _complex(y), _complex(z)


def real_spin(j: Fraction) -> tuple[Table, Table, Table]:
    """The images of X, Y, Z on C^(2j+1) as a real space of twice the dimension."""
    x, y, z = spin(j)
    return realified(*x), realified(*y), realified(*z)


def _complex(parts: tuple[Table, Table]) -> Table:
    total: dict[tuple[int, int], Scalar] = dict(parts[0])
    for key, value in parts[1].items():
        total[key] = total.get(key, 0) + I * value
    return total


def _harmonics(l: int, ladder: list[Scalar]) -> tuple[Table, Table, Table]:
    """The images of X, Y, Z on scaled harmonics: Y sends the one of order m to `ladder[m]` times the one of order m + 1.

    The scale of a harmonic depends on |m| only, and the product of the entries up and down does not depend on it.
    """
    y: dict[tuple[int, int], Scalar] = {}
    z: dict[tuple[int, int], Scalar] = {}
    for m in range(1, l + 1):
        z[l - m, l + m], z[l + m, l - m] = m, -m
    for m in range(l):
        up = ladder[m]
        down: Scalar = -_ladder_square(l, m) / up
        y[l + m + 1, l + m], y[l + m, l + m + 1] = up, down
        if m:
            y[l - m - 1, l - m], y[l - m, l - m - 1] = up, down
    return commutator(y, z), y, z


def _ladder_square(l: int, m: int) -> Fraction:
    return Fraction((l - m) * (l + m + 1), 2 if m == 0 else 4)


def harmonics(l: int) -> tuple[Table, Table, Table]:
    """The images of X, Y, Z on the orthonormal real spherical harmonics of degree l, as skew matrices.

    >>> harmonics(1)[1] == {(2, 1): 1, (1, 2): -1}        # the rotation about y turns z towards x
    True
    """
    return _harmonics(l, [_root(_ladder_square(l, m)) for m in range(l)])


def rational_harmonics(l: int) -> tuple[Table, Table, Table]:
    """The images of X, Y, Z on the harmonics P_l^|m|(cos theta) (cos, sin)(|m| phi), which are rational matrices.

    Here P_l^m(t) = (1 - t^2)^(m/2) d^m P_l/dt^m: the polynomials `exact.special.solid_harmonic` on the unit sphere.

    >>> rational_harmonics(2)[1][3, 2], rational_harmonics(2)[1][2, 3]
    (1, Fraction(-3, 1))
    """
    return _harmonics(l, [1 if m == 0 else Fraction(1, 2) for m in range(l)])


def reflected(l: int, parity: int) -> Table:
    """The reflection z -> -z on harmonics of degree l whose parity under the inversion is +1 or -1."""
    return {(l + m, l + m): parity * (-1 if m % 2 else 1) for m in range(-l, l + 1)}
