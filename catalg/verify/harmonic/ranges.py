"""The variable of a series as a function of the cosine between the two points, and with it the values that it takes.

Only such variables are accepted. For a fixed x, a smooth kernel that is a function of the cosine c alone is a smooth function of y around
the axis of x, hence a smooth function of c on [-1, 1], ends included; one that is a function of c^2 is a smooth function of c^2
(H. Whitney, *Differentiable even functions*, 1943). A variable like c^3 determines c, but not smoothly.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations

from catalg.exact.zero import decide_zero
from catalg.model.kernel_problem import KernelArgument
from catalg.terms import Call, Index, Name, Term, add, mul, num, power, sub
from catalg.terms.term import substitute
from catalg.verify.harmonic.ground import MINUS, Ground
from catalg.verify.kernels.frame import Frame
from catalg.verify.kernels.projections import projections

Vector = tuple[Fraction, ...]

MOST_PERMUTED = 6


@dataclass(frozen=True, slots=True)
class CosineForm:
    """scale·c + shift, or scale·c^2 + shift where `even`, of the cosine c between the two points."""

    scale: Fraction
    shift: Fraction
    even: bool

    @property
    def ends(self) -> tuple[Fraction, Fraction]:
        """The least and the greatest value for c in [-1, 1]."""
        other = self.shift if self.even else self.shift - self.scale
        values = (other, self.shift + self.scale)
        return min(values), max(values)


def cosine(ground: Ground) -> Term | None:
    """The cosine between the two points; None where they are not two vectors of one space of dimension >= 2."""
    blocks = ground.problem.arguments
    if len(blocks) != 2 or any(b.shape != "vector" or b.size != blocks[0].size or b.size < 2 for b in blocks):
        return None
    x, y = (Name(b.name) for b in blocks)
    return mul(Call("dot", (x, y)), *(power(Call("norm", (v,)), MINUS) for v in (x, y)))


def cosine_form(ground: Ground, variable: Term) -> CosineForm | None:
    """A variable in terms of the cosine, found from its values at three points and proved by the zero test; else None."""
    c = cosine(ground)
    if c is None:
        return _between_lines(ground, variable)
    same, opposite, across = (_value(ground, variable, kind) for kind in ("same", "opposite", "across"))
    if same is None or opposite is None:
        return None
    if same != opposite:
        form = CosineForm((same - opposite) / 2, (same + opposite) / 2, False)
        written = add(mul(num(form.scale), c), num(form.shift))
    elif across is not None and across != same:
        form = CosineForm(same - across, across, True)
        written = add(mul(num(form.scale), power(c, num(2))), num(form.shift))
    else:
        return None
    return form if ground.equal(variable, written) else None


def squared_cosine(ground: Ground) -> Term | None:
    """tr PQ, the square of the cosine between two lines that are given by their projections; None where they are not."""
    blocks = ground.problem.arguments
    if len(blocks) != 2 or len({b.size for b in blocks}) != 1 or any(b.shape not in ("symmetric", "vector") for b in blocks):
        return None
    frame = Frame(ground.problem)
    spaces = [projections(frame, range(b.start, b.start + b.size)) for b in blocks]
    n = spaces[0].size if spaces[0] is not None else 0
    if any(s is None or s.trace != 1 or s.size != n for s in spaces):
        return None

    def entry(block: KernelArgument, i: int, j: int) -> Term:
        if block.shape == "symmetric":
            return Index(Name(block.name), (num(i + 1), num(j + 1)))
        return Index(Name(block.name), (num(i * n - i * (i - 1) // 2 + (j - i) + 1),))

    one, two = blocks
    return add(*(mul(num(1 + (i < j)), entry(one, i, j), entry(two, i, j)) for i in range(n) for j in range(i, n)))


def _between_lines(ground: Ground, variable: Term) -> CosineForm | None:
    """A smooth kernel of two lines is an even one of two unit vectors, a smooth function of the squared cosine."""
    square = squared_cosine(ground)
    entry = ground.entry(variable)
    if square is None or entry is None:
        return None
    first, second = ground.problem.arguments
    size = next(n for n in range(first.size + 1) if n * (n + 1) // 2 >= first.size)
    axes = [tuple(Fraction(int(k == i * size - i * (i - 1) // 2)) for k in range(first.size)) for i in (0, 1)]
    values = []
    for axis in axes:
        point = ground.point({first.name: axes[0], second.name: axis})
        value = ground.value(substitute(entry, point)) if point is not None else None
        if value is None:
            return None
        values.append(value)
    form = CosineForm(values[0] - values[1], values[1], True)
    written = add(mul(num(form.scale), square), num(form.shift))
    known = ground.entry(written)
    if not form.scale or known is None:
        return None
    plain = decide_zero(sub(entry, known), ground.problem.coordinates).kind == "zero"
    return form if plain or ground.equal(variable, written) else None


def within_unit(form: CosineForm) -> bool:
    """Whether all values lie in [-1, 1]."""
    low, high = form.ends
    return low >= -1 and high <= 1


def takes_all(ground: Ground, form: CosineForm) -> bool:
    """Whether every value in [-1, 1] is taken: both points run over connected spaces, each with its antipodes."""
    if form.ends != (Fraction(-1), Fraction(1)):
        return False
    return all(ground.connected_block(a.name) for a in ground.problem.arguments) or squared_cosine(ground) is not None


def full_circle(ground: Ground, angle: Term) -> bool:
    """Whether an angle takes all values: its second vector runs over a circle or the plane, whatever the first is."""
    match angle:
        case Call("angle", (Name(x), Name(y))):
            blocks = (ground.block(x), ground.block(y))
            return x != y and all(b is not None and b.size == 2 for b in blocks) and ground.connected_block(y)
        case _:
            return False


def _value(ground: Ground, function: Term, kind: str) -> Fraction | None:
    """The value at a rational pair of points: equal, opposite or orthogonal ones."""
    entry = ground.entry(function)
    first, second = ground.problem.arguments
    for x in _points(first):
        for y in _partners(x, kind):
            point = ground.point({first.name: x, second.name: y})
            if point is not None and entry is not None:
                return ground.value(substitute(entry, point))
    return None


def _points(block: KernelArgument) -> Iterator[Vector]:
    if block.base is not None and any(block.base):
        yield block.base
    yield (Fraction(1), *(Fraction(0),) * (block.size - 1))


def _partners(x: Vector, kind: str) -> Iterator[Vector]:
    match kind:
        case "same":
            yield x
        case "opposite":
            yield tuple(-c for c in x)
        case _:
            for y in permutations(x) if len(x) <= MOST_PERMUTED else (x[-1:] + x[:-1],):
                if sum((a * b for a, b in zip(x, y, strict=True)), start=Fraction(0)) == 0:
                    yield y
                    return
