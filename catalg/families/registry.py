"""All families by name. Adding one is adding its file and one line here."""

from __future__ import annotations

from collections.abc import Mapping

from catalg.families.abelian import Integers, Scale, Torus
from catalg.families.automorphism import GraphAutomorphisms
from catalg.families.cyclic import Cyclic, Dihedral
from catalg.families.euclidean import Euclidean, SpecialEuclidean, Translations
from catalg.families.general_linear import Affine, GeneralLinear, SpecialLinear
from catalg.families.indefinite import IdentityComponent
from catalg.families.orthogonal import Orthogonal, SpecialOrthogonal
from catalg.families.point_group import PointGroup
from catalg.families.symmetric import Alternating, Symmetric
from catalg.families.symplectic import Symplectic
from catalg.families.trivial import Trivial
from catalg.families.unitary import SpecialUnitary, Unitary
from catalg.families.wreath import Wreath
from catalg.model.protocols import Family

_ALL: tuple[Family, ...] = (
    Trivial(),
    Translations(),
    SpecialOrthogonal(),
    Orthogonal(),
    IdentityComponent(),
    SpecialEuclidean(),
    Euclidean(),
    Symmetric(),
    Alternating(),
    Cyclic(),
    Dihedral(),
    Affine(),
    GeneralLinear(),
    SpecialLinear(),
    Symplectic(),
    Unitary(),
    SpecialUnitary(),
    Torus(),
    Scale(),
    Integers(),
    PointGroup(),
    GraphAutomorphisms(),
    Wreath(),
)

FAMILIES: Mapping[str, Family] = {family.name: family for family in _ALL}
"""The library, by the name that stands before the bracket."""


def find(name: str) -> Family:
    """The family of that name. Raises KeyError.

    >>> find("Scale").group("G", (), ()).generators[0].name
    'D'
    """
    return FAMILIES[name]
