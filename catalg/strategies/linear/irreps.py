"""Constituents of a representation among the representations that the family of its group has labels for.

The labels are tried from small to large, those that repeat an earlier one are left out, and the space of intertwiners from each gives
the copies. What a label means is up to the family; that the constituents are irreducible is for the verifier.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from catalg.exact.modular import linear_prime, rank_mod_p, reduce_rows
from catalg.exact.nullspace import nullspace
from catalg.exact.sparse import SparseMatrix
from catalg.families.registry import FAMILIES
from catalg.model.isotypic import Constituent
from catalg.model.protocols import Argument, Family, FamilyError
from catalg.model.representation import Rep
from catalg.terms import Dim
from catalg.universes.monomial import is_concrete
from catalg.universes.vect import dimension, matrix

MOST_UNKNOWNS = 2500
WORDS = ("trivial", "det", "sign", "standard", "vector")


def constituents(rep: Rep) -> list[Constituent] | None:
    """Constituents whose dimensions add up to that of the representation; None where the labels do not suffice."""
    group = rep.group
    if not rep.dim.is_constant or not is_concrete(rep) or group.symbolic or group.family is None or group.family[0] not in FAMILIES or rep.field.kind not in ("real", "complex"):
        return None
    size = left = dimension(rep)
    if size * size > MOST_UNKNOWNS:
        return None
    found: list[Constituent] = []
    known: list[Rep] = []
    for irrep, word, given in _labelled(FAMILIES[group.family[0]], rep):
        if dimension(irrep) > left or any(_hom(irrep, c) for c in known if c.dim == irrep.dim):
            continue
        copies = _independent(_hom(irrep, rep), dimension(irrep))
        if copies:
            found.append(Constituent(word, given, copies))
            known.append(irrep)
            left -= len(copies) * dimension(irrep)
        if not left:
            return found
    return None if left else found


def conventions(rep: Rep) -> str:
    """What the family says of its generators, its labels and their bases."""
    return FAMILIES[rep.group.family[0]].summary.rstrip(".") if rep.group.family is not None else ""


def _labelled(family: Family, rep: Rep) -> Iterator[tuple[Rep, str, tuple[Argument, ...]]]:
    size = dimension(rep)

    def made(word: str, given: tuple[Argument, ...]) -> Iterator[tuple[Rep, str, tuple[Argument, ...]]]:
        try:
            value = family.representation(rep.group, word, given, rep.field)
            if value.dim.is_constant:
                yield value, word, given
        except FamilyError:
            return

    if "irrep" in family.representations:
        for k in range(2 * size + 2):
            half = Fraction(k, 2)
            label: Argument = Dim.of(int(half)) if half.denominator == 1 else half
            yield from made("irrep", (label,))
            if k:
                yield from made("irrep", (Dim.of(int(-half)) if half.denominator == 1 else -half,))
            for parity in ("even", "odd"):
                yield from made("irrep", (label, parity))
            if k == 0:
                yield from made("det", ())
    for word in WORDS:
        if word in ("trivial", *family.representations):
            yield from made(word, ())


def _hom(source: Rep, target: Rep) -> list[SparseMatrix]:
    rows, columns = dimension(target), dimension(source)
    equations = SparseMatrix.zero(0, rows * columns)
    for g in target.group.generators:
        left = matrix(target, g.name).kron(SparseMatrix.identity(columns))
        equations = equations.stack(left - SparseMatrix.identity(rows).kron(matrix(source, g.name).transpose()))
    space = nullspace(equations) if equations.nrows else [{k: 1} for k in range(rows * columns)]
    return [SparseMatrix.from_entries({divmod(k, columns): c for k, c in v.items()}, rows, columns) for v in space]


def _independent(maps: list[SparseMatrix], size: int) -> tuple[SparseMatrix, ...]:
    """Maps whose images add up directly: over a commutant larger than the field not all of a basis do."""
    chosen: list[SparseMatrix] = []
    stacked: SparseMatrix | None = None
    for T in maps:
        candidate = T.transpose() if stacked is None else stacked.stack(T.transpose())
        p, root = linear_prime(candidate.field)
        if rank_mod_p(reduce_rows(candidate.rows, p, root), candidate.ncols, p) == (len(chosen) + 1) * size:
            chosen.append(T)
            stacked = candidate
    return tuple(chosen)
