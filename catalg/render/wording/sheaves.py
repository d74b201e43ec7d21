"""What is said about cellular sheaves: sections, inconsistent data, diffusion, cohomology."""

from catalg.render.wording import Rule

STEPS = {
    "sheaf-sections": Rule(
        "a section of {functor} is a value at each of its {nodes} node{nodes?|s}, such that on each of its {edges} edge{edges?|s} "
        "the two restrictions agree: H⁰ = ker δ",
        "The limit of a functor on the incidence category of a graph is H⁰, the space of global sections. The values on the edges\n"
        "follow from those on the nodes, so that only these are unknowns.",
    ),
    "sheaf-coboundary": Rule(
        "the coboundary, minus at the first node of an edge and plus at the second, is δ = {matrix}",
        "The coboundary takes data on the nodes to their disagreement on each edge: (δx)(e) is the restriction of the value at\n"
        "the second node of e minus that of the value at the first.",
    ),
    "sheaf-first-cohomology": Rule(
        "{colimit} = H¹ = coker δ: values on the {edges} edge{edges?|s}, a space of dimension {height}, modulo the disagreements δx of "
        "data on the {nodes} node{nodes?|s}, a space of dimension {width}",
        "H¹ measures which values on the edges are disagreements of no data on the nodes. dim H⁰ − dim H¹ = dim C⁰ − dim C¹. For\n"
        "the constant sheaf it is one dimension for each independent cycle of the graph.",
    ),
    "sheaf-laplacian": Rule(
        "the sheaf Laplacian is δᵀδ = {matrix}, and ker δᵀδ = ker δ",
        "The sheaf Laplacian L = δᵀδ is symmetric without negative eigenvalues. xᵀLx is the sum of the squares of the\n"
        "disagreements on the edges, so that Lx = 0 exactly for sections; dx/dt = −Lx converges to the nearest one.",
    ),
}

DATA = {
    "data-consistent": Rule(
        "a section of {sheaf}: the data agree on {edges?the edge|all {edges} edges}",
        "Data on the nodes of a sheaf are a section exactly when on each edge the values at its two ends restrict to one value.",
    ),
    "edge-agrees": "on {edge} the values at {tail} and {head} restrict to the same",
    "data-inconsistent": Rule(
        "not a section: the data disagree on {broken} of {edges} edge{edges?|s}",
        "The counterexample lists every edge on which the values at its two ends restrict to different things, with the residual:\n"
        "the restriction from the second node minus that from the first. An anomaly is where the residuals are.",
    ),
    "edges-disagree": (
        "on {edge} the value at {tail} restricts to {left}, that at {head} to {right}; residuals {residuals}{more!, and {more} more|}"
        "{energy!; the sum of their squares is {energy}|}"
    ),
    "nearest-section": Rule(
        "the section nearest to {start}: {value}",
        "Diffusion, dx/dt = −Lx with the sheaf Laplacian L, converges to the orthogonal projection of the start on the sections.\n"
        "The answer y is certified by δy = 0 and by an exact w on the edges with x − y = δᵀw, which is orthogonal to ker δ.",
        proof=True,
    ),
    "limit-is-section": "it agrees on {edges?the edge|all {edges} edges}",
    "orthogonal-to-sections": "{data} differs from it by δᵀw with w = {weights}, which is orthogonal to all sections",
    "diffusion-converges": (
        "δᵀδ is symmetric without negative eigenvalues, so that exp(−t δᵀδ) converges to the projection on its kernel"
    ),
    "claimed-limit": "diffusion from {data} converges to this section, the nearest one",
    "claimed-limit-no-section": "diffusion from {data} converges to a section, and this is none",
    "claimed-limit-not-nearest": "this is a section, but not the one nearest to {data}",
    "not-orthogonal": "the difference to {data} is not orthogonal to the section {section}: their product is {product}",
}

MATRICES = {
    "matrix-agrees": "{text} is this matrix",
    "blocks-compared": "all entries compared, {rows} × {columns}",
    "matrix-differs": "{text} is another matrix",
    "matrix-entry": "{text} has {true_value} in row {row} and column {column}, not {value}",
    "matrix-shape": "{text} is {true_rows} × {true_columns}, this is {rows} × {columns}",
}

COHOMOLOGY = {
    "coboundary-rebuilt": "the coboundary, built again from the restrictions, is {rows} × {columns}",
    "no-coboundary": "this diagram is not that of the coboundary",
}

GLUING = {
    "linear-limit-cone": Rule(
        "a limit cone of {functor}: every matching family of local data comes from exactly one element",
        "A presheaf satisfies the sheaf condition for a cover when global data are the same as matching families of local data:\n"
        "the restrictions are a limit cone. The comparison map is injective, and the limit has no more dimensions than the apex.",
    ),
    "comparison-injective": "no element but 0 restricts to 0 everywhere: the comparison map has rank {rank}",
    "linear-limit-bound": "modulo {prime} the limit has at most {bound} dimension{bound?|s}",
    "not-a-linear-limit": "a cone, but not a limit",
    "restricts-to-zero": "{element} of the apex is not 0 and restricts to 0 everywhere",
    "unglued-family": "the matching family {family} comes from no element of the apex",
}

WORDING = STEPS | DATA | MATRICES | COHOMOLOGY | GLUING
