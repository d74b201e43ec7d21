"""What is said about presented categories: functors, transformations, paths, and ends, coends, limits and
colimits on them.
"""

from catalg.render.wording import Rule

WHY = (
    "{why_tables!: the functor to finite sets with {why_tables} takes {why_element} to {why_first} along the one side and to "
    "{why_second} along the other|}"
    "{why_normal!: the normal forms {why_normal} and {why_other_normal} of a complete system are different|}"
    "{why_members!: only {why_members} equal {why_path}|}"
    "{why_alone!: no equation applies to {why_alone}|}"
)
"""Why two paths differ, after a sentence that says that they do."""

FUNCTORS = {
    "functor-checked": Rule(
        "a functor: {equations?the equation holds|all {equations} equations hold}",
        "A functor on a presented category is given by its values on objects and generating arrows. "
        "It exists exactly when\n"
        "both sides of each declared equation have the same value.",
    ),
    "functor-on-free-category": Rule(
        "a functor: {category} has no equations to respect",
        "On a free category any choice of sets and maps is a functor.",
    ),
    "functor-broken": Rule(
        "not a functor: an equation fails",
        "An equation of the category does not hold between the values. The counterexample gives an "
        "element to start from and\n"
        "what each side of the equation makes of it.",
    ),
    "broken-equation": (
        "{functor} does not respect {left} = {right}: on {element} in {functor}({object}), the left "
        "side gives {left_value} and the right side {right_value}"
    ),
    "broken-linear-equation": (
        "{functor} does not respect {left} = {right}: on basis vector {element} of "
        "{functor}({object}), the left side gives {left_value} and the right side {right_value}"
    ),
    "equation-holds": "{left} = {right} holds in {functor}",
    "more-equations-hold": "and {count} more equation{count?|s} hold{count?s|}",
}

TRANSFORMATIONS = {
    "natural": Rule(
        "natural: {squares?the naturality square commutes|all {squares} naturality squares commute}",
        "A family of components is natural exactly when its square commutes for each generating "
        "arrow; composites follow by\n"
        "pasting squares.",
    ),
    "not-natural": Rule(
        "not natural: a square does not commute",
        "For an arrow f from c to d, an element x of the source at c can go along f first and then "
        "through the component at d,\n"
        "or through the component at c first. The counterexample names an x for which the two ways "
        "end in different places.",
    ),
    "broken-square": (
        "not natural at {arrow} : {domain} → {codomain}: on {element}, {left_path} gives {left}, "
        "{right_path} gives {right}{more!; it also fails at {more}|}"
    ),
    "broken-linear-square": (
        "not natural at {arrow} : {domain} → {codomain}: on basis vector {element}, {left_path} gives "
        "{left}, {right_path} gives {right}"
    ),
    "square-commutes": "the square of {arrow} : {domain} → {codomain} commutes",
    "more-squares-commute": "and {count} more square{count?|s} commute{count?s|}",
}

PATHS = {
    "same-path": "both sides are the same path, {path}",
    "paths-equal": Rule(
        "equal in {category}{lemmas!, through {lemmas} lemma{lemmas?|s}|}",
        "The two paths are joined by a chain in which each link replaces one side of an equation by "
        "the other. Such chains are\n"
        "found by Knuth-Bendix completion and shortened; every link is checked again.",
    ),
    "paths-differ": Rule(
        "not equal in {category}",
        "Shown by one of three things: a path whose whole class is listed; a functor to finite sets "
        "that takes the two paths\n"
        "to different maps; or two different normal forms of a complete rewriting system. Each is "
        "checked independently.",
    ),
    "completion-stopped": Rule(
        "neither proved nor refuted: completion stopped at its limit in {limit} after {pairs} "
        "critical pairs, with {rules} rules; no small functor separates the paths and their classes "
        "have more than {words} members",
        "Equality of paths is undecidable in general. Completion, a search for a separating functor "
        "and the listing of classes\n"
        "are all limited, in steps and not in seconds, so that the answer is the same on every "
        "machine.",
    ),
    "confluence-not-confirmed": (
        "the completed system of {rules} rules was too large to be confirmed confluent"
    ),
    "rewrite-chain": "{chain}, by {equations}",
    "rewrite-chain-with-lemmas": (
        "{chain}{equations!, by {equations}|}{lemmas!, with lemma{lemmas?|s} {lemmas}|}"
    ),
    "lemma": "lemma {number}: {left} = {right}, since {chain}{lemmas!, with lemma{lemmas?|s} {lemmas}|}",
    "nothing-applies": (
        "{left} and {right} are different paths, and no equation of {category} applies to {path}"
    ),
    "exhausted-class": (
        "only {size} paths equal {path} in {category}, and {other} is not one of them: {members}"
    ),
    "normal-forms": (
        "in the complete system of {rules} rule{rules?|s} {listing}, {left} has the normal form "
        "{left_normal} and {right} has {right_normal}"
    ),
    "separating-functor": (
        "the functor to finite sets with {tables} respects every equation of {category}, but takes "
        "{element} along {left} to {left_value} and along {right} to {right_value}"
    ),
    "confluent-system": (
        "the {rules} rule{rules?|s} {listing} {rules?is|are} confluent: all critical pairs were "
        "resolved again"
    ),
}

ENDS = {
    "end-as-transformations": (
        "an element of {end} is a natural transformation from {source} to {target}: a map at each "
        "object of {category}, with a commuting square for each arrow"
    ),
    "limit-as-families": (
        "an element of {limit} is a matching family: one element of {functor} at each object of "
        "{category}, carried to each other by the arrows"
    ),
    "limit-cone-entries": Rule(
        "the universal cone takes a family to its entries at {objects}",
        "A limit comes with a map to F(c) for each object c, which commute with the arrows. Every other such cone goes through\n"
        "it in exactly one way: an element of another apex goes to the family of its images.",
    ),
    "colimit-cocone-listed": Rule(
        "the universal cocone takes an element to its class; the classes are {classes}",
        "A colimit comes with a map from F(c) for each object c. Every other such cocone goes through it in exactly one way.",
    ),
    "colimit-cocone": "the universal cocone takes an element of {functor} to its class",
    "yoneda": Rule(
        "{functor} is representable by {object}, through its element {element}; so (Yoneda) a "
        "transformation to {target} is an element of {target}({object}), {size} in all",
        "Natural transformations from Hom(c, -) to G correspond to the elements of G(c): each is "
        "determined by where it sends\n"
        "the universal element.",
    ),
    "propagation": (
        "{variables} value{variables?|s} tied by {constraints} constraint{constraints?|s}: "
        "propagation leaves {remaining} free choice{remaining?|s} to count"
    ),
    "elimination": (
        "{components?the choices hang together and have|the choices fall into {components} "
        "independent parts with} {factors} solutions; the widest table of the elimination ranges over "
        "{width} element{width?|s}"
    ),
    "no-section": "propagation leaves some element without a value: there is none",
    "listing-cut": "{shown} of the {size} are listed",
    "coend-as-quotient": (
        "{coend} is the disjoint union of {right}(c) × {left}(c) over the objects c of {category}, "
        "{pairs} pair{pairs?|s}, with {identifications} identification{identifications?|s}"
    ),
    "co-yoneda": Rule(
        "{functor} is representable by {object}, through its element {element}; so (co-Yoneda) the "
        "coend is {other}({object}), with {size} element{size?|s}",
        "The coend of Hom(-, c) with F is F(c): every pair is identified with one whose first entry "
        "is the identity.",
    ),
    "colimit-as-quotient": (
        "{colimit} is the disjoint union of the sets {functor}(c) over the objects c of {category}, "
        "{elements} element{elements?|s}, with each element identified with its images"
    ),
}

LINEAR = {
    "vect-end-as-nullspace": (
        "an element of {end} is a matrix at each object of {category} that intertwines {source} and "
        "{target} along each arrow"
    ),
    "vect-limit-as-nullspace": (
        "an element of {limit} is a matching family of vectors of {functor}, one at each object of {category}"
    ),
    "linear-system": (
        "{equations} equation{equations?|s} in {unknowns} unknown{unknowns?|s}: the solutions form a "
        "space of dimension {dimension}"
    ),
    "vect-coend-as-cokernel": (
        "{coend} is the sum of {right}(c) ⊗ {left}(c) over the objects c of {category}, of dimension "
        "{pairs}, modulo {relations} relation{relations?|s}"
    ),
    "vect-colimit-as-cokernel": (
        "{colimit} is the sum of the spaces {functor}(c) over the objects c of {category}, of "
        "dimension {pairs}, modulo {relations} relation{relations?|s}"
    ),
    "linear-quotient": "the quotient has dimension {dimension}",
}

CERTIFICATES = {
    "transformations-checked": "{count} listed element{count?|s} checked on {squares} square{squares?|s}",
    "not-a-transformation": "element {number} of {end} is not natural",
    "listed-twice": "an element of {end} is listed twice",
    "recounted": "counted again by a sweep with a frontier of at most {width} element{width?|s}: {size}",
    "recount-differs": "a second count gives {recount} and not {size}",
    "recount-over-limit": (
        "a second count, by a sweep with a frontier of {width} element{width?|s}, went over its limit"
    ),
    "no-quotient-map": "the solution comes without its quotient map",
    "identification-broken": "pairs {first} and {second} should be identified and are not",
    "quotient-respects": "the quotient map respects all {identifications} identification{identifications?|s}",
    "classes-recounted": "a search for connected components finds {recount} class{recount?|es} too",
    "classes-differ": "a search for connected components finds {recount} class{recount?|es} and not {size}",
    "families-checked": "{count} basis famil{count?y|ies} checked on {squares} square{squares?|s}",
    "family-independent": "{dimension?it is|they are} linearly independent",
    "family-dependent": "the basis is linearly dependent",
    "family-nullity-bound": (
        "modulo {prime} the conditions have rank {rank} in {unknowns} unknown{unknowns?|s}, so that "
        "there are at most {bound} dimension{bound?|s}"
    ),
    "relation-survives": "the projection does not vanish on a relation",
    "projection-respects": "the projection vanishes on all {relations} relation{relations?|s}",
    "set-count": "`{count} {end}` is {value}",
    "set-count-differs": "`{count} {end}` has another value",
    "set-count-found": "`{count} {end}` is {found}, not {value}",
    "set-count-not-certified": "`{count} {end}` comes out as {found}, but without a complete certificate",
    "set-count-unknown": "{end} has no {count} to compare",
    "set-count-with-parameters": "`{count} {end}` does not depend on parameters, and {value} does",
}

UNIVERSAL = {
    "limit-cone": Rule(
        "a limit cone of {functor}",
        "A cone is a limit exactly when each matching family comes from one element of its apex.",
    ),
    "colimit-cocone": Rule(
        "a colimit cocone of {functor}",
        "A cocone is a colimit exactly when every element of its apex is hit and only what arrows "
        "join is glued.",
    ),
    "comparison-bijective": "the comparison map is a bijection on {size} element{size?|s}",
    "no-cone": "not a cone: a triangle does not commute",
    "broken-cone": "at {arrow}, on {element}: going along gives {left}, the leg gives {right}",
    "no-cocone": "not a cocone: a triangle does not commute",
    "broken-cocone": (
        "at {arrow}, on {element}: the leg after the arrow gives {left}, the leg before it gives {right}"
    ),
    "not-a-limit": "a cone, but not a limit",
    "same-family": "{first} and {second} have the same images everywhere",
    "missed-families": "the apex has {apex} element{apex?|s} and the limit {size}; missed: {missed}",
    "not-a-colimit": "a cocone, but not a colimit",
    "missed-elements": "nothing goes to {missed}",
    "glued-without-reason": (
        "{first} in {functor}({first_object}) and {second} in {functor}({second_object}) both go to "
        "{value}, and no arrows join them"
    ),
    "limit-not-counted": "the limit of {functor} is too large to be counted",
    "broken-image": "{left} = {right} goes to {left_image} = {right_image}, which fails in {target}" + WHY,
    "image-holds": "{left} = {right} goes to {left_image} = {right_image}, which holds in {target}",
}

WORDING = FUNCTORS | TRANSFORMATIONS | PATHS | ENDS | LINEAR | CERTIFICATES | UNIVERSAL
