"""Ends in floating point: representations, actions, instances of formulas, and what they do under the group.

The second opinion of the acceptance tests. It reads the model's data (matrices and formulas of generators) and judges with
numpy alone: derivatives are central differences, spaces of kernels are compared by the ranks of their values and first
derivatives at random points and at the mirror images of these. Nothing here is exact, and nothing is shared with the verifier.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, combinations_with_replacement, product
from itertools import permutations as arrangements
from typing import Any

import numpy as np

from catalg.model.action import Action, ExplicitAction, LinearAction, PulledAction
from catalg.model.ends import KernelEnd, LinearEnd
from catalg.model.goals import Unknown
from catalg.model.group import Bracket, Group, LieCombination, Word
from catalg.model.gset import ChosenSet, ExplicitSet, GSet, ProductSet, PulledSet
from catalg.model.representation import (
    DualRep,
    ExplicitRep,
    FreeRep,
    HomRep,
    PowerRep,
    PulledRep,
    Rep,
    RestrictedRep,
    SumRep,
    TensorRep,
    TrivialRep,
)
from catalg.terms import Term

from .evaluator import NotEvaluated, Place, column, entries, evaluate, number

Array = Any
STEP = 1e-4
TOLERANCE = 1e-5
SMALL = 1e-8
"""Singular values below this part of the largest are rounding errors; those of true directions lie well above."""


class OutOfReach(ValueError):
    """An end that the oracle does not know how to put into numbers."""


# --- groups and representations ---------------------------------------------------------------------------------------


def own_generator(group: Group, factor: int, name: str) -> str | None:
    """The generator of a factor behind a product's generator; products list their factors one after the other."""
    position = [g.name for g in group.generators].index(name)
    start = sum(len(f.generators) for f in group.factors[:factor])
    names = [g.name for g in group.factors[factor].generators]
    return names[position - start] if start <= position < start + len(names) else None


def permutation(points: GSet, generator: str) -> list[int]:
    """Images of the points of a G-set."""
    match points:
        case ExplicitSet():
            if points.group.generator(generator).kind == "lie":
                return list(range(points.count))
            return list(points.permutation(generator))
        case ChosenSet(kind, order, base):
            images = permutation(base, generator)
            choose = combinations if kind == "subsets" else arrangements
            listed = list(choose(range(len(images)), order))
            moved = [tuple(images[i] for i in p) for p in listed]
            return [listed.index(tuple(sorted(p)) if kind == "subsets" else p) for p in moved]
        case ProductSet(factors):
            sizes = [len(permutation(f, generator)) for f in factors]
            images = [permutation(f, generator) for f in factors]
            listed = list(product(*map(range, sizes)))
            index = {p: k for k, p in enumerate(listed)}
            return [index[tuple(image[i] for image, i in zip(images, p, strict=True))] for p in listed]
        case PulledSet(base, group, factor):
            own = own_generator(group, factor, generator)
            return permutation(base, own) if own else list(range(base.size.constant() or 0))
    raise OutOfReach("a set of symbolic size")


def size(rep: Rep) -> int:
    """The dimension of a concrete representation."""
    value = rep.dim.constant()
    if value is None:
        raise OutOfReach("a representation of symbolic size")
    return value


def matrix(rep: Rep, generator: str) -> Array:
    """The matrix of a generator: a group element's, or a Lie element's image in gl(V)."""
    lie = rep.group.generator(generator).kind == "lie"
    return _matrix(rep, generator, lie)


def _float(value: object) -> complex:
    approx = getattr(value, "approx", None)
    if approx is None:
        return float(value)  # type: ignore[arg-type]
    ball = approx(64)
    return complex(ball) if abs(complex(ball).imag) > 1e-15 else complex(ball).real


def dense(table: Any) -> Array:
    """A sparse exact matrix in floating point."""
    rows = [[_float(x) for x in row] for row in table.to_dense()]
    return np.array(rows).reshape(table.nrows, table.ncols)


def _matrix(rep: Rep, generator: str, lie: bool) -> Array:
    match rep:
        case ExplicitRep():
            return dense(rep.matrix(generator))
        case TrivialRep():
            return np.zeros((size(rep),) * 2) if lie else np.eye(size(rep))
        case FreeRep(base):
            if lie:
                return np.zeros((size(rep),) * 2)
            images = permutation(base, generator)
            return np.eye(len(images))[:, images] if images else np.zeros((0, 0))
        case TensorRep(factors):
            return _tensor([_matrix(f, generator, lie) for f in factors], lie)
        case SumRep(summands):
            return _blocks([_matrix(s, generator, lie) for s in summands])
        case DualRep(base):
            inner = _matrix(base, generator, lie)
            return -inner.T if lie else np.linalg.inv(inner).T
        case HomRep(source, target):
            a, b = _matrix(source, generator, lie), _matrix(target, generator, lie)
            dual = -a.T if lie else np.linalg.inv(a).T
            return _tensor([b, dual], lie)
        case PowerRep(kind, order, base):
            return _power_matrix(kind, order, _matrix(base, generator, lie), lie)
        case PulledRep(base, group, factor):
            own = own_generator(group, factor, generator)
            if own is None:
                return np.zeros((size(base),) * 2) if lie else np.eye(size(base))
            return _matrix(base, own, lie)
        case RestrictedRep(base, along):
            image = along.image(generator)
            return _lie_element(base, image) if isinstance(image, LieCombination) else _word(base, image)
    raise OutOfReach("a representation of symbolic size")


def _word(rep: Rep, word: Word) -> Array:
    total = np.eye(size(rep))
    for letter, exponent in word:
        total = total @ np.linalg.matrix_power(_matrix(rep, letter, False), exponent)
    return total


def _lie_element(rep: Rep, element: LieCombination | Bracket | str) -> Array:
    match element:
        case str():
            return _matrix(rep, element, True)
        case Bracket(left, right):
            a, b = _lie_element(rep, left), _lie_element(rep, right)
            return a @ b - b @ a
        case LieCombination(terms):
            return sum((float(c) * _lie_element(rep, part) for c, part in terms), np.zeros((size(rep),) * 2))


def _tensor(parts: Sequence[Array], lie: bool) -> Array:
    if not lie:
        total = np.eye(1)
        for part in parts:
            total = np.kron(total, part)
        return total
    sizes = [len(part) for part in parts]
    whole = np.zeros((math.prod(sizes),) * 2, dtype=np.result_type(float, *parts))
    for k, part in enumerate(parts):
        whole = whole + np.kron(np.kron(np.eye(math.prod(sizes[:k])), part), np.eye(math.prod(sizes[k + 1 :])))
    return whole


def _blocks(parts: Sequence[Array]) -> Array:
    total = sum(len(part) for part in parts)
    whole = np.zeros((total, total), dtype=np.result_type(float, *parts))
    start = 0
    for part in parts:
        whole[start : start + len(part), start : start + len(part)] = part
        start += len(part)
    return whole


def _power_matrix(kind: str, order: int, inner: Array, lie: bool) -> Array:
    """Sym^k on monomials and Alt^k on wedges, cut out of T^k by a projection and a section."""
    n = len(inner)
    whole = _tensor([inner] * order, lie)
    choose = combinations_with_replacement if kind == "symmetric" else combinations
    chosen = {c: k for k, c in enumerate(choose(range(n), order))}
    project = np.zeros((len(chosen), n**order))
    section = np.zeros((n**order, len(chosen)))
    for column_, place in enumerate(product(range(n), repeat=order)):
        ordered = tuple(sorted(place))
        if ordered not in chosen:
            continue
        sign = 1 if kind == "symmetric" else _parity(place)
        project[chosen[ordered], column_] = sign
        if place == ordered:
            section[column_, chosen[ordered]] = 1
    return project @ whole @ section


def _parity(place: Sequence[int]) -> int:
    return (-1) ** sum(a > b for a, b in combinations(place, 2))


# --- instances --------------------------------------------------------------------------------------------------------


def value_shape(unknown: Unknown, values: Mapping[str, int]) -> tuple[int, ...]:
    """The shape of a value of an arbitrary name: () or (rows, columns)."""
    shape = tuple(d.at(values) for d in unknown.shape)
    return () if math.prod(shape) == 1 else (*shape, 1) if len(shape) == 1 else shape


@dataclass(frozen=True)
class Single:
    """The one instance in which one name is simple and all others vanish."""

    names: dict[str, Array]
    functions: dict[str, Callable[..., Array]]
    indexed: dict[str, Callable[..., Array]]

    @staticmethod
    def of(unknowns: Sequence[Unknown], name: str, choice: Callable[[list[Array]], Array], index: tuple[int, ...] = ()) -> Single:
        """`choice` takes the scalar arguments; a vector-valued name has its first coordinate so and the others zero."""

        def value(unknown: Unknown, arguments: Sequence[Array]) -> Array:
            shape = value_shape(unknown, {})
            flat = [a[..., None] if a.ndim == 2 else a.reshape(*a.shape[:2], -1) for a in arguments]
            scalars = [part[..., k] for part in flat for k in range(part.shape[-1])]
            result = choice(scalars) if unknown.name == name else number(0.0)
            if not shape:
                return result
            whole = np.zeros((*result.shape, *shape))
            whole[..., 0, 0] = result
            return whole

        single = Single({}, {}, {})
        for unknown in unknowns:
            if unknown.kind == "constant":
                single.names[unknown.name] = value(unknown, ())
            elif unknown.kind == "function":
                single.functions[unknown.name] = lambda *a, u=unknown: value(u, a)
            else:
                single.indexed[unknown.name] = lambda *k, u=unknown: number(float(u.name == name and k == index))
        return single


class Draw:
    """Random instances of the arbitrary names of a formula, `count` of them in one batch."""

    def __init__(
        self, unknowns: Sequence[Unknown], count: int, seed: int, field: str = "R", values: Mapping[str, int] | None = None
    ) -> None:
        self.count, self.field = count, field
        self.random = np.random.default_rng(seed)
        self.names: dict[str, Array] = {}
        self.functions: dict[str, Callable[..., Array]] = {}
        self.indexed: dict[str, Callable[..., Array]] = {}
        for unknown in unknowns:
            shape = value_shape(unknown, values or {})
            if unknown.kind == "constant":
                self.names[unknown.name] = self._normal(count, 1, *shape)
            elif unknown.kind == "function":
                self.functions[unknown.name] = self._function(shape)
            else:
                self.indexed[unknown.name] = self._family()

    def _normal(self, *shape: int) -> Array:
        values = self.random.normal(size=shape)
        return values + 1j * self.random.normal(size=shape) if self.field == "C" else values

    def _function(self, shape: tuple[int, ...]) -> Callable[..., Array]:
        known: dict[int, list[tuple[Array, Array, Array]]] = {}

        def function(*arguments: Array) -> Array:
            flat = [a[..., None] if a.ndim == 2 else a.reshape(*a.shape[:2], -1) for a in arguments]
            batch = np.broadcast_shapes(*(a.shape[:2] for a in flat))
            u = np.concatenate([np.broadcast_to(a, (*batch, a.shape[-1])) for a in flat], axis=-1)
            if u.shape[-1] not in known:
                known[u.shape[-1]] = [
                    (
                        self._normal(self.count, 1, *shape),
                        2 * self.random.normal(size=(self.count, 1, u.shape[-1])),
                        self.random.uniform(0, 2 * math.pi, size=(self.count, 1)),
                    )
                    for _ in range(3)
                ]
            total: Array = 0.0
            for c, w, phase in known[u.shape[-1]]:
                wave = np.cos(np.sum(np.real(w * u), axis=-1) + phase)
                total = total + (c * wave[..., None, None] if shape else c * wave)
            return total

        return function

    def _family(self) -> Callable[..., Array]:
        known: dict[tuple[int, ...], Array] = {}

        def coefficient(*indices: int) -> Array:
            if indices not in known:
                known[indices] = self._normal(self.count, 1) * 0.8 ** sum(map(abs, indices))
            return known[indices]

        return coefficient


# --- kernels on manifolds ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Space:
    """One argument: its coordinates and conditions, how generators move it, and how a formula sees a point."""

    action: Action

    @cached_property
    def dimension(self) -> int:
        value = self.action.dim.constant()
        if value is None:
            raise OutOfReach("a space of symbolic dimension")
        return value

    @cached_property
    def explicit(self) -> ExplicitAction | None:
        """The formulas, where the action is given by formulas."""
        base = self.action.base if isinstance(self.action, PulledAction) else self.action
        return base if isinstance(base, ExplicitAction) else None

    def move(self, generator: str, points: Array) -> Array:
        """Images of points (P, size), or the vector field there."""
        match self.action:
            case LinearAction(rep):
                return points @ matrix(rep, generator).T
            case PulledAction(base, group, factor):
                own = own_generator(group, factor, generator)
                if own is None:
                    return np.zeros_like(points) if group.generator(generator).kind == "lie" else points
                return Space(base).move(own, points)
            case ExplicitAction():
                return self._values(self.action.map(generator), points)
        raise OutOfReach("a space of symbolic dimension")

    def _values(self, terms: Sequence[Term], points: Array) -> Array:
        assert self.explicit is not None
        place = Place({name: points[None, :, k] for k, name in enumerate(self.explicit.coordinates)})
        return np.stack([np.broadcast_to(evaluate(t, place)[0], (len(points),)) for t in terms], axis=-1)

    def equations(self, points: Array) -> Array:
        """Left sides of the equations of the space, (P, number of equations)."""
        if self.explicit is None or not self.explicit.equations:
            return np.zeros((len(points), 0))
        return self._values(self.explicit.equations, points)

    def inside(self, points: Array) -> Array:
        """Whether points satisfy the inequalities."""
        good = np.ones(len(points), dtype=bool)
        if self.explicit is not None:
            if self.explicit.inequalities:
                good &= np.all(self._values(self.explicit.inequalities, points) > 0.05, axis=1)
            if self.explicit.positive_definite:
                good &= np.linalg.eigvalsh(self.shown(points)[0])[:, 0] > 0.05
        return good

    def shown(self, points: Array) -> Array:
        """The points as values of an argument of a formula."""
        shape = self.explicit.shape if self.explicit is not None else "vector"
        if shape == "symmetric":
            n = math.isqrt(2 * self.dimension)
            whole = np.zeros((len(points), n, n))
            for k, (i, j) in enumerate(combinations_with_replacement(range(n), 2)):
                whole[:, i, j] = whole[:, j, i] = points[:, k]
            return whole[None]
        if shape == "matrix":
            n = math.isqrt(self.dimension)
            return points.reshape(1, len(points), n, n)
        return column(points)


Kernel = Callable[[Array], Array]
"""A batch of kernels: points (P, N) to values (I, P, dim V)."""


def slopes(function: Callable[[Array], Array], points: Array, directions: Array) -> Array:
    """Derivatives along directions, by central differences of the fourth order; points are the last axis but one."""
    one = function(points + STEP * directions) - function(points - STEP * directions)
    two = function(points + 2 * STEP * directions) - function(points - 2 * STEP * directions)
    return (8 * one - two) / (12 * STEP)


class Kernels:
    """The end of a kernel in numbers."""

    def __init__(self, end: KernelEnd, seed: int = 7) -> None:
        self.end = end
        self.spaces = [Space(action) for action in end.arguments]
        self.sizes = [space.dimension for space in self.spaces]
        self.starts = np.concatenate([[0], np.cumsum(self.sizes)]).astype(int)
        self.target = size(end.target)
        self.generator = np.random.default_rng(seed)
        self.field = "C" if end.target.field.kind == "complex" else "R"
        candidates = self.points(8)
        apart = [np.linalg.norm(np.abs(candidates[0]) - np.abs(p)) for p in candidates]
        self.base = candidates[[0, int(np.argmax(apart))]]

    def blocks(self, points: Array) -> list[Array]:
        """Points cut into arguments."""
        return [points[:, a:b] for a, b in zip(self.starts, self.starts[1:], strict=False)]

    def equations(self, points: Array) -> Array:
        """The equations of all arguments."""
        return np.concatenate([s.equations(p) for s, p in zip(self.spaces, self.blocks(points), strict=True)], axis=1)

    def gradients(self, point: Array) -> Array:
        """The derivatives of the equations at a point (N,), one row for each."""
        n = len(point)
        return slopes(self.equations, np.tile(point, (n, 1)), np.eye(n)).T

    def points(self, count: int) -> Array:
        """Random points of the space: Newton's method onto the equations, rejection for the inequalities."""
        found: list[Array] = []
        for _ in range(4000):
            point = self.generator.normal(size=int(self.starts[-1])) * 0.8
            for space, start in zip(self.spaces, self.starts, strict=False):
                if space.explicit is not None and space.explicit.positive_definite:
                    n = math.isqrt(2 * space.dimension)
                    root = self.generator.normal(size=(n, n)) * 0.6
                    form = root @ root.T + np.eye(n)
                    point[start : start + space.dimension] = form[np.triu_indices(n)]
            for _ in range(30):
                values = self.equations(point[None])[0]
                if not len(values) or np.max(np.abs(values)) < 1e-12:
                    break
                point = point - np.linalg.pinv(self.gradients(point), rcond=1e-7) @ values
            values = self.equations(point[None])[0]
            if len(values) and not np.max(np.abs(values)) < 1e-10:
                continue
            if all(s.inside(p)[0] for s, p in zip(self.spaces, self.blocks(point[None]), strict=True)):
                found.append(point)
                if len(found) == count:
                    return np.array(found)
        raise OutOfReach("no points were found")

    def on_space(self, points: Array) -> Array:
        """The rows that lie on the space."""
        good = np.all(np.abs(self.equations(points)) < 1e-9, axis=1)
        for space, part in zip(self.spaces, self.blocks(points), strict=True):
            good &= space.inside(part)
        return points[good]

    def random(self, formula: Term, names: Sequence[str], unknowns: Sequence[Unknown], count: int, seed: int = 1,
               values: Mapping[str, int] | None = None) -> Kernel:  # fmt: skip
        """Random instances of a formula; `values` are those of parameters."""
        return self.kernel(formula, names, Draw(unknowns, count, seed, self.field, values), values)

    def kernel(
        self, formula: Term, names: Sequence[str], draw: Draw | Single, values: Mapping[str, int] | None = None
    ) -> Kernel:
        """The chosen instances of a formula."""
        count = draw.count if isinstance(draw, Draw) else 1
        target = self.end.target
        shape = (self.target, 1)
        factors: tuple[tuple[int, int], ...] = ()
        if isinstance(target, HomRep):
            shape = (size(target.target), size(target.source))
        elif isinstance(target, TensorRep) and len(target.factors) == 2:
            shape = (size(target.factors[0]), size(target.factors[1]))
        parameters = {name: number(float(v)) for name, v in (values or {}).items()}

        def kernel(points: Array) -> Array:
            shown = {n: s.shown(p) for n, s, p in zip(names, self.spaces, self.blocks(points), strict=True)}
            for name, part in zip(names, self.blocks(points), strict=True):
                shown |= {f"{name}[{k + 1}]": part[None, :, k] for k in range(part.shape[1])}
            place = Place({**parameters, **draw.names, **shown}, draw.functions, draw.indexed, shape, factors)
            value = entries(evaluate(formula, place), self.target)
            return np.broadcast_to(value, (count, len(points), self.target))

        return kernel

    def rho(self, generator: str) -> Array:
        """The matrix of a generator on V."""
        return matrix(self.end.target, generator)

    def residual(self, kernel: Kernel, generator: str, points: Array) -> tuple[Array, Array]:
        """Both sides of the condition of a generator at points: (I, P, dim V) each."""
        moved = np.concatenate([s.move(generator, p) for s, p in zip(self.spaces, self.blocks(points), strict=True)], axis=1)
        right = kernel(points) @ self.rho(generator).T
        if self.end.group.generator(generator).kind == "discrete":
            return kernel(moved), right
        return slopes(kernel, points, moved), right

    def breaks(self, kernel: Kernel, points: Array | None = None) -> str | None:
        """The first generator whose condition some instance visibly breaks, or None."""
        where = self.base if points is None else points
        for generator in self.end.group.generators:
            left, right = self.residual(kernel, generator.name, where)
            scale = 1 + np.abs(left) + np.abs(right)
            if not np.all(np.isfinite(left)) or np.max(np.abs(left - right) / scale) > TOLERANCE:
                return generator.name
        return None

    @cached_property
    def _sample(self) -> tuple[Array, Array]:
        """Where spaces are compared: a point with its mirror images and another one, and the point's tangent directions."""
        base = self.base[0]
        gradients = self.gradients(base)
        independent = np.linalg.matrix_rank(gradients, tol=1e-6) if len(gradients) else 0
        tangent = np.linalg.svd(gradients)[2][independent:] if len(gradients) else np.eye(len(base))
        images = [self.base[1]]
        for axis in range(min(4, max(self.sizes))):
            mirrored = base.copy()
            for start, length in zip(self.starts, self.sizes, strict=False):
                if axis < length:
                    mirrored[start + axis] *= -1
            images.append(mirrored)
        for start, length in zip(self.starts, self.sizes, strict=False):
            flipped = base.copy()
            flipped[start : start + length] *= -1
            images.append(flipped)
        if len(set(self.sizes)) == 1:
            images.append(np.concatenate(self.blocks(base[None])[::-1], axis=1)[0])
        return np.concatenate([[base], self.on_space(np.array(images))]), tangent

    def level(self, arguments: Sequence[Term], names: Sequence[str], values: Mapping[str, int], count: int) -> Array:
        """Other points of the space at which some arguments have the values that they have at the first base point.

        By Newton's method from random points, so that all branches of the level set may be met.
        """
        target = self.base[0]

        def differences(points: Array) -> Array:
            shown = {n: s.shown(p) for n, s, p in zip(names, self.spaces, self.blocks(points), strict=True)}
            place = Place({**shown, **{n: number(float(v)) for n, v in values.items()}})
            parts = [evaluate(argument, place) for argument in arguments]
            flat = [a[0, :, None] if a.ndim == 2 else a.reshape(*a.shape[:2], -1)[0] for a in parts]
            return np.concatenate([np.broadcast_to(a, (len(points), a.shape[-1])) for a in flat], axis=1)

        wanted = differences(target[None])

        def defect(points: Array) -> Array:
            return np.concatenate([differences(points) - wanted, self.equations(points)], axis=1)

        found = []
        for start in self.points(3 * count):
            point = start
            for _ in range(40):
                value = defect(point[None])[0]
                if not np.all(np.isfinite(value)) or np.max(np.abs(value)) < 1e-12:
                    break
                step = np.linalg.pinv(slopes(defect, np.tile(point, (len(point), 1)), np.eye(len(point))).T, rcond=1e-7) @ value
                point = point - step * min(1.0, 1.0 / (1e-9 + np.linalg.norm(step)))
            value = defect(point[None])[0]
            if np.all(np.isfinite(value)) and np.max(np.abs(value)) < 1e-11 and len(self.on_space(point[None])):
                found.append(point)
        return np.array(found[:count]).reshape(-1, len(target))

    def table(self, kernel: Kernel, more: Array | None = None) -> Array:
        """A row for each instance: values and first derivatives at the points of comparison, and values at some more."""
        far, tangent = self._sample
        far = far if more is None else np.concatenate([far, more])
        here = kernel(far)
        there = slopes(kernel, np.tile(far[0], (len(tangent), 1)), tangent)
        rows = np.concatenate([here.reshape(len(here), -1), there.reshape(len(here), -1)], axis=1)
        if not np.all(np.isfinite(rows)):
            raise NotEvaluated("a value that is not finite")
        return rows


def rank(table: Array) -> int:
    """The numerical rank of a table of instances."""
    if not table.size:
        return 0
    norms = np.linalg.norm(table, axis=1, keepdims=True)
    values = np.linalg.svd(table / np.where(norms > 1e-12, norms, 1), compute_uv=False)
    return int(np.sum(values > SMALL * max(1.0, values[0])))


def compare(left: Array, right: Array) -> tuple[int, int, int]:
    """Ranks of two tables and of both together; three equal numbers mean that no difference can be seen."""
    return rank(left), rank(right), rank(np.concatenate([left, right]))


# --- linear ends --------------------------------------------------------------------------------------------------------


class Linear:
    """A linear end in numbers: matrices as flat vectors."""

    def __init__(self, end: LinearEnd) -> None:
        self.end = end
        self.rows, self.columns = size(end.target), size(end.source)
        self.field = "C" if end.target.field.kind == "complex" else "R"

    def random(self, formula: Term, names: Sequence[str], unknowns: Sequence[Unknown], count: int, seed: int = 1,
               values: Mapping[str, int] | None = None) -> Array:  # fmt: skip
        """Random instances of a formula, (count, rows, columns)."""
        return self.instances(formula, names, Draw(unknowns, count, seed, self.field, values), values)

    def instances(
        self, formula: Term, names: Sequence[str], draw: Draw | Single, values: Mapping[str, int] | None = None
    ) -> Array:
        """The chosen instances of a formula."""
        count = draw.count if isinstance(draw, Draw) else 1
        parameters = {name: number(float(v)) for name, v in (values or {}).items()}
        if self.end.points and names:
            lengths = [p.size.constant() or 0 for p in self.end.points]
            listed = np.array(list(product(*map(range, lengths))))
            shown = {name: listed[None, :, k] + 1.0 for k, name in enumerate(names)}
            place = Place({**parameters, **draw.names, **shown}, draw.functions, draw.indexed, (self.rows, 1))
            value = entries(evaluate(formula, place), self.rows)
            value = np.broadcast_to(value, (count, len(listed), self.rows))
            return np.swapaxes(value, 1, 2)
        factors: tuple[tuple[int, int], ...] = ()
        source, target = self.end.source, self.end.target
        if isinstance(source, TensorRep) and isinstance(target, TensorRep) and len(source.factors) == len(target.factors):
            factors = tuple((size(t), size(s)) for s, t in zip(source.factors, target.factors, strict=True))
        place = Place({**parameters, **draw.names}, draw.functions, draw.indexed, (self.rows, self.columns), factors)
        value = entries(evaluate(formula, place), self.rows * self.columns)
        value = np.broadcast_to(value, (count, 1, self.rows * self.columns))
        return value.reshape(count, self.rows, self.columns)

    def breaks(self, x: Array) -> str | None:
        """The first generator whose condition a matrix of the batch breaks, or None."""
        for generator in self.end.group.generators:
            left = matrix(self.end.target, generator.name) @ x
            right = x @ matrix(self.end.source, generator.name)
            if np.max(np.abs(left - right), initial=0) > 1e-8 * (1 + np.max(np.abs(x), initial=0)):
                return generator.name
        if self.end.along is not None:
            allowed = np.eye(self.rows)
            for a, b in self.end.along.edges:
                allowed[a, b] = allowed[b, a] = 1
            if np.max(np.abs(x * (1 - allowed)), initial=0) > 1e-9:
                return "the graph"
        return None

    def table(self, x: Array) -> Array:
        """A row for each matrix."""
        return x.reshape(len(x), -1)

    def orbit(self, indices: Sequence[int]) -> Array:
        """The matrix that is ±1 on the orbit of a pair of basis vectors (or of a tuple of points), by following generators."""
        i, j = indices if len(indices) == 2 and not self.end.points else (0, 0)
        if self.end.points:
            for k, points in zip(indices, self.end.points, strict=True):
                j = j * (points.size.constant() or 1) + k - 1
            i = 1
            j += 1
        start = np.zeros((self.rows, self.columns))
        start[i - 1, j - 1] = 1
        seen = {(i - 1, j - 1): 1.0}
        pending = [start]
        pairs = [
            (matrix(self.end.target, g.name), np.linalg.inv(matrix(self.end.source, g.name))) for g in self.end.group.discrete
        ]
        while pending:
            x = pending.pop()
            for w, v in pairs:
                image = w @ x @ v
                at = tuple(int(k) for k in np.argwhere(np.abs(image) > 0.5)[0])
                if at not in seen:
                    seen[at] = float(np.sign(image[at]))
                    pending.append(image)
        total = np.zeros((self.rows, self.columns))
        for at, sign in seen.items():
            total[at] = sign
        return total

    def conditions(self) -> Array:
        """All conditions as one matrix on row-major entries: the end is its nullspace."""
        parts = [np.zeros((0, self.rows * self.columns))]
        for generator in self.end.group.generators:
            w, v = matrix(self.end.target, generator.name), matrix(self.end.source, generator.name)
            parts.append(np.kron(w, np.eye(self.columns)) - np.kron(np.eye(self.rows), v.T))
        return np.concatenate(parts)
