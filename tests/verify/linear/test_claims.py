"""Claims about linear ends: what is proved, what is refuted with which witness, and what is left open."""

from __future__ import annotations

import pytest

from catalg.model.ends import LinearEnd
from catalg.model.goals import CountClaim, FormulaClaim, SpaceClaim
from catalg.model.verdict import Judgement, Verdict
from catalg.terms import Identity, Matrix, Ones, num
from catalg.verify.linear.claims import judge_count, judge_formula, judge_member, judge_spaces
from tests.linear_ends import solve, specification

PREAMBLE = """
param n : Nat where n >= 2
param k : Nat where 3 <= k, k <= 3
group G = Sym(n)
functor N : G -> Set = Points
functor V : G -> Vect = free(N)
end Ker = int g : G. Map(N * N, R^1)
end Lin = int g : G. Hom(V, V)
end Pairs = int g : G. Hom(T^2(V), T^2(V))
end Out = int g : G. Hom(R^1, V)
group H = Sym(k)
functor U : H -> Vect = free(Points)
end Few = int g : H. Hom(T^2(U), T^2(U))
group D4 {
  generators r, s
  relations r^4 = 1, s^2 = 1, (s*r)^2 = 1
}
functor W : D4 -> Vect { r = [[0, -1], [1, 0]]   s = [[1, 0], [0, -1]] }
functor C : D4 -> Set  { * = {1, 2, 3, 4}   r = (1 2 3 4)   s = (2 4) }
functor P : D4 -> Vect = free(C)
end A = int g : D4. Hom(W, W)
end B = int g : D4. Hom(P, W)
end E = int g : D4. Hom(P, P)
end K = int g : D4. Map(C * C, R^1)
end F = int g : D4. Map(C, W)
end Z = int g : D4. Hom(W, T^2(W))
group S = SO(2)
functor R : S -> Vect = vector
end L = int g : S. Hom(R, R)
end T = int g : S. Hom(R (*) R, R (*) R)
group O = O(n)
functor X : O -> Vect = vector
end M = int g : O. Hom(X, X)
"""

PROVED = [
    "Ker(q, k) = alpha * delta(q, k) + beta",
    "Ker(q, k) = alpha * (1 - delta(q, k)) + beta",
    "Lin = alpha * I + beta * ones",
    "Lin = (a + b) * I + (a - b) * ones",
    "Lin = alpha * I + (1/n) * beta * ones",
    "Out = a * ones",
    "M = a * I",
    "A = a * I",
    "A = 3 * a * I",
    "B = [[a, 0, -a, 0], [0, a, 0, -a]]",
    "E = [[a, b, c, b], [b, a, b, c], [c, b, a, b], [b, c, b, a]]",
    "K(q, k) = [[a, b, c, b], [b, a, b, c], [c, b, a, b], [b, c, b, a]][q, k]",
    "L = [[a, b], [-b, a]]",
    "L = a * I + b * [[0, -1], [1, 0]]",
    "L = a * I + b * [[0, -1], [1, 0]]'",
    "T = a[1]*[[1,0],[0,1]] (*) [[1,0],[0,1]] + a[2]*[[0,-1],[1,0]] (*) [[1,0],[0,1]]"
    " + a[3]*[[1,0],[0,1]] (*) [[0,-1],[1,0]] + a[4]*[[0,-1],[1,0]] (*) [[0,-1],[1,0]]"
    " + a[5]*[[1,0],[0,-1]] (*) [[1,0],[0,-1]] + a[5]*[[0,1],[1,0]] (*) [[0,1],[1,0]]"
    " + a[6]*[[1,0],[0,-1]] (*) [[0,1],[1,0]] - a[6]*[[0,1],[1,0]] (*) [[1,0],[0,-1]]",
    "dim Lin = 2", "dim Few = 15 - 1", "free L = 2", "arguments L = 0", "size L = oo", "size Z = 1", "dim Z = 0", "dim M = 1",
]
REFUTED = [
    ("Ker(q, k) = alpha * delta(q, k)", "solution-missed"),
    ("Ker(q, k) = alpha", "solution-missed"),
    ("Ker(q, k) = alpha * delta(q, 1) + beta", "breaks-at-points"),
    ("Lin = alpha * I", "solution-missed"),
    ("Lin = alpha * ones", "solution-missed"),
    ("Lin = alpha * I + ones", "zero-missed"),
    ("M = a * I + b * ones", "breaks-discrete"),
    ("M = a * ones", "breaks-discrete"),
    ("A = [[a, b], [-b, a]]", "breaks-discrete"),
    ("A = free", "breaks-discrete"),
    ("L = a * I", "solution-missed"),
    ("L = [[a, b], [b, a]]", "breaks-lie"),
    ("E = a * I + b * ones", "solution-missed"),
    ("K(q, k) = a * delta(q, k) + b", "solution-missed"),
    ("K(q, k) = f(q, k)", "breaks-at-points"),
    ("A = B", "shapes-differ"),
    ("A = L", "only-in-one"),
    ("dim Pairs = 15", "dimension-at-size"),
    ("dim Pairs = n", "dimension-at-size"),
    ("dim Few = 15", "dimension-at-size"),
    ("dim Lin = n", "dimension-at-size"),
    ("dim L = oo", "dimension-finite"),
    ("size L = 4", "dimension-at-size"),
    ("arguments L = 1", "dimension-at-size"),
]
OPEN = [
    ("Ker(q, k) = alpha * delta(q, k) + beta + gamma * delta(q, 7)", "linear-formula-not-read"),
    ("Lin = alpha * beta * I", "linear-formula-not-read"),
    ("Lin = exp(alpha) * I", "linear-formula-not-read"),
    ("Lin = alpha * I + beta * (n - 1) * ones + gamma * ones", "linear-formula-sized"),
]


def judge(text: str) -> Judgement:
    spec = specification(f"{PREAMBLE}\nexpect {text}\n")
    found = {item.name: item.subject for item in spec.items if isinstance(item.subject, LinearEnd)}
    claim = spec.items[-1].subject
    match claim:
        case FormulaClaim(end=name):
            return judge_formula(found[name], solve(found[name]), claim, spec.parameters)
        case CountClaim(end=name):
            return judge_count(found[name], solve(found[name]), claim, spec.parameters)
        case SpaceClaim(left=left, right=str() as right):
            return judge_spaces(found[left], solve(found[left]), found[right], solve(found[right]))
    raise AssertionError(claim)


@pytest.mark.parametrize("text", PROVED)
def test_proved(text: str) -> None:
    judgement = judge(text)
    assert judgement.verdict is Verdict.PROVED, judgement


@pytest.mark.parametrize("text, witness", REFUTED)
def test_refuted_with_a_witness(text: str, witness: str) -> None:
    judgement = judge(text)
    assert judgement.verdict is Verdict.REFUTED, judgement
    assert judgement.counterexample is not None and judgement.counterexample.rule == witness


@pytest.mark.parametrize("text, reason", OPEN)
def test_left_open(text: str, reason: str) -> None:
    judgement = judge(text)
    assert (judgement.verdict, judgement.reason) == (Verdict.UNDECIDED, reason)


def test_the_missed_solution_is_named_in_general_terms() -> None:
    judgement = judge("Lin = alpha * I")
    assert judgement.counterexample is not None
    assert judgement.counterexample.as_dict()["solution"] == Ones()


def test_the_exceptional_size_is_named() -> None:
    judgement = judge("dim Pairs = 15")
    assert judgement.counterexample is not None
    facts = judgement.counterexample.as_dict()
    assert (facts["where"], facts["value"], facts["stated"]) == ("n = 2", 8, 15)


def test_both_sides_of_a_broken_condition_are_given() -> None:
    judgement = judge("A = [[a, b], [-b, a]]")
    assert judgement.counterexample is not None
    facts = judgement.counterexample.as_dict()
    assert facts["generator"] == "s" and facts["constant"] == "b"
    assert facts["left"] == Matrix(((num(0), num(1)), (num(1), num(0))))
    assert facts["right"] == Matrix(((num(0), num(-1)), (num(-1), num(0))))


def test_an_equal_space_under_another_group() -> None:
    text = PREAMBLE + """
    group Q { generators j }
    functor Y : Q -> Vect { j = [[0, -1], [1, 0]] }
    end LQ = int g : Q. Hom(Y, Y)
    param m : Nat where m >= 2
    group G2 = Sym(m)
    functor V2 : G2 -> Vect = free(Points)
    end Lin2 = int g : G. Hom(V, V)
    """
    found = {i.name: i.subject for i in specification(text).items if isinstance(i.subject, LinearEnd)}
    same = judge_spaces(found["L"], solve(found["L"]), found["LQ"], solve(found["LQ"]))
    assert same.verdict is Verdict.PROVED
    again = judge_spaces(found["Lin"], solve(found["Lin"]), found["Lin2"], solve(found["Lin2"]))
    assert again.verdict is Verdict.PROVED
    other = judge_spaces(found["Lin"], solve(found["Lin"]), found["M"], solve(found["M"]))
    assert other.verdict is Verdict.REFUTED


def test_kronecker_factors_take_their_sizes_from_the_functors() -> None:
    from catalg.model.goals import Unknown
    from catalg.terms import Call, Name, add, mul
    from catalg.verify.linear.reading import Place, read

    a, b, c, d = (Name(name) for name in "abcd")
    one, ones = Identity(), Ones()
    factors = ((a, one, one), (b, one, ones), (c, ones, one), (d, ones, ones))
    formula = add(*(mul(x, Call("kron", (p, q))) for x, p, q in factors))
    place = Place((2, 3), (2, 3), {}, {}, {x: Unknown(x, "constant") for x in "abcd"})
    found = read(formula, place)
    assert found["b"][0, 2] == 1 and found["b"][0, 3] == 0 and found["c"][0, 3] == 1 and found["c"][0, 1] == 0
    text = """
    group P = Sym(2)
    group Q = Sym(3)
    group G = P * Q
    functor V : P -> Vect = free(Points)
    functor W : Q -> Vect = free(Points)
    end E = int g : G. Hom(V (*) W, V (*) W)
    """
    (end,) = [i.subject for i in specification(text).items if isinstance(i.subject, LinearEnd)]
    unknowns = tuple(Unknown(x, "constant") for x in "abcd")
    assert judge_formula(end, solve(end), FormulaClaim("E", (), formula, unknowns)).verdict is Verdict.PROVED


def test_membership_of_one_formula() -> None:
    spec = specification(PREAMBLE)
    found = {item.name: item.subject for item in spec.items if isinstance(item.subject, LinearEnd)}
    assert judge_member(found["A"], (), Identity()).verdict is Verdict.PROVED
    assert judge_member(found["A"], (), Ones()).verdict is Verdict.REFUTED


def test_along_an_arbitrary_graph() -> None:
    from catalg.model.goals import Unknown
    from catalg.terms import Call, Name, add, mul

    text = """
    param n : Nat where n >= 2
    group G = Sym(n)
    graph A on n
    functor V : G -> Vect = free(Points)
    end E = int g : G. Hom(V, V) along A
    """
    (end,) = [i.subject for i in specification(text).items if isinstance(i.subject, LinearEnd)]
    a, b, adjacency = Name("a"), Name("b"), Call("adjacency", (Name("A"),))
    unknowns = (Unknown("a", "constant"), Unknown("b", "constant"))

    def claim(formula: object) -> Judgement:
        return judge_formula(end, solve(end), FormulaClaim("E", (), formula, unknowns))  # type: ignore[arg-type]

    assert claim(add(mul(a, Identity()), mul(b, adjacency))).verdict is Verdict.PROVED
    assert claim(mul(a, adjacency)).verdict is Verdict.REFUTED
    assert claim(add(mul(a, Identity()), mul(b, Ones()))).verdict is Verdict.REFUTED
