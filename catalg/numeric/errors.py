"""What can go wrong between a formula and its numbers."""

from __future__ import annotations


class NotNumeric(ValueError):
    """A solution, or a part of a formula, that has no array function; the message says which."""


class WrongShape(ValueError):
    """Arrays whose shapes do not fit; the message gives the shapes found and wanted."""


class Missing(ValueError):
    """A coefficient or function that was not given, or is not known; the message lists those that are needed."""
