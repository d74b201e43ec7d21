"""Irreducible representations of the circle and of finite rotations, with or without reflections.

irrep(m) turns by m times the angle. Over CC it is a character of SO(2) and Cyclic(n); over RR it is 2-dimensional for m > 0,
and for Cyclic(n) 1-dimensional where 2m is a multiple of n. With reflections, s acts as diag(1, -1).
"""

from __future__ import annotations

from fractions import Fraction
from math import lcm

from catalg.exact.field import FieldTooLarge, I, cos_pi, root_of_unity, sin_pi
from catalg.exact.radicals import real_cyclotomic_field
from catalg.families import arguments, refusals
from catalg.families.explicit import character, explicit
from catalg.families.tables import Table, diagonal, rotation, scaled
from catalg.model.group import Group
from catalg.model.protocols import Argument
from catalg.model.representation import Rep
from catalg.model.scalars import BaseField, Scalar

LARGEST_FREQUENCY = 10**6


def frequency(given: tuple[Argument, ...]) -> int:
    """The frequency m. Raises FamilyError."""
    value = arguments.half_integer(arguments.one(given, "`irrep`", "the frequency m"), "the frequency m of `irrep`")
    if value.denominator == 2:
        raise refusals.label(f"irrep({value}) is not single-valued on the circle", "the frequency m is a whole number")
    m = int(value)
    arguments.bounded(abs(m), "the frequency m of `irrep`", 0, LARGEST_FREQUENCY)
    return m


def rotation_irrep(group: Group, given: tuple[Argument, ...], field: BaseField) -> Rep:
    """irrep(m) of a group that turns the plane by its Lie generator X (other generators act trivially)."""
    m = frequency(given)
    if field.kind == "complex":
        return character(group, field, {"X": I * m if m else 0}, f"irrep({m})")
    if m == 0:
        return character(group, field, {}, "irrep(0)")
    return explicit(group, field, 2, _padded(group, {"X": scaled(m, rotation(0, 1))}, 2), f"irrep({m})")


def reflection_irrep(group: Group, given: tuple[Argument, ...], field: BaseField) -> Rep:
    """irrep(m) of a group that turns the plane by X and reflects it by s."""
    m = frequency(given)
    if m == 0:
        return character(group, field, {}, "irrep(0)")
    tables = {"X": scaled(m, rotation(0, 1)), "s": diagonal((1, -1))}
    return explicit(group, field, 2, _padded(group, tables, 2), f"irrep({m})")


LARGEST_BY_RADICALS = 30
"""Up to this order sine and cosine are found apart, written by square roots where they are; above it in one field."""


def turn(m: int, n: int) -> Table:
    """The rotation by 2 pi m/n. Raises FamilyError where its entries lie in no field that is built."""
    angle = Fraction(2 * m, n)
    try:
        c, s = _cosine_and_sine(angle)
    except FieldTooLarge as error:
        raise refusals.label(f"the rotation by {angle}*pi has entries of too high a degree", str(error)) from None
    table: dict[tuple[int, int], Scalar] = {(0, 0): c, (1, 1): c, (1, 0): s, (0, 1): -s}
    return {key: value for key, value in table.items() if value != 0}


def _cosine_and_sine(angle: Fraction) -> tuple[Scalar, Scalar]:
    order = (angle / 2).denominator
    if order <= LARGEST_BY_RADICALS:
        return cos_pi(angle), sin_pi(angle)
    common = lcm(order, 4)
    step = real_cyclotomic_field(common).generator
    steps = int(angle / 2 * common) % common
    cosines = [step.field(2), step]
    while len(cosines) < common:
        cosines.append(step * cosines[-1] - cosines[-2])
    return cosines[steps] / 2, cosines[(steps - common // 4) % common] / 2


def _root(n: int, m: int) -> Scalar:
    try:
        return root_of_unity(n, m)
    except FieldTooLarge as error:
        raise refusals.label(f"the {n}-th root of unity has too high a degree", str(error)) from None


def cyclic_irrep(group: Group, n: int, given: tuple[Argument, ...], field: BaseField) -> Rep:
    """irrep(m) of Cyclic(n) with generator r."""
    m = frequency(given)
    if 2 * m % n == 0:
        return character(group, field, {"r": 1 if m % n == 0 else -1}, f"irrep({m})")
    if field.kind == "complex":
        return character(group, field, {"r": _root(n, m)}, f"irrep({m})")
    return explicit(group, field, 2, (("r", turn(m % n, n)),), f"irrep({m})")


def dihedral_irrep(group: Group, n: int, given: tuple[Argument, ...], field: BaseField) -> Rep:
    """irrep(m) of Dihedral(n) with generators r and s."""
    m = frequency(given)
    if 2 * m % n == 0:
        return character(group, field, {"r": 1 if m % n == 0 else -1}, f"irrep({m})")
    return explicit(group, field, 2, (("r", turn(m % n, n)), ("s", diagonal((1, -1)))), f"irrep({m})")


def _padded(group: Group, tables: dict[str, Table], size: int) -> tuple[tuple[str, Table], ...]:
    rest: Table = {}
    unit = diagonal([1] * size)
    return tuple((g.name, tables.get(g.name, rest if g.kind == "lie" else unit)) for g in group.generators)
