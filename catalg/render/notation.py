"""How formulas are cut up before they are printed: signs, quotients, names with subscripts, functions with indices.

What the three printers (catalg syntax, Unicode, LaTeX) must agree on. Products keep their order, since matrices do not
commute: a quotient gathers only neighbours, and a negative power of what looks like a matrix stays a power.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from catalg.terms import Add, Call, Identity, Index, Matrix, Mul, Name, Num, Ones, Pow, Term, Vector, mul, num

RELATION, SUM, PRODUCT, POWER, ATOM = range(1, 6)
"""How tightly a text binds: what binds less tightly than its place asks for gets brackets."""


@dataclass(frozen=True, slots=True)
class Indexed:
    """How a function of the vocabulary is written: `letter` with `below` arguments as indices, then `above` ones."""

    letter: str
    below: int
    above: int = 0


INDEXED = {
    "legendre": Indexed("P", 1),
    "gegenbauer": Indexed("C", 1, 1),
    "chebyshev": Indexed("T", 1),
    "chebyshev_u": Indexed("U", 1),
    "jacobi": Indexed("P", 1, 2),
    "Y": Indexed("Y", 2),
}

@dataclass(frozen=True, slots=True)
class Form:
    """How a constructor of finite things is written: its items between `left` and `right`, with `sign` between them.

    `sign` is a key of the printer's table of signs, or `,`; the whole binds as `level` says.
    """

    left: str
    sign: str
    right: str
    level: int


FORMS = {
    "set": Form("{", ",", "}", ATOM),
    "table": Form("{", ",", "}", ATOM),
    "tuple": Form("(", ",", ")", ATOM),
    "span": Form("<", "...", ">", ATOM),
    "listing": Form("", ",", "", 0),
    "family": Form("(", ",", ")", ATOM),
    "component": Form("", ":", "", 0),
    "mapsto": Form("", "|->", "", 0),
    "rewrites": Form("", "->", "", 0),
    "chain": Form("", "=", "", 0),
    "compose": Form("", "@", "", PRODUCT),
}
"""Signs of sets, tables, families, paths: what the categorical part shows."""

_ENTRY = re.compile(r"([^\W\d_]+)\[([\d,]+)\]")
_NUMBERED = re.compile(r"([^\W\d_]+?)_?(\d+)")


def name_parts(name: str) -> tuple[str, tuple[str, ...]]:
    """A name as its stem and its subscripts.

    >>> name_parts("a_10"), name_parts("x1"), name_parts("f_g_h"), name_parts("kappa")
    (('a', ('10',)), ('x', ('1',)), ('f', ('g', 'h')), ('kappa', ()))
    >>> name_parts("x[3]")
    ('x', ('3',))
    """
    entry = _ENTRY.fullmatch(name)
    if entry:
        return entry[1], tuple(entry[2].split(","))
    stem, *below = [part for part in name.split("_") if part] or [name]
    numbered = _NUMBERED.fullmatch(stem)
    if numbered:
        return numbered[1], (numbered[2], *below)
    return stem, tuple(below)


def split_sign(term: Term) -> tuple[bool, Term]:
    """Whether a minus stands in front of a term, and the term without it."""
    match term:
        case Num(value) if value < 0:
            return True, Num(-value)
        case Mul((Num(value), *rest)) if value < 0:
            return True, mul(num(-value), *rest)
        case _:
            return False, term


def is_matrix(term: Term) -> bool:
    """Whether a term looks like a matrix or a vector: such factors never move and are never divided by."""
    match term:
        case Name(name):
            return name[:1].isupper() and len(name) <= 2
        case Identity() | Ones() | Matrix() | Vector():
            return True
        case Call(head, _):
            return head in ("transpose", "kron", "inverse", "adjacency")
        case Pow(base, _):
            return is_matrix(base)
        case Add(args) | Mul(args):
            return any(is_matrix(arg) for arg in args)
        case _:
            return False


@dataclass(frozen=True, slots=True)
class Quotient:
    """Neighbouring factors of a product, as a numerator over a denominator; either may be empty."""

    above: tuple[Term, ...]
    below: tuple[Term, ...]


def quotients(product: Mul, denominator: Callable[[Term], Term | None] | None = None) -> tuple[Fraction, tuple[Quotient, ...]]:
    """The rational coefficient of a product, and its factors as quotients of neighbours, in order.

    `denominator` gives what a factor divides by, or None; by default every negative power of a scalar divides, and one
    that stands in front divides what comes next.

    >>> from catalg.terms import Name, power
    >>> a, b = Name("a"), Name("b")
    >>> quotients(mul(num(3), a, power(b, num(-1))))[1]
    (Quotient(above=(Name(name='a'),), below=(Name(name='b'),)),)
    """
    coefficient, factors = Fraction(1), list(product.args)
    if isinstance(factors[0], Num):
        coefficient = factors.pop(0).value  # type: ignore[attr-defined]
    runs: list[tuple[list[Term], list[Term]]] = []
    for factor in factors:
        inverse = (denominator or scalar_denominator)(factor)
        if inverse is None:
            if not runs or runs[-1][1]:
                runs.append(([], []))
            runs[-1][0].append(factor)
        else:
            if not runs:
                runs.append(([], []))
            runs[-1][1].append(inverse)
    if denominator is None and len(runs) > 1 and not runs[0][0] and not any(map(is_matrix, runs[1][0])):
        runs[:2] = [(runs[1][0], [*runs[0][1], *runs[1][1]])]
    return coefficient, tuple(Quotient(tuple(above), tuple(below)) for above, below in runs)


def scalar_denominator(factor: Term) -> Term | None:
    """b^n for the factor b^-n, unless b looks like a matrix."""
    match factor:
        case Pow(base, Num(value)) if value < 0 and not is_matrix(base):
            return base if value == -1 else Pow(base, Num(-value))
        case _:
            return None


def plain_denominator(factor: Term) -> Term | None:
    """b for the factor b^-1, and nothing else: what the language reads back as the same term."""
    match factor:
        case Pow(base, Num(value)) if value == -1 and not is_matrix(base):
            return base
        case _:
            return None


def columns_of(matrix: Term) -> tuple[Term, ...] | None:
    """The vectors whose coordinates are the columns of a square matrix, or None where they are not such.

    >>> from catalg.terms import Index
    >>> x, y = Name("x"), Name("y")
    >>> columns_of(Matrix(tuple((Index(x, (num(k),)), Index(y, (num(k),))) for k in (1, 2))))
    (Name(name='x'), Name(name='y'))
    """
    if not isinstance(matrix, Matrix) or len(matrix.rows) != len(matrix.rows[0]):
        return None
    vectors = tuple(entry.base if isinstance(entry, Index) else entry for entry in matrix.rows[0])
    for number, row in enumerate(matrix.rows, 1):
        if any(entry != Index(vector, (num(number),)) for entry, vector in zip(row, vectors, strict=True)):
            return None
    return vectors


def root_degree(exponent: Term) -> int | None:
    """n for the exponent 1/n with a small n."""
    if isinstance(exponent, Num) and exponent.value.numerator == 1 and 2 <= exponent.value.denominator <= 9:
        return exponent.value.denominator
    return None
