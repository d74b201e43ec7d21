"""Other forms of a certified solution. What a strategy rewrites, the verifier compares with the space again."""

from __future__ import annotations

from dataclasses import replace

from catalg.model.ends import KernelEnd
from catalg.model.goals import FormulaClaim, Unknown
from catalg.model.solution import Solution
from catalg.model.verdict import Verdict
from catalg.terms import Apply, walk
from catalg.universes.man import default_names


def series(end: KernelEnd, solution: Solution) -> Solution | None:
    """The harmonic series of a space of kernels; None where it has none that is shown to be the whole space."""
    from catalg.strategies.harmonic import series as derived
    from catalg.verify.harmonic import judge_series

    shown = derived(end, solution)
    if shown is None:
        return None
    functions = {node.head for node in walk(shown.formula) if isinstance(node, Apply)}
    unknowns = tuple(
        Unknown(name, "function" if name in functions else "indexed", 1) for name in shown.proposal.parameters
    )
    claim = FormulaClaim(end.name, default_names(len(end.arguments)), shown.formula, unknowns)
    judgement = judge_series(end, solution, claim, end.group.parameters)
    if judgement.verdict is not Verdict.PROVED:
        return None
    certificate = replace(shown.certificate, evidence=(*shown.certificate.evidence, *judgement.evidence))
    return replace(shown, certificate=certificate)
