"""Categories by construction: products, posets, discrete and free categories, sets, elements, arrows, commas, functors.

A construction stands wherever a category is wanted; declared under a name it takes that name.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import cast

from catalg.diagnostics import Span, did_you_mean
from catalg.elaborate.dims import natural
from catalg.elaborate.finite import element
from catalg.elaborate.groups import Groups, product
from catalg.elaborate.scope import Problem, Scope, Unsupported
from catalg.language import tree
from catalg.learning.cellular import incidence
from catalg.learning.covers import cech
from catalg.model.category import Arrow, Category
from catalg.model.ends import Graph
from catalg.model.group import Group
from catalg.universes import constructions as build
from catalg.universes.categories import NotFinite, group_category, hom_sets
from catalg.universes.finset import full_subcategory
from catalg.universes.functor_categories import functor_category
from catalg.universes.group_categories import is_presented
from catalg.universes.presented_functors import comma, identity_functor

WORDS = ("op", "discrete", "poset", "free", "incidence", "cech", "finset", "elements", "arrow", "comma", "functors")
"""The heads of constructions of categories."""


def declared_category(statement: tree.Category, scope: Scope) -> Category:
    """The category that `category C = expression` declares. Raises Problem, Depends or Unsupported."""
    assert statement.value is not None
    require_presented(statement.value, scope)
    value = category_expression(statement.value, scope)
    return replace(presented_by(value, statement.value.span), name=statement.name.text)


def is_category_expression(expr: tree.Expr, scope: Scope) -> bool:
    """Whether an expression is a construction of categories, and not the name of a category or a group expression."""
    match expr:
        case tree.Call(tree.Name(text), _):
            return text in WORDS and text not in scope.declarations
        case tree.Binary("*", left, right):
            return any(
                is_category_expression(side, scope)
                or (isinstance(side, tree.Name) and _kind(side.text, scope) == "category")
                for side in (left, right)
            )
        case _:
            return False


def category_expression(expr: tree.Expr, scope: Scope) -> Category | Group:
    """The category or group that an expression denotes. Raises Problem, Depends or Unsupported."""
    match expr:
        case tree.Name():
            from catalg.elaborate.categories import category_of

            return category_of(expr, scope)
        case tree.Binary("*", left, right):
            first, second = category_expression(left, scope), category_expression(right, scope)
            if isinstance(first, Group) and isinstance(second, Group):
                return product(None, [first, second], expr)
            with limits(expr.span):
                return build.product(with_elements(first, left.span), with_elements(second, right.span))
        case tree.Call(tree.Name(text) as head, arguments):
            if text in WORDS:
                with limits(expr.span):
                    return _constructed(expr, text, arguments, scope)
            if text in scope.families:
                return Groups(scope, scope.families).group(expr)
            near = did_you_mean(text, (*WORDS, *scope.families))
            help = f"a similar word exists: `{near}`" if near else f"constructions are {', '.join(f'{w}(…)' for w in WORDS)}"
            raise Problem("E0301", f"no construction of categories is called `{text}`", head.span, help=help)
        case _:
            raise Problem(
                "E0303", "this is not a category", expr.span,
                help="a declared category or group, a product C * D, or a construction such as op(C), poset(a < b), discrete(A, B)",
            )


@contextmanager
def limits(span: Span) -> Iterator[None]:
    """What a construction cannot hold becomes a mistake (too large) or leaves the statement open (not finite)."""
    try:
        yield
    except build.TooLarge as error:
        raise Problem("E0506", str(error), span) from None
    except NotFinite as error:
        raise Unsupported(str(error)) from None


def presented_by(value: Category | Group, span: Span) -> Category:
    """A group as a category with one object; a category as it is. Raises Unsupported for groups with Lie generators."""
    if isinstance(value, Category):
        return value
    if value.lie or value.symbolic:
        raise Unsupported(f"{value.label} as a finitely presented category")
    return group_category(value)


def with_elements(value: Category | Group, span: Span) -> Category:
    """As `presented_by`, where the arrows are counted or listed: the relations must present the group."""
    if isinstance(value, Group) and not is_presented(value):
        raise Unsupported(f"the elements of {value.label}, whose relations are not known to present it")
    return presented_by(value, span)


def same_category(first: Category, second: Category) -> bool:
    """Whether two categories have the same presentation, whatever they are called."""
    if first.name == second.name:
        return True
    if (first.objects, first.arrows) != (second.objects, second.arrows):
        return False
    plain = [[(e.start, e.end, e.left, e.right) for e in c.equations] for c in (first, second)]
    return plain[0] == plain[1]


def object_of(expr: tree.Expr, category: Category) -> str:
    """The object that an expression names; the one object of a group is called by the name of the group. Raises Problem."""
    name = element(expr)
    if name in category.objects:
        return name
    if category.objects == ("*",) and category.name in (name, f"op({name})"):
        return "*"
    near = did_you_mean(name, category.objects)
    known = ", ".join(category.objects) or "none"
    help = f"an object with a similar name exists: `{near}`" if near else f"objects are {known}"
    if category.objects == ("*",):
        help = f"its one object is called by its name, {category.name}"
    raise Problem("E0301", f"{category.name} has no object `{name}`", expr.span, help=help)


def require_presented(expr: tree.Expr, scope: Scope) -> None:
    """Raise Unsupported for a group in the expression whose relations are not known to present it.

    Where arrows are counted or listed its category would have too many.
    """
    for node in tree.walk(expr):
        declared = scope.declarations.get(node.text) if isinstance(node, tree.Name) else None
        if declared is not None and isinstance(declared.value, Group):
            with_elements(declared.value, node.span)
        elif isinstance(node, tree.Call) and isinstance(node.function, tree.Name) and node.function.text in scope.families:
            with_elements(Groups(scope, scope.families).group(node), node.span)


def _constructed(expr: tree.Expr, word: str, arguments: tuple[tree.Expr, ...], scope: Scope) -> Category:
    if word == "discrete":
        return build.discrete(_text("discrete", arguments), _distinct([(element(a), a) for a in arguments]))
    if word == "poset":
        return _poset(expr, arguments)
    if word == "finset":
        sizes = [(str(natural(a, scope, "a number of elements", 16)), a) for a in _numbers(arguments, scope)]
        return full_subcategory(tuple(map(int, _distinct(sizes))))
    if word in ("comma", "functors"):
        first, second = _exactly(expr, word, arguments, 2)
        return _comma(first, second, scope) if word == "comma" else _functors(first, second, scope)
    (argument,) = _exactly(expr, word, arguments, 1)
    if word == "op":
        return presented_by(category_expression(argument, scope), argument.span).opposite()
    if word == "free":
        return _free(argument, scope)
    if word == "cech":
        return cech(_concrete(argument, "cech", scope))
    if word == "incidence":
        return incidence(_concrete(argument, "incidence", scope))
    if word == "elements":
        from catalg.elaborate.functor_expressions import FunctorReader

        functor = FunctorReader(scope).to_set(argument)
        return replace(build.elements(functor).category, name=f"elements({functor.name})")
    base = with_elements(category_expression(argument, scope), argument.span)
    homs = hom_sets(base)
    if homs is None:
        raise NotFinite(f"completion of {base.name} did not end within its limit", False)
    same = identity_functor(base)
    return replace(comma(same, same, homs, homs, homs), name=f"arrow({base.name})")


def _exactly(expr: tree.Expr, word: str, arguments: tuple[tree.Expr, ...], count: int) -> tuple[tree.Expr, ...]:
    if len(arguments) != count:
        raise Problem("E0410", f"`{word}` takes {count} argument{'s' * (count > 1)}, not {len(arguments)}", expr.span)
    return arguments


def _numbers(arguments: tuple[tree.Expr, ...], scope: Scope) -> list[tree.Expr]:
    """The arguments, with `{0..3}` spread out."""
    spread: list[tree.Expr] = []
    for argument in arguments:
        if not isinstance(argument, tree.SetExpr):
            spread.append(argument)
            continue
        for item in argument.elements:
            if isinstance(item, tree.Range):
                low, high = natural(item.low, scope, "the lower end", 16), natural(item.high, scope, "the upper end", 16)
                spread += [tree.Number(str(k), span=item.span) for k in range(low, high + 1)]
            else:
                spread.append(item)
    return spread


def _distinct(items: list[tuple[str, tree.Expr]]) -> list[str]:
    names: list[str] = []
    for name, expr in items:
        if name in names:
            raise Problem("E0302", f"`{name}` is an object already", expr.span)
        names.append(name)
    return names


def _text(word: str, arguments: tuple[tree.Expr, ...]) -> str:
    return f"{word}({', '.join(element(a) for a in arguments)})"


def _poset(expr: tree.Expr, arguments: tuple[tree.Expr, ...]) -> Category:
    elements: dict[str, None] = {}
    covers: list[tuple[str, str]] = []
    said: list[str] = []
    for argument in arguments:
        if not isinstance(argument, tree.Comparison):
            elements[element(argument)] = None
            said.append(element(argument))
            continue
        labels = [element(operand) for operand in argument.operands]
        elements.update(dict.fromkeys(labels))
        text = labels[0]
        for low, sign, high in zip(labels, argument.operators, labels[1:], strict=False):
            if sign in (">", ">="):
                covers.append((high, low))
            elif sign in ("<", "<="):
                covers.append((low, high))
            else:
                raise Problem("E0412", "a poset is given by `a < b`", argument.span)
            text += f" {sign} {high}"
        said.append(text)
    loops = [low for low, high in covers if low == high]
    try:
        if loops:
            raise ValueError
        return build.poset(f"poset({', '.join(said)})", tuple(elements), covers)
    except ValueError:
        raise Problem("E0413", "this order has a cycle", expr.span, help="in a poset a < b and b < a never hold together") from None


def _concrete(argument: tree.Expr, word: str, scope: Scope) -> Graph:
    """A declared graph whose edges are listed. Raises Problem or Depends."""
    if not isinstance(argument, tree.Name):
        raise Problem("E0303", "this is not a graph", argument.span, help=f"{word}(Gamma) of a declared graph Gamma")
    graph = cast(Graph, scope.need(argument, ("graph",), "graph").value)
    if graph.arbitrary:
        raise Problem("E0505", f"`{graph.name}` is an arbitrary graph; its arrows cannot be listed", argument.span)
    return graph


def _free(argument: tree.Expr, scope: Scope) -> Category:
    graph = _concrete(argument, "free", scope)
    arrows = tuple(
        Arrow(f"{graph.labels[a]}--{graph.labels[b]}", graph.labels[a], graph.labels[b]) for a, b in graph.edges
    )
    return Category(f"free({graph.name})", graph.labels, arrows)


def _comma(first: tree.Expr, second: tree.Expr, scope: Scope) -> Category:
    from catalg.elaborate.between import BetweenReader

    reader = BetweenReader(scope)
    one = reader.read(first)
    other = reader.read(second, target=one.target)
    if not same_category(one.target, other.target):
        raise Problem(
            "E0407", f"`{other.name}` ends at {other.target.name}, `{one.name}` at {one.target.name}", second.span,
            help="the comma category is of two functors with one target",
        )
    found = [hom_sets(c) for c in (one.target, one.source, other.source)]
    for c, homs in zip((one.target, one.source, other.source), found, strict=True):
        if homs is None:
            raise NotFinite(f"completion of {c.name} did not end within its limit", False)
    target, left, right = found
    assert target is not None and left is not None and right is not None
    return replace(comma(one, other, target, left, right), name=f"comma({one.name}, {other.name})")


def _functors(first: tree.Expr, second: tree.Expr, scope: Scope) -> Category:
    source = with_elements(category_expression(first, scope), first.span)
    target = with_elements(category_expression(second, scope), second.span)
    homs = hom_sets(target)
    if homs is None:
        raise NotFinite(f"completion of {target.name} did not end within its limit", False)
    return functor_category(source, homs)


def _kind(name: str, scope: Scope) -> str | None:
    found = scope.declarations.get(name)
    return None if found is None else found.kind
