"""Whether two composites of smooth maps are equal.

Proved by equal normal forms in the calculus of derivatives, in all dimensions at once, and confirmed in coordinates; or in
coordinates by the zero test where the dimensions are numbers. Refuted in coordinates, at a rational point, with polynomials for
arbitrary maps, in a dimension that the parameters admit.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product

from catalg.exact.derivative import NotDifferentiable
from catalg.exact.zero import ZeroVerdict, decide_equal
from catalg.learning.calculus import TooLarge, atom_vector
from catalg.learning.coordinates import Coordinates, TooManyCoordinates
from catalg.learning.instances import NotRational, arbitrary_maps, choices, exact, points
from catalg.learning.normal_form import Evaluator
from catalg.learning.show import Shown, letters
from catalg.model.maps import MapClaim, SmoothMap, Space, walk_maps
from catalg.model.verdict import Counterexample, Evidence, Judgement, Verdict
from catalg.terms import Dim, Name, Parameter

SMALL = (1, 2, 3)
MOST_SIZES = 6


def judge_maps(claim: MapClaim, parameters: tuple[Parameter, ...]) -> Judgement:
    """The verdict on an equation of maps, or of lenses: part by part, the first that fails decides."""
    evidence: list[Evidence] = []
    undecided: Judgement | None = None
    for (left, right), label in zip(claim.pairs, claim.labels, strict=True):
        judged = _judge(left, right, label, parameters)
        if judged.verdict is Verdict.REFUTED:
            return judged
        if judged.verdict is Verdict.UNDECIDED:
            undecided = undecided or judged
        evidence += judged.evidence
    return undecided or Judgement.proved("maps-equal", *evidence)


def _judge(left: SmoothMap, right: SmoothMap, label: str, parameters: tuple[Parameter, ...]) -> Judgement:
    symbolic = _parameters(left, right)
    by_calculus = _calculus(left, right, label)
    checked: list[str] = []
    proved_in_coordinates = False
    why = "the normal forms differ"
    for sizes in _sizes(symbolic, parameters):
        at = ", ".join(f"{name} = {size}" for name, size in sizes.items())
        try:
            verdict = _in_coordinates(left, right, sizes)
        except (TooManyCoordinates, NotDifferentiable, RecursionError) as error:
            why = str(error) or "too many coordinates"
            continue
        if verdict.kind == "nonzero" and by_calculus is None and (simple := _by_hand(left, right, sizes)) is not None:
            return Judgement.refuted("maps-differ", Counterexample.of("maps-by-hand", part=label, at=at, **simple))
        if verdict.kind == "nonzero":
            if by_calculus is not None:
                return Judgement.undecided("maps-contradict", at=at or "the given dimensions")
            return Judgement.refuted("maps-differ", _counterexample(verdict, label, at))
        if verdict.kind == "zero":
            checked.append(at)
            proved_in_coordinates = not symbolic
        else:
            why = verdict.reason
        if by_calculus is not None and checked:
            break
    if by_calculus is not None:
        confirmed = [Evidence.of("maps-confirmed", at=text) for text in checked]
        return Judgement.proved("maps-equal", *by_calculus, *confirmed)
    if proved_in_coordinates:
        return Judgement.proved("maps-equal", Evidence.of("maps-in-coordinates", part=label))
    return Judgement.undecided("maps-open", why=why)


def _calculus(left: SmoothMap, right: SmoothMap, label: str) -> tuple[Evidence, ...] | None:
    """The proof in all dimensions, or None."""
    evaluator = Evaluator()
    point = evaluator.generic(left.source, "x")
    args = [atom_vector(v, v.scalar) for v in point]
    try:
        first, second = evaluator.at(left, args), evaluator.at(right, args)
    except (TooLarge, RecursionError):
        return None
    if first != second:
        return None
    shown = Shown([v.name for v in point])
    return (Evidence.of("maps-normal-form", part=label, argument=shown.tuple_of(args), value=shown.tuple_of(first)),)


def _in_coordinates(left: SmoothMap, right: SmoothMap, sizes: dict[str, int]) -> ZeroVerdict:
    writer = Coordinates(sizes)
    point = writer.point(left.source, "x")
    names = [entry.name for block in point for entry in block if isinstance(entry, Name)]
    first, second = writer.at(left, point), writer.at(right, point)
    worst: ZeroVerdict | None = None
    for mine, theirs in zip(first, second, strict=True):
        for a, b in zip(mine, theirs, strict=True):
            verdict = decide_equal(a, b, names)
            if verdict.kind == "nonzero":
                return verdict
            if verdict.kind == "undecided":
                worst = verdict
    return worst or ZeroVerdict("zero", "every coordinate is zero")


def _by_hand(left: SmoothMap, right: SmoothMap, sizes: dict[str, int]) -> dict[str, str | tuple[str, ...]] | None:
    """A difference in rational numbers, with small polynomials for the arbitrary maps at a small point."""
    for attempt, instances in enumerate(choices(arbitrary_maps(left, right), sizes)):
        writer = Coordinates(sizes, instances)
        point = writer.point(left.source, "x")
        values = points([entry.name for block in point for entry in block if isinstance(entry, Name)], attempt)
        try:
            first, second = (
                [tuple(exact(entry, values) for entry in block) for block in writer.at(item, point)]
                for item in (left, right)
            )
        except (NotRational, NotDifferentiable):
            continue
        if first != second:
            at = tuple(
                f"{space_name(k, len(point))} = {_values([values[e.name] for e in block if isinstance(e, Name)])}"
                for k, block in enumerate(point, 1)
            )
            return {
                "maps": tuple(str(instance) for instance in instances.values()),
                "point": at,
                "left": ", ".join(map(_values, first)),
                "right": ", ".join(map(_values, second)),
            }
    return None


def space_name(place: int, count: int) -> str:
    """How a block of the point is called: x, v, w, u as in normal forms, or x₁, x₂, …"""
    return letters(count)[place - 1]


def _values(entries: Sequence[Fraction]) -> str:
    text = ", ".join(map(str, entries))
    return text if len(entries) == 1 else f"({text})"


def _counterexample(verdict: ZeroVerdict, label: str, at: str) -> Counterexample:
    witness = verdict.witness or {}
    point = tuple(f"{name} = {value}" for name, value in witness.items() if "[" not in name)
    maps = tuple(f"{name} = {value}" for name, value in witness.items() if "[" in name)
    return Counterexample.of(
        "maps-witness", part=label, at=at, maps=maps, point=point, value=verdict.value or ""
    )


def _parameters(*items: SmoothMap) -> list[str]:
    spaces: list[Space] = []
    for item in items:
        for part in walk_maps(item):
            spaces += (part.source, part.target)
    dims: Sequence[Dim] = [dim for space in spaces for dim in space]
    return sorted({name for dim in dims for name in dim.parameters})


def _sizes(symbolic: list[str], parameters: tuple[Parameter, ...]) -> Iterator[dict[str, int]]:
    """Dimensions to try: small values that the parameters admit, the smallest first."""
    table = {p.name: p for p in parameters}
    choices = []
    for name in symbolic:
        known = table.get(name)
        low = int(known.lower) if known is not None and known.lower is not None and known.lower > 1 else 1
        values = [v for v in range(low, low + 8) if known is None or known.admits(v)]
        choices.append(values[: len(SMALL)])
    found = sorted(product(*choices), key=lambda values: (sum(values), values))
    spread = [v for v in found if len(set(v)) > 1 or len(v) < 2]
    for chosen in [*found[:1], *spread[: MOST_SIZES - 2], *[v for v in found if all(s == 2 for s in v)]][:MOST_SIZES]:
        yield dict(zip(symbolic, chosen, strict=True))
