"""What a symmetry saves: how many unknowns there were, and how many are left."""

from __future__ import annotations

from catalg.model.ends import KernelEnd, LinearEnd
from catalg.model.solution import Solution
from catalg.model.verdict import Step


def saving(solution: Solution, subject: object) -> Step | None:
    """The step that compares the unknowns with and without the symmetry; None where nothing is compared.

    Linear maps: parameters against parameters, symbolic where a size is. Kernels: functions of all coordinates against functions
    of the invariants.
    """
    found = solution.proposal
    if isinstance(subject, LinearEnd) and found.dimension is not None:
        before = subject.source.dim * subject.target.dim
        return Step.of("parameters-saved", before=before, after=found.dimension)
    if isinstance(subject, KernelEnd) and found.free_functions is not None:
        variables = subject.arguments[0].dim
        for action in subject.arguments[1:]:
            variables = variables + action.dim
        rank = found.rank if found.rank is not None else len(found.arguments)
        return Step.of(
            "functions-saved", components=subject.target.dim, variables=variables, functions=found.free_functions, arguments=rank
        )
    return None
