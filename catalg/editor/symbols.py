"""The outline of a file: its declarations with their members."""

from __future__ import annotations

from dataclasses import dataclass

from catalg.diagnostics import Span
from catalg.editor import names
from catalg.editor.analysis import Analysis
from catalg.language import tree


@dataclass(frozen=True, slots=True)
class Symbol:
    """A declaration or a member: its name, what it is, the whole of it, and the place of the name."""

    name: str
    kind: str
    span: Span
    place: Span
    members: tuple[Symbol, ...] = ()


def outline(analysis: Analysis) -> list[Symbol]:
    """The declarations in the order of the text.

    >>> from catalg.editor.analysis import analyse
    >>> [(s.name, s.kind, [m.name for m in s.members]) for s in outline(analyse("group K { generators r, s }"))]
    [('K', 'group', ['r', 's'])]
    """
    found = []
    for statement in analysis.statements:
        if isinstance(statement, names.DECLARING):
            place = analysis.name_span(statement.name.span)
            members = tuple(_member(analysis, name, kind) for name, kind in _members(statement))
            found.append(
                Symbol(analysis.source.slice(place), statement.keyword, statement.span, place, members)
            )
    return found


def _members(statement: tree.Statement) -> list[tuple[tree.Name, str]]:
    match statement:
        case tree.Category(objects=objects, arrows=arrows):
            return [*((name, "object") for name in objects), *((arrow.name, "arrow") for arrow in arrows)]
        case tree.AbstractCategory(objects=objects):
            return [(name, "object") for name in objects]
        case tree.Group(presentation=tree.Presentation(generators, lie_generators)):
            return [(name, "generator") for name in (*generators, *lie_generators)]
        case _:
            return []


def _member(analysis: Analysis, name: tree.Name, kind: str) -> Symbol:
    place = analysis.name_span(name.span)
    return Symbol(analysis.source.slice(place), kind, place, place)
