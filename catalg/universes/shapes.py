"""The shapes of the named limits and colimits, and the diagrams that some arrows of a category make on them.

A pullback is the limit of a cospan, a pushout the colimit of a span, an equalizer and a coequalizer those of a pair of
parallel arrows, products and coproducts those of objects alone, the empty ones included.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from catalg.model.category import Arrow, Category
from catalg.universes.presented_functors import PresentedFunctor

COSPAN = Category("Cospan", ("A", "B", "C"), (Arrow("f", "A", "C"), Arrow("g", "B", "C")))
SPAN = Category("Span", ("S", "A", "B"), (Arrow("f", "S", "A"), Arrow("g", "S", "B")))
PAIR = Category("Pair", ("A", "B"), (Arrow("f", "A", "B"), Arrow("g", "A", "B")))


class NoDiagram(ValueError):
    """The arrows or objects do not make a diagram of the form."""


def diagram(form: str, category: Category, names: Sequence[str]) -> PresentedFunctor:
    """The functor from a form's shape to the category that picks these arrows (objects for `product`, `coproduct`).

    Raises NoDiagram with what is wrong; KeyError for an unknown arrow.

    >>> diagram("product", COSPAN, ("A", "B")).source.objects
    ('1', '2')
    """
    if form in ("product", "coproduct"):
        shape = Category(form, tuple(str(k + 1) for k in range(len(names))), ())
        for name in names:
            if name not in category.objects:
                raise KeyError(name)
        label = f"{form}({', '.join(names)})"
        return PresentedFunctor(label, shape, category, tuple(zip(shape.objects, names, strict=True)), ())
    if len(names) != 2:
        raise NoDiagram(f"a {form} is of two arrows, not of {len(names)}")
    f, g = (category.arrow(name) for name in names)
    shape = {"pullback": COSPAN, "pushout": SPAN}.get(form, PAIR)
    if form == "pullback":
        if f.target != g.target:
            raise NoDiagram(f"{f.name} ends at {f.target} and {g.name} at {g.target}; a pullback needs one end")
        objects = (("A", f.source), ("B", g.source), ("C", f.target))
    elif form == "pushout":
        if f.source != g.source:
            raise NoDiagram(f"{f.name} starts at {f.source} and {g.name} at {g.source}; a pushout needs one start")
        objects = (("S", f.source), ("A", f.target), ("B", g.target))
    else:
        if (f.source, f.target) != (g.source, g.target):
            raise NoDiagram(
                f"{f.name} goes {f.source} -> {f.target} and {g.name} {g.source} -> {g.target}; "
                f"{'an' if form[0] == 'e' else 'a'} {form} is of parallel arrows"
            )
        return PresentedFunctor(
            form, PAIR, category, (("A", f.source), ("B", f.target)), (("f", (f.name,)), ("g", (g.name,)))
        )
    return PresentedFunctor(f"({f.name}, {g.name})", shape, category, objects, (("f", (f.name,)), ("g", (g.name,))))


@dataclass(frozen=True, slots=True)
class Square:
    """A commuting square: its first and last objects, the corners between, and the arrows, (first, then) for each corner."""

    start: str
    corners: tuple[str, str]
    end: str
    arrows: tuple[tuple[str, str], tuple[str, str]]


def square(category: Category) -> Square | None:
    """How a category is the commuting square, or None.

    >>> square(COSPAN) is None
    True
    """
    if len(category.objects) != 4 or len(category.arrows) != 4 or len(category.equations) != 1:
        return None
    (e,) = category.equations
    if len(e.left) != 2 or len(e.right) != 2 or len({*e.left, *e.right}) != 4:
        return None
    left, right = category.arrow(e.left[0]).target, category.arrow(e.right[0]).target
    if {e.start, e.end, left, right} != set(category.objects):
        return None
    return Square(e.start, (left, right), e.end, ((e.left[0], e.left[1]), (e.right[0], e.right[1])))
