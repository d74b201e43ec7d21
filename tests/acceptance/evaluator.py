"""Formulas as numbers: a small evaluator of its own, over whole batches at once.

Every value carries two batch axes in front, instances of the arbitrary functions and points, each of length 1 where
nothing depends on it: scalars have the shape (I, P), matrices (I, P, rows, columns), and vectors are columns. A product that
comes out 1 x 1 is a scalar. Nothing here uses the verifier, nor the arithmetic that it stands on.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from catalg.terms import (
    Add,
    Apply,
    Call,
    Const,
    Identity,
    Index,
    Let,
    Matrix,
    Mul,
    Name,
    Num,
    Ones,
    Pow,
    Relation,
    Series,
    Term,
    Vector,
)

from .harmonics import clebsch_gordan, harmonics

Array = Any
TERMS_OF_A_SERIES = 14
"""So many terms stand for an infinite series; coefficients of an instance fall off quickly."""


class NotEvaluated(ValueError):
    """A formula that this evaluator does not read."""


@dataclass(frozen=True)
class Place:
    """Where a term stands: the value of names, functions and families of constants, and the shape that `I` takes.

    `factors` are the shapes of the tensor factors, for Kronecker products.
    """

    names: Mapping[str, Array] = field(default_factory=dict)
    functions: Mapping[str, Callable[..., Array]] = field(default_factory=dict)
    indexed: Mapping[str, Callable[..., Array]] = field(default_factory=dict)
    shape: tuple[int, int] = (1, 1)
    factors: tuple[tuple[int, int], ...] = ()


def number(value: complex) -> Array:
    """A constant as a batch."""
    return np.full((1, 1), value)


def column(values: Array) -> Array:
    """Columns from an array (P, size); a single coordinate is a scalar."""
    return values[None, :, 0] if values.shape[1] == 1 else values[None, :, :, None]


def entries(value: Array, count: int) -> Array:
    """A value as row-major coordinates (I, P, count)."""
    flat = value[..., None] if value.ndim == 2 else value.reshape(*value.shape[:2], -1)
    if flat.shape[-1] == 1 and not np.any(flat):
        return np.zeros((*flat.shape[:2], count))
    if flat.shape[-1] != count:
        raise NotEvaluated(f"{flat.shape[-1]} coordinates instead of {count}")
    return flat


def plus(a: Array, b: Array) -> Array:
    """The sum of two values of one shape."""
    if a.ndim != b.ndim or (a.ndim == 4 and a.shape[2:] != b.shape[2:]):
        if a.ndim == 2 and not np.any(a):
            return b
        if b.ndim == 2 and not np.any(b):
            return a
        raise NotEvaluated("a sum of values of different shapes")
    return a + b


def times(a: Array, b: Array) -> Array:
    """The product, of matrices in order."""
    if a.ndim == 2 and b.ndim == 2:
        return a * b
    if a.ndim == 2:
        return a[..., None, None] * b
    if b.ndim == 2:
        return a * b[..., None, None]
    if a.shape[3] != b.shape[2]:
        raise NotEvaluated("a product of matrices that do not fit")
    product = a @ b
    return product[..., 0, 0] if product.shape[2:] == (1, 1) else product


def evaluate(term: Term, place: Place) -> Array:
    """The value of a term."""
    match term:
        case Num(value):
            return number(float(value))
        case Const("pi"):
            return number(math.pi)
        case Const("i"):
            return number(1j)
        case Name(name) if name in place.names:
            return place.names[name]
        case Identity():
            rows, columns = place.shape
            return number(1.0) if place.shape == (1, 1) else np.eye(rows, columns)[None, None]
        case Ones():
            return number(1.0) if place.shape == (1, 1) else np.ones((1, 1, *place.shape))
        case Add(args):
            total = evaluate(args[0], place)
            for arg in args[1:]:
                total = plus(total, evaluate(arg, place))
            return total
        case Mul(args):
            total = evaluate(args[0], place)
            for arg in args[1:]:
                total = times(total, evaluate(arg, place))
            return total
        case Pow(base, exponent):
            return _power(evaluate(base, place), evaluate(exponent, place))
        case Call(head, args):
            return _call(head, args, place)
        case Apply(head, args) if head in place.functions:
            return place.functions[head](*(evaluate(arg, place) for arg in args))
        case Index(Name(name), indices) if name in place.indexed:
            return place.indexed[name](*(round(float(evaluate(i, place).flat[0])) for i in indices))
        case Index(base, indices):
            whole, at = evaluate(base, place), [evaluate(i, place) for i in indices]
            if len(at) == 2 and max(i.size for i in at) > 1:
                return _entries_at(whole, *at)
            return _entry(whole, [round(float(i.flat[0])) for i in at])
        case Vector(parts):
            return _stack([[evaluate(part, place)] for part in parts])
        case Matrix(rows):
            return _stack([[evaluate(entry, place) for entry in row] for row in rows])
        case Let(bindings, body):
            for name, value in bindings:
                place = replace(place, names={**place.names, name: evaluate(value, place)})
            return evaluate(body, place)
        case Series(index, lower, upper, body):
            first = round(float(evaluate(lower, place).flat[0]))
            infinite = upper == Const("oo")
            last = first + TERMS_OF_A_SERIES if infinite else round(float(evaluate(upper, place).flat[0]))
            total = number(0.0)
            for k in range(first, last + 1):
                total = plus(total, evaluate(body, replace(place, names={**place.names, index: number(float(k))})))
            return total
        case Relation("=", left, right):
            return (np.abs(evaluate(left, place) - evaluate(right, place)) < 1e-9).astype(float)
        case _:
            raise NotEvaluated(f"{term!r}")


def _stack(rows: Sequence[Sequence[Array]]) -> Array:
    cells = [cell for row in rows for cell in row]
    if any(cell.ndim != 2 for cell in cells):
        raise NotEvaluated("a matrix of matrices")
    together = np.broadcast_arrays(*cells)
    return np.stack(together, axis=-1).reshape(*together[0].shape, len(rows), len(rows[0]))


def _entry(value: Array, indices: Sequence[int]) -> Array:
    if value.ndim == 2:
        return value
    if len(indices) == 1:
        flat = value[..., :, 0] if value.shape[3] == 1 else value[..., 0, :]
        return flat[..., indices[0] - 1]
    return value[..., indices[0] - 1, indices[1] - 1]


def _power(base: Array, exponent: Array) -> Array:
    k = exponent.flat[0]
    if base.ndim == 2:
        real = np.isrealobj(base) and np.isrealobj(exponent)
        return np.power(base.astype(float if real else complex), exponent)
    if float(k.real) != round(float(k.real)):
        raise NotEvaluated("a fractional power of a matrix")
    return np.linalg.matrix_power(base, round(float(k.real)))


def _flat(value: Array) -> Array:
    return value[..., None] if value.ndim == 2 else value.reshape(*value.shape[:2], -1)


def _dot(a: Array, b: Array) -> Array:
    return np.sum(_flat(a) * _flat(b), axis=-1)


def _polynomials(first: Array, step: Callable[[int, Array, Array], Array], degree: int) -> Array:
    previous, current = np.ones_like(first), first
    if degree == 0:
        return previous
    for k in range(1, degree):
        previous, current = current, step(k, current, previous)
    return current


def _legendre(degree: int, t: Array) -> Array:
    return _polynomials(t, lambda k, p, q: ((2 * k + 1) * t * p - k * q) / (k + 1), degree)


def _gegenbauer(degree: int, a: float, t: Array) -> Array:
    return _polynomials(2 * a * t, lambda k, p, q: (2 * (k + a) * t * p - (k + 2 * a - 1) * q) / (k + 1), degree)


def _chebyshev(degree: int, t: Array) -> Array:
    return _polynomials(t, lambda k, p, q: 2 * t * p - q, degree)


def _jacobi(degree: int, a: float, b: float, t: Array) -> Array:
    """By the explicit sum in powers of (t - 1)/2 and (t + 1)/2 (Szegő, 4.3.2)."""
    return sum(
        math.gamma(degree + a + 1) / (math.gamma(degree - s + a + 1) * math.factorial(s))
        * math.gamma(degree + b + 1) / (math.gamma(s + b + 1) * math.factorial(degree - s))
        * ((t - 1) / 2) ** (degree - s) * ((t + 1) / 2) ** s
        for s in range(degree + 1)
    )  # fmt: skip


_SCALAR: Mapping[str, Callable[[Array], Array]] = {
    "exp": np.exp, "log": np.log, "sqrt": lambda t: np.sqrt(t if np.all(np.real(t) >= 0) else t.astype(complex)),
    "sin": np.sin, "cos": np.cos, "tan": np.tan, "asin": np.arcsin, "acos": np.arccos, "atan": np.arctan,
    "sinh": np.sinh, "cosh": np.cosh, "tanh": np.tanh, "abs": np.abs,
    "re": np.real, "im": np.imag, "conj": np.conj, "conjugate": np.conj,
}  # fmt: skip


def _entries_at(whole: Array, row: Array, column: Array) -> Array:
    """One entry of a matrix at each point: the row and the column are batches of numbers, counted from 1."""
    row, column = np.broadcast_arrays(np.rint(row).astype(int) - 1, np.rint(column).astype(int) - 1)
    instances, points = max(len(whole), len(row)), max(whole.shape[1], row.shape[1])
    whole = np.broadcast_to(whole, (instances, points, *whole.shape[2:]))
    if min(row.min(), column.min()) < 0 or row.max() >= whole.shape[2] or column.max() >= whole.shape[3]:
        raise NotEvaluated("an entry outside of a matrix")
    row, column = (np.broadcast_to(a, (instances, points)) for a in (row, column))
    return whole[np.arange(instances)[:, None], np.arange(points)[None], row, column]


def _call(head: str, args: tuple[Term, ...], place: Place) -> Array:
    if head == "kron":
        return _kron(args, place)
    values = [evaluate(arg, place) for arg in args]
    if head in _SCALAR:
        return _SCALAR[head](values[0])
    match head:
        case "dot":
            return _dot(*values)
        case "norm":
            return np.sqrt(_dot(values[0], values[0]))
        case "arg":
            flat = _flat(values[0])
            return np.arctan2(flat[..., 1], flat[..., 0])
        case "angle":
            p, q = np.broadcast_arrays(_flat(values[0]), _flat(values[1]))
            return np.arctan2(p[..., 0] * q[..., 1] - p[..., 1] * q[..., 0], np.sum(p * q, axis=-1))
        case "transpose":
            return values[0] if values[0].ndim == 2 else np.swapaxes(values[0], 2, 3)
        case "det":
            return values[0] if values[0].ndim == 2 else np.linalg.det(values[0])
        case "trace":
            return values[0] if values[0].ndim == 2 else np.trace(values[0], axis1=2, axis2=3)
        case "inverse":
            return 1 / values[0] if values[0].ndim == 2 else np.linalg.inv(values[0])
        case "atan2":
            return np.arctan2(values[0], values[1])
        case "max":
            return np.maximum.reduce(np.broadcast_arrays(*values))
        case "min":
            return np.minimum.reduce(np.broadcast_arrays(*values))
        case "delta":
            return np.prod([np.abs(a - b) < 0.5 for a, b in zip(values, values[1:], strict=False)], axis=0).astype(float)
        case "legendre":
            return _legendre(_integer(values[0]), values[1])
        case "gegenbauer":
            return _gegenbauer(_integer(values[0]), float(values[1].flat[0]), values[2])
        case "chebyshev":
            return _chebyshev(_integer(values[0]), values[1])
        case "jacobi":
            return _jacobi(_integer(values[0]), float(values[1].flat[0]), float(values[2].flat[0]), values[3])
        case "Y":
            degree, order, direction = _integer(values[0]), _integer(values[1]), _flat(values[2])
            return harmonics(degree, direction / np.linalg.norm(direction, axis=-1, keepdims=True))[..., degree + order]
        case "clebsch_gordan":
            first, second, third = map(_integer, values[:3])
            product = clebsch_gordan(first, second, third, _flat(values[3]))
            return product[..., 0, 0] if product.shape[2:] == (1, 1) else product
        case _:
            raise NotEvaluated(head)


def _integer(value: Array) -> int:
    return round(float(value.flat[0]))


def _kron(args: tuple[Term, ...], place: Place) -> Array:
    factors = place.factors if len(place.factors) == len(args) else ((place.shape,) * len(args))
    total = number(1.0)
    for arg, shape in zip(args, factors, strict=True):
        part = evaluate(arg, replace(place, shape=shape, factors=()))
        if total.ndim == 2 or part.ndim == 2:
            total = times(total, part)
            continue
        a, b = total, part
        product = a[..., :, None, :, None] * b[..., None, :, None, :]
        total = product.reshape(*product.shape[:2], a.shape[2] * b.shape[2], a.shape[3] * b.shape[3])
    return total
