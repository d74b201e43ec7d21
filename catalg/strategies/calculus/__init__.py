"""Sets given by ends and coends over abstract categories, brought into closed form by the calculus."""

from catalg.strategies.calculus.strategy import CoendCalculus

STRATEGY = CoendCalculus()

__all__ = ["STRATEGY"]
