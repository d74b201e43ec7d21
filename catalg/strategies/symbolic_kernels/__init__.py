"""Equivariant kernels on spaces of symbolic dimension, by Yoneda reduction and first fundamental theorems."""

from catalg.strategies.symbolic_kernels.strategy import STRATEGY, SymbolicKernels

__all__ = ["STRATEGY", "SymbolicKernels"]
