"""How many kernels there are on all of X: the dimension of the space of smooth kernels, as two bounds that meet.

Below: covariants without singularities are smooth kernels, and so are their products with powers of a smooth invariant that is not
constant. Above: where generic points form one orbit, a kernel is known from its value at one of them, which the stabilizer
fixes, so that there are no more than independent covariants; this needs the solution to be complete. The generic counts alone
decide nothing: x ↦ 1/x is no kernel on the line, and on two orbits the constants are two.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from catalg.model.kernel_problem import KernelFunction, KernelProblem, KernelProposal
from catalg.model.solution import Certificate
from catalg.verify.kernels.frame import Element, Frame
from catalg.verify.kernels.soundness import broken_generator


def is_infinite(problem: KernelProblem, proposal: KernelProposal) -> bool:
    """Whether infinitely many smooth kernels are certain: a smooth covariant, and a smooth invariant that is not constant.

    The proposal must be sound, with counts that were certified."""
    frame = Frame(problem)
    return any(_smooth_multiple(frame, c.value) for c in proposal.covariants) and any(
        not _constant(frame, candidate)
        for i in proposal.invariants
        for candidate in _smooth_invariants(frame, i.value)
    )


def is_exactly_free(problem: KernelProblem, proposal: KernelProposal, certificate: Certificate) -> bool:
    """Whether the covariants are a basis of all smooth kernels: no invariants, complete, and each one smooth on X."""
    frame = Frame(problem)
    return (
        proposal.arguments == 0
        and certificate.separates
        and all(_smooth(frame, c.value) for c in proposal.covariants)
    )


def _smooth(frame: Frame, function: KernelFunction) -> bool:
    """Whether a function is smooth on X: its factors are powers of polynomials that the domain makes positive, or whole powers."""
    return all((c.denominator == 1 and c > 0) or _positive(frame, frame.lift(p)) for p, c in function.factors)


def _smooth_multiple(frame: Frame, function: KernelFunction) -> bool:
    """Whether the function, or what its numerators give alone, is a smooth kernel."""
    bare = KernelFunction(function.numerators, (), function.exponent)
    return _smooth(frame, function) or broken_generator(frame, bare, invariant=False) is None


def _smooth_invariants(frame: Frame, function: KernelFunction) -> Iterator[Element]:
    """Polynomials among the parts of an invariant that are invariant alone, and its numerators where it is smooth itself."""
    if not function.factors or _smooth(frame, function):
        yield from (frame.lift(n) for n in function.numerators)
        if function.factors:
            yield from (frame.lift(p) for p, _ in function.factors)
        return
    for part in (*function.numerators, *(p for p, _ in function.factors)):
        if broken_generator(frame, KernelFunction((part,)), invariant=True) is None:
            yield frame.lift(part)


def _constant(frame: Frame, element: Element) -> bool:
    """Whether a polynomial is constant on X, or not certainly another."""
    reduced = frame.ring.remainder(element, frame.ideal) if frame.ideal else frame.ring.reduce(element)
    return reduced == 0 or bool(reduced.is_constant())


def _positive(frame: Frame, element: Element) -> bool:
    """Whether a polynomial is a positive multiple of one that an inequality of the domain makes positive."""
    for inequality in frame.problem.inequalities:
        numerator, denominator = frame.fraction(inequality)
        if denominator.is_constant() and not numerator.is_constant():
            quotient, rest = divmod(element * denominator, numerator)
            if rest == 0 and _positive_constant(frame, quotient):
                return True
    return _positive_constant(frame, element)


def _positive_constant(frame: Frame, element: Element) -> bool:
    if element == 0 or not element.is_constant():
        return False
    value = next(iter(frame.ring.table(element).values()))
    return isinstance(value, Fraction) and value > 0


__all__ = ["is_exactly_free", "is_infinite"]
