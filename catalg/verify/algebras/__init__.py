"""Algebraic laws of maps given by formulas, entry by entry with the zero test."""

from catalg.verify.algebras.laws import judge_algebra

__all__ = ["judge_algebra"]
