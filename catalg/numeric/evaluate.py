"""Formulas at points: a walk over the term, with every operation a call on the array library.

A value is a number or an array whose last `rank` axes are those of the scalar, vector or matrix; all axes before are points and
broadcast. Exact constants stay Python numbers, which never promote float32. Equal subterms are computed once.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from catalg.numeric.errors import Missing, NotNumeric, WrongShape
from catalg.numeric.namespace import Array, Arrays
from catalg.numeric.series import Summand, infinite_sum
from catalg.numeric.special import safe_power, safe_reciprocal, safe_sqrt
from catalg.terms import (
    Add,
    Apply,
    Call,
    Const,
    Identity,
    Index,
    Matrix,
    Mul,
    Name,
    Num,
    Ones,
    Pow,
    Series,
    Term,
    Vector,
    num,
    substitute,
)
from catalg.terms.term import expand_lets

Functions = Mapping[str, Any]
"""For each arbitrary function a callable of arrays, for each arbitrary constant a number, for each family of constants a sequence."""

LONGEST = 100_000
"""The largest number of terms of a finite sum."""


@dataclass(frozen=True, slots=True)
class Value:
    """A number (rank 0) or an array with `rank` trailing axes of its own."""

    data: Any
    rank: int = 0

    @property
    def is_number(self) -> bool:
        """Whether it is a Python number."""
        return isinstance(self.data, int | float | complex)

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of the value itself."""
        return tuple(self.data.shape[self.data.ndim - self.rank :]) if self.rank else ()

    @property
    def batch(self) -> tuple[int, ...]:
        """The shape of the points."""
        return () if self.is_number else tuple(self.data.shape[: self.data.ndim - self.rank])


class Evaluation:
    """Values of terms at given points; one object for each set of points.

    `names` are the arguments and parameters, `size` is the shape of `I` and `ones`.
    """

    def __init__(
        self, arrays: Arrays, names: Mapping[str, Value], functions: Functions, size: tuple[int, ...] = ()
    ) -> None:
        self.arrays, self.xp = arrays, arrays.xp
        self.names, self.functions, self.size = names, functions, size
        self.known: dict[Term, Value] = {}

    def array(self, term: Term, shape: tuple[int, ...], batch: tuple[int, ...]) -> Array:
        """The value as an array of shape batch + shape. Raises NotNumeric, Missing, WrongShape."""
        value = self.value(expand_lets(term))
        data = self.full(value)
        if value.shape != shape:
            flat = math.prod(value.shape) == math.prod(shape)
            if not flat:
                raise WrongShape(f"the values have shape {value.shape}, not {shape}")
            data = self.xp.reshape(data, value.batch + shape)
        return self.xp.broadcast_to(data, batch + shape)

    def full(self, value: Value) -> Array:
        """A number as an array without axes; complex numbers make the result complex."""
        if not value.is_number:
            return value.data
        arrays = self.arrays.complex if isinstance(value.data, complex) else self.arrays
        return arrays.constant(value.data)

    def value(self, term: Term) -> Value:
        """The value of a term without `where`."""
        found = self.known.get(term)
        if found is None:
            found = self.known[term] = self._value(term)
        return found

    def _value(self, term: Term) -> Value:
        match term:
            case Num(value):
                whole = value.denominator == 1
                return Value(int(value) if whole else value.numerator / value.denominator)
            case Const("pi"):
                return Value(math.pi)
            case Const("i"):
                return Value(1j)
            case Name(name):
                return self._name(name)
            case Add(args):
                total = self.value(args[0])
                for arg in args[1:]:
                    total = self.plus(total, self.value(arg))
                return total
            case Mul(args):
                total = self.value(args[0])
                for arg in args[1:]:
                    total = self.product(total, self.value(arg))
                return total
            case Pow(base, exponent):
                return self.power(self.value(base), self.value(exponent))
            case Call(head, args):
                return self._call(head, [self.value(arg) for arg in args])
            case Apply(head, args):
                return self._apply(head, [self.value(arg) for arg in args])
            case Index(Name(name), indices) if name not in self.names:
                return self._coefficient(name, [self.value(index) for index in indices])
            case Index(base, indices):
                return self._index(self.value(base), [self.value(index) for index in indices])
            case Vector(entries):
                return self._stacked(entries, (len(entries),))
            case Matrix(rows):
                return self._stacked(
                    [e for row in rows for e in row], (len(rows), len(rows[0]) if rows else 0)
                )
            case Identity():
                height, width = self._matrix_size("I")
                return Value(
                    self.arrays.constant([[float(i == j) for j in range(width)] for i in range(height)]), 2
                )
            case Ones():
                height, width = self._matrix_size("ones")
                return Value(self.arrays.constant([[1.0] * width for _ in range(height)]), 2)
            case Series(index, lower, upper, body):
                return self._series(index, lower, upper, body)
            case _:
                raise NotNumeric(f"{type(term).__name__} in a formula has no numbers")

    def _matrix_size(self, what: str) -> tuple[int, int]:
        if len(self.size) != 2:
            raise NotNumeric(f"the size of {what} is not known")
        return self.size[0], self.size[1]

    def _name(self, name: str) -> Value:
        if name in self.names:
            return self.names[name]
        if name not in self.functions:
            raise self._missing(name, "a constant")
        given = self.functions[name]
        if callable(given):
            raise WrongShape(f"{name} is a constant; a number is needed, not a function")
        if isinstance(given, int | float | complex):
            return Value(given)
        return Value(given, getattr(given, "ndim", 0))

    def _missing(self, name: str, what: str) -> Missing:
        given = ", ".join(sorted(self.functions)) or "none"
        return Missing(f"{name} is {what} that was not given (given: {given})")

    # --- arithmetic -------------------------------------------------------------------------------------------------

    def lifted(self, value: Value, rank: int) -> Any:
        """The data with axes of length one for the missing trailing axes."""
        if value.is_number or value.rank == rank:
            return value.data
        return self.xp.reshape(value.data, tuple(value.data.shape) + (1,) * (rank - value.rank))

    def _pair(self, left: Any, right: Any) -> tuple[Any, Any]:
        """Real arrays become complex where the other side is, since the standard does not promote them."""
        for a, b in ((left, right), (right, left)):
            wide = isinstance(a, complex) or (hasattr(a, "dtype") and self.is_complex(a))
            if wide and hasattr(b, "dtype") and not self.is_complex(b):
                changed = self.xp.astype(b, self.arrays.complex.dtype)
                return (left, changed) if b is right else (changed, right)
        return left, right

    def is_complex(self, array: Array) -> bool:
        """Whether an array is complex."""
        return bool(self.xp.isdtype(array.dtype, "complex floating"))

    def plus(self, left: Value, right: Value) -> Value:
        """The sum."""
        if left.is_number and right.is_number:
            return Value(left.data + right.data)
        rank = max(left.rank, right.rank)
        a, b = self._pair(self.lifted(left, rank), self.lifted(right, rank))
        return Value(a + b, rank)

    def product(self, left: Value, right: Value) -> Value:
        """The product: scalars scale, matrices multiply, a column times a row is a matrix."""
        if left.is_number and right.is_number:
            return Value(left.data * right.data)
        if left.rank == 0 or right.rank == 0:
            rank = max(left.rank, right.rank)
            a, b = self._pair(self.lifted(left, rank), self.lifted(right, rank))
            return Value(a * b, rank)
        a, b = self._pair(left.data, right.data)
        if left.rank == 1:
            if right.rank == 1 or right.shape[0] != 1:
                raise WrongShape(f"shapes {left.shape} and {right.shape} do not multiply")
            return Value(self.xp.expand_dims(a, axis=-1) * b, 2)
        if left.shape[1] != right.shape[0]:
            raise WrongShape(f"shapes {left.shape} and {right.shape} do not multiply")
        if right.rank == 2:
            return Value(self.xp.matmul(a, b), 2)
        product = self.xp.matmul(a, self.xp.expand_dims(b, axis=-1))[..., 0]
        return Value(product[..., 0], 0) if left.shape[0] == 1 else Value(product, 1)

    def power(self, base: Value, exponent: Value) -> Value:
        """The power; 1/0 counts as 0."""
        e = exponent.data
        if base.is_number and exponent.is_number:
            if base.data == 0 and not isinstance(e, complex) and e < 0:
                return Value(0.0)
            return Value(base.data**e)
        if not isinstance(e, int | float):
            if exponent.is_number or base.rank:
                raise NotNumeric("a power with this exponent")
            return Value(self.full(base) ** e)
        if base.rank == 2:
            return self._matrix_power(base, int(e))
        if e == int(e):
            power = base.data ** abs(int(e)) if abs(e) != 1 else base.data
            return Value(power if e > 0 else safe_reciprocal(self.xp, power))
        power = safe_sqrt(self.xp, base.data) if abs(e) == 0.5 else safe_power(self.xp, base.data, abs(e))
        return Value(power if e > 0 else safe_reciprocal(self.xp, power))

    def _matrix_power(self, base: Value, exponent: int) -> Value:
        factor = base if exponent > 0 else self._call("inverse", [base])
        total = factor
        for _ in range(abs(exponent) - 1):
            total = self.product(total, factor)
        return total

    # --- parts ------------------------------------------------------------------------------------------------------

    def _index(self, base: Value, indices: Sequence[Value]) -> Value:
        if len(indices) != base.rank or not all(i.is_number for i in indices):
            raise NotNumeric(f"{len(indices)} indices on a value of shape {base.shape}")
        places = tuple(int(i.data) - 1 for i in indices)
        if any(not 0 <= p < size for p, size in zip(places, base.shape, strict=True)):
            raise WrongShape(f"there is no entry {tuple(p + 1 for p in places)} in shape {base.shape}")
        return Value(base.data[(..., *places)], 0)

    def _coefficient(self, name: str, indices: Sequence[Value]) -> Value:
        if name not in self.functions:
            raise self._missing(name, "a family of constants")
        given = self.functions[name]
        for index in indices:
            place = int(index.data)
            if not 0 <= place < len(given):
                return Value(0.0)
            given = given[place]
        return Value(given)

    def _stacked(self, entries: Sequence[Term], shape: tuple[int, ...]) -> Value:
        values = [self.value(entry) for entry in entries]
        if any(v.rank for v in values):
            raise NotNumeric("vectors and matrices with entries that are not scalars")
        if all(v.is_number for v in values):
            flat = [v.data for v in values]
            arrays = self.arrays.complex if any(isinstance(v, complex) for v in flat) else self.arrays
            return Value(self.xp.reshape(arrays.constant(flat), shape), len(shape))
        data = [self.full(v) for v in values]
        if any(self.is_complex(d) for d in data):
            data = [d if self.is_complex(d) else self.xp.astype(d, self.arrays.complex.dtype) for d in data]
        batch = broadcast_shape([tuple(d.shape) for d in data])
        stacked = self.xp.stack([self.xp.broadcast_to(d, batch) for d in data], axis=-1)
        return Value(self.xp.reshape(stacked, batch + shape), len(shape))

    def _apply(self, head: str, args: Sequence[Value]) -> Value:
        if head not in self.functions:
            raise self._missing(head, f"a function of {len(args)} argument{'s' * (len(args) != 1)}")
        function = self.functions[head]
        batch = broadcast_shape([a.batch for a in args])
        if not callable(function) and not hasattr(function, "of_values"):
            return Value(function)
        if hasattr(function, "of_values"):
            return function.of_values(self.arrays, args)  # type: ignore[no-any-return]
        result = function(*(self.full(a) for a in args))
        if isinstance(result, int | float | complex):
            return Value(result)
        rank = result.ndim - len(batch)
        if rank < 0:
            return Value(self.xp.broadcast_to(result, batch), 0)
        if rank > 2 or not _fits(tuple(result.shape[: len(batch)]), batch):
            raise WrongShape(f"{head} returned shape {tuple(result.shape)} at points of shape {batch}")
        return Value(result, rank)

    def _series(self, index: str, lower: Term, upper: Term, body: Term) -> Value:
        low = int(self.value(lower).data)
        if upper == Const("oo"):
            return infinite_sum(index, low, body, self)
        high = int(self.value(upper).data)
        if high - low >= LONGEST:
            raise NotNumeric(f"a sum of {high - low + 1} terms is longer than {LONGEST}")
        total = Value(0)
        for k in range(low, high + 1):
            total = self.plus(total, self.value(substitute(body, {index: num(k)})))
        return total

    def summed(self, summand: Summand, total: Array) -> Value:
        """A summed series times the factors in front of it."""
        value = Value(total)
        for factor in summand.factors:
            value = self.product(self.value(factor), value)
        return value

    def _call(self, head: str, args: Sequence[Value]) -> Value:
        from catalg.numeric.vocabulary import FUNCTIONS

        rule = FUNCTIONS.get(head)
        if rule is None:
            raise NotNumeric(f"{head} has no array function")
        return rule(self, *args)


def _fits(shape: tuple[int, ...], batch: tuple[int, ...]) -> bool:
    return len(shape) == len(batch) and all(a in (1, b) for a, b in zip(shape, batch, strict=True))


def broadcast_shape(shapes: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """The shape that arrays of these shapes broadcast to. Raises WrongShape.

    >>> broadcast_shape([(5, 1), (3,)])
    (5, 3)
    """
    size = max((len(s) for s in shapes), default=0)
    result = [1] * size
    for shape in shapes:
        for k, length in enumerate(shape, size - len(shape)):
            if length != 1 and result[k] not in (1, length):
                raise WrongShape(f"points of shapes {', '.join(map(str, shapes))} do not broadcast together")
            result[k] = length if length != 1 else result[k]
    return tuple(result)
