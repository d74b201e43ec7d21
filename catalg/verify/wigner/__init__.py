"""Certificates and claims for kernels made of couplings of irreducible representations of the rotations of space."""

from catalg.verify.wigner.certify import certify
from catalg.verify.wigner.claims import judge_count, judge_formula
from catalg.verify.wigner.labels import certify_symbolic, judge_symbolic_count, judge_symbolic_formula

__all__ = [
    "certify",
    "certify_symbolic",
    "judge_count",
    "judge_formula",
    "judge_symbolic_count",
    "judge_symbolic_formula",
]
