"""Locally nameless terms: nothing is captured, products flatten, Fubini and symmetry are equality."""

from __future__ import annotations

from catalg.model.coend_equality import canonical
from catalg.model.coends import (
    At,
    Binder,
    FunctorSort,
    Hom,
    Product,
    Symbol,
    bind,
    functor_of,
    instantiate,
    names,
    opened,
    product,
    substituted,
    variances,
)
from catalg.render.terms_text import PRETTY, SYNTAX

A, B, M, N = (Symbol(name, "C") for name in "ABMN")


def hom(x: object, y: object) -> Hom:
    return Hom("C", x, y)  # type: ignore[arg-type]


def test_terms_are_equal_up_to_the_names_of_bound_variables() -> None:
    assert bind("coend", M, hom(M, A)) == bind("coend", N, hom(N, A))


def test_substitution_captures_nothing() -> None:
    term = bind("coend", M, product("*", (hom(A, M), hom(M, B)), "Set"))
    put = substituted(term, A, M)
    assert isinstance(put, Binder) and names(put) == {"M", "B"}
    symbol, body = opened(put, names(put))
    assert symbol.name == "M1" and body == product("*", (hom(M, symbol), hom(symbol, B)), "Set")


def test_printing_avoids_free_names() -> None:
    put = substituted(bind("coend", M, product("*", (hom(A, M), hom(M, B)), "Set")), A, M)
    assert SYNTAX.text(put) == "int^ M1 : C. C(M, M1) * C(M1, B)"
    assert PRETTY.text(put) == "∫^M₁ C(M, M₁) × C(M₁, B)"


def test_a_functor_put_below_a_binder_keeps_its_binders_apart() -> None:
    sort = FunctorSort((("C", 1),), "C")
    functor, n, x = Symbol("F", sort), Symbol("n", "Nat"), Symbol("X", "C")
    body = bind("sum", n, product("*", (x, At(Symbol("G", FunctorSort((("Nat", 1),), "C")), (n,), "C")), "C"))
    term = bind("coend", M, hom(At(functor, (M,), "C"), M))
    put = substituted(term, functor, functor_of(sort, (x,), body))
    symbol, inner = opened(put, names(put))  # type: ignore[arg-type]
    assert isinstance(inner, Hom)
    assert inner.source == substituted(body, x, symbol)


def test_instantiation_undoes_binding() -> None:
    term = hom(product("*", (M, A), "C"), B)
    assert instantiate(bind("coend", M, term).body, M) == term


def test_products_flatten_and_compare_sorted() -> None:
    nested = product("*", (A, product("*", (B, M), "C")), "C")
    assert nested == Product("*", (A, B, M), "C")
    assert canonical(nested) == canonical(product("*", (M, B, A), "C"))


def test_a_product_that_is_not_symmetric_keeps_its_order() -> None:
    left, right = product("(*)", (A, B), "C"), product("(*)", (B, A), "C")
    assert canonical(left) == canonical(right)
    assert canonical(left, frozenset({"C"})) != canonical(right, frozenset({"C"}))


def test_fubini_is_equality() -> None:
    body = product("*", (hom(A, M), hom(M, N), hom(N, B)), "Set")
    assert canonical(bind("coend", M, bind("coend", N, body))) == canonical(bind("coend", N, bind("coend", M, body)))
    assert canonical(bind("end", M, bind("coend", N, body))) != canonical(bind("coend", N, bind("end", M, body)))


def test_variance_is_computed() -> None:
    contra = Symbol("P", FunctorSort((("C", -1), ("C", 1)), "Set"))
    assert variances(hom(hom(M, A), B), M) == {1}
    assert variances(At(contra, (M, A), "Set"), M) == {-1}
    assert variances(At(contra, (A, M), "Set"), M) == {1}
    assert variances(hom(M, M), M) == {1, -1}
