"""What is said about transformations of tuples of any length: naturality by composition of natural pieces."""

from catalg.render.wording import Rule

PIECES = {
    "natural-by-pieces": Rule(
        "natural under {generators!{generators?the generator|all {generators} generators} of {group} and |}every permutation of the {sizes} places, for "
        "every {sizes}: composed of {pieces} natural piece{pieces?|s}",
        "A formula over tuples of n entries is natural for every n at once when its pieces are: invariants of the group, functions\n"
        "of invariants, invariants times equivariants, sums over all places. Each piece is listed with the reason, from the inside out.",
        proof=True,
    ),
    "piece-dot": "{piece} is invariant: each generator preserves this dot product",
    "piece-norm": "{piece} is invariant: each generator preserves this length",
    "piece-function": "{piece} is invariant, a function of invariants",
    "piece-difference": "{piece} is {law}: the shifts cancel",
    "piece-sum": "{piece} is {law}, a sum of such",
    "piece-scaled": "{piece} is {law}, an invariant times such",
    "piece-stack": "{piece} is {law}, a direct sum",
    "piece-places": "{piece} is {law}; it runs over all places, so that no permutation changes it",
    "piece-mean": "{piece} is {law}: the weights are invariant and sum to 1",
    "piece-delta": "{piece} is invariant: a permutation moves equal places to equal places",
    "piece-kernel": "{piece} is invariant, checked on each generator",
    "piece-target": "the whole transforms like the target of {target}",
    "more-pieces": "and {count} more piece{count?|s}",
    "pieces-without-law": Rule(
        "no law was found for {piece} ({why}), and small instances did not break",
        "The composition rules do not cover this piece, and no counterexample was found for two or three entries.",
    ),
    "pieces-nowhere-defined": "no point was found where the formula is defined",
    "places-matter": Rule(
        "not natural: a permutation of the places changes it",
        "A transformation of tuples commutes with bijections of the set of places. The counterexample exchanges two places, of all\n"
        "arguments with that number of entries at once, and gives the point at which the value changes.",
    ),
    "places-exchanged": (
        "with {size} = {length}, exchanging the places {first} and {second} of {tuples} changes the value by {value} at {point}"
    ),
}

ALGEBRAS = {
    "algebra-law-holds": Rule(
        "{text} is {property}, on all points of the domain",
        "Both sides of each law are written out in coordinates and shown to be equal by the zero test. A fold is a weighted mean when a\n"
        "map `weigh` takes merging to addition, one item to (exp x, exp(x) v), and reading off divides: then every fold, in any order\n"
        "and over any partition into blocks, reads off the softmax-weighted mean. A masked entry is the adjoined unit: it is left out.",
        proof=True,
    ),
    "algebra-law-fails": Rule(
        "{text} is not {property}: {law} fails",
        "The counterexample is a point of the domain, and by how much the two sides of the law differ there.",
    ),
    "algebra-differs": "{law} fails{entries?| in entry {entry}}: the left side minus the right one is {value} at {point}",
    "algebra-stays": "the operation stays in its domain",
    "algebra-domain-open": Rule(
        "the laws of {text} hold as equations of formulas, but it is open whether the operation stays in its domain",
        "The domain has conditions, and its operation was not seen to keep them: sums and products of positive terms are seen\n"
        "to be positive, conditions that are equations are not covered.",
    ),
    "algebra-law-open": "{law} is open: {why}",
    "algebra-associativity": "(x y) z = x (y z){entries?| in all {entries} coordinates}",
    "algebra-commutativity": "x y = y x{entries?| in all {entries} coordinates}",
    "algebra-left-unit": "1 x = x{entries?| in all {entries} coordinates}",
    "algebra-right-unit": "x 1 = x{entries?| in all {entries} coordinates}",
    "algebra-square": "the square commutes: f(a x) = a f(x){entries?| in all {entries} coordinates}",
    "algebra-weights-add": "weigh(merge(a, b)) = weigh(a) + weigh(b)",
    "algebra-item-weight": "weigh(item(x, v)) = (exp x, exp(x) v)",
    "algebra-readout": "read(a) times the weight of a gives the numerators of a",
    "algebra-folds": (
        "by induction every fold, in any order and bracketing, weighs Σ (exp xᵢ, exp(xᵢ) vᵢ), and reads off "
        "Σ exp(xᵢ) vᵢ / Σ exp(xᵢ)"
    ),
}

WORDING = PIECES | ALGEBRAS
