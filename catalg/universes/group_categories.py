"""Groups among categories: words as paths, homomorphisms as functors, representations as functors to Vect.

In the category of a group a letter with a negative exponent is the arrow `g^-1` where there is one, and g^(k-1)
where a relation says g^k = 1.
"""

from __future__ import annotations

from catalg.model.category import Category, Path, VectFunctor
from catalg.model.group import Group, Homomorphism, LieCombination, Word
from catalg.model.gset import ExplicitSet, GSet
from catalg.model.representation import Rep
from catalg.universes.categories import group_category, hom_sets, inverse_name
from catalg.universes.monomial import is_concrete
from catalg.universes.permutations import is_concrete_set, permutation
from catalg.universes.presented_functors import PresentedFunctor


def inverse_path(category: Category, letter: str) -> Path | None:
    """The inverse of a generator as a path, or None where the equations do not give one at once.

    >>> from catalg.model.category import Arrow, Equation
    >>> order_three = Category("C", ("*",), (Arrow("r", "*", "*"),), (Equation("*", "*", ("r",) * 3, ()),))
    >>> inverse_path(order_three, "r")
    ('r', 'r')
    """
    name = inverse_name(letter)
    if letter.endswith("^-1") and any(a.name == letter[:-3] for a in category.arrows):
        return (letter[:-3],)
    if any(a.name == name for a in category.arrows):
        return (name,)
    for e in category.equations:
        for power, other in ((e.left, e.right), (e.right, e.left)):
            if power and not other and set(power) == {letter}:
                return power[1:]
    return None


def word_path(category: Category, word: Word) -> Path | None:
    """A group word as a path, first arrow first; None where an inverse is not known."""
    path: list[str] = []
    for letter, exponent in reversed(word):
        step: Path | None = (letter,) if exponent > 0 else inverse_path(category, letter)
        if step is None:
            return None
        path.extend(step * abs(exponent))
    return tuple(path)


def is_presented(group: Group) -> bool:
    """Whether the relations of a group present it, so that its category has the group's elements as arrows.

    That is so by definition for a group that is declared by generators and relations. The relations of a family are
    believed where they give a group of the order that the family states.
    """
    if group.lie or group.symbolic:
        return False
    if group.family is None and not group.factors:
        return True
    order = group.facts.order.constant() if group.facts.order is not None else None
    if order is None or order > 50_000:
        return False
    homs = hom_sets(group_category(group))
    return homs is not None and homs.total == order


def as_presented(homomorphism: Homomorphism) -> PresentedFunctor | None:
    """A homomorphism of discrete groups as a functor between their categories; None for Lie groups."""
    if homomorphism.source.lie or homomorphism.target.lie:
        return None
    source, target = group_category(homomorphism.source), group_category(homomorphism.target)
    images: dict[str, Path] = {}
    for name, word in homomorphism.images:
        if isinstance(word, LieCombination):
            return None
        path = word_path(target, word)
        back = word_path(target, tuple((letter, -exponent) for letter, exponent in reversed(word)))
        if path is None or back is None:
            return None
        images[name], images[inverse_name(name)] = path, back
    return PresentedFunctor(
        homomorphism.name, source, target, (("*", "*"),), tuple((a.name, images[a.name]) for a in source.arrows)
    )


def explicit(points: GSet) -> ExplicitSet | None:
    """A finite G-set by its permutations; None for a symbolic one."""
    if isinstance(points, ExplicitSet):
        return points
    if not is_concrete_set(points):
        return None
    size = points.size.constant()
    assert size is not None
    tables = tuple((g.name, permutation(points, g.name)) for g in points.group.generators)
    return ExplicitSet(points.group, size, tables, None, getattr(points, "name", ""))


def as_vect_functor(rep: Rep, name: str) -> VectFunctor | None:
    """A representation of a discrete group as a functor to Vect on its category; None for other ones.

    The arrow `g^-1` becomes the inverse matrix.
    """
    from catalg.universes.vect import dimension, inverse, inverse_modulo, matrix

    if rep.group.lie or not is_concrete(rep):
        return None
    category = group_category(rep.group)
    names = {g.name for g in rep.group.generators}
    arrows = []
    for a in category.arrows:
        value = matrix(rep, a.name if a.name in names else a.name[:-3])
        if a.name not in names:
            prime = rep.field.characteristic
            value = inverse_modulo(value, prime) if prime else inverse(value)
        arrows.append((a.name, value))
    return VectFunctor(name, category, rep.field, (("*", dimension(rep)),), tuple(arrows))
