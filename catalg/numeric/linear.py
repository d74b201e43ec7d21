"""Spaces of linear maps on arrays: the basis, the general element, and its product with a vector without the matrix."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from catalg.model.ends import LinearEnd
from catalg.model.solution import BasisElement, MatrixElement, Solution
from catalg.numeric.diagrams import Contraction, Wiring, layout, wiring
from catalg.numeric.errors import NotNumeric, WrongShape
from catalg.numeric.namespace import Array, Arrays
from catalg.numeric.sizes import infer, sizes_of_sorts
from catalg.numeric.sparse import Operator
from catalg.strategies.diagrams.elements import DiagramElement
from catalg.strategies.diagrams.graph import CutElement
from catalg.universes.circular import DifferenceFamily
from catalg.universes.factors import ExternalElement
from catalg.universes.slots import NoSlots

Sizes = Mapping[str, int] | None


class NumericLinear:
    """The intertwiners source -> target as array functions.

    Vectors are in the order that the model documents: tensor products row-major, `Sym^k` by its monomials. Where sizes
    are parameters they are read off the arrays, or given as `sizes={"n": 5}`.

    >>> import catalg, numpy
    >>> file = catalg.loads('''param n : Nat where n >= 2
    ... group G = Sym(n)
    ... functor V : G -> Vect = free(Points)
    ... end Layer = int g : G. Hom(V, V)''')
    >>> layer = file.Layer.derive().numeric()
    >>> layer.apply(numpy.array([1.0, 2.0, 3.0]), [10.0, 1.0])
    array([16., 26., 36.])
    >>> layer.matrix([10.0, 1.0], sizes={"n": 2})
    array([[11.,  1.],
           [ 1., 11.]])
    """

    def __init__(self, end: LinearEnd, solution: Solution) -> None:
        if end.source.field.kind == "finite":
            raise NotNumeric(
                f"{end.name} is a space over a finite field, whose elements are no floating-point numbers"
            )
        if any(isinstance(element, DifferenceFamily) for element in solution.proposal.basis):
            raise NotNumeric(f"{end.name} has one basis element for each residue: declare the group for a number to compute with it")
        if any(isinstance(element, ExternalElement) for element in solution.proposal.basis):
            raise NotNumeric(f"{end.name} is a product of spaces: declare the group for a number to compute with it")
        self.end, self.solution = end, solution
        self.elements: tuple[BasisElement, ...] = solution.proposal.basis
        self._operators: dict[int, Operator] = {}
        self._wires: dict[int, list[tuple[int, Wiring]]] = {}

    @property
    def count(self) -> int:
        """The number of basis elements."""
        return len(self.elements)

    @property
    def parameters(self) -> tuple[str, ...]:
        """The names of the sizes that are not fixed."""
        return tuple(sorted(self.end.source.dim.parameters | self.end.target.dim.parameters))

    @cached_property
    def is_complex(self) -> bool:
        """Whether a basis element has entries that are not real."""
        return any(
            self._operator(k).is_complex
            for k, e in enumerate(self.elements)
            if not isinstance(e, DiagramElement | CutElement)
        )

    def shape(self, sizes: Sizes = None) -> tuple[int, int]:
        """(dimension of the target, dimension of the source). Raises NotNumeric for a size that is missing."""
        values = infer(self.end, None, sizes)
        return self.end.target.dim.at(values), self.end.source.dim.at(values)

    def basis(self, sizes: Sizes = None, like: Array | None = None, adjacency: Array | None = None) -> Array:
        """The basis elements as one dense array of shape (elements, output, input), for layers that learn coefficients.

        `like` is an array whose library, dtype and device are taken.
        """
        rows, columns = self.shape(sizes)
        arrays, _ = Arrays.of(like if like is not None else 0.0)
        arrays = arrays.complex if self.is_complex else arrays
        unit = arrays.constant([[float(i == j) for j in range(columns)] for i in range(columns)])
        if not self.elements:
            return arrays.zeros((0, rows, columns))
        one_by_one = [[float(k == e) for k in range(self.count)] for e in range(self.count)]
        images = [self.apply(unit, c, sizes, adjacency) for c in one_by_one]
        return arrays.xp.stack([arrays.xp.permute_dims(image, (1, 0)) for image in images], axis=0)

    def matrix(
        self,
        coefficients: Sequence[Any] | Array,
        sizes: Sizes = None,
        like: Array | None = None,
        adjacency: Array | None = None,
    ) -> Array:
        """The general element as a dense matrix of shape (output, input); coefficients in the order of the basis."""
        rows, columns = self.shape(sizes)
        arrays, _ = Arrays.of(like if like is not None else 0.0)
        unit = arrays.constant([[float(i == j) for j in range(columns)] for i in range(columns)])
        return arrays.xp.permute_dims(self.apply(unit, coefficients, sizes, adjacency), (1, 0))

    kernel = matrix

    def apply(
        self,
        x: Array,
        coefficients: Sequence[Any] | Array,
        sizes: Sizes = None,
        adjacency: Array | None = None,
    ) -> Array:
        """The product of the general element with vectors, without its matrix.

        x has shape (..., input) and coefficients (elements,): the result has shape (..., output). With channels, x has
        shape (..., input, c) and coefficients (elements, d, c): the result has shape (..., output, d). `adjacency`, of
        shape (n, n), is the graph of a space along an arbitrary graph. Raises WrongShape.
        """
        arrays, (x,) = Arrays.of(x)
        weights: Any = coefficients if hasattr(coefficients, "shape") else arrays.constant([*coefficients])
        if weights.ndim not in (1, 3) or weights.shape[0] != self.count:
            raise WrongShape(
                f"coefficients of shape {tuple(weights.shape)}: shape ({self.count},), or ({self.count}, d, c) with "
                f"channels, is needed"
            )
        channels = weights.ndim == 3
        if x.ndim < 1 + channels:
            raise WrongShape(
                f"x of shape {tuple(x.shape)}: shape (..., input{', c' if channels else ''}) is needed"
            )
        if channels and x.shape[-1] != weights.shape[2]:
            raise WrongShape(
                f"x has {x.shape[-1]} channels where coefficients of shape {tuple(weights.shape)} take {weights.shape[2]}"
            )
        if channels:
            x = _swapped(arrays, x)
        values = infer(self.end, x.shape[-1], sizes)
        columns, rows = self.end.source.dim.at(values), self.end.target.dim.at(values)
        if x.shape[-1] != columns:
            raise WrongShape(f"x of shape {tuple(x.shape)}: its input axis must have length {columns}")
        if self.is_complex and not arrays.is_complex:
            arrays = arrays.complex
            x = arrays.xp.astype(x, arrays.dtype)
        if weights.dtype != x.dtype and arrays.xp.isdtype(weights.dtype, "real floating"):
            weights = arrays.xp.astype(weights, x.dtype)
        out = self._applied(arrays, x, weights, values, rows, adjacency)
        return _swapped(arrays, out) if channels else out

    def _applied(
        self,
        arrays: Arrays,
        x: Array,
        weights: Array,
        values: Mapping[str, int],
        rows: int,
        adjacency: Array | None,
    ) -> Array:
        xp = arrays.xp
        diagrams = [(k, e) for k, e in enumerate(self.elements) if isinstance(e, DiagramElement)]
        total = self._contracted(arrays, x, weights, values, diagrams) if diagrams else None
        for k, element in enumerate(self.elements):
            if isinstance(element, DiagramElement):
                continue
            if isinstance(element, CutElement):
                image = x if element.diagonal else _along(arrays, adjacency, x)
            else:
                image = self._operator(k).apply(arrays, x)
            part = _mixed(arrays, weights[k, ...])(image, image.ndim - 1)
            total = part if total is None else total + part
        if total is None:
            lead = tuple(x.shape[:-1])
            lead = (*lead[:-1], weights.shape[1]) if weights.ndim == 3 else lead
            return xp.zeros((*lead, rows), dtype=x.dtype, device=arrays.device)
        return total

    def _operator(self, number: int) -> Operator:
        if number not in self._operators:
            element: Any = self.elements[number]
            if isinstance(element, MatrixElement):
                matrix = element.matrix
            elif hasattr(element, "dense"):
                matrix = element.dense()
            else:
                raise NotNumeric(f"basis elements of the kind {type(element).__name__} have no matrix")
            self._operators[number] = Operator.of(matrix)
        return self._operators[number]

    def _wirings(self, number: int, element: DiagramElement) -> list[tuple[int, Wiring]]:
        if number not in self._wires:
            self._wires[number] = [(sign, wiring(element, diagram)) for sign, diagram in element.terms]
        return self._wires[number]

    def _contracted(
        self,
        arrays: Arrays,
        x: Array,
        weights: Array,
        values: Mapping[str, int],
        diagrams: list[tuple[int, DiagramElement]],
    ) -> Array:
        """All diagram elements at once, block by block."""
        xp = arrays.xp
        sizes = sizes_of_sorts(self.end.group, values)
        try:
            sources, targets = layout(self.end.source, sizes, True), layout(self.end.target, sizes, False)
        except NoSlots as reason:
            raise NotNumeric(
                f"{self.end.name} for symbolic sizes: {reason}; declare it at a concrete size"
            ) from None
        lead = x.ndim - 1
        out_lead = tuple(x.shape[:-1]) if weights.ndim == 1 else (*x.shape[:-2], weights.shape[1])
        tensors: dict[int, Array] = {}
        pieces: list[Array] = []
        contractions: dict[tuple[int, int], Contraction] = {}
        for number, element in diagrams:
            top, bottom = element.places
            if bottom not in tensors:
                tensors[bottom] = sources[bottom].tensor(arrays, x)
            pair = contractions.setdefault(
                (top, bottom), Contraction(arrays, tensors[bottom], lead, sources[bottom].shape)
            )
            for sign, wire in self._wirings(number, element):
                weight = weights[number, ...] * float(sign) if sign != 1 else weights[number, ...]
                pair.add(wire, _mixed(arrays, weight))
        for top, part in enumerate(targets):
            total = None
            for (own, _), contraction in contractions.items():
                found = contraction.result(part.shape) if own == top else None
                if found is not None:
                    total = found if total is None else total + found
            if total is None:
                total = xp.zeros(out_lead + (1,) * len(part.shape), dtype=x.dtype, device=arrays.device)
            pieces.append(part.vector(arrays, total, out_lead))
        whole = pieces[0] if len(pieces) == 1 else xp.concat(pieces, axis=-1)
        if all(part.flat is None for part in targets):
            return whole
        order = [
            p
            for part in targets
            for p in (part.places if part.flat is not None else range(part.start, part.stop))
        ]
        if order != list(range(len(order))):
            back = sorted(range(len(order)), key=order.__getitem__)
            whole = xp.take(whole, arrays.indices(back), axis=-1)
        return whole


def _swapped(arrays: Arrays, x: Array) -> Array:
    return arrays.xp.permute_dims(x, (*range(x.ndim - 2), x.ndim - 1, x.ndim - 2))


def _along(arrays: Arrays, adjacency: Array | None, x: Array) -> Array:
    if adjacency is None:
        raise WrongShape("adjacency, of shape (n, n), is needed for a space along an arbitrary graph")
    if tuple(adjacency.shape) != (x.shape[-1], x.shape[-1]):
        raise WrongShape(f"adjacency of shape {tuple(adjacency.shape)} for {x.shape[-1]} nodes")
    own = arrays.xp.astype(adjacency, x.dtype) if adjacency.dtype != x.dtype else adjacency
    return arrays.xp.matmul(own, arrays.xp.expand_dims(x, axis=-1))[..., 0]


def _mixed(arrays: Arrays, weight: Array) -> Any:
    """Scale an array, or map its channel axis, which stands in front of the index axes."""
    xp = arrays.xp
    if weight.ndim == 0:
        return lambda x, lead: x * weight

    def mix(x: Array, lead: int) -> Array:
        flat = xp.reshape(x, (*x.shape[:lead], math.prod(x.shape[lead:])))
        mixed = xp.matmul(weight, flat)
        return xp.reshape(mixed, (*mixed.shape[:-1], *x.shape[lead:]))

    return mix
