"""Cellular sheaves: ranks and projections against floating point, certificates that reject wrong answers, and what means nothing."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest

from catalg.elaborate import elaborate
from catalg.engine.solve import Session
from catalg.exact.sparse import SparseMatrix
from catalg.families.registry import FAMILIES
from catalg.language import parse
from catalg.learning.cellular import Assignment, Diffusion, cells, cochains
from catalg.model.ends import Diagram
from catalg.model.goals import ValueClaim
from catalg.model.solution import Proposal
from catalg.model.verdict import Verdict
from catalg.render import wording
from catalg.strategies.sheaves import COHOMOLOGY, SECTIONS
from catalg.strategies.sheaves.diffusion import projection
from catalg.verify.categories.vect import certify_vect
from catalg.verify.sheaves import judge_assignment, judge_diffusion, judge_value
from catalg.verify.sheaves.cohomology import certify_cohomology

HEAD = "graph G { edges 1 -- 2, 2 -- 3, 1 -- 3, 3 -- 4, 2 -- 4 }\ncategory X = incidence(G)\n"


def read(text):
    specification, diagnostics = elaborate(parse(text, "t.cat"), FAMILIES)
    return specification, diagnostics


def matrix(rng, rows, columns):
    return "[" + ", ".join("[" + ", ".join(str(rng.randint(-2, 2)) for _ in range(columns)) + "]" for _ in range(rows)) + "]"


def random_sheaf(seed):
    """A sheaf with random stalks of dimension 1 to 3 and random restrictions, with data on its nodes."""
    rng = random.Random(seed)
    edges = ["1--2", "1--3", "2--3", "2--4", "3--4"]
    sizes = {c: rng.randint(1, 3) for c in ["1", "2", "3", "4", *edges]}
    for e in edges:
        sizes[e] = rng.randint(1, 2)
    body = [f'{c if len(c) == 1 else chr(34) + c + chr(34)} = R^{k}' for c, k in sizes.items()]
    body += [f'"{v}<{e}" = {matrix(rng, sizes[e], sizes[v])}' for e in edges for v in e.split("--")]
    data = " ".join(f"{v} = [{', '.join(str(rng.randint(-5, 5)) for _ in range(sizes[v]))}]" for v in "1234")
    return (
        HEAD + "functor F : X -> Vect(QQ) { " + " ".join(body) + " }\nlimit H = lim F\ncolimit K = cohomology(F, 1)\n"
        "transformation x : R^1 => F { " + data + " }\ntransformation y : R^1 => F = diffusion(x)\n"
    )


def dense(found):
    return np.array([[float(v) for v in row] for row in found.to_dense()]).reshape(found.nrows, found.ncols)


@pytest.mark.parametrize("seed", range(12))
def test_random_sheaves_against_floating_point(seed):
    specification, diagnostics = read(random_sheaf(seed))
    assert not diagnostics
    session = Session(specification)
    outcomes = {item.name: session.run(k) for k, item in enumerate(specification.items)}
    functor = specification.item("F").subject
    delta = dense(cochains(functor).coboundary)
    rank = np.linalg.matrix_rank(delta)
    for name, expected in (("H", delta.shape[1] - rank), ("K", delta.shape[0] - rank)):
        assert outcomes[name].judgement.verdict is Verdict.PROVED
        assert outcomes[name].solution.proposal.dimension.constant() == expected
    data = specification.item("x").subject
    start = np.array([float(v) for v in data.values])
    limit, weights = projection(cochains(functor), data.vector())
    flat = np.array([float(limit.get(k, 0)) for k in range(len(start))])
    assert np.allclose(flat, start - np.linalg.pinv(delta) @ delta @ start)
    assert outcomes["y"].judgement.verdict is Verdict.PROVED
    assert (outcomes["x"].judgement.verdict is Verdict.PROVED) == np.allclose(delta @ start, 0)
    # nothing else passes for the limit
    moved = {**limit, 0: limit.get(0, 0) + 1}
    assert judge_diffusion(specification.item("y").subject, moved, weights).verdict is not Verdict.PROVED
    spoilt = {**weights, 0: weights.get(0, 0) + 1}
    if delta[0].any():
        assert judge_diffusion(specification.item("y").subject, limit, spoilt).verdict is not Verdict.PROVED


@pytest.mark.parametrize("seed", range(6))
def test_claimed_values_and_their_neighbours(seed):
    specification, _ = read(random_sheaf(seed))
    functor, data = specification.item("F").subject, specification.item("x").subject
    complex_ = cochains(functor)
    for word, value in (("laplacian", complex_.laplacian), ("coboundary", complex_.coboundary)):
        assert judge_value(ValueClaim(word, functor, word, value)).verdict is Verdict.PROVED
        entries = {(i, j): x for i, row in enumerate(value.rows) for j, x in row.items()}
        entries[0, value.ncols - 1] = entries.get((0, value.ncols - 1), 0) + 1
        wrong = SparseMatrix.from_entries(entries, value.nrows, value.ncols)
        judged = judge_value(ValueClaim(word, functor, word, wrong))
        assert judged.verdict is Verdict.REFUTED and judged.counterexample.rule == "matrix-entry"
    limit, _ = projection(complex_, data.vector())
    column = [limit.get(k, 0) for k in range(len(data.values))]
    right = SparseMatrix.from_dense([[v] for v in column], 1)
    assert judge_value(ValueClaim("diffusion", data, "", right)).verdict is Verdict.PROVED
    for k in range(len(column)):
        other = [[v + (j == k)] for j, v in enumerate(column)]
        judged = judge_value(ValueClaim("diffusion", data, "", SparseMatrix.from_dense(other, 1)))
        assert judged.verdict is Verdict.REFUTED


def test_every_broken_edge_is_listed_with_its_residual():
    text = HEAD + "functor F : X -> Vect(QQ) = R^1\ntransformation x : R^1 => F { 1 = 0  2 = 0  3 = 7  4 = 0 }\n"
    judged = judge_assignment(read(text)[0].item("x").subject)
    facts = judged.counterexample.as_dict()
    assert judged.verdict is Verdict.REFUTED and facts["count"] == 3 and facts["energy"].value == 147
    assert [term.args[0].name for term in facts["residuals"]] == ["1--3", "2--3", "3--4"]


def certified(specification, name, proposal):
    end = specification.item(name).subject
    assert isinstance(end, Diagram)
    return certify_cohomology(end, proposal) if name == "K" else certify_vect(end, proposal)


@pytest.mark.parametrize("name", ["H", "K"])
def test_wrong_missing_and_dependent_bases_are_rejected(name):
    text = HEAD + "functor F : X -> Vect(QQ) = R^2\nlimit H = lim F\ncolimit K = cohomology(F, 1)\n"
    specification, _ = read(text)
    strategy = SECTIONS if name == "H" else COHOMOLOGY
    good = strategy.solve(specification.item(name).subject)
    assert len(good.basis) == (2 if name == "H" else 4)
    assert certified(specification, name, good).verdict is Verdict.PROVED

    def changed(**facts) -> Proposal:
        return replace(good, **facts)

    missing = changed(basis=good.basis[1:], dimension=good.dimension - 1)
    dependent = changed(basis=(*good.basis, good.basis[0]), dimension=good.dimension + 1)
    assert certified(specification, name, missing).verdict is not Verdict.PROVED
    assert certified(specification, name, dependent).verdict is not Verdict.PROVED
    if name == "K":
        wrong = good.claims["projection"]
        off = SparseMatrix.of([{**wrong.rows[0], wrong.ncols - 1: wrong.rows[0].get(wrong.ncols - 1, 0) + 1}, *wrong.rows[1:]], wrong.ncols)
        assert certified(specification, name, changed(claims={"projection": off})).sound is not Verdict.PROVED


def test_a_diagram_of_another_coboundary_is_rejected():
    text = HEAD + "functor F : X -> Vect(QQ) = R^1\ncolimit K = cohomology(F, 1)\n"
    end = read(text)[0].item("K").subject
    wrong = end.functor.matrix("delta").scale(2)
    broken = replace(end, functor=replace(end.functor, arrows=(("delta", wrong), end.functor.arrows[1])))
    assert certify_cohomology(broken, COHOMOLOGY.solve(end)).verdict is not Verdict.PROVED


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("limit H = cohomology(F, 1)", "E0412"),
        ("colimit H = cohomology(F, 0)", "E0412"),
        ("colimit H = cohomology(F)", "E0410"),
        ("colimit H = cohomology(S, 1)", "E0412"),
        ("expect laplacian(D) = [[1]]", "E0412"),
        ("expect laplacian(F) = 2", "E0404"),
        ("expect laplacian(F, D) = [[1]]", "E0410"),
        ("expect diffusion(x) = [1, 2]", "E0404"),
        ("expect diffusion(z) = [1, 2, 3, 4]", "E0412"),
        ("transformation w : R^1 => F { 1 = 0  2 = [1, 1]  3 = 0  4 = 0 }", "E0404"),
        ("transformation w : R^1 => F { 1 = 0  2 = 0  3 = 0 }", "E0405"),
        ("transformation w : R^1 => F { 1 = sqrt(2)  2 = 0  3 = 0  4 = 0 }", "E0504"),
        ("transformation w : R^2 => F = diffusion(x)", "E0403"),
        ("category Y = incidence(X)", "E0303"),
        ("category Y = incidence(A)", "E0505"),
    ],
)
def test_what_means_nothing(line, code):
    text = (
        HEAD + "param n : Nat\ngraph A on n\ncategory Two = free(G)\nfunctor F : X -> Vect(QQ) = R^1\nfunctor S : X -> Set = {a}\n"
        "functor D : Two -> Vect(QQ) = R^1\ntransformation x : R^1 => F { 1 = 0  2 = 0  3 = 0  4 = 0 }\n"
        "transformation z : F => F = id(F)\n" + line + "\n"
    )
    assert [d.code for d in read(text)[1]] == [code]


def test_inconsistent_data_may_diffuse_and_are_no_mistake():
    text = HEAD + "functor F : X -> Vect = R^1\ntransformation x : R^1 => F { 1 = 0  2 = 1  3 = 2  4 = 3 }\ntransformation y : R^1 => F = diffusion(x)\n"
    specification, _ = read(text)
    assert isinstance(specification.item("x").subject, Assignment) and isinstance(specification.item("y").subject, Diffusion)
    assert "x" not in specification.item("y").depends and "F" in specification.item("y").depends


@pytest.mark.parametrize("field", ["CC", "GF(5)"])
def test_fields_without_an_inner_product_stay_open(field):
    text = HEAD + f"functor F : X -> Vect({field}) = R^1\ntransformation x : R^1 => F {{ 1 = 0  2 = 1  3 = 2  4 = 3 }}\ntransformation y : R^1 => F = diffusion(x)\n"
    specification, _ = read(text)
    data = specification.item("y").subject
    assert judge_diffusion(data, data.start.vector(), {}).verdict is Verdict.UNDECIDED


def test_only_incidence_categories_are_graphs():
    specification, _ = read(HEAD + "functor F : X -> Vect(QQ) = R^1\nfunctor D : poset(a < b, b < c) -> Vect(QQ) = R^1\n")
    assert len(cells(specification.item("F").subject.category).edges) == 5
    assert cells(specification.item("D").subject.category) is None


@pytest.mark.parametrize(("nodes", "sections"), [("", 0), ("nodes 1, 2, 3", 6)])
def test_a_graph_without_edges_has_every_section_and_no_first_cohomology(nodes, sections):
    text = f"graph G {{ {nodes} }}\ncategory X = incidence(G)\nfunctor F : X -> Vect(QQ) = R^2\n"
    text += f"colimit K = cohomology(F, 1)\nlimit H = lim F\nexpect dim K = 0\nexpect dim H = {sections}\nrefute dim K = 1\n"
    specification, diagnostics = read(text)
    assert not diagnostics
    session = Session(specification)
    outcomes = [session.run(index) for index in range(len(specification.items))]
    assert all(outcome.judgement.verdict is Verdict.PROVED for outcome in outcomes[-3:])


CONE = """category P = poset(U < W, V < W)
functor F : P -> Vect(QQ) { U = R^2  V = R^2  W = R^1  "U<W" = [[0, 1]]  "V<W" = [[1, 0]] }
"""


@pytest.mark.parametrize(
    ("source", "body", "verdict", "witness"),
    [
        ("R^3", "U = [[1, 0, 0], [0, 1, 0]] V = [[0, 1, 0], [0, 0, 1]] W = [[0, 1, 0]]", Verdict.PROVED, None),
        ("R^2", "U = [[1, 0], [0, 1]] V = [[0, 1], [0, 0]] W = [[0, 1]]", Verdict.REFUTED, "unglued-family"),
        ("R^1", "U = [[0], [0]] V = [[0], [0]] W = [[0]]", Verdict.REFUTED, "restricts-to-zero"),
        ("R^3", "U = [[1, 0, 0], [0, 1, 0]] V = [[1, 0, 0], [0, 0, 1]] W = [[0, 1, 0]]", Verdict.REFUTED, "broken-linear-square"),
    ],
)
def test_linear_cones(source, body, verdict, witness):
    text = CONE + f"transformation r : {source} => F {{ {body} }}\ncheck r is universal\n"
    specification, diagnostics = read(text)
    assert not diagnostics
    judged = Session(specification).run(len(specification.items) - 1).judgement
    assert judged.verdict is verdict
    assert witness is None or judged.counterexample.rule == witness


def test_the_wording_covers_the_rules():
    used = ["sheaf-sections", "sheaf-first-cohomology", "data-inconsistent", "edges-disagree", "nearest-section", "not-orthogonal", "linear-limit-cone"]
    assert all(wording.find(name) is not None for name in used)
