"""Cellular sheaves on a graph: functors from its incidence category to Vect.

The incidence category has the nodes and the edges as objects and an arrow v -> e for each end v of an edge e; it is free,
so that any stalks and restriction maps make a sheaf. With the edges directed from the node that is declared first, the
cochain complex is

    C^0 = sum of F(v) over the nodes,   C^1 = sum of F(e) over the edges,   (delta x)_e = F(h < e) x_h - F(t < e) x_t

for e from t to h. H^0 = ker delta is the limit of F, H^1 = coker delta, and L = delta^T delta is the sheaf Laplacian
(J. Curry, *Sheaves, Cosheaves and Applications*, 2014; J. Hansen and R. Ghrist, *Toward a spectral theory of cellular
sheaves*, 2019). Nothing here asks for a graph by name: any category in which every arrow goes from a bottom object to an
object with exactly two arrows into it will do.
"""

from __future__ import annotations

from dataclasses import dataclass

from catalg.exact.sparse import SparseMatrix, Vector
from catalg.model.category import Arrow, Category, VectFunctor, VectTransformation
from catalg.model.ends import Diagram, Graph


def incidence(graph: Graph) -> Category:
    """The incidence category of a concrete graph; an edge is called `0--1`, its arrows `0<0--1` and `1<0--1`.

    >>> from catalg.terms import Dim
    >>> incidence(Graph("P", Dim.of(2), ("a", "b"), ((0, 1),))).objects
    ('a', 'b', 'a--b')
    """
    labels = graph.labels
    edges = [(labels[a], labels[b], f"{labels[a]}--{labels[b]}") for a, b in graph.edges]
    arrows = tuple(Arrow(f"{end}<{edge}", end, edge) for tail, head, edge in edges for end in (tail, head))
    return Category(f"incidence({graph.name})", (*labels, *(edge for _, _, edge in edges)), arrows)


@dataclass(frozen=True, slots=True)
class Cells:
    """A category as the nodes and edges of a graph: each edge with its two arrows, the tail's first."""

    nodes: tuple[str, ...]
    edges: tuple[tuple[str, Arrow, Arrow], ...]


def cells(category: Category) -> Cells | None:
    """The nodes and edges, or None when the category is not the incidence category of a graph; without arrows all are nodes."""
    into: dict[str, list[Arrow]] = {}
    for arrow in category.arrows:
        into.setdefault(arrow.target, []).append(arrow)
    if category.equations or any(arrow.source in into for arrow in category.arrows):
        return None
    if any(len(arrows) != 2 for arrows in into.values()):
        return None
    nodes = tuple(c for c in category.objects if c not in into)
    return Cells(nodes, tuple((e, into[e][0], into[e][1]) for e in category.objects if e in into))


@dataclass(frozen=True, slots=True)
class Cochains:
    """The cochain complex of a sheaf: where each stalk begins in C^0 and in C^1, and the coboundary."""

    functor: VectFunctor
    cells: Cells
    starts: dict[str, int]
    coboundary: SparseMatrix

    @property
    def laplacian(self) -> SparseMatrix:
        """The sheaf Laplacian, the transpose of the coboundary times the coboundary."""
        return self.coboundary.transpose() @ self.coboundary

    def block(self, vector: Vector, cell: str) -> tuple[object, ...]:
        """The values of a cochain at a node or at an edge."""
        start = self.starts[cell]
        return tuple(vector.get(start + k, 0) for k in range(self.functor.dimension(cell)))


def cochains(functor: VectFunctor) -> Cochains | None:
    """The cochain complex, or None when the functor does not start from the incidence category of a graph."""
    found = cells(functor.category)
    if found is None:
        return None
    sizes, starts, width = dict(functor.objects), {}, 0
    for v in found.nodes:
        starts[v] = width
        width += sizes[v]
    rows: list[Vector] = []
    for edge, tail, head in found.edges:
        starts[edge] = len(rows)
        for below, above in zip(functor.matrix(tail.name).rows, functor.matrix(head.name).rows, strict=True):
            row: Vector = {starts[head.source] + k: value for k, value in above.items()}
            for k, value in below.items():
                at = starts[tail.source] + k
                row[at] = row.get(at, 0) - value
            rows.append(row)
    return Cochains(functor, found, starts, SparseMatrix.of(rows, width))


@dataclass(frozen=True, slots=True)
class Assignment:
    """Data on the nodes of a sheaf, a 0-cochain: one vector in each F(v), end to end. It may or may not be a section."""

    name: str
    functor: VectFunctor
    values: tuple[object, ...]

    def vector(self) -> Vector:
        """The values as a vector of C^0."""
        return SparseMatrix.from_dense([list(self.values)], len(self.values)).rows[0]


@dataclass(frozen=True, slots=True)
class Diffusion:
    """The limit of the diffusion dx/dt = -L x from an assignment: the section that is nearest to it."""

    name: str
    start: Assignment


@dataclass(frozen=True, slots=True)
class CochainFunctor(VectFunctor):
    """The cochain complex of `sheaf` as a diagram: the coboundary and zero, two arrows C^0 => C^1."""

    sheaf: VectFunctor


def cokernel_diagram(name: str, complex_: Cochains) -> Diagram:
    """H^1 as a colimit: the coequalizer of the coboundary and zero, C^0 => C^1."""
    delta, sheaf = complex_.coboundary, complex_.functor
    category = Category("C0 => C1", ("C0", "C1"), (Arrow("delta", "C0", "C1"), Arrow("zero", "C0", "C1")))
    functor = CochainFunctor(
        f"C({sheaf.name})", category, sheaf.field, (("C0", delta.ncols), ("C1", delta.nrows)),
        (("delta", delta), ("zero", SparseMatrix.zero(delta.nrows, delta.ncols))), sheaf,
    )
    return Diagram(name, "colimit", functor)


def extended(complex_: Cochains, vector: Vector) -> tuple[tuple[str, SparseMatrix], ...]:
    """A vector of C^0 as components: columns at the nodes, and at an edge what its tail restricts to."""
    functor, sizes = complex_.functor, dict(complex_.functor.objects)
    columns = {
        v: SparseMatrix.from_dense([[x] for x in complex_.block(vector, v)], 1) if sizes[v] else SparseMatrix.zero(0, 1)
        for v in complex_.cells.nodes
    }
    for edge, tail, _ in complex_.cells.edges:
        columns[edge] = functor.matrix(tail.name) @ columns[tail.source]
    return tuple((c, columns[c]) for c in functor.category.objects)


def as_transformation(name: str, complex_: Cochains, vector: Vector) -> VectTransformation:
    """A vector of C^0 as a transformation from the constant functor, natural exactly when it is a section."""
    from catalg.universes.presented_vect import constant_functor

    functor = complex_.functor
    constant = constant_functor(functor.category, functor.field)
    return VectTransformation(name, constant, functor, extended(complex_, vector))
