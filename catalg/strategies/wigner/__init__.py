"""Kernels between irreducible representations of the rotations of space, by the theorem of Wigner and Eckart."""

from catalg.strategies.wigner.labels import LABELS
from catalg.strategies.wigner.strategy import STRATEGY

__all__ = ["LABELS", "STRATEGY"]
