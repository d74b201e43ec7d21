"""Formulas that are linear in functions of their undeclared names: f², exp(f), a·f with an arbitrary constant a.

phi(f(A)) is as good as f(A) when phi takes every real value (f³, sinh f); else it takes values in a smaller set: a square is
never -1, an exponential never -1. A constant a that occurs only in the product a·f says nothing: replacing f by f/a it
disappears from the formula. Over the complex numbers only linear formulas are read.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from catalg.exact.zero import decide_zero
from catalg.model.goals import Unknown
from catalg.model.kernel_problem import KernelProblem
from catalg.terms import Call, Name, Num, Pow, Term, children, mul, num, power, sub
from catalg.verify.kernels.linear_form import (
    Atom,
    Linear,
    head_of,
    inside,
    is_occurrence,
    occurrences,
    read_in,
    read_linear,
    replaced,
)
from catalg.verify.kernels.terms import conditions

ONTO = frozenset({"sinh", "log"})
NEVER = {"exp": -1, "cosh": -1, "abs": -1, "acos": -1, "sin": 2, "cos": 2, "tanh": 2, "atan": 2, "asin": 2}
"""A value that a function of one real variable does not take."""


def read_values(problem: KernelProblem, entries: Sequence[Term], unknowns: Sequence[Unknown]) -> Linear | None:
    """The entries as a linear expression in functions of the unknowns; None for another formula."""
    names = {u.name for u in unknowns}
    linear = read_linear(problem, entries, names)
    if linear is not None or problem.target.field == "C":
        return linear
    entries = _without_factors(problem, entries, [u.name for u in unknowns if u.kind == "constant" and not u.shape], names)
    found: list[Term] = []
    for entry in entries:
        found += [node for node in _outermost(entry, names) if node not in found]
    cores = [_core(node) for node in found]
    if any(True for core in cores for child in inside(core) for _ in occurrences(child, names)):
        return None
    read = read_in(problem, entries, found)
    if read is None:
        return None
    coefficients, offset = read
    atoms = []
    for node, core, coefficient in zip(found, cores, coefficients, strict=True):
        onto, never = _range(node, core)
        atoms.append(replace(Atom(*head_of(core), coefficient), direct=node == core, surjective=onto, never=never))
    return Linear(tuple(atoms), offset)


def _inner(node: Term) -> Term | None:
    match node:
        case Call(_, (inner,)) | Pow(inner, Num(_)):
            return inner
    return None


def _core(node: Term) -> Term:
    inner = _inner(node)
    return node if inner is None else _core(inner)


def _outermost(term: Term, names: set[str]) -> Iterator[Term]:
    """The largest subterms that are functions of one variable of an occurrence."""
    if is_occurrence(_core(term), names):
        yield term
        return
    for part in children(term):
        yield from _outermost(part, names)


def _range(node: Term, core: Term) -> tuple[bool, Fraction | None]:
    """Whether a function of one real variable takes every real value, and a value that it never takes, if one is known."""
    if node == core:
        return True, None
    inner = _inner(node)
    onto, never = _range(inner, core) if inner is not None else (False, None)
    match node:
        case Call(head, _) if head in NEVER:
            return False, Fraction(NEVER[head])
        case Call(head, _) if head in ONTO:
            return onto, None
        case Pow(_, Num(e)) if e.denominator % 2 == 0 or e.numerator % 2 == 0:
            return False, Fraction(-1)
        case Pow(_, Num(e)) if e < 0:
            return False, Fraction(0)
        case Pow(_, Num(e)) if e.denominator == 1 and e < 32:
            return onto, None if never is None else never ** int(e)
    return False, None


def _without_factors(
    problem: KernelProblem, entries: Sequence[Term], constants: Sequence[str], names: set[str]
) -> tuple[Term, ...]:
    """The entries with a = 1 for each constant a that dividing one other unknown, or all of them, by a removes."""
    current = tuple(entries)
    for constant in constants:
        found = list(dict.fromkeys(n for e in current for n in occurrences(e, names) if n != Name(constant)))
        heads = list(dict.fromkeys(head_of(n)[0] for n in found))
        for chosen in (*({h} for h in heads), set(heads)):
            given = {n: Name(f"?t{k}") for k, n in enumerate(found) if head_of(n)[0] in chosen}
            scaled: dict[Term, Term] = {n: mul(t, power(Name(constant), num(-1))) for n, t in given.items()}
            plain: dict[Term, Term] = {**given, Name(constant): num(1)}
            if scaled and all(_equal(problem, replaced(e, scaled), replaced(e, plain)) for e in current):
                current = tuple(replaced(e, {Name(constant): num(1)}) for e in current)
                break
    return current


def _equal(problem: KernelProblem, one: Term, two: Term) -> bool:
    domain = conditions(problem)
    difference = sub(one, two)
    return difference == num(0) or decide_zero(
        difference, problem.coordinates, equations=domain.equations, inequalities=domain.inequalities
    ).kind == "zero"
