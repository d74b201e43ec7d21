"""The user's problem as the verifier reads it: polynomials in one ring, group elements from words, samples modulo a prime.

This shares nothing with the strategy but `exact/` and the problem's data type, and it starts from the declared generators.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from catalg.exact.field import QQ, NumberField, Scalar
from catalg.exact.modular import inverse, linear_prime, reduce_scalar
from catalg.exact.modular_points import ModularPoints, dense_rank
from catalg.exact.nullspace import nullspace
from catalg.exact.poly import ModularPolynomial, PolynomialRing
from catalg.exact.rotation import highest_level, quarter_turns
from catalg.exact.sparse import SparseMatrix, plain
from catalg.model.kernel_problem import GroupElement, KernelFunction, KernelProblem, Letter, Poly, Rat

Element = Any
Fraction_ = tuple[Element, Element]


class Unreadable(ValueError):
    """Something in the proposal does not mean what it should; the message is one short sentence."""


class Affine:
    """A group element acting by an affine map x -> A x + b, with its matrix on V. `real` is False for elements that lie
    only in the Zariski closure of the group."""

    def __init__(self, matrix: SparseMatrix, shift: dict[int, Scalar], rho: SparseMatrix, real: bool = True) -> None:
        self.matrix, self.shift, self.rho, self.real = matrix, shift, rho, real

    def after(self, first: Affine) -> Affine:
        """The composite, `first` acting first."""
        moved = self.matrix.apply(first.shift)
        for k, c in self.shift.items():
            moved[k] = plain(moved.get(k, 0) + c)
        shift = {k: c for k, c in moved.items() if c != 0}
        return Affine(self.matrix @ first.matrix, shift, self.rho @ first.rho, self.real and first.real)


class Frame:
    """The declared problem in working form."""

    def __init__(self, problem: KernelProblem) -> None:
        self.problem = problem
        self.size = problem.size
        self.ring = PolynomialRing(problem.size, problem.number_field)
        self.field: NumberField = self.ring.field or QQ
        self.equations = [self.lift(e) for e in problem.equations if e.terms]
        basis = self.ring.grobner(self.equations)
        self.ideal = basis if basis is not None else self.equations
        self.fields = [[self.fraction(r) for r in g.images] for g in problem.lie]
        self.maps = [[self.fraction(r) for r in g.images] for g in problem.discrete]
        self.lie_rho = [SparseMatrix.from_dense(g.rho) for g in problem.lie]
        self.discrete_rho = [SparseMatrix.from_dense(g.rho) for g in problem.discrete]
        self.dimension = problem.target.dimension

    def lift(self, poly: Poly) -> Element:
        """A polynomial of the problem in the ring."""
        return self.ring.element(dict(poly.terms))

    def fraction(self, rat: Rat) -> Fraction_:
        """A rational function as (numerator, denominator)."""
        return self.lift(rat.numerator), self.lift(rat.denominator)

    def vanishes(self, element: Element) -> bool:
        """Whether a polynomial is zero on X, by membership in the ideal of its equations."""
        element = self.ring.reduce(element)
        return element == 0 or (bool(self.ideal) and self.ring.remainder(element, self.ideal) == 0)

    def polynomial_fields(self) -> bool:
        """Whether every vector field is polynomial."""
        return all(den == 1 for field in self.fields for _, den in field)

    def element(self, word: GroupElement) -> Affine:
        """The group element of a word. Raises Unreadable when a letter is not what it claims to be."""
        product = Affine(SparseMatrix.identity(self.size), {}, SparseMatrix.identity(self.dimension))
        for letter in reversed(word):
            product = self._letter(letter).after(product)
        return product

    def _letter(self, letter: Letter) -> Affine:
        if letter.name:
            return self._power(letter)
        if len(letter.coefficients) != len(self.fields):
            raise Unreadable("a Lie element has the wrong number of coordinates")
        images = [self.ring.zero] * self.size
        rho = SparseMatrix.zero(self.dimension, self.dimension)
        for c, field, matrix in zip(letter.coefficients, self.fields, self.lie_rho, strict=True):
            if c == 0:
                continue
            if any(den != 1 for _, den in field):
                raise Unreadable("a Lie element does not act by polynomials")
            images = [a + self.ring.scalar(c) * num for a, (num, _) in zip(images, field, strict=True)]
            rho = rho + matrix.scale(c)
        linear, shift = self.affine_part(images)
        if shift:
            raise Unreadable("a rotation does not fix the origin")
        scale = letter.scale
        if highest_level(linear, scale) is None or highest_level(rho, scale) is None:
            raise Unreadable("a Lie element does not rotate with the frequency claimed")
        on_x, on_v = quarter_turns(linear, scale, letter.turns), quarter_turns(rho, scale, letter.turns)
        if on_x is None or on_v is None:
            raise Unreadable("a turn is not rational")
        return Affine(on_x, {}, on_v, scale > 0)

    def _power(self, letter: Letter) -> Affine:
        for generator, images, rho in zip(self.problem.discrete, self.maps, self.discrete_rho, strict=True):
            if generator.name == letter.name:
                if letter.power < 1 or any(not den.is_constant() for _, den in images):
                    raise Unreadable(f"the generator {letter.name} is not used by an affine map")
                linear, shift = self.affine_part([self.ring.reduce(num / den) for num, den in images])
                base = power = Affine(linear, shift, rho)
                for _ in range(letter.power - 1):
                    power = base.after(power)
                return power
        raise Unreadable(f"{letter.name} is not a declared generator")

    def affine_part(self, images: Sequence[Element]) -> tuple[SparseMatrix, dict[int, Scalar]]:
        """The matrix and shift of an affine map. Raises Unreadable for another map."""
        rows: list[dict[int, Scalar]] = []
        shift: dict[int, Scalar] = {}
        for k, image in enumerate(images):
            row: dict[int, Scalar] = {}
            for exponents, c in self.ring.table(image).items():
                degree = sum(exponents)
                if degree == 0:
                    shift[k] = plain(c)
                elif degree == 1:
                    row[exponents.index(1)] = plain(c)
                else:
                    raise Unreadable("a map is not affine")
            rows.append(row)
        return SparseMatrix.of(rows, self.size, self.field), shift

    def combination(self, weights: dict[int, Scalar]) -> list[Element]:
        """The vector field of a combination of Lie generators (polynomial ones)."""
        images = [self.ring.zero] * self.size
        for j, c in weights.items():
            factor = self.ring.scalar(c)
            images = [a + factor * num for a, (num, _) in zip(images, self.fields[j], strict=True)]
        return [self.ring.reduce(f) for f in images]


class Sample:
    """Evaluation modulo one prime: velocities, gradients, values, stabilizers."""

    def __init__(self, frame: Frame, seed: int = 23, skip: int = 3) -> None:
        self.frame = frame
        self.prime, self.root = linear_prime(frame.field, skip)
        self.points = ModularPoints(frame.ring, frame.equations, self.prime, self.root, seed)
        self.equations = [self.compiled(e) for e in frame.equations]
        self.fields = [[(self.compiled(n), self.compiled(d)) for n, d in field] for field in frame.fields]
        self.rho = [[[self.scalar(c) for c in row] for row in matrix.to_dense()] for matrix in frame.lie_rho]

    def scalar(self, value: Scalar) -> int:
        """A scalar modulo the prime."""
        return reduce_scalar(value, self.prime, self.root)

    def compiled(self, element: Element) -> ModularPolynomial:
        """A polynomial ready for evaluation."""
        return ModularPolynomial(self.frame.ring.table(element), self.prime, self.root)

    def rank(self, rows: Sequence[Sequence[int]]) -> int:
        """The rank modulo the prime."""
        return dense_rank(rows, self.prime)

    def velocities(self, point: Sequence[int]) -> list[list[int]]:
        """One row for each Lie generator. Raises ZeroDivisionError where a field has a pole."""
        return [
            [n(point) * inverse(d(point), self.prime) % self.prime for n, d in field] for field in self.fields
        ]

    def normals(self, point: Sequence[int]) -> list[list[int]]:
        """The gradients of the equations of X."""
        return [e.gradient(point) for e in self.equations]

    def stabilizer(self, velocities: Sequence[Sequence[int]]) -> list[list[int]]:
        """A basis of the combinations of the Lie generators with zero velocity."""
        count = len(velocities)
        if not count:
            return []
        import flint

        matrix = flint.nmod_mat(
            self.frame.size, count, [v[k] for k in range(self.frame.size) for v in velocities], self.prime
        )
        kernel, nullity = matrix.nullspace()
        return [[int(kernel[i, j]) for i in range(count)] for j in range(int(nullity))]

    def fixed_values(self, velocities: Sequence[Sequence[int]], extra: Sequence[SparseMatrix] = ()) -> int:
        """dim V^H for the Lie stabilizer at a point with these velocities together with elements acting by `extra`."""
        m, prime = self.frame.dimension, self.prime
        rows: list[list[int]] = []
        for weights in self.stabilizer(velocities):
            for i in range(m):
                rows.append(
                    [sum(w * self.rho[k][i][j] for k, w in enumerate(weights) if w) % prime for j in range(m)]
                )
        for matrix in extra:
            for i, row in enumerate(matrix.rows):
                line = [0] * m
                for j, c in row.items():
                    line[j] = self.scalar(c)
                line[i] -= 1
                rows.append(line)
        return m - self.rank(rows)


def function_value(sample: Sample, function: KernelFunction, point: Sequence[int]) -> list[int]:
    """The numerators at a point (the common factors do not matter for ranks). ZeroDivisionError where a factor vanishes."""
    frame = sample.frame
    for p, _ in function.factors:
        if sample.compiled(frame.lift(p))(point) == 0:
            raise ZeroDivisionError("a factor vanishes at the sample point")
    return [sample.compiled(frame.lift(f))(point) for f in function.numerators]


def logarithmic_gradients(sample: Sample, function: KernelFunction, point: Sequence[int]) -> list[list[int]]:
    """For each component f = n prod p^c the row n·dlog f, proportional to the gradient."""
    frame, prime = sample.frame, sample.prime
    rows = []
    for numerator in function.numerators:
        n = sample.compiled(frame.lift(numerator))
        value, row = n(point), n.gradient(point)
        for p, c in function.factors:
            q = sample.compiled(frame.lift(p))
            weight = value * c.numerator * inverse(c.denominator * q(point), prime) % prime
            row = [(a + weight * b) % prime for a, b in zip(row, q.gradient(point), strict=True)]
        rows.append(row)
    return rows


def fixed_points(elements: Sequence[Affine], size: int, field: NumberField) -> tuple[dict[int, Scalar], list[dict[int, Scalar]]] | None:
    """A point and a basis of directions of the affine space that all the elements fix, or None where it is empty."""
    identity = SparseMatrix.identity(size)
    rows: list[dict[int, Scalar]] = []
    for e in elements:
        difference = e.matrix - identity
        for k, row in enumerate(difference.rows):
            line = dict(row)
            if e.shift.get(k, 0) != 0:
                line[size] = e.shift[k]
            if line:
                rows.append(line)
    space = nullspace(SparseMatrix.of(rows, size + 1, field)) if rows else [{k: 1} for k in range(size + 1)]
    with_constant = [v for v in space if v.get(size, 0) != 0]
    if not with_constant:
        return None
    first = with_constant[0]
    scale = first[size]
    origin = {k: plain(c / scale if not isinstance(c, int) or not isinstance(scale, int) else Fraction(c, scale))
              for k, c in first.items() if k != size}  # fmt: skip
    directions = []
    for v in space:
        if v is first:
            continue
        factor = v.get(size, 0)
        direction = {k: plain(c - factor * origin.get(k, 0)) for k, c in v.items() if k != size}
        for k, c in origin.items():
            if k not in direction:
                direction[k] = plain(-factor * c)
        directions.append({k: c for k, c in direction.items() if c != 0})
    return origin, [d for d in directions if d]
