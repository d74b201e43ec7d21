"""A proof that a formula is zero: the normal form, and a case distinction over signs.

Facts found in one pass (under roots, under logarithms, in denominators) may decide signs in the next. A case
with contradictory facts is vacuous. Kernels that turn out to be needed in finer units restart the attempt.
"""

from __future__ import annotations

from dataclasses import dataclass

import flint

from catalg.exact.kernel_context import Context, Refine, Stuck
from catalg.exact.kernel_proofs import proves_zero
from catalg.exact.kernel_ring import (
    EmptyDomain,
    Ideal,
    Kernel,
    KernelRing,
    LimitExceeded,
    MoreKernels,
    Poly,
    Quotient,
)
from catalg.exact.normal_form import Normalizer
from catalg.exact.polynomial_points import Variety
from catalg.exact.signs import Facts
from catalg.terms import Index, Name, Relation, Term, num

MOST_RESTARTS = 16
MOST_KERNELS = 256
MOST_PASSES = 4
MOST_CASES = 64


@dataclass(frozen=True, slots=True)
class Claim:
    """The term is zero wherever it is defined on the set that the equations and inequalities cut out."""

    term: Term
    variety: Variety
    inequalities: tuple[Term, ...]
    integers: frozenset[str]
    limit: int


def prove(claim: Claim, steps: list[str]) -> str | None:
    """None if the claim is proved, else why not; what was done is appended to `steps`."""
    hints: dict[str, int] = {}
    capacity = 32
    for _ in range(MOST_RESTARTS):
        try:
            return Proof(claim, hints, capacity, steps).run()
        except Refine as refine:
            hints[refine.key] = refine.value
        except MoreKernels:
            if capacity >= MOST_KERNELS:
                return "too many kernels"
            capacity *= 2
        except EmptyDomain as error:
            return f"the domain is empty: {error}"
        except (LimitExceeded, Stuck) as error:
            return str(error)
    return "the units of exponents and angles were refined too often"


class Proof:
    """One attempt at a proof, with a kernel ring of given capacity."""

    def __init__(self, claim: Claim, hints: dict[str, int], capacity: int, steps: list[str]) -> None:
        self.claim = claim
        self.steps = steps
        self.ring = KernelRing(capacity, claim.limit)
        self.ctx = Context(self.ring, Facts(self.ring), hints, claim.integers)
        self.cases = 0
        self._equations(claim.variety)

    def _equations(self, variety: Variety) -> None:
        if not variety.polys:
            return
        normalizer = Normalizer(self.ctx)
        from_names = {}
        for name in reversed(variety.names):
            from_names[name] = normalizer.variable(name, _coordinate_term(name)).num
        positions = tuple(self.ring.kernels_in(from_names[name])[0].position for name in variety.names)
        if variety.is_triangular():
            self.ring.equations += [self._spread(poly, positions) for poly in variety.polys]
            return
        graded, basis = variety.graded_basis()
        if basis is None:
            raise LimitExceeded("the Groebner basis of the equations grew beyond its limit")
        if any(p.is_constant() for p in basis):
            raise EmptyDomain("the equations contradict each other")
        self.ring.ideal = Ideal(positions, graded, basis)

    def _spread(self, poly: Poly, positions: tuple[int, ...]) -> Poly:
        """A polynomial of the variety in the kernel ring."""
        table = {}
        for exponents, c in poly.to_dict().items():
            whole = [0] * self.ring.capacity
            for k, e in zip(positions, exponents, strict=True):
                whole[k] = e
            table[tuple(whole)] = c
        return self.ring.ctx.from_dict(table)

    def run(self) -> str | None:
        """None if zero is proved, else why not."""
        self._inequalities()
        return self._decide(self.ctx.facts, 0)

    def _inequalities(self) -> None:
        normalizer = Normalizer(self.ctx)
        for relation in self.claim.inequalities:
            if not isinstance(relation, Relation):
                raise Stuck("an inequality that is no relation")
            gap = normalizer.of(relation.left) - normalizer.of(relation.right)
            match relation.op:
                case "!=":
                    self.ctx.record_nonzero(gap.num)
                case "<" | "<=":
                    self.ctx.record(-gap, relation.op == "<")
                case ">" | ">=":
                    self.ctx.record(gap, relation.op == ">")

    def _decide(self, facts: Facts, depth: int) -> str | None:
        self.cases += 1
        if self.cases > MOST_CASES:
            return "too many cases"
        self.ctx.facts = facts
        value = self.ring.rational(1)
        for _ in range(MOST_PASSES):
            before = facts.count()
            try:
                value = Normalizer(self.ctx).of(self.claim.term)
            except EmptyDomain:
                if depth:
                    return None
                raise
            if proves_zero(self.ctx, value):
                if not depth:
                    self.steps.append("the normal form is zero")
                return None
            if facts.count() == before:
                break
        if depth and facts.contradictory():
            return None
        pivot = self._pivot(value)
        if pivot is None:
            return f"the normal form is {_short(value.text())}"
        if not depth:
            self.steps.append(f"case distinction over the sign of {_short(self.ring.text(pivot))}")
        for sign in (1, -1):
            branch = facts.copy()
            branch.known.append((pivot if sign > 0 else -pivot, False))
            reason = self._decide(branch, depth + 1)
            if reason is not None:
                return reason
        return None

    def _pivot(self, value: Quotient) -> Poly | None:
        """A polynomial whose sign would remove an absolute value or split a root."""
        for kernel in self._kernels_within(value):
            if kernel.kind == "abs" and not self.ctx.sign(kernel.data[0]):
                return kernel.data[0]
            if kernel.kind == "root":
                factors = self.ring.factors(kernel.data[0])[1]
                if len(factors) > 1 or factors and factors[0][1] > 1:
                    for factor, _ in factors:
                        if not self.ctx.sign(factor):
                            return factor
        return None

    def _kernels_within(self, value: Quotient) -> list[Kernel]:
        """The kernels of a value and of their arguments, oldest first, so that inner ones come first."""
        found: dict[int, Kernel] = {}
        stack = self.ring.kernels_in(value.num, value.den)
        while stack:
            kernel = stack.pop()
            if kernel.position not in found:
                found[kernel.position] = kernel
                for item in kernel.data:
                    if isinstance(item, Quotient):
                        stack += self.ring.kernels_in(item.num, item.den)
                    elif isinstance(item, flint.fmpq_mpoly):
                        stack += self.ring.kernels_in(item)
        return [found[k] for k in sorted(found, reverse=True)]


def _coordinate_term(key: str) -> Term:
    base, _, tail = key.partition("[")
    return Index(Name(base), tuple(num(int(k)) for k in tail.rstrip("]").split(","))) if tail else Name(base)


def _short(text: str) -> str:
    return text if len(text) <= 120 else text[:117] + "..."
