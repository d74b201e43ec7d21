"""Restrictions of ends: the clauses behind an integrand, and ends that are intersections of ends."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from catalg.diagnostics import did_you_mean
from catalg.elaborate.dims import dimension
from catalg.elaborate.scope import Problem, Scope, Unsupported
from catalg.elaborate.shapes import point_shape
from catalg.exact.sparse import SparseMatrix
from catalg.language import tree
from catalg.language.keywords import CLAUSES
from catalg.model.ends import End, KernelEnd, LinearEnd, Restriction
from catalg.model.goals import Opaque
from catalg.universes.man import NotRational
from catalg.universes.polynomials import NotPreserved, bounded
from catalg.universes.restrictions import SYMMETRIES, NoMeaning, check_meaning, transposed_value
from catalg.universes.vect import is_concrete, matrix

BOUNDED = ("local", "distance", "degree")


def restricted(end: End, clauses: tuple[tree.Clause, ...], scope: Scope) -> End:
    """The end with the restrictions of its clauses. Raises Problem, Unsupported."""
    for clause in clauses:
        word = clause.word.text
        if word in BOUNDED and clause.bound is None:
            raise Problem("E0410", f"`{word}` needs a bound", clause.span, help=f"for example `{word} <= 2`")
        if word not in BOUNDED and clause.bound is not None:
            raise Problem("E0410", f"`{word}` takes no bound", clause.span, help="bounds follow local, distance and degree")
        end = _with(end, clause, scope)
    return end


def _with(end: End, clause: tree.Clause, scope: Scope) -> End:
    word = clause.word.text
    if isinstance(end, KernelEnd) and word in SYMMETRIES:
        return _swapped(end, clause)
    if word == "degree":
        return _bounded(end, clause, scope)
    if isinstance(end, LinearEnd) and end.polynomials is not None:
        raise Unsupported(f"`{word}` kernels of bounded degree")
    if not isinstance(end, LinearEnd):
        what = "kernels on manifolds" if isinstance(end, KernelEnd) else "sets of transformations"
        raise Problem(
            "E0412", f"`{word}` restricts linear maps and functions on finite sets, not {what}", clause.span,
            help="of two equal arguments a kernel can be `symmetric` or `antisymmetric`" if isinstance(end, KernelEnd) else None,
        )
    restriction = Restriction(word, _number(clause, scope))
    if word == "distance":
        if end.along is None:
            raise Problem("E0410", "`distance` needs a graph", clause.span, help="`along Gamma distance <= 2`")
        if end.along.arbitrary:
            raise Unsupported("distances in an arbitrary graph")
        restriction = replace(restriction, graph=end.along)
        end = replace(end, along=None)
    if is_concrete(end.source) and is_concrete(end.target):
        try:
            check_meaning(end, restriction)
        except NoMeaning as reason:
            raise Problem("E0404", f"`{word}` has no meaning here: {reason}", clause.span) from None
    return replace(end, restrictions=(*end.restrictions, restriction))


def _bounded(end: End, clause: tree.Clause, scope: Scope) -> LinearEnd:
    """Kernels that are polynomials of bounded degree. Raises Problem, Unsupported."""
    if not isinstance(end, KernelEnd):
        raise Problem("E0412", "`degree` bounds kernels on manifolds, Map(X, V)", clause.span,
                      help="maps between vector spaces as polynomials: Map(space(V), W) degree <= 2")
    if any(len(point_shape(action)) > 1 for action in end.arguments):
        raise Unsupported("polynomials in the entries of matrices")
    if not is_concrete(end.target) or any(action.dim.constant() is None for action in end.arguments):
        raise Unsupported("kernels of bounded degree at symbolic sizes")
    try:
        return bounded(end, _number(clause, scope))
    except (NotPreserved, NotRational) as reason:
        raise Unsupported(f"kernels of bounded degree: {reason}") from None


def _number(clause: tree.Clause, scope: Scope) -> int:
    if clause.bound is None:
        return 0
    value = dimension(clause.bound, scope).constant()
    if value is None:
        raise Unsupported(f"`{clause.word.text}` with a bound that is not a number")
    if value < 0:
        raise Problem("E0504", f"`{clause.word.text}` with a negative bound", clause.bound.span)
    return int(value)


def _swapped(end: KernelEnd, clause: tree.Clause) -> KernelEnd:
    """A kernel of two equal arguments whose transposed values belong to the exchanged arguments.

    Exchanging the arguments has to commute with the group, so that it may be added to it: transposing values must then
    commute with every generator. Raises Problem, Unsupported.
    """
    word = clause.word.text
    if len(end.arguments) != 2 or end.arguments[0] != end.arguments[1]:
        raise Problem("E0412", f"a kernel is `{word}` in two arguments of one space", clause.span,
                      help=f"this one has {len(end.arguments)} argument{'s' * (len(end.arguments) != 1)}")
    if end.swap:
        raise Problem("E0412", "a kernel that is symmetric and antisymmetric is zero", clause.span)
    if not is_concrete(end.target) or any(action.dim.constant() is None for action in end.arguments):
        raise Unsupported(f"`{word}` kernels at symbolic sizes")
    try:
        places = transposed_value(end.target)
    except NoMeaning as reason:
        raise Problem("E0404", f"`{word}` has no meaning here: {reason}", clause.span) from None
    turn = SparseMatrix.from_entries({(i, k): 1 for i, k in enumerate(places)}, len(places), len(places))
    for generator in end.group.generators:
        moved = matrix(end.target, generator.name)
        if not (turn @ moved - moved @ turn).is_zero:
            raise Problem(
                "E0404", f"`{word}` has no meaning here: {generator.name} does not preserve transposes of values", clause.span,
                help="values in V (*) V, or in Hom(V, V) where the group acts by orthogonal matrices",
            )
    return replace(end, swap=word)


def end_form(statement: tree.EndForm, scope: Scope) -> End:
    """The end that `intersection(A, B, …)` denotes. Raises Problem, Depends or Unsupported."""
    form = statement.form
    if not (isinstance(form, tree.Call) and isinstance(form.function, tree.Name)):
        raise Problem("E0412", "an end is an integral, or made of ends by intersection(A, B)", form.span,
                      help="int g : G. Hom(V, W)")
    head = form.function
    if head.text != "intersection":
        near = did_you_mean(head.text, ["intersection"])
        raise Problem("E0301", f"no construction of ends is called `{head.text}`", head.span,
                      help=f"a similar word exists: `{near}`" if near else "ends are made of ends by intersection(A, B)")
    if len(form.arguments) < 2:
        raise Problem("E0410", "`intersection` takes two ends or more", form.span)
    parts = []
    for argument in form.arguments:
        if not isinstance(argument, tree.Name):
            raise Problem("E0303", "this is not the name of an end", argument.span)
        declared = scope.need(argument, ("end",), "end")
        if isinstance(declared.value, Opaque):
            raise Unsupported(declared.value.reason)
        part = cast(End, declared.value)
        if not isinstance(part, LinearEnd) or part.polynomials is not None:
            raise Unsupported("intersections of ends of other kinds than linear ones")
        parts.append((part, argument))
    first = parts[0][0]
    for part, argument in parts[1:]:
        shapes = [(p.target.dim, p.source.dim) for p in (first, part)]
        if shapes[0] != shapes[1] or [p.size for p in first.points] != [p.size for p in part.points]:
            raise Problem(
                "E0404", f"`{part.name}` has {shapes[1][0]} x {shapes[1][1]} matrices, `{first.name}` has {shapes[0][0]} x {shapes[0][1]}",
                argument.span, help="ends are intersected as spaces of matrices of one shape",
            )
        if part.source.field != first.source.field:
            raise Problem("E0408", f"`{part.name}` is over {part.source.field}, `{first.name}` is over {first.source.field}", argument.span)
    also = tuple(Restriction("also", other=part) for part, _ in parts[1:])
    return replace(first, name=statement.name.text, restrictions=(*first.restrictions, *also))


__all__ = ["CLAUSES", "end_form", "restricted"]
