"""Ends and limits in Set: counts, lists, Yoneda, sizes."""

from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from catalg.model.category import Arrow, Category, Equation, SetFunctor
from catalg.model.ends import Diagram, SetEnd
from catalg.model.protocols import NotCovered
from catalg.model.verdict import Verdict
from catalg.strategies.sets import ENDS, LIMITS
from catalg.strategies.sets.ends import transformations
from catalg.universes.categories import hom_sets
from catalg.universes.sets import representable
from catalg.verify.categories.sets import certify_set
from tests.category_examples import GRAPH, both_ways, complete, cycle, graph, homomorphisms, monoid, numbers

F = graph("F", 4, [(0, 1), (0, 2), (2, 3), (3, 3), (0, 0)])


def size(source: SetFunctor, target: SetFunctor) -> int | None:
    end = SetEnd("N", source, target)
    proposal = ENDS.solve(end)
    assert certify_set(end, proposal).verdict is Verdict.PROVED
    return proposal.size


def test_graph_homomorphisms() -> None:
    assert size(cycle(5), complete(3)) == 30
    assert size(cycle(5), complete(2)) == 0
    assert size(cycle(21), complete(3)) == 2**21 - 2
    assert size(complete(5), complete(6)) == 720
    petersen = [(i, (i + 1) % 5) for i in range(5)] + [(i, i + 5) for i in range(5)]
    petersen += [(5 + i, 5 + (i + 2) % 5) for i in range(5)]
    assert size(graph("P", 10, both_ways(petersen)), complete(3)) == 120
    grid = [(6 * i + j, 6 * i + j + 1) for i in range(6) for j in range(5)]
    grid += [(6 * i + j, 6 * i + j + 6) for i in range(5) for j in range(6)]
    assert size(graph("Grid", 36, both_ways(grid)), complete(3)) == 101596896


def test_a_long_cycle_is_counted_without_listing() -> None:
    assert size(cycle(400), complete(5)) == 4**400 + 4


def test_listing_is_lazy_and_distinct() -> None:
    end = SetEnd("N", cycle(21), complete(3))
    first = list(islice(transformations(end), 50))
    assert len({eta.components for eta in first}) == 50
    everything = {eta.components for eta in transformations(SetEnd("N", cycle(5), complete(3)))}
    assert len(everything) == 30


def test_yoneda() -> None:
    homs = hom_sets(GRAPH)
    assert homs is not None
    for c, expected in (("E", 5), ("V", 4)):
        end = SetEnd("N", representable(homs, c), F)
        proposal = ENDS.solve(end)
        assert proposal.size == expected
        step = next(step for step in proposal.steps if step.rule == "yoneda")
        assert step.as_dict()["object"] == c
        assert step.as_dict()["size"] == expected
    assert representable(homs, "E").objects == (("E", ("id(E)",)), ("V", ("src", "tgt")))
    assert not any(step.rule == "yoneda" for step in ENDS.solve(SetEnd("N", cycle(5), complete(3))).steps)


def coset_action(subgroup_order: int) -> SetFunctor:
    """S3 on the cosets of a subgroup, from its action on words by explicit tables."""
    s3 = monoid("st", [("ss", ""), ("tt", ""), ("sts", "tst")], "S3")
    tables = {
        1: ((1, 0, 4, 5, 2, 3), (2, 3, 0, 1, 5, 4)),
        2: ((1, 0, 2), (0, 2, 1)),
        3: ((1, 0), (1, 0)),
        6: ((0,), (0,)),
    }[subgroup_order]
    return SetFunctor(
        f"X{subgroup_order}", s3, (("*", numbers(len(tables[0]))),), (("s", tables[0]), ("t", tables[1]))
    )


def test_table_of_marks_of_s3() -> None:
    orders = (1, 2, 3, 6)
    marks = [[size(coset_action(h), coset_action(k)) for k in orders] for h in orders]
    assert marks == [[6, 3, 2, 1], [0, 1, 0, 1], [0, 0, 2, 1], [0, 0, 0, 1]]


def finite_sets(sizes: tuple[int, ...]) -> tuple[Category, dict[tuple[int, int], list[tuple[int, ...]]]]:
    """The full subcategory of finite sets on some sizes, every map an arrow and every composite an equation."""
    from itertools import product

    maps = {(m, n): list(product(range(n), repeat=m)) for m in sizes for n in sizes}

    def name(m: int, n: int, f: tuple[int, ...]) -> str:
        return f"m{m}{n}{''.join(map(str, f))}"

    arrows = tuple(Arrow(name(m, n, f), str(m), str(n)) for (m, n), fs in maps.items() for f in fs)
    equations = [Equation(str(m), str(m), (name(m, m, tuple(range(m))),), ()) for m in sizes]
    return Category("FinSet", tuple(map(str, sizes)), arrows, tuple(equations)), maps


@pytest.mark.parametrize(
    ("source", "target", "sizes", "expected"),
    [
        ("Id", "Id", 3, 1),
        ("Id", "X2", 3, 1),
        ("X2", "Id", 3, 2),
        ("X2", "X2", 3, 4),
        ("X2", "X3", 2, 8),
        ("P", "Id", 2, 0),
        ("Id", "P", 2, 2),
        ("P", "P", 2, 2),
    ],
)
def test_functors_on_finite_sets(source: str, target: str, sizes: int, expected: int) -> None:
    from itertools import product

    category, maps = finite_sets(tuple(range(sizes + 1)))

    def functor(kind: str) -> SetFunctor:
        power = {"Id": 1, "X2": 2, "X3": 3}.get(kind)
        if power is not None:
            values = {n: list(product(range(n), repeat=power)) for n in range(sizes + 1)}
        else:
            values = {n: list(product((0, 1), repeat=n)) for n in range(sizes + 1)}
        tables = []
        for (m, n), fs in maps.items():
            for f in fs:
                if power is not None:
                    images = tuple(values[n].index(tuple(f[i] for i in x)) for x in values[m])
                else:
                    images = tuple(
                        values[n].index(
                            tuple(int(any(x[i] and f[i] == j for i in range(m))) for j in range(n))
                        )
                        for x in values[m]
                    )
                tables.append((f"m{m}{n}{''.join(map(str, f))}", images))
        objects = tuple((str(n), tuple(map(str, values[n]))) for n in range(sizes + 1))
        return SetFunctor(kind, category, objects, tuple(tables))

    assert size(functor(source), functor(target)) == expected


def test_limits() -> None:
    cospan = Category("Cospan", ("A", "B", "C"), (Arrow("f", "A", "C"), Arrow("g", "B", "C")))
    square = SetFunctor(
        "S",
        cospan,
        (("A", numbers(4)), ("B", numbers(3)), ("C", numbers(3))),
        (("f", (0, 0, 1, 2)), ("g", (0, 1, 1))),
    )
    end = Diagram("L", "limit", square)
    proposal = LIMITS.solve(end)
    assert certify_set(end, proposal).verdict is Verdict.PROVED
    pairs = [(dict(e.values)["A"], dict(e.values)["B"]) for e in proposal.basis]  # type: ignore[attr-defined]
    assert pairs == [(0, 0), (1, 0), (2, 1), (2, 2)]


def test_empty_limits() -> None:
    nothing = SetFunctor("N", Category("Empty", (), ()), (), ())
    end = Diagram("L", "limit", nothing)
    proposal = LIMITS.solve(end)
    assert (proposal.size, certify_set(end, proposal).verdict) == (1, Verdict.PROVED)
    cospan = Category("Cospan", ("A", "B", "C"), (Arrow("f", "A", "C"), Arrow("g", "B", "C")))
    with_empty = SetFunctor(
        "S", cospan, (("A", numbers(2)), ("B", ()), ("C", numbers(3))), (("f", (0, 1)), ("g", ()))
    )
    assert LIMITS.solve(Diagram("L", "limit", with_empty)).size == 0
    discrete = Category("Two", ("A", "B"), ())
    pair = SetFunctor("S", discrete, (("A", numbers(2)), ("B", numbers(3))), ())
    assert LIMITS.solve(Diagram("L", "limit", pair)).size == 6


def test_too_entangled_is_not_covered() -> None:
    with pytest.raises(NotCovered, match="entangled"):
        ENDS.solve(SetEnd("N", complete(9), complete(9)))
    with pytest.raises(NotCovered):
        ENDS.solve(SetEnd("N", cycle(3), coset_action(1)))


def test_large_orbits() -> None:
    order = 600
    cyclic = monoid("r", [], "Z")
    shift = SetFunctor(
        "R", cyclic, (("*", numbers(order)),), (("r", tuple((i + 1) % order for i in range(order))),)
    )
    half = SetFunctor(
        "H",
        cyclic,
        (("*", numbers(order // 2)),),
        (("r", tuple((i + 1) % (order // 2) for i in range(order // 2))),),
    )
    assert size(shift, half) == order // 2
    assert size(half, shift) == 0


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_random_functors_agree_with_brute_force(data: st.DataObject) -> None:
    objects = data.draw(st.integers(1, 2))
    arrows = tuple(
        Arrow(f"a{i}", *(str(data.draw(st.integers(0, objects - 1))) for _ in range(2)))
        for i in range(data.draw(st.integers(0, 3)))
    )
    category = Category("C", numbers(objects), arrows)

    def functor(name: str, most: int) -> SetFunctor:
        sizes = {str(c): data.draw(st.integers(0, most)) for c in range(objects)}
        for _ in range(objects + 1):  # an arrow into the empty set must start at the empty set
            for a in arrows:
                if sizes[a.target] == 0:
                    sizes[a.source] = 0
        tables = tuple(
            (a.name, tuple(data.draw(st.integers(0, sizes[a.target] - 1)) for _ in range(sizes[a.source])))
            for a in arrows
        )
        return SetFunctor(name, category, tuple((c, numbers(n)) for c, n in sizes.items()), tables)

    source, target = functor("F", 3), functor("G", 3)
    end = SetEnd("N", source, target)
    proposal = ENDS.solve(end)
    assert proposal.size == homomorphisms(source, target)
    assert len(proposal.basis) == proposal.size
    assert certify_set(end, proposal).verdict is Verdict.PROVED
