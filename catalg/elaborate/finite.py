"""Finite sets, permutations and tables in the bodies of functors to Set."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from catalg.diagnostics import Label, did_you_mean
from catalg.elaborate.dims import natural
from catalg.elaborate.scope import Problem, Scope
from catalg.language import tree

LARGEST_SET = 2_000_000


@dataclass(frozen=True, slots=True)
class FiniteSet:
    """A finite set as its labels in order, with their positions."""

    labels: tuple[str, ...]
    positions: dict[str, int]

    @staticmethod
    def of(labels: Sequence[str]) -> FiniteSet:
        """The set of distinct labels."""
        return FiniteSet(tuple(labels), {label: k for k, label in enumerate(labels)})

    def index(self, expr: tree.Expr, what: str) -> int:
        """The position of an element. Raises Problem when it is not one."""
        label = element(expr)
        position = self.positions.get(label)
        if position is None:
            near = did_you_mean(label, self.labels) if len(self.labels) <= 1000 else None
            shown = ", ".join(self.labels[:8]) + (", …" if len(self.labels) > 8 else "")
            help = f"an element with a similar name exists: `{near}`" if near else f"the elements are {shown or 'none'}"
            raise Problem("E0501", f"`{label}` is not an element of {what}", expr.span, help=help)
        return position


def element(expr: tree.Expr) -> str:
    """The label of an element: a name, a number or a string. Raises Problem."""
    match expr:
        case tree.Number():
            return str(expr.integer) if expr.integer is not None else expr.text
        case tree.Name(text) | tree.String(text):
            return text
        case tree.Negate(tree.Number() as number):
            return f"-{element(number)}"
        case tree.TupleExpr(items):
            return "(" + ", ".join(element(item) for item in items) + ")"
        case _:
            raise Problem("E0501", "this is not an element of a finite set", expr.span, help="elements are names and numbers")


def finite_set(expr: tree.Expr, scope: Scope) -> FiniteSet:
    """The set that `{1, 2}` or `{1..4}` denotes. Raises Problem."""
    if isinstance(expr, tree.TableExpr) and not expr.rows:
        return FiniteSet.of(())
    if not isinstance(expr, tree.SetExpr):
        raise Problem("E0501", "a finite set is needed here", expr.span, help="for example {1, 2, 3} or {1..3}")
    labels: list[str] = []
    seen: dict[str, tree.Expr] = {}
    for item in expr.elements:
        if isinstance(item, tree.Range):
            low = natural(item.low, scope, "the lower end", 10**12)
            high = natural(item.high, scope, "the upper end", 10**12)
            if high < low - 1:
                raise Problem("E0501", f"this range ends at {high}, before it begins at {low}", item.span)
            if high - low >= LARGEST_SET or len(labels) + high - low >= LARGEST_SET:
                raise Problem("E0506", f"a set has at most {LARGEST_SET:,} elements here", item.span)
            new = [str(k) for k in range(low, high + 1)]
        else:
            new = [element(item)]
        for label in new:
            if label in seen:
                raise Problem(
                    "E0501", f"`{label}` stands twice in the set", item.span, secondary=(Label(seen[label].span, "first here"),)
                )
            seen[label] = item
        labels.extend(new)
    return FiniteSet.of(labels)


def function(expr: tree.Expr, source: FiniteSet, target: FiniteSet, names: tuple[str, str]) -> tuple[int, ...]:
    """The image positions of a table `{a |-> b, …}`, of a permutation in cycles, or of a number for `(1)`.

    `names` say what source and target are called in messages. Raises Problem.
    """
    match expr:
        case tree.Cycles(cycles):
            if source.labels != target.labels:
                raise Problem("E0502", f"cycles permute one set, but {names[0]} and {names[1]} differ", expr.span,
                              help="write a table: {a |-> b, …}")
            return permutation(cycles, source, names[0])
        case tree.Number() if source.labels == target.labels:
            source.index(expr, names[0])
            return tuple(range(len(source.labels)))
        case tree.TableExpr(rows):
            return _table(expr, rows, source, target, names)
        case tree.SetExpr(()) if not source.labels:
            return ()
        case tree.Name("id") if source.labels == target.labels:
            return tuple(range(len(source.labels)))
        case _:
            raise Problem("E0507", "a map of finite sets is needed here", expr.span, help="a table {a |-> b, …} or cycles (1 2 3)")


def permutation(cycles: tuple[tuple[tree.Expr, ...], ...], points: FiniteSet, name: str) -> tuple[int, ...]:
    """The image positions of a product of disjoint cycles. Raises Problem for points that occur twice."""
    images = list(range(len(points.labels)))
    seen: dict[int, tree.Expr] = {}
    for cycle in cycles:
        positions = []
        for point in cycle:
            position = points.index(point, name)
            if position in seen:
                raise Problem(
                    "E0502", f"`{points.labels[position]}` stands twice in the cycles", point.span,
                    help="cycles are disjoint", secondary=(Label(seen[position].span, "first here"),),
                )
            seen[position] = point
            positions.append(position)
        for here, there in zip(positions, positions[1:] + positions[:1], strict=True):
            images[here] = there
    return tuple(images)


def _table(
    expr: tree.Expr,
    rows: tuple[tuple[tree.Expr, tree.Expr], ...],
    source: FiniteSet,
    target: FiniteSet,
    names: tuple[str, str],
) -> tuple[int, ...]:
    images: list[int | None] = [None] * len(source.labels)
    for argument, value in rows:
        position = source.index(argument, names[0])
        if images[position] is not None:
            raise Problem("E0507", f"`{source.labels[position]}` has two values", argument.span, help="a table gives one value each")
        images[position] = target.index(value, names[1])
    missing = [source.labels[k] for k, image in enumerate(images) if image is None]
    if missing:
        shown = ", ".join(f"`{m}`" for m in missing[:5]) + (", …" if len(missing) > 5 else "")
        raise Problem("E0507", f"the table gives no value for {shown}", expr.span, help=f"each element of {names[0]} has one value")
    return tuple(image for image in images if image is not None)
