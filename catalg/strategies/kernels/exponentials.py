"""Additive characters: polynomials E with xi_a E constant for every element, so that exp(E) is a relative invariant.

They cancel characters that no polynomial does: under the shifts of the line with values in e^t the kernels are e^x f(x - y). E has
degree at most 2, as for shifts and Heisenberg groups (L. Ovsiannikov, *Group Analysis of Differential Equations*, chapter III).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from catalg.exact.field import Scalar
from catalg.exact.nullspace import nullspace, row_space_rref, solve
from catalg.exact.sparse import SparseMatrix, plain
from catalg.strategies.kernels.ansatz import monomials
from catalg.strategies.kernels.system import Element, LieElement, System

DEGREE = 2
MOST_MONOMIALS = 400


@dataclass(frozen=True, slots=True)
class Additive:
    """E and the constants xi_a E of the central elements."""

    value: Element
    weights: tuple[Scalar, ...]


def additive_characters(system: System, strict: Sequence[LieElement], central: Sequence[LieElement]) -> list[Additive]:
    """Additive characters with independent weights that the strict elements and the discrete generators leave alone."""
    ring = system.ring
    if not central or system.equations or any(e.scale != 1 for e in (*strict, *central)):
        return []
    candidates = [e for e in monomials(system, None, (DEGREE,)) if any(e)]
    if len(candidates) > MOST_MONOMIALS:
        return []
    count = len(candidates)
    constant = (0,) * ring.size
    rows: dict[object, dict[int, Scalar]] = {}
    for number, element in enumerate((*strict, *central)):
        for j, exponents in enumerate(candidates):
            for key, c in ring.table(ring.along(ring.element({exponents: 1}), element.images)).items():
                if key != constant or number < len(strict):
                    rows.setdefault((number, key), {})[j] = c
    space = nullspace(SparseMatrix.of([r for r in rows.values() if r], count, system.number_field))
    space.sort(key=lambda v: sum(sum(candidates[j]) for j in v))
    found: list[Additive] = []
    for vector in space:
        value = ring.element({candidates[j]: c for j, c in vector.items()})
        if any(den != 1 or ring.substitute(value, [n for n, _ in s.images]) != value for s in system.discrete for _, den in s.images):
            continue
        weights = tuple(plain(ring.table(ring.along(value, a.images)).get(constant, 0)) for a in central)
        table = [{k: w for k, w in enumerate(x.weights) if w != 0} for x in found]
        if len(row_space_rref([*table, {k: w for k, w in enumerate(weights) if w != 0}])) > len(found):
            found.append(Additive(value, weights))
    return found


def cancelling(system: System, weight: Sequence[Scalar], found: Sequence[Additive]) -> Element | None:
    """The combination of additive characters with the opposite weight, or None."""
    if not found:
        return None
    matrix = SparseMatrix.of(
        [{j: a.weights[i] for j, a in enumerate(found) if a.weights[i] != 0} for i in range(len(weight))], len(found)
    )
    solution = solve(matrix, {i: -w for i, w in enumerate(weight) if w != 0})
    if solution is None:
        return None
    total = system.ring.zero
    for j, c in solution.items():
        total = total + found[j].value * system.ring.scalar(c)
    return total
