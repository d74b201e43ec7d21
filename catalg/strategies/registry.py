"""Which strategies are asked for which kind of end, in order. Adding one is one line here."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module

from catalg.model.coends import CoendSpace
from catalg.model.ends import (
    Diagram,
    End,
    KernelEnd,
    LinearEnd,
    SetCoend,
    SetEnd,
    VectCoend,
    VectEnd,
)
from catalg.model.protocols import Strategy

STRATEGIES: dict[type, tuple[str, ...]] = {
    LinearEnd: (
        "wigner:LABELS", "orbits:STRATEGY", "diagrams:STRATEGY", "circular:STRATEGY", "factors:STRATEGY", "linear:STRATEGY",
    ),
    KernelEnd: ("wigner:STRATEGY", "wigner:LABELS", "kernels:STRATEGY", "symbolic_kernels:STRATEGY"),
    SetEnd: ("sets:ENDS",),
    SetCoend: ("sets:COENDS",),
    Diagram: ("sets:LIMITS", "sets:COLIMITS", "sheaves:SECTIONS", "sheaves:COHOMOLOGY", "presented:DIAGRAMS"),
    VectEnd: ("presented:ENDS",),
    VectCoend: ("presented:COENDS",),
    CoendSpace: ("calculus:STRATEGY",),
}
RESTRICTED = ("restricted:STRATEGY",)
"""Linear ends with restrictions are solved by no other strategy: those know of none."""

SWAPPED = ("kernels:STRATEGY",)
"""Symmetric kernels have a symmetry beside the group, which only the problem in coordinates holds."""
POLYNOMIALS = ("restricted.polynomials:STRATEGY",)
"""Kernels of bounded degree are linear ends that are written as polynomials."""


def strategies(end: End) -> Iterator[Strategy]:
    """The strategies for an end, each imported when its turn comes."""
    restricted = isinstance(end, LinearEnd) and end.restrictions
    bounded = isinstance(end, LinearEnd) and end.polynomials is not None
    swapped = isinstance(end, KernelEnd) and end.swap
    for entry in RESTRICTED if restricted else POLYNOMIALS if bounded else SWAPPED if swapped else STRATEGIES[type(end)]:
        module, name = entry.split(":")
        yield getattr(import_module(f"catalg.strategies.{module}"), name)
