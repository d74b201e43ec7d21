"""`catalg lsp`: the language server, for editors."""

from __future__ import annotations

import click

from catalg.cli.extras import needs
from catalg.cli.options import timeout_option


@click.command("lsp")
@timeout_option
def command(timeout: float) -> int:
    """Serve an editor over standard input and output, by the Language Server Protocol.

    Mistakes as you type, verdicts when a file is saved, closed forms at the cursor, definitions, completion, renaming,
    formatting, remedies. Editors start this by themselves.
    """
    with needs("pygls", "editor"), needs("lsprotocol", "editor"):
        from catalg.editor.server import serve

        serve(timeout)
    return 0
