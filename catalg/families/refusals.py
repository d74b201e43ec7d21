"""What families refuse, in one wording: every `FamilyError` that the library raises is made here."""

from __future__ import annotations

from collections.abc import Sequence

from catalg.model.protocols import ConcreteOnly, FamilyError

UNKNOWN, ARGUMENTS, DIMENSION, FIELD = "E0301", "E0410", "E0406", "E0504"
SIZE, LARGE, LABEL, CONCRETE = "E0505", "E0506", "E0508", "E0508"


def unknown(kind: str, name: str, family: str, candidates: Sequence[str]) -> FamilyError:
    """The family has no representation, G-set or action of that name."""
    return FamilyError(UNKNOWN, f"{family} has no {kind} called `{name}`", None, candidates)


def arguments(text: str, help: str | None = None) -> FamilyError:
    """The number or the kind of the arguments is wrong."""
    return FamilyError(ARGUMENTS, text, help)


def dimension(text: str, help: str) -> FamilyError:
    """The group does not act on a space of that dimension."""
    return FamilyError(DIMENSION, text, help)


def over_field(what: str, field: str, help: str | None = None) -> FamilyError:
    """The representation has no matrices over that field in the documented basis."""
    return FamilyError(FIELD, f"{what} is not defined over {field}", help)


def size(text: str, help: str | None = None) -> FamilyError:
    """A size outside of what the family has."""
    return FamilyError(SIZE, text, help)


def too_large(what: str, limit: int) -> FamilyError:
    """A size that is legal, but beyond what the library builds."""
    return FamilyError(LARGE, f"{what} is larger than {limit:,}", "a parameter stands for every size at once")


def label(text: str, help: str | None = None, candidates: Sequence[str] = ()) -> FamilyError:
    """A label of a representation or of a crystal class that does not exist."""
    return FamilyError(LABEL, text, help, candidates)


def concrete(what: str, help: str | None = None) -> FamilyError:
    """Something that the library knows for concrete sizes only."""
    return ConcreteOnly(CONCRETE, f"{what} needs a concrete size", help or "give numbers instead of parameters")


def concrete_sets(family: str) -> FamilyError:
    """A family that permutes nothing."""
    return FamilyError(UNKNOWN, f"{family} has no finite G-sets of its own", "an action to Set is given by a table")
