"""Harmonic series of kernels: derived from the Casimir operator of the declared action, never looked up."""

from catalg.strategies.harmonic.series import series

__all__ = ["series"]
