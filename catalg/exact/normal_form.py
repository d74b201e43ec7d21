"""The normal form of a scalar formula over a kernel ring.

Each rule is an identity of real functions that holds at every point where the formula it is applied to is
defined: exponentials and angle addition over an incremental QQ-basis of the arguments; log|p| and |p| over
irreducible factors p; polar angles as kernels whose cosine and sine are x/r and y/r; inverse trigonometric
functions as polar angles; arbitrary functions as kernels whose arguments are compared by their normal forms.
Dependent kernels cost completeness, never soundness. What stands under even roots, under logarithms and in
denominators is recorded in `Facts`, since it holds wherever the whole formula is defined.
"""

from __future__ import annotations

from functools import reduce

from catalg.exact import special
from catalg.exact.intervals import key_of, rational_value
from catalg.exact.kernel_angles import HALF, complex_parts, cosine_sine, imaginary, pi, polar_angle
from catalg.exact.kernel_context import Context, Stuck
from catalg.exact.kernel_powers import absolute, exponential, logarithm, natural_power, root_power
from catalg.exact.kernel_proofs import proves_zero
from catalg.exact.kernel_ring import EmptyDomain, LimitExceeded, Quotient
from catalg.exact.kernel_sums import normal_series
from catalg.terms import (
    Add,
    Apply,
    Call,
    Const,
    Derived,
    Index,
    Mul,
    Name,
    Num,
    Pow,
    Series,
    Term,
    free_names,
)

MOST_DEGREE = 60


class Normalizer:
    """The normal form of terms, with memory, in a context."""

    def __init__(self, ctx: Context) -> None:
        self.ctx = ctx
        self.ring = ctx.ring
        self.known: dict[int, tuple[Term, Quotient]] = {}

    def of(self, term: Term) -> Quotient:
        """The normal form of a scalar term. Raises Stuck, EmptyDomain, LimitExceeded, Refine, MoreKernels."""
        found = self.known.get(id(term))
        if found is None:
            self.ring.charge(1)
            found = (term, self._of(term))
            self.known[id(term)] = found
        return found[1]

    def _of(self, term: Term) -> Quotient:
        match term:
            case Num(value):
                return self.ring.rational(value)
            case Const("pi"):
                return pi(self.ctx)
            case Const("i"):
                return self.ring.element(imaginary(self.ctx))
            case Name(name):
                return self.variable(name, term)
            case Index(Name(name), indices):
                return self._index(name, indices)
            case Add(args):
                return reduce(Quotient.__add__, map(self.of, args), self.ring.rational(0))
            case Mul(args):
                return reduce(Quotient.__mul__, map(self.of, args), self.ring.rational(1))
            case Pow(base, exponent):
                return self._power(base, exponent)
            case Call(head, args):
                return self._call(term, head, args)
            case Apply(head, args):
                return self._arbitrary(head, (), (0,) * len(args), args)
            case Derived(head, component, order, args):
                return self._arbitrary(head, component, order, args)
            case Series():
                return normal_series(self, term)
            case _:
                raise Stuck(f"a {type(term).__name__} is not a scalar")

    def variable(self, key: str, term: Term) -> Quotient:
        """A coordinate, parameter or arbitrary constant: a real variable."""
        sign = 1 if key in self.ctx.integers else 0
        return self.ring.element(self.ctx.kernel("variable", key, lambda: term, [], sign=sign)[0])

    def inverse(self, value: Quotient) -> Quotient:
        """The reciprocal, noting that the value does not vanish on the domain."""
        result = value.inverse()
        if not value.num.is_constant():
            self.ctx.record_nonzero(value.num)
        return result

    def _index(self, name: str, indices: tuple[Term, ...]) -> Quotient:
        values = [self.of(index) for index in indices]
        constants = [value.constant() for value in values]
        if all(c is not None and c.denominator == 1 for c in constants):
            term = Index(Name(name), tuple(Num(c) for c in constants if c is not None))
            return self.variable(key_of(term) or name, term)
        return self._opaque(("index", name), values, Index(Name(name), tuple(indices)))

    def _opaque(self, key: tuple[object, ...], values: list[Quotient], term: Term | None) -> Quotient:
        """A kernel known by its head and arguments only; arguments are compared by their normal forms."""
        for args, kernel in self.ctx.opaque.get(key, []):
            if all(proves_zero(self.ctx, a - b) for a, b in zip(args, values, strict=True)):
                return self.ring.element(kernel)
        text = f"{' '.join(str(part) for part in key)}({', '.join(v.text() for v in values)})"
        kind = "arbitrary" if key[0] in ("function", "index") else "opaque"
        kernel, _ = self.ctx.kernel(kind, text, lambda: term, values, tuple(values))
        self.ctx.opaque.setdefault(key, []).append((tuple(values), kernel))
        return self.ring.element(kernel)

    def _arbitrary(
        self, head: str, component: tuple[int, ...], order: tuple[int, ...], args: tuple[Term, ...]
    ) -> Quotient:
        values = [self.of(arg) for arg in args]
        return self._opaque(
            ("function", head, component, order), values, Derived(head, component, order, args)
        )

    def _real(self, value: Quotient) -> Quotient:
        parts = complex_parts(self.ctx, value)
        if parts is None or not parts[1].is_zero():
            raise Stuck("a complex number where a real one is wanted")
        return parts[0]

    def _power(self, base: Term, exponent: Term) -> Quotient:
        below = self.of(base)
        literal = rational_value(exponent)
        if literal is not None:
            if literal.denominator != 1:
                return root_power(self.ctx, self._real(below), literal)
            if literal < 0:
                below, literal = self.inverse(below), -literal
            return below.power(int(literal))
        above = self.of(exponent)
        names = free_names(exponent)
        if names and names <= self.ctx.integers:
            found = natural_power(self.ctx, below, above)
            if found is not None:
                return found
            return self._opaque(("power",), [below, above], Pow(base, exponent))
        return exponential(self.ctx, above * logarithm(self.ctx, self._real(below)))

    def _call(self, term: Term, head: str, args: tuple[Term, ...]) -> Quotient:
        values = [self.of(arg) for arg in args]
        if head in ("legendre", "gegenbauer", "chebyshev", "chebyshev_u", "jacobi"):
            return self._polynomial(head, values, term)
        if head == "Y":
            return self._harmonic(values, term, args)
        if (
            head in ("exp", "sin", "cos", "tan", "cot", "sec", "csc", "sinh", "cosh", "tanh")
            and len(values) == 1
        ):
            return self._elementary(head, values[0], term)
        if head == "abs":
            parts = complex_parts(self.ctx, values[0])
            if parts is None:
                return self._opaque(("abs",), values, term)
            if parts[1].is_zero():
                return absolute(self.ctx, parts[0])
            return root_power(self.ctx, parts[0] * parts[0] + parts[1] * parts[1], HALF)
        return self._real_function(head, [self._real(value) for value in values], term)

    def _real_function(self, head: str, values: list[Quotient], term: Term) -> Quotient:
        ctx, one = self.ctx, self.ring.rational(1)
        match head, values:
            case "log", [x]:
                return logarithm(ctx, x)
            case "sqrt", [x]:
                return root_power(ctx, x, HALF)
            case "atan2", [y, x]:
                return polar_angle(ctx, y, x)
            case "atan", [x]:
                return polar_angle(ctx, x, one)
            case (("asin" | "acos"), [x]):
                if x.is_zero():
                    angle = x
                else:
                    angle = (
                        polar_angle(ctx, x, root_power(ctx, one - x * x, HALF))
                        if not ctx.same(x * x, one)
                        else (pi(ctx) * x * self.ring.rational(HALF))
                    )
                return angle if head == "asin" else pi(ctx) * self.ring.rational(HALF) - angle
            case (("max" | "min"), [first, *rest]):
                sign = self.ring.rational(HALF if head == "max" else -HALF)
                for value in rest:
                    gap = absolute(ctx, first - value)
                    first = (first + value) * self.ring.rational(HALF) + gap * sign
                return first
            case "delta", [a, b]:
                difference = (a - b).constant()
                if difference is not None:
                    return self.ring.rational(int(difference == 0))
        return self._opaque((head,), values, term)

    def _elementary(self, head: str, value: Quotient, term: Term) -> Quotient:
        parts = complex_parts(self.ctx, value)
        if parts is None:
            return self._opaque((head,), [value], term)
        if head in ("sinh", "cosh", "tanh"):
            if not parts[1].is_zero():
                i = self.ring.element(imaginary(self.ctx))
                c, s = self._complex_cosine_sine(-parts[1], parts[0])
                cosh, sinh = c, -(i * s)
            else:
                up = exponential(self.ctx, value)
                down = up.inverse()
                half = self.ring.rational(HALF)
                cosh, sinh = (up + down) * half, (up - down) * half
            if head == "tanh":
                return sinh * self.inverse(cosh)
            return cosh if head == "cosh" else sinh
        if head == "exp":
            up = exponential(self.ctx, parts[0])
            if parts[1].is_zero():
                return up
            c, s = cosine_sine(self.ctx, parts[1])
            return up * (c + self.ring.element(imaginary(self.ctx)) * s)
        c, s = self._complex_cosine_sine(*parts)
        match head:
            case "cos":
                return c
            case "sin":
                return s
            case "tan":
                return s * self.inverse(c)
            case "cot":
                return c * self.inverse(s)
            case "sec":
                return self.inverse(c)
            case _:
                return self.inverse(s)

    def _complex_cosine_sine(self, real: Quotient, imag: Quotient) -> tuple[Quotient, Quotient]:
        """cos and sin of a + ib."""
        c, s = cosine_sine(self.ctx, real)
        if imag.is_zero():
            return c, s
        i = self.ring.element(imaginary(self.ctx))
        up = exponential(self.ctx, imag)
        down = up.inverse()
        half = self.ring.rational(HALF)
        cosh, sinh = (up + down) * half, (up - down) * half
        return c * cosh - i * s * sinh, s * cosh + i * c * sinh

    def _polynomial(self, head: str, values: list[Quotient], term: Term) -> Quotient:
        """Orthogonal polynomials: expanded for a concrete degree, else kernels of one family."""
        rational = self.ring.rational
        if head == "legendre":
            head, values = "gegenbauer", [values[0], rational(HALF), values[1]]
        elif head == "chebyshev_u":
            head, values = "gegenbauer", [values[0], rational(1), values[1]]
        degree = values[0].constant()
        if degree is None:
            return self._opaque((head,), values, term)
        if degree.denominator != 1:
            raise EmptyDomain("a degree that is no integer")
        if degree > MOST_DEGREE:
            raise LimitExceeded(f"the degree {degree} is too high")
        count = int(degree)
        match head, values[1:]:
            case "gegenbauer", [alpha, t]:
                return special.gegenbauer(count, alpha, t, rational)
            case "chebyshev", [t]:
                return special.chebyshev(count, t, rational)
            case _, [a, b, t]:
                return special.jacobi(count, a, b, t, rational)
        raise Stuck(f"{head} has other arguments")

    def _harmonic(self, values: list[Quotient], term: Term, args: tuple[Term, ...]) -> Quotient:
        degree, order = values[0].constant(), values[1].constant()
        if degree is None or order is None:
            return self._opaque(("Y",), values, term)
        if degree.denominator != 1 or order.denominator != 1:
            raise EmptyDomain("an order that is no integer")
        try:
            return self.of(special.harmonic_term(int(degree), int(order), (args[2], args[3], args[4])))
        except ValueError as error:
            raise EmptyDomain(str(error)) from None
