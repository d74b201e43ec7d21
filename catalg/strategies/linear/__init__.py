"""Intertwiners as the common nullspace of the generators' conditions."""

from catalg.strategies.linear.strategy import STRATEGY

__all__ = ["STRATEGY"]
