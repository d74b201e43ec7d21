"""What a notebook shows for the objects of the Python interface: tables of verdicts, formulas, folding derivations.

`%load_ext catalg` registers these with IPython's formatters. Formulas stand between dollars, which notebooks set; all
other text is escaped.
"""

from __future__ import annotations

import html
from collections.abc import Callable, Iterable
from typing import Any

from catalg.api import Declaration, Derived, File
from catalg.editor.magic import MARKS, Shown, equation, row
from catalg.engine.outcome import FileReport, Result
from catalg.model.solution import Certificate
from catalg.render.sentence import tell
from catalg.render.solution import counts
from catalg.render.voices import TEXT


def file_html(file: File) -> str:
    """The declarations of a file, without solving anything."""
    rows = ((declaration.kind, declaration.name, declaration.documentation) for declaration in file)
    return f"<p><b>{html.escape(file.path)}</b></p>" + _table(rows)


def declaration_html(declaration: Declaration) -> str:
    """Its kind and name, and its docstring."""
    return _table([(declaration.kind, declaration.name, declaration.documentation)])


def report_html(report: FileReport) -> str:
    """A line for each declaration and assertion."""
    return Shown(report)._repr_html_()


def result_html(result: Result) -> str:
    """One line of a report, with its formula where there is one."""
    return f"<table>{row(result, f'{result.item.kind} {result.item.name}'.strip(), result.solution is not None)}</table>"


def derived_html(derived: Derived) -> str:
    """The formula, and below it the derivation and the certificate, folded."""
    told = counts(derived.solution, derived.item.subject)
    parts = [f"<p>$\\displaystyle {html.escape(equation(derived.item, derived.solution, ''))}$</p>"]
    if told:
        parts.append(f"<p>{html.escape(told)}</p>")
    if derived.steps():
        parts.append(_folded("Derivation", derived.steps(), "ol"))
    parts.append(certificate_html(derived.certificate))
    return "".join(parts)


def certificate_html(certificate: Certificate) -> str:
    """Both halves with their verdicts, and the evidence, folded."""
    halves = (("sound", certificate.sound), ("complete", certificate.complete))
    title = "Certificate: " + ", ".join(f"{MARKS[verdict]} {half} {verdict.value}" for half, verdict in halves)
    return _folded(f"{title}, {certificate.scope}", [tell(TEXT, evidence) for evidence in certificate.evidence], "ul")


DISPLAYS: dict[type, Callable[[Any], str]] = {
    File: file_html,
    Declaration: declaration_html,
    FileReport: report_html,
    Result: result_html,
    Derived: derived_html,
    Certificate: certificate_html,
}


def register(shell: Any) -> None:
    """Teach an IPython shell to show these objects."""
    formatter = shell.display_formatter.formatters["text/html"]
    for kind, shown in DISPLAYS.items():
        formatter.for_type(kind, shown)
    plain = shell.display_formatter.formatters["text/plain"]
    plain.for_type(FileReport, lambda report, printer, cycle: printer.text(repr(Shown(report))))
    plain.for_type(Result, lambda result, printer, cycle: printer.text(_line(result)))
    plain.for_type(Certificate, lambda found, printer, cycle: printer.text(_halves(found)))


def _line(result: Result) -> str:
    reason = tell(TEXT, result.judgement)
    told = f"{result.item.kind} {result.item.name}".strip()
    return f"{MARKS[result.judgement.verdict]} {told}: {result.judgement.verdict.value}" + (f", {reason}" if reason else "")


def _halves(certificate: Certificate) -> str:
    return f"sound: {certificate.sound.value}, complete: {certificate.complete.value}, {certificate.scope}"


def _folded(title: str, lines: Iterable[str], kind: str) -> str:
    items = "".join(f"<li>{html.escape(line)}</li>" for line in lines)
    return f"<details><summary>{html.escape(title)}</summary><{kind}>{items}</{kind}></details>"


def _table(rows: Iterable[tuple[str, str, str]]) -> str:
    cells = (
        f'<td style="text-align: left">{html.escape(kind)} <code>{html.escape(name)}</code></td>'
        f'<td style="text-align: left">{html.escape(about)}</td>'
        for kind, name, about in rows
    )
    return "<table>" + "".join(f"<tr>{cell}</tr>" for cell in cells) + "</table>"
