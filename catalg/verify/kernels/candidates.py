"""Solutions that a formula may miss: certified covariants, and products of certified invariants with what the formula is made of.

They are written as the certificate writes its invariants and covariants, |k - q|², x·y, in the names of the claim.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from catalg.model.kernel_problem import KernelCovariant, KernelFunction, KernelInvariant
from catalg.terms import Add, Let, Mul, Name, Num, Pow, Term, add, mul, num, power, sub
from catalg.terms.term import expand_lets
from catalg.verify.kernels.ranks import vanishes
from catalg.verify.kernels.setting import Setting
from catalg.verify.kernels.smooth import extends
from catalg.verify.kernels.soundness import broken_generator
from catalg.verify.kernels.terms import NotRational, entries_of, function_entries, target_shape


@dataclass(frozen=True, slots=True)
class Candidate:
    """A kernel: how it is written, and its entries over flat coordinate names."""

    shown: Term
    entries: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Invariant:
    """A smooth invariant: how it is written, and its value over flat coordinate names."""

    shown: Term
    value: Term


class Candidates:
    """The covariants and invariants of a certified solution, smooth ones."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        kernel = setting.kernel
        self._bindings = kernel.formula.bindings if isinstance(kernel.formula, Let) else ()
        self.invariants = [j for i in kernel.invariants for j in self._invariant(i) if extends(setting, (j.value,))]
        found = [self._covariant(c) for c in kernel.covariants]
        self.covariants = [c for c in found if extends(setting, c.entries)]

    def shown(self, term: Term) -> Term:
        """A term of the proposal without its local names."""
        return expand_lets(Let(self._bindings, term)) if self._bindings else term

    def _covariant(self, covariant: KernelCovariant) -> Candidate:
        """The covariant, multiplied by its denominators where that is a kernel as well (then it is smooth)."""
        setting, value = self.setting, covariant.value
        shown = self.shown(covariant.term)
        bare = KernelFunction(value.numerators)
        if not value.factors or broken_generator(setting.frame, bare, invariant=False) is not None:
            return Candidate(shown, function_entries(setting.problem, value))
        scale = [self._written(KernelFunction((p,))) for p, _ in value.factors]
        powers = [power(s, num(-c)) for s, (_, c) in zip(scale, value.factors, strict=True) if s is not None]
        entries = function_entries(setting.problem, bare)
        if all(sum(e) <= 1 for n in value.numerators for e, _ in n.terms):
            return Candidate(self.named(entries), entries)
        if len(powers) == len(scale):
            return Candidate(_times(*(_flat(p) for p in powers), shown), entries)
        return Candidate(setting.shaped(entries), entries)

    def _written(self, function: KernelFunction) -> Term | None:
        """An invariant polynomial by the name that the certificate has for it."""
        element = self.setting.frame.lift(function.numerators[0])
        for invariant in self.setting.kernel.invariants:
            if len(invariant.value.numerators) == 1 and self.setting.bare(invariant.value) == element:
                shown = self.shown(invariant.term)
                return power(shown, num(2)) if invariant.value.factors else shown
        return None

    def _invariant(self, invariant: KernelInvariant) -> Iterator[Invariant]:
        """The components of an invariant; the square of one that is a square root."""
        setting, value = self.setting, invariant.value
        shown = self.shown(invariant.term)
        written: Sequence[Term] = [shown]
        if len(value.numerators) > 1:
            try:
                written = entries_of(shown, setting.problem, None)
            except ValueError:
                written = ()
        for k, numerator in enumerate(value.numerators):
            if not numerator.terms:
                continue
            single = KernelFunction((numerator,), value.factors)
            (entry,) = function_entries(setting.problem, single)
            term = written[k] if len(written) == len(value.numerators) else entry
            bare = setting.bare(single)
            if bare is not None and value.factors:
                yield Invariant(power(term, num(2)), setting.polynomial_term(bare))
            else:
                yield Invariant(term, entry)

    def product(self, invariant: Invariant, coefficient: Sequence[Term]) -> Candidate:
        """An invariant times a coefficient of the formula."""
        return Candidate(
            _times(invariant.shown, self.named(coefficient)), tuple(mul(invariant.value, c) for c in coefficient)
        )

    def named(self, entries: Sequence[Term]) -> Term:
        """Entries as a covariant of the certificate writes them, if they are one."""
        for argument in self.setting.problem.arguments:
            if argument.name and argument.shape == "vector" and argument.size == len(entries) > 1:
                own = [Name(c) for c in self.setting.problem.coordinates[argument.start : argument.start + argument.size]]
                if all(self._same(a, b) for a, b in zip(own, entries, strict=True)):
                    return Name(argument.name)
        for covariant in self.setting.kernel.covariants:
            shown = self.shown(covariant.term)
            try:
                given = entries_of(shown, self.setting.problem, target_shape(self.setting.problem))
                for sign in (num(1), num(-1)):
                    if all(self._same(mul(sign, a), b) for a, b in zip(given, entries, strict=True)):
                        return mul(sign, shown)
            except ValueError:
                continue
        return self.setting.shaped(entries)

    def _same(self, one: Term, two: Term) -> bool:
        if one == two:
            return True
        try:
            (a, b), (c, d) = self.setting.rational(one), self.setting.rational(two)
        except NotRational:
            return vanishes(self.setting, sub(one, two))
        return self.setting.frame.vanishes(a * d - b * c)

    def plus_offset(self, candidate: Candidate) -> Candidate:
        """A solution plus the part of the formula without undeclared names."""
        offset = self.setting.linear.offset
        if all(o == num(0) for o in offset):
            return candidate
        entries = tuple(add(a, b) for a, b in zip(offset, candidate.entries, strict=True))
        named = self.named(offset)
        return Candidate(mul(num(2), named) if named == candidate.shown else add(named, candidate.shown), entries)


def _flat(term: Term) -> Term:
    """(t²)^c as t^(2c), for a t that is never negative."""
    match term:
        case Pow(Pow(inner, Num(two)), Num(c)) if two == 2:
            return power(inner, num(2 * c))
    return term


def _times(*factors: Term) -> Term:
    """A product that keeps sums together."""
    kept = [f for f in factors if f != num(1)]
    if any(isinstance(f, Add) for f in kept) and len(kept) > 1:
        return Mul(tuple(part for f in kept for part in (f.args if isinstance(f, Mul) else (f,))))
    return mul(*kept)
