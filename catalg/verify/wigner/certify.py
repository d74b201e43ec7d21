"""The certificate of kernels made of couplings, from the declared problem.

*Sound*: every covariant satisfies the condition on every generator, as an identity of polynomials over QQ after the exact changes of
`space`. *Complete*: (1) the declared fields contain constant ones that move the first of two arguments freely, and linear skew
ones that span so(3) on the vector z, so that the orbits of the connected part are the sets |z| = r, r > 0, which are connected; (2)
a kernel is known from its value at one point of each, which the stabilizer's algebra fixes: the nullity modulo a prime bounds their
number m from above; (3) m of the listed functions, `odd` ones included, are independent there modulo the prime; so every kernel
of the connected part is sum f_i(r) C_i; (4) each discrete generator s keeps r and sends C_i to itself or to -C_i, exactly: the f_i of the latter
vanish.
"""

from __future__ import annotations

from fractions import Fraction

from catalg.exact.field import Scalar
from catalg.exact.nullspace import nullspace, rank
from catalg.exact.sparse import SparseMatrix
from catalg.model.coupled import CoupledKernel
from catalg.model.ends import KernelEnd
from catalg.model.kernel_problem import KernelFunction
from catalg.model.solution import Certificate, Proposal
from catalg.model.verdict import Evidence, Verdict
from catalg.terms import Call, Let, Name, Term, num
from catalg.terms.term import expand_lets
from catalg.universes.man import kernel_problem
from catalg.verify.kernels.chain import linear_matrix
from catalg.verify.kernels.frame import Element, Sample, function_value
from catalg.verify.kernels.soundness import broken_generator
from catalg.verify.wigner.reading import Unreadable
from catalg.verify.wigner.space import Space

MISSING = Certificate(Verdict.UNDECIDED, Verdict.UNDECIDED, "local")


def certify(end: KernelEnd, proposal: Proposal) -> Certificate:
    """The certificate of a proposal that carries a `CoupledKernel`. Never raises for a wrong proposal."""
    found = proposal.claims.get("coupled")
    if not isinstance(found, CoupledKernel):
        return MISSING
    try:
        space = Space(kernel_problem(end))
        return _certify(space, proposal, found)
    except Unreadable as reason:
        return Certificate(Verdict.UNDECIDED, Verdict.UNDECIDED, "local", reason=str(reason))


def _unsound(reason: str) -> Certificate:
    return Certificate(Verdict.REFUTED, Verdict.UNDECIDED, "local", reason=reason)


def _certify(space: Space, proposal: Proposal, kernel: CoupledKernel) -> Certificate:
    frame = space.frame
    even = [_one(space, t) for t in kernel.covariants]
    for number, function in enumerate(even):
        flaw = broken_generator(frame, function, invariant=False)
        if flaw is not None:
            return _unsound(f"covariant {number + 1} fails on {flaw}")
    if not _is_stated(proposal, kernel):
        return Certificate(Verdict.UNDECIDED, Verdict.UNDECIDED, "local", reason="a formula is not its function")
    generators = len(frame.fields) + len(frame.maps)
    invariants = int(kernel.radius is not None)
    evidence = [Evidence.of("kernel-sound", covariants=len(even), invariants=invariants, generators=generators)]
    positions = vector_places(space, kernel.vector)
    why = orbit_flaw(space, positions, kernel.radius is None)
    if not why and kernel.radius is not None and kernel.radius != Call("norm", (kernel.vector,)):
        why = "the invariant is not the length of the vector"
    if why:
        return Certificate(Verdict.PROVED, Verdict.UNDECIDED, "local", tuple(evidence), reason=why)
    odd = [_one(space, t) for t in kernel.odd]
    for function in odd:
        if not _is_odd(space, function):
            return Certificate(
                Verdict.PROVED, Verdict.UNDECIDED, "local", tuple(evidence),
                reason="a covariant is sent neither to itself nor to its negative",
            )  # fmt: skip
    sample = Sample(frame)
    point = [0] * frame.size
    point[positions[2]] = 1
    velocities = sample.velocities(point)
    if sample.rank(velocities) != frame.size - 1:
        return Certificate(Verdict.PROVED, Verdict.UNDECIDED, "local", tuple(evidence), reason="the sample point is special")
    upper = sample.fixed_values(velocities)
    lower = sample.rank([function_value(sample, f, point) for f in (*even, *odd)]) if even or odd else 0
    evidence.append(Evidence.of("coupled-orbits", vector=kernel.vector, sphere=kernel.radius is None))
    evidence.append(Evidence.of("coupled-bounds", prime=sample.prime, least=lower, most=upper, listed=len(even) + len(odd)))
    if odd:
        evidence.append(Evidence.of("coupled-odd", count=len(odd)))
    if lower != upper or lower != len(even) + len(odd):
        return Certificate(
            Verdict.PROVED, Verdict.UNDECIDED, "local", tuple(evidence), reason="the bounds for the number of functions do not meet"
        )
    scope = "global" if kernel.radius is None or not even else "dense stratum"
    return Certificate(Verdict.PROVED, Verdict.PROVED, scope, tuple(evidence))


def _one(space: Space, term: Term) -> KernelFunction:
    """The covariant as one vector of rational polynomials (a common square root in front does not matter). Raises Unreadable."""
    parts = space.functions(space.reader.read(expand_lets(term)))
    if len(parts) != 1:
        raise Unreadable("a covariant with several square roots")
    return parts[0]


def _is_stated(proposal: Proposal, kernel: CoupledKernel) -> bool:
    """Whether the formula is sum f_i(radius) C_i with different names f_i, after its `where` names are put in."""
    from catalg.terms import Add, Apply, Mul, add, mul

    body = expand_lets(proposal.formula)
    if len(set(proposal.parameters)) != len(kernel.covariants) or len(proposal.parameters) != len(kernel.covariants):
        return False
    expected = []
    for name, covariant in zip(proposal.parameters, kernel.covariants, strict=True):
        head: Term = Name(name) if kernel.radius is None else Apply(name, (kernel.radius,))
        expected.append(mul(head, expand_lets(covariant)))

    def plain(term: Term) -> Term:
        match term:
            case Add(args):
                return add(*map(plain, args))
            case Mul(args):
                return mul(*args)
        return term

    return plain(body) == (add(*expected) if expected else num(0))


def vector_places(space: Space, vector: Term) -> tuple[int, ...]:
    """The places of the coordinates of z. Raises Unreadable unless it is the last argument, or its difference with the first."""
    argument = space.declared.arguments[-1]
    found = space.reader.read(expand_lets(Let((), vector)))
    places = tuple(range(argument.start, argument.start + argument.size))
    wanted = tuple({(1, tuple(int(i == k) for i in range(space.frame.size))): Fraction(1)} for k in places)
    if argument.size != 3 or found.entries != wanted or len(space.declared.arguments) > 2:
        raise Unreadable("the vector is not the argument or a difference")
    return places


def orbit_flaw(space: Space, positions: tuple[int, ...], sphere: bool) -> str:
    """Why the orbits of the connected part are not the sets |z| = r, or ''."""
    frame = space.frame
    if not frame.polynomial_fields():
        return "a field has poles"
    rest = [k for k in range(frame.size) if k not in positions]
    turns: list[dict[int, Scalar]] = []
    for index in range(len(frame.fields)):
        field = [n for n, _ in frame.fields[index]]
        on_vector = linear_matrix(frame, field, positions)
        if on_vector is None or any(on_vector[i][j] + on_vector[j][i] != 0 for i in range(3) for j in range(i, 3)):
            return "a field is not an infinitesimal rotation of the vector"
        turns.append({k: v for k, v in enumerate((on_vector[2][1], on_vector[0][2], on_vector[1][0])) if v != 0})
    if rank(SparseMatrix.of(turns, 3)) != 3:
        return "the rotations of the vector do not span so(3)"
    if rest and not _shifts(space, turns, rest):
        return "the translations are not transitive"
    x, y, z = (frame.ring.coordinates[k] for k in positions)
    square = x * x + y * y + z * z
    for images in frame.maps:
        if any(d != 1 for _, d in images):
            return "a discrete generator has poles"
        moved = sum((images[k][0] ** 2 for k in positions), frame.ring.zero)
        if not frame.vanishes(moved - square):
            return "a discrete generator does not keep the length"
    if not frame.equations:
        return "" if not sphere else "the length is not fixed"
    if len(frame.equations) != 1 or not sphere or rest:
        return "the equations are not those of a sphere"
    return "" if _is_unit(frame.equations[0], square) else "the equation is not that of the unit sphere"


def _shifts(space: Space, turns: list[dict[int, Scalar]], rest: list[int]) -> bool:
    """Whether what does not turn the vector contains constant fields on the other coordinates that span all directions."""
    frame = space.frame
    still = nullspace(SparseMatrix.of(turns, 3).transpose())
    rows: list[dict[int, Scalar]] = []
    for weights in still:
        field = frame.combination(weights)
        if all(field[k].is_constant() for k in rest):
            tables = [frame.ring.table(field[k]) for k in rest]
            rows.append({k: c for k, t in enumerate(tables) for c in t.values()})
    return rank(SparseMatrix.of(rows, len(rest))) == len(rest)


def _is_unit(equation: Element, square: Element) -> bool:
    quotient, rest = divmod(equation, square - 1)
    return bool(rest == 0 and quotient != 0 and quotient.is_constant())


def _is_odd(space: Space, function: KernelFunction) -> bool:
    """Whether the connected part keeps the function, every discrete generator sends it to ± itself, and one of them to -."""
    frame = space.frame
    numerators = [frame.lift(f) for f in function.numerators]
    lie_only = _without_maps(space)
    if broken_generator(lie_only.frame, function, invariant=False) is not None:
        return False
    negative = False
    for images, rho in zip(frame.maps, frame.discrete_rho, strict=True):
        moved = [frame.ring.substitute(f, [n for n, _ in images]) for f in numerators]
        values = []
        for row in rho.rows:
            total = frame.ring.zero
            for j, c in row.items():
                total = total + frame.ring.scalar(c) * numerators[j]
            values.append(total)
        if all(frame.vanishes(a - b) for a, b in zip(moved, values, strict=True)):
            continue
        if not all(frame.vanishes(a + b) for a, b in zip(moved, values, strict=True)):
            return False
        negative = True
    return negative


class _Connected:
    """The space without its discrete generators."""

    def __init__(self, space: Space) -> None:
        from dataclasses import replace

        from catalg.verify.kernels.frame import Frame

        self.frame = Frame(replace(space.problem, discrete=()))


def _without_maps(space: Space) -> _Connected:
    return _Connected(space)
