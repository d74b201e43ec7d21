"""The declarations of a file as sentences of a paper: Let G = SO(3); let V : G → Vect be …"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from catalg.language import tree
from catalg.render.latex.escape import escape, typewriter
from catalg.render.latex.expressions import Typesetter, integral, kind
from catalg.render.sentence import listed
from catalg.render.terms_latex import PRINTER, latex
from catalg.terms import Term

REPRESENTATIONS = {
    "trivial": "trivial", "vector": "defining", "sign": "sign", "det": "determinant", "standard": "standard", "regular": "regular",
}  # fmt: skip

FORMS = ("pullback", "equalizer", "product", "pushout", "coequalizer", "coproduct")
"""The limits and colimits that have names of their own."""


ADJECTIVES = ("closed", "monoidal", "distributive", "enriched")
"""Structure that is told before the noun: a cartesian closed category, but a category with products."""


class _Relations(Typesetter):
    """Words and brackets of generators."""

    def _array(self, items: Sequence[tree.Expr]) -> str:
        return f"[{self._list(items)}]"


class _Spaces(Typesetter):
    """Groups, spaces, representations: what is built by a word of the library stands upright."""

    def _head(self, function: tree.Expr) -> str:
        if isinstance(function, tree.Name) and function.text not in self.declared:
            return rf"\mathrm{{{escape(function.text)}}}"
        return super()._head(function)


class Statements:
    """The sentences for the declarations of one file; names that it declares are not taken for vocabulary.

    `formulas` are the elaborated formulas of transformations, by name.
    """

    def __init__(self, statements: Sequence[tree.Statement], formulas: Mapping[str, Term] | None = None) -> None:
        self.terms = formulas or {}
        names = (getattr(statement, "name", None) for statement in statements)
        declared = frozenset(name.text for name in names if isinstance(name, tree.Name))
        self.spaces = _Spaces(r" \times ", declared)
        self.formulas = Typesetter(r" \, ", declared)
        self.words = _Relations(" ", declared)

    def sentence(self, statement: tree.Statement) -> str | None:
        """The declaration as a sentence, or None for assertions and derivations."""
        match statement:
            case tree.Param(name, sort, constraints):
                where = f" with {listed([f'${self.formulas(c)}$' for c in constraints])}" if constraints else ""
                return rf"Let ${PRINTER.name(name.text)} \in {kind(sort)}${where}."
            case tree.Group(name, value, presentation):
                if value is not None:
                    return f"Let ${PRINTER.name(name.text)} = {self.spaces(value)}$."
                return self._presented(name, presentation)
            case tree.Graph():
                return self._graph(statement)
            case tree.Category(name, objects, arrows, equations, value):
                if value is not None:
                    return f"Let ${PRINTER.name(name.text)} = {self.spaces(value)}$."
                return self._category(name, objects, arrows, equations)
            case tree.AbstractCategory(name, features, objects):
                return self._abstract(name, features, objects)
            case tree.Functor(name, source, target, None, None, None):
                return rf"Let ${PRINTER.name(name.text)}\colon {self.spaces(source)} \to {self.spaces(target)}$ be any functor."
            case tree.Functor():
                return self._functor(statement)
            case tree.Map():
                return self._map(statement)
            case tree.Transformation():
                return self._transformation(statement)
            case tree.End(tree.Name(text)) | tree.Coend(tree.Name(text)) if text in self.terms:
                return f"Let ${PRINTER.name(text)} = {latex(self.terms[text])}$."
            case tree.EndForm(name, tree.Call(_, arguments)):
                parts = r" \cap ".join(self.spaces(argument) for argument in arguments)
                return f"Let ${PRINTER.name(name.text)} = {parts}$."
            case tree.End(name, variable, category, integrand, along, clauses):
                formula = integral(self.spaces, "end", variable, category, integrand)
                along_text = f", with entries on the diagonal and the edges of ${self.spaces(along)}$ only" if along else ""
                if any(clause.word.text == "distance" for clause in clauses):
                    along_text = f", in the graph ${self.spaces(along)}$" if along else ""
                words = [
                    clause.word.text + (rf" $\le {self.spaces(clause.bound)}$" if clause.bound is not None else "") for clause in clauses
                ]
                restrictions = f", {', '.join(words)}" if words else ""
                return f"Let ${PRINTER.name(name.text)} = {formula}${along_text}{restrictions}."
            case tree.Coend(name, variable, category, integrand, _):
                return f"Let ${PRINTER.name(name.text)} = {integral(self.spaces, 'coend', variable, category, integrand)}$."
            case tree.Limit(name, tree.Call(tree.Name(word)) as form) | tree.Colimit(name, tree.Call(tree.Name(word)) as form) if (
                word in FORMS
            ):
                return f"Let ${PRINTER.name(name.text)} = {self.spaces(form)}$."
            case tree.Limit(name, functor):
                return rf"Let ${PRINTER.name(name.text)} = \lim {self.spaces(functor)}$."
            case tree.Colimit(name, functor):
                return rf"Let ${PRINTER.name(name.text)} = \operatorname*{{colim}} {self.spaces(functor)}$."
            case _:
                return None

    def _abstract(self, name: tree.Name, features: Sequence[tree.Feature], objects: Sequence[tree.Name]) -> str:
        words = [" ".join(part.text for part in feature.words) for feature in features]
        adjectives = [w for w in words if w.split()[-1] in ADJECTIVES]
        nouns = [w for w in words if w not in adjectives and w != "no structure"]
        kind = f"a {', '.join(adjectives)} category" if adjectives else "a category"
        text = f"Let ${PRINTER.name(name.text)}$ be {kind}" + (f" with {listed(nouns)}" if nouns else "")
        if objects:
            text += f", and ${self._names(objects)}$ {'objects' if len(objects) > 1 else 'an object'} of it"
        return f"{text}."

    def _presented(self, name: tree.Name, presentation: tree.Presentation | None) -> str:
        assert presentation is not None
        parts = []
        if presentation.generators:
            plural = "s" if len(presentation.generators) > 1 else ""
            parts.append(f"generator{plural} ${self._names(presentation.generators)}$")
        if presentation.lie_generators:
            plural = "s" if len(presentation.lie_generators) > 1 else ""
            parts.append(f"Lie algebra generator{plural} ${self._names(presentation.lie_generators)}$")
        if not parts:
            return f"Let ${PRINTER.name(name.text)}$ be the trivial group."
        relations = [f"${self.words(relation)}$" for relation in presentation.relations]
        under = f", subject to {listed(relations)}" if relations else ""
        return f"Let ${PRINTER.name(name.text)}$ be the group with {listed(parts)}{under}."

    def _graph(self, graph: tree.Graph) -> str:
        name = PRINTER.name(graph.name.text)
        if graph.size is not None:
            return f"Let ${name}$ be an arbitrary graph on ${self.formulas(graph.size)}$ nodes."
        edges = [rf"${self.formulas(edge.tail)} \text{{--}} {self.formulas(edge.head)}$" for edge in graph.edges]
        if len(edges) > 60:
            return f"Let ${name}$ be a graph with {len(edges)} edges."
        return f"Let ${name}$ be the graph with the edges {listed(edges)}."

    def _category(
        self, name: tree.Name, objects: Sequence[tree.Name], arrows: Sequence[tree.Arrow], equations: Sequence[tree.Equation]
    ) -> str:
        plural = "s" if len(objects) != 1 else ""
        parts = [f"the object{plural} ${self._names(objects)}$"]
        if arrows:
            drawn = [
                rf"${PRINTER.name(a.name.text)}\colon {PRINTER.name(a.source.text)} \to {PRINTER.name(a.target.text)}$"
                for a in arrows
            ]
            parts.append(f"the arrow{'s' if len(drawn) > 1 else ''} {', '.join(drawn)}")
        text = f"Let ${PRINTER.name(name.text)}$ be the category with {listed(parts)}"
        if equations:
            text += f", where {listed([f'${self.formulas(equation)}$' for equation in equations])}"
        return f"{text}."

    def _functor(self, functor: tree.Functor) -> str:
        name = PRINTER.name(functor.name.text)
        head = rf"{name}\colon {self.spaces(functor.source)} \to {self.spaces(functor.target)}"
        if isinstance(functor.value, tree.Name) and functor.value.text in REPRESENTATIONS:
            return f"Let ${head}$ be the {REPRESENTATIONS[functor.value.text]} representation."
        if functor.value is not None:
            return f"Let ${head}$ be ${self.spaces(functor.value)}$."
        text = f"Let ${head}$ be given"
        if functor.domain is not None:
            conditions = [f"${self.formulas(condition)}$" for condition in functor.domain.conditions]
            text += f" on ${self._tuple(functor.domain.coordinates)}$"
            text += f" with {listed(conditions)}" if conditions else ""
        if not functor.body:
            return f"{text}."
        return f"{text} by {self._entries(name, functor.body)}."

    def _map(self, item: tree.Map) -> str:
        name = PRINTER.name(item.name.text)
        head = rf"{name}\colon {self.spaces(item.source)} \to {self.spaces(item.target)}"
        if item.value is not None:
            return f"Let ${head}$ be the map ${self.spaces(item.value)}$."
        if item.formula is not None:
            formula = self.formulas(item.formula) + self._bindings(item.bindings)
            return f"Let ${head}$ be given by \\[\\catalgfit{{{name}({self._names(item.arguments)}) = {formula}.}}\\]"
        return f"Let ${head}$ be any {'smooth' if item.quality is None else 'linear'} map."

    def _transformation(self, transformation: tree.Transformation) -> str:
        name = PRINTER.name(transformation.name.text)
        head = rf"{name}\colon {self.spaces(transformation.source)} \Rightarrow {self.spaces(transformation.target)}"
        if transformation.formula is not None:
            inside = self._names(transformation.arguments)
            term = self.terms.get(transformation.name.text)
            if term is not None:
                formula = latex(term)
            else:
                formula = self.formulas(transformation.formula) + self._bindings(transformation.bindings)
            return f"Let ${head}$ be given by \\[{name}({inside}) = {formula}.\\]"
        if transformation.value is not None:
            return f"Let ${head}$ be ${self.spaces(transformation.value)}$."
        return f"Let ${head}$ be given by {self._entries(name, transformation.body or (), below=True)}."

    def _entries(self, functor: str, body: Sequence[tree.Entry], below: bool = False) -> str:
        parts = []
        for entry in body:
            key = self.spaces(entry.name)
            left = f"{{{functor}}}_{{{key}}}" if below else f"{functor}({key})"
            parts.append(f"${left} = {self.formulas(entry.value)}$")
        return listed(parts)

    def _bindings(self, bindings: Sequence[tree.Binding | tree.Arbitrary]) -> str:
        parts = []
        for binding in bindings:
            if isinstance(binding, tree.Binding):
                parts.append(f"{PRINTER.name(binding.name.text)} = {self.formulas(binding.value)}")
            else:
                parts.append(rf"{PRINTER.name(binding.name.text)}\colon {self.spaces(binding.source)} \to {self.spaces(binding.target)}")
        return rf" \quad\text{{where }} {', '.join(parts)}" if parts else ""

    def _names(self, names: Sequence[tree.Name]) -> str:
        return ", ".join(PRINTER.name(name.text) for name in names)

    def _tuple(self, names: Sequence[tree.Name]) -> str:
        return f"({self._names(names)})" if len(names) != 1 else PRINTER.name(names[0].text)


def paragraphs(text: str) -> str:
    """A docstring: escaped, with its paragraphs kept; what stands between backquotes is code."""
    blocks = [" ".join(block.split()) for block in text.strip().split("\n\n")]
    return "\n\n".join(_prose(block) for block in blocks if block)


def _prose(text: str) -> str:
    parts = text.split("`")
    if len(parts) % 2 == 0:
        return escape(text)
    return "".join(typewriter(part) if k % 2 else escape(part) for k, part in enumerate(parts))
