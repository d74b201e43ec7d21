"""What is wrong with a text, and where: data only. `catalg/render/diagnostics.py` turns it into words and pictures."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from catalg.diagnostics.codes import lookup
from catalg.diagnostics.source import Span

Severity: TypeAlias = Literal["error", "warning", "note"]


@dataclass(frozen=True, slots=True)
class Label:
    """A place with a few words about it."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One mistake: a code, one short sentence, the place, and what helps.

    `message` is one sentence without a full stop; `help` states a remedy and does not ask; `label` stands under the
    marked place; `secondary` marks further places, such as the bracket that was opened; `notes` are further sentences.
    """

    code: str
    message: str
    span: Span
    label: str | None = None
    help: str | None = None
    secondary: tuple[Label, ...] = ()
    notes: tuple[str, ...] = ()
    severity: Severity = field(default="error")

    @property
    def is_error(self) -> bool:
        """Whether the input is invalid because of this."""
        return self.severity == "error"


def diagnostic(
    code: str,
    message: str,
    span: Span,
    label: str | None = None,
    help: str | None = None,
    secondary: tuple[Label, ...] = (),
    notes: tuple[str, ...] = (),
) -> Diagnostic:
    """A diagnostic whose severity is the one registered for its code.

    Raises `KeyError` for a code that is not registered.

    >>> diagnostic("E0204", "`functr` does not begin a statement", Span(0, 6)).severity
    'error'
    """
    return Diagnostic(code, message, span, label, help, secondary, notes, lookup(code).severity)
