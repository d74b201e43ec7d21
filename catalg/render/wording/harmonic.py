"""What is said about kernels in symbolic dimension, and about harmonic series."""

from catalg.render.wording import Rule

STEPS: dict[str, Rule | str] = {
    "abstract-offsets": Rule(
        "shifts act freely and transitively on {base}, so that a kernel is a function of the offsets {offsets}",
        "If a group acts freely and transitively on one argument, equivariant maps on G x Z are the maps on Z (the Yoneda lemma):\n"
        "move that argument to the origin. This needs no coordinates, and so it holds in every dimension.",
    ),
    "abstract-metric": Rule(
        "a change of basis takes the metric {metric} to the unit form, so that a kernel is known there, where the orthogonal group is "
        "left; vectors and covectors have the products {products}",
        "GL(n) acts transitively on positive forms, and O(n) is what fixes the unit form: equivariant maps on SPD x Z are the maps on Z\n"
        "that O(n) respects (the Yoneda lemma for GL(n)/O(n)). Put back, a product x.y of vectors is x'F y, of covectors g'F^-1 h.",
    ),
    "abstract-dot-products": Rule(
        "what rotations leave of {vectors} vector{vectors?|s} are their dot products: {arguments} ({theorem})",
        "The first fundamental theorem: every function of vectors that the orthogonal group leaves alone is a function of their\n"
        "dot products, in every dimension.",
    ),
    "abstract-monomials": Rule(
        "equivariant values are built from the vectors and the Kronecker delta, {covariants} in all ({theorem})",
        "Each index of the value carries one of the vectors, or is joined with another index by a delta.",
    ),
    "abstract-range": "the answer is the same for all {range}; smaller sizes are solved one by one",
    "harmonic-casimir": Rule(
        "apply the Casimir operator L of the action on {argument} alone to a function f of t = {invariant}",
        "The diagonal action annihilates an invariant of a pair; the action on one point alone does not. Its quadratic Casimir\n"
        "operator commutes with the diagonal action, and so it maps functions of t to functions of t. It is found from the\n"
        "declared generators, in any basis: an invariant symmetric tensor on their Lie algebra.",
    ),
    "harmonic-operator": "it comes out closed in t: L f = ({second}) f″ + ({first}) f′",
    "harmonic-classified": Rule(
        "by Bochner's classification its polynomial eigenfunctions are the {family} polynomials {polynomial} with s = {variable}",
        "Second-order operators with polynomial eigenfunctions of every degree are few, up to an affine change of variable. On a\n"
        "compact interval they are (1 - s^2) f'' + (b - a - (a + b + 2) s) f', with the Jacobi polynomials.",
    ),
    "harmonic-circle": "{cosine} and {sine} are cosine and sine of one angle, which the action on one point turns: "
    "its eigenfunctions are the characters of {angle}",
    "harmonic-convergence": Rule(
        "the {family} polynomials are orthogonal and complete: every smooth kernel is the sum of its series, which converges with all "
        "derivatives",
        "L is symmetric, so that the coefficients of a smooth function fall faster than any power of the degree.",
    ),
    "harmonic-fourier": "every smooth function of {angle} is the sum of its Fourier series, which converges with all derivatives",
}

EVIDENCE: dict[str, Rule | str] = {
    "abstract-sound": Rule(
        "in normal form only dot products and monomials of {vectors} vector{vectors?|s} are left, which every skew matrix, and every "
        "reflection declared, respects",
        "A calculus with one unknown skew matrix A: it moves u.v to (Au).v + u.(Av) = 0, and a product of vectors and deltas as it\n"
        "moves the indices of the value.",
    ),
    "abstract-indices": Rule(
        "every index is contracted with one of the other variance: vectors with covectors, {metric} with vectors, its inverse with covectors",
        "A formula in which upper indices are contracted with lower ones only is built from natural maps, and the evaluation of covectors\n"
        "on vectors is natural under every linear change of basis.",
    ),
    "abstract-complete": "complete for {range}: {free} arbitrary function{free?|s} of {arguments} argument{arguments?|s}, counted anew ({theorem})",
    "abstract-agrees": "solved anew in coordinates at {where}: {free} function{free?|s} of {arguments} argument{arguments?|s}, as it must be",
    "abstract-disagrees": "in coordinates at {where} there are {free} functions of {arguments} arguments, which does not agree",
    "abstract-exception": "at {where} there {free?is|are} {free} function{free?|s} of {arguments} argument{arguments?|s}: {formula}",
    "abstract-open-size": "the answer at {where} was not found",
    "abstract-open": "open: {why}",
    "abstract-no-range": "undecided: {why}",
    "abstract-counts-wrong": "the numbers stated are not {free} and {arguments}",
    "abstract-holds-at": "it holds at {where}",
    "abstract-symbolic": "shown with abstract vectors for {range}",
    "series-degrees": Rule(
        "the terms are polynomials of every degree in {variable}, orthogonal on [-1, 1]",
        "Every smooth function on [-1, 1] is the sum of its series in such polynomials, with all derivatives. One that misses a\n"
        "degree misses the polynomial of that degree, by orthogonality.",
    ),
    "series-characters": "the terms are all characters of {variable} that the symmetry admits",
}

REASONS: dict[str, Rule | str] = {
    "abstract-formula-agrees": Rule(
        "sound and complete{range!, with abstract vectors for {range}|}{smaller!, in coordinates at {smaller}|}",
        "Parameters are universally quantified over their declared range. The sizes at which the general answer does not hold\n"
        "yet are finitely many, and each is judged by itself.",
    ),
    "abstract-open-at": "undecided: not settled at {where}",
    "abstract-undecided": "undecided: {why}",
    "abstract-refuted-at": Rule(
        "false at {where}",
        "A claim with a parameter is one for all its admitted values; one value at which it fails refutes it.",
    ),
    "abstract-narrow": "sound, but too narrow for {range}: it misses a solution",
    "abstract-natural": "natural in every dimension: it is built from dot products, monomials and offsets",
    "series-agrees": Rule(
        "the series gives exactly this space",
        "Every term is invariant, and the terms span all functions of the invariant: with coefficients such that the series\n"
        "converges smoothly, its sums are all smooth kernels.",
    ),
    "series-agrees-everywhere": "the series gives exactly this space, in every admitted dimension",
    "series-illegal": "the series has a term that is no solution: {term}, with the coefficient {coefficient}",
    "series-too-narrow": "sound, but too narrow: its terms{degree! miss degree {degree}| do not span all solutions}",
    "series-few": "too narrow: one constant stands before all terms, and the solutions are infinitely many",
    "series-few-constants": "{solutions} are independent solutions, and a formula with {constants} constant{constants?|s} has at most "
    "{constants} independent instance{constants?|s}",
    "series-unread": "undecided: the series is not read ({why})",
    "series-open": "undecided: the terms are solutions, but whether they span all of them is not settled ({why})",
    "series-sound-open": "undecided: whether every term of the series is a solution was not settled",
}

COUNTEREXAMPLES: dict[str, Rule | str] = {
    "series-missed": "{solution} is a solution, but the series has no term of degree {degree} in {variable} to make it from",
}

WORDING = {**STEPS, **EVIDENCE, **REASONS, **COUNTEREXAMPLES}
