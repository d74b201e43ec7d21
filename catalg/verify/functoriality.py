"""Does data on generators define a functor: do all relations of the group hold?

A representation of a group with components is a homomorphism of its discrete generators together with one of its Lie
algebra that fit (word · X · word^-1), and that integrates: exp(2 pi X) = 1 for the loops X of the declared group. That
last condition holds exactly when X is semisimple with eigenvalues in iZ, that is when X (X^2 + 1) (X^2 + 4) … = 0 with as
many factors as the norm of X allows.
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil

from catalg.exact.dense import determinant
from catalg.exact.field import I, Scalar, root_of_unity
from catalg.exact.sparse import SparseMatrix
from catalg.model.display import matrix_term, scalar_term
from catalg.model.group import (
    AdjointRelation,
    Bracket,
    BracketRelation,
    LieCombination,
    PeriodRelation,
    Relation,
    Word,
    WordRelation,
)
from catalg.model.gset import ExplicitSet
from catalg.model.representation import ExplicitRep
from catalg.model.verdict import Counterexample, Evidence, Judgement
from catalg.terms import Term
from catalg.universes.vect import inverse_modulo, lie_matrix, modulo, word_matrix

FACTORS = 400
"""The largest eigenvalue of a loop that is looked for."""
PAGE = 6
"""Matrices of at most this size are shown in full in a counterexample."""


def functoriality(value: ExplicitRep | ExplicitSet) -> Judgement:
    """Whether every relation of the group holds, and if not, the first that fails with both sides evaluated."""
    relations = value.group.relations
    for relation in relations:
        try:
            failure = _set_failure(value, relation) if isinstance(value, ExplicitSet) else _failure(value, relation)
        except OverflowError as reason:
            return Judgement.undecided("relation-out-of-reach", relation=show_relation(relation), why=str(reason))
        if failure is not None:
            return Judgement.refuted("relation-fails", failure, relation=show_relation(relation))
    if not relations:
        return Judgement.proved("no-relations", group=value.group.label)
    shown = tuple(show_relation(relation) for relation in relations[:12])
    return Judgement.proved(
        "relations-hold", Evidence.of("relations-checked", count=len(relations), relations=shown), count=len(relations)
    )


def _failure(rep: ExplicitRep, relation: Relation) -> Counterexample | None:
    match relation:
        case WordRelation(left=left, right=right):
            return _compare(relation, _word(rep, left), _word(rep, right))
        case BracketRelation(left=a, right=b):
            return _compare(relation, lie_matrix(rep, a), lie_matrix(rep, b))
        case AdjointRelation(word=word, left=a, right=b):
            g = _word(rep, word)
            around = g @ lie_matrix(rep, a) @ inverse_modulo(g, rep.field.characteristic)
            return _compare(relation, modulo(around, rep.field.characteristic), lie_matrix(rep, b))
        case PeriodRelation() if rep.field.characteristic:
            raise OverflowError("there are no loops over a finite field")
        case PeriodRelation(element=element, word=word):
            return _period_failure(rep, relation, lie_matrix(rep, element), _word(rep, word))


def _word(rep: ExplicitRep, word: Word) -> SparseMatrix:
    try:
        return word_matrix(rep, word)
    except ValueError as reason:
        raise OverflowError(str(reason)) from None


def _compare(relation: Relation, left: SparseMatrix, right: SparseMatrix) -> Counterexample | None:
    if left == right:
        return None
    sides = show_relation(relation).split(" = ", 1)
    if left.nrows <= PAGE:
        return Counterexample.of(
            "relation-values", left=sides[0], left_value=matrix_term(left), right=sides[1], right_value=matrix_term(right)
        )
    i, j = min((i, j) for i, row in enumerate((left - right).rows) for j in row)
    return Counterexample.of(
        "relation-entry", left=sides[0], right=sides[1], row=i + 1, column=j + 1,
        left_value=scalar_term(left[i, j]), right_value=scalar_term(right[i, j]),
    )


# -- loops -------------------------------------------------------------------------------------------------------------
def integral_spectrum(x: SparseMatrix) -> bool:
    """Whether exp(2 pi x) = 1: x is semisimple with eigenvalues in iZ.

    Raises OverflowError when the norm of x allows eigenvalues beyond the limit.

    >>> integral_spectrum(SparseMatrix.from_dense([[0, -2], [2, 0]]))
    True
    >>> integral_spectrum(SparseMatrix.from_dense([[0, 1], [0, 0]]))
    False
    """
    bound = _norm(x)
    if bound > FACTORS:
        raise OverflowError(f"eigenvalues up to {bound} are possible")
    square = x @ x
    value = x
    for k in range(1, bound + 1):
        if value.is_zero:
            return True
        value = value @ (square + SparseMatrix.identity(x.nrows).scale(k * k))
    return value.is_zero


def _norm(x: SparseMatrix) -> int:
    """An integer that no eigenvalue exceeds in absolute value: the largest sum of absolute values in a row."""
    greatest = 0
    for row in x.rows:
        total = 0
        for value in row.values():
            total += _ceiling(value)
        greatest = max(greatest, total)
    return greatest


def _ceiling(value: Scalar) -> int:
    if isinstance(value, int):
        return abs(value)
    if isinstance(value, Fraction):
        return ceil(abs(value))
    return int(float(value.approx(64).abs_upper())) + 1


def exponential(x: SparseMatrix) -> SparseMatrix | None:
    """exp(2 pi x) for a semisimple x with eigenvalues in i/m Z, m = 1, 2, 3, 4 or 6; None for any other.

    By Lagrange interpolation: the sum of exp(2 pi mu) P_mu over the eigenvalues mu, P_mu the product of (x - nu)/(mu - nu).
    """
    bound = _norm(x)
    if bound * 6 > FACTORS or x.nrows > 2 * PAGE:
        return None
    one = SparseMatrix.identity(x.nrows)
    for m in (1, 2, 3, 4, 6):
        found = [
            k for k in range(-bound * m, bound * m + 1)
            if not determinant((x - one.scale(I * Fraction(k, m))).to_dense())
        ]
        whole = one
        for k in found:
            whole = whole @ (x - one.scale(I * Fraction(k, m)))
        if not whole.is_zero:
            continue
        total = SparseMatrix.zero(x.nrows, x.nrows)
        for k in found:
            part = one.scale(root_of_unity(m, k))
            for other in found:
                if other != k:
                    part = (part @ (x - one.scale(I * Fraction(other, m)))).scale(-I * Fraction(m, k - other))
            total = total + part
        return total
    return None


def _period_failure(
    rep: ExplicitRep, relation: PeriodRelation, x: SparseMatrix, expected: SparseMatrix
) -> Counterexample | None:
    trivial = expected == SparseMatrix.identity(x.nrows)
    if trivial and integral_spectrum(x):
        return None
    value = exponential(x)
    if value is not None:
        return _compare(relation, value, expected)
    if not trivial:
        raise OverflowError("the exponential has eigenvalues that are not recognised")
    shown: Term = matrix_term(x) if x.nrows <= PAGE else scalar_term(x.nrows)
    return Counterexample.of("loop-not-closed", element=show_element(relation.element), value=shown)


# -- permutations ------------------------------------------------------------------------------------------------------
def _set_failure(points: ExplicitSet, relation: Relation) -> Counterexample | None:
    match relation:
        case WordRelation(left=left, right=right):
            pass
        case PeriodRelation(word=word):
            left, right = word, ()
        case _:
            return None
    for point in range(points.count):
        a, b = _moved(points, left, point), _moved(points, right, point)
        if a != b:
            sides = (show_word(left), show_word(right))
            labels = points.labels or tuple(str(k + 1) for k in range(points.count))
            return Counterexample.of(
                "relation-point", left=sides[0], right=sides[1], point=labels[point],
                left_value=labels[a], right_value=labels[b],
            )
    return None


def _moved(points: ExplicitSet, word: Word, point: int) -> int:
    """The image of a point; the last letter acts first, and powers are taken along the cycle."""
    for name, exponent in reversed(word):
        images = points.permutation(name)
        cycle = [point]
        while images[cycle[-1]] != point:
            cycle.append(images[cycle[-1]])
        point = cycle[exponent % len(cycle)]
    return point


# -- how relations are written ---------------------------------------------------------------------------------------
def show_word(word: Word) -> str:
    """A group word in the language's notation.

    >>> show_word((("s", 1), ("r", -2)))
    's*r^-2'
    """
    return "*".join(name if e == 1 else f"{name}^{e}" for name, e in word) or "1"


def show_element(element: Bracket | LieCombination | str) -> str:
    """An element of the Lie algebra in the language's notation."""
    match element:
        case str():
            return element
        case Bracket(left, right):
            return f"[{show_element(left)}, {show_element(right)}]"
        case LieCombination(terms):
            text = ""
            for coefficient, part in terms:
                size = "" if abs(coefficient) == 1 else f"{abs(coefficient)}*"
                sign = "-" if coefficient < 0 else "+"
                text += (f" {sign} " if text else ("-" if sign == "-" else "")) + size + show_element(part)
            return text or "0"


def show_relation(relation: Relation) -> str:
    """A relation in the language's notation."""
    match relation:
        case WordRelation(left=left, right=right):
            return f"{show_word(left)} = {show_word(right)}"
        case BracketRelation(left=a, right=b):
            return f"{show_element(a)} = {show_element(b)}"
        case AdjointRelation(word=word, left=a, right=b):
            back = tuple((name, -exponent) for name, exponent in reversed(word))
            inside = show_element(a)
            middle = inside if inside.isidentifier() else f"({inside})"
            return f"{show_word(word)}*{middle}*{show_word(back)} = {show_element(b)}"
        case PeriodRelation(element=element, word=word):
            inside = show_element(element)
            return f"exp(2*pi*{inside if inside.isidentifier() else f'({inside})'}) = {show_word(word)}"
