"""A space of kernels as Python source: the kernel with its functions as arguments, and a test at random group elements.

The test carries points of the space, and the declared generators: maps as they are, flows of vector fields integrated.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from catalg.model.ends import KernelEnd
from catalg.model.kernel_problem import KernelProblem, Poly, Rat
from catalg.numeric.exact_numbers import as_number
from catalg.numeric.kernel import NumericKernel
from catalg.numeric.points import value_shape
from catalg.numeric.python.expressions import Writer
from catalg.numeric.python.names import Names, docstring
from catalg.numeric.python.source import Block, literal
from catalg.numeric.residual import sample
from catalg.render.abbreviate import abbreviated
from catalg.terms import free_names

POINTS = 5
"""How many points a test carries."""


def kernel_source(
    numeric: NumericKernel, own: str, names: Names, documentation: str, sizes: Mapping[str, int]
) -> Block:
    """The source of a space of kernels, as a function called `own`; `sizes` are those of its test. Raises NotNumeric."""
    end: KernelEnd = numeric.end
    shapes = numeric.shapes(sizes or None)
    local = Names([*names.taken])
    formula = abbreviated(numeric.formula)
    first = next((k for k, action in enumerate(end.arguments) if action.dim.parameters), 0)
    size = f"{local(shapes[first].name)}.shape[-1]"
    writer = Writer(local, {s.name: s.rank for s in shapes}, size, len(value_shape(end.target, sizes)))
    if not sizes and writer.value_rank == 2:
        rows, columns = value_shape(end.target, sizes)
        writer.size = f"{rows}" if rows == columns else f"{rows}, {columns}"
    arguments = [local(s.name) for s in shapes]
    unknown = [local(u.name) for u in numeric.unknowns]
    scalars = [f"{a} = {a}[..., 0]" for a, s in zip(arguments, shapes, strict=True) if s.rank == 0]
    given = [f"{local(p)} = {size}" for p in numeric.parameters if p in free_names(formula)]
    body = [*scalars, *given, *writer.body(formula)]
    about = [documentation, "", *_about(numeric, arguments, unknown, local)]
    lines = [
        f"def {own}({', '.join([*arguments, *unknown])}):",
        f"    {docstring(chr(10).join(about), '    ')}",
    ]
    lines += [f"    {line}" for line in body]
    lines += ["", "", *_test(numeric, own, sizes, names)]
    return Block(own, "\n".join(lines), writer.helpers | {"expm", "flow"}, f"test_{own}")


def _about(
    numeric: NumericKernel, arguments: Sequence[str], unknown: Sequence[str], local: Names
) -> list[str]:
    lines = []
    for name, action in zip(arguments, numeric.end.arguments, strict=True):
        lines.append(f"{name}: array of shape (..., {action.dim})")
    for name, u in zip(unknown, numeric.unknowns, strict=True):
        what = {"function": f"function of {u.arity} array{'s' * (u.arity != 1)}", "constant": "number"}
        lines.append(f"{name}: {what.get(u.kind, 'sequence of coefficients')}")
    return lines


def _test(numeric: NumericKernel, own: str, sizes: Mapping[str, int], names: Names) -> list[str]:
    import numpy

    from catalg.universes.instances import kernels_from_library
    from catalg.universes.man import kernel_problem

    end = kernels_from_library(numeric.end, sizes) if sizes else numeric.end
    problem = kernel_problem(end)
    points = sample(problem, POINTS, numpy.random.default_rng(0))
    moves = []
    for g in problem.discrete:
        moves.append(f"        (lambda p: {_images(g.images)}, np.array({literal(_rows(g.rho))})),")
    for h in problem.lie:
        field = f"lambda p: {_images(h.images)}"
        moves.append(
            f"        (lambda p: flow({field}, p, 0.7), expm(0.7 * np.array({literal(_rows(h.rho))}))),"
        )
    functions = []
    for k, u in enumerate(numeric.unknowns, 1):
        if u.kind == "function":
            functions.append(
                f"lambda *a: {k} / (1.0 + sum(np.sum(np.reshape(x, (len(p), -1)) ** 2, axis=-1) for x in a))"
            )
        elif u.kind == "family":
            functions.append(
                "[lambda *a: 0.5 + sum(x**2 for x in a)] * 3" if u.arity else "[1.0, -0.5, 0.25, 2.0]"
            )
        else:
            functions.append(repr(float(k)))
    return [
        f"def test_{own}():",
        f'    """{own} commutes with the generators of its group, at some points."""',
        f"    points = np.array({literal(points.round(16).tolist())})",
        "    moves = [",
        *moves,
        "    ]",
        "",
        "    def value(p):",
        f"        found = {own}({', '.join([*_split(problem), *functions])})",
        f"        return np.reshape(found + np.zeros({_value_shape(numeric, sizes)}), (len(p), -1))",
        "",
        "    for move, rho in moves:",
        "        np.testing.assert_allclose(value(move(points)), value(points) @ rho.T, rtol=1e-7, atol=1e-7)",
    ]


def _value_shape(numeric: NumericKernel, sizes: Mapping[str, int]) -> str:
    shape = value_shape(numeric.end.target, sizes)
    return f"(len(p), {', '.join(map(str, shape))})" if shape else "(len(p),)"


def _split(problem: KernelProblem) -> list[str]:
    found = []
    for a in problem.arguments:
        if a.shape == "symmetric":
            where = {
                pair: k for k, pair in enumerate((i, j) for i in range(a.rows) for j in range(i, a.rows))
            }
            order = [a.start + where[min(i, j), max(i, j)] for i in range(a.rows) for j in range(a.rows)]
            found.append(f"p[:, {order}].reshape(-1, {a.rows}, {a.rows})")
        elif a.shape == "matrix":
            found.append(f"p[:, {a.start}:{a.start + a.size}].reshape(-1, {a.rows}, {a.rows})")
        else:
            found.append(f"p[:, {a.start}:{a.start + a.size}]")
    return found


def _images(images: Sequence[Rat]) -> str:
    return f"np.stack(np.broadcast_arrays({', '.join(map(_rat, images))}, p[:, 0])[:-1], axis=-1)"


def _rat(r: Rat) -> str:
    bottom = _poly(r.denominator)
    return _poly(r.numerator) if bottom == "1.0" else f"({_poly(r.numerator)}) / ({bottom})"


def _poly(poly: Poly) -> str:
    parts = []
    for exponents, c in poly.terms:
        factors = [f"p[:, {k}]" + (f" ** {e}" if e > 1 else "") for k, e in enumerate(exponents) if e]
        number = as_number(c)
        parts.append(" * ".join([*([] if number == 1 and factors else [repr(number)]), *factors]))
    return " + ".join(parts) or "0.0"


def _rows(rho: Sequence[Sequence[Any]]) -> list[list[Any]]:
    return [[as_number(c) for c in row] for row in rho]
