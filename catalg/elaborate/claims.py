"""Assertions: what `expect`, `check` and `refute` say, with formulas typed against the end that they speak of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from catalg.diagnostics import Label
from catalg.elaborate.abstract_categories import abstract_claim
from catalg.elaborate.categories import category_of, equation
from catalg.elaborate.constructions import Constructions
from catalg.elaborate.dims import count as count_of
from catalg.elaborate.ends import end as read_end
from catalg.elaborate.formulas import Reader
from catalg.elaborate.groups import Groups
from catalg.elaborate.maps import map_claim
from catalg.elaborate.scope import Declaration, Problem, Scope, Unsupported, with_article
from catalg.elaborate.shape_claims import property_claim, shape_claim
from catalg.elaborate.shapes import argument_count, argument_shapes, element_shape, fitted
from catalg.elaborate.sheaves import value_claim
from catalg.exact.functions import SCALAR
from catalg.language import tree
from catalg.model.category import Category, SetFunctor
from catalg.model.ends import Diagram, End, KernelEnd, LinearEnd, SetCoend, SetEnd, VectCoend, VectEnd
from catalg.model.goals import (
    Claim,
    CountClaim,
    FormulaClaim,
    FunctorialClaim,
    NaturalClaim,
    Opaque,
    PathClaim,
    SpaceClaim,
)
from catalg.model.group import Group
from catalg.model.isotypic import RepEquality
from catalg.model.representation import Rep
from catalg.universes.categories import group_category
from catalg.universes.indices import index_count, index_names

SPACES = ("end", "coend", "limit", "colimit")


def claim(assertion: tree.Assertion, scope: Scope, groups: Groups) -> Claim:
    """The claim that an assertion makes. Raises Problem, Depends or Unsupported."""
    abstract = abstract_claim(assertion, scope)
    if abstract is not None:
        return abstract
    equivalence = _equivalence(assertion, scope, groups)
    if equivalence is not None:
        return equivalence
    valued = value_claim(assertion, scope)
    if valued is not None:
        return valued
    of_maps = map_claim(assertion, scope)
    if of_maps is not None:
        return of_maps
    match assertion:
        case tree.FormulaClaim(name, arguments, formula, bindings, indices):
            return _formula(name, arguments, indices, formula, bindings, scope)
        case tree.SpaceEquality(left, tree.Name(text) as right):
            first, _ = _space(left, scope)
            declared = scope.find(text)
            if declared is not None and declared.kind in SPACES:
                _require_comparable(left, first, right, _space(right, scope)[0])
                return SpaceClaim(left.text, text)
            return _formula(left, (), (), right, (), scope)
        case tree.SpaceEquality(left, tree.Integral() as right):
            first, _ = _space(left, scope)
            statement = tree.End(tree.Name("_"), right.variable, right.category, right.body, None, span=right.span)
            second = read_end(statement, scope, groups)
            _require_comparable(left, first, right, second)
            return SpaceClaim(left.text, second)
        case tree.Containment(left, right):
            first, second = _space(left, scope)[0], _space(right, scope)[0]
            if not (isinstance(first, LinearEnd) and isinstance(second, LinearEnd)):
                raise Unsupported("`<=` between spaces of other kinds than linear ends")
            return SpaceClaim(left.text, right.text, True)
        case tree.CountClaim(kind, name, value):
            return _count(kind, name, value, scope)
        case tree.Natural(name):
            scope.need(name, ("transformation",), "transformation")
            return NaturalClaim(name.text)
        case tree.Functorial(name):
            kinds = ("functor to Vect", "functor to Set", "functor to Man", "homomorphism", "functor between categories")
            scope.need(name, kinds, "functor")
            return FunctorialClaim(name.text)
        case tree.ShapeCount():
            return shape_claim(assertion, scope)
        case tree.PathEquality(left_path, right_path, category):
            base = category_of(category, scope)
            presented = _words(base) if isinstance(base, Group) else base
            typed = equation(left_path, right_path, presented, assertion.span)
            return PathClaim(presented, typed.start, typed.end, typed.left, typed.right)
        case _:
            assert isinstance(assertion, tree.Property)
            return property_claim(assertion, scope)


def _equivalence(assertion: tree.Assertion, scope: Scope, groups: Groups) -> RepEquality | None:
    """`V = W` for a representation V; None for other claims. Raises Problem, Depends or Unsupported."""
    match assertion:
        case tree.FormulaClaim(name, (), right, (), ()) | tree.SpaceEquality(name, right):
            declared = scope.find(name.text)
            if declared is None or not isinstance(declared.value, Rep):
                return None
            scope.need(name, ("functor to Vect",), "functor to Vect")
            other = Constructions(scope, groups, declared.value.group, declared.value.field).rep(right)
            return RepEquality(declared.value, other, (name.text, "the right side"))
    return None


def _words(group: Group) -> Category:
    """A group presented by discrete generators and relations as a category in which its words are paths.

    Raises Unsupported for other groups: the relations of a family need not present it.
    """
    if group.lie or group.family is not None or group.factors or group.symbolic:
        raise Unsupported("equality of words in a group that is not declared by discrete generators and relations")
    return group_category(group)


def _space(node: tree.Name, scope: Scope) -> tuple[End, Declaration]:
    declared = scope.need(node, SPACES, "end")
    if isinstance(declared.value, Opaque):
        raise Unsupported(declared.value.reason)
    return cast(End, declared.value), declared


def _require_comparable(left: tree.Name, first: End, right: tree.Expr, second: End) -> None:
    """Sets are compared with sets, vector spaces with vector spaces. Raises Problem."""
    if _is_set(first) != _is_set(second):
        sorts = ["a set" if _is_set(end) else "a vector space" for end in (first, second)]
        raise Problem(
            "E0412", f"`{left.text}` is {sorts[0]}, this is {sorts[1]}", right.span, secondary=(Label(left.span, sorts[0]),)
        )


def _is_set(end: End) -> bool:
    return isinstance(end, SetEnd | SetCoend) or (isinstance(end, Diagram) and isinstance(end.functor, SetFunctor))


def arguments_of(
    node: tree.Name, arguments: tuple[tree.Name, ...], end: End, declared: Declaration
) -> tuple[str, ...]:
    """The names of the arguments, checked in number and for repetition. Raises Problem."""
    count = argument_count(end)
    if count is None:
        raise Problem("E0412", f"`{node.text}` is a set; its elements have no formula", node.span,
                      help=f"assert its size: expect size {node.text} = …")
    names = tuple(a.text for a in arguments)
    for k, argument in enumerate(arguments):
        if argument.text in names[:k]:
            raise Problem("E0302", f"the argument `{argument.text}` stands twice", argument.span)
    if len(names) != count and not (isinstance(end, LinearEnd) and end.polynomials is None and not names):
        plural = "argument" if count == 1 else "arguments"
        raise Problem(
            "E0410", f"an element of `{node.text}` has {count or 'no'} {plural}, not {len(names)}",
            arguments[-1].span if arguments else node.span,
            help=f"write `{node.text}({', '.join(letters(count))}) = …`" if count else None,
            secondary=(Label(declared.span, "declared here"),),
        )
    return names


def indices_of(
    node: tree.Name, named: tuple[tree.Name, ...], end: End, declared: Declaration, formulas: Sequence[tree.Expr]
) -> tuple[str, ...]:
    """The names of the indices of a matrix entry: those in square brackets, or those that `delta` and `epsilon` of bare
    formulas have by convention; empty where the formula is the matrix itself. Raises Problem."""
    linear = isinstance(end, LinearEnd) and not end.points and end.polynomials is None
    if not linear and named:
        raise Problem("E0412", f"an element of `{node.text}` has no indices", named[0].span,
                      help=f"arguments stand in round brackets: `{node.text}({', '.join(n.text for n in named)}) = …`",
                      secondary=(Label(declared.span, "declared here"),))
    if not linear:
        return ()
    assert isinstance(end, LinearEnd)
    usual = index_names(end)
    if not named:
        used = {a.text for f in formulas for n in tree.walk(f) if _is_pattern(n)
                for a in cast(tree.Call, n).arguments if isinstance(a, tree.Name)}
        return usual if used & set(usual) else ()
    for k, index in enumerate(named):
        if index.text in (n.text for n in named[:k]):
            raise Problem("E0302", f"the index `{index.text}` stands twice", index.span)
    count = index_count(end.target) + index_count(end.source)
    if len(named) != count:
        raise Problem(
            "E0410", f"an element of `{node.text}` has {count} ind{'ex' if count == 1 else 'ices'}, not {len(named)}", named[-1].span,
            help=f"those of the target, then those of the source: `{node.text}[{', '.join(usual)}] = …`" if usual else None,
            secondary=(Label(declared.span, "declared here"),),
        )
    return tuple(n.text for n in named)


def _is_pattern(node: tree.Node) -> bool:
    return isinstance(node, tree.Call) and isinstance(node.function, tree.Name) and node.function.text in ("delta", "epsilon")


def letters(count: int) -> tuple[str, ...]:
    """Names for so many arguments, to show how a formula is written."""
    return ("x", "y", "z", "w")[:count] if count <= 4 else tuple(f"x{k + 1}" for k in range(count))


def _formula(
    name: tree.Name,
    arguments: tuple[tree.Name, ...],
    named: tuple[tree.Name, ...],
    formula: tree.Expr,
    bindings: tuple[tree.Binding | tree.Arbitrary, ...],
    scope: Scope,
) -> FormulaClaim:
    end, declared = _space(name, scope)
    indices = indices_of(name, named, end, declared, (formula, *(b.value for b in bindings if isinstance(b, tree.Binding))))
    names = indices or arguments_of(name, arguments, end, declared)
    reader = Reader(scope, frozenset(names), placed=isinstance(end, LinearEnd) and end.polynomials is None)
    term = reader.let(formula, bindings)
    if indices:
        unknowns = fitted(term, reader, dict.fromkeys(indices, SCALAR), SCALAR, formula.span)
        return FormulaClaim(name.text, (), term, unknowns, indices)
    shape = element_shape(end)
    if isinstance(end, LinearEnd) and end.points and not names:
        from catalg.terms import Dim

        shape = (end.target.dim, end.source.dim) if len(end.points) != 2 or end.target.dim != Dim.of(1) else (
            end.points[0].size, end.points[1].size)
    unknowns = fitted(term, reader, argument_shapes(end, names), shape, formula.span)
    return FormulaClaim(name.text, names, term, unknowns)


def _count(kind: str, name: tree.Name, value: tree.Expr, scope: Scope) -> CountClaim:
    end, declared = _space(name, scope)
    fits = {
        "dim": (LinearEnd, KernelEnd, VectEnd, VectCoend, Diagram),
        "size": (SetEnd, SetCoend, Diagram, LinearEnd),
        "free": (KernelEnd, LinearEnd),
        "arguments": (KernelEnd, LinearEnd),
    }[kind]
    if not isinstance(end, fits):
        wanted = {"dim": "a vector space", "size": "a set"}.get(kind, "a space of kernels")
        raise Problem(
            "E0412", f"`{kind}` counts {wanted}, but `{name.text}` is {with_article(_sort(end))}", name.span,
            help=f"assert its {'size' if kind == 'dim' else 'dimension'}: expect {'size' if kind == 'dim' else 'dim'} {name.text} = …",
            secondary=(Label(declared.span, "declared here"),),
        )
    if isinstance(value, tree.Name) and value.text == "oo" and "oo" not in scope.parameters:
        return CountClaim(kind, name.text, None)
    return CountClaim(kind, name.text, count_of(value, scope))


def _sort(end: End) -> str:
    return {SetEnd: "set of transformations", SetCoend: "quotient set"}.get(type(end), "vector space")
