"""What `eval` and `plot` share: the solution of a name in numbers, definitions, and sizes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

import click

from catalg.cli.extras import needs
from catalg.cli.options import examination, worker

if TYPE_CHECKING:
    from catalg.engine.outcome import FileReport, Result
    from catalg.model.category import Category
    from catalg.model.goals import Item

_F = TypeVar("_F", bound=Callable[..., Any])


def let_option(function: _F) -> _F:
    """`--let 'f(r) = exp(-r)'`."""
    help = "An arbitrary function or constant, e.g. 'f(r) = exp(-r^2)', 'alpha = 2', 'a = 1, 0, 1/2'. May be repeated."
    return click.option("--let", "lets", multiple=True, metavar="DEF", help=help)(function)


def size_option(function: _F) -> _F:
    """`--size n=5`."""
    help = "The value of a parameter, e.g. n=5. May be repeated."
    return click.option("--size", "sizes", multiple=True, metavar="N=K", help=help)(function)


def sizes_of(texts: Sequence[str]) -> dict[str, int]:
    """The parameters by name. Raises UsageError."""
    found = {}
    for text in texts:
        name, _, value = text.partition("=")
        if not value.strip().isdigit() or len(value) > 9:
            raise click.UsageError(f"--size {text}: a size is written n=5.")
        found[name.strip()] = int(value)
    return found


def definitions(texts: Sequence[str]) -> dict[str, Any]:
    """The definitions by name. Raises NotNumeric."""
    from catalg.numeric.given import definition

    return dict(definition(text) for text in texts)


@contextmanager
def told() -> Iterator[None]:
    """Mistakes of shapes, names and definitions as one sentence, and no traceback."""
    with needs("numpy", "numeric"):
        from catalg.numeric.errors import Missing, NotNumeric, WrongShape

        try:
            yield
        except (Missing, NotNumeric, WrongShape) as mistake:
            raise click.ClickException(str(mistake)) from None


def solved(file: str, name: str, timeout: float) -> tuple[FileReport, Result | Category | None]:
    """The report, and the answer to a name, as its `derive` statement shows it where there is one.

    A category is its own answer; None is that of a declaration that is not solved for. Raises UsageError for a name
    that is not declared.
    """
    from catalg.diagnostics import did_you_mean
    from catalg.engine.selection import UNKNOWNS, derivations

    with worker(timeout) as process:
        found = examination(file, process)
        items = found.specification.items if found.specification else ()
        if any(d.is_error for d in found.diagnostics):
            return found.report([]), None
        drawn = _category(items, name)
        if drawn is not None:
            return found.report([]), drawn
        declared = [
            item for item in items if item.name == name and item.kind not in ("derive", "expect", "refute")
        ]
        if not declared:
            near = did_you_mean(name, {item.name for item in items if item.name})
            raise click.UsageError(
                f"{file} declares no {name}." + (f" A similar name exists: {near}." if near else "")
            )
        if declared[0].kind not in UNKNOWNS:
            return found.report([]), None
        index = derivations([found.specification], [name])[0][0]
        report = found.report([index])
    return report, report.results[0]


def in_series(file: str, name: str, timeout: float) -> Result:
    """The answer to a kernel's name, expanded in the harmonics of its symmetry."""
    from catalg.engine.reform import in_form

    with worker(timeout) as process:
        found = examination(file, process)
        return in_form(found, found.declaration(name), "series", process)


def _category(items: Sequence[Item], name: str) -> Category | None:
    """The category of that name, as a functor or claim of the file speaks of it."""
    from catalg.model.category import Category

    for item in items:
        subject: Any = item.subject
        for holder in (
            subject,
            *(getattr(subject, part, None) for part in ("source", "target", "functor", "right", "left")),
        ):
            found = getattr(holder, "category", None)
            if isinstance(found, Category) and found.name == name:
                return found
    return None
