"""A user's formula against the space of equivariant kernels.

*Sound*: xi K - drho K, with the undeclared functions differentiated by the chain rule as unknown functions, and
K o s - rho(s) K for discrete generators, vanish identically on X. Otherwise the unknowns are instantiated simply, and a group
element and a rational point are given where the two sides differ. *Complete*: `narrow.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from catalg.exact.balls import Undefined, Unresolved, excludes_zero
from catalg.exact.derivative import NotDifferentiable, derivative
from catalg.exact.functions import Shape
from catalg.exact.instances import Instance
from catalg.exact.intervals import value_at
from catalg.exact.zero import decide_zero
from catalg.model.goals import Unknown
from catalg.model.kernel_problem import KernelProblem, KernelProposal
from catalg.model.solution import Solution
from catalg.model.verdict import Counterexample, Evidence, Judgement, Verdict
from catalg.terms import (
    Apply,
    Derived,
    Name,
    Series,
    Term,
    add,
    children,
    mul,
    num,
    power,
    rebuild,
    sub,
    walk,
)
from catalg.verify.kernels.complete import judge_complete
from catalg.verify.kernels.elements import SampleElement, sample_elements, small_points
from catalg.verify.kernels.frame import Frame
from catalg.verify.kernels.setting import number_text, point_text
from catalg.verify.kernels.terms import (
    action_terms,
    conditions,
    entries_of,
    matrix_times,
    moved,
    target_shape,
)

Instances = Mapping[str, Callable[[tuple[int, ...], tuple[Term, ...]], Term]]


def judge_natural(problem: KernelProblem, formula: Term, names: Sequence[str]) -> Judgement:
    """Whether one formula (without undeclared names) is an equivariant kernel."""
    del names
    return judge_sound(problem, formula, ())


def judge_formula(
    problem: KernelProblem,
    formula: Term,
    arguments: Sequence[str],
    unknowns: Sequence[Unknown],
    solution: Solution | None = None,
    kernel: KernelProposal | None = None,
) -> Judgement:
    """Whether the instances of a formula are exactly the equivariant kernels."""
    del arguments
    sound = judge_sound(problem, formula, unknowns)
    if sound.verdict is not Verdict.PROVED:
        return sound
    if any(isinstance(node, Series) for node in walk(formula)):
        return Judgement.undecided("formula-series")
    certificate = solution.certificate if solution is not None else None
    return judge_complete(problem, formula, unknowns, kernel, certificate, sound.evidence)


def judge_sound(problem: KernelProblem, formula: Term, unknowns: Sequence[Unknown]) -> Judgement:
    """Whether every instance of a formula satisfies the constraint, on every generator."""
    shapes: dict[str, Shape] = {u.name: u.shape for u in unknowns if u.shape}
    try:
        entries = entries_of(formula, problem, target_shape(problem), shapes)
    except ValueError as error:
        return Judgement.undecided("formula-unreadable", why=str(error))
    stuck: list[tuple[str, str]] = []
    domain = conditions(problem)
    for generator, difference in defects(problem, entries):
        if isinstance(difference, str):
            stuck.append((generator, difference))
            continue
        for entry in difference:
            if entry == num(0):
                continue
            if domain.equations and decide_zero(entry, problem.coordinates).kind == "zero":
                continue
            answer = decide_zero(
                entry, problem.coordinates, equations=domain.equations, inequalities=domain.inequalities
            )
            if answer.kind == "nonzero":
                witness = breaking(problem, entries, unknowns)
                if witness is None:
                    facts = tuple((str(k), str(v)) for k, v in (answer.witness or {}).items())
                    witness = Counterexample.of(
                        "kernel-breaks-infinitesimally", generator=generator, difference=entry, point=facts,
                        value=str(answer.value),
                    )  # fmt: skip
                return Judgement.refuted("kernel-not-natural", witness, generator=generator)
            if answer.kind != "zero":
                stuck.append((generator, answer.reason))
                break
    if stuck:
        witness = breaking(problem, entries, unknowns)
        if witness is not None:
            return Judgement.refuted("kernel-not-natural", witness, generator=str(witness.as_dict()["generator"]))
        generator, why = stuck[0]
        return Judgement.undecided("kernel-generator-undecided", generator=generator, why=why)
    count = len(problem.lie) + len(problem.discrete)
    return Judgement.proved("kernel-natural", Evidence.of("kernel-generators", generators=count), generators=count)


def defects(problem: KernelProblem, entries: Sequence[Term]) -> Iterator[tuple[str, tuple[Term, ...] | str]]:
    """For each generator what must vanish, or why it cannot be formed."""
    for generator in problem.lie:
        velocities = action_terms(problem, generator.images)
        values = matrix_times(generator.rho, entries)
        try:
            difference = tuple(
                sub(add(*(mul(v, derivative(entry, Name(k))) for k, v in velocities.items() if v != num(0))), value)
                for entry, value in zip(entries, values, strict=True)
            )
        except NotDifferentiable as error:
            yield generator.name, str(error)
            continue
        yield generator.name, difference
    for s in problem.discrete:
        images = action_terms(problem, s.images)
        values = matrix_times(s.rho, entries)
        yield s.name, tuple(sub(a, b) for a, b in zip(moved(entries, images), values, strict=True))


# --- counterexamples --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Choice:
    """A simple instance of one unknown: what it is, and its values."""

    text: str
    value: Callable[[tuple[Term, ...]], Term]


def choices(arity: int) -> Iterator[Choice]:
    """Simple functions of so many arguments, or constants."""
    yield Choice("1", lambda args: num(1))
    if not arity:
        yield Choice("2", lambda args: num(2))
        return
    yield Choice("t", lambda args: args[0])
    if arity == 1:
        yield Choice("t^2", lambda args: power(args[0], num(2)))
        return
    yield Choice("t1 + 2 t2", lambda args: add(args[0], mul(num(2), args[1])))
    for k in range(1, arity):
        yield Choice(f"t{k + 1}", lambda args, k=k: args[k])  # type: ignore[misc]


def breaking(problem: KernelProblem, entries: Sequence[Term], unknowns: Sequence[Unknown]) -> Counterexample | None:
    """A simple instance of the formula, a group element and a small rational point where K(gx) is not rho(g) K(x)."""
    frame = Frame(problem)
    points = small_points(problem, frame)
    elements = list(sample_elements(problem, frame))
    for unknown, choice, instance in _instances(entries, unknowns):
        for element in elements:
            left = moved(instance, element.images)
            right = matrix_times(element.rho, instance)
            for point in points:
                found = _differs(problem, left, right, point)
                if found is not None:
                    return _witness(problem, element, point, instance, found, unknown, choice)
    return None


def _instances(
    entries: Sequence[Term], unknowns: Sequence[Unknown]
) -> Iterator[tuple[str, str, tuple[Term, ...]]]:
    """Instances of the formula with one unknown simple and the others zero; the formula itself where there are none."""
    if not unknowns:
        yield "", "", tuple(entries)
        return
    for unknown in unknowns:
        if unknown.kind == "indexed":
            continue
        nodes = [n for e in entries for n in walk(e) if isinstance(n, Apply | Derived) and n.head == unknown.name]
        for choice in choices(min((len(n.args) for n in nodes), default=0)):
            table = {u.name: (choice if u.name == unknown.name else None) for u in unknowns}
            yield unknown.name, choice.text, tuple(instantiate(e, table) for e in entries)


def instantiate(term: Term, table: Mapping[str, Choice | None]) -> Term:
    """The term with its unknowns replaced: by a choice (in the first component of a vector-valued one), or by zero."""
    match term:
        case Apply(head, args) if head in table:
            return _value(table[head], tuple(instantiate(a, table) for a in args))
        case Derived(head, component, order, args) if head in table and not any(order):
            if any(i != 1 for i in component):
                return num(0)
            return _value(table[head], tuple(instantiate(a, table) for a in args))
        case Name(name) if name in table:
            return _value(table[name], ())
    if not children(term):
        return term
    return rebuild(term, [instantiate(part, table) for part in children(term)])


def _value(choice: Choice | None, args: tuple[Term, ...]) -> Term:
    return num(0) if choice is None else choice.value(args)


def _differs(
    problem: KernelProblem, left: Sequence[Term], right: Sequence[Term], point: Sequence[Fraction]
) -> tuple[int, str, str] | None:
    """The first component in which the two sides have certainly different values at a point, with the values."""
    at = dict(zip(problem.coordinates, point, strict=True))
    for index, (a, b) in enumerate(zip(left, right, strict=True)):
        try:
            value_at(sub(a, b), at, Instance("0"), accept=excludes_zero, most_bits=128)
            return index, number_text(value_at(a, at, Instance("0"))), number_text(value_at(b, at, Instance("0")))
        except (Undefined, Unresolved, ZeroDivisionError):
            continue
    return None


def _witness(
    problem: KernelProblem, element: SampleElement, point: Sequence[Fraction], instance: Sequence[Term],
    found: tuple[int, str, str], unknown: str, choice: str,
) -> Counterexample:  # fmt: skip
    index, left, right = found
    at = dict(zip(problem.coordinates, point, strict=True))
    images = [number_text(value_at(element.images[name], at, Instance("0"))) for name in problem.coordinates]
    columns = problem.target.columns
    entry = f"({index // columns + 1}, {index % columns + 1})" if columns else str(index + 1)
    return Counterexample.of(
        "kernel-breaks",
        generator=element.generator,
        element=element.kind,
        point=point_text(problem, point),
        image=point_text(problem, images),
        entry=entry if problem.target.dimension > 1 else "",
        left=left,
        right=right,
        instance=f"{unknown} = {choice}" if unknown else "",
        formula=instance[index],
    )
