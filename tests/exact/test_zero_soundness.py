"""Random formulas: the normal form agrees with the formula at every point of its domain, special points included.

Points such as 0, 1 and -1 on the boundary of domains are where unsound rules (sqrt(x y) = sqrt(x) sqrt(y)) show.
"""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product

import pytest

from catalg.exact.balls import Undefined, Unresolved, excludes_zero, is_negative
from catalg.exact.instances import Instance
from catalg.exact.intervals import value_at
from catalg.exact.kernel_context import Refine, Stuck
from catalg.exact.kernel_ring import EmptyDomain, LimitExceeded, MoreKernels, Quotient
from catalg.exact.normal_form import Normalizer
from catalg.exact.polynomial_points import Variety
from catalg.exact.zero import decide_zero
from catalg.exact.zero_proof import Claim, Proof
from catalg.terms import Add, Call, Const, Index, Mul, Name, Num, Pow, Series, Term, num
from catalg.terms.term import transform

HALF = Fraction(1, 2)
SPECIAL = [
    Fraction(p, q)
    for p, q in ((0, 1), (1, 1), (-1, 1), (2, 1), (-2, 1), (1, 2), (-1, 2), (4, 1), (-4, 1), (3, 5), (-9, 4))
]
GRID = [{"x": a, "y": b} for a, b in product(SPECIAL, repeat=2)]
ROOTS = [
    HALF,
    HALF,
    HALF,
    -HALF,
    Fraction(1, 3),
    Fraction(2, 3),
    Fraction(1, 4),
    Fraction(3, 2),
    Fraction(-1, 3),
]


def formula(rng: random.Random, depth: int) -> Term:
    """A random formula in x and y."""
    if depth == 0 or rng.random() < 0.12:
        if rng.random() < 0.75:
            return Name(rng.choice("xy"))
        return num(rng.choice([1, 2, -1, 3, HALF, -8, 0, 4]))
    parts = [formula(rng, depth - 1) for _ in range(2)]
    match rng.choices(range(9), (22, 8, 20, 6, 16, 10, 8, 6, 6))[0]:
        case 0:
            return Add(tuple(parts))
        case 1:
            return Add((parts[0], Mul((num(-1), parts[1]))))
        case 2:
            return Mul(tuple(parts))
        case 3:
            return Pow(parts[0], num(rng.choice([2, 3, -1, -2])))
        case 4:
            return Pow(parts[0], num(rng.choice(ROOTS)))
        case 5:
            return Call(rng.choice(["max", "min", "atan2"]), tuple(parts))
        case 6:
            return Call("abs", (parts[0],))
        case 7:
            return Call(rng.choice(["log", "exp"]), (parts[0],))
        case _:
            return Call(rng.choice(["sin", "cos", "tan", "asin", "atan", "tanh"]), (parts[0],))


def normal(term: Term, integers: frozenset[str] = frozenset()) -> tuple[Proof, Quotient] | str:
    """The normal form, or why there is none."""
    claim = Claim(term, Variety.of([]), (), integers, 3_000_000)
    hints: dict[str, int] = {}
    capacity = 32
    while True:
        proof = Proof(claim, hints, capacity, [])
        try:
            value = Normalizer(proof.ctx).of(term)
            return proof, Normalizer(proof.ctx).of(term) if proof.ctx.facts.count() else value
        except Refine as refine:
            hints[refine.key] = refine.value
        except MoreKernels:
            capacity *= 2
        except EmptyDomain:
            return "empty"
        except (Stuck, LimitExceeded):
            return "stuck"


def defined(term: Term, point: dict[str, Fraction]) -> object | None:
    try:
        return value_at(term, point, Instance("0"), most_bits=128)
    except (Undefined, Unresolved):
        return None


@pytest.mark.parametrize("seed", range(12))
def test_the_normal_form_agrees_wherever_the_formula_is_defined(seed: int) -> None:
    compared = 0
    for k in range(25):
        rng = random.Random(f"{seed}/{k}")
        term = formula(rng, rng.choice([2, 3, 3]))
        found = normal(term)
        for point in rng.sample(GRID, 40):
            value = defined(term, point)
            if value is None:
                continue
            assert found != "empty", (term, point)
            if isinstance(found, str):
                continue
            proof, quotient = found
            try:
                other = value_at(quotient.term(), point, Instance("0"), most_bits=256)
            except Unresolved:
                continue
            assert not excludes_zero(value - other), (term, point, quotient.text())  # type: ignore[operator]
            compared += 1
            for fact, strict in proof.ctx.facts.known:
                size = value_at(proof.ring.poly_term(fact), point, Instance("0"))
                assert not is_negative(size), (term, point, proof.ring.text(fact))
                assert not strict or size != 0
    assert compared > 100


def rewritten(term: Term, rng: random.Random) -> Term:
    """The formula after a rule that is often wrong."""
    match term:
        case Call("abs", (a,)):
            return rng.choice([a, Pow(Pow(a, num(2)), num(HALF)), Call("max", (a, Mul((num(-1), a))))])
        case Pow(Mul(args), Num(e)) if e.denominator > 1:
            return Mul(tuple(Pow(a, num(e)) for a in args))
        case Pow(a, Num(e)) if e == HALF:
            return rng.choice(
                [Pow(Pow(a, num(2)), num(e / 2)), Call("exp", (Mul((num(e), Call("log", (a,)))),))]
            )
        case Call("max", (a, b)):
            return rng.choice([a, Call("max", (b, a))])
        case Call("log", (Mul(args),)):
            return Add(tuple(Call("log", (a,)) for a in args))
        case Call("log", (a,)):
            return Mul((num(HALF), Call("log", (Pow(a, num(2)),))))
        case Call("sin", (a,)):
            return Call("cos", (Add((a, Mul((num(-HALF), Const("pi"))))),))
        case Call("cos", (a,)):
            return Pow(Add((num(1), Mul((num(-1), Pow(Call("sin", (a,)), num(2)))))), num(HALF))
        case Call("atan2", (b, a)):
            quotient = Call("atan", (Mul((b, Pow(a, num(-1)))),))
            return rng.choice([quotient, Call("atan2", (Mul((num(2), b)), Mul((num(2), a))))])
    return term


@pytest.mark.parametrize("seed", range(8))
def test_what_is_proved_zero_is_zero_at_special_points(seed: int) -> None:
    kinds = set()
    for k in range(40):
        rng = random.Random(f"rewritten/{seed}/{k}")
        term = formula(rng, rng.choice([2, 2, 3]))
        gap = Add((term, Mul((num(-1), transform(term, lambda t, rng=rng: rewritten(t, rng))))))  # type: ignore[misc]
        verdict = decide_zero(gap, ["x", "y"], limit=3_000_000)
        kinds.add(verdict.kind)
        if verdict.kind == "zero":
            for point in rng.sample(GRID, 40):
                value = defined(gap, point)
                assert value is None or not excludes_zero(value), (gap, point)
    assert {"zero", "nonzero"} <= kinds


NATURALS = frozenset({"n", "m"})


def natural_formula(rng: random.Random, depth: int) -> Term:
    """A random formula with natural exponents, complex numbers, multiples of pi, sums and symbolic degrees."""
    if depth == 0 or rng.random() < 0.1:
        constants = [Const("i"), Const("pi"), num(1), num(2), num(-1), num(HALF), num(0), num(-3)]
        return rng.choice([Name("x"), Name("y"), Name("n"), rng.choice(constants)])
    first, second = (natural_formula(rng, depth - 1) for _ in range(2))
    n, index = Name("n"), Name("l")
    match rng.randrange(10):
        case 0 | 1:
            return Add((first, second))
        case 2 | 3:
            return Mul((first, second))
        case 4:
            return Pow(first, num(rng.choice([2, 3, -1])))
        case 5 | 6:
            shifts = [Add((n, num(k))) for k in (-2, -1, 1)]
            doubles = [Mul((num(k), n)) for k in (2, -1, HALF)]
            return Pow(first, rng.choice([n, *shifts, *doubles, Add((n, Name("m"))), Pow(n, num(2))]))
        case 7:
            return Call(rng.choice(["sin", "cos", "exp", "cosh", "tanh", "abs"]), (first,))
        case 8:
            return Call(
                rng.choice(["sin", "cos"]), (Mul((Const("pi"), rng.choice([n, Mul((num(3), n)), first]))),)
            )
        case _:
            summand = rng.choice(
                [Pow(Name("x"), index), Call("legendre", (index, first)), Mul((index, first))]
            )
            upper = rng.choice([Const("oo"), num(3), n])
            return Series("l", num(rng.randrange(2)), upper, Mul((Index(Name("a"), (index,)), summand)))


@pytest.mark.parametrize("seed", range(6))
def test_natural_powers_complex_numbers_and_sums_agree(seed: int) -> None:
    compared = 0
    for k in range(40):
        rng = random.Random(f"natural/{seed}/{k}")
        term = natural_formula(rng, rng.choice([2, 3]))
        found = normal(term, NATURALS)
        for _ in range(25):
            point = {
                "x": rng.choice(SPECIAL),
                "y": rng.choice(SPECIAL),
                "n": Fraction(rng.randrange(5)),
                "m": Fraction(rng.randrange(3)),
            }
            try:
                value = value_at(term, point, Instance("0", support=4), NATURALS, most_bits=128)
            except (Undefined, Unresolved):
                continue
            assert found != "empty", (term, point)
            if isinstance(found, str):
                continue
            try:
                other = value_at(found[1].term(), point, Instance("0", support=4), NATURALS, most_bits=256)
            except Unresolved:
                continue
            assert not excludes_zero(value - other), (term, point, found[1].text())
            compared += 1
    assert compared > 300
