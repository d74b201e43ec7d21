"""Naturality by composition of natural pieces, for tuples of arbitrary length."""

from catalg.verify.pieces.judge import judge_tuples

__all__ = ["judge_tuples"]
