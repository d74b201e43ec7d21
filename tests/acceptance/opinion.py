"""A second opinion on a claim, and on the witness that the verifier gives against it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from catalg.model.ends import KernelEnd, LinearEnd
from catalg.model.goals import FormulaClaim
from catalg.model.verdict import Counterexample
from catalg.terms import Apply, Call, Term
from catalg.terms.term import expand_lets, walk

from .evaluator import NotEvaluated, Place, evaluate, number
from .oracle import Array, Kernels, Linear, OutOfReach, Single, compare, matrix, rank

INSTANCES = 100
CHOICES: Mapping[str, Callable[[list[Array]], Array]] = {
    "1": lambda args: np.ones((1, 1)),
    "t": lambda args: args[0] if args else np.full((1, 1), 2.0),
    "2": lambda args: np.full((1, 1), 2.0),
    "t1 + 2 t2": lambda args: args[0] + 2 * args[1],
    "t^2": lambda args: args[0] ** 2,
    **{f"t{k + 1}": lambda args, k=k: args[k] for k in range(1, 9)},
}


@dataclass
class Opinion:
    """Judges formulas for one concrete end against a formula that is known to be right.

    `values` are those of the parameters for which `end` stands, and `at` gives the end for others.
    """

    end: KernelEnd | LinearEnd
    right: FormulaClaim
    values: Mapping[str, int]
    at: Callable[[Mapping[str, int]], KernelEnd | LinearEnd] | None = None

    @cached_property
    def space(self) -> Kernels | Linear:
        """The end in numbers."""
        return Kernels(self.end) if isinstance(self.end, KernelEnd) else Linear(self.end)

    @cached_property
    def rows(self) -> Array:
        """Instances of the right formula."""
        assert self.breaks(self.right) is None, "the right formula is not equivariant"
        return self.table(self.right)

    def _random(self, claim: FormulaClaim, count: int) -> Array:
        return self.space.random(claim.formula, claim.arguments, claim.unknowns, count, 1, self.values)

    def table(self, claim: FormulaClaim) -> Array:
        """Instances of a claim, one in each row."""
        return self.space.table(self._random(claim, INSTANCES))

    def breaks(self, claim: FormulaClaim) -> str | None:
        """A generator whose condition an instance of a claim breaks."""
        return self.space.breaks(self._random(claim, 8))

    def verdict(self, claim: FormulaClaim) -> str:
        """`illegal`, `narrow` or `same`."""
        if self.breaks(claim) is not None:
            return "illegal"
        mine, known, both = compare(self.table(claim), self.rows)
        if both > known:
            return "illegal"
        return "narrow" if both > mine or self._avoids_zero(claim) or self._confuses_points(claim) else "same"

    def _confuses_points(self, claim: FormulaClaim) -> bool:
        """Whether the instances tell fewer points apart where the arguments of one of their functions are equal."""
        if not isinstance(self.space, Kernels):
            return False
        for more in self._levels(claim):
            first, second = (self.space.table(self._random(c, INSTANCES), more) for c in (claim, self.right))
            mine, _, both = compare(first, second)
            if both > mine:
                return True
        return False

    def _levels(self, claim: FormulaClaim) -> Iterator[Array]:
        """For some functions of a formula, points at which their arguments have the same values."""
        assert isinstance(self.space, Kernels)
        groups = {node.head: node.args for node in walk(expand_lets(claim.formula)) if isinstance(node, Apply)}
        for arguments in list(groups.values())[:3]:
            yield self.space.level(arguments, claim.arguments, self.values, 4)

    # --- witnesses --------------------------------------------------------------------------------------------------

    def objection(self, claim: FormulaClaim, witness: Counterexample) -> str | None:
        """What is wrong with a witness against a claim; None if it is found to be right by substitution."""
        facts = dict(witness.as_dict())
        where = str(facts.pop("where", ""))
        values = {name: int(value) for name, value in re.findall(r"(\w+) = (\d+)", where)}
        if values and self.at is not None:
            there = Opinion(self.at(values), self.right, values)
            return there.objection(claim, Counterexample(witness.rule, tuple(facts.items())))
        try:
            match witness.rule:
                case "kernel-breaks":
                    return self._breaks(claim, {k: str(v) for k, v in facts.items()})
                case "kernel-breaks-infinitesimally" | "kernel-breaks-series":
                    return self._breaks_somewhere(claim, str(facts["generator"]))
                case "breaks-points" | "breaks-at-points" | "breaks-discrete" | "breaks-lie" | "breaks-entry":
                    return self._breaks_linear(claim, facts)
                case "entry-off-graph":
                    return None if self.breaks(claim) else "no entry is off the graph"
                case "breaks-restriction":
                    return self._off_pattern(claim, facts)
                case "kernel-missed" | "solution-missed":
                    return self._missed(claim, facts["solution"])
                case "kernel-missed-sheet":
                    return self._missed_region(claim, str(facts["point"]), str(facts["other"]))
                case "zero-missed":
                    return None if self._avoids_zero(claim) else "zero is an instance"
        except (NotEvaluated, OutOfReach) as reason:
            return f"not checked: {reason}"
        return f"not checked: a witness of the kind {witness.rule}"

    def _breaks(self, claim: FormulaClaim, facts: Mapping[str, str]) -> str | None:
        """Both sides of the condition at the point, for the group element and the instance that the witness names."""
        assert isinstance(self.space, Kernels)
        space = self.space
        point, image = numbers(facts["point"]), numbers(facts["image"])
        if np.max(np.abs(space.equations(point[None])), initial=0) > 1e-9:
            return "the point is not on the space"
        name, _, choice = facts["instance"].partition(" = ")
        kernel = space.kernel(claim.formula, claim.arguments, Single.of(claim.unknowns, name, CHOICES[choice or "1"]), self.values)
        element = self._element(facts["generator"], point, image)
        if element is None:
            return "no element of the one-parameter group moves the point there"
        left, right = kernel(image[None])[0, 0], element @ kernel(point[None])[0, 0]
        if np.allclose(left, right, rtol=1e-7, atol=1e-9):
            return f"both sides agree: {left}, {right}"
        position = 0
        place = [int(k) - 1 for k in re.findall(r"\d+", facts["entry"])]
        if len(place) == 2:
            position = place[0] * (len(left) // self._rows) + place[1]
        elif place:
            position = place[0]
        stated = _number(facts["left"]), _number(facts["right"])
        if not np.allclose([left[position], right[position]], stated, rtol=1e-5, atol=1e-6):
            return f"the sides are {left[position]}, {right[position]} and not {stated}"
        return None

    @property
    def _rows(self) -> int:
        from catalg.model.representation import HomRep, TensorRep

        target = self.end.target
        if isinstance(target, HomRep):
            return target.target.dim.constant() or 1
        assert isinstance(target, TensorRep)
        return target.factors[0].dim.constant() or 1

    def _element(self, generator: str, point: Array, image: Array) -> Array | None:
        """The matrix on V of an element exp(tX) (or of a discrete generator) that moves the point to its image."""
        assert isinstance(self.space, Kernels)
        space = self.space

        def move(p: Array) -> Array:
            parts = [s.move(generator, b) for s, b in zip(space.spaces, space.blocks(p[None]), strict=True)]
            return np.concatenate(parts, axis=1)[0]

        rho = space.rho(generator)
        if self.end.group.generator(generator).kind == "discrete":
            return rho if np.allclose(move(point), image, atol=1e-6) else None
        size = len(point)
        shift = move(np.zeros(size))
        whole = np.zeros((size + 1, size + 1))
        whole[:size, :size] = np.stack([move(e) - shift for e in np.eye(size)], axis=1)
        whole[:size, size] = shift
        speeds = {round(abs(v), 9) for v in (*np.linalg.eigvals(whole).imag, *np.linalg.eigvals(rho).imag)} - {0.0}
        times = [1.0, np.log(2), *(np.pi / 2 * k / w for w in sorted(speeds) for k in (1, 2, 3, 4))]
        for time in times:
            if np.allclose((exponential(time * whole) @ [*point, 1.0])[:size], image, rtol=1e-6, atol=1e-6):
                return exponential(time * rho)
        return None

    def _breaks_somewhere(self, claim: FormulaClaim, generator: str) -> str | None:
        assert isinstance(self.space, Kernels)
        left, right = self.space.residual(self._random(claim, 8), generator, self.space.base)
        return None if np.max(np.abs(left - right)) > 1e-4 else f"{generator} is not broken at random points"

    def _breaks_linear(self, claim: FormulaClaim, facts: Mapping[str, object]) -> str | None:
        assert isinstance(self.space, Linear)
        key, _, inside = str(facts["constant"]).partition("[")
        index = tuple(int(k) for k in re.findall(r"\d+", inside))
        x = self.space.instances(
            claim.formula, claim.arguments, Single.of(claim.unknowns, key, lambda args: np.ones((1, 1)), index), self.values
        )[0]
        generator = str(facts["generator"])
        left, right = matrix(self.end.target, generator) @ x, x @ matrix(self.end.source, generator)
        if "row" in facts:
            at = int(str(facts["row"])) - 1, int(str(facts["column"])) - 1
            sides = [complex(evaluate(facts[k], Place()).flat[0]) for k in ("left_value", "right_value")]  # type: ignore[arg-type]
            if not np.allclose([left[at], right[at]], sides):
                return f"the sides are {left[at]}, {right[at]} and not {sides}"
            if np.isclose(left[at], right[at]):
                return "both sides agree"
        return "both sides agree" if np.allclose(left, right) else None

    def _off_pattern(self, claim: FormulaClaim, facts: Mapping[str, object]) -> str | None:
        """An instance has an entry that a restriction forbids, or that differs from the one across the diagonal."""
        assert isinstance(self.space, Linear)
        x = self.table(claim).reshape(-1, self.space.rows, self.space.columns)
        row, column = int(str(facts["row"])) - 1, int(str(facts["column"])) - 1
        sign = {"symmetric": 1, "antisymmetric": -1}.get(str(facts["kind"]), 0)
        odd = x[:, row, column] - (sign * x[:, column, row] if sign else 0)
        return None if np.max(np.abs(odd)) > 1e-9 else "the entry keeps to the restriction"

    def _missed(self, claim: FormulaClaim, solution: object) -> str | None:
        """The missed solution is equivariant and lies outside of the affine hull of the instances."""
        assert isinstance(solution, Term)
        if isinstance(self.space, Linear) and any(isinstance(n, Call) and n.head == "unit" for n in walk(solution)):
            return "not checked: only part of the solution is shown"
        single = Single.of((), "", lambda args: np.ones((1, 1)))
        if isinstance(self.space, Kernels):
            kernel = self.space.kernel(solution, claim.arguments, single, self.values)
            broken = self.space.breaks(kernel)
            if broken is None:
                for more in self._levels(claim):
                    mine = self.space.table(self._random(claim, INSTANCES), more)
                    if _outside(self.space.table(kernel, more), mine):
                        return None
            missed = self.space.table(kernel)
        else:
            if isinstance(solution, Call) and solution.head == "orbital":
                x = self.space.orbit([round(float(evaluate(a, Place()).flat[0])) for a in solution.args])[None]
            else:
                x = self.space.instances(solution, claim.arguments, single, self.values)
            broken, missed = self.space.breaks(x), self.space.table(x)
        if broken is not None:
            return f"the missed solution breaks {broken}"
        return None if _outside(missed, self.table(claim)) else "the missed solution is an instance"

    def _missed_region(self, claim: FormulaClaim, point: str, other: str) -> str | None:
        """Every function of the claim has the same arguments at two points, of which the second is no image of the first."""
        assert isinstance(self.space, Kernels)
        blocks = self.space.blocks(np.stack([numbers(point), numbers(other)]))
        names = {n: s.shown(b) for n, s, b in zip(claim.arguments, self.space.spaces, blocks, strict=True)}
        place = Place({**{name: number(float(v)) for name, v in self.values.items()}, **names})
        for node in walk(expand_lets(claim.formula)):
            for argument in node.args if isinstance(node, Apply) else ():
                value = evaluate(argument, place)
                if not np.allclose(value[:, 0], value[:, 1]):
                    return f"{argument} differs at the two points"
        return None

    def _avoids_zero(self, claim: FormulaClaim) -> bool:
        rows = self.table(claim)
        return rank(_with_one(rows)) == rank(rows)


def _with_one(rows: Array) -> Array:
    """Rows with a 1 behind them: their span tells the affine hull of the rows."""
    return np.concatenate([rows, np.ones((len(rows), 1))], axis=1)


def _outside(extra: Array, rows: Array) -> bool:
    """Whether a row lies outside of the affine hull of others."""
    mine, more = _with_one(rows), _with_one(extra)
    return rank(np.concatenate([mine, more])) > rank(mine)


def numbers(point: str) -> Array:
    """The coordinates in `q = (0, 1/2), k = (2, 0)`."""
    text = re.sub(r"\w+ = ", "", point)
    return np.array([_number(part) for part in re.split(r"[(),]+", text) if part.strip()])


def _number(text: str) -> float:
    """A rational number, or one with square roots, behind which its decimals stand in brackets."""
    decimals = re.search(r"\((-?[\d.e+-]+)\)$", text.strip())
    if decimals:
        return float(decimals[1])
    top, _, bottom = text.strip().split()[0].partition("/")
    return float(top) / float(bottom or 1)


def exponential(m: Array) -> Array:
    """The matrix exponential, by scaling and squaring of the Taylor series."""
    steps = max(0, int(np.ceil(np.log2(max(np.abs(m).sum(axis=1).max(initial=0), 1e-9)))) + 4)
    small = m / 2**steps
    total = term = np.eye(len(m))
    for k in range(1, 20):
        term = term @ small / k
        total = total + term
    for _ in range(steps):
        total = total @ total
    return total


