"""Linear ends with restrictions: symmetric, causal, local, in several ends at once."""

from catalg.strategies.restricted.strategy import STRATEGY

__all__ = ["STRATEGY"]
