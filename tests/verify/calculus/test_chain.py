"""The second reader accepts what the calculus derives and nothing that was tampered with."""

from __future__ import annotations

import pytest

from catalg.model.abstract_category import AbstractCategory
from catalg.model.coends import (
    Expression,
    Hom,
    Inner,
    Product,
    Symbol,
    bind,
    parts,
    product,
    rebuilt,
    substituted,
)
from catalg.verify.calculus.chain import broken_link, is_instance, places
from catalg.verify.calculus.rules import RULES, Reader
from tests.calculus.reading import proposal, space
from tests.calculus.test_optics import OPTICS, file

S, T, A, B, M, X, Y, Z = (Symbol(name, "C") for name in "STABMXYZ")


def reader(*declared: str) -> Reader:
    return Reader((AbstractCategory("C", declared),))


def hom(x: Expression, y: Expression) -> Hom:
    return Hom("C", x, y)


def both(op: str, x: Expression, y: Expression, sort: str = "C") -> Expression:
    return product(op, (x, y), sort)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", OPTICS)
def test_chains_pass_and_tampered_ones_fail(name: str) -> None:
    declared = space(file(name), "O")
    chain = proposal(file(name), "O").claims["chains"][0]  # type: ignore[index]
    known = Reader(declared.categories)
    assert broken_link(declared.expression, chain, known) is None
    exchanged = {A: Symbol("tmp", "C"), B: A, Symbol("tmp", "C"): B}
    for k, (rule, result, variable, value) in enumerate(chain):
        wrong = result
        for old, new in exchanged.items():
            wrong = substituted(wrong, old, new)
        assert broken_link(declared.expression, (*chain[:k], (rule, wrong, variable, value)), known) == k + 1
        without = Reader(tuple(AbstractCategory(c.name, ()) for c in declared.categories))
        if rule not in ("point", "solved-by-co-yoneda", "transformations"):
            before = chain[k - 1][1] if k else declared.expression
            assert not is_instance(rule, before, result, without)


@pytest.mark.parametrize("name", OPTICS)
def test_one_wrong_subterm_anywhere_is_noticed(name: str) -> None:
    declared = space(file(name), "O")
    chain = proposal(file(name), "O").claims["chains"][0]  # type: ignore[index]
    known = Reader(declared.categories)
    before = declared.expression
    for rule, result, _, _ in chain:
        for wrong in damaged(result):
            if not known.same(wrong, result):
                assert known.same(wrong, before) or not is_instance(rule, before, wrong, known)
        before = result


def damaged(term: Expression) -> list[Expression]:
    """The term with one factor left out, or the two places of one hom exchanged."""
    found: list[Expression] = []
    if isinstance(term, Hom) and isinstance(term.category, str):
        found.append(Hom(term.category, term.target, term.source))
    if isinstance(term, Inner):
        found.append(Inner(term.op, term.target, term.source, term.sort))
    if isinstance(term, Product) and len(term.args) > 1:
        found += [product(term.op, term.args[:k] + term.args[k + 1 :], term.sort) for k in range(len(term.args))]
    inside = parts(term)
    for k, part in enumerate(inside):
        found += [rebuilt(term, (*inside[:k], wrong, *inside[k + 1 :])) for wrong in damaged(part)]
    return found


def test_co_yoneda_needs_the_opposite_variance() -> None:
    fine = bind("coend", M, both("*", hom(S, M), hom(M, T), "Set"))
    assert is_instance("solved-by-co-yoneda", fine, hom(S, T), reader())
    wrong = bind("coend", M, both("*", hom(S, M), hom(T, M), "Set"))
    assert not is_instance("solved-by-co-yoneda", wrong, hom(T, S), reader())


def test_co_yoneda_needs_a_value_without_the_variable() -> None:
    wrong = bind("coend", M, both("*", hom(both("*", M, S), M), hom(M, T), "Set"))
    assert not is_instance("solved-by-co-yoneda", wrong, hom(both("*", M, S), T), reader("products"))


def test_an_end_is_not_solved_like_a_coend() -> None:
    wrong = bind("end", M, both("*", hom(S, M), hom(M, T), "Set"))
    assert not is_instance("solved-by-co-yoneda", wrong, hom(S, T), reader())
    assert not is_instance("solved-by-yoneda", wrong, hom(S, T), reader())


def test_yoneda_both_ways() -> None:
    forth = bind("end", M, Inner("*", hom(S, M), hom(T, M), "Set"))
    assert is_instance("solved-by-yoneda", forth, hom(T, S), reader())
    back = bind("end", M, Inner("*", hom(M, S), hom(M, T), "Set"))
    assert is_instance("solved-by-yoneda", back, hom(S, T), reader())
    assert not is_instance("solved-by-yoneda", bind("end", M, Inner("*", hom(S, M), hom(M, T), "Set")), hom(S, T), reader())


CURRIED = (hom(both("*", X, Y), Z), hom(X, Inner("*", Y, Z, "C")))
TENSOR_CURRIED = (hom(both("(*)", X, Y), Z), hom(X, Inner("(*)", Y, Z, "C")))


@pytest.mark.parametrize(
    ("rule", "before", "after", "needed"),
    [
        ("curry", *CURRIED, ("cartesian closed",)),
        ("uncurry", *CURRIED[::-1], ("cartesian closed",)),
        ("curry", *TENSOR_CURRIED, ("monoidal closed",)),
        ("hom-product", hom(X, both("*", Y, Z)), both("*", hom(X, Y), hom(X, Z), "Set"), ("products",)),
        ("hom-coproduct", hom(both("+", X, Y), Z), both("*", hom(X, Z), hom(Y, Z), "Set"), ("coproducts",)),
        ("distribute", both("*", X, both("+", Y, Z)), both("+", both("*", X, Y), both("*", X, Z)), ("distributive",)),
        ("distribute", both("(*)", X, both("+", Y, Z)), both("+", both("(*)", X, Y), both("(*)", X, Z)),
         ("monoidal closed", "coproducts")),
    ],
)  # fmt: skip
def test_side_conditions(rule: str, before: Expression, after: Expression, needed: tuple[str, ...]) -> None:
    assert RULES[rule](before, after, reader(*needed))
    assert not RULES[rule](before, after, reader())


def test_closed_for_one_product_is_not_closed_for_the_other() -> None:
    assert not RULES["curry"](*TENSOR_CURRIED, reader("cartesian closed", "symmetric monoidal"))
    assert not RULES["curry"](*CURRIED, reader("products", "monoidal closed"))


def test_a_hom_out_of_a_product_does_not_split() -> None:
    known = reader("cartesian closed", "coproducts")
    for rule in RULES:
        assert not is_instance(rule, hom(both("*", X, Y), Z), both("*", hom(X, Z), hom(Y, Z), "Set"), known)
        assert not is_instance(rule, hom(X, both("+", Y, Z)), both("+", hom(X, Y), hom(X, Z), "Set"), known)


def test_variance_of_places() -> None:
    assert places(hom(Inner("*", M, A, "C"), B), M) == {1}
    assert places(both("*", hom(M, A), hom(A, M), "Set"), M) == {1, -1}
    assert places(hom(A, B), M) == frozenset()
