"""Representations by matrices, checked to be defined over the field that is asked for."""

from __future__ import annotations

from catalg.exact.field import Alg, compositum
from catalg.families import refusals
from catalg.families.tables import Named, Table, as_fraction, is_rational, sparse
from catalg.model.group import Group
from catalg.model.representation import ExplicitRep, TrivialRep
from catalg.model.scalars import BaseField, Scalar
from catalg.terms import Dim


def lies_in(value: Scalar, field: BaseField) -> bool:
    """Whether an exact scalar belongs to a base field (for a finite one: its reduction is defined)."""
    if field.kind == "complex":
        return True
    if field.kind == "finite":
        return is_rational(value) and as_fraction(value).denominator % field.characteristic != 0
    if not isinstance(value, Alg) or value.is_rational:
        return True
    if field.kind == "real":
        return value.is_real()
    known = field.number_field
    return known is not None and compositum(known, value.field)[0].degree == known.degree


def explicit(group: Group, field: BaseField, size: int, tables: Named, name: str) -> ExplicitRep:
    """The representation with these matrices, one for each generator of the group.

    Raises FamilyError when an entry does not lie in the field, or a Lie algebra would act over a finite field.
    """
    if field.kind == "finite" and group.lie:
        raise refusals.over_field(f"{name} of {group.label}", str(field), "a Lie group is represented over QQ, RR or CC")
    given = dict(tables)
    matrices = tuple((g.name, given[g.name]) for g in group.generators)
    for _, table in matrices:
        for value in table.values():
            if not lies_in(value, field):
                raise refusals.over_field(f"{name} of {group.label}", str(field), f"a matrix has the entry {value}")
    return ExplicitRep(group, field, size, tuple((g, sparse(t, size)) for g, t in matrices), name)


def character(group: Group, field: BaseField, values: dict[str, Scalar], name: str) -> ExplicitRep:
    """A one-dimensional representation: each generator's value, 1 (for a Lie generator 0) where none is given."""
    tables: list[tuple[str, Table]] = []
    for generator in group.generators:
        value = values.get(generator.name, 0 if generator.kind == "lie" else 1)
        tables.append((generator.name, {(0, 0): value} if value != 0 else {}))
    return explicit(group, field, 1, tuple(tables), name)


def trivial(group: Group, field: BaseField, copies: Dim | int = 1) -> TrivialRep:
    """Copies of the trivial representation."""
    return TrivialRep(group, field, Dim.of(copies), "trivial")
