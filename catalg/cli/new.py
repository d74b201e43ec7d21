"""`catalg new`: a commented starter file that checks, from a template of one's field.

Templates are the files in `templates/`: adding one is adding a file. Its docstring's first line is its description, and
`{file}` in its comments becomes the name of the new file.
"""

from __future__ import annotations

import os
from importlib.resources import files

import click
from click.shell_completion import CompletionItem

FIRST = "start"


def templates() -> dict[str, str]:
    """The texts of the templates by name, the default first.

    >>> next(iter(templates()))
    'start'
    """
    found = {
        entry.name.removesuffix(".cat"): entry.read_text(encoding="utf-8")
        for entry in files("catalg.cli").joinpath("templates").iterdir()
        if entry.name.endswith(".cat")
    }
    return {name: found[name] for name in sorted(found, key=lambda name: (name != FIRST, name))}


def description(text: str) -> str:
    """What a template is about.

    >>> description('\"\"\"Shifts: what commutes with them?\"\"\"\\ngroup G = Z^1')
    'Shifts: what commutes with them?'
    """
    return text.partition('"""')[2].partition('"""')[0].partition("\n")[0]


def _listing(context: click.Context, parameter: click.Parameter, wanted: bool) -> None:
    if wanted and not context.resilient_parsing:
        found = templates()
        width = max(map(len, found))
        for name, text in found.items():
            click.echo(f"{name:<{width}}  {description(text)}")
        context.exit()


def _offered(context: click.Context, parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    return [CompletionItem(name, help=description(text)) for name, text in templates().items() if name.startswith(begun)]


@click.command("new")
@click.argument("name", metavar="NAME")
@click.option(
    "--template", default=FIRST, show_default=True, metavar="FIELD", shell_complete=_offered, help="What it is about."
)
@click.option(
    "--list", is_flag=True, is_eager=True, expose_value=False, callback=_listing, help="List the templates."
)
def command(name: str, template: str) -> int:
    """Write a commented starter file.

    NAME gets the ending .cat where it has none. A file that exists is never overwritten. Every template checks as it
    stands; change its group and see what happens.
    """
    known = templates()
    if template not in known:
        from catalg.diagnostics import did_you_mean

        near = did_you_mean(template, known)
        hint = f" A template with a similar name exists: {near}." if near else ""
        raise click.UsageError(f"there is no template {template}.{hint} There are: {', '.join(known)}.")
    path = name if name.endswith(".cat") else f"{name}.cat"
    try:
        with open(path, "x", encoding="utf-8") as stream:
            stream.write(known[template].replace("{file}", os.path.basename(path)))
    except FileExistsError:
        raise click.ClickException(f"{path} exists already, and is left as it is.") from None
    except OSError as error:
        raise click.ClickException(f"{path} cannot be written: {error.strerror}") from None
    click.echo(f"wrote {path}. Next: catalg check {path}")
    return 0
