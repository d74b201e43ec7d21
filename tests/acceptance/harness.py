"""What the acceptance tests share: files, a worker, claims added to a file and their verdicts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from catalg.elaborate import elaborate
from catalg.engine.check import Examination, examine
from catalg.engine.outcome import Outcome, Result
from catalg.engine.solve import Session
from catalg.engine.worker import Worker
from catalg.families.registry import FAMILIES
from catalg.language import parse
from catalg.model.ends import KernelEnd, LinearEnd
from catalg.model.goals import FormulaClaim, Item, Specification
from catalg.model.solution import Solution
from catalg.model.verdict import Judgement
from catalg.terms import Call, Index, Name, Term
from catalg.terms.term import walk

ROOT = Path(__file__).resolve().parents[2]
SPECS = ROOT / "tests" / "specs"
CASES = ROOT / "tests" / "cases"
EXAMPLES = ROOT / "examples"


def files(*patterns: str) -> list[Path]:
    """The `.cat` files that match, in order."""
    return sorted(path for pattern in patterns for path in ROOT.glob(pattern))


def label(path: Path) -> str:
    """A short name of a file for a test."""
    return f"{path.parent.name}/{path.stem}"


def specification(text: str, name: str = "<text>") -> Specification:
    """An elaborated text without mistakes."""
    found, diagnostics = elaborate(parse(text, name), FAMILIES)
    errors = [d.message for d in diagnostics if d.is_error]
    assert found is not None and not errors, errors
    return found


def outcomes(spec: Specification) -> list[tuple[Item, Outcome]]:
    """All items with their answers, in this process; what depends on a refuted declaration is answered all the same."""
    session = Session(spec)
    return [(item, session.run(index)) for index, item in enumerate(spec.items)]


def told(judgement: Judgement) -> str:
    """A judgement in one line, for messages of tests."""
    witness = f" {judgement.counterexample}" if judgement.counterexample else ""
    return f"{judgement.verdict.value}: {judgement.reason} {dict(judgement.facts)}{witness}"


@dataclass(frozen=True)
class Answer:
    """A claim that was added to a file, as elaborated, with its verdict."""

    text: str
    claim: FormulaClaim
    judgement: Judgement


def with_claims(path: str, text: str, claims: Sequence[str], worker: Worker) -> tuple[Examination, list[Answer | None]]:
    """The file with the claims below it, and an answer to each; None for one that is not valid in the language."""
    start = len(text.encode()) + 1
    whole = text + "\n" + "\n".join(claims) + "\n"
    examination = examine(path, worker, text=whole)
    assert examination.specification is not None
    lines = whole.split("\n")
    first = text.count("\n") + 1
    answers: list[Answer | None] = [None] * len(claims)
    bad = set()
    for found in examination.diagnostics:
        if found.is_error:
            bad.add(whole.count("\n", 0, found.span.start) - first)
    for index, item in enumerate(examination.specification.items):
        line = whole.count("\n", 0, item.span[0]) - first
        if line < 0 or line >= len(claims) or line in bad or not isinstance(item.subject, FormulaClaim):
            continue
        result: Result = examination.result(index)
        answers[line] = Answer(lines[line + first], item.subject, result.judgement)
    assert start <= len(whole.encode()) + 1
    return examination, answers


def claim_text(end: KernelEnd | LinearEnd, names: Sequence[str], formula: str) -> str:
    """`expect E(x, y) = …`."""
    inside = f"({', '.join(names)})" if names else ""
    return f"expect {end.name}{inside} = {formula}"


def readable(formula: Term, variables: Sequence[str]) -> bool:
    """Whether a closed form stands by itself: no basis elements B[k] named in it and shown elsewhere, no index letters."""
    for node in walk(formula):
        if isinstance(node, Call) and node.head == "delta" and any(a not in map(Name, variables) for a in node.args):
            return False
        if isinstance(node, Index) and node.base == Name("B") or node == Name("shift"):
            return False
        if isinstance(node, Call) and node.head in ("epsilon", "omega", "unit", "orbital", "mod"):
            return False
    return True


def solved(examination: Examination) -> Iterable[tuple[Item, Solution]]:
    """The ends over groups that are solved with a certificate."""
    assert examination.specification is not None
    for index, item in enumerate(examination.specification.items):
        if item.kind == "end" and isinstance(item.subject, KernelEnd | LinearEnd):
            result = examination.result(index)
            if result.solution is not None:
                yield item, result.solution


def concrete(text: str, values: dict[str, int]) -> str:
    """A text with parameters as numbers: the `param` lines go, and every whole word is replaced."""
    kept = "\n".join(line for line in text.split("\n") if not line.startswith("param"))
    for name, value in values.items():
        kept = re.sub(rf"(?<![\w.]){name}(?!\w)", str(value), kept)
    return kept
