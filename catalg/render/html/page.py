"""The page of a file: declarations, theorems with their folding derivations and certificates, assertions, and the source.

The page needs nothing but itself: no network, no script (its own policy forbids both), formulas in MathML, squares in SVG.
Sentences come from the same tables as on the terminal and in LaTeX.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from catalg.engine.outcome import FileReport, Result
from catalg.language.tree import Statement
from catalg.model.goals import FormulaClaim, Item
from catalg.model.solution import Certificate, Solution
from catalg.model.verdict import Judgement, Verdict
from catalg.render import wording
from catalg.render.html.squares import square_svg
from catalg.render.html.style import STYLE
from catalg.render.html.voice import HTML, capitalised, code, paragraphs, sentence, words
from catalg.render.latex.document import applied, basis_listing, counted
from catalg.render.latex.formulas import display
from catalg.render.proofs import is_asserted, proof_of
from catalg.render.prose import derivations, file_name, statements_of
from catalg.render.references import Bibliography
from catalg.render.report import label
from catalg.render.sentence import tell
from catalg.render.solution import shown_arguments, shown_indices
from catalg.render.terms_latex import PRINTER
from catalg.render.terms_mathml import math
from catalg.render.voices import is_small

POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

SIGNS = {Verdict.PROVED: "✓", Verdict.REFUTED: "✗", Verdict.UNDECIDED: "?"}

_PARTS = re.compile(r'("""(?:.|\n)*?"""|#[^\n]*|"[^"\n]*")|\b(' + "|".join((
    "group", "category", "functor", "transformation", "end", "coend", "limit", "colimit", "graph", "param", "derive", "expect",
    "check", "refute", "where", "int", "as", "on", "by", "with", "along",
)) + r")\b")  # fmt: skip


def document(report: FileReport) -> str:
    """The whole page."""
    name = words(file_name(report))
    return "\n".join(
        (
            "<!DOCTYPE html>",
            '<html lang="en">',
            "<head>",
            '<meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            '<meta name="color-scheme" content="light dark">',
            f"<title>{name}</title>",
            f"<style>{STYLE}</style>",
            "</head>",
            "<body>",
            _header(report, name),
            "<main>",
            *(part for part in (_declarations(report), _derivations(report), _assertions(report), _sources(report), _source(report)) if part),
            "</main>",
            "<footer><p>Written by catalg.</p></footer>",
            "</body>",
            "</html>\n",
        )
    )


def _header(report: FileReport, name: str) -> str:
    counts = Counter(result.judgement.verdict for result in report.results if result.counts)
    badges = "".join(_badge(verdict, f"{counts[verdict]} {verdict.value}") for verdict in Verdict if counts[verdict])
    about = _about(report)
    lead = f'<div class="lead">{paragraphs(about)}</div>' if about else ""
    links = [f'<a href="#end-{k}">{words(result.item.name)}</a>' for k, (result, _) in enumerate(derivations(report), 1)]
    if any(_is_assertion(result) for result in report.results):
        links.append('<a href="#assertions">Assertions</a>')
    links.append('<a href="#source">Source</a>')
    return f"<header><h1>{name}</h1>{lead}<p>{badges}</p><nav>{''.join(links)}</nav></header>"


def _about(report: FileReport) -> str:
    """What the file is about: its own docstring, or that of a declaration with which it begins."""
    first = report.statements[0].doc if report.statements else None
    return report.documentation or (first if first and report.source.text.lstrip().startswith('"""') else "")


def _section(title: str, body: Iterable[str], anchor: str = "") -> str:
    place = f' id="{anchor}"' if anchor else ""
    return f"<section{place}><h2>{title}</h2>\n" + "\n".join(body) + "\n</section>"


def _badge(verdict: Verdict, text: str) -> str:
    return f'<span class="badge {verdict.value}">{SIGNS[verdict]} {words(text)}</span>'


def _place(report: FileReport, offset: int) -> str:
    line = report.source.text.count("\n", 0, offset) + 1
    return f'<wbr><a class="where" href="#L{line}">line {line}</a>'


# --- declarations ---------------------------------------------------------------------------------------------------------


def _declarations(report: FileReport) -> str:
    told = statements_of(report)
    results = {(r.item.kind, r.item.name): r for r in report.results if r.item.kind in ("functor", "transformation")}
    parts = []
    for entry in report.statements:
        text = told.sentence(entry)
        if text is None:
            continue
        if entry.doc and entry.doc.strip() != _about(report).strip():
            parts.append(f'<div class="note">{paragraphs(entry.doc)}</div>')
        result = results.get((entry.keyword, _name(entry)))
        parts.append(f'<div class="declaration">{sentence(text)}{_place(report, entry.span[0])}{_remark(result)}</div>')
    return _section("Declarations", parts) if parts else ""


def _name(entry: Statement) -> str:
    return str(getattr(getattr(entry, "name", None), "text", ""))


def _remark(result: Result | None) -> str:
    """The verdict on a declaration, where there is more to say than that it is well."""
    if result is None or result.judgement.verdict is Verdict.PROVED:
        return ""
    witness = _witness(result.judgement) if result.counts else ""
    return f"<p>{_verdict(result.judgement)}</p>{witness}"


# --- derivations ----------------------------------------------------------------------------------------------------------


def _derivations(report: FileReport) -> str:
    sources = _bibliography(report)
    articles = [
        f'<article id="end-{number}">{_derivation(result, asked, report, sources)}</article>'
        for number, (result, asked) in enumerate(derivations(report), 1)
    ]
    return _section("Derivations", articles) if articles else ""


def _derivation(result: Result, asked: Result, report: FileReport, sources: Bibliography) -> str:
    head = f"<h3>{math(PRINTER.name(result.item.name))}{_place(report, result.item.span[0])}</h3>"
    if asked.solution is None:
        return f"{head}<p>{_verdict(result.judgement)}</p>{_witness(result.judgement)}"
    solution = asked.solution
    theorem, certificate = _theorem(asked.item, solution, result.item), _certificate(solution.certificate, sources)
    return "".join((head, theorem, _steps(solution, sources), certificate))


def _theorem(item: Item, solution: Solution, declared: Item) -> str:
    parts = [sentence(display(solution.formula, f"{applied(item.name, shown_arguments(item), shown_indices(item, solution))} = "))]
    matrices = basis_listing(solution)
    if matrices:
        parts.append("<p>with</p>" + "".join(f"<div>{sentence(matrix)}</div>" for matrix in matrices))
    told = counted(solution, declared)
    if told:
        parts.append(f"<p>{sentence(told)}</p>")
    return f'<div class="theorem">{"".join(parts)}</div>'


def _steps(solution: Solution, sources: Bibliography) -> str:
    steps = solution.proposal.steps
    if not steps:
        return ""
    rows = []
    for step in steps:
        rule = wording.find(step.rule)
        page = f' <span class="rule">{words(step.rule)}</span>' if rule is not None and rule.about else ""
        rows.append(f'<li><div class="step">{capitalised(tell(HTML, step))}{_cited(step.rule, sources)}.{page}</div></li>')
    count = f"{len(steps)} step{'' if len(steps) == 1 else 's'}"
    summary = f'<summary>Derivation <span class="note">· {count}</span></summary>'
    return f'<details open>{summary}<ol class="steps">{"".join(rows)}</ol></details>'


def _certificate(certificate: Certificate, sources: Bibliography) -> str:
    badges = _badge(certificate.sound, f"sound: {certificate.sound.value}")
    badges += _badge(certificate.complete, f"complete: {certificate.complete.value}")
    body = f"<p>Scope: {words(certificate.scope)}."
    if certificate.locus is not None:
        body += f" Off the locus {HTML.formula(certificate.locus)}."
    body += "</p>"
    told = (f"{capitalised(tell(HTML, evidence))}{_cited(evidence.rule, sources)}." for evidence in certificate.evidence)
    items = "".join(f"<li>{text}</li>" for text in told)
    body += f'<ul class="steps evidence">{items}</ul>' if items else ""
    return f"<details><summary>Certificate {badges}</summary>{body}</details>"


# --- assertions -----------------------------------------------------------------------------------------------------------


def _is_assertion(result: Result) -> bool:
    return is_asserted(result.item)


def _assertions(report: FileReport) -> str:
    rows = []
    for result in filter(_is_assertion, report.results):
        verdict = result.judgement.verdict
        body = f"{_claim(result.item, report)}<p>{_verdict(result.judgement)}</p>{_witness(result.judgement)}"
        proof = "".join(f"<li>{capitalised(tell(HTML, evidence))}.</li>" for evidence in proof_of(result))
        body += f'<ul class="steps evidence">{proof}</ul>' if proof else ""
        rows.append(f'<li class="is-{verdict.value}">{body}</li>')
    return _section("Assertions", ['<ol class="claims">', *rows, "</ol>"], "assertions") if rows else ""


def _claim(item: Item, report: FileReport) -> str:
    place = _place(report, item.span[0])
    if isinstance(item.subject, FormulaClaim) and is_small(item.subject.formula, 100):
        left = applied(item.subject.end, item.subject.arguments, item.subject.indices)
        return f'<span class="label">{words(item.kind)}</span>{place}{sentence(display(item.subject.formula, f"{left} = "))}'
    return f"<p>{code(label(item, report.source))}{place}</p>"


def _verdict(judgement: Judgement) -> str:
    verdict = judgement.verdict
    reason = tell(HTML, judgement)
    told = f' <span class="reason">{capitalised(reason)}.</span>' if reason and reason != verdict.value else ""
    return f'<span class="verdict {verdict.value}">{SIGNS[verdict]} {verdict.value.capitalize()}.</span>{told}'


def _witness(judgement: Judgement) -> str:
    """The counterexample, where it says more than the reason does."""
    witness = judgement.counterexample
    if witness is None or witness.rule == "claim-holds":
        return ""
    told = tell(HTML, witness)
    more = f"<p>{capitalised(told)}.</p>" if told != tell(HTML, judgement) else ""
    return more + (square_svg(witness) or "")


# --- sources ---------------------------------------------------------------------------------------------------------------


def _bibliography(report: FileReport) -> Bibliography:
    return Bibliography(asked.solution for _, asked in derivations(report) if asked.solution is not None)


def _cited(rule: str, sources: Bibliography) -> str:
    links = ", ".join(f'<a href="#source-{number}">{number}</a>' for number in sources.numbers(rule))
    return f" [{links}]" if links else ""


def _sources(report: FileReport) -> str:
    entries = enumerate(_bibliography(report).entries(), 1)
    rows = [f'<li id="source-{number}">{words(text)}</li>' for number, text in entries]
    return _section("References", ['<ol class="references">', *rows, "</ol>"], "references") if rows else ""


# --- the file -------------------------------------------------------------------------------------------------------------


def _source(report: FileReport) -> str:
    lines = _coloured(report.source.text.rstrip("\n"))
    rows = (f'<li id="L{number}">{line}</li>' for number, line in enumerate(lines, 1))
    return _section("The file", ['<ol class="source">' + "".join(rows) + "</ol>"], "source")


def _coloured(text: str) -> list[str]:
    """The lines of the file, with comments and keywords marked; marks never reach over the end of a line."""
    lines, position = [""], 0

    def put(part: str, kind: str = "") -> None:
        for number, piece in enumerate(part.split("\n")):
            if number:
                lines.append("")
            shown = words(piece.expandtabs(4))
            lines[-1] += f'<span class="{kind}">{shown}</span>' if kind and shown else shown

    for found in _PARTS.finditer(text):
        put(text[position : found.start()])
        put(found[0], "comment" if found[1] and found[1][0] == "#" or found[0].startswith('"""') else "keyword" if found[2] else "")
        position = found.end()
    put(text[position:])
    return lines


__all__ = ["document"]
