"""What is known of X: its dimension, that it is irreducible, and that it is connected.

dim X = N - rank of the gradients at a point where as many gradients are independent as there are equations (a smooth complete
intersection), or where a group orbit already has that dimension. X is irreducible when each equation stands alone in its
coordinates, is irreducible over QQ and has a smooth rational point (then it is absolutely irreducible, and so are
products), and when no real point is far from the smooth ones; then a condition on ranks that holds at one point holds on a
dense open set. Real points alone may be a smaller set: x^2 = y^2 z contains the whole line x = y = 0, also where z < 0 and no
other point is near. So a hypersurface must be without singular points on X, or be a quadric: a quadric with a vertex is a cone,
and its vertices are limits of the points between them and a smooth point.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement, islice, product

from catalg.exact.field import Alg, Scalar
from catalg.exact.nullspace import nullspace
from catalg.exact.poly import PolynomialRing
from catalg.exact.sparse import SparseMatrix
from catalg.model.kernel_problem import KernelArgument
from catalg.verify.kernels.frame import Element, Frame, Sample
from catalg.verify.kernels.projections import projections


@dataclass(frozen=True, slots=True)
class Domain:
    """`dimension` is None when it is not established; `irreducible` and `connected` say what has been shown, `pure` that all
    components have this dimension, `why` the reason against."""

    dimension: int | None
    irreducible: bool
    connected: bool
    pure: bool
    why: str = ""


def describe_domain(frame: Frame, sample: Sample, point: Sequence[int]) -> Domain:
    """The facts about X that the counts rest on."""
    normals = sample.normals(point)
    rank = sample.rank(normals)
    dimension: int | None = frame.size - rank
    groups = [(places, group) for places, group in components(frame)]
    why = ""
    irreducible = pure = True
    for places, group in groups:
        local = sample.rank([[row[k] for k in places] for row in normals])
        known = projections(frame, places) if local != len(group) else None
        if known is not None and known.dimension == len(places) - local:
            continue
        orbit = _declared_homogeneous(frame, sample, point, places, local)
        if local != len(group) and orbit is None:
            dimension, why = None, "the equations of the domain are not independent, its dimension is not certain"
        if orbit is not None and orbit.connected:
            continue
        if orbit is not None or not (len(group) == 1 and _absolutely_irreducible(frame, group[0], places)):
            pure = pure and orbit is not None
            irreducible, why = False, why or "the domain was not shown to be irreducible"
        elif not _smooth_points_dense(frame, group[0], places):
            pure = irreducible = False
            why = why or "the domain may have real points near which there is no smooth one"
    connected = irreducible and _connected(frame, groups)
    if not connected and not why:
        why = "the domain was not shown to be connected"
    return Domain(dimension, irreducible, connected, pure, why)


def components(frame: Frame) -> list[tuple[tuple[int, ...], list[Element]]]:
    """The equations grouped by the coordinates that they share."""
    groups: list[tuple[set[int], list[Element]]] = []
    for equation in frame.equations:
        used = {k for e in frame.ring.table(equation) for k, d in enumerate(e) if d}
        joined = [g for g in groups if g[0] & used]
        rest = [g for g in groups if not g[0] & used]
        members = [equation]
        for places, others in joined:
            used |= places
            members = [*others, *members]
        groups = [*rest, (used, members)]
    return [(tuple(sorted(places)), members) for places, members in groups]


def _declared_homogeneous(
    frame: Frame, sample: Sample, point: Sequence[int], places: Sequence[int], rank: int
) -> KernelArgument | None:
    """The argument declared as one orbit of the group, if at the point the orbit has the dimension claimed."""
    for argument in frame.problem.arguments:
        span = range(argument.start, argument.start + argument.size)
        if argument.orbit is not None and set(places) <= set(span) and argument.orbit == argument.size - rank:
            return argument
        if argument.free_transitive and set(places) <= set(span):
            try:
                velocities = sample.velocities(point)
            except ZeroDivisionError:
                return None
            if sample.rank([[v[k] for k in span] for v in velocities]) == argument.size - rank:
                return argument
    return None


def _absolutely_irreducible(frame: Frame, equation: Element, places: Sequence[int]) -> bool:
    """Irreducible over QQ with a smooth rational point, hence over every field (coefficients outside QQ: not decided)."""
    table = frame.ring.table(equation)
    if len(places) < 2 or any(isinstance(c, Alg) for c in table.values()):
        return False
    _, factors = PolynomialRing(frame.size).element(table).factor()
    if len(factors) != 1 or factors[0][1] != 1:
        return False
    return rational_point(frame, equation, places) is not None


def _smooth_points_dense(frame: Frame, equation: Element, places: Sequence[int]) -> bool:
    """Whether every real point of a hypersurface with a smooth one is a limit of smooth ones: a quadric, or one without
    singular points where the inequalities hold (1 lies in the ideal of the equation, its derivatives and 1 - t·h, h the
    product of what is positive)."""
    ring = frame.ring
    if ring.total_degree(equation) <= 2:
        return True
    derivatives = [ring.derivative(equation, k) for k in places]
    degrees = {sum(e) for e in ring.table(equation)}
    if len(degrees) == 2 and 0 in degrees:
        return True  # by Euler's relation: sum x_k d_k q = n (q - q(0))
    wider = PolynomialRing(frame.size + 1, ring.field)
    images = wider.coordinates[:-1]
    excluded = wider.coordinates[-1]
    for inequality in frame.problem.inequalities:
        excluded = excluded * ring.substitute(frame.lift(inequality.numerator), images, wider)
    system = [ring.substitute(e, images, wider) for e in (equation, *derivatives)]
    basis = wider.grobner([*system, wider.one - excluded] if frame.problem.inequalities else system)
    return basis is not None and any(b != 0 and b.is_constant() for b in basis)


def rational_point(frame: Frame, equation: Element, places: Sequence[int]) -> dict[int, Fraction] | None:
    """A smooth rational point of a hypersurface with small coordinates, if one is found."""
    ring = frame.ring
    table = ring.table(equation)
    values = (Fraction(0), Fraction(1), Fraction(-1), Fraction(2), Fraction(1, 2))
    for choice in islice(product(values, repeat=min(len(places), 6)), 4000):
        at = dict(zip(places, choice, strict=False))

        def evaluate(derived: dict[tuple[int, ...], Scalar], at: dict[int, Fraction] = at) -> Scalar:
            total: Scalar = Fraction(0)
            for e, c in derived.items():
                term = c
                for k, d in enumerate(e):
                    if d:
                        term *= at.get(k, Fraction(0)) ** d
                total += term
            return total

        if evaluate(table) == 0 and any(evaluate(ring.table(ring.derivative(equation, k))) != 0 for k in places):
            return at
    return None


def _connected(frame: Frame, groups: Sequence[tuple[tuple[int, ...], list[Element]]]) -> bool:
    """X is a product of declared connected orbits, spheres, convex sets and whole spaces."""
    ring = frame.ring
    for places, group in groups:
        owner = next(
            (a for a in frame.problem.arguments if set(places) <= set(range(a.start, a.start + a.size))), None
        )
        if owner is not None and (owner.free_transitive or owner.orbit is not None) and owner.connected:
            continue
        if len(group) == 1 and is_sphere(frame, group[0], places):
            continue
        if len(group) > 1 and projections(frame, places) is not None:
            continue
        return False
    taken = {k for places, _ in groups for k in places}
    for inequality in frame.problem.inequalities:
        numerator, denominator = frame.fraction(inequality)
        used = {k for e in ring.table(numerator * denominator) for k, d in enumerate(e) if d}
        if used & taken or not denominator.is_constant() or ring.total_degree(numerator) > 1:
            return False
    return True


def is_sphere(frame: Frame, equation: Element, places: Sequence[int]) -> bool:
    """Whether the equation is a definite diagonal quadric in at least two coordinates, with a real point."""
    table = frame.ring.table(equation)
    constant = table.pop((0,) * frame.size, Fraction(0))
    signs = set()
    used = set()
    for e, c in table.items():
        if sum(e) != 2 or 2 not in e or not isinstance(c, Fraction):
            return False
        used.add(e.index(2))
        signs.add(c > 0)
    return len(used) >= 2 and used == set(places) and len(signs) == 1 and constant != 0 and (constant > 0) not in signs


def disjoint_spheres(frame: Frame, equations: Sequence[Element], positions: Sequence[int]) -> bool:
    """Whether the equations cut a product of spheres, with no coordinate in common, out of these coordinates."""
    used = [{k for e in frame.ring.table(q) for k, d in enumerate(e) if d} for q in equations]
    whole: set[int] = set().union(*used)
    if whole != set(positions) or sum(map(len, used)) != len(whole):
        return False
    return bool(equations) and all(is_sphere(frame, q, sorted(u)) for q, u in zip(equations, used, strict=True))


Scalars = Sequence[Sequence[Scalar]]


def invariant_form(matrices: Sequence[Scalars], groups: Sequence[Scalars], size: int) -> list[list[Scalar]] | None:
    """A positive definite S with A'S + SA = 0 for Lie matrices A and s'Ss = S for group matrices s, or None if none is found."""
    if _orthogonal(matrices, groups, size):
        return [[Fraction(int(i == j)) for j in range(size)] for i in range(size)]
    index = {(i, j): k for k, (i, j) in enumerate(combinations_with_replacement(range(size), 2))}

    def at(i: int, j: int) -> int:
        return index[(min(i, j), max(i, j))]

    rows: list[dict[int, Scalar]] = []
    for a in matrices:
        support = [[(k, a[k][i]) for k in range(size) if a[k][i] != 0] for i in range(size)]
        for i, j in index:
            row: dict[int, Scalar] = {}
            for k, c in support[i]:
                row[at(k, j)] = row.get(at(k, j), 0) + c
            for k, c in support[j]:
                row[at(i, k)] = row.get(at(i, k), 0) + c
            rows.append({k: c for k, c in row.items() if c != 0})
    for s in groups:
        support = [[(k, s[k][i]) for k in range(size) if s[k][i] != 0] for i in range(size)]
        for i, j in index:
            row = {at(i, j): Fraction(-1)}
            for k, c in support[i]:
                for m, d in support[j]:
                    row[at(k, m)] = row.get(at(k, m), 0) + c * d
            rows.append({k: c for k, c in row.items() if c != 0})
    rows = [r for r in rows if r]
    everything: list[dict[int, Scalar]] = [{k: 1} for k in range(len(index))]
    space = nullspace(SparseMatrix.of(rows, len(index))) if rows else everything
    for weights in _weights(space, index):
        form: list[list[Scalar]] = [[Fraction(0)] * size for _ in range(size)]
        for w, vector in zip(weights, space, strict=True):
            for (i, j), k in index.items():
                c = vector.get(k, 0)
                if c != 0 and w != 0:
                    form[i][j] = form[i][j] + w * c
                    if i != j:
                        form[j][i] = form[i][j]
        if positive_definite(form):
            return form
    return None


def _orthogonal(matrices: Sequence[Scalars], groups: Sequence[Scalars], size: int) -> bool:
    for a in matrices:
        if any(a[i][j] + a[j][i] != 0 for i in range(size) for j in range(i, size)):
            return False
    for s in groups:
        matrix = SparseMatrix.from_dense(s)
        if matrix.transpose() @ matrix != SparseMatrix.identity(size):
            return False
    return True


def _weights(space: Sequence[dict[int, Scalar]], index: dict[tuple[int, int], int]) -> list[list[Scalar]]:
    """Candidates: traces (the projection of the identity where the basis is orthogonal), then small positive mixtures."""
    traces = [sum((v.get(index[(i, i)], 0) for i, j in index if i == j), Fraction(0)) for v in space]
    signs: list[Scalar] = [Fraction(1 if t > 0 else -1 if t < 0 else 0) for t in traces]
    found: list[list[Scalar]] = [list(traces), [Fraction(1)] * len(space), signs]
    for scale in range(2, 7):
        found.append([t * scale if k % 2 else t for k, t in enumerate(traces)])
        found.append([t if k % 2 else t * scale for k, t in enumerate(traces)])
    if len(space) <= 3:
        found += [list(map(Fraction, w)) for w in product(range(-3, 4), repeat=len(space))]
    return found


def positive_definite(form: Scalars) -> bool:
    """Whether a real symmetric matrix is positive definite, by elimination.

    >>> positive_definite([[2, 1], [1, 1]]), positive_definite([[1, 2], [2, 1]])
    (True, False)
    """
    work = [[Fraction(c) if isinstance(c, int) else c for c in row] for row in form]
    n = len(work)
    for k in range(n):
        pivot = work[k][k]
        if isinstance(pivot, Alg) and not pivot.is_real():
            return False
        if not pivot > 0:
            return False
        for i in range(k + 1, n):
            factor = work[i][k] / pivot
            if factor != 0:
                work[i] = [a - factor * b for a, b in zip(work[i], work[k], strict=True)]
    return True
