"""The 32 crystal classes by their Hermann-Mauguin symbols, in standard settings.

Settings (International Tables for Crystallography, volume A, chapter 10.1): orthonormal axes; the principal axis along z, the
unique axis of monoclinic classes along y; two-fold axes and mirror normals of the symbol's second place along x; the three-fold
axis d of cubic classes along (1, 1, 1). The relations are complete presentations.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from catalg.exact.field import Alg, sqrt_rational
from catalg.families import arguments, refusals
from catalg.families.explicit import character, explicit
from catalg.families.finite import FiniteFamily
from catalg.families.permutations import Permutation
from catalg.families.symmetric import relator
from catalg.families.tables import Named, Table, diagonal, from_rows, permutation, product, scaled
from catalg.model.group import Generator, Group, GroupFacts, Relation, Word
from catalg.model.protocols import Argument, FamilyError
from catalg.model.representation import Rep
from catalg.model.scalars import BaseField, Scalar
from catalg.terms import Dim, Parameter

HALF = Fraction(1, 2)


def _turn(c: Fraction, s: Scalar) -> Table:
    return from_rows(((c, -s, 0), (s, c, 0), (0, 0, 1)))


def _operations() -> dict[str, Table]:
    half_root: Alg = sqrt_rational(3) / 2
    turns = {"r2z": diagonal((-1, -1, 1)), "r3z": _turn(-HALF, half_root), "r4z": _turn(Fraction(0), 1),
             "r6z": _turn(HALF, half_root)}
    inverted = {f"q{name[1:]}": scaled(-1, table) for name, table in turns.items() if name != "r2z"}
    return {
        **turns, **inverted,
        "r2x": diagonal((1, -1, -1)), "r2y": diagonal((-1, 1, -1)), "d": permutation((1, 2, 0)),
        "mx": diagonal((-1, 1, 1)), "my": diagonal((1, -1, 1)), "mz": diagonal((1, 1, -1)), "i": diagonal((-1, -1, -1)),
    }


@dataclass(frozen=True, slots=True)
class CrystalClass:
    """One class: Schoenflies' symbol, crystal system, order, generators, relators as (word, power)."""

    schoenflies: str
    system: str
    order: int
    generators: tuple[str, ...]
    relators: tuple[tuple[str, int], ...]


def _class(schoenflies: str, system: str, order: int, text: str) -> CrystalClass:
    """Read `r4z^4 r2x^2 (r4z r2x)^2`-like data: words separated by commas, letters by blanks, `-` marks an inverse."""
    names: list[str] = []
    relators: list[tuple[str, int]] = []
    for part in text.split(","):
        word, _, exponent = part.strip().partition("^")
        if word:
            relators.append((word, int(exponent)))
            names.extend(n for n in (letter.lstrip("-") for letter in word.split()) if n not in names)
    return CrystalClass(schoenflies, system, order, tuple(names), tuple(relators))


CLASSES: dict[str, CrystalClass] = {
    "1": _class("C1", "triclinic", 1, ""),
    "-1": _class("Ci", "triclinic", 2, "i^2"),
    "2": _class("C2", "monoclinic", 2, "r2y^2"),
    "m": _class("Cs", "monoclinic", 2, "my^2"),
    "2/m": _class("C2h", "monoclinic", 4, "r2y^2, my^2, r2y my^2"),
    "222": _class("D2", "orthorhombic", 4, "r2z^2, r2x^2, r2z r2x^2"),
    "mm2": _class("C2v", "orthorhombic", 4, "mx^2, my^2, mx my^2"),
    "mmm": _class("D2h", "orthorhombic", 8, "mx^2, my^2, mz^2, mx my^2, my mz^2, mx mz^2"),
    "4": _class("C4", "tetragonal", 4, "r4z^4"),
    "-4": _class("S4", "tetragonal", 4, "q4z^4"),
    "4/m": _class("C4h", "tetragonal", 8, "r4z^4, mz^2, r4z mz -r4z mz^1"),
    "422": _class("D4", "tetragonal", 8, "r4z^4, r2x^2, r4z r2x^2"),
    "4mm": _class("C4v", "tetragonal", 8, "r4z^4, mx^2, r4z mx^2"),
    "-42m": _class("D2d", "tetragonal", 8, "q4z^4, r2x^2, q4z r2x^2"),
    "4/mmm": _class("D4h", "tetragonal", 16, "r4z^4, mz^2, mx^2, r4z mx^2, r4z mz -r4z mz^1, mz mx^2"),
    "3": _class("C3", "trigonal", 3, "r3z^3"),
    "-3": _class("C3i", "trigonal", 6, "q3z^6"),
    "32": _class("D3", "trigonal", 6, "r3z^3, r2x^2, r3z r2x^2"),
    "3m": _class("C3v", "trigonal", 6, "r3z^3, mx^2, r3z mx^2"),
    "-3m": _class("D3d", "trigonal", 12, "q3z^6, r2x^2, q3z r2x^2"),
    "6": _class("C6", "hexagonal", 6, "r6z^6"),
    "-6": _class("C3h", "hexagonal", 6, "q6z^6"),
    "6/m": _class("C6h", "hexagonal", 12, "r6z^6, mz^2, r6z mz -r6z mz^1"),
    "622": _class("D6", "hexagonal", 12, "r6z^6, r2x^2, r6z r2x^2"),
    "6mm": _class("C6v", "hexagonal", 12, "r6z^6, mx^2, r6z mx^2"),
    "-6m2": _class("D3h", "hexagonal", 12, "q6z^6, mx^2, q6z mx^2"),
    "6/mmm": _class("D6h", "hexagonal", 24, "r6z^6, mz^2, mx^2, r6z mx^2, r6z mz -r6z mz^1, mz mx^2"),
    "23": _class("T", "cubic", 12, "r2z^2, d^3, r2z d^3"),
    "m-3": _class("Th", "cubic", 24, "mz^2, d^3, mz d mz -d^2"),
    "432": _class("O", "cubic", 24, "r4z^4, d^3, r4z d^2"),
    "-43m": _class("Td", "cubic", 24, "q4z^4, d^3, q4z d^2"),
    "m-3m": _class("Oh", "cubic", 48, "r4z^4, d^3, i^2, r4z d^2, r4z i -r4z i^1, d i -d i^1"),
}


def _word(text: str) -> Word:
    return tuple((letter.lstrip("-"), -1 if letter.startswith("-") else 1) for letter in text.split())


def _unknown(symbol: str) -> FamilyError:
    """The refusal of a symbol, with the class that is written almost so."""
    letters = symbol.replace(" ", "").replace("/", "").replace("-", "")
    same = [known for known in CLASSES if known.replace("/", "").replace("-", "") == letters]
    help = f'a class with a similar symbol exists: "{same[0]}"' if same else None
    return refusals.label(f'"{symbol[:20]}" is not a crystal class', help, () if same else tuple(CLASSES))


class PointGroup(FiniteFamily):
    """PointGroup("4/mmm")."""

    name = "PointGroup"
    representations = ("trivial", "vector", "det", "regular")
    gsets = ("self", "regular")
    actions = ("R", "Sphere")
    summary = (
        'PointGroup("4/mmm"), the 32 crystal classes in Hermann-Mauguin notation: ' + ", ".join(CLASSES) + ". Generators, as far "
        "as a class needs them: the rotations r2x, r2y, r2z, r3z, r4z, r6z about the axes; the rotoinversions q3z, q4z, q6z, "
        "which are their negatives; the mirrors mx, my, mz; the inversion i; the three-fold rotation d, e1 -> e2 -> e3. The principal "
        "axis is z, the unique axis of monoclinic classes y, and two-fold axes or mirror normals of the second place lie along "
        "x. vector: orthonormal axes; det (*) vector is the axial one. It acts on R^3 and Sphere(2)."
    )

    def group(self, name: str, given: tuple[Argument, ...], parameters: tuple[Parameter, ...]) -> Group:
        """The class of a symbol. Raises FamilyError."""
        symbol = arguments.one(given, self.name, 'a symbol such as "4/mmm"')
        if isinstance(symbol, Dim) and symbol.constant() is not None:
            symbol = str(symbol.constant())
        if not isinstance(symbol, str):
            raise refusals.arguments(f"{self.name} takes a symbol in quotation marks", 'for example PointGroup("4/mmm")')
        written = symbol.replace(" ", "")
        if written not in CLASSES:
            raise _unknown(symbol)
        found = CLASSES[written]
        generators = tuple(Generator(g) for g in found.generators)
        relations: tuple[Relation, ...] = tuple(relator(_word(w), k) for w, k in found.relators)
        source = f"International Tables for Crystallography A, class {written} ({found.schoenflies}, {found.system})"
        facts = GroupFacts(Dim.of(found.order), Dim.of(0), found.order, True, None, source)
        return Group(name, f'PointGroup("{written}")', generators, relations, facts, family=(self.name, (written,)))

    def orthogonal(self, group: Group) -> tuple[int, Named]:
        """Orthonormal axes of space."""
        operations = _operations()
        return 3, tuple((g.name, operations[g.name]) for g in group.generators)

    def faithful_set(self, group: Group) -> dict[str, Permutation]:
        """The orbits of the axes and of two general points."""
        _, tables = self.orthogonal(group)
        return orbit_permutations(dict(tables), ((1, 0, 0), (0, 0, 1), (1, 2, 3)))

    def _representation(self, group: Group, name: str, given: tuple[Argument, ...], field: BaseField) -> Rep:
        if name == "regular":
            return super()._representation(group, name, given, field)
        arguments.none(given, f"`{name}`")
        if name == "vector":
            return explicit(group, field, 3, self.orthogonal(group)[1], "vector")
        improper = {g.name: -1 for g in group.generators if g.name[0] in "qmi"}
        return character(group, field, dict(improper), "det")


def orbit_permutations(tables: dict[str, Table], starts: tuple[tuple[Scalar, ...], ...]) -> dict[str, Permutation]:
    """How matrices of a finite group permute the orbits of some points."""
    points: dict[tuple[Scalar, ...], int] = {}
    for start in starts:
        points.setdefault(start, len(points))
    listed = list(points)
    images: dict[str, list[int]] = {name: [] for name in tables}
    for point in listed:
        column: Table = {(k, 0): v for k, v in enumerate(point) if v != 0}
        for name, table in tables.items():
            moved = product(table, column)
            image = tuple(moved.get((k, 0), 0) for k in range(len(point)))
            if image not in points:
                points[image] = len(listed)
                listed.append(image)
            images[name].append(points[image])
    return {name: tuple(table) for name, table in images.items()}
