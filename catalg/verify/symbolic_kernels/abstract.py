"""Formulas in abstract vectors, in normal form: scalars in the entries of the Gram matrix, tensors in monomials.

Every vector-valued part of a formula is a combination of letters (and of the base point where translations act); dot and
norm are bilinear. Two formulas that agree in this form agree in every dimension.
"""

from __future__ import annotations

from fractions import Fraction

from catalg.terms import (
    Add,
    Apply,
    Call,
    Const,
    Dim,
    Identity,
    Index,
    Mul,
    Name,
    Num,
    Pow,
    Series,
    Term,
    add,
    mul,
    num,
    power,
)
from catalg.terms.term import ONE, ZERO, expand_lets
from catalg.universes.abstract_spaces import NotAbstract, Space
from catalg.verify.symbolic_kernels.tensors import (
    LABELLED,
    Tensor,
    collected,
    kronecker,
    matrix_product,
    transposed,
)

BASE = -1
"""The letter of the base point, which translations move to the origin."""

SLOTS = "ijkl"

Blocks = dict[int, "Term | Tensor"]
Value = Term | Tensor | Blocks
"""A scalar, a tensor, or for a target with several blocks one of these for each block (from 0)."""


class Gram:
    """The normal form for one space; `avoid` are names that the formula uses for other things."""

    def __init__(self, space: Space, avoid: frozenset[str] = frozenset()) -> None:
        self.space = space
        self.prefix = "gram"
        while any(name.startswith(self.prefix) for name in avoid):
            self.prefix += "_"
        self.bound: frozenset[str] = frozenset()
        self.fixed = {t.name: dim for t, dim in space.invariant if isinstance(t, Name)}

    # -- the coordinates ---------------------------------------------------------------------------------------------
    def product(self, i: int, j: int) -> Term:
        """The dot product of two letters: a coordinate, or 1 for a unit vector with itself. A metric is moved to 1 (`variance.py`)."""
        i, j = min(i, j), max(i, j)
        if i == j and i != BASE and self.space.letters[i].unit:
            return ONE
        return Name(self.name(i, j))

    def name(self, i: int, j: int) -> str:
        """What a coordinate is called."""
        return f"{self.prefix}{i + 1}x{j + 1}"

    @property
    def coordinates(self) -> tuple[str, ...]:
        """The independent coordinates: dot products of letters, and scalar arguments with trivial action."""
        count = len(self.space.letters)
        pairs = [(i, j) for i in range(count) for j in range(i, count) if i != j or not self.space.letters[i].unit]
        return (*(name for name, dim in self.fixed.items() if dim == Dim.of(1)), *(self.name(i, j) for i, j in pairs))

    @property
    def lengths(self) -> frozenset[str]:
        """The coordinates that are never negative."""
        return frozenset(self.name(i, i) for i in range(len(self.space.letters)))

    @property
    def base_coordinates(self) -> tuple[str, ...]:
        """The coordinates that involve the base point."""
        return tuple(self.name(BASE, j) for j in range(BASE, len(self.space.letters)))

    # -- normal forms ------------------------------------------------------------------------------------------------
    def of(self, formula: Term) -> Value:
        """The normal form of a formula. Raises NotAbstract."""
        return settled(self._value(expand_lets(formula)))

    def scalar(self, term: Term) -> Term:
        """The normal form of a scalar. Raises NotAbstract for tensors."""
        return _scalar(self._value(term))

    def _value(self, term: Term) -> Value:
        match term:
            case Num() | Const():
                return term
            case Name(name):
                return self._name(name)
            case Identity():
                return Tensor.delta(0, 1)
            case Add(args):
                total = self._value(args[0])
                for arg in args[1:]:
                    total = plus(total, self._value(arg))
                return total
            case Mul(args):
                total = ONE
                for arg in args:
                    total = self._times(total, self._value(arg))
                return total
            case Pow(base, exponent):
                return self._power(self._value(base), self.scalar(exponent))
            case Call(head, args):
                return self._call(head, args)
            case Apply(head, args):
                return Apply(head, tuple(self._argument(arg) for arg in args))
            case Index(base, indices):
                return self._index(base, indices)
            case Series(index, lower, upper, body):
                return self._series(index, lower, upper, body)
            case _:
                raise NotAbstract(f"a {type(term).__name__.lower()} in a formula of symbolic dimension")

    def _series(self, index: str, lower: Term, upper: Term, body: Term) -> Value:
        ends = self.scalar(lower), self.scalar(upper)
        outer, self.bound = self.bound, self.bound | {index}
        inner = self.scalar(body)
        self.bound = outer
        return Series(index, *ends, inner)

    def _power(self, base: Value, exponent: Term) -> Value:
        base = _contracted(base)
        if isinstance(base, Tensor) and exponent == num(-1) and dict(base.parts) == dict(Tensor.delta(0, 1).parts):
            return base
        if isinstance(base, Tensor) and exponent == num(2):
            return matrix_product(base, base, self.product)
        return power(_scalar(base), exponent)

    def _name(self, name: str) -> Value:
        if name not in self.space.names or name in self.bound:
            return Name(name)
        if name in self.fixed:
            if self.fixed[name] != Dim.of(1):
                raise NotAbstract("an argument with trivial action and several coordinates")
            return Name(name)
        k = self.space.names.index(name)
        if k == self.space.metric:
            return Tensor.delta(0, 1)
        letter = self.space.place[k]
        parts: dict[int, Term] = {} if letter is None else {letter: ONE}
        if k in self.space.affine:
            parts[BASE] = ONE
        return Tensor.vector(parts)

    def _argument(self, term: Term) -> Term:
        """An argument of an arbitrary function; a vector, where its coordinates are invariant, as `letters`."""
        value = settled(self._value(term))
        if not isinstance(value, Tensor):
            return _scalar(value)
        if not self.space.rigid or not value.is_vector:
            raise NotAbstract("an arbitrary function of a vector")
        parts = [mul(c, Name(f"{self.prefix}{k + 1}")) for k, c in sorted(value.letters().items()) if c != ZERO]
        return Call("letters", (add(*parts),))

    def _call(self, head: str, args: tuple[Term, ...]) -> Value:
        if head == "delta":
            slots = [SLOTS.index(a.name) for a in args if isinstance(a, Name) and a.name in SLOTS]
            if len(slots) == 2:
                return Tensor.delta(LABELLED + slots[0], LABELLED + slots[1])
        if head == "block" and isinstance(args[0], Num):
            inner = settled(self._value(args[1]))
            if isinstance(inner, dict):
                raise NotAbstract("a block inside of a block")
            return {int(args[0].value) - 1: inner}
        if head == "inverse" and len(args) == 1:
            return self._power(self._value(args[0]), num(-1))
        values = [_contracted(self._value(arg)) for arg in args]
        tensors = [v for v in values if isinstance(v, Tensor)]
        if not tensors:
            return self._scalar_call(head, tuple(_scalar(v) for v in values))
        if len(tensors) == len(values):
            if head == "transpose":
                return transposed(tensors[0])
            if head == "kron":
                return kronecker(tensors)
            if head in ("dot", "norm") and all(t.is_vector for t in tensors):
                product = self.dot(tensors[0], tensors[-1])
                return product if head == "dot" else power(product, num(Fraction(1, 2)))
        raise NotAbstract(f"{head} of vectors in a formula of symbolic dimension")

    def _scalar_call(self, head: str, args: tuple[Term, ...]) -> Term:
        if head in ("norm", "sqrt", "transpose"):
            return {"norm": Call("abs", args), "sqrt": power(args[0], num(Fraction(1, 2))), "transpose": args[0]}[head]
        return mul(*args) if head in ("dot", "kron") else Call(head, args)

    def dot(self, left: Tensor, right: Tensor) -> Term:
        """The dot product of two columns, each coordinate once."""
        table: dict[Term, Term] = {}
        for i, a in sorted(left.letters().items()):
            for j, b in sorted(right.letters().items()):
                pair = self.product(i, j)
                table[pair] = collected(table.get(pair, ZERO), mul(a, b))
        return add(*(c if pair == ONE else mul(c, pair) for pair, c in table.items()))

    def _index(self, base: Term, indices: tuple[Term, ...]) -> Value:
        if isinstance(base, Name) and base.name not in self.space.names:
            return Index(base, tuple(self.scalar(i) for i in indices))
        value, label = self._value(base), indices[0]
        if isinstance(value, Tensor) and value.is_vector and isinstance(label, Name) and label.name in SLOTS:
            return value.renamed({0: LABELLED + SLOTS.index(label.name)})
        raise NotAbstract("a coordinate in a formula of symbolic dimension")

    def _times(self, left: Value, right: Value) -> Value:
        if isinstance(left, dict) or isinstance(right, dict):
            blocks, factor = (left, right) if isinstance(left, dict) else (right, left)
            assert isinstance(blocks, dict)
            return {k: _once(self._times(_scalar(factor), v)) for k, v in blocks.items()}
        if isinstance(left, Tensor) and isinstance(right, Tensor):
            return matrix_product(left, right, self.product)
        if isinstance(left, Tensor):
            return left.scaled(_scalar(right))
        return right.scaled(left) if isinstance(right, Tensor) else mul(left, right)


def plus(left: Value, right: Value) -> Value:
    """The sum of two values of one kind. Raises NotAbstract."""
    if isinstance(left, dict) and isinstance(right, dict):
        both = dict(left)
        for k, value in right.items():
            both[k] = _once(plus(both[k], value)) if k in both else value
        return both
    if isinstance(left, Tensor) and isinstance(right, Tensor):
        return left.plus(right)
    return add(_scalar(left), _scalar(right))


def settled(value: Value) -> Value:
    """The value with the indices of tensors counted from 0; one without indices is a scalar."""
    if not isinstance(value, Tensor):
        return value
    return value.settled() if value.indices else value.coefficient()


def _contracted(value: Value) -> Value:
    """A tensor without indices as a scalar."""
    return value.coefficient() if isinstance(value, Tensor) and not value.indices else value


def _once(value: Value) -> Term | Tensor:
    if isinstance(value, dict):
        raise NotAbstract("a block inside of a block")
    return value


def _scalar(value: Value) -> Term:
    if isinstance(value, Tensor) and not value.indices:
        return value.coefficient()
    if isinstance(value, Tensor | dict):
        raise NotAbstract("a vector where a scalar is expected")
    return value
