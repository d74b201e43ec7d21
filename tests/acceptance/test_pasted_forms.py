"""The closed form that is printed for a linear end is read back as an `expect` and proved; changed, it is refuted.

One element left out is too narrow. One made to differ in a single place is illegal: a matrix by a matrix unit that is not in the
space, a product of deltas by pinning its first index. Whether the unit is in the space is decided here by exact elimination on
the certified basis.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from catalg.elaborate import elaborate
from catalg.engine.solve import Session
from catalg.exact.nullspace import coordinates, row_space_rref
from catalg.families.registry import FAMILIES
from catalg.language import parse
from catalg.model.ends import LinearEnd
from catalg.model.goals import Item
from catalg.model.solution import MatrixElement, Solution
from catalg.model.verdict import Verdict
from catalg.render.solution import shown_arguments, shown_indices
from catalg.render.spelt import spelt_out
from catalg.render.terms_text import syntax
from catalg.terms import Add, Call, Index, Mul, Name, Term, add, mul, num, rebuild, walk
from catalg.terms.term import children
from catalg.verify.linear.conditions import Dense

from .harness import files, label, specification

ENTRIES, DIMENSION, ENDS = 4096, 40, 6
FILES = files("tests/cases/linear/*.cat", "tests/cases/crystals/*.cat")


@dataclass(frozen=True)
class Pasted:
    """A claim made of a printed form, and the verdict that it must get."""

    text: str
    verdict: Verdict


def _small(item: Item, solution: Solution) -> bool:
    end = item.subject
    if not isinstance(end, LinearEnd) or end.source.field.characteristic:
        return False
    rows, columns, found = end.target.dim.constant(), end.source.dim.constant(), solution.proposal.dimension
    count = found.constant() if found is not None else None
    return None not in (rows, columns, count) and (rows or 0) * (columns or 0) <= ENTRIES and (count or 0) <= DIMENSION


def _claims(item: Item, solution: Solution) -> list[Pasted]:
    end = item.subject
    assert isinstance(end, LinearEnd)
    names = shown_arguments(item)
    term = spelt_out(solution, end, names, 100_000)
    if any(isinstance(part, Index) and part.base == Name("B") for part in walk(term)):
        return []
    left = f"{item.name}({', '.join(names)})" if names else item.name
    made = [Pasted(f"expect {left} = {syntax(term)}", Verdict.PROVED)]
    first = next((part for part in walk(term) if part in _constants(term)), None)
    if first is not None:
        made.append(Pasted(f"expect {left} = {syntax(_without(term, first))}", Verdict.REFUTED))
        wrong = _illegal(item, solution, term, first)
        if wrong is not None:
            made.append(Pasted(f"expect {left} = {syntax(wrong)}", Verdict.REFUTED))
    return made


def _constants(term: Term) -> set[Term]:
    greek = {"alpha", "beta", "gamma", "zeta", "eta"}
    single = {p for p in walk(term) if isinstance(p, Name) and (p.name in greek or p.name == "epsilon")}
    return single | {p for p in walk(term) if isinstance(p, Index) and p.base == Name("c")}


def _without(term: Term, constant: Term) -> Term:
    """The formula with a constant set to zero."""
    if term == constant:
        return num(0)
    parts = [_without(part, constant) for part in children(term)]
    if isinstance(term, Mul):
        return mul(*parts)
    return add(*parts) if isinstance(term, Add) else rebuild(term, parts)


def _illegal(item: Item, solution: Solution, term: Term, constant: Term) -> Term | None:
    """The formula with one more entry in one element, where the entry alone is not in the space."""
    end = item.subject
    assert isinstance(end, LinearEnd)
    indices = shown_indices(item, solution)
    if indices:
        return add(term, mul(constant, *(Call("delta", (Name(k), num(1))) for k in indices)))
    if end.points or (end.target.dim.constant(), end.source.dim.constant()) == (1, 1):
        return None
    columns = end.source.dim.constant() or 0
    vectors = []
    for element in solution.proposal.basis:
        assert isinstance(element, MatrixElement | Dense)
        matrix = element.matrix if isinstance(element, MatrixElement) else element.dense()
        vectors.append({i * columns + j: x for i, row in enumerate(matrix.rows) for j, x in row.items()})
    place = next((k for k in range(columns) if coordinates({k: 1}, row_space_rref(vectors)) is None), None)
    return None if place is None else add(term, mul(constant, Call("unit", (num(1), num(place + 1)))))


@pytest.mark.parametrize("path", FILES, ids=label)
def test_printed_forms_are_proved_and_changed_ones_refuted(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    spec = specification(text)
    session = Session(spec)
    claims: list[Pasted] = []
    for index, item in enumerate(spec.items):
        if item.kind == "end" and isinstance(item.subject, LinearEnd) and len(claims) < 3 * ENDS:
            solution = session.run(index).solution
            if solution is not None and solution.certificate.verdict is Verdict.PROVED and _small(item, solution):
                claims += _claims(item, solution)
    if not claims:
        pytest.skip("no small linear end")
    whole, diagnostics = elaborate(parse(text + "\n" + "\n".join(c.text for c in claims) + "\n", "pasted"), FAMILIES)
    assert whole is not None and not [d.message for d in diagnostics if d.is_error]
    again = Session(whole)
    for index, outcome in session.outcomes.items():
        again.adopt(index, outcome)
    start = len(whole.items) - len(claims)
    for index, claim in enumerate(claims, start):
        judgement = again.run(index).judgement
        assert judgement.verdict is claim.verdict, (claim.text[:400], judgement.reason, judgement.facts)
