"""Which law a formula obeys, found from the laws of its pieces: naturality closed under composition.

    x . y is invariant where A^T B = 1; a function of invariants is invariant; an invariant times v obeys the law of v; sums
    obey the common law, and shifts add up, so that differences of points are vectors; components of an invariant vector are
    invariant; a sum over *all* places j = 1 .. n of a body that speaks of the places only through entries k[j] obeys the
    law of its body, and no permutation of the places changes it; a weighted mean of points is a point.

A scalar piece without sums that none of this covers is judged by itself, generator by generator, as a kernel of its own.
Everything else is `Unnatural` here, which refutes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from catalg.exact.functions import FUNCTIONS
from catalg.learning.tuples import TupleTransformation
from catalg.model.action import Action
from catalg.model.ends import KernelEnd
from catalg.model.representation import TrivialRep
from catalg.model.verdict import Evidence, Verdict
from catalg.terms import Add, Call, Const, Dim, Index, Mul, Name, Num, Pow, Series, Term, Vector, add, num
from catalg.terms.term import children, free_names, rebuild, walk
from catalg.verify.kernels.ends import judge_natural_end
from catalg.verify.pieces.laws import Law, combined, preserves_dot, scaled, stacked, trivial


class Unnatural(ValueError):
    """No law was found for a piece; `term` is the piece, the message says why."""

    def __init__(self, term: Term, why: str) -> None:
        super().__init__(why)
        self.term = term


@dataclass(slots=True)
class Typing:
    """Finds laws and keeps the evidence, one entry for each different piece, in the order of composition."""

    transformation: TupleTransformation
    laws: Mapping[str, Law | None]
    blank: Law
    evidence: dict[Term, Evidence] = field(default_factory=dict)

    def law(self, term: Term, places: Mapping[str, str | None]) -> Law:
        """The law of a term under bound places (index -> the parameter it runs up to, None for a fixed range). Raises Unnatural."""
        try:
            return self._composed(term, places)
        except Unnatural:
            found = self._judged(term, places)
            if found is None:
                raise
            return found

    # --- rules --------------------------------------------------------------------------------------------------

    def _composed(self, term: Term, places: Mapping[str, str | None]) -> Law:
        match term:
            case Num() | Const():
                return self.blank
            case Name(name):
                return self._name(term, name, places)
            case Index(Name(name), (place,)) if self._size(name) is not None:
                return self._entry(term, name, place, places)
            case Index(base, (Num(),)):
                law = self.law(base, places)
                if not law.is_trivial:
                    raise Unnatural(term, "a coordinate of what moves")
                return self.blank
            case Add(args):
                return self._sum(term, args, places)
            case Mul(args):
                return self._product(term, args, places)
            case Pow(base, exponent):
                self._invariants(term, (base, exponent), places)
                return self.blank
            case Call("dot", (left, right)):
                if not preserves_dot(self.law(left, places), self.law(right, places)):
                    raise Unnatural(term, "a dot product that some generator changes")
                return self._told(term, "piece-dot", self.blank)
            case Call("norm", (base,)):
                law = self.law(base, places)
                if not preserves_dot(law, law):
                    raise Unnatural(term, "a length that some generator changes")
                return self._told(term, "piece-norm", self.blank)
            case Call("delta", (Name(i), Name(j))) if places.get(i) is not None and places.get(i) == places.get(j):
                return self._told(term, "piece-delta", self.blank)
            case Call(head, args) if head in FUNCTIONS and FUNCTIONS[head].result == "scalar" and set(FUNCTIONS[head].parameters) == {"scalar"}:
                self._invariants(term, args, places)
                return self._told(term, "piece-function", self.blank)
            case Vector(entries):
                return self._stack(term, entries, places)
            case Series():
                return self._over_places(term, places)
            case _:
                raise Unnatural(term, "a piece of a kind without a rule")

    def _name(self, term: Term, name: str, places: Mapping[str, str | None]) -> Law:
        if name in places:
            if places[name] is not None:
                raise Unnatural(term, "the number of a place, which a permutation changes")
            return self.blank
        if name in self.laws:
            if self._size(name) is not None:
                raise Unnatural(term, "a tuple that is not spoken of entry by entry")
            return self._argument(term, name)
        if any(p.name == name for p in self.transformation.parameters):
            return self.blank
        raise Unnatural(term, "a name without a law")

    def _entry(self, term: Term, name: str, place: Term, places: Mapping[str, str | None]) -> Law:
        if not (isinstance(place, Name) and places.get(place.name) is not None and places[place.name] == self._size(name)):
            raise Unnatural(term, "an entry at a fixed place, which a permutation changes")
        return self._argument(term, name)

    def _argument(self, term: Term, name: str) -> Law:
        law = self.laws[name]
        if law is None:
            raise Unnatural(term, "a point that does not move affinely")
        return law

    def _size(self, name: str) -> str | None:
        return next((a.size for a in self.transformation.arguments if a.name == name), None)

    def _sum(self, term: Term, args: tuple[Term, ...], places: Mapping[str, str | None]) -> Law:
        parts: list[tuple[Fraction, Law]] = []
        left: list[Term] = []
        stopped: Unnatural | None = None
        for arg in args:
            try:
                parts.append((_coefficient(arg), self.law(_rest(arg), places)))
            except Unnatural as error:
                left.append(arg)
                stopped = error
        if stopped is not None:
            together = self._judged(add(*left), places) if 1 < len(left) < len(args) else None
            if together is None:
                raise stopped
            parts.append((Fraction(1), together))
        if any(law.size != parts[0][1].size for _, law in parts):
            raise Unnatural(term, "a sum of values of different sizes")
        law = combined(parts)
        if law is None:
            raise Unnatural(term, "a sum of pieces that transform differently")
        moved = any(not part.is_linear for _, part in parts)
        if moved and law.is_linear:
            return self._told(term, "piece-difference", law)
        return law if law.is_trivial else self._told(term, "piece-sum", law)

    def _product(self, term: Term, args: tuple[Term, ...], places: Mapping[str, str | None]) -> Law:
        mean = self._mean(term, args, places)
        if mean is not None:
            return mean
        if isinstance(args[0], Num):
            law = combined([(args[0].value, self.law(_rest(term), places))])
            assert law is not None
            return law
        law = self.blank
        for arg in args:
            found = self.law(arg, places)
            small, large = (found, law) if found.size == 1 else (law, found)
            product = scaled(small, large)
            if product is None:
                raise Unnatural(term, "a product of pieces that are not an invariant and a vector")
            law = product
        return law if law.is_trivial else self._told(term, "piece-scaled", law)

    def _mean(self, term: Term, args: tuple[Term, ...], places: Mapping[str, str | None]) -> Law | None:
        """The law of sum_j w_j x_j / sum_j w_j for points x_j: that of a point."""
        if len(args) != 2 or not (isinstance(args[0], Series) and isinstance(args[1], Pow)):
            return None
        above, below = args[0], args[1].base
        if args[1].exponent == num(-1) and below == above.upper and above.lower == num(1):
            law = self.law(above.body, self._inside(above, places))  # the plain mean, with n equal weights
            return None if law.is_linear else self._told(term, "piece-mean", law)
        if args[1].exponent != num(-1) or not isinstance(below, Series):
            return None
        if (above.index, above.lower, above.upper) != (below.index, below.lower, below.upper):
            return None
        inside = self._inside(above, places)
        factors = list(above.body.args if isinstance(above.body, Mul) else (above.body,))
        weights = list(below.body.args if isinstance(below.body, Mul) else (below.body,))
        for weight in weights:
            if weight not in factors:
                return None
            factors.remove(weight)
        if len(factors) != 1:
            return None
        law = self.law(factors[0], inside)
        if law.is_linear:
            return None
        self._invariants(below, weights, inside)
        return self._told(term, "piece-mean", law)

    def _invariants(self, term: Term, parts: tuple[Term, ...] | list[Term], places: Mapping[str, str | None]) -> None:
        for part in parts:
            law = self.law(part, places)
            if law.size != 1 or not law.is_trivial:
                raise Unnatural(term, "a function of what moves")

    def _stack(self, term: Term, entries: tuple[Term, ...], places: Mapping[str, str | None]) -> Law:
        parts: list[Law] = []
        at = 0
        while at < len(entries):
            block = self._block(entries, at, places)
            if block is not None:
                parts.append(block)
                at += block.size
                continue
            self._invariants(term, (entries[at],), places)
            parts.append(self.blank)
            at += 1
        law = stacked(parts)
        return self._told(term, "piece-stack", law) if len(parts) < len(entries) else law

    def _block(self, entries: tuple[Term, ...], at: int, places: Mapping[str, str | None]) -> Law | None:
        """All coordinates of one value, in order: a summand of a direct sum."""
        first = entries[at]
        if not (isinstance(first, Index) and first.indices == (num(1),)):
            return None
        try:
            law = self.law(first.base, places)
        except Unnatural:
            return None
        wanted = tuple(Index(first.base, (num(k),)) for k in range(1, law.size + 1))
        return law if entries[at : at + law.size] == wanted and law.size > 1 else None

    def _over_places(self, term: Series, places: Mapping[str, str | None]) -> Law:
        inside = self._inside(term, places)
        law = self.law(term.body, inside)
        if not law.is_linear:
            raise Unnatural(term, "a sum of points")
        return self._told(term, "piece-places", law) if inside[term.index] is not None else law

    def _inside(self, term: Series, places: Mapping[str, str | None]) -> dict[str, str | None]:
        """The bound places under a sum: over all entries, or over a fixed range of numbers."""
        match term.lower, term.upper:
            case lower, Name(size) if lower == num(1) and size in self.transformation.sizes and size not in places:
                return {**places, term.index: size}
            case lower, upper if not free_names(lower) and not free_names(upper):
                return {**places, term.index: None}
            case _:
                raise Unnatural(term, "a sum over some of the places only")

    # --- pieces by themselves -------------------------------------------------------------------------------------

    def _judged(self, term: Term, places: Mapping[str, str | None]) -> Law | None:
        """A scalar piece without sums as a kernel of its own; None unless it is proved invariant."""
        if isinstance(term, Num | Const | Name | Index) or any(isinstance(t, Series | Vector) for t in walk(term)):
            return None
        piece, names = self._alone(term, places)
        if piece is None:
            return None
        end = KernelEnd("piece", self.transformation.group, tuple(names.values()), TrivialRep(
            self.transformation.group, self.transformation.target.field, Dim.of(1)))
        judged = judge_natural_end(end, tuple(names), piece)
        if judged.verdict is not Verdict.PROVED:
            return None
        return self._told(term, "piece-kernel", self.blank)

    def _alone(self, term: Term, places: Mapping[str, str | None]) -> tuple[Term | None, dict[str, Action]]:
        """The piece with each entry k[j] as an argument of its own; None where it speaks of places otherwise."""
        actions = {a.name: a.action for a in self.transformation.arguments}
        names: dict[str, Action] = {}

        def change(node: Term) -> Term:
            match node:
                case Index(Name(name), (Name(place),)) if self._size(name) is not None:
                    if places.get(place) != self._size(name):
                        raise Unnatural(node, "an entry at a fixed place")
                    names[f"{name}_{place}"] = actions[name]
                    return Name(f"{name}_{place}")
                case Name(name):
                    if name in places or self._size(name) is not None or name not in actions:
                        raise Unnatural(node, "a place or a parameter")
                    names[name] = actions[name]
                    return node
                case _:
                    return rebuild(node, [change(part) for part in children(node)])

        try:
            return change(term), names
        except Unnatural:
            return None, {}

    def _told(self, term: Term, rule: str, law: Law) -> Law:
        kind = "invariant" if law.is_trivial else "equivariant" if law.is_linear else "a point"
        self.evidence.setdefault(term, Evidence.of(rule, piece=term, law=kind))
        return law


def _coefficient(term: Term) -> Fraction:
    """The rational number in front of a term."""
    if isinstance(term, Mul) and isinstance(term.args[0], Num):
        return term.args[0].value
    return Fraction(1)


def _rest(term: Term) -> Term:
    if isinstance(term, Mul) and isinstance(term.args[0], Num):
        rest = term.args[1:]
        return rest[0] if len(rest) == 1 else Mul(rest)
    return term


def blank(discrete: int, generators: int) -> Law:
    """The law of an invariant number."""
    return trivial(1, discrete, generators)
