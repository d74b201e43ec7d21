"""What the shell offers after TAB: files, the names that a file declares, topics. Commands and options come by themselves.

The shell asks by starting the command line with `_CATALG_COMPLETE` set, so that nothing here may be slow or fail: files
are parsed and not elaborated, and a file that cannot be read offers nothing.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

import click
from click.shell_completion import CompletionItem

LIMIT = 1 << 20
"""Larger files, in bytes, offer no names."""


def files(context: click.Context, parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    """Any path: the shell lists them itself."""
    return [CompletionItem(begun, type="file")]


def ends(context: click.Context, parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    """What the file before the cursor lets one derive."""
    return _declared(context.params.get("file"), begun, ("end", "coend", "limit", "colimit"))


def drawn(context: click.Context, parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    """What can be drawn of the file before the cursor."""
    kinds = ("end", "coend", "limit", "colimit", "category", "functor", "transformation")
    return _declared(context.params.get("file"), begun, kinds)


def files_and_ends(context: click.Context, parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    """Files, and after one of them what it lets one derive; names that are there already are not offered again."""
    given = [text for text in context.params.get("arguments") or () if isinstance(text, str)]
    found: list[CompletionItem] = []
    for path in given:
        if os.path.isfile(path):
            found += [item for item in _declared(path, begun, ("end", "coend", "limit", "colimit")) if item.value not in given]
    return found or files(context, parameter, begun)


def topics(context: click.Context, parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    """Codes, rules, families and words."""
    from catalg.render.explain import topics as known

    return [CompletionItem(name) for name in known() if name.casefold().startswith(begun.casefold())]


def _declared(path: object, begun: str, kinds: tuple[str, ...]) -> list[CompletionItem]:
    if not isinstance(path, str):
        return []
    return [CompletionItem(name, help=kind) for name, kind in _names(path, kinds) if name.startswith(begun)]


def _names(path: str, kinds: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    from catalg.language import parse, read_source
    from catalg.language.tree import Name

    try:
        if not os.path.isfile(path) or os.path.getsize(path) > LIMIT:
            return
    except OSError:
        return
    source, problem = read_source(path)
    if problem is not None:
        return
    seen: set[str] = set()
    for statement in parse(source.text, path).statements:
        name = getattr(statement, "name", None)
        if statement.keyword in kinds and isinstance(name, Name) and name.text not in seen:
            seen.add(name.text)
            yield name.text, statement.keyword
