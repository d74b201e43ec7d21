"""Identifiers and texts that are safe to write into a module."""

from __future__ import annotations

import builtins
import keyword
import re

from catalg.language.signs import ascii_name

_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")
_SHORT = 60


class Names:
    """Gives every name of a specification one identifier; two names never share one.

    >>> names = Names(["np"])
    >>> names("kappa"), names("np"), names("class"), names("x); import os #"), names("x__import_os")
    ('kappa', 'np_', 'class_', 'x_import_os', 'x__import_os')
    """

    def __init__(self, reserved: list[str] | tuple[str, ...] = ()) -> None:
        self.known: dict[str, str] = {}
        self.taken = {*reserved, *keyword.kwlist, *keyword.softkwlist, *dir(builtins)}

    def __call__(self, name: str) -> str:
        spelt = ascii_name(name)
        if spelt not in self.known:
            self.known[spelt] = self.fresh(spelt)
        return self.known[spelt]

    def fresh(self, name: str) -> str:
        """An identifier that nothing has yet."""
        plain = re.sub(r"[^A-Za-z0-9_]+", "_", name).strip("_")[:_SHORT] or "name"
        plain = plain if _PLAIN.match(plain) else f"v_{plain}"
        while plain in self.taken:
            plain += "_"
        self.taken.add(plain)
        return plain


def docstring(text: str, indent: str = "") -> str:
    """A text as a docstring: control characters dropped, backslashes and quotes escaped.

    >>> print(docstring('a quote: \\"\\"\\" and a backslash'))
    \"\"\"a quote: \\"\\"\\" and a backslash\"\"\"
    """
    clean = "".join(c for c in text if c == "\n" or c.isprintable())
    escaped = (
        clean.replace("\\", "\\\\").replace('"', '\\"')
        if '"""' in clean or clean.endswith('"')
        else (clean.replace("\\", "\\\\"))
    )
    lines = escaped.strip("\n").split("\n")
    body = "\n".join([lines[0], *((indent + line).rstrip() for line in lines[1:])])
    return f'"""{body}"""' if len(lines) == 1 else f'"""{body}\n{indent}"""'
