"""Functors from a group by construction: representations, G-sets and manifolds built from declared and named ones.

The three readers share one rule: a name is a declared functor first and a word of the group's family second. A functor
on a factor of a product group stands for its pullback along the projection.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TypeVar, cast

from catalg.diagnostics import Label, diagnostic, did_you_mean
from catalg.elaborate.dims import LARGEST_DEGREE, TooLarge, natural, natural_size
from catalg.elaborate.groups import Groups, family_problem
from catalg.elaborate.scope import Declaration, Problem, Scope, Unsupported, with_article
from catalg.elaborate.sizes import LARGEST_PARTS
from catalg.language import tree
from catalg.model.action import Action, CosetAction, ExplicitAction, LinearAction, ProductAction, PulledAction
from catalg.model.goals import Opaque
from catalg.model.group import Group, Homomorphism
from catalg.model.gset import GSet, ProductSet, PulledSet
from catalg.model.protocols import Family, FamilyError
from catalg.model.representation import (
    DualRep,
    FreeRep,
    HomRep,
    PowerRep,
    PulledRep,
    Rep,
    RestrictedRep,
    SumRep,
    TensorRep,
    TrivialRep,
)
from catalg.model.scalars import REAL, BaseField
from catalg.terms import Dim
from catalg.universes.cosets import NoCosets, coset_set

T = TypeVar("T")
LARGEST_POWER = 64
FUNCTOR_KINDS = {"functor to Vect": "Vect", "functor to Set": "Set", "functor to Man": "Man"}


class Constructions:
    """Reads constructions over one group."""

    def __init__(self, scope: Scope, groups: Groups, group: Group, field: BaseField | None = None) -> None:
        self.scope = scope
        self.groups = groups
        self.group = group
        self.field = field or REAL

    # --- representations --------------------------------------------------------------------------------------

    def rep(self, expr: tree.Expr) -> Rep:
        """The representation that an expression denotes. Raises Problem, Depends or Unsupported."""
        rep = self._rep(expr)
        try:
            self.groups.sizes.of(rep)
        except TooLarge:
            raise Problem(
                "E0506", "this representation is too large", expr.span,
                help=f"at most {LARGEST_PARTS:,} factors and summands, and a dimension of 3,600 digits or of degree "
                f"{LARGEST_DEGREE} in parameters",
            ) from None
        return rep

    def _rep(self, expr: tree.Expr) -> Rep:
        match expr:
            case tree.Name(text):
                declared = self.scope.find(text)
                if declared is not None:
                    return self._declared(expr, declared, "functor to Vect", _pull_rep)
                if text == "trivial":
                    return TrivialRep(self.group, self.field, Dim.of(1), text)
                return self._family_rep(expr, expr, ())
            case tree.Call(tree.Name("dual"), (base,)):
                return DualRep(self.rep(base))
            case tree.Call(tree.Name("free"), (base,)):
                return FreeRep(self.gset(base), self.field)
            case tree.Call(tree.Name("Hom"), (source, target)):
                return HomRep(self.rep(source), self.rep(target))
            case tree.Call(tree.Name("Hom" | "dual" | "free" as head), arguments):
                wanted = 2 if head == "Hom" else 1
                raise Problem("E0410", f"`{head}` takes {wanted} argument{'s' * (wanted > 1)}, not {len(arguments)}", expr.span)
            case tree.Call(tree.Name() as head, arguments):
                if self.scope.find(head.text) is not None:
                    raise Problem("E0303", f"`{head.text}` takes no arguments", expr.span)
                return self._family_rep(expr, head, arguments)
            case tree.Binary("^", tree.Name("Sym" | "Alt" | "T" as kind), tree.Call(order, (base,))):
                return self._power(kind, order, base)
            case tree.Binary("^", tree.Name("R"), size):
                return self._copies(expr, size)
            case tree.Binary("(*)", left, right):
                return TensorRep((*_flat(self.rep(left), TensorRep), *_flat(self.rep(right), TensorRep)))
            case tree.Binary("(+)", left, right):
                return SumRep((*_flat(self.rep(left), SumRep), *_flat(self.rep(right), SumRep)))
            case tree.Binary("@", base, tree.Name() as along):
                return self._restricted(base, along)
            case tree.Binary("*", tree.Number() as count, right):
                copies = natural(count, self.scope, "this multiplicity", LARGEST_PARTS)
                if not copies:
                    return TrivialRep(self.group, self.field, Dim.of(0))
                parts = _flat(self.rep(right), SumRep)
                if len(parts) * copies > LARGEST_PARTS:
                    raise Problem("E0506", "these are too many summands", expr.span, help=f"at most {LARGEST_PARTS:,}")
                return SumRep(parts * copies)
            case tree.String():
                return self._family_rep(expr, tree.Name("irrep", span=expr.span), (expr,))
            case tree.Binary("*" | "+" as operator, _, _):
                meant = {"*": "(*)", "+": "(+)"}[operator]
                raise Problem(
                    "E0412", f"`{operator}` is not between representations", expr.span,
                    help=f"the {'tensor product' if operator == '*' else 'direct sum'} is written `{meant}`",
                )
            case _:
                raise Problem(
                    "E0412", "this is not a representation", expr.span,
                    help="a functor to Vect is needed: a declared one, or one built with (*), (+), dual, Sym^k, Alt^k, T^k, free",
                )

    def _power(self, kind: str, order: tree.Expr, base: tree.Expr) -> Rep:
        if any(isinstance(n, tree.Name) and n.text in self.scope.parameters for n in tree.walk(order)):
            raise Unsupported(f"powers {kind}^k with a symbolic exponent")
        count = natural(order, self.scope, "this exponent", LARGEST_POWER)
        rep = self.rep(base)
        if kind == "T":
            return TensorRep((rep,) * count) if count else TrivialRep(rep.group, rep.field, Dim.of(1))
        if count == 0:
            return TrivialRep(rep.group, rep.field, Dim.of(1))
        return PowerRep("symmetric" if kind == "Sym" else "alternating", count, rep)

    def _copies(self, expr: tree.Expr, size: tree.Expr) -> Rep:
        copies = natural_size(size, self.scope, "this dimension")
        family = self.family
        if family is not None and "vector" in family.representations and copies.constant() != 1:
            try:
                vector = family.representation(self.group, "vector", (), self.field)
            except FamilyError:
                vector = None
            if vector is not None and vector.dim == copies:
                self.scope.warnings.append(
                    diagnostic(
                        "W0604", f"R^{copies} is {copies} copies of the trivial representation", expr.span, None,
                        f"the defining representation of {self.group.label} is called `vector`",
                    )
                )
        return TrivialRep(self.group, self.field, copies)

    def _subgroup(self, expr: tree.Expr, arguments: tuple[tree.Expr, ...]) -> Homomorphism:
        """The homomorphism i : H -> G in `cosets(i)`."""
        if len(arguments) != 1 or not isinstance(arguments[0], tree.Name):
            raise Problem(
                "E0410", "`cosets` takes one homomorphism", expr.span,
                help=f"declare the subgroup by its inclusion: functor i : H -> {self.group.name} {{ … }}, then cosets(i)",
            )
        name = arguments[0]
        homomorphism = self._homomorphism(name)
        if homomorphism.target.name != self.group.name:
            raise Problem("E0407", f"`{name.text}` ends at {homomorphism.target.name}, not at {self.group.name}", name.span)
        return homomorphism

    def _homomorphism(self, name: tree.Name) -> Homomorphism:
        declared = self.scope.need(name, ("homomorphism",), "homomorphism")
        if isinstance(declared.value, Opaque):
            raise Unsupported(declared.value.reason)
        return cast(Homomorphism, declared.value)

    def _restricted(self, base: tree.Expr, along: tree.Name) -> Rep:
        declared = self.scope.need(along, ("homomorphism",), "homomorphism")
        homomorphism = self._homomorphism(along)
        if homomorphism.source.name != self.group.name:
            raise Problem(
                "E0407", f"`{along.text}` starts at {homomorphism.source.name}, not at {self.group.name}", along.span,
                secondary=(Label(declared.span, "declared here"),),
            )
        rep = Constructions(self.scope, self.groups, homomorphism.target, self.field).rep(base)
        return RestrictedRep(rep, homomorphism)

    def _family_rep(self, expr: tree.Expr, head: tree.Name, arguments: tuple[tree.Expr, ...]) -> Rep:
        family = self.family
        if family is None or head.text not in family.representations:
            raise self._unknown(head, "representation", family.representations if family else (), "functor to Vect")
        values = tuple(self.groups.argument(a) for a in arguments)
        try:
            return family.representation(self.group, head.text, values, self.field)
        except FamilyError as error:
            raise family_problem(error, expr) from None

    # --- G-sets -----------------------------------------------------------------------------------------------

    def gset(self, expr: tree.Expr) -> GSet:
        """The G-set that an expression denotes. Raises Problem, Depends or Unsupported."""
        match expr:
            case tree.Name(text):
                declared = self.scope.find(text)
                if declared is not None:
                    return self._declared(expr, declared, "functor to Set", _pull_set)
                return self._family_set(expr, expr, ())
            case tree.Call(tree.Name("cosets"), arguments) if self.scope.find("cosets") is None:
                try:
                    return coset_set(self._subgroup(expr, arguments))
                except NoCosets as reason:
                    raise Unsupported(str(reason)) from None
            case tree.Call(tree.Name() as head, arguments):
                return self._family_set(expr, head, arguments)
            case tree.Binary("*", left, right):
                return ProductSet((*_flat(self.gset(left), ProductSet), *_flat(self.gset(right), ProductSet)))
            case _:
                raise Problem("E0412", "this is not a G-set", expr.span, help="a functor to Set is needed")

    def _family_set(self, expr: tree.Expr, head: tree.Name, arguments: tuple[tree.Expr, ...]) -> GSet:
        family = self.family
        if family is None or head.text not in family.gsets:
            raise self._unknown(head, "G-set", family.gsets if family else (), "functor to Set")
        values = tuple(self.groups.argument(a) for a in arguments)
        try:
            return family.gset(self.group, head.text, values)
        except FamilyError as error:
            raise family_problem(error, expr) from None

    # --- manifolds --------------------------------------------------------------------------------------------

    def action(self, expr: tree.Expr) -> Action:
        """The manifold with action that an expression denotes. Raises Problem, Depends or Unsupported."""
        match expr:
            case tree.Name(text):
                declared = self.scope.find(text)
                if declared is not None:
                    return self._declared(expr, declared, "functor to Man", _pull_action)
                return self._family_action(expr, expr, ())
            case tree.Call(tree.Name("space"), (base,)):
                return LinearAction(self.rep(base))
            case tree.Call(tree.Name("cosets"), arguments) if self.scope.find("cosets") is None:
                return self._coset_space(expr, self._subgroup(expr, arguments))
            case tree.Call(tree.Name() as head, arguments):
                return self._family_action(expr, head, arguments)
            case tree.Binary("^", tree.Name("R" | "T") as head, size):
                return self._family_action(expr, head, (size,))
            case tree.Binary("*", left, right):
                return ProductAction((*_flat(self.action(left), ProductAction), *_flat(self.action(right), ProductAction)))
            case _:
                raise Problem("E0412", "this is not a manifold with an action", expr.span, help="a functor to Man is needed")

    def _coset_space(self, expr: tree.Expr, along: Homomorphism) -> CosetAction:
        """G/H as the group itself, of which only functions that are constant on the cosets are wanted."""
        family = self.family
        if along.source.symbolic or self.group.symbolic:
            raise Unsupported(f"cosets of {along.source.label} in {self.group.label}, for symbolic sizes")
        if family is None or "self" not in family.actions:
            raise Unsupported(f"cosets in {self.group.label} as a manifold, of which no space `self` is known")
        whole = self._family_action(expr, tree.Name("self", span=expr.span), ())
        if not isinstance(whole, ExplicitAction) or whole.neutral is None:
            raise Unsupported(f"cosets in {self.group.label} as a manifold")
        return CosetAction(along, whole, f"cosets({along.name})")

    def _family_action(self, expr: tree.Expr, head: tree.Name, arguments: tuple[tree.Expr, ...]) -> Action:
        family = self.family
        if family is None or head.text not in family.actions:
            raise self._unknown(head, "action", family.actions if family else (), "functor to Man")
        values = tuple(self.groups.argument(a) for a in arguments)
        try:
            return family.action(self.group, head.text, values)
        except FamilyError as error:
            raise family_problem(error, expr) from None

    # --- what is meant ----------------------------------------------------------------------------------------

    def kind(self, expr: tree.Expr) -> str:
        """Whether an expression denotes something in `Set` or in `Man`, by the names in it."""
        match expr:
            case tree.Name(text) if (declared := self.scope.find(text)) is not None:
                kind = FUNCTOR_KINDS.get(declared.kind)
                if kind == "Vect":
                    raise Problem(
                        "E0412", f"`{text}` is a functor to Vect, not a space", expr.span,
                        help=f"the manifold of its vectors is written `space({text})`",
                    )
                if kind is None:
                    raise Problem(
                        "E0303", f"`{text}` is {with_article(declared.kind)}, not a functor to Set or Man", expr.span,
                        secondary=(Label(declared.span, "declared here"),),
                    )
                return kind
            case tree.Call(tree.Name("cosets"), _) if self.scope.find("cosets") is None:
                return "Man" if self.group.lie else "Set"
            case tree.Name(text) | tree.Call(tree.Name(text), _):
                return "Set" if self.family is not None and text in self.family.gsets else "Man"
            case tree.Binary("*", left, right):
                kinds = {self.kind(left), self.kind(right)}
                if len(kinds) > 1:
                    raise Unsupported("products of finite sets with manifolds")
                return kinds.pop()
            case _:
                return "Man"

    @property
    def family(self) -> Family | None:
        """The family of the group, if it is of one."""
        return self.groups.families.get(self.group.family[0]) if self.group.family is not None else None

    def _declared(
        self, node: tree.Name, declared: Declaration, kind: str, pull: Callable[[T, Group, int], T]
    ) -> T:
        if declared.kind != kind:
            help = None
            if kind == "functor to Man" and declared.kind == "functor to Vect":
                help = f"the manifold of its vectors is written `space({node.text})`"
            if kind == "functor to Vect" and declared.kind == "functor to Set":
                help = f"the functions on it are written `free({node.text})`"
            if kind == "functor to Vect" and declared.kind == "functor to Man":
                help = "Hom(V, W) takes two representations, Map(X, V) a space and a representation, such as R^1 or `vector`"
            raise Problem(
                "E0412", f"`{node.text}` is {with_article(declared.kind)}, {with_article(kind)} is needed here",
                node.span, help=help, secondary=(Label(declared.span, "declared here"),),
            )
        value = declared.value
        if isinstance(value, Opaque):
            raise Unsupported(value.reason)
        group = getattr(value, "group", None)
        if not isinstance(group, Group):
            raise Problem("E0407", f"`{node.text}` is not a functor on a group", node.span)
        if group.name == self.group.name:
            return cast(T, value)
        positions = [k for k, factor in enumerate(self.group.factors) if factor.name == group.name]
        if len(positions) == 1:
            return pull(cast(T, value), self.group, positions[0])
        if positions:
            raise Problem(
                "E0409", f"`{node.text}` can be pulled back along {len(positions)} projections", node.span,
                help=f"declare the factors as groups of their own, such as group {group.name}2 = {group.label}",
                secondary=(Label(declared.span, f"a functor on {group.name}"),),
            )
        raise Problem(
            "E0407", f"`{node.text}` is a functor on {group.name}, not on {self.group.name}", node.span,
            secondary=(Label(declared.span, "declared here"),),
        )

    def _unknown(self, node: tree.Name, wanted: str, words: tuple[str, ...], kind: str) -> Problem:
        declared = [d.name for d in self.scope.declarations.values() if d.kind == kind]
        near = did_you_mean(node.text, [*declared, *words])
        elsewhere = self._elsewhere(node.text, kind)
        if near is not None:
            help = f"{with_article(wanted)} with a similar name exists: `{near}`"
        elif node.text in self.scope.later:
            help = f"`{node.text}` is declared further down; a declaration stands before its use"
        elif elsewhere is not None:
            help = elsewhere
        elif words:
            help = f"{self.group.label} has " + ", ".join(words)
        elif self.group.factors:
            help = f"{self.group.label} is a product: declare functors on its factors"
        elif self.family is not None:
            help = f"the library has none of {self.group.label}: declare one by its values on the generators"
        else:
            help = f"{self.group.name} is not of a family: give matrices, permutations or formulas for its generators"
        return Problem("E0301", f"no {wanted} of {self.group.name} is called `{node.text}`", node.span, "not known here", help)


    def _elsewhere(self, text: str, kind: str) -> str | None:
        """How a word of the family with another target is turned into what is wanted."""
        family = self.family
        if family is None:
            return None
        if kind == "functor to Vect" and text in family.gsets:
            return f"`{text}` is a G-set; the functions on it are written `free({text})`"
        if kind == "functor to Man" and text in family.representations:
            return f"`{text}` is a representation; the manifold of its vectors is written `space({text})`"
        return None


def _flat(value: T, node: type) -> tuple[T, ...]:
    if isinstance(value, node) and not getattr(value, "name", ""):
        parts = getattr(value, "factors", None)
        return cast("tuple[T, ...]", parts if parts is not None else value.summands)  # type: ignore[attr-defined]
    return (value,)


def _pull_rep(rep: Rep, group: Group, factor: int) -> Rep:
    return PulledRep(rep, group, factor)


def _pull_set(gset: GSet, group: Group, factor: int) -> GSet:
    return PulledSet(gset, group, factor)


def _pull_action(action: Action, group: Group, factor: int) -> Action:
    return PulledAction(action, group, factor)


def named(value: T, name: str) -> T:
    """The same construction under the user's name, where it can carry one."""
    if hasattr(value, "name") and hasattr(value, "__dataclass_fields__"):
        return replace(value, name=name)  # type: ignore[type-var]
    return value


def field_of(expr: tree.Expr, scope: Scope) -> tuple[BaseField | None, tree.Name | None]:
    """The field of the first declared representation in an expression, and its name."""
    for node in tree.walk(expr):
        if isinstance(node, tree.Name):
            declared = scope.declarations.get(node.text)
            if declared is not None and declared.kind == "functor to Vect":
                field = getattr(declared.value, "field", None)
                if isinstance(field, BaseField):
                    return field, node
    return None, None


def common_field(exprs: list[tree.Expr], scope: Scope) -> BaseField | None:
    """The one field of all declared representations in some expressions. Raises Problem when they differ."""
    found: tuple[BaseField, tree.Name] | None = None
    for expr in exprs:
        for node in tree.walk(expr):
            field, name = field_of(node, scope) if isinstance(node, tree.Name) else (None, None)
            if field is None or name is None:
                continue
            if found is None:
                found = (field, name)
            elif found[0] != field:
                raise Problem(
                    "E0408", f"`{name.text}` is over {field}, `{found[1].text}` is over {found[0]}", name.span,
                    help="the functors of one end are to Vect over one field",
                    secondary=(Label(found[1].span, f"over {found[0]}"),),
                )
    return found[0] if found else None


Families = Mapping[str, Family]
