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
from catalg.terms import Add, Call, Mul, Name, Num, Pow, Term, add, children, mul, num, power, sub, walk
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

MOST_DEGREE = 8
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
    several = _polynomial_in_one(entries, cores) if len(found) > 1 and len(set(cores)) == 1 else None
    if several is not None:
        return several
    read = read_in(problem, entries, found)
    if read is None:
        return _polynomial_in_one(entries, cores)
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


# --- polynomials in one occurrence ------------------------------------------------------------------------------------


def _polynomial_in_one(entries: Sequence[Term], cores: Sequence[Term]) -> Linear | None:
    """p(f(A)) C for one occurrence f(A) and a polynomial p with rational coefficients: read as a function of f, with a value that an
    even p never takes; an odd p with odd powers and positive coefficients alone is as good as f. None for another formula."""
    if len(set(cores)) != 1:
        return None
    core = cores[0]
    listed = [_coefficients(entry, core) for entry in entries]
    if any(c is None for c in listed):
        return None
    rows = [c for c in listed if c is not None]
    degree = max((len(c) for c in rows), default=1) - 1
    if degree < 2:
        return None
    padded = [[*c, *(num(0) for _ in range(degree + 1 - len(c)))] for c in rows]
    lead = tuple(c[degree] for c in padded)
    shares = [_ratio([c[k] for c in padded], lead) for k in range(degree)]
    if any(q is None for q in shares):
        return None
    weights = [q for q in shares if q is not None]
    odd = degree % 2 == 1
    if odd and any(q < 0 or (q > 0 and k % 2 == 0 and k > 0) for k, q in enumerate(weights) if k > 0):
        return None
    never = None if odd else _below(weights)
    atom = replace(Atom(*head_of(core), lead), direct=False, surjective=odd, never=never)
    return Linear((atom,), tuple(num(0) for _ in entries))


def _coefficients(term: Term, core: Term) -> list[Term] | None:
    """The coefficients of a polynomial in a subterm, or None."""
    if term == core:
        return [num(0), num(1)]
    if not any(node == core for node in walk(term)):
        return [term]
    match term:
        case Add(args):
            parts = [_coefficients(a, core) for a in args]
            if any(p is None for p in parts):
                return None
            known = [p for p in parts if p is not None]
            size = max(map(len, known))
            return [add(*(p[k] for p in known if k < len(p))) for k in range(size)]
        case Mul(args):
            total: list[Term] = [num(1)]
            for a in args:
                part = _coefficients(a, core)
                if part is None:
                    return None
                total = _convolved(total, part)
            return total
        case Pow(base, Num(e)) if e.denominator == 1 and 0 < e <= MOST_DEGREE:
            part = _coefficients(base, core)
            if part is None:
                return None
            total = [num(1)]
            for _ in range(int(e)):
                total = _convolved(total, part)
            return total
    return None


def _convolved(one: Sequence[Term], two: Sequence[Term]) -> list[Term]:
    return [
        add(*(mul(one[i], two[k - i]) for i in range(len(one)) if 0 <= k - i < len(two)))
        for k in range(len(one) + len(two) - 1)
    ]


def _ratio(own: Sequence[Term], lead: Sequence[Term]) -> Fraction | None:
    """The rational number q with own = q lead, entry by entry as they stand, or None."""
    found: set[Fraction] = set()
    for a, b in zip(own, lead, strict=True):
        if isinstance(a, Num) and isinstance(b, Num):
            if b.value == 0 and a.value != 0:
                return None
            if b.value != 0:
                found.add(a.value / b.value)
        elif a == num(0):
            found.add(Fraction(0))
        elif a == b:
            found.add(Fraction(1))
        elif isinstance(a, Mul) and isinstance(a.args[0], Num) and mul(a.args[0], b) == a:
            found.add(a.args[0].value)
        else:
            return None
    return found.pop() if len(found) == 1 else None


def _below(weights: Sequence[Fraction]) -> Fraction:
    """A number below every value of u^d + sum q_k u^k, d even: for |u| >= R = max(1, sum |q_k|) it is not negative."""
    if len(weights) == 2:
        least = weights[0] - weights[1] ** 2 / 4
        return Fraction(-(-least.numerator // least.denominator) - 1)
    size = max(Fraction(1), sum(map(abs, weights), Fraction(0)))
    return -1 - sum((abs(q) * size**k for k, q in enumerate(weights)), Fraction(0))
