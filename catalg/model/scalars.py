"""Base fields of Vect, and what is known of them."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from catalg.exact.field import Alg, NumberField

Scalar = int | Fraction | Alg


@dataclass(frozen=True, slots=True)
class BaseField:
    """The field over which a functor to Vect is linear.

    `kind` is `rational`, `real`, `complex`, `number` (then `number_field` says which) or `finite` (then
    `characteristic` is the prime).
    """

    kind: str
    number_field: NumberField | None = None
    characteristic: int = 0
    label: str = ""

    def __str__(self) -> str:
        return {"rational": "QQ", "real": "RR", "complex": "CC"}.get(self.kind, self.label)


RATIONAL = BaseField("rational")
REAL = BaseField("real")
COMPLEX = BaseField("complex")
