"""The JSON document: one for each call, every key present, the same facts as the text tells.

Formulas are given in the language itself (`text`) and in LaTeX (`latex`); counts are integers, or text where a
parameter is in them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from catalg.engine.outcome import FileReport, Result
from catalg.model.goals import Item
from catalg.model.isotypic import RepDecomposition, RepEquality
from catalg.model.solution import Solution
from catalg.model.verdict import Counterexample, Evidence, Fact, Step
from catalg.render.diagnostics import diagnostic_to_json
from catalg.render.report import label
from catalg.render.savings import saving
from catalg.render.sentence import tell
from catalg.render.solution import element_text, shown_arguments
from catalg.render.spelt import MOST, spelt_out
from catalg.render.terms_latex import LATEX, latex
from catalg.render.terms_text import SYNTAX
from catalg.render.voices import TEXT, is_small, shape_text
from catalg.terms import Dim, Term
from catalg.version import __version__


def document(reports: Iterable[FileReport], most: int | None = MOST) -> str:
    """The JSON document of some reports. Closed forms of more than `most` parts are abbreviated.

    >>> document(())
    '{\\n "catalg": "0.1.0",\\n "files": []\\n}'
    """
    value = {"catalg": __version__, "files": [_file(report, most) for report in reports]}
    return json.dumps(value, ensure_ascii=False, indent=1, allow_nan=False)


def _file(report: FileReport, most: int | None) -> dict[str, Any]:
    return {
        "path": report.path,
        "status": report.status,
        "diagnostics": [diagnostic_to_json(found, report.source) for found in report.diagnostics],
        "results": [_result(result, report, most) for result in report.results],
    }


def _result(result: Result, report: FileReport, most: int | None) -> dict[str, Any]:
    item, judgement = result.item, result.judgement
    exhibits = isinstance(item.subject, RepDecomposition | RepEquality)
    return {
        "kind": item.kind,
        "name": item.name or label(item, report.source),
        "line": report.source.position(item.span[0]).line,
        "verdict": judgement.verdict.value,
        "reason": tell(TEXT, judgement),
        "counterexample": None if judgement.counterexample is None else _told(judgement.counterexample),
        "solution": None if result.solution is None else solution_object(result.solution, item, most),
        **({"evidence": [_told(evidence) for evidence in judgement.evidence]} if exhibits else {}),
    }


def solution_object(solution: Solution, item: Item, most: int | None = MOST) -> dict[str, Any]:
    """A solution as a JSON object. `text` can be pasted behind `expect` and the name, unless it has more than `most` parts."""
    found, certificate = solution.proposal, solution.certificate
    saved = saving(solution, item.subject)
    steps = (*found.steps, *((saved,) if saved is not None else ()))
    return {
        "text": term_text(spelt_out(solution, item.subject, shown_arguments(item), most)),
        "latex": latex(found.formula),
        "dimension": _dim(found.dimension),
        "size": found.size,
        "arguments": [term_text(term) for term in found.arguments],
        "free_functions": _dim(found.free_functions),
        "free_constants": _dim(found.free_constants),
        "basis": [element_text(element) for element in found.basis],
        "steps": [{"rule": step.rule, "text": tell(TEXT, step), "latex": tell(LATEX, step)} for step in steps],
        "certificate": {
            "sound": certificate.sound.value,
            "complete": certificate.complete.value,
            "scope": certificate.scope,
            "evidence": [tell(TEXT, evidence) for evidence in certificate.evidence],
        },
    }


def term_text(term: Term) -> str:
    """A term in the language itself, large matrices by their shape."""
    return SYNTAX.text(term) if is_small(term, 4096) else shape_text(term)


def _told(told: Counterexample | Evidence | Step) -> dict[str, Any]:
    facts = {key: _plain(value) for key, value in told.facts}
    return {"rule": told.rule, "text": tell(TEXT, told), "facts": facts}


def _plain(value: Fact) -> Any:
    match value:
        case bool() | int() | str():
            return value
        case Fraction():
            return int(value) if value.denominator == 1 else str(value)
        case Dim():
            return _dim(value)
        case Term():
            return term_text(value)
        case _:
            return [_plain(part) for part in value]


def _dim(value: Dim | None) -> int | str | None:
    if value is None:
        return None
    constant = value.constant()
    return str(value) if constant is None else constant
