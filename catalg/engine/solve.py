"""Goal -> strategies -> verifier -> verdict, for one specification.

A session lives in the worker process. It answers each item at most once; ends that claims speak of are solved on demand
and kept. Strategies propose in their registered order, and the first proposal that is fully certified is taken.
"""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from catalg.engine import judges
from catalg.engine.outcome import Outcome, negated
from catalg.model.coends import Expression
from catalg.model.ends import End, KernelEnd, LinearEnd
from catalg.model.goals import (
    Claim,
    CountClaim,
    FormulaClaim,
    FunctorialClaim,
    Item,
    MorphismCount,
    NaturalClaim,
    ObjectCount,
    Opaque,
    PathClaim,
    PropertyClaim,
    ShapeClaim,
    SpaceClaim,
    Specification,
    SummandCount,
    ValueClaim,
    ValueCount,
)
from catalg.model.isotypic import RepDecomposition, RepEquality
from catalg.model.maps import MapClaim
from catalg.model.protocols import NotCovered
from catalg.model.solution import Certificate, Proposal, Solution
from catalg.model.verdict import Judgement, Verdict
from catalg.terms import Name, Term, substitute


class Session:
    """Answers the items of one specification."""

    def __init__(self, specification: Specification) -> None:
        self.specification = specification
        self.outcomes: dict[int, Outcome] = {}

    def adopt(self, index: int, outcome: Outcome) -> None:
        """Take over an answer that an earlier session found."""
        self.outcomes[index] = outcome

    def run(self, index: int) -> Outcome:
        """The answer to an item."""
        if index not in self.outcomes:
            self.outcomes[index] = self._answer(self.specification.items[index])
        return self.outcomes[index]

    # --- items --------------------------------------------------------------------------------------------------

    def _answer(self, item: Item) -> Outcome:
        subject = item.subject
        if isinstance(subject, Opaque):
            if subject.kind == "depends":
                return Outcome(Judgement.undecided("depends-on", name=subject.reason))
            return Outcome(Judgement.undecided("no-strategy", detail=subject.reason))
        match item.kind:
            case "functor":
                return Outcome(judges.functor(subject))
            case "transformation":
                return Outcome(judges.transformation(subject))
            case "end" | "coend" | "limit" | "colimit":
                return self._space(cast(End, subject))
            case "derive":
                return self._derived(item)
            case "refute":
                return negated(self._claim(cast(Claim, subject)))
            case _:
                return self._claim(cast(Claim, subject))

    def _space(self, end: End) -> Outcome:
        """The certified solution of an end."""
        refusals: list[str] = []
        best: Outcome | None = None
        from catalg.strategies.registry import strategies

        impossible = judges.precondition(end)
        if impossible is not None:
            return Outcome(impossible)
        for strategy in strategies(end):
            try:
                proposal = strategy.solve(end)
            except NotCovered as refusal:
                if str(refusal):
                    refusals.append(str(refusal))
                continue
            certificate = judges.certify(end, proposal)
            outcome = solved(proposal, certificate)
            if outcome.judgement.verdict is Verdict.PROVED:
                return outcome
            best = best or outcome
        if best is not None:
            return best
        return Outcome(Judgement.undecided("no-strategy", detail="; ".join(dict.fromkeys(refusals))))

    def _derived(self, item: Item) -> Outcome:
        if isinstance(item.subject, RepDecomposition):
            return Outcome(_decomposed(item.subject))
        outcome = self._named(item.name)
        if outcome.solution is None:
            return outcome
        solution = outcome.solution
        end = cast(End, item.subject)
        if item.form is not None:
            shown = judges.in_form(end, solution, item.form)
            if shown is None:
                return Outcome(Judgement.undecided("no-form", form=item.form), solution)
            solution = shown
        if item.arguments:
            solution = renamed(solution, end, item.arguments)
        return replace(outcome, solution=solution)

    def _named(self, name: str) -> Outcome:
        """The answer to the declaration of that name."""
        for index, item in enumerate(self.specification.items):
            if item.name == name and item.kind in ("end", "coend", "limit", "colimit", "functor", "transformation"):
                return self.run(index)
        raise KeyError(name)

    def _end(self, name: str) -> End:
        return cast(End, self.specification.item(name).subject)

    # --- claims -------------------------------------------------------------------------------------------------

    def _claim(self, claim: Claim) -> Outcome:
        match claim:
            case NaturalClaim(name) | FunctorialClaim(name):
                return self._named(name)
            case PathClaim():
                return Outcome(judges.paths(claim))
            case ShapeClaim(count, subject, text, value):
                if isinstance(subject, MorphismCount | ObjectCount | ValueCount | SummandCount):
                    return Outcome(judges.shape(claim))
                outcome = self._space(subject)
                if outcome.solution is None:
                    return _unsolved(outcome)
                named = CountClaim(count, text, value)
                return Outcome(judges.count(subject, outcome.solution, named, self.specification.parameters))
            case RepEquality():
                return Outcome(judges.equivalence(claim))
            case ValueClaim():
                return Outcome(judges.value(claim))
            case MapClaim():
                return Outcome(judges.maps(claim, self.specification.parameters))
            case PropertyClaim():
                return Outcome(judges.property_of(claim))
            case CountClaim(_, name, _):
                outcome = self._named(name)
                if outcome.solution is None:
                    return _unsolved(outcome)
                return Outcome(judges.count(self._end(name), outcome.solution, claim, self.specification.parameters))
            case FormulaClaim(name, _, _, _):
                outcome = self._named(name)
                if outcome.judgement.verdict is Verdict.REFUTED:
                    return outcome
                end = self._end(name)
                return Outcome(judges.formula(end, outcome.solution, claim, self.specification.parameters))
            case SpaceClaim(left, right, within):
                first = self._named(left)
                second = self._named(right) if isinstance(right, str) else self._space(right)
                if first.solution is None or second.solution is None:
                    return _unsolved(first if first.solution is None else second)
                other = self._end(right) if isinstance(right, str) else right
                return Outcome(judges.spaces(self._end(left), first.solution, other, second.solution, within))


def _decomposed(goal: RepDecomposition) -> Judgement:
    from catalg.strategies.linear.irreps import constituents, conventions

    proposal = constituents(goal.rep)
    return judges.decomposition(goal, proposal, conventions(goal.rep) if proposal else "")


def solved(proposal: Proposal, certificate: Certificate) -> Outcome:
    """The outcome for a proposal with its certificate: proved, or open with the half that is missing."""
    solution = Solution(proposal, certificate)
    if certificate.sound is Verdict.REFUTED:
        return Outcome(Judgement.undecided("rejected", strategy=proposal.strategy))
    if certificate.verdict is Verdict.PROVED:
        return Outcome(Judgement.proved("certified", *certificate.evidence, scope=certificate.scope), solution)
    if certificate.sound is Verdict.PROVED and isinstance(proposal.formula, Expression):
        return Outcome(Judgement.undecided("integrals-left", why=certificate.reason), solution)
    half = "sound" if certificate.sound is not Verdict.PROVED else "complete"
    facts = {"why": certificate.reason} if certificate.reason else {}
    return Outcome(Judgement.undecided("not-certified", half=half, **facts), solution)


def _unsolved(outcome: Outcome) -> Outcome:
    """A claim about a space that is not solved stands as open as the space."""
    if outcome.judgement.verdict is Verdict.REFUTED:
        return outcome
    return Outcome(replace(outcome.judgement, verdict=Verdict.UNDECIDED))


def renamed(solution: Solution, end: End, names: tuple[str, ...]) -> Solution:
    """The solution with its arguments called by the user's names."""
    if not isinstance(end, KernelEnd | LinearEnd):
        return solution
    old = judges.argument_names(end)
    if len(old) != len(names) or old == names:
        return solution
    values: dict[str, Term] = {a: Name(b) for a, b in zip(old, names, strict=True)}
    proposal = solution.proposal

    def change(term: Term) -> Term:
        return substitute(term, values)

    from catalg.model.solution import TermElement

    fresh = replace(
        proposal,
        formula=change(proposal.formula),
        arguments=tuple(change(a) for a in proposal.arguments),
        basis=tuple(b if change(b.term()) == b.term() else TermElement(change(b.term())) for b in proposal.basis),
        steps=tuple(replace(s, facts=tuple((k, change(v) if isinstance(v, Term) else v) for k, v in s.facts)) for s in proposal.steps),
    )
    return replace(solution, proposal=fresh)
