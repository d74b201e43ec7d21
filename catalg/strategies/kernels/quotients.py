"""Kernels that are the same on the cosets of SO(n-1) in SO(n), as kernels on the sphere."""

from __future__ import annotations

from collections.abc import Callable

from catalg.exact.poly import PolynomialRing
from catalg.model.display import scalar_term
from catalg.model.kernel_problem import (
    KernelCovariant,
    KernelFunction,
    KernelInvariant,
    KernelProblem,
    KernelProposal,
    Poly,
)
from catalg.model.verdict import Step
from catalg.strategies.kernels.present import closed_form
from catalg.strategies.kernels.yoneda import read_off
from catalg.terms import Index, Let, Name, Term, Vector, add, mul, num, substitute
from catalg.terms.term import expand_lets
from catalg.universes.quotients import quotient_problem
from catalg.universes.slices import NoSlice

Solver = Callable[[KernelProblem], "KernelProposal | None"]


def propose_by_quotient(problem: KernelProblem, solve: Solver) -> KernelProposal | None:
    """A proposal from the sphere in place of an argument, or None where no argument is a group of rotations up to an axis."""
    for index, argument in enumerate(problem.arguments):
        try:
            quotient = quotient_problem(problem, index)
        except NoSlice:
            continue
        found = solve(quotient.problem)
        if found is None:
            return None
        values = [*(i.value for i in found.invariants), *(c.value for c in found.covariants)]
        if any(value.exponent is not None for value in values):
            return None
        ring = PolynomialRing(problem.size, problem.number_field)
        little = PolynomialRing(quotient.problem.size, problem.number_field)
        images = [ring.element(dict(p.terms)) for p in quotient.images]

        def spread(poly: Poly, ring: PolynomialRing = ring, little: PolynomialRing = little, images: list[object] = images) -> Poly:
            return Poly.of(dict(ring.table(ring.substitute(little.element(dict(poly.terms)), images, ring))))

        def carried(function: KernelFunction, spread: Callable[[Poly], Poly] = spread) -> KernelFunction:
            return KernelFunction(tuple(map(spread, function.numerators)), tuple((spread(p), c) for p, c in function.factors))

        name, n = Name(argument.name), argument.rows
        vector = Vector(
            tuple(
                add(*(mul(scalar_term(c), Index(name, (num(i + 1), num(j + 1)))) for j, c in enumerate(quotient.vector) if c != 0))
                for i in range(n)
            )
        )
        bindings = found.formula.bindings if isinstance(found.formula, Let) else ()

        def written(term: Term, old: str = argument.name, new: Term = vector, bindings: tuple[tuple[str, Term], ...] = bindings) -> Term:
            return read_off(substitute(expand_lets(Let(bindings, term)) if bindings else term, {old: new}))

        arguments = tuple(written(i.term) for i in found.invariants)
        covariants = tuple(written(c.term) for c in found.covariants)
        formula = closed_form(found.functions[: found.free], arguments, covariants)
        steps = (
            Step.of("kernel-quotient-step", argument=name, vector=vector), *found.steps[:-1],
            Step.of("kernel-form", formula=formula),
        )  # fmt: skip
        return KernelProposal(
            tuple(KernelInvariant(t, carried(i.value)) for t, i in zip(arguments, found.invariants, strict=True)),
            tuple(KernelCovariant(t, carried(c.value)) for t, c in zip(covariants, found.covariants, strict=True)),
            (), found.free, found.arguments, formula, found.functions, steps,
            claims={"arguments": arguments, "quotient": index, "on quotient": found},
        )  # fmt: skip
    return None
