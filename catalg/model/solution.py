"""What a strategy proposes and what a user gets: a solution space with a structured basis and a certificate."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from catalg.exact.sparse import SparseMatrix
from catalg.model.kernel_problem import Stratum
from catalg.model.verdict import Evidence, Step, Verdict
from catalg.terms import Dim, Term


class BasisElement(Protocol):
    """A basis element keeps its structure and can show itself."""

    def term(self) -> Term:
        """The element as a formula."""
        ...


@dataclass(frozen=True, slots=True)
class MatrixElement:
    """An intertwiner as an exact matrix (dim target x dim source)."""

    matrix: SparseMatrix
    label: Term | None = None

    def term(self) -> Term:
        """The matrix as a term, or its short name (`I`, `ones`)."""
        from catalg.model.display import matrix_term

        return self.label if self.label is not None else matrix_term(self.matrix)


@dataclass(frozen=True, slots=True)
class TermElement:
    """An element that is a formula."""

    formula: Term

    def term(self) -> Term:
        """The formula."""
        return self.formula


@dataclass(frozen=True, slots=True)
class Certificate:
    """What the verifier found. `scope` is `global`, `dense stratum` or `local`.

    `counts` says whether the numbers read off the basis are the true ones where that is less than completeness (kernels
    whose real orbits were not all told apart); None where it goes with completeness. `reason` tells what is missing. `strata`
    lists open strata of kernels that differ: in numbers, or in the orbits that the invariants do not tell apart.
    """

    sound: Verdict
    complete: Verdict
    scope: str = "global"
    evidence: tuple[Evidence, ...] = ()
    locus: Term | None = None
    counts: Verdict | None = None
    reason: str = ""
    strata: tuple[Stratum, ...] = ()

    @property
    def sheeted(self) -> bool:
        """Whether some orbits share their invariants, so that functions may be chosen separately on open regions."""
        return any(s.sheets > 1 for s in self.strata)

    @property
    def separates(self) -> bool:
        """Whether every kernel is certainly of the form stated, with one choice of the functions on a dense set."""
        return self.complete is Verdict.PROVED and self.scope != "local" and not self.sheeted

    @property
    def verdict(self) -> Verdict:
        """Proved when both halves are."""
        return self.sound.also(self.complete)

    @property
    def counted(self) -> Verdict:
        """Proved when numbers may be read off the basis."""
        return self.sound.also(self.complete if self.counts is None else self.counts)


@dataclass(frozen=True, slots=True)
class Proposal:
    """What a strategy hands to the verifier.

    `basis` spans the space over constants (finite-dimensional answers), or over the arbitrary functions of `arguments`.
    `claims` holds whatever the verifier needs to check completeness (known by the strategy's name of the claim).
    """

    strategy: str
    basis: tuple[BasisElement, ...]
    formula: Term
    steps: tuple[Step, ...] = ()
    dimension: Dim | None = None
    size: int | None = None
    arguments: tuple[Term, ...] = ()
    rank: int | None = None
    free_functions: Dim | None = None
    free_constants: Dim | None = None
    parameters: tuple[str, ...] = ()
    claims: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Solution:
    """A certified solution space: the proposal with the verifier's certificate."""

    proposal: Proposal
    certificate: Certificate

    @property
    def formula(self) -> Term:
        """The general element, with undeclared names for its arbitrary constants and functions."""
        return self.proposal.formula
