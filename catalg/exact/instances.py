"""Instances of arbitrary functions and constants, for refutations.

An arbitrary function is universally quantified, so a polynomial in its place serves to refute an identity;
sums of ridge powers c (a . x + b)^d have derivatives of every order in closed form.
"""

from __future__ import annotations

import operator
import random
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, reduce
from itertools import pairwise
from typing import Any

import flint

from catalg.exact.sharing import distinct
from catalg.terms import Add, Derived, Index, Mul, Name, Num, Term, children, free_names, walk


def fmpq(value: Fraction | int) -> Any:
    """A rational number for flint."""
    value = Fraction(value)
    return flint.fmpq(value.numerator, value.denominator)


@dataclass(frozen=True, slots=True)
class Ridge:
    """The polynomial c (a . x + b)^d."""

    scale: Fraction
    slopes: tuple[Fraction, ...]
    shift: Fraction
    degree: int

    def derivative(self, order: tuple[int, ...], args: list[Any]) -> Any:
        """The partial derivative of the given multi-index at the arguments."""
        count = sum(order)
        if count > self.degree:
            return flint.fmpq(0)
        factor = self.scale
        for k in range(count):
            factor *= self.degree - k
        for slope, n in zip(self.slopes, order, strict=True):
            factor *= slope**n
        inner = fmpq(self.shift)
        for slope, arg in zip(self.slopes, args, strict=True):
            inner = inner + fmpq(slope) * arg
        return fmpq(factor) * inner ** (self.degree - count)

    def __str__(self) -> str:
        inner = " + ".join(f"({a})*x{k}" for k, a in enumerate(self.slopes, 1))
        return f"({self.scale})*({inner} + {self.shift})^{self.degree}"


@dataclass(frozen=True, slots=True)
class Instance:
    """Polynomials for arbitrary functions and numbers for arbitrary constants, drawn from a seed.

    Polynomials are sums of three ridge powers of degrees above `order`. Indexed constants `a[l]` are zero for
    l > `support`.
    """

    seed: str
    order: int = 0
    support: int = 6

    def function(self, head: str, component: tuple[int, ...], arity: int) -> tuple[Ridge, ...]:
        """The polynomial that stands for a component of an arbitrary function."""
        return _ridges(self.seed, self.order, head, component, arity)

    def constant(self, key: str) -> Fraction:
        """The number that stands for an arbitrary constant."""
        return small(random.Random(f"{self.seed}/{key}"))


@lru_cache(maxsize=4096)
def _ridges(seed: str, order: int, head: str, component: tuple[int, ...], arity: int) -> tuple[Ridge, ...]:
    rng = random.Random(f"{seed}/{head}{component}/{arity}")
    return tuple(
        Ridge(small(rng), tuple(small(rng) for _ in range(arity)), small(rng), order + k) for k in (1, 2, 3)
    )


def small(rng: random.Random) -> Fraction:
    """A non-zero rational number of small height."""
    return Fraction(rng.choice((-1, 1)) * rng.randint(1, 9), rng.randint(1, 5))


def derivative_order(term: Term) -> int:
    """The highest order of a derivative of an arbitrary function in the term."""
    return max((sum(t.order) for t in distinct(term) if isinstance(t, Derived)), default=0)


def vanishes_beyond(body: Term, index: str) -> bool:
    """Whether each term has a factor a[k*index + c], k >= 1, c >= 0: zero beyond the support of an instance.

    >>> vanishes_beyond(Mul((Index(Name("a"), (Name("l"),)), Name("t"))), "l")
    True
    """
    if isinstance(body, Add):
        return all(vanishes_beyond(arg, index) for arg in body.args)
    if isinstance(body, Mul):
        return any(vanishes_beyond(arg, index) for arg in body.args)
    return isinstance(body, Index) and any(_grows(i, index) for i in body.indices)


def _grows(term: Term, index: str) -> bool:
    """Whether a term is k*index + c with rational k >= 1 and c >= 0."""
    if not free_names(term) <= {index} or not all(isinstance(t, Name | Num | Add | Mul) for t in walk(term)):
        return False
    slopes = [_affine(term, index, Fraction(at)) for at in (0, 1, 2, 3)]
    steps = [b - a for a, b in pairwise(slopes)]
    degree = sum(isinstance(t, Name) for t in walk(term))
    return degree == 1 and steps[0] == steps[1] == steps[2] and steps[0] >= 1 and slopes[0] >= 0


def _affine(term: Term, index: str, at: Fraction) -> Fraction:
    match term:
        case Num(value):
            return value
        case Name():
            return at
        case Add():
            return sum((_affine(t, index, at) for t in children(term)), Fraction(0))
        case _:
            return reduce(operator.mul, (_affine(t, index, at) for t in children(term)), Fraction(1))
