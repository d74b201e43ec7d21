"""A file as GitHub-flavoured Markdown, with formulas in LaTeX.

Formulas in line stand between the pairs of dollar and backquote that GitHub documents, displayed ones in blocks of the
language `math`: inside these no sign is taken for Markdown, so that backslashes and underscores arrive as they are. Everything
else is escaped: no name and no docstring becomes markup, an image or a link.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from catalg.engine.outcome import FileReport, Result
from catalg.model.goals import FormulaClaim, Item
from catalg.model.solution import Certificate, Solution
from catalg.model.verdict import Judgement
from catalg.render.latex.document import applied, basis_listing, counted
from catalg.render.latex.formulas import display
from catalg.render.proofs import is_asserted, proof_of
from catalg.render.prose import derivations, file_name, pieces, statements_of
from catalg.render.report import label, printable
from catalg.render.sentence import tell
from catalg.render.solution import shown_arguments, shown_indices
from catalg.render.squares import square_text
from catalg.render.terms_latex import PRINTER, code_latex, latex
from catalg.render.terms_mathml import plain
from catalg.render.voices import is_construction, is_small, shape_text
from catalg.terms import Dim, Term

_ENTITIES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})
_UNKNOWN = re.compile(r"\\(?:char\d+(?:\{\})?|ensuremath\{((?:[^{}]|\{[^{}]*\})*)\}|texttt\{U\+([0-9A-F]{4,6})\})")


@dataclass(frozen=True, slots=True)
class MarkdownVoice:
    """Sentences in Markdown."""

    def formula(self, term: Term) -> str:
        """The formula in line, numbers as words; large matrices by their shape."""
        return _number(latex(term)) if is_small(term, 100) else words(shape_text(term))

    def dimension(self, dim: Dim) -> str:
        """The dimension as a formula."""
        return _number(PRINTER.dimension(dim))

    def words(self, text: str) -> str:
        """Running text, escaped."""
        return words(text)

    def name(self, text: str) -> str:
        """A fact that is text: names and constructions as formulas, words as words."""
        return math(code_latex(text)) if is_construction(text) else words(text)

    def code(self, text: str) -> str:
        """A word of the language."""
        return code(text)


MARKDOWN = MarkdownVoice()


def words(text: str) -> str:
    """Any text on one line, so that Markdown shows it as it is.

    >>> words("a_b <i> [x](y)")
    'a\\\\_b &lt;i&gt; \\\\[x\\\\](y)'
    """
    line = printable(re.sub(r"\s", " ", text))
    escaped = re.sub(r"[\\`*_\[\]|~$]", lambda found: f"\\{found[0]}", line).translate(_ENTITIES)
    escaped = re.sub(r"(https?|ftp):", r"\1\\:", escaped).replace("www.", r"www\.").replace("@", "&#64;")
    return re.sub(r"^(\s*)([-+=#]|\d+(?=[.)]))", _unlisted, escaped)


def _unlisted(found: re.Match[str]) -> str:
    """What would begin a list or a heading at the head of a line."""
    return f"{found[1]}\\{found[2]}" if not found[2].isdigit() else f"{found[1]}{found[2]}\u200b"


def code(text: str) -> str:
    """Text in typewriter type, behind as many backquotes as it needs.

    >>> code("a`b")
    '`` a`b ``'
    """
    text = printable(re.sub(r"\s", " ", text))
    longest = max(map(len, re.findall(r"`+", text)), default=0)
    ticks = "`" * (longest + 1)
    return f"{ticks} {text} {ticks}" if longest else f"`{text}`"


def math(formula: str) -> str:
    """A formula in line."""
    return f"$`{_known(formula)}`$"


def _number(formula: str) -> str:
    return formula if formula.isdigit() else math(formula)


def sentence(text: str) -> str:
    """A sentence that was written in LaTeX."""
    parts = []
    for kind, inside in pieces(text):
        if kind == "words":
            parts.append(words(inside))
        elif kind == "formula":
            parts.append(_number(inside))
        else:
            parts.append(f"\n\n```math\n{_known(inside)}\n```\n\n")
    return re.sub(r"\n{3,}", "\n\n", "".join(parts)).strip("\n")


def _known(formula: str) -> str:
    """A formula for MathJax, which knows no characters by number; no backquote and no line end is left in it."""
    formula = _UNKNOWN.sub(lambda found: found[1] or _spelled(plain(found[0])), formula)
    return re.sub(r"\s+", " ", formula.replace("`", "'"))


def _spelled(sign: str) -> str:
    return {"\\": r"\backslash ", "`": "'"}.get(sign, sign if sign.isalnum() else f"\\{sign}" if sign in "{}_$&#%" else sign)


def document(report: FileReport) -> str:
    """The whole text."""
    parts = [f"# {words(file_name(report))}"]
    parts += _paragraphs(report.documentation)
    declared = _declarations(report)
    if declared:
        parts += ["## Declarations", *declared]
    derived = [part for result, asked in derivations(report) for part in _derivation(result, asked)]
    if derived:
        parts += ["## Derivations", *derived]
    asserted = [_assertion(result, report) for result in report.results if is_asserted(result.item)]
    if asserted:
        parts += ["## Assertions", *asserted]
    parts += ["## The file", _fenced(report.source.text.rstrip("\n"))]
    return "\n\n".join(part for part in parts if part) + "\n"


def _paragraphs(text: str) -> list[str]:
    blocks = [" ".join(block.split()) for block in text.strip().split("\n\n")]
    return [_prose(block) for block in blocks if block]


def _prose(text: str) -> str:
    parts = text.split("`")
    if len(parts) % 2 == 0:
        return words(text)
    return "".join((code(part) if part else "") if k % 2 else words(part) for k, part in enumerate(parts))


def _declarations(report: FileReport) -> list[str]:
    told = statements_of(report)
    results = {(r.item.kind, r.item.name): r for r in report.results if r.item.kind in ("functor", "transformation")}
    parts: list[str] = []
    for entry in report.statements:
        text = told.sentence(entry)
        if text is None:
            continue
        if entry.doc and entry.doc.strip() != report.documentation.strip():
            parts += _paragraphs(entry.doc)
        parts.append(sentence(text))
        result = results.get((entry.keyword, str(getattr(getattr(entry, "name", None), "text", ""))))
        if result is not None and result.judgement.verdict.value != "proved":
            parts.append(_verdict(result.judgement))
            parts.append(_witness(result.judgement) if result.counts else "")
    return parts


def _derivation(result: Result, asked: Result) -> list[str]:
    parts = [f"### {math(PRINTER.name(result.item.name))}"]
    solution = asked.solution
    if solution is None:
        return [*parts, _verdict(result.judgement), _witness(result.judgement)]
    steps = solution.proposal.steps
    if steps:
        parts.append("\n".join(f"{k}. {_capitalised(tell(MARKDOWN, step))}." for k, step in enumerate(steps, 1)))
    parts += _theorem(asked.item, solution, result.item)
    parts.append(_certificate(solution.certificate))
    return parts


def _theorem(item: Item, solution: Solution, declared: Item) -> list[str]:
    parts = ["Hence" if solution.proposal.steps else "It is known that"]
    parts.append(sentence(display(solution.formula, f"{applied(item.name, shown_arguments(item), shown_indices(item, solution))} = ")))
    matrices = basis_listing(solution)
    parts += ["with", *map(sentence, matrices)] if matrices else []
    return [*parts, sentence(counted(solution, declared))]


def _certificate(certificate: Certificate) -> str:
    head = f"**Certificate.** Sound: {certificate.sound.value}; complete: {certificate.complete.value}; "
    head += f"scope: {words(certificate.scope)}."
    if certificate.locus is not None:
        head += f" Off the locus {math(latex(certificate.locus))}."
    return "\n".join((head, "", *(f"- {_capitalised(tell(MARKDOWN, evidence))}." for evidence in certificate.evidence))).rstrip()


def _assertion(result: Result, report: FileReport) -> str:
    item = result.item
    if isinstance(item.subject, FormulaClaim) and is_small(item.subject.formula, 100):
        left = applied(item.subject.end, item.subject.arguments, item.subject.indices)
        claim = f"{code(item.kind)}\n\n{sentence(display(item.subject.formula, f'{left} = '))}"
    else:
        claim = code(label(item, report.source))
    witness = _witness(result.judgement)
    proof = "\n".join(f"- {_capitalised(tell(MARKDOWN, evidence))}." for evidence in proof_of(result))
    return "\n\n".join(part for part in (claim, _verdict(result.judgement), proof, witness) if part)


def _verdict(judgement: Judgement) -> str:
    reason = tell(MARKDOWN, judgement)
    return f"**{judgement.verdict.value.capitalize()}.**" + (f" {_capitalised(reason)}." if reason else "")


def _witness(judgement: Judgement) -> str:
    """The counterexample, where it says more than the reason does."""
    witness = judgement.counterexample
    if witness is None or witness.rule == "claim-holds":
        return ""
    told, drawn = tell(MARKDOWN, witness), square_text(witness)
    parts = [f"{_capitalised(told)}."] if told != tell(MARKDOWN, judgement) else []
    return "\n\n".join((*parts, *([_fenced(drawn)] if drawn else [])))


def _fenced(text: str) -> str:
    fence = "`" * (max(2, max(map(len, re.findall(r"`+", text)), default=0)) + 1)
    lines = [printable(line.expandtabs(4)) for line in text.split("\n")]
    return "\n".join((fence, *lines, fence))


def _capitalised(text: str) -> str:
    return text[:1].upper() + text[1:] if text[:2].isalpha() or text[:2] in ("a ", "A ") else text


__all__ = ["MARKDOWN", "document"]
