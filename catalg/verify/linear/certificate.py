"""The certificate of a linear end: a basis is right when it is sound, independent, and as large as an upper bound.

sound: every element satisfies every generator's condition exactly. Below: the rank of the elements modulo a prime can
only be too small. Above: `bounds` can only be too large. Where they meet, the elements are a basis.
"""

from __future__ import annotations

from catalg.exact.modular import linear_prime, rank_mod_p, reduce_rows
from catalg.exact.nullspace import row_space_rref, subspace_equal
from catalg.exact.sparse import SparseMatrix, coerce_vectors, common_field
from catalg.model.display import scalar_term
from catalg.model.ends import LinearEnd
from catalg.model.goals import Unknown
from catalg.model.solution import Certificate, Proposal
from catalg.model.verdict import Evidence, Verdict
from catalg.terms import free_names
from catalg.universes.describe import describe
from catalg.universes.man import default_names
from catalg.universes.support import broken_edge, neighbours, over_nodes
from catalg.universes.vect import dimension
from catalg.verify.linear.bounds import Bound, orbit_bound, rank_bound
from catalg.verify.linear.conditions import Condition, conditions, first_entry, flattened, written_out
from catalg.verify.linear.formulas import NotLinear, span_of_formula
from catalg.verify.linear.group import group_evidence

FORMULA_ENTRIES = 2000
"""Formulas of larger matrices, which only name basis elements, are not read back."""
PRIMES_TRIED = 3
"""How many primes are tried before a gap between the bounds is left undecided."""


def certify_concrete(end: LinearEnd, proposal: Proposal) -> Certificate:
    """The certificate for representations of concrete size, from the end and its generators alone."""
    nrows, ncols = dimension(end.target), dimension(end.source)
    allowed: frozenset[int] | None = None
    if end.along is not None:
        cut = support(end, nrows, ncols)
        if isinstance(cut, Certificate):
            return cut
        allowed = cut
    elements: list[SparseMatrix] = []
    for number, element in enumerate(proposal.basis, 1):
        found = written_out(element, nrows, ncols)
        if found is None:
            return _unproved(Evidence.of("element-shape-wrong", element=number, rows=nrows, columns=ncols))
        elements.append(found)
    sound, complete, evidence = check_matrices(end, elements, allowed)
    stated = None if proposal.dimension is None else proposal.dimension.constant()
    if stated is not None and stated != len(elements):
        complete = complete.also(Verdict.UNDECIDED)
        evidence.append(Evidence.of("element-count-wrong", stated=str(stated), elements=len(elements)))
    if complete is Verdict.PROVED and not formula_spans(end, proposal, elements):
        return Certificate(sound, Verdict.UNDECIDED, evidence=(*evidence, Evidence.of("formula-differs")))
    return Certificate(sound, complete, evidence=(*evidence, *group_evidence(end)))


def formula_spans(end: LinearEnd, proposal: Proposal, elements: list[SparseMatrix]) -> bool:
    """Whether the formula that will be shown has the elements' span; True where it only names them (c_1 B_1 + …)."""
    if end.source.field.characteristic or dimension(end.target) * dimension(end.source) > FORMULA_ENTRIES:
        return True
    arguments = default_names(len(end.points)) if end.points else ()
    if end.polynomials is not None:
        arguments = default_names(len(end.polynomials.kernel.arguments))
    names = free_names(proposal.formula) - set(arguments)
    unknowns = tuple(Unknown(name, "constant") for name in sorted(names))
    try:
        span = span_of_formula(end, arguments, proposal.formula, unknowns, {})
    except NotLinear:
        return True
    return subspace_equal([flattened(m) for m in span.values()], [flattened(m) for m in elements])


def check_matrices(
    end: LinearEnd, elements: list[SparseMatrix], allowed: frozenset[int] | None = None
) -> tuple[Verdict, Verdict, list[Evidence]]:
    """Whether matrices are a basis of a concrete end: sound, complete, and the evidence."""
    system = conditions(end)
    failure = first_failure(system, elements, allowed)
    if failure is not None:
        return Verdict.REFUTED, Verdict.UNDECIDED, [failure]
    nrows, ncols = dimension(end.target), dimension(end.source)
    complete, more = completeness(system, elements, nrows, ncols, allowed)
    return Verdict.PROVED, complete, [sound_evidence(end, len(elements)), *more]


def support(end: LinearEnd, nrows: int, ncols: int) -> frozenset[int] | Certificate:
    """The pairs that `along` allows, or the certificate that says why they are not a solution space."""
    assert end.along is not None
    count = end.along.size.constant() or 0
    source, target = over_nodes(end.source, count), over_nodes(end.target, count)
    if source is None or target is None:
        return _unproved(Evidence.of("not-over-nodes", graph=end.along.name))
    broken = broken_edge(end.along, source.moves) or broken_edge(end.along, target.moves)
    if broken is not None:
        name, (a, b) = broken
        labels = end.along.labels or tuple(str(k) for k in range(count))
        fact = Evidence.of("graph-moved", graph=end.along.name, generator=name, edge=f"{labels[a]} -- {labels[b]}")
        return Certificate(Verdict.REFUTED, Verdict.UNDECIDED, evidence=(fact,))
    near = neighbours(end.along)
    return frozenset(
        i * ncols + j for i, a in enumerate(target.nodes) for j, b in enumerate(source.nodes) if b in near[a]
    )


def first_failure(
    system: list[Condition], elements: list[SparseMatrix], allowed: frozenset[int] | None
) -> Evidence | None:
    """The first element that breaks a condition, with the entry of the residual; None if all hold exactly."""
    for number, x in enumerate(elements, 1):
        if allowed is not None and not allowed.issuperset(flattened(x)):
            return Evidence.of("outside-graph", element=number)
        for condition in system:
            entry = first_entry(condition.residual(x))
            if entry is not None:
                i, j, value = entry
                return Evidence.of(
                    "element-fails", element=number, generator=condition.generator, row=i + 1, column=j + 1, value=scalar_term(value)
                )
    return None


def sound_evidence(end: LinearEnd, count: int) -> Evidence:
    """That every element was checked on every generator."""
    return Evidence.of(
        "elements-intertwine", elements=count, generators=tuple(g.name for g in end.group.generators),
        source=describe(end.source), target=describe(end.target),
    )


def completeness(
    system: list[Condition], elements: list[SparseMatrix], nrows: int, ncols: int, allowed: frozenset[int] | None
) -> tuple[Verdict, list[Evidence]]:
    """Whether independent elements reach the upper bound."""
    independent, evidence = independence(elements, next((c.characteristic for c in system), 0))
    if not independent:
        return Verdict.REFUTED, evidence
    bound: Bound | None = orbit_bound(system, nrows, ncols, allowed)
    if bound is not None:
        evidence.append(bound.evidence)
        return (Verdict.PROVED if bound.value == len(elements) else Verdict.UNDECIDED), evidence
    for seed in range(PRIMES_TRIED):
        bound = rank_bound(system, nrows, ncols, allowed, seed)
        if bound.value == len(elements):
            return Verdict.PROVED, [*evidence, bound.evidence]
    assert bound is not None
    gap = Evidence.of("bounds-apart", elements=len(elements), bound=bound.value)
    return Verdict.UNDECIDED, [*evidence, bound.evidence, gap]


def independence(elements: list[SparseMatrix], characteristic: int = 0) -> tuple[bool, list[Evidence]]:
    """Whether matrices are linearly independent: a rank modulo a prime, and the exact rank where that falls short."""
    if not elements:
        return True, []
    if characteristic:
        reduced = reduce_rows([flattened(x) for x in elements], characteristic)
        rank = rank_mod_p(reduced, elements[0].nrows * elements[0].ncols, characteristic)
        if rank == len(elements):
            return True, [Evidence.of("elements-independent-exactly", rank=rank)]
        return False, [Evidence.of("elements-dependent", elements=len(elements), rank=rank)]
    vectors = [dict(flattened(x)) for x in elements]
    if all(vectors) and sum(map(len, vectors)) == len(set().union(*vectors)):
        return True, [Evidence.of("elements-disjoint", elements=len(elements))]
    field = common_field(vectors)
    vectors = coerce_vectors(vectors, field)
    size = elements[0].nrows * elements[0].ncols
    for skip in range(PRIMES_TRIED):
        prime, root = linear_prime(field, skip)
        try:
            rank = rank_mod_p(reduce_rows(vectors, prime, root), size, prime)
        except ZeroDivisionError:
            continue
        if rank == len(elements):
            return True, [Evidence.of("elements-independent", rank=rank, prime=prime)]
    exact = len(row_space_rref(vectors))
    if exact == len(elements):
        return True, [Evidence.of("elements-independent-exactly", rank=exact)]
    return False, [Evidence.of("elements-dependent", elements=len(elements), rank=exact)]


def _unproved(evidence: Evidence) -> Certificate:
    return Certificate(Verdict.UNDECIDED, Verdict.UNDECIDED, evidence=(evidence,))
