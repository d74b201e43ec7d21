"""Naturality squares as pictures: Unicode boxes for the terminal, tikz-cd for LaTeX.

A square that fails is drawn with the element that shows it, chased along both sides:

    F(c) ──F(f)──▶ F(d)        x ──▶ F(f)(x)
     │              │          │        │
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from catalg.model.verdict import Counterexample, Fact
from catalg.render.latex.escape import escape
from catalg.render.terms_latex import latex
from catalg.render.terms_text import pretty
from catalg.terms import Call, Name, Num, Term

Show = Callable[[Fact], str]
Value = Callable[[str, str], str]


@dataclass(frozen=True, slots=True)
class Square:
    """A square: its corners (upper left, upper right, lower left, lower right) and its sides (top, left,
    right, bottom).

    `ends` are the two different values in the lower right corner, by the top and right and by the left and
    bottom, or None when the square commutes.
    """

    corners: tuple[str, str, str, str]
    sides: tuple[str, str, str, str]
    ends: tuple[str, str] | None = None


def squares(counterexample: Counterexample) -> tuple[Square, ...] | None:
    """The square of functors and the chase of the element, as text; None for other counterexamples.

    Between functors of presented categories there is no element to be chased, and only the first of the two.
    """
    return _squares(counterexample, _plain, lambda functor, at: functor if at == "*" else f"{functor}({at})")


def square_text(counterexample: Counterexample) -> str | None:
    """The broken square and its chase side by side; None for a counterexample that is no square."""
    drawn = squares(counterexample)
    if drawn is None:
        return None
    left, right = _draw(drawn[0]), _draw(drawn[1]) if len(drawn) > 1 else []
    width = max(map(len, left))
    height = max(len(left), len(right))
    left += [""] * (height - len(left))
    right += [""] * (height - len(right))
    return "\n".join(f"{a.ljust(width)}      {b}".rstrip() for a, b in zip(left, right, strict=True))


def square_latex(counterexample: Counterexample) -> str | None:
    """The broken square and its chase as two tikz-cd diagrams; None when it is no square."""
    drawn = _squares(counterexample, _formula, _latex_value)
    if drawn is None:
        return None
    return r" \qquad ".join(map(_tikz, drawn))


def commuting_text(square: Square) -> str:
    """A commuting square in boxes."""
    return "\n".join(_draw(square))


def commuting_latex(square: Square) -> str:
    """A commuting square in tikz-cd; its texts are LaTeX already."""
    return _tikz(square)


def _squares(counterexample: Counterexample, show: Show, value: Value) -> tuple[Square, ...] | None:
    if counterexample.rule == "broken-path-square":
        return (_path_square(counterexample.as_dict(), show, value),)
    if counterexample.rule not in ("broken-square", "broken-linear-square"):
        return None
    facts = counterexample.as_dict()
    source, target, arrow = str(facts["source"]), str(facts["target"]), show(Name(str(facts["arrow"])))
    domain, codomain = show(Name(str(facts["domain"]))), show(Name(str(facts["codomain"])))
    start, end = _components(facts)
    element: Fact = facts["element"]
    if counterexample.rule == "broken-linear-square":
        element = Name(f"e_{element}")
    functors = Square(
        (value(source, domain), value(source, codomain), value(target, domain), value(target, codomain)),
        (arrow, show(start), show(end), arrow),
    )
    chase = Square(
        (show(element), show(facts["along"]), show(facts["across"]), ""),
        ("", "", "", ""),
        (show(facts["left"]), show(facts["right"])),
    )
    return functors, chase


def _path_square(facts: Mapping[str, Fact], show: Show, value: Value) -> Square:
    source, target, arrow = str(facts["source"]), str(facts["target"]), show(Name(str(facts["arrow"])))
    domain, codomain = show(Name(str(facts["domain"]))), show(Name(str(facts["codomain"])))
    return Square(
        (value(source, domain), value(source, codomain), value(target, domain), value(target, codomain)),
        (arrow, show(facts["start_component"]), show(facts["end_component"]), arrow),
    )


def _components(facts: Mapping[str, Fact]) -> tuple[Term, Term]:
    """The component at the domain and the one at the codomain, out of the two composites."""
    left, right = facts["left_path"], facts["right_path"]
    assert isinstance(left, Call) and isinstance(right, Call)
    return right.args[1], left.args[0]


def _latex_value(functor: str, at: str) -> str:
    name = latex(Name(functor))
    return name if at == latex(Name("*")) else f"{name}({at})"


def _plain(value: Fact) -> str:
    return pretty(value) if isinstance(value, Term) else str(value)


def _formula(value: Fact) -> str:
    if isinstance(value, Term):
        return latex(value)
    return latex(Num(value)) if isinstance(value, Fraction) else rf"\mathrm{{{escape(str(value))}}}"


def _draw(square: Square) -> list[str]:
    """A square in boxes; the lower right corner of a broken one shows both values."""
    upper_left, upper_right, lower_left, lower_right = square.corners
    top, left, right, bottom = square.sides
    if square.ends is not None:
        lower_right = f"{square.ends[0]} ≠ {square.ends[1]}"
    first = max(len(upper_left), len(lower_left))
    run = max(len(top), len(bottom), len(left) + 1) + 4
    second = max(len(upper_right), len(lower_right))
    down, across = first // 2, first + 1 + run + 1 + second // 2
    lines = [_row(upper_left, top, upper_right, first, run, second)]
    for sign, labels in (("│", ("", "")), ("│", (left, right)), ("▼", ("", ""))):
        body = f"{' ' * down}{sign}{' ' if labels[0] else ''}{labels[0]}".ljust(across) + sign
        lines.append(f"{body}{' ' if labels[1] else ''}{labels[1]}")
    lines.append(_row(lower_left, bottom, lower_right, first, run, second))
    return [line.rstrip() for line in lines]


def _row(left: str, label: str, right: str, first: int, run: int, second: int) -> str:
    arrow = label.center(run - 1, "─") if not label else f" {label} ".center(run - 1, "─")
    return f"{left.center(first)} {arrow}▶ {right.center(second)}"


def _tikz(square: Square) -> str:
    upper_left, upper_right, lower_left, lower_right = square.corners
    top, left, right, bottom = (f'"{{{side}}}"' if side else "" for side in square.sides)
    kind = "" if square.ends is None else "mapsto"
    if square.ends is not None:
        lower_right = rf"{square.ends[0]} \neq {square.ends[1]}"

    def arrow(direction: str, label: str, swap: str = "") -> str:
        options = ", ".join(filter(None, (direction, kind, label + swap if label else "")))
        return rf"\arrow[{options}]"

    return "\n".join(
        (
            r"\begin{tikzcd}",
            rf"  {upper_left} {arrow('r', top)} {arrow('d', left, chr(39))} & {upper_right} "
            rf"{arrow('d', right)} \\",
            rf"  {lower_left} {arrow('r', bottom, chr(39))} & {lower_right}",
            r"\end{tikzcd}",
        )
    )
