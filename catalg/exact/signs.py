"""Signs of polynomials in kernels, from what is known on the domain of a formula.

`Facts` collects inequalities: those under roots and logarithms (they hold wherever the formula is defined),
those given, and those of a case distinction. The sign of p is proved by a Farkas certificate, p = sum of
non-negative multiples of facts and of non-negative monomials, found by an exact simplex method with Bland's
rule (R. Bland, 1977); by completing squares for quadratic polynomials; by a^2 w^2 >= b^2 for a w + b with an
even root w; by a ball for constants.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import flint

from catalg.exact.balls import Undefined, Unresolved, excludes_zero, is_negative
from catalg.exact.instances import Instance, fmpq
from catalg.exact.intervals import value_at
from catalg.exact.kernel_ring import EmptyDomain, KernelRing, Poly, Quotient, rational_of

POSITIVE, NONNEGATIVE, OPEN = 2, 1, 0
MOST_COLUMNS, MOST_ROWS = 48, 64

ZERO = Fraction(0)

Sparse = dict[Any, Fraction]


@dataclass(slots=True)
class Facts:
    """Polynomials known to be >= 0 (or > 0), and polynomials known not to vanish, on the domain."""

    ring: KernelRing
    known: list[tuple[Poly, bool]] = field(default_factory=list)
    nonzero: list[Poly] = field(default_factory=list)
    cache: dict[tuple[str, int], int] = field(default_factory=dict)
    generators: dict[tuple[int, int], int] = field(default_factory=dict)

    def copy(self) -> Facts:
        """An independent copy over the same ring."""
        return Facts(self.ring, list(self.known), list(self.nonzero))

    def count(self) -> int:
        """How many facts there are."""
        return len(self.known) + len(self.nonzero)

    def record(self, value: Quotient, strict: bool) -> None:
        """Note that value >= 0 (or > 0) on the domain. Raises EmptyDomain if that is impossible."""
        unit, parts = self.ring.factors(value.num)
        below, more = self.ring.factors(value.den)
        sign = 1 if unit / below >= 0 else -1
        for part, _ in more + (parts if strict else []):
            self.record_nonzero(part)
        rest = self.ring.one
        for part, exponent in parts + more:
            known = self.sign(part)
            if exponent % 2 and abs(known) == POSITIVE:
                sign = sign if known > 0 else -sign
            elif exponent % 2:
                rest = rest * part
            elif not self.is_nonzero(part):
                rest = rest * part * part
        if rest.is_constant():
            if sign < 0 and strict:
                raise EmptyDomain("a sign condition fails everywhere")
            return
        rest = rest if sign > 0 else -rest
        if (
            abs(self.sign(rest)) < POSITIVE
            and (self.sign(rest) <= 0 or strict)
            and (rest, strict) not in self.known
        ):
            self.known.append((rest, strict))

    def record_nonzero(self, poly: Poly) -> None:
        """Note that a polynomial vanishes nowhere on the domain."""
        if not poly.is_constant() and poly not in self.nonzero:
            self.nonzero.append(poly)

    def is_nonzero(self, poly: Poly) -> bool:
        """Whether a polynomial is known to vanish nowhere on the domain."""
        return abs(self.sign(poly)) == POSITIVE or self._vanishes_nowhere(poly)

    def sign(self, poly: Poly, depth: int = 2) -> int:
        """2 for > 0, 1 for >= 0, -1 for <= 0, -2 for < 0 on the whole domain, 0 if open."""
        if poly.is_constant():
            value = rational_of(poly)
            return 2 * (value > 0) - 2 * (value < 0) if value else NONNEGATIVE
        key = (str(poly), self.count())
        found = self.cache.get(key)
        if found is None:
            found = self._sign(poly, depth)
            if depth == 2:
                self.cache[key] = found
        return found

    def _sign(self, poly: Poly, depth: int) -> int:
        kernels = self.ring.kernels_in(poly)
        if not all(k.real for k in kernels):
            return OPEN
        if all(k.constant for k in kernels):
            return self._constant(poly)
        for scale in (1, -1):
            found = self._nonnegative(poly if scale > 0 else -poly, depth)
            if found == NONNEGATIVE and self._vanishes_nowhere(poly):
                found = POSITIVE
            if found:
                return scale * found
        return OPEN

    def _vanishes_nowhere(self, poly: Poly) -> bool:
        """Whether the polynomial divides one that is known not to vanish."""
        return any(divmod(known, poly)[1].is_zero() for known in self.nonzero)

    def _constant(self, poly: Poly) -> int:
        try:
            value = value_at(self.ring.poly_term(poly), {}, Instance("constant"), accept=excludes_zero)
        except (Undefined, Unresolved, ValueError):
            return OPEN
        return -POSITIVE if is_negative(value) else POSITIVE

    def generator_sign(self, position: int) -> int:
        """The sign of a kernel, by its kind or by a fact."""
        key = (position, self.count())
        found = self.generators.get(key)
        if found is None:
            found = self.generators[key] = self._generator_sign(position)
        return found

    def _generator_sign(self, position: int) -> int:
        kernel = self.ring.at(position)
        best = max(kernel.sign, self._stated(self.ring.gens[position]), key=abs)
        match kernel.kind:
            case "abs":
                if abs(self._stated(kernel.data[0])) == POSITIVE or self._vanishes_nowhere(kernel.data[0]):
                    best = POSITIVE
            case "root" | "odd root":
                best = max(best, self._stated(kernel.data[0]), key=abs)
            case "power" if kernel.data[0].den.is_one():
                best = max(best, self._stated(kernel.data[0].num))
        if abs(best) == NONNEGATIVE and self.ring.gens[position] in self.nonzero:
            best *= POSITIVE
        return best

    def _stated(self, poly: Poly) -> int:
        """The sign that a fact states outright, or that all terms have by the kinds of their kernels."""
        best = OPEN
        for known, strict in self.known:
            if known == poly or known == -poly:
                best = max(
                    best, (POSITIVE if strict else NONNEGATIVE) * (1 if known == poly else -1), key=abs
                )
        if not best:
            signs = [self._plain_monomial(m) if c > 0 else OPEN for m, c in poly.to_dict().items()]
            best = max(signs) if all(signs) else OPEN
        if abs(best) == NONNEGATIVE and self._vanishes_nowhere(poly):
            best *= POSITIVE
        return best

    def _plain_monomial(self, exponents: tuple[int, ...]) -> int:
        total = POSITIVE
        for position, exponent in enumerate(exponents):
            if exponent:
                kernel = self.ring.at(position)
                even = NONNEGATIVE if exponent % 2 == 0 and kernel.real else OPEN
                total = min(total, max(kernel.sign, even))
        return total

    def _monomial(self, exponents: tuple[int, ...]) -> int:
        """POSITIVE, NONNEGATIVE or OPEN for a monomial."""
        total = POSITIVE
        for position, exponent in enumerate(exponents):
            if exponent:
                sign = self.generator_sign(position)
                if exponent % 2 == 0:
                    away = abs(sign) == POSITIVE or self.ring.gens[position] in self.nonzero
                    sign = POSITIVE if away else NONNEGATIVE
                total = min(total, max(sign, OPEN))
        return total

    def contradictory(self) -> bool:
        """Whether the facts have no common point, by a Farkas certificate for -1 >= 0."""
        minus = -self.ring.one
        return bool(self._farkas(minus, _sparse(minus), {}))

    def _nonnegative(self, poly: Poly, depth: int) -> int:
        target = _sparse(poly)
        signs = {m: self._monomial(m) for m in target}
        if all(c > 0 and signs[m] for m, c in target.items()):
            return max(signs.values())
        return (
            self._farkas(poly, target, signs)
            or _squares(target)
            or self._monotone(target, depth)
            or (self._root_bound(poly, depth - 1) if depth else OPEN)
        )

    def _farkas(self, poly: Poly, target: Sparse, signs: dict[Any, int]) -> int:
        facts = [*self.known, *self._ranges(poly)]
        if not facts:
            return OPEN
        columns = [(_sparse(p), strict) for p, strict in facts]
        monomials = dict(signs)
        for column, _ in columns:
            for m in column:
                if m not in monomials:
                    monomials[m] = self._monomial(m)
        one = (0,) * self.ring.capacity
        monomials[one] = POSITIVE
        for m, sign in monomials.items():
            if sign:
                columns.append(({m: Fraction(1)}, sign == POSITIVE))
        if len(columns) > MOST_COLUMNS or len(monomials) > MOST_ROWS:
            return OPEN
        for m, c in target.items():
            if not any(column.get(m, ZERO) * c > 0 for column, _ in columns):
                return OPEN
        self.ring.charge(40 * len(columns) * len(monomials))
        weights = farkas([c for c, _ in columns], target)
        if weights is None:
            return OPEN
        return (
            POSITIVE
            if any(w and strict for w, (_, strict) in zip(weights, columns, strict=True))
            else NONNEGATIVE
        )

    def _ranges(self, poly: Poly) -> list[tuple[Poly, bool]]:
        """-1 <= sin, cos <= 1 and -|p| <= p <= |p| for the kernels that occur."""
        found = []
        for kernel in self.ring.kernels_in(poly, *(p for p, _ in self.known)):
            gen = self.ring.gen(kernel)
            if kernel.kind in ("cos", "sin"):
                found += [(self.ring.one - gen, False), (self.ring.one + gen, False)]
            elif kernel.kind == "abs":
                found += [(gen - kernel.data[0], False), (gen + kernel.data[0], False)]
        return found

    def _monotone(self, target: Sparse, depth: int) -> int:
        """exp(u) - exp(v) has the sign of u - v, and u^(1/n) - v^(1/n) as well."""
        if len(target) != 2 or sum(target.values()) != 0 or not depth:
            return OPEN
        above, below = (
            [(self.ring.at(k), int(e)) for k, e in enumerate(m) if e]
            for m in sorted(target, key=lambda m: -target[m])
        )
        gap = self.ring.rational(0)
        if all(k.kind == "exp" for k, _ in above + below):
            for kernel, e in [*above, *((k, -e) for k, e in below)]:
                gap = gap + kernel.data[0] * self.ring.rational(Fraction(e, kernel.data[1]))
        elif (
            len(above) == len(below) == 1
            and above[0][1] == below[0][1] == 1
            and (
                above[0][0].kind == below[0][0].kind == "root" and above[0][0].data[1] == below[0][0].data[1]
            )
        ):
            gap = self.ring.polynomial(above[0][0].data[0] - below[0][0].data[0])
        else:
            return OPEN
        bottom = self.sign(gap.den, depth - 1)
        top = self.sign(gap.num, depth - 1) if bottom else OPEN
        return max(OPEN, top if bottom > 0 else -top)

    def _root_bound(self, poly: Poly, depth: int) -> int:
        for kernel in reversed(self.ring.kernels_in(poly)):
            if kernel.kind != "root" or kernel.data[1] != 2 or not kernel.sign:
                continue
            slope, rest = split_linear(self.ring, poly, kernel.position)
            if slope is None or self.sign(slope, depth) < NONNEGATIVE:
                continue
            gap = self.ring.reduce(slope * slope * kernel.data[0] - rest * rest)
            found = self.sign(gap, depth)
            if found >= NONNEGATIVE:
                return found
        return OPEN


def split_linear(ring: KernelRing, poly: Poly, position: int) -> tuple[Poly | None, Poly]:
    """(a, b) with poly = a g + b and g in neither, or (None, poly) if the degree in g is not one."""
    if poly.degrees()[position] != 1:
        return None, poly
    slope, rest = {}, {}
    for exponents, c in poly.to_dict().items():
        if exponents[position]:
            slope[(*exponents[:position], 0, *exponents[position + 1 :])] = c
        else:
            rest[exponents] = c
    return ring.ctx.from_dict(slope), ring.ctx.from_dict(rest)


def _sparse(poly: Poly) -> Sparse:
    return {m: Fraction(int(c.p), int(c.q)) for m, c in poly.to_dict().items()}


def _squares(target: Sparse) -> int:
    """The sign of a quadratic polynomial that is a sum of squares, by elimination on its Gram matrix."""
    if any(sum(m) > 2 for m in target) or len(target) > MOST_ROWS:
        return OPEN
    used = sorted({k for m in target for k, e in enumerate(m) if e})
    index = {k: n + 1 for n, k in enumerate(used)}
    size = len(used) + 1
    gram = [[Fraction(0)] * size for _ in range(size)]
    for m, c in target.items():
        places = [index[k] for k, e in enumerate(m) for _ in range(e)]
        i, j = (places + [0, 0])[:2]
        gram[i][j] += c / 2
        gram[j][i] += c / 2
    for k in range(size - 1, -1, -1):
        pivot = gram[k][k]
        if pivot < 0 or (pivot == 0 and any(gram[k][j] for j in range(k))):
            return OPEN
        if pivot == 0:
            continue
        if k == 0:
            return POSITIVE
        for i in range(k):
            ratio = gram[i][k] / pivot
            for j in range(k):
                gram[i][j] -= ratio * gram[k][j]
    return NONNEGATIVE


def farkas(columns: Sequence[Sparse], target: Sparse) -> list[Fraction] | None:
    """Weights w >= 0 with sum of w_i columns_i = target, or None: phase one of the simplex method with
    Bland's rule.

    >>> farkas([{"x": Fraction(1)}, {"x": Fraction(-1), "y": Fraction(1)}], {"y": Fraction(2)})
    [Fraction(2, 1), Fraction(2, 1)]
    """
    rows = sorted({m for c in (*columns, target) for m in c}, reverse=True)
    width, height = len(columns), len(rows)
    zero, one = flint.fmpq(0), flint.fmpq(1)
    table = []
    for r, m in enumerate(rows):
        right = fmpq(target.get(m, ZERO))
        flip = -1 if right < 0 else 1
        row = [fmpq(c[m]) * flip if m in c else zero for c in columns]
        table.append(row + [one if r == k else zero for k in range(height)] + [right * flip])
    basis = [width + r for r in range(height)]
    cost = [-sum((row[j] for row in table), zero) for j in range(width)]
    cost += [zero] * height + [-sum((row[-1] for row in table), zero)]
    for _ in range(50 * (width + height)):
        entering = next((j for j in range(width) if cost[j] < 0), None)
        if entering is None:
            break
        ratios = [(row[-1] / row[entering], basis[r], r) for r, row in enumerate(table) if row[entering] > 0]
        if not ratios:
            return None
        _, _, leaving = min(ratios)
        pivot = table[leaving][entering]
        lead = [value / pivot if value != 0 else zero for value in table[leaving]]
        places = [(j, value) for j, value in enumerate(lead) if value != 0]
        table[leaving] = lead
        for row in (*table[:leaving], *table[leaving + 1 :], cost):
            scale = row[entering]
            if scale != 0:
                for j, value in places:
                    row[j] -= scale * value
        basis[leaving] = entering
    if cost[-1] != 0:
        return None
    weights = [ZERO] * width
    for r, j in enumerate(basis):
        if j < width:
            weights[j] = Fraction(int(table[r][-1].p), int(table[r][-1].q))
    return weights
