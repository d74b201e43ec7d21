"""Claims about formulas as a user writes them: what is complete, what is too narrow; every witness is computed again here."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from typing import Any

import pytest

import catalg
from catalg.engine.outcome import Result
from catalg.model.goals import FormulaClaim
from catalg.model.verdict import Verdict
from catalg.terms import Add, Apply, Call, Const, Index, Matrix, Mul, Name, Num, Pow, Term, Vector, walk

LINE = "group T = Translations(1)\nfunctor X : T -> Man = R^1\nend K = int g : T. Map(X * X, R^1)\n"
SHIFTS = "group T = Translations(2)\nfunctor X : T -> Man = R^2\nend K = int g : T. Map(X * X, R^1)\n"
MIRROR = "group E = E(1)\nfunctor X : E -> Man = R^1\nend K = int g : E. Map(X * X, R^1)\n"
TURNS = (
    "group G = SO(2)\nfunctor X : G -> Man = R^2\nfunctor V : G -> Vect = vector\n"
    "end K = int g : G. Map(X * X, R^1)\nend L = int g : G. Map(X, V)\n"
)
PLANE = "group G = O(2)\nfunctor X : G -> Man = R^2\nend K = int g : G. Map(X * X, R^1)\n"
CIRCLE = "group G = SO(2)\nfunctor X : G -> Man = Circle\nend K = int g : G. Map(X * X, R^1)\n"
SPHERE = "group G = SO(3)\nfunctor X : G -> Man = Sphere(2)\nend K = int g : G. Map(X * X, R^1)\n"

CLAIMS: dict[str, tuple[str, str, str, str]] = {
    "line": (
        LINE,
        """K(q, k) = f((k - q)^3)
        K(q, k) = f((k - q + 1)^3)
        K(q, k) = f(k - q) * (k - q + 1)
        K(q, k) = f(atan(2*(k - q)) + 1)
        K(q, k) = f(exp(q - k))
        K(q, k) = a * f(k - q)
        K(q, k) = f(k - q)^3
        K(q, k) = sinh(f(k - q))
        K(q, k) = f(k - q) + g(q - k)
        K(q, k) = f(k - q) + g(q - k)^2""",
        """K(q, k) = f((k - q)^2)
        K(q, k) = f((k - q + 1)^2)
        K(q, k) = f(norm(q - k))
        K(q, k) = f(sin(k - q))
        K(q, k) = f(cos(k - q))
        K(q, k) = f(k - q) + f(q - k)
        K(q, k) = f(k - q)^2
        K(q, k) = exp(f(k - q))
        K(q, k) = a + b*(k - q)
        K(q, k) = a*b
        K(q, k) = f(k - q)^2 + f(k - q)
        K(q, k) = a^2""",
        "K(q, k) = f(log(k - q))\nK(q, k) = f(acos(k - q))\nK(q, k) = sqrt(k - q) * f(k - q)\nK(q, k) = f(k - q) * f(q - k)",
    ),
    "shifts": (
        SHIFTS,
        """K(q, k) = f(k[1] - q[1], (k[1] - q[1])*(k[2] - q[2]))
        K(q, k) = f(norm(k - q), arg(k - q))
        K(q, k) = f(norm(k - q)^2 + norm(k - q), arg(q - k))""",
        "K(q, k) = f(norm(k - q))\nK(q, k) = f(arg(k - q))\nK(q, k) = f(k[1] - q[1]) + g(k[2] - q[2])",
        "",
    ),
    "mirror": (
        MIRROR,
        "K(q, k) = f(norm(k - q))\nK(q, k) = f((k - q)^2)\nK(q, k) = f((k - q)^6)",
        "K(q, k) = f(cos(k - q))\nK(q, k) = f(k - q)",
        "",
    ),
    "turns": (
        TURNS,
        """K(x, y) = f(norm(x), norm(y), angle(x, y))
        K(x, y) = f(norm(x), norm(y), dot(x, y), det([[x[1], y[1]], [x[2], y[2]]]))
        L(x) = f(norm(x)) * x + g(norm(x)^3) * [-x[2], x[1]]
        L(x) = f(norm(x)) * (dot(x, x) - 13) * x + g(norm(x)) * [-x[2], x[1]]
        L(x) = a * f(norm(x)) * x + a * g(norm(x)) * [-x[2], x[1]]""",
        """K(x, y) = f(dot(x, y))
        K(x, y) = f(norm(x), norm(y), dot(x, y))
        K(x, y) = f(norm(x), norm(y), cos(angle(x, y)))
        K(x, y) = f(norm(x)) + g(norm(y)) + h(angle(x, y))
        L(x) = f(norm(x)) * x
        L(x) = x + f(norm(x)) * [-x[2], x[1]]
        L(x) = f(norm(x)) * x + f(norm(x)^2) * [-x[2], x[1]]
        L(x) = f(norm(x)) * x + g(norm(x))^2 * [-x[2], x[1]]""",
        "L(x) = f(norm(x)) * x + log(f(norm(x))) * [-x[2], x[1]]",
    ),
    "plane": (
        PLANE,
        "K(x, y) = f(norm(x), norm(y), dot(x, y))\nK(x, y) = f(norm(x), norm(y), cos(angle(x, y)))",
        "K(x, y) = f(norm(x)^2, norm(x), dot(x, y))\nK(x, y) = f(norm(x), norm(y), angle(x, y))",
        "",
    ),
    "circle": (
        CIRCLE,
        "K(x, y) = f(angle(x, y))\nK(x, y) = f(3*angle(y, x))",
        "K(x, y) = f(cos(angle(x, y)))\nK(x, y) = f(sin(angle(x, y)))\nK(x, y) = f(dot(x, y))",
        "",
    ),
    "sphere": (
        SPHERE,
        "K(x, y) = f(acos(dot(x, y)))\nK(x, y) = f(acos(dot(x, y)/(norm(x)*norm(y))))\nK(x, y) = f(norm(x - y))\nK(x, y) = f(dot(x, y)) + a[1]",
        "K(x, y) = f(dot(x, y)^2)\nK(x, y) = a + b*dot(x, y)",
        "",
    ),
}  # fmt: skip


@pytest.fixture(scope="module")
def answers() -> dict[str, list[tuple[str, Result]]]:
    """For each file its claims with what is expected of them."""
    found = {}
    for name, (head, complete, narrow, neither) in CLAIMS.items():
        lines = [(kind, c.strip()) for kind, block in zip(("complete", "narrow", "open"), (complete, narrow, neither), strict=True)
                 for c in block.split("\n") if c.strip()]  # fmt: skip
        with catalg.loads(head + "".join(f"expect {claim}\n" for _, claim in lines)) as file:
            results = [r for r in file.check().results if isinstance(r.item.subject, FormulaClaim)]
        assert len(results) == len(lines)
        found[name] = [(f"{kind}: {claim}", r) for (kind, claim), r in zip(lines, results, strict=True)]
    return found


EXPECTED = {"complete": Verdict.PROVED, "narrow": Verdict.REFUTED, "open": Verdict.UNDECIDED}


@pytest.mark.parametrize("name", CLAIMS)
def test_verdicts(name: str, answers: dict[str, list[tuple[str, Result]]]) -> None:
    wrong = [c for c, r in answers[name] if r.judgement.verdict is not EXPECTED[c.partition(":")[0]]]
    assert wrong == []


# --- witnesses, by floating-point evaluation of the terms alone -----------------------------------------------------------

FUNCTIONS: Mapping[str, Callable[..., float]] = {
    "sin": math.sin, "cos": math.cos, "atan": math.atan, "acos": math.acos, "exp": math.exp, "sqrt": math.sqrt,
}  # fmt: skip
Value = Any


def value(term: Term, at: Mapping[str, Value]) -> Value:
    """A term at a point; vectors are lists."""
    match term:
        case Num(number):
            return float(number)
        case Const("pi"):
            return math.pi
        case Name(name):
            return at[name]
        case Index(base, (Num(k),)):
            return value(base, at)[int(k) - 1]
        case Add(args):
            parts = [value(a, at) for a in args]
            return [sum(p) for p in zip(*parts, strict=True)] if isinstance(parts[0], list) else sum(parts)
        case Mul(args):
            total: Value = 1.0
            for part in (value(a, at) for a in args):
                total = [total * p for p in part] if isinstance(part, list) else (
                    [t * part for t in total] if isinstance(total, list) else total * part)  # fmt: skip
            return total
        case Pow(base, exponent):
            return value(base, at) ** value(exponent, at)
        case Vector(entries):
            return [value(e, at) for e in entries]
        case Call("det", (Matrix(((a, b), (c, d))),)):
            return value(a, at) * value(d, at) - value(b, at) * value(c, at)
        case Call(head, args):
            given = [value(a, at) for a in args]
            u = given[0]
            match head:
                case "norm":
                    return math.hypot(*u) if isinstance(u, list) else abs(u)
                case "dot":
                    return sum(p * q for p, q in zip(u, given[1], strict=True))
                case "arg":
                    return math.atan2(u[1], u[0])
                case "angle":
                    v = given[1]
                    return math.atan2(u[0] * v[1] - u[1] * v[0], u[0] * v[0] + u[1] * v[1])
            return FUNCTIONS[head](*given)
    raise TypeError(term)


def point(text: str) -> dict[str, Value]:
    """The arguments of a point as a message writes it."""
    found: dict[str, Value] = {}
    for name, body in re.findall(r"(\w+) = (\([^)]*\)|[^,]*)", text):
        numbers = [_number(n) for n in body.strip("()").split(",")]
        found[name] = numbers if body.startswith("(") else numbers[0]
    return found


def _number(text: str) -> float:
    match = re.fullmatch(r"\s*(-?\d*)π(?: ([+-]) (.*))?\s*", text)
    if match:
        rest = float(match[3]) * (-1 if match[2] == "-" else 1) if match[3] else 0.0
        return (-1 if match[1] == "-" else float(match[1] or 1)) * math.pi + rest
    top, _, bottom = text.partition("/")
    return float(top) / float(bottom or 1)


def moved(name: str, at: Mapping[str, Value], by: float) -> dict[str, Value]:
    """The point moved by a group element: a shift, or a turn (in the first two coordinates)."""
    if name in ("line", "shifts", "mirror"):
        return {k: [c + by for c in v] if isinstance(v, list) else v + by for k, v in at.items()}
    c, s = math.cos(by), math.sin(by)
    return {k: [c * v[0] - s * v[1], s * v[0] + c * v[1], *v[2:]] for k, v in at.items()}


@pytest.mark.parametrize("name", CLAIMS)
def test_witnesses(name: str, answers: dict[str, list[tuple[str, Result]]]) -> None:
    checked = 0
    for claim, result in answers[name]:
        witness = result.judgement.counterexample
        if witness is None or witness.rule != "kernel-missed" or not isinstance(result.item.subject, FormulaClaim):
            continue
        facts = witness.as_dict()
        solution, one = facts["solution"], point(str(facts["point"]))
        assert not isinstance(solution, str | int)
        here, there = value(solution, one), value(solution, moved(name, one, 0.7))  # type: ignore[arg-type]
        if isinstance(here, list):
            here = moved("turns", {"K": here}, 0.7)["K"]
        assert here == pytest.approx(there), claim
        checked += 1
        if "other" in facts and "left" in facts:
            other = point(str(facts["other"]))
            nodes = [n for n in walk(result.item.subject.formula) if isinstance(n, Apply) and n.head == facts.get("function")]
            for argument in (a for n in nodes for a in n.args):
                assert value(argument, one) == pytest.approx(value(argument, other)), claim
            watched: Any = facts.get("invariant", solution)
            assert abs(value(watched, one) - value(watched, other)) > 1e-6, claim
    assert checked


def test_missed_solutions_are_written_by_name(answers: dict[str, list[tuple[str, Result]]]) -> None:
    def missed(name: str, formula: str) -> Term:
        (result,) = [r for c, r in answers[name] if c == f"narrow: {formula}"]
        assert result.judgement.counterexample is not None
        found = result.judgement.counterexample.as_dict()["solution"]
        assert isinstance(found, Term)
        return found

    x, y, q, k = map(Name, "xyqk")
    assert missed("sphere", "K(x, y) = f(dot(x, y)^2)") == Call("dot", (x, y))
    assert missed("turns", "K(x, y) = f(dot(x, y))") == Pow(Call("norm", (x,)), Num(2))
    assert missed("plane", "K(x, y) = f(norm(x)^2, norm(x), dot(x, y))") == Pow(Call("norm", (y,)), Num(2))
    assert missed("line", "K(q, k) = f(norm(q - k))") == Add((k, Mul((Num(-1), q))))
    assert missed("line", "K(q, k) = exp(f(k - q))") == Num(-1)
