"""Man in symbolic dimension: the arguments of a kernel as abstract vectors, and what acts on them.

Points of R^d, d a parameter, have no coordinates; they are vectors that can be added, scaled and multiplied by the
invariant form. Translations move all `affine` arguments together, so that only offsets to the first one are left; unit
vectors on spheres have length 1. What the linear part preserves is read from the group's fundamental theorem.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from catalg.model.action import Action, LinearAction, SymbolicAction
from catalg.model.ends import KernelEnd
from catalg.model.group import FundamentalTheorem
from catalg.model.representation import DualRep, SymbolicRep, TrivialRep
from catalg.terms import Call, Dim, Identity, Name, Term, sub
from catalg.universes.man import default_names
from catalg.universes.metrics import DOWN, UP, joint, product_with, with_variance

ORTHOGONAL = "H. Weyl, The Classical Groups, theorem 2.9.A, for the stabilizer O(n) of a metric"


class NotAbstract(ValueError):
    """The end or formula is not made of abstract vectors; the message says which part."""


@dataclass(frozen=True, slots=True)
class Letter:
    """A vector on which the linear part acts: an argument, or its offset to the base point; `unit` if of length 1."""

    term: Term
    unit: bool


@dataclass(frozen=True, slots=True)
class Space:
    """The arguments of an end of symbolic dimension.

    `letters` are the vectors left after the translations are used up; `base` is the argument that they move to the
    origin, if any; `place` gives for each argument the number of its letter (None for the base); `invariant` are arguments
    on which the group acts trivially, with their dimensions. Under GL(n) one argument, `metric`, is a positive form, which the
    group moves to the unit form; `theorem` is then that of its stabilizer O(n), and `variances` tells vectors from covectors.
    """

    names: tuple[str, ...]
    theorem: FundamentalTheorem
    letters: tuple[Letter, ...]
    base: int | None
    place: tuple[int | None, ...]
    affine: tuple[int, ...]
    invariant: tuple[tuple[Term, Dim], ...]
    metric: int | None = None
    variances: tuple[int, ...] = ()

    @property
    def form(self) -> Term | None:
        """The metric among the arguments."""
        return None if self.metric is None else Name(self.names[self.metric])

    def product(self, i: int, j: int) -> Term:
        """The product of two letters as a formula."""
        form, (one, two) = self.form, (self.letters[i].term, self.letters[j].term)
        if form is None:
            return Call("dot", (one, two))
        return product_with(form, (one, self.variances[i]), (two, self.variances[j]))

    def slot(self, i: int, variance: int) -> Term:
        """A letter as a vector or a covector."""
        form, term = self.form, self.letters[i].term
        return term if form is None else with_variance(form, term, self.variances[i], variance)

    def joint(self, left: int, right: int) -> Term:
        """The invariant tensor with two indices."""
        return Identity() if self.form is None else joint(self.form, left, right)

    @property
    def rigid(self) -> bool:
        """Whether the linear part is trivial, so that every coordinate of a letter is invariant."""
        return "basis" in self.theorem.tensors

    @property
    def oriented(self) -> bool:
        """Whether the linear part preserves the volume form as well."""
        return "epsilon" in self.theorem.tensors


def space_of(end: KernelEnd, names: Sequence[str] | None = None) -> Space:
    """The abstract vectors of an end; `names` call its arguments. Raises NotAbstract.

    The linear part must preserve a symmetric form, or be trivial.
    """
    if not any(isinstance(action, SymbolicAction) or not action.dim.is_constant for action in end.arguments):
        raise NotAbstract("no argument has a symbolic dimension")
    theorem = end.group.facts.theorem
    if end.group.factors or theorem is None:
        raise NotAbstract(f"no fundamental theorem is known for {end.group.label}")
    kinds = [_kind(action) for action in end.arguments]
    metric = kinds.index("forms") if kinds.count("forms") == 1 and theorem.tensors == ("evaluation",) else None
    if metric is not None:
        theorem = FundamentalTheorem(("delta",), theorem.size, ORTHOGONAL)
    elif "forms" in kinds or "dual" in kinds:
        raise NotAbstract(f"kernels of {end.group.label} for symbolic sizes on forms and covectors, not with one metric")
    elif "basis" not in theorem.tensors and "delta" not in theorem.tensors:
        raise NotAbstract(f"kernels of {end.group.label} for symbolic sizes: its linear part preserves no symmetric form")
    chosen = tuple(names) if names is not None else default_names(len(end.arguments))
    affine = tuple(k for k, kind in enumerate(kinds) if kind == "affine")
    base = affine[0] if affine else None
    letters: list[Letter] = []
    place: list[int | None] = []
    invariant: list[tuple[Term, Dim]] = []
    for k, (name, kind, action) in enumerate(zip(chosen, kinds, end.arguments, strict=True)):
        if kind == "fixed":
            invariant.append((Name(name), action.dim))
            place.append(None)
        elif k in (base, metric):
            place.append(None)
        else:
            place.append(len(letters))
            term: Term = Name(name)
            if base is not None and kind == "affine":
                term = sub(term, Name(chosen[base]))
            letters.append(Letter(term, kind == "sphere"))
    variances = tuple(DOWN if kind == "dual" else UP for kind in kinds if kind not in ("fixed", "forms")) if metric is not None else ()
    return Space(chosen, theorem, tuple(letters), base, tuple(place), affine, tuple(invariant), metric, variances)


def _kind(action: Action) -> str:
    match action:
        case SymbolicAction(kind=kind):
            return kind
        case LinearAction(TrivialRep()):
            return "fixed"
        case LinearAction(SymbolicRep(kind="vector")):
            return "linear"
        case LinearAction(DualRep(SymbolicRep(kind="vector"))):
            return "dual"
        case _:
            raise NotAbstract("an argument is given by coordinates while another has a symbolic dimension")
