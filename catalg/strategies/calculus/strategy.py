"""The calculus as a strategy: its derivation becomes the steps of the solution, its chain the claim for the verifier."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from catalg.calculus import Derivation, derivations
from catalg.calculus.derive import integrals
from catalg.model.coends import CoendSpace, Expression, Symbol
from catalg.model.display_coends import Chained
from catalg.model.ends import End
from catalg.model.protocols import NotCovered
from catalg.model.solution import Proposal
from catalg.model.verdict import Step

Chain = tuple[tuple[str, Expression, Symbol | None, Expression | None], ...]


@dataclass(frozen=True, slots=True)
class CoendCalculus:
    """Proposes the best derivation, with the others as further forms of the same set."""

    name: str = "calculus"

    def solve(self, end: End) -> Proposal:
        """A form with as few integrals as possible. Raises NotCovered for ends of another kind."""
        if not isinstance(end, CoendSpace):
            raise NotCovered
        found = derivations(end.expression, end.categories)
        best = found[0]
        return Proposal(
            self.name,
            (),
            best.result,
            steps(best, end),
            claims={"chains": tuple(chain(derivation) for derivation in found), "left": integrals(best.result)},
        )


def chain(derivation: Derivation) -> Chain:
    """The links as plain data: rule, expression, and what was substituted for which variable."""
    return tuple((link.rule, link.result, link.variable, link.value) for link in derivation.links)


def steps(derivation: Derivation, space: CoendSpace) -> tuple[Step, ...]:
    """The chain as steps; a run of one rule is one step. Blocked adjunctions follow when an integral is left."""
    told: list[Step] = [Step.of("given", expression=derivation.start)]
    for rule, run in groupby(derivation.links, key=lambda link: link.rule if link.variable is None else id(link)):
        links = list(run)
        last = links[-1]
        name = str(rule) if last.variable is None else last.rule
        shown = Chained(name, last.result)
        if last.variable is None or last.value is None:
            told.append(Step.of(name, result=shown))
        else:
            told.append(Step.of(name, result=shown, variable=last.variable, value=last.value))
    if derivation.open:
        told += [Step.of("blocked", adjunction=b.rule, factor=b.factor, missing=b.missing) for b in derivation.blocked]
    told.append(Step.of("base", over=_base(space)))
    return tuple(told)


def _base(space: CoendSpace) -> str:
    enriched = [category.name for category in space.categories if category.has("self enriched")]
    if not enriched:
        return "sets: ordinary categories and functors"
    return f"{' and '.join(enriched)}: homs are objects of {' and '.join(enriched)}, functors are enriched"


__all__ = ["CoendCalculus", "chain", "steps"]
