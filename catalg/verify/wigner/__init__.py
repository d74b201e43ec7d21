"""Certificates and claims for kernels made of couplings of irreducible representations of the rotations of space."""

from catalg.verify.wigner.certify import certify
from catalg.verify.wigner.claims import judge_count, judge_formula

__all__ = ["certify", "judge_count", "judge_formula"]
