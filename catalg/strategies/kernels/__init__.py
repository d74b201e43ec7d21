"""Equivariant kernels on manifolds: reduction, invariants, covariants, separation."""

from catalg.strategies.kernels.strategy import STRATEGY

__all__ = ["STRATEGY"]
