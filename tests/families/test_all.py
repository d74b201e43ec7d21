"""Every family keeps its own promises: relations, dimensions, orders, irreducibility."""

from __future__ import annotations

from fractions import Fraction

import pytest

from catalg.exact.nullspace import nullspace
from catalg.exact.sparse import SparseMatrix
from catalg.families.permutations import regular
from catalg.families.registry import FAMILIES, find
from catalg.model.action import ExplicitAction
from catalg.model.group import Group
from catalg.model.gset import ExplicitSet
from catalg.model.protocols import Argument, FamilyError
from catalg.model.representation import ExplicitRep, FreeRep, Rep, SumRep
from catalg.model.scalars import COMPLEX, RATIONAL, REAL, BaseField
from catalg.terms import Dim
from tests.families.laws import broken_action_relations, broken_matrix_relations, broken_set_relations


def arg(value: object) -> Argument:
    if isinstance(value, int):
        return Dim.of(value)
    assert isinstance(value, str | Fraction | Dim | Group)
    return value


def make(family: str, *sizes: object) -> Group:
    return find(family).group("G", tuple(arg(s) for s in sizes), ())


def rep(group: Group, name: str, *args: object, field: BaseField = REAL) -> Rep:
    assert group.family is not None
    return find(group.family[0]).representation(group, name, tuple(arg(a) for a in args), field)


def explicit(group: Group, name: str, *args: object, field: BaseField = REAL) -> ExplicitRep:
    found = rep(group, name, *args, field=field)
    assert isinstance(found, ExplicitRep)
    return found


def act(group: Group, name: str, *args: object) -> ExplicitAction:
    assert group.family is not None
    found = find(group.family[0]).action(group, name, tuple(arg(a) for a in args))
    assert isinstance(found, ExplicitAction)
    return found


def gset(group: Group, name: str, *args: object) -> ExplicitSet:
    assert group.family is not None
    found = find(group.family[0]).gset(group, name, tuple(arg(a) for a in args))
    assert isinstance(found, ExplicitSet)
    return found


def commutant(first: ExplicitRep, second: ExplicitRep) -> int:
    """dim Hom over the field of the entries: X with second(g) X = X first(g) for every generator."""
    m, n = second.size, first.size
    stacked = SparseMatrix.zero(0, m * n)
    for name, matrix in first.matrices:
        left = second.matrix(name).kron(SparseMatrix.identity(n))
        right = SparseMatrix.identity(m).kron(matrix.transpose())
        stacked = stacked.stack(left - right)
    return len(nullspace(stacked))


LIE = [
    ("SO", 1), ("SO", 2), ("SO", 3), ("SO", 4), ("SO", 5), ("O", 1), ("O", 2), ("O", 3), ("O", 4),
    ("SO", 1, 1), ("SO", 1, 2), ("SO", 2, 2), ("O", 1, 1), ("O", 1, 3), ("O", 0, 2), ("O", 2, 0),
    ("SOplus", 1, 1), ("SOplus", 1, 3), ("SOplus", 2, 2), ("SOplus", 0, 1),
    ("SE", 1), ("SE", 2), ("SE", 3), ("E", 1), ("E", 2), ("E", 3), ("Translations", 1), ("Translations", 3),
    ("U", 1), ("U", 2), ("U", 3), ("SU", 1), ("SU", 2), ("SU", 3), ("Sp", 2), ("Sp", 4), ("Sp", 6), ("Torus", 0), ("Torus", 1),
    ("Torus", 3), ("Scale",), ("Z",), ("Z", 3), ("GL", 1), ("GL", 2), ("GL", 3), ("SL", 1), ("SL", 2), ("SL", 3), ("Aff", 1), ("Aff", 2),
]
FINITE = [
    ("Sym", 0), ("Sym", 1), ("Sym", 2), ("Sym", 3), ("Sym", 4), ("Sym", 5), ("Alt", 2), ("Alt", 3), ("Alt", 4), ("Alt", 5),
    ("Alt", 6), ("Cyclic", 1), ("Cyclic", 2), ("Cyclic", 3), ("Cyclic", 5), ("Cyclic", 8), ("Dihedral", 1), ("Dihedral", 2),
    ("Dihedral", 3), ("Dihedral", 4), ("Dihedral", 6),
]


@pytest.mark.parametrize("which", [*LIE, *FINITE], ids=str)
def test_plain_representations_keep_the_relations(which: tuple[object, ...]) -> None:
    group = make(str(which[0]), *which[1:])
    family = FAMILIES[str(which[0])]
    for name in family.representations:
        if name in ("irrep", "regular"):
            continue
        found = rep(group, name)
        if isinstance(found, ExplicitRep):
            assert broken_matrix_relations(found) == []


@pytest.mark.parametrize("which", LIE, ids=str)
def test_lie_generators_are_a_basis_of_the_lie_algebra(which: tuple[object, ...]) -> None:
    group = make(str(which[0]), *which[1:])
    assert group.facts.dimension == Dim.of(len(group.lie))


@pytest.mark.parametrize("which", FINITE, ids=str)
def test_finite_orders_and_sets(which: tuple[object, ...]) -> None:
    group = make(str(which[0]), *which[1:])
    points, itself = gset(group, "Points"), gset(group, "self")
    assert group.facts.order == Dim.of(itself.count)
    for found in (points, itself):
        assert broken_set_relations(found) == []
        assert all(sorted(images) == list(range(found.count)) for _, images in found.permutations)
    assert isinstance(rep(group, "regular"), FreeRep)


ACTIONS: list[tuple[tuple[object, ...], str, tuple[object, ...]]] = [
    (("SO", 2), "R", (2,)), (("SO", 2), "Circle", ()), (("SO", 3), "R", (3,)), (("SO", 3), "Sphere", (2,)), (("SO", 2), "SPD", ()),
    (("O", 2), "SPD", ()), (("O", 3), "Sphere", (2,)), (("SO", 3), "self", ()), (("O", 2), "self", ()), (("O", 3), "self", ()),
    (("SE", 2), "R", (2,)), (("SE", 2), "Circle", ()), (("SE", 3), "R", (3,)), (("SE", 3), "Sphere", (2,)), (("SE", 2), "self", ()),
    (("E", 2), "R", (2,)), (("E", 2), "self", ()), (("E", 1), "R", (1,)), (("Aff", 1), "R", (1,)), (("Aff", 2), "R", (2,)),
    (("Aff", 1), "self", ()), (("GL", 2), "SPD", ()), (("GL", 3), "SPD", ()), (("GL", 2), "HalfPlane", ()), (("GL", 2), "self", ()),
    (("SL", 2), "SPD", ()), (("SL", 2), "HalfPlane", ()), (("SL", 2), "self", ()), (("SL", 3), "self", ()), (("GL", 2), "R", (2,)),
    (("SOplus", 1, 3), "R", (4,)), (("SOplus", 1, 1), "self", ()), (("O", 1, 2), "self", ()), (("Translations", 2), "R", (2,)),
    (("Translations", 2), "self", ()), (("Sym", 3), "R", (3,)), (("Sym", 4), "Sphere", (3,)), (("Cyclic", 4), "R", (2,)),
    (("Cyclic", 3), "Circle", ()), (("Dihedral", 3), "R", (2,)), (("PointGroup", "432"), "R", (3,)), (("Trivial",), "R", (2,)),
    (("PointGroup", "-6m2"), "Sphere", (2,)), (("SU", 2), "self", ()), (("U", 1), "self", ()), (("U", 2), "self", ()),
    (("SU", 3), "R", (6,)), (("SU", 2), "R", (4,)), (("U", 2), "Sphere", (3,)), (("Sp", 2), "self", ()), (("Sp", 4), "R", (4,)),
    (("Sp", 4), "SPD", ()), (("Torus", 2), "R", (4,)), (("Torus", 2), "self", ()), (("Scale",), "R", (3,)), (("Scale",), "self", ()),
    (("Z", 2), "R", (2,)), (("SE", 3), "self", ()), (("SE", 1), "self", ()),
]


@pytest.mark.parametrize(("which", "name", "args"), ACTIONS, ids=str)
def test_actions_keep_relations_and_domain(which: tuple[object, ...], name: str, args: tuple[object, ...]) -> None:
    action = act(make(str(which[0]), *which[1:]), name, *args)
    assert broken_action_relations(action) == []
    assert [g.name for g in action.group.generators] == [n for n, _ in action.maps]


@pytest.mark.parametrize(
    ("degree", "field"), [(d, f) for d in range(8) for f in (REAL, COMPLEX, RATIONAL) if d <= 4 or f == RATIONAL], ids=str
)
def test_spherical_harmonics_are_irreducible(degree: int, field: BaseField) -> None:
    group = make("SO", 3)
    found = explicit(group, "irrep", degree, field=field)
    assert found.size == 2 * degree + 1
    assert broken_matrix_relations(found) == []
    x, y, z = (found.matrix(name) for name in "XYZ")
    casimir = x @ x + y @ y + z @ z
    assert (casimir + SparseMatrix.identity(found.size).scale(degree * (degree + 1))).is_zero
    if degree <= 3:
        assert commutant(found, found) == 1


def test_degree_one_is_the_vector_representation() -> None:
    group = make("SO", 3)
    assert commutant(explicit(group, "irrep", 1), explicit(group, "vector")) == 1
    full = make("O", 3)
    assert commutant(explicit(full, "irrep", 1, "odd"), explicit(full, "vector")) == 1
    assert commutant(explicit(full, "irrep", 1, "even"), explicit(full, "vector")) == 0


def test_harmonics_transform_like_functions_on_the_sphere() -> None:
    """X f for f a harmonic polynomial, by differentiating: (X f)(x) = d/dt f(exp(-tX) x)."""
    import sympy

    from catalg.exact.special import solid_harmonic
    from catalg.families.angular_momentum import rational_harmonics

    x = sympy.symbols("x y z")
    fields = {"X": (0, -x[2], x[1]), "Y": (x[2], 0, -x[0]), "Z": (-x[1], x[0], 0)}
    for degree in range(5):
        functions = [
            sum(sympy.Rational(c.numerator, c.denominator) * x[0] ** a * x[1] ** b * x[2] ** e
                for (a, b, e), c in solid_harmonic(degree, m))
            for m in range(-degree, degree + 1)
        ]
        for name, table in zip("XYZ", rational_harmonics(degree), strict=True):
            for j, f in enumerate(functions):
                moved = -sum(f.diff(v) * w for v, w in zip(x, fields[name], strict=True)) if degree else 0
                expected = sum(sympy.Rational(str(v)) * functions[i] for (i, k), v in table.items() if k == j)
                assert sympy.expand(moved - expected) == 0


def test_parity_of_full_rotations() -> None:
    group = make("O", 3)
    for degree in range(4):
        for parity in ("even", "odd"):
            found = explicit(group, "irrep", degree, parity)
            assert broken_matrix_relations(found) == []
    assert isinstance(rep(group, "irrep", "2x0e + 1x1o"), SumRep)
    assert rep(group, "irrep", "1o") == rep(group, "irrep", 1, "odd")
    determinant = explicit(group, "det")
    assert commutant(explicit(group, "irrep", 0, "odd"), determinant) == 1


@pytest.mark.parametrize("m", [0, 1, 2, 5, -3])
def test_planar_irreps(m: int) -> None:
    rotations, full = make("SO", 2), make("O", 2)
    real, character = explicit(rotations, "irrep", m), explicit(rotations, "irrep", m, field=COMPLEX)
    assert (real.size, character.size) == (1 if m == 0 else 2, 1)
    assert broken_matrix_relations(real) == [] and broken_matrix_relations(character) == []
    mirrored = explicit(full, "irrep", m)
    assert broken_matrix_relations(mirrored) == []
    assert commutant(real, real) == (1 if m == 0 else 2)
    assert commutant(mirrored, mirrored) == 1


@pytest.mark.parametrize("family", ["Cyclic", "Dihedral"])
@pytest.mark.parametrize("n", [1, 2, 3, 4, 5, 6, 8])
def test_polygon_irreps(family: str, n: int) -> None:
    group = make(family, n)
    for m in range(-1, n + 1):
        found = explicit(group, "irrep", m)
        assert found.size == (1 if 2 * m % n == 0 else 2)
        assert broken_matrix_relations(found) == []
        expected = 1 if found.size == 1 or family == "Dihedral" else 2
        assert commutant(found, found) == expected
        over_complex = explicit(group, "irrep", m, field=COMPLEX)
        assert broken_matrix_relations(over_complex) == []
        assert over_complex.size == (found.size if family == "Dihedral" else 1)


@pytest.mark.parametrize("n", [31, 32, 37, 100, 101])
def test_polygons_with_many_corners(n: int) -> None:
    """r^n = 1, and the trace of r is 2 cos(2 pi/n), numerically to thirty digits."""
    import flint

    vector = explicit(make("Dihedral", n), "vector")
    r = vector.matrix("r")
    power, result, exponent = r, SparseMatrix.identity(2), n
    while exponent:
        result = result @ power if exponent % 2 else result
        power, exponent = power @ power, exponent // 2
    assert (result - SparseMatrix.identity(2)).is_zero
    with flint.ctx.workprec(110):
        expected = 2 * flint.arb.cos_pi_fmpq(flint.fmpq(2, n))
        trace = r[0, 0] + r[1, 1]
        assert trace.approx(110).real.overlaps(expected)  # type: ignore[union-attr]
        sine = flint.arb.sin_pi_fmpq(flint.fmpq(2, n))
        assert r[1, 0].approx(110).real.overlaps(sine)  # type: ignore[union-attr]


def test_entries_of_too_high_degree_are_refused() -> None:
    for field in (REAL, COMPLEX):
        with pytest.raises(FamilyError):
            rep(make("Cyclic", 1009), "irrep", 1, field=field)
    with pytest.raises(FamilyError):
        act(make("Cyclic", 1009), "R", 2)


def test_the_identity_component_of_an_indefinite_group_is_cut_out() -> None:
    from tests.families.laws import to_sympy

    action = act(make("SOplus", 1, 2), "self")
    assert [str(to_sympy(t)) for t in action.inequalities] == ["x1"]
    assert act(make("SO", 1, 2), "self").inequalities == ()


def test_motions_pull_back_the_irreps_of_rotations() -> None:
    assert broken_matrix_relations(explicit(make("SE", 3), "irrep", 2)) == []
    assert broken_matrix_relations(explicit(make("E", 3), "irrep", 2, "odd")) == []
    assert broken_matrix_relations(explicit(make("SE", 2), "irrep", 3)) == []
    assert broken_matrix_relations(explicit(make("E", 2), "irrep", 3)) == []


def test_high_degrees_are_exact_over_the_rationals() -> None:
    found = explicit(make("SO", 3), "irrep", 30)
    assert found.size == 61 and broken_matrix_relations(found) == []


@pytest.mark.parametrize("n", [2, 3, 4, 5])
def test_standard_is_irreducible(n: int) -> None:
    group = make("Sym", n)
    standard = explicit(group, "standard", field=RATIONAL)
    assert standard.size == n - 1
    assert commutant(standard, standard) == 1
    assert commutant(standard, explicit(group, "vector", field=RATIONAL)) == 1


def test_spin_one_half_is_not_a_representation_of_the_rotations() -> None:
    group = make("SO", 3)
    i = COMPLEX
    from catalg.families.angular_momentum import complex_spin
    from catalg.families.tables import sparse

    x, y, z = (sparse(t, 2) for t in complex_spin(Fraction(1, 2)))
    half = ExplicitRep(group, i, 2, (("X", x), ("Y", y), ("Z", z)))
    broken = broken_matrix_relations(half)
    assert [type(r).__name__ for r in broken] == ["PeriodRelation"]


REFUSED: list[tuple[tuple[object, ...], str, str, tuple[object, ...]]] = [
    (("SO", 3), "action", "R", (2,)), (("SO", 3), "action", "Sphere", (3,)), (("SO", 3), "action", "Circle", ()),
    (("SO", 3), "action", "HalfPlane", ()), (("GL", 3), "action", "HalfPlane", ()), (("SO", 3), "representation", "sign", ()),
    (("SO", 3), "representation", "irrep", (Fraction(1, 2),)), (("O", 3), "representation", "irrep", (1,)),
    (("O", 3), "representation", "irrep", ("1x",)), (("SO", 4), "representation", "irrep", (1,)),
    (("SO", 3), "gset", "Points", ()), (("Sym", 3), "gset", "Pointz", ()), (("Sym", 9), "gset", "self", ()),
    (("GL", 2), "action", "Sphere", (1,)), (("PointGroup", "432"), "action", "R", (2,)),
    (("SU", 3), "representation", "irrep", (1,)), (("U", 4), "action", "self", ()), (("Torus", 2), "representation", "irrep", (1,)),
]


@pytest.mark.parametrize(("which", "kind", "name", "args"), REFUSED, ids=str)
def test_refusals(which: tuple[object, ...], kind: str, name: str, args: tuple[object, ...]) -> None:
    group = make(str(which[0]), *which[1:])
    call = {"action": act, "representation": rep, "gset": gset}[kind]
    with pytest.raises(FamilyError) as caught:
        call(group, name, *args)
    assert caught.value.help or caught.value.candidates


@pytest.mark.parametrize("which", [("SO", 0), ("SO", -1), ("SO", 99), ("SO",), ("SO", "x"), ("Sym", 10**7), ("PointGroup", "5"),
                                   ("Cyclic", 0), ("Sp", 3), ("Sp", Dim.parameter("n")), ("wr", 1), ("Aut", 3), ("Trivial", 1)], ids=str)
def test_refused_groups(which: tuple[object, ...]) -> None:
    with pytest.raises(FamilyError):
        make(str(which[0]), *which[1:])


def test_an_irrational_rotation_is_not_rational() -> None:
    with pytest.raises(FamilyError):
        rep(make("Cyclic", 3), "irrep", 1, field=RATIONAL)
    assert explicit(make("Cyclic", 4), "irrep", 1, field=RATIONAL).size == 2


@pytest.mark.parametrize("twice", range(6))
def test_spins(twice: int) -> None:
    group, j = make("SU", 2), Fraction(twice, 2)
    label = j if j.denominator == 2 else int(j)
    over_complex, over_real = explicit(group, "irrep", label, field=COMPLEX), explicit(group, "irrep", label)
    assert over_complex.size == twice + 1
    assert over_real.size == (twice + 1 if twice % 2 == 0 else 2 * twice + 2)
    for found in (over_complex, over_real):
        assert broken_matrix_relations(found) == []
    x, y, z = (over_complex.matrix(name) for name in "XYZ")
    casimir = x @ x + y @ y + z @ z
    assert (casimir + SparseMatrix.identity(twice + 1).scale(j * (j + 1))).is_zero
    if twice <= 3:
        assert commutant(over_complex, over_complex) == 1
        assert commutant(over_real, over_real) == (1 if twice % 2 == 0 else 4)


def test_unitary_representations_over_both_fields() -> None:
    for n, group in ((2, make("U", 2)), (3, make("SU", 3)), (2, make("SU", 2))):
        over_complex, over_real = explicit(group, "vector", field=COMPLEX), explicit(group, "vector", field=RATIONAL)
        assert (over_complex.size, over_real.size) == (n, 2 * n)
        assert broken_matrix_relations(over_complex) == [] and broken_matrix_relations(over_real) == []
        assert commutant(over_complex, over_complex) == 1
        assert commutant(over_real, over_real) == (4 if group.label == "SU(2)" else 2)
    assert broken_matrix_relations(explicit(make("U", 2), "det", field=COMPLEX)) == []
    assert commutant(explicit(make("SU", 2), "irrep", Fraction(1, 2), field=COMPLEX),
                     explicit(make("SU", 2), "vector", field=COMPLEX)) == 1
    assert explicit(make("U", 1), "irrep", -2, field=COMPLEX).size == 1


def test_characters_of_tori_and_dilations() -> None:
    torus = make("Torus", 2)
    found = explicit(torus, "irrep", 1, -2, field=COMPLEX)
    assert found.size == 1 and broken_matrix_relations(found) == []
    assert broken_matrix_relations(explicit(torus, "irrep", 1, -2)) == []
    assert explicit(make("Scale"), "irrep", Fraction(-1, 2)).matrix("D")[0, 0] == Fraction(-1, 2)


def test_regular_sets_are_regular() -> None:
    group = make("Dihedral", 2)
    found = regular(group, {"a": (1, 0, 3, 2), "b": (2, 3, 0, 1)}, "self")
    assert found.count == 4
