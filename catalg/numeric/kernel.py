"""Spaces of equivariant kernels on arrays: the kernel with given functions, the basis, and products with signals.

At points where a formula is not defined (an angle at the origin, x/norm(x) at x = 0) quotients by zero count as 0 and the angle as
0. Covariants are equivariant away from there; a smooth kernel extends to such points, and its functions must then
vanish to the order that its covariant needs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any

from catalg.model.ends import KernelEnd
from catalg.model.solution import Solution
from catalg.numeric.covariants import monomial
from catalg.numeric.errors import Missing, NotNumeric, WrongShape
from catalg.numeric.evaluate import Evaluation, Functions, Value, broadcast_shape
from catalg.numeric.namespace import Array, Arrays
from catalg.numeric.points import PointShape, as_matrix, point_shape, value_shape
from catalg.numeric.series import Summand, harmonics, summands
from catalg.numeric.sizes import checked
from catalg.numeric.unknowns import Unknown, unknowns
from catalg.strategies.symbolic_kernels.monomials import MonomialElement
from catalg.terms import Let, Name, Series, Term
from catalg.terms.term import expand_lets
from catalg.universes.abstract_spaces import NotAbstract, space_of
from catalg.universes.man import default_names

MOST_ENTRIES = 4_000_000
"""Products with signals evaluate the kernel in blocks of at most so many entries."""

Sizes = Mapping[str, int] | None
Given = Functions | Callable[..., Any] | Sequence[Any]


class NumericKernel:
    """The equivariant kernels X_1 x … x X_r -> V as array functions of points.

    Points are arrays of shape (..., d), symmetric and other matrices (..., n, n); all but the last axes broadcast. Free sizes
    are read off the points.

    >>> import catalg, numpy
    >>> file = catalg.loads('''group G = SE(2)
    ... functor X : G -> Man = R^2
    ... functor V : G -> Vect = vector
    ... end Ker = int g : G. Map(X * X, V)''')
    >>> ker = file.Ker.derive().numeric()
    >>> [u.name for u in ker.unknowns]
    ['a', 'b']
    >>> q, k = numpy.zeros((5, 1, 2)), numpy.ones((7, 2))
    >>> ker.basis(q, k).shape                      # points, elements, output, input
    (5, 7, 2, 2, 1)
    >>> field = ker.kernel({"a": lambda r: numpy.exp(-r), "b": 0.0})
    >>> field(q, k).shape
    (5, 7, 2)
    """

    def __init__(self, end: KernelEnd, solution: Solution, names: Sequence[str] = ()) -> None:
        self.end, self.solution = end, solution
        self.names = tuple(names) or default_names(len(end.arguments))
        self.formula = solution.proposal.formula

    # --- what there is ----------------------------------------------------------------------------------------------

    @cached_property
    def unknowns(self) -> tuple[Unknown, ...]:
        """The arbitrary functions, constants and families of constants of the formula, in order of appearance."""
        bound = {*self.names, *self.parameters}
        return unknowns(self.formula, bound)

    @property
    def parameters(self) -> tuple[str, ...]:
        """The names of the sizes that are not fixed."""
        dims = [action.dim for action in self.end.arguments] + [self.end.target.dim]
        return tuple(sorted(frozenset().union(*(dim.parameters for dim in dims))))

    @cached_property
    def series(self) -> tuple[Summand, ...] | None:
        """The summands of the formula where it is a harmonic series."""
        if not isinstance(self.formula, Series):
            return None
        found = summands(self.formula.index, expand_lets(self.formula.body))
        return tuple(found) if found else None

    def shapes(self, sizes: Sizes = None) -> tuple[PointShape, ...]:
        """The shape of the points of each argument."""
        values = checked(self.end, dict(sizes or {}), sorted(set(self.parameters) - set(sizes or {})))
        return tuple(point_shape(n, a, values) for n, a in zip(self.names, self.end.arguments, strict=True))

    def values_shape(self, sizes: Sizes = None) -> tuple[int, ...]:
        """The shape of the kernel's values: () for scalars, (m,) for vectors, (output, input) for matrices."""
        return value_shape(self.end.target, dict(sizes or {}))

    # --- values -----------------------------------------------------------------------------------------------------

    def kernel(self, functions: Given) -> Callable[..., Array]:
        """The kernel with these functions, as a function of points.

        `functions` maps the names in `unknowns` to callables of the invariants (arrays of the points' shape, vectors with
        one more axis), numbers, and sequences of coefficients for series; where there is only one unknown it may stand
        alone. The result has shape points + values_shape. Raises Missing, WrongShape.
        """
        table = self._table(functions)

        def values(*points: Array) -> Array:
            at, batch, sizes = self._at(points, table)
            return at.array(self.formula, value_shape(self.end.target, sizes), batch)

        return values

    def basis(self, *points: Array, degree: int | None = None) -> Array:
        """The covariants at points: shape (*points, elements, output, input), for layers that learn the functions.

        Scalars and vectors have input 1. For a series the elements are its first `degree` harmonics; where it has
        several summands (cos and sin), those of the first come first.
        """
        at, batch, sizes = self._at(points, {})
        shape = value_shape(self.end.target, sizes)
        if self.series is not None:
            if degree is None:
                raise NotNumeric("how many harmonics are wanted? give degree=…")
            found = [h for part in self.series for h in harmonics(part, degree, at)]
            arrays = [at.xp.broadcast_to(h, batch) for h in found]
        else:
            arrays = self._covariants(at, batch, shape, sizes)
        stacked = at.xp.stack(arrays, axis=len(batch))
        return at.xp.reshape(stacked, (*batch, len(arrays), *as_matrix(shape)))

    def invariants(self, *points: Array) -> tuple[Array, ...]:
        """The arguments of the arbitrary functions, each of the points' shape (vectors with one more axis)."""
        at, batch, _ = self._at(points, {})
        found = []
        for term in self.solution.proposal.arguments:
            value = at.value(expand_lets(self._in_context(term)))
            found.append(at.xp.broadcast_to(at.full(value), batch + value.shape))
        return tuple(found)

    # --- products with signals --------------------------------------------------------------------------------------

    def apply(self, x: Array, functions: Given, q: Array, k: Array) -> Array:
        """The sum over all points k of K(q, k) x(k), in blocks: the whole kernel matrix is never stored.

        q has shape (m, d), k (n, d) and x (n, input) (or (n,) where input is 1); the result has shape (m, output) (or (m,)).
        Sums of orthogonal polynomials are by Clenshaw's recurrence.
        """
        self._needs_two()
        kernel = self.kernel(functions)
        arrays, (x, q, k) = Arrays.of(x, q, k)
        rank_q = len(self._sized([q, k])[0][0].shape)
        if q.ndim != rank_q + 1 or k.ndim != rank_q + 1:
            raise WrongShape(
                f"points of shapes {tuple(q.shape)} and {tuple(k.shape)}: shapes (m, d) and (n, d) are needed"
            )
        shape = value_shape(self.end.target, self._sized([q, k])[1])
        rows, columns = as_matrix(shape)
        signal, flat = self._signal(arrays, x, k.shape[0], columns)
        step = max(1, MOST_ENTRIES // max(1, k.shape[0] * rows * columns))
        pieces = []
        for start in range(0, q.shape[0], step):
            some = q[start : start + step, ...]
            block = kernel(arrays.xp.expand_dims(some, axis=1), arrays.xp.expand_dims(k, axis=0))
            block = arrays.xp.reshape(block, (some.shape[0], k.shape[0], rows, columns))
            turned = arrays.xp.permute_dims(block, (0, 2, 1, 3))
            whole = arrays.xp.reshape(turned, (some.shape[0] * rows, k.shape[0] * columns))
            product = arrays.xp.matmul(whole, arrays.xp.reshape(signal, (k.shape[0] * columns, 1)))
            pieces.append(arrays.xp.reshape(product, (some.shape[0], rows)))
        out = arrays.xp.concat(pieces, axis=0)
        return out[:, 0] if flat and rows == 1 else out

    def periodic(self, x: Array, functions: Given, spacing: float | Sequence[float] = 1.0) -> Array:
        """The sum over a periodic grid of K(q, k) x(k) by the fast Fourier transform, for kernels of k - q.

        x has shape (*grid, input), or (*grid) where input is 1; the grid has as many axes as points have coordinates,
        `spacing` apart. Offsets are taken to the nearest image. Raises NotNumeric for kernels of anything but k - q.
        """
        self._needs_two()
        if not self.is_translational:
            raise NotNumeric(f"{self.end.name} is not a function of {self.names[1]} - {self.names[0]} alone")
        arrays, (x,) = Arrays.of(x)
        xp = arrays.xp
        size = self.end.arguments[0].dim.constant() or x.ndim - (value_shape(self.end.target, {}) != ())
        grid = tuple(x.shape[:size])
        gaps = [float(spacing)] * size if isinstance(spacing, int | float) else [float(s) for s in spacing]
        if x.ndim not in (size, size + 1) or len(gaps) != size:
            raise WrongShape(
                f"x of shape {tuple(x.shape)}: {size} grid axes, and one for the input, are needed"
            )
        axes = []
        for n, gap in zip(grid, gaps, strict=True):
            axes.append(arrays.constant([gap * (i if 2 * i <= n else i - n) for i in range(n)]))
        mesh = [
            xp.broadcast_to(xp.reshape(a, tuple(n if j == i else 1 for j, n in enumerate(grid))), grid)
            for i, a in enumerate(axes)
        ]
        offsets = xp.stack(mesh, axis=-1)
        values = self.kernel(functions)(xp.zeros_like(offsets), offsets)
        rows, columns = as_matrix(tuple(values.shape[size:]))
        values = xp.reshape(values, (*grid, rows, columns))
        flat = x.ndim == size
        signal = xp.expand_dims(x, axis=-1) if flat else x
        if signal.shape[-1] != columns:
            raise WrongShape(f"x of shape {tuple(x.shape)}: its last axis must have length {columns}")
        wide = arrays.complex
        spectrum = xp.fft.fftn(xp.astype(signal, wide.dtype), axes=tuple(range(size)))
        count = 1
        for n in grid:
            count *= n
        symbol = xp.fft.ifftn(xp.astype(values, wide.dtype), axes=tuple(range(size))) * float(count)
        product = xp.matmul(symbol, xp.expand_dims(spectrum, axis=-1))[..., 0]
        out = xp.fft.ifftn(product, axes=tuple(range(size)))
        if not (xp.isdtype(x.dtype, "complex floating") or xp.isdtype(values.dtype, "complex floating")):
            out = xp.real(out)
        return out[..., 0] if flat and rows == 1 else out

    @cached_property
    def is_translational(self) -> bool:
        """Whether the formula sees its two points only in the combination k - q."""
        from catalg.numeric.unknowns import only_as_difference

        if len(self.names) != 2:
            return False
        return only_as_difference(expand_lets(self.formula), *self.names)

    # --- how --------------------------------------------------------------------------------------------------------

    def _needs_two(self) -> None:
        if len(self.names) != 2:
            raise NotNumeric(
                f"{self.end.name} takes {len(self.names)} points: products with signals need two"
            )

    def _signal(self, arrays: Arrays, x: Array, count: int, columns: int) -> tuple[Array, bool]:
        flat = x.ndim == 1
        signal = arrays.xp.expand_dims(x, axis=-1) if flat else x
        if tuple(signal.shape) != (count, columns):
            raise WrongShape(f"x has shape {tuple(x.shape)}; shape ({count}, {columns}) is needed")
        return signal, flat

    def _table(self, functions: Given) -> Functions:
        names = [u.name for u in self.unknowns]
        if not isinstance(functions, Mapping):
            given: Any = functions
            family = len(names) == 1 and self.unknowns[0].kind == "family"
            alone = callable(given) or hasattr(given, "of_values") or family
            listed = [given] if alone else list(given)
            if len(listed) != len(names):
                raise Missing(f"{len(listed)} functions for {len(names)} unknowns: {self._wanted()}")
            functions = dict(zip(names, listed, strict=True))
        missing = [name for name in names if name not in functions]
        strange = [name for name in functions if name not in names]
        if missing or strange:
            what = (
                f"{', '.join(missing)} not given" if missing else f"no unknown is called {', '.join(strange)}"
            )
            raise Missing(f"{what}; {self.end.name} has the unknowns {self._wanted()}")
        return functions

    def _wanted(self) -> str:
        return ", ".join(map(str, self.unknowns)) or "none"

    def _sized(self, points: Sequence[Array]) -> tuple[tuple[PointShape, ...], dict[str, int]]:
        """The shapes of the arguments; free sizes are those of the points."""
        from catalg.numeric.sizes import solved

        values: dict[str, int] = {}
        for action, point in zip(self.end.arguments, points, strict=True):
            free = sorted(action.dim.parameters - values.keys())
            if len(free) == 1 and point.ndim:
                values[free[0]] = solved(action.dim, free[0], point.shape[-1], values)
        values = checked(self.end, values, sorted(set(self.parameters) - values.keys()))
        return tuple(
            point_shape(n, a, values) for n, a in zip(self.names, self.end.arguments, strict=True)
        ), values

    def _at(
        self, points: Sequence[Array], functions: Functions
    ) -> tuple[Evaluation, tuple[int, ...], dict[str, int]]:
        if len(points) != len(self.names):
            raise WrongShape(
                f"{self.end.name} takes {len(self.names)} points ({', '.join(self.names)}), not {len(points)}"
            )
        arrays, made = Arrays.of(*points)
        shapes, sizes = self._sized(made)
        values = {shape.name: shape.value(point) for shape, point in zip(shapes, made, strict=True)}
        batch = broadcast_shape([v.batch for v in values.values()])
        names = {**values, **{name: Value(size) for name, size in sizes.items()}}
        return (
            Evaluation(arrays, names, functions, as_matrix(value_shape(self.end.target, sizes))),
            batch,
            sizes,
        )

    def _in_context(self, term: Term) -> Term:
        """A part of the formula under the `where` names of the formula."""
        bindings = self.formula.bindings if isinstance(self.formula, Let) else ()
        bound = {name for name, _ in bindings}
        used = any(isinstance(t, Name) and t.name in bound - set(self.names) for t in _names(term))
        return Let(bindings, term) if used else term

    def _covariants(
        self, at: Evaluation, batch: tuple[int, ...], shape: tuple[int, ...], sizes: dict[str, int]
    ) -> list[Array]:
        elements = self.solution.proposal.basis
        whole = self.end.target.dim.at(sizes)
        found = []
        for element in elements:
            if isinstance(element, MonomialElement):
                found.append(self._monomial(element, at, batch, whole, sizes))
            else:
                found.append(at.array(self._in_context(element.term()), shape, batch))
        if not found:  # every value is arbitrary: the basis is the standard one
            unit = at.arrays.constant([[float(i == j) for j in range(whole)] for i in range(whole)])
            found = [at.xp.broadcast_to(unit[k, :], (*batch, whole)) for k in range(whole)]
        return [at.xp.reshape(f, (*batch, *shape)) for f in found]

    def _monomial(
        self,
        element: MonomialElement,
        at: Evaluation,
        batch: tuple[int, ...],
        whole: int,
        sizes: dict[str, int],
    ) -> Array:
        from catalg.universes.slots import blocks

        try:
            space = space_of(self.end, self.names)
        except NotAbstract as reason:
            raise NotNumeric(str(reason)) from None
        size = space.theorem.size.at(sizes)
        own = monomial(element, [letter.term for letter in space.letters], size, at)
        own = at.xp.broadcast_to(own, (*batch, own.shape[-1]))
        if element.alone:
            return own
        widths = [size ** len(block.slots) for block in blocks(self.end.target)]
        before = sum(widths[: element.block])
        after = whole - before - widths[element.block]
        pads = [at.xp.zeros((*batch, n), dtype=own.dtype, device=at.arrays.device) for n in (before, after)]
        return at.xp.concat([pads[0], own, pads[1]], axis=-1)


def _names(term: Term) -> list[Term]:
    from catalg.terms import walk

    return list(walk(term))
