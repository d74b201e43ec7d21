"""From the parser's reductions to statements: one method for each rule of the grammar's upper half."""

from __future__ import annotations

from typing import TypeAlias, cast

from catalg.diagnostics.diagnostic import Diagnostic, Label, diagnostic
from catalg.diagnostics.source import NOWHERE, Span
from catalg.language.build import ExpressionBuilder, Malformed, Parts, between, to_name, to_point
from catalg.language.tree import (
    AbstractCategory,
    Arbitrary,
    Arrow,
    Assertion,
    Binary,
    Binding,
    Call,
    Category,
    Check,
    Clause,
    Coend,
    Colimit,
    Containment,
    CountClaim,
    CountKind,
    Derive,
    Domain,
    Edge,
    End,
    EndForm,
    Entry,
    Equation,
    Expect,
    Expr,
    Feature,
    FormulaClaim,
    Functor,
    Functorial,
    Graph,
    Group,
    Index,
    Integral,
    Limit,
    Map,
    MapEquality,
    Name,
    Natural,
    Negate,
    Number,
    Param,
    PathEquality,
    Presentation,
    Property,
    Refute,
    ShapeCount,
    SpaceEquality,
    Transformation,
    TupleExpr,
)

Bindings: TypeAlias = tuple[Binding | Arbitrary, ...]
LIMIT_FORMS = ("pullback", "equalizer", "product", "cohomology")
COLIMIT_FORMS = ("pushout", "coequalizer", "coproduct", "cohomology")


class StatementBuilder(ExpressionBuilder):
    """Builds statements. `whole` is the span of the statement at work and `doc` its docstring."""

    whole: Span = NOWHERE
    doc: str | None = None

    # --- parts ---

    def names(self, parts: Parts) -> tuple[Name, ...]:
        return tuple(to_name(token) for token in parts[::2])

    def conditions(self, parts: Parts) -> tuple[Expr, ...]:
        return tuple(parts[::2])

    def equations(self, parts: Parts) -> tuple[Equation, ...]:
        return tuple(parts[::2])

    def bindings(self, parts: Parts) -> Bindings:
        return tuple(parts[::2])

    def binding(self, parts: Parts) -> Binding:
        return Binding(to_name(parts[0]), parts[2], span=between(parts))

    def arbitrary(self, parts: Parts) -> Arbitrary:
        return Arbitrary(to_name(parts[1]), parts[3], parts[5], span=between(parts))

    def entry(self, parts: Parts) -> Entry:
        head = parts[0]
        text = head.text[1:-1] if head.type == "STRING" else head.text
        return Entry(Name(text, span=Span(head.start, head.end)), parts[2], span=between(parts))

    def body(self, parts: Parts) -> tuple[Entry, ...]:
        return tuple(parts[1:-1])

    # --- declarations ---

    def param(self, parts: Parts) -> Param:
        constraints = parts[5] if len(parts) > 4 else ()
        return Param(to_name(parts[1]), parts[3], constraints, span=self.whole, doc=self.doc)

    def group_value(self, parts: Parts) -> Group:
        return Group(to_name(parts[1]), parts[3], None, span=self.whole, doc=self.doc)

    def group_presentation(self, parts: Parts) -> Group:
        sections = parts[3:-1]
        presentation = Presentation(
            tuple(name for kind, items in sections if kind == "generators" for name in items),
            tuple(name for kind, items in sections if kind == "lie generators" for name in items),
            tuple(equation for kind, items in sections if kind == "relations" for equation in items),
            span=Span(parts[2].start, parts[-1].end),
        )
        return Group(to_name(parts[1]), None, presentation, span=self.whole, doc=self.doc)

    def generators(self, parts: Parts) -> tuple[str, tuple[Name, ...]]:
        return "generators", parts[1]

    def lie_generators(self, parts: Parts) -> tuple[str, tuple[Name, ...]]:
        return "lie generators", parts[2]

    def relations(self, parts: Parts) -> tuple[str, tuple[Equation, ...]]:
        return "relations", parts[1]

    def graph_edges(self, parts: Parts) -> Graph:
        items = [item for section in parts[3:-1] for item in section]
        nodes = tuple(item for item in items if not isinstance(item, Edge))
        edges = tuple(item for item in items if isinstance(item, Edge))
        return Graph(to_name(parts[1]), nodes, edges, None, span=self.whole, doc=self.doc)

    def graph_on(self, parts: Parts) -> Graph:
        return Graph(to_name(parts[1]), (), (), parts[3], span=self.whole, doc=self.doc)

    def nodes(self, parts: Parts) -> list[Name | Number]:
        return parts[1::2]

    def edges(self, parts: Parts) -> list[Edge]:
        return parts[1::2]

    def edge(self, parts: Parts) -> Edge:
        return Edge(parts[0], parts[2], span=between(parts))

    def node(self, parts: Parts) -> Name | Number:
        return to_point(parts[0])

    def category(self, parts: Parts) -> Category:
        items = [item for section in parts[3:-1] for item in section]
        return Category(
            to_name(parts[1]),
            tuple(item for item in items if isinstance(item, Name)),
            tuple(item for item in items if isinstance(item, Arrow)),
            tuple(item for item in items if isinstance(item, Equation)),
            span=self.whole,
            doc=self.doc,
        )

    def category_value(self, parts: Parts) -> Category:
        return Category(to_name(parts[1]), (), (), (), parts[3], span=self.whole, doc=self.doc)

    def category_abstract(self, parts: Parts) -> AbstractCategory:
        objects = parts[5] if len(parts) > 4 else ()
        return AbstractCategory(to_name(parts[1]), parts[3], objects, span=self.whole, doc=self.doc)

    def features(self, parts: Parts) -> tuple[Feature, ...]:
        return tuple(parts[::2])

    def feature(self, parts: Parts) -> Feature:
        return Feature(tuple(to_name(token) for token in parts), span=between(parts))

    def functor_variable(self, parts: Parts) -> Functor:
        return Functor(to_name(parts[1]), parts[3], parts[5], None, None, None, span=self.whole, doc=self.doc)

    def objects(self, parts: Parts) -> tuple[Name, ...]:
        return cast(tuple[Name, ...], parts[1])

    def arrows(self, parts: Parts) -> list[Arrow]:
        names, _, source, _, target = parts
        return [
            Arrow(name, to_name(source), to_name(target), span=Span(name.span.start, target.end)) for name in names
        ]

    def category_equations(self, parts: Parts) -> tuple[Equation, ...]:
        return cast(tuple[Equation, ...], parts[1])

    def functor_value(self, parts: Parts) -> Functor:
        return Functor(to_name(parts[1]), parts[3], parts[5], parts[7], None, None, span=self.whole, doc=self.doc)

    def functor_body(self, parts: Parts) -> Functor:
        return Functor(to_name(parts[1]), parts[3], parts[5], None, None, parts[6], span=self.whole, doc=self.doc)

    def functor_on(self, parts: Parts) -> Functor:
        conditions = parts[11] if len(parts) > 11 else ()
        end = conditions[-1].span.end if conditions else parts[9].end
        domain = Domain(self._distinct(parts[8]), conditions, span=Span(parts[6].start, end))
        return Functor(to_name(parts[1]), parts[3], parts[5], None, domain, parts[-1], span=self.whole, doc=self.doc)

    def map_any(self, parts: Parts) -> Map:
        return Map(to_name(parts[1]), parts[3], parts[5], span=self.whole, doc=self.doc)

    def map_linear(self, parts: Parts) -> Map:
        return Map(to_name(parts[1]), parts[3], parts[5], quality=to_name(parts[7]), span=self.whole, doc=self.doc)

    def map_value(self, parts: Parts) -> Map:
        return Map(to_name(parts[1]), parts[3], parts[5], parts[7], span=self.whole, doc=self.doc)

    def map_at(self, parts: Parts) -> Map:
        arguments = self._distinct(parts[8])
        bindings = parts[13] if len(parts) > 13 else ()
        name, source, target = to_name(parts[1]), parts[3], parts[5]
        return Map(name, source, target, None, arguments, parts[11], bindings, span=self.whole, doc=self.doc)

    def transformation_body(self, parts: Parts) -> Transformation:
        name, source, target, body = to_name(parts[1]), parts[3], parts[5], parts[6]
        return Transformation(name, source, target, body, (), None, (), span=self.whole, doc=self.doc)

    def transformation_value(self, parts: Parts) -> Transformation:
        name, source, target, value = to_name(parts[1]), parts[3], parts[5], parts[7]
        return Transformation(name, source, target, None, (), None, (), value, span=self.whole, doc=self.doc)

    def transformation_at(self, parts: Parts) -> Transformation:
        name, source, target, formula = to_name(parts[1]), parts[3], parts[5], parts[11]
        arguments = self._distinct(parts[8])
        bindings = parts[13] if len(parts) > 13 else ()
        return Transformation(name, source, target, None, arguments, formula, bindings, span=self.whole, doc=self.doc)

    def end(self, parts: Parts) -> End:
        clauses = cast(tuple[Clause, ...], tuple(parts[9:]))
        along = next((c.bound for c in clauses if c.word.text == "along"), None)
        seen: dict[str, Clause] = {}
        for clause in clauses:
            word = clause.word.text
            if word in seen:
                raise Malformed(
                    diagnostic(
                        "E0212", f"the restriction `{word}` stands twice", clause.span, "again here",
                        help="each restriction stands once; an intersection of ends is written intersection(A, B)",
                        secondary=(Label(seen[word].span, "first here"),),
                    )
                )
            seen[word] = clause
        rest = tuple(c for c in clauses if c.word.text != "along")
        name, variable = to_name(parts[1]), to_name(parts[4])
        return End(name, variable, parts[6], parts[8], along, rest, span=self.whole, doc=self.doc)

    def clause(self, parts: Parts) -> Clause:
        bound = parts[-1] if len(parts) > 1 else None
        return Clause(to_name(parts[0]), bound, span=between(parts))

    def end_form(self, parts: Parts) -> EndForm:
        head = parts[3].function if isinstance(parts[3], Call) else parts[3]
        if isinstance(head, Name) and head.text in ("Map", "Hom", "Set", "Vect"):
            raise Malformed(
                diagnostic(
                    "E0201", f"expected `int`, found the name `{head.text}`", head.span, "expected `int`",
                    help="the form is `end K = int g : G. Hom(V, W)`",
                )
            )
        return EndForm(to_name(parts[1]), parts[3], span=self.whole, doc=self.doc)

    def coend(self, parts: Parts) -> Coend:
        along = parts[10] if len(parts) > 10 else None
        name, variable = to_name(parts[1]), to_name(parts[4])
        return Coend(name, variable, parts[6], parts[8], along, span=self.whole, doc=self.doc)

    def limit(self, parts: Parts) -> Limit:
        return Limit(to_name(parts[1]), parts[4], span=self.whole, doc=self.doc)

    def limit_form(self, parts: Parts) -> Limit:
        return Limit(to_name(parts[1]), self._form(parts[3], "lim", LIMIT_FORMS), span=self.whole, doc=self.doc)

    def colimit(self, parts: Parts) -> Colimit:
        return Colimit(to_name(parts[1]), parts[4], span=self.whole, doc=self.doc)

    def colimit_form(self, parts: Parts) -> Colimit:
        return Colimit(to_name(parts[1]), self._form(parts[3], "colim", COLIMIT_FORMS), span=self.whole, doc=self.doc)

    def _form(self, value: Expr, word: str, forms: tuple[str, ...]) -> Call:
        if isinstance(value, Call) and isinstance(value.function, Name) and value.function.text in forms:
            return value
        kind = "limit" if word == "lim" else "colimit"
        raise Malformed(
            diagnostic(
                "E0214",
                f"a {kind} is written `{word} F` or by one of its forms",
                value.span,
                "neither",
                help=f"`{word}` before a functor, or {', '.join(f'{form}(…)' for form in forms)}",
            )
        )

    def derive(self, parts: Parts) -> Derive:
        arguments = self._distinct(parts[3]) if len(parts) > 4 else ()
        form = to_name(parts[-1]) if len(parts) in (4, 7) else None  # … as form
        return Derive(to_name(parts[1]), arguments, form, span=self.whole, doc=self.doc)

    # --- assertions ---

    def expect(self, parts: Parts) -> Expect:
        return Expect(parts[1], span=self.whole, doc=self.doc)

    def check(self, parts: Parts) -> Check:
        return Check(parts[1], span=self.whole, doc=self.doc)

    def refute(self, parts: Parts) -> Refute:
        return Refute(parts[1], span=self.whole, doc=self.doc)

    def count(self, parts: Parts) -> CountClaim | ShapeCount:
        kind, subject = cast(CountKind, parts[0].text), parts[1]
        if len(parts) == 4 and isinstance(subject, Name):
            return CountClaim(kind, subject, parts[3], span=between(parts))
        category = parts[3] if len(parts) > 4 else None
        return ShapeCount(kind, subject, category, parts[-1], span=between(parts))

    def natural(self, parts: Parts) -> Natural:
        return Natural(to_name(parts[0]), span=between(parts))

    def functorial(self, parts: Parts) -> Functorial:
        return Functorial(to_name(parts[0]), span=between(parts))

    def property(self, parts: Parts) -> Property:
        return Property(parts[0], tuple(to_name(token) for token in parts[2:]), span=between(parts))

    def path_claim(self, parts: Parts) -> PathEquality:
        return PathEquality(parts[0], parts[2], parts[4], span=between(parts))

    def claim(self, parts: Parts) -> Assertion:
        left, _, right = parts[:3]
        bindings: Bindings = parts[4] if len(parts) > 3 else ()
        span = Span(left.span.start, bindings[-1].span.end if bindings else right.span.end)
        if isinstance(left, Name):
            if isinstance(right, Name | Integral) and not bindings:
                return SpaceEquality(left, right, span=span)
            return FormulaClaim(left, (), right, bindings, span=span)
        written = isinstance(left, Call) and isinstance(left.function, Name) and self._is_written_call(left)
        if written and (bindings or all(isinstance(argument, Name) for argument in cast(Call, left).arguments)):
            call = cast(Call, left)
            return FormulaClaim(cast(Name, call.function), self._argument_names(call.arguments), right, bindings, span=span)
        if isinstance(left, Index) and isinstance(left.base, Name):
            return FormulaClaim(left.base, (), right, bindings, self._argument_names(left.indices), span=span)
        if not bindings and isinstance(left, Call | Binary | Negate | TupleExpr):
            return MapEquality(left, right, span=span)
        raise Malformed(not_a_claim(left, span))

    def containment(self, parts: Parts) -> Containment:
        for side in (parts[0], parts[2]):
            if not isinstance(side, Name):
                raise Malformed(
                    diagnostic("E0210", "only ends by their names are compared by `<=`", side.span, help="`expect A <= B` for ends A and B")
                )
        return Containment(parts[0], parts[2], span=between(parts))

    def _is_written_call(self, call: Call) -> bool:
        return call.function.span.start == call.span.start  # not x · y

    def _argument_names(self, arguments: tuple[Expr, ...]) -> tuple[Name, ...]:
        for argument in arguments:
            if not isinstance(argument, Name):
                raise Malformed(_not_a_name(argument))
        return self._distinct(cast(tuple[Name, ...], arguments))

    def _distinct(self, names: tuple[Name, ...]) -> tuple[Name, ...]:
        seen: dict[str, Name] = {}
        for name in names:
            if name.text in seen:
                raise Malformed(
                    diagnostic(
                        "E0212",
                        f"the argument `{name.text}` is named twice",
                        name.span,
                        "named again here",
                        help="arguments are arbitrary points with names of their own",
                        secondary=(Label(seen[name.text].span, "first named here"),),
                    )
                )
            seen[name.text] = name
        return names


def not_a_claim(left: Expr, span: Span) -> Diagnostic:
    """What is wrong with a left side that is neither an end nor, without maps, a composite of arrows."""
    if isinstance(left, Call) and isinstance(left.function, Name) and left.function.span.start == left.span.start:
        for argument in left.arguments:
            if not isinstance(argument, Name):
                return _not_a_name(argument)
    return diagnostic(
        "E0210",
        "an equation of composites holds in a category, which is not named"
        if _is_composite(left)
        else "the left side is neither an end nor a composite of arrows",
        span if _is_composite(left) else left.span,
        help="the category follows the equation: `check g @ f = k @ h in C`"
        if _is_composite(left)
        else "a formula is claimed for an end by its name: `expect K(x, y) = …` or `expect L = …`",
    )


def _not_a_name(argument: Expr) -> Diagnostic:
    return diagnostic(
        "E0212",
        "the arguments on the left side of a formula are names",
        argument.span,
        "not a name",
        help="a formula is stated for arbitrary points; `where` gives names to what they stand for",
    )


def _is_composite(expression: Expr) -> bool:
    return isinstance(expression, Binary) and expression.operator in ("@", ";")
