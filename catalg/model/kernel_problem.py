"""The problem of equivariant kernels, in coordinates: what `int g : G. Map(X, V)` asks, and what a strategy proposes.

X is the set of points of R^N where every equation vanishes and every inequality holds; the group acts on it by rational
maps (discrete generators) and rational vector fields (Lie generators, d/dt exp(tX)·p at t = 0). Wanted are all smooth
K : X -> V, on the dense set of generic points, with

    K(s·x) = rho(s) K(x)  for discrete s,        xi_X K = drho(X) K  for Lie X.

All polynomials are in the N ambient coordinates, by position; matrices are row-major; V = Hom(A, B) is stored as the
row-major vector of its dim B x dim A matrix. Coefficients are `Fraction`s, or `Alg`s of the one field of the problem.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from catalg.exact.field import Alg, NumberField
from catalg.model.group import Word
from catalg.model.verdict import Evidence, Step, Verdict
from catalg.terms import Term

Coefficient = int | Fraction | Alg
Exponents = tuple[int, ...]
Rows = tuple[tuple[Coefficient, ...], ...]


@dataclass(frozen=True, slots=True)
class Poly:
    """A polynomial as (exponents, nonzero coefficient) pairs, one exponent for each ambient coordinate, sorted.

    >>> Poly.of({(0, 1): Fraction(2), (1, 0): Fraction(0)}).terms
    (((0, 1), Fraction(2, 1)),)
    """

    terms: tuple[tuple[Exponents, Coefficient], ...]

    @staticmethod
    def of(table: dict[Exponents, Coefficient]) -> Poly:
        """From a table; zero coefficients are dropped."""
        return Poly(tuple(sorted((e, c) for e, c in table.items() if c != 0)))

    @staticmethod
    def constant(value: Coefficient | int, size: int) -> Poly:
        """A constant in `size` coordinates."""
        scalar = Fraction(value) if isinstance(value, int) else value
        return Poly.of({(0,) * size: scalar})

    @staticmethod
    def coordinate(index: int, size: int) -> Poly:
        """The coordinate at a position (from 0)."""
        return Poly.of({tuple(int(k == index) for k in range(size)): Fraction(1)})


@dataclass(frozen=True, slots=True)
class Rat:
    """A rational function; the denominator is not the zero polynomial and is nonzero somewhere on X."""

    numerator: Poly
    denominator: Poly

    @staticmethod
    def of(poly: Poly, size: int) -> Rat:
        """A polynomial in `size` coordinates as a rational function."""
        return Rat(poly, Poly.constant(1, size))


@dataclass(frozen=True, slots=True)
class KernelArgument:
    """One argument of the kernel: a block of ambient coordinates.

    `start`, `size` locate its coordinates. `shape` says how a formula speaks of it: `scalar`, `vector`, `matrix` (row-major
    `rows` x `columns`), `symmetric` (upper triangle row by row of a `rows` x `rows` matrix). `positive_definite` adds the
    condition that the symmetric matrix is so. `base` is a rational point of the block's own space, if one is known.
    `free_transitive` is declared knowledge: the group acts freely and transitively on this argument (left translations).
    `right` lists the generators that act on it from the right, a subgroup H of which the argument stands for the cosets: for
    a discrete one h with the word of its image in the group, whose left translation it undoes at `base`. `orbit` is the dimension
    of the argument's space where that is declared to be one orbit of some group, which need not be the one that acts here.
    """

    name: str
    start: int
    size: int
    shape: str = "vector"
    rows: int = 0
    columns: int = 0
    positive_definite: bool = False
    free_transitive: bool = False
    base: tuple[Fraction, ...] | None = None
    connected: bool = True
    right: tuple[tuple[str, Word], ...] = ()
    orbit: int | None = None


@dataclass(frozen=True, slots=True)
class DiscreteGenerator:
    """A group element: its map on X, coordinate by coordinate, and its matrix on V."""

    name: str
    images: tuple[Rat, ...]
    rho: Rows


@dataclass(frozen=True, slots=True)
class LieGenerator:
    """An element of the Lie algebra: its vector field on X and its matrix on V."""

    name: str
    images: tuple[Rat, ...]
    rho: Rows


@dataclass(frozen=True, slots=True)
class KernelTarget:
    """V: its dimension; `rows` x `columns` when it is shown as a matrix (then dimension = rows * columns), else columns
    is 0. `field` is `R` or `C`: over which V is a vector space and the arbitrary functions take values."""

    dimension: int
    rows: int
    columns: int = 0
    field: str = "R"


@dataclass(frozen=True, slots=True)
class KernelProblem:
    """The whole problem. `number_field` is None when every coefficient is rational."""

    arguments: tuple[KernelArgument, ...]
    coordinates: tuple[str, ...]
    equations: tuple[Poly, ...]
    inequalities: tuple[Rat, ...]
    discrete: tuple[DiscreteGenerator, ...]
    lie: tuple[LieGenerator, ...]
    target: KernelTarget
    number_field: NumberField | None = None
    name: str = "K"

    @property
    def size(self) -> int:
        """The number N of ambient coordinates."""
        return len(self.coordinates)


@dataclass(frozen=True, slots=True)
class KernelFunction:
    """A tuple of functions on X: polynomial numerators times common factors p^c with rational exponents c and exp(exponent).

    Where c has a denominator, the power is the positive one of a p that is positive on X (or of |p|).
    """

    numerators: tuple[Poly, ...]
    factors: tuple[tuple[Poly, Fraction], ...] = ()
    exponent: Poly | None = None


@dataclass(frozen=True, slots=True)
class KernelInvariant:
    """An invariant: how it is written, and the function itself; several numerators for a vector or matrix argument."""

    term: Term
    value: KernelFunction


@dataclass(frozen=True, slots=True)
class KernelCovariant:
    """An equivariant function B_i : X -> V: how it is written (with the shape of the target), and the function."""

    term: Term
    value: KernelFunction


@dataclass(frozen=True, slots=True)
class InvariantRelation:
    """sum A_k(I) J^k = 0 for an invariant J over other ones.

    `index` is J's position among the invariants followed by the auxiliary ones, `over` the positions of the others (each a
    scalar whose factors are trivial or one square root, which then stands for its square); `coefficients[k]` is A_k as
    a polynomial in them, in that order. `term` writes the relation.
    """

    index: int
    over: tuple[int, ...]
    coefficients: tuple[Poly, ...]
    term: Term


@dataclass(frozen=True, slots=True)
class Letter:
    """One factor of a group element.

    A declared discrete generator to a power (`name`, `power`), or exp(turns·(pi/2)·J/sqrt(scale)) with J the sum of
    `coefficients` over the Lie generators: J acts by linear fields, and its eigenvalues on the coordinates and on V are
    integer multiples of i·sqrt(scale).
    """

    name: str = ""
    power: int = 1
    coefficients: tuple[Coefficient, ...] = ()
    turns: int = 0
    scale: Fraction = Fraction(1)


GroupElement = tuple[Letter, ...]
"""A product of letters; the right factor acts first. () is the identity."""


@dataclass(frozen=True, slots=True)
class Section:
    """One level of a section through the orbits: after the arguments of earlier levels have been moved to their sections,
    the remaining group moves `arguments` into the affine subspace through `origin` spanned by `directions` (in the
    coordinates `positions` of these arguments)."""

    arguments: tuple[int, ...]
    positions: tuple[int, ...]
    origin: tuple[Coefficient, ...]
    directions: Rows
    reason: str


@dataclass(frozen=True, slots=True)
class KernelProposal:
    """What the strategy believes: K = sum f_i(invariants) covariants[i].

    `free` is the number of arbitrary functions, `arguments` the functional rank of the invariants. Each of the
    `stabilizers` is a set of group elements that fix an affine subspace which meets the orbits of an open set; `section` and `section_group` are the
    proposed proof that the invariants separate generic orbits; `auxiliary` are rational functions of the invariants that this
    proof uses.
    """

    invariants: tuple[KernelInvariant, ...]
    covariants: tuple[KernelCovariant, ...]
    relations: tuple[InvariantRelation, ...]
    free: int
    arguments: int
    formula: Term
    functions: tuple[str, ...]
    steps: tuple[Step, ...] = ()
    stabilizers: tuple[tuple[GroupElement, ...], ...] = ()
    section: tuple[Section, ...] = ()
    section_group: tuple[GroupElement, ...] = ()
    auxiliary: tuple[KernelInvariant, ...] = ()
    locus: Term | None = None
    claims: dict[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Stratum:
    """An open stratum of tuples of vectors under an orthogonal group: those whose products have one signature.

    `form` is the symmetric form q on U, `vectors` the coordinates of each tuple entry, `base` those of the argument that is
    subtracted from each (`()` for none), `signature` the numbers of positive and negative squares of the Gram matrix. A generic
    fibre of the invariants consists of `sheets` orbits there; `swap` is an isometry of q that leads from one to another (`()` for
    a single one). `free` is the number of arbitrary functions there, None where it is not certain.
    """

    signature: tuple[int, int]
    sheets: int
    free: int | None
    swap: tuple[tuple[Fraction, ...], ...]
    form: tuple[tuple[Fraction, ...], ...]
    vectors: tuple[tuple[int, ...], ...]
    base: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class KernelCertificate:
    """What the verifier found.

    `sound`: every covariant and invariant is what it claims, exactly. `counts`: `free` and `arguments` are the true
    generic numbers. `complete`: moreover the invariants separate the generic real orbits, so that every smooth kernel is
    of the form stated on a dense open set. `scope` is `global`, `dense stratum` or `local` (counts proved, but real
    orbits with the same invariants were not shown to be equal). `strata` lists the open strata where the numbers, or the
    orbits in a fibre of the invariants, differ from one to another: the functions may then be chosen on each sheet separately.
    """

    sound: Verdict
    counts: Verdict
    complete: Verdict
    scope: str
    evidence: tuple[Evidence, ...] = ()
    reason: str = ""
    strata: tuple[Stratum, ...] = ()
