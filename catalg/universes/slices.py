"""The slice of a kernel problem at a homogeneous argument: Map_G(G/H x Z, V) = Map_H(Z, V).

An argument that is G itself, under left translations and under right ones by H, is one orbit of G x H; the stabilizer of
its neutral element e is the set of pairs (i(h), h). A kernel is known from its values at e, and every map on the slice
{e} x Z that is equivariant for the stabilizer extends (Yoneda; in this form Frobenius reciprocity). The slice is a
kernel problem again, of smaller dimension, with one generator for each generator of H.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from catalg.exact.dense import inverse
from catalg.exact.field import QQ, Scalar
from catalg.exact.nullspace import solve
from catalg.exact.poly import PolynomialRing
from catalg.exact.sparse import SparseMatrix, plain
from catalg.model.group import Word
from catalg.model.kernel_problem import (
    DiscreteGenerator,
    KernelArgument,
    KernelProblem,
    LieGenerator,
    Poly,
    Rat,
)

Element = Any
Images = list[tuple[Element, Element]]


class NoSlice(ValueError):
    """The problem has no slice at this argument: it is not known to be one orbit, or its data cannot be inverted."""


def slice_problem(problem: KernelProblem, index: int) -> KernelProblem:
    """The problem on the slice at the neutral element of an argument. Raises NoSlice."""
    argument = problem.arguments[index]
    if not argument.free_transitive or argument.base is None:
        raise NoSlice("no argument is the group itself")
    return _Slice(problem, argument).problem(index)


class _Slice:
    def __init__(self, given: KernelProblem, argument: KernelArgument) -> None:
        self.given, self.argument = given, argument
        self.ring = PolynomialRing(given.size, given.number_field)
        self.block = range(argument.start, argument.start + argument.size)
        self.rest = [k for k in range(given.size) if k not in self.block]
        self.small = PolynomialRing(len(self.rest), given.number_field)
        self.right = {name for name, _ in argument.right}
        at = [self.ring.coordinates[k] for k in range(given.size)]
        for k, value in zip(self.block, argument.base or (), strict=True):
            at[k] = self.ring.scalar(value)
        self.at = at

    # --- polynomials ------------------------------------------------------------------------------------------

    def lift(self, poly: Poly) -> Element:
        return self.ring.element(dict(poly.terms))

    def own(self, poly: Poly) -> Element:
        """A polynomial in the other coordinates alone, in the small ring."""
        for exponents, _ in poly.terms:
            if any(exponents[k] for k in self.block):
                raise NoSlice("the other arguments do not move by themselves")
        return self.small.element({tuple(e[k] for k in self.rest): c for e, c in poly.terms})

    def velocity(self, images: Sequence[Rat]) -> dict[int, Scalar]:
        """The vector field on the block at e."""
        found: dict[int, Scalar] = {}
        for position, k in enumerate(self.block):
            value = self._at_neutral(images[k])
            if value != 0:
                found[position] = value
        return found

    def _at_neutral(self, image: Rat) -> Scalar:
        values = []
        for poly in (image.numerator, image.denominator):
            element = self.ring.substitute(self.lift(poly), self.at)
            if not element.is_constant():
                raise NoSlice("the argument does not move by itself")
            values.append(self.ring.table(element).get((0,) * self.ring.size, Fraction(0)))
        if values[1] == 0:
            raise NoSlice("the action has a pole at the neutral element")
        return plain(values[0] / values[1])

    # --- generators -------------------------------------------------------------------------------------------

    def problem(self, index: int) -> KernelProblem:
        given = self.given
        lie: list[LieGenerator] = []
        left = [g for g in given.lie if g.name not in self.right and self._is_left(g.images)]
        elsewhere = [g for g in given.lie if g.name not in self.right and g not in left]
        velocities = [self.velocity(g.images) for g in left]
        matrix = SparseMatrix.of(
            [{a: v[p] for a, v in enumerate(velocities) if p in v} for p in range(len(self.block))],
            len(left), given.number_field or QQ,
        )
        for generator in given.lie:
            if generator.name in self.right:
                self._only_here(generator.images, generator.rho, still=False)
                minus = {p: plain(-c) for p, c in self.velocity(generator.images).items()}
                weights = solve(matrix, minus)
                if weights is None:
                    raise NoSlice("the subgroup does not lie in the group")
                lie.append(self._combined(generator.name, left, weights))
        lie += [LieGenerator(g.name, tuple(self._rat(g.images[k]) for k in self.rest), g.rho) for g in elsewhere]
        discrete: list[DiscreteGenerator] = []
        words = dict(self.argument.right)
        for s in given.discrete:
            if s.name in self.right:
                self._only_here(s.images, s.rho, still=True)
                discrete.append(self._word(s, words[s.name]))
            elif not self._moves_here(s.images):
                discrete.append(DiscreteGenerator(s.name, tuple(self._rat(s.images[k]) for k in self.rest), s.rho))
        arguments = []
        for k, a in enumerate(given.arguments):
            if k != index:
                start = a.start - (self.argument.size if a.start > self.argument.start else 0)
                arguments.append(
                    KernelArgument(
                        a.name, start, a.size, a.shape, a.rows, a.columns, a.positive_definite, False, a.base,
                        a.connected, (), a.orbit,
                    )
                )
        equations = [self._poly(self.own(e)) for e in given.equations if not self._inside(e)]
        inequalities = [
            self._rat(r) for r in given.inequalities if not (self._inside(r.numerator) and self._inside(r.denominator))
        ]
        return KernelProblem(
            tuple(arguments), tuple(given.coordinates[k] for k in self.rest), tuple(equations), tuple(inequalities),
            tuple(discrete), tuple(lie), given.target, given.number_field, given.name,
        )

    def _inside(self, poly: Poly) -> bool:
        """Whether a condition speaks of the block alone."""
        return not any(e[k] for e, _ in poly.terms for k in self.rest)

    def _is_left(self, images: Sequence[Rat]) -> bool:
        return any(images[k].numerator.terms for k in self.block)

    def _moves_here(self, images: Sequence[Rat]) -> bool:
        return any(
            self.lift(images[k].numerator) != self.ring.coordinates[k] * self.lift(images[k].denominator)
            for k in self.block
        )

    def _only_here(self, images: Sequence[Rat], rho: Sequence[Sequence[Scalar]], still: bool) -> None:
        """A right translation moves its own argument and nothing else."""
        for k in self.rest:
            expected = self.ring.coordinates[k] if still else self.ring.zero
            if self.lift(images[k].numerator) != expected * self.lift(images[k].denominator):
                raise NoSlice("a right translation moves another argument")
        for i, row in enumerate(rho):
            if any(c != int(still and i == j) for j, c in enumerate(row)):
                raise NoSlice("a right translation acts on the values")

    def _poly(self, element: Element) -> Poly:
        return Poly.of(dict(self.small.table(element)))

    def _rat(self, image: Rat) -> Rat:
        return Rat(self._poly(self.own(image.numerator)), self._poly(self.own(image.denominator)))

    def _combined(self, name: str, left: Sequence[LieGenerator], weights: dict[int, Scalar]) -> LieGenerator:
        images = []
        for k in self.rest:
            top, bottom = self.small.zero, self.small.one
            for a, c in weights.items():
                n, d = self.own(left[a].images[k].numerator), self.own(left[a].images[k].denominator)
                n = n * self.small.scalar(c)
                top, bottom = (top + n, bottom) if d == bottom else (top * d + n * bottom, bottom * d)
            images.append(Rat(self._poly(self.small.reduce(top)), self._poly(self.small.reduce(bottom))))
        m = self.given.target.dimension
        rho: list[list[Scalar]] = [[Fraction(0)] * m for _ in range(m)]
        for a, c in weights.items():
            for i in range(m):
                for j in range(m):
                    rho[i][j] = plain(rho[i][j] + c * left[a].rho[i][j])
        return LieGenerator(name, tuple(images), tuple(map(tuple, rho)))

    def _word(self, s: DiscreteGenerator, word: Word) -> DiscreteGenerator:
        """The element (i(h), h), which fixes e, on the other arguments and on V."""
        m = self.given.target.dimension
        images: Images = [(self.lift(r.numerator), self.lift(r.denominator)) for r in s.images]
        rho = SparseMatrix.identity(m)
        for name, exponent in reversed(word):
            letter = next((g for g in self.given.discrete if g.name == name), None)
            if letter is None:
                raise NoSlice("a word in unknown generators")
            step: Images = [(self.lift(r.numerator), self.lift(r.denominator)) for r in letter.images]
            matrix = SparseMatrix.from_dense(letter.rho)
            if exponent < 0:
                step, matrix = self._inverted(step), SparseMatrix.from_dense(inverse(letter.rho))
            for _ in range(abs(exponent)):
                images = [self._composed(pair, images) for pair in step]
                rho = matrix @ rho
        composed = [Rat(*(Poly.of(dict(self.ring.table(e))) for e in pair)) for pair in images]
        if any(self._at_neutral(composed[k]) != c for k, c in zip(self.block, self.argument.base or (), strict=True)):
            raise NoSlice("the subgroup does not lie in the group")
        moved = tuple(self._rat(composed[k]) for k in self.rest)
        return DiscreteGenerator(s.name, moved, tuple(tuple(row) for row in rho.to_dense()))

    def _composed(self, pair: tuple[Element, Element], images: Images) -> tuple[Element, Element]:
        top = self.ring.substitute_rational(pair[0], images)
        bottom = self.ring.substitute_rational(pair[1], images)
        return self.ring.reduce(top[0] * bottom[1]), self.ring.reduce(top[1] * bottom[0])

    def _inverted(self, step: Images) -> Images:
        """The inverse of an affine map."""
        size = self.given.size
        matrix: list[list[Scalar]] = []
        shift: list[Scalar] = []
        for top, bottom in step:
            if not bottom.is_constant():
                raise NoSlice("a map that is not affine is not inverted")
            row: list[Scalar] = [Fraction(0)] * size
            constant: Scalar = Fraction(0)
            for exponents, c in self.ring.table(self.ring.reduce(top / bottom)).items():
                if sum(exponents) > 1:
                    raise NoSlice("a map that is not affine is not inverted")
                if sum(exponents):
                    row[exponents.index(1)] = c
                else:
                    constant = c
            matrix.append(row)
            shift.append(constant)
        images: Images = []
        for weights in inverse(matrix):
            total = self.ring.zero
            for k, c in enumerate(weights):
                if c != 0:
                    total = total + self.ring.scalar(c) * (self.ring.coordinates[k] - self.ring.scalar(shift[k]))
            images.append((total, self.ring.one))
        return images
