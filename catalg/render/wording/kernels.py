"""What is said about kernels on manifolds: derivations, certificates, counts, formulas."""

from catalg.render.wording import Rule

WORDING: dict[str, Rule | str] = {
    "kernel-translations": Rule(
        "shifts act freely, so a kernel is a function of differences alone: {coordinates} coordinate{coordinates?|s} drop out",
        "If a group acts freely and transitively on one argument, equivariant maps on G x Z are the maps on Z (Yoneda reduction).",
    ),
    "kernel-ranks": Rule(
        "generic orbits have dimension {orbit} in a space of dimension {dimension}, and the stabilizer of a generic point, "
        "components included, fixes {values} dimension{values?|s} of the values",
        "The number of independent invariants is the codimension of a generic orbit; the number of arbitrary functions is the\n"
        "dimension of the values that the stabilizer of a generic point fixes, with all its components.",
    ),
    "kernel-nothing": Rule(
        "nothing is left: the infinitesimal stabilizer of a generic point, of dimension {infinitesimal}, fixes {values} "
        "dimension{values?|s} of the values{elements!, and {elements} fixes generic points too and leaves none of them|}",
        "The value of an equivariant kernel at a point is fixed by the stabilizer of the point. An element that fixes generic points\n"
        "but acts on the values without fixed vectors, such as a reflection on a pseudoscalar, leaves only zero.",
    ),
    "functions-saved": Rule(
        "without the symmetry {components} function{components?|s} of {variables} coordinate{variables?|s}, with it {functions} "
        "function{functions?|s} of {arguments} invariant{arguments?|s}",
        "Without the symmetry a kernel has a function of all coordinates for each component of its values.",
    ),
    "kernel-form": "every solution is a combination of the covariants with functions of the invariants",
    "kernel-sound": Rule(
        "{covariants} covariant{covariants?|s} and {invariants} invariant{invariants?|s} satisfy the condition exactly, on "
        "each of the {generators} generator{generators?|s}",
        "The identities hold as identities of polynomials modulo the equations of the space, one for each generator.",
    ),
    "kernel-bounds": Rule(
        "bounds that meet: {arguments_at_least} ≤ arguments ≤ {arguments_at_most} and {free_at_least} ≤ functions ≤ "
        "{free_at_most}, ranks modulo {prime}",
        "Ranks modulo a prime at a point are lower bounds for the exhibited invariants and covariants. The codimension of an\n"
        "orbit and the values fixed by known elements of the stabilizer are upper bounds. Bad luck can only keep them apart.",
    ),
    "kernel-theorem": Rule(
        "the invariants tell generic orbits apart: {theorem}",
        "Tuples of vectors with the same products are moved to each other by an isometry (Witt), frames by a linear map; the\n"
        "components of the group are compared with those that can do so.",
    ),
    "kernel-slice-step": Rule(
        "{argument} runs through {cosets?the cosets of a subgroup|the group}, so a kernel is known from its values where {argument} is the "
        "neutral element, and there {cosets?the subgroup is what is left of the symmetry|nothing is left of the symmetry} (Yoneda reduction)",
        "Map_G(G/H × Z, V) = Map_H(Z, V): K(x, z) = x·k(x⁻¹·z), with k a kernel for the stabilizer H of the neutral element.",
    ),
    "kernel-slice": Rule(
        "at the neutral element of an argument the kernels are those of its stabilizer, {generators} "
        "generator{generators?|s}, and there the formula is certified",
        "Map_G(G/H × Z, V) = Map_H(Z, V): a kernel is known from its values at one point of a homogeneous space, and every map\n"
        "that is equivariant for the stabilizer of that point extends. For H = 1 every map extends.",
    ),
    "kernel-quotient-step": Rule(
        "what does not depend on the representative {argument} of a coset is a function of {vector}, a point of a sphere",
        "SO(n)/SO(n-1) is the sphere: the rotations that fix an axis are its stabilizer, and functions on their cosets are functions\n"
        "of where the axis goes.",
    ),
    "kernel-quotient": Rule(
        "the right translations are the stabilizer of a vector, so the kernels are those on a sphere, and there the formula is certified",
        "SO(n)/SO(n-1) is the sphere: the skew matrices that send a vector to 0 generate the whole stabilizer of it, which is connected.",
    ),
    "kernel-slice-point": Rule(
        "the argument is one orbit: the kernels are the {dimension} dimension{dimension?|s} of values that its stabilizer fixes, "
        "{generators} generator{generators?|s}",
        "Map_G(G/H, V) = V^H: the value at one point is fixed by its stabilizer, and every fixed value extends.",
    ),
    "kernel-sheets": Rule(
        "on each of the open regions below the invariants tell orbits apart ({theorem}), and the functions may be chosen on each "
        "separately; on all of the space they are C^∞ where they fit together with all derivatives",
        "An invariant that is locally constant, as the direction of time is, tells orbits apart that agree in all other invariants.\n"
        "It is no function of them, and no smooth function either: the functions in the formula are chosen on each open region\n"
        "separately. A choice gives a smooth kernel where the pieces fit together with all derivatives, as exp(-1/D²) and 0 do\n"
        "at the boundary D = 0 of a region.",
    ),
    "kernel-stratum": Rule(
        "where the products have signature ({positive}, {negative}): {free} function{free?|s} on "
        "{sheets?one region|each of {sheets} regions of different orientation}",
        "An open stratum: tuples of vectors whose matrix of products has so many positive and negative squares. By Witt's theorem the\n"
        "tuples with the same products form one orbit of the whole orthogonal group. The declared group has as many orbits there as\n"
        "components that neither it nor the isometries of the complement reach. The number of functions is the dimension of the\n"
        "values that the stabilizer fixes.",
    ),
    "kernel-missed-sheet": "exp(−1/D²){scalar?| · {covariant}} where the orientation is that of {point}, and 0 elsewhere, is a C^∞ "
    "solution that no instance gives, D being the determinant of the products, {products} and so on: the arguments of every "
    "function agree at {point} and at {other}, D is {value} at both, and the group does not lead from one to the other",
    "count-out-of-bounds": "{count} is not {claimed}",
    "count-bounded": "it is at least {least} on a dense open set and at most {most} on an open set",
    "kernel-lattice-counts": "the {shifts} shift{shifts?|s} act freely and properly: kernels are all functions on the quotient",
    "kernel-lattice": Rule(
        "points with the same arguments differ by the lattice of the {shifts} shift{shifts?|s}",
        "Kernels under a lattice of shifts are the functions on the quotient, a torus or a cylinder over one. Cosines and sines of\n"
        "2πλ(x) tell its points apart when the linear forms λ generate the dual lattice.",
    ),
    "kernel-spaces-agree": Rule(
        "{left} and {right} are the same space of kernels",
        "Each space is certified complete, and the general kernel of each satisfies the condition of every generator of the other.",
    ),
    "kernel-spaces-included": "the general kernel of {left} holds on all {second} generators of {right}, and that of {right} on all "
    "{first} generators of {left}",
    "kernel-spaces-incomparable": "undecided: {left} and {right} are not given on the same space in the same coordinates",
    "kernel-spaces-open": "undecided: no kernel of one was found outside of the other, but one of them is not certified to lie in the other",
    "kernel-only-in-one": "{solution} lies in {inside} but not in {outside}: the {element} along {generator} takes {point} to {image}: "
    "{entry!entry {entry} of |}it is {left} there, but ρ(g) K gives {right}",
    "strata-differ": Rule(
        "{count} is not one number: it differs from one open stratum to another",
        "On open sets of tuples whose products have different signatures the stabilizers differ, and with them the number of\n"
        "arbitrary functions. The counterexample lists the strata.",
    ),
    "stratum-count": "it is {actual}, not {claimed}, where the products have signature ({positive}, {negative}); the strata: {strata}",
    "kernel-yoneda": Rule(
        "the group acts freely and transitively on an argument: at its neutral element the invariants are coordinates of "
        "the rest and the covariants a basis of the values",
        "Yoneda reduction, Map_G(G × Z, V) = Map(Z, V): a kernel is known from its values at the neutral element, and every\n"
        "function there extends.",
    ),
    "kernel-separation": Rule(
        "the invariants tell generic orbits apart: on a section they agree at {bound} point{bound?|s}, which {order} "
        "symmetr{order?y|ies} of the section exchange{order?s|}",
        "Independent invariants need not separate orbits: x·y misses the sign of the angle on the circle. A section meets the\n"
        "generic orbits; if the invariants agree there only at points that the group exchanges, every invariant function is a\n"
        "function of them.",
    ),
    "count-holds": Rule("{count} = {value}", "The number is read off a certified basis, never off a formula for it alone."),
    "count-differs": "{count} is {actual}, not {claimed}",
    "counts-not-certified": "undecided: the numbers are not certified{why!: {why}|}",
    "kernel-natural": Rule(
        "natural: the condition holds on {generators?the one generator|all {generators} generators}",
        "A kernel is natural when K(g·x) = ρ(g) K(x) for every generator g: for a Lie generator its derivative along the\n"
        "vector field equals dρ(X) K, for a discrete one both sides agree after substitution. Undeclared functions are arbitrary.",
    ),
    "kernel-generators": "checked on {generators} generator{generators?|s}, as identities",
    "kernel-not-natural": Rule(
        "not natural: {generator} breaks it",
        "The counterexample gives a group element, a point, its image, and both sides of K(g·x) = ρ(g) K(x) there.",
    ),
    "kernel-breaks": "the {element} along {generator} takes {point} to {image}: {entry!entry {entry} of |}K there is {left}, but "
    "ρ(g) K gives {right}{instance! (with {instance})|}",
    "kernel-breaks-infinitesimally": "along {generator} the two sides differ by {difference}, which is {value} at {point}",
    "kernel-generator-undecided": "undecided on {generator}: {why}",
    "formula-is-space": Rule(
        "sound and complete: its instances are all solutions",
        "Sound: every instance satisfies the condition. Complete: there are as many independent terms as arbitrary functions,\n"
        "and the arguments of each function separate generic orbits.",
    ),
    "formula-too-narrow": Rule(
        "sound, but too narrow: it misses a solution",
        "The counterexample is a solution that no choice of the undeclared functions and constants gives.",
    ),
    "kernel-missed": "{solution} is a solution that no instance gives"
    "{left!: {function!{function} takes|every instance takes} equal values at {point} and at {other}, "
    "but {invariant!{invariant}|the solution} is {left} and {right} there|"
    "{other!: {function} would be 1 at {point} and 0 at {other}, with the same argument|"
    "{never!: a function of {function} would have to be {never} at {point}|"
    "{invariant!: near {point} {invariant} changes where the arguments of {function} do not|; compare them at {point}}}}}",
    "formula-series": "undecided: a series is not compared with this space",
    "formula-unreadable": "undecided: {why}",
    "formula-not-linear": "undecided: the formula is not linear in its undeclared names",
    "formula-no-solution": "undecided: the space itself is not solved",
    "formula-solution-not-complete": "sound, but undecided whether it is complete{why!: {why}|}",
    "formula-arguments-undecided": "sound, but undecided whether the arguments of its functions separate generic orbits",
    "coupled-algebra": Rule(
        "the fields that act on {vector} span so(3), the infinitesimal rotations about its axes",
        "Read off the vector fields of the declared generators: three skew matrices that span the Lie algebra of the rotations.",
    ),
    "coupled-parts": Rule(
        "the source splits into irreducibles of degrees {source}, the target into {target} (multiplicity x degree; bases of "
        "irrep(l): real harmonics, m = -l, …, l, without the Condon-Shortley sign)",
        "Vectors of weight 0 about the third axis, split by the Casimir operator, each generate one irreducible part; acting with\n"
        "the Lie algebra gives a basis of it in which it is irrep(l).",
    ),
    "coupled-degrees": Rule(
        "from irrep(l) to irrep(J) there is one coupling for each degree L = |l - J|, …, l + J: {count} in all",
        "The theorem of Wigner and Eckart: K(x) = Σ φ_L(r) C_L(x), C_L(x) = sqrt(2J + 1) Σ (real 3j symbol) r^L Y_L(x/r)\n"
        "sqrt(4π/(2L + 1)), written clebsch_gordan(l, J, L, x); 2 min(l, J) + 1 functions for each pair of irreducible parts.",
    ),
    "coupled-parity": Rule(
        "{lost} of them change{lost?s|} sign under a discrete generator and {lost?is|are} forbidden: {kept} {kept?is|are} left",
        "A reflection sends C_L to (-1)^L times the product of the two parities times itself: parity selects the degrees L.",
    ),
    "coupled-orbits": Rule(
        "the rotations are transitive on the directions of {vector}{sphere!|, so that orbits are its spheres}: a kernel is known from its values "
        "at one point of each",
        "The fields span the tangent space of {{|z| = r}} at every point and the set is connected, so that a kernel is determined by\n"
        "its value at one point, which the stabilizer of the point fixes.",
    ),
    "coupled-bounds": Rule(
        "bounds that meet: the stabilizer of a point fixes at most {most} dimension{most?|s} of the values, and {least} of the {listed} listed "
        "covariant{listed?|s} are independent there, ranks modulo {prime}",
        "A nullity modulo a prime can only be too large, a rank too small.",
    ),
    "coupled-odd": Rule(
        "{count} covariant{count?|s} of the connected part change{count?s|} sign under a discrete generator, exactly, so that "
        "{count?its function is|their functions are} 0",
    ),
    "coupled-breaks": "along {generator} the derivative of entry {entry} of K at {point} is {left}, but dρ K gives {right} there "
    "(with {instance})",
    "labels-series": Rule(
        "irrep({source}) (x) irrep({target}) has the character of the sum of irrep(L) for L = |{source} - {target}|, …, {source} + {target}, {count} "
        "degrees: an identity in symbolic degrees, verified",
        "The character of irrep(l) is q^-l + … + q^l; both sides times (q - 1)^2 have four terms, with l and J in the exponents. Over a compact\n"
        "group equal characters mean equivalent representations.",
    ),
    "labels-theorem": Rule(
        "the couplings through L = |{source} - {target}|, …, {source} + {target} are a basis (theorem of Wigner and Eckart)",
        "The harmonics of degree L are the only functions on the sphere that transform as irrep(L), up to a factor (Frobenius reciprocity: the\n"
        "stabilizer SO(2) fixes one line of irrep(L)). The theorem is cited for all degrees; it is not derived here.",
    ),
    "labels-instances": "as a safeguard the functions were counted again at a point, by linear algebra without labels, for {instances}",
    "labels-schur": Rule(
        "irrep({source}) and irrep({target}) are irreducible, over the real numbers too, and equal exactly for equal degrees: by Schur's lemma the "
        "intertwiners are multiples of the identity, or 0",
        "The integer spins of so(3) are of real type: their commutant is the real numbers. The lemma is cited for all degrees.",
    ),
}
