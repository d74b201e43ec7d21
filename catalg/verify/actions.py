"""Actions by formula: do the maps and vector fields form an action of the declared group on the declared domain?

Relations between words are equations of rational maps, brackets are equations of vector fields: since (exp tX)·p acts on
functions from the other side, the fields of a left action satisfy the relations of the Lie algebra with the opposite
sign, [ξ_X, ξ_Y] = -ξ_[X,Y] (Olver, *Applications of Lie Groups to Differential Equations*, §1.4). All equations hold
modulo the ideal of the domain. A domain is kept when its equations are mapped into their ideal and each inequality h > 0
to a positive multiple: ξh = c·h for a Lie generator, h∘s = c·h with c > 0 for a discrete one. A component s acts on the
algebra by s·X·s^-1 = Y when ξ_Y∘s = Ds·ξ_X. That loops close, exp(2πX) = 1, is settled in `loops.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from random import Random
from typing import Any

from catalg.exact.field import Alg
from catalg.exact.poly import PolynomialRing
from catalg.model.display import matrix_term
from catalg.model.group import (
    AdjointRelation,
    Bracket,
    BracketRelation,
    LieCombination,
    PeriodRelation,
    Word,
    WordRelation,
)
from catalg.model.kernel_problem import KernelProblem, Poly, Rat
from catalg.model.verdict import Counterexample, Evidence, Judgement, Verdict
from catalg.verify.functoriality import show_element, show_relation
from catalg.verify.loops import closes, flow_matrix

Element = Any
Map = tuple[tuple[Element, Element], ...]


class Domain:
    """The coordinate ring of the ambient space with the ideal of the domain."""

    def __init__(self, problem: KernelProblem) -> None:
        self.problem = problem
        self.ring = PolynomialRing(problem.size, problem.number_field)
        self.equations = [self.element(p) for p in problem.equations]
        basis = self.ring.grobner(self.equations) if self.equations else []
        self.basis = basis if basis is not None else self.equations
        self._points: list[tuple[Fraction, ...]] | None = None

    def element(self, poly: Poly) -> Element:
        """A polynomial of the problem in the ring."""
        return self.ring.element({e: Fraction(c) if isinstance(c, int) else c for e, c in poly.terms})

    def map(self, images: Sequence[Rat]) -> Map:
        """A tuple of rational functions."""
        return tuple((self.element(r.numerator), self.element(r.denominator)) for r in images)

    def vanishes(self, element: Element) -> bool:
        """Whether a polynomial lies in the ideal."""
        return self.ring.is_zero(self.ring.remainder(element, self.basis) if self.basis else element)

    def equal(self, left: Map, right: Map) -> int | None:
        """The first coordinate in which two maps differ on the domain, or None."""
        for k, ((a, b), (c, d)) in enumerate(zip(left, right, strict=True)):
            if not self.vanishes(a * d - c * b):
                return k
        return None

    def at(self, element: Element, point: Sequence[Fraction]) -> Fraction | None:
        """The value at a rational point; None over a number field where it is not rational."""
        total = Fraction(0)
        for exponents, coefficient in self.ring.table(element).items():
            if not isinstance(coefficient, Fraction | int):
                return None
            value = Fraction(coefficient)
            for x, e in zip(point, exponents, strict=True):
                value *= x**e
            total += value
        return total

    def holds(self, point: Sequence[Fraction]) -> bool:
        """Whether a point satisfies the equations and the inequalities."""
        if any(self.at(e, point) != 0 for e in self.equations):
            return False
        return all((self.at(self.element(h.numerator), point) or 0) > 0 for h in self.problem.inequalities)

    def points(self) -> list[tuple[Fraction, ...]]:
        """Rational points of the domain: random ones, and on a quadric those on lines through a base point."""
        if self._points is None:
            random = Random(20)
            size = self.problem.size
            found = []
            base = self.problem.arguments[0].base
            for _ in range(60):
                point = tuple(Fraction(random.randint(-9, 9), random.randint(1, 4)) for _ in range(size))
                if self.equations and base is not None:
                    point = self._on_quadric(base, point) or point
                if self.holds(point):
                    found.append(point)
            if base is not None and self.holds(base):
                found.append(base)
            self._points = found
        return self._points

    def _on_quadric(self, base: tuple[Fraction, ...], direction: tuple[Fraction, ...]) -> tuple[Fraction, ...] | None:
        """The second point of the line base + t·direction on a single equation of degree 2."""
        if len(self.equations) != 1 or self.ring.total_degree(self.equations[0]) != 2:
            return None
        one, two = (
            self.at(self.equations[0], tuple(b + k * v for b, v in zip(base, direction, strict=True))) for k in (1, 2)
        )
        if one is None or two is None or two == 2 * one:
            return None
        square = (two - 2 * one) / 2
        t = -(one - square) / square
        return tuple(b + t * v for b, v in zip(base, direction, strict=True))

    def boundary(self, h: Element) -> list[tuple[Fraction, ...]]:
        """Rational points with h = 0 that satisfy the other conditions, where h has degree 1 in some coordinate."""
        random = Random(21)
        found = []
        size = self.problem.size
        others = [self.element(r.numerator) for r in self.problem.inequalities if self.element(r.numerator) != h]
        for k in range(size):
            if self.ring.degree(h, k) != 1:
                continue
            for _ in range(20):
                point = [Fraction(random.randint(-9, 9), random.randint(1, 4)) for _ in range(size)]
                point[k] = Fraction(0)
                offset = self.at(h, point)
                point[k] = Fraction(1)
                slope = self.at(h, point)
                if offset is None or slope is None or slope == offset:
                    continue
                point[k] = offset / (offset - slope)
                if any(self.at(e, point) != 0 for e in self.equations):
                    continue
                if all((self.at(o, point) or 0) > 0 for o in others):
                    found.append(tuple(point))
        return found

    def positive(self, element: Element) -> bool:
        """Whether a polynomial is visibly positive where it is not zero: even exponents and positive coefficients, or a
        product of such with the polynomials that the domain makes positive."""
        for inequality in self.problem.inequalities:
            h = self.element(inequality.numerator)
            while element != 0 and self.ring.total_degree(h) > 0:
                quotient, remainder = divmod(element, h)
                if remainder != 0:
                    break
                element = quotient
        table = self.ring.table(element)
        return bool(table) and all(
            all(e % 2 == 0 for e in exponents) and not isinstance(c, Alg) and c > 0 for exponents, c in table.items()
        )

    def identity(self) -> Map:
        """The identity map."""
        one = self.ring.scalar(1)
        size = self.problem.size
        return tuple((self.element(Poly.coordinate(k, size)), one) for k in range(size))

    def substituted(self, element: Element, images: Map) -> tuple[Element, Element]:
        """A polynomial at the image of a point, as a fraction."""
        table = self.ring.table(element)
        total = (self.ring.scalar(0), self.ring.scalar(1))
        for exponents, coefficient in table.items():
            n, d = self.ring.scalar(coefficient), self.ring.scalar(1)
            for e, (a, b) in zip(exponents, images, strict=True):
                for _ in range(e):
                    n, d = n * a, d * b
            total = (total[0] * d + n * total[1], total[1] * d) if d != total[1] else (total[0] + n, d)
        return total

    def after(self, later: Map, earlier: Map) -> Map:
        """The composite of two maps."""
        result = []
        for n, d in later:
            (a, b), (c, e) = self.substituted(n, earlier), self.substituted(d, earlier)
            result.append((a * e, b * c))
        return tuple(result)

    def along(self, fraction: tuple[Element, Element], field: Map) -> tuple[Element, Element]:
        """The derivative of a fraction along a vector field."""
        n, d = fraction
        total = (self.ring.scalar(0), self.ring.scalar(1))
        for k, (a, b) in enumerate(field):
            slope = self.ring.derivative(n, k) * d - n * self.ring.derivative(d, k)
            term = (slope * a, d * d * b)
            total = (total[0] * term[1] + term[0] * total[1], total[1] * term[1])
        return total

    def bracket(self, left: Map, right: Map) -> Map:
        """The Lie bracket of vector fields: [v, w]^k = v(w^k) - w(v^k)."""
        result = []
        for p, q in zip(left, right, strict=True):
            (a, b), (c, d) = self.along(q, left), self.along(p, right)
            result.append((a * d - c * b, b * d))
        return tuple(result)

    def combined(self, parts: Sequence[tuple[Fraction, Map]]) -> Map:
        """A linear combination of vector fields."""
        zero, one = self.ring.scalar(0), self.ring.scalar(1)
        total: Map = tuple((zero, one) for _ in range(self.problem.size))
        for factor, field in parts:
            c = self.ring.scalar(factor)
            total = tuple(
                (a * e + c * n * b, b * e) for (a, b), (n, e) in zip(total, field, strict=True)
            )
        return total


def action_functoriality(problem: KernelProblem, relations: Sequence[object]) -> Judgement:
    """Whether maps and fields respect the relations and keep the domain. `problem` has the action as its argument."""
    domain = Domain(problem)
    kept = _keeps_domain(domain)
    if kept is not None:
        return kept
    maps = {g.name: domain.map(g.images) for g in problem.discrete}
    fields = {g.name: domain.map(g.images) for g in problem.lie}
    checked = 0
    unsettled: Judgement | None = None
    for relation in relations:
        if isinstance(relation, WordRelation):
            left, right = (_word(domain, maps, w) for w in (relation.left, relation.right))
            if left is None or right is None:
                return Judgement.undecided("action-inverse")
            failure = domain.equal(left, right)
        elif isinstance(relation, BracketRelation):
            failure = domain.equal(_lie(domain, fields, relation.left), _lie(domain, fields, relation.right))
        elif isinstance(relation, AdjointRelation):
            carried = _carried(domain, maps, fields, relation)
            if carried is None:
                return Judgement.undecided("action-inverse")
            left, right = carried
            failure = domain.equal(left, right)
        elif isinstance(relation, PeriodRelation):
            judgement = _period(domain, maps, fields, relation)
            if judgement is not None:
                if judgement.verdict is Verdict.REFUTED:
                    return judgement
                unsettled = unsettled or judgement
            checked += 1
            continue
        else:
            continue
        if failure is not None:
            return _broken(domain, relation, failure, maps, fields)
        checked += 1
    if unsettled is not None:
        return unsettled
    if not checked:
        return Judgement.proved("action-holds")
    return Judgement.proved("action-holds", Evidence.of("action-relations", count=checked), count=checked)


def _carried(
    domain: Domain, maps: dict[str, Map], fields: dict[str, Map], relation: AdjointRelation
) -> tuple[Map, Map] | None:
    """Ds·ξ_X and ξ_Y∘s for s·X·s^-1 = Y; None where a map has no known inverse."""
    s = _word(domain, maps, relation.word)
    if s is None:
        return None
    field = _lie(domain, fields, relation.left)
    return tuple(domain.along(image, field) for image in s), domain.after(_lie(domain, fields, relation.right), s)


def _period(
    domain: Domain, maps: dict[str, Map], fields: dict[str, Map], relation: PeriodRelation
) -> Judgement | None:
    """None when exp(2πX) = 1 on the domain; refuted where it is not; undecided where that is not seen."""
    text = show_relation(relation)
    word = _word(domain, maps, relation.word)
    field = _lie(domain, fields, relation.element)
    if word is None or domain.equal(word, domain.identity()) is not None:
        return Judgement.undecided("action-loop", relation=text)
    velocity = []
    for n, d in field:
        quotient, rest = divmod(n, d)
        if rest != 0:
            return Judgement.undecided("action-loop", relation=text)
        velocity.append(quotient)
    positives = [domain.element(i.numerator) for i in domain.problem.inequalities]
    matrix = flow_matrix(domain.ring, domain.basis, velocity, positives)
    try:
        if matrix is None:
            return Judgement.undecided("action-loop", relation=text)
        if closes(matrix):
            return None
    except OverflowError:
        return Judgement.undecided("action-loop", relation=text)
    witness = Counterexample.of(
        "loop-not-closed", element=show_element(relation.element), value=matrix_term(matrix)
    )
    return Judgement.refuted("action-relation", witness, relation=text)


def _word(domain: Domain, maps: dict[str, Map], word: Word) -> Map | None:
    total = domain.identity()
    for name, exponent in reversed(word):
        if exponent < 0 or exponent > 64:
            inverse = _inverse(domain, maps[name])
            if inverse is None or abs(exponent) > 64:
                return None
            step, count = inverse, -exponent
        else:
            step, count = maps[name], exponent
        for _ in range(count):
            total = domain.after(step, total)
    return total


def _inverse(domain: Domain, step: Map) -> Map | None:
    """The inverse of a map of finite order up to 12."""
    power = step
    for _ in range(12):
        following = domain.after(step, power)
        if domain.equal(following, domain.identity()) is None:
            return power
        power = following
    return None


def _lie(domain: Domain, fields: dict[str, Map], element: LieCombination | Bracket | str) -> Map:
    """The field of a Lie algebra element; brackets carry the sign of a left action."""
    if isinstance(element, str):
        return fields[element]
    if isinstance(element, Bracket):
        field = domain.bracket(_lie(domain, fields, element.left), _lie(domain, fields, element.right))
        return domain.combined([(Fraction(-1), field)])
    return domain.combined([(c, _lie(domain, fields, e)) for c, e in element.terms])


def _keeps_domain(domain: Domain) -> Judgement | None:
    problem = domain.problem
    for discrete in problem.discrete:
        images = domain.map(discrete.images)
        for k, equation in enumerate(domain.equations):
            value = domain.substituted(equation, images)[0]
            if not domain.vanishes(value):
                return _leaves(domain, discrete.name, k, value)
        for inequality in problem.inequalities:
            answer = _keeps_sign(domain, discrete.name, images, inequality)
            if answer is not None:
                return answer
    for lie in problem.lie:
        field = domain.map(lie.images)
        for k, equation in enumerate(domain.equations):
            value = domain.along((equation, domain.ring.scalar(1)), field)[0]
            if not domain.vanishes(value):
                return _leaves(domain, lie.name, k, value)
        for inequality in problem.inequalities:
            answer = _keeps_inequality(domain, lie.name, field, inequality)
            if answer is not None:
                return answer
    return None


def _keeps_sign(domain: Domain, name: str, images: Map, inequality: Rat) -> Judgement | None:
    """None when h∘s = h·c with c visibly positive; refuted at a point of the domain that is moved out; else undecided."""
    h = domain.element(inequality.numerator)
    n, d = domain.substituted(h, images)
    for point in domain.points():
        there = (domain.at(n, point), domain.at(d, point))
        if there[0] is not None and there[1] and there[0] / there[1] <= 0:
            witness = Counterexample.of("action-leaves-at", generator=name, point=point)
            return Judgement.refuted("action-leaves", witness, generator=name)
    quotient, remainder = divmod(n, h)
    if domain.ring.is_zero(remainder) and domain.positive(quotient * d):
        return None
    return Judgement.undecided("action-sign", generator=name)


def _keeps_inequality(domain: Domain, name: str, field: Map, inequality: Rat) -> Judgement | None:
    """None when the flow never reaches h = 0; refuted at a boundary point that it crosses.

    It is never reached when ξh is a multiple of h; when the boundary is empty or made of fixed points; or when a condition
    p > 0, ξp a multiple of p, which holds along the whole flow then, excludes h = 0.
    """
    h = domain.element(inequality.numerator)
    slope, scale = domain.along((h, domain.ring.scalar(1)), field)
    if domain.ring.is_zero(domain.ring.remainder(slope, [*domain.basis, h])):
        return None
    if _boundary_apart(domain, field, h) or _excluded(domain, field, h):
        return None
    for point in domain.boundary(h):
        value, bottom = domain.at(slope, point), domain.at(scale, point)
        if value and bottom:
            witness = Counterexample.of("action-crosses", generator=name, point=point)
            return Judgement.refuted("action-leaves", witness, generator=name)
    return Judgement.undecided("action-sign", generator=name)


def _boundary_apart(domain: Domain, field: Map, h: Element) -> bool:
    """Whether h = 0 has no real point in the domain, or a real set there that the flow keeps, cut out by coordinates.

    An equation that becomes a sum of even powers with coefficients of one sign on h = 0 has no zero there if it contains a
    constant; else the coordinates whose pure powers occur vanish.
    """
    ring = domain.ring
    size = domain.problem.size
    zeros = [h]
    for equation in domain.equations:
        table = ring.table(ring.remainder(equation, [h]))
        if not _one_sign(table):
            continue
        if (0,) * size in table:
            return True
        pure = {k for exponents in table for k, e in enumerate(exponents) if e == sum(exponents)}
        zeros += [domain.element(Poly.coordinate(k, size)) for k in sorted(pure)]
    one = ring.scalar(1)
    return len(zeros) > 1 and all(
        ring.is_zero(ring.remainder(domain.along((z, one), field)[0], [*domain.basis, *zeros])) for z in zeros
    )


def _one_sign(table: Mapping[tuple[int, ...], object]) -> bool:
    """Whether all exponents are even and all coefficients rational of one sign."""
    signs = {c > 0 if isinstance(c, Fraction | int) else None for c in table.values()}
    return len(signs) == 1 and None not in signs and all(e % 2 == 0 for exponents in table for e in exponents)


def _excluded(domain: Domain, field: Map, h: Element) -> bool:
    """Whether some condition p > 0 with ξp a multiple of p reads -(sum of even powers) > 0 on h = 0."""
    ring, one = domain.ring, domain.ring.scalar(1)
    for inequality in domain.problem.inequalities:
        p = domain.element(inequality.numerator)
        if p == h or not ring.is_zero(ring.remainder(domain.along((p, one), field)[0], [*domain.basis, p])):
            continue
        table = ring.table(ring.remainder(p, [*domain.basis, h]))
        if not table or (_one_sign(table) and next(iter(table.values())) < 0):
            return True
    return False


def _leaves(domain: Domain, generator: str, equation: int, value: Element) -> Judgement:
    """Refuted at a point of the domain where the image, or the velocity, violates the equation; else undecided."""
    for point in domain.points():
        if domain.at(value, point):
            witness = Counterexample.of("action-leaves-at", generator=generator, point=point)
            return Judgement.refuted("action-leaves", witness, generator=generator)
    return Judgement.undecided("action-domain", generator=generator, equation=equation + 1)


def _broken(
    domain: Domain, relation: WordRelation | BracketRelation | AdjointRelation, coordinate: int,
    maps: dict[str, Map], fields: dict[str, Map],
) -> Judgement:  # fmt: skip
    left: Map | None
    right: Map | None
    if isinstance(relation, WordRelation):
        left, right = _word(domain, maps, relation.left), _word(domain, maps, relation.right)
    elif isinstance(relation, AdjointRelation):
        left, right = _carried(domain, maps, fields, relation) or (None, None)
    else:
        left, right = _lie(domain, fields, relation.left), _lie(domain, fields, relation.right)
    assert left is not None and right is not None
    text = show_relation(relation)
    for point in domain.points():
        a, b, c, d = (domain.at(x, point) for side in (left, right) for x in side[coordinate])
        if a is not None and c is not None and b and d and a / b != c / d:
            name = domain.problem.coordinates[coordinate]
            witness = Counterexample.of(
                "action-relation-at", relation=text, coordinate=name, point=point, left=a / b, right=c / d
            )
            return Judgement.refuted("action-relation", witness, relation=text)
    return Judgement.undecided("action-points", relation=text)


def relation_text(relation: WordRelation | BracketRelation) -> str:
    """A relation as it is written.

    >>> relation_text(WordRelation((("r", 4),), ()))
    'r^4 = 1'
    """
    if isinstance(relation, WordRelation):
        return f"{_word_text(relation.left)} = {_word_text(relation.right)}"
    return f"{_lie_text(relation.left)} = {_lie_text(relation.right)}"


def _word_text(word: Word) -> str:
    return "*".join(n if e == 1 else f"{n}^{e}" for n, e in word) or "1"


def _lie_text(element: LieCombination | Bracket | str) -> str:
    if isinstance(element, str):
        return element
    if isinstance(element, Bracket):
        return f"[{_lie_text(element.left)}, {_lie_text(element.right)}]"
    parts: list[str] = []
    for c, e in element.terms:
        size = _lie_text(e) if abs(c) == 1 else f"{abs(c)}*{_lie_text(e)}"
        parts.append(("-" if c < 0 else "") + size if not parts else f" {'-' if c < 0 else '+'} {size}")
    return "".join(parts) or "0"


__all__ = ["action_functoriality", "relation_text"]
