"""Expressions with hom-sets, products, internal homs, sums, ends and coends, typed against abstract categories.

Each expression is read with the category in which it should be an object; sets are objects of Set. Structure that is used
but not declared, functors at objects of another category, and integrals whose variable has only one variance are mistakes.
"""

from __future__ import annotations

from typing import NoReturn, cast

from catalg.diagnostics import Label
from catalg.elaborate.scope import Problem, Scope, with_article
from catalg.language import tree
from catalg.model.abstract_category import AbstractCategory
from catalg.model.coends import (
    NAT,
    ONE,
    SET,
    At,
    CoendSpace,
    Copower,
    Expression,
    FunctorSort,
    Hom,
    Inner,
    Op,
    Power,
    Product,
    Sort,
    Symbol,
    bind,
    product,
    variances,
    walk_expression,
)

ABSTRACT, OBJECT, FUNCTOR = "abstract category", "object of an abstract category", "arbitrary functor"
LARGEST_POWER = 16
APPLICATIVE = "Applicative"
SIGNS = {"*": "products", "+": "coproducts", "(*)": "a monoidal product"}
SHOWN = {"*": "×", "+": "+", "(*)": "⊗"}


class ExpressionReader:
    """Reads expressions in a scope; bound variables are kept beside it."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope
        self.bound: dict[str, Symbol] = {}
        self.table: dict[str, AbstractCategory] = {}

    def space(self, name: str, expr: tree.Expr) -> CoendSpace:
        """The set that an expression denotes, over the categories that it speaks of. Raises Problem or Depends."""
        expression = self.read(expr, SET)
        categories = tuple(self.table[name] for name in sorted(self.table))
        enriched = [category for category in categories if category.has("self enriched")]
        if enriched and len(categories) > 1:
            raise Problem(
                "E0407", f"`{enriched[0].name}` is enriched over itself, and other categories have sets of arrows", expr.span,
                help="an expression has one base: homs are sets, or objects of the one category that is enriched over itself",
            )
        if enriched and not enriched[0].has("coproducts"):
            for node in walk_expression(expression):
                if isinstance(node, Product) and node.op == "+" and node.sort == SET:
                    raise self._undeclared(enriched[0].name, "coproducts", expr, "`coproducts`")
        return CoendSpace(name, expression, categories)

    # --- categories -------------------------------------------------------------------------------------------------------

    def category(self, expr: tree.Expr) -> str:
        """The name of an abstract category. Raises Problem or Depends."""
        if not isinstance(expr, tree.Name):
            raise Problem("E0303", "this is not an abstract category", expr.span, help="name one that is declared with `with`")
        declared = self.scope.need(expr, (ABSTRACT,), ABSTRACT)
        self.table[expr.text] = cast(AbstractCategory, declared.value)
        return expr.text

    def sources(self, expr: tree.Expr) -> tuple[tuple[str, int], ...]:
        """The sources of a functor, `op(C) * D`, with their variance. Raises Problem or Depends."""
        match expr:
            case tree.Binary("*", left, right):
                return (*self.sources(left), *self.sources(right))
            case tree.Call(tree.Name("op"), (inner,)):
                return tuple((name, -way) for name, way in self.sources(inner))
            case tree.Name("Nat"):
                return ((NAT, 1),)
            case _:
                return ((self.category(expr), 1),)

    def domain(self, expr: tree.Expr) -> Sort:
        """What an integral runs over: C, 1, Nat, [C, D] or Applicative(C). Raises Problem or Depends."""
        match expr:
            case tree.Number("1"):
                return ONE
            case tree.Name("Nat"):
                return NAT
            case tree.ListExpr((source, target)):
                return FunctorSort(self.sources(source), self.category(target))
            case tree.Call(tree.Name(text), (inner,)) if text == APPLICATIVE:
                name = self.category(inner)
                self._need(name, "products", expr)
                return FunctorSort(((name, 1),), name, "applicatives")
            case _:
                return self.category(expr)

    # --- expressions ------------------------------------------------------------------------------------------------------

    def read(self, expr: tree.Expr, sort: str) -> Expression:
        """The expression as an object of that category. Raises Problem or Depends."""
        match expr:
            case tree.Integral(kind, variable, category, body):
                if sort != SET:
                    raise Problem("E0412", f"an integral is a set, and an object of {sort} is needed here", expr.span)
                return self._integral(kind, variable, category, body)
            case tree.Binary("*" | "+" | "(*)" as op, left, right):
                self._has_product(op, sort, expr)
                return product(op, (self.read(left, sort), self.read(right, sort)), sort)
            case tree.Binary("^", base, exponent):
                return self._power(base, exponent, sort, expr)
            case tree.Number("1" | "0" as digit):
                unit: Op = "*" if digit == "1" else "+"
                self._has_product(unit, sort, expr)
                return product(unit, (), sort)
            case tree.ListExpr((source, target)):
                return self._inner(source, target, sort, expr)
            case tree.Call(tree.Name("sum" | "prod" as word, span=span), arguments) if not self._shadowed(word):
                return self._sum(word, arguments, sort, tree.Name(word, span=span), expr)
            case tree.Call(tree.Name("dot"), (elements, base)) if sort != SET:
                self._need(sort, "copowers", expr)
                return Copower(self.read(elements, SET), self.read(base, sort))
            case tree.Call(tree.Name() as head, arguments):
                return self._call(head, arguments, sort, expr)
            case tree.Name():
                return self._name(expr, sort)
            case _:
                raise Problem("E0412", f"this is not {_thing(sort)}", expr.span, help=_HELP)

    def _shadowed(self, word: str) -> bool:
        return word in self.scope.declarations or word in self.bound

    def _name(self, expr: tree.Name, sort: str) -> Expression:
        symbol = self.bound.get(expr.text)
        if symbol is None and expr.text == "I" and "I" not in self.scope.declarations and sort in self.table:
            self._has_product("(*)", sort, expr)
            return product("(*)", (), sort)
        if symbol is None:
            symbol = cast(Symbol, self.scope.need(expr, (OBJECT,), OBJECT).value)
        if symbol.sort != sort:
            self._misplaced(expr, symbol.sort, sort)
        return symbol

    def _misplaced(self, expr: tree.Expr, found: Sort, wanted: str) -> NoReturn:
        text = "a functor" if isinstance(found, FunctorSort) else _thing(found)
        raise Problem("E0407", f"this is {text}, and {_thing(wanted)} is needed here", expr.span, f"not {_thing(wanted)}")

    def _call(self, head: tree.Name, arguments: tuple[tree.Expr, ...], sort: str, expr: tree.Expr) -> Expression:
        if head.text in self.bound:
            return self._at(self.bound[head.text], head, arguments, sort, expr)
        if head.text == SET and head.text not in self.scope.declarations:
            self._arity(head, arguments, 2, expr)
            found: Expression = Inner("*", self.read(arguments[0], SET), self.read(arguments[1], SET), SET)
        else:
            declared = self.scope.need(head, (ABSTRACT, FUNCTOR), "category or functor")
            if declared.kind == FUNCTOR:
                return self._at(cast(Symbol, declared.value), head, arguments, sort, expr)
            name = self.category(head)
            self._arity(head, arguments, 2, expr)
            found = Hom(name, self.read(arguments[0], name), self.read(arguments[1], name))
        if sort != SET:
            self._misplaced(expr, SET, sort)
        return found

    def _at(
        self, functor: Symbol, head: tree.Name, arguments: tuple[tree.Expr, ...], sort: str, expr: tree.Expr
    ) -> Expression:
        if not isinstance(functor.sort, FunctorSort):
            raise Problem("E0303", f"`{head.text}` is {_thing(functor.sort)} and takes no arguments", head.span)
        self._arity(head, arguments, len(functor.sort.sources), expr)
        for source, _ in functor.sort.sources:
            if source != NAT:
                self.table.setdefault(source, self._declared(source))
        if functor.sort.target != sort:
            self._misplaced(expr, functor.sort.target, sort)
        args = tuple(self.read(arg, source) for arg, (source, _) in zip(arguments, functor.sort.sources, strict=True))
        return At(functor, args, functor.sort.target)

    def _declared(self, name: str) -> AbstractCategory:
        declared = self.scope.find(name)
        assert declared is not None
        return cast(AbstractCategory, declared.value)

    def _arity(self, head: tree.Name, arguments: tuple[tree.Expr, ...], count: int, expr: tree.Expr) -> None:
        if len(arguments) != count:
            plural = "argument" if count == 1 else "arguments"
            raise Problem("E0410", f"`{head.text}` takes {count} {plural}, not {len(arguments)}", expr.span)

    def _inner(self, source: tree.Expr, target: tree.Expr, sort: str, expr: tree.Expr) -> Expression:
        if sort == SET:
            return Inner("*", self.read(source, SET), self.read(target, SET), SET)
        closed = [op for op in ("*", "(*)") if self._category(sort).closed(op)]
        if not closed:
            raise self._undeclared(sort, "closed", expr, "`cartesian closed` or `monoidal closed`")
        if len(closed) > 1:
            raise Problem(
                "E0430", f"`{sort}` is closed for × and for ⊗, and [X, Y] could be either", expr.span,
                help="declare the one that the formula needs",
            )
        return Inner(cast(Op, closed[0]), self.read(source, sort), self.read(target, sort), sort)

    def _power(self, base: tree.Expr, exponent: tree.Expr, sort: str, expr: tree.Expr) -> Expression:
        self._has_product("*", sort, expr)
        read = self.read(base, sort)
        match exponent:
            case tree.Number(text) if text.isdigit() and int(text) <= LARGEST_POWER:
                return product("*", (read,) * int(text), sort)
            case tree.Name(text) if text in self.bound and self.bound[text].sort == NAT and sort != SET:
                return Power(read, self.bound[text])
            case _:
                raise Problem(
                    "E0412", "this is not an exponent", exponent.span,
                    help=f"exponents are numbers up to {LARGEST_POWER} and the variables of sums, as in sum(n, 0, oo, A^n)",
                )

    def _sum(
        self, word: str, arguments: tuple[tree.Expr, ...], sort: str, head: tree.Name, expr: tree.Expr
    ) -> Expression:
        self._arity(head, arguments, 4, expr)
        index, low, high, body = arguments
        if not (isinstance(index, tree.Name) and low == tree.Number("0") and high == tree.Name("oo")):
            raise Problem("E0412", f"`{word}` is over all natural numbers here", expr.span, help=f"write {word}(n, 0, oo, …)")
        if sort != SET:
            if word == "prod":
                raise Problem("E0412", "infinite products are of sets only", expr.span)
            self._need(sort, "countable coproducts", expr)
        symbol, inner = self._under(index, NAT, body, sort)
        return bind("sum" if word == "sum" else "prod", symbol, inner)

    def _integral(self, kind: str, variable: tree.Name, category: tree.Expr, body: tree.Expr) -> Expression:
        domain = self.domain(category)
        symbol, inner = self._under(variable, domain, body, SET)
        found = variances(inner, symbol)
        if domain not in (NAT, ONE) and found != {1, -1}:
            only = {frozenset({1}): "only covariant", frozenset({-1}): "only contravariant"}.get(found, "missing")
            glues = "a coend glues" if kind == "coend" else "an end compares"
            raise Problem(
                "E0403", f"`{variable.text}` is {only} in this integrand", body.span,
                f"{glues} a contravariant and a covariant place",
                "in C(X, Y) and [X, Y] the place X is contravariant and Y covariant",
                (Label(variable.span, "the variable of the integral"),),
            )
        return bind("coend" if kind == "coend" else "end", symbol, inner)

    def _under(self, variable: tree.Name, sort: Sort, body: tree.Expr, inner: str) -> tuple[Symbol, Expression]:
        """The body below a binder. The symbol has a name that hides no other one."""
        if variable.text in self.scope.declarations:
            declared = self.scope.declarations[variable.text]
            raise Problem(
                "E0302", f"`{variable.text}` is declared already, as {with_article(declared.kind)}", variable.span,
                help="the variable of an integral needs a name of its own",
                secondary=(Label(declared.span, "declared here"),),
            )
        if variable.text in self.bound:
            raise Problem("E0302", f"`{variable.text}` is the variable of an integral around this one", variable.span)
        symbol = Symbol(variable.text, sort)
        self.bound[variable.text] = symbol
        try:
            return symbol, self.read(body, inner)
        finally:
            del self.bound[variable.text]

    # --- structure --------------------------------------------------------------------------------------------------------

    def _category(self, sort: str) -> AbstractCategory:
        return self.table.get(sort) or self._declared(sort)

    def _has_product(self, op: str, sort: str, expr: tree.Expr) -> None:
        if sort == SET:
            if op == "(*)":
                raise Problem("E0412", "sets are multiplied by `*`", expr.span, help="`(*)` is the product of a monoidal category")
            return
        if sort == ONE or not self._category(sort).has_product(op):
            raise self._undeclared(sort, SIGNS[op], expr, f"`{ {'*': 'products', '+': 'coproducts', '(*)': 'monoidal'}[op] }`")

    def _need(self, sort: str, feature: str, expr: tree.Expr) -> None:
        if not self._category(sort).has(feature) and not (feature == "copowers" and self._category(sort).has("self enriched")):
            raise self._undeclared(sort, feature, expr, f"`{feature}`")

    def _undeclared(self, sort: str, what: str, expr: tree.Expr, add: str) -> Problem:
        declared = self.scope.declarations.get(sort)
        labels = () if declared is None else (Label(declared.span, f"{sort} is declared here"),)
        verb = "be" if what == "closed" else "have"
        return Problem(
            "E0430", f"`{sort}` is not declared to {verb} {what}", expr.span, None,
            f"add {add} to `category {sort} with …`", labels,
        )


def _thing(sort: Sort) -> str:
    if isinstance(sort, FunctorSort):
        return "a functor"
    return {SET: "a set", NAT: "a natural number", ONE: "the object of 1"}.get(sort, f"an object of {sort}")


_HELP = "sets are C(X, Y), Set(E, F), F(X), products, sums and integrals of such; objects are named or built from X * Y, X + Y, [X, Y]"

__all__ = ["ABSTRACT", "FUNCTOR", "OBJECT", "ExpressionReader"]
