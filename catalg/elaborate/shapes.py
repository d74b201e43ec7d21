"""Shapes of arguments and values of a kernel, and the check that a formula fits them."""

from __future__ import annotations

from collections.abc import Mapping

from catalg.diagnostics import Span
from catalg.elaborate.formulas import Reader
from catalg.elaborate.scope import Problem, Scope
from catalg.exact.functions import SCALAR, Shape, ShapeError, shape_of
from catalg.model.action import (
    Action,
    CosetAction,
    ExplicitAction,
    LinearAction,
    PulledAction,
    SymbolicAction,
)
from catalg.model.ends import End, Graph, KernelEnd, LinearEnd
from catalg.model.goals import Unknown
from catalg.model.representation import HomRep, PulledRep, Rep, TensorRep
from catalg.terms import Apply, Dim, Index, Let, Name, Term, num


def point_shape(action: Action) -> Shape:
    """How a point is written in formulas: a scalar, a vector, or a matrix (positive forms, matrix groups)."""
    match action:
        case PulledAction(base, _, _):
            return point_shape(base)
        case CosetAction(_, whole):
            return point_shape(whole)
        case ExplicitAction(shape="symmetric"):
            size = next(n for n in range(len(action.coordinates) + 1) if n * (n + 1) // 2 == len(action.coordinates))
            return (Dim.of(size), Dim.of(size))
        case ExplicitAction(shape="matrix"):
            size = next(n for n in range(len(action.coordinates) + 1) if n * n >= len(action.coordinates))
            return (Dim.of(size), Dim.of(size))
        case LinearAction(rep):
            return value_shape(rep)
        case SymbolicAction(group=group, kind="forms") if group.facts.theorem is not None:
            return (group.facts.theorem.size, group.facts.theorem.size)
        case _:
            return SCALAR if action.dim.constant() == 1 else (action.dim,)


def value_shape(rep: Rep) -> Shape:
    """How a value is written: Hom(A, B) and two-fold tensor products as matrices, dimension 1 as a scalar."""
    if isinstance(rep, PulledRep):
        return value_shape(rep.base)
    if rep.dim.constant() == 1:
        return SCALAR
    if isinstance(rep, HomRep):
        return (rep.target.dim, rep.source.dim)
    if isinstance(rep, TensorRep) and len(rep.factors) == 2:
        return (rep.factors[0].dim, rep.factors[1].dim)
    return (rep.dim,)


def element_shape(end: End) -> Shape:
    """The shape of an element of an end at its arguments."""
    if isinstance(end, KernelEnd):
        return value_shape(end.target)
    assert isinstance(end, LinearEnd)
    if end.points or end.polynomials is not None:
        return value_shape(end.target)
    return (end.target.dim, end.source.dim)


def argument_shapes(end: End, names: tuple[str, ...]) -> dict[str, Shape]:
    """The shapes of the named arguments of an end."""
    if isinstance(end, KernelEnd):
        return {name: point_shape(action) for name, action in zip(names, end.arguments, strict=False)}
    if isinstance(end, LinearEnd) and end.polynomials is not None:
        return argument_shapes(end.polynomials.kernel, names)
    return dict.fromkeys(names, SCALAR)


def argument_count(end: End) -> int | None:
    """How many arguments a formula for an element has; None where none can be given."""
    if isinstance(end, KernelEnd):
        return len(end.arguments)
    if isinstance(end, LinearEnd):
        return len(end.points) if end.polynomials is None else len(end.polynomials.kernel.arguments)
    return None


def fitted(
    formula: Term, reader: Reader, arguments: Mapping[str, Shape], wanted: Shape, span: Span
) -> tuple[Unknown, ...]:
    """Check the formula's shape, which 0 always has; give the unknowns, one that is the whole right side with the wanted shape.

    Raises Problem, at the subterm whose shape does not fit.
    """
    unknowns = dict(reader.unknowns)
    body = formula.body if isinstance(formula, Let) else formula
    if body == num(0):
        return tuple(unknowns.values())
    shapes: dict[str, Shape] = {**_adjacencies(reader.scope), **arguments}
    if arguments and len(wanted) < 2:
        shapes["orbital"] = wanted
    head = _head(body)
    if head is not None and head in unknowns:
        known = unknowns[head]
        unknowns[head] = Unknown(known.name, known.kind, known.arity, wanted)
        shapes[head] = wanted
    try:
        if isinstance(formula, Let):
            for name, value in formula.bindings:
                shapes[name] = shape_of(value, shapes)
        shape_of(body, shapes, wanted)
    except ShapeError as error:
        place = reader.spans.get(id(error.term), span)
        raise Problem("E0411", str(error), place) from None
    return tuple(unknowns.values())


def _adjacencies(scope: Scope) -> dict[str, Shape]:
    """The shapes of the adjacency matrices of the declared graphs."""
    graphs = (d.value for d in scope.declarations.values() if isinstance(d.value, Graph))
    return {graph.name: (graph.size, graph.size) for graph in graphs}


def _head(term: Term) -> str | None:
    match term:
        case Name(name) | Apply(name, _) | Index(Name(name), _):
            return name
        case _:
            return None
