"""Helpers for tests of linear ends: bare groups by matrices or permutations, and ends from short texts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from catalg.elaborate import elaborate
from catalg.exact.sparse import SparseMatrix
from catalg.families.registry import FAMILIES
from catalg.language import parse
from catalg.model.ends import LinearEnd
from catalg.model.goals import Specification
from catalg.model.group import Generator, Group
from catalg.model.gset import ExplicitSet
from catalg.model.protocols import NotCovered
from catalg.model.representation import ExplicitRep, Rep, TensorRep, TrivialRep
from catalg.model.scalars import REAL
from catalg.model.solution import Proposal, Solution
from catalg.strategies.diagrams import STRATEGY as DIAGRAMS
from catalg.strategies.linear import STRATEGY as LINEAR
from catalg.strategies.orbits import STRATEGY as ORBITS
from catalg.terms import Dim
from catalg.verify.linear import certify

Rows = Sequence[Sequence[object]]


def matrices(group: str, discrete: Mapping[str, Rows] = {}, lie: Mapping[str, Rows] = {}) -> ExplicitRep:  # noqa: B006
    """The defining representation of a group that only its matrices describe."""
    generators = tuple(Generator(name) for name in discrete) + tuple(Generator(name, "lie") for name in lie)
    table = {**discrete, **lie}
    size = len(next(iter(table.values())))
    g = Group(group, group, generators)
    return ExplicitRep(g, REAL, size, tuple((n, SparseMatrix.from_dense(m)) for n, m in table.items()), "V")


def points(group: str, permutations: Mapping[str, Sequence[int]]) -> ExplicitSet:
    """A G-set of a group that only its permutations describe."""
    g = Group(group, group, tuple(Generator(name) for name in permutations))
    size = len(next(iter(permutations.values())))
    return ExplicitSet(g, size, tuple((n, tuple(p)) for n, p in permutations.items()), None, "S")


def power(rep: Rep, order: int) -> Rep:
    """T^order, and the trivial representation for order 0."""
    return TensorRep((rep,) * order) if order else TrivialRep(rep.group, rep.field, Dim.of(1))


def hom(source: Rep, target: Rep) -> LinearEnd:
    """Hom(source, target)."""
    return LinearEnd("H", source.group, source, target)


def specification(text: str) -> Specification:
    """An elaborated text without mistakes."""
    parsed = parse(text, "test.cat")
    spec, found = elaborate(parsed, FAMILIES)
    errors = [d.message for d in (*parsed.diagnostics, *found) if str(d.severity).endswith("error")]
    assert not errors, errors
    return spec


def ends(text: str) -> dict[str, LinearEnd]:
    """The linear ends of a text, by name."""
    items = specification(text).items
    return {item.name: item.subject for item in items if item.kind == "end" and isinstance(item.subject, LinearEnd)}


def propose(end: LinearEnd) -> Proposal:
    """The proposal of the first strategy that covers an end."""
    for strategy in (ORBITS, DIAGRAMS, LINEAR):
        try:
            return strategy.solve(end)
        except NotCovered:
            continue
    raise AssertionError("no strategy")


def solve(end: LinearEnd) -> Solution:
    """The certified solution of an end."""
    proposal = propose(end)
    return Solution(proposal, certify(end, proposal))


ROTATION = [[0, -1], [1, 0]]
SO3 = {
    "X": [[0, 0, 0], [0, 0, -1], [0, 1, 0]],
    "Y": [[0, 0, 1], [0, 0, 0], [-1, 0, 0]],
    "Z": [[0, -1, 0], [1, 0, 0], [0, 0, 0]],
}
