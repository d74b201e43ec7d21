"""The functions of formulas on arrays, with safe choices where they are not defined.

Each is the function of the same name in the vocabulary, `catalg.exact.functions`, of an evaluation and of values.
"""

from __future__ import annotations

import cmath
import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from catalg.exact.coupling import NotCoupled, coupling_matrix, squared_length
from catalg.exact.special import solid_harmonic
from catalg.numeric.errors import NotNumeric, WrongShape
from catalg.numeric.evaluate import LONGEST, Evaluation, Value
from catalg.numeric.series import POLYNOMIALS, recurrence
from catalg.numeric.special import polynomials, safe_angle, safe_sqrt

ELEMENTARY = ("exp", "log", "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh")
RECIPROCAL = {"cot": "tan", "sec": "cos", "csc": "sin"}


def _elementary(at: Evaluation, head: str, x: Value) -> Value:
    if x.is_number:
        module: Any = cmath if isinstance(x.data, complex) else math
        return Value(getattr(module, head)(x.data))
    return Value(getattr(at.xp, head)(x.data))


def sqrt_(at: Evaluation, x: Value) -> Value:
    return at.power(x, Value(0.5)) if not x.is_number or x.data != 0 else x


def abs_(at: Evaluation, x: Value) -> Value:
    return Value(abs(x.data) if x.is_number else at.xp.abs(x.data))


def max_(at: Evaluation, *args: Value) -> Value:
    return _extreme(at, "maximum", max, args)


def min_(at: Evaluation, *args: Value) -> Value:
    return _extreme(at, "minimum", min, args)


def _extreme(at: Evaluation, name: str, plain: Callable[[Any, Any], Any], args: Sequence[Value]) -> Value:
    total = args[0]
    for arg in args[1:]:
        if total.is_number and arg.is_number:
            total = Value(plain(total.data, arg.data))
        else:
            total = Value(getattr(at.xp, name)(at.full(total), at.full(arg)))
    return total


def dot(at: Evaluation, x: Value, y: Value) -> Value:
    if x.rank == 0:
        return at.product(x, y)
    if x.shape != y.shape:
        raise WrongShape(f"dot of shapes {x.shape} and {y.shape}")
    return Value(at.xp.sum(x.data * y.data, axis=-1))


def norm(at: Evaluation, x: Value) -> Value:
    if x.rank == 0:
        return abs_(at, x)
    square = x.data * x.data
    if at.is_complex(x.data):
        square = at.xp.real(x.data) ** 2 + at.xp.imag(x.data) ** 2
    return Value(safe_sqrt(at.xp, at.xp.sum(square, axis=-1)))


def arg(at: Evaluation, x: Value) -> Value:
    return Value(safe_angle(at.xp, x.data[..., 1], x.data[..., 0]))


def angle(at: Evaluation, x: Value, y: Value) -> Value:
    a, b = x.data, y.data
    sine = a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0]
    return Value(safe_angle(at.xp, sine, a[..., 0] * b[..., 0] + a[..., 1] * b[..., 1]))


def atan2(at: Evaluation, y: Value, x: Value) -> Value:
    return Value(safe_angle(at.xp, at.full(y), at.full(x)))


def delta(at: Evaluation, x: Value, y: Value) -> Value:
    if x.is_number and y.is_number:
        return Value(float(x.data == y.data))
    same = at.full(x) == at.full(y)
    return Value(at.xp.astype(same, at.arrays.dtype))


def transpose(at: Evaluation, x: Value) -> Value:
    if x.rank == 0:
        return x
    if x.rank == 1:
        return Value(at.xp.expand_dims(x.data, axis=-2), 2)
    axes = (*range(x.data.ndim - 2), x.data.ndim - 1, x.data.ndim - 2)
    turned = at.xp.permute_dims(x.data, axes)
    return Value(turned[..., 0], 1) if x.shape[0] == 1 else Value(turned, 2)


def trace(at: Evaluation, x: Value) -> Value:
    return Value(sum(x.data[..., k, k] for k in range(x.shape[0])))


def det(at: Evaluation, x: Value) -> Value:
    m, n = x.data, x.shape[0]
    if n == 1:
        return Value(m[..., 0, 0])
    if n == 2:
        return Value(m[..., 0, 0] * m[..., 1, 1] - m[..., 0, 1] * m[..., 1, 0])
    return Value(at.xp.linalg.det(m))


def inverse(at: Evaluation, x: Value) -> Value:
    return _inverse(at, x)


def _inverse(at: Evaluation, x: Value) -> Value:
    return Value(at.xp.linalg.inv(x.data), 2) if x.rank == 2 else at.power(x, Value(-1))


def kron(at: Evaluation, *args: Value) -> Value:
    total = args[0]
    for arg in args[1:]:
        a, b = total.data, arg.data
        if total.rank == arg.rank == 1:
            data = a[..., :, None] * b[..., None, :]
            total = Value(at.xp.reshape(data, tuple(data.shape[:-2]) + (-1,)), 1)
        elif total.rank == arg.rank == 2:
            data = a[..., :, None, :, None] * b[..., None, :, None, :]
            rows, columns = total.shape[0] * arg.shape[0], total.shape[1] * arg.shape[1]
            total = Value(at.xp.reshape(data, tuple(data.shape[:-4]) + (rows, columns)), 2)
        else:
            total = at.product(total, arg)
    return total


def _polynomial(at: Evaluation, head: str, args: Sequence[Value]) -> Value:
    degree = args[0].data
    if not isinstance(degree, int) or not 0 <= degree <= LONGEST:
        raise NotNumeric(f"{head} of a degree that is not a natural number up to {LONGEST}")
    step = recurrence(head, [a.data for a in args[1:-1]])
    return Value(polynomials(step, degree + 1, args[-1].data)[degree])


def harmonic(at: Evaluation, degree: Value, order: Value, x: Value) -> Value:
    """The real spherical harmonic of x/|x|, 0 at the origin for a positive degree."""
    l, m = degree.data, order.data
    if not (isinstance(l, int) and isinstance(m, int) and abs(m) <= l <= LARGEST_HARMONIC):
        raise NotNumeric(f"Y of a degree and an order that are not numbers with |m| <= l <= {LARGEST_HARMONIC}")
    scale = math.sqrt(float(squared_length(l, m)) * (2 * l + 1) / (4 * math.pi))
    length = at.power(norm(at, x), Value(-l)) if l else Value(1.0)
    body = _monomials(at, x, {e: float(c) * scale for e, c in solid_harmonic(l, m)})
    return at.product(Value(body), length)


def clebsch_gordan(at: Evaluation, l: Value, J: Value, L: Value, x: Value) -> Value:
    """The coupling matrix of `exact.coupling`, from its polynomials."""
    degrees = (l.data, J.data, L.data)
    if not all(isinstance(d, int) for d in degrees):
        raise NotNumeric("clebsch_gordan of degrees that are not numbers")
    try:
        rows = coupling_matrix(*degrees)
    except NotCoupled as error:
        raise NotNumeric(str(error)) from None
    entries = [
        _monomials(at, x, {e: float(c) * math.sqrt(inside) for e, c in table.items()}) for row in rows for inside, table in row
    ]
    data = at.xp.stack(entries, axis=-1)
    if degrees[:2] == (0, 0):
        return Value(data[..., 0])
    if degrees[0] == 0:
        return Value(data, 1)
    return Value(at.xp.reshape(data, (*data.shape[:-1], len(rows), len(rows[0]))), 2)


LARGEST_HARMONIC = 30


def _monomials(at: Evaluation, x: Value, table: Mapping[tuple[int, int, int], float]) -> Any:
    total = x.data[..., 0] * 0.0
    for exponents, c in sorted(table.items()):
        product: Any = c
        for k, e in enumerate(exponents):
            if e:
                product = product * x.data[..., k] ** e
        total = total + product
    return total


def _named(rule: Callable[..., Value], head: str) -> Callable[..., Value]:
    return lambda at, *args: rule(at, head, args)


FUNCTIONS: Mapping[str, Callable[..., Value]] = {
    **{head: _named(lambda at, name, args: _elementary(at, name, args[0]), head) for head in ELEMENTARY},
    **{
        head: _named(
            lambda at, name, args: at.power(_elementary(at, RECIPROCAL[name], args[0]), Value(-1)), head
        )
        for head in RECIPROCAL
    },
    **{head: _named(_polynomial, head) for head in POLYNOMIALS},
    "sqrt": sqrt_,
    "abs": abs_,
    "max": max_,
    "min": min_,
    "dot": dot,
    "norm": norm,
    "arg": arg,
    "angle": angle,
    "atan2": atan2,
    "delta": delta,
    "transpose": transpose,
    "trace": trace,
    "det": det,
    "inverse": inverse,
    "kron": kron,
    "Y": harmonic,
    "clebsch_gordan": clebsch_gordan,
}
"""The vocabulary: each a function of an evaluation and of values."""
