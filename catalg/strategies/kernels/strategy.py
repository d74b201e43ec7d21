"""The kernel engine as a strategy for ends: the end's problem in coordinates, solved, and told as a proposal."""

from __future__ import annotations

from dataclasses import dataclass

from catalg.model.ends import End, KernelEnd
from catalg.model.kernel_problem import KernelProblem, KernelProposal, Letter
from catalg.model.protocols import NotCovered
from catalg.model.solution import Proposal, TermElement
from catalg.model.verdict import Step
from catalg.strategies.kernels.nothing import explain_nothing
from catalg.strategies.kernels.projections import propose_projections
from catalg.strategies.kernels.quotients import propose_by_quotient
from catalg.strategies.kernels.solve import KernelFailure, propose_kernel
from catalg.strategies.kernels.yoneda import everything, propose_by_yoneda
from catalg.terms import Dim
from catalg.universes.man import NotRational, kernel_problem


@dataclass(frozen=True, slots=True)
class Kernels:
    """Equivariant kernels on manifolds by invariants and covariants."""

    name: str = "invariants and covariants"

    def solve(self, end: End) -> Proposal:
        """A proposed solution. Raises NotCovered."""
        if not isinstance(end, KernelEnd):
            raise NotCovered("")
        try:
            problem = kernel_problem(end)
        except NotRational as reason:
            raise NotCovered(str(reason)) from None
        found = propose(problem)
        if isinstance(found, KernelFailure):
            raise NotCovered(found.reason)
        constants = found.arguments == 0
        arguments = found.claims.get("arguments")
        free = Dim.of(found.free)
        steps = found.steps if found.free else (*found.steps, *_why_nothing(problem))
        return Proposal(
            self.name,
            tuple(TermElement(covariant.term) for covariant in found.covariants),
            found.formula,
            steps,
            dimension=free if constants else None,
            arguments=arguments if isinstance(arguments, tuple) else tuple(i.term for i in found.invariants),
            rank=found.arguments,
            free_functions=free,
            free_constants=free if constants else None,
            parameters=found.functions,
            claims={"kernel": found},
        )


def propose(problem: KernelProblem) -> KernelProposal | KernelFailure:
    """A proposal for all kernels: from the slice at an argument that is one orbit, or by invariants on the whole space."""
    reduced = propose_by_yoneda(problem, _solved) or propose_by_quotient(problem, _solved)
    return reduced or propose_projections(problem) or propose_kernel(problem)


def _solved(problem: KernelProblem) -> KernelProposal | None:
    found = propose(problem) if problem.lie or problem.discrete else everything(problem)
    return found if isinstance(found, KernelProposal) else None


def _why_nothing(problem: KernelProblem) -> tuple[Step, ...]:
    """Which elements of the stabilizer of a generic point leave no value."""
    found = explain_nothing(problem)
    if found is None:
        return ()
    words = tuple("*".join(_letter(letter) for letter in word) for word in found.elements)
    return (Step.of("kernel-nothing", infinitesimal=found.infinitesimal, values=found.values, elements=words),)


def _letter(letter: Letter) -> str:
    """A factor of a group element in words: a generator with its power, or a number of quarter turns along a Lie element."""
    if letter.name:
        return letter.name if letter.power == 1 else f"{letter.name}^{letter.power}"
    return "a half turn" if letter.turns == 2 else f"{letter.turns} quarter turn{'s' * (letter.turns != 1)}"


STRATEGY = Kernels()
