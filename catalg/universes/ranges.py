"""Which values of the parameters lie below the stable range of an end, and one representative of everything else.

Each sort s of indices has a size (a dimension in the parameters) and a threshold t_s: from size t_s on nothing changes
any more. The end is stable where all sizes reach their thresholds; the other values form finitely many cases.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, product

from catalg.terms import Dim, Parameter

LARGEST = 60
"""The largest number of exceptional cases, and of values of one parameter that are tried."""


class NoRange(ValueError):
    """The exceptional cases cannot be listed; the message says why."""


@dataclass(frozen=True, slots=True)
class Case:
    """Values of the parameters below their stable bounds; the others may take any stable value.

    `values` holds a value for every parameter, for those that may vary the least stable one; `fixed` names those that may
    not.
    """

    values: tuple[tuple[str, int], ...]
    fixed: tuple[str, ...]

    def label(self) -> str:
        """How the case is written: `n = 3`."""
        return ", ".join(f"{name} = {value}" for name, value in self.values if name in self.fixed)


@dataclass(frozen=True, slots=True)
class Ranges:
    """The least stable value of each parameter, and the cases below."""

    bounds: tuple[tuple[str, int], ...]
    cases: tuple[Case, ...]

    def label(self) -> str:
        """The stable range: `n >= 4`."""
        return ", ".join(f"{name} >= {bound}" for name, bound in self.bounds)

    def stable_values(self) -> dict[str, int]:
        """The least stable value of each parameter."""
        return dict(self.bounds)


def ranges(sizes: Mapping[int, Dim], thresholds: Mapping[int, int], parameters: Sequence[Parameter]) -> Ranges:
    """The stable range and the exceptional cases. Raises NoRange.

    >>> n = Parameter("n", lower=__import__("fractions").Fraction(2))
    >>> found = ranges({0: Dim.parameter("n")}, {0: 4}, [n])
    >>> found.label(), [case.label() for case in found.cases]
    ('n >= 4', ['n = 2', 'n = 3'])
    """
    small: dict[str, list[int]] = {}
    bounds: list[tuple[str, int]] = []
    for parameter in parameters:
        mine = {s: d for s, d in sizes.items() if parameter.name in d.parameters}
        if any(len(d.parameters) > 1 for d in mine.values()):
            raise NoRange(f"a size depends on {parameter.name} and on other parameters")
        below, bound = _split(parameter, mine, thresholds)
        small[parameter.name] = below
        bounds.append((parameter.name, bound))
    names = [p.name for p in parameters]
    stable = dict(bounds)
    options = [[*((value, True) for value in small[name]), (stable[name], False)] for name in names]
    total = 1
    for option in options:
        total *= len(option)
    if total > LARGEST:
        raise NoRange(f"there are {total} cases below the stable range")
    cases = []
    for choice in product(*options):
        fixed = tuple(name for name, (_, is_fixed) in zip(names, choice, strict=True) if is_fixed)
        if fixed:
            cases.append(Case(tuple((name, value) for name, (value, _) in zip(names, choice, strict=True)), fixed))
    return Ranges(tuple(bounds), tuple(cases))


def _split(parameter: Parameter, sizes: Mapping[int, Dim], thresholds: Mapping[int, int]) -> tuple[list[int], int]:
    """The admitted values below the stable bound, and the bound. Sizes are required to grow from there on."""
    low = 0 if parameter.lower is None else -(-parameter.lower.numerator // parameter.lower.denominator)
    low = max(low, 0)
    upper = None if parameter.upper is None else parameter.upper.numerator // parameter.upper.denominator
    below: list[int] = []
    value, tried = low, 0
    while True:
        if tried > LARGEST:
            raise NoRange(f"the stable range of {parameter.name} begins too late")
        if _stable_from(value, parameter.name, sizes, thresholds):
            break
        if upper is not None and value > upper:
            break
        if parameter.admits(value):
            below.append(value)
        value += 1
        tried += 1
    while not parameter.admits(value) and (upper is None or value <= upper):
        value += 1
    return below, value


def _stable_from(value: int, name: str, sizes: Mapping[int, Dim], thresholds: Mapping[int, int]) -> bool:
    """Whether every size reaches its threshold from this value on (its polynomial has no negative coefficient after
    shifting the origin there, so that it does not fall again)."""
    for sort, size in sizes.items():
        if size.value_at({name: value}) < thresholds.get(sort, 0):
            return False
        if any(c < 0 for c in _shifted(size, name, value)[1:]):
            return False
    return True


def _shifted(size: Dim, name: str, value: int) -> list[int | float]:
    """The coefficients of size(value + t) as a polynomial in t, up to positive factors (finite differences)."""
    degree = max((sum(e for _, e in monomial) for monomial, _ in size.terms), default=0)
    row = [size.value_at({name: value + t}) for t in range(degree + 1)]
    differences = []
    while row:
        differences.append(row[0])
        row = [b - a for a, b in pairwise(row)]
    return [int(d) if d.denominator == 1 else float(d) for d in differences]
