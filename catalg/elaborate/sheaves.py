"""Cellular sheaves in a file: data on the nodes, `diffusion(x)`, `cohomology(F, 1)`, and claims about the value of
`laplacian(F)`, `coboundary(F)` and `diffusion(x)`."""

from __future__ import annotations

from catalg.elaborate.constants import value_of
from catalg.elaborate.dims import natural
from catalg.elaborate.entries import matched
from catalg.elaborate.formulas import Reader
from catalg.elaborate.functor_expressions import FunctorReader, Value
from catalg.elaborate.matrices import matrix, outside
from catalg.elaborate.scope import Problem, Scope, Unsupported
from catalg.exact.sparse import SparseMatrix
from catalg.language import tree
from catalg.learning.cellular import Assignment, Cells, Cochains, Diffusion, cells, cochains, cokernel_diagram
from catalg.model.category import SetFunctor, VectFunctor
from catalg.model.ends import Diagram
from catalg.model.goals import ValueClaim
from catalg.model.scalars import BaseField

MATRICES = ("laplacian", "coboundary")
WORDS = (*MATRICES, "diffusion")
INCIDENCE = "a sheaf on a graph Gamma is a functor F : incidence(Gamma) -> Vect { … }"


def sheaf_data(
    statement: tree.Transformation, source: Value, target: Value, scope: Scope
) -> Assignment | Diffusion | None:
    """Data on the nodes of a sheaf, or the limit of diffusion; None for any other transformation. Raises Problem.

    Data are a transformation from R^1 that says nothing about the edges.
    """
    match statement.value:
        case tree.Call(tree.Name("diffusion"), (tree.Name() as start,)) if "diffusion" not in scope.declarations:
            value = _assignment(start, scope)
            if not (isinstance(target, VectFunctor) and value.functor.name == target.name and _is_line(source)):
                raise Problem(
                    "E0403", f"the limit of diffusion from `{start.text}` is a transformation R^1 => {value.functor.name}",
                    statement.value.span,
                )
            return Diffusion(statement.name.text, value)
    if statement.body is None or not isinstance(target, VectFunctor) or not _is_line(source):
        return None
    found = cells(target.category)
    if found is None or not _leaves_out_edges(statement.body, found):
        return None
    values = matched(statement.body, found.nodes, "node", statement.name.span)
    flat = [x for v in found.nodes for x in _column(values[v], target.dimension(v), scope, target.field)]
    return Assignment(statement.name.text, target, tuple(flat))


def _is_line(functor: Value) -> bool:
    """Whether a functor is the constant one with the ground field."""
    if isinstance(functor, SetFunctor):
        return False
    one = SparseMatrix.identity(1)
    return all(size == 1 for _, size in functor.objects) and all(m == one for _, m in functor.arrows)


def _leaves_out_edges(body: tuple[tree.Entry, ...], found: Cells) -> bool:
    given = {entry.name.text for entry in body}
    return not any(edge in given for edge, _, _ in found.edges)


def _column(expr: tree.Expr, size: int, scope: Scope, field: BaseField) -> list[object]:
    """A vector: `[1, 2]`, a column `[[1], [2]]`, or a number where the space is a line. Raises Problem."""
    if isinstance(expr, tree.ListExpr) and expr.items and isinstance(expr.items[0], tree.ListExpr):
        column = matrix(expr, scope, field)
        entries: list[object] = [x for row in column.to_dense() for x in row]
        if column.ncols != 1:
            raise Problem("E0404", f"this matrix has {column.ncols} columns, a vector is one column", expr.span)
    else:
        items = expr.items if isinstance(expr, tree.ListExpr) else (expr,)
        entries = [_number(item, scope, field) for item in items]
    if len(entries) != size:
        raise Problem("E0404", f"{len(entries)} values are given for a space of dimension {size}", expr.span)
    return entries


def _number(expr: tree.Expr, scope: Scope, field: BaseField) -> object:
    value = value_of(Reader(scope, open=False).read(expr), expr.span)
    problem = outside(value, field)
    if problem is not None:
        raise Problem("E0504", f"this value is not in {field}", expr.span, problem)
    return value


def _assignment(node: tree.Name, scope: Scope) -> Assignment:
    """Data on nodes by their name. They need not be consistent: what diffuses does not depend on that. Raises Problem."""
    known = node.text in scope.used
    value = scope.need(node, ("transformation",), "transformation").value
    if not isinstance(value, Assignment):
        raise Problem(
            "E0412", f"`{node.text}` is not given by data on the nodes of a sheaf", node.span,
            help=f"write transformation {node.text} : R^1 => F {{ … }} with one entry for each node and none for edges",
        )
    if not known:
        scope.used.remove(node.text)
    scope.find(value.functor.name)
    return value


def _complex(expr: tree.Expr, scope: Scope) -> Cochains:
    """The cochain complex of the sheaf that an expression names. Raises Problem, Depends or Unsupported."""
    functor = FunctorReader(scope).read(expr)
    if not isinstance(functor, VectFunctor):
        raise Problem("E0412", f"`{functor.name}` is a functor to Set, a sheaf of vector spaces is needed", expr.span)
    found = cochains(functor)
    if found is None:
        raise Problem(
            "E0412", f"{functor.category.name} is not the incidence category of a graph", expr.span, help=INCIDENCE
        )
    return found


def is_cohomology(expr: tree.Expr) -> bool:
    """Whether an expression is `cohomology(F, i)`."""
    return isinstance(expr, tree.Call) and isinstance(expr.function, tree.Name) and expr.function.text == "cohomology"


def cohomology(expr: tree.Expr, kind: str, name: str, scope: Scope) -> Diagram:
    """H^0 as a limit, H^1 as a colimit. Raises Problem, Depends or Unsupported."""
    assert isinstance(expr, tree.Call)
    if len(expr.arguments) != 2:
        raise Problem("E0410", f"`cohomology` takes 2 arguments, not {len(expr.arguments)}", expr.span, help="cohomology(F, 1)")
    complex_ = _complex(expr.arguments[0], scope)
    degree = natural(expr.arguments[1], scope, "the degree", 1)
    if (degree == 0) != (kind == "limit"):
        said = "H^0 is the limit of the sheaf: limit H = cohomology(F, 0)" if degree == 0 else (
            "H^1 is the cokernel of the coboundary: colimit H = cohomology(F, 1)"
        )
        raise Problem("E0412", f"this is not a {kind}", expr.span, help=said)
    if degree == 0:
        return Diagram(name, "limit", complex_.functor)
    if complex_.functor.field.kind == "finite":
        raise Unsupported("cohomology over finite fields")
    return cokernel_diagram(name, complex_)


def value_claim(assertion: tree.Assertion, scope: Scope) -> ValueClaim | None:
    """`laplacian(F) = [[…]]` and its like; None for any other claim. Raises Problem, Depends or Unsupported."""
    if not isinstance(assertion, tree.FormulaClaim):
        return None
    word = assertion.name.text
    if word not in WORDS or word in scope.declarations:
        return None
    if len(assertion.arguments) != 1 or assertion.bindings:
        raise Problem("E0410", f"`{word}` is claimed of one thing: {word}({'x' if word == 'diffusion' else 'F'}) = …", assertion.span)
    (node,) = assertion.arguments
    text = f"{word}({node.text})"
    if word == "diffusion":
        start = _assignment(node, scope)
        flat = _column(assertion.formula, len(start.values), scope, start.functor.field)
        return ValueClaim(word, start, text, SparseMatrix.from_dense([[x] for x in flat], 1))
    functor = _complex(node, scope).functor
    return ValueClaim(word, functor, text, matrix(assertion.formula, scope, functor.field))


__all__ = ["cohomology", "is_cohomology", "sheaf_data", "value_claim"]
