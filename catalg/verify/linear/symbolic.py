"""Certificates for symbolic sizes: one concrete size of the stable range, checked in full, and a stability theorem.

From a size on that depends only on how many indices the end has, the dimension and the diagrams' independence no longer
change: index patterns of m indices under Sym(n) are the same for all n >= m, and tensor invariants of the classical
groups have no further relations or invariants (the second fundamental theorems; H. Weyl, *The Classical Groups*, II.B
and VI.A). The verifier counts the indices itself, certifies the elements at the least such size by the route for
concrete ends, and finds the dimension at every smaller size of the declared range from the conditions alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Protocol, runtime_checkable

from catalg.exact.nullspace import nullspace
from catalg.exact.sparse import SparseMatrix
from catalg.model.ends import Graph, LinearEnd
from catalg.model.group import FundamentalTheorem
from catalg.model.solution import Certificate, Proposal
from catalg.model.verdict import Evidence, Verdict
from catalg.terms import Dim
from catalg.universes.describe import describe
from catalg.universes.instances import Instantiate, NoGroup
from catalg.universes.ranges import Case, NoRange, Ranges, ranges
from catalg.universes.slots import theorems
from catalg.universes.vect import dimension
from catalg.verify.linear.bounds import condition_rows, living_entries, orbit_bound
from catalg.verify.linear.certificate import check_matrices
from catalg.verify.linear.conditions import conditions
from catalg.verify.linear.counting import invariant_diagrams
from catalg.verify.linear.diagrams import failure_of_form
from catalg.verify.linear.indices import settled, threshold, together

PAIRS = 400_000
"""The largest number of index pairs that is enumerated at one size."""
WORK = 150_000
"""The largest number of unknown entries times generators for which conditions are written out at one size."""


@runtime_checkable
class Parametric(Protocol):
    """A basis element with a matrix at every concrete size."""

    def at(self, end: LinearEnd, sizes: Mapping[int, int]) -> SparseMatrix | None:
        """The matrix, or None where the element cannot be written out."""
        ...


@runtime_checkable
class OnGraph(Protocol):
    """A basis element with a matrix for every graph."""

    def on(self, graph: Graph) -> SparseMatrix:
        """The matrix."""
        ...


def certify_symbolic(end: LinearEnd, proposal: Proposal, instantiate: Instantiate) -> Certificate:
    """The certificate of an end of symbolic size; evidence `exception` lists the sizes where the dimension differs."""
    if end.along is not None:
        return certify_cut(end, proposal, instantiate)
    stated = proposal.dimension.constant() if proposal.dimension is not None else None
    if stated != len(proposal.basis):
        return _open(Evidence.of("element-count-wrong", stated=str(proposal.dimension), elements=len(proposal.basis)))
    try:
        span = stable_ranges(end)
        values = checked_values(end, span)
    except NoRange as reason:
        return _open(Evidence.of("no-stable-range", why=str(reason)))
    try:
        instance = instantiate(end, values)
    except ValueError as reason:
        return _open(Evidence.of("no-such-size", where=_at(values), why=str(reason)))
    if not reachable(instance):
        return by_form(end, proposal, span, instantiate)
    sizes = sort_sizes(end, values)
    matrices = [e.at(end, sizes) if isinstance(e, Parametric) else None for e in proposal.basis]
    if all(m is not None for m in matrices):
        sound, complete, evidence = check_matrices(instance, [m for m in matrices if m is not None])
    else:
        failure = failure_of_form(end, proposal.basis)
        if failure is not None:
            return _open(failure)
        exact = exact_dimension(instance)
        sound, complete = Verdict.PROVED, Verdict.PROVED if exact == stated else Verdict.UNDECIDED
        evidence = [
            Evidence.of("sound-by-form", elements=len(proposal.basis)),
            Evidence.of("dimension-counted", where=_at(values), dimension=exact),
        ]
    evidence.append(_theorem(end, span))
    if sound is Verdict.PROVED and complete is Verdict.PROVED:
        evidence.extend(exceptions(end, span, instantiate, len(proposal.basis)))
    return Certificate(sound, complete, evidence=(Evidence.of("checked-at", where=_at(values)), *evidence))


def by_form(end: LinearEnd, proposal: Proposal, span: Ranges, instantiate: Instantiate) -> Certificate:
    """The certificate where no size of the stable range is small enough: by the elements' form and a count of diagrams."""
    failure = failure_of_form(end, proposal.basis)
    if failure is not None:
        return _open(failure)
    count = invariant_diagrams(end)
    if count is None:
        return _open(Evidence.of("instance-too-large", where=_at(span.stable_values())))
    complete = Verdict.PROVED if count == len(proposal.basis) else Verdict.UNDECIDED
    evidence = [
        Evidence.of("sound-by-form", elements=len(proposal.basis)),
        Evidence.of("diagrams-counted", count=count),
        _theorem(end, span),
    ]
    if complete is Verdict.PROVED:
        evidence.extend(exceptions(end, span, instantiate, len(proposal.basis)))
    return Certificate(Verdict.PROVED, complete, evidence=tuple(evidence))


def needs(end: LinearEnd) -> list[tuple[int, FundamentalTheorem, tuple[int, int, int]]]:
    """(sort, theorem, counts) for every summand of the end and every sort of its indices. Raises NoRange."""
    found = theorems(end.group)
    result = []
    for profile in sorted(together(end.source, end.target)):
        for sort, counts in profile:
            theorem = found[sort]
            if theorem is None:
                raise NoRange("no fundamental theorem is known for one of the groups")
            result.append((sort, theorem, counts))
    return result


def stable_ranges(end: LinearEnd) -> Ranges:
    """The stable range by the verifier's own count of indices. Raises NoRange."""
    thresholds: dict[int, int] = {}
    sizes: dict[int, Dim] = {}
    for sort, theorem, counts in needs(end):
        sizes[sort] = theorem.size
        thresholds[sort] = max(thresholds.get(sort, 0), threshold(theorem.tensors, counts))
    return ranges(sizes, thresholds, end.group.parameters)


def inhabited(end: LinearEnd, span: Ranges) -> bool:
    """Whether the declared ranges reach the stable one."""
    bounds = span.stable_values()
    return all(parameter.admits(bounds[parameter.name]) for parameter in end.group.parameters)


def is_settled(end: LinearEnd, values: Mapping[str, int]) -> bool:
    """Whether a theorem gives the end its stable dimension at these values. Raises NoRange."""
    return all(settled(theorem.tensors, counts, theorem.size.at(values)) for _, theorem, counts in needs(end))


def checked_values(end: LinearEnd, span: Ranges) -> dict[str, int]:
    """The least values at which the dimension is the stable one: below the stable range where a theorem says so."""
    candidates = [dict(case.values) for case in span.cases]
    candidates.sort(key=lambda values: sorted(values.items()))
    return next((values for values in candidates if is_settled(end, values)), span.stable_values())


def sort_sizes(end: LinearEnd, values: Mapping[str, int]) -> dict[int, int]:
    """The size of each sort of indices at given parameters."""
    return {
        sort: theorem.size.at(values)
        for sort, theorem in enumerate(theorems(end.group))
        if theorem is not None and theorem.size.parameters <= set(values)
    }


def reachable(instance: LinearEnd) -> bool:
    """Whether an instance is small enough to be checked."""
    nrows, ncols = dimension(instance.target), dimension(instance.source)
    if nrows * ncols > PAIRS:
        return False
    if not instance.group.lie:
        return True
    system = conditions(instance)
    return len(living_entries(system, nrows, ncols)) * len(system) <= WORK


def exact_dimension(instance: LinearEnd) -> int:
    """The dimension of a concrete end, exactly: by orbits for signed permutations, else by the exact nullspace."""
    nrows, ncols = dimension(instance.target), dimension(instance.source)
    system = conditions(instance)
    bound = orbit_bound(system, nrows, ncols)
    if bound is not None:
        return bound.value
    rows, unknowns = condition_rows(system, nrows, ncols)
    return len(nullspace(SparseMatrix.of(rows, unknowns)))


def exceptions(end: LinearEnd, span: Ranges, instantiate: Instantiate, stable: int) -> list[Evidence]:
    """The dimension at every case below the stable range where it differs, or that it could not be found there."""
    found: list[Evidence] = []
    for case in span.cases:
        try:
            instance = instantiate(end, dict(case.values))
        except NoGroup:
            continue
        except ValueError:
            found.append(Evidence.of("open-size", where=case.label()))
            continue
        if not reachable(instance):
            if is_settled(end, dict(case.values)):
                continue
            counted = invariant_diagrams(end, sort_sizes(end, dict(case.values)))
            if counted is not None:
                if counted != stable:
                    found.append(_exception(case, counted))
                continue
            found.append(Evidence.of("open-size", where=case.label()))
            continue
        value = exact_dimension(instance)
        if value != stable:
            found.append(_exception(case, value))
    return found


def _exception(case: Case, dimension: int) -> Evidence:
    return Evidence.of("size-exception", where=case.label(), values=case.values, dimension=dimension)


def certify_cut(end: LinearEnd, proposal: Proposal, instantiate: Instantiate) -> Certificate:
    """The certificate along an arbitrary graph: the whole space, cut, is the span of the elements on test graphs."""
    assert end.along is not None
    whole = proposal.claims.get("whole")
    if not isinstance(whole, Proposal):
        return _open(Evidence.of("no-whole-space"))
    below = certify_symbolic(replace(end, along=None), whole, instantiate)
    if below.verdict is not Verdict.PROVED:
        return below
    for graph in test_graphs():
        count = graph.size.constant() or 0
        values = {name: count for name in end.along.size.parameters}
        if end.along.size.at(values) != count:
            return _open(Evidence.of("no-such-size", where=_at(values), why="the graph has another size"))
        sizes = sort_sizes(end, values)
        kernels = [e.at(end, sizes) if isinstance(e, Parametric) else None for e in whole.basis]
        elements = [e.on(graph) if isinstance(e, OnGraph) else None for e in proposal.basis]
        if any(m is None for m in (*kernels, *elements)):
            return _open(Evidence.of("no-whole-space"))
        if not _same_span([_cut(k, graph) for k in kernels if k is not None], [e for e in elements if e is not None]):
            return Certificate(Verdict.REFUTED, Verdict.UNDECIDED, evidence=(Evidence.of("cut-differs", nodes=count),))
    kept = [fact for fact in below.evidence if fact.rule not in ("size-exception", "open-size")]
    least = [p for p in end.group.parameters if p.admits(1) and end.along.size.value_at({p.name: 1}) == 1]
    single = [Evidence.of("size-exception", where=f"{p.name} = 1", values=((p.name, 1),), dimension=1) for p in least]
    cut = Evidence.of("cut-checked", graph=end.along.name)
    return Certificate(Verdict.PROVED, Verdict.PROVED, evidence=(*kept, cut, *single))


def test_graphs() -> tuple[Graph, ...]:
    """Two graphs without much symmetry."""
    path = Graph("path", Dim.of(4), edges=((0, 1), (1, 2), (2, 3)))
    return path, Graph("kite", Dim.of(5), edges=((0, 1), (1, 2), (2, 0), (2, 3), (3, 4)))


def _cut(kernel: SparseMatrix, graph: Graph) -> SparseMatrix:
    edges = set(graph.edges) | {(b, a) for a, b in graph.edges}
    entries = {
        (i, j): x for i, row in enumerate(kernel.rows) for j, x in row.items() if i == j or (i, j) in edges
    }
    return SparseMatrix.from_entries(entries, kernel.nrows, kernel.ncols)


def _same_span(first: list[SparseMatrix], second: list[SparseMatrix]) -> bool:
    from catalg.exact.nullspace import subspace_equal
    from catalg.verify.linear.conditions import flattened

    return subspace_equal([flattened(m) for m in first], [flattened(m) for m in second])


def _theorem(end: LinearEnd, span: Ranges) -> Evidence:
    sources = tuple(dict.fromkeys(t.source for t in theorems(end.group) if t is not None))
    return Evidence.of(
        "stable-range", range=span.label(), bounds=span.bounds, admitted=int(inhabited(end, span)), theorem=sources,
        source=describe(end.source), target=describe(end.target),
    )


def _open(evidence: Evidence) -> Certificate:
    return Certificate(Verdict.UNDECIDED, Verdict.UNDECIDED, evidence=(evidence,))


def _at(values: Mapping[str, int]) -> str:
    return ", ".join(f"{name} = {value}" for name, value in values.items())
