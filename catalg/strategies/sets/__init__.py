"""Ends, coends, limits and colimits in Set."""

from catalg.strategies.sets.coends import SetCoends, SetColimits
from catalg.strategies.sets.ends import SetEnds, SetLimits

ENDS, LIMITS = SetEnds(), SetLimits()
COENDS, COLIMITS = SetCoends(), SetColimits()

__all__ = ["COENDS", "COLIMITS", "ENDS", "LIMITS"]
