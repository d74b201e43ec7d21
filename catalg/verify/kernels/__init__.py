"""Certificates of equivariant kernels, and the comparison of formulas with them."""

from catalg.verify.kernels.certify import certify_kernel

__all__ = ["certify_kernel"]
