"""Man: actions on manifolds in coordinates, and the kernel problem that an end poses.

An action's formulas are rational functions with algebraic coefficients in the embedding coordinates; representations
become linear actions. What is not rational, or has a symbolic size, raises `NotRational`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import product

from catalg.exact.constants import NotANumber, evaluate
from catalg.exact.field import Alg, NumberField, Scalar, coerce_all
from catalg.exact.sparse import SparseMatrix
from catalg.model.action import (
    Action,
    CosetAction,
    ExplicitAction,
    LinearAction,
    ProductAction,
    PulledAction,
    SymbolicAction,
)
from catalg.model.ends import KernelEnd
from catalg.model.group import Group
from catalg.model.kernel_problem import (
    DiscreteGenerator,
    KernelArgument,
    KernelProblem,
    KernelTarget,
    LieGenerator,
    Poly,
    Rat,
)
from catalg.model.representation import HomRep, PulledRep, Rep, TensorRep
from catalg.terms import Add, Mul, Name, Num, Pow, Term
from catalg.universes.permutations import factor_generator
from catalg.universes.restrictions import SYMMETRIES, transposed_value
from catalg.universes.right_translation import NoTranslation, Right, right_translations
from catalg.universes.vect import dimension, matrix

Table = dict[tuple[int, ...], Scalar]
Fractional = tuple[Table, Table]
LARGEST_EXPONENT = 64
LARGEST_TERMS = 20_000


class NotRational(ValueError):
    """A formula of an action that is not a rational function, or a space of symbolic size; the message says which."""


def kernel_problem(end: KernelEnd, names: Sequence[str] | None = None) -> KernelProblem:
    """The kernel problem of an end, in coordinates; `names` call its arguments. Raises NotRational."""
    names = tuple(names) if names is not None else default_names(len(end.arguments))
    spaces = [_Space.of(action) for action in end.arguments]
    total = sum(space.size for space in spaces)
    arguments: list[KernelArgument] = []
    coordinates: list[str] = []
    equations: list[Table] = []
    inequalities: list[Fractional] = []
    start = 0
    for name, space in zip(names, spaces, strict=True):
        arguments.append(space.argument(name, start))
        coordinates.extend(f"{name}[{k + 1}]" for k in range(space.size))
        equations.extend(_shift(n, start, total) for n, _ in space.equations)
        inequalities.extend((_shift(n, start, total), _shift(d, start, total)) for n, d in space.inequalities)
        start += space.size
    images: dict[str, list[Fractional]] = {}
    rho: dict[str, SparseMatrix] = {}
    for generator in end.group.generators:
        listed: list[Fractional] = []
        start = 0
        for space in spaces:
            listed.extend((_shift(n, start, total), _shift(d, start, total)) for n, d in space.images(generator.name))
            start += space.size
        images[generator.name] = listed
        rho[generator.name] = matrix(end.target, generator.name)
    swap = _exchange(end, [space.size for space in spaces]) if end.swap else None
    into = _one_field(
        [
            *(c for t in equations for c in t.values()),
            *(c for n, d in inequalities for t in (n, d) for c in t.values()),
            *(c for listed in images.values() for n, d in listed for t in (n, d) for c in t.values()),
            *(c for m in rho.values() for row in m.rows for c in row.values()),
        ]
    )

    def rat(pair: Fractional) -> Rat:
        return Rat(into.poly(pair[0]), into.poly(pair[1]))

    def rows(m: SparseMatrix) -> tuple[tuple[Fraction | Alg, ...], ...]:
        return tuple(tuple(into.scalar(c) for c in row) for row in m.to_dense())

    discrete = [
        DiscreteGenerator(g.name, tuple(map(rat, images[g.name])), rows(rho[g.name])) for g in end.group.discrete
    ]
    lie = [LieGenerator(g.name, tuple(map(rat, images[g.name])), rows(rho[g.name])) for g in end.group.lie]
    size = dimension(end.target)
    for argument, space in zip(arguments, spaces, strict=True):
        for (name, _), (_, _, step) in zip(argument.right, space.right, strict=True):
            still = step.kind == "discrete"
            moved = [Rat(into.poly({_axis(k, total): 1} if still else {}), into.poly({(0,) * total: 1})) for k in range(total)]
            for k, pair in enumerate(step.images):
                moved[argument.start + k] = rat(
                    (_shift(pair[0], argument.start, total), _shift(pair[1], argument.start, total))
                )
            unit = tuple(tuple(Fraction(int(still and i == j)) for j in range(size)) for i in range(size))
            if still:
                discrete.append(DiscreteGenerator(name, tuple(moved), unit))
            else:
                lie.append(LieGenerator(name, tuple(moved), unit))
    if swap is not None:
        discrete.append(DiscreteGenerator("swap", tuple(map(rat, swap[0])), rows(swap[1])))
    return KernelProblem(
        tuple(arguments), tuple(coordinates), tuple(map(into.poly, equations)), tuple(map(rat, inequalities)),
        tuple(discrete), tuple(lie), _target(end.target), into.field, end.name,
    )  # fmt: skip


def _exchange(end: KernelEnd, sizes: Sequence[int]) -> tuple[list[Fractional], SparseMatrix]:
    """Exchanging the two arguments of a symmetric kernel, and transposing its values, as one more symmetry.

    K(y, x) = K(x, y)' says that K is equivariant under the exchange, which commutes with the group.
    """
    total, width = sum(sizes), sizes[0]
    one: Table = {(0,) * total: 1}
    listed: list[Fractional] = []
    for k in range(total):
        image = (k + width) % total
        listed.append(({tuple(int(j == image) for j in range(total)): 1}, one))
    places = transposed_value(end.target)
    sign = SYMMETRIES[end.swap]
    return listed, SparseMatrix.from_entries({(i, k): sign for i, k in enumerate(places)}, len(places), len(places))


def default_names(count: int) -> tuple[str, ...]:
    """What the arguments are called where nobody says: x; x, y; x, y, z; x, y, z, w; x1, x2, …"""
    return ("x", "y", "z", "w")[:count] if count <= 4 else tuple(f"x{k + 1}" for k in range(count))


def _target(rep: Rep) -> KernelTarget:
    size = dimension(rep)
    kind = "C" if rep.field.kind == "complex" else "R"
    base = rep.base if isinstance(rep, PulledRep) else rep
    if size > 1 and isinstance(base, HomRep):
        return KernelTarget(size, dimension(base.target), dimension(base.source), kind)
    if size > 1 and isinstance(base, TensorRep) and len(base.factors) == 2:
        return KernelTarget(size, dimension(base.factors[0]), dimension(base.factors[1]), kind)
    return KernelTarget(size, size, 0, kind)


class _Space:
    """One argument: its coordinates, conditions, and the images of a point under each generator."""

    def __init__(
        self,
        size: int,
        images: Callable[[str], list[Fractional]],
        action: ExplicitAction | None = None,
        equations: Iterable[Fractional] = (),
        inequalities: Iterable[Fractional] = (),
        neutral: tuple[int, ...] | None = None,
        connected: bool = True,
        right: Right = (),
        orbit: int | None = None,
    ) -> None:
        self.size, self.images, self.action = size, images, action
        self.neutral, self.connected, self.right = neutral, connected, right
        self.orbit = action.intrinsic_dimension if action is not None and neutral is not None else orbit
        self.equations, self.inequalities = list(equations), list(inequalities)

    @staticmethod
    def of(action: Action) -> _Space:
        match action:
            case ExplicitAction():
                position = {name: k for k, name in enumerate(action.coordinates)}
                size = len(position)

                def read(term: Term) -> Fractional:
                    return rational(term, position, size)

                return _Space(
                    size,
                    lambda g: [read(t) for t in action.map(g)],
                    action,
                    [read(t) for t in action.equations],
                    [read(t) for t in action.inequalities],
                    action.neutral,
                    action.group.facts.components == 1,
                )
            case CosetAction(along, whole):
                space = _Space.of(whole)
                try:
                    space.right = right_translations(space.images, space.size, whole, along)
                except NoTranslation as reason:
                    raise NotRational(f"cosets in {whole.group.label}: {reason}") from None
                return space
            case LinearAction(rep) if not rep.dim.is_constant:
                raise NotRational("a space of symbolic dimension")
            case LinearAction(rep):
                size = dimension(rep)
                return _Space(size, lambda g: _linear(matrix(rep, g)))
            case PulledAction(base, group, factor):
                inner = _Space.of(base)
                return _Space(
                    inner.size, _pulled(inner, group, factor), inner.action, inner.equations, inner.inequalities,
                    connected=inner.connected, right=inner.right, orbit=inner.orbit,
                )
            case SymbolicAction():
                raise NotRational("a space of symbolic dimension")
            case ProductAction():
                raise NotRational("a product as one argument")

    def argument(self, name: str, start: int) -> KernelArgument:
        """The block of coordinates, with a rational base point where a small one is found."""
        shape, rows, positive = "vector", 0, False
        if self.action is not None:
            shape, positive = self.action.shape, self.action.positive_definite
            if shape == "symmetric":
                rows = next(n for n in range(self.size + 1) if n * (n + 1) // 2 >= self.size)
            elif shape == "matrix":
                rows = next(n for n in range(self.size + 1) if n * n >= self.size)
        if self.size == 1 and shape == "vector":
            shape = "scalar"
        if self.neutral is not None:
            base: tuple[Fraction, ...] | None = tuple(map(Fraction, self.neutral))
        else:
            base = self._base(shape, rows, positive)
        right = tuple((f"{name}/{h}", word) for h, word, _ in self.right)
        return KernelArgument(
            name, start, self.size, shape, rows, rows, positive, self.neutral is not None, base, self.connected, right, self.orbit
        )

    def _base(self, shape: str, rows: int, positive: bool) -> tuple[Fraction, ...] | None:
        if not self.equations and not self.inequalities and not positive:
            return (Fraction(0),) * self.size
        one, zero = Fraction(1), Fraction(0)
        if shape == "symmetric":
            identity = tuple(one if i == j else zero for i in range(rows) for j in range(i, rows))
            if self._holds(identity):
                return identity
        if shape == "matrix":
            identity = tuple(one if i == j else zero for i in range(rows) for j in range(rows))
            if len(identity) == self.size and self._holds(identity):
                return identity
        units = [tuple(one if i == k else zero for i in range(self.size)) for k in range(self.size)]
        small = product((zero, one, -one, Fraction(2)), repeat=self.size) if self.size <= 5 else iter(())
        return next((point for point in (*units, *small) if self._holds(point)), None)

    def _holds(self, point: tuple[Fraction, ...]) -> bool:
        if any(_value(d, point) == 0 for _, d in (*self.equations, *self.inequalities)):
            return False
        if any(_value(n, point) != 0 for n, _ in self.equations):
            return False
        return all(_positive(_value(n, point), _value(d, point)) for n, d in self.inequalities)


def _positive(numerator: Scalar, denominator: Scalar) -> bool:
    value = numerator / denominator if isinstance(numerator, Alg) or isinstance(denominator, Alg) else (
        Fraction(numerator) / Fraction(denominator)
    )
    return value.sign() > 0 if isinstance(value, Alg) else value > 0


def _pulled(inner: _Space, group: Group, factor: int) -> Callable[[str], list[Fractional]]:
    def images(generator: str) -> list[Fractional]:
        own = factor_generator(group, factor, generator)
        if own is not None:
            return inner.images(own)
        still = group.generator(generator).kind == "discrete"
        unit: Table = {(0,) * inner.size: 1}
        return [({_axis(k, inner.size): 1} if still else {}, dict(unit)) for k in range(inner.size)]

    return images


def _axis(k: int, size: int) -> tuple[int, ...]:
    return tuple(int(i == k) for i in range(size))


def _linear(m: SparseMatrix) -> list[Fractional]:
    size = m.ncols
    return [({_axis(j, size): c for j, c in row.items()}, {(0,) * size: 1}) for row in m.rows]


class _Common:
    """Puts scalars into the one number field of a problem; the field is None when all are rational."""

    def __init__(self, table: Mapping[Scalar, Alg], field: NumberField | None) -> None:
        self.table, self.field = table, field

    def scalar(self, value: Scalar) -> Fraction | Alg:
        """The scalar as a `Fraction`, or as an element of the field."""
        if not isinstance(value, Alg):
            return Fraction(value)
        if value.is_rational:
            return value.as_fraction()
        return self.table[value]

    def poly(self, table: Table) -> Poly:
        """The polynomial."""
        return Poly.of({e: self.scalar(c) for e, c in table.items()})


def _one_field(values: Iterable[Scalar]) -> _Common:
    irrational = list(dict.fromkeys(v for v in values if isinstance(v, Alg) and not v.is_rational))
    if not irrational:
        return _Common({}, None)
    field, images = coerce_all(irrational)
    return _Common(dict(zip(irrational, images, strict=True)), field)


def _shift(table: Table, start: int, total: int) -> Table:
    return {(0,) * start + e + (0,) * (total - start - len(e)): c for e, c in table.items()}


def _value(table: Table, point: Sequence[Fraction]) -> Scalar:
    total: Scalar = Fraction(0)
    for exponents, c in table.items():
        factor = Fraction(1)
        for x, e in zip(point, exponents, strict=True):
            factor *= x**e
        total = total + c * factor
    return total


# --- rational functions from terms ------------------------------------------------------------------------------------


def rational(term: Term, position: Mapping[str, int], size: int) -> Fractional:
    """A term as numerator and denominator in the coordinates at `position`. Raises NotRational."""
    zero = (0,) * size
    match term:
        case Num(value):
            return ({zero: value} if value else {}), {zero: 1}
        case Name(name) if name in position:
            return {_axis(position[name], size): 1}, {zero: 1}
        case Add(args):
            total: Fractional = ({}, {zero: 1})
            for arg in args:
                n, d = rational(arg, position, size)
                if d == total[1]:
                    total = (_plus(total[0], n), d)
                else:
                    total = (_plus(_times(total[0], d), _times(n, total[1])), _times(total[1], d))
            return total
        case Mul(args):
            whole: Fractional = ({zero: 1}, {zero: 1})
            for arg in args:
                n, d = rational(arg, position, size)
                whole = (_times(whole[0], n), _times(whole[1], d))
            return whole
        case Pow(base, Num(exponent)) if exponent.denominator == 1 and abs(exponent) <= LARGEST_EXPONENT:
            n, d = rational(base, position, size)
            if exponent < 0:
                n, d = d, n
                if not d:
                    raise NotRational("division by zero in the formula of an action")
            return _raised(n, abs(int(exponent)), zero), _raised(d, abs(int(exponent)), zero)
        case _:
            try:
                constant = evaluate(term)
            except (NotANumber, ZeroDivisionError):
                raise NotRational("actions by formulas that are not rational functions") from None
            return ({zero: constant} if constant != 0 else {}), {zero: 1}


def _plus(a: Table, b: Table) -> Table:
    result = dict(a)
    for e, c in b.items():
        total = result.get(e, 0) + c
        if total == 0:
            result.pop(e, None)
        else:
            result[e] = total
    return result


def _times(a: Table, b: Table) -> Table:
    if len(a) * len(b) > LARGEST_TERMS:
        raise NotRational("an action by formulas that expand to too many terms")
    result: Table = {}
    for e, c in a.items():
        for f, d in b.items():
            key = tuple(x + y for x, y in zip(e, f, strict=True))
            total = result.get(key, 0) + c * d
            if total == 0:
                result.pop(key, None)
            else:
                result[key] = total
    return result


def _raised(table: Table, exponent: int, zero: tuple[int, ...]) -> Table:
    result: Table = {zero: 1}
    for _ in range(exponent):
        result = _times(result, table)
    return result
