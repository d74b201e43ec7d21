"""Certificates for ends, coends, limits and colimits in Set.

Nothing of a strategy is believed. *Sound*: each listed transformation or family is checked square by square;
a quotient map is checked to be constant on every identification. *Complete*: the number is counted again by
another method (a frontier sweep for ends and limits, a search for connected components instead of union-find
for coends and colimits), and the listed elements are distinct. A count that the second method cannot confirm
within its limit stays undecided.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from catalg.model.category import SetFunctor, SetTransformation
from catalg.model.ends import Diagram, SetCoend, SetEnd
from catalg.model.solution import Certificate, Proposal
from catalg.model.verdict import Evidence, Verdict
from catalg.universes.sets import ClassElement, ConeElement, TransformationElement, terminal_functor
from catalg.verify.categories.counting import recount
from catalg.verify.categories.functoriality import Malformed
from catalg.verify.categories.naturality import check_components, naturality_failures

Identification = tuple[int, int]


def certify_set(end: SetEnd | SetCoend | Diagram, proposal: Proposal) -> Certificate:
    """Check a proposed solution of an end, coend, limit or colimit in Set from the end alone."""
    if isinstance(end, SetEnd):
        return _certify_families(end, [_components(e) for e in proposal.basis], proposal)
    if isinstance(end, SetCoend):
        return _certify_quotient(_coend_size(end), _coend_identifications(end), proposal)
    assert isinstance(end.functor, SetFunctor)
    if end.kind == "limit":
        as_end = SetEnd(end.name, terminal_functor(end.functor.category), end.functor)
        return _certify_families(as_end, [_cone(e) for e in proposal.basis], proposal)
    return _certify_quotient(
        sum(len(labels) for _, labels in end.functor.objects), _colimit_identifications(end.functor), proposal
    )


Components = tuple[tuple[str, tuple[int, ...]], ...]


def _components(element: object) -> Components | None:
    return element.transformation.components if isinstance(element, TransformationElement) else None


def _cone(element: object) -> Components | None:
    return tuple((c, (x,)) for c, x in element.values) if isinstance(element, ConeElement) else None


def _certify_families(end: SetEnd, listed: Sequence[Components | None], proposal: Proposal) -> Certificate:
    evidence: list[Evidence] = []
    sound = Verdict.PROVED
    for number, components in enumerate(listed, 1):
        if components is None or not _natural(end, components, number):
            evidence.append(Evidence.of("not-a-transformation", number=number, end=end.name))
            sound = Verdict.REFUTED
            break
    else:
        evidence.append(
            Evidence.of(
                "transformations-checked",
                count=len(listed),
                squares=len(listed) * len(end.source.category.arrows),
            )
        )
    distinct = len({tuple(sorted(c)) for c in listed if c is not None}) == len(listed)
    if not distinct:
        evidence.append(Evidence.of("listed-twice", end=end.name))
        sound = Verdict.REFUTED
    if proposal.size is None:
        return Certificate(sound, Verdict.UNDECIDED, evidence=tuple(evidence))
    again = recount(end.source, end.target)
    if again.size is None:
        evidence.append(Evidence.of("recount-over-limit", width=again.width))
        complete = Verdict.UNDECIDED
    elif again.size != proposal.size or len(listed) > proposal.size:
        evidence.append(Evidence.of("recount-differs", size=proposal.size, recount=again.size))
        complete = Verdict.REFUTED
    else:
        evidence.append(Evidence.of("recounted", size=again.size, width=again.width))
        complete = Verdict.PROVED
    return Certificate(sound, complete, evidence=tuple(evidence))


def _natural(end: SetEnd, components: Components, number: int) -> bool:
    candidate = SetTransformation(f"{end.name}_{number}", end.source, end.target, components)
    try:
        check_components(candidate)
    except Malformed:
        return False
    return next(naturality_failures(candidate), None) is None


def _certify_quotient(
    count: int, identifications: Iterator[Identification], proposal: Proposal
) -> Certificate:
    """Check that the classes are the connected components of the identifications."""
    classes = proposal.claims.get("classes")
    size = proposal.size
    if not isinstance(classes, Sequence) or len(classes) != count or size is None:
        return Certificate(Verdict.UNDECIDED, Verdict.UNDECIDED, evidence=(Evidence.of("no-quotient-map"),))
    neighbours: list[list[int]] = [[] for _ in range(count)]
    total = 0
    for a, b in identifications:
        total += 1
        if classes[a] != classes[b]:
            return Certificate(
                Verdict.REFUTED,
                Verdict.UNDECIDED,
                evidence=(Evidence.of("identification-broken", first=a, second=b),),
            )
        if a != b:
            neighbours[a].append(b)
            neighbours[b].append(a)
    evidence = [Evidence.of("quotient-respects", identifications=total)]
    components = _components_by_search(neighbours)
    used = len(set(classes))
    complete = Verdict.PROVED if components == used == size else Verdict.REFUTED
    evidence.append(
        Evidence.of(
            "classes-recounted" if complete is Verdict.PROVED else "classes-differ",
            size=size,
            recount=components,
        )
    )
    listed = [e.index for e in proposal.basis if isinstance(e, ClassElement)]
    sound = Verdict.PROVED if len(set(listed)) == len(proposal.basis) <= size else Verdict.REFUTED
    return Certificate(sound, complete, evidence=tuple(evidence))


def _components_by_search(neighbours: list[list[int]]) -> int:
    seen = bytearray(len(neighbours))
    count = 0
    for first in range(len(neighbours)):
        if seen[first]:
            continue
        count += 1
        seen[first] = 1
        stack = [first]
        while stack:
            for k in neighbours[stack.pop()]:
                if not seen[k]:
                    seen[k] = 1
                    stack.append(k)
    return count


def _coend_size(end: SetCoend) -> int:
    return sum(len(end.right.elements(c)) * len(end.left.elements(c)) for c in end.left.category.objects)


def _coend_identifications(end: SetCoend) -> Iterator[Identification]:
    """(H(f)(y), x) with (y, F(f)(x)), as numbers of pairs, object by object."""
    above = {c: len(labels) for c, labels in end.right.objects}
    below = {c: len(labels) for c, labels in end.left.objects}
    start, at = {}, 0
    for c in end.left.category.objects:
        start[c] = at
        at += above[c] * below[c]
    pull, push = dict(end.right.arrows), dict(end.left.arrows)
    for arrow in end.left.category.arrows:
        c, d = arrow.source, arrow.target
        for y, pulled in enumerate(pull[arrow.name]):
            for x, pushed in enumerate(push[arrow.name]):
                yield start[c] + pulled * below[c] + x, start[d] + y * below[d] + pushed


def _colimit_identifications(functor: SetFunctor) -> Iterator[Identification]:
    start, at = {}, 0
    for c in functor.category.objects:
        start[c] = at
        at += len(functor.elements(c))
    for arrow in functor.category.arrows:
        for x, y in enumerate(functor.table(arrow.name)):
            yield start[arrow.source] + x, start[arrow.target] + y
