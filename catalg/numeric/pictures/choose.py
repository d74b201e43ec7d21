"""Which picture shows a declaration."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from catalg.model.category import (
    Category,
    SetFunctor,
    SetTransformation,
    VectFunctor,
    VectTransformation,
)
from catalg.model.ends import KernelEnd, LinearEnd
from catalg.model.goals import Item
from catalg.model.solution import Solution
from catalg.numeric.errors import NotNumeric
from catalg.numeric.kernel import NumericKernel
from catalg.numeric.pictures import categories, harmonics, matrices, planes
from catalg.numeric.pictures.style import styled
from catalg.numeric.solutions import numeric_of

FORMATS = ("svg", "png", "pdf")


def picture(
    item: Item | Category, solution: Solution | None = None, given: Mapping[str, Any] | None = None, sizes: Mapping[str, int] | None = None,
    degree: int = 6,
) -> Any:  # fmt: skip
    """The figure for a declaration: a category, a functor or a transformation by itself, an end by its solution.

    `given` are functions for a kernel, `sizes` values of parameters. Raises NotNumeric where there is no picture.
    """
    with styled():
        if isinstance(item, Category):
            return categories.category(item)
        match item.subject:
            case SetFunctor() | VectFunctor() as found:
                return categories.functor(found)
            case SetTransformation() | VectTransformation() as found:
                return categories.squares(found)
            case LinearEnd() if solution is not None:
                numeric = numeric_of(item.subject, solution)
                assert not isinstance(numeric, NumericKernel)
                return matrices.pattern(numeric, dict(sizes or {}))
            case KernelEnd() if solution is not None:
                return _kernel(item, item.subject, solution, dict(given or {}), dict(sizes or {}), degree)
            case _:
                raise NotNumeric(f"there is no picture for {item.name}, which is a {item.kind}")


def _kernel(
    item: Item, end: KernelEnd, solution: Solution, given: dict[str, Any], sizes: dict[str, int], degree: int
) -> Any:
    numeric = NumericKernel(end, solution, item.arguments)
    if planes.fits(numeric):
        return planes.heat_maps(numeric, given)
    return harmonics.curves(numeric, degree, sizes)


def needs_series(item: Item, solution: Solution) -> bool:
    """Whether kernels can be drawn only by their harmonics, and the solution does not show them yet."""
    if not isinstance(item.subject, KernelEnd):
        return False
    numeric = NumericKernel(item.subject, solution, item.arguments)
    return numeric.series is None and not planes.fits(numeric)


def save(figure: Any, path: str) -> None:
    """Write a figure as SVG, PNG or PDF, by the ending of the path; the same figure gives the same file."""
    ending = path.rpartition(".")[2].lower()
    if ending not in FORMATS:
        raise NotNumeric(f"{path}: a picture ends in .svg, .png or .pdf")
    dated = {"svg": {"Date": None}, "pdf": {"CreationDate": None}, "png": {"Software": None}}[ending]
    with styled():
        figure.savefig(path, format=ending, metadata=dated, bbox_inches="tight", pad_inches=0.12)
