"""Each rule of the calculus as a relation between two terms, with the side conditions that the structure must meet.

A rule is checked, not applied: given both sides, the check says whether they are an instance of the isomorphism. Loregian,
(Co)end Calculus, chapters 1 and 2 and appendix; Mac Lane, Categories for the Working Mathematician, IX.5 to IX.8.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from catalg.model.abstract_category import AbstractCategory
from catalg.model.coend_equality import canonical, unordered
from catalg.model.coends import (
    NAT,
    ONE,
    SET,
    At,
    Binder,
    Copower,
    Expression,
    FunctorSort,
    Hom,
    Inner,
    Lambda,
    Op,
    Power,
    Product,
    Sort,
    Symbol,
    at,
    factors,
    fresh,
    instantiate,
    names,
    product,
    sort_of,
)


class Reader:
    """Compares terms over some categories up to symmetry and Fubini, and knows what structure they have."""

    def __init__(self, categories: tuple[AbstractCategory, ...]) -> None:
        self.table: Mapping[str, AbstractCategory] = {category.name: category for category in categories}
        self.ordered = unordered(categories)

    def same(self, left: Expression, right: Expression) -> bool:
        """Equal up to the order of symmetric products and of neighbouring binders, and names of bound variables."""
        return canonical(left, self.ordered) == canonical(right, self.ordered)

    def closed(self, sort: Sort, op: Op) -> bool:
        """Whether the internal hom for a product exists. In Set it does for ×."""
        return sort == SET if not isinstance(sort, str) or sort not in self.table else self.table[sort].closed(op)

    def has(self, sort: Sort, feature: str) -> bool:
        """Whether structure is there; Set has all of it."""
        return sort == SET or (isinstance(sort, str) and sort in self.table and self.table[sort].has(feature))

    def distributes(self, sort: Sort, op: Op, countable: bool) -> bool:
        """Whether a product preserves coproducts: by having a right adjoint, or by declaration."""
        if sort == SET:
            return op == "*"
        return isinstance(sort, str) and sort in self.table and self.table[sort].distributes(op, countable)


Check: TypeAlias = Callable[[Expression, Expression, Reader], bool]


def _split_hom(term: Expression) -> tuple[Expression, Expression, Callable[[Expression, Expression], Expression], Sort] | None:
    """A hom or internal hom as its places, how to build one like it, and the category of the places."""
    match term:
        case Hom(str() as category, source, target):
            return source, target, lambda x, y: Hom(category, x, y), category
        case Inner(op, source, target, sort):
            return source, target, lambda x, y: Inner(op, x, y, sort), sort
        case _:
            return None


def hom_product(before: Expression, after: Expression, reader: Reader) -> bool:
    """hom(X, Π Yᵢ) = Π hom(X, Yᵢ), products declared."""
    found = _split_hom(before)
    if found is None:
        return False
    source, target, make, place = found
    if not (isinstance(target, Product) and target.op == "*" and reader.has(place, "products")):
        return False
    return reader.same(product("*", tuple(make(source, arg) for arg in target.args), sort_of(before)), after)




def hom_coproduct(before: Expression, after: Expression, reader: Reader) -> bool:
    """hom(Σ Xᵢ, Y) = Π hom(Xᵢ, Y), coproducts declared; for internal homs products too, to say it."""
    found = _split_hom(before)
    if found is None:
        return False
    source, target, make, place = found
    if not (isinstance(source, Product) and source.op == "+" and reader.has(place, "coproducts")):
        return False
    if isinstance(before, Inner) and not (reader.has(place, "products") and reader.closed(place, before.op)):
        return False
    return reader.same(product("*", tuple(make(arg, target) for arg in source.args), sort_of(before)), after)


def hom_sum(before: Expression, after: Expression, reader: Reader) -> bool:
    """hom(Σₙ X(n), Y) = Πₙ hom(X(n), Y), countable coproducts declared."""
    match before, after:
        case Hom(str() as category, Binder("sum", "Nat") as source, target), Binder("prod", "Nat"):
            n = _free(NAT, before, after)
            right = Hom(category, instantiate(source.body, n), target)
            return reader.has(category, "countable coproducts") and reader.same(right, instantiate(after.body, n))
        case _:
            return False


def hom_copower(before: Expression, after: Expression, reader: Reader) -> bool:
    """C(E · X, Y) = Set(E, C(X, Y)), copowers by sets declared and homs being sets."""
    match before, after:
        case Hom(str() as category, Copower(elements, base), target), Inner("*", source, Hom() as value, "Set"):
            fits = reader.has(category, "copowers") and not reader.has(category, "self enriched")
            return fits and reader.same(elements, source) and reader.same(value, Hom(category, base, target))
        case _:
            return False


def hom_end(before: Expression, after: Expression, reader: Reader) -> bool:
    """Set(E, ∫_X F) = ∫_X Set(E, F)."""
    match before, after:
        case Inner("*", source, Binder("end" | "prod" as kind, sort) as target, "Set"), Binder(other, place):
            x = _free(sort, before, after)
            right = Inner("*", source, instantiate(target.body, x), SET)
            return (kind, sort) == (other, place) and reader.same(right, instantiate(after.body, x))
        case _:
            return False


def hom_coend(before: Expression, after: Expression, reader: Reader) -> bool:
    """Set(∫^X F, E) = ∫_X Set(F, E)."""
    match before, after:
        case Inner("*", Binder("coend" | "sum" as kind, sort) as source, target, "Set"), Binder(other, place):
            x = _free(sort, before, after)
            right = Inner("*", instantiate(source.body, x), target, SET)
            fits = other == {"coend": "end", "sum": "prod"}[kind] and sort == place
            return fits and reader.same(right, instantiate(after.body, x))
        case _:
            return False


def uncurry(before: Expression, after: Expression, reader: Reader) -> bool:
    """hom(X, [Y, Z]) = hom(X ⊗ Y, Z), for the product to which the internal hom belongs."""
    first, second = _split_hom(before), _split_hom(after)
    if first is None or second is None or not isinstance(first[1], Inner):
        return False
    inner = first[1]
    if isinstance(before, Inner) and (not isinstance(after, Inner) or before.op != inner.op or after.op != before.op):
        return False
    if isinstance(before, Hom) and (not isinstance(after, Hom) or after.category != before.category):
        return False
    if first[3] != second[3] or inner.sort != first[3] or not reader.closed(inner.sort, inner.op):
        return False
    return reader.same(product(inner.op, (first[0], inner.source), inner.sort), second[0]) and reader.same(inner.target, second[1])


def curry(before: Expression, after: Expression, reader: Reader) -> bool:
    """The same from right to left."""
    return uncurry(after, before, reader)


def unit(before: Expression, after: Expression, reader: Reader) -> bool:
    """[1, X] = X."""
    match before:
        case Inner(op, Product(other, ()), target, sort):
            return op == other and reader.closed(sort, op) and reader.same(target, after)
        case _:
            return False


def distribute(before: Expression, after: Expression, reader: Reader) -> bool:
    """X ⊗ Σ Yᵢ = Σ X ⊗ Yᵢ, where X ⊗ − preserves that sum."""
    if not isinstance(before, Product) or before.op == "+":
        return False
    op, sort = before.op, before.sort
    for k, arg in enumerate(before.args):
        left, right = before.args[:k], before.args[k + 1 :]
        if isinstance(arg, Product) and arg.op == "+" and reader.distributes(sort, op, False):
            whole = product("+", tuple(product(op, (*left, part, *right), sort) for part in arg.args), sort)
            if reader.same(whole, after):
                return True
        if isinstance(arg, Binder) and arg.kind == "sum" and isinstance(after, Binder) and after.kind == "sum":
            n = _free(NAT, before, after)
            inner = product(op, (*left, instantiate(arg.body, n), *right), sort)
            if reader.distributes(sort, op, True) and reader.same(inner, instantiate(after.body, n)):
                return True
    return False


def factor_out(before: Expression, after: Expression, reader: Reader) -> bool:
    """Distributivity from right to left, for factors that all summands share."""
    if not (isinstance(before, Product) and before.op == "+" and isinstance(after, Product) and after.op == "*"):
        return False
    return any(
        distribute(product("*", (*after.args[:k], *after.args[k + 1 :], arg), after.sort), before, reader)
        for k, arg in enumerate(after.args)
    )


def product_coend(before: Expression, after: Expression, reader: Reader) -> bool:
    """E × ∫^X F = ∫^X E × F, in Set."""
    if not (isinstance(before, Product) and before.op == "*" and before.sort == SET and isinstance(after, Binder)):
        return False
    x = _free(after.variable, before, after)
    inside = instantiate(after.body, x)
    for k, arg in enumerate(before.args):
        if isinstance(arg, Binder) and arg.kind == after.kind == "coend" and arg.variable == after.variable:
            whole = product("*", (*before.args[:k], instantiate(arg.body, x), *before.args[k + 1 :]), SET)
            if reader.same(whole, inside):
                return True
    return False


def _parted(op: Op, kinds: tuple[str, ...]) -> Check:
    def check(before: Expression, after: Expression, reader: Reader) -> bool:
        if not (isinstance(before, Binder) and before.kind in kinds and sort_of(before) == SET):
            return False
        x = _free(before.variable, before, after)
        body = instantiate(before.body, x)
        if not (isinstance(body, Product) and body.op == op):
            return False
        pieces = list(factors(after, op)) if isinstance(after, Product) and after.op == op else [after]
        for arg in body.args:
            found = next((p for p in pieces if _is_bound(p, before, x, arg, reader)), None)
            if found is None:
                return False
            pieces.remove(found)
        return not pieces

    return check


def _is_bound(piece: Expression, before: Binder, x: Symbol, arg: Expression, reader: Reader) -> bool:
    return (
        isinstance(piece, Binder)
        and (piece.kind, piece.variable) == (before.kind, before.variable)
        and reader.same(instantiate(piece.body, x), arg)
    )


def point(before: Expression, after: Expression, reader: Reader) -> bool:
    """An integral over the category 1 is the value at its object."""
    return (
        isinstance(before, Binder)
        and before.variable == ONE
        and reader.same(instantiate(before.body, Product("*", (), ONE)), after)
    )


def tensor(before: Expression, after: Expression, reader: Reader) -> bool:
    """C(A, B) · S = [A, B] × S in a cartesian closed category that is enriched over itself."""
    match before:
        case Copower(Hom(str() as category, a, b), base):
            fits = reader.has(category, "self enriched") and reader.closed(category, "*") and sort_of(base) == category
            return fits and reader.same(product("*", (Inner("*", a, b, category), base), category), after)
        case _:
            return False


def _copowers(source: str, target: str, reader: Reader) -> bool:
    """Whether C(A, −) · S makes sense: copowers by sets, or both categories one that is enriched over itself."""
    enriched = [reader.has(name, "self enriched") for name in (source, target)]
    return enriched[0] and source == target or (not any(enriched) and reader.has(target, "copowers"))


def evaluation(before: Expression, after: Expression, reader: Reader) -> bool:
    """C(S, F(A)) = Nat(C(A, −) · S, F)."""
    match before, after:
        case Hom(str() as target, s, At(functor, (a,), _)), Hom(FunctorSort(((place, way),), other, "functors"), Lambda() as k, f):
            x = _free(place, before, after)
            ends = (a, x) if way > 0 else (x, a)
            value = at(k, (x,), other)
            fits = functor == f and other == target and place != NAT and _copowers(place, target, reader)
            return fits and reader.same(value, Copower(Hom(place, *ends), s))
        case _:
            return False


def free_applicative(before: Expression, after: Expression, reader: Reader) -> bool:
    """C(S, F(A)) = App(Σₙ C(Aⁿ, −) · Sⁿ, F): Day convolution exists on these functors, and preserves countable sums."""
    match before, after:
        case Hom(str() as target, s, At(functor, (a,), _)), Hom(FunctorSort(((place, 1),), other, "applicatives"), Lambda() as k, f):
            x = _free(place, before, after)
            value = at(k, (x,), other)
            if not (isinstance(value, Binder) and value.kind == "sum" and functor == f and place == other == target):
                return False
            n = Symbol(fresh("n", names(before) | names(after) | {x.name}), NAT)
            needed = all(reader.has(target, feature) for feature in ("cartesian closed", "countable coproducts"))
            right = Copower(Hom(place, Power(a, n), x), Power(s, n))
            return needed and _copowers(place, target, reader) and reader.same(instantiate(value.body, n), right)
        case _:
            return False


def transformations(before: Expression, after: Expression, reader: Reader) -> bool:
    """∫_X C(F(X), G(X)) = Nat(F, G); a product over the natural numbers when they are the source."""
    match before, after:
        case Binder("end" | "prod" as kind, place), Hom(FunctorSort(((source, 1),), target, "functors"), f, g):
            if place != source or (kind == "prod") != (place == NAT):
                return False
            x = _free(place, before, after)
            pointwise = Hom(target, at(f, (x,), target), at(g, (x,), target))
            return reader.same(instantiate(before.body, x), pointwise)
        case _:
            return False


def _free(sort: Sort, *terms: Expression) -> Symbol:
    return Symbol(fresh("x", frozenset().union(*map(names, terms))), sort)


RULES: dict[str, Check] = {
    "hom-product": hom_product, "hom-coproduct": hom_coproduct, "hom-sum": hom_sum, "hom-copower": hom_copower,
    "hom-end": hom_end, "hom-coend": hom_coend, "uncurry": uncurry, "curry": curry, "unit": unit, "distribute": distribute,
    "factor-out": factor_out,
    "product-coend": product_coend, "coend-coproduct": _parted("+", ("coend", "sum")), "end-product": _parted("*", ("end", "prod")),
    "point": point, "tensor": tensor, "evaluation": evaluation, "free-applicative": free_applicative,
    "transformations": transformations,
}  # fmt: skip
"""Every rule that rewrites a term where it stands; the two Yoneda rules, which substitute, are in `chain`."""
