"""Why a space of intertwiners is zero: which generators leave nothing, and what each of them alone would leave.

A single element s leaves nothing iff its eigenvalues on source and target are disjoint (Sylvester); when it acts by one number on each
side, as an inversion does, this is a matter of parity. A least set of generators is found by leaving out one after another.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction

from catalg.exact.rotation import highest_level, quarter_turns
from catalg.exact.sparse import SparseMatrix
from catalg.model.verdict import Step
from catalg.strategies.linear.conditions import GeneratorPair, solve

ONE = Fraction(1)
MOST_ENTRIES = 900
MOST_GENERATORS = 12


def why_zero(
    pairs: Sequence[GeneratorPair], lie: Collection[str], nrows: int, ncols: int, characteristic: int
) -> Step | None:
    """A step that names the generators to blame, or None where the problem is too large to be solved again and again."""
    if not nrows * ncols or nrows * ncols > MOST_ENTRIES or not 0 < len(pairs) <= MOST_GENERATORS:
        return None

    def left(chosen: Sequence[GeneratorPair]) -> int:
        return len(solve(list(chosen), nrows, ncols, None, characteristic).basis)

    parity = _parity(pairs, lie) if not characteristic else None
    if parity is not None:
        return parity
    least = list(pairs)
    for pair in pairs:
        rest = [p for p in least if p is not pair]
        if rest and not left(rest):
            least = rest
    if len(least) == 1:
        return Step.of("zero-by-one", generator=least[0].name)
    return Step.of(
        "zero-by-several", generators=tuple(p.name for p in least), alone=tuple(left([p]) for p in least)
    )


def _parity(pairs: Sequence[GeneratorPair], lie: Collection[str]) -> Step | None:
    """An element, a discrete generator times a half turn at most, that acts by different numbers on the two sides."""
    group = [(p.name, p.left, p.right) for p in pairs if p.name not in lie]
    turns = []
    for pair in pairs:
        if pair.name in lie and all(highest_level(m, ONE) is not None for m in (pair.left, pair.right)):
            left, right = quarter_turns(pair.left, ONE, 2), quarter_turns(pair.right, ONE, 2)
            if left is not None and right is not None:
                turns.append((f"exp(pi*{pair.name})", left, right))
    products = [(f"{a}*{b}", u @ x, v @ y) for a, u, v in group for b, x, y in turns]
    for name, left, right in (*group, *turns, *products):
        on_target, on_source = _number(left), _number(right)
        if on_target is not None and on_source is not None and on_target != on_source:
            return Step.of("zero-by-parity", generator=name, source=on_source, target=on_target)
    return None


def _number(matrix: SparseMatrix) -> str | None:
    """The number by which a matrix multiplies, if it does."""
    first = matrix.rows[0].get(0, 0) if matrix.nrows else 0
    scalar = SparseMatrix.identity(matrix.nrows).scale(first)
    return str(first) if (matrix - scalar).is_zero else None
