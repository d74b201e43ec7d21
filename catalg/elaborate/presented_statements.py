"""Functors and transformations on presented categories as statements declare them: by body, by construction, dinatural."""

from __future__ import annotations

from dataclasses import replace

from catalg.diagnostics import Label
from catalg.elaborate import bodies
from catalg.elaborate.between import KINDS, BetweenReader
from catalg.elaborate.categories import path
from catalg.elaborate.category_expressions import require_presented, same_category
from catalg.elaborate.entries import matched
from catalg.elaborate.functor_expressions import FunctorReader, Value, extended, is_extension
from catalg.elaborate.profunctors import dinatural, is_diagonal
from catalg.elaborate.scope import Problem, Scope, Unsupported
from catalg.elaborate.sheaves import sheaf_data
from catalg.elaborate.transformation_expressions import Transformation, TransformationReader, same_functor
from catalg.elaborate.universes import Universe
from catalg.exact.sparse import SparseMatrix
from catalg.language import tree
from catalg.learning.cellular import Assignment, Diffusion
from catalg.model.category import Category, SetFunctor, VectFunctor
from catalg.model.group import Group
from catalg.model.gset import ExplicitSet
from catalg.universes.categories import inverse_name
from catalg.universes.dinatural import Dinatural
from catalg.universes.extensions import Kan, LinearKan, UnlistedKan
from catalg.universes.path_transformations import PathTransformation
from catalg.universes.pointwise import outer
from catalg.universes.presented_functors import PresentedFunctor


def presented_functor(
    statement: tree.Functor, source: Category, target: Universe, scope: Scope
) -> SetFunctor | VectFunctor | Kan | LinearKan | UnlistedKan:
    """The functor to Set or Vect that a statement declares on a presented category.

    Raises Problem, Depends or Unsupported.
    """
    name, where = statement.name.text, statement.name.span
    if target.kind == "Man":
        raise Unsupported("functors from presented categories to Man")
    if statement.domain is not None:
        raise Problem("E0412", "`on (…)` gives coordinates of a manifold; the target is not Man", where)
    if statement.body is not None:
        letters = replace(source, arrows=tuple(a for a in source.arrows if not _is_inverse(a.name, source)))
        if target.kind == "Set":
            by_letters = bodies.set_functor(name, letters, statement.body, scope, where)
            return _with_inverse_tables(by_letters, source, statement.body)
        linear = bodies.vect_functor(name, letters, target.field, statement.body, scope, where)
        return _with_inverse_matrices(linear, source, statement.body)
    assert statement.value is not None
    calls = [node.function for node in tree.walk(statement.value) if isinstance(node, tree.Call)]
    heads = {head.text for head in calls if isinstance(head, tree.Name)}
    if heads & {"hom", "lan", "ran", "day"}:
        require_presented(statement.source, scope)
    value = _constructed(statement, source, target, scope)
    found = value.along.target if isinstance(value, Kan | LinearKan | UnlistedKan) else value.category
    if not same_category(found, source):
        raise Problem(
            "E0407", f"this is a functor on {found.name}, not on {source.name}", statement.value.span,
            secondary=(Label(statement.source.span, "declared here"),),
        )
    return value if isinstance(value, Kan | LinearKan | UnlistedKan) else replace(value, category=source)


def on_its_category(expr: tree.Expr, target: Universe, scope: Scope) -> bool:
    """Whether a functor on a group is built as one on its category: a representable, a Kan extension, a powerset, …"""
    match expr:
        case tree.Call(tree.Name("lan" | "ran" as text), _):
            return text not in scope.declarations
        case tree.Call(tree.Name("hom" | "day" | "powerset" as text), _):
            return target.kind == "Set" and text not in scope.declarations
        case tree.Binary("@", _, _):
            return target.kind == "Set"
        case _:
            return False


def as_gset(
    value: SetFunctor | VectFunctor | Kan | LinearKan | UnlistedKan, group: Group
) -> ExplicitSet | VectFunctor | Kan | LinearKan | UnlistedKan:
    """A functor to Set on the category of a group as a G-set; others, and Kan extensions with their units, as they are."""
    if not isinstance(value, SetFunctor):
        return value
    labels = value.elements("*")
    tables = tuple((g.name, value.table(g.name)) for g in group.generators)
    return ExplicitSet(group, len(labels), tables, labels, value.name)


def _constructed(
    statement: tree.Functor, source: Category, target: Universe, scope: Scope
) -> SetFunctor | VectFunctor | Kan | LinearKan | UnlistedKan:
    expr = statement.value
    assert expr is not None
    name = statement.name.text
    if is_extension(expr, scope) and isinstance(expr, tree.Call) and isinstance(expr.function, tree.Name):
        head, arguments = expr.function.text, expr.arguments
        if len(arguments) == (3 if head == "day" else 2):
            base: tree.Expr | SetFunctor = arguments[1]
            if head == "day":
                reader = FunctorReader(scope)
                base = outer(reader.to_set(arguments[1]), reader.to_set(arguments[2]))
            made = extended(scope, "right" if head == "ran" else "left", expr, arguments[0], base, name)
            _same_target(isinstance(made.base, SetFunctor), target, statement)
            return made
    value = FunctorReader(scope, target.field).read(expr, source)
    _same_target(isinstance(value, SetFunctor), target, statement)
    if isinstance(value, VectFunctor) and value.field != target.field:
        raise Problem("E0408", f"the construction is over {value.field}, the functor is declared over {target.field}", expr.span)
    return replace(value, name=name)


def _same_target(to_set: bool, target: Universe, statement: tree.Functor) -> None:
    if to_set != (target.kind == "Set"):
        assert statement.value is not None
        raise Problem(
            "E0412", f"this is a functor to {'Set' if to_set else 'Vect'}, declared to {target.kind}",
            statement.value.span, secondary=(Label(statement.target.span, "declared here"),),
        )


def _is_inverse(name: str, category: Category) -> bool:
    return name.endswith("^-1") and any(inverse_name(a.name) == name for a in category.arrows)


def _with_inverse_tables(functor: SetFunctor, category: Category, body: tuple[tree.Entry, ...]) -> SetFunctor:
    """The functor on the category of a group from the tables of its generators, which must be bijective."""
    tables = dict(functor.arrows)
    spans = {entry.name.text: entry.value.span for entry in body}
    for arrow in category.arrows:
        if arrow.name in tables:
            continue
        letter = arrow.name[:-3]
        images = tables[letter]
        if len(set(images)) != len(images):
            raise Problem(
                "E0502", "this table is not a permutation", spans[letter], "two elements have one image",
                "a group element acts by a bijection",
            )
        back = [0] * len(images)
        for x, y in enumerate(images):
            back[y] = x
        tables[arrow.name] = tuple(back)
    return replace(functor, category=category, arrows=tuple((a.name, tables[a.name]) for a in category.arrows))


def _with_inverse_matrices(functor: VectFunctor, category: Category, body: tuple[tree.Entry, ...]) -> VectFunctor:
    """The functor on the category of a group from the matrices of its generators, which must be invertible."""
    from catalg.universes.vect import inverse, inverse_modulo

    matrices: dict[str, SparseMatrix] = dict(functor.arrows)
    spans = {entry.name.text: entry.value.span for entry in body}
    prime = functor.field.characteristic
    for arrow in category.arrows:
        if arrow.name in matrices:
            continue
        letter = arrow.name[:-3]
        try:
            value = matrices[letter]
            matrices[arrow.name] = inverse_modulo(value, prime) if prime else inverse(value)
        except ZeroDivisionError:
            raise Problem(
                "E0503", f"the matrix of `{letter}` is not invertible", spans[letter],
                help="a group element acts by an invertible matrix",
            ) from None
    return replace(functor, category=category, arrows=tuple((a.name, matrices[a.name]) for a in category.arrows))


def presented_transformation(statement: tree.Transformation, scope: Scope) -> Transformation | Dinatural | Assignment | Diffusion:
    """The transformation that a statement declares by components or by construction.

    Raises Problem, Depends or Unsupported.
    """
    name, where = statement.name.text, statement.name.span
    if is_diagonal(statement.source) or is_diagonal(statement.target):
        if statement.body is None:
            raise Problem("E0405", "a dinatural transformation is given by its components", where)
        return dinatural(statement, scope)
    if _between(statement.source, scope) or _between(statement.target, scope):
        return _between_presented(statement, scope)
    f, g = FunctorReader(scope).both(statement.source, statement.target)
    if not same_category(f.category, g.category):
        raise Problem(
            "E0403", f"`{f.name}` and `{g.name}` are functors on different categories", statement.source.span,
            f"on {f.category.name}", None, (Label(statement.target.span, f"on {g.category.name}"),),
        )
    g = replace(g, category=f.category)
    data = sheaf_data(statement, f, g, scope)
    if data is not None:
        return data
    if statement.value is not None:
        return _fits(statement, TransformationReader(scope).read(statement.value), f, g)
    assert statement.body is not None
    body = statement.body
    if isinstance(f, SetFunctor) and isinstance(g, SetFunctor):
        return bodies.set_transformation(name, f, g, body, where)
    if isinstance(f, VectFunctor) and isinstance(g, VectFunctor):
        return bodies.vect_transformation(name, f, g, body, scope, where)
    raise Problem(
        "E0412", f"`{f.name}` and `{g.name}` have different targets", statement.source.span,
        secondary=(Label(statement.target.span, "the other one"),),
    )


def _between(expr: tree.Expr, scope: Scope) -> bool:
    """Whether an expression is a functor between presented categories, by the functor that is applied last."""
    match expr:
        case tree.Name(text):
            declared = scope.declarations.get(text)
            return declared is not None and declared.kind in KINDS
        case tree.Call(tree.Name("id" | "op" | "projection"), _):
            return True
        case tree.Binary("@", after, _) | tree.Binary(";", _, after):
            return _between(after, scope)
        case _:
            return False


def _between_presented(statement: tree.Transformation, scope: Scope) -> PathTransformation:
    reader = BetweenReader(scope)
    if isinstance(statement.source, tree.Name) and statement.source.text == "id":
        g = reader.read(statement.target)
        f = reader.read(statement.source, g.source)
    else:
        f = reader.read(statement.source)
        g = reader.read(statement.target, f.source)
    if (f.source.name, f.target.name) != (g.source.name, g.target.name):
        raise Problem(
            "E0403", f"`{f.name}` and `{g.name}` are not parallel", statement.source.span, f"{f.source.name} -> {f.target.name}",
            None, (Label(statement.target.span, f"{g.source.name} -> {g.target.name}"),),
        )
    name = statement.name.text
    if statement.value is not None:
        value = _fits(statement, TransformationReader(scope).read(statement.value), f, g)
        assert isinstance(value, PathTransformation)
        return value
    assert statement.body is not None
    values = matched(statement.body, f.source.objects, "object", statement.name.span)
    components = []
    for c in f.source.objects:
        typed = path(values[c], f.target)
        wanted = (f.object(c), g.object(c))
        if (typed.source, typed.target) != wanted:
            raise Problem(
                "E0415", f"the component at {c} goes {wanted[0]} -> {wanted[1]}", values[c].span,
                f"goes {typed.source} -> {typed.target}",
            )
        components.append((c, typed.arrows))
    return PathTransformation(name, f, g, tuple(components))


def _fits(
    statement: tree.Transformation, value: Transformation, f: Value | PresentedFunctor, g: Value | PresentedFunctor
) -> Transformation:
    """The transformation under its declared name, between the declared functors. Raises Problem."""
    assert statement.value is not None
    for found, wanted, word, side in (
        (value.source, f, "starts", statement.source), (value.target, g, "ends", statement.target)
    ):
        if not same_functor(found, wanted):
            raise Problem(
                "E0403", f"this transformation {word} at {found.name}, not at {wanted.name}", statement.value.span,
                f"goes {value.source.name} => {value.target.name}", None, (Label(side.span, "declared here"),),
            )
    return replace(value, name=statement.name.text, source=f, target=g)  # type: ignore[arg-type]
