"""A space of linear maps as Python source.

For concrete sizes the basis as sparse entries; for sizes that are parameters one line of einsum for each diagram, which reads as
the diagram does: "...ppq->...q" takes a diagonal, sums it, and keeps an index. The test multiplies by the generators.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from catalg.model.ends import LinearEnd
from catalg.numeric.diagrams import Wiring, layout, wiring
from catalg.numeric.errors import NotNumeric
from catalg.numeric.exact_numbers import dense, entries
from catalg.numeric.linear import NumericLinear
from catalg.numeric.python.names import Names, docstring
from catalg.numeric.python.source import Block, literal
from catalg.numeric.sizes import sizes_of_sorts
from catalg.strategies.diagrams.elements import DiagramElement
from catalg.strategies.diagrams.graph import CutElement
from catalg.universes.slots import NoSlots, theorems

UP, DOWN = "ijklmn", "pqrstu"
LARGEST = 20_000
"""The largest number of nonzero entries that is written out."""


def linear_source(
    numeric: NumericLinear, names: Names, documentation: str, sizes: Mapping[str, int]
) -> Block:
    """The source of a space of linear maps; `sizes` are those of its test. Raises NotNumeric."""
    own = names(numeric.end.name)
    if any(isinstance(e, CutElement) for e in numeric.elements):
        body = _cut(numeric, own, documentation)
        return Block(own, "\n".join(body), set(), "")
    lines = (
        _diagrams(numeric, own, documentation)
        if numeric.parameters
        else _entries(numeric, own, documentation)
    )
    test = _test(numeric, own, sizes)
    return Block(
        own, "\n".join([*lines, *(["", "", *test] if test else [])]), set(), f"test_{own}" if test else ""
    )


def _cut(numeric: NumericLinear, own: str, documentation: str) -> list[str]:
    about = f"{documentation}\n\nx: array of shape (..., n)\nadjacency: array of shape (n, n)\ncoefficients: {numeric.count} numbers"
    parts = ["x" if getattr(e, "diagonal", False) else "x @ adjacency.T" for e in numeric.elements]
    total = " + ".join(f"coefficients[{k}] * ({part})" for k, part in enumerate(parts))
    return [
        f"def {own}(x, adjacency, coefficients):",
        f"    {docstring(about, '    ')}",
        f"    return {total}",
    ]


def _entries(numeric: NumericLinear, own: str, documentation: str) -> list[str]:
    rows, columns = numeric.shape()
    table = []
    for number in range(numeric.count):
        found = entries(_matrix(numeric, number))
        if len(found[0]) > LARGEST:
            raise NotNumeric(f"a basis matrix with {len(found[0])} entries is too large to write out")
        table.append(f"    ({literal(found[0])}, {literal(found[1])}, {literal(found[2])}),")
    about = (
        f"{documentation}\n\nx: array of shape (..., {columns})\ncoefficients: {numeric.count} numbers\n"
        f"Returns an array of shape (..., {rows})."
    )
    return [
        f"{own}_basis = [  # rows, columns and values of the entries of each basis matrix",
        *table,
        "]",
        "",
        "",
        f"def {own}_matrix(coefficients):",
        f'    """The general element as a matrix of shape ({rows}, {columns})."""',
        f"    total = np.zeros(({rows}, {columns}), dtype=np.result_type(float, *(np.asarray(v).dtype for _, _, v in {own}_basis)))",
        f"    for c, (i, j, values) in zip(coefficients, {own}_basis, strict=True):",
        "        total[i, j] += c * np.array(values)",
        "    return total",
        "",
        "",
        f"def {own}(x, coefficients):",
        f"    {docstring(about, '    ')}",
        f"    return x @ {own}_matrix(coefficients).T",
    ]


def _matrix(numeric: NumericLinear, number: int) -> Any:
    element: Any = numeric.elements[number]
    return element.matrix if hasattr(element, "matrix") else element.dense()


def _diagrams(numeric: NumericLinear, own: str, documentation: str) -> list[str]:
    end: LinearEnd = numeric.end
    ones = {k: 2 for k, t in enumerate(theorems(end.group)) if t is not None}
    try:
        source, target = layout(end.source, ones, True), layout(end.target, ones, False)
    except NoSlots as reason:
        raise NotNumeric(str(reason)) from None
    if len(source) != 1 or len(target) != 1 or source[0].flat is not None or target[0].flat is not None:
        raise NotNumeric(
            "subsets, symmetric powers and sums of symbolic size have array functions, but no source"
        )
    lines = []
    for number, element in enumerate(numeric.elements):
        assert isinstance(element, DiagramElement)
        for sign, diagram in element.terms:
            lines.append(_line(wiring(element, diagram), number, sign))
    first = numeric.elements[0] if numeric.elements else None
    up, down = _side(first, 0, numeric), _side(first, 1, numeric)
    parameters = sorted(numeric.parameters)
    about = [
        documentation, "", f"x: array of shape ({', '.join(['...', *down])})", f"coefficients: {numeric.count} numbers",
        f"Returns an array of shape ({', '.join(['...', *up])}).",
    ]  # fmt: skip
    inputs = ", ".join(["x", "coefficients", *parameters])
    rank = len(down)
    lead = f"x.shape[:-{rank}]" if rank else "x.shape"
    return [
        f"def {own}({inputs}):",
        f"    {docstring(chr(10).join(about), '    ')}",
        f"    out = np.zeros((*{', '.join([lead, *up])},), dtype=np.result_type(x, float))",
        *(f"    {line}" for line in lines),
        "    return out",
    ]


def _side(element: Any, side: int, numeric: NumericLinear) -> list[str]:
    """The lengths of the index axes as source, e.g. ['n', 'n']."""
    if element is None:
        return []
    block = element.target if side == 0 else element.source
    sizes = [t.size if t is not None else None for t in theorems(numeric.end.group)]
    found = []
    for slot in block.slots:
        size = sizes[slot.sort]
        text = str(size).replace("^", "**")
        found.append(text if text.isidentifier() else f"({text})")
    return found


def _line(wire: Wiring, number: int, sign: int) -> str:
    if any(wire.twisted):
        raise NotNumeric("the symplectic form has array functions, but no source")
    up = {slot: UP[k] for k, group in enumerate(wire.target) for slot in group}
    down = {slot: DOWN[k] for k, (group, _) in enumerate(wire.source) for slot in group}
    kept = {top: DOWN[k] for k, (_, top) in enumerate(wire.source) if top >= 0}
    order = [kept[k] for k in range(len(wire.target)) if k in kept]
    into = "".join(down[s] for s in sorted(down))
    found = f'np.einsum("...{into}->...{"".join(order)}", x)' if list(into) != order else "x"
    places = [":" if k in kept else "None" for k in range(len(wire.target))]
    if "None" in places:
        found += f"[..., {', '.join(places)}]"
    scale = f"coefficients[{number}]" if sign == 1 else f"{sign} * coefficients[{number}]"
    letters = "".join(up[s] for s in sorted(up))
    groups = "".join(UP[k] for k in range(len(wire.target)))
    view = "out" if letters == groups else f'np.einsum("...{letters}->...{groups}", out)'
    return f"{view}[...] += {scale} * {found}"


def _test(numeric: NumericLinear, own: str, sizes: Mapping[str, int]) -> list[str]:
    from catalg.universes.instances import from_library
    from catalg.universes.vect import matrix

    end = from_library(numeric.end, dict(sizes)) if numeric.parameters else numeric.end
    rows, columns = end.target.dim.constant() or 0, end.source.dim.constant() or 0
    if max(rows, columns) > 100 or not numeric.count:
        return []
    moves = []
    for g in end.group.generators:
        up, down = (entries(matrix(rep, g.name)) for rep in (end.target, end.source))
        moves.append(f"        (({', '.join(map(literal, up))}), ({', '.join(map(literal, down))})),")
    sides = [dense(matrix(rep, g.name)) for g in end.group.generators for rep in (end.target, end.source)]
    kind = "complex" if any(side.dtype.kind == "c" for side in sides) else "float"
    call = f"{own}_matrix(c)"
    if numeric.parameters:
        ranges = sizes_of_sorts(numeric.end.group, sizes)
        element = numeric.elements[0]
        assert isinstance(element, DiagramElement)
        shape = "".join(f", {ranges[s.sort]}" for s in element.source.slots)
        inner = ", ".join(str(sizes[p]) for p in sorted(numeric.parameters))
        call = f"{own}(np.eye({columns}).reshape({columns}{shape}), c, {inner}).reshape({columns}, {rows}).T"
    return [
        f"def test_{own}():",
        f'    """{own} commutes with the generators of its group."""',
        "    moves = [  # entries of each generator on the target, and on the source",
        *moves,
        "    ]",
        f"    c = np.arange(1.0, {numeric.count + 1}.0)",
        f"    matrix = {call}",
        "    for (i, j, u), (k, l, v) in moves:",
        f"        up, down = np.zeros(({rows}, {rows}), {kind}), np.zeros(({columns}, {columns}), {kind})",
        "        up[i, j], down[k, l] = u, v",
        "        np.testing.assert_allclose(up @ matrix, matrix @ down, atol=1e-12)",
    ]
