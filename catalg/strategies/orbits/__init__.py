"""Intertwiners between signed permutation representations, by orbits."""

from catalg.strategies.orbits.strategy import STRATEGY

__all__ = ["STRATEGY"]
