"""The certificate of a kernel proposal, from the user's problem and its generators.

Sound: exact identities on every generator, and the formulas shown are the functions certified. Counts: lower and upper
bounds that meet. Complete: the counts, and a proof that the invariants separate generic real orbits.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from catalg.exact.functions import Shape
from catalg.exact.zero import decide_zero
from catalg.model.kernel_problem import (
    KernelCertificate,
    KernelFunction,
    KernelProblem,
    KernelProposal,
    Stratum,
)
from catalg.model.verdict import Evidence, Verdict
from catalg.terms import Let, Term, num, sub
from catalg.verify.kernels.angles import on_projections
from catalg.verify.kernels.chain import Chain, check_chain
from catalg.verify.kernels.classical import ORIENTATIONS, bound_on_strata, recognise
from catalg.verify.kernels.counts import Counts, count
from catalg.verify.kernels.determined import Known
from catalg.verify.kernels.domain import Domain, describe_domain
from catalg.verify.kernels.frame import Affine, Frame, Sample, Unreadable
from catalg.verify.kernels.lattices import lattice_of
from catalg.verify.kernels.linear_form import read_linear
from catalg.verify.kernels.quadrics import on_quadrics
from catalg.verify.kernels.quotients import complete_on_quotient
from catalg.verify.kernels.separation import Separation, separates
from catalg.verify.kernels.setting import Setting
from catalg.verify.kernels.slices import complete_on_slice
from catalg.verify.kernels.soundness import broken_generator
from catalg.verify.kernels.strata import counted_strata
from catalg.verify.kernels.terms import entries_of, function_entries, target_shape
from catalg.verify.kernels.torsor import is_yoneda_reduction

SAMPLES = 5
PERIODIC = "the invariants of a lattice of shifts are periodic, and no rational functions; claims with cos and sin are judged"


def certify_kernel(problem: KernelProblem, proposal: KernelProposal) -> KernelCertificate:
    """Check a proposal against the declared problem. Never raises for a wrong proposal."""
    frame = Frame(problem)
    evidence: list[Evidence] = []
    for number, covariant in enumerate(proposal.covariants):
        flaw = broken_generator(frame, covariant.value, invariant=False)
        if flaw is not None:
            return _unsound(f"covariant {number + 1} fails on {flaw}", evidence)
    for number, invariant in enumerate((*proposal.invariants, *proposal.auxiliary)):
        flaw = broken_generator(frame, invariant.value, invariant=True)
        if flaw is not None:
            return _unsound(f"invariant {number + 1} fails on {flaw}", evidence)
    generators = len(problem.lie) + len(problem.discrete)
    evidence.append(
        Evidence.of("kernel-sound", covariants=len(proposal.covariants), invariants=len(proposal.invariants), generators=generators)
    )
    sound = formulas_agree(problem, proposal)
    if sound is not Verdict.PROVED:
        return KernelCertificate(
            sound, Verdict.UNDECIDED, Verdict.UNDECIDED, "local", tuple(evidence), "a formula is not its function"
        )
    if proposal.free != len(proposal.covariants):
        return _unsound("the number of functions is not that of the covariants", evidence)
    on_slice = complete_on_slice(frame, proposal, evidence, certify_kernel)
    if on_slice is None:
        on_slice = complete_on_quotient(frame, proposal, evidence, certify_kernel)
    if on_slice is not None:
        return on_slice
    found = _counts(frame, proposal)
    if isinstance(found, str):
        return KernelCertificate(sound, Verdict.UNDECIDED, Verdict.UNDECIDED, "local", tuple(evidence), found)
    counts, domain, chain, sample, reason = found
    evidence.append(
        Evidence.of(
            "kernel-bounds", prime=counts.prime, arguments_at_least=counts.lower_arguments,
            arguments_at_most=counts.upper_arguments, free_at_least=counts.lower_free, free_at_most=counts.upper_free, irreducible=int(domain.irreducible), linear=int(not frame.equations and not problem.inequalities),
        )
    )  # fmt: skip
    if counts.met and domain.pure and proposal.arguments == counts.lower_arguments and is_yoneda_reduction(
        frame, sample, proposal
    ):
        evidence.append(Evidence.of("kernel-yoneda"))
        return KernelCertificate(sound, Verdict.PROVED, Verdict.PROVED, "global", tuple(evidence))
    counted, why = Verdict.PROVED, reason
    if not counts.met or proposal.arguments != counts.lower_arguments:
        periodic = lattice_of(problem) is not None
        counted, why = Verdict.UNDECIDED, PERIODIC if periodic else "the bounds for the two numbers do not meet"
    elif not domain.irreducible:
        counted, why = Verdict.UNDECIDED, domain.why
    elif not counts.dense:
        counted, why = Verdict.UNDECIDED, counts.why
    if counted is not Verdict.PROVED:
        listed = _differing(frame, proposal, chain)
        if listed:
            why = "the number of functions differs from one open stratum to another"
            evidence += map(stratum_evidence, listed)
        return KernelCertificate(sound, counted, Verdict.UNDECIDED, "local", tuple(evidence), why, listed)
    if not proposal.covariants:
        return KernelCertificate(sound, counted, Verdict.PROVED, "global", tuple(evidence))
    separation, strata = _separation(frame, sample, chain, proposal, reason)
    if separation.kind == "sheets":
        strata = tuple(replace(s, free=counts.lower_free) for s in strata)
        evidence.append(Evidence.of("kernel-sheets", theorem=separation.reason))
        evidence += map(stratum_evidence, strata)
        return KernelCertificate(
            sound, counted, Verdict.PROVED, "dense stratum", tuple(evidence), ORIENTATIONS, strata
        )  # fmt: skip
    if separation.kind == "real":
        evidence.append(
            Evidence.of("kernel-separation", bound=separation.bound, order=separation.order)
            if not separation.reason
            else Evidence.of("kernel-theorem", theorem=separation.reason)
        )
        scope = "global" if _global(problem, proposal, chain) else "dense stratum"
        return KernelCertificate(sound, counted, Verdict.PROVED, scope, tuple(evidence))
    return KernelCertificate(
        sound, counted, Verdict.UNDECIDED, "local", tuple(evidence),
        separation.reason or "real orbits with the same invariants were not shown to be equal",
    )  # fmt: skip


def _unsound(reason: str, evidence: list[Evidence]) -> KernelCertificate:
    return KernelCertificate(
        Verdict.REFUTED, Verdict.UNDECIDED, Verdict.UNDECIDED, "local", tuple(evidence), reason
    )


Counted = tuple[Counts, Domain, Chain | None, Sample, str]


def _counts(frame: Frame, proposal: KernelProposal) -> Counted | str:
    """The counts at the first sample point that is not special, with what else the checks need."""
    try:
        stabilizers: list[list[Affine]] = [[frame.element(w) for w in words] for words in proposal.stabilizers]
    except Unreadable as flaw:
        return str(flaw)
    best: Counted | None = None
    for attempt in range(SAMPLES):
        sample = Sample(frame, 23 + attempt, 3 + attempt)
        point = sample.points.point()
        if point is None:
            return "no point of the domain was found modulo a prime"
        domain = describe_domain(frame, sample, point)
        if domain.dimension is None:
            return domain.why
        try:
            chain: Chain | None = check_chain(frame, sample, proposal.section)
            reason = ""
        except Unreadable as flaw:
            chain, reason = None, str(flaw)
        try:
            counts = count(frame, sample, domain, proposal, point, stabilizers[0] if stabilizers else [], chain)
        except ZeroDivisionError:
            continue
        if counts.met and not counts.dense and stabilizers:
            moved = _moved(chain)
            velocities = sample.velocities(point)
            worst = bound_on_strata(frame, sample, stabilizers, moved, sample.rank(velocities))
            if worst is not None and worst == counts.lower_free:
                counts = Counts(
                    counts.lower_arguments, counts.upper_arguments, counts.lower_free, worst, True, counts.prime
                )
        best = (counts, domain, chain, sample, reason)
        if counts.met:
            return best
    return best if best is not None else "every sample point met a pole"


def _differing(frame: Frame, proposal: KernelProposal, chain: Chain | None) -> tuple[Stratum, ...]:
    """The open strata of tuples of vectors where two of them certainly have different numbers of functions; else ()."""
    stabilizers = [[frame.element(w) for w in words] for words in proposal.stabilizers]
    listed = counted_strata(frame, stabilizers, _moved(chain))
    return listed if len({s.free for s in listed if s.free is not None}) > 1 else ()


def _moved(chain: Chain | None) -> tuple[int, ...]:
    """The coordinates that constant fields move to 0 in the first level."""
    if chain is None or not chain.levels:
        return ()
    first = chain.levels[0]
    if first.reason == "open" and not first.section.directions and not any(first.section.origin):
        return first.section.positions
    return ()


def _separation(
    frame: Frame, sample: Sample, chain: Chain | None, proposal: KernelProposal, reason: str
) -> tuple[Separation, tuple[Stratum, ...]]:
    """Whether the invariants separate; `sheets` when orientations alone are missing, with the strata and their sheets."""
    found = Separation("none", 0, 0, reason)
    if chain is not None:
        try:
            elements = [frame.element(w) for w in proposal.section_group]
        except Unreadable as flaw:
            return Separation("none", 0, 0, str(flaw)), ()
        found = separates(frame, sample, chain, proposal, elements)
        if found.kind == "real":
            return found, ()
    theorem = recognise(frame, sample, proposal, _moved(chain), found.kind == "complex")
    theorem = theorem or on_quadrics(frame, sample, proposal) or on_projections(frame, proposal)
    if theorem is not None:
        if theorem.separates:
            return Separation("real", found.bound, found.order, theorem.theorem), ()
        if theorem.strata:
            return Separation("sheets", found.bound, found.order, theorem.theorem), theorem.strata
        return Separation(found.kind, found.bound, found.order, theorem.reason or found.reason), ()
    return found, ()


def stratum_evidence(stratum: Stratum) -> Evidence:
    """A stratum as evidence: its signature, how many orbits share their invariants, how many functions are free."""
    positive, negative = stratum.signature
    free = "?" if stratum.free is None else stratum.free
    return Evidence.of("kernel-stratum", positive=positive, negative=negative, sheets=stratum.sheets, free=free)


def _global(problem: KernelProblem, proposal: KernelProposal, chain: Chain | None) -> bool:
    """Nothing of the group is left after a transitive first level, and the kernel is an arbitrary function of the rest."""
    if chain is None or not proposal.covariants:
        return False
    if any(c.value.factors for c in proposal.covariants) or any(i.value.factors for i in proposal.invariants):
        return False
    first, rest = chain.levels[0], chain.levels[1:]
    simple = first.reason in ("open", "compact", "whole") and not first.section.directions and not chain.left
    return simple and all(level.reason == "whole" for level in rest) and not problem.discrete and not proposal.relations


def formulas_agree(problem: KernelProblem, proposal: KernelProposal) -> Verdict:
    """Whether the terms shown for invariants and covariants are the functions that were certified."""
    verdict = Verdict.PROVED
    for invariant in (*proposal.invariants, *proposal.auxiliary):
        verdict = verdict.also(_agrees(problem, proposal, invariant.term, invariant.value, None))
    for covariant in proposal.covariants:
        verdict = verdict.also(_agrees(problem, proposal, covariant.term, covariant.value, target_shape(problem)))
    return verdict.also(_assembled(problem, proposal))


def _assembled(problem: KernelProblem, proposal: KernelProposal) -> Verdict:
    """Whether the closed form is the sum of the functions of the invariants times the covariants."""
    if not proposal.covariants:
        return Verdict.PROVED if proposal.formula == num(0) else Verdict.REFUTED
    bindings = proposal.formula.bindings if isinstance(proposal.formula, Let) else ()
    try:
        entries = entries_of(proposal.formula, problem, target_shape(problem))
        arguments = tuple(e for i in proposal.invariants for e in entries_of(i.term, problem, None))
        expected = [
            entries_of(Let(bindings, c.term) if bindings else c.term, problem, target_shape(problem))
            for c in proposal.covariants
        ]
    except ValueError:
        return Verdict.UNDECIDED
    linear = read_linear(problem, entries, set(proposal.functions[: proposal.free]))
    if linear is None or any(o != num(0) for o in linear.offset):
        return Verdict.UNDECIDED
    if sorted(a.head for a in linear.atoms) != sorted(proposal.functions[: proposal.free]):
        return Verdict.REFUTED
    verdict = Verdict.PROVED
    place = {name: k for k, name in enumerate(proposal.functions)}
    for atom in linear.atoms:
        listed = arguments
        if listed != atom.arguments and _equivalent(Setting(problem, proposal, linear), listed, atom.arguments):
            listed = atom.arguments
        given = (*atom.arguments, *atom.coefficient)
        wanted = (*listed, *expected[place[atom.head]])
        if len(given) != len(wanted):
            return Verdict.REFUTED
        for one, two in zip(given, wanted, strict=True):
            if one != two:
                answer = decide_zero(sub(one, two), problem.coordinates)
                found = {"zero": Verdict.PROVED, "nonzero": Verdict.REFUTED}.get(answer.kind, Verdict.UNDECIDED)
                verdict = verdict.also(found)
    return verdict


def _equivalent(setting: Setting, listed: Sequence[Term], given: Sequence[Term]) -> bool:
    """Whether two lists of arguments certainly determine each other, as an angle and its cosine and sine do."""
    one, two = Known(setting, listed), Known(setting, given)
    return all(map(one.determines, given)) and all(map(two.determines_function, setting.invariants))


def _agrees(
    problem: KernelProblem, proposal: KernelProposal, term: Term, function: KernelFunction, expected: Shape | None
) -> Verdict:
    bindings = proposal.formula.bindings if isinstance(proposal.formula, Let) else ()
    try:
        entries = entries_of(Let(bindings, term) if bindings else term, problem, expected)
    except ValueError:
        return Verdict.UNDECIDED
    certified = function_entries(problem, function)
    if len(entries) != len(certified):
        return Verdict.REFUTED
    verdict = Verdict.PROVED
    for entry, value in zip(entries, certified, strict=True):
        if entry != value:
            answer = decide_zero(sub(entry, value), problem.coordinates)
            found = {"zero": Verdict.PROVED, "nonzero": Verdict.REFUTED}.get(answer.kind, Verdict.UNDECIDED)
            verdict = verdict.also(found)
    return verdict
