"""Ends, coends, limits and colimits in Vect over presented categories, and Kan extensions."""

from catalg.strategies.presented.linear import VectCoends, VectDiagrams, VectEnds

ENDS, COENDS, DIAGRAMS = VectEnds(), VectCoends(), VectDiagrams()

__all__ = ["COENDS", "DIAGRAMS", "ENDS"]
