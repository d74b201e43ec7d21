"""Diagnostics: what is wrong with a text and where, the codes with their explanations, and did-you-mean. Data only."""

from catalg.diagnostics.codes import Code, codes, explain, lookup
from catalg.diagnostics.diagnostic import Diagnostic, Label, Severity, diagnostic
from catalg.diagnostics.source import NOWHERE, Position, Source, Span
from catalg.diagnostics.suggest import did_you_mean

__all__ = [
    "NOWHERE",
    "Code",
    "Diagnostic",
    "Label",
    "Position",
    "Severity",
    "Source",
    "Span",
    "codes",
    "diagnostic",
    "did_you_mean",
    "explain",
    "lookup",
]
