"""Formulas that are linear in their undeclared names: offset + sum of occurrences times coefficients.

An occurrence is an unknown function at certain arguments (f(u) and f(v) are two), a component of a vector-valued one, or an
unknown constant. The linear form is read off by substitution and then checked as an identity.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from catalg.exact.zero import decide_zero
from catalg.model.kernel_problem import KernelProblem
from catalg.terms import (
    Apply,
    Derived,
    Index,
    Name,
    Num,
    Term,
    add,
    children,
    mul,
    num,
    rebuild,
    sub,
    substitute,
)
from catalg.verify.kernels.terms import conditions


@dataclass(frozen=True, slots=True)
class Atom:
    """An unknown as it occurs: its name, its scalar arguments, and the formula's coefficient of it.

    Where a function phi of it occurs, phi(f(A)), the coefficient is that of phi and it is not `direct`; `surjective` says whether phi takes every real value,
    and `never` is a value that it does not take.
    """

    head: str
    arguments: tuple[Term, ...]
    coefficient: tuple[Term, ...]
    direct: bool = True
    surjective: bool = True
    never: Fraction | None = None


@dataclass(frozen=True, slots=True)
class Linear:
    """A formula as offset + sum of unknowns times coefficients."""

    atoms: tuple[Atom, ...]
    offset: tuple[Term, ...]


def read_linear(problem: KernelProblem, entries: Sequence[Term], unknowns: set[str]) -> Linear | None:
    """The entries as a linear expression in the occurrences of the unknowns, checked; None for another formula."""
    found = list(dict.fromkeys(node for entry in entries for node in occurrences(entry, unknowns)))
    if any(True for node in found for child in inside(node) for _ in occurrences(child, unknowns)):
        return None
    read = read_in(problem, entries, found)
    if read is None:
        return None
    coefficients, offset = read
    return Linear(tuple(Atom(*head_of(n), c) for n, c in zip(found, coefficients, strict=True)), offset)


def read_in(
    problem: KernelProblem, entries: Sequence[Term], found: Sequence[Term]
) -> tuple[list[tuple[Term, ...]], tuple[Term, ...]] | None:
    """The coefficients of subterms in entries that are linear in them, and the rest; checked as an identity, else None."""
    markers = [f"?{k}" for k in range(len(found))]
    marked = [replaced(e, dict(zip(found, map(Name, markers), strict=True))) for e in entries]
    nothing: dict[str, Term] = {m: num(0) for m in markers}
    offset = tuple(substitute(e, nothing) for e in marked)
    coefficients = []
    total: list[Term] = list(offset)
    for marker in markers:
        alone = tuple(sub(substitute(e, {**nothing, marker: num(1)}), o) for e, o in zip(marked, offset, strict=True))
        total = [add(t, mul(Name(marker), c)) for t, c in zip(total, alone, strict=True)]
        coefficients.append(alone)
    domain = conditions(problem)
    for one, two in zip(marked, total, strict=True):
        difference = sub(one, two)
        if difference == num(0) or decide_zero(difference, [*problem.coordinates, *markers]).kind == "zero":
            continue
        answer = decide_zero(
            difference, problem.coordinates, equations=domain.equations, inequalities=domain.inequalities
        )
        if answer.kind != "zero":
            return None
    return coefficients, offset


def occurrences(term: Term, unknowns: set[str]) -> Iterator[Term]:
    """The unknowns at their arguments in a term, outermost ones."""
    if is_occurrence(term, unknowns):
        yield term
        return
    for part in children(term):
        yield from occurrences(part, unknowns)


def inside(node: Term) -> tuple[Term, ...]:
    """The arguments of an unknown."""
    return () if isinstance(node, Index) else children(node)


def is_occurrence(node: Term, unknowns: set[str]) -> bool:
    """Whether a term is an unknown at its arguments."""
    match node:
        case Apply(head, _) | Derived(head, _, _, _):
            return head in unknowns
        case Index(Name(name), indices):
            return name in unknowns and all(isinstance(i, Num) for i in indices)
        case Name(name):
            return name in unknowns
    return False


def head_of(node: Term) -> tuple[str, tuple[Term, ...]]:
    """The name of an unknown as it occurs (with its component), and its arguments."""
    match node:
        case Apply(head, args):
            return head, args
        case Derived(head, component, _, args):
            return f"{head}{list(component)}", args
        case Index(Name(name), indices):
            return f"{name}{[str(i.value) for i in indices if isinstance(i, Num)]}", ()
        case Name(name):
            return name, ()
    raise TypeError("not an unknown")


def replaced(term: Term, table: Mapping[Term, Term]) -> Term:
    """The term with whole subterms replaced."""
    if term in table:
        return table[term]
    return rebuild(term, [replaced(part, table) for part in children(term)]) if children(term) else term
