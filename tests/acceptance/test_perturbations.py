"""Right formulas are proved, wrong ones are refuted, and every witness stands up to substitution.

The closed form of each end is printed, read back and must be proved; then it is changed (`perturb.py`), and a second opinion in
floating point (`opinion.py`), which shares nothing with the verifier, says whether the changed claim is illegal, too narrow,
or the same in other words. Nothing wrong may be proved and nothing right refuted. What stays undecided is counted by `UNDECIDED`.
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass

import pytest

from catalg.engine.check import examine
from catalg.engine.worker import Worker
from catalg.model.ends import KernelEnd, LinearEnd
from catalg.model.goals import Item
from catalg.model.solution import MatrixElement, Solution
from catalg.model.verdict import Verdict
from catalg.render.terms_text import syntax
from catalg.terms import Matrix, Name, Term, add, mul
from catalg.terms.term import walk

from .evaluator import NotEvaluated
from .harness import (
    Answer,
    claim_text,
    concrete,
    files,
    label,
    readable,
    solved,
    specification,
    told,
    with_claims,
)
from .opinion import Opinion
from .oracle import OutOfReach
from .perturb import Change, changes

KERNELS = (
    "Aff1-3points", "C4-R2-to-vector", "E2-1-1", "GL2-SPD-pairs", "GL2-natural-gradient",
    "GL2-vector-covector-scalar", "O2axis-R3-vector", "O3-R3-vector", "S3-Rn-to-Rn", "SE2-1-0",
    "SE2-triples", "SL2-3vectors-vector", "SL2-natural-gradient", "SO2axis-R3-vector", "SO3-R3xR3-scalar", "Sp4-pair-vector",
    "scale-R+-pairs",
)  # fmt: skip
LINEAR = (
    "A-C3wrS4-End", "A-D7-End", "A-Icosa-Sym2-End", "A-Aut-Path6", "A-O2R-k1xk1-k2", "A-S4-perm-End", "A-SO2R-sum",
    "A-S3-Sym2-Sym2", "A-SU2-half-x-1-half", "A-Sp4-T6-inv", "C-band-D3-F5-1-1", "E-Heisenberg-V-Vdual", "E-Q8-complex-End",
    "E-Z-shear-T2-T2", "E-unipotent-J3-J2", "E-S2-T3-T3",
)  # fmt: skip
FILES = [
    *files("tests/specs/proved/*.cat", "examples/*.cat"),
    *files(*(f"tests/cases/kernels/C-{name}.cat" for name in KERNELS)),
    *files(*(f"tests/cases/linear/{name}.cat" for name in LINEAR)),
]
SIZES = {"n": 6, "d": 4}
"""The sizes at which the second opinion looks at a symbolic problem."""


def how_many(solution: Solution) -> int:
    """Fewer changes of the larger formulas."""
    length = sum(1 for _ in walk(solution.formula))
    return 20 if length < 60 else 8 if length < 150 else 2


def closed_form(solution: Solution, names: tuple[str, ...]) -> Term | None:
    """The formula of a solution; where it only numbers its basis, the sum of the basis matrices, if they are small."""
    if readable(solution.formula, names):
        return solution.formula
    parts: list[Term] = []
    for number, element in enumerate(solution.proposal.basis):
        dense = getattr(element, "dense", None)
        table = element.matrix if isinstance(element, MatrixElement) else dense() if dense is not None else None
        if table is None or table.nrows * table.ncols > 100 or number > 8:
            return None
        parts.append(mul(Name(f"c{number}"), _matrix(table)))
    return add(*parts)


def _matrix(table: object) -> Matrix:
    from catalg.model.display import matrix_term

    found = matrix_term(table)  # type: ignore[arg-type]
    assert isinstance(found, Matrix)
    return found


@dataclass
class Tried:
    """One end of a file: its formula's own claim, and the changed ones with both opinions."""

    item: Item
    original: Answer
    certified: bool
    exceptions: frozenset[str]
    rows: list[tuple[Change, Answer, str, str | None]]


def tried(path: str, text: str, worker: Worker, patient: Worker) -> list[Tried]:
    """All ends of a file that have a closed form."""
    found: list[Tried] = []
    examination = examine(path, patient, text=text)
    for item, solution in list(solved(examination)):
        end = item.subject
        assert isinstance(end, KernelEnd | LinearEnd)
        if isinstance(end, LinearEnd) and end.polynomials:
            continue
        count = len(end.arguments) if isinstance(end, KernelEnd) else len(end.points)
        names = ("x", "y", "z", "w")[:count]
        formula = closed_form(solution, names)
        if formula is None:
            continue
        wanted = changes(formula, names, how_many(solution))
        claims = [claim_text(end, names, syntax(f)) for f in (formula, *(c.formula for c in wanted))]
        _, answers = with_claims(path, text, claims, worker)
        original = answers[0]
        assert original is not None, f"{path}: {claims[0]} is not valid"
        if original.judgement.reason == "time-limit":
            _, (original,) = with_claims(path, text, claims[:1], patient)
            assert original is not None
        parameters = {p.name: SIZES[p.name] for p in end.group.parameters}

        def at(values, name=item.name):
            return specification(concrete(text, dict(values))).item(name).subject

        try:
            opinion = Opinion(at(parameters) if parameters else end, original.claim, parameters, at if parameters else None)
            assert len(opinion.rows)
        except (OutOfReach, NotEvaluated):
            continue
        rows = []
        for change, answer in zip(wanted, answers[1:], strict=True):
            if answer is None:
                continue
            try:
                second = opinion.verdict(answer.claim)
            except NotEvaluated:
                second = "undefined"
            objection = None
            if answer.judgement.counterexample is not None:
                objection = opinion.objection(answer.claim, answer.judgement.counterexample)
            rows.append((change, answer, second, objection))
        exceptions = frozenset(
            str(e.as_dict()["where"]) for e in solution.certificate.evidence if e.rule == "size-exception"
        )
        found.append(Tried(item, original, solution.certificate.complete is Verdict.PROVED, exceptions, rows))
    return found


def narrow(end: Tried) -> bool:
    """Whether a formula was not said to be everything: an end without a complete answer, one by open regions, or a size
    that the certificate lists as an exception."""
    judgement = end.original.judgement
    if judgement.counterexample is not None and judgement.counterexample.rule == "kernel-missed-sheet":
        return True
    if str(dict(judgement.facts).get("where")) in end.exceptions:
        return True
    return not end.certified and judgement.reason == "formula-too-narrow"


@pytest.mark.parametrize("path", FILES, ids=label)
def test_right_is_proved_and_wrong_is_refuted(path, hurried, worker, undecided):
    text = path.read_text(encoding="utf-8")
    wrong: list[str] = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        ends = tried(str(path), text, hurried, worker)
    for end in ends:
        own = end.original.judgement.verdict
        if own is Verdict.REFUTED and narrow(end):
            continue
        if own is Verdict.REFUTED or (end.certified and own is not Verdict.PROVED):
            wrong.append(f"the closed form itself: {end.original.text}: {told(end.original.judgement)}")
        for change, answer, second, objection in end.rows:
            verdict = answer.judgement.verdict.value
            line = f"{change.rule}: {answer.text}: {told(answer.judgement)}; second opinion: {second}"
            if verdict == "undecided":
                undecided.append((label(path), line))
            elif (verdict == "proved") != (second == "same") and second != "undefined":
                wrong.append(line)
            if objection is not None:
                wrong.append(f"witness: {objection}: {line}")
    assert not wrong, "\n".join(wrong)
