"""Matrices of exact numbers in the bodies of functors."""

from __future__ import annotations

from fractions import Fraction

from catalg.diagnostics import Label
from catalg.elaborate.constants import value_of
from catalg.elaborate.formulas import Reader
from catalg.elaborate.scope import Problem, Scope
from catalg.exact.field import Alg, NumberField, Scalar
from catalg.exact.nullspace import rank
from catalg.exact.sparse import SparseMatrix
from catalg.exact.tower import root_in_field
from catalg.language import tree
from catalg.model.scalars import BaseField

LARGEST = 4096


def matrix(expr: tree.Expr, scope: Scope, field: BaseField) -> SparseMatrix:
    """The exact matrix that an expression `[[…], […]]` denotes, with entries in the field. Raises Problem."""
    if not isinstance(expr, tree.ListExpr):
        raise Problem("E0404", "a matrix is needed here", expr.span, help="rows in brackets: [[0, -1], [1, 0]]")
    rows: list[list[Scalar]] = []
    reader = Reader(scope, open=False)
    for item in expr.items:
        if not isinstance(item, tree.ListExpr):
            raise Problem("E0404", "a row of the matrix is needed here", item.span, help="rows in brackets: [[0, -1], [1, 0]]")
        if rows and len(item.items) != len(rows[0]):
            raise Problem(
                "E0404",
                f"the first row has {len(rows[0])} entries, this one has {len(item.items)}",
                item.span,
                help="the rows of a matrix have one length",
                secondary=(Label(expr.items[0].span, "the first row"),),
            )
        rows.append([_entry(entry, reader, field) for entry in item.items])
    if len(rows) > LARGEST:
        raise Problem("E0506", f"the matrix has more than {LARGEST:,} rows", expr.span)
    return SparseMatrix.from_dense(rows, len(rows[0]) if rows else 0)


def _entry(entry: tree.Expr, reader: Reader, field: BaseField) -> Scalar:
    value = value_of(reader.read(entry), entry.span)
    problem = outside(value, field)
    if problem is not None:
        raise Problem("E0504", f"this entry is not in {field}", entry.span, problem, _field_help(field, value))
    if field.kind == "finite":
        assert not isinstance(value, Alg)
        fraction = Fraction(value)
        if fraction.denominator % field.characteristic == 0:
            raise Problem("E0504", f"division by {field.characteristic}, which is 0 in {field}", entry.span)
        return fraction.numerator * pow(fraction.denominator, -1, field.characteristic) % field.characteristic
    return value


def outside(value: Scalar, field: BaseField) -> str | None:
    """Why a number does not belong to a field, or None when it does."""
    if not isinstance(value, Alg):
        return None
    if field.kind == "complex":
        return None
    if field.kind == "real":
        return None if value.is_real() else "not a real number"
    if field.kind == "number" and field.number_field is not None:
        return None if _in_field(value, field.number_field) else f"not in {field}"
    return "not a rational number"


def _in_field(value: Alg, field: NumberField) -> bool:
    return root_in_field([field(c) for c in value.minpoly()], value.approx) is not None


def _field_help(field: BaseField, value: Scalar) -> str:
    if field.kind == "real":
        return "declare the functor to Vect(CC)"
    if field.kind == "finite":
        return "entries are whole numbers, read modulo the characteristic"
    return "declare the functor to Vect, Vect(CC) or Vect over a field that holds the entry"


def require_square(expr: tree.Expr, value: SparseMatrix) -> int:
    """The size of a square matrix. Raises Problem."""
    rows, columns = value.nrows, value.ncols
    if rows != columns:
        raise Problem(
            "E0404", f"the matrix of a generator is square, this one is {rows} x {columns}", expr.span,
        )
    return rows


def require_invertible(expr: tree.Expr, value: SparseMatrix, generator: str, field: BaseField) -> None:
    """A group element acts by an invertible matrix. Raises Problem."""
    if field.kind == "finite":
        import flint

        dense = [x if isinstance(x, int) else 0 for row in value.to_dense() for x in row]
        full = value.nrows == 0 or flint.nmod_mat(value.nrows, value.nrows, dense, field.characteristic).rank() == value.nrows
    else:
        full = rank(value) == value.nrows
    if not full:
        raise Problem(
            "E0503",
            f"the matrix of the generator `{generator}` is singular",
            expr.span,
            "not invertible",
            "a group element acts by an invertible matrix; an element of a Lie algebra is declared under `lie generators`",
        )
