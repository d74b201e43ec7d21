"""The three-valued zero test: is a formula zero wherever it is defined?

`zero` is proved by relations that hold at every point of the domain (the normal form, `kernel_proofs`, and a
case distinction over the signs inside absolute values), together with one point at which the formula is
defined. `nonzero` is a ball away from zero at a point of the domain, arbitrary functions being instantiated
by polynomials. Everything else is `undecided`. Nothing here simplifies, and no verdict rests on a simplifier.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import flint

from catalg.exact.balls import Undefined, Unevaluated, Unresolved, excludes_zero
from catalg.exact.components import expand
from catalg.exact.functions import Shape
from catalg.exact.instances import Instance, Ridge, derivative_order, small
from catalg.exact.intervals import Point, key_of, value_at
from catalg.exact.polynomial_points import NotPolynomial, Variety
from catalg.exact.sharing import Pool, distinct
from catalg.exact.zero_proof import Claim, prove
from catalg.terms import (
    Add,
    Apply,
    Call,
    Derived,
    Identity,
    Index,
    Let,
    Matrix,
    Mul,
    Name,
    Num,
    Ones,
    Relation,
    Series,
    Term,
    Vector,
    children,
    free_names,
    num,
)
from catalg.terms.term import expand_lets

MOST_NODES = 20_000
FIRST_POINTS, ALL_POINTS, ATTEMPTS = 3, 24, 120
VECTOR_HEADS = frozenset({"dot", "norm", "angle", "arg", "transpose", "det", "trace", "inverse", "kron", "Y", "clebsch_gordan"})
DEGREE_HEADS = frozenset({"legendre", "gegenbauer", "chebyshev", "chebyshev_u", "jacobi", "Y"})


@dataclass(frozen=True, slots=True)
class ZeroVerdict:
    """The answer of the zero test.

    `kind` is `zero`, `nonzero` or `undecided`. For `nonzero`, `witness` gives each coordinate a rational
    number (or the text of a ball, for an irrational point of a variety) and each arbitrary function a
    polynomial as text, and `value` is the text of a ball without zero. `steps` says how the answer was found.
    """

    kind: str
    reason: str
    steps: tuple[str, ...] = ()
    witness: Mapping[str, Fraction | str] | None = None
    value: str | None = None


def decide_equal(left: Term, right: Term, variables: Sequence[str] = (), **options: Any) -> ZeroVerdict:
    """Whether two formulas are equal wherever both are defined; options as for `decide_zero`.

    >>> decide_equal(Call("sqrt", (Mul((Name("x"), Name("x"))),)), Name("x"), ["x"]).kind
    'nonzero'
    """
    return decide_zero(Add((left, Mul((num(-1), right)))), variables, **options)


def decide_zero(
    term: Term,
    variables: Sequence[str] = (),
    *,
    equations: Sequence[Term] = (),
    inequalities: Sequence[Term] = (),
    integers: Sequence[str] = (),
    shapes: Mapping[str, Shape] | None = None,
    points: Sequence[Mapping[str, Fraction]] = (),
    seed: int = 0,
    limit: int = 20_000_000,
) -> ZeroVerdict:
    """Whether a formula is zero wherever it is defined, on the set that equations and inequalities cut out.

    Coordinates are names (`x`) or entries (`x[1]`); all are real, as are names that `variables` does not list
    (arbitrary constants). `equations` are terms that vanish, or relations, polynomial with rational
    coefficients; `inequalities` are relations. `integers` stand for natural numbers (names in the place of a
    degree always do). `shapes` are those of vectors and matrices, for a term that is not scalar: each entry
    is decided. `points` are further points to try, with exact coordinates that satisfy the equations. `limit`
    bounds the work of the normal form; `seed` fixes the points.

    >>> x = Name("x")
    >>> square = [Mul((Call(head, (x,)), Call(head, (x,)))) for head in ("sin", "cos")]
    >>> decide_zero(Add((*square, num(-1))), ["x"]).kind
    'zero'
    """
    try:
        term = Pool().share(term)
        if len(distinct(term)) > MOST_NODES:
            return ZeroVerdict("undecided", f"the formula has more than {MOST_NODES} different subterms")
        term = _without_lets(term)
        entries = _entries(term, shapes)
        variety = Variety.of([_without_lets(e) for e in equations])
        decision = [
            _Decision(
                entry,
                tuple(variables),
                variety,
                tuple(map(_without_lets, inequalities)),
                frozenset(integers),
                tuple(points),
                seed,
                limit,
            )
            for entry in entries
        ]
        return _all([d.decide() for d in decision])
    except NotPolynomial as error:
        return ZeroVerdict("undecided", str(error))
    except RecursionError:
        return ZeroVerdict("undecided", "the formula is nested too deeply")


def _without_lets(term: Term) -> Term:
    return expand_lets(term) if any(isinstance(t, Let) for t in distinct(term)) else term


def _entries(term: Term, shapes: Mapping[str, Shape] | None) -> list[Term]:
    vectorial = any(
        isinstance(t, Vector | Matrix | Identity | Ones) or (isinstance(t, Call) and t.head in VECTOR_HEADS)
        for t in distinct(term)
    )
    return list(dict.fromkeys(expand(term, shapes or {}).entries)) if vectorial or shapes else [term]


def _all(verdicts: list[ZeroVerdict]) -> ZeroVerdict:
    """The verdict on all entries: the first that is not zero decides, refutations before open ones."""
    for kind in ("nonzero", "undecided"):
        for verdict in verdicts:
            if verdict.kind == kind:
                return verdict
    if len(verdicts) == 1:
        return verdicts[0]
    return ZeroVerdict(
        "zero",
        f"all {len(verdicts)} different entries are zero",
        tuple(dict.fromkeys(s for v in verdicts for s in v.steps)),
    )


@dataclass(slots=True)
class _Decision:
    term: Term
    variables: tuple[str, ...]
    variety: Variety
    inequalities: tuple[Term, ...]
    integers: frozenset[str]
    points: tuple[Mapping[str, Fraction], ...]
    seed: int
    limit: int
    steps: list[str] = field(default_factory=list)
    nodes: list[Term] = field(default_factory=list)
    unevaluated: str = ""

    def decide(self) -> ZeroVerdict:
        self.term = Pool().share(self.term)
        self.nodes = distinct(self.term)
        degrees = [
            free_names(t.args[0]) for t in self.nodes if isinstance(t, Call) and t.head in DEGREE_HEADS
        ]
        bound = {t.index for t in self.nodes if isinstance(t, Series)}
        self.integers = self.integers.union(*degrees) - bound
        stream = self._probes()
        defined = 0
        for found in stream:
            if isinstance(found, ZeroVerdict):
                return found
            defined += found
            if defined >= FIRST_POINTS:
                break
        if not defined:
            why = f" ({self.unevaluated})" if self.unevaluated else ""
            return ZeroVerdict(
                "undecided", f"no point was found where the formula is defined{why}", tuple(self.steps)
            )
        self.steps.append(f"no ball away from zero at the first {defined} points of the domain")
        if cancels(self.term):
            self.steps.append("equal terms cancel")
            return ZeroVerdict("zero", "equal terms cancel", tuple(self.steps))
        reason = prove(
            Claim(self.term, self.variety, self.inequalities, self.integers, self.limit), self.steps
        )
        if reason is None:
            return ZeroVerdict("zero", "the normal form is zero", tuple(self.steps))
        for found in stream:
            if isinstance(found, ZeroVerdict):
                return found
        return ZeroVerdict(
            "undecided", f"no proof ({reason}), and no point where it is visibly not zero", tuple(self.steps)
        )

    def _coordinates(self) -> list[str]:
        arrays = {
            t.base.name
            for t in self.nodes
            if isinstance(t, Index) and isinstance(t.base, Name) and key_of(t) is None
        }
        found: dict[str, None] = {}
        for part in (self.term, *self.inequalities):
            _collect(part, frozenset(), arrays, found)
        names = [
            *found,
            *(v for v in self.variables if v not in found and not any(f.startswith(v + "[") for f in found)),
        ]
        return [*names, *(n for n in self.variety.names if n not in names)]

    def _probes(self) -> Iterator[bool | ZeroVerdict]:
        """For each point tried: whether the formula is defined there, or the refutation."""
        names = self._coordinates()
        order = derivative_order(self.term)
        defined = 0
        for tried, point in enumerate(self._points(names), 1):
            instance = Instance(f"{self.seed}/{tried}", order)
            found = self._probe(point, instance, 256 if defined < FIRST_POINTS else 1024)
            defined += found is True
            yield found
            if defined >= ALL_POINTS or tried >= ATTEMPTS or (self.unevaluated and tried >= FIRST_POINTS):
                return

    def _points(self, names: list[str]) -> Iterator[Point]:
        rng = random.Random(f"points/{self.seed}")
        yield from (point for point in self.points if self.variety.contains(point))
        free = [n for n in names if n not in self.variety.names]
        number = 0
        while number < ATTEMPTS:
            point: dict[str, Any] = {n: self._choose(n, rng, number) for n in free}
            if self.variety.polys:
                found = self.variety.sample(rng)
                if found is None:
                    self.steps.append("no point of the variety was found")
                    return
                point.update(found)
            number += 1
            yield point

    def _choose(self, name: str, rng: random.Random, number: int) -> Fraction:
        if name in self.integers:
            return Fraction(rng.randint(0, 5))
        style = number % 4 if rng.random() < 0.7 else rng.randrange(4)
        match style:
            case 0:
                return Fraction(rng.randint(1, 60), rng.randint(7, 31))
            case 1:
                return Fraction(rng.randint(1, 30), 31) * rng.choice((1, 1, -1))
            case 2:
                return small(rng)
            case _:
                return Fraction(rng.randint(-400, 400), rng.randint(11, 37))

    def _probe(self, point: Point, instance: Instance, most_bits: int) -> bool | ZeroVerdict:
        try:
            for relation in self.inequalities:
                if not self._holds(relation, point, instance):
                    return False
            value = value_at(self.term, point, instance, self.integers)
            if not excludes_zero(value):
                try:
                    value = value_at(self.term, point, instance, self.integers, excludes_zero, most_bits)
                except Unresolved:
                    return True
        except Unevaluated as error:
            self.unevaluated = str(error)
            return False
        except (Undefined, Unresolved):
            return False
        return self._refutation(point, instance, value)

    def _holds(self, relation: Term, point: Point, instance: Instance) -> bool:
        if not isinstance(relation, Relation):
            return False
        gap = Add((relation.left, Mul((num(-1), relation.right))))
        value = value_at(gap, point, instance, self.integers)
        if isinstance(value, flint.acb):
            return False
        match relation.op:
            case "<":
                return bool(value < 0)
            case "<=":
                return bool(value <= 0)
            case ">":
                return bool(value > 0)
            case ">=":
                return bool(value >= 0)
            case "!=":
                return excludes_zero(value)
            case _:
                return bool(value == 0)

    def _refutation(self, point: Point, instance: Instance, value: Any) -> ZeroVerdict:
        witness: dict[str, Fraction | str] = {}
        for name, coordinate in sorted(point.items()):
            witness[name] = coordinate if isinstance(coordinate, Fraction | int) else str(coordinate(64))
        for node in self.nodes:
            if isinstance(node, Apply | Derived):
                component = node.component if isinstance(node, Derived) else ()
                ridges: tuple[Ridge, ...] = instance.function(node.head, component, len(node.args))
                place = f"[{','.join(map(str, component))}]" if component else ""
                witness[f"{node.head}{place}"] = " + ".join(map(str, ridges))
        for name in sorted(_arrays(self.term)):
            witness[name] = (
                f"{name}[k] = "
                + ", ".join(
                    f"{instance.constant(f'{name}[{k}]')} (k = {k})" for k in range(instance.support + 1)
                )
                + ", else 0"
            )
        text = str(value)
        return ZeroVerdict(
            "nonzero", "a ball away from zero at a point of the domain", tuple(self.steps), witness, text
        )


def cancels(term: Term) -> bool:
    """Whether a sum is zero because equal summands cancel.

    >>> cancels(Add((Call("f", (Name("x"),)), Mul((num(-1), Call("f", (Name("x"),)))))))
    True
    """
    counts: dict[Term, Fraction] = {}
    stack = [(term, Fraction(1))]
    while stack:
        node, weight = stack.pop()
        if isinstance(node, Add):
            stack += [(arg, weight) for arg in node.args]
        elif isinstance(node, Mul) and node.args and isinstance(node.args[0], Num):
            rest = node.args[1:]
            stack.append((rest[0] if len(rest) == 1 else Mul(rest), weight * node.args[0].value))
        else:
            counts[node] = counts.get(node, Fraction(0)) + weight
    return not any(counts.values())


def _collect(term: Term, bound: frozenset[str], arrays: set[str], found: dict[str, None]) -> None:
    """The free coordinates of a term, in order of appearance."""
    key = key_of(term)
    if key is not None:
        base = key.partition("[")[0]
        if base not in bound and base not in arrays:
            found[key] = None
        return
    if isinstance(term, Series):
        bound = bound | {term.index}
    for part in term.indices if isinstance(term, Index) else children(term):
        _collect(part, bound, arrays, found)


def _arrays(term: Term) -> set[str]:
    return {
        t.base.name
        for t in distinct(term)
        if isinstance(t, Index) and isinstance(t.base, Name) and key_of(t) is None
    }
