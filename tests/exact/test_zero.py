"""The zero test on its corpus: no wrong verdict, witnesses that can be recomputed, and what must stay undecided."""

from __future__ import annotations

import math
import statistics
import time
from collections.abc import Mapping
from fractions import Fraction

import pytest

from catalg.exact.functions import ShapeError
from catalg.exact.zero import ZeroVerdict, decide_equal, decide_zero
from catalg.terms import Add, Call, Const, Dim, Identity, Index, Mul, Name, Num, Pow, Relation, Term, num
from tests.exact.formulas import (
    F,
    apply,
    call,
    exp,
    half,
    i,
    log,
    name,
    oo,
    pi,
    sin,
    sqrt,
    tan,
    total,
    wrap,
)
from tests.exact.identities import FALSE, TRUE, Case

x, y, n = name("x"), name("y"), name("n")


def verdict(case: Case) -> ZeroVerdict:
    _, left, right, options = case
    return decide_equal(left.term, right.term, **options)


@pytest.mark.parametrize("case", TRUE, ids=[label for label, *_ in TRUE])
def test_true_identities_are_proved(case: Case) -> None:
    found = verdict(case)
    assert found.kind == "zero", found
    assert found.witness is None
    assert found.steps


@pytest.mark.parametrize("case", FALSE, ids=[label for label, *_ in FALSE])
def test_false_identities_are_refuted(case: Case) -> None:
    found = verdict(case)
    assert found.kind == "nonzero", found
    assert found.witness is not None
    assert found.value is not None


def test_the_corpus_is_large_and_its_median_takes_milliseconds() -> None:
    assert len(TRUE) >= 150
    assert len(FALSE) >= 150
    seconds = []
    for case in [*TRUE[::5], *FALSE[::5]]:
        start = time.process_time()
        verdict(case)
        seconds.append(time.process_time() - start)
    assert statistics.median(seconds) < 0.1


def test_verdicts_are_the_same_from_run_to_run() -> None:
    for case in FALSE[::20]:
        assert verdict(case) == verdict(case)


# A float evaluator that shares nothing with the package: the reader's pocket calculator.


def pocket(term: Term, point: Mapping[str, float]) -> float:
    match term:
        case Num(value):
            return float(value)
        case Const("pi"):
            return math.pi
        case Name(key):
            return point[key]
        case Index(Name(key), indices):
            return point[f"{key}[{','.join(str(int(pocket(k, point))) for k in indices)}]"]
        case Add(args):
            return math.fsum(pocket(a, point) for a in args)
        case Mul(args):
            return math.prod(pocket(a, point) for a in args)
        case Pow(base, Num(e)):
            value = pocket(base, point)
            if e.denominator % 2 and value < 0 and e.denominator > 1:
                return float((-1) ** e.numerator) * (-value) ** float(e)
            return float(value ** (int(e) if e.denominator == 1 else float(e)))
        case Call(
            (
                "atan2" | "sin" | "cos" | "tan" | "exp" | "log" | "sqrt" | "asin" | "acos" | "atan" | "tanh"
            ) as head,
            args,
        ):
            return float(getattr(math, head)(*(pocket(a, point) for a in args)))
        case Call("abs", (arg,)):
            return abs(pocket(arg, point))
        case Call(("max" | "min") as head, args):
            return (max if head == "max" else min)(pocket(a, point) for a in args)
        case _:
            raise NotImplementedError


def test_witnesses_can_be_recomputed() -> None:
    checked = 0
    for case in FALSE:
        _, left, right, _ = case
        found = verdict(case)
        assert found.witness is not None
        if not all(isinstance(v, Fraction) for v in found.witness.values()):
            continue
        point = {k: float(v) for k, v in found.witness.items() if isinstance(v, Fraction)}
        try:
            gap = pocket(left.term, point) - pocket(right.term, point)
        except (NotImplementedError, OverflowError):
            continue
        assert found.value is not None
        stated = float(Fraction(found.value.lstrip("[").split(" +/- ")[0].rstrip("]")))
        assert stated != 0
        assert abs(gap - stated) <= 1e-9 * (1 + abs(pocket(left.term, point)))
        checked += 1
    assert checked > 150


@pytest.mark.parametrize(
    "formula",
    [
        (x - x) ** -1, log(wrap(-1)), log(-(x**2) - 1), sqrt(-(x**2) - 1), tan(pi / 2), 1 / (sin(x) ** 2 + call("cos", x) ** 2 - 1),
        call("asin", x**2 + 2), call("atan2", x - x, y - y), wrap(0) ** -1, x / (sqrt(x**2) - call("abs", x)), wrap(0) ** (x - x),
        call("legendre", half, x), sqrt(i), call("max", i, x), oo - oo, sqrt(-(x**2)), 0 * log(-call("exp", x)),
    ],
    ids=str,
)  # fmt: skip
def test_what_is_defined_nowhere_is_undecided(formula: F) -> None:
    assert decide_zero(formula.term).kind == "undecided"


@pytest.mark.parametrize(
    ("formula", "options"),
    [
        ((x - y) / (x - y) - 1, {"equations": [(x - y).term]}), (x - x, {"equations": [wrap(1).term]}),
        (x - x, {"equations": [(x**2 + 1).term]}), (x - x, {"equations": [sin(x).term]}), (x - x, {"inequalities": [x**2 < 0]}),
        (x - x, {"inequalities": [x.term]}), (total("k", 0, oo, x ** name("k")) - 1 / (1 - x), {}), (call("nothing", x), {}),
        (call("sin", x, y), {}), (F(Relation("=", x.term, y.term)), {}), (call("legendre", 10**6, x), {}),
    ],
    ids=str,
)  # fmt: skip
def test_what_cannot_be_decided_is_undecided_with_a_reason(formula: F, options: dict[str, object]) -> None:
    found = decide_zero(formula.term, **options)  # type: ignore[arg-type]
    assert found.kind == "undecided"
    assert found.reason


@pytest.mark.parametrize(
    "formula",
    [
        wrap(9) ** (wrap(9) ** (wrap(9) ** wrap(9))) - 1, (x + 1) ** 100000 - (1 + x) ** 100000, x ** (10**30) - x,
        x ** Fraction(1, 10**12 + 1) - x, sin(wrap(10) ** 40 * x) - sin(x), total("k", 0, 10**9, x ** name("k")),
        exp(exp(exp(exp(exp(exp(x)))))) - 1,
    ],
    ids=["tower", "power", "degree", "root", "angle", "sum", "exponentials"],
)  # fmt: skip
def test_big_numbers_end_quickly(formula: F) -> None:
    start = time.process_time()
    assert decide_zero(formula.term).kind in ("undecided", "nonzero")
    assert time.process_time() - start < 5


def test_deep_nesting_is_undecided() -> None:
    formula = x
    for _ in range(3000):
        formula = sin(formula)
    assert decide_zero(formula.term).kind == "undecided"


def test_a_limit_leaves_it_undecided() -> None:
    formula = (sqrt(x) + sqrt(y) + 1) ** 12 - (1 + sqrt(y) + sqrt(x)) ** 12
    assert decide_zero(formula.term).kind == "zero"
    assert decide_zero(formula.term, limit=50).kind == "undecided"


def test_matrices_are_decided_entry_by_entry() -> None:
    shapes = {"v": (Dim.of(3),), "M": (Dim.of(2), Dim.of(2))}
    v, m = Name("v"), Name("M")
    outer = Add(
        (
            Mul((v, Call("transpose", (v,)))),
            Mul((num(-1), Call("transpose", (Mul((v, Call("transpose", (v,)))),)))),
        )
    )
    assert decide_zero(outer, shapes=shapes).kind == "zero"
    inverse = Add((Mul((m, Pow(m, num(-1)))), Mul((num(-1), Identity()))))
    assert decide_zero(inverse, shapes=shapes).kind == "zero"
    commutes = Add((Mul((m, Call("transpose", (m,)))), Mul((num(-1), Call("transpose", (m,)), m))))
    found = decide_zero(commutes, shapes=shapes)
    assert found.kind == "nonzero"
    assert found.witness is not None
    assert "M[1,2]" in found.witness
    with pytest.raises(ShapeError):
        decide_zero(Add((v, m)), shapes=shapes)


def test_points_given_by_the_caller_are_used() -> None:
    equation = (x**3 + y**3 - 1 - 3 * x * y * 0).term
    found = decide_zero((x * y).term, equations=[equation], points=[{"x": Fraction(1), "y": Fraction(0)}])
    assert found.kind in ("nonzero", "undecided")
    assert (
        decide_zero(
            (x**3 - 1 + y**3).term, equations=[equation], points=[{"x": Fraction(1), "y": Fraction(0)}]
        ).kind
        == "zero"
    )


def test_arbitrary_functions_are_named_in_the_witness() -> None:
    found = decide_zero((apply("f", x) - apply("f", y)).term, ["x", "y"])
    assert found.kind == "nonzero"
    assert found.witness is not None
    assert set(found.witness) == {"f", "x", "y"}
