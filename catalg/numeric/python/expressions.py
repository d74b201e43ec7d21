"""Formulas as NumPy source, node by node.

Each piece of source carries its rank (scalar, vector, matrix); points are broadcast over all axes in front. Which helpers
a formula uses is noted, so that the module carries these and no others.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

from catalg.exact.coupling import NotCoupled, coupling_matrix
from catalg.numeric.errors import NotNumeric
from catalg.numeric.python.names import Names
from catalg.numeric.series import POLYNOMIALS, Summand, summands
from catalg.terms import (
    Add,
    Apply,
    Call,
    Const,
    Identity,
    Index,
    Let,
    Matrix,
    Mul,
    Name,
    Num,
    Ones,
    Pow,
    Series,
    Term,
    Vector,
    num,
    walk,
)  # fmt: skip
from catalg.terms.term import expand_lets

ELEMENTARY = {
    "exp": "exp", "log": "log", "sin": "sin", "cos": "cos", "tan": "tan", "asin": "arcsin", "acos": "arccos",
    "atan": "arctan", "sinh": "sinh", "cosh": "cosh", "tanh": "tanh", "abs": "abs",
}  # fmt: skip


WIDE = 90
"""Longer sums take one line for each summand."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Source of a value of a rank; `bond` is its precedence: 0 a sum, 1 a product, 2 an atom."""

    source: str
    rank: int = 0
    bond: int = 2
    number: bool = False

    def at(self, bond: int) -> str:
        """The source, in brackets where it binds less than that."""
        return self.source if self.bond >= bond else f"({self.source})"


@dataclass(slots=True)
class Writer:
    """Writes terms; `ranks` are those of the names in scope, `size` is source for the shape of I."""

    names: Names
    ranks: Mapping[str, int]
    size: str
    value_rank: int = 0
    helpers: set[str] = field(default_factory=set)
    lists: set[str] = field(default_factory=set)

    def body(self, term: Term) -> list[str]:
        """The lines of a function that returns the term."""
        lines, ranks = [], dict(self.ranks)
        while isinstance(term, Let):
            for name, value in term.bindings:
                self.ranks = ranks
                if isinstance(value, Call) and value.head == "tuple" and _is_list(name, term.body):
                    listed = ", ".join(self.write(e).source for e in value.args)
                    lines.append(f"{self.names(name)} = ({listed},)")
                    self.lists.add(name)
                    continue
                piece = self.write(value)
                lines.append(f"{self.names(name)} = {piece.source}")
                ranks[name] = piece.rank
            term = term.body
        self.ranks = ranks
        whole = isinstance(term, Apply) and self.value_rank
        piece = self._apply(term, self.value_rank) if whole and isinstance(term, Apply) else self.write(term)
        if isinstance(term, Add) and len(piece.source) > WIDE:
            parts = [self._sum([Piece("0", piece.rank), self.write(a)]).source[2:] for a in term.args]
            parts[0] = parts[0].removeprefix("+ ")
            return [*lines, "return (", *(f"    {part}" for part in parts), ")"]
        return [*lines, f"return {piece.source}"]

    def helper(self, name: str) -> str:
        """Note that a helper is used."""
        self.helpers.add(name)
        return name

    def write(self, term: Term) -> Piece:
        """The source of a term. Raises NotNumeric."""
        match term:
            case Num(value):
                if value.denominator == 1:
                    return Piece(str(value.numerator), bond=2 if value >= 0 else 0, number=True)
                return Piece(f"{value.numerator} / {value.denominator}", bond=1, number=True)
            case Const("pi"):
                return Piece("np.pi", number=True)
            case Const("i"):
                return Piece("1j", number=True)
            case Name(name):
                return Piece(self.names(name), self.ranks.get(name, 0))
            case Add(args):
                return self._sum([self.write(a) for a in args])
            case Mul(args):
                return self._product(args)
            case Pow(base, exponent):
                return self._power(self.write(base), exponent)
            case Call(head, args):
                return self._call(head, [self.write(a) for a in args])
            case Apply():
                return self._apply(term, 0)
            case Index(base, indices):
                return self._index(base, indices)
            case Vector(entries):
                parts = ", ".join(self.write(e).source for e in entries)
                return Piece(f"{self.helper('vector')}({parts})", 1)
            case Matrix(rows):
                parts = ", ".join("[" + ", ".join(self.write(e).source for e in row) + "]" for row in rows)
                return Piece(f"{self.helper('matrix')}({parts})", 2)
            case Identity():
                return Piece(f"np.eye({self.size})", 2)
            case Ones():
                return Piece(f"np.ones(({self.size}, {self.size}))", 2)
            case Series(index, lower, Const("oo"), body) if lower == num(0):
                return self._series(index, body)
            case Let():
                return self.write(expand_lets(term))
            case _:
                raise NotNumeric(f"{type(term).__name__} in a formula has no Python source")

    def _lift(self, piece: Piece, rank: int, bond: int) -> str:
        if piece.rank == rank or piece.number:
            return piece.at(bond)
        return f"{self.helper('column' if rank == 1 else 'block')}({piece.source})"

    def _sum(self, pieces: list[Piece]) -> Piece:
        rank = max(p.rank for p in pieces)
        text = self._lift(pieces[0], rank, 0)
        for p in pieces[1:]:
            part = self._lift(p, rank, 1)
            text += f" - {part[1:]}" if part.startswith("-") else f" + {part}"
        return Piece(text, rank, 0, all(p.number for p in pieces))

    def _product(self, args: tuple[Term, ...]) -> Piece:
        sign, rest = "", list(args)
        if rest[0] == num(-1) and len(rest) > 1:
            sign, rest = "-", rest[1:]
        total: Piece | None = None
        for term in rest:
            divisor = self._divisor(term)
            if divisor is not None and (total is None or total.rank == 0):
                total = Piece(
                    f"{total.at(1) if total else '1'} / {divisor.at(2)}",
                    0,
                    1,
                    bool((total is None or total.number) and divisor.number),
                )
                continue
            piece = self.write(term)
            total = piece if total is None else self._times(total, piece)
        assert total is not None
        return Piece(f"{sign}{total.at(1)}", total.rank, 1, total.number) if sign else total

    def _divisor(self, term: Term) -> Piece | None:
        """The number n of a factor n^-1."""
        if isinstance(term, Pow) and term.exponent == num(-1) and isinstance(term.base, Num | Const):
            return self.write(term.base)
        return None

    def _times(self, left: Piece, right: Piece) -> Piece:
        if left.rank == 0 or right.rank == 0:
            rank = max(left.rank, right.rank)
            text = f"{self._lift(left, rank, 1)} * {self._lift(right, rank, 2)}"
            return Piece(text, rank, 1, left.number and right.number)
        if left.rank == 1:
            return Piece(f"{self.helper('outer')}({left.source}, {right.source})", 2)
        if right.rank == 2:
            return Piece(f"{left.at(1)} @ {right.at(2)}", 2, 1)
        return Piece(f"{self.helper('matvec')}({left.source}, {right.source})", 1)

    def _power(self, base: Piece, exponent: Term) -> Piece:
        if not isinstance(exponent, Num):
            return Piece(f"{base.at(2)} ** {self.write(exponent).at(2)}", 0, 1)
        e = exponent.value
        if base.rank == 2:
            if e.denominator != 1:
                raise NotNumeric("a matrix with a power that is not an integer")
            return Piece(f"np.linalg.matrix_power({base.source}, {e.numerator})", 2)
        if e.denominator == 1:
            power = base if abs(e) == 1 else Piece(f"{base.at(2)} ** {abs(e.numerator)}", 0, 1, base.number)
        elif abs(e).denominator == 2 and abs(e.numerator) == 1:
            power = self._root(base)
        else:
            power = Piece(
                f"{self.helper('safe_power')}(np, {base.source}, {abs(e.numerator)} / {e.denominator})"
            )
        if e > 0:
            return power
        if power.number:
            return Piece(f"1 / {power.at(2)}", 0, 1, True)
        return Piece(f"{self.helper('safe_reciprocal')}(np, {power.source})")

    def _root(self, base: Piece) -> Piece:
        if base.number:
            return Piece(f"np.sqrt({base.source})", number=True)
        return Piece(f"{self.helper('safe_sqrt')}(np, {base.source})")

    def _apply(self, term: Apply, rank: int) -> Piece:
        args = ", ".join(
            f"*{self.names(a.name)}" if isinstance(a, Name) and a.name in self.lists else self.write(a).source
            for a in term.args
        )
        return Piece(f"{self.names(term.head)}({args})", rank)

    def _index(self, base: Term, indices: tuple[Term, ...]) -> Piece:
        if not all(isinstance(i, Num) for i in indices):
            raise NotNumeric("an index that is not a number")
        if isinstance(base, Name) and base.name not in self.ranks:
            places = "".join(f"[{i.value}]" for i in indices if isinstance(i, Num))
            return Piece(f"{self.names(base.name)}{places}")
        places = ", ".join(str(i.value - 1) for i in indices if isinstance(i, Num))
        return Piece(f"{self.write(base).at(2)}[..., {places}]")

    def _call(self, head: str, args: list[Piece]) -> Piece:
        listed = ", ".join(a.source for a in args)
        if head in ELEMENTARY:
            return Piece(f"np.{ELEMENTARY[head]}({listed})", number=args[0].number)
        match head:
            case "cot" | "sec" | "csc":
                inner = {"cot": "tan", "sec": "cos", "csc": "sin"}[head]
                return Piece(f"{self.helper('safe_reciprocal')}(np, np.{inner}({listed}))")
            case "sqrt":
                return self._root(args[0])
            case "dot" if args[0].rank:
                return Piece(f"{self.helper('dot')}({listed})")
            case "norm" if args[0].rank:
                return Piece(f"{self.helper('norm')}({listed})")
            case "norm":
                return Piece(f"np.abs({listed})")
            case "dot":
                return Piece(f"{args[0].at(1)} * {args[1].at(2)}", 0, 1)
            case "arg" | "angle":
                return Piece(f"{self.helper(head)}({listed})")
            case "atan2":
                return Piece(f"np.arctan2({listed})")
            case "max" | "min":
                text = args[0].source
                for a in args[1:]:
                    text = f"np.{head}imum({text}, {a.source})"
                return Piece(text)
            case "delta":
                return Piece(f"np.equal({listed}).astype(float)")
            case "transpose":
                if args[0].rank == 2:
                    return Piece(f"np.swapaxes({listed}, -1, -2)", 2)
                return args[0] if args[0].rank == 0 else Piece(f"{args[0].at(2)}[..., None, :]", 2)
            case "trace":
                return Piece(f"np.trace({listed}, axis1=-2, axis2=-1)")
            case "det":
                return Piece(f"np.linalg.det({listed})")
            case "inverse" if args[0].rank == 2:
                return Piece(f"np.linalg.inv({listed})", 2)
            case "clebsch_gordan":
                return self._coupling(args)
            case _ if head in POLYNOMIALS:
                step = self._step(head, [a.source for a in args[1:-1]])
                self.helper("polynomials")
                degree = args[0].source
                return Piece(f"polynomials({step}, {degree} + 1, {args[-1].source})[{degree}]")
            case _:
                raise NotNumeric(f"{head} has no Python source")

    def _coupling(self, args: list[Piece]) -> Piece:
        try:
            l, J, L = (int(a.source) for a in args[:3])
            rows = coupling_matrix(l, J, L)
        except (ValueError, NotCoupled) as error:
            raise NotNumeric(str(error)) from None
        x = args[3].at(2)
        entries = []
        for row in rows:
            for inside, table in row:
                terms = [f"{float(c) * math.sqrt(inside)!r}" + "".join(
                    f" * {x}[..., {k}]" + (f" ** {e}" if e > 1 else "") for k, e in enumerate(exponents) if e
                ) for exponents, c in sorted(table.items())]  # fmt: skip
                entries.append(f"{x}[..., 0] * 0.0" + "".join(f" + {t}" for t in terms))
        stacked = f"np.stack([{', '.join(entries)}], axis=-1)"
        if l == 0:
            return Piece(stacked, 1) if J else Piece(f"{stacked}[..., 0]")
        return Piece(f"{stacked}.reshape(*{x}.shape[:-1], {len(rows)}, {len(rows[0])})", 2)

    def _step(self, head: str, parameters: list[str]) -> str:
        name = self.helper(f"{head}_step")
        return name if not parameters else f"lambda l: {name}(l, {', '.join(parameters)})"

    def _series(self, index: str, body: Term) -> Piece:
        found = summands(index, expand_lets(body))
        if found is None:
            raise NotNumeric("a series that is not one of orthogonal polynomials or characters")
        return self._sum([self._summand(part) for part in found])

    def _summand(self, part: Summand) -> Piece:
        self.helper("polynomial_sum")
        family, t = self.names(part.family), self.write(part.variable).source
        if part.radii:
            radii = ", ".join(self.write(r).source for r in part.radii)
            family = f"[c({radii}) for c in {family}]"
        if part.head in ("cos", "sin"):
            self.helper("chebyshev_step" if part.head == "cos" else "chebyshev_u_step")
            total = Piece(
                f"{self.helper('cosine_sum' if part.head == 'cos' else 'sine_sum')}(np, {family}, {t})"
            )
        else:
            step = self._step(part.head, [self.write(p).source for p in part.parameters])
            total = Piece(f"polynomial_sum({step}, {family}, {t})")
        for factor in part.factors:
            total = self._times(self.write(factor), total)
        return total


def _is_list(name: str, body: Term) -> bool:
    """Whether a name stands for a list of arguments: only ever the one argument of an arbitrary function."""
    alone = sum(isinstance(t, Apply) and t.args == (Name(name),) for t in walk(body))
    return alone > 0 and alone == sum(t == Name(name) for t in walk(body))
