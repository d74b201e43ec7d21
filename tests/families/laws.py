"""Do matrices, permutations and formulas satisfy a group's relations? Written apart from the library's own checks."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import sympy

from catalg.exact.sparse import SparseMatrix
from catalg.model.action import ExplicitAction
from catalg.model.group import (
    AdjointRelation,
    Bracket,
    BracketRelation,
    Group,
    LieCombination,
    PeriodRelation,
    Word,
    WordRelation,
)
from catalg.model.gset import ExplicitSet
from catalg.model.representation import ExplicitRep
from catalg.terms import Add, Call, Const, Mul, Name, Num, Pow, Term


def inverse(matrix: SparseMatrix) -> SparseMatrix:
    from catalg.exact.dense import inverse as dense_inverse

    return SparseMatrix.from_dense(dense_inverse(matrix.to_dense()), matrix.ncols)


def word_matrix(word: Word, matrices: Mapping[str, SparseMatrix], size: int) -> SparseMatrix:
    result = SparseMatrix.identity(size)
    for name, exponent in word:
        base = matrices[name] if exponent > 0 else inverse(matrices[name])
        for _ in range(abs(exponent)):
            result = result @ base
    return result


def lie_matrix(element: LieCombination | Bracket | str, matrices: Mapping[str, SparseMatrix], size: int) -> SparseMatrix:
    if isinstance(element, str):
        return matrices[element]
    if isinstance(element, Bracket):
        a, b = lie_matrix(element.left, matrices, size), lie_matrix(element.right, matrices, size)
        return a @ b - b @ a
    total = SparseMatrix.zero(size, size)
    for c, part in element.terms:
        total = total + lie_matrix(part, matrices, size).scale(c)
    return total


def equal(a: SparseMatrix, b: SparseMatrix) -> bool:
    return (a - b).is_zero


def is_period(matrix: SparseMatrix) -> bool:
    """exp(2 pi M) = 1: M is annihilated by t (t^2 + 1) … (t^2 + k^2) for some k, so that it is diagonalisable over CC
    with eigenvalues in i ZZ."""
    size = matrix.nrows
    square = matrix @ matrix
    result = matrix
    for k in range(1, max(2 * size, 12)):
        if result.is_zero:
            return True
        result = result @ (square + SparseMatrix.identity(size).scale(k * k))
    return result.is_zero


def broken_matrix_relations(rep: ExplicitRep) -> list[object]:
    """The relations of the group that the representation violates."""
    group, size, matrices = rep.group, rep.size, dict(rep.matrices)
    broken: list[object] = []
    for relation in group.relations:
        match relation:
            case WordRelation(left, right):
                good = equal(word_matrix(left, matrices, size), word_matrix(right, matrices, size))
            case BracketRelation(left, right):
                good = equal(lie_matrix(left, matrices, size), lie_matrix(right, matrices, size))
            case AdjointRelation(word, left, right):
                moved = word_matrix(word, matrices, size)
                good = equal(moved @ lie_matrix(left, matrices, size), lie_matrix(right, matrices, size) @ moved)
            case PeriodRelation(element, ()):
                good = is_period(lie_matrix(element, matrices, size))
            case _:
                good = False
        if not good:
            broken.append(relation)
    return broken


def word_permutation(word: Word, table: Mapping[str, tuple[int, ...]], size: int) -> tuple[int, ...]:
    result = tuple(range(size))
    for name, exponent in reversed(word):
        move = table[name]
        if exponent < 0:
            move = tuple(sorted(range(size), key=lambda p, move=move: move[p]))  # type: ignore[misc]
        for _ in range(abs(exponent)):
            result = tuple(move[p] for p in result)
    return result


def broken_set_relations(points: ExplicitSet) -> list[object]:
    table = dict(points.permutations)
    return [
        r
        for r in points.group.relations
        if isinstance(r, WordRelation)
        and word_permutation(r.left, table, points.count) != word_permutation(r.right, table, points.count)
    ]


def to_sympy(term: Term) -> sympy.Expr:
    match term:
        case Num(value):
            return sympy.Rational(value.numerator, value.denominator)
        case Const("i"):
            return sympy.I
        case Name(name):
            return sympy.Symbol(name, real=True)
        case Add(args):
            return sympy.Add(*map(to_sympy, args))
        case Mul(args):
            return sympy.Mul(*map(to_sympy, args))
        case Pow(base, exponent):
            return to_sympy(base) ** to_sympy(exponent)
        case Call("sqrt", (arg,)):
            return sympy.sqrt(to_sympy(arg))
        case _:
            raise AssertionError(term)


Field = tuple[sympy.Expr, ...]


def broken_action_relations(action: ExplicitAction) -> list[object]:
    """The relations that the formulas violate, and the equations of the domain that they do not keep.

    Fields of vectors satisfy brackets with the opposite sign; exp(2 pi X) = 1 is tested on linear fields by matrices.
    """
    names = [sympy.Symbol(n, real=True) for n in action.coordinates]
    maps = {name: tuple(map(to_sympy, images)) for name, images in action.maps}
    broken: list[object] = []

    def bracket(a: Field, b: Field) -> Field:
        return tuple(
            sympy.expand(sum(b[j] * a[i].diff(names[j]) - a[j] * b[i].diff(names[j]) for j in range(len(names))))
            for i in range(len(names))
        )

    def field(element: LieCombination | Bracket | str) -> Field:
        if isinstance(element, str):
            return maps[element]
        if isinstance(element, Bracket):
            return bracket(field(element.left), field(element.right))
        total: list[sympy.Expr] = [sympy.Integer(0)] * len(names)
        for c, part in element.terms:
            total = [t + sympy.Rational(c.numerator, c.denominator) * v for t, v in zip(total, field(part), strict=True)]
        return tuple(total)

    def moved(word: Word) -> Field:
        result: Field = tuple(names)
        for name, exponent in reversed(word):
            assert exponent > 0 or name in maps
            for _ in range(exponent if exponent > 0 else _order(action.group, name) + exponent):
                values = dict(zip(names, result, strict=True))
                result = tuple(sympy.expand(f.subs(values, simultaneous=True)) for f in maps[name])
        return result

    def same(a: Field, b: Field) -> bool:
        return all(sympy.simplify(x - y) == 0 for x, y in zip(a, b, strict=True))

    for relation in action.group.relations:
        match relation:
            case WordRelation(left, right):
                good = same(moved(left), moved(right))
            case BracketRelation(left, right):
                good = same(field(left), field(right))
            case AdjointRelation(word, left, right):
                image = moved(word)
                pushed = tuple(
                    sum(c.diff(x) * v for x, v in zip(names, field(left), strict=True)) for c in image
                )
                target = tuple(v.subs(dict(zip(names, image, strict=True)), simultaneous=True) for v in field(right))
                good = same(pushed, target)
            case PeriodRelation(element, ()):
                jacobian = sympy.Matrix([[v.diff(x) for x in names] for v in field(element)])
                good = jacobian.free_symbols != set() or _turns(jacobian)
            case _:
                good = False
        if not good:
            broken.append(relation)
    for equation in action.equations:
        polynomial = to_sympy(equation)
        ideal = [to_sympy(e) for e in action.equations]
        for generator in action.group.generators:
            if generator.kind == "lie":
                change = sum(polynomial.diff(x) * v for x, v in zip(names, maps[generator.name], strict=True))
            else:
                change = polynomial.subs(dict(zip(names, maps[generator.name], strict=True)), simultaneous=True)
            change = sympy.expand(change)
            if change != 0 and not _in_ideal(change, ideal, names):
                broken.append((generator.name, equation))
    return broken


def _order(group: Group, name: str) -> int:
    for relation in group.relations:
        if isinstance(relation, WordRelation) and relation.right == () and len(relation.left) == 1 and relation.left[0][0] == name:
            return relation.left[0][1]
    raise AssertionError(name)


def _turns(matrix: sympy.Matrix) -> bool:
    rows = [[Fraction(int(v.p), int(v.q)) for v in matrix.row(i)] for i in range(matrix.rows)]
    return is_period(SparseMatrix.from_dense(rows, matrix.cols))


def _in_ideal(polynomial: sympy.Expr, ideal: list[sympy.Expr], names: list[sympy.Symbol]) -> bool:
    """Whether the change is a constant combination of the equations (enough for linear actions)."""
    basis = [sympy.Poly(e, *names) for e in ideal]
    target = sympy.Poly(polynomial, *names)
    monomials = sorted({m for p in (*basis, target) for m in p.monoms()})
    matrix = sympy.Matrix([[p.coeff_monomial(m) for p in basis] for m in monomials])
    column = sympy.Matrix([target.coeff_monomial(m) for m in monomials])
    return bool(matrix.rank() == matrix.row_join(column).rank())

