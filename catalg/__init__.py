'''catalg: a symbolic computer algebra system for category theory.

Declare a symmetry, get every equivariant kernel in closed form, with a proof:

>>> import catalg
>>> file = catalg.loads("""
... group   G = Cyclic(4)
... functor V : G -> Vect = free(Points)
... end Lin = int g : G. Hom(V, V)
... expect dim Lin = 4
... """)
>>> file.check().status
'proved'

Importing this module is cheap: everything else is imported when it is first used.
'''

from __future__ import annotations

from typing import TYPE_CHECKING

from catalg.version import __version__

_EXPORTS = (
    "Certificate", "Declaration", "Derived", "File", "InvalidFile", "NotDerived", "Verdict", "check", "derive", "load", "loads",
)  # fmt: skip

if TYPE_CHECKING:
    from catalg.api import Declaration, Derived, File, InvalidFile, NotDerived, check, derive, load, loads
    from catalg.model.solution import Certificate
    from catalg.model.verdict import Verdict


def __getattr__(name: str) -> object:
    if name in _EXPORTS:
        from catalg import api

        value: object = getattr(api, name)
        globals()[name] = value
        return value
    raise AttributeError(f"module 'catalg' has no attribute {name!r}")


def load_ipython_extension(shell: object) -> None:
    """`%load_ext catalg` in a notebook: the cell magic `%%catalg`, see `catalg.editor.magic`."""
    from catalg.editor.magic import load_ipython_extension as load

    load(shell)


def __dir__() -> list[str]:
    return sorted({*globals(), *_EXPORTS})


__all__ = [
    "Certificate", "Declaration", "Derived", "File", "InvalidFile", "NotDerived", "Verdict", "__version__", "check", "derive",
    "load", "loads",
]  # fmt: skip
