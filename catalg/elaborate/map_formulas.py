"""Formulas of smooth maps, `at (x, y) = …`: read as composites, every value a map from the space of the arguments."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from catalg.elaborate.map_expressions import MapReader, number_of
from catalg.elaborate.scope import Problem
from catalg.language import tree
from catalg.model.maps import (
    SCALAR,
    Composite,
    Constant,
    Elementary,
    Inner,
    Pairing,
    Scaling,
    SmoothMap,
    Space,
    Splitting,
    combination,
    identity,
    selection,
    space_text,
)

SMOOTH = frozenset(
    ["exp", "log", "sqrt", "sin", "cos", "tan", "cot", "sec", "csc", "asin", "acos", "atan", "sinh", "cosh", "tanh"]
)
NOT_SMOOTH = frozenset(["abs", "max", "min", "norm", "angle", "arg", "delta", "relu", "sign"])
LARGEST_POWER = 12


@dataclass(slots=True)
class PointReader:
    """Reads a formula in points of a space; `bound` are the names of the arguments and of `where`."""

    maps: MapReader
    source: Space
    bound: dict[str, SmoothMap] = field(default_factory=dict)

    def bind(self, names: tuple[tree.Name, ...], where: tree.Expr) -> None:
        """Give the arguments their names: one for each block, one for the whole, or one for each coordinate. Raises Problem."""
        sizes = [dim.constant() for dim in self.source]
        if len(names) == len(self.source):
            for k, name in enumerate(names):
                self.bound[name.text] = selection(self.source, (k,))
        elif len(names) == 1:
            self.bound[names[0].text] = identity(self.source)
        elif len(sizes) == 1 and sizes[0] == len(names):
            split = Splitting(len(names))
            for k, name in enumerate(names):
                self.bound[name.text] = Composite(selection(SCALAR * len(names), (k,)), split)
        else:
            raise Problem(
                "E0410", f"a point of {space_text(self.source)} has {len(self.source)} parts, not {len(names)}", names[-1].span,
                help="one name for each factor, or for each coordinate of a single R^n, or one for the whole point",
            )

    def body(self, expr: tree.Expr, target: Space) -> SmoothMap:
        """A formula with values in the target. Raises Problem."""
        value = self.read(expr)
        count = target[0].constant() if len(target) == 1 else None
        if value.target == SCALAR * len(value.target) and count == len(value.target) and count > 1:
            value = Composite(Splitting(count, joining=True), value)
        if value.target != target:
            raise Problem(
                "E0402", f"the values lie in {space_text(value.target)}, and should lie in {space_text(target)}", expr.span
            )
        return value

    def read(self, expr: tree.Expr) -> SmoothMap:
        """A formula as a map from the source. Raises Problem."""
        constant = number_of(expr)
        if constant is not None:
            return Constant(self.source, constant)
        match expr:
            case tree.Name(text) if text in self.bound:
                return self.bound[text]
            case tree.Name():
                raise self.maps.scope.unknown(expr, "argument", self.bound)
            case tree.TupleExpr(items):
                return Pairing(self.source, tuple(self.read(item) for item in items))
            case tree.Binary("+" | "-" as sign, left, right):
                first, second = self.read(left), self.read(right)
                if first.target != second.target:
                    raise Problem(
                        "E0402", f"{space_text(first.target)} and {space_text(second.target)} are not added", expr.span
                    )
                weights = (Fraction(1), Fraction(1 if sign == "+" else -1))
                return Composite(combination(weights, first.target), Pairing(self.source, (first, second)))
            case tree.Negate(operand):
                inner = self.read(operand)
                return Composite(combination((Fraction(-1),), inner.target), inner)
            case tree.Binary("*", left, right):
                factor = number_of(left)
                if factor is not None:
                    inner = self.read(right)
                    return Composite(combination((factor,), inner.target), inner)
                return self._product(self.read(left), self.read(right), expr)
            case tree.Binary("/", left, right):
                return self._product(self._reciprocal(self._scalar(right)), self.read(left), expr)
            case tree.Binary("^", base, exponent):
                return self._power(base, exponent)
            case tree.Index(base, (tree.Number() as place,)):
                return self._coordinate(self.read(base), place, expr)
            case tree.Call(function, arguments):
                return self._call(function, arguments, expr)
            case _:
                raise Problem("E0412", "this is no part of a formula of a smooth map", expr.span)

    def _scalar(self, expr: tree.Expr) -> SmoothMap:
        value = self.read(expr)
        if value.target != SCALAR:
            raise Problem("E0402", f"a scalar is needed, and this lies in {space_text(value.target)}", expr.span)
        return value

    def _product(self, left: SmoothMap, right: SmoothMap, expr: tree.Expr) -> SmoothMap:
        if left.target != SCALAR:
            left, right = right, left
        if left.target != SCALAR:
            raise Problem(
                "E0402", "a product needs a scalar factor", expr.span, help="write `dot(u, v)` for the dot product"
            )
        blocks = []
        for k, dim in enumerate(right.target):
            block = right if len(right.target) == 1 else Composite(selection(right.target, (k,)), right)
            blocks.append(Composite(Scaling(dim), Pairing(self.source, (left, block))))
        return blocks[0] if len(blocks) == 1 else Pairing(self.source, tuple(blocks))

    def _reciprocal(self, value: SmoothMap) -> SmoothMap:
        return Composite(Elementary("reciprocal"), value)

    def _power(self, base: tree.Expr, exponent: tree.Expr) -> SmoothMap:
        value, times = self._scalar(base), number_of(exponent)
        if times is None or abs(times) > LARGEST_POWER or times.denominator > 2:
            raise Problem("E0412", f"powers are whole or half numbers up to {LARGEST_POWER}", exponent.span)
        if times.denominator == 2:
            value = Composite(Elementary("sqrt"), value)
            times *= 2
        result: SmoothMap = Constant(self.source, Fraction(1))
        for k in range(abs(int(times))):
            result = value if k == 0 else Composite(Scaling(SCALAR[0]), Pairing(self.source, (value, result)))
        return self._reciprocal(result) if times < 0 else result

    def _coordinate(self, value: SmoothMap, place: tree.Number, expr: tree.Expr) -> SmoothMap:
        size = value.target[0].constant() if len(value.target) == 1 else None
        if size is None or place.integer is None or not 1 <= place.integer <= size:
            raise Problem("E0412", f"a point of {space_text(value.target)} has no coordinate {place.text}", expr.span)
        return Composite(selection(SCALAR * size, (place.integer - 1,)), Composite(Splitting(size), value))

    def _call(self, function: tree.Expr, arguments: tuple[tree.Expr, ...], expr: tree.Expr) -> SmoothMap:
        word = function.text if isinstance(function, tree.Name) else ""
        if word and word not in self.maps.scope.declarations:
            if word == "dot" and len(arguments) == 2:
                pair = Pairing(self.source, (self.read(arguments[0]), self.read(arguments[1])))
                if len(pair.target) != 2 or pair.target[0] != pair.target[1]:
                    raise Problem("E0402", "a dot product is of two vectors of one R^n", expr.span)
                return Composite(Inner(pair.target[0]), pair)
            if word in SMOOTH and len(arguments) == 1:
                return Composite(Elementary(word), self._scalar(arguments[0]))
            if word in NOT_SMOOTH:
                raise Problem(
                    "E0412", f"`{word}` is not smooth", function.span,
                    help="maps are smooth; an arbitrary one needs no formula: `map f : R^n -> R^n`",
                )
        called = self.maps.map(function)
        values = Pairing(self.source, tuple(self.read(argument) for argument in arguments))
        if values.target != called.source:
            raise Problem(
                "E0401", f"the map starts in {space_text(called.source)}, the arguments lie in {space_text(values.target)}",
                expr.span,
            )
        return Composite(called, values)
