"""Certificates for kernels and intertwiners between irreducible representations with symbolic degrees.

The degrees are read off the declared representations again. For kernels the orbits are checked on the declared fields, as in
`certify`. The rest is mathematics for all degrees, of which this is checked and this is cited: that irrep(l) (x) irrep(J) is the
sum of irrep(L) for L = |l - J|, …, l + J is checked as an identity of characters in symbolic degrees, and that these are as many
as the functions proposed; that one irrep(L) on the orbit has one harmonic is Frobenius reciprocity, and that the couplings are
the basis is the theorem of Wigner and Eckart, both cited. As a safeguard at a few small degrees the number of functions is counted
again, without labels, by linear algebra modulo a prime at a point. Intertwiners are Schur's lemma, cited.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product

from catalg.exact.counts import differ_at, same
from catalg.model.ends import End, KernelEnd, LinearEnd
from catalg.model.goals import CountClaim, FormulaClaim, Unknown
from catalg.model.representation import HomRep, Rep, SymbolicRep, TrivialRep
from catalg.model.scalars import REAL
from catalg.model.solution import Certificate, Proposal, Solution
from catalg.model.verdict import Counterexample, Evidence, Judgement, Verdict
from catalg.terms import (
    Add,
    Apply,
    Call,
    Dim,
    Identity,
    Index,
    Mul,
    Name,
    Num,
    Parameter,
    Series,
    Term,
    add,
    children,
    mul,
    num,
    rebuild,
    substitute,
)
from catalg.terms.pieces import piece
from catalg.terms.term import expand_lets
from catalg.universes.instances import kernels_from_library
from catalg.universes.man import default_names, kernel_problem
from catalg.verify.kernels.formula import judge_formula as judge_concrete
from catalg.verify.kernels.frame import Frame, Sample
from catalg.verify.wigner.certify import orbit_flaw, vector_places
from catalg.verify.wigner.characters import series_holds
from catalg.verify.wigner.reading import Unreadable
from catalg.verify.wigner.space import Space

OPEN = Certificate(Verdict.UNDECIDED, Verdict.UNDECIDED, "local")
LARGEST_INSTANCE = 3
TRIED = 8


def degree(rep: Rep) -> Dim | None:
    """The degree of a spherical representation or of the trivial line, read off the declaration; None for another one."""
    if isinstance(rep, SymbolicRep) and rep.kind == "spherical" and rep.field.kind == "real":
        return rep.label
    if isinstance(rep, TrivialRep) and rep.dim == Dim.of(1):
        return Dim.of(0)
    return None


def degrees(end: End) -> tuple[Dim, Dim] | None:
    """The degrees of source and target."""
    source: Rep | None = None
    if isinstance(end, LinearEnd):
        source, target = end.source, end.target
    elif isinstance(end, KernelEnd) and isinstance(end.target, HomRep):
        source, target = end.target.source, end.target.target
    if source is None:
        return None
    l, J = degree(source), degree(target)
    return None if l is None or J is None else (l, J)


def certify_symbolic(end: End, proposal: Proposal) -> Certificate:
    """The certificate of a proposal for symbolic degrees. Never raises for a wrong proposal."""
    found = degrees(end)
    if found is None:
        return OPEN
    l, J = found
    if isinstance(end, LinearEnd):
        return _schur(end, proposal, l, J)
    if not isinstance(end, KernelEnd) or end.group.discrete:
        return OPEN
    vector, sphere = proposal.claims.get("vector"), proposal.claims.get("sphere")
    try:
        space = Space(kernel_problem(replace(end, target=TrivialRep(end.group, REAL, Dim.of(1)))))
        why = orbit_flaw(space, vector_places(space, vector), bool(sphere))  # type: ignore[arg-type]
    except Unreadable as reason:
        why = str(reason)
    if why:
        return replace(OPEN, reason=why)
    assert isinstance(vector, Call | Name | Add | Mul)
    count = piece("min", l, J) * 2 + 1
    if proposal.free_functions != count or proposal.rank != (0 if sphere else 1):
        return replace(OPEN, reason="the number of functions is not that of the common weights")
    if not _series_counts(l, J, count):
        return replace(OPEN, reason="the Clebsch-Gordan series was not verified for these degrees")
    if _unknown_of(expand_lets(proposal.formula), l, J, vector, bool(sphere)) is None:
        return replace(OPEN, reason="the formula is not the sum of all couplings")
    checked = []
    for values in _instances(l, J, ()):
        problem = kernel_problem(kernels_from_library(end, values))
        sample = Sample(Frame(problem))
        point = [0] * problem.size
        point[problem.arguments[-1].start + 2] = 1
        if sample.fixed_values(sample.velocities(point)) != count.at(values):
            return replace(OPEN, reason="an instance has another number of functions")
        checked.append(", ".join(f"{n} = {v}" for n, v in values.items()))
    evidence = (
        Evidence.of("coupled-orbits", vector=vector, sphere=bool(sphere)),
        Evidence.of("labels-series", source=str(l), target=str(J), count=str(count)),
        Evidence.of("labels-theorem", source=str(l), target=str(J)),
        Evidence.of("labels-instances", instances="; ".join(checked)),
    )
    scope = "global" if sphere else "dense stratum"
    return Certificate(Verdict.PROVED, Verdict.PROVED, scope, evidence)


def _series_counts(l: Dim, J: Dim, count: Dim) -> bool:
    """Whether the product of the characters is the sum over the claimed number of degrees, in either order of l and J."""
    ranges = {name: Parameter(name) for name in l.parameters | J.parameters}
    degrees_between = l + J + 1 - (piece("max", l, J) - piece("min", l, J))
    return series_holds(l, J) and series_holds(J, l) and same(degrees_between, count, ranges)


def _schur(end: LinearEnd, proposal: Proposal, l: Dim, J: Dim) -> Certificate:
    count = piece("delta", l, J)
    if end.points or end.along is not None or proposal.dimension != count or _identity_of(proposal.formula, l, J) is None:
        return OPEN
    evidence = Evidence.of("labels-schur", source=str(l), target=str(J))
    return Certificate(Verdict.PROVED, Verdict.PROVED, "global", (evidence,))


def _identity_of(formula: Term, l: Dim, J: Dim) -> str | None:
    """The arbitrary constant of delta(l, J) a I, of a I for equal degrees, '' for 0 where they differ; None for another formula."""
    count = piece("delta", l, J)
    if count == Dim.of(0):
        return "" if formula == num(0) else None
    parts = list(formula.args) if isinstance(formula, Mul) else [formula]
    if count != Dim.of(1):
        deltas = [Call("delta", pair) for pair in ((_term(l), _term(J)), (_term(J), _term(l)))]
        given = next((p for p in parts if p in deltas), None)
        if given is None:
            return None
        parts.remove(given)
    names = [p.name for p in parts if isinstance(p, Name) and p.name not in l.parameters | J.parameters]
    return names[0] if len(parts) == 2 and len(names) == 1 and Identity() in parts else None


def _term(size: Dim) -> Term:
    return add(*(mul(num(c), *(Name(str(n)) for n, e in monomial for _ in range(e))) for monomial, c in size.terms))


def _unknown_of(formula: Term, l: Dim, J: Dim, vector: Term, sphere: bool) -> str | None:
    """The name a of sum over L of a(L, r) clebsch_gordan(l, J, L, z) with the right bounds; None for another formula."""
    if not isinstance(formula, Series) or not isinstance(formula.body, Mul) or len(formula.body.args) != 2:
        return None
    index = Name(formula.index)
    if not _is_least(formula.lower, l - J) or _size(formula.upper) != l + J or index.name in l.parameters | J.parameters:
        return None

    def is_coupling(term: Term) -> bool:
        match term:
            case Call("clebsch_gordan", (one, two, three, x)):
                return _size(one) == l and _size(two) == J and three == index and is_vector(x)
        return False

    def is_vector(term: Term) -> bool:
        place, wanted = _size(term), _size(vector)
        return place is not None and wanted is not None and place in (wanted, -wanted)

    def is_radius(term: Term) -> bool:
        match term:
            case Call("norm", (x,)):
                return is_vector(x)
            case Call("dot", (x, y)):
                return is_vector(x) and is_vector(y)
        return False

    heads = [p for p in formula.body.args if not is_coupling(p)]
    if len(heads) != 1:
        return None
    match heads[0]:
        case Apply(name, arguments):
            rest = [t for t in arguments if t != index]
            if len(rest) == len(arguments) - 1 and (not rest if sphere else len(rest) == 1 and is_radius(rest[0])):
                return name
        case Index(Name(name), (given,)) if sphere and given == index:
            return name
    return None


def _size(term: Term) -> Dim | None:
    """A term as a size, where it is a polynomial."""
    match term:
        case Num(value):
            return Dim.of(value)
        case Name(name):
            return Dim.parameter(name)
        case Add(args) | Mul(args):
            sizes = [_size(a) for a in args]
            total = Dim.of(0 if isinstance(term, Add) else 1)
            for size in sizes:
                if size is None:
                    return None
                total = total + size if isinstance(term, Add) else total * size
            return total
    return None


def _is_least(term: Term, difference: Dim) -> bool:
    """Whether a term is |difference|."""
    both = (difference, -difference)
    match term:
        case Call("abs", (inner,)):
            return _size(inner) in both
        case Call("max", (one, two)):
            return _size(one) in both and _size(two) in both and _size(one) != _size(two)
    value = _size(term)
    return value is not None and value.is_constant and value in both and (value.constant() or 0) >= 0


def _instances(l: Dim, J: Dim, parameters: Sequence[Parameter], most: int = LARGEST_INSTANCE) -> Iterator[dict[str, int]]:
    """Small admitted values of the parameters with degrees up to a limit, at most TRIED of them."""
    names = sorted(l.parameters | J.parameters)
    ranges = {p.name: p for p in parameters}
    found = 0
    for values in sorted(product(range(most + 3), repeat=len(names)), key=lambda v: (sum(v), v)):
        table = dict(zip(names, values, strict=True))
        admitted = all(n not in ranges or ranges[n].admits(v) for n, v in table.items())
        if admitted and l.at(table) <= most and J.at(table) <= most:
            yield table
            found += 1
        if found == TRIED:
            return


# --- claims -----------------------------------------------------------------------------------------------------------


def judge_symbolic_count(end: End, solution: Solution, claim: CountClaim, parameters: Sequence[Parameter]) -> Judgement:
    """A number for all admitted values of the parameters; refuted at the first ones at which it differs."""
    proposal, certificate = solution.proposal, solution.certificate
    found = degrees(end)
    if certificate.verdict is not Verdict.PROVED or found is None:
        return Judgement.undecided("counts-not-certified", why=certificate.reason)
    l, J = found
    actual: Dim | None = proposal.free_functions if isinstance(end, KernelEnd) else proposal.dimension
    if claim.count == "arguments":
        actual = Dim.of(proposal.rank or 0)
    elif claim.count == "dim" and proposal.rank:
        actual = None
    shown: Dim | str = "oo" if actual is None else actual
    claimed: Dim | str = "oo" if claim.value is None else claim.value
    if actual is None or claim.value is None:
        equal, differing = actual is claim.value, actual is not claim.value
    else:
        ranges = {p.name: p for p in parameters}
        equal = same(actual, claim.value, ranges)
        found_at = None if equal else differ_at(actual, claim.value, ranges)
        differing = found_at is not None
        if found_at is not None and not actual.is_constant:
            values, value, _ = found_at
            shown = f"{actual} = {value} at {', '.join(f'{n} = {v}' for n, v in values.items())}"
    if equal:
        return Judgement.proved("count-holds", *certificate.evidence, count=claim.count, value=shown)
    if not differing:
        return Judgement.undecided("counts-not-certified", why="the two counts were not compared")
    witness = Counterexample.of("count-differs", count=claim.count, actual=shown, claimed=claimed)
    return Judgement.refuted("count-differs", witness, count=claim.count, actual=shown, claimed=claimed)


def judge_symbolic_formula(end: End, solution: Solution, claim: FormulaClaim, parameters: Sequence[Parameter]) -> Judgement:
    """The sum of all couplings is proved; a formula that breaks at small degrees is refuted there; others are undecided."""
    found, certificate = degrees(end), solution.certificate
    if found is None or certificate.verdict is not Verdict.PROVED:
        return Judgement.undecided("formula-solution-not-complete", why=certificate.reason)
    l, J = found
    unknown = {u.name for u in claim.unknowns}
    formula = expand_lets(claim.formula)
    if not isinstance(end, KernelEnd):
        name = _identity_of(formula, l, J)
        if name is not None and (name in unknown or not name):
            return Judgement.proved("formula-is-space", *certificate.evidence, functions=1)
        return Judgement.undecided("formula-arguments-undecided")
    names: dict[str, Term] = {a: Name(b) for a, b in zip(default_names(len(claim.arguments)), claim.arguments, strict=True)}
    vector = solution.proposal.claims["vector"]
    assert isinstance(vector, Call | Name | Add | Mul)
    sphere = not solution.proposal.rank
    if _unknown_of(formula, l, J, substitute(vector, names), sphere) in unknown:
        return Judgement.proved("formula-is-space", *certificate.evidence, functions=1)
    for values in _instances(l, J, parameters, 2):
        concrete = _at(formula, values)
        if concrete is None:
            continue
        term, unknowns = concrete
        problem = kernel_problem(kernels_from_library(end, values), claim.arguments)
        try:
            judgement = judge_concrete(problem, term, claim.arguments, unknowns)
        except ValueError:
            continue
        if judgement.verdict is Verdict.REFUTED:
            return judgement
    return Judgement.undecided("formula-arguments-undecided")


def _at(formula: Term, values: Mapping[str, int]) -> tuple[Term, tuple[Unknown, ...]] | None:
    """A formula with its sums written out at values of the parameters; a(L, r) becomes one function for each L."""
    unknowns: dict[str, Unknown] = {}

    def number(term: Term) -> int | None:
        match term:
            case Num(value) if value.denominator == 1:
                return int(value)
            case Call("abs", (inner,)):
                found = number(inner)
                return None if found is None else abs(found)
            case Call("max" | "min" as head, parts):
                given = [number(p) for p in parts]
                known = [g for g in given if g is not None]
                return (max if head == "max" else min)(known) if len(known) == len(given) else None
        return None

    def go(term: Term) -> Term:
        match term:
            case Series(index, lower, upper, body):
                low, high = number(go(lower)), number(go(upper))
                if low is None or high is None or high - low > 20:
                    raise Unreadable("a sum")
                return add(*(go(substitute(body, {index: num(k)})) for k in range(low, high + 1)))
            case Apply(head, args):
                fixed = [a for a in args if isinstance(a, Num)]
                rest = tuple(go(a) for a in args if not isinstance(a, Num))
                name = "_".join([head, *(str(a.value) for a in fixed)])
                unknowns[name] = Unknown(name, "function" if rest else "constant", len(rest))
                return Apply(name, rest) if rest else Name(name)
        return rebuild(term, [go(p) for p in children(term)]) if children(term) else term

    try:
        return go(substitute(formula, {n: num(v) for n, v in values.items()})), tuple(unknowns.values())
    except Unreadable:
        return None
