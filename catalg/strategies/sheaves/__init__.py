"""Cellular sheaves on graphs: sections, first cohomology, and the projection that diffusion converges to."""

from catalg.strategies.sheaves.cohomology import FirstCohomology
from catalg.strategies.sheaves.sections import Sections

SECTIONS, COHOMOLOGY = Sections(), FirstCohomology()

__all__ = ["COHOMOLOGY", "SECTIONS"]
