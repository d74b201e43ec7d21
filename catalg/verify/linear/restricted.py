"""The certificate of a restricted linear end: equivariance, support and symmetry checked one by one, counted together.

sound: each element satisfies every generator of every end, has no entry where it may not have one, and is (anti)symmetric. Complete:
all conditions together are one homogeneous system in the entries; its rank modulo a prime is at most the exact rank, so
that what it leaves is an upper bound. It is reached by independent elements, or nothing is proved.
"""

from __future__ import annotations

from collections.abc import Mapping

from catalg.exact.field import Scalar
from catalg.exact.modular import nullity_upper_bound
from catalg.exact.sparse import SparseMatrix, Vector
from catalg.model.ends import LinearEnd
from catalg.model.solution import Certificate, Proposal
from catalg.model.verdict import Evidence, Verdict
from catalg.universes.restrictions import SUPPORTS, SYMMETRIES, NoMeaning, allowed, transposed
from catalg.universes.vect import dimension, is_concrete
from catalg.verify.linear.conditions import Condition, conditions, flattened, written_out

PRIMES_TRIED = 3


class Restrictions:
    """All that is asked of an element, read off the end as declared. Raises NoMeaning, ValueError."""

    def __init__(self, end: LinearEnd) -> None:
        self.shape = dimension(end.target), dimension(end.source)
        self.system: list[Condition] = []
        self.symmetries: list[tuple[str, list[int], int]] = []
        self.supports: list[tuple[str, frozenset[int]]] = []
        self._add(end)

    def _add(self, end: LinearEnd) -> None:
        if (dimension(end.target), dimension(end.source)) != self.shape:
            raise NoMeaning("the ends have matrices of different shapes")
        self.system += conditions(end)
        if end.along is not None:
            from catalg.verify.linear.certificate import support

            cut = support(end, *self.shape)
            if isinstance(cut, Certificate):
                raise NoMeaning(f"the graph {end.along.name} does not cut the end")
            self.supports.append(("along", cut))
        for restriction in end.restrictions:
            if restriction.kind in SUPPORTS:
                self.supports.append((restriction.kind, allowed(end, restriction)))
            elif restriction.kind in SYMMETRIES:
                self.symmetries.append((restriction.kind, transposed(end), SYMMETRIES[restriction.kind]))
            elif restriction.other is not None:
                self._add(restriction.other)

    def broken(self, x: Mapping[int, Scalar]) -> tuple[str, int] | None:
        """The first restriction besides equivariance that a matrix breaks, and the entry; None if it breaks none."""
        for kind, inside in self.supports:
            outside = [place for place in x if place not in inside]
            if outside:
                return kind, min(outside)
        for kind, places, sign in self.symmetries:
            for place, value in sorted(x.items()):
                if x.get(places[place], 0) != sign * value:
                    return kind, place
        return None

    @property
    def inside(self) -> frozenset[int] | None:
        """The entries that every support allows; None where there is none."""
        found: frozenset[int] | None = None
        for _, entries in self.supports:
            found = entries if found is None else found & entries
        return found

    def rows(self) -> tuple[list[Vector], list[int]]:
        """All conditions as one system, and the flat entry that each unknown stands for."""
        nrows, ncols = self.shape
        inside = self.inside
        alive = sorted(inside) if inside is not None else list(range(nrows * ncols))
        number = {place: k for k, place in enumerate(alive)}
        rows: list[Vector] = []
        for condition in self.system:
            columns = condition.right.transpose().rows
            for i, across in enumerate(condition.left.rows):
                for j, down in enumerate(columns):
                    row: Vector = {}
                    for k, value in across.items():
                        u = number.get(k * ncols + j)
                        if u is not None:
                            row[u] = row.get(u, 0) + value
                    for k, value in down.items():
                        u = number.get(i * ncols + k)
                        if u is not None:
                            row[u] = row.get(u, 0) - value
                    row = {u: value for u, value in row.items() if value}
                    if row:
                        rows.append(row)
        for _, places, sign in self.symmetries:
            for place in alive:
                row = {number[place]: 1}
                image = number.get(places[place])
                if image is not None:
                    row[image] = row.get(image, 0) - sign
                row = {u: value for u, value in row.items() if value}
                if row:
                    rows.append(row)
        return rows, alive


def certify_restricted(end: LinearEnd, proposal: Proposal) -> Certificate:
    """The certificate of a proposed basis of a restricted end of concrete size."""
    from catalg.verify.linear.certificate import first_failure, formula_spans, independence, sound_evidence

    if not concrete(end):
        return _open("restrictions at symbolic sizes")
    try:
        asked = Restrictions(end)
    except (NoMeaning, ValueError) as reason:
        return _open(str(reason))
    elements: list[SparseMatrix] = []
    for number, element in enumerate(proposal.basis, 1):
        found = written_out(element, *asked.shape)
        if found is None:
            fact = Evidence.of("element-shape-wrong", element=number, rows=asked.shape[0], columns=asked.shape[1])
            return Certificate(Verdict.UNDECIDED, Verdict.UNDECIDED, evidence=(fact,))
        elements.append(found)
    failure = first_failure(asked.system, elements, None)
    if failure is not None:
        return Certificate(Verdict.REFUTED, Verdict.UNDECIDED, evidence=(failure,))
    for number, x in enumerate(elements, 1):
        broken = asked.broken(flattened(x))
        if broken is not None:
            fact = Evidence.of(
                "element-unrestricted", element=number, kind=broken[0], row=broken[1] // asked.shape[1] + 1,
                column=broken[1] % asked.shape[1] + 1,
            )  # fmt: skip
            return Certificate(Verdict.REFUTED, Verdict.UNDECIDED, evidence=(fact,))
    kinds = tuple(dict.fromkeys([kind for kind, _ in asked.supports] + [kind for kind, _, _ in asked.symmetries]))
    evidence = [sound_evidence(end, len(elements)), *([Evidence.of("restrictions-hold", kinds=kinds)] if kinds else [])]
    independent, more = independence(elements)
    if not independent:
        return Certificate(Verdict.PROVED, Verdict.REFUTED, evidence=(*evidence, *more))
    evidence += more
    complete = Verdict.UNDECIDED
    rows, alive = asked.rows()
    for seed in range(PRIMES_TRIED):
        bound, facts = nullity_upper_bound(SparseMatrix.of(rows, len(alive)), seed)
        if bound == len(elements):
            complete = Verdict.PROVED
            evidence.append(Evidence.of(
                "rank-modulo-prime", unknowns=len(alive), equations=len(rows), rank=int(facts["rank"]), prime=int(facts["prime"]),
                nullity=bound,
            ))  # fmt: skip
            break
    stated = None if proposal.dimension is None else proposal.dimension.constant()
    if stated != len(elements):
        complete = complete.also(Verdict.UNDECIDED)
        evidence.append(Evidence.of("element-count-wrong", stated=str(stated), elements=len(elements)))
    if complete is Verdict.PROVED and not formula_spans(end, proposal, elements):
        return Certificate(Verdict.PROVED, Verdict.UNDECIDED, evidence=(*evidence, Evidence.of("formula-differs")))
    return Certificate(Verdict.PROVED, complete, evidence=tuple(evidence))


def concrete(end: LinearEnd) -> bool:
    """Whether everything that an end is made of has a concrete size, in characteristic 0."""
    if not (is_concrete(end.source) and is_concrete(end.target)) or end.source.field.characteristic:
        return False
    if end.along is not None and end.along.arbitrary:
        return False
    return all(concrete(r.other) for r in end.restrictions if r.other is not None)


def _open(why: str) -> Certificate:
    return Certificate(Verdict.UNDECIDED, Verdict.UNDECIDED, evidence=(), reason=why)


__all__ = ["Restrictions", "certify_restricted", "concrete"]

