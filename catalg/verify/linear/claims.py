"""What is claimed of a linear end: formulas, counts, equality with another end, membership.

A formula denotes the set of its instances. It is legal when every instance satisfies every generator's condition, and
complete when its span has the certified dimension. For symbolic sizes both are decided at concrete sizes: a failure at
one admitted size refutes; and formulas without the parameter are combinations of index patterns with fixed
coefficients, so that agreement at a size with room for all patterns is agreement at every larger one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from catalg.exact.nullspace import coordinates, row_space_rref
from catalg.exact.sparse import SparseMatrix
from catalg.model.display import matrix_term
from catalg.model.ends import LinearEnd
from catalg.model.goals import CountClaim, FormulaClaim
from catalg.model.solution import Solution
from catalg.model.verdict import Counterexample, Evidence, Judgement, Verdict
from catalg.terms import Parameter, Term
from catalg.universes.instances import Instantiate, NoGroup, from_library
from catalg.universes.ranges import NoRange
from catalg.universes.restrictions import NoMeaning
from catalg.universes.vect import is_concrete
from catalg.verify.linear.comparison import (
    Element,
    elements_of,
    first_illegal,
    is_uniform,
    missed,
    sizes_to_compare,
    written_at,
)
from catalg.verify.linear.conditions import flattened
from catalg.verify.linear.dimensions import count_judgement
from catalg.verify.linear.formulas import Linear, NotLinear, span_of_formula
from catalg.verify.linear.restricted import concrete
from catalg.verify.linear.symbolic import OnGraph, test_graphs

SIZES = 6
"""Formulas over residues modulo n are tried for n up to this."""

__all__ = ["judge_contained", "judge_count", "judge_formula", "judge_member", "judge_spaces"]


def judge_formula(
    end: LinearEnd,
    solution: Solution,
    claim: FormulaClaim,
    parameters: Sequence[Parameter] = (),
    instantiate: Instantiate = from_library,
) -> Judgement:
    """Whether the instances of a formula are exactly the elements of the end.

    Refuted with the generator and the entry (or the points) at which an instance breaks, or with a solution that no
    instance equals. Undecided for formulas that are not linear in their constants.
    """
    if end.source.field.characteristic:
        return Judgement.undecided("no-strategy", detail="formulas over finite fields")
    try:
        if end.restrictions and not concrete(end):
            return Judgement.undecided("restricted-symbolic")
        if end.along is not None and end.along.arbitrary:
            return _along(end, solution, claim)
        if _concrete(end):
            if solution.certificate.verdict is not Verdict.PROVED:
                return _illegal_at_least(end, claim)
            return _at_size(end, claim, {}, elements_of(end, solution), "")
        return _symbolic(end, solution, claim, instantiate)
    except NotLinear as reason:
        return Judgement.undecided("linear-formula-not-read", why=str(reason))
    except NoRange as reason:
        return Judgement.undecided("no-stable-range", why=str(reason))
    except NoMeaning as reason:
        return Judgement.undecided("restriction-without-meaning", why=str(reason))


def _concrete(end: LinearEnd) -> bool:
    return is_concrete(end.source) and is_concrete(end.target)


def _illegal_at_least(end: LinearEnd, claim: FormulaClaim) -> Judgement:
    """Without a certified space a formula can still be refuted as illegal."""
    span = span_of_formula(end, claim.arguments, claim.formula, claim.unknowns, {}, indices=claim.indices)
    illegal = first_illegal(end, span, claim, "")
    if illegal is not None:
        return Judgement.refuted("linear-formula-illegal", illegal, where="")
    return Judgement.undecided("space-not-certified")


def _at_size(
    end: LinearEnd,
    claim: FormulaClaim,
    numbers: Mapping[str, int],
    basis: Sequence[Element] | None,
    where: str,
    nicer: Iterable[Element] = (),
) -> Judgement:
    """The claim on a concrete end with this basis; a solution that is missed is shown from `nicer` if one there is."""
    span = span_of_formula(end, claim.arguments, claim.formula, claim.unknowns, numbers, indices=claim.indices)
    illegal = first_illegal(end, span, claim, where)
    if illegal is not None:
        return Judgement.refuted("linear-formula-illegal", illegal, where=where)
    matrices = list(span.values())
    constant = span.get("")
    if constant is not None and not constant.is_zero and not _inside(constant, [m for k, m in span.items() if k]):
        fact = Counterexample.of("zero-missed", where=where)
        return Judgement.refuted("linear-formula-affine", fact, where=where)
    if basis is None:
        return Judgement.undecided("space-not-certified")
    outside = missed([m for m, _ in basis], matrices)
    if outside is not None:
        shown = next((term for m, term in nicer if missed([m], matrices) is not None), basis[outside[0]][1])
        fact = Counterexample.of("solution-missed", solution=shown, where=where)
        return Judgement.refuted("linear-formula-too-narrow", fact, where=where, dimension=len(basis), rank=_rank(matrices))
    evidence = Evidence.of("same-span", rank=len(basis), where=where)
    return Judgement.proved("linear-formula-agrees", evidence, dimension=len(basis))


def _symbolic(end: LinearEnd, solution: Solution, claim: FormulaClaim, instantiate: Instantiate) -> Judgement:
    if solution.certificate.verdict is not Verdict.PROVED:
        return Judgement.undecided("space-not-certified")
    if end.group.facts.circle is not None:
        return _circular(end, claim, instantiate)
    compared = []
    for values, enough in sizes_to_compare(end):
        where = ", ".join(f"{name} = {value}" for name, value in values.items())
        try:
            instance = instantiate(end, values)
        except NoGroup:
            continue
        except ValueError as reason:
            return Judgement.undecided("no-such-size", where=where, why=str(reason))
        try:
            nicer = written_at(end, solution, values)
            judgement = _at_size(instance, claim, values, elements_of(instance, None), where, nicer)
        except NotLinear as reason:
            return Judgement.undecided("linear-formula-not-read", why=str(reason))
        if judgement.verdict is not Verdict.PROVED:
            return judgement
        compared.append((where, enough))
    if not any(enough for _, enough in compared):
        return Judgement.undecided("sizes-out-of-reach", where=tuple(where for where, _ in compared))
    if not is_uniform(claim, end.group.parameters):
        return Judgement.undecided("linear-formula-sized", where=tuple(where for where, _ in compared))
    evidence = Evidence.of("same-span-at", where=tuple(where for where, _ in compared))
    return Judgement.proved("linear-formula-agrees", evidence, dimension=str(solution.proposal.dimension))


def _circular(end: LinearEnd, claim: FormulaClaim, instantiate: Instantiate) -> Judgement:
    """A formula over residues modulo n, at the least sizes: it can fail there, but agreement there says nothing of larger ones."""
    if len(end.group.parameters) != 1:
        return Judgement.undecided("circular-formula", where=())
    (parameter,) = end.group.parameters
    compared = []
    for size in range(1, SIZES + 1):
        if not parameter.admits(size):
            continue
        where = f"{parameter.name} = {size}"
        try:
            instance = instantiate(end, {parameter.name: size})
        except ValueError:
            continue
        judgement = _at_size(instance, claim, {parameter.name: size}, elements_of(instance, None), where)
        if judgement.verdict is Verdict.REFUTED:
            return judgement
        compared.append(where)
    return Judgement.undecided("circular-formula", where=tuple(compared))


def _along(end: LinearEnd, solution: Solution, claim: FormulaClaim) -> Judgement:
    """Along an arbitrary graph A: the span of the formula against the certified one, on test graphs."""
    assert end.along is not None
    if solution.certificate.verdict is not Verdict.PROVED:
        return Judgement.undecided("space-not-certified")
    if not is_uniform(claim, end.group.parameters):
        return Judgement.undecided("linear-formula-sized", where=())
    for graph in test_graphs():
        values = dict.fromkeys(end.along.size.parameters, graph.size.constant() or 0)
        adjacency = _adjacency(graph.edges, graph.size.constant() or 0)
        instance = _instance_of_nodes(end, values)
        span = span_of_formula(
            instance, claim.arguments, claim.formula, claim.unknowns, values, {end.along.name: adjacency}, claim.indices
        )
        basis = [e.on(graph) for e in solution.proposal.basis if isinstance(e, OnGraph)]
        extra = missed([m for m in span.values() if not m.is_zero], basis)
        if extra is not None:
            fact = Counterexample.of("not-along-graph", instance=matrix_term(extra[1]), graph=graph.name)
            return Judgement.refuted("linear-formula-illegal", fact, where=f"the {graph.name} graph")
        outside = missed(basis, list(span.values()))
        if outside is not None:
            fact = Counterexample.of("solution-missed", solution=solution.proposal.basis[outside[0]].term(), where="")
            return Judgement.refuted("linear-formula-too-narrow", fact, where="", dimension=len(basis), rank=_rank(list(span.values())))
    graphs = tuple(graph.name for graph in test_graphs())
    return Judgement.proved("linear-formula-agrees", Evidence.of("same-span-on", graphs=graphs), dimension=2)


def _instance_of_nodes(end: LinearEnd, values: Mapping[str, int]) -> LinearEnd:
    return replace(from_library(end, values), along=None)


def _adjacency(edges: Sequence[tuple[int, int]], size: int) -> SparseMatrix:
    entries = {pair: 1 for a, b in edges if a != b for pair in ((a, b), (b, a))}
    return SparseMatrix.from_entries(entries, size, size)


def _inside(m: SparseMatrix, others: Sequence[SparseMatrix]) -> bool:
    return coordinates(flattened(m), row_space_rref([flattened(o) for o in others])) is not None


def _rank(matrices: Sequence[SparseMatrix]) -> int:
    return len(row_space_rref([flattened(m) for m in matrices if not m.is_zero])) if matrices else 0


# -- counts, spaces, members -------------------------------------------------------------------------------------------
def judge_count(
    end: LinearEnd, solution: Solution, claim: CountClaim, parameters: Sequence[Parameter] = ()
) -> Judgement:
    """Whether `dim`, `free`, `arguments` or `size` has the claimed value, for every admitted value of the parameters.

    A linear end has no arguments, and its free functions are constants: `free` is the dimension. Its size is 1 when it is
    zero, infinite else.
    """
    return count_judgement(end, solution, claim, tuple(parameters) or end.group.parameters)


def judge_spaces(
    left: LinearEnd, first: Solution, right: LinearEnd, second: Solution, instantiate: Instantiate = from_library
) -> Judgement:
    """Whether two ends are the same space of matrices; refuted with an element of one that is not in the other."""
    if left.source.field.characteristic or right.source.field.characteristic:
        return Judgement.undecided("no-strategy", detail="equality of spaces over finite fields")
    if (left.polynomials and left.polynomials.exponents) != (right.polynomials and right.polynomials.exponents):
        return Judgement.undecided("no-strategy", detail="equality of polynomials of different degrees or with linear maps")
    if not (_concrete(left) and _concrete(right)):
        if left.restrictions or right.restrictions:
            return Judgement.undecided("restricted-symbolic")
        return _symbolic_spaces(left, first, right, second, instantiate)
    for solution in (first, second):
        if solution.certificate.verdict is not Verdict.PROVED:
            return Judgement.undecided("space-not-certified")
    return _compare_spaces(left, first, right, second, "")


def judge_contained(left: LinearEnd, first: Solution, right: LinearEnd, second: Solution) -> Judgement:
    """Whether every element of one end is one of another, of concrete sizes; refuted with an element that is none."""
    if left.source.field.characteristic or right.source.field.characteristic or not (_concrete(left) and _concrete(right)):
        return Judgement.undecided("no-strategy", detail="containment at symbolic sizes or over finite fields")
    if (left.polynomials and left.polynomials.exponents) != (right.polynomials and right.polynomials.exponents):
        return Judgement.undecided("no-strategy", detail="containment of polynomials of different degrees or in linear maps")
    if any(solution.certificate.verdict is not Verdict.PROVED for solution in (first, second)):
        return Judgement.undecided("space-not-certified")
    return _compare_spaces(left, first, right, second, "", within=True)


def _compare_spaces(
    left: LinearEnd, first: Solution | None, right: LinearEnd, second: Solution | None, where: str,
    within: bool = False,
) -> Judgement:
    shapes = [(end.target.dim.constant() or 0, end.source.dim.constant() or 0) for end in (left, right)]
    if shapes[0] != shapes[1]:
        fact = Counterexample.of(
            "shapes-differ", left=f"{shapes[0][0]} x {shapes[0][1]}", right=f"{shapes[1][0]} x {shapes[1][1]}", where=where
        )
        return Judgement.refuted("spaces-differ", fact, left=left.name, right=right.name)
    one, two = elements_of(left, first), elements_of(right, second)
    if one is None or two is None:
        return Judgement.undecided("space-not-certified")
    ways = ((one, two, left, right), (two, one, right, left))
    for inside, outside, end, other in ways[:1] if within else ways:
        extra = missed([m for m, _ in inside], [m for m, _ in outside])
        if extra is not None:
            shown = inside[extra[0]][1]
            fact = Counterexample.of("only-in-one", solution=shown, inside=end.name, outside=other.name, where=where)
            if within:
                return Judgement.refuted("space-not-within", fact, left=left.name, right=right.name)
            return Judgement.refuted("spaces-differ", fact, left=left.name, right=right.name)
    if within:
        evidence = Evidence.of("span-within", rank=len(one), whole=len(two))
        return Judgement.proved("space-within", evidence, dimension=len(one), whole=len(two))
    return Judgement.proved("spaces-agree", Evidence.of("same-span", rank=len(one), where=where), dimension=len(one))


def _symbolic_spaces(
    left: LinearEnd, first: Solution, right: LinearEnd, second: Solution, instantiate: Instantiate
) -> Judgement:
    if any(end.along is not None for end in (left, right)):
        return Judgement.undecided("spaces-not-compared")
    try:
        sizes = {tuple(values.items()): enough for end in (left, right) for values, enough in sizes_to_compare(end)}
    except NoRange as reason:
        return Judgement.undecided("no-stable-range", why=str(reason))
    reached = set()
    for items, _ in sorted(sizes.items()):
        values = dict(items)
        where = ", ".join(f"{name} = {value}" for name, value in items)
        try:
            pair = [end if _concrete(end) else instantiate(end, values) for end in (left, right)]
        except NoGroup:
            continue
        except (ValueError, KeyError) as reason:
            return Judgement.undecided("no-such-size", where=where, why=str(reason))
        judgement = _compare_spaces(pair[0], None, pair[1], None, where)
        if judgement.verdict is not Verdict.PROVED:
            return judgement
        reached.add(items)
    bounds = [max((items for items, enough in sizes.items() if enough), default=None)]
    if None in bounds or not {items for items, enough in sizes.items() if enough} <= reached:
        return Judgement.undecided("sizes-out-of-reach", where=())
    if any(solution.certificate.verdict is not Verdict.PROVED for solution in (first, second)):
        return Judgement.undecided("space-not-certified")
    evidence = Evidence.of("same-span-at", where=tuple(", ".join(f"{n} = {v}" for n, v in items) for items in sorted(reached)))
    return Judgement.proved("spaces-agree", evidence, dimension=str(first.proposal.dimension))


def judge_member(end: LinearEnd, arguments: tuple[str, ...], formula: Term) -> Judgement:
    """Whether one formula is an element of the end. For symbolic sizes only a refutation or `undecided`."""
    claim = FormulaClaim(end.name, arguments, formula, ())
    if end.source.field.characteristic:
        return Judgement.undecided("no-strategy", detail="formulas over finite fields")
    try:
        if not _concrete(end):
            return Judgement.undecided("no-strategy", detail="membership at symbolic sizes")
        span: Linear = span_of_formula(end, arguments, formula, (), {})
    except NotLinear as reason:
        return Judgement.undecided("linear-formula-not-read", why=str(reason))
    illegal = first_illegal(end, span, claim, "")
    if illegal is not None:
        return Judgement.refuted("linear-formula-illegal", illegal, where="")
    generators = tuple(g.name for g in end.group.generators)
    return Judgement.proved("formula-in-end", Evidence.of("elements-intertwine", elements=1, generators=generators))

