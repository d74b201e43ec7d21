"""Certificates and claims for kernels on spaces of symbolic dimension."""

from catalg.verify.symbolic_kernels.certify import certify
from catalg.verify.symbolic_kernels.claims import judge_count, judge_formula, judge_natural

__all__ = ["certify", "judge_count", "judge_formula", "judge_natural"]
