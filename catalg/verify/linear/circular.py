"""The certificate of an end on residues modulo a symbolic n.

Sound and independent: each element is the indicator of the tuples with given differences, up to a common sign; the verifier
reads from the group's facts that the generators add a constant or negate, compares the facts with the permutations at concrete
sizes, and checks all elements there by the route for concrete ends. Complete for every n: the orbits that carry a map are
counted by the Cauchy-Frobenius lemma, over translations x + c and reflections c - x, as a quasi-polynomial in n.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Protocol, runtime_checkable

from catalg.exact.counts import least, same
from catalg.exact.sparse import SparseMatrix
from catalg.model.ends import LinearEnd
from catalg.model.group import CircularPoints
from catalg.model.gset import ExplicitSet, ProductSet
from catalg.model.representation import DualRep, FreeRep, Rep, SumRep, TensorRep
from catalg.model.solution import Certificate, Proposal
from catalg.model.verdict import Evidence, Verdict
from catalg.terms import Dim
from catalg.universes.describe import describe
from catalg.universes.instances import Instantiate, NoGroup
from catalg.universes.slots import Block, NoSlots, blocks
from catalg.verify.linear.certificate import check_matrices

ENTRIES = 4000
"""Sizes are checked as long as the matrices have at most so many entries."""
MOST = 4
"""How many sizes are checked."""


@runtime_checkable
class Family(Protocol):
    """Basis elements for every size at once."""

    count: Dim

    def members(self, end: LinearEnd, n: int) -> list[SparseMatrix] | None:
        """The elements at a concrete size."""
        ...


def certify_circular(end: LinearEnd, proposal: Proposal, instantiate: Instantiate) -> Certificate:
    """The certificate of a proposal whose elements come in families."""
    circle = end.group.facts.circle
    assert circle is not None
    parameters = {p.name: p for p in end.group.parameters}
    families = [f for f in proposal.basis if isinstance(f, Family)]
    try:
        count = orbits(end, circle)
    except NoSlots as reason:
        return _open(Evidence.of("no-stable-range", why=str(reason)))
    stated = sum((f.count for f in families), Dim.of(0))
    whole = len(families) == len(proposal.basis) and proposal.dimension is not None
    if not whole or proposal.dimension != stated or len(circle.size.parameters) != 1:
        return _open(Evidence.of("element-count-wrong", stated=str(proposal.dimension), elements=len(families)))
    (name,) = circle.size.parameters
    checked: list[str] = []
    for value in range(least(parameters[name]), least(parameters[name]) + 40):
        if len(checked) == MOST or not parameters[name].admits(value):
            continue
        failure, where = _instance(end, families, {name: value}, circle, instantiate)
        if failure is not None:
            return Certificate(Verdict.REFUTED, Verdict.UNDECIDED, evidence=(failure,))
        if where is None:
            break
        if where:
            checked.append(where)
    if not checked:
        return _open(Evidence.of("instance-too-large", where=name))
    evidence = [
        Evidence.of("differences-preserved", generators=tuple(m[0] for m in circle.maps), size=str(circle.size)),
        Evidence.of("orbits-for-all-sizes", count=count, source=describe(end.source), target=describe(end.target)),
        Evidence.of("families-checked-at", where=tuple(checked)),
    ]
    complete = Verdict.PROVED if same(stated, count, parameters) else Verdict.UNDECIDED
    return Certificate(Verdict.PROVED, complete, evidence=tuple(evidence))


def _instance(
    end: LinearEnd, families: Sequence[Family], values: dict[str, int], circle: CircularPoints, instantiate: Instantiate
) -> tuple[Evidence | None, str | None]:
    """(what fails, where it was checked): the place is None where the instance is too large, empty where there is no group."""
    n = circle.size.at(values)
    try:
        instance = instantiate(end, values)
    except NoGroup:
        return None, ""
    except ValueError:
        return None, None
    entries = (instance.source.dim * instance.target.dim).constant() or 0
    if entries > ENTRIES:
        return None, None
    where = ", ".join(f"{k} = {v}" for k, v in values.items())
    facts = _facts_hold(instance, circle, n)
    if facts is not None:
        return facts, where
    matrices: list[SparseMatrix] = []
    for family in families:
        members = family.members(end, n)
        if members is None:
            return None, None
        if len(members) != family.count.at(values):
            return Evidence.of("element-count-wrong", stated=str(family.count), elements=len(members)), where
        matrices.extend(members)
    sound, complete, evidence = check_matrices(instance, matrices)
    if sound is not Verdict.PROVED or complete is not Verdict.PROVED:
        return evidence[-1], where
    return None, where


def _facts_hold(instance: LinearEnd, circle: CircularPoints, n: int) -> Evidence | None:
    """What is wrong with the facts at a concrete size: the points must move as they say."""
    points = next((p for p in _sets(instance.source) + _sets(instance.target)), None)
    for generator, a, b, _ in circle.maps if points is not None else ():
        images = points.permutation(generator) if points is not None else ()
        if list(images) != [(a * x + b) % n for x in range(n)]:
            return Evidence.of("facts-wrong", generator=generator, size=n)
    return None


def _sets(rep: Rep) -> list[ExplicitSet]:
    """The sets of points that a representation is built on."""
    match rep:
        case FreeRep(base=base):
            parts = base.factors if isinstance(base, ProductSet) else (base,)
            return [part for part in parts if isinstance(part, ExplicitSet)]
        case TensorRep(parts) | SumRep(parts):
            return [found for part in parts for found in _sets(part)]
        case DualRep(base=inner):
            return _sets(inner)
        case _:
            return []


def orbits(end: LinearEnd, circle: CircularPoints) -> Dim:
    """The number of orbits that carry a map, for every n. Raises NoSlots.

    The group is {x + c} or {x + c, c - x}. A translation by c fixes a tuple only for c = 0. The reflections c - x fix
    N(c)^m tuples, N(c) = 1 for odd n, and 2 for even and 0 for odd c where n is even; so they fix n, or 2^m n/2 together.
    """
    total = Dim.of(0)
    n = circle.size
    reflected = [sign for _, a, _, sign in circle.maps if a == -1]
    even = Dim.atom("floor", n / 2) - Dim.atom("floor", (n - 1) / 2)
    for target, source in product(blocks(end.target), blocks(end.source)):
        slots = _slots(target) + _slots(source)
        exponent = target.exponent(0) + source.exponent(0)
        if slots == 0:
            total = total + (1 if not reflected or not exponent % 2 or reflected[0] == 1 else 0)
            continue
        translations = n ** (slots - 1)
        if not reflected:
            total = total + translations
            continue
        reflections = (Dim.of(1) - even + even * 2 ** (slots - 1)) * (reflected[0] if exponent % 2 else 1)
        total = total + (translations + reflections) / 2
    return total


def _slots(block: Block) -> int:
    if block.symmetries or block.apart or any(slot.kind != "point" for slot in block.slots):
        raise NoSlots("indices that are symmetrised or kept apart, modulo a symbolic size")
    return len(block.slots)


def _open(evidence: Evidence) -> Certificate:
    return Certificate(Verdict.UNDECIDED, Verdict.UNDECIDED, evidence=(evidence,))


__all__ = ["certify_circular", "orbits"]
