"""The parts of a comparison: what an instance of a formula breaks, what a span misses, at which sizes to look."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from catalg.exact.nullspace import coordinates, nullspace, row_space_rref
from catalg.exact.sparse import SparseMatrix
from catalg.model.display import matrix_term, scalar_term
from catalg.model.ends import LinearEnd
from catalg.model.goals import FormulaClaim
from catalg.model.gset import ExplicitSet, GSet
from catalg.model.solution import Solution
from catalg.model.verdict import Counterexample, Fact
from catalg.terms import Add, Apply, Call, Mul, Name, Num, Parameter, Pow, Term, add, mul, num
from catalg.terms.term import expand_lets, walk
from catalg.universes.describe import describe
from catalg.universes.factors import NotExternal, parts
from catalg.universes.permutations import permutation
from catalg.universes.vect import dimension
from catalg.verify.linear.bounds import condition_rows, living_entries
from catalg.verify.linear.certificate import support
from catalg.verify.linear.conditions import Condition, conditions, first_entry, flattened, written_out
from catalg.verify.linear.formulas import Linear
from catalg.verify.linear.formulas import coordinates as point_coordinates
from catalg.verify.linear.reading import is_matrix
from catalg.verify.linear.restricted import Restrictions
from catalg.verify.linear.symbolic import (
    Parametric,
    checked_values,
    inhabited,
    needs,
    sort_sizes,
    stable_ranges,
)

PAGE = 4
"""Instances with at most so many rows and columns are shown in full."""


def first_illegal(end: LinearEnd, span: Linear, claim: FormulaClaim, where: str) -> Counterexample | None:
    """The first arbitrary constant whose matrix breaks a condition, with the generator and the place; None if none does."""
    nrows, ncols = dimension(end.target), dimension(end.source)
    allowed = support(end, nrows, ncols) if end.along is not None else None
    asked = Restrictions(end) if end.restrictions else None
    system = conditions(end) if asked is None else asked.system
    for key, x in span.items():
        broken = asked.broken(flattened(x)) if asked is not None else None
        if broken is not None:
            kind, pair = broken
            return Counterexample.of(
                "breaks-restriction", constant=key or "1", kind=kind, row=pair // ncols + 1, column=pair % ncols + 1, where=where
            )
        if isinstance(allowed, frozenset) and not allowed.issuperset(flattened(x)):
            pair = min(set(flattened(x)) - allowed)
            return Counterexample.of(
                "entry-off-graph", constant=key, row=pair // ncols + 1, column=pair % ncols + 1, where=where
            )
        for condition in system:
            entry = first_entry(condition.residual(x))
            if entry is not None:
                return _broken(end, claim, key, x, condition, entry[0], entry[1], where)
    return None


def _broken(
    end: LinearEnd, claim: FormulaClaim, key: str, x: SparseMatrix, condition: Condition, i: int, j: int, where: str
) -> Counterexample:
    left, right = (condition.left @ x)[i, j], (x @ condition.right)[i, j]
    facts: dict[str, Fact] = {
        "constant": key or "1", "generator": condition.generator, "left_value": scalar_term(left),
        "right_value": scalar_term(right), "where": where, "source": describe(end.source), "target": describe(end.target),
    }
    if end.points and claim.arguments and condition.kind == "discrete":
        labels = [_labels(point) for point in end.points]
        here = _digits(j, [len(names) for names in labels])
        moved = [permutation(point, condition.generator)[k] for point, k in zip(end.points, here, strict=True)]
        facts["points"] = tuple(names[k] for names, k in zip(labels, here, strict=True))
        facts["images"] = tuple(names[k] for names, k in zip(labels, moved, strict=True))
        return Counterexample.of("breaks-at-points", **facts)
    facts |= {"row": i + 1, "column": j + 1}
    if x.nrows <= PAGE and x.ncols <= PAGE:
        facts["instance"] = matrix_term(x)
        facts["left"], facts["right"] = matrix_term(condition.left @ x), matrix_term(x @ condition.right)
        return Counterexample.of("breaks-discrete" if condition.kind == "discrete" else "breaks-lie", **facts)
    return Counterexample.of("breaks-entry", **facts)


def _labels(point: GSet) -> list[str]:
    if isinstance(point, ExplicitSet):
        return list(point.labels or (str(k + 1) for k in range(point.count)))
    return ["".join(("(", ", ".join(str(c + 1) for c in p), ")")) if len(p) > 1 else str(p[0] + 1)
            for p in point_coordinates(point)]


def _digits(number: int, sizes: Sequence[int]) -> list[int]:
    digits: list[int] = []
    for size in reversed(sizes):
        digits.append(number % size)
        number //= size
    return digits[::-1]


Element = tuple[SparseMatrix, Term]
"""A basis element as a matrix, and how it is written."""


def elements_of(end: LinearEnd, solution: Solution | None) -> list[Element] | None:
    """A basis of a concrete end: the certified one, or without it the exact nullspace of the conditions."""
    nrows, ncols = dimension(end.target), dimension(end.source)
    if solution is not None:
        found = [(written_out(element, nrows, ncols), element.term()) for element in solution.proposal.basis]
        whole = [(m, term) for m, term in found if m is not None]
        return whole if len(whole) == len(found) else None
    if end.restrictions:
        rows, alive = Restrictions(end).rows()
        unknowns = len(alive)
    else:
        system = conditions(end)
        rows, unknowns = condition_rows(system, nrows, ncols)
        alive = living_entries(system, nrows, ncols)
    matrices = [
        SparseMatrix.from_entries({divmod(alive[u], ncols): x for u, x in vector.items()}, nrows, ncols)
        for vector in nullspace(SparseMatrix.of(rows, unknowns))
    ]
    return [(m, shown_matrix(m)) for m in matrices]


def written_at(end: LinearEnd, solution: Solution, values: Mapping[str, int]) -> Iterator[Element]:
    """The elements of a symbolic basis at given parameters, as far as they can be written out."""
    sizes = sort_sizes(end, values)
    for element in solution.proposal.basis:
        matrix = element.at(end, sizes) if isinstance(element, Parametric) else None
        if matrix is not None:
            yield matrix, element.term()


def shown_matrix(m: SparseMatrix) -> Term:
    """A matrix as a term; of a large one its first nonzero entries."""
    if m.nrows * m.ncols <= 64:
        return matrix_term(m)
    entries = [(i, j, x) for i, row in enumerate(m.rows) for j, x in sorted(row.items())][:8]
    return add(*(mul(scalar_term(x), Call("unit", (num(i + 1), num(j + 1)))) for i, j, x in entries))


def missed(basis: Sequence[SparseMatrix], span: Sequence[SparseMatrix]) -> tuple[int, SparseMatrix] | None:
    """The first basis element outside of a span, with its number; None when the span holds them all."""
    echelon = row_space_rref([flattened(m) for m in span if not m.is_zero]) if span else []
    for number, element in enumerate(basis):
        if coordinates(flattened(element), echelon) is None:
            return number, element
    return None


def sizes_to_compare(end: LinearEnd) -> list[tuple[dict[str, int], bool]]:
    """Parameter values at which to compare, and whether such a size has room for all index patterns.

    All values below the stable range, the least stable ones, and the least at which every sort has at least as many values
    as there are indices. Over a product with one factor of symbolic size they are those of that factor: index patterns times fixed
    matrices. Raises NoRange.
    """
    symbolic = [own for own in _factors(end) if own.group.symbolic]
    if len(symbolic) == 1:
        return sizes_to_compare(symbolic[0])
    span = stable_ranges(end)
    count: dict[int, int] = {}
    sizes = {}
    for sort, theorem, counts in needs(end):
        count[sort] = max(count.get(sort, 0), counts[0] + counts[1])
        sizes[sort] = theorem.size
    chosen: list[dict[str, int]] = [dict(case.values) for case in span.cases]
    if not inhabited(end, span):
        return [(values, True) for values in chosen]
    chosen.append(checked_values(end, span))
    roomy = span.stable_values()
    for parameter in end.group.parameters:
        mine = [(sort, size) for sort, size in sizes.items() if parameter.name in size.parameters]
        for _ in range(64):
            if all(size.value_at({parameter.name: roomy[parameter.name]}) >= count[sort] for sort, size in mine):
                break
            if not parameter.admits(roomy[parameter.name] + 1):
                break
            roomy[parameter.name] += 1
    chosen.extend([span.stable_values(), roomy])
    result: list[tuple[dict[str, int], bool]] = []
    for values in chosen:
        if all(values != known for known, _ in result):
            room = all(size.at(values) >= count[sort] for sort, size in sizes.items())
            result.append((values, room))
    return result


def _factors(end: LinearEnd) -> tuple[LinearEnd, ...]:
    """The ends of the factors of a product of groups; none where the end is no external tensor product."""
    try:
        return parts(end)
    except NotExternal:
        return ()


def is_uniform(claim: FormulaClaim, parameters: Sequence[Parameter]) -> bool:
    """Whether a formula spans combinations of index patterns with coefficients that do not depend on the size.

    So it is when no parameter occurs, no two matrices are multiplied, and no function or single point stands in it. A
    power of a parameter that is never zero may stand beside an arbitrary constant that occurs nowhere else: it only
    rescales that constant.
    """
    formula = expand_lets(claim.formula)
    occurring = [node.name for node in walk(formula) if isinstance(node, Name)]
    positive = {p.name for p in parameters if p.lower is not None and p.lower > 0}
    single = {u.name for u in claim.unknowns if occurring.count(u.name) == 1}
    terms = formula.args if isinstance(formula, Add) else (formula,)
    formula = add(*(_without_scale(term, positive, single) for term in terms))
    names = {p.name for p in parameters}
    for node in walk(formula):
        if isinstance(node, Name) and node.name in names:
            return False
        if isinstance(node, Apply) or (isinstance(node, Call) and node.head in ("unit", "orbital", "epsilon")):
            return False
        if isinstance(node, Call) and node.head == "delta" and any(isinstance(arg, Num) for arg in node.args):
            return False
        if isinstance(node, Mul) and sum(1 for arg in node.args if is_matrix(arg)) > 1:
            return False
        if isinstance(node, Pow) and is_matrix(node.base):
            return False
    return True


def _without_scale(term: Term, positive: set[str], single: set[str]) -> Term:
    if not isinstance(term, Mul) or not any(isinstance(arg, Name) and arg.name in single for arg in term.args):
        return term
    return mul(*(arg for arg in term.args if not _is_scale(arg, positive)))


def _is_scale(term: Term, positive: set[str]) -> bool:
    base = term.base if isinstance(term, Pow) and isinstance(term.exponent, Num) else term
    return isinstance(base, Name) and base.name in positive

