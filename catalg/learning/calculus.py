"""A calculus of derivatives of arbitrary maps, in any dimension: normal forms of vectors.

A vector is a linear combination of atoms with polynomial coefficients, a scalar a polynomial in scalar atoms. Atoms:

- `Variable`: a block of the arbitrary point at which both sides are compared;
- `Value`: D^k f_j(p; v₁, …, v_k), the j-th block of a derivative of an arbitrary map: symmetric and linear in the v;
- `Adjoint`: (∂_i D^k f_j(p; v₁, …, v_k))ᵀ w, linear in the v and in w;
- `Dot`: ⟨a, b⟩, symmetric and bilinear.

Relations used, all valid for every smooth map: multilinearity, symmetry of derivatives (Schwarz), the chain rule, and
⟨Aᵀw, u⟩ = ⟨w, A u⟩. Equal normal forms are therefore a proof; different ones prove nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import TypeAlias

from catalg.model.maps import ONE, Space

MOST_ATOMS = 3_000


class TooLarge(Exception):
    """A normal form grew beyond its limit."""


@dataclass(frozen=True, slots=True)
class Function:
    """What the calculus knows of a map: its name and its type. `fixed` tells words of the vocabulary from a user's names."""

    name: str
    source: Space
    target: Space
    fixed: bool = False
    linear: bool = False


@dataclass(frozen=True, slots=True)
class Unit:
    """The number 1, which spans the blocks of dimension one."""


UNIT = Unit()


@dataclass(frozen=True, slots=True)
class Variable:
    """A block of a generic point."""

    name: str
    scalar: bool


@dataclass(frozen=True, slots=True)
class Value:
    """D^k f_j(args; slots): each slot is a block of the source and an atom."""

    function: Function
    block: int
    args: tuple[Frozen, ...]
    slots: tuple[tuple[int, Atom], ...]


@dataclass(frozen=True, slots=True)
class Adjoint:
    """(∂_i D^k f_j(args; slots))ᵀ covector, where the block i of the source is not of dimension one."""

    function: Function
    place: int
    block: int
    args: tuple[Frozen, ...]
    slots: tuple[tuple[int, Atom], ...]
    covector: Atom


@dataclass(frozen=True, slots=True)
class Dot:
    """The dot product of two atoms, in canonical order."""

    left: Atom
    right: Atom


Atom: TypeAlias = Unit | Variable | Value | Adjoint | Dot
Monomial: TypeAlias = tuple[Atom, ...]
Poly: TypeAlias = dict[Monomial, Fraction]
Vec: TypeAlias = dict[Atom, Poly]
Frozen: TypeAlias = tuple[tuple[Atom, tuple[tuple[Monomial, Fraction], ...]], ...]


# --- scalars ------------------------------------------------------------------------------------------------------


def number(value: Fraction | int) -> Poly:
    """A rational number as a polynomial."""
    return {(): Fraction(value)} if value else {}


def poly_add(left: Poly, right: Poly) -> Poly:
    """The sum."""
    result = dict(left)
    for monomial, c in right.items():
        total = result.get(monomial, Fraction(0)) + c
        if total:
            result[monomial] = total
        else:
            result.pop(monomial, None)
    return result


def poly_mul(left: Poly, right: Poly) -> Poly:
    """The product; scalars commute."""
    result: Poly = {}
    if len(left) * len(right) > MOST_ATOMS:
        raise TooLarge
    for (a, x), (b, y) in product(left.items(), right.items()):
        result = poly_add(result, {tuple(sorted(a + b, key=repr)): x * y})
    return result


# --- vectors ------------------------------------------------------------------------------------------------------


def add(*vectors: Vec) -> Vec:
    """The sum."""
    result: Vec = {}
    for vector in vectors:
        for atom, coefficient in vector.items():
            total = poly_add(result.get(atom, {}), coefficient)
            if total:
                result[atom] = total
            else:
                result.pop(atom, None)
    if len(result) > MOST_ATOMS:
        raise TooLarge
    return result


def scale(factor: Poly, vector: Vec) -> Vec:
    """The multiple by a scalar."""
    scaled = {atom: poly_mul(factor, c) for atom, c in vector.items()}
    return {atom: c for atom, c in scaled.items() if c}


def scalar(value: Poly) -> Vec:
    """A scalar as a vector of dimension one."""
    return {UNIT: value} if value else {}


def as_scalar(vector: Vec) -> Poly:
    """A vector of dimension one as a scalar."""
    return vector.get(UNIT, {})


def atom_vector(atom: Atom, is_scalar: bool) -> Vec:
    """The vector that one atom is."""
    if isinstance(atom, Unit):
        return {UNIT: number(1)}
    return {UNIT: {(atom,): Fraction(1)}} if is_scalar else {atom: number(1)}


def freeze(vector: Vec) -> Frozen:
    """A hashable canonical form."""
    return tuple(
        sorted(((a, tuple(sorted(c.items(), key=repr))) for a, c in vector.items()), key=repr)
    )


def thaw(frozen: Frozen) -> Vec:
    """The vector of a canonical form."""
    return {atom: dict(c) for atom, c in frozen}


def value(
    function: Function, block: int, args: Sequence[Vec], slots: Sequence[tuple[int, Vec]]
) -> Vec:
    """D^k f_j(args; slots), expanded by multilinearity. A linear map is its own derivative, at whatever point."""
    if function.linear and args:
        if len(slots) > 1:
            return {}
        places_at = [(slots[0][0], slots[0][1])] if slots else list(enumerate(args))
        return add(*(value(function, block, (), [place]) for place in places_at))
    points = tuple(freeze(a) for a in args)
    is_scalar = function.target[block] == ONE
    result: Vec = {}
    for choice in product(*(list(v.items()) for _, v in slots)):
        coefficient = number(1)
        for _, c in choice:
            coefficient = poly_mul(coefficient, c)
        places = tuple(sorted(((slots[k][0], a) for k, (a, _) in enumerate(choice)), key=repr))
        atom = Value(function, block, points, places)
        result = add(result, scale(coefficient, atom_vector(atom, is_scalar)))
    return result


def adjoint(
    function: Function,
    place: int,
    block: int,
    args: Sequence[Vec],
    slots: Sequence[tuple[int, Vec]],
    covector: Vec,
) -> Vec:
    """(∂_i D^k f_j(args; slots))ᵀ covector. On a block of dimension one it is a dot product with a derivative."""
    if function.source[place] == ONE and not (function.linear and slots):
        column = value(function, block, args, [*slots, (place, {UNIT: number(1)})])
        return scalar(dot(column, covector))
    if function.linear:
        if slots:
            return {}
        args = ()
    points = tuple(freeze(a) for a in args)
    result: Vec = {}
    for choice in product(covector.items(), *(list(v.items()) for _, v in slots)):
        coefficient = number(1)
        for _, c in choice:
            coefficient = poly_mul(coefficient, c)
        places = tuple(sorted(((slots[k][0], a) for k, (a, _) in enumerate(choice[1:])), key=repr))
        atom = Adjoint(function, place, block, points, places, choice[0][0])
        result = add(result, {atom: coefficient})
    return result


def dot(left: Vec, right: Vec) -> Poly:
    """The dot product; an adjoint on either side is moved to the other as a derivative."""
    result: Poly = {}
    for (a, x), (b, y) in product(left.items(), right.items()):
        result = poly_add(result, poly_mul(poly_mul(x, y), _dot(a, b)))
    return result


def _dot(a: Atom, b: Atom) -> Poly:
    if isinstance(a, Unit) and isinstance(b, Unit):
        return number(1)
    first, second = sorted((a, b), key=repr)
    for moved, other in ((first, second), (second, first)):
        if isinstance(moved, Adjoint):
            slots = [(i, {v: number(1)}) for i, v in moved.slots]
            args = [thaw(p) for p in moved.args]
            column = value(moved.function, moved.block, args, [*slots, (moved.place, {other: number(1)})])
            return dot(column, {moved.covector: number(1)})
    return {(Dot(first, second),): Fraction(1)}


# --- derivatives --------------------------------------------------------------------------------------------------


def replace(vector: Vec, values: Mapping[Variable, Vec]) -> Vec:
    """The vector with its variables replaced."""
    result: Vec = {}
    for atom, coefficient in vector.items():
        result = add(result, scale(_replace_poly(coefficient, values), _replace_atom(atom, values)))
    return result


def _replace_poly(poly: Poly, values: Mapping[Variable, Vec]) -> Poly:
    result: Poly = {}
    for monomial, c in poly.items():
        factor = number(c)
        for atom in monomial:
            factor = poly_mul(factor, as_scalar(_replace_atom(atom, values)))
        result = poly_add(result, factor)
    return result


def _replace_atom(atom: Atom, values: Mapping[Variable, Vec]) -> Vec:
    match atom:
        case Unit():
            return {UNIT: number(1)}
        case Variable(_, is_scalar):
            return values.get(atom, atom_vector(atom, is_scalar))
        case Value(function, block, args, slots):
            points = [replace(thaw(a), values) for a in args]
            return value(function, block, points, [(i, _replace_atom(v, values)) for i, v in slots])
        case Adjoint(function, place, block, args, slots, covector):
            points = [replace(thaw(a), values) for a in args]
            inner = [(i, _replace_atom(v, values)) for i, v in slots]
            return adjoint(function, place, block, points, inner, _replace_atom(covector, values))
        case Dot(left, right):
            return scalar(dot(_replace_atom(left, values), _replace_atom(right, values)))


def differential(vector: Vec, directions: Mapping[Variable, Vec]) -> Vec:
    """The derivative along directions of the variables; a variable without one stays."""
    result: Vec = {}
    for atom, coefficient in vector.items():
        result = add(result, scale(coefficient, _differential(atom, directions)))
        changed = _poly_differential(coefficient, directions)
        if changed:
            result = add(result, scale(changed, {atom: number(1)}))
    return result


def _poly_differential(poly: Poly, directions: Mapping[Variable, Vec]) -> Poly:
    result: Poly = {}
    for monomial, c in poly.items():
        for k, atom in enumerate(monomial):
            rest: Poly = {monomial[:k] + monomial[k + 1 :]: c}
            result = poly_add(result, poly_mul(rest, as_scalar(_differential(atom, directions))))
    return result


def _differential(atom: Atom, directions: Mapping[Variable, Vec]) -> Vec:
    match atom:
        case Unit():
            return {}
        case Variable():
            return directions.get(atom, {})
        case Value(function, block, args, slots):
            points, vectors = [thaw(a) for a in args], [(i, _lone(v)) for i, v in slots]
            terms = [
                value(function, block, points, [*vectors, (i, change)])
                for i, p in enumerate(points)
                if (change := differential(p, directions))
            ]
            for k, (i, v) in enumerate(slots):
                if change := _atom_differential(v, directions):
                    terms.append(value(function, block, points, [*vectors[:k], (i, change), *vectors[k + 1 :]]))
            return add(*terms)
        case Adjoint(function, place, block, args, slots, covector):
            points, vectors = [thaw(a) for a in args], [(i, _lone(v)) for i, v in slots]
            w = _lone(covector)
            terms = [
                adjoint(function, place, block, points, [*vectors, (i, change)], w)
                for i, p in enumerate(points)
                if (change := differential(p, directions))
            ]
            for k, (i, v) in enumerate(slots):
                if change := _atom_differential(v, directions):
                    terms.append(adjoint(function, place, block, points, [*vectors[:k], (i, change), *vectors[k + 1 :]], w))
            if change := _atom_differential(covector, directions):
                terms.append(adjoint(function, place, block, points, vectors, change))
            return add(*terms)
        case Dot(left, right):
            first = dot(_atom_differential(left, directions), _lone(right))
            return scalar(poly_add(first, dot(_lone(left), _atom_differential(right, directions))))


def _lone(atom: Atom) -> Vec:
    return {atom: number(1)}


def _atom_differential(atom: Atom, directions: Mapping[Variable, Vec]) -> Vec:
    """As `_differential`, for an atom that stands in a slot (there it is no scalar but the unit)."""
    return _differential(atom, directions)


def reverse(vector: Vec, covector: Vec, found: dict[Variable, Vec]) -> None:
    """Adds to `found`, for each variable, the adjoint of the derivative of the vector at the covector."""
    for atom, coefficient in vector.items():
        if not isinstance(atom, Unit):
            _reverse(atom, scale(coefficient, covector), found)
        _reverse_poly(coefficient, dot(covector, _lone(atom)), found)


def _reverse_poly(poly: Poly, weight: Poly, found: dict[Variable, Vec]) -> None:
    for monomial, c in poly.items():
        for k, atom in enumerate(monomial):
            rest: Poly = {monomial[:k] + monomial[k + 1 :]: c}
            _reverse(atom, scalar(poly_mul(rest, weight)), found)


def _reverse(atom: Atom, w: Vec, found: dict[Variable, Vec]) -> None:
    if not w:
        return
    match atom:
        case Variable():
            found[atom] = add(found.get(atom, {}), w)
        case Value(function, block, args, slots):
            points, vectors = [thaw(a) for a in args], [(i, _lone(v)) for i, v in slots]
            for i, p in enumerate(points):
                reverse(p, adjoint(function, i, block, points, vectors, w), found)
            for k, (i, v) in enumerate(slots):
                _reverse(v, adjoint(function, i, block, points, vectors[:k] + vectors[k + 1 :], w), found)
        case Adjoint(function, place, block, args, slots, covector):
            points, vectors = [thaw(a) for a in args], [(i, _lone(v)) for i, v in slots]
            c = _lone(covector)
            _reverse(covector, value(function, block, points, [*vectors, (place, w)]), found)
            for i, p in enumerate(points):
                reverse(p, adjoint(function, i, block, points, [*vectors, (place, w)], c), found)
            for k, (i, v) in enumerate(slots):
                others = [*vectors[:k], *vectors[k + 1 :], (place, w)]
                _reverse(v, adjoint(function, i, block, points, others, c), found)
        case Dot(left, right):
            weight = as_scalar(w)
            _reverse(left, scale(weight, _lone(right)), found)
            _reverse(right, scale(weight, _lone(left)), found)
        case Unit():
            pass
