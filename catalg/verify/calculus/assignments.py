"""Small values for the free symbols of an expression, in a fixed order: objects, functors, and how they are told."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from itertools import product as pairs

from catalg.model.abstract_category import AbstractCategory
from catalg.model.coends import NAT, SET, Binder, Expression, FunctorSort, Symbol, walk_expression
from catalg.verify.calculus.cardinals import Functor as SizeFunctor
from catalg.verify.calculus.functors import Functor, Monotone, Sizes
from catalg.verify.calculus.interpretations import CHAINS, DIAMOND, HEYTING, MONOID, Lattice, serves


def symbols(terms: Iterable[Expression]) -> tuple[list[Symbol], list[Symbol]]:
    """The free objects and the free functors, by name."""
    found = {node for term in terms for node in walk_expression(term) if isinstance(node, Symbol)}
    listed = sorted(found, key=lambda symbol: symbol.name)
    return (
        [s for s in listed if not isinstance(s.sort, FunctorSort)],
        [s for s in listed if isinstance(s.sort, FunctorSort)],
    )


def with_numbers(term: Expression) -> bool:
    """Whether natural numbers are summed over anywhere, or functors on them."""
    for node in walk_expression(term):
        if isinstance(node, Binder):
            sort = node.variable
            if sort == NAT or isinstance(sort, FunctorSort) and any(source == NAT for source, _ in sort.sources):
                return True
    return False


def told(values: Mapping[str, int]) -> str:
    """The values, as in `|S| = 2`."""
    return ", ".join(f"|{name}| = {value}" for name, value in values.items())


def size_assignments(objects: Sequence[Symbol], most: int, largest: int) -> Iterator[dict[str, int]]:
    """Sizes of the objects, those with few elements in all first."""
    for total in range(largest * len(objects) + 1):
        for values in pairs(range(largest + 1), repeat=len(objects)):
            if sum(values) == total:
                yield {symbol.name: value for symbol, value in zip(objects, values, strict=True)}
                most -= 1
                if not most:
                    return


_COVARIANT: tuple[SizeFunctor, ...] = (lambda n: 2 * n, lambda n: n + 1, lambda n: n * n + 1, lambda n: 3)
_CONTRAVARIANT: tuple[SizeFunctor, ...] = (lambda n: 2**n, lambda n: 3**n + 1, lambda n: 3, lambda n: 2 ** (2 * n))
SIZE_CHOICES = 4


def size_functors(functors: Sequence[Symbol], choice: int) -> dict[str, SizeFunctor]:
    """Functors between sets by what they do to sizes: X + X, X + 1, 2^X, … and products of such."""
    return {symbol.name: _sized(symbol, choice + 2 * k) for k, symbol in enumerate(functors)}


def _sized(symbol: Symbol, choice: int) -> SizeFunctor:
    assert isinstance(symbol.sort, FunctorSort)
    each = [
        (_COVARIANT if way > 0 else _CONTRAVARIANT)[(choice + k) % SIZE_CHOICES]
        for k, (_, way) in enumerate(symbol.sort.sources)
    ]

    def value(*sizes: int) -> int:
        found = 1
        for functor, size in zip(each, sizes, strict=True):
            if size > 64:
                from catalg.verify.calculus.cardinals import Uncounted

                raise Uncounted
            found *= functor(size)
        return found

    return value


def lattices(categories: Sequence[AbstractCategory]) -> list[Lattice]:
    """The lattices that have all declared structure."""
    return [m for m in (MONOID, *CHAINS, DIAMOND, HEYTING) if all(serves(m, category) for category in categories)]


def lattice_functors(functors: Sequence[Symbol], model: Lattice, choice: int) -> dict[str, Functor] | None:
    """Functors on a lattice; None where there are none of the kinds tried here."""
    found: dict[str, Functor] = {}
    for k, symbol in enumerate(functors):
        assert isinstance(symbol.sort, FunctorSort)
        made = _on_lattice(symbol.sort, model, choice + k)
        if made is None:
            return None
        found[symbol.name] = made
    return found


def _on_lattice(sort: FunctorSort, model: Lattice, choice: int) -> Functor | None:
    if sort.target == SET:
        return Sizes(tuple(_sizes(model, way, choice + k) for k, (_, way) in enumerate(sort.sources)))
    if len(sort.sources) != 1 or sort.sources[0][0] == NAT:
        return None
    way = sort.sources[0][1]
    points = list(model.objects)
    tables = [
        table
        for table in islice(pairs(points, repeat=len(points)), 4096)
        if all(
            model.below[table[a]][table[b]] if way > 0 else model.below[table[b]][table[a]]
            for a in points for b in points if model.below[a][b]
        )
    ]  # fmt: skip
    return Monotone(tables[(7 * choice + 1) % len(tables)])


def _sizes(model: Lattice, way: int, choice: int) -> tuple[int, ...]:
    """Sizes that grow along the order, or shrink to no less than one; the functoriality of `Sizes` needs one of them."""
    if model is MONOID:  # nothing is below anything else, and every table will do
        return tuple((choice + 2 * a) % 4 for a in model.objects)
    heights = [sum(model.below[b][a] for b in model.objects) for a in model.objects]
    if way < 0:
        heights = [max(heights) + 1 - height for height in heights]
    match choice % 3:
        case 0:
            return tuple(heights)
        case 1:
            return tuple(max(heights) + 1 - height for height in heights)
        case _:
            return tuple(2 if height > 1 else 0 for height in heights)
