"""The verifier's entry points, by what is to be judged. Every judgement comes from `verify/`; nothing is decided here."""

from __future__ import annotations

from dataclasses import replace

from catalg.learning.cellular import Assignment, CochainFunctor, Diffusion
from catalg.learning.tuples import TupleTransformation
from catalg.model.action import (
    CosetAction,
    ExplicitAction,
    LinearAction,
    ProductAction,
    PulledAction,
    SymbolicAction,
)
from catalg.model.category import SetFunctor, SetTransformation, VectFunctor, VectTransformation
from catalg.model.coends import CoendSpace
from catalg.model.ends import Diagram, End, KernelEnd, LinearEnd, SetCoend, SetEnd, VectCoend, VectEnd
from catalg.model.goals import (
    CountClaim,
    FormulaClaim,
    FormulaTransformation,
    PathClaim,
    PropertyClaim,
    ShapeClaim,
    SummandCount,
    ValueClaim,
)
from catalg.model.group import Group, Homomorphism, LieCombination
from catalg.model.gset import ChosenSet, ExplicitSet, ProductSet, PulledSet, SymbolicPoints
from catalg.model.isotypic import Constituent, RepDecomposition, RepEquality
from catalg.model.maps import MapClaim
from catalg.model.representation import (
    DualRep,
    ExplicitRep,
    FreeRep,
    HomRep,
    PowerRep,
    PulledRep,
    RestrictedRep,
    SumRep,
    SymbolicRep,
    TensorRep,
    TrivialRep,
)
from catalg.model.scalars import REAL
from catalg.model.solution import Certificate, Proposal, Solution
from catalg.model.verdict import Judgement, Verdict
from catalg.terms import Dim, Parameter, Series, Term, walk
from catalg.universes.dinatural import Dinatural
from catalg.universes.extensions import Kan, LinearKan, UnlistedKan
from catalg.universes.group_categories import as_presented, is_presented
from catalg.universes.path_transformations import PathTransformation
from catalg.universes.presented_functors import PresentedFunctor

CONSTRUCTED = (
    TrivialRep, SymbolicRep, SymbolicPoints, SymbolicAction, FreeRep, TensorRep, SumRep, PowerRep, DualRep, HomRep,
    PulledRep, RestrictedRep, ChosenSet, ProductSet, PulledSet, LinearAction, ProductAction, PulledAction, CosetAction,
)  # fmt: skip


def is_symbolic(end: KernelEnd) -> bool:
    """Whether kernels live on a space of symbolic dimension."""
    return any(isinstance(action, SymbolicAction) or not action.dim.is_constant for action in end.arguments)


def has_series(formula: Term) -> bool:
    """Whether a sum over an index occurs."""
    return any(isinstance(part, Series) for part in walk(formula))


def functor(value: object) -> Judgement:
    """Whether a declared functor is one."""
    match value:
        case SetFunctor() | VectFunctor():
            from catalg.verify.categories.functoriality import functoriality

            return functoriality(value)
        case PresentedFunctor():
            from catalg.verify.categories.mappings import mapping_functoriality

            return mapping_functoriality(value)
        case Kan() | UnlistedKan():
            from catalg.verify.categories.extensions import judge_extension

            return judge_extension(value)
        case LinearKan():
            from catalg.verify.categories.linear_extensions import judge_linear_extension

            return judge_linear_extension(value)
        case ExplicitRep() | ExplicitSet():
            from catalg.verify.functoriality import functoriality as group_functoriality

            return group_functoriality(value)
        case ExplicitAction():
            return _action(value)
        case Homomorphism():
            return _homomorphism(value)
        case value if isinstance(value, CONSTRUCTED):
            return Judgement.proved("by-construction")
        case _:
            return Judgement.undecided("no-strategy", detail="this kind of functor")


def _homomorphism(value: Homomorphism) -> Judgement:
    """The relations of the source, evaluated in a faithful representation of the target."""
    from catalg.families.faithful import faithful
    from catalg.universes.vect import lie_matrix, word_matrix
    from catalg.verify.functoriality import functoriality as group_functoriality

    inside = faithful(value.target)
    if inside is None:
        presented = as_presented(value) if is_presented(value.target) else None
        if presented is not None:
            from catalg.verify.categories.mappings import mapping_functoriality

            return mapping_functoriality(presented)
        return Judgement.undecided("no-strategy", detail=f"the word problem of {value.target.label}")
    matrices = tuple(
        (name, lie_matrix(inside, image) if isinstance(image, LieCombination) else word_matrix(inside, image))
        for name, image in value.images
    )
    return group_functoriality(ExplicitRep(value.source, inside.field, inside.size, matrices, value.name))


def _action(action: ExplicitAction) -> Judgement:
    from catalg.universes.man import NotRational, kernel_problem
    from catalg.verify.actions import action_functoriality

    group: Group = action.group
    end = KernelEnd(action.name, group, (action,), TrivialRep(group, REAL, Dim.of(1)))
    try:
        problem = kernel_problem(end, ("",))
    except NotRational as reason:
        return Judgement.undecided("no-strategy", detail=str(reason))
    named = replace(problem, coordinates=action.coordinates)
    return action_functoriality(named, group.relations)


def transformation(value: object) -> Judgement:
    """Whether a declared transformation is natural."""
    match value:
        case SetTransformation() | VectTransformation():
            from catalg.verify.categories.naturality import naturality

            return naturality(value)
        case PathTransformation():
            from catalg.verify.categories.path_naturality import path_naturality

            return path_naturality(value)
        case TupleTransformation():
            from catalg.verify.pieces import judge_tuples

            return judge_tuples(value)
        case Assignment():
            from catalg.verify.sheaves import judge_assignment

            return judge_assignment(value)
        case Diffusion():
            return _diffusion(value)
        case Dinatural():
            from catalg.verify.categories.dinaturality import dinaturality

            return dinaturality(value)
        case FormulaTransformation(_, KernelEnd() as space, names, formula) if is_symbolic(space):
            from catalg.verify.symbolic_kernels import judge_natural

            return judge_natural(space, names, formula)
        case FormulaTransformation(_, KernelEnd() as space, names, formula):
            from catalg.verify.kernels.ends import judge_natural_end

            return judge_natural_end(space, names, formula)
        case FormulaTransformation(_, LinearEnd() as space, names, formula):
            from catalg.verify.linear.claims import judge_member

            return judge_member(space, names, formula)
        case _:
            return Judgement.undecided("no-strategy", detail="this kind of transformation")


def _diffusion(value: Diffusion) -> Judgement:
    """The limit that the strategy proposes, as the verifier sees it."""
    from catalg.learning.cellular import cochains
    from catalg.strategies.sheaves.diffusion import projection
    from catalg.verify.sheaves import judge_diffusion

    complex_ = cochains(value.start.functor)
    found = None if complex_ is None else projection(complex_, value.start.vector())
    limit, weights = (None, {}) if found is None else found
    return judge_diffusion(value, limit, weights)


def precondition(end: End) -> Judgement | None:
    """What must hold before an end can be solved: a graph that the group preserves."""
    if isinstance(end, LinearEnd) and end.along is not None:
        from catalg.verify.linear.graphs import graph_preserved

        judgement = graph_preserved(end)
        return judgement if judgement.verdict is not Verdict.PROVED else None
    return None


def certify(end: End, proposal: Proposal) -> Certificate:
    """The certificate of a proposal."""
    if "labels" in proposal.claims:
        from catalg.verify.wigner import certify_symbolic as certify_labels

        return certify_labels(end, proposal)
    match end:
        case LinearEnd():
            from catalg.verify.linear import certify as certify_linear

            return certify_linear(end, proposal)
        case KernelEnd(swap=swap) if swap and is_symbolic(end):
            return Certificate(Verdict.UNDECIDED, Verdict.UNDECIDED, reason="symmetric kernels at symbolic sizes")
        case KernelEnd() if is_symbolic(end):
            from catalg.verify.symbolic_kernels import certify as certify_symbolic

            return certify_symbolic(end, proposal)
        case KernelEnd() if "coupled" in proposal.claims:
            from catalg.verify.wigner import certify as certify_coupled

            return certify_coupled(end, proposal)
        case KernelEnd():
            from catalg.verify.kernels.ends import certify_end

            return certify_end(end, proposal)
        case SetEnd() | SetCoend():
            from catalg.verify.categories.sets import certify_set

            return certify_set(end, proposal)
        case Diagram(_, _, SetFunctor()):
            from catalg.verify.categories.sets import certify_set

            return certify_set(end, proposal)
        case Diagram(_, _, CochainFunctor()):
            from catalg.verify.sheaves.cohomology import certify_cohomology

            return certify_cohomology(end, proposal)
        case VectEnd() | VectCoend() | Diagram():
            from catalg.verify.categories.vect import certify_vect

            return certify_vect(end, proposal)
        case CoendSpace():
            from catalg.verify.calculus import certify_coend

            return certify_coend(end, proposal)


def paths(claim: PathClaim) -> Judgement:
    """Whether two parallel paths are equal."""
    from catalg.verify.categories.paths import decide_path_equality

    return decide_path_equality(claim.category, claim)


def shape(claim: ShapeClaim) -> Judgement:
    """Whether a number of morphisms, objects, elements or irreducible summands is right."""
    if isinstance(claim.subject, SummandCount):
        from catalg.verify.linear.summands import judge_summands

        return judge_summands(claim, claim.subject.rep)
    from catalg.verify.categories.shapes import judge_shape

    return judge_shape(claim)


def equivalence(claim: RepEquality) -> Judgement:
    """Whether two representations are equivalent."""
    from catalg.verify.linear.equivalence import judge_equivalence

    return judge_equivalence(claim)


def decomposition(goal: RepDecomposition, proposal: list[Constituent] | None, conventions: str) -> Judgement:
    """A representation as a sum of irreducible ones."""
    from catalg.verify.linear.isotypic import judge_decomposition

    return judge_decomposition(goal, proposal, conventions)


def property_of(claim: PropertyClaim) -> Judgement:
    """Whether a cone is universal, a functor a fibration, and so on."""
    if all(isinstance(part, FormulaTransformation | Term) for part in claim.subject):
        from catalg.verify.algebras import judge_algebra

        return judge_algebra(claim)
    from catalg.verify.categories.properties import judge_property

    return judge_property(claim)


def value(claim: ValueClaim) -> Judgement:
    """Whether a construction has the value that is written."""
    from catalg.verify.sheaves import judge_value

    return judge_value(claim)


def maps(claim: MapClaim, parameters: tuple[Parameter, ...]) -> Judgement:
    """Whether two composites of smooth maps are equal."""
    from catalg.learning.judge import judge_maps

    return judge_maps(claim, parameters)


def count(end: End, solution: Solution, claim: CountClaim, parameters: tuple[Parameter, ...]) -> Judgement:
    """Whether a number is right; it is read off the certified solution."""
    if "labels" in solution.proposal.claims:
        from catalg.verify.wigner import judge_symbolic_count as judge_label_count

        return judge_label_count(end, solution, claim, parameters)
    match end:
        case LinearEnd():
            from catalg.verify.linear.claims import judge_count

            return judge_count(end, solution, claim, parameters)
        case KernelEnd() if is_symbolic(end):
            from catalg.verify.symbolic_kernels import judge_count as judge_symbolic_count

            return judge_symbolic_count(solution, claim, parameters)
        case KernelEnd() if "coupled" in solution.proposal.claims:
            from catalg.verify.wigner import judge_count as judge_coupled_count

            return judge_coupled_count(solution, claim)
        case KernelEnd():
            from catalg.verify.kernels.ends import judge_count as judge_kernel_count

            return judge_kernel_count(end, solution, claim)
        case _:
            from catalg.verify.categories.claims import judge_count as judge_set_count

            return judge_set_count(claim, solution)


def formula(
    end: End, solution: Solution | None, claim: FormulaClaim, parameters: tuple[Parameter, ...]
) -> Judgement:
    """Whether the instances of a formula are the elements of an end."""
    if solution is not None and "labels" in solution.proposal.claims:
        from catalg.verify.wigner import judge_symbolic_formula as judge_label_formula

        return judge_label_formula(end, solution, claim, parameters)
    match end:
        case LinearEnd():
            if solution is None:
                return Judgement.undecided("no-strategy", detail="")
            from catalg.verify.linear.claims import judge_formula

            return judge_formula(end, solution, claim, parameters)
        case KernelEnd(swap=swap) if swap and (has_series(claim.formula) or is_symbolic(end)):
            return Judgement.undecided("no-strategy", detail="series of symmetric kernels, or symbolic sizes")
        case KernelEnd() if has_series(claim.formula):
            from catalg.verify.harmonic import judge_series

            return judge_series(end, solution, claim, parameters)
        case KernelEnd() if is_symbolic(end):
            from catalg.verify.symbolic_kernels import judge_formula as judge_symbolic

            return judge_symbolic(end, solution, claim, parameters)
        case KernelEnd() if solution is not None and "coupled" in solution.proposal.claims:
            from catalg.verify.wigner import judge_formula as judge_coupled

            return judge_coupled(end, solution, claim)
        case KernelEnd():
            from catalg.verify.kernels.ends import judge_formula_end

            return judge_formula_end(end, solution, claim)
        case _:
            return Judgement.undecided("no-strategy", detail="formulas for elements of sets")


def spaces(left: End, first: Solution, right: End, second: Solution, within: bool = False) -> Judgement:
    """Whether two ends are one space, or the left one lies `within` the right one."""
    if isinstance(left, LinearEnd) and isinstance(right, LinearEnd):
        from catalg.verify.linear.claims import judge_contained, judge_spaces

        if within:
            return judge_contained(left, first, right, second)

        return judge_spaces(left, first, right, second)
    if isinstance(left, CoendSpace) and isinstance(right, CoendSpace):
        from catalg.verify.calculus import judge_isomorphic

        return judge_isomorphic(left, first, right, second)
    if isinstance(left, KernelEnd) and isinstance(right, KernelEnd) and not is_symbolic(left) and not is_symbolic(right):
        from catalg.verify.kernels.spaces import judge_kernel_spaces

        return judge_kernel_spaces(left, first, right, second)
    return Judgement.undecided("no-strategy", detail="equality of these spaces")


def in_form(end: End, solution: Solution, form: str) -> Solution | None:
    """The solution in the form that `derive … as form` asks for, or None when it has no such form."""
    if form in ("formula", "basis", "matrix"):
        return solution
    if isinstance(end, KernelEnd) and not end.swap:
        from catalg.engine.forms import series

        return series(end, solution)
    return None


def argument_names(end: KernelEnd | LinearEnd) -> tuple[str, ...]:
    """What the arguments of a solution are called before a user names them."""
    from catalg.universes.man import default_names

    if isinstance(end, LinearEnd):
        if end.polynomials is not None:
            return default_names(len(end.polynomials.kernel.arguments))
        return default_names(len(end.points)) if end.points else ()
    return default_names(len(end.arguments))


