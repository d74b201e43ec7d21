"""Shapes, components, derivatives, balls and special polynomials."""

from __future__ import annotations

import random
from fractions import Fraction

import flint
import pytest

from catalg.exact import special
from catalg.exact.balls import Undefined, Unresolved
from catalg.exact.components import Array, coordinates, determinant, expand, inverse
from catalg.exact.derivative import NotDifferentiable, derivative, directional, gradient
from catalg.exact.functions import (
    CONSTANTS,
    FUNCTIONS,
    SCALAR,
    VOCABULARY,
    Shape,
    ShapeError,
    describe,
    shape_of,
)
from catalg.exact.instances import Instance
from catalg.exact.intervals import value_at
from catalg.exact.zero import decide_equal, decide_zero
from catalg.terms import (
    Add,
    Apply,
    Call,
    Const,
    Derived,
    Dim,
    Identity,
    Index,
    Let,
    Matrix,
    Mul,
    Name,
    Num,
    Ones,
    Pow,
    Series,
    Term,
    Vector,
    free_names,
    num,
    substitute,
)
from tests.exact.formulas import F, apply, call, cos, exp, log, name, sin, sqrt, total, wrap

d, m = Dim.parameter("d"), Dim.parameter("m")
q, k, s = Name("q"), Name("k"), Name("s")
SHAPES: dict[str, Shape] = {
    "q": (d,),
    "k": (d,),
    "A": (d, d),
    "B": (d, m),
    "p": (Dim.of(2),),
    "w": (Dim.of(3),),
}
TWO = {"q": (Dim.of(2),), "k": (Dim.of(2),), "A": (Dim.of(2), Dim.of(2)), "B": (Dim.of(3), Dim.of(2))}
A, B = Name("A"), Name("B")


def t(term: Term) -> Term:
    return Call("transpose", (term,))


@pytest.mark.parametrize(
    ("term", "shape"),
    [
        (Call("dot", (q, k)), SCALAR), (Call("norm", (Add((k, Mul((num(-1), q)))),)), SCALAR), (Mul((q, t(k))), (d, d)), (Mul((t(q), k)), SCALAR),
        (Mul((t(q), A, k)), SCALAR), (Mul((A, q)), (d,)), (Mul((A, B)), (d, m)), (t(B), (m, d)), (Pow(A, num(-1)), (d, d)), (Call("inverse", (A,)), (d, d)),
        (Add((A, Mul((s, Identity())))), (d, d)), (Mul((A, Identity())), (d, d)), (Call("kron", (A, B)), (d * d, d * m)), (Call("kron", (q, k)), (d * d,)),
        (Apply("kappa", (Add((k, q)),)), SCALAR), (Call("angle", (Name("p"), Name("p"))), SCALAR), (Index(q, (num(3),)), SCALAR), (Index(Name("a"), (Name("l"),)), SCALAR),
        (Vector((s, s, num(1))), (Dim.of(3),)), (Matrix(((s, s), (s, s))), (Dim.of(2), Dim.of(2))), (Series("l", num(0), Const("oo"), Mul((s, q))), (d,)), (Let((("r", Call("norm", (q,))),), Mul((Name("r"), q))), (d,)),
        (Call("Y", (num(1), num(0), Name("w"))), SCALAR), (Mul((Call("det", (A,)), A)), (d, d)), (Mul((Ones(), q)), (d,)),
    ],
    ids=str,
)  # fmt: skip
def test_shapes_are_inferred_for_symbolic_dimensions(term: Term, shape: Shape) -> None:
    assert shape_of(term, SHAPES) == shape


@pytest.mark.parametrize(
    ("term", "offender", "words"),
    [
        (Mul((q, k)), k, "two vectors"), (Add((q, A)), A, "d x d"), (Call("dot", (q, Name("w"))), Name("w"), "dimension 3"), (Call("norm", (A,)), A, "a vector"),
        (Call("norm", (q, k)), Call("norm", (q, k)), "1 argument"), (Call("nrm", (q,)), Call("nrm", (q,)), "vocabulary"), (Mul((B, A)), A, "does not follow"), (Pow(q, num(2)), Pow(q, num(2)), "no powers"),
        (Pow(A, s), s, "integer powers"), (Identity(), Identity(), "not determined"), (Index(q, (num(0),)), num(0), "count from 1"), (Index(Name("p"), (num(3),)), num(3), "only 2"),
        (Index(q, (num(1), num(1))), Index(q, (num(1), num(1))), "2 indices"), (Call("det", (B,)), B, "square"), (Call("exp", (q,)), q, "scalar"), (Call("arg", (q,)), q, "dimension 2"),
        (Matrix(((s, s), (s,))), Matrix(((s, s), (s,))), "one length"), (Vector((q, s)), q, "scalar"), (Add((q, Identity())), Add((q, Identity())), "a matrix"),
    ],
    ids=str,
)  # fmt: skip
def test_shape_errors_name_the_offending_subterm(term: Term, offender: Term, words: str) -> None:
    with pytest.raises(ShapeError) as error:
        shape_of(term, SHAPES)
    assert error.value.term == offender
    assert words in str(error.value)


def test_an_expected_shape_sizes_and_checks() -> None:
    assert shape_of(Identity(), {}, (d, d)) == (d, d)
    with pytest.raises(ShapeError, match="is expected"):
        shape_of(q, SHAPES, (d, d))
    assert describe(None) == "a matrix of open size"
    assert describe((d,)) == "a vector of dimension d"


def test_the_vocabulary_is_one_table() -> None:
    assert {
        "dot",
        "norm",
        "legendre",
        "gegenbauer",
        "chebyshev",
        "jacobi",
        "Y",
        "angle",
        "arg",
        "delta",
        "pi",
        "i",
        "I",
        "ones",
        "oo",
        "sum",
    } <= VOCABULARY
    assert not set(FUNCTIONS) & set(CONSTANTS)
    assert all(entry.meaning and key == entry.name for key, entry in FUNCTIONS.items())


def entries(term: Term, shapes: dict[str, Shape]) -> tuple[Term, ...]:
    return expand(term, shapes).entries


def same(left: Term, right: Term) -> bool:
    return decide_equal(left, right).kind == "zero"


def test_components_of_matrix_algebra() -> None:
    x = coordinates("q", TWO["q"])
    assert entries(Mul((A, q)), TWO)[1] == Add(
        (Mul((Index(A, (num(2), num(1))), x[0])), Mul((Index(A, (num(2), num(2))), x[1])))
    )
    assert expand(Mul((q, t(k))), TWO).shape == (2, 2)
    assert expand(Mul((t(q), k)), TWO).shape == ()
    assert expand(Call("kron", (A, B)), TWO).shape == (6, 4)
    assert expand(t(B), TWO).shape == (2, 3)
    assert expand(Pow(A, num(3)), TWO).shape == (2, 2)
    assert entries(Add((A, Identity())), TWO)[0] == Add((Index(A, (num(1), num(1))), num(1)))
    assert expand(Ones(), {}, expected=(Dim.of(2), Dim.of(2))).entries == (num(1),) * 4
    for left, right in zip(entries(Call("inverse", (A,)), TWO), entries(Pow(A, num(-1)), TWO), strict=True):
        assert left == right
    assert all(
        same(a, num(i == j))
        for (i, j), a in zip(
            [(0, 0), (0, 1), (1, 0), (1, 1)], entries(Mul((A, Pow(A, num(-1)))), TWO), strict=True
        )
    )
    assert same(entries(Call("det", (Mul((A, A)),)), TWO)[0], Pow(entries(Call("det", (A,)), TWO)[0], num(2)))
    assert same(
        entries(Call("trace", (Mul((A, t(A))),)), TWO)[0],
        Add(tuple(Pow(c, num(2)) for c in coordinates("A", TWO["A"]))),
    )


def test_components_of_functions_and_names() -> None:
    plain = {"q": (Name("a"), Name("b")), "k": (Name("u"), Name("v"))}
    gap = expand(Apply("kappa", (Add((k, Mul((num(-1), q)))),)), TWO, plain).entries
    assert gap == (
        Apply(
            "kappa",
            (Add((Name("u"), Mul((num(-1), Name("a"))))), Add((Name("v"), Mul((num(-1), Name("b")))))),
        ),
    )
    matrix = expand(Apply("K", (q,)), {**TWO, "K": (Dim.of(2), Dim.of(2))}, plain)
    assert matrix.shape == (2, 2)
    assert matrix.entries[1] == Derived("K", (1, 2), (0, 0), (Name("a"), Name("b")))
    angle = expand(Call("angle", (q, k)), TWO, plain).entries[0]
    assert isinstance(angle, Call)
    assert angle.head == "atan2"
    series = expand(Series("l", num(0), Const("oo"), Mul((Index(Name("c"), (Name("l"),)), q))), TWO, plain)
    assert series.shape == (2,)
    where = Let((("r", Call("norm", (q,))), ("z", Mul((Name("r"), Name("r"))))), Name("z"))
    assert same(expand(where, TWO, plain).entries[0], Add((Pow(Name("a"), num(2)), Pow(Name("b"), num(2)))))
    harmonic = expand(Call("Y", (num(1), num(0), Name("w"))), SHAPES).entries[0]
    x = [F(c) for c in coordinates("w", SHAPES["w"])]
    assert same(
        harmonic, (sqrt(3 / (4 * F(Const("pi")))) * x[2] / sqrt(x[0] ** 2 + x[1] ** 2 + x[2] ** 2)).term
    )


@pytest.mark.parametrize("term", [Apply("f", (q,)), q, Call("norm", (q,))])
def test_symbolic_dimensions_have_no_components(term: Term) -> None:
    with pytest.raises(ValueError, match="symbolic"):
        expand(term, SHAPES)


def test_component_errors() -> None:
    with pytest.raises(ShapeError):
        expand(Call("Y", (num(1), num(2), Name("w"))), SHAPES)
    with pytest.raises(ValueError, match="too big"):
        determinant([(num(1),) * 8] * 8)
    assert inverse(Array((1, 1), (Name("x"),))).entries == (Pow(Name("x"), num(-1)),)


def rational_points(count: int, names: str) -> list[dict[str, Fraction]]:
    rng = random.Random("points")
    return [{n: Fraction(rng.randint(1, 40), rng.randint(41, 60)) for n in names} for _ in range(count)]


x, y = name("x"), name("y")
SMOOTH = [
    sin(x * y), exp(x / y), log(x + y) * cos(x), sqrt(x**2 + y**2), (x + y) ** Fraction(1, 3), x**y, call("tan", x), call("cot", x), call("sec", x), call("csc", x),
    call("asin", x * y), call("acos", x), call("atan", x / y), call("sinh", x), call("cosh", x), call("tanh", x), call("abs", x - 2), call("max", x, 2 * x, y), call("min", x, 2 * x, y),
    call("atan2", y, x**2), call("legendre", 4, x), call("gegenbauer", 3, wrap(Fraction(3, 2)), x), call("chebyshev", 5, x), call("chebyshev_u", 4, x), call("jacobi", 3, wrap(Fraction(1, 2)), 2, x),
    apply("f", x * y, x), apply("f", sin(x), apply("g", x)), total("l", 0, 3, x ** name("l") * y), call("legendre", 1, x) ** -2,
]  # fmt: skip


@pytest.mark.parametrize("formula", SMOOTH, ids=lambda f: str(f.term)[:50])
def test_derivatives_agree_with_difference_quotients(formula: F) -> None:
    step = Fraction(1, 2**80)
    slope = derivative(formula.term, Name("x"))
    instance = Instance("difference", 1)
    for point in rational_points(3, "xy"):
        ahead, behind = ({**point, "x": point["x"] + sign * step} for sign in (1, -1))
        with flint.ctx.workprec(400):

            def accurate(value: object) -> bool:
                return isinstance(value, flint.fmpq) or flint.arb(value).rad() < flint.arb(2) ** -200

            up, down = (value_at(formula.term, p, instance, accept=accurate) for p in (ahead, behind))
            found = value_at(slope, point, instance, accept=accurate)
            error = abs((up - down) / flint.fmpq(1, 2**79) - found)
            assert error < flint.arb(2) ** -100, (point, found)


def test_derivatives_of_coordinates_and_mixed_partials() -> None:
    f = Apply("f", (Index(q, (num(1),)), Index(q, (num(2),))))
    first = derivative(f, Index(q, (num(1),)))
    assert first == Derived("f", (), (1, 0), f.args)
    assert derivative(first, Index(q, (num(2),))) == Derived("f", (), (1, 1), f.args)
    assert gradient(f, coordinates("q", TWO["q"]))[1] == Derived("f", (), (0, 1), f.args)
    rotation = directional(
        Call("norm", (Vector(coordinates("q", TWO["q"])),)),
        dict(
            zip(
                coordinates("q", TWO["q"]),
                (Mul((num(-1), Index(q, (num(2),)))), Index(q, (num(1),))),
                strict=True,
            )
        ),
    )
    assert decide_zero(rotation).kind == "zero"


@pytest.mark.parametrize(
    "term",
    [
        Call("legendre", (Name("x"), Name("y"))),
        Call("delta", (Name("x"), num(1))),
        Series("l", num(0), Name("x"), Name("l")),
    ],
)
def test_what_has_no_derivative_says_so(term: Term) -> None:
    with pytest.raises(NotDifferentiable) as error:
        derivative(term, Name("x"))
    assert error.value.term == term


@pytest.mark.parametrize("degree", range(7))
def test_polynomials_agree_with_flint(degree: int) -> None:
    at = flint.arb(flint.fmpq(2, 7))
    point = {"x": Fraction(2, 7)}
    third = Fraction(1, 3)
    pairs = [
        (call("legendre", degree, x), at.legendre_p(degree)), (call("chebyshev", degree, x), at.chebyshev_t(degree)), (call("chebyshev_u", degree, x), at.chebyshev_u(degree)),
        (call("gegenbauer", degree, wrap(third), x), at.gegenbauer_c(degree, flint.arb(flint.fmpq(1, 3)))), (call("jacobi", degree, wrap(third), 2, x), at.jacobi_p(degree, flint.arb(flint.fmpq(1, 3)), 2)),
    ]  # fmt: skip
    for formula, expected in pairs:
        assert abs(value_at(formula.term, point, Instance("0")) - expected) < 1e-9


def test_spherical_harmonics_are_harmonic_and_orthonormal() -> None:
    u, v, w = name("u"), name("v"), name("w")
    for degree in range(4):
        for order in range(-degree, degree + 1):
            body = wrap(0)
            for (a, b, c), value in special.solid_harmonic(degree, order):
                body = body + value * u**a * v**b * w**c
            laplace = Add(tuple(derivative(derivative(body.term, z.term), z.term) for z in (u, v, w)))
            assert decide_zero(laplace).kind == "zero"
        squares = [
            Pow(special.harmonic_term(degree, o, (u.term, v.term, w.term)), num(2))
            for o in range(-degree, degree + 1)
        ]
        unsold = (wrap(2 * degree + 1) / (4 * F(Const("pi")))).term
        assert same(Add(tuple(squares)), unsold)
    with pytest.raises(ValueError, match="not defined"):
        special.harmonic_term(1, 2, (u.term, v.term, w.term))


@pytest.mark.parametrize(
    ("formula", "value"),
    [
        (wrap(-8) ** Fraction(1, 3), -2), (wrap(Fraction(9, 4)) ** Fraction(-3, 2), Fraction(8, 27)), (sqrt(x**2), 2), (call("atan2", wrap(0), wrap(3)), 0), (call("max", x, 1, -5), 1),
        (call("delta", x, -2), 1), (total("l", 1, 4, name("l") ** 2), 30), (call("legendre", -1, x), 0), (exp(wrap(0)), 1), (log(wrap(1)), 0), (wrap(0) ** 0, 1), (F(Const("i")) ** 2, -1),
    ],
    ids=str,
)  # fmt: skip
def test_exact_values(formula: F, value: Fraction | int) -> None:
    assert value_at(formula.term, {"x": Fraction(-2)}, Instance("0")) == flint.fmpq(
        Fraction(value).numerator, Fraction(value).denominator
    )


@pytest.mark.parametrize(
    "formula",
    [1 / (x + 2), log(x), sqrt(x), log(x + 2), call("asin", x), call("atan2", x + 2, x * 0), x ** name("z"), call("cot", x + 2), x ** Fraction(3, 4), call("legendre", x / 4, x), sqrt(F(Const("i")))],
    ids=str,
)  # fmt: skip
def test_undefined_values(formula: F) -> None:
    with pytest.raises(Undefined):
        value_at(formula.term, {"x": Fraction(-2), "z": Fraction(1, 2)}, Instance("0"))


def test_unresolved_values() -> None:
    zero = sqrt(wrap(2)) * sqrt(wrap(3)) - sqrt(wrap(6))
    with pytest.raises(Unresolved):
        value_at((1 / zero).term, {}, Instance("0"))
    with pytest.raises(Unresolved):
        value_at(Series("l", num(0), Const("oo"), Pow(Num(Fraction(1, 2)), Name("l"))), {}, Instance("0"))


def test_derived_terms_take_part_in_substitution() -> None:
    f = Derived("f", (), (1,), (Name("x"),))
    assert substitute(f, {"x": Name("y")}) == Derived("f", (), (1,), (Name("y"),))
    assert free_names(f) == {"f", "x"}
