"""Small polynomial maps in the place of arbitrary ones, so that a refutation can be recomputed by hand."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from catalg.model.maps import AnyMap, SmoothMap, walk_maps
from catalg.terms import Add, Mul, Name, Num, Pow, Term, add, mul, num, power, substitute

ATTEMPTS = 12
POINTS = (1, 2, -1, 3, -2)


class NotRational(Exception):
    """A formula whose value at a rational point is not computed in rational numbers."""


@dataclass(frozen=True, slots=True)
class PolynomialMap:
    """A map by polynomials in `names`, one for each coordinate of the target."""

    name: str
    names: tuple[str, ...]
    entries: tuple[Term, ...]

    def at(self, args: Sequence[Term]) -> tuple[Term, ...]:
        """The coordinates of the value."""
        values = dict(zip(self.names, args, strict=True))
        return tuple(substitute(entry, values) for entry in self.entries)

    def __str__(self) -> str:
        body = ", ".join(map(_text, self.entries))
        return f"{self.name}({', '.join(self.names)}) = {body if len(self.entries) == 1 else f'({body})'}"


def arbitrary_maps(*items: SmoothMap) -> list[AnyMap]:
    """The arbitrary maps that occur, in order of appearance."""
    return list(dict.fromkeys(part for item in items for part in walk_maps(item) if isinstance(part, AnyMap)))


def choices(maps: Sequence[AnyMap], sizes: Mapping[str, int]) -> Iterator[dict[str, PolynomialMap]]:
    """Polynomials for the maps, of degree two first and then of degree three."""
    for attempt in range(ATTEMPTS):
        rng = random.Random(f"instance/{attempt}")
        yield {item.name: _polynomial(item, sizes, 2 + (attempt >= ATTEMPTS // 2), rng) for item in maps}


def _polynomial(item: AnyMap, sizes: Mapping[str, int], degree: int, rng: random.Random) -> PolynomialMap:
    count = sum(dim.at(sizes) for dim in item.source)
    width = sum(dim.at(sizes) for dim in item.target)
    names = ("x",) if count == 1 else tuple(f"x{k}" for k in range(1, count + 1))
    entries: list[Term] = []
    for place in range(width):
        if not names:
            entries.append(num(rng.choice((1, 2, -1))))
            continue
        if item.linear:
            entries.append(add(*(mul(num(rng.choice((1, 2, -1, 0))), Name(word)) for word in names)))
            continue
        first, second = names[place % count], names[(place + rng.randrange(count)) % count]
        top = mul(num(rng.choice((1, 1, 2, -1))), power(Name(first), num(degree)))
        cross = mul(Name(first), Name(second)) if second != first and rng.random() < 0.5 else Name(second)
        entries.append(add(top, mul(num(rng.choice((1, 1, -1, 2))), cross)))
    return PolynomialMap(item.name, names, tuple(entries))


def exact(term: Term, values: Mapping[str, Fraction]) -> Fraction:
    """The value at a rational point. Raises NotRational where a function is not rational, or divides by zero."""
    match term:
        case Num(value):
            return value
        case Name(name):
            return values[name]
        case Add(args):
            return sum((exact(a, values) for a in args), Fraction(0))
        case Mul(args):
            result = Fraction(1)
            for a in args:
                result *= exact(a, values)
            return result
        case Pow(base, Num(exponent)) if exponent.denominator == 1 and abs(exponent) <= 64:
            value = exact(base, values)
            if not value and exponent < 0:
                raise NotRational
            return Fraction(value ** int(exponent))
        case _:
            raise NotRational


def points(names: Sequence[str], attempt: int) -> dict[str, Fraction]:
    """A point with small whole coordinates."""
    rng = random.Random(f"point/{attempt}")
    return {name: Fraction(rng.choice(POINTS)) for name in names}


def _text(term: Term) -> str:
    match term:
        case Num(value):
            return str(value)
        case Name(name):
            return name
        case Pow(base, Num(exponent)):
            return f"{_text(base)}^{exponent}"
        case Mul((Num(value), *rest)) if value == -1 and rest:
            return "-" + "*".join(map(_text, rest))
        case Mul(args):
            return "*".join(map(_text, args))
        case Add(args):
            return " + ".join(map(_text, args)).replace("+ -", "- ")
        case _:
            return "0"
