"""Kan extensions as elaboration asks for them: computed by the strategy, believed when the verifier confirms them.

One that is infinite, over a limit or not confirmed has no table.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from catalg.model.category import SetFunctor, VectFunctor
from catalg.model.verdict import Verdict
from catalg.universes.extensions import Kan, LinearKan, Side, UnlistedKan
from catalg.universes.pointwise import restrict_vect
from catalg.universes.presented_functors import PresentedFunctor, restrict


@dataclass(frozen=True, slots=True)
class KanExtensions:
    """Pointwise extensions of functors to Set and to Vect."""

    def extend(
        self, side: Side, name: str, base: SetFunctor | VectFunctor, along: PresentedFunctor
    ) -> Kan | LinearKan | UnlistedKan:
        """The extension under that name, with its unit or counit."""
        from catalg.model.protocols import NotCovered
        from catalg.universes.categories import NotFinite
        from catalg.verify.categories.extensions import judge_extension
        from catalg.verify.categories.linear_extensions import judge_linear_extension

        try:
            found: Kan | LinearKan
            if isinstance(base, VectFunctor):
                found = _linear(side, name, base, along)
            else:
                found = _computed(side, name, base, along)
        except NotFinite as error:
            return UnlistedKan(side, name, base, along, str(error), error.infinite)
        except NotCovered as error:
            return UnlistedKan(side, name, base, along, str(error), False)
        judged = judge_extension(found) if isinstance(found, Kan) else judge_linear_extension(found)
        if judged.verdict is Verdict.PROVED:
            return found
        return UnlistedKan(side, name, base, along, f"the extension {name} could not be confirmed", False)


def _computed(side: Side, name: str, base: SetFunctor, along: PresentedFunctor) -> Kan:
    from catalg.strategies.presented.kan import left_kan, right_kan

    if side == "left":
        left = left_kan(base, along)
        functor = replace(left.functor, name=name)
        return Kan(side, functor, replace(left.unit, name="unit", target=restrict(functor, along)), base, along)
    right = right_kan(base, along)
    functor = replace(right.functor, name=name)
    return Kan(side, functor, replace(right.counit, name="counit", source=restrict(functor, along)), base, along)


def _linear(side: Side, name: str, base: VectFunctor, along: PresentedFunctor) -> LinearKan:
    from catalg.strategies.presented.linear_kan import left_linear_kan, right_linear_kan

    functor, unit = (left_linear_kan if side == "left" else right_linear_kan)(base, along)
    functor = replace(functor, name=name)
    whole = restrict_vect(functor, along)
    unit = replace(unit, target=whole) if side == "left" else replace(unit, source=whole)
    return LinearKan(side, functor, unit, base, along)


EXTENSIONS = KanExtensions()
