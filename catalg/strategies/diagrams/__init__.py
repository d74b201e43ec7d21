"""Intertwiners for symbolic sizes, by diagrams and fundamental theorems."""

from collections.abc import Mapping

from catalg.model.ends import LinearEnd
from catalg.model.protocols import Family, NotCovered
from catalg.model.solution import Proposal
from catalg.strategies.diagrams.strategy import Diagrams
from catalg.strategies.linear import STRATEGY as LINEAR
from catalg.strategies.orbits import STRATEGY as ORBITS
from catalg.universes.instances import Instances, from_library

__all__ = ["STRATEGY", "Diagrams", "solve_concrete", "strategy"]

LARGEST = 20_000
"""Instances with more entries are not solved by linear algebra for the sake of an exception."""


def solve_concrete(end: LinearEnd) -> Proposal:
    """A concrete instance by orbits where they apply, else by linear algebra. Raises NotCovered."""
    try:
        return ORBITS.solve(end)
    except NotCovered:
        entries = (end.source.dim * end.target.dim).constant()
        if entries is None or entries > LARGEST:
            raise NotCovered("the instance is too large") from None
        return LINEAR.solve(end)


STRATEGY = Diagrams(from_library, solve_concrete)
"""The strategy, as the engine registers it."""


def strategy(families: Mapping[str, Family]) -> Diagrams:
    """The strategy over a library of families."""
    return Diagrams(Instances(families).instantiate, solve_concrete)
