"""Certificates and claims for linear ends."""

from catalg.verify.linear.certify import certify

__all__ = ["certify"]
