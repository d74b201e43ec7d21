"""Partial derivatives of scalar formulas by the chain rule, arbitrary functions included.

The derivative of an arbitrary function is a `Derived` node with a multi-index, so that mixed partials commute
by construction and the chain rule is all that is known of it. Legendre, Gegenbauer, Chebyshev and Jacobi
polynomials of symbolic degree differentiate within their families (C_l^a' = 2a C_(l-1)^(a+1), P_l' =
C_(l-1)^(3/2), T_l' = l U_(l-1)). Input is scalar, as `components.expand` leaves it; dot, norm, arg and angle
of concrete vectors are expanded first.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from catalg.exact.components import Components
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
    add,
    free_names,
    mul,
    neg,
    num,
    power,
    sub,
)
from catalg.terms.term import expand_lets

ZERO, ONE, TWO = num(0), num(1), num(2)


class NotDifferentiable(ValueError):
    """A term that has no derivative in closed form; `term` is the offending subterm."""

    def __init__(self, term: Term, message: str) -> None:
        super().__init__(message)
        self.term = term


def derivative(term: Term, coordinate: Term) -> Term:
    """The partial derivative of a scalar term by a coordinate (a Name, or an Index with numbers).

    abs, max and min are differentiated off the set where they break. Raises NotDifferentiable.

    >>> f = Apply("f", (Name("x"),))
    >>> derivative(f, Name("x"))
    Derived(head='f', component=(), order=(1,), args=(Name(name='x'),))
    """
    return _Partial(coordinate).of(expand_lets(term))


def gradient(term: Term, coordinates: tuple[Term, ...]) -> tuple[Term, ...]:
    """The partial derivatives by each coordinate."""
    return tuple(derivative(term, c) for c in coordinates)


def directional(term: Term, vector_field: Mapping[Term, Term]) -> Term:
    """The derivative along a vector field, given as coordinate -> velocity: sum of velocity times partial
    derivative.

    >>> x, y = Name("x"), Name("y")
    >>> directional(add(Pow(x, num(2)), Pow(y, num(2))), {x: neg(y), y: x}) == add(
    ...     mul(num(2), neg(y), x), mul(num(2), x, y))
    True
    """
    return add(
        *(mul(velocity, derivative(term, c)) for c, velocity in vector_field.items() if velocity != ZERO)
    )


def _square(term: Term) -> Term:
    return power(term, TWO)


def _root(term: Term) -> Term:
    return power(term, num(Fraction(1, 2)))


def _over(top: Term, bottom: Term) -> Term:
    return mul(top, power(bottom, num(-1)))


class _Partial:
    def __init__(self, coordinate: Term) -> None:
        self.coordinate = coordinate
        self.names = free_names(coordinate)
        self.known: dict[int, tuple[Term, Term]] = {}

    def of(self, term: Term) -> Term:
        found = self.known.get(id(term))
        if found is None:
            found = (term, self._of(term))
            self.known[id(term)] = found
        return found[1]

    def _of(self, term: Term) -> Term:
        if term == self.coordinate:
            return ONE
        match term:
            case Num() | Const() | Name() | Index():
                return ZERO
            case Add(args):
                return add(*(self.of(arg) for arg in args))
            case Mul(args):
                return add(
                    *(
                        mul(*args[:k], slope, *args[k + 1 :])
                        for k, slope in enumerate(map(self.of, args))
                        if slope != ZERO
                    )
                )
            case Pow(base, exponent):
                return self._power(term, base, exponent)
            case Apply(head, args):
                return self._arbitrary(head, (), (0,) * len(args), args)
            case Derived(head, component, order, args):
                return self._arbitrary(head, component, order, args)
            case Call(head, args):
                return self._call(term, head, args)
            case Series(index, lower, upper, body):
                if self.names & (free_names(lower) | free_names(upper)):
                    raise NotDifferentiable(term, "the bounds of a sum depend on the coordinate")
                if index in self.names:
                    return ZERO
                slope = self.of(body)
                return ZERO if slope == ZERO else Series(index, lower, upper, slope)
            case _:
                if not self.names & free_names(term):
                    return ZERO
                raise NotDifferentiable(term, f"a {type(term).__name__} is not a scalar with a derivative")

    def _power(self, term: Term, base: Term, exponent: Term) -> Term:
        below, above = self.of(base), self.of(exponent)
        parts = []
        if below != ZERO:
            parts.append(
                mul(
                    exponent,
                    power(
                        base, sub(exponent, ONE) if not isinstance(exponent, Num) else Num(exponent.value - 1)
                    ),
                    below,
                )
            )
        if above != ZERO:
            parts.append(mul(term, Call("log", (base,)), above))
        return add(*parts)

    def _arbitrary(
        self, head: str, component: tuple[int, ...], order: tuple[int, ...], args: tuple[Term, ...]
    ) -> Term:
        parts = []
        for k, slope in enumerate(map(self.of, args)):
            if slope != ZERO:
                raised = tuple(n + (j == k) for j, n in enumerate(order))
                parts.append(mul(Derived(head, component, raised, args), slope))
        return add(*parts)

    def _call(self, term: Call, head: str, args: tuple[Term, ...]) -> Term:
        if head in ("dot", "norm", "arg", "angle", "det", "trace", "Y", "sqrt"):
            lowered = Components({}, {}).scalar(term)
            if lowered != term:
                return self.of(lowered)
        slopes = tuple(map(self.of, args))
        if all(slope == ZERO for slope in slopes):
            return ZERO
        if len(args) == 1 and head in _RULES:
            return mul(_RULES[head](args[0]), slopes[0])
        match head:
            case "atan2":
                (y, x), (dy, dx) = args, slopes
                return _over(sub(mul(x, dy), mul(y, dx)), add(_square(x), _square(y)))
            case "max" | "min":
                return self._extreme(head, args, slopes)
            case "legendre" | "gegenbauer" | "chebyshev" | "chebyshev_u" | "jacobi":
                if any(slope != ZERO for slope in slopes[:-1]):
                    raise NotDifferentiable(term, f"{head} is differentiated by its last argument only")
                return mul(_polynomial(head, args), slopes[-1])
            case _:
                raise NotDifferentiable(term, f"{head} has no derivative here")

    def _extreme(self, head: str, args: tuple[Term, ...], slopes: tuple[Term, ...]) -> Term:
        """max(a, b)' = (a' + b')/2 + sign(a - b)(a' - b')/2."""
        total, slope = args[0], slopes[0]
        half = num(Fraction(1 if head == "max" else -1, 2))
        for arg, other in zip(args[1:], slopes[1:], strict=True):
            gap = sub(total, arg)
            sign = _over(Call("abs", (gap,)), gap)
            slope = add(mul(num(Fraction(1, 2)), add(slope, other)), mul(half, sign, sub(slope, other)))
            total = Call(head, (total, arg))
        return slope


_RULES: Mapping[str, Callable[[Term], Term]] = {
    "exp": lambda u: Call("exp", (u,)),
    "log": lambda u: power(u, num(-1)),
    "sin": lambda u: Call("cos", (u,)),
    "cos": lambda u: neg(Call("sin", (u,))),
    "tan": lambda u: power(Call("cos", (u,)), num(-2)),
    "cot": lambda u: neg(power(Call("sin", (u,)), num(-2))),
    "sec": lambda u: _over(Call("sin", (u,)), _square(Call("cos", (u,)))),
    "csc": lambda u: neg(_over(Call("cos", (u,)), _square(Call("sin", (u,))))),
    "asin": lambda u: power(sub(ONE, _square(u)), num(Fraction(-1, 2))),
    "acos": lambda u: neg(power(sub(ONE, _square(u)), num(Fraction(-1, 2)))),
    "atan": lambda u: power(add(ONE, _square(u)), num(-1)),
    "sinh": lambda u: Call("cosh", (u,)),
    "cosh": lambda u: Call("sinh", (u,)),
    "tanh": lambda u: power(Call("cosh", (u,)), num(-2)),
    "abs": lambda u: _over(Call("abs", (u,)), u),
}


def _polynomial(head: str, args: tuple[Term, ...]) -> Term:
    """The derivative of an orthogonal polynomial by its last argument."""
    degree, t = args[0], args[-1]
    lower = Num(degree.value - 1) if isinstance(degree, Num) else sub(degree, ONE)
    match head:
        case "legendre":
            return Call("gegenbauer", (lower, num(Fraction(3, 2)), t))
        case "gegenbauer":
            alpha = args[1]
            raised = Num(alpha.value + 1) if isinstance(alpha, Num) else add(alpha, ONE)
            return mul(TWO, alpha, Call("gegenbauer", (lower, raised, t)))
        case "chebyshev":
            return mul(degree, Call("chebyshev_u", (lower, t)))
        case "chebyshev_u":
            return mul(TWO, Call("gegenbauer", (lower, TWO, t)))
        case _:
            _, a, b, _ = args
            half = mul(num(Fraction(1, 2)), add(degree, a, b, ONE))
            return mul(half, Call("jacobi", (lower, add(a, ONE), add(b, ONE), t)))
