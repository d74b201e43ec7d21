"""The statements of a file, in order: each becomes declarations and items of the report, or one diagnostic."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from catalg.diagnostics import Diagnostic, Span
from catalg.elaborate.abstract_categories import abstract_category, abstract_space, functor_variable
from catalg.elaborate.categories import presented
from catalg.elaborate.category_expressions import declared_category
from catalg.elaborate.claims import arguments_of, claim
from catalg.elaborate.coend_expressions import ABSTRACT, FUNCTOR
from catalg.elaborate.dims import natural_size
from catalg.elaborate.ends import coend, diagram, end
from catalg.elaborate.finite import element
from catalg.elaborate.functors import functor, transformation
from catalg.elaborate.groups import Groups
from catalg.elaborate.map_expressions import MAP
from catalg.elaborate.maps import declared_map
from catalg.elaborate.parameters import parameter
from catalg.elaborate.restrictions import end_form, restricted
from catalg.elaborate.scope import Declaration, Depends, Problem, Scope, Unsupported
from catalg.language import ParsedFile, tree
from catalg.model.ends import Diagram, End, Graph
from catalg.model.goals import Item, Opaque, PathClaim, Specification
from catalg.model.isotypic import RepDecomposition
from catalg.model.protocols import Family
from catalg.model.representation import Rep
from catalg.terms import Dim
from catalg.universes.extensions import Extensions

ITEM_KINDS = {
    "functor to Set": "functor", "functor to Vect": "functor", "functor to Man": "functor", "homomorphism": "functor",
    "functor between categories": "functor", "transformation": "transformation", "end": "end", "coend": "coend", "limit": "limit", "colimit": "colimit",
}
DEFAULT_KINDS = {"functor": "functor to Vect"}


class Fault(Exception):
    """Elaboration failed by a fault of its own at this place; the cause says how."""

    def __init__(self, span: Span) -> None:
        super().__init__(span)
        self.span = span


def elaborate(
    parsed: ParsedFile, families: Mapping[str, Family], extensions: Extensions | None = None
) -> tuple[Specification, tuple[Diagnostic, ...]]:
    """The specification of a parsed file, and the diagnostics of elaboration (the parser's are not repeated).

    `families` is the library of groups, `extensions` what computes Kan extensions. Statements with a mistake give a diagnostic and no item; what depends on them
    gives an item that is left open. Raises Fault for nothing that a file can hold.
    """
    return Elaboration(parsed, families, extensions).run()


class Elaboration:
    """One pass over the statements of a file."""

    def __init__(
        self, parsed: ParsedFile, families: Mapping[str, Family], extensions: Extensions | None = None
    ) -> None:
        self.parsed = parsed
        self.scope = Scope(families=families, extensions=extensions)
        self.groups = Groups(self.scope, families)
        self.items: list[Item] = []
        self.diagnostics: list[Diagnostic] = []
        for statement in parsed.statements:
            name = getattr(statement, "name", None)
            if isinstance(name, tree.Name) and not isinstance(statement, tree.Derive):
                self.scope.later.setdefault(name.text, name.span)
        for broken in parsed.broken:
            if broken.name in self.scope.later:
                continue  # a valid statement declares the name
            if broken.name is not None and broken.keyword not in (None, "derive", "expect", "check", "refute"):
                kind = DEFAULT_KINDS.get(str(broken.keyword), str(broken.keyword))
                self.scope.declarations.setdefault(
                    broken.name, Declaration(broken.name, kind, None, broken.span, (), broken=True)
                )

    def run(self) -> tuple[Specification, tuple[Diagnostic, ...]]:
        """Elaborate every statement."""
        for statement in self.parsed.statements:
            self.scope.used = []
            try:
                self._statement(statement)
            except Problem as problem:
                self.diagnostics.append(problem.diagnostic)
                self._poison(statement)
            except Depends as depends:
                self._open(statement, Opaque("depends", depends.name), (depends.name,))
                self._poison(statement)
            except Unsupported as unsupported:
                self._open(statement, Opaque("unsupported", unsupported.reason), ())
            except Exception as error:
                raise Fault(statement.span) from error
        self.diagnostics.extend(self.scope.warnings)
        self.diagnostics.sort(key=lambda d: d.span)
        refuted = {
            s.assertion.name.text
            for s in self.parsed.statements
            if isinstance(s, tree.Refute) and isinstance(s.assertion, tree.Natural | tree.Functorial)
        }
        items = tuple(_unasserted(item) if item.name in refuted else item for item in self.items)
        parameters = tuple(self.scope.parameters.values())
        return Specification(self.parsed.source.path, parameters, items), tuple(self.diagnostics)

    def _statement(self, statement: tree.Statement) -> None:
        match statement:
            case tree.Param():
                value = parameter(statement, self.scope)
                self.scope.declare(Declaration(value.name, "parameter", value, statement.name.span))
                self.scope.parameters[value.name] = value
            case tree.Group():
                self._declare(statement, "group", self.groups.declared(statement))
            case tree.Graph():
                self._declare(statement, "graph", graph(statement, self.scope))
            case tree.Category():
                by_body = statement.value is None
                category = presented(statement) if by_body else declared_category(statement, self.scope)
                self._declare(statement, "category", category)
            case tree.AbstractCategory():
                self._declare(statement, ABSTRACT, abstract_category(statement, self.scope))
            case tree.Functor() if (arbitrary := functor_variable(statement, self.scope)) is not None:
                self._declare(statement, FUNCTOR, arbitrary)
            case tree.Functor():
                read = functor(statement, self.scope, self.groups)
                self._declare(statement, read.kind, read.value)
            case tree.Map():
                self._declare(statement, MAP, declared_map(statement, self.scope))
            case tree.Transformation():
                read = transformation(statement, self.scope, self.groups)
                self._declare(statement, read.kind, read.value)
            case tree.End():
                abstract = abstract_space(statement, self.scope)
                space = abstract or end(statement, self.scope, self.groups)
                self._declare(statement, "end", restricted(space, statement.clauses, self.scope))
            case tree.EndForm():
                self._declare(statement, "end", end_form(statement, self.scope))
            case tree.Coend():
                abstract = abstract_space(statement, self.scope)
                self._declare(statement, "coend", abstract or coend(statement, self.scope, self.groups))
            case tree.Limit():
                self._declare(statement, "limit", diagram(statement, self.scope))
            case tree.Colimit():
                self._declare(statement, "colimit", diagram(statement, self.scope))
            case tree.Derive():
                self._derive(statement)
            case tree.Expect() | tree.Check() | tree.Refute():
                self._claim(statement)

    def _declare(self, statement: tree.Statement, kind: str, value: object) -> None:
        name = statement.name  # type: ignore[union-attr]
        used = self._dependencies()
        self.scope.declare(Declaration(name.text, kind, value, name.span, used))
        if kind in ITEM_KINDS:
            asserted = ITEM_KINDS[kind] in ("functor", "transformation")
            self._item(ITEM_KINDS[kind], name.text, statement.span, value, used, statement.doc, asserted)

    def _derive(self, statement: tree.Derive) -> None:
        if statement.form is not None and statement.form.text == "irreps":
            self._item("derive", statement.name.text, statement.span, self._decomposition(statement),
                       self._dependencies(), statement.doc, True)
            return
        declared = self.scope.need(statement.name, ("end", "coend", "limit", "colimit"), "end")
        if isinstance(declared.value, Opaque):
            raise Unsupported(declared.value.reason)
        space = cast(End, declared.value)
        names: tuple[str, ...] = ()
        if statement.arguments:
            names = arguments_of(statement.name, statement.arguments, space, declared)
        form = statement.form.text if statement.form is not None else None
        if form not in (None, "matrix", "series", "formula", "basis"):
            assert statement.form is not None
            raise Problem(
                "E0301", f"no form is called `{form}`", statement.form.span,
                help="forms are `as formula`, `as matrix`, `as series` and `as basis`, and `as irreps` for representations",
            )
        if form == "series" and isinstance(space, Diagram):
            raise Problem("E0412", "only kernels have a series", statement.span)
        self._item(
            "derive", statement.name.text, statement.span, space, self._dependencies(), statement.doc, True, form, names
        )

    def _decomposition(self, statement: tree.Derive) -> RepDecomposition:
        declared = self.scope.need(statement.name, ("functor to Vect",), "functor to Vect")
        if isinstance(declared.value, Opaque):
            raise Unsupported(declared.value.reason)
        if not isinstance(declared.value, Rep):
            raise Problem("E0412", f"`{statement.name.text}` is not a representation of a group", statement.name.span)
        if statement.arguments:
            raise Problem("E0410", "a representation takes no arguments here", statement.arguments[0].span)
        return RepDecomposition(statement.name.text, declared.value)

    def _claim(self, statement: tree.Expect | tree.Check | tree.Refute) -> None:
        value = claim(statement.assertion, self.scope, self.groups)
        kind = "equation" if isinstance(value, PathClaim) and not isinstance(statement, tree.Refute) else statement.keyword
        name = _claim_name(statement.assertion)
        self._item(kind, name, statement.span, value, self._dependencies(), statement.doc, True)

    def _item(
        self,
        kind: str,
        name: str,
        span: Span,
        subject: object,
        depends: tuple[str, ...],
        documentation: str | None,
        asserted: bool,
        form: str | None = None,
        arguments: tuple[str, ...] = (),
    ) -> None:
        place = (span.start, span.end)
        self.items.append(Item(kind, name, place, subject, depends, documentation or "", asserted, form, arguments))

    def _dependencies(self) -> tuple[str, ...]:
        """The declarations that a statement speaks of, and through groups and graphs those that they speak of."""
        found: dict[str, None] = {}
        for name in self.scope.used:
            declared = self.scope.declarations[name]
            found[name] = None
            if declared.kind not in ITEM_KINDS:
                found.update(dict.fromkeys(declared.depends))
        return tuple(found)

    def _open(self, statement: tree.Statement, subject: Opaque, depends: tuple[str, ...]) -> None:
        """An item for a statement that is understood but cannot be worked on."""
        name = getattr(statement, "name", None)
        if isinstance(statement, tree.Expect | tree.Check | tree.Refute):
            self._item(statement.keyword, _claim_name(statement.assertion), statement.span, subject, depends, statement.doc, True)
            return
        assert isinstance(name, tree.Name)
        declares = not isinstance(statement, tree.Derive)
        kind = statement.keyword
        if kind in {"functor", "transformation", "end", "coend", "limit", "colimit", "derive"}:
            asserted = kind not in ("end", "coend", "limit", "colimit")
            self._item(kind, name.text, statement.span, subject, depends, statement.doc, asserted)
        if declares and subject.kind == "unsupported":
            self.scope.declare(Declaration(name.text, _opaque_kind(statement), subject, name.span, self._dependencies()))

    def _poison(self, statement: tree.Statement) -> None:
        """Mark the name of a broken statement, so that what uses it depends on it."""
        name = getattr(statement, "name", None)
        if isinstance(name, tree.Name) and not isinstance(statement, tree.Derive):
            kind = _opaque_kind(statement)
            self.scope.declarations.setdefault(
                name.text, Declaration(name.text, kind, None, name.span, (), broken=True)
            )


def _opaque_kind(statement: tree.Statement) -> str:
    if isinstance(statement, tree.Functor):
        target = statement.target
        head = target.function if isinstance(target, tree.Call) else target
        text = head.text if isinstance(head, tree.Name) else ""
        return f"functor to {text}" if text in ("Set", "Man", "Vect") else "homomorphism"
    return statement.keyword


def _claim_name(assertion: tree.Assertion) -> str:
    match assertion:
        case tree.SpaceEquality(left, _) | tree.Containment(left, _):
            return left.text
        case tree.PathEquality(_, _, tree.Name(text)):
            return text
        case tree.PathEquality() | tree.ShapeCount() | tree.Property() | tree.MapEquality():
            return ""
        case _:
            return assertion.name.text


def _unasserted(item: Item) -> Item:
    if item.kind not in ("functor", "transformation"):
        return item
    return Item(item.kind, item.name, item.span, item.subject, item.depends, item.documentation, False)


def graph(statement: tree.Graph, scope: Scope) -> Graph:
    """The graph that a statement declares: concrete by its edges, or arbitrary on a number of nodes. Raises Problem."""
    name = statement.name.text
    if statement.size is not None:
        return Graph(name, natural_size(statement.size, scope, "the number of nodes"), arbitrary=True)
    labels: dict[str, int] = {}
    for node in (*statement.nodes, *(tip for edge in statement.edges for tip in (edge.tail, edge.head))):
        labels.setdefault(element(node), len(labels))
    order = sorted(labels, key=_natural_order) if all(label.isascii() and label.isdigit() for label in labels) else list(labels)
    position = {label: k for k, label in enumerate(order)}
    edges: list[tuple[int, int]] = []
    for edge in statement.edges:
        a, b = position[element(edge.tail)], position[element(edge.head)]
        if a == b:
            raise Problem("E0501", "an edge joins two different nodes", edge.span, help="`along` keeps the diagonal anyway")
        edges.append((min(a, b), max(a, b)))
    return Graph(name, Dim.of(len(order)), tuple(order), tuple(sorted(set(edges))))


def _natural_order(label: str) -> tuple[int, str]:
    return (int(label), label)
