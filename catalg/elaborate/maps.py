"""Statements about smooth maps: their declarations, and equations between composites of them."""

from __future__ import annotations

from catalg.elaborate.map_expressions import MAP, ON_MAPS, Lens, MapReader, Para, Value, mentions_map
from catalg.elaborate.map_formulas import PointReader
from catalg.elaborate.map_spaces import space
from catalg.elaborate.scope import Problem, Scope
from catalg.language import tree
from catalg.language.build_statements import not_a_claim
from catalg.model.maps import AnyMap, MapClaim, NamedMap, SmoothMap, space_text


def declared_map(statement: tree.Map, scope: Scope) -> SmoothMap:
    """The map that a statement declares. Raises Problem or Depends."""
    name = statement.name.text
    source, target = space(statement.source, scope), space(statement.target, scope)
    if statement.value is not None:
        value = MapReader(scope).map(statement.value)
        if (value.source, value.target) != (source, target):
            raise Problem(
                "E0402", f"this goes from {space_text(value.source)} to {space_text(value.target)}", statement.value.span,
                help=f"`{name}` is declared from {space_text(source)} to {space_text(target)}",
            )
        return NamedMap(name, value)
    if statement.formula is not None:
        reader = PointReader(MapReader(scope), source)
        reader.bind(statement.arguments, statement.formula)
        _where(reader, statement.bindings)
        return NamedMap(name, reader.body(statement.formula, target))
    if statement.quality is not None and statement.quality.text != "linear":
        raise Problem(
            "E0301", f"no property of a map is called `{statement.quality.text}`", statement.quality.span,
            help="an arbitrary map is smooth, or it `is linear`",
        )
    return AnyMap(name, source, target, statement.quality is not None)


def map_claim(assertion: tree.Assertion, scope: Scope) -> MapClaim | None:
    """What is claimed of maps; None where the assertion is about something else. Raises Problem or Depends."""
    reader = MapReader(scope)
    match assertion:
        case tree.MapEquality(left, right):
            if not mentions_map(assertion, scope):
                raise _nothing(left, assertion)
            return _equation(reader.value(left), reader.value(right), assertion)
        case tree.SpaceEquality(left, tree.Name() as right) if _is_map(left, scope):
            return _equation(reader.value(left), reader.value(right), assertion)
        case tree.FormulaClaim(name, (), formula, ()) if _is_map(name, scope):
            return _equation(reader.value(name), reader.value(formula), assertion)
        case tree.FormulaClaim(name, arguments, formula, bindings) if arguments and _is_map(name, scope):
            left_map = reader.map(name)
            points = PointReader(reader, left_map.source)
            points.bind(arguments, formula)
            _where(points, bindings)
            return _equation(left_map, points.body(formula, left_map.target), assertion)
        case tree.FormulaClaim(name, arguments, formula, ()) if (
            name.text in ON_MAPS and name.text not in scope.declarations and any(_is_map(a, scope) for a in arguments)
        ):
            whole = reader.value(tree.Call(name, arguments, span=name.span))
            return _equation(whole, reader.value(formula), assertion)
        case _:
            return None


def _is_map(node: tree.Name, scope: Scope) -> bool:
    declared = scope.declarations.get(node.text)
    return declared is not None and declared.kind == MAP


def _where(reader: PointReader, bindings: tuple[tree.Binding | tree.Arbitrary, ...]) -> None:
    for binding in bindings:
        if isinstance(binding, tree.Arbitrary):
            raise Problem(
                "E0412", "an arbitrary map is declared by a statement of its own", binding.span,
                help=f"write `map {binding.name.text} : … -> …` before this",
            )
        if binding.name.text in reader.bound:
            raise Problem("E0302", f"`{binding.name.text}` is bound twice", binding.name.span)
        reader.bound[binding.name.text] = reader.read(binding.value)


def _equation(left: Value, right: Value, assertion: tree.Assertion) -> MapClaim:
    if isinstance(left, Lens) and isinstance(right, Lens):
        pairs: tuple[tuple[SmoothMap, SmoothMap], ...] = ((left.get, right.get), (left.put, right.put))
        labels: tuple[str, ...] = ("get", "put")
    elif isinstance(left, Para) and isinstance(right, Para) and left.parameters == right.parameters:
        pairs, labels = ((left.body, right.body),), ("",)
    elif isinstance(left, Lens | Para) or isinstance(right, Lens | Para):
        raise Problem("E0402", "the two sides are not of one kind", assertion.span)
    else:
        pairs, labels = ((left, right),), ("",)
    for mine, theirs in pairs:
        if (mine.source, mine.target) != (theirs.source, theirs.target):
            raise Problem(
                "E0402",
                f"the left side goes from {space_text(mine.source)} to {space_text(mine.target)}, "
                f"the right side from {space_text(theirs.source)} to {space_text(theirs.target)}",
                assertion.span,
            )
    return MapClaim(pairs, labels, "")


def _nothing(left: tree.Expr, assertion: tree.Assertion) -> Problem:
    found = not_a_claim(left, assertion.span)
    return Problem(found.code, found.message, found.span, None, found.help)
