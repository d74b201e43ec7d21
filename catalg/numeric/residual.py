"""How well arrays respect the symmetry: residuals at random group elements.

A group element is a product of declared generators and of exponentials of random elements of the Lie algebra. On points it
acts by the maps and flows of the declared action, integrated where they are not affine; on values by the
representation's matrices. All random numbers come from one seed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from catalg.model.ends import KernelEnd, LinearEnd
from catalg.model.kernel_problem import KernelProblem, LieGenerator, Poly, Rat
from catalg.numeric.exact_numbers import as_number, dense
from catalg.numeric.kernel import Given, NumericKernel
from catalg.numeric.linear import NumericLinear

STEPS = 400
"""Steps of the integrator for fields that are not affine; the elements drawn are within about 1 of the identity."""


@dataclass(frozen=True, slots=True)
class Element:
    """A group element as what it does: `points` moves arrays (..., N) of all coordinates, `values` is its matrix on V."""

    points: Callable[[Any], Any]
    values: Any


def linear_residual(
    layer: NumericLinear, sizes: Mapping[str, int] | None = None, seed: int = 0, count: int = 4
) -> float:
    """The largest |X(g v) - g X(v)| over random X, v and g, relative to |X(g v)|, in double precision."""
    import numpy

    from catalg.universes.instances import from_library
    from catalg.universes.vect import matrix

    end: LinearEnd = layer.end
    if layer.parameters:
        end = from_library(replace(end, along=None), dict(sizes or {}))
    random = numpy.random.default_rng(seed)
    down = {g.name: dense(matrix(end.source, g.name)) for g in end.group.generators}
    up = {g.name: dense(matrix(end.target, g.name)) for g in end.group.generators}
    names = [g.name for g in end.group.discrete]
    lie = [g.name for g in end.group.lie]
    worst = 0.0
    for _ in range(count):
        word = [names[k] for k in random.integers(0, len(names), 6)] if names else []
        weights = random.standard_normal(len(lie)) / (1 + len(lie)) ** 0.5
        g, h = (
            _element_matrix(table, rep.dim.constant() or 0, word, lie, weights)
            for table, rep in ((down, end.source), (up, end.target))
        )
        v = random.standard_normal(g.shape[0])
        c = random.standard_normal(layer.count)
        before, after = layer.apply(g @ v, c, sizes), h @ layer.apply(v, c, sizes)
        scale = max(
            1e-300, float(numpy.abs(before).max(initial=0.0)), float(numpy.abs(after).max(initial=0.0))
        )
        if before.size:
            worst = max(worst, float(numpy.abs(before - after).max()) / scale)
    return worst


def _element_matrix(
    table: Mapping[str, Any], size: int, word: Sequence[str], lie: Sequence[str], weights: Any
) -> Any:
    import numpy

    total = numpy.eye(size)
    for name in word:
        total = total @ table[name]
    if lie:
        total = total @ exponential(sum(w * table[name] for w, name in zip(weights, lie, strict=True)))
    return total


def exponential(matrix: Any) -> Any:
    """exp of a small matrix: scaling and squaring of a Taylor polynomial of degree 18.

    >>> import numpy
    >>> bool(abs(exponential(numpy.array([[0.0, -numpy.pi], [numpy.pi, 0.0]])) + numpy.eye(2)).max() < 1e-14)
    True
    """
    import numpy

    norm = float(numpy.abs(matrix).sum(axis=1).max(initial=0.0))
    squarings = max(0, int(numpy.ceil(numpy.log2(norm))) + 1) if norm > 0 else 0
    scaled = matrix / 2.0**squarings
    total = term = numpy.eye(matrix.shape[0], dtype=scaled.dtype)
    for k in range(1, 19):
        term = term @ scaled / k
        total = total + term
    for _ in range(squarings):
        total = total @ total
    return total


def kernel_residual(
    kernel: NumericKernel,
    functions: Given,
    sizes: Mapping[str, int] | None = None,
    seed: int = 0,
    count: int = 4,
    points: int = 16,
) -> float:
    """The largest |K(g p) - g K(p)| over random points and group elements, relative to the largest |K| seen."""
    import numpy

    from catalg.universes.instances import kernels_from_library
    from catalg.universes.man import kernel_problem

    end: KernelEnd = kernels_from_library(kernel.end, dict(sizes)) if sizes else kernel.end
    problem = kernel_problem(end)
    random = numpy.random.default_rng(seed)
    value = kernel.kernel(functions)
    worst, scale = 0.0, 1e-300
    for _ in range(count):
        p = sample(problem, points, random)
        g = random_element(problem, random)
        before = numpy.reshape(value(*split(problem, p)), (points, -1))
        after = numpy.reshape(value(*split(problem, g.points(p))), (points, -1))
        worst = max(worst, float(numpy.abs(after - before @ g.values.T).max()))
        scale = max(scale, float(numpy.abs(before).max()), float(numpy.abs(after).max()))
    return worst / scale


def split(problem: KernelProblem, points: Any) -> list[Any]:
    """All coordinates (..., N) as one array for each argument, matrices in full."""
    import numpy

    found = []
    for argument in problem.arguments:
        own = points[..., argument.start : argument.start + argument.size]
        if argument.shape in ("symmetric", "matrix"):
            n = argument.rows
            if argument.shape == "symmetric":
                where = {pair: k for k, pair in enumerate((i, j) for i in range(n) for j in range(i, n))}
                own = own[..., [where[min(i, j), max(i, j)] for i in range(n) for j in range(n)]]
            own = numpy.reshape(own, (*own.shape[:-1], n, n))
        found.append(own)
    return found


def sample(problem: KernelProblem, count: int, random: Any) -> Any:
    """Random points of X, of shape (count, N): Gauss-Newton onto the equations, rejection for the inequalities."""
    import numpy

    found: list[Any] = []
    for _ in range(200 * count):
        p = random.standard_normal(problem.size)
        for argument in problem.arguments:
            if argument.positive_definite:
                root = random.standard_normal((argument.rows, argument.rows))
                full = root @ root.T + 0.1 * numpy.eye(argument.rows)
                own = [full[i, j] for i in range(argument.rows) for j in range(i, argument.rows)]
                p[argument.start : argument.start + argument.size] = own
        p = _onto(problem.equations, p)
        if p is not None and all(float(_rat(r, p)) > 1e-3 for r in problem.inequalities):
            found.append(p)
        if len(found) == count:
            return numpy.stack(found)
    raise ValueError("no random points of the space were found")


def _onto(equations: Sequence[Poly], p: Any) -> Any:
    import numpy

    if not equations:
        return p
    for _ in range(60):
        residual = numpy.array([float(_poly(e, p)) for e in equations])
        jacobian = numpy.array(
            [[float(_poly(_derivative(e, k), p)) for k in range(len(p))] for e in equations]
        )
        p = p - numpy.linalg.lstsq(jacobian, residual, rcond=None)[0]
    residual = numpy.array([float(_poly(e, p)) for e in equations])
    return p if numpy.abs(residual).max() < 1e-12 else None


def random_element(problem: KernelProblem, random: Any) -> Element:
    """A random element: up to four discrete generators after the exponential of a random Lie element."""
    import numpy

    word = (
        [problem.discrete[k] for k in random.integers(0, len(problem.discrete), 4)]
        if problem.discrete
        else []
    )
    weights = random.standard_normal(len(problem.lie)) / (1 + len(problem.lie)) ** 0.5
    size = problem.target.dimension
    values = numpy.eye(size)
    if problem.lie:
        values = exponential(sum(w * _rows(g.rho) for w, g in zip(weights, problem.lie, strict=True)))
    for generator in word:
        values = _rows(generator.rho) @ values

    def points(p: Any) -> Any:
        p = _flow(problem.lie, weights, p) if problem.lie else p
        for generator in word:
            p = _images(generator.images, p)
        return p

    return Element(points, values)


def _flow(lie: Sequence[LieGenerator], weights: Any, p: Any) -> Any:
    """The flow of a combination of vector fields for time 1."""
    import numpy

    size = p.shape[-1]
    if all(_is_affine(r) for g in lie for r in g.images):
        field = numpy.zeros((size + 1, size + 1))
        for w, g in zip(weights, lie, strict=True):
            for i, r in enumerate(g.images):
                scale = as_number(r.denominator.terms[0][1])
                for exponents, c in r.numerator.terms:
                    j = exponents.index(1) if any(exponents) else size
                    field[i, j] += w * as_number(c) / scale
        moved = exponential(field)
        return p @ moved[:size, :size].T + moved[:size, size]

    def velocity(x: Any) -> Any:
        return sum(w * _images(g.images, x) for w, g in zip(weights, lie, strict=True))

    h = 1 / STEPS
    for _ in range(STEPS):
        a = velocity(p)
        b = velocity(p + h / 2 * a)
        c = velocity(p + h / 2 * b)
        d = velocity(p + h * c)
        p = p + h / 6 * (a + 2 * b + 2 * c + d)
    return p


def _is_affine(r: Rat) -> bool:
    still = all(not any(e) for e, _ in r.denominator.terms)
    return still and all(sum(e) <= 1 for e, _ in r.numerator.terms)


def _rows(rho: Sequence[Sequence[object]]) -> Any:
    import numpy

    return numpy.array([[as_number(c) for c in row] for row in rho])


def _images(images: Sequence[Rat], p: Any) -> Any:
    import numpy

    return numpy.stack([_rat(r, p) + 0.0 * p[..., 0] for r in images], axis=-1)


def _rat(r: Rat, p: Any) -> Any:
    return _poly(r.numerator, p) / _poly(r.denominator, p)


def _poly(poly: Poly, p: Any) -> Any:
    total: Any = 0.0
    for exponents, c in poly.terms:
        term: Any = as_number(c)
        for k, e in enumerate(exponents):
            if e:
                term = term * p[..., k] ** e
        total = total + term
    return total


def _derivative(poly: Poly, k: int) -> Poly:
    lowered = []
    for exponents, c in poly.terms:
        if exponents[k]:
            lowered.append(((*exponents[:k], exponents[k] - 1, *exponents[k + 1 :]), c * exponents[k]))
    return Poly(tuple(lowered))
