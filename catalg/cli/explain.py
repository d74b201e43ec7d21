"""`catalg explain`: what an error code, a rule of a derivation or a family of groups means."""

from __future__ import annotations

import sys

import click

from catalg.cli.completion import topics


@click.command("explain")
@click.argument("topic", metavar="[CODE|TOPIC]", required=False, shell_complete=topics)
def command(topic: str | None) -> int:
    """Explain an error code, a rule or a family of groups.

    For example: catalg explain E0201, catalg explain SO(3), catalg explain certificate. Derivations name their rules in
    square brackets. Without a topic: the list of them.
    """
    from catalg.render.explain import UnknownTopic, explain, overview
    from catalg.render.look import look_of

    look = look_of(sys.stdout)
    try:
        text = explain(topic) if topic else overview()
    except UnknownTopic as unknown:
        raise click.UsageError(str(unknown)) from None
    click.echo(look.finish(text.rstrip("\n")))
    return 0
