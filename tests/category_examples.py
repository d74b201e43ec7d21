"""Categories and functors that several tests use: graphs as functors, monoids as categories, Coxeter and
simplex presentations.
"""

from __future__ import annotations

from itertools import product

from catalg.exact.words import Presentation, Word
from catalg.model.category import Arrow, Category, Equation, Path, SetFunctor

GRAPH = Category("Graph", ("E", "V"), (Arrow("src", "E", "V"), Arrow("tgt", "E", "V")))
SQUARE = Category(
    "Square",
    ("A", "B", "C", "D"),
    (Arrow("f", "A", "B"), Arrow("g", "B", "D"), Arrow("h", "A", "C"), Arrow("k", "C", "D")),
)
COMMUTING = Category("Square", SQUARE.objects, SQUARE.arrows, (Equation("A", "D", ("f", "g"), ("h", "k")),))


def numbers(count: int) -> tuple[str, ...]:
    return tuple(map(str, range(count)))


def graph(name: str, nodes: int, edges: list[tuple[int, int]]) -> SetFunctor:
    """A directed graph as a functor; edges are called e0, e1, …"""
    return SetFunctor(
        name,
        GRAPH,
        (("E", tuple(f"e{i}" for i in range(len(edges)))), ("V", numbers(nodes))),
        (("src", tuple(a for a, _ in edges)), ("tgt", tuple(b for _, b in edges))),
    )


def both_ways(edges: list[tuple[int, int]]) -> list[tuple[int, int]]:
    return [arc for a, b in edges for arc in ((a, b), (b, a))]


def cycle(nodes: int) -> SetFunctor:
    """An undirected cycle: each edge is two arcs."""
    return graph(f"C{nodes}", nodes, both_ways([(i, (i + 1) % nodes) for i in range(nodes)]))


def complete(nodes: int) -> SetFunctor:
    """A complete graph without loops."""
    return graph(f"K{nodes}", nodes, [(i, j) for i in range(nodes) for j in range(nodes) if i != j])


def monoid(letters: str, equations: list[tuple[str, str]], name: str = "M") -> Category:
    """A one-object category; words are written letter by letter, first letter first."""
    return Category(
        name,
        ("*",),
        tuple(Arrow(letter, "*", "*") for letter in letters),
        tuple(Equation("*", "*", tuple(left), tuple(right)) for left, right in equations),
    )


def coxeter(count: int, braids: set[tuple[int, int]]) -> Presentation:
    """A Coxeter group with the given pairs of order 3; all others commute."""
    equations: list[tuple[int, Word, Word]] = [(0, (i, i), ()) for i in range(count)]
    for i in range(count):
        for j in range(i + 1, count):
            equations.append((0, (i, j, i), (j, i, j)) if (i, j) in braids else (0, (i, j), (j, i)))
    return Presentation(1, (0,) * count, (0,) * count, tuple(equations))


def simplex(size: int) -> Category:
    """The simplex category on [0], …, [size]: faces d{n}{i} : [n-1] -> [n] and degeneracies s{n}{i} : [n] ->
    [n-1].
    """
    arrows: list[Arrow] = []
    equations: list[tuple[int, int, Path, Path]] = []
    for n in range(1, size + 1):
        arrows += [Arrow(f"d{n}{i}", str(n - 1), str(n)) for i in range(n + 1)]
        arrows += [Arrow(f"s{n}{i}", str(n), str(n - 1)) for i in range(n)]
    for n in range(1, size):
        for j in range(n + 2):
            for i in range(j):
                equations.append(
                    (n - 1, n + 1, (f"d{n}{i}", f"d{n + 1}{j}"), (f"d{n}{j - 1}", f"d{n + 1}{i}"))
                )
        for j in range(n):
            for i in range(j + 1):
                equations.append(
                    (n + 1, n - 1, (f"s{n + 1}{i}", f"s{n}{j}"), (f"s{n + 1}{j + 1}", f"s{n}{i}"))
                )
    for n in range(1, size + 1):
        for i, j in product(range(n + 1), range(n)):
            if i in (j, j + 1):
                other: tuple[str, ...] = ()
            elif i < j:
                other = (f"s{n - 1}{j - 1}", f"d{n - 1}{i}")
            else:
                other = (f"s{n - 1}{j}", f"d{n - 1}{i - 1}")
            equations.append((n - 1, n - 1, (f"d{n}{i}", f"s{n}{j}"), other))
    return Category(
        f"Delta{size}",
        numbers(size + 1),
        tuple(arrows),
        tuple(Equation(str(a), str(b), left, right) for a, b, left, right in equations),
    )


def homomorphisms(source: SetFunctor, target: SetFunctor) -> int:
    """The number of natural transformations by trying all maps: the slowest and plainest count there is."""
    objects = source.category.objects
    sizes = {c: (len(source.elements(c)), len(target.elements(c))) for c in objects}
    count = 0
    for choice in product(*(product(range(sizes[c][1]), repeat=sizes[c][0]) for c in objects)):
        eta = dict(zip(objects, choice, strict=True))
        count += all(
            eta[a.target][y] == target.table(a.name)[eta[a.source][x]]
            for a in source.category.arrows
            for x, y in enumerate(source.table(a.name))
        )
    return count
