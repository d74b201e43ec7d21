"""Number fields: arithmetic against SymPy, signs, common fields, display, pickling."""

from __future__ import annotations

import pickle
from fractions import Fraction

import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

from catalg.exact.field import (
    QQ,
    Alg,
    FieldTooLarge,
    I,
    NumberField,
    adjoin_sqrt,
    algebraic_sqrt,
    coerce_all,
    compositum,
    cos_pi,
    nth_root,
    root_of_unity,
    simplify,
    sin_pi,
    sqrt_rational,
)

ROOT2, ROOT3, ROOT5 = (sqrt_rational(n) for n in (2, 3, 5))

ATOMS: list[tuple[Alg, sympy.Expr]] = [
    (ROOT2, sympy.sqrt(2)),
    (ROOT3 / 2, sympy.sqrt(3) / 2),
    (I, sympy.I),
    (cos_pi(Fraction(2, 5)), sympy.cos(2 * sympy.pi / 5)),
    (algebraic_sqrt(2 + ROOT2), sympy.sqrt(2 + sympy.sqrt(2))),
    (root_of_unity(3), sympy.exp(2 * sympy.pi * sympy.I / 3)),
]


def close(x: Alg, expected: sympy.Expr) -> bool:
    value = complex(sympy.N(expected, 40))
    approximate = x.approx(80)
    return abs(complex(approximate) - value) < 1e-12 * max(1, abs(value))


rationals = st.fractions(min_value=-20, max_value=20, max_denominator=12)


@given(st.lists(st.tuples(st.integers(0, len(ATOMS) - 1), rationals), min_size=1, max_size=3), rationals)
@settings(max_examples=40, deadline=None)
def test_sums_and_products_against_sympy(parts: list[tuple[int, Fraction]], constant: Fraction) -> None:
    number: Alg = QQ(constant)
    product: Alg = QQ(1)
    oracle, oracle_product = sympy.Rational(constant), sympy.Integer(1)
    for k, c in parts:
        x, e = ATOMS[k]
        number, oracle = number + c * x, oracle + sympy.Rational(c) * e
        product, oracle_product = product * (x + c), oracle_product * (e + sympy.Rational(c))
    assert close(number, oracle)
    assert close(product, oracle_product)
    if number:
        assert number * (1 / number) == 1
        assert close(1 / number, 1 / oracle)
    assert (number + product) ** 2 == number**2 + 2 * number * product + product**2


def element(field: NumberField, coefficients: list[Fraction]) -> Alg:
    return field.element(coefficients[: field.degree])


FIELDS = [
    NumberField.sqrt(2),
    NumberField.sqrt(-3),
    NumberField.cyclotomic(5),
    NumberField.cyclotomic(7),
    cos_pi(Fraction(2, 9)).field,
    algebraic_sqrt(3 + ROOT2).field,
    nth_root(2, 3).field,
]
coefficient_lists = st.lists(rationals, min_size=6, max_size=6)


@given(st.sampled_from(FIELDS), st.sampled_from(FIELDS), coefficient_lists, coefficient_lists)
@settings(max_examples=60, deadline=None)
def test_equal_numbers_are_equal_with_equal_hash_in_every_field(
    first: NumberField, second: NumberField, a: list[Fraction], b: list[Fraction]
) -> None:
    x, y = element(first, a), element(second, b)
    moved = (x + y) - y
    assert moved == x and hash(moved) == hash(x)
    assert pickle.loads(pickle.dumps(moved)) == x
    assert (moved == x + 1) is False


@given(st.sampled_from(FIELDS), coefficient_lists, coefficient_lists, coefficient_lists)
@settings(max_examples=60, deadline=None)
def test_field_axioms(field: NumberField, a: list[Fraction], b: list[Fraction], c: list[Fraction]) -> None:
    x, y, z = (element(field, v) for v in (a, b, c))
    assert (x + y) * z == x * z + y * z
    assert x * (y * z) == (x * y) * z
    assert (x - y) + y == x
    if y:
        assert (x / y) * y == x
        assert y**-3 * y**3 == 1


@given(st.sampled_from(FIELDS), coefficient_lists)
@settings(max_examples=40, deadline=None)
def test_minimal_polynomial_against_sympy(field: NumberField, a: list[Fraction]) -> None:
    x = element(field, a)
    polynomial = x.minpoly()
    value = field.zero
    for c in reversed(polynomial):
        value = value * x + c
    assert not value
    t = sympy.Symbol("t")
    assert sympy.Poly([sympy.Rational(c) for c in reversed(polynomial)], t).is_irreducible


@given(st.sampled_from(FIELDS), coefficient_lists)
@settings(max_examples=40, deadline=None)
def test_conjugation(field: NumberField, a: list[Fraction]) -> None:
    x = element(field, a)
    bar = x.conjugate()
    assert bar.conjugate() == x
    assert (x + bar).is_real() and (x * bar).is_real()
    assert (x * bar).sign() == (1 if x else 0)
    assert bar.approx(64).overlaps(x.approx(64).conjugate())
    assert x.is_real() == (x == bar)


def test_fields_of_expected_degree() -> None:
    assert coerce_all([sqrt_rational(2), sqrt_rational(8), 5])[0].degree == 2
    assert coerce_all([sqrt_rational(2), sqrt_rational(3), sqrt_rational(6)])[0].degree == 4
    assert coerce_all([cos_pi(Fraction(2, 7)), cos_pi(Fraction(4, 7)), sin_pi(Fraction(2, 7))])[0].degree == 6
    assert coerce_all([root_of_unity(8), ROOT2, I])[0].degree == 4
    assert coerce_all([Fraction(1, 2), 3])[0] is QQ
    assert (ROOT2 * ROOT2).is_rational and (ROOT2 * ROOT2).as_fraction() == 2
    assert NumberField.sqrt(9) is QQ
    assert compositum(NumberField.sqrt(2), NumberField.cyclotomic(8))[0].degree == 4


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 16, 24, 30])
def test_trigonometry(n: int) -> None:
    for k in range(n + 1):
        c, s, z = cos_pi(Fraction(2 * k, n)), sin_pi(Fraction(2 * k, n)), root_of_unity(n, k)
        assert c * c + s * s == 1
        assert z == c + I * s
        assert z**n == 1
        assert c.approx(64).overlaps(z.approx(64).real)
    assert cos_pi(Fraction(2, n)).is_real()


def test_square_roots_are_principal() -> None:
    for x in (ROOT2 - 3, 2 + ROOT2, -ROOT5, 3 + 2 * ROOT2, I, -I, 1 - 2 * I, ROOT3 * I, root_of_unity(7, 3)):
        root = algebraic_sqrt(x)
        assert root * root == x
        assert root.approx(64).overlaps(x.approx(128).sqrt())
    assert algebraic_sqrt(3 + 2 * ROOT2) == 1 + ROOT2
    assert algebraic_sqrt(2 * I) == 1 + I
    assert algebraic_sqrt(5 + 2 * sqrt_rational(6)) == ROOT2 + ROOT3
    assert algebraic_sqrt((3 + ROOT5) / 2) == (1 + ROOT5) / 2


def test_roots() -> None:
    assert nth_root(8, 3) == 2
    assert nth_root(-8, 3) == -2
    assert nth_root(Fraction(4, 9), 4) == sqrt_rational(Fraction(2, 3))
    assert nth_root(2, 4) ** 2 == ROOT2
    assert nth_root(-4, 4) == 1 + I
    assert nth_root(7 + 5 * ROOT2, 3) == 1 + ROOT2
    with pytest.raises(ValueError, match="positive"):
        nth_root(2, 0)
    with pytest.raises(FieldTooLarge):
        nth_root(2, 10**6)
    with pytest.raises(FieldTooLarge):
        root_of_unity(10007)
    with pytest.raises(FieldTooLarge):
        cos_pi(Fraction(1, 10007))


def test_large_radicands() -> None:
    p, q = 2**89 - 1, 2**107 - 1
    assert sqrt_rational(Fraction(p**2, q**2)) == Fraction(p, q)
    assert sqrt_rational(p * p * q * q * 12) == p * q * 2 * ROOT3
    assert sqrt_rational(p * q) * sqrt_rational(p * q) == p * q
    assert sqrt_rational(p * p * q) == p * sqrt_rational(q)
    assert nth_root(p**3 * q**3, 3) == p * q
    assert nth_root(Fraction(8, 27 * 4), 6) == sqrt_rational(Fraction(2, 3)) * nth_root(Fraction(1, 4), 6)
    assert nth_root(Fraction(p**3, 10**60), 6) ** 2 == Fraction(p, 10**20)


def test_numbers_of_extreme_size() -> None:
    huge, tiny = (1 + ROOT2) ** 2000, (ROOT2 - 1) ** 2000
    assert huge * tiny == 1 and tiny.sign() == 1 and (1 - huge).sign() == -1
    assert (huge.approx(64) * tiny.approx(2400)).overlaps(QQ(1).approx(64))
    assert algebraic_sqrt(huge) == (1 + ROOT2) ** 1000
    near = sqrt_rational(10**400 + 1)
    assert (near - 10**200).sign() == 1 and near + ROOT2 - near == ROOT2


def test_powers_are_bounded() -> None:
    assert I ** (10**9 + 1) == I
    assert root_of_unity(7) ** -(10**12) == root_of_unity(7, -(10**12))
    with pytest.raises(OverflowError):
        _ = (1 + ROOT2) ** 10**9
    with pytest.raises(OverflowError):
        _ = (1 + ROOT2) ** -(10**9)


def test_signs_and_order() -> None:
    assert (ROOT2 - Fraction(99, 70)).sign() == -1
    assert (ROOT2 + ROOT3 - sqrt_rational(5 + 0)).sign() == 1
    close_call = (ROOT2 - 1) ** 40
    assert close_call.sign() == 1 and close_call < Fraction(1, 10**15)
    assert (ROOT2 * ROOT3 - sqrt_rational(6)).sign() == 0
    assert ROOT2 < ROOT3 <= sqrt_rational(3) and ROOT5 > 2 and ROOT2 >= 1
    with pytest.raises(ValueError, match="not real"):
        (1 + I).sign()
    assert (root_of_unity(7) + root_of_unity(7, 6)).is_real()
    assert not root_of_unity(7).is_real()
    assert nth_root(2, 3).is_real()


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (sqrt_rational(Fraction(3, 4)), "sqrt(3)/2"),
        ((1 + ROOT5) / 4, "1/4 + sqrt(5)/4"),
        (ROOT2 * ROOT3, "sqrt(6)"),
        (ROOT2 * ROOT3 + ROOT2, "sqrt(2) + sqrt(6)"),
        (sqrt_rational(-3), "sqrt(3)*i"),
        (sqrt_rational(-3) * I, "-sqrt(3)"),
        (-I / 2, "-i/2"),
        (algebraic_sqrt((2 + ROOT2) / 4), "sqrt(2 + sqrt(2))/2"),
        (cos_pi(Fraction(2, 7)), "cos(2*pi/7)"),
        (sin_pi(Fraction(2, 7)) * 3, "3*sin(2*pi/7)"),
        (cos_pi(Fraction(1, 8)) ** 2, "1/2 + sqrt(2)/4"),
        (cos_pi(Fraction(1, 7)), "cos(pi/7)"),
        (cos_pi(Fraction(6, 7)), "-cos(pi/7)"),
        (root_of_unity(7, 4), "exp(8*pi*i/7)"),
        (root_of_unity(10), "exp(pi*i/5)"),
        (2 * root_of_unity(5) + root_of_unity(5, 2), "2*exp(2*pi*i/5) + exp(4*pi*i/5)"),
        (root_of_unity(5) + root_of_unity(5, 4), "-1/2 + sqrt(5)/2"),
        (root_of_unity(5), "exp(2*pi*i/5)"),
        (nth_root(2, 3) ** 2, "2^(2/3)"),
        (QQ(Fraction(-3, 2)), "-3/2"),
        (QQ(0), "0"),
    ],
)
def test_display(number: Alg, text: str) -> None:
    assert str(number) == text


def test_display_in_a_larger_field_is_the_same() -> None:
    for x in (ROOT2, 1 + ROOT3 / 2, cos_pi(Fraction(2, 7))):
        _, (moved, *_) = coerce_all([x, ROOT5, I])
        assert moved.field is not x.field
        assert str(moved) == str(x)


@given(st.sampled_from(FIELDS), coefficient_lists)
@settings(max_examples=40, deadline=None)
def test_radical_terms_add_up(field: NumberField, a: list[Fraction]) -> None:
    x = element(field, a)
    named = {r.name: field.element(r.coefficients) for r in field.radicals} | {"i": I, "sqrt(3)": ROOT3}
    total: Alg = QQ(0)
    for c, names in x.radical_terms():
        product: Alg = QQ(c)
        for name in names:
            product = product * named[name]
        total = total + product
    assert total == x


def test_fields_are_interned_and_pickle() -> None:
    field = coerce_all([ROOT2, ROOT3, I])[0]
    assert pickle.loads(pickle.dumps(field)) is field
    assert pickle.loads(pickle.dumps(ROOT2 + ROOT3)) == ROOT2 + ROOT3
    assert field.name == "QQ(i, sqrt(2), sqrt(3))"
    with pytest.raises(AttributeError):
        field.degree = 3  # type: ignore[misc]
    with pytest.raises(AttributeError):
        ROOT2.field = field


def test_mixing_rejects_floats() -> None:
    with pytest.raises(TypeError):
        _ = ROOT2 + 0.5  # type: ignore[operator]
    with pytest.raises(TypeError):
        QQ(0.5)  # type: ignore[arg-type]
    with pytest.raises(ZeroDivisionError):
        _ = ROOT2 / 0
    assert simplify(ROOT2 * ROOT2) == 2 and isinstance(simplify(ROOT2 * ROOT2), int)
    with pytest.raises(ValueError, match="irrational"):
        ROOT2.as_fraction()


def test_adjoin_sqrt_keeps_the_embedding() -> None:
    big, embed, root = adjoin_sqrt(NumberField.sqrt(2), 1 + ROOT2)
    assert big.degree == 4 and root * root == embed(1 + ROOT2)


def test_fractions_on_the_left() -> None:
    assert Fraction(1, 2) + ROOT2 == ROOT2 + Fraction(1, 2)
    assert 1 - ROOT2 == -(ROOT2 - 1)
    assert Fraction(1, 2) / ROOT2 == ROOT2 / 4
    assert Fraction(1, 2) == QQ(Fraction(1, 2)) and hash(QQ(Fraction(1, 2))) == hash(Fraction(1, 2))
