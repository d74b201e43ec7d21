"""Normal forms of counts: rewriting of counting functions, signs of polynomials over a range, and factorials as quotients."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from math import floor, gcd, lcm

from catalg.terms import Atom, Dim, Parameter
from catalg.terms.functions import value_of

STEPS = 200
"""How far the sign of a polynomial in one parameter is followed value by value."""
CHOSEN = 16
"""The largest lower argument of a binomial coefficient that is multiplied out."""


@dataclass(frozen=True)
class Ranges:
    """Lower bounds of natural parameters, and polynomials that are not negative in the case at hand."""

    lows: Mapping[str, int]
    assumed: tuple[Dim, ...] = ()
    known: dict[Dim, bool] = field(default_factory=dict, compare=False)

    def natural(self, polynomial: Dim) -> bool:
        """Whether a polynomial is proved to be never negative: it is a sum of at most three assumed ones and one with
        coefficients that are not negative, counted from the lower bounds."""
        if polynomial not in self.known:
            self.known[polynomial] = any(
                self._grows(polynomial - sum(chosen, Dim.of(0)))
                for size in range(min(3, len(self.assumed)) + 1)
                for chosen in combinations(self.assumed, size)
            )
        return self.known[polynomial]

    def _grows(self, polynomial: Dim) -> bool:
        if not polynomial.is_polynomial or not polynomial.parameters <= self.lows.keys():
            return False
        origin = {name: Dim.parameter(name) + self.lows[name] for name in polynomial.parameters}
        return all(c >= 0 for _, c in substituted(polynomial, origin).terms)

    @property
    def impossible(self) -> bool:
        """Whether the assumptions contradict each other."""
        return self.natural(Dim.of(-1))

    def assuming(self, polynomial: Dim) -> Ranges:
        """The case in which a polynomial with whole values is not negative; rounded down after a division."""
        return Ranges(self.lows, (*self.assumed, _tightened(polynomial)))

    @property
    def equation(self) -> Dim | None:
        """An assumed polynomial that can only be zero, if one is found."""
        return next((p for p in self.assumed if p.terms and self.natural(-p)), None)

    def moved(self, values: Mapping[str, Dim], lows: Mapping[str, int]) -> Ranges:
        """The ranges after parameters were expressed by others."""
        return Ranges({**self.lows, **lows}, tuple(substituted(p, values) for p in self.assumed))


def _tightened(polynomial: Dim) -> Dim:
    """The same condition p >= 0 on whole numbers, divided by the common factor of the coefficients with parameters.

    >>> k, l = Dim.parameter("k"), Dim.parameter("l")
    >>> str(_tightened(k * 2 - l * 2 + 1))
    'k - l'
    """
    scale = lcm(*(c.denominator for _, c in polynomial.terms)) if polynomial.terms else 1
    whole = polynomial * scale
    common = gcd(*(int(c) for m, c in whole.terms if m))
    if not common:
        return polynomial
    constant = next((c for m, c in whole.terms if not m), Fraction(0))
    return (whole - constant) / common + floor(constant / common)


def never_negative(polynomial: Dim, parameters: Mapping[str, Parameter]) -> bool:
    """Whether a polynomial is proved to be never negative for admitted values of its parameters.

    >>> n = Dim.parameter("n")
    >>> never_negative(n * n - n * 3 + 2, {"n": Parameter("n")}), never_negative(n - 1, {"n": Parameter("n")})
    (True, False)
    """
    names = polynomial.parameters
    if not polynomial.is_polynomial or not names <= parameters.keys():
        return False
    lows = {name: max(0, -floor(-(parameters[name].lower or Fraction(0)))) for name in names}
    if len(names) != 1:
        return Ranges(lows).natural(polynomial)
    (name,) = names
    upper = parameters[name].upper
    for value in range(lows[name], lows[name] + STEPS):
        if (upper is not None and value > upper) or Ranges({name: value}).natural(polynomial):
            return True
        if parameters[name].admits(value) and polynomial.value_at({name: value}) < 0:
            return False
    return False


def substituted(count: Dim, values: Mapping[str, Dim]) -> Dim:
    """The count with parameters replaced by counts."""
    total = Dim.of(0)
    for monomial, coefficient in count.terms:
        part = Dim.of(coefficient)
        for symbol, exponent in monomial:
            if isinstance(symbol, str):
                factor = values.get(symbol, Dim.parameter(symbol))
            elif symbol.head == "sum":
                free = {n: v for n, v in values.items() if n not in symbol.args[0].parameters}
                factor = Dim.atom("sum", symbol.args[0], *(substituted(a, free) for a in symbol.args[1:]))
            else:
                factor = Dim.atom(symbol.head, *(substituted(a, values) for a in symbol.args))
            part = part * factor**exponent
        total = total + part
    return total


def rewritten(count: Dim, ranges: Ranges) -> Dim:
    """The count with every atom in normal form."""
    total = Dim.of(0)
    for monomial, coefficient in count.terms:
        part = Dim.of(coefficient)
        for symbol, exponent in monomial:
            part = part * (Dim.parameter(symbol) if isinstance(symbol, str) else _atom(symbol, ranges)) ** exponent
        total = total + part
    return total


def _atom(atom: Atom, ranges: Ranges) -> Dim:
    if atom.head == "sum":
        return _sum(atom, ranges)
    args = tuple(rewritten(a, ranges) for a in atom.args)
    if all(a.is_constant for a in args):
        try:
            return Dim.of(value_of(atom.head, [a.value_at({}) for a in args]))
        except ValueError:
            return Dim.atom(atom.head, *args)
    match atom.head:
        case "floor":
            return _floor(args[0])
        case "ceiling":
            return -_floor(-args[0])
        case "mod" if (args[1].constant() or 0) > 0:
            return args[0] - args[1] * _floor(args[0] / (args[1].constant() or 1))
        case "gcd":
            return _gcd(*args)
        case "min" | "max":
            return _extreme(atom.head, args, ranges)
        case "delta" if ranges.natural(args[0] - args[1] - 1) or ranges.natural(args[1] - args[0] - 1):
            return Dim.of(0)
        case "delta" if args[0] == args[1]:
            return Dim.of(1)
        case "binomial":
            return _binomial(*args)
        case "stirling" if ranges.natural(args[1] - args[0] - 1) or (args[1] == Dim.of(0) and ranges.natural(args[0] - 1)):
            return Dim.of(0)
        case _:
            return Dim.atom(atom.head, *args)


def _floor(a: Dim) -> Dim:
    """The floor: terms with whole coefficients stand outside, when all symbols have whole values."""
    whole = Dim(tuple((m, c) for m, c in a.terms if c.denominator == 1 and all(_is_whole(s) for s, _ in m)))
    rest = a - whole
    constant = next((c for m, c in rest.terms if not m), Fraction(0))
    whole, rest = whole + floor(constant), rest - floor(constant)
    return whole + (Dim.of(0) if rest.is_constant else Dim.atom("floor", rest))


def _is_whole(symbol: str | Atom) -> bool:
    """Whether a symbol has whole values; minima may be of fractions, other counting functions count."""
    if isinstance(symbol, str):
        return True
    if symbol.head in ("min", "max", "sum", "power"):
        return all(c.denominator == 1 and all(_is_whole(s) for s, _ in m) for a in symbol.args for m, c in a.terms)
    return True


def _gcd(a: Dim, b: Dim) -> Dim:
    """gcd(n, m) for a number m: the sum of phi(d) over the divisors d of m that divide n."""
    if a.is_constant:
        a, b = b, a
    m = b.constant()
    if not m or m > 100:
        return Dim.atom("gcd", a, b)
    total = Dim.of(0)
    for d in (d for d in range(1, m + 1) if m % d == 0):
        phi = sum(1 for k in range(1, d + 1) if gcd(k, d) == 1)
        divides = _floor(a / d) - _floor((a - 1) / d) if d > 1 else Dim.of(1)
        total = total + divides * phi
    return total


def _extreme(head: str, args: tuple[Dim, ...], ranges: Ranges) -> Dim:
    flat: list[Dim] = []
    for a in args:
        inner = a.atoms[0] if len(a.atoms) == 1 and a == Dim.atom(a.atoms[0].head, *a.atoms[0].args) else None
        flat.extend(inner.args if inner is not None and inner.head == head else (a,))
    kept: list[Dim] = []
    for a in sorted(set(flat), key=str):
        if any(_beats(head, b, a, ranges) for b in kept):
            continue
        kept = [b for b in kept if not _beats(head, a, b, ranges)] + [a]
    return kept[0] if len(kept) == 1 else Dim.atom(head, *kept)


def _beats(head: str, a: Dim, b: Dim, ranges: Ranges) -> bool:
    return ranges.natural(a - b if head == "max" else b - a)


def _binomial(upper: Dim, lower: Dim) -> Dim:
    chosen = lower.constant()
    if chosen is None and upper.is_polynomial:
        left = (upper - lower).constant()
        chosen = left if left is not None and left >= 0 else None
    if chosen is None or chosen > CHOSEN or not upper.is_polynomial:
        return Dim.atom("binomial", upper, lower)
    total = Dim.of(1 if chosen >= 0 else 0)
    for k in range(max(chosen, 0)):
        total = total * (upper - k) / (k + 1)
    return total


def _sum(atom: Atom, ranges: Ranges) -> Dim:
    """A sum: written out where its length is a number; sums of Stirling numbers from 0; the index under one name."""
    index, low, high, term = atom.args
    (name,) = index.parameters
    low, high = rewritten(low, ranges), rewritten(high, ranges)
    length = (high - low).constant()
    if length is not None and length < 60:
        return rewritten(sum((substituted(term, {name: low + j}) for j in range(length + 1)), Dim.of(0)), ranges)
    term = rewritten(term, Ranges({**ranges.lows, name: 0}))
    if term.atoms == (Atom("stirling", (term.atoms[0].args[0], index)),) if term.atoms else False:
        scale = term.terms[0][1]
        whole = term.atoms[0].args[0]
        first = low.constant()
        if term == Dim.atom("stirling", whole, index) * scale and name not in whole.parameters and first is not None:
            missing = sum((Dim.atom("stirling", whole, Dim.of(j)) for j in range(max(first, 0))), Dim.of(0))
            blocks = Dim.atom("bell", whole) if ranges.natural(high - whole) else Dim.atom("blocks", whole, high)
            return (rewritten(blocks, ranges) - rewritten(missing, ranges)) * scale
    fresh = Dim.parameter("#" + "#" * str(term).count("#"))
    return Dim.atom("sum", fresh, low, high, substituted(term, {name: fresh}))


# --- factorials and powers -------------------------------------------------------------------------------------------
Factorials = dict[Dim, dict[int, int]]
"""For the argument of a factorial without its constant: how often each constant occurs."""


def vanishes(count: Dim, ranges: Ranges) -> bool:
    """Whether a count without rounding and without minima is zero as a sum of products of factorials and powers.

    >>> k = Dim.parameter("k")
    >>> vanishes(Dim.atom("catalan", k) * (k + 1) - Dim.atom("binomial", k * 2, k), Ranges({"k": 0}))
    True
    """
    read = [(_parts(monomial, ranges), coefficient) for monomial, coefficient in count.terms]
    least: dict[Dim, int] = {}
    for (_, factorials, _), _ in read:
        for base, constants in factorials.items():
            least[base] = min(least.get(base, min(constants)), *constants)
    groups: dict[object, list[tuple[Dim, Counter[Dim]]]] = {}
    for (polynomial, factorials, rest), coefficient in read:
        above, below, net = polynomial * coefficient, Counter[Dim](), {}
        for base, constants in factorials.items():
            net[base] = sum(constants.values())
            for constant, times in constants.items():
                for k in range(least[base] + 1, constant + 1):
                    if times > 0:
                        above = above * (base + k) ** times
                    else:
                        below[base + k] -= times
        key = (frozenset((b, e) for b, e in net.items() if e), frozenset(rest.items()))
        groups.setdefault(key, []).append((above, below))
    return all(_sums_to_zero(group) for group in groups.values())


def _sums_to_zero(quotients: list[tuple[Dim, Counter[Dim]]]) -> bool:
    common: Counter[Dim] = Counter()
    for _, below in quotients:
        common |= below
    total = Dim.of(0)
    for above, below in quotients:
        for factor, times in (common - below).items():
            above = above * factor**times
        total = total + above
    return not total.terms


def _parts(monomial: tuple[tuple[str | Atom, int], ...], ranges: Ranges) -> tuple[Dim, Factorials, dict[object, object]]:
    """A product as a polynomial, factorials with exponents, and the rest: powers by their bases, other atoms."""
    polynomial, factorials = Dim.of(1), dict[Dim, dict[int, int]]()
    rest: dict[object, object] = {}
    powers: dict[Dim, Dim] = {}

    def factorial(argument: Dim, times: int) -> None:
        constant = next((c for m, c in argument.terms if not m), Fraction(0))
        whole = floor(constant)
        table = factorials.setdefault(argument - whole, {})
        table[whole] = table.get(whole, 0) + times

    for symbol, times in monomial:
        if isinstance(symbol, str):
            polynomial = polynomial * Dim.parameter(symbol) ** times
            continue
        args = symbol.args
        if symbol.head == "factorial":
            factorial(args[0], times)
        elif symbol.head == "catalan":
            factorial(args[0] * 2, times)
            factorial(args[0], -times)
            factorial(args[0] + 1, -times)
        elif symbol.head == "binomial" and all(ranges.natural(a) for a in (args[1], args[0] - args[1])):
            factorial(args[0], times)
            factorial(args[1], -times)
            factorial(args[0] - args[1], -times)
        elif symbol.head == "binomial" and all(ranges.natural(a) for a in (*args, args[0] - args[1] + 1)):
            polynomial = polynomial * (args[0] - args[1] + 1) ** times
            factorial(args[0], times)
            factorial(args[1], -times)
            factorial(args[0] - args[1] + 1, -times)
        elif symbol.head == "power":
            base, exponent = args[0], args[1] * times
            number = base.constant()
            constant = next((c for m, c in exponent.terms if not m), Fraction(0))
            if number and constant.denominator == 1:
                polynomial = polynomial * Fraction(number) ** int(constant)
                exponent = exponent - constant
            powers[base] = powers.get(base, Dim.of(0)) + exponent
        else:
            rest[symbol] = times
    for base, exponent in powers.items():
        degree = _times_divided(polynomial, base)
        if degree:
            name = _name_of(base)
            kept = ((tuple((p, e - degree) if p == name else (p, e) for p, e in m), c) for m, c in polynomial.terms)
            polynomial = Dim(tuple((tuple(p for p in m if p[1]), c) for m, c in kept))
        rest["power", base] = exponent + degree
    return polynomial, factorials, rest


def _name_of(base: Dim) -> str | None:
    """The parameter that a base is, if it is one."""
    (name,) = base.parameters if len(base.parameters) == 1 else (None,)
    return name if name is not None and base == Dim.parameter(name) else None


def _times_divided(polynomial: Dim, base: Dim) -> int:
    """How often a monomial contains a base that is a parameter."""
    name = _name_of(base)
    return 0 if name is None else min((dict(m).get(name, 0) for m, _ in polynomial.terms), default=0)

