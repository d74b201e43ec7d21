"""Abstract categories: a name, the structure that is declared of it, and objects of which nothing more is known.

What is derived about such a category holds in every category with that structure, and what fails in one fails.
"""

from __future__ import annotations

from dataclasses import dataclass

FEATURES = {
    "products": "finite products × and a terminal object 1",
    "coproducts": "finite coproducts + and an initial object 0",
    "countable coproducts": "coproducts of countable families",
    "distributive": "products that distribute over finite coproducts",
    "cartesian closed": "finite products and an internal hom [X, -] right adjoint to X × -",
    "monoidal": "a monoidal product ⊗ with unit I",
    "symmetric monoidal": "a symmetric monoidal product ⊗ with unit I",
    "monoidal closed": "a symmetric monoidal product ⊗ and an internal hom [X, -] right adjoint to X ⊗ -",
    "copowers": "copowers E · X by sets, right adjoint to the hom",
    "self enriched": "homs that are objects of the category itself, which is closed",
}
"""What can be declared, with its meaning. `closed` alone stands for one of the two closed structures."""

_IMPLIED = {
    "countable coproducts": ("coproducts",),
    "distributive": ("products", "coproducts"),
    "cartesian closed": ("products",),
    "symmetric monoidal": ("monoidal",),
    "monoidal closed": ("symmetric monoidal", "monoidal"),
}


@dataclass(frozen=True, slots=True)
class AbstractCategory:
    """A category of which only its structure is known. `declared` is as the file says it, in its order."""

    name: str
    declared: tuple[str, ...] = ()

    def has(self, feature: str) -> bool:
        """Whether the structure is declared or follows from what is declared.

        >>> AbstractCategory("C", ("cartesian closed",)).has("products")
        True
        """
        return any(feature == entry or feature in _IMPLIED.get(entry, ()) for entry in self.declared)

    def closed(self, op: str) -> bool:
        """Whether `op` (`*` or `(*)`) has a right adjoint in each place: `closed for ×` is not `closed for ⊗`."""
        return self.has("cartesian closed" if op == "*" else "monoidal closed")

    def has_product(self, op: str) -> bool:
        """Whether the product of that sign exists: `*`, `+` or `(*)`."""
        return self.has({"*": "products", "+": "coproducts", "(*)": "monoidal"}[op])

    def distributes(self, op: str, countable: bool = False) -> bool:
        """Whether X op - preserves the finite (or countable) coproducts that exist: as a left adjoint, or by declaration."""
        return self.closed(op) or (op == "*" and not countable and self.has("distributive"))

    def commutes(self, op: str) -> bool:
        """Whether the product of that sign is symmetric; × and + always are."""
        return op != "(*)" or self.has("symmetric monoidal")


def category_table(categories: tuple[AbstractCategory, ...]) -> dict[str, AbstractCategory]:
    """The categories by name."""
    return {category.name: category for category in categories}
