"""Is a formula the general equivariant kernel in every dimension from some size on?

Sound: in normal form it uses dot products and monomials only, which a skew (or orthogonal) matrix leaves alone, and the base
point has disappeared. Complete: by the first fundamental theorem (H. Weyl, *The Classical Groups*, 2.9.A) kernels are sums of
arbitrary functions of all dot products times the monomials, which are independent from d = N + s/2 on (N vectors,
order s; d = N + s + 1 where the volume form is preserved): at generic vectors the stabilizer is the orthogonal group of the complement W, and
the pairings of 2p indices are a basis of the invariants of W^(2p) for dim W >= p (ibid., 2.17). So a formula with as many arbitrary
functions as there are monomials, generically independent, each of which sees all dot products, is complete.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from catalg.exact.nullspace import rank
from catalg.exact.sparse import SparseMatrix
from catalg.exact.zero import decide_zero
from catalg.model.ends import KernelEnd
from catalg.model.goals import Unknown
from catalg.model.representation import Rep
from catalg.terms import Add, Apply, Call, Dim, Mul, Name, Term, num, sub
from catalg.terms.term import ZERO, free_names, substitute
from catalg.universes.abstract_spaces import NotAbstract, Space, space_of
from catalg.verify.symbolic_kernels.abstract import BASE, Gram, Value
from catalg.verify.symbolic_kernels.coefficients import columns_of, independent, linear_parts, nonzero
from catalg.verify.symbolic_kernels.narrow import missed_solution
from catalg.verify.symbolic_kernels.recover import determined
from catalg.verify.symbolic_kernels.skew import infinitesimal, orthogonal
from catalg.verify.symbolic_kernels.targets import Target, covariant_count, target_of
from catalg.verify.symbolic_kernels.tensors import Key, Tensor
from catalg.verify.symbolic_kernels.variance import is_natural, target_kind


@dataclass(frozen=True, slots=True)
class Found:
    """What the symbolic argument gives: soundness in every dimension, completeness in the uniform range; `why` it is open.

    `missed` is a solution that no instance equals in the uniform range, where the formula is sound and seen to be too narrow.
    """

    sound: bool
    complete: bool
    why: str = ""
    missed: Term | None = None


def examine(end: KernelEnd, names: Sequence[str], formula: Term, unknowns: Sequence[Unknown]) -> Found:
    """Whether a formula is sound and complete by the symbolic argument; never a refutation."""
    try:
        space = space_of(end, names)
        gram = Gram(space, free_names(formula) | {u.name for u in unknowns})
        value = gram.of(formula)
        if space.rigid:
            return _rigid(space, gram, value, end.target, unknowns)
        if space.metric is not None and not is_natural(formula, space, target_kind(end.target)):
            return Found(False, False, "the indices are not those of the target")
        target = target_of(end.target)
        parts = _components(gram, value, target)
    except NotAbstract as reason:
        return Found(False, False, str(reason))
    if parts is None:
        return Found(False, False, "the base point or a monomial that is not equivariant is left")
    why = incomplete(space, gram, target, parts, unknowns)
    return Found(True, not why, why, missed_solution(space, gram, target, parts, formula, unknowns) if why else None)


def _components(gram: Gram, value: Value, target: Target) -> dict[tuple[int, Key], Term] | None:
    """The coefficients of the monomials, without the base point; None where the formula is not visibly equivariant."""
    blocks = value if isinstance(value, dict) else {0: value}
    if not isinstance(value, dict) and len(target.blocks) > 1 and value != ZERO:
        raise NotAbstract("a value of a direct sum that is not written block by block")
    parts: dict[tuple[int, Key], Term] = {}
    for number, block in blocks.items():
        order, odd = target.blocks[number]
        table: Mapping[Key, Term] = block.parts if isinstance(block, Tensor) else {(): block}
        for key, coefficient in table.items():
            cleared = without_base(gram, coefficient)
            if cleared is None:
                return None
            if cleared == ZERO:
                continue
            if len(key) != order:
                raise NotAbstract("a value of another shape than the target's")
            plain = all(entry != BASE for _, entry in key)
            if not (plain and infinitesimal(key) and orthogonal(key, odd and not gram.space.oriented)):
                if decide_zero(cleared).kind != "zero":
                    return None
                continue
            parts[number, key] = cleared
    return parts


def without_base(gram: Gram, term: Term) -> Term | None:
    """The same function with the coordinates of the base point gone, or None where it may depend on them."""
    if f"{gram.prefix}0" in free_names(term):
        return None
    for name in gram.base_coordinates:
        if name in free_names(term):
            moved = substitute(term, {name: Name(name + "m")})
            if decide_zero(sub(term, moved)).kind != "zero":
                return None
            term = substitute(term, {name: num(0)})
    return term


def _rigid(space: Space, gram: Gram, value: Value, target: Rep, unknowns: Sequence[Unknown]) -> Found:
    """Translations alone: one arbitrary function, with values of the target's shape, that sees all offsets."""
    term = value if not isinstance(value, Tensor | dict) else None
    if term is None:
        sound = isinstance(value, Tensor) and all(
            entry != BASE and without_base(gram, c) is not None for key, c in value.parts.items() for _, entry in key
        )
        return Found(sound, False, "a fixed combination of offsets")
    cleared = without_base(gram, term)
    if cleared is None:
        return Found(False, False, "the base point is left")
    if target.dim == Dim.of(1):
        table = linear_parts(cleared, unknowns)
        if table is None or len(table) != 1:
            return Found(True, False, "not one arbitrary function")
        (arguments, factor), = table.values()
        if not nonzero(gram, factor):
            return Found(True, False, "a factor that may vanish")
    elif isinstance(cleared, Apply) and any(u.name == cleared.head and u.shape for u in unknowns):
        arguments = cleared.args
    elif isinstance(cleared, Name) and any(u.name == cleared.name and u.shape for u in unknowns):
        arguments = ()
    else:
        return Found(True, False, "not one arbitrary function with values in the target")
    complete = _sees_letters(space, gram, arguments)
    return Found(True, complete, "" if complete else "the arguments do not determine the offsets")


def _sees_letters(space: Space, gram: Gram, arguments: Sequence[Term]) -> bool:
    """Whether linear combinations of letters among the arguments span all of them; scalar fixed arguments as well."""
    rows = []
    for argument in arguments:
        if isinstance(argument, Call) and argument.head == "letters":
            row = _row(argument.args[0], gram)
            if row is not None:
                rows.append(row)
    count = len(space.letters)
    spanned = not count or (rows and rank(SparseMatrix.of(rows, count)) == count)
    fixed = all(Name(name) in arguments for name in gram.coordinates if not name.startswith(gram.prefix))
    small = all(dim == Dim.of(1) for _, dim in space.invariant)
    return bool(spanned and fixed and small)


def _row(term: Term, gram: Gram) -> dict[int, Fraction] | None:
    """The coefficients of the letters, where they are numbers."""
    row: dict[int, Fraction] = {}
    for part in term.args if isinstance(term, Add) else (term,):
        factors = part.args if isinstance(part, Mul) else (part,)
        weight, letter = Fraction(1), None
        for factor in factors:
            value = getattr(factor, "value", None)
            if isinstance(value, Fraction):
                weight *= value
            elif isinstance(factor, Name) and letter is None and factor.name[len(gram.prefix) :].isdigit():
                letter = int(factor.name[len(gram.prefix) :]) - 1
            else:
                return None
        if letter is None:
            return None
        row[letter] = row.get(letter, Fraction(0)) + weight
    return row


def incomplete(
    space: Space, gram: Gram, target: Target, parts: Mapping[tuple[int, Key], Term], unknowns: Sequence[Unknown]
) -> str:
    """Why the formula is not visibly complete in the uniform range; empty where it is."""
    found = columns_of(parts, unknowns)
    if isinstance(found, str):
        return found
    table, arguments = found
    count = covariant_count(space, target)
    if len(table) != count or len({place for row in table.values() for place in row}) != count:
        return f"{len(table)} arbitrary functions for {count} covariants"
    if not independent(gram, [[row.get(place, ZERO) for place in sorted(parts)] for row in table.values()]):
        return "the covariants are not seen to be independent"
    if any(dim != Dim.of(1) for _, dim in space.invariant):
        return "an argument with trivial action and several coordinates"
    wanted = frozenset(gram.coordinates)
    for args in arguments.values():
        if not determined(args, wanted, gram.lengths):
            return "an arbitrary function does not see all invariants"
    return ""
