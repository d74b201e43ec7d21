"""Normal forms of the calculus as text: f(x), Df(x; v), D²f(x; u, v), (∂₁f(x))ᵀw."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from catalg.learning.calculus import Adjoint, Atom, Dot, Frozen, Poly, Unit, Value, Variable, Vec, thaw

LONGEST = 400
POWERS = {2: "²", 3: "³", 4: "⁴"}
DIGITS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


@dataclass(slots=True)
class Shown:
    """Writes vectors; `names` are the variables in order, shown as x, y, … or x₁, x₂, …"""

    names: Sequence[str]
    _letters: dict[str, str] = field(init=False)

    def __post_init__(self) -> None:
        self._letters = dict(zip(self.names, letters(len(self.names)), strict=True))

    def tuple_of(self, vectors: Sequence[Vec]) -> str:
        """All blocks, in brackets; what is too long is cut off."""
        text = ", ".join(self.vector(v) for v in vectors)
        text = f"({text})" if len(vectors) != 1 else text
        return text if len(text) <= LONGEST else text[:LONGEST] + "…"

    def vector(self, vector: Vec) -> str:
        """One vector."""
        parts = []
        for atom, coefficient in sorted(vector.items(), key=repr):
            factor = self._poly(coefficient, bracket=not isinstance(atom, Unit))
            if isinstance(atom, Unit):
                parts.append(factor)
            else:
                body = self.atom(atom)
                parts.append(body if factor == "1" else f"-{body}" if factor == "-1" else f"{factor} {body}")
        return " + ".join(parts).replace("+ -", "- ") or "0"

    def _poly(self, poly: Poly, bracket: bool) -> str:
        parts = []
        for monomial, c in sorted(poly.items(), key=repr):
            body = " ".join(self.atom(a) for a in monomial)
            parts.append(body if c == 1 and body else f"-{body}" if c == -1 and body else f"{_number(c)} {body}".strip())
        text = " + ".join(parts).replace("+ -", "- ")
        return f"({text})" if bracket and len(parts) > 1 else text

    def _point(self, args: tuple[Frozen, ...]) -> str:
        return ", ".join(self.vector(thaw(a)) for a in args)

    def atom(self, atom: Atom) -> str:
        """One atom."""
        match atom:
            case Unit():
                return "1"
            case Variable(name):
                return self._letters.get(name, name)
            case Value(function, block, args, slots):
                if function.linear and slots:
                    component = str(block + 1).translate(DIGITS) if len(function.target) > 1 else ""
                    source = str(slots[0][0] + 1).translate(DIGITS) if len(function.source) > 1 else ""
                    return f"{function.name}{component}{source}({self.atom(slots[0][1])})"
                place = f"{str(block + 1).translate(DIGITS)}" if len(function.target) > 1 else ""
                if not slots:
                    return f"{function.name}{place}({self._point(args)})"
                return f"{self._order(slots, len(function.source))}{function.name}{place}({self._inside(args, slots)})"
            case Adjoint(function, place, block, args, slots, covector):
                index = str(place + 1).translate(DIGITS) if len(function.source) > 1 else ""
                component = str(block + 1).translate(DIGITS) if len(function.target) > 1 else ""
                if function.linear:
                    return f"{function.name}{component}{index}ᵀ{self._tight(covector)}"
                head = f"∂{index}" if index else "D"
                further = self._order(slots, len(function.source)) if slots else ""
                inside = self._inside(args, slots) if slots else self._point(args)
                return f"({head}{further}{function.name}{component}({inside}))ᵀ{self._tight(covector)}"
            case Dot(left, right):
                return f"⟨{self.atom(left)}, {self.atom(right)}⟩"

    def _tight(self, atom: Atom) -> str:
        text = self.atom(atom)
        return text if isinstance(atom, Variable | Adjoint) else f"({text})"

    def _order(self, slots: Sequence[tuple[int, Atom]], blocks: int) -> str:
        if blocks == 1:
            return "D" + (POWERS.get(len(slots), f"^{len(slots)}") if len(slots) > 1 else "")
        return "".join("∂" + str(i + 1).translate(DIGITS) for i, _ in slots)

    def _inside(self, args: tuple[Frozen, ...], slots: Sequence[tuple[int, Atom]]) -> str:
        return f"{self._point(args)}; {', '.join(self.atom(v) for _, v in slots)}"


def letters(count: int) -> tuple[str, ...]:
    """What the blocks of a generic point are called."""
    few = ("x", "v", "w", "u")
    return few[:count] if count <= len(few) else tuple("x" + str(k + 1).translate(DIGITS) for k in range(count))


def _number(value: Fraction) -> str:
    return str(value)
