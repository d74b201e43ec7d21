"""What is known of a concrete space of scalar kernels: which functions are invariant, and which invariants they determine.

Invariance is decided on the declared generators by the zero test; the invariants of a certified solution are recognised inside
of a formula in the same way.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from catalg.exact.constants import NotANumber, evaluate
from catalg.exact.field import FieldTooLarge, simplify
from catalg.exact.zero import decide_zero
from catalg.model.ends import KernelEnd
from catalg.model.kernel_problem import KernelArgument, KernelProblem, KernelProposal, KernelTarget, Poly
from catalg.model.solution import Solution
from catalg.model.verdict import Judgement, Verdict
from catalg.terms import Add, Call, Index, Mul, Name, Num, Pow, Term, add, mul, neg, num, power, sub
from catalg.terms.term import ONE, free_names, rebuild, substitute
from catalg.universes.man import default_names, kernel_problem
from catalg.verify.kernels.formula import judge_sound
from catalg.verify.kernels.terms import action_terms, conditions, entries_of, moved
from catalg.verify.symbolic_kernels.recover import determined

MINUS = num(-1)


class Ground:
    """A kernel end with scalar values of the trivial representation; `names` call its arguments. Raises NotRational."""

    def __init__(self, end: KernelEnd, names: Sequence[str], solution: Solution | None) -> None:
        problem = kernel_problem(end, names)
        one, zero = ((Fraction(1),),), ((Fraction(0),),)
        self.scalar_target = problem.target.dimension == 1 and all(
            g.rho[0][0] == 1 for g in problem.discrete
        ) and all(g.rho[0][0] == 0 for g in problem.lie)
        self.problem: KernelProblem = replace(
            problem,
            discrete=tuple(replace(g, rho=one) for g in problem.discrete),
            lie=tuple(replace(g, rho=zero) for g in problem.lie),
            target=KernelTarget(1, 1, 0, problem.target.field),
        )
        self.connected = replace(self.problem, discrete=())
        self.arguments = frozenset(names)
        self.invariants: tuple[Term, ...] = ()
        if solution is not None:
            rename: Mapping[str, Term] = {a: Name(b) for a, b in zip(default_names(len(names)), names, strict=True)}
            kernel = solution.proposal.claims.get("kernel")
            certified = kernel.invariants if isinstance(kernel, KernelProposal) else None
            terms = solution.proposal.arguments if certified is None else tuple(i.term for i in certified)
            self.invariants = tuple(substitute(i, rename) for i in terms)
        self.labels = tuple(f"invariant {k}" for k in range(len(self.invariants)))
        self._entries: dict[Term, Term | None] = {}

    # -- invariance --------------------------------------------------------------------------------------------------
    def legal(self, function: Term) -> Judgement:
        """Whether one function is invariant; a refutation has a group element and a point."""
        return judge_sound(self.problem, function, ())

    def fixed_by_flows(self, function: Term) -> bool:
        """Whether the Lie generators visibly leave a function alone."""
        return judge_sound(self.connected, function, ()).verdict is Verdict.PROVED

    def signs(self, function: Term) -> tuple[int, ...]:
        """For each discrete generator 1 or -1 where it visibly maps the function to itself or its negative, else 0."""
        entry = self.entry(function)
        found = []
        for s in self.problem.discrete:
            image = moved((entry,), action_terms(self.problem, s.images))[0] if entry is not None else None
            if entry is None or image is None:
                found.append(0)
            elif self.vanishes(sub(image, entry)):
                found.append(1)
            else:
                found.append(-1 if self.vanishes(add(image, entry)) else 0)
        return tuple(found)

    def entry(self, function: Term) -> Term | None:
        """A scalar in the flat coordinates, or None where it is not one."""
        if function not in self._entries:
            try:
                self._entries[function] = entries_of(function, self.problem, ())[0]
            except ValueError:
                self._entries[function] = None
        return self._entries[function]

    def vanishes(self, entry: Term) -> bool:
        """Whether a scalar in the flat coordinates is zero on the space."""
        known = conditions(self.problem)
        verdict = decide_zero(
            entry, self.problem.coordinates, equations=known.equations, inequalities=known.inequalities
        )
        return verdict.kind == "zero"

    def equal(self, left: Term, right: Term) -> bool:
        """Whether two functions are visibly equal on the space."""
        a, b = self.entry(left), self.entry(right)
        return a is not None and b is not None and self.vanishes(sub(a, b))

    # -- the certified invariants inside of a function ---------------------------------------------------------------
    def in_invariants(self, term: Term) -> Term | None:
        """The term written in the certified invariants, called by `labels`; None where an argument is left over."""
        if not free_names(term) & self.arguments:
            return term
        for label, invariant in zip(self.labels, self.invariants, strict=True):
            if term == invariant:
                return Name(label)
        if self.entry(term) is None:
            return None
        for label, invariant in zip(self.labels, self.invariants, strict=True):
            if self.equal(term, invariant):
                return Name(label)
            if self.equal(term, neg(invariant)):
                return mul(MINUS, Name(label))
        if isinstance(term, Call) and term.head in ("norm", "dot") and self.equal(term, ONE):
            return ONE
        match term:
            case Call("norm", (inner,)):
                square = self.in_invariants(Call("dot", (inner, inner)))
                return None if square is None else power(square, num(Fraction(1, 2)))
            case Call("dot", (left, right)) if left == right:
                root = next((k for k, i in enumerate(self.invariants) if i == Call("norm", (left,))), None)
                return None if root is None else power(Name(self.labels[root]), num(2))
            case Call("sqrt", (inner,)):
                part = self.in_invariants(inner)
                return None if part is None else power(part, num(Fraction(1, 2)))
            case Add(args) | Mul(args) | Call(_, args):
                parts = [self.in_invariants(arg) for arg in args]
                return None if any(p is None for p in parts) else rebuild(term, [p for p in parts if p is not None])
            case Pow(base, Num() as exponent):
                part = self.in_invariants(base)
                return None if part is None else power(part, exponent)
            case _:
                return None

    @property
    def lengths(self) -> frozenset[str]:
        """The labels of invariants that are lengths: smooth kernels are smooth functions of their squares."""
        return frozenset(
            label for label, i in zip(self.labels, self.invariants, strict=True) if isinstance(i, Call) and i.head == "norm"
        )

    def determine(self, moving: Sequence[Term], radii: Sequence[Term]) -> bool:
        """Whether the functions determine all certified invariants, which depend smoothly on the `moving` ones.

        Each moving function stands for one invariant, of which it is an affine function (or a square root of one), with
        coefficients in the others; the radii must determine those.
        """
        written = [self.in_invariants(m) for m in moving]
        known = [self.in_invariants(r) for r in radii]
        if any(t is None for t in (*written, *known)):
            return False
        return self._assign([t for t in written if t is not None], [t for t in known if t is not None], frozenset(self.labels))

    def _assign(self, moving: list[Term], radii: list[Term], wanted: frozenset[str]) -> bool:
        if not moving:
            return determined(radii, wanted, self.lengths)
        for label in sorted(wanted & free_names(moving[0])):
            if reads(moving[0], label, self.lengths) and self._assign(moving[1:], radii, wanted - {label}):
                others = [t for t in moving[1:] if label in free_names(t)]
                if not others:
                    return True
        return False

    # -- ranges ------------------------------------------------------------------------------------------------------
    def block(self, name: str) -> KernelArgument | None:
        """An argument by its name."""
        return next((a for a in self.problem.arguments if a.name == name), None)

    def connected_block(self, name: str) -> bool:
        """Whether an argument runs over a whole space of dimension >= 2, or over a sphere (an ellipsoid) in one."""
        block = self.block(name)
        if block is None or block.size < 2 or block.positive_definite or self.problem.inequalities:
            return False
        inside = set(range(block.start, block.start + block.size))
        mine = [e for e in self.problem.equations if _support(e) & inside]
        if not mine:
            return True
        return len(mine) == 1 and _support(mine[0]) <= inside and _ellipsoid(mine[0], inside)

    def point(self, values: Mapping[str, Sequence[Fraction]]) -> dict[str, Term] | None:
        """The flat coordinates of a point, checked to lie on the space; None where it does not."""
        table: dict[str, Term] = {}
        for block in self.problem.arguments:
            for k in range(block.size):
                table[self.problem.coordinates[block.start + k]] = num(values[block.name][k])
        for equation in conditions(self.problem).equations:
            if self.value(substitute(equation, table)) != 0:
                return None
        return table

    def value(self, entry: Term) -> Fraction | None:
        """The exact value of a constant, where it is rational."""
        try:
            found = simplify(evaluate(entry))
        except (NotANumber, ZeroDivisionError, FieldTooLarge):
            return None
        return Fraction(found) if isinstance(found, int | Fraction) else None


def reads(term: Term, label: str, lengths: frozenset[str]) -> bool:
    """Whether an invariant is a smooth function of the term (the others held fixed): affine, or a square root of that.

    >>> reads(add(mul(num(2), Name("t")), num(1)), "t", frozenset()), reads(power(Name("t"), num(3)), "t", frozenset())
    (True, False)
    """
    match term:
        case Name(name):
            return name == label
        case Add(args):
            inside = [arg for arg in args if label in free_names(arg)]
            return len(inside) == 1 and reads(inside[0], label, lengths)
        case Mul(args):
            inside = [arg for arg in args if label in free_names(arg)]
            others = [arg for arg in args if label not in free_names(arg)]
            return len(inside) == 1 and all(map(_factor, others)) and reads(inside[0], label, lengths)
        case Pow(Name(name), Num(exponent)) if exponent == 2:
            return name == label and label in lengths
        case Pow(base, Num(exponent)) if exponent == Fraction(1, 2):
            return reads(base, label, lengths)
        case _:
            return False


def _factor(term: Term) -> bool:
    """A factor that is visibly not zero at generic points."""
    match term:
        case Num(value):
            return value != 0
        case Name():
            return True
        case Pow(base, Num()):
            return _factor(base)
        case Mul(args):
            return all(map(_factor, args))
        case _:
            return False


def _support(poly: Poly) -> set[int]:
    return {k for exponents, _ in poly.terms for k, e in enumerate(exponents) if e}


def _ellipsoid(poly: Poly, inside: set[int]) -> bool:
    """Whether an equation is sum c_k x_k^2 = r with all c_k and r of one sign, over at least two coordinates."""
    squares: dict[int, Fraction] = {}
    constant = Fraction(0)
    for exponents, c in poly.terms:
        if not isinstance(c, int | Fraction):
            return False
        used = [k for k, e in enumerate(exponents) if e]
        if not used:
            constant = Fraction(c)
        elif len(used) == 1 and exponents[used[0]] == 2:
            squares[used[0]] = Fraction(c)
        else:
            return False
    sign = 1 if constant < 0 else -1
    return set(squares) == inside and constant != 0 and all(c * sign > 0 for c in squares.values())


def plane_parts(angle: Term) -> tuple[Term, Term] | None:
    """Cosine and sine of an angle of the vocabulary, as algebraic functions; None for another term."""
    match angle:
        case Call("angle", (v, w)):
            scale = mul(power(Call("norm", (v,)), MINUS), power(Call("norm", (w,)), MINUS))
            area = sub(mul(_part(v, 1), _part(w, 2)), mul(_part(v, 2), _part(w, 1)))
            return mul(Call("dot", (v, w)), scale), mul(area, scale)
        case Call("arg", (v,)):
            scale = power(Call("norm", (v,)), MINUS)
            return mul(_part(v, 1), scale), mul(_part(v, 2), scale)
        case _:
            return None


def _part(vector: Term, k: int) -> Term:
    return Index(vector, (num(k),))
