"""What is known when the arguments of a function are known: the closure of the arguments under inverse functions.

From exp(t), t³, atan(t), √t one has t; from t² only |t|, unless t is never negative; from an angle atan2(b, a) its cosine
a/√(a² + b²), its sine and b/a; from a sum or a product with known parts the other part. A term is determined when it is built
from known ones by single-valued functions, or when it satisfies J D(A) = N(A) with known rational A, polynomials D, N and D(A)
not zero on X. Everything holds on a dense open set of an irreducible X.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import gcd

from catalg.exact.field import Scalar
from catalg.exact.nullspace import nullspace
from catalg.exact.sparse import SparseMatrix
from catalg.model.kernel_problem import KernelFunction
from catalg.terms import (
    Add,
    Apply,
    Call,
    Const,
    Derived,
    Mul,
    Name,
    Num,
    Pow,
    Relation,
    Term,
    add,
    children,
    mul,
    num,
    power,
    walk,
)
from catalg.verify.kernels.frame import Element
from catalg.verify.kernels.jets import Rational
from catalg.verify.kernels.setting import Setting
from catalg.verify.kernels.terms import NotRational, conditions

INJECTIVE = frozenset({"exp", "log", "atan", "sinh", "tanh", "acos", "asin"})
"""Heads of functions that are injective wherever they are defined."""
NONNEGATIVE = frozenset({"exp", "cosh", "acos", "abs"})
MOST_MONOMIALS, MOST_ARGUMENTS, MOST_KNOWN = 120, 8, 40


class Known:
    """The terms that the arguments of a function determine."""

    def __init__(self, setting: Setting, arguments: Sequence[Term]) -> None:
        self.setting = setting
        self.terms: dict[Term, None] = dict.fromkeys(arguments)
        self._asked: dict[Term, bool] = {}
        size = 0
        while size != len(self.terms) and len(self.terms) <= MOST_KNOWN:
            size = len(self.terms)
            self._asked = {}
            for term in tuple(self.terms):
                self.terms |= dict.fromkeys(self._consequences(term))
        self._asked = {}

    def determines(self, term: Term) -> bool:
        """Whether a scalar term is certainly a function of the arguments, on a dense open set of X."""
        if term not in self._asked:
            self._asked[term] = False
            self._asked[term] = self._determines(term)
        return self._asked[term]

    def determines_function(self, invariant: KernelFunction) -> bool:
        """The same for a certified invariant; a positive square root is known when its square is."""
        wanted = self._fraction(invariant)
        return wanted is not None and self._related(wanted)

    def _fraction(self, invariant: KernelFunction) -> Rational | None:
        setting = self.setting
        bare = setting.bare(invariant)
        if bare is not None:
            return bare, setting.frame.ring.one
        if any(c.denominator != 1 for _, c in invariant.factors):
            return None
        top, bottom = setting.frame.lift(invariant.numerators[0]), setting.frame.ring.one
        for p, c in invariant.factors:
            factor = setting.frame.lift(p) ** abs(int(c))
            top, bottom = (top * factor, bottom) if c > 0 else (top, bottom * factor)
        return top, bottom

    def _determines(self, term: Term) -> bool:
        if term in self.terms or isinstance(term, Num | Const):
            return True
        if isinstance(term, Name):
            return self._rational(term)
        if isinstance(term, Apply | Derived):
            return False
        return self._rational(term) or all(map(self.determines, _parts(self.setting, term)))

    def _rational(self, term: Term) -> bool:
        try:
            return self._related(self.setting.rational(term))
        except NotRational:
            return False

    def _related(self, wanted: Rational) -> bool:
        known: list[Rational] = []
        for term in self.terms:
            try:
                value = self.setting.rational(term)
            except NotRational:
                continue
            if value not in known and not (value[0].is_constant() and value[1].is_constant()):
                known.append(value)
        plain = [k for k in known if k[1].is_constant()]
        return linear_relation(self.setting, plain, wanted) or (
            len(plain) < len(known) and linear_relation(self.setting, known, wanted)
        )

    def _consequences(self, term: Term) -> Iterator[Term]:
        if any(node == Const("i") for node in walk(term)):
            return
        match term:
            case Call("atan2", (b, a)):
                radius = power(add(mul(a, a), mul(b, b)), num(Fraction(-1, 2)))
                yield from (mul(a, radius), mul(b, radius), mul(b, power(a, num(-1))))
            case Call("cos" | "sin" | "tan" as head, (Call("atan2", (b, a)),)):
                radius = power(add(mul(a, a), mul(b, b)), num(Fraction(-1, 2)))
                yield {"cos": mul(a, radius), "sin": mul(b, radius), "tan": mul(b, power(a, num(-1)))}[head]
            case Call("cos", (Call("acos", (t,)),)) | Call("sin", (Call("asin", (t,)),)) | Call("tan", (Call("atan", (t,)),)):
                yield t
            case Call(head, (t,)) if head in INJECTIVE:
                yield t
            case Call("cosh" | "abs", (t,)):
                yield t if nonnegative(self.setting, t) else power(t, num(2))
            case Pow(base, Num(e)):
                yield self._root(base, e)
            case Add(args):
                yield from self._others(term)
                yield from self._increasing(args)
            case Mul():
                yield from self._others(term)
        yield from self._perfect_power(term)

    def _root(self, base: Term, exponent: Fraction) -> Term:
        if exponent.numerator % 2 or exponent.denominator % 2 == 0 or nonnegative(self.setting, base):
            return base
        return power(base, num(2))

    def _others(self, term: Term) -> Iterator[Term]:
        """The part of a sum or product that is left when all others are known."""
        parts = _parts(self.setting, term)
        if len(parts) > 1:
            for k, part in enumerate(parts):
                rest = [p for j, p in enumerate(parts) if j != k]
                nonzero = isinstance(term, Add) or all(_generically_nonzero(self.setting, p) for p in rest)
                if nonzero and all(map(self.determines, rest)):
                    yield part

    def _increasing(self, parts: Sequence[Term]) -> Iterator[Term]:
        """p, for a sum of positive multiples of powers of a p that is never negative, like r² + r."""
        for base in [part.base for t in parts for part in _factors(t) if isinstance(part, Pow)]:
            if nonnegative(self.setting, base) and all(self._multiple(t, base) for t in parts):
                yield base

    def _multiple(self, term: Term, base: Term) -> bool:
        """Whether a term is c p^e with positive numbers c and e."""
        match term:
            case Num():
                return True
            case Pow(inner, Num(e)) if inner == base:
                return e > 0
            case Mul((Num(c), rest)):
                return c > 0 and self._multiple(rest, base)
        try:
            one, two = self.setting.rational(term), self.setting.rational(base)
        except NotRational:
            return term == base
        if not one[1].is_constant() or not two[1].is_constant():
            return False
        return any(_positive_multiple(self.setting, one[0] * two[1] ** k, two[0] ** k * one[1]) for k in (1, 2, 3))

    def _perfect_power(self, term: Term) -> Iterator[Term]:
        """The odd root of a polynomial c p^k with odd k, its |p| as p² for even k."""
        setting = self.setting
        try:
            top, bottom = setting.rational(term)
        except NotRational:
            return
        if not bottom.is_constant() or top.is_constant() or setting.frame.ring.offset:
            return
        _, factors = top.factor()
        exponent = gcd(*(int(e) for _, e in factors))
        root = setting.frame.ring.one
        for p, e in factors:
            root = root * p ** (int(e) // exponent)
        if exponent > 1:
            yield self._root(setting.polynomial_term(root), Fraction(exponent))


def _factors(term: Term) -> tuple[Term, ...]:
    return term.args if isinstance(term, Mul) else (term,)


def _parts(setting: Setting, term: Term) -> tuple[Term, ...]:
    """The children of a term; in a sum or product the rational ones together."""
    if not isinstance(term, Add | Mul):
        return children(term)
    rational: list[Term] = []
    others: list[Term] = []
    for part in term.args:
        try:
            setting.rational(part)
            rational.append(part)
        except NotRational:
            others.append(part)
    if not rational:
        return tuple(others)
    return (*others, add(*rational) if isinstance(term, Add) else mul(*rational))


def _generically_nonzero(setting: Setting, term: Term) -> bool:
    """Whether a term is certainly not zero on a dense open set: a rational function that is not zero, its powers, an exponential."""
    match term:
        case Call("exp" | "cosh", _):
            return True
        case Pow(base, Num(_)):
            return _generically_nonzero(setting, base)
        case Mul(args):
            return all(_generically_nonzero(setting, a) for a in args)
    try:
        return not setting.frame.vanishes(setting.rational(term)[0])
    except NotRational:
        return False


def nonnegative(setting: Setting, term: Term) -> bool:
    """Whether a real term is certainly nowhere negative on X."""
    match term:
        case Num(value):
            return value >= 0
        case Const("pi" | "e"):
            return True
        case Call(head, _) if head in NONNEGATIVE:
            return True
        case Pow(Const("pi" | "e"), Num(_)):
            return True
        case Pow(_, Num(e)) if e.denominator % 2 == 0 or e.numerator % 2 == 0:
            return True
        case Add(args) if all(nonnegative(setting, a) for a in args):
            return True
        case Mul(args):
            odd = [a for a in dict.fromkeys(args) if args.count(a) % 2]
            if all(nonnegative(setting, a) for a in odd):
                return True
    try:
        top, bottom = setting.rational(term)
    except NotRational:
        return False
    for condition in conditions(setting.problem).inequalities:
        if isinstance(condition, Relation):
            one, two = setting.rational(condition.left)
            if bottom.is_constant() and two.is_constant() and _positive_multiple(setting, top * two, one * bottom):
                return True
    return bottom == 1 and len(setting.frame.ring.table(top)) > 1 and _light_cone(setting, top)


def _light_cone(setting: Setting, element: Element) -> bool:
    """Whether a polynomial is a - u·v with a never negative and a² = |u|²|v|² on X, so that a >= |u·v| (Cauchy-Schwarz)."""
    ring, names = setting.frame.ring, setting.problem.coordinates
    front, pairs = ring.zero, []
    for exponents, c in ring.table(element).items():
        places = [k for k, e in enumerate(exponents) for _ in range(e)]
        if c == 1 and all(nonnegative(setting, Name(names[k])) for k in places):
            front = front + ring.element({exponents: c})
        elif c == -1 and len(places) == 2:
            pairs.append((ring.coordinates[places[0]], ring.coordinates[places[1]]))
        else:
            return False
    gap = front**2 - sum((u * v for u, v in pairs), ring.zero) ** 2
    for i, (a, b) in enumerate(pairs):
        for c, d in pairs[:i]:
            gap = gap - (a * d - b * c) ** 2
    return bool(pairs) and setting.frame.vanishes(gap)


def _positive_multiple(setting: Setting, one: Element, two: Element) -> bool:
    if two == 0:
        return False
    quotient, rest = divmod(one, two)
    if rest != 0 or not quotient.is_constant() or setting.frame.ring.offset:
        return False
    return all(isinstance(c, int | Fraction) and c > 0 for c in setting.frame.ring.table(quotient).values())


def linear_relation(setting: Setting, known: Sequence[Rational], wanted: Rational) -> bool:
    """J D(A) = N(A) for polynomials D, N of degree at most 2 in the arguments, D(A) not zero on X."""
    frame, ring, known = setting.frame, setting.frame.ring, known[:MOST_ARGUMENTS]
    common = ring.one
    for _, bottom in known:
        if divmod(common, bottom)[1] != 0:
            common = common * bottom
    for degree in (1, 2):
        monomials = [e for e in product(range(degree + 1), repeat=len(known)) if sum(e) <= degree]
        if len(monomials) > MOST_MONOMIALS:
            return False
        values = []
        for exponents in monomials:
            value = common ** (degree - sum(exponents))
            for (top, bottom), e in zip(known, exponents, strict=True):
                value = value * (top * divmod(common, bottom)[0]) ** e
            values.append(value)
        rows: dict[object, dict[int, Scalar]] = {}
        for index, value in enumerate(values):
            for column, element in ((index, value * wanted[1]), (len(values) + index, -value * wanted[0])):
                reduced = ring.remainder(element, frame.ideal) if frame.ideal else ring.reduce(element)
                for key, c in ring.table(reduced).items():
                    rows.setdefault(key, {})[column] = c
        for vector in nullspace(SparseMatrix.of(list(rows.values()), 2 * len(values), frame.field)):
            denominator = ring.zero
            for column, c in vector.items():
                if column >= len(values):
                    denominator = denominator + ring.scalar(c) * values[column - len(values)]
            if not frame.vanishes(denominator):
                return True
    return False
