"""Why a space of kernels is zero: elements that fix generic points and leave no value fixed."""

from __future__ import annotations

from dataclasses import dataclass

from catalg.model.kernel_problem import GroupElement, KernelProblem
from catalg.strategies.kernels.components import Bounds, closure, letters_of, stabilizer_components
from catalg.strategies.kernels.sections import build_section
from catalg.strategies.kernels.system import system_of
from catalg.strategies.kernels.translations import reduce_translations


@dataclass(frozen=True, slots=True)
class Nothing:
    """A stabilizer without fixed values.

    `infinitesimal` is the dimension of the stabilizer's Lie algebra at a generic point, `values` the dimension of what it
    fixes in V; `elements` are finite elements that fix generic points as well and, together with it, leave only zero.
    """

    infinitesimal: int
    values: int
    elements: tuple[GroupElement, ...]


def explain_nothing(problem: KernelProblem) -> Nothing | None:
    """Why only K = 0 is equivariant, or None when this does not show it."""
    system = reduce_translations(system_of(problem)).system
    bounds = Bounds(system)
    generic = bounds.generic()
    if generic is None:
        return None
    _, residual = build_section(system, bounds)
    group = closure(system, letters_of(system, [*system.lie, *residual]))
    found, left = stabilizer_components(system, bounds, generic, group)
    if left:
        return None
    elements = tuple(s.word for s in found[0]) if found else ()
    return Nothing(len(system.lie) - generic.orbit, generic.values, elements)
