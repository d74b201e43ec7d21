"""Relative equivariants and the products of them that are absolute.

A relative equivariant is one up to a character: xi N = (drho + lambda) N, N o s = ±rho(s) N. Rational powers of relative
invariants cancel characters, N·p_1^c_1…p_k^c_k with sum c_j lambda(p_j) = -lambda(N): linear algebra on the weights.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from catalg.exact.field import Scalar
from catalg.exact.nullspace import row_space_rref, solve
from catalg.exact.sparse import SparseMatrix
from catalg.strategies.kernels.ansatz import Covariant
from catalg.strategies.kernels.exponentials import Additive, cancelling
from catalg.strategies.kernels.system import Element, System


@dataclass(frozen=True, slots=True)
class Relative:
    """A polynomial equivariant up to a character: its weight under the central elements and signs under the discrete ones."""

    value: Covariant
    weight: tuple[Scalar, ...]
    signs: tuple[int, ...]

    @property
    def absolute(self) -> bool:
        """Whether the character is trivial."""
        return all(w == 0 for w in self.weight) and all(s == 1 for s in self.signs)


@dataclass(frozen=True, slots=True)
class Twisted:
    """Numerators times powers of relative invariants and the exponential of a polynomial (None: of 0)."""

    numerators: Covariant
    factors: tuple[tuple[Element, Fraction], ...] = ()
    exponent: Element | None = None


def absolute_invariants(system: System, relatives: Sequence[Relative]) -> list[Twisted]:
    """Absolute polynomial invariants, then one twisted product for each further independent vanishing of weights."""
    found = [Twisted(r.value) for r in relatives if r.absolute]
    charged = [r for r in relatives if not r.absolute]
    base: list[Relative] = []
    for candidate in charged:
        exponents = _balance(candidate, base)
        if exponents is not None:
            found.append(Twisted(candidate.value, _factors(base, exponents)))
        elif all(w == 0 for w in candidate.weight):
            found.append(Twisted((candidate.value[0] ** 2,)))
        else:
            base.append(candidate)
    return found


def absolute_covariants(
    system: System, candidate: Relative, relatives: Sequence[Relative], additive: Sequence[Additive] = ()
) -> list[Twisted]:
    """The candidate times powers of relative invariants, or an exponential, that cancel its character, if there are such."""
    if candidate.absolute:
        return [Twisted(candidate.value)]
    charged = [r for r in relatives if any(w != 0 for w in r.weight)]
    for count in range(1, min(len(charged), 3) + 1):
        base = _independent(charged, count)
        exponents = _balance(candidate, base)
        if exponents is not None:
            return [Twisted(candidate.value, _factors(base, exponents))]
    if all(s == 1 for s in candidate.signs):
        exponent = cancelling(system, candidate.weight, additive)
        if exponent is not None:
            return [Twisted(candidate.value, (), exponent)]
    return []


def _independent(charged: Sequence[Relative], count: int) -> list[Relative]:
    chosen: list[Relative] = []
    for r in charged:
        rows = [{j: w for j, w in enumerate(x.weight) if w != 0} for x in [*chosen, r]]
        if len(row_space_rref(rows)) > len(chosen):
            chosen.append(r)
        if len(chosen) == count:
            break
    return chosen


def _factors(base: Sequence[Relative], exponents: Sequence[Fraction]) -> tuple[tuple[Element, Fraction], ...]:
    return tuple((r.value[0], c) for r, c in zip(base, exponents, strict=True) if c != 0)


def _balance(candidate: Relative, base: Sequence[Relative]) -> tuple[Fraction, ...] | None:
    """Rational exponents c with weight(candidate) + sum c_j weight(p_j) = 0 whose signs cancel as well."""
    if not base:
        return None
    width = len(candidate.weight)
    matrix = SparseMatrix.of(
        [{j: r.weight[i] for j, r in enumerate(base) if r.weight[i] != 0} for i in range(width)], len(base)
    )
    right = {i: -w for i, w in enumerate(candidate.weight) if w != 0}
    solution = solve(matrix, right)
    if solution is None:
        return None
    exponents = [Fraction(solution.get(j, 0)) for j in range(len(base))]  # type: ignore[arg-type]
    for k, sign in enumerate(candidate.signs):
        total = sign
        for r, c in zip(base, exponents, strict=True):
            if r.signs[k] == -1 and c.denominator == 1 and c.numerator % 2:
                total = -total
        if total != 1:
            return None
    return tuple(exponents)
