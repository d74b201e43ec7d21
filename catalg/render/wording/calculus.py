"""Derivations by (co)end calculus: a chain of isomorphisms, each with the rule that gives it."""

from catalg.render.wording import Rule

SPLITTING = {
    "given": "{expression}",
    "hom-product": Rule(
        "{result}, as a hom into a product is a product of homs",
        "C(X, Y × Z) = C(X, Y) × C(X, Z) and C(X, 1) = 1: the hom preserves limits in its second place. It needs that C has\n"
        "products. The same holds of internal homs.",
    ),
    "hom-coproduct": Rule(
        "{result}, as a hom out of a coproduct is a product of homs",
        "C(X + Y, Z) = C(X, Z) × C(Y, Z) and C(0, Z) = 1: the hom turns colimits in its first place into limits. It needs that\n"
        "C has coproducts.",
    ),
    "hom-sum": Rule(
        "{result}, as a hom out of a sum is a product of homs",
        "C(Σₙ X(n), Y) = Πₙ C(X(n), Y). It needs countable coproducts.",
    ),
    "hom-copower": Rule(
        "{result}, by the universal property of the copower",
        "C(E · X, Y) = Set(E, C(X, Y)): the copower of X by a set E. In an ordinary category E is a set of arrows.",
    ),
    "hom-end": Rule(
        "{result}, as functions into an end are an end of functions", "Set(E, ∫_X F(X)) = ∫_X Set(E, F(X)): continuity of the hom."
    ),
    "hom-coend": Rule(
        "{result}, as functions out of a coend are an end of functions",
        "Set(∫^X F(X), E) = ∫_X Set(F(X), E): the hom turns coends into ends.",
    ),
    "product-coend": Rule(
        "{result}, as × preserves coends in each place",
        "E × ∫^X F(X) = ∫^X E × F(X): sets are cartesian closed, so that E × − is a left adjoint.",
    ),
    "distribute": Rule(
        "{result}, by distributivity",
        "X × (Y + Z) = X × Y + X × Z where × is closed or declared distributive; likewise for ⊗ where it is closed.",
    ),
    "factor-out": Rule(
        "{result}, by distributivity from right to left",
        "X × Y + X × Z = X × (Y + Z), so that a hom into it splits. It needs what `distribute` needs.",
    ),
    "uncurry": Rule(
        "{result}, by uncurrying",
        "C(X, [Y, Z]) = C(X × Y, Z), for ⊗ likewise: the internal hom is right adjoint to the product that it belongs to.",
    ),
    "unit": Rule("{result}, by the unit", "[1, X] = X, for ⊗ likewise [I, X] = X."),
    "coend-coproduct": Rule("{result}, as a coend of a coproduct is a coproduct of coends", "Colimits commute with colimits."),
    "end-product": Rule("{result}, as an end of a product is a product of ends", "Limits commute with limits."),
    "point": Rule("{result}, as the category 1 has one object", "An integral over 1 is the value at its one object."),
    "tensor": Rule(
        "{result}, as in a category that is enriched over itself a copower is a product",
        "Where homs are objects of C itself, C(A, B) · S is [A, B] × S.",
    ),
}

SOLVING = {
    "curry": Rule(
        "{result}, by currying",
        "C(X × Y, Z) = C(X, [Y, Z]). Needed: C is closed for that product. Closed for × says nothing about ⊗.",
    ),
    "evaluation": Rule(
        "{result}, as evaluation at an object has a left adjoint",
        "C(S, F(A)) = Nat(C(A, −) · S, F), for every functor F: Yoneda, with the universal property of the copower.",
    ),
    "free-applicative": Rule(
        "{result}, by the free applicative",
        "C(S, F(A)) is the set of transformations of applicatives from Σₙ C(Aⁿ, −) · Sⁿ to F: the free monoid for Day\n"
        "convolution on the functor C(A, −) · S. It needs a cartesian closed category with countable coproducts and copowers.",
    ),
    "transformations": Rule(
        "{result}, as a product or an end of homs is a set of transformations",
        "∫_X C(F(X), G(X)) = Nat(F, G); over the natural numbers this is a product over n.",
    ),
    "solved-by-co-yoneda": Rule(
        "{result}, by co-Yoneda with {variable} := {value}",
        "∫^X C(K, X) × R(X) = R(K), when X does not occur in K and R is contravariant; ∫^X C(X, K) × R(X) = R(K), when R is\n"
        "covariant. A coend is solved for its variable, and the solution is put in everywhere.",
    ),
    "solved-by-yoneda": Rule(
        "{result}, by Yoneda with {variable} := {value}",
        "∫_X Set(C(K, X) × P(X), Q(X)) = Set(P(K), Q(K)), when X does not occur in K, P is contravariant and Q covariant; and\n"
        "dually with C(X, K).",
    ),
    "blocked": Rule(
        "not applied: {adjunction} to {factor}, since {missing}",
        "A rule whose side condition does not follow from the declared structure is not applied, even where it would help.",
    ),
    "base": Rule("over {over}", "Over which base the chain holds: sets and ordinary functors, or a category enriched over itself."),
}

VERDICTS = {
    "integrals-left": Rule(
        "{why}",
        "No chain of the rules, with the structure that is declared, leads to a form without ends and coends. That says nothing\n"
        "about whether there is one.",
    ),
    "chain-checked": Rule(
        "each of the {links} isomorphism{links?|s} of the chain is an instance of its rule, with the side conditions that "
        "the declared structure must meet",
        "A second reader, which shares nothing with the search, compares the expressions before and after each step.",
    ),
    "counted-finset": (
        "counted in finite sets with {sizes}{numbers!, and {numbers} for the natural numbers|}: {count} on both sides, listed over "
        "sets of at most {bound} element{bound?|s}, which is exact since what was substituted has at most {bound}"
    ),
    "counted-lattice": (
        "counted in {model}{numbers!, with {numbers} for the natural numbers|}: {count} choice{count?|s} of objects, the same number "
        "on both sides in each, listed in full"
    ),
    "valued": (
        "evaluated in {model}, as a Heyting algebra that is enriched over itself: {count} choice{count?|s} of objects, the same value "
        "on both sides in each"
    ),
    "not-counted": "not counted: {why}",
    "isomorphic": Rule(
        "both sides have one form{via!, {via}|}",
        "Each side is brought into a form by a checked chain of isomorphisms; the two forms are equal up to the order of\n"
        "factors and the names of variables.",
    ),
    "counts-differ": Rule(
        "the two sides have different numbers of elements in a category with the declared structure",
        "Isomorphic sets have equally many elements, in every category with the declared structure and for all objects.",
    ),
    "finset-counts": (
        "in sets with {sizes}{functors! and functors with {functors}|} the left side has {left} element{left?|s} and the right side {right}"
    ),
    "lattice-counts": "in {model}{values!, numbered from 0, with {values},|} the left side has {left} element{left?|s} and the right side {right}",
    "forms-differ": Rule(
        "the two sides were brought to different forms, {left} and {right}, and no count tells them apart",
        "Neither a chain between the two sides nor an interpretation in which their numbers differ was found.",
    ),
}  # fmt: skip

WORDING = {**SPLITTING, **SOLVING, **VERDICTS}
