"""The whole module: docstring, imports, the helpers that are used, one block for each declaration, and its own test."""

from __future__ import annotations

import ast
import inspect
import textwrap

from catalg.engine.outcome import FileReport, Result
from catalg.engine.selection import UNKNOWNS
from catalg.model.ends import KernelEnd, LinearEnd
from catalg.model.verdict import Verdict
from catalg.numeric import special
from catalg.numeric.errors import NotNumeric
from catalg.numeric.kernel import NumericKernel
from catalg.numeric.python import helpers as own_helpers
from catalg.numeric.python.kernels import kernel_source
from catalg.numeric.python.linears import linear_source
from catalg.numeric.python.names import Names, docstring
from catalg.numeric.python.source import Block
from catalg.numeric.solutions import numeric_of
from catalg.version import __version__

NEEDS = {
    "norm": ("dot",), "angle": ("dot",), "cosine_sum": ("polynomial_sum", "chebyshev_step"),
    "sine_sum": ("polynomial_sum", "chebyshev_u_step"),
}  # fmt: skip
MODULE = {
    "np",
    "Any",
    "points",
    "moves",
    "value",
    "total",
    "out",
    "x",
    "coefficients",
    "adjacency",
    "annotations",
}


def module(report: FileReport) -> str:
    """The source of a module for all proved ends of a report that have array functions.

    The others are named in its docstring with the reason. Raises NotNumeric where nothing is left.
    """
    known = [
        name for source in (special, own_helpers) for name, f in vars(source).items() if inspect.isfunction(f)
    ]
    names = Names([*known, *MODULE])
    blocks: list[Block] = []
    left_out: list[str] = []
    for result in _chosen(report):
        try:
            blocks.append(_block(result, report, names))
        except NotNumeric as reason:
            left_out.append(f"{result.item.name}: {reason}")
    if not blocks:
        detail = f" ({'; '.join(left_out)})" if left_out else ""
        raise NotNumeric(f"nothing in {report.path} has a Python form{detail}")
    used = {name for block in blocks for name in block.helpers}
    while extra := {need for name in used for need in NEEDS.get(name, ()) if need not in used}:
        used |= extra
    text = "\n\n\n".join(
        [_head(report, left_out), *_helper_sources(used), *(b.source for b in blocks), _main(blocks)]
    )
    ast.parse(text)
    return text + "\n"


def _chosen(report: FileReport) -> list[Result]:
    """Every end, as its `derive` statement shows it where there is one, and its series beside it."""
    chosen = []
    for result in report.results:
        if result.item.kind in UNKNOWNS:
            asked = [r for r in report.results if r.item.kind == "derive" and r.item.name == result.item.name]
            plain = [r for r in asked if r.item.form != "series"]
            chosen += [plain[0] if plain else result, *(r for r in asked if r.item.form == "series")]
    return chosen


def _block(result: Result, report: FileReport, names: Names) -> Block:
    item, solution = result.item, result.solution
    if solution is None or result.judgement.verdict is not Verdict.PROVED:
        raise NotNumeric(f"it is {result.judgement.verdict.value}")
    subject = item.subject
    if not isinstance(subject, LinearEnd | KernelEnd):
        raise NotNumeric("it is not made of numbers")
    numeric = numeric_of(subject, solution, item.arguments)
    told = _documentation(result, report)
    sizes = test_sizes(subject, numeric.parameters)
    if isinstance(numeric, NumericKernel):
        suffix = "_series" if numeric.series else ""
        return kernel_source(numeric, names(item.name + suffix), names, told, sizes)
    return linear_source(numeric, names, told, sizes)


def test_sizes(subject: LinearEnd | KernelEnd, parameters: tuple[str, ...]) -> dict[str, int]:
    """For each free size a small value in its declared range."""
    found = {}
    declared = {p.name: p for p in subject.group.parameters}
    for name in parameters:
        parameter = declared.get(name)
        found[name] = next(k for k in range(3, 1000) if parameter is None or parameter.admits(k))
    return found


def _documentation(result: Result, report: FileReport) -> str:
    from catalg.render.look import Look
    from catalg.render.solution import derivation_text

    return textwrap.dedent(derivation_text(result, report, Look()))


def _head(report: FileReport, left_out: list[str]) -> str:
    lines = [f"Array functions derived by catalg {__version__}.", ""]
    if report.documentation:
        lines += [*textwrap.wrap(" ".join(report.documentation.split()), 100), ""]
    lines.append(
        "Run this file to test it: every function is compared with itself under the generators of its group."
    )
    if left_out:
        lines += ["", "Not here:", *(f"    {text}" for text in left_out)]
    return "\n".join([docstring("\n".join(lines)), "", "import numpy as np"])


def _helper_sources(used: set[str]) -> list[str]:
    """The helpers in use, as they stand in catalg but for annotations and examples."""
    found = []
    for source in (special, own_helpers):
        for name, function in vars(source).items():
            if name in used and inspect.isfunction(function):
                found.append(_plain(inspect.getsource(function)))
    return found


def _plain(source: str) -> str:
    tree = ast.parse(source)
    function = tree.body[0]
    assert isinstance(function, ast.FunctionDef)
    rest = [function.args.vararg] if function.args.vararg is not None else []
    for argument in [*function.args.args, *rest]:
        argument.annotation = None
    function.returns = None
    about = (ast.get_docstring(function) or "").split("\n\n>>>")[0]
    statements = [ast.unparse(s) for s in function.body[1:]]
    head = f"def {function.name}({ast.unparse(function.args)}):"
    return "\n".join([head, f'    """{about}"""', *(textwrap.indent(s, "    ") for s in statements)])


def _main(blocks: list[Block]) -> str:
    lines = ['if __name__ == "__main__":']
    for block in blocks:
        if block.test:
            lines += [f"    {block.test}()", f'    print("{block.name}: ok")']
    return "\n".join(lines if len(lines) > 1 else [*lines, '    print("no tests")'])


__all__ = ["module"]
