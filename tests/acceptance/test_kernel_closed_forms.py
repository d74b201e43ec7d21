"""Derived kernels at a point against the values that the stabilizer of the point allows, computed beforehand without a kernel.

`kernel_values.json` holds for each case a point and an orthonormal basis of the allowed values there (columns, row-major). Its
conventions differ in places: symmetric matrices are written out in full, points of circles are angles, and irreducibles of
SO(3) stand on x, y, z for l = 1 and on orthonormal trace-free symmetric matrices for l = 2, in another order than here;
a symmetric value is given by its entries, those of the diagonal first.
"""

from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
import pytest

from catalg.engine.check import examine
from catalg.model.action import LinearAction
from catalg.model.ends import KernelEnd
from catalg.model.goals import Unknown
from catalg.model.representation import HomRep, PowerRep
from catalg.terms import Apply, Name
from catalg.terms.term import expand_lets, walk

from .harness import CASES, ROOT, solved
from .oracle import Kernels, rank, size

VALUES = json.loads((ROOT / "tests" / "data" / "kernel_values.json").read_text(encoding="utf-8"))
IRREDUCIBLE = {
    1: np.eye(1),
    3: np.eye(3)[[2, 0, 1]],
    5: np.diag([1.0, 1.0, 1.0, 1.0, -1.0]) @ np.eye(5)[[0, 3, 1, 4, 2]],
}
"""Coordinates of an irreducible of SO(3) here, as a matrix from those coordinates to the file's."""


def our_point(space: Kernels, given: list[float]) -> np.ndarray:
    """A point of the file in the coordinates of the end."""
    blocks, position = [], 0
    spare = len(given) - int(space.starts[-1])
    for part in space.spaces:
        n = part.dimension
        symmetric = part.explicit is not None and part.explicit.shape == "symmetric"
        powers = isinstance(part.action, LinearAction) and isinstance(part.action.rep, PowerRep)
        if symmetric or powers:
            side = math.isqrt(2 * n)
            table = np.array(given[position : position + side * side]).reshape(side, side)
            scale = np.ones((side, side)) if symmetric else 2 - np.eye(side)
            blocks.append((table * scale)[np.triu_indices(side)])
            position += side * side
        elif spare < 0 and n == 2:
            blocks.append(np.array([math.cos(given[position]), math.sin(given[position])]))
            position += 1
        else:
            blocks.append(np.array(given[position : position + n]))
            position += n
    assert position == len(given)
    return np.concatenate(blocks)


def to_the_file(end: KernelEnd) -> np.ndarray:
    """The change of coordinates of values: ours to the file's."""
    target = end.target
    dimension = size(target)
    if isinstance(target, HomRep) and end.group.label in ("SE(3)", "E(3)"):
        return np.kron(IRREDUCIBLE[size(target.target)], IRREDUCIBLE[size(target.source)])
    if isinstance(target, PowerRep) and target.order == 2:
        places = list(zip(*np.triu_indices(math.isqrt(2 * dimension)), strict=True))
        entries = np.diag([1.0 if i == j else 0.5 for i, j in places])
        return entries[sorted(range(dimension), key=lambda k: places[k][0] != places[k][1])]
    return np.eye(dimension)


def values_at(space: Kernels, formula, names, point: np.ndarray) -> np.ndarray:
    """Values of random instances at a point, as rows."""
    formula = expand_lets(formula)
    unknowns = {n.head: Unknown(n.head, "function", len(n.args)) for n in walk(formula) if isinstance(n, Apply)}
    constants = {n.name for n in walk(formula) if isinstance(n, Name)} - set(names) - set(unknowns)
    listed = [*unknowns.values(), *(Unknown(name, "constant") for name in sorted(constants))]
    return space.random(formula, names, listed, 60)(point[None])[:, 0]


@pytest.mark.parametrize("case", VALUES, ids=lambda case: case["id"])
def test_values_at_the_point(case, worker):
    path = Path(CASES / "kernels" / f"{case['id']}.cat")
    examination = examine(str(path), worker)
    ((item, solution),) = solved(examination)
    end = item.subject
    assert isinstance(end, KernelEnd)
    space = Kernels(end)
    point = our_point(space, case["x0"])
    names = ("x", "y", "z", "w")[: len(end.arguments)]
    found = values_at(space, solution.formula, names, point) @ to_the_file(end).T
    allowed = np.array(case["span"], dtype=float).reshape(found.shape[1], -1).T
    ours, theirs, both = rank(found), rank(allowed), _rank_loosely(np.concatenate([found, allowed]))
    assert (ours, both) == (theirs, theirs)


def _rank_loosely(table: np.ndarray) -> int:
    """The rank up to the ten digits with which the file gives its values."""
    norms = np.linalg.norm(table, axis=1, keepdims=True)
    singular = np.linalg.svd(table / np.where(norms > 1e-12, norms, 1), compute_uv=False)
    return int(np.sum(singular > 1e-6 * max(1.0, singular[0])))
