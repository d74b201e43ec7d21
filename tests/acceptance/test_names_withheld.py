"""Nothing is keyed by a name: families called otherwise, and families withheld altogether, change no answer.

First every family and every group of a family gets another name. Then each concrete group is replaced by bare generators in a
random rational basis, without relations, facts, theorems and named representations, and its ends are solved again: linear ends
must be the same subspaces, by conditions that floating point takes from the *original* group; kernels must have the same counts,
and every claim of the file must be judged as before.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

import numpy as np
import pytest

from catalg.elaborate import elaborate
from catalg.engine.solve import Session
from catalg.families import registry
from catalg.families.withheld import bare_end
from catalg.language import parse
from catalg.model.ends import KernelEnd, LinearEnd
from catalg.model.goals import CountClaim, FormulaClaim, Specification
from catalg.model.protocols import Argument, Family
from catalg.model.solution import MatrixElement

from .harness import files, label, told
from .oracle import Linear, dense, rank

RENAMED = files("tests/specs/proved/*.cat", "examples/*.cat")
KERNELS = (
    "Aff1-3points", "Aff2-4points", "C4-R2-to-vector", "E2-0-det", "E2-1-2", "E3-0o-0e", "E3-1o-1e", "GL2-SPD-pairs",
    "GL2-natural-gradient", "GL2-vector-covector-scalar", "O2-3vectors-vector", "O3-R3-vector", "R2-translations",
    "S3-Rn-to-Rn", "SE2-1-2", "SE2-triples", "SE3-0-2", "SL2-3vectors-vector", "SL2-natural-gradient", "SL3-3vectors-scalar",
    "SO2-R2-vector", "SO2-S1xS1-scalar", "SO3-R3xR3-scalar", "SO3-S2xS2-vector", "Sp4-pair-vector", "scale-R+-pairs",
)  # fmt: skip
LINEAR = (
    "A-A4-std-sq", "A-Aut-Petersen", "A-C3wrS4-End", "A-D6-T2-T1", "A-GL2-Sym2dual-adj", "A-GL3-mixed-zero", "A-O3-1ox2e-3o",
    "A-O3-T2-T2", "A-S3xS4-union-End", "A-S3xSO3-triple-product", "A-S4-T2-std", "A-S4xO3-pairs-inertia",
    "A-SL2-Sym3-quartic-inv", "A-SO2R-sum", "A-SO3-T5-inv", "A-SO3-l2xl3-l1", "A-SU2-half-x-1-half", "A-SU3-T3-T3",
    "A-U2-T2-T2", "B-4_m-eV_V2_", "B-infm-piezo", "E-SE2-homog-End", "E-SO2-rank2-inv", "E-unipotent-J3-J2",
)  # fmt: skip
WITHHELD = [
    *files("examples/*.cat"),
    *files(*(f"tests/cases/kernels/C-{name}.cat" for name in KERNELS)),
    *files(*(f"tests/cases/linear/{name}.cat" for name in LINEAR)),
]


# --- other names --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Renamed:
    """A family under another name; so are the groups that it makes."""

    inner: Family
    name: str

    def __getattr__(self, attribute: str) -> object:
        return getattr(self.inner, attribute)

    def group(self, name: str, arguments: tuple[Argument, ...], parameters: tuple) -> object:
        made = self.inner.group(name, tuple(map(self._old, arguments)), parameters)
        family = (self.name, made.family[1]) if made.family is not None else None
        return replace(made, family=family, label=f"the group {name}")

    def _old(self, argument: Argument) -> Argument:
        """An argument that is a group, as its family knows it; a wreath product asks for a symmetric group by name."""
        family = getattr(argument, "family", None)
        if family is None or not isinstance(registry.FAMILIES.get(family[0]), Renamed):
            return argument
        return replace(argument, family=(registry.FAMILIES[family[0]].inner.name, family[1]))  # type: ignore[type-var]


def other(name: str) -> str:
    """The new name of a family."""
    return "Family" + name.translate(str.maketrans("abcdefghijklmnopqrstuvwxyz", "nopqrstuvwxyzabcdefghijklm"))


@pytest.fixture
def other_names(monkeypatch):
    """The registry with every family renamed, in place, so that all who hold it see the same."""
    table = dict(registry.FAMILIES)
    plain = {other(name): Renamed(family, other(name)) for name, family in table.items()}
    assert isinstance(registry.FAMILIES, dict)
    for name in table:
        monkeypatch.delitem(registry.FAMILIES, name)
    for name, family in plain.items():
        monkeypatch.setitem(registry.FAMILIES, name, family)
    return set(table)


def renamed_text(text: str, names: set[str]) -> str:
    """The text with the names of families replaced, in declarations of groups."""

    def line(match: re.Match[str]) -> str:
        return match[1] + re.sub(r"\b[A-Z]\w*", lambda m: other(m[0]) if m[0] in names else m[0], match[2])

    return re.sub(r"^(group\s+\w+\s*=)([^\n{]*)", line, text, flags=re.M)


def answers(specification: Specification) -> list[tuple[object, ...]]:
    """What is said of each item: kind, name, verdict and all counts, but no names of generators or groups."""
    session = Session(specification)
    found: list[tuple[object, ...]] = []
    for index, item in enumerate(specification.items):
        outcome = session.run(index)
        counts: tuple[object, ...] = ()
        if outcome.solution is not None:
            p = outcome.solution.proposal
            counts = (p.formula, str(p.dimension), p.size, p.arguments, p.rank, str(p.free_functions), len(p.basis))
        found.append((item.kind, item.name, outcome.judgement.verdict.value, outcome.judgement.reason, counts))
    return found


def read(text: str) -> Specification:
    """A specification, read with the registry as it is now."""
    found, diagnostics = elaborate(parse(text, "<text>"), registry.FAMILIES)
    errors = [d.message for d in diagnostics if d.is_error]
    assert found is not None and not errors, errors
    return found


BEFORE: dict[str, list[tuple[object, ...]]] = {}


@pytest.fixture(scope="module")
def before():
    """The answers under the usual names."""
    if not BEFORE:
        for path in RENAMED:
            BEFORE[label(path)] = answers(read(path.read_text(encoding="utf-8")))
    return BEFORE


@pytest.mark.parametrize("path", RENAMED, ids=label)
def test_other_names_same_answers(path, before, other_names):
    text = path.read_text(encoding="utf-8")
    changed = renamed_text(text, other_names)
    if re.search(r"^group[^\n{]*=", text, flags=re.M):
        assert changed != text
    assert answers(read(changed)) == before[label(path)]


# --- nothing but generators -----------------------------------------------------------------------------------------------


def laid_bare(specification: Specification, seed: int) -> tuple[Specification, set[str]]:
    """The specification with the ends of concrete groups over bare ones, and the names of these ends."""
    items, changed = [], set()
    for item in specification.items:
        subject = item.subject
        if isinstance(subject, LinearEnd | KernelEnd) and not subject.group.symbolic:
            try:
                subject = bare_end(subject, seed)
            except ValueError:
                pass
            else:
                changed.add(item.name)
        items.append(replace(item, subject=subject))
    return replace(specification, items=tuple(items)), changed


@pytest.mark.parametrize("path", WITHHELD, ids=label)
def test_families_withheld_same_spaces(path):
    original = read(path.read_text(encoding="utf-8"))
    bare, changed = laid_bare(original, seed=5)
    first, second = Session(original), Session(bare)
    for index, (item, twin) in enumerate(zip(original.items, bare.items, strict=True)):
        about = item.subject.end if isinstance(item.subject, FormulaClaim | CountClaim) else item.name
        if about not in changed:
            continue
        old, new = first.run(index), second.run(index)
        where = f"{item.kind} {item.name}: {told(old.judgement)}; bare: {told(new.judgement)}"
        assert old.judgement.verdict == new.judgement.verdict, where
        if isinstance(item.subject, FormulaClaim | CountClaim):
            continue
        assert (old.solution is None) == (new.solution is None), where
        if old.solution is None or new.solution is None:
            continue
        one, two = old.solution.proposal, new.solution.proposal
        assert str(one.dimension) == str(two.dimension), where
        assert (str(one.free_functions), one.rank) == (str(two.free_functions), two.rank), where
        if item.kind == "end" and isinstance(item.subject, LinearEnd) and isinstance(twin.subject, LinearEnd):
            same_subspace(item.subject, new.solution, two.dimension.constant())


def same_subspace(end, solution, dimension):
    """The bare basis satisfies the original conditions, and it is as large as their nullspace."""
    if not (0 < (end.source.dim.constant() or 0) * (end.target.dim.constant() or 0) <= 400):
        return
    space = Linear(end)
    rows = []
    for element in solution.proposal.basis:
        table = element.matrix if isinstance(element, MatrixElement) else element.dense()
        x = dense(table)
        assert space.breaks(x[None]) is None
        rows.append(x.reshape(-1))
    independent = rank(np.array(rows)) if rows else 0
    assert independent == dimension
    if end.along is None:
        assert space.rows * space.columns - rank(space.conditions()) == dimension


def test_hand_written_bare_groups_are_among_the_specifications():
    bare = {path.stem for path in files("tests/specs/proved/bare_*.cat")}
    assert bare == {"bare_motions", "bare_permutations", "bare_sphere", "bare_translations", "bare_unknown_groups"}
