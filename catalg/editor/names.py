"""What a name in a text refers to: a declaration of the file, a name bound in its statement, or a member of a category.

Declarations are known in the whole file after them; arguments, variables of integrals, `where` names, coordinates and
generators within their statement, where they hide declarations of the same name. Elements of sets, tables and cycles are
data and refer to nothing. A renaming is offered only if afterwards the file means the same: the new name must be new to
the file, and reading the result must find the same mistakes, or none.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from catalg.diagnostics import Span
from catalg.editor.analysis import Analysis, analyse
from catalg.editor.vocabulary import has_meaning
from catalg.language import tree
from catalg.language.signs import ascii_name
from catalg.language.tokens import MAX_NAME, tokenize

DECLARING = (
    tree.Param, tree.Group, tree.Graph, tree.Category, tree.AbstractCategory, tree.Functor, tree.Map, tree.Transformation, tree.End, tree.EndForm, tree.Coend,
    tree.Limit, tree.Colimit,
)  # fmt: skip
LABELLED = frozenset({"poset", "discrete"})
"""Constructions whose arguments are the names of new objects."""


class CannotRename(ValueError):
    """Why a name keeps its name, in one sentence."""


def declarations(analysis: Analysis) -> dict[str, tree.Statement]:
    """The statement that declares each name; the first counts."""
    found: dict[str, tree.Statement] = {}
    for statement in analysis.statements:
        if isinstance(statement, DECLARING):
            found.setdefault(statement.name.text, statement)
    return found


def bound(statement: tree.Statement) -> dict[str, tree.Name]:
    """The names that are bound inside a statement, with the place where each is."""
    found: dict[str, tree.Name] = {}
    for name in _binders(statement):
        found.setdefault(name.text, name)
    return found


def _binders(statement: tree.Statement) -> Iterator[tree.Name]:
    for node in tree.walk(statement):
        match node:
            case tree.Binding(name) | tree.Arbitrary(name) | tree.Arrow(name):
                yield name
            case tree.Integral(variable=name) | tree.End(variable=name) | tree.Coend(variable=name):
                yield name
            case (
                tree.Domain(coordinates=names)
                | tree.Derive(arguments=names)
                | tree.Transformation(arguments=names)
                | tree.Map(arguments=names)
            ):
                yield from names
            case (
                tree.FormulaClaim(arguments=names)
                | tree.Category(objects=names)
                | tree.AbstractCategory(objects=names)
            ):
                yield from names
            case tree.Presentation(generators, lie_generators):
                yield from (*generators, *lie_generators)
            case tree.Graph(nodes=nodes, edges=edges):
                ends = [end for edge in edges for end in (edge.tail, edge.head)]
                yield from (end for end in (*nodes, *ends) if isinstance(end, tree.Name))
            case tree.Call(tree.Name("sum"), (tree.Name() as name, *_)):
                yield name
            case _:
                pass


def references(statement: tree.Statement) -> Iterator[tree.Name]:
    """The names in a statement that may refer to declarations: no data, no words, no heads of entries."""
    stack: list[tree.Node] = [statement]
    while stack:
        node = stack.pop()
        match node:
            case tree.Name():
                yield node
            case tree.Entry(_, value):
                stack.append(value)
            case tree.TableExpr() | tree.Cycles() | tree.Feature():
                pass
            case tree.SetExpr(elements):
                stack += [element for element in elements if isinstance(element, tree.Range)]
            case tree.Call(tree.Name(word)) if word in LABELLED:
                pass
            case tree.Property(subject):
                stack.append(subject)
            case tree.Derive(name):
                stack.append(name)
            case _:
                stack += reversed(list(tree.children(node)))


def occurrences(analysis: Analysis, name: str) -> list[Span]:
    """Where a declaration is named, itself included, in the order of the text."""
    found = []
    for statement in analysis.statements:
        own = isinstance(statement, DECLARING) and statement.name.text == name
        if own and isinstance(statement, DECLARING):
            found.append(analysis.name_span(statement.name.span))
        if name not in bound(statement):
            found += [analysis.name_span(node.span) for node in references(statement) if node.text == name]
    return sorted(set(found))


def definitions(analysis: Analysis, offset: int) -> list[Span]:
    """Where the name under the cursor comes from; several places for a member of several categories."""
    token, statement = analysis.token_at(offset), analysis.statement_at(offset)
    if token is None or token.type != "NAME" or statement is None:
        return []
    here = bound(statement)
    entry = any(
        isinstance(node, tree.Entry) and analysis.name_span(node.name.span) == (token.start, token.end)
        for node in tree.walk(statement)
    )
    if token.text in here and not entry:
        return [analysis.name_span(here[token.text].span)]
    known = declarations(analysis)
    if token.text in known and not entry:
        return [analysis.name_span(_name(known[token.text]).span)]
    named = {node.text for node in references(statement)}
    for name in sorted(
        named
    ):  # the categories that a functor or a transformation lives on, through its functors
        if isinstance(known.get(name), tree.Functor):
            named |= {node.text for node in references(known[name])}
    holders = [
        found
        for found in known.values()
        if isinstance(found, tree.Group | tree.Category | tree.AbstractCategory)
    ]
    near = [found for found in holders if _name(found).text in named and token.text in bound(found)]
    far = [found for found in holders if token.text in bound(found)]
    return [analysis.name_span(bound(found)[token.text].span) for found in near or far]


def rename(analysis: Analysis, offset: int, new: str) -> list[Span]:
    """The places to be overwritten with the new name. Raises CannotRename with the reason."""
    token, statement = analysis.token_at(offset), analysis.statement_at(offset)
    if token is None or token.type != "NAME" or statement is None:
        raise CannotRename("there is no name here")
    tokens = tokenize(new)
    if len(tokens) != 1 or tokens[0].type != "NAME" or len(new) > MAX_NAME:
        raise CannotRename(f"`{new}` is not a name")
    spelt = ascii_name(new)
    if has_meaning(spelt):
        raise CannotRename(f"`{new}` has a meaning of its own")
    if spelt != token.text and any(other.text == spelt for other in analysis.tokens if other.type == "NAME"):
        raise CannotRename(f"`{new}` stands in this file already")
    places = renamed_places(analysis, offset)
    for broken in analysis.parsed.broken:
        if any(
            other.text == token.text
            for other in analysis.tokens
            if broken.span.start <= other.start < broken.span.end
        ):
            raise CannotRename(f"a statement that names `{token.text}` could not be read")
    text = replaced(analysis.source.text, [(place, new) for place in places])
    after = analyse(text, analysis.source.path)
    if _signature(after) != _signature(analysis):
        raise CannotRename(f"the file would not mean the same with `{new}` in place of `{token.text}`")
    return places


def renamed_places(analysis: Analysis, offset: int) -> list[Span]:
    """All places of the declared or bound name under the cursor. Raises CannotRename for anything else."""
    token, statement = analysis.token_at(offset), analysis.statement_at(offset)
    if token is None or token.type != "NAME" or statement is None:
        raise CannotRename("there is no name here")
    if token.text in bound(statement) and (token.start, token.end) != _own_span(analysis, statement):
        names = [
            node for node in tree.walk(statement) if isinstance(node, tree.Name) and node.text == token.text
        ]
        own = _own_span(analysis, statement)
        return sorted({span for node in names if (span := analysis.name_span(node.span)) != own})
    places = occurrences(analysis, token.text) if token.text in declarations(analysis) else []
    if (token.start, token.end) not in places:
        raise CannotRename(f"`{token.text}` is neither declared in this file nor bound in this statement")
    return places


def replaced(text: str, edits: list[tuple[Span, str]]) -> str:
    """A text after replacements, none of which overlap.

    >>> replaced("G -> G", [(Span(0, 1), "H"), (Span(5, 6), "H")])
    'H -> H'
    """
    for span, new in sorted(edits, reverse=True):
        text = text[: span.start] + new + text[span.end :]
    return text


def _name(statement: tree.Statement) -> tree.Name:
    assert isinstance(statement, DECLARING)
    return statement.name


def _own_span(analysis: Analysis, statement: tree.Statement) -> Span | None:
    return analysis.name_span(statement.name.span) if isinstance(statement, DECLARING) else None


def _signature(analysis: Analysis) -> object:
    """What must not change when something is renamed: the mistakes, and the kinds of what was understood."""
    mistakes = Counter(
        (found.code, re.sub(r"`[^`]*`", "`…`", found.message)) for found in analysis.diagnostics
    )
    items = analysis.specification.items if analysis.specification else ()
    return mistakes, [(item.kind, type(item.subject).__name__, len(item.depends)) for item in items]
