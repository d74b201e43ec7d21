"""Laws of operations given by formulas: associativity, commutativity, units, homomorphisms, and folds that are weighted means.

A law is an equation of maps between products; both sides are written out in the coordinates of free points and compared by
the zero test, on the domain of the points. *Weighted mean*: with w = weigh, if

    w(merge(a, b)) = w(a) + w(b),   w(item(x, v)) = (exp x, exp(x) v),   read(a) w_0(a) = (w_1(a), …),

then by induction w of any fold of item(x_1, v_1), …, item(x_n, v_n), in any order and any bracketing, is the sum of the
(exp x_i, exp(x_i) v_i), whose first coordinate is positive; hence read of the fold is the softmax-weighted mean of the
v_i, for every n >= 1 and every partition into blocks, wherever the merges are defined. This is the online softmax of
M. Milakov and N. Gimelshein (2018) and of T. Dao et al., FlashAttention (2022), as a homomorphism of semigroups.
A masked entry is left out of the fold; it is the unit that is adjoined, so that no infinity is subtracted from another.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from catalg.exact.zero import decide_zero
from catalg.model.action import Action
from catalg.model.ends import KernelEnd
from catalg.model.goals import FormulaTransformation, PropertyClaim
from catalg.model.kernel_problem import KernelProblem
from catalg.model.verdict import Counterexample, Evidence, Judgement
from catalg.terms import Call, Name, Term, Vector, add, mul, sub, substitute
from catalg.terms.term import free_names
from catalg.universes.man import NotRational, kernel_problem
from catalg.verify.algebras.positive import is_positive, positive_term
from catalg.verify.kernels.terms import conditions, entries_of, target_shape

Point = tuple[Term, ...]
Sides = tuple[str, Point, Point]


def judge_algebra(claim: PropertyClaim) -> Judgement:
    """Whether the law holds on all points of the domain."""
    try:
        laws, space = _laws(claim)
        return _decide(claim, laws, space)
    except NotRational as reason:
        return Judgement.undecided("no-strategy", detail=str(reason))
    except ValueError as error:
        return Judgement.undecided("formula-unreadable", why=str(error))


@dataclass(frozen=True, slots=True)
class Points:
    """Free points of the spaces of a law, by name, and the conditions on their coordinates."""

    problem: KernelProblem

    @staticmethod
    def of(transformation: FormulaTransformation, actions: Sequence[Action], names: Sequence[str]) -> Points:
        """Points of the spaces under these names. Raises NotRational."""
        space = transformation.space
        end = KernelEnd("law", space.group, tuple(actions), space.target)
        return Points(kernel_problem(end, tuple(names)))

    def __getitem__(self, name: str) -> Point:
        a = next(a for a in self.problem.arguments if a.name == name)
        return tuple(Name(c) for c in self.problem.coordinates[a.start : a.start + a.size])


def applied(transformation: FormulaTransformation, *points: Point) -> Point:
    """The coordinates of the value at points given by theirs. Raises NotRational, or ValueError where shapes do not fit."""
    assert isinstance(transformation.space, KernelEnd)
    problem = kernel_problem(transformation.space, transformation.arguments)
    flat = [x for point in points for x in point]
    values: Mapping[str, Term] = dict(zip(problem.coordinates, flat, strict=True))
    return tuple(substitute(e, values) for e in entries_of(transformation.formula, problem, target_shape(problem)))


def _laws(claim: PropertyClaim) -> tuple[list[Sides], Points]:
    match claim.property, claim.subject:
        case "associative", (FormulaTransformation() as merge,):
            space = _copies(merge, "xyz")
            return [_associativity(merge, space)], space
        case "commutative", (FormulaTransformation() as merge,):
            space = _copies(merge, "xy")
            x, y = space["x"], space["y"]
            return [("algebra-commutativity", applied(merge, x, y), applied(merge, y, x))], space
        case "monoid", (FormulaTransformation() as merge, Vector(unit)):
            space = _copies(merge, "xyz")
            x = space["x"]
            return [
                _associativity(merge, space),
                ("algebra-left-unit", applied(merge, unit, x), x),
                ("algebra-right-unit", applied(merge, x, unit), x),
            ], space
        case "homomorphism", (FormulaTransformation() as first, FormulaTransformation() as second, FormulaTransformation() as between):
            return _square(first, second, between)
        case "weighted mean", (
            FormulaTransformation() as merge, FormulaTransformation() as item, FormulaTransformation() as weigh,
            FormulaTransformation() as read,
        ):
            return _mean(merge, item, weigh, read)
        case _:
            raise ValueError(claim.property)


def _actions(transformation: FormulaTransformation) -> tuple[Action, ...]:
    assert isinstance(transformation.space, KernelEnd)
    return transformation.space.arguments


def _copies(merge: FormulaTransformation, names: str) -> Points:
    return Points.of(merge, [_actions(merge)[0]] * len(names), list(names))


def _associativity(merge: FormulaTransformation, space: Points) -> Sides:
    x, y, z = space["x"], space["y"], space["z"]
    return "algebra-associativity", applied(merge, applied(merge, x, y), z), applied(merge, x, applied(merge, y, z))


def _square(first: FormulaTransformation, second: FormulaTransformation, between: FormulaTransformation) -> tuple[list[Sides], Points]:
    source = _actions(between)[0]
    names = [f"x{k}" for k in range(1, len(_actions(first)) + 1)]
    space = Points.of(first, _actions(first), names)
    points = [space[n] for n in names]
    moved = [applied(between, p) if a == source else p for p, a in zip(points, _actions(first), strict=True)]
    return [("algebra-square", applied(between, applied(first, *points)), applied(second, *moved))], space


def _mean(
    merge: FormulaTransformation, item: FormulaTransformation, weigh: FormulaTransformation, read: FormulaTransformation
) -> tuple[list[Sides], Points]:
    score, value = _actions(item)
    state = _actions(merge)[0]
    space = Points.of(merge, (state, state, score, value), ("a", "b", "x", "v"))
    a, b, x, v = space["a"], space["b"], space["x"], space["v"]
    weight = Call("exp", x)
    total = applied(weigh, a)
    return [
        (
            "algebra-weights-add", applied(weigh, applied(merge, a, b)),
            tuple(add(p, q) for p, q in zip(total, applied(weigh, b), strict=True)),
        ),
        ("algebra-item-weight", applied(weigh, applied(item, x, v)), (weight, *(mul(weight, c) for c in v))),
        ("algebra-readout", tuple(mul(r, total[0]) for r in applied(read, a)), total[1:]),
    ], space


def _decide(claim: PropertyClaim, laws: list[Sides], space: Points) -> Judgement:
    domain = conditions(space.problem)
    evidence: list[Evidence] = []
    undecided: tuple[str, str] | None = None
    for law, left, right in laws:
        for number, (one, other) in enumerate(zip(left, right, strict=True), 1):
            answer = decide_zero(
                sub(one, other), space.problem.coordinates, equations=domain.equations, inequalities=domain.inequalities
            )
            if answer.kind == "nonzero":
                heads = {name.partition("[")[0] for name in free_names(sub(one, other))}
                witness = {c: x for c, x in (answer.witness or {}).items() if c.partition("[")[0] in heads}
                return Judgement.refuted(
                    "algebra-law-fails",
                    Counterexample.of(
                        "algebra-differs", law=_named(law), entry=number, entries=len(left), value=decimal(str(answer.value)),
                        point=point_text(space.problem, witness),
                    ),
                    text=claim.text, property=PHRASES.get(claim.property, claim.property), law=_named(law),
                )
            if answer.kind != "zero" and undecided is None:
                undecided = (law, answer.reason)
        evidence.append(Evidence.of(law, entries=len(left)))
    if undecided is not None:
        return Judgement.undecided("algebra-law-open", law=_named(undecided[0]), why=undecided[1])
    closed = _stays(claim)
    if closed is False:
        return Judgement.undecided("algebra-domain-open", text=claim.text)
    if closed:
        evidence.append(Evidence.of("algebra-stays"))
    if claim.property == "weighted mean":
        evidence.append(Evidence.of("algebra-folds"))
    return Judgement.proved("algebra-law-holds", *evidence, text=claim.text, property=PHRASES.get(claim.property, claim.property))


def _stays(claim: PropertyClaim) -> bool | None:
    """Whether the operation, and a unit or an item, stay in the domain; None where there are no conditions to keep."""
    operation = claim.subject[0]
    assert isinstance(operation, FormulaTransformation)
    if claim.property == "homomorphism":
        return None
    state = _actions(operation)[0]
    space = Points.of(operation, (state, state), ("a", "b"))
    domain = conditions(space.problem)
    if domain.equations:
        return False
    if not domain.inequalities:
        return None
    known = [positive_term(r) for r in domain.inequalities]
    alone = Points.of(operation, (state,), ("a",))
    wanted = [positive_term(r) for r in conditions(alone.problem).inequalities]
    reached = [applied(operation, space["a"], space["b"])]
    match claim.property, claim.subject:
        case "monoid", (_, Vector(unit)):
            reached.append(unit)
        case "weighted mean", (_, FormulaTransformation() as item, _, _):
            made = Points.of(item, _actions(item), ("x", "v"))
            reached.append(applied(item, made["x"], made["v"]))
    flat = [c.name for c in alone["a"] if isinstance(c, Name)]
    return all(
        is_positive(substitute(w, dict(zip(flat, point, strict=True))), known) for point in reached for w in wanted
    )


def _named(law: str) -> str:
    return LAWS[law]


LAWS = {
    "algebra-associativity": "(x y) z = x (y z)",
    "algebra-commutativity": "x y = y x",
    "algebra-left-unit": "1 x = x",
    "algebra-right-unit": "x 1 = x",
    "algebra-square": "f(a x) = a f(x)",
    "algebra-weights-add": "weigh(merge(a, b)) = weigh(a) + weigh(b)",
    "algebra-item-weight": "weigh(item(x, v)) = (exp x, exp(x) v)",
    "algebra-readout": "read(a) times the weight of a = the numerators of a",
}


PHRASES = {"monoid": "a monoid", "homomorphism": "a homomorphism", "weighted mean": "a weighted mean"}


def point_text(problem: KernelProblem, witness: Mapping[str, object]) -> tuple[str, ...]:
    """A point, argument by argument; arguments without a coordinate among those of the witness are left out."""
    parts = []
    for a in problem.arguments:
        coordinates = problem.coordinates[a.start : a.start + a.size]
        if not any(c in witness for c in coordinates):
            continue
        values = [str(witness.get(c, 0)) for c in coordinates]
        parts.append(f"{a.name} = {values[0] if a.size == 1 else '(' + ', '.join(values) + ')'}")
    return tuple(parts)


def decimal(ball: str) -> str:
    """The midpoint of a printed ball, to eight digits.

    >>> decimal("[0.00288435238 +/- 4.78e-17]")
    '0.00288435'
    """
    middle = ball.strip("[]").partition(" +/-")[0]
    if "/" in middle or "e" in middle or "." not in middle:
        return middle
    return middle[: middle.index(".") + 9]
