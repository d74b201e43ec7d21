"""The syntax tree: what a specification says, before anything is known about what its names mean.

One sort of expression serves for formulas, spaces, groups, matrices, permutations and tables; elaboration gives them
types. Every node carries the span of the characters that it was read from. Spans do not take part in comparison, so that
two trees are equal when they say the same, and `eval(repr(tree)) == tree`.

Names and signs arrive normalised: `κ` is `Name("kappa")`, `∞` is `Name("oo")`, `×` is `*`, `⊗` is `(*)`, `x · y` is a call
of `dot`. Brackets that only group leave no node; the span of what they hold is widened to them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from fractions import Fraction
from typing import ClassVar, Literal, TypeAlias

from catalg.diagnostics.source import NOWHERE, Span


@dataclass(frozen=True, slots=True)
class Node:
    """Anything that was read from the text."""

    span: Span = field(default=NOWHERE, compare=False, repr=False, kw_only=True)


# --- expressions ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Name(Node):
    """An identifier in its ASCII spelling; `*` is the one object of a group at the head of a functor's body."""

    text: str


@dataclass(frozen=True, slots=True)
class Number(Node):
    """A natural number or a finite decimal, as written. At most 1,000 digits, which the lexer sees to.

    >>> Number("0.25").value
    Fraction(1, 4)
    """

    text: str

    @property
    def value(self) -> Fraction:
        """The exact value."""
        return Fraction(self.text)

    @property
    def integer(self) -> int | None:
        """The value when it is written without a decimal point."""
        return None if "." in self.text else int(self.text)


@dataclass(frozen=True, slots=True)
class String(Node):
    """Text in quotation marks, as in `PointGroup("4/mmm")`, without the marks."""

    text: str


@dataclass(frozen=True, slots=True)
class Call(Node):
    """Application `function(arguments)`. `T^2(V)` is read as `T^(2(V))`, so that the function may be a number."""

    function: Expr
    arguments: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Index(Node):
    """Indexing `base[indices]`; coordinates count from 1."""

    base: Expr
    indices: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class TupleExpr(Node):
    """`(a, b, …)` with at least two items; `(a)` is `a`."""

    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class ListExpr(Node):
    """`[a, b, …]`: a vector, a row of a matrix, or, in the relations of a group, the bracket of two elements."""

    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class SetExpr(Node):
    """`{a, b, …}`; an element may be a `Range`, as in `{1..4}`, which stays as it is, however large."""

    elements: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Range(Node):
    """`low..high` inside a set: the whole numbers from low to high, both included."""

    low: Expr
    high: Expr


@dataclass(frozen=True, slots=True)
class TableExpr(Node):
    """`{a |-> b, …}`: a map of finite sets, as pairs of argument and value in the order written."""

    rows: tuple[tuple[Expr, Expr], ...]


@dataclass(frozen=True, slots=True)
class Cycles(Node):
    """A permutation as a product of cycles, `(1 2 3)(4 5)`; `()` moves nothing and has no cycles.

    Each point is a `Name` or a `Number`. `(1)` alone is read as the number 1.
    """

    cycles: tuple[tuple[Expr, ...], ...]


@dataclass(frozen=True, slots=True)
class Negate(Node):
    """Unary minus."""

    operand: Expr


BinaryOperator: TypeAlias = Literal["+", "-", "(+)", "*", "/", "(*)", "^", "@", ";"]


@dataclass(frozen=True, slots=True)
class Binary(Node):
    """A binary operation. All associate to the left but `^`. `f ; g` keeps the order in which it was written."""

    operator: BinaryOperator
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Transpose(Node):
    """`operand'`. In `F^-1'` the prime belongs to the whole power."""

    operand: Expr


ComparisonOperator: TypeAlias = Literal["<", "<=", ">", ">=", "!="]


@dataclass(frozen=True, slots=True)
class Comparison(Node):
    """A chain of comparisons, `0 < x <= 1`: one operator fewer than operands."""

    operands: tuple[Expr, ...]
    operators: tuple[ComparisonOperator, ...]


@dataclass(frozen=True, slots=True)
class Equation(Node):
    """`left = right`, in relations, equations and conditions."""

    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Integral(Node):
    """An end `int c : C. body` or a coend `int^ c : C. body` that stands inside an expression."""

    kind: Literal["end", "coend"]
    variable: Name
    category: Expr
    body: Expr


Expr: TypeAlias = (
    Name | Number | String | Call | Index | TupleExpr | ListExpr | SetExpr | Range | TableExpr | Cycles | Negate | Binary
    | Transpose | Comparison | Equation | Integral
)  # fmt: skip


# --- parts of statements ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Presentation(Node):
    """The body of a group: its discrete generators, its Lie generators, and its relations, in the order written."""

    generators: tuple[Name, ...]
    lie_generators: tuple[Name, ...]
    relations: tuple[Equation, ...]


@dataclass(frozen=True, slots=True)
class Edge(Node):
    """`tail -- head` in a graph; each end is a `Name` or a `Number`."""

    tail: Name | Number
    head: Name | Number


@dataclass(frozen=True, slots=True)
class Arrow(Node):
    """`name : source -> target` in a category."""

    name: Name
    source: Name
    target: Name


@dataclass(frozen=True, slots=True)
class Entry(Node):
    """`name = value` in the body of a functor or a transformation."""

    name: Name
    value: Expr


@dataclass(frozen=True, slots=True)
class Domain(Node):
    """`on (x, y) where …`: the coordinates of a space and the equations and inequalities that cut it out."""

    coordinates: tuple[Name, ...]
    conditions: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Binding(Node):
    """`name = value` after `where`."""

    name: Name
    value: Expr


@dataclass(frozen=True, slots=True)
class Arbitrary(Node):
    """`any name : source -> target` after `where`: an arbitrary function of a declared type."""

    name: Name
    source: Expr
    target: Expr


# --- assertions -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FormulaClaim(Node):
    """`name(arguments) = formula where …`: the elements of an end are the instances of the formula.

    Without brackets `arguments` is empty, as in `Lin = alpha*I + beta*ones`. `indices` are the names in square brackets, as
    in `Lin[i, p] = alpha*delta(i, p)`.
    """

    name: Name
    arguments: tuple[Name, ...]
    formula: Expr
    bindings: tuple[Binding | Arbitrary, ...]
    indices: tuple[Name, ...] = ()


@dataclass(frozen=True, slots=True)
class SpaceEquality(Node):
    """`left = right`, where both sides are bare names (or integrals): two ends are the same space.

    Syntax alone cannot tell `L1 = L2` from `Lin = alpha` with an undeclared scalar: if the right name is not declared,
    elaboration reads this as a `FormulaClaim` without arguments.
    """

    left: Name
    right: Name | Integral


@dataclass(frozen=True, slots=True)
class Containment(Node):
    """`left <= right`: every element of one end is one of the other."""

    left: Name
    right: Name


CountKind: TypeAlias = Literal["dim", "size", "free", "arguments"]


@dataclass(frozen=True, slots=True)
class CountClaim(Node):
    """`dim name = value`, and likewise `size`, `free`, `arguments`."""

    kind: CountKind
    name: Name
    value: Expr


@dataclass(frozen=True, slots=True)
class ShapeCount(Node):
    """`size hom(A, B) in C = value`, `dim V(A) = value`: a count of something that is written out and has no name of its own.

    `category` is what `in` names, or None.
    """

    kind: CountKind
    subject: Expr
    category: Expr | None
    value: Expr


@dataclass(frozen=True, slots=True)
class Natural(Node):
    """`name natural`: the transformation of that name is natural."""

    name: Name


@dataclass(frozen=True, slots=True)
class Functorial(Node):
    """`name functorial`: the functor of that name respects relations, brackets and equations."""

    name: Name


@dataclass(frozen=True, slots=True)
class PathEquality(Node):
    """`left = right in category`: two parallel composites are equal."""

    left: Expr
    right: Expr
    category: Expr


@dataclass(frozen=True, slots=True)
class MapEquality(Node):
    """`T(g @ f) = T(g) @ T(f)`: two composites of smooth maps are equal. The left side is no name and no call with names."""

    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Property(Node):
    """`subject is words`, such as `p is universal`, `K is discrete fibration`, `(L, R, eta, epsilon) is adjunction`."""

    subject: Expr
    words: tuple[Name, ...]


Assertion: TypeAlias = (
    FormulaClaim | SpaceEquality | Containment | CountClaim | ShapeCount | Natural | Functorial | PathEquality | MapEquality | Property
)  # fmt: skip


# --- statements -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Statement(Node):
    keyword: ClassVar[str]
    doc: str | None = field(default=None, kw_only=True)


@dataclass(frozen=True, slots=True)
class Param(_Statement):
    """`param n : Nat where n >= 2`."""

    keyword: ClassVar[str] = "param"
    name: Name
    kind: Expr
    constraints: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Group(_Statement):
    """`group G = expression`, or a presentation in braces: exactly one of `value` and `presentation` is there."""

    keyword: ClassVar[str] = "group"
    name: Name
    value: Expr | None
    presentation: Presentation | None


@dataclass(frozen=True, slots=True)
class Graph(_Statement):
    """`graph A { nodes …  edges … }` or, with `size`, `graph A on n`. `nodes` lists what the edges may leave out."""

    keyword: ClassVar[str] = "graph"
    name: Name
    nodes: tuple[Name | Number, ...]
    edges: tuple[Edge, ...]
    size: Expr | None


@dataclass(frozen=True, slots=True)
class Category(_Statement):
    """`category C { objects …  f : A -> B  equation … }`, or, with `value`, `category C = op(D) * E` and no body."""

    keyword: ClassVar[str] = "category"
    name: Name
    objects: tuple[Name, ...]
    arrows: tuple[Arrow, ...]
    equations: tuple[Equation, ...]
    value: Expr | None = None


@dataclass(frozen=True, slots=True)
class Feature(Node):
    """One piece of declared structure, in its words: `products`, `cartesian closed`."""

    words: tuple[Name, ...]


@dataclass(frozen=True, slots=True)
class AbstractCategory(_Statement):
    """`category C with features { objects A, B }`: a category of which only structure and some objects are named."""

    keyword: ClassVar[str] = "category"
    name: Name
    features: tuple[Feature, ...]
    objects: tuple[Name, ...]


@dataclass(frozen=True, slots=True)
class Functor(_Statement):
    """`functor F : source -> target`, then `= value`, or a body, or `on` a domain with a body; or nothing: an arbitrary one."""

    keyword: ClassVar[str] = "functor"
    name: Name
    source: Expr
    target: Expr
    value: Expr | None
    domain: Domain | None
    body: tuple[Entry, ...] | None


@dataclass(frozen=True, slots=True)
class Map(_Statement):
    """`map f : source -> target`, an arbitrary smooth map; then `= value`, `at (arguments) = formula where …`, or `is linear`."""

    keyword: ClassVar[str] = "map"
    name: Name
    source: Expr
    target: Expr
    value: Expr | None = None
    arguments: tuple[Name, ...] = ()
    formula: Expr | None = None
    bindings: tuple[Binding | Arbitrary, ...] = ()
    quality: Name | None = None


@dataclass(frozen=True, slots=True)
class Transformation(_Statement):
    """`transformation t : source => target`, then a body of components, `at (arguments) = formula where …`, or `= value`."""

    keyword: ClassVar[str] = "transformation"
    name: Name
    source: Expr
    target: Expr
    body: tuple[Entry, ...] | None
    arguments: tuple[Name, ...]
    formula: Expr | None
    bindings: tuple[Binding | Arbitrary, ...]
    value: Expr | None = None


@dataclass(frozen=True, slots=True)
class End(_Statement):
    """`end K = int variable : category. integrand along graph`."""

    keyword: ClassVar[str] = "end"
    name: Name
    variable: Name
    category: Expr
    integrand: Expr
    along: Expr | None
    clauses: tuple[Clause, ...] = ()


@dataclass(frozen=True, slots=True)
class Clause(Node):
    """A restriction behind an end: `symmetric`, `causal`, `local <= 2`, …"""

    word: Name
    bound: Expr | None


@dataclass(frozen=True, slots=True)
class EndForm(_Statement):
    """`end E = intersection(A, B)`: an end made of ends."""

    keyword: ClassVar[str] = "end"
    name: Name
    form: Expr


@dataclass(frozen=True, slots=True)
class Coend(_Statement):
    """`coend T = int^ variable : category. integrand`."""

    keyword: ClassVar[str] = "coend"
    name: Name
    variable: Name
    category: Expr
    integrand: Expr
    along: Expr | None


@dataclass(frozen=True, slots=True)
class Limit(_Statement):
    """`limit L = lim F`, or by a form, `limit P = pullback(F, f, g)`, whose call is then the `functor`."""

    keyword: ClassVar[str] = "limit"
    name: Name
    functor: Expr


@dataclass(frozen=True, slots=True)
class Colimit(_Statement):
    """`colimit C = colim F`, or by a form, `colimit Q = pushout(F, f, g)`, whose call is then the `functor`."""

    keyword: ClassVar[str] = "colimit"
    name: Name
    functor: Expr


@dataclass(frozen=True, slots=True)
class Derive(_Statement):
    """`derive K(q, k) as form`; `arguments` is empty where no brackets are written."""

    keyword: ClassVar[str] = "derive"
    name: Name
    arguments: tuple[Name, ...]
    form: Name | None


@dataclass(frozen=True, slots=True)
class Expect(_Statement):
    """`expect` and an assertion."""

    keyword: ClassVar[str] = "expect"
    assertion: Assertion


@dataclass(frozen=True, slots=True)
class Check(_Statement):
    """`check` and an assertion."""

    keyword: ClassVar[str] = "check"
    assertion: Assertion


@dataclass(frozen=True, slots=True)
class Refute(_Statement):
    """`refute` and an assertion that must be false."""

    keyword: ClassVar[str] = "refute"
    assertion: Assertion


Claim: TypeAlias = Expect | Check | Refute
Statement: TypeAlias = (
    Param | Group | Graph | Category | AbstractCategory | Functor | Map | Transformation | End | EndForm | Coend | Limit | Colimit | Derive | Expect | Check
    | Refute
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Broken(Node):
    """A statement that could not be read: its keyword and the name it seems to declare, where these can be seen."""

    keyword: str | None
    name: str | None


def children(node: Node) -> Iterator[Node]:
    """The nodes directly under a node, in the order of the text."""
    for item in fields(node):
        yield from _nodes_in(getattr(node, item.name))


def _nodes_in(value: object) -> Iterator[Node]:
    if isinstance(value, Node):
        yield value
    elif isinstance(value, tuple) and not isinstance(value, Span):
        for part in value:
            yield from _nodes_in(part)


def walk(node: Node) -> Iterator[Node]:
    """A node and everything under it, parents first, without recursion.

    >>> [n.text for n in walk(Binary("+", Name("x"), Number("1"))) if isinstance(n, Name | Number)]
    ['x', '1']
    """
    stack = [node]
    while stack:
        top = stack.pop()
        yield top
        stack.extend(reversed(tuple(children(top))))
