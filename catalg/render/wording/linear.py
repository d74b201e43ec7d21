"""What is said about linear ends: orbits, nullspaces, diagrams, their certificates, and the claims about them."""

from catalg.render.wording import Rule

STEPS = {
    "pairs-permuted": Rule(
        "{generators!the {generators} generator{generators?|s} permute{generators?s|} the basis vectors of {source} and of {target} "
        "(up to sign), so a map is equivariant exactly when its {pairs} entries agree along the orbits of index pairs|"
        "nothing moves the basis vectors of {source} and {target}: each of the {pairs} entries is free}",
        "If g e_j = ±e_gj on both sides, then X g = g X says X_(gi, gj) = ±X_ij. The entries are therefore constant up to sign\n"
        "along the orbits of the group on pairs (i, j), and free otherwise. Orbits are found from the generators alone.",
    ),
    "orbits-of-pairs": "there {orbits?is|are} {orbits} orbit{orbits?|s}",
    "sign-conflicts": Rule(
        "on {lost} of them some group element returns to a pair with the opposite sign, or leaves the graph: the entries vanish there; "
        "{left} remain{left?s|}",
        "If g(i, j) = (i, j) with sign -1, then X_ij = -X_ij = 0.",
    ),
    "along-graph": "only the {pairs} entries on the diagonal and the edges of {graph} may be nonzero",
    "hom-blocks": Rule(
        "a map between direct sums is a matrix of maps between the summands: {sources} × {targets} blocks, each solved by itself",
        "Hom(A (+) B, C) = Hom(A, C) (+) Hom(B, C), and likewise in the target.",
    ),
    "hom-conditions": Rule(
        "X : {source} → {target} with {entries} entries; {discrete!for {discrete}, the image of the generator in {target} times X equals X "
        "times its image in {source}|no discrete generator}{lie!; the same for the Lie generators {lie}|}",
        "For a discrete generator s the condition is W(s) X = X V(s), for a Lie generator a it is dW(a) X = X dV(a). Together\n"
        "they are all conditions: the Lie generators give the component of the identity, the discrete ones the others. No\n"
        "average over the group is taken, so that it need not be compact.",
    ),
    "equal-weights": Rule(
        "generators that act diagonally leave an entry free only where their eigenvalues on both sides agree: {unknowns} of {entries} "
        "entr{entries?y|ies}",
        "From w_i X_ij = X_ij v_j it follows that X_ij = 0 unless w_i = v_j.",
    ),
    "hom-nullspace": "the {equations} linear equation{equations?|s} in {unknowns} unknown{unknowns?|s} have a solution space of dimension "
    "{dimension}",
    "zero-by-parity": Rule(
        "nothing is left because of {generator} alone: it multiplies the source by {source} and the target by {target}",
        "If s acts by the number a on the source and by b on the target, then b X = a X, so that X = 0 unless a = b.",
    ),
    "zero-by-one": Rule(
        "nothing is left because of {generator} alone: its eigenvalues on the source and on the target are different",
        "W(s) X = X V(s) has a solution X other than 0 iff V(s) and W(s) have an eigenvalue in common (Sylvester).",
    ),
    "zero-by-several": Rule(
        "nothing is left because of {generators} together; alone they would leave {alone} dimensions",
        "None of these generators can be left out: without it the space would not be zero.",
    ),
    "hom-dimension": "altogether the dimension is {dimension}",
    "index-slots": Rule(
        "an element of Hom({source}, {target}) is an array with {blocks?at most |}{indices} ind{indices?ex|ices}{blocks?|, in {blocks} blocks}",
        "For a symbolic size the entries are a function of indices that run over 1, …, n; powers and subsets give indices that\n"
        "may be permuted.",
    ),
    "set-partitions": Rule(
        "relabelling leaves only the question which indices are equal: one basis element for each way to partition the indices into "
        "classes",
        "Two index tuples lie in one orbit of Sym(n) exactly when the same of their entries are equal. The orbits of k-tuples are\n"
        "the set partitions of k into at most n classes, for every n.",
    ),
    "pairings": Rule(
        "by the first fundamental theorem ({theorem}) every invariant is a combination of products of {tensors}: the indices are paired off",
        "A first fundamental theorem names the tensors from which all invariants of a classical group are built: the metric delta\n"
        "for O(n), the symplectic form omega for Sp(n), the evaluation of covectors on vectors for GL(n), and the volume form\n"
        "epsilon in addition for the special groups, which needs as many indices as there are dimensions.",
    ),
    "index-words": "written with i, j, … for the indices of {target} and p, q, … for those of {source}",
    "symmetrised-diagrams": "summed over the symmetries of the indices, {diagrams} remain{diagrams?s|}",
    "diagram-basis": "they are a basis of dimension {dimension} for {range}",
    "parameters-saved": Rule(
        "{before} parameter{before?|s} become{before?s|} {after}",
        "Without the symmetry a linear map has one parameter for each entry of its matrix.",
    ),
    "hom-splits": Rule(
        "block by block: {parts}",
        "Maps between direct sums are matrices of maps between the summands: each pair of summands has its own dimension.",
    ),
    "polynomial-ansatz": Rule(
        "a polynomial of degree at most {degree} has a coefficient for each of {monomials} monomials and each of {components} "
        "component{components?|s}: the group acts on the monomials linearly, and the coefficients are an intertwiner",
        "K(x) = C M(x) with the monomials M(x), which the group maps to combinations of themselves: M(g x) = A(g) M(x). K is equivariant\n"
        "exactly when C A(g) = rho(g) C.",
    ),
    "restricted-support": Rule(
        "only {entries} entries may differ from zero",
        "A restriction of the support (causal, local, along a graph) says which entries are unknowns at all. It need not be\n"
        "preserved by the group: the end is then the space of equivariant maps whose entries vanish elsewhere.",
    ),
    "restricted-conditions": "on these entries equivariance under {generators} leaves dimension {dimension}",
    "restricted-symmetry": "of dimension {before}, the {kind} ones have dimension {dimension}",
    "exceptional-size": "at {where} the dimension is {dimension}",
    "external-factors": Rule(
        "each tensor factor belongs to one factor of the group, so that the maps are products of {ends}",
        "Over G × H, Hom(V (*) W, V' (*) W') = Hom_G(V, V') (*) Hom_H(W, W') where G acts on V and V' only and H on W and W' only.",
    ),
    "external-product": "one Kronecker product for each choice, {factors}: together {dimension}",
    "residues": Rule(
        "the points are the residues modulo {size} and r adds 1, so an entry of a map from {source} to {target} depends only on the "
        "differences of its {indices} ind{indices?ex|ices}",
        "A function on tuples of residues that does not change when 1 is added to all of them is a function of the differences\n"
        "from the first: subtract the first from all. There are n^(m - 1) vectors of differences for m residues.",
    ),
    "differences-even": Rule(
        "the reflection negates all differences: the coefficients at d and at -d agree",
        "c - x takes differences d to -d. A vector with d = -d modulo n stands for itself.",
    ),
    "differences-signed": Rule(
        "the reflection negates all differences: the coefficients at d and at -d agree up to the sign with which it acts",
        "c - x takes differences d to -d, and multiplies by its sign on the source and the target. Where that is -1 the\n"
        "coefficient at a vector with d = -d modulo n is 0.",
    ),
    "circulants": Rule(
        "with one index on either side these are circulant matrices: sums of powers of shift, the permutation matrix of x -> x + 1 modulo {size}",
        "A matrix commutes with the shift exactly when it is a polynomial in the shift (P. Davis, Circulant Matrices, 3.1).",
    ),
    "difference-classes": "for every size they are a basis, of dimension {dimension}",
    "cut-to-graph": Rule(
        "cut entrywise to the diagonal and to the edges of {graph}, which is relabelled along with the nodes, I stays I and ones becomes "
        "I + {graph}",
        "An equivariant kernel may be multiplied entrywise by the adjacency matrix of a graph that is relabelled too: what comes\n"
        "out is equivariant in the pair of graph and features. This is one step of message passing.",
    ),
}

EVIDENCE = {
    "irreps-irreducible": Rule(
        "irreducible and pairwise inequivalent: {types}",
        "The generators act by unitary matrices, so that the representation is a sum of irreducible ones, and its commutant is a division\n"
        "algebra: the real numbers, the complex ones or the quaternions, which is the type. No two have an intertwiner but 0.",
    ),
    "irreps-isomorphism": Rule(
        "an isomorphism was checked: {size} × {size}, invertible, and it intertwines on every generator ({generators})",
        "T is multiplied with the matrices of both sides, in exact arithmetic, and its rank is full.",
    ),
    "irreps-basis": "its columns are the new basis, one summand after the other: {matrix}",
    "irreps-parts-basis": "the columns are bases of the isotypic parts, one after the other (inside of a part it is not split): {matrix}",
    "irreps-projectors": Rule(
        "the projectors to the isotypic parts were checked: idempotent, orthogonal, with sum 1, commuting with every generator",
        "They are polynomials in one element of the centre of the commutant. Conjugate parts over the rational numbers share a projector;\n"
        "the type of each part is read off the signature of the trace form of the commutant.",
    ),
    "irreps-conventions": "conventions: {text}",
    "summands-by-centre": "the commutant has dimension {dimension} and is the product of matrix algebras over its centre: {parts}",
    "elements-intertwine": Rule(
        "{elements!{elements?the element satisfies|all {elements} elements satisfy}|nothing to check: zero satisfies} the condition exactly, "
        "on every generator{generators!: {generators}|}",
        "The matrices are multiplied out in exact arithmetic, on the end as declared, generator by generator.",
    ),
    "elements-independent": "the elements are independent: their rank is {rank} already modulo the prime {prime}",
    "elements-independent-exactly": "the elements are independent: their exact rank is {rank}",
    "formula-differs": "the formula does not span what the elements span",
    "elements-disjoint": "the elements are independent: no two are nonzero at the same entry",
    "elements-dependent": "the {elements} elements are dependent: their rank is {rank}",
    "orbit-count": Rule(
        "there are no more: counted anew by union-find, {orbits} orbit{orbits?|s} of the {pairs} index pairs can carry a map",
        "The verifier joins the pairs that a generator maps to each other. An orbit that returns to a pair with sign -1 carries\n"
        "nothing, which it sees on two copies of the pairs, one for each sign.",
    ),
    "rank-modulo-prime": Rule(
        "there are no more: of {unknowns} unknown{unknowns?|s}, the conditions fix at least {rank} (their rank modulo {prime}), which leaves at "
        "most {nullity}",
        "A rank modulo a prime is at most the exact rank, so that the nullity found with it is an upper bound.",
    ),
    "rank-in-characteristic": "there are no more: of {unknowns} unknown{unknowns?|s}, the conditions fix exactly {rank} over the field with {prime} "
    "elements, which leaves {nullity}",
    "bounds-apart": "{elements} element{elements?|s} were found, and at most {bound} are possible",
    "element-count-wrong": "the dimension is stated as {stated}, but there are {elements} elements",
    "element-shape-wrong": "element {element} is not a {rows} × {columns} matrix",
    "element-fails": "element {element} does not satisfy the condition for {generator}: the two sides differ by {value} in entry ({row}, {column})",
    "element-unrestricted": "element {element} breaks the restriction `{kind}` in entry ({row}, {column})",
    "restrictions-hold": "each element is checked entry by entry against the restrictions: {kinds}",
    "outside-graph": "element {element} has an entry that is neither on the diagonal nor on an edge",
    "graph-moved": "{generator} does not preserve {graph}: it moves the edge {edge} off the graph",
    "group-order": "the generators act on {points} points as a permutation group of order {order}",
    "checked-at": "checked in full at {where}",
    "sound-by-form": Rule(
        "{elements?the element is|all {elements} elements are} equivariant by form: signed sums of products of invariant tensors, which the "
        "symmetries of the indices preserve; no two share a diagram",
        "Each block of a diagram was checked to be a contraction that the fundamental theorem names. Different diagrams are\n"
        "independent in the stable range, hence so are sums without a common diagram.",
    ),
    "element-without-form": "{element!element {element} is not proved to be equivariant: |}{why}",
    "dimension-counted": "at {where} the conditions have exactly {dimension} independent solution{dimension?|s}",
    "stable-range": Rule(
        "for {range} nothing changes with the size any more ({theorem})",
        "From some size on the diagrams on a fixed number of indices stay independent and no further invariants appear. So one\n"
        "size in that range settles all of them; the smaller ones are solved one by one.",
    ),
    "external-tensor-product": Rule(
        "certified for each of {factors}; the maps of external tensor products are the products of the maps",
        "Invariants of the second group are taken in the second factor alone, and those of the first one then in the first.",
    ),
    "differences-preserved": Rule(
        "every generator ({generators}) adds a constant to the residues modulo {size} or negates them, so that each element is equivariant by "
        "form; different ones have no tuple in common",
        "The indicator of all tuples with given differences, up to a common sign, is preserved by x + c and by c - x.",
    ),
    "orbits-for-all-sizes": Rule(
        "there are no more, for every size: counted anew by the Cauchy-Frobenius lemma, {count} orbits of index tuples carry a map from {source} "
        "to {target}",
        "The number of orbits that carry an invariant is the average, over the group, of the signed number of fixed tuples. The\n"
        "average is a quasi-polynomial in the size; it is compared with the count of the basis on every residue class of n.",
    ),
    "families-checked-at": "in addition checked in full at {where}",
    "facts-wrong": "at size {size} the generator {generator} does not move the points as the facts of the group say",
    "diagrams-counted": Rule(
        "there are no more: counted anew by the Cauchy-Frobenius lemma, {count} sum{count?|s} of diagrams {count?is|are} preserved by the "
        "symmetries of the indices",
        "The average, over all symmetries of the indices, of the signed number of diagrams that stay where they are.",
    ),
    "size-exception": "at {where} the dimension is {dimension}, counted from the conditions",
    "open-size": "the dimension at {where} was not found: the system is too large",
    "cut-checked": "the cuts to test graphs span what the elements for {graph} span",
    "cut-differs": "on a test graph with {nodes} nodes the cuts span another space",
    "same-span": "formula and space have the same span, of dimension {rank}{where!, at {where}|}",
    "span-within": "the span of {rank} element{rank?|s} lies in that of {whole}",
    "same-span-at": "the same span at {where}; the formula does not depend on the size, so at all larger ones too",
    "same-span-on": "the same span on the {graphs} graphs",
    "dimension-certified": "the dimension of the certified space is {value}{range! for {range}|}",
    "edges-to-edges": "every generator sends each of the {edges} edge{edges?|s} of {graph} to an edge",
    "relations-checked": "{count} relation{count?|s} evaluated exactly: {relations}",
}

REASONS = {
    "irreps-labelled": Rule(
        "{name} = {sum}{notation!, in e3nn's notation {notation}|}",
        "A representation of a compact or finite group is a sum of irreducible ones, with multiplicities that do not depend on the\n"
        "choice (Krull and Schmidt).",
        proof=True,
    ),
    "irreps-by-centre": Rule(
        "{name} is the sum of {parts}",
        "The commutant is a product of matrix algebras over division algebras, one for each isotypic part (Wedderburn).",
        proof=True,
    ),
    "irreps-not-found": "the irreducible summands were not found: {why}",
    "equivalence-holds": Rule(
        "{left} and {right} are equivalent",
        "Representations are equal up to a change of basis iff there is an invertible intertwiner; it is exhibited.",
        proof=True,
    ),
    "equivalence-fails": "{left} and {right} are not equivalent",
    "equivalence-open": "equivalence was not decided: {why}",
    "summands-not-counted": "the irreducible summands were not counted: {why}",
    "relations-hold": Rule(
        "a functor: {count?the relation holds|all {count} relations hold}",
        "A functor on a group is given on generators, and exists exactly when both sides of every relation have the same value:\n"
        "words as matrices, brackets as commutators, and exp(2 pi X) = 1 for the loops of the group, which holds when X is\n"
        "semisimple with eigenvalues in iZ.",
    ),
    "no-relations": Rule(
        "a functor: {group} has no relations to respect",
        "Without relations any choice of invertible matrices, of matrices for Lie generators, or of permutations, is a functor.",
    ),
    "relation-fails": Rule(
        "not a functor: the relation {relation} fails",
        "The counterexample gives both sides of the relation, evaluated.",
    ),
    "relation-out-of-reach": "the relation {relation} was not evaluated: {why}",
    "graph-preserved": "the group preserves {graph}",
    "graph-relabelled": "{graph} is relabelled along with the nodes",
    "graph-not-preserved": Rule(
        "the group does not preserve {graph}",
        "An end `along` a concrete graph is cut down to the diagonal and the edges. That makes sense only when the group sends\n"
        "edges to edges.",
    ),
    "not-over-nodes": "how the group permutes the nodes of {graph} cannot be read off the representations",
    "nodes-moved-differently": "source and target permute the nodes of {graph} in different ways",
    "linear-formula-agrees": Rule(
        "the formula gives exactly this space, of dimension {dimension}",
        "Every instance of the formula satisfies all conditions, and the instances span as many dimensions as there are.",
    ),
    "linear-formula-illegal": Rule(
        "the formula has instances that are not in the space{where!, for {where}|}",
        "One of its arbitrary constants multiplies a matrix that breaks the condition of a generator.",
    ),
    "linear-formula-too-narrow": Rule(
        "the formula is legal but misses solutions{where! at {where}|}: it spans {rank} of {dimension} dimensions",
        "Every instance of the formula is in the space, but there are elements of the space that no instance equals.",
    ),
    "linear-formula-affine": "the formula has a part without arbitrary constants that the other parts do not absorb{where!, at {where}|}",
    "linear-formula-not-read": Rule(
        "undecided: the formula is not read as a matrix that is linear in its constants ({why})",
        "A linear end is compared with formulas built from numbers, arbitrary constants, I, ones, explicit matrices, Kronecker\n"
        "products, transposes and delta.",
    ),
    "restricted-symbolic": "undecided: restrictions are solved for concrete sizes only",
    "restriction-without-meaning": "undecided: {why}",
    "circular-formula": Rule(
        "undecided: compared at {where} only, where it agrees; how formulas in residues modulo n behave for every n is not known here",
        "Agreement at finitely many sizes proves nothing of the others: a coefficient may change at any residue.",
    ),
    "linear-formula-sized": "undecided: the formula depends on the size in a way that was compared at {where} only",
    "formula-in-end": "the formula is an element of the space",
    "space-not-certified": "the space itself is not certified",
    "sizes-out-of-reach": "undecided: no size with room for all index patterns is small enough to be compared",
    "no-stable-range": "undecided: {why}",
    "no-such-size": "undecided at {where}: {why}",
    "no-whole-space": "the space without the graph is not known",
    "instance-too-large": "the system at {where} is too large to be checked",
    "dimension-agrees": Rule(
        "{count} = {value}",
        "The number is read off a certified basis, and for symbolic sizes holds at every admitted value of the parameters.",
    ),
    "dimension-differs": Rule(
        "{count} is {value}{where! for {where}|}, not {stated}",
        "Parameters are universally quantified over their declared range; one value at which the claim fails refutes it.",
    ),
    "dimension-open": "undecided: {count} = {value} was not settled{where! at {where}|}",
    "spaces-agree": "the two spaces are the same, of dimension {dimension}",
    "spaces-differ": "{left} and {right} are different spaces",
    "space-within": "every element is one of the other: dimension {dimension} in dimension {whole}",
    "space-not-within": "{left} is not contained in {right}",
    "spaces-not-compared": "undecided: spaces along a graph are not compared for symbolic sizes",
}

COUNTEREXAMPLES = {
    "equivalence-dimension": "{left} has dimension {one}, {right} has dimension {other}",
    "equivalence-trace": "the trace of {word} is {one} on {left}, but {other} on {right}",
    "equivalence-hom": "intertwiners have dimension {own} inside of {left}, {theirs} inside of {right} and {between} from "
    "{right} to {left}; of equivalent ones these are equal",
    "relation-values": "{left} = {left_value}, but {right} = {right_value}",
    "relation-entry": "{left} and {right} differ in entry ({row}, {column}): {left_value} against {right_value}",
    "relation-point": "{left} sends {point} to {left_value}, but {right} sends it to {right_value}",
    "loop-not-closed": "exp(2*pi*{element}) is not the identity: {element} acts by {value}, which is not semisimple with eigenvalues in iZ",
    "edge-moved-off-graph": "{generator} moves the edge {edge} to {image}, which is no edge of {graph}",
    "entry-off-graph": "the part with {constant} has a nonzero entry ({row}, {column}), which is neither on the diagonal nor on an edge{where!, "
    "for {where}|}",
    "breaks-restriction": "the part with {constant} breaks the restriction `{kind}` in entry ({row}, {column}){where!, at {where}|}",
    "breaks-discrete": "with {constant} = 1 and every other constant 0, X = {instance}: {generator} on {target} times X is {left}, but X times "
    "{generator} on {source} is {right}{where!, at {where}|}",
    "breaks-lie": "with {constant} = 1 and every other constant 0, X = {instance}: the Lie generator {generator} on {target} times X is "
    "{left}, but X times {generator} on {source} is {right}{where!, at {where}|}",
    "breaks-entry": "with {constant} = 1 and every other constant 0, the two sides of the condition for {generator} differ in entry ({row}, "
    "{column}): {left_value} against {right_value}{where!, at {where}|}",
    "breaks-at-points": "with {constant} = 1 and every other constant 0, {generator} moves the points {points} to {images}, but takes the value "
    "at {points} to {left_value}, while the value at {images} is {right_value}{where!, at {where}|}",
    "not-along-graph": "on the {graph} graph the instance {instance} is not a combination of I and the adjacency matrix",
    "solution-missed": "{solution} is a solution that no instance of the formula equals{where! (at {where})|}",
    "zero-missed": "0 is a solution that no instance of the formula equals{where! (at {where})|}",
    "shapes-differ": "{left} against {right} matrices{where!, at {where}|}",
    "only-in-one": "{solution} lies in {inside} but not in {outside}{where! (at {where})|}",
    "dimension-at-size": "{where!for {where}, |}{count} is {value}, not {stated}",
    "dimension-finite": "a basis has {value} element{value?|s}",
}

WORDING = {**STEPS, **EVIDENCE, **REASONS, **COUNTEREXAMPLES}
