"""Kernels on a space of one vector under rotations, as a strategy proposes them: K = sum f_i(r) C_i(z).

z is the one argument, or the difference of two; the C_i are formulas in the arguments whose entries are polynomials with square
roots of rational numbers as coefficients.
"""

from __future__ import annotations

from dataclasses import dataclass

from catalg.terms import Term


@dataclass(frozen=True, slots=True)
class CoupledKernel:
    """All kernels that the connected part of the group allows, and those of them that the discrete generators keep.

    `covariants` are the C_i that every generator allows, `odd` the others, each with -1 under some discrete generator; `radius` is
    the length of z, or None on a sphere, where the f_i are constants. `vector` is z itself.
    """

    vector: Term
    radius: Term | None
    covariants: tuple[Term, ...]
    odd: tuple[Term, ...] = ()
