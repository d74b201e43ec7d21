"""Cellular sheaves on graphs: data on the nodes, their nearest section, the coboundary and the Laplacian."""

from catalg.verify.sheaves.assignments import judge_assignment, judge_diffusion
from catalg.verify.sheaves.values import judge_value

__all__ = ["judge_assignment", "judge_diffusion", "judge_value"]
