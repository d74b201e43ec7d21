"""Groups: families, products, and presentations by generators of both kinds."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import cast

from catalg.diagnostics import Label, did_you_mean
from catalg.elaborate.dims import dimension, require_natural, whole
from catalg.elaborate.scope import Declaration, Problem, Scope, Unsupported
from catalg.elaborate.sizes import Sizes
from catalg.exact.functions import FUNCTIONS
from catalg.language import tree
from catalg.model.ends import Graph
from catalg.model.group import (
    Bracket,
    BracketRelation,
    Generator,
    Group,
    GroupFacts,
    LieCombination,
    Relation,
    Word,
    WordRelation,
    generators_of_product,
)
from catalg.model.protocols import Argument, ConcreteOnly, Family, FamilyError
from catalg.terms import Dim, Parameter

LARGEST_EXPONENT = 10**6
LARGEST_ARGUMENT = 10**30
MOST_FACTORS = 256


class Groups:
    """Reads group expressions; `families` is the library."""

    def __init__(self, scope: Scope, families: Mapping[str, Family]) -> None:
        self.scope = scope
        self.families = families
        self.sizes = Sizes()

    def declared(self, statement: tree.Group) -> Group:
        """The group that a statement declares. Raises Problem."""
        name = statement.name.text
        if statement.presentation is not None:
            return presentation(name, statement.presentation)
        assert statement.value is not None
        return self.group(statement.value, name)

    def group(self, expr: tree.Expr, name: str | None = None) -> Group:
        """The group that an expression denotes, called `name` where it is declared under one. Raises Problem."""
        match expr:
            case tree.Name(text):
                if self.scope.find(text) is not None:
                    declared = self.scope.need(expr, ("group",), "group")
                    return cast(Group, declared.value)
                if text in self.families:
                    return self._family(expr, text, (), name)
                raise self._unknown(expr)
            case tree.Call(tree.Name(text) as head, arguments):
                if text not in self.families:
                    raise self._unknown(head)
                return self._family(expr, text, arguments, name)
            case tree.Binary("^", tree.Name("Z"), right):
                return self._family(expr, "Z", (right,), name)
            case tree.Binary("*", left, right):
                return product(name, [self.group(left), self.group(right)], expr)
            case _:
                raise Problem(
                    "E0303", "this is not a group", expr.span, help="a family such as SO(3), a declared group, or a product"
                )

    def _unknown(self, node: tree.Name) -> Problem:
        declared = [d.name for d in self.scope.declarations.values() if d.kind == "group"]
        problem = self.scope.unknown(node, "group", [*declared, *self.families])
        meant = self._misspelt(node.text)
        if meant is None:
            return problem
        return Problem("E0301", problem.diagnostic.message, node.span, "not known here", f"the family is written `{meant}`")

    def _misspelt(self, text: str) -> str | None:
        """The family meant by a name like `SO3` or `S0` (with a zero), as it is written."""
        letters = text.rstrip("0123456789")
        if letters in self.families and letters != text:
            return f"{letters}({text[len(letters) :]})"
        lettered = text.replace("0", "O")
        return f"{lettered}(…)" if lettered != text and lettered in self.families else None

    def _family(self, expr: tree.Expr, text: str, arguments: tuple[tree.Expr, ...], name: str | None) -> Group:
        family = self.families[text]
        values = tuple(self.argument(argument) for argument in arguments)
        for argument, value in zip(arguments, values, strict=True):
            if isinstance(value, Dim) and not value.is_constant:
                require_natural(value, self.scope.parameters, argument, f"this size of {text}")
        names = {p for v in values if isinstance(v, Dim) for p in v.parameters}
        parameters = tuple(self.scope.parameters[p] for p in sorted(names))
        try:
            return family.group(name or label(text, values), values, parameters)
        except FamilyError as error:
            raise family_problem(error, expr) from None

    def argument(self, expr: tree.Expr) -> Argument:
        """An argument of a family, an action or a representation."""
        match expr:
            case tree.String(text):
                return text
            case tree.Name(text):
                if text in self.scope.parameters:
                    return dimension(expr, self.scope)
                declared = self.scope.find(text)
                return declared.value if declared is not None and isinstance(declared.value, Graph | Group) else text
            case tree.Call(tree.Name(text), _) if text in self.families:
                return self.group(expr)
            case _:
                size = dimension(expr, self.scope)
                value = size.terms[0][1] if size.is_constant and size.terms else Fraction(0)
                if max(abs(value.numerator), value.denominator) > LARGEST_ARGUMENT:
                    raise Problem("E0506", "this number is too large", expr.span, help="a parameter stands for every size at once")
                return value if size.is_constant and value.denominator != 1 else size


def label(family: str, arguments: tuple[Argument, ...]) -> str:
    """How a family with arguments is written.

    >>> label("SO", (Dim.of(3),))
    'SO(3)'
    """
    if not arguments:
        return family
    shown = [f'"{a}"' if isinstance(a, str) and not a.isidentifier() else getattr(a, "name", str(a)) for a in arguments]
    return f"{family}({', '.join(shown)})"


def family_problem(error: FamilyError, expr: tree.Expr) -> Problem | Unsupported:
    """A family's refusal, at its place in the text; what it knows for numbers only is no mistake of the text."""
    if isinstance(error, ConcreteOnly):
        return Unsupported(error.message)
    help = error.help
    if help is None and error.candidates:
        word = expr.function if isinstance(expr, tree.Call) else expr
        near = did_you_mean(word.text, error.candidates) if isinstance(word, tree.Name) else None
        help = f"a similar name exists: `{near}`" if near else "known here: " + ", ".join(error.candidates)
    return Problem(error.code, error.message, expr.span, help=help)


def product(name: str | None, factors: list[Group], expr: tree.Expr) -> Group:
    """The product, with each generator called `factor.generator`. Nested products are flattened."""
    flat: list[Group] = []
    for factor in factors:
        flat.extend(factor.factors if factor.factors else [factor])
    if len(flat) > MOST_FACTORS:
        raise Problem("E0506", f"this product has more than {MOST_FACTORS} factors", expr.span)
    generators = generators_of_product(flat)
    text = " * ".join(f.label for f in flat)
    parameters: dict[str, Parameter] = {p.name: p for f in flat for p in f.parameters}
    dimensions = [f.facts.dimension for f in flat]
    orders = [f.facts.order for f in flat]
    compact = [f.facts.compact for f in flat]
    dimension_total: Dim | None = Dim.of(0)
    order_total: Dim | None = Dim.of(1)
    for d, o in zip(dimensions, orders, strict=True):
        dimension_total = dimension_total + d if dimension_total is not None and d is not None else None
        order_total = order_total * o if order_total is not None and o is not None else None
    facts = GroupFacts(
        order=order_total,
        dimension=dimension_total,
        compact=None if None in compact else all(compact),
    )
    return Group(
        name or text, text, generators, (), facts, tuple(flat), tuple(parameters.values()), any(f.symbolic for f in flat)
    )


def presentation(name: str, body: tree.Presentation) -> Group:
    """The group by generators and relations. Raises Problem."""
    seen: dict[str, tree.Name] = {}
    generators: list[Generator] = []
    for kind, nodes in (("discrete", body.generators), ("lie", body.lie_generators)):
        for node in nodes:
            if node.text in seen:
                raise Problem(
                    "E0302", f"the generator `{node.text}` is declared twice", node.span,
                    secondary=(Label(seen[node.text].span, "first declared here"),),
                )
            seen[node.text] = node
            generators.append(Generator(node.text, kind))
    kinds = {g.name: g.kind for g in generators}
    relations = tuple(_relation(equation, kinds) for equation in body.relations)
    return Group(name, name, tuple(generators), relations)


def _relation(equation: tree.Equation, kinds: Mapping[str, str]) -> Relation:
    span = (equation.span.start, equation.span.end)
    names = [n for side in (equation.left, equation.right) for n in tree.walk(side) if isinstance(n, tree.Name)]
    letters = [n for n in names if n.text in kinds or n.text not in FUNCTIONS]
    for letter in letters:
        if letter.text not in kinds:
            near = did_you_mean(letter.text, kinds)
            help = f"a generator with a similar name exists: `{near}`" if near else "generators: " + ", ".join(kinds)
            raise Problem("E0301", f"no generator is called `{letter.text}`", letter.span, help=help)
    used = {kinds[letter.text] for letter in letters}
    if used == {"lie"}:
        return BracketRelation(_lie(equation.left, kinds), _lie(equation.right, kinds), span)
    if "lie" in used:
        raise Problem(
            "E0401", "a relation mixes discrete and Lie generators", equation.span,
            help="relations between words and relations between brackets are written apart",
        )
    return WordRelation(word(equation.left, kinds), word(equation.right, kinds), span)


def word(expr: tree.Expr, kinds: Mapping[str, str]) -> Word:
    """A group word, such as `(s*r)^2` or `1`. Raises Problem."""
    letters = _letters(expr, kinds)
    if sum(abs(exponent) for _, exponent in letters) > LARGEST_EXPONENT:
        raise Problem("E0506", "this word is too long", expr.span, help=f"at most {LARGEST_EXPONENT:,} letters")
    return _collect(letters)


def _letters(expr: tree.Expr, kinds: Mapping[str, str]) -> list[tuple[str, int]]:
    match expr:
        case tree.Number() if expr.integer == 1:
            return []
        case tree.Name(text):
            if kinds.get(text) != "discrete":
                known = [name for name, kind in kinds.items() if kind == "discrete"]
                raise Problem(
                    "E0301", f"no discrete generator is called `{text}`", expr.span,
                    help=f"discrete generators: {', '.join(known) or 'none'}",
                )
            return [(text, 1)]
        case tree.Binary("*" | "@", left, right):
            return [*_letters(left, kinds), *_letters(right, kinds)]
        case tree.Binary("/", left, right):
            return [*_letters(left, kinds), *_inverse(_letters(right, kinds))]
        case tree.Binary("^", base, exponent):
            count = _exponent(exponent)
            letters = _letters(base, kinds)
            if count < 0:
                letters, count = _inverse(letters), -count
            if sum(abs(e) for _, e in letters) * count > LARGEST_EXPONENT:
                raise Problem("E0506", "this word is too long", expr.span, help=f"at most {LARGEST_EXPONENT:,} letters")
            if len(letters) == 1:
                return [(letters[0][0], letters[0][1] * count)] if count else []
            return letters * count
        case _:
            raise Problem(
                "E0401", "this is not a word in the generators", expr.span, help="for example r^4 = 1, (s*r)^2 = 1"
            )


def _exponent(expr: tree.Expr) -> int:
    if any(isinstance(node, tree.Name) for node in tree.walk(expr)):
        raise Problem("E0505", "the exponent of a word is a whole number", expr.span)
    count = whole(expr, Scope(), "this exponent")
    if abs(count) > LARGEST_EXPONENT:
        raise Problem("E0506", "this exponent is too large", expr.span, help=f"at most {LARGEST_EXPONENT:,}")
    return count


def _inverse(letters: list[tuple[str, int]]) -> list[tuple[str, int]]:
    return [(name, -exponent) for name, exponent in reversed(letters)]


def _collect(letters: list[tuple[str, int]]) -> Word:
    result: list[tuple[str, int]] = []
    for name, exponent in letters:
        if result and result[-1][0] == name:
            exponent += result.pop()[1]
        if exponent:
            result.append((name, exponent))
    return tuple(result)


def lie_combination(expr: tree.Expr, kinds: Mapping[str, str]) -> LieCombination:
    """An element of the Lie algebra, such as `2*[x, y] - z`. Raises Problem."""
    return _lie(expr, kinds)


def _lie(expr: tree.Expr, kinds: Mapping[str, str]) -> LieCombination:
    match expr:
        case tree.Number() if expr.value == 0:
            return LieCombination(())
        case tree.Name(text):
            if kinds.get(text) != "lie":
                known = [name for name, kind in kinds.items() if kind == "lie"]
                raise Problem(
                    "E0301", f"no Lie generator is called `{text}`", expr.span, help=f"Lie generators: {', '.join(known) or 'none'}"
                )
            return LieCombination(((Fraction(1), text),))
        case tree.ListExpr((left, right)):
            return LieCombination(((Fraction(1), Bracket(_lie(left, kinds), _lie(right, kinds))),))
        case tree.Negate(operand):
            return _scaled(_lie(operand, kinds), Fraction(-1))
        case tree.Binary("+", left, right):
            return LieCombination((*_lie(left, kinds).terms, *_lie(right, kinds).terms))
        case tree.Binary("-", left, right):
            return LieCombination((*_lie(left, kinds).terms, *_scaled(_lie(right, kinds), Fraction(-1)).terms))
        case tree.Binary("*", left, right):
            return _scaled(_lie(right, kinds), _rational(left))
        case tree.Binary("/", left, right):
            divisor = _rational(right)
            if divisor == 0:
                raise Problem("E0504", "division by zero", right.span)
            return _scaled(_lie(left, kinds), 1 / divisor)
        case _:
            raise Problem(
                "E0401", "this is not an element of the Lie algebra", expr.span, help="for example [x, y] = z, [x, z] = 0"
            )


def _rational(expr: tree.Expr) -> Fraction:
    match expr:
        case tree.Number():
            return expr.value
        case tree.Negate(operand):
            return -_rational(operand)
        case tree.Binary("/", left, right) if _rational(right) != 0:
            return _rational(left) / _rational(right)
        case tree.Binary("*", left, right):
            return _rational(left) * _rational(right)
        case tree.Binary("^", left, right) if not any(isinstance(node, tree.Name) for node in tree.walk(expr)):
            power = dimension(expr, Scope())
            return power.terms[0][1] if power.terms else Fraction(0)
        case _:
            raise Problem("E0504", "a rational number is needed here", expr.span)


def _scaled(value: LieCombination, factor: Fraction) -> LieCombination:
    return LieCombination(tuple((factor * c, element) for c, element in value.terms))


def declaration(statement: tree.Group, group: Group) -> Declaration:
    """The declaration of a group."""
    return Declaration(statement.name.text, "group", group, statement.name.span)
