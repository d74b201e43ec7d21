"""Ends on residues modulo a symbolic number: circulant matrices and their relatives."""

from catalg.strategies.circular.strategy import Circular

STRATEGY = Circular()

__all__ = ["STRATEGY", "Circular"]
