"""Kernels that distinguish orbits with the same invariants: the functions chosen separately on two sheets of an open stratum.

Let D be the determinant of the products of the vectors. Off D = 0 the signature and the orientation of the vectors' span are
locally constant and invariant. So exp(-1/D²) C on the orbits with the orientation of one point p, and 0 elsewhere, is an equivariant
kernel for every smooth covariant C, and C^∞ on all of X, since it vanishes with all derivatives on D = 0. An isometry s that
reverses the orientation leads from p to s(p) on another sheet. If the arguments A_i of a formula sum f_i(A_i) C_i do not change
under s, and the C_i are independent at p and at s(p), then an instance that is 0 near s(p) is 0 near p too: the kernel
is missed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from catalg.exact.balls import excludes_zero
from catalg.exact.dense import determinant
from catalg.exact.field import Alg
from catalg.model.kernel_problem import Stratum
from catalg.model.verdict import Counterexample
from catalg.terms import Name, Term, add, mul, num, power, sub
from catalg.verify.kernels.candidates import Candidates
from catalg.verify.kernels.classical import diagonalise
from catalg.verify.kernels.elements import small_points
from catalg.verify.kernels.ranks import vanishes
from catalg.verify.kernels.setting import Point, Setting
from catalg.verify.kernels.strata import signature_at
from catalg.verify.kernels.symmetries import Map


def missed_sheet(setting: Setting, strata: Sequence[Stratum]) -> Counterexample | None:
    """A kernel on one sheet of a stratum that no instance of the formula is, or None."""
    if not setting.linear.atoms or any(o != num(0) for o in setting.linear.offset):
        return None
    covariants = Candidates(setting).covariants
    for stratum in strata:
        if stratum.sheets == 1 or not stratum.swap or not covariants:
            continue
        swap = Map(dict(_images(setting, stratum)))
        arguments = [a for atom in setting.linear.atoms for a in atom.arguments]
        if not all(swap.of(a) == a or vanishes(setting, sub(swap.of(a), a)) for a in arguments):
            continue
        for point in _points(setting, stratum):
            other = _moved(setting, stratum, point)
            if not (setting.independent_at(point) and setting.independent_at(other)):
                continue
            shown = next((c for c in covariants if _nonzero(setting, c.entries, point)), None)
            if shown is not None:
                return Counterexample.of(
                    "kernel-missed-sheet", covariant=setting.readable(shown.shown), scalar=len(shown.entries) == 1 and shown.shown == num(1),
                    products=_products(setting, stratum), point=setting.text(point), other=setting.text(other),
                    value=str(_discriminant(stratum, point)),
                )  # fmt: skip
    return None


def _images(setting: Setting, stratum: Stratum) -> Iterator[tuple[str, Term]]:
    """The isometry on every vector, the one that is subtracted included."""
    names = setting.problem.coordinates
    for places in (*stratum.vectors, *((stratum.base,) if stratum.base else ())):
        for row, place in zip(stratum.swap, places, strict=True):
            yield names[place], add(*(mul(num(Fraction(c)), Name(names[k])) for c, k in zip(row, places, strict=True) if c))


def _moved(setting: Setting, stratum: Stratum, point: Point) -> Point:
    image = list(point)
    for places in (*stratum.vectors, *((stratum.base,) if stratum.base else ())):
        for row, place in zip(stratum.swap, places, strict=True):
            image[place] = sum((c * point[k] for c, k in zip(row, places, strict=True)), Fraction(0))
    return tuple(image)


def _points(setting: Setting, stratum: Stratum) -> Iterator[Point]:
    """Points of the stratum: vectors of a diagonal basis one after the other where X is a linear space, then small ones of X."""
    if not setting.frame.equations and not setting.problem.inequalities and len(stratum.vectors) == sum(stratum.signature):
        basis, diagonal = diagonalise([list(row) for row in stratum.form])
        signs = [1] * stratum.signature[0] + [-1] * stratum.signature[1]
        chosen: list[list[Fraction]] = []
        for sign in signs:
            chosen.append(next(v for v, d in zip(basis, diagonal, strict=True) if d * sign > 0 and v not in chosen))
        yield _tuple(setting, stratum, chosen)
        summed = [[sum(column) for column in zip(*chosen[: k + 1], strict=True)] for k in range(len(chosen))]
        yield _tuple(setting, stratum, [[Fraction(c) for c in v] for v in summed])
    for point in small_points(setting.problem, setting.frame):
        if signature_at(stratum.vectors, stratum.base, stratum.form, point) == stratum.signature:
            yield point


def _tuple(setting: Setting, stratum: Stratum, vectors: Sequence[Sequence[Fraction]]) -> Point:
    point = [Fraction(0)] * setting.problem.size
    for places, vector in zip(stratum.vectors, vectors, strict=True):
        for place, c in zip(places, vector, strict=True):
            point[place] = c
    return tuple(point)


def _nonzero(setting: Setting, entries: Sequence[Term], point: Point) -> bool:
    found = setting.values(entries, point)
    return found is not None and any(excludes_zero(v) for v in found)


def _gram(stratum: Stratum, point: Point) -> list[list[Fraction]]:
    shift = [point[k] for k in stratum.base] or [Fraction(0)] * len(stratum.form)
    tuples = [[point[k] - s for k, s in zip(v, shift, strict=True)] for v in stratum.vectors[: len(stratum.form)]]
    size = range(len(stratum.form))
    return [
        [sum((u[i] * stratum.form[i][j] * v[j] for i in size for j in size), Fraction(0)) for v in tuples] for u in tuples
    ]


def _discriminant(stratum: Stratum, point: Point) -> Fraction:
    """D at a point."""
    value = determinant(_gram(stratum, point))
    assert not isinstance(value, Alg)
    return Fraction(value)


def _products(setting: Setting, stratum: Stratum) -> Term:
    """The form on the first vector, which the wording names."""
    names = setting.problem.coordinates
    shift = stratum.base or ()
    first = [
        sub(Name(names[k]), Name(names[shift[i]])) if shift else Name(names[k]) for i, k in enumerate(stratum.vectors[0])
    ]
    size = range(len(stratum.form))
    form = add(
        *(
            mul(num(stratum.form[i][j] * (1 if i == j else 2)), power(first[i], num(2)) if i == j else mul(first[i], first[j]))
            for i in size for j in size if i <= j and stratum.form[i][j]
        )
    )  # fmt: skip
    return setting.readable(form)


__all__ = ["missed_sheet"]
