"""The entries of a body, matched with what they must cover: each generator, object and arrow exactly once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from catalg.diagnostics import Label, Span, did_you_mean
from catalg.elaborate.scope import Problem, with_article
from catalg.language import tree


def matched(entries: Sequence[tree.Entry], wanted: Iterable[str], what: str, where: Span) -> dict[str, tree.Expr]:
    """The values by name. Raises Problem for names that are unknown, given twice or missing."""
    names = tuple(wanted)
    values: dict[str, tree.Entry] = {}
    for entry in entries:
        name = entry.name.text
        if name not in names:
            near = did_you_mean(name, names)
            help = f"{with_article(what)} with a similar name exists: `{near}`" if near else None
            if help is None and names:
                help = f"needed here: {', '.join(names)}"
            raise Problem("E0301", f"no {what} is called `{name}`", entry.name.span, help=help)
        if name in values:
            raise Problem(
                "E0302", f"`{name}` is given twice", entry.name.span, secondary=(Label(values[name].name.span, "first here"),)
            )
        values[name] = entry
    missing = [name for name in names if name not in values]
    if missing:
        listed = ", ".join(f"`{name}`" for name in missing)
        raise Problem("E0405", f"the body gives no value for {listed}", where, help=f"each {what} needs one entry")
    return {name: values[name].value for name in names}
