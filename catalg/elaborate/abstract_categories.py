"""Abstract categories, arbitrary functors between them, and what is claimed of (co)ends over them."""

from __future__ import annotations

from typing import cast

from catalg.diagnostics import Label, did_you_mean
from catalg.elaborate.coend_expressions import ABSTRACT, FUNCTOR, OBJECT, ExpressionReader
from catalg.elaborate.scope import Declaration, Problem, Scope, with_article
from catalg.language import tree
from catalg.model.abstract_category import FEATURES, AbstractCategory
from catalg.model.coends import SET, CoendSpace, FunctorSort, Symbol
from catalg.model.ends import End
from catalg.model.goals import SpaceClaim

SPACES = ("end", "coend")
NOTHING = "no structure"


def abstract_category(statement: tree.AbstractCategory, scope: Scope) -> AbstractCategory:
    """The category that a statement declares; its objects are declared with it. Raises Problem."""
    name = statement.name.text
    declared: list[str] = []
    for feature in statement.features:
        word = " ".join(part.text for part in feature.words)
        if word == NOTHING and len(statement.features) == 1:
            continue
        if word == "closed":
            word = _closed(feature, [" ".join(part.text for part in other.words) for other in statement.features])
        if word not in FEATURES:
            near = did_you_mean(word, FEATURES)
            raise Problem(
                "E0301", f"no structure of a category is called `{word}`", feature.span,
                help=f"a similar one exists: `{near}`" if near else f"known are {', '.join(FEATURES)}, {NOTHING}",
            )
        declared.append(word)
    category = AbstractCategory(name, tuple(dict.fromkeys(declared)))
    if category.has("self enriched") and not category.has("cartesian closed"):
        raise Problem(
            "E0430", f"`{name}` is enriched over itself but not declared cartesian closed", statement.span,
            help="homs are objects of the category itself when it is closed: add `cartesian closed`",
        )
    for node in statement.objects:
        scope.declare(Declaration(node.text, OBJECT, Symbol(node.text, name), node.span, (name,)))
    return category


def _closed(feature: tree.Feature, others: list[str]) -> str:
    """`closed` alone is for the one product that is declared. Raises Problem."""
    cartesian = any(word in ("products", "distributive", "cartesian closed") for word in others)
    monoidal = any("monoidal" in word for word in others)
    if cartesian != monoidal:
        return "cartesian closed" if cartesian else "monoidal closed"
    raise Problem(
        "E0430", "closed for which product?" if cartesian else "closed for a product that is not declared", feature.span,
        help="write `cartesian closed` for [X, -] right adjoint to X × -, `monoidal closed` for X ⊗ -",
    )


def functor_variable(statement: tree.Functor, scope: Scope) -> Symbol | None:
    """The arbitrary functor that a statement without a value declares; None for one that has a value. Raises Problem."""
    if statement.value is not None or statement.body is not None:
        return None
    if not (speaks_of_abstract(statement.source, scope) or speaks_of_abstract(statement.target, scope)):
        raise Problem(
            "E0405", f"it is not said what `{statement.name.text}` is", statement.span,
            help="a functor is given by an expression after `=` or by a body; only one between abstract categories can be arbitrary",
        )
    reader = ExpressionReader(scope)
    sources = reader.sources(statement.source)
    target = SET if isinstance(statement.target, tree.Name) and statement.target.text == SET else None
    enriched = next((category for category in reader.table.values() if category.has("self enriched")), None)
    if enriched is not None and target == SET:
        raise Problem(
            "E0407", f"`{enriched.name}` is enriched over itself, and has no functors to Set", statement.target.span,
            help=f"the homs of {enriched.name} are objects of {enriched.name}: write `functor {statement.name.text} : … -> {enriched.name}`",
        )
    return Symbol(statement.name.text, FunctorSort(sources, target or reader.category(statement.target)))


def speaks_of_abstract(node: tree.Node, scope: Scope) -> bool:
    """Whether an abstract category, or a functor or object of one, is named anywhere in an expression."""
    for part in tree.walk(node):
        if isinstance(part, tree.Name):
            declared = scope.declarations.get(part.text)
            if declared is not None and declared.kind in (ABSTRACT, OBJECT, FUNCTOR):
                return True
    return False


def abstract_space(statement: tree.End | tree.Coend, scope: Scope) -> CoendSpace | None:
    """The (co)end over abstract categories that a statement declares; None for any other. Raises Problem or Depends."""
    if not (speaks_of_abstract(statement.category, scope) or speaks_of_abstract(statement.integrand, scope)):
        return None
    if statement.along is not None:
        raise Problem("E0412", "`along` restricts ends of linear maps, Hom(V, W)", statement.along.span)
    reader = ExpressionReader(scope)
    integral = tree.Integral(
        "end" if isinstance(statement, tree.End) else "coend", statement.variable, statement.category, statement.integrand,
        span=statement.span,
    )  # fmt: skip
    return reader.space(statement.name.text, integral)


def abstract_claim(assertion: tree.Assertion, scope: Scope) -> SpaceClaim | None:
    """What is claimed of a (co)end over abstract categories; None where the assertion is not about one. Raises Problem."""
    if not isinstance(assertion, tree.FormulaClaim | tree.SpaceEquality | tree.CountClaim):
        return None
    subject = assertion.left if isinstance(assertion, tree.SpaceEquality) else assertion.name
    known = scope.declarations.get(subject.text)
    if known is None or known.broken or known.kind not in SPACES or not isinstance(known.value, CoendSpace):
        return None
    declared = scope.need(subject, SPACES, "end")
    reader = ExpressionReader(scope)
    match assertion:
        case tree.FormulaClaim(_, (), formula, ()):
            return SpaceClaim(subject.text, reader.space("", formula))
        case tree.SpaceEquality(_, tree.Integral() as integral):
            return SpaceClaim(subject.text, reader.space("", integral))
        case tree.SpaceEquality(_, tree.Name() as right):
            other = cast(End | CoendSpace, scope.need(right, SPACES, "end").value)
            if isinstance(other, CoendSpace):
                return SpaceClaim(subject.text, right.text)
            raise Problem("E0412", f"`{right.text}` is not a set over abstract categories", right.span)
        case tree.CountClaim(kind, _, _):
            raise Problem(
                "E0412", f"`{kind}` cannot be known: `{subject.text}` is over abstract categories", assertion.span,
                help=f"claim a form of it: expect {subject.text} = C(A, B) * …",
                secondary=(Label(declared.span, f"declared here, as {with_article(declared.kind)}"),),
            )
        case _:
            raise Problem(
                "E0412", f"`{subject.text}` has no arguments", subject.span,
                help=f"a set over abstract categories is claimed as a whole: expect {subject.text} = C(A, B) * …",
            )
