"""Odd, large, wrong and hostile texts: each gets its one clear error, in the user's words, where the mistake is."""

from __future__ import annotations

import pytest

from catalg.elaborate import elaborate
from catalg.families.registry import FAMILIES
from catalg.language import parse
from catalg.model.goals import Opaque
from tests.elaborate.reading import codes, item, only, read, told

C = "group C {\n  generators r\n}\n"
D = "group D {\n  generators r, s\n}\n"
SO = "group G = SO(3)\nfunctor V : G -> Vect = vector\nfunctor X : G -> Man = Sphere(2)\n"
KERNEL = SO + "end K = int g : G. Map(X * X, R^1)\n"
ARROW = "category A {\n  objects a, b\n  f : a -> b\n}\n"
HUGE = "9^9^9^9"


@pytest.mark.parametrize(
    ("text", "marked"),
    [
        (f"group G = SO({HUGE})", "9^9^9"),
        ("group G = Sym(10^9)", "Sym(10^9)"),
        (f"group G = SO({'9' * 900})", "9" * 900),
        (f"group G = {' * '.join(['G0'] * 2)}".join(["group G0 = Sym(3)\n", ""]) + "\n" + "".join(
            f"group G{k + 1} = G{k if k else ''} * G{k if k else ''}\n" for k in range(8)), "G7 * G7"),
        (C + f"functor V : C -> Vect {{ r = [[{HUGE}]] }}", HUGE),
        (C + "functor V : C -> Vect { r = [[(1 + sqrt(2))^(10^7)]] }", "(1 + sqrt(2))^(10^7)"),
        (C + "functor V : C -> Vect { r = [[cos(pi/1000003)]] }", "cos(pi/1000003)"),
        (C + "functor V : C -> Vect(QQ(sqrt(2)+sqrt(3)+sqrt(5)+sqrt(7)+sqrt(11)+sqrt(13))) { r = [[1]] }",
         "sqrt(2)+sqrt(3)+sqrt(5)+sqrt(7)+sqrt(11)+sqrt(13)"),
        (f"param n : Nat where n >= {HUGE}", HUGE),
        ("group G {\n  generators r\n  relations r^(10^9) = 1\n}", "(10^9)"),
        ("group G {\n  generators r\n  relations (r^1000000)^1000000 = 1\n}", "(r^1000000)^1000000"),
        ("group G {\n  generators r, s\n  relations (((r*s)^99)^99)^99 = 1\n}", "(((r*s)^99)^99)^99"),
        ("group G = SO(3)\nfunctor V : G -> Vect = irrep(10^9)", "irrep(10^9)"),
        (SO + "functor W : G -> Vect = Sym^(10^9)(V)", "(10^9)"),
        (SO + "functor W : G -> Vect = T^60(T^60(T^60(V)))", "T^60(T^60(T^60(V)))"),
        (SO + "functor W : G -> Vect = Sym^64(Sym^64(Sym^64(V)))", "Sym^64(Sym^64(Sym^64(V)))"),
        ("param n : Nat\ngroup G = Sym(3)\nfunctor V : G -> Vect = R^(((n + 1)^64)^64)", "(((n + 1)^64)^64)"),
        ("param a : Nat\nparam b : Nat\nparam c : Nat\nparam d : Nat\ngroup G = Sym(3)\n"
         "functor V : G -> Vect = R^((a + b + c + d)^40)", "((a + b + c + d)^40)"),
        (C + "functor S : C -> Set { * = {1..10^9}   r = () }", "1..10^9"),
        (ARROW + "functor F : A -> Vect { a = R^(10^9)   b = R^1   f = [[1]] }", "(10^9)"),
        ("category A {\n  objects a\n  f : a -> a\n  equation f^(10^9) = f\n}", "(10^9)"),
    ],
)
def test_what_is_too_large_is_refused_before_it_is_built(text: str, marked: str) -> None:
    code, _, place, message = told(text)[0]
    assert code == "E0506" and place.strip("() ") in (marked, marked.strip("() ")) or marked in place
    assert len(message) < 1100


def test_a_chain_of_doublings_stops_where_it_grows_too_large() -> None:
    lines = "".join(f"functor V{k} : G -> Vect = V{k - 1} (+) V{k - 1}\n" for k in range(1, 60))
    text = "group G = Sym(3)\nfunctor V0 : G -> Vect = standard\n" + lines
    code, _, place, _ = only(text)
    assert code == "E0506" and place == "V12 (+) V12"
    assert sum(isinstance(i.subject, Opaque) for i in read(text)[0].items) == 60 - 14


def test_ten_thousand_statements_and_a_chain_of_three_thousand() -> None:
    start = "group G = Sym(3)\nfunctor V0 : G -> Vect = standard\n"
    many = start + "".join(f"functor W{k} : G -> Vect = V0 (+) V0\n" for k in range(10_000))
    assert len(read(many)[0].items) == 10_001
    chain = start + "".join(f"functor V{k} : G -> Vect = V{k - 1}\n" for k in range(1, 3000))
    items = read(chain)[0].items
    assert set(items[-1].depends) == {"G", "V2998"}


def test_large_values_that_are_fine() -> None:
    assert item(C + "functor S : C -> Set { * = {1..1000000}   r = (1 2) }", "S").subject.count == 10**6
    rows = ", ".join("[" + ", ".join(str(int(j == (i + 1) % 120)) for j in range(120)) + "]" for i in range(120))
    assert item(C + f"functor V : C -> Vect {{ r = [{rows}] }}", "V").subject.size == 120
    scaled = item(D + "functor V : D -> Vect { r = [[0, -10^6], [10^6, 0]]   s = [[10^6, 0], [0, -10^6]] }", "V").subject
    assert scaled.matrix("r").to_dense() == ((0, -(10**6)), (10**6, 0))
    assert codes(SO + "functor W : G -> Vect = T^50(V)\nfunctor U : G -> Vect = Sym^40(V)") == []
    assert codes("group C = Cyclic(100)\nend L = int g : C. Set(self, self)\nexpect size L = 1000^1000") == []


@pytest.mark.parametrize(
    ("line", "code", "marked"),
    [
        ("m : Nat where m >= 5, m <= 3", "E0505", "m"),
        ("m : Nat where m < 0", "E0505", "m"),
        ("m : Nat where m = 1/2", "E0505", "m"),
        ("m : Nat where 2 <= m <= 2, m != 2", "E0505", "m"),
        ("m : Real where m > 1, m < 1", "E0505", "m"),
        ("m : Real where m > sqrt(2)", "E0505", "sqrt(2)"),
        ("m : Complex where m > 0", "E0505", "m > 0"),
        ("m : Nat where m >= oo", "E0505", "oo"),
        ("m : Nat where m >= 1/0", "E0504", "0"),
        ("m : Nat where n >= 2", "E0505", "n"),
        ("m : Foo", "E0301", "Foo"),
        ("n : Nat", "E0302", "n"),
    ],
)
def test_parameters(line: str, code: str, marked: str) -> None:
    found = only("param n : Nat\nparam " + line)
    assert (found[0], found[1], found[2]) == (code, 2, marked)


def test_bounds_of_natural_parameters_are_rounded_inwards_and_strict_real_ones_kept() -> None:
    parameters = read(
        "param a : Nat where a > 1/2, a != 1, a <= 15/2\nparam b : Real where b > 0\nparam c : Nat where c >= -5, c != 3"
    )[0].parameters
    a, b, c = parameters
    assert [k for k in range(20) if a.admits(k)] == [2, 3, 4, 5, 6, 7]
    assert (a.lower, a.upper, a.excluded) == (2, 7, ())
    assert not b.admits(0) and b.admits(1)
    assert [k for k in range(6) if c.admits(k)] == [0, 1, 2, 4, 5]


@pytest.mark.parametrize(
    ("line", "code", "marked", "words"),
    [
        ("group H = Sym(x)", "E0505", "x", "in Real"),
        ("group H = SO(n - 5)", "E0505", "n - 5", "negative for n = 2"),
        ("group H = Sym(n/2)", "E0505", "n/2", "not whole for n = 3"),
        ("group H = Sym(1000 - n)", "E0505", "1000 - n", "negative for n ="),
        ("graph H on -1", "E0505", "-1", "negative"),
        ("functor H : G -> Vect = R^(1/2)", "E0505", "(1/2)", "not whole"),
        ("functor H : G -> Vect = R^(-3)", "E0505", "(-3)", "negative"),
        ("functor H : G -> Vect = R^x", "E0505", "x", "in Real"),
        ("functor H : G -> Vect = R^(n/0)", "E0504", "0", "division by zero"),
        ("functor H : G -> Vect = R^q", "E0301", "q", "no parameter is called `q`"),
        ("functor H : G -> Vect = T^(-1)(R^2)", "E0505", "(-1)", "negative"),
    ],
)
def test_sizes_are_natural_numbers(line: str, code: str, marked: str, words: str) -> None:
    found = only("param n : Nat where n >= 2\nparam x : Real\ngroup G = Sym(3)\n" + line)
    assert found[0] == code and found[1] == 4 and found[2].strip("()") == marked.strip("()") and words in found[3]


def test_sizes_that_are_natural_though_they_do_not_look_so() -> None:
    assert codes("param n : Nat\ngroup G = Sym(n^2 - n + 1)\nfunctor V : G -> Vect = R^(n*(n + 1)/2)") == []


@pytest.mark.parametrize(
    ("body", "code", "marked"),
    [
        ("* = {1, 2, 1}   r = ()", "E0501", "1"),
        ("* = {01, 1}   r = ()", "E0501", "1"),
        ("* = {4..1}   r = ()", "E0501", "4..1"),
        ("* = 5   r = ()", "E0501", "5"),
        ("* = {1, 2}   r = (1 3)", "E0501", "3"),
        ("* = {1, 2}   r = (1 1)", "E0502", "1"),
        ("* = {1, 2}   r = {1 |-> 1, 2 |-> 1}", "E0502", "{1 |-> 1, 2 |-> 1}"),
        ("* = {1, 2}   r = {1 |-> 2}", "E0507", "{1 |-> 2}"),
        ("* = {1, 2}   r = {1 |-> 2, 1 |-> 1, 2 |-> 2}", "E0507", "1"),
        ("* = {1, 2}   r = [[0, 1], [1, 0]]", "E0507", "[[0, 1], [1, 0]]"),
        ("r = (1 2)", "E0405", "S"),
        ("* = {1, 2}", "E0405", "S"),
        ("* = {1, 2}   q = (1 2)", "E0301", "q"),
        ("* = {1, 2}   r = (1 2)   r = ()", "E0302", "r"),
        ("* = {1..n}   r = ()", "E0505", "n"),
        ("* = {-1..1}   r = ()", "E0505", "-1"),
    ],
)
def test_sets_and_permutations(body: str, code: str, marked: str) -> None:
    found = only("param n : Nat\n" + C + f"functor S : C -> Set {{ {body} }}")
    assert (found[0], found[1], found[2]) == (code, 5, marked)


@pytest.mark.parametrize(
    ("value", "code", "marked"),
    [
        ("[[1, 2], [3]]", "E0404", "[3]"),
        ("[[1, 2], [2, 4]]", "E0503", "[[1, 2], [2, 4]]"),
        ("[1, 2]", "E0404", "1"),
        ("5", "E0404", "5"),
        ("[[1, 2, 3], [4, 5, 6]]", "E0404", "[[1, 2, 3], [4, 5, 6]]"),
        ("[[x]]", "E0301", "x"),
        ("[[n]]", "E0504", "n"),
        ("[[f(1)]]", "E0301", "f"),
        ("[[pi]]", "E0504", "pi"),
        ("[[log(2)]]", "E0504", "log(2)"),
        ("[[1/(1 - 1)]]", "E0504", "1/(1 - 1)"),
        ("[[sqrt(-1)]]", "E0504", "sqrt(-1)"),
        ("[[ones]]", "E0504", "ones"),
        ('[["a"]]', "E0411", '"a"'),
        ("(1 2)", "E0404", "(1 2)"),
        ("__import__", "E0404", "__import__"),
        ("[[__import__]]", "E0301", "__import__"),
    ],
)
def test_matrices(value: str, code: str, marked: str) -> None:
    found = only("param n : Nat\n" + C + f"functor V : C -> Vect {{ r = {value} }}")
    assert (found[0], found[1], found[2]) == (code, 5, marked)


@pytest.mark.parametrize(
    ("field", "entry", "code"),
    [
        ("QQ", "sqrt(2)", "E0504"),
        ("GF(3)", "1/3", "E0504"),
        ("GF(3)", "3", "E0503"),
        ("GF(4)", "1", "E0505"),
        ("GF(0)", "1", "E0505"),
        ("QQ(2)", "1", "E0505"),
        ("QQ(pi)", "1", "E0504"),
        ("ZZ", "1", "E0301"),
        ("QQ(sqrt(2))", "sqrt(3)", "E0504"),
        ("QQ(sqrt(2)*sqrt(3))", "sqrt(2)", "E0504"),
        ("QQ(sqrt(2))", "1 + sqrt(8)", None),
        ("QQ(sqrt(2), sqrt(3))", "sqrt(6)", None),
        ("QQ(i)", "i", None),
        ("GF(2147483647)", "2", None),
    ],
)
def test_fields(field: str, entry: str, code: str | None) -> None:
    assert codes(C + f"functor V : C -> Vect({field}) {{ r = [[{entry}]] }}") == ([] if code is None else [code])


@pytest.mark.parametrize(
    ("relation", "code", "marked"),
    [
        ("r^r = 1", "E0505", "r"),
        ("r^(1/2) = 1", "E0505", "(1/2)"),
        ("2 = r", "E0401", "2"),
        ("q = r", "E0301", "q"),
        ("[r, s] = r", "E0401", "[r, s]"),
        ("r*x = 1", "E0401", "r*x = 1"),
        ("[x, y] = 2", "E0401", "2"),
        ("2*[x, y] = x/0", "E0504", "0"),
        ("x = sqrt(2)*y", "E0504", "sqrt(2)"),
    ],
)
def test_relations(relation: str, code: str, marked: str) -> None:
    found = only("group K {\n  generators r, s\n  lie generators x, y\n  relations " + relation + "\n}")
    assert (found[0], found[1], found[2].strip("()")) == (code, 4, marked.strip("()"))


def test_words_with_computed_and_negative_exponents() -> None:
    assert codes("group K {\n  generators r, s\n  relations r^(2*3) = 1, s^(-1) = s, (r*s)^2 = r^0, r/s = 1\n}") == []
    assert codes("group L {\n  lie generators x, y\n  relations [x, y] = 10^100*y - 1/3*[x, [x, y]]\n}") == []


@pytest.mark.parametrize(
    ("formula", "code", "marked"),
    [
        ("G", "E0303", "G"),
        ("K", "E0303", "K"),
        ("K(x, y)", "E0303", "K"),
        ("V(x)", "E0303", "V"),
        ("dot", "E0410", "dot"),
        ("dot(x)", "E0410", "dot"),
        ("x(y)", "E0410", "x"),
        ("f + f(x)", "E0410", "f"),
        ("x", "E0411", "x"),
        ("x + 1", "E0411", "1"),
        ("x[4]", "E0411", "4"),
        ("x[0]", "E0411", "0"),
        ("1/0", "E0504", "0"),
        ('"a"', "E0411", '"a"'),
        ("sum(1, 0, oo, 1)", "E0410", "sum"),
        ("r where r = 1, r = 2", "E0302", "r"),
        ("r where x = 1", "E0302", "x"),
    ],
)
def test_formulas(formula: str, code: str, marked: str) -> None:
    found = only(KERNEL + f"expect K(x, y) = {formula}")
    assert (found[0], found[1], found[2]) == (code, 5, marked)


@pytest.mark.parametrize(
    "line", ["expect K(x) = 1", "expect K = 1", "expect K(x, y, z) = 1", "derive K(x)", "derive K(x, y, z)"]
)
def test_numbers_of_arguments(line: str) -> None:
    assert only(KERNEL + line)[:2] == ("E0410", 5)


def test_arguments_may_be_named_like_functions_and_zero_has_every_shape() -> None:
    assert codes(KERNEL + "expect K(norm, log) = f(dot(norm, log))\nderive K(norm, log)\nexpect K(x, y) = 0") == []
    assert codes(SO + "end L = int g : G. Hom(V, V)\nexpect L = 0\nend M = int g : G. Hom(Alt^4(V), V)\nexpect M = 0") == []


def test_kronecker_products_and_graphs_in_formulas() -> None:
    start = "group A = Sym(3)\ngroup B = Sym(4)\ngroup G = A * B\nfunctor P : A -> Vect = free(Points)\n"
    text = start + "functor Q : B -> Vect = free(Points)\nend L = int g : G. Hom(P (*) Q, P (*) Q)\n"
    assert codes(text + "expect L = a*(I (*) I) + b*(ones (*) I) + c*(I (*) ones) + d*(ones (*) ones)") == []
    graph = "param n : Nat where n >= 2\ngroup G = Sym(n)\nfunctor V : G -> Vect = free(Points)\ngraph A on n\n"
    assert codes(graph + "end L = int g : G. Hom(V, V) along A\nexpect L = alpha*I + beta*A") == []


GRAPH = C + "functor S : C -> Set { * = {4, 3, 2, 1}   r = (1 2 3 4) }\nfunctor V : C -> Vect = free(S)\n"


def test_nodes_are_matched_with_points_by_label() -> None:
    end = item(GRAPH + "graph E { edges 1 -- 2, 2 -- 3, 3 -- 4, 4 -- 1 }\nend L = int g : C. Hom(V, V) along E", "L").subject
    assert end.along.labels == ("4", "3", "2", "1")
    assert end.along.edges == ((0, 1), (0, 3), (1, 2), (2, 3))
    short = item(GRAPH + "graph E { nodes 4  edges 1 -- 2, 2 -- 3 }\nend L = int g : C. Hom(V, V) along E", "L").subject
    assert short.along.edges == ((1, 2), (2, 3))


def test_graphs_with_other_nodes() -> None:
    found = only(GRAPH + "graph E { edges a -- b, b -- c, c -- d }\nend L = int g : C. Hom(V, V) along E")
    assert found[0] == "E0501" and "the node `a`" in found[3]
    assert only(GRAPH + "graph E { edges 1 -- 2 }\nend L = int g : C. Hom(V, V) along E")[0] == "E0404"
    assert only(GRAPH + "graph E { edges 1 -- 1 }")[0] == "E0501"
    assert only(GRAPH + "end L = int g : C. Hom(V, V) along V")[0] == "E0303"


def test_numbers_of_other_scripts_are_no_crash() -> None:
    assert codes('graph E { edges "²" -- 1 }') in ([], ["E0201"])


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("dim V = 2", "E0303"), ("dim Q = 1", "E0301"), ("dim L = q", "E0301"), ("dim L = 1/n", "E0505"),
        ("dim L = n/0", "E0504"), (f"dim L = {HUGE}", "E0506"), ("dim L = x", "E0505"), ('dim L = "2"', "E0505"),
        ("V natural", "E0303"), ("Q natural", "E0301"), ("G functorial", "E0303"), ("L = [[1]]", "E0411"),
        ("size K = 1", "E0412"),
    ],
)  # fmt: skip
def test_claims(line: str, code: str) -> None:
    text = "param n : Nat\nparam x : Real\n" + KERNEL + "end L = int g : G. Hom(V, V)\n"
    assert only(text + "expect " + line)[:2] == (code, 8)


def test_odd_claims_that_are_understood() -> None:
    text = "param n : Nat\n" + SO + "end L = int g : G. Hom(V, V)\n"
    lines = ["dim L = -1", "dim L = 1/2", "dim L = oo", "dim L = n", "dim L = 4/4", "L = L"]
    assert codes(text + "\n".join("expect " + line for line in lines) + "\nrefute V functorial\nrefute dim L = 1") == []


def test_nothing_at_all() -> None:
    text = "category E { }\nfunctor F : E -> Set { }\nend N = int c : E. Set(F, F)\nlimit L = lim F\ncolimit K = colim F\n"
    assert codes(text) == []
    assert codes("group H { }\nend L = int g : H. Hom(R^2, R^2)") == []
    assert codes("group H { }\nfunctor S : H -> Set { * = {} }\nfunctor V : H -> Vect = free(S)") == []
    assert only("group H { }\nfunctor V : H -> Vect { }")[0] == "E0405"


def test_names_of_every_kind() -> None:
    assert codes("group __class__ = SO(3)\nfunctor __import__ : __class__ -> Vect = vector\n"
                 "end eval = int g : __class__. Hom(__import__, __import__)\nexpect eval = lambda*I") == []
    assert codes("group R = SO(3)\ngroup T = SO(2)\ngroup Sym = Sym(3)\nfunctor vector : R -> Vect = vector\n"
                 "functor W : R -> Vect = T^2(vector) (+) Sym^2(vector)") == []
    assert codes("category C {\n  objects dim, free, id\n  on : dim -> free\n  equation on = on @ id(dim)\n}") == []
    found = only('group G = eval("1")')
    assert found[0] == "E0301" and found[2] == "eval"


def test_what_depends_on_a_mistake_is_left_open_and_not_told_again() -> None:
    text = "group G = SO(\nfunctor V : G -> Vect = vector\nend L = int g : G. Hom(V, V)\nexpect dim L = 1\nderive L\n"
    specification, _ = read(text)
    assert [i.subject for i in specification.items] == [Opaque("depends", n) for n in ("G", "G", "L", "L")]
    assert codes("param n : Foo\ngroup G = Sym(n)\nend L = int g : G. Hom(R^n, R^2)\nexpect dim L = n") == ["E0301"]


def test_inverses_of_generators_need_no_entries() -> None:
    text = D + "functor H : op(D) -> Set { * = {1, 2, 3}   r = (1 2 3)   s = (1 2) }\n"
    assert codes(text + "functor S : D -> Set { * = {1, 2}   r = ()   s = (1 2) }\ncoend T = int^ c : D. H * S") == []
    assert only(D + "functor H : op(D) -> Set { * = {1, 2}   r = {1 |-> 1, 2 |-> 1}   s = () }")[0] == "E0502"


def test_functors_on_groups_have_limits() -> None:
    text = D + "functor V : D -> Vect { r = [[0, 1], [1, 0]]   s = [[1, 0], [0, -1]] }\n"
    assert codes(text + "limit L = lim V\ncolimit K = colim V") == []
    specification, found = read("group G = SO(3)\nfunctor V : G -> Vect = vector\nlimit L = lim V")
    assert not found and isinstance(specification.item("L").subject, Opaque)


def test_no_statement_of_a_broken_file_is_lost() -> None:
    pieces = [*KERNEL.splitlines(), "derive K(x, y)", "expect K(x, y) = f(dot(x, y))", "expect free K = 1"]
    for k in range(len(pieces)):
        broken = "\n".join([*pieces[:k], pieces[k].replace("=", "= (", 1), *pieces[k + 1 :]])
        parsed = parse(broken, "test.cat")
        specification, found = elaborate(parsed, FAMILIES)
        names = {i.name for i in specification.items} | {b.name for b in parsed.broken}
        assert {"V", "X", "K"} <= names


def test_sets_are_not_compared_with_vector_spaces() -> None:
    text = "group G = Sym(3)\nfunctor S : G -> Set = Points\nfunctor V : G -> Vect = free(S)\n"
    text += "end L = int g : G. Hom(V, V)\nend Q = int g : G. Set(S, S)\n"
    assert only(text + "expect L = Q")[:3] == ("E0412", 6, "Q")
    assert only(text + "expect Q = int g : G. Hom(V, V)")[:2] == ("E0412", 6)
    assert codes(text + "expect Q = int g : G. Set(S, S)\nexpect L = int g : G. Hom(V, V)") == []
