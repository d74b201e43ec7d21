"""Intertwiners between two concrete representations, and irreducible ones with their types.

A representation by unitary matrices is semisimple; it is irreducible iff its commutant is a division algebra (Schur), over RR
the reals, the complex numbers or the quaternions (Frobenius), which gives its type (T. Bröcker, T. tom Dieck, *Representations
of Compact Lie Groups*, II.6). The commutant is recognised as a Clifford algebra of a negative definite form.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from catalg.exact.dense import determinant
from catalg.exact.field import Alg, Scalar
from catalg.exact.modular import linear_prime, rank_mod_p, reduce_rows
from catalg.exact.nullspace import nullspace, rank
from catalg.exact.sparse import SparseMatrix
from catalg.model.representation import Rep
from catalg.universes.monomial import is_concrete
from catalg.universes.vect import dimension, matrix

MOST_UNKNOWNS = 2500
"""Spaces of intertwiners with more unknowns are not searched."""


def is_listed(rep: Rep) -> bool:
    """Whether the matrices of all generators are there: no symbolic size, and a group that lists its generators."""
    return is_concrete(rep) and rep.dim.is_constant and not rep.group.symbolic and not rep.group.parameters


class TooMany(ValueError):
    """The spaces are too large."""


class NotIrreducible(ValueError):
    """Not shown to be irreducible; the message says why."""


def hom_basis(source: Rep, target: Rep) -> list[SparseMatrix]:
    """A basis of the matrices T, dim target x dim source, with T g = g T for every generator. Raises TooMany."""
    rows, columns = dimension(target), dimension(source)
    if rows * columns > MOST_UNKNOWNS:
        raise TooMany(f"{rows * columns} unknowns")
    system = SparseMatrix.zero(0, rows * columns)
    for generator in target.group.generators:
        left, right = matrix(target, generator.name), matrix(source, generator.name)
        equation = left.kron(SparseMatrix.identity(columns)) - SparseMatrix.identity(rows).kron(right.transpose())
        system = system.stack(equation)
    space = nullspace(system) if system.nrows else [{k: 1} for k in range(rows * columns)]
    return [shaped(v, rows, columns) for v in space]


def shaped(entries: Mapping[int, Scalar], rows: int, columns: int) -> SparseMatrix:
    """A matrix from its entries, row by row."""
    return SparseMatrix.from_entries({divmod(k, columns): c for k, c in entries.items()}, rows, columns)


def intertwines(T: SparseMatrix, source: Rep, target: Rep) -> str | None:
    """The generator on which T fails, or None: T g = g T, multiplied out."""
    for generator in target.group.generators:
        if not (matrix(target, generator.name) @ T - T @ matrix(source, generator.name)).is_zero:
            return generator.name
    return None


def invertible(T: SparseMatrix) -> bool:
    """Whether a square matrix is invertible: its rank is full modulo a prime, or exactly."""
    if T.nrows != T.ncols:
        return False
    p, root = linear_prime(T.field)
    return rank_mod_p(reduce_rows(T.rows, p, root), T.ncols, p) == T.nrows or rank(T) == T.nrows


def beside(parts: Sequence[SparseMatrix]) -> SparseMatrix:
    """Matrices with equally many rows side by side."""
    stacked = parts[0].transpose()
    for part in parts[1:]:
        stacked = stacked.stack(part.transpose())
    return stacked.transpose()


def trace(m: SparseMatrix) -> Scalar:
    """The trace."""
    total: Scalar = Fraction(0)
    for i in range(m.nrows):
        total = total + m[i, i]
    return total


def type_of(rep: Rep) -> str:
    """`real`, `complex` or `quaternionic` for an irreducible representation over RR, `` over CC. Raises NotIrreducible, TooMany."""
    _require_unitary(rep)
    commutant = hom_basis(rep, rep)
    if rep.field.kind == "complex":
        if len(commutant) != 1:
            raise NotIrreducible(f"the commutant has dimension {len(commutant)}")
        return ""
    if rep.field.kind != "real":
        raise NotIrreducible(f"types over {rep.field}")
    names = {1: "real", 2: "complex", 4: "quaternionic"}
    if len(commutant) not in names:
        raise NotIrreducible(f"the commutant has dimension {len(commutant)}")
    pivot = next(k for k, m in enumerate(commutant) if trace(m) != 0)
    unit = commutant[pivot]
    pure = [m - unit.scale(_over(trace(m), trace(unit))) for k, m in enumerate(commutant) if k != pivot]
    size = dimension(rep)
    form: list[list[Scalar]] = []
    for a in pure:
        form.append([])
        for b in pure:
            product = a @ b + b @ a
            value = _over(trace(product), size)
            if not (product - SparseMatrix.identity(size).scale(value)).is_zero:
                raise NotIrreducible("the commutant is no division algebra")
            form[-1].append(-value)
    for k in range(1, len(form) + 1):
        if _sign(determinant(tuple(tuple(row[:k]) for row in form[:k]))) <= 0:
            raise NotIrreducible("the commutant has zero divisors")
    return names[len(commutant)]


def _over(a: Scalar, b: Scalar | int) -> Scalar:
    if isinstance(a, Alg):
        return a / b
    return Fraction(a) * b.inverse() if isinstance(b, Alg) else Fraction(a) / b


def _sign(value: Scalar) -> int:
    if isinstance(value, Alg):
        return value.sign()
    return (value > 0) - (value < 0)


def _require_unitary(rep: Rep) -> None:
    size = dimension(rep)
    for generator in rep.group.generators:
        m = matrix(rep, generator.name)
        adjoint = SparseMatrix.from_entries(
            {(j, i): c.conjugate() if isinstance(c, Alg) and rep.field.kind == "complex" else c for i, row in enumerate(m.rows) for j, c in row.items()},
            size, size,
        )  # fmt: skip
        flaw = m + adjoint if generator.kind == "lie" else m @ adjoint - SparseMatrix.identity(size)
        if not flaw.is_zero:
            raise NotIrreducible(f"{generator.name} acts by no unitary matrix")
