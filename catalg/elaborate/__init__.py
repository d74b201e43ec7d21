"""Syntax tree to model: scopes, types, variance. Every mistake found has a place; one broken statement spoils no other."""

from catalg.elaborate.statements import Fault, elaborate

__all__ = ["Fault", "elaborate"]
