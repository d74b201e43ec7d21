"""What names mean at a place of the file: declarations, parameters, and the errors of looking one up.

A statement that cannot be understood raises `Problem` with one diagnostic; its name stays declared as *broken*, so that
what depends on it is reported as depending on it and not as a second mistake.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from catalg.diagnostics import Diagnostic, Label, Span, diagnostic, did_you_mean
from catalg.language import tree
from catalg.model.protocols import Family
from catalg.terms import Parameter
from catalg.universes.extensions import Extensions


class Problem(Exception):
    """A mistake in the user's text."""

    def __init__(
        self,
        code: str,
        message: str,
        span: Span,
        label: str | None = None,
        help: str | None = None,
        secondary: tuple[Label, ...] = (),
    ) -> None:
        super().__init__(message)
        self.diagnostic = diagnostic(code, message, span, label, help, secondary)


class Depends(Exception):
    """A name that was declared, but whose declaration is broken."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


class Unsupported(Exception):
    """Part of the language that no strategy covers yet."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Declaration:
    """A declared name: what kind of thing it is, what it denotes, where it was declared, and what it depends on."""

    name: str
    kind: str
    value: object
    span: Span
    depends: tuple[str, ...] = ()
    broken: bool = False


ARTICLES = {"end": "an end", "graph": "a graph"}


def with_article(kind: str) -> str:
    """The kind with its indefinite article.

    >>> with_article("end"), with_article("functor to Set")
    ('an end', 'a functor to Set')
    """
    return ARTICLES.get(kind, f"an {kind}" if kind[0] in "aeiou" else f"a {kind}")


@dataclass(slots=True)
class Scope:
    """The declarations so far. Later statements see earlier ones only."""

    declarations: dict[str, Declaration] = field(default_factory=dict)
    parameters: dict[str, Parameter] = field(default_factory=dict)
    later: dict[str, Span] = field(default_factory=dict)
    warnings: list[Diagnostic] = field(default_factory=list)
    used: list[str] = field(default_factory=list)
    families: Mapping[str, Family] = field(default_factory=dict)
    extensions: Extensions | None = None

    def declare(self, declaration: Declaration) -> None:
        """Add a declaration. Raises Problem when the name is taken."""
        earlier = self.declarations.get(declaration.name)
        if earlier is not None:
            raise Problem(
                "E0302",
                f"`{declaration.name}` is declared twice",
                declaration.span,
                "declared again here",
                "give one of the two another name",
                (Label(earlier.span, f"first declared here, as {with_article(earlier.kind)}"),),
            )
        self.declarations[declaration.name] = declaration

    def find(self, name: str) -> Declaration | None:
        """The declaration of a name, or None. Raises Depends when it is broken."""
        declaration = self.declarations.get(name)
        if declaration is None:
            return None
        if declaration.broken:
            raise Depends(name)
        if name not in self.used:
            self.used.append(name)
        return declaration

    def need(self, node: tree.Name, kinds: tuple[str, ...], wanted: str) -> Declaration:
        """The declaration of a name, of one of the kinds. Raises Problem or Depends."""
        declaration = self.find(node.text)
        if declaration is None:
            raise self.unknown(node, wanted, (d.name for d in self.declarations.values() if d.kind in kinds))
        if declaration.kind not in kinds:
            raise Problem(
                "E0303",
                f"`{node.text}` is {with_article(declaration.kind)}, but {with_article(wanted)} is needed here",
                node.span,
                f"not {with_article(wanted)}",
                secondary=(Label(declaration.span, "declared here"),),
            )
        return declaration

    def unknown(self, node: tree.Name, wanted: str, candidates: Iterable[str]) -> Problem:
        """The error for a name that nothing declares."""
        known = list(candidates)
        near = did_you_mean(node.text, known)
        if near is not None:
            help = f"{with_article(wanted)} with a similar name exists: `{near}`"
        elif (declaration := self.find(node.text)) is not None:
            if declaration.kind == wanted:
                help = f"`{node.text}` is {with_article(declaration.kind)} declared in this file, and takes no arguments"
            else:
                help = f"`{node.text}` is {with_article(declaration.kind)}, not {with_article(wanted)}" + _known(known)
        elif node.text in self.later:
            help = f"`{node.text}` is declared further down; a declaration stands before its use"
        else:
            help = "declare it before this line" + _known(known)
        return Problem("E0301", f"no {wanted} is called `{node.text}`", node.span, "not known here", help)


def _known(names: list[str]) -> str:
    return f"; known here: {', '.join(names)}" if 0 < len(names) <= 6 else ""
