"""Formulas: syntax trees to terms, with every name resolved.

A name is, in this order: bound (an argument, a `where` name, a summation index), a parameter, a graph (its adjacency
matrix), a word of the vocabulary, or else an arbitrary constant, function or family of constants. Nothing is evaluated.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from catalg.diagnostics import Label, Span, diagnostic, did_you_mean
from catalg.elaborate.scope import Problem, Scope, with_article
from catalg.exact.functions import CONSTANTS, FUNCTIONS, PLACED, VOCABULARY, accepts
from catalg.language import tree
from catalg.model.goals import Unknown
from catalg.terms import (
    Apply,
    Call,
    Const,
    Identity,
    Index,
    Let,
    Matrix,
    Name,
    Num,
    Ones,
    Relation,
    Series,
    Term,
    Vector,
    add,
    mul,
    neg,
    num,
    power,
    sub,
)

FOREIGN = {
    "softmax": "exp(a)/(exp(a) + exp(b))", "sigmoid": "1/(1 + exp(-t))", "logistic": "1/(1 + exp(-t))", "relu": "max(t, 0)",
    "ln": "log(t)", "arcsin": "asin(t)", "arccos": "acos(t)", "arctan": "atan(t)", "arctan2": "atan2(y, x)", "cross": "by its coordinates",
    "dist": "norm(y - x)", "distance": "norm(y - x)", "inner": "dot(x, y)", "length": "norm(x)", "square": "t^2", "tr": "trace(A)",
    "inv": "inverse(A)", "diag": "as a matrix", "eye": "I",
}  # fmt: skip
"""Functions of other languages, and how they are written here."""


@dataclass(slots=True)
class Reader:
    """Reads formulas at one place of a file and collects the undeclared names, in order of appearance.

    `placed` formulas stand for elements of a linear end and know `unit`, `orbital` and `epsilon`.
    """

    scope: Scope
    bound: frozenset[str] = frozenset()
    open: bool = True
    unknowns: dict[str, Unknown] = field(default_factory=dict)
    spans: dict[int, Span] = field(default_factory=dict)
    placed: bool = False

    def inside(self, names: Iterable[str]) -> Reader:
        """The same reader under further bound names; unknowns are shared."""
        return Reader(self.scope, self.bound | frozenset(names), self.open, self.unknowns, self.spans, self.placed)

    def read(self, expr: tree.Expr) -> Term:
        """The term of an expression. Raises Problem."""
        term = self._read(expr)
        self.spans.setdefault(id(term), expr.span)
        return term

    def let(self, formula: tree.Expr, bindings: Iterable[tree.Binding | tree.Arbitrary]) -> Term:
        """A formula with its `where` names, in whatever order they stand."""
        reader: Reader = self
        pairs: list[tuple[str, Term]] = []
        places: dict[str, Span] = {}
        for binding in _in_order(list(bindings)):
            name = binding.name.text
            if name in places or name in self.bound:
                earlier = (Label(places[name], "first here"),) if name in places else ()
                reason = "is bound twice" if earlier else "is an argument already"
                raise Problem("E0302", f"`{name}` {reason}", binding.name.span, secondary=earlier)
            places[name] = binding.name.span
            if isinstance(binding, tree.Arbitrary):
                self.unknowns[binding.name.text] = Unknown(binding.name.text, "function", 1)
                continue
            pairs.append((binding.name.text, reader.read(binding.value)))
            reader = reader.inside([binding.name.text])
        body = reader.read(formula)
        return Let(tuple(pairs), body) if pairs else body

    def _read(self, expr: tree.Expr) -> Term:
        match expr:
            case tree.Number():
                return Num(expr.value)
            case tree.Name(text):
                return self._name(expr, text)
            case tree.Negate(operand):
                return neg(self.read(operand))
            case tree.Transpose(operand):
                return Call("transpose", (self.read(operand),))
            case tree.Binary(operator, left, right):
                return self._binary(operator, left, right, expr.span)
            case tree.Call(tree.Name("sum") as head, arguments):
                return self._sum(head, arguments)
            case tree.Call(tree.Name(text) as head, arguments):
                return self._call(head, text, arguments)
            case tree.Index(base, indices):
                return self._index(base, indices)
            case tree.ListExpr(items):
                if items and all(isinstance(item, tree.ListExpr) for item in items):
                    return self._matrix(expr)
                return Vector(tuple(self.read(item) for item in items))
            case tree.TupleExpr(items):
                return Vector(tuple(self.read(item) for item in items))
            case tree.Equation(left, right):
                return Relation("=", self.read(left), self.read(right))
            case _:
                raise Problem("E0411", "this cannot stand in a formula", expr.span)

    def _name(self, node: tree.Name, text: str) -> Term:
        if text in self.bound or text in self.scope.parameters:
            return Name(text)
        if text in self.unknowns:
            return self._unknown(node, text, "constant", 0, Name(text))
        declared = self.scope.find(text) if self._declares(text) else None
        if declared is not None and declared.kind == "graph":
            return Call("adjacency", (Name(text),))
        if text == "I":
            return Identity()
        if text == "ones":
            return Ones()
        if text in CONSTANTS:
            return Const(text)
        if text in FUNCTIONS or text == "sum":
            raise Problem(
                "E0410", f"`{text}` is a function and needs its arguments", node.span, help=f"write `{text}(…)`"
            )
        return self._unknown(node, text, "constant", 0, Name(text))

    def _declares(self, text: str) -> bool:
        """Whether a name of the file stands for something here: graphs always, other declarations outside the vocabulary."""
        declared = self.scope.declarations.get(text)
        return declared is not None and (declared.kind in ("graph", "parameter") or text not in VOCABULARY)

    def _unknown(self, node: tree.Name, text: str, kind: str, arity: int, term: Term) -> Term:
        declared = self.scope.find(text) if self._declares(text) else None
        if declared is not None:
            raise Problem(
                "E0303", f"`{text}` is {with_article(declared.kind)}, not a value of a formula", node.span,
                help="an arbitrary function or constant needs a name that nothing else has" if self.open else None,
                secondary=(Label(declared.span, "declared here"),),
            )
        if not self.open:
            raise self._undeclared(node, text)
        known = self.unknowns.get(text)
        if known is None:
            near = did_you_mean(text, [*FUNCTIONS, "sum", *self.bound]) if len(text) > 2 else None
            foreign = FOREIGN.get(text) if kind == "function" else None
            if near is not None or foreign is not None:
                self.scope.warnings.append(
                    diagnostic(
                        "W0603",
                        f"`{text}` is read as an arbitrary {kind}",
                        node.span,
                        "nearly a word of the vocabulary" if foreign is None else "not a word of the vocabulary",
                        f"a word with a similar name exists: `{near}`" if foreign is None else f"`{text}` is written {foreign}",
                    )
                )
            self.unknowns[text] = Unknown(text, kind, arity)
        elif (known.kind, known.arity) != (kind, arity):
            raise Problem(
                "E0410",
                f"`{text}` is used both as {_use(known.kind, known.arity)} and as {_use(kind, arity)}",
                node.span,
                help="an arbitrary name keeps one form throughout the formula",
            )
        return term

    def _undeclared(self, node: tree.Name, text: str) -> Problem:
        """The error for a name where everything has to be known."""
        near = did_you_mean(text, [*self.bound, *self.scope.parameters, *VOCABULARY])
        if near is not None:
            help = f"a similar name exists: `{near}`"
        elif self.bound:
            help = f"known here: the coordinates {', '.join(sorted(self.bound))}, parameters, and functions such as sin"
        else:
            help = "values are exact: 1/2, sqrt(2), cos(2*pi/5)"
        return Problem("E0301", f"`{text}` has no meaning here", node.span, "not known here", help)

    def _binary(self, operator: str, left: tree.Expr, right: tree.Expr, span: Span) -> Term:
        a, b = self.read(left), self.read(right)
        match operator:
            case "+":
                return add(a, b)
            case "-":
                return sub(a, b)
            case "*":
                return mul(a, b)
            case "/":
                if b == num(0):
                    raise Problem("E0504", "division by zero", right.span)
                return mul(a, power(b, num(-1)))
            case "^":
                return power(a, b)
            case "(*)":
                return Call("kron", (a, b))
            case _:
                raise Problem("E0411", f"`{operator}` has no meaning between values of a formula", span)

    def _call(self, head: tree.Name, text: str, arguments: tuple[tree.Expr, ...]) -> Term:
        args = tuple(self.read(argument) for argument in arguments)
        if text in self.bound or text in self.scope.parameters:
            raise Problem(
                "E0410", f"`{text}` is not a function", head.span, help=f"a product needs its sign: `{text}*(…)`"
            )
        known = {**FUNCTIONS, **PLACED} if self.placed else FUNCTIONS
        function = known.get(text) if text not in self.unknowns or text in PLACED else None
        if function is None:
            return self._unknown(head, text, "function", len(args), Apply(text, args))
        if not accepts(function, len(args)):
            wanted = len(function.parameters)
            plural = "argument" if wanted == 1 else "arguments"
            raise Problem("E0410", f"`{text}` takes {wanted} {plural}, not {len(args)}", head.span, help=function.meaning)
        return Call(text, args)

    def _sum(self, head: tree.Name, arguments: tuple[tree.Expr, ...]) -> Term:
        if len(arguments) != 4 or not isinstance(arguments[0], tree.Name):
            raise Problem(
                "E0410", "a sum is written sum(index, from, to, term)", head.span, help="for example sum(l, 0, oo, a[l]*t^l)"
            )
        index = arguments[0].text
        lower, upper = self.read(arguments[1]), self.read(arguments[2])
        return Series(index, lower, upper, self.inside([index]).read(arguments[3]))

    def _index(self, base: tree.Expr, indices: tuple[tree.Expr, ...]) -> Term:
        positions = tuple(self.read(index) for index in indices)
        if isinstance(base, tree.Name) and base.text not in self.bound:
            term = Index(Name(base.text), positions)
            return self._unknown(base, base.text, "indexed", len(positions), term)
        return Index(self.read(base), positions)

    def _matrix(self, expr: tree.ListExpr) -> Matrix:
        rows = [item.items for item in expr.items if isinstance(item, tree.ListExpr)]
        for item, row in zip(expr.items, rows, strict=True):
            if len(row) != len(rows[0]):
                raise Problem(
                    "E0404",
                    f"the first row has {len(rows[0])} entries, this one has {len(row)}",
                    item.span,
                    help="the rows of a matrix have one length",
                )
        return Matrix(tuple(tuple(self.read(entry) for entry in row) for row in rows))


def _use(kind: str, arity: int) -> str:
    if kind == "constant":
        return "a constant"
    plural = "argument" if arity == 1 else "arguments"
    return f"a function of {arity} {plural}" if kind == "function" else f"a family of constants with {arity} indices"


def conditions(reader: Reader, exprs: Iterable[tree.Expr]) -> tuple[tuple[Term, ...], tuple[Term, ...]]:
    """Equations (terms that vanish) and inequalities (terms that are positive) of a domain.

    A chain `0 < x <= 1` is two inequalities. A domain is described by its interior: `<=` counts as `<`; `a != b` is
    (a - b)^2 > 0.
    """
    equations: list[Term] = []
    positive: list[Term] = []
    for expr in exprs:
        match expr:
            case tree.Equation(left, right):
                equations.append(sub(reader.read(left), reader.read(right)))
            case tree.Comparison(operands, operators):
                for left, right, op in zip(operands, operands[1:], operators, strict=False):
                    a, b = reader.read(left), reader.read(right)
                    if op == "!=":
                        positive.append(power(sub(a, b), num(2)))
                    else:
                        positive.append(sub(b, a) if op in ("<", "<=") else sub(a, b))
            case _:
                raise Problem("E0411", "a condition is an equation or an inequality", expr.span)
    return tuple(equations), tuple(positive)


def rename(mapping: Mapping[str, str]) -> dict[str, Term]:
    """A substitution of names by names."""
    return {old: Name(new) for old, new in mapping.items()}


def _in_order(bindings: Sequence[tree.Binding | tree.Arbitrary]) -> list[tree.Binding | tree.Arbitrary]:
    """The bindings, each after those that its value speaks of. Raises Problem when they go round in a circle."""
    mentioned = {
        id(b): {n.text for n in tree.walk(b.value) if isinstance(n, tree.Name)} if isinstance(b, tree.Binding) else set()
        for b in bindings
    }
    ordered: list[tree.Binding | tree.Arbitrary] = []
    rest = list(bindings)
    while rest:
        waiting = {b.name.text for b in rest}
        ready = next((b for b in rest if not mentioned[id(b)] & waiting), None)
        if ready is None:
            first = rest[0]
            raise Problem("E0411", f"`{first.name.text}` is defined by itself", first.name.span)
        ordered.append(ready)
        rest.remove(ready)
    return ordered
