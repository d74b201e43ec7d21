"""The notebook extension: `%load_ext catalg`, then `%%catalg` over a cell that is a specification.

    %%catalg file
    group G = SO(3)
    …

shows the verdicts and closed forms, and keeps the file as `file`: `file.Ker.derive()`. Nothing of IPython is imported:
it calls `load_ipython_extension` with itself.
"""

from __future__ import annotations

import html
from dataclasses import dataclass
from typing import Any

from catalg.engine.outcome import FileReport, Result
from catalg.engine.selection import UNKNOWNS
from catalg.model.goals import Item
from catalg.model.solution import Solution
from catalg.model.verdict import Verdict

CELL = "<cell>"
MARKS = {Verdict.PROVED: "✓", Verdict.REFUTED: "✗", Verdict.UNDECIDED: "?"}


@dataclass(frozen=True, slots=True)
class Shown:
    """The report on a cell, as text and as HTML with formulas that the notebook sets."""

    report: FileReport

    def _repr_html_(self) -> str:
        from catalg.render.look import Look
        from catalg.render.report import diagnostics_text, label

        report = self.report
        told = diagnostics_text(report.diagnostics, report.source, Look()) if report.diagnostics else ""
        parts = [f"<pre>{html.escape(told)}</pre>"] if told else []
        solved = self._solved()
        rows = "".join(row(result, label(result.item, report.source), result in solved) for result in report.results)
        if rows:
            parts.append(f"<table>{rows}</table>")
        return "".join(parts)

    def _repr_latex_(self) -> str | None:
        lines = [equation(result.item, result.solution, "&") for result in self._solved() if result.solution is not None]
        return "$$\\begin{aligned}" + r" \\ ".join(lines) + "\\end{aligned}$$" if lines else None

    def __repr__(self) -> str:
        from catalg.render.look import Look
        from catalg.render.report import report_text

        return report_text(self.report, Look()).rstrip("\n")

    def _solved(self) -> list[Result]:
        """The certified solutions, each name once: as it was asked for last."""
        found = {}
        for result in self.report.results:
            if result.solution is not None and result.item.kind in (*UNKNOWNS, "derive"):
                found[result.item.name] = result
        return list(found.values())


def show(line: str, cell: str, namespace: dict[str, Any]) -> Shown:
    """Check a cell; with a name on the magic's line the loaded file is bound to it in the namespace.

    Mistakes in the cell are shown and bind nothing. Raises ValueError where the line is no name.
    """
    from catalg.api import InvalidFile, loads
    from catalg.diagnostics import Source

    name = line.strip()
    if name and not name.isidentifier():
        raise ValueError(f"%%catalg takes the name of a variable, not {name!r}")
    try:
        file = loads(cell, path=CELL)
    except InvalidFile as mistakes:
        return Shown(FileReport(CELL, Source(CELL, cell), mistakes.diagnostics))
    if name:
        namespace[name] = file
        return Shown(file.check())
    with file:
        return Shown(file.check())


def load_ipython_extension(shell: Any) -> None:
    """Register `%%catalg`, and how results are shown. IPython calls this at `%load_ext catalg`."""

    def catalg(line: str, cell: str) -> Shown:
        """Check a specification and show its verdicts and closed forms: %%catalg [variable]."""
        return show(line, cell, shell.user_ns)

    from catalg.editor.display import register

    shell.register_magic_function(catalg, magic_kind="cell", magic_name="catalg")
    register(shell)


def row(result: Result, label: str, formula: bool) -> str:
    """A row of the table of verdicts, with the closed form if it is asked for."""
    from catalg.render.sentence import tell
    from catalg.render.solution import summary
    from catalg.render.voices import TEXT

    judgement = result.judgement
    verdict, reason = judgement.verdict.value, tell(TEXT, judgement)
    if result.solution is not None and judgement.verdict is Verdict.PROVED:
        reason = summary(result.solution, result.item) or reason
    told = reason if reason.startswith(verdict) else f"{verdict}: {reason}" if reason else verdict
    words = html.escape(told)
    if judgement.verdict is Verdict.REFUTED and judgement.counterexample is not None:
        words += f"<br>{html.escape(tell(TEXT, judgement.counterexample))}"
    if formula and result.solution is not None:
        words += f"<br>$\\displaystyle {html.escape(equation(result.item, result.solution, ''))}$"
    cells = (
        MARKS[judgement.verdict],
        f"<code>{html.escape(label)}</code>",
        words,
    )
    return "<tr>" + "".join(f'<td style="text-align: left">{cell}</td>' for cell in cells) + "</tr>"


def equation(item: Item, solution: Solution, align: str) -> str:
    """The closed form in math mode; large matrices by their shape."""
    from catalg.render.abbreviate import abbreviated
    from catalg.render.latex.escape import escape
    from catalg.render.terms_latex import PRINTER, latex
    from catalg.render.voices import is_small, shape_text

    term = abbreviated(solution.formula)
    left = PRINTER.name(item.name)
    if item.arguments:
        left += f"({', '.join(map(PRINTER.name, item.arguments))})"
    right = latex(term) if is_small(term) else rf"\text{{{escape(shape_text(term))}}}"
    return f"{left} {align}= {right}"
