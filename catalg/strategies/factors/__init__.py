"""Ends over products of groups, factor by factor."""

from catalg.strategies.diagrams import STRATEGY as DIAGRAMS
from catalg.strategies.factors.strategy import Factors
from catalg.strategies.linear import STRATEGY as LINEAR
from catalg.strategies.orbits import STRATEGY as ORBITS

STRATEGY = Factors((ORBITS, DIAGRAMS, LINEAR))

__all__ = ["STRATEGY", "Factors"]
