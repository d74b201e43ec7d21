"""Reading the arguments of families, actions and representations."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from catalg.families import refusals
from catalg.model.protocols import Argument
from catalg.terms import Dim, Parameter


def none(arguments: Sequence[Argument], what: str) -> None:
    """Check that there are no arguments. Raises FamilyError."""
    if arguments:
        raise refusals.arguments(f"{what} takes no arguments")


def one(arguments: Sequence[Argument], what: str, meaning: str) -> Argument:
    """The only argument. Raises FamilyError."""
    if len(arguments) != 1:
        raise refusals.arguments(f"{what} takes one argument, not {len(arguments)}", f"the argument is {meaning}")
    return arguments[0]


def dim(argument: Argument, what: str) -> Dim:
    """An argument that is a size, concrete or symbolic. Raises FamilyError."""
    if isinstance(argument, str) and argument.isidentifier():
        raise refusals.arguments(f"{what} is not a number: `{argument}` is not declared", f"`param {argument} : Nat` before this line declares it")
    if not isinstance(argument, Dim):
        raise refusals.arguments(f"{what} is not a whole number or an expression in parameters")
    return argument


def integer(argument: Argument, what: str) -> int:
    """An argument that is a concrete whole number. Raises FamilyError."""
    value = dim(argument, what).constant()
    if value is None:
        raise refusals.concrete(what)
    return value


def half_integer(argument: Argument, what: str) -> Fraction:
    """An argument that is a whole number or half of one. Raises FamilyError."""
    value = argument if isinstance(argument, Fraction) else Fraction(integer(argument, what))
    if value.denominator > 2:
        raise refusals.label(f"{what} is neither a whole number nor half of one")
    return value


def rational(argument: Argument, what: str) -> Fraction:
    """An argument that is a concrete rational number. Raises FamilyError."""
    return argument if isinstance(argument, Fraction) else Fraction(integer(argument, what))


def bounded(value: int, what: str, least: int, greatest: int) -> int:
    """The value, if it lies in the range that the library builds. Raises FamilyError."""
    if value < least:
        raise refusals.size(f"{what} is smaller than {least}")
    if value > greatest:
        raise refusals.too_large(what, greatest)
    return value


def occurring(dims: Sequence[Dim], parameters: Sequence[Parameter]) -> tuple[Parameter, ...]:
    """Those of the declared parameters that occur in the sizes."""
    names = frozenset().union(*(d.parameters for d in dims))
    return tuple(p for p in parameters if p.name in names)
