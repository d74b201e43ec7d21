"""What is said about counts of arrows, Kan extensions, fibrations, adjunctions, and other properties."""

from catalg.render.wording import Rule
from catalg.render.wording.categories import WHY

COUNTS = {
    "arrows-counted": (
        "{category}: {size} arrow{size?|s} in normal form, by a confluent system of {rules} rule{rules?|s} that follow from "
        "the equations: {members}"
    ),
    "infinitely-many-arrows": (
        "infinitely many arrows {source} → {target}: {once}, {twice} and so on, going round {loop}, are different normal forms"
    ),
    "infinite-quotient": (
        "the quotient of {category} by {equation} has infinitely many arrows {source} → {target}: {once}, {twice} and so on, going "
        "round {loop}; so {category} has, too"
    ),
    "arrows-not-counted": Rule(
        "the arrows of {category} were not counted: completion did not end within its limit",
        "Arrows are counted as normal forms of a complete rewriting system. Where completion does not end there is none, and\n"
        "neither a number nor infinity is claimed.",
    ),
    "objects-listed": "{category} has {size} object{size?|s}",
    "elements-listed": "{functor}({object}) has {size} element{size?|s}: {members}",
    "dimension-read": "the dimension of {functor}({object}) is declared",
    "value-of-no-functor": "{functor} is not a functor",
    "shape-count-found": "`{count} {end}` is {found}, not {value}{why!: {why}|}",
}

EXTENSIONS = {
    "left-extension": Rule(
        "the left Kan extension of {base} along {along}, of size {sizes}",
        "The left Kan extension of F : C -> Set along K : C -> D glues, at an object d, the elements of F(c) carried along the\n"
        "arrows K(c) -> d. Its unit takes x in F(c) to x carried along the identity.",
    ),
    "right-extension": Rule(
        "the right Kan extension of {base} along {along}, of size {sizes}",
        "The right Kan extension of F : C -> Set along K : C -> D has, at an object d, the transformations from Hom(d, K -) to\n"
        "F. Its counit evaluates one at the identity.",
    ),
    "left-extension-counted": (
        "each element of {functor} is an element of {base} carried along an arrow, and there are as many as in the category "
        "that glues {base} to the target of {along}: {sizes}"
    ),
    "right-extension-counted": (
        "the elements of {functor} give different transformations to {base}, and a sweep counts as many of these: {sizes}"
    ),
    "linear-left-extension": "the left Kan extension of {base} along {along}, of dimension {sizes}",
    "linear-right-extension": "the right Kan extension of {base} along {along}, of dimension {sizes}",
    "linear-left-extension-counted": (
        "the vectors of {base}, carried along arrows by way of the unit, span {functor}; modulo a prime their relations leave no "
        "more: {sizes}"
    ),
    "linear-right-extension-counted": (
        "independent vectors of {functor} give independent families in {base} by way of the counit; modulo a prime the conditions "
        "on families leave no more: {sizes}"
    ),
    "extension-unit": "the {unit} of {functor}: {components}",
    "extension-infinite": Rule(
        "the {side} Kan extension of {base} along {along}; it is infinite at {object}",
        "A Kan extension can be infinite although all sets that it starts from are finite. It is then a functor to Set without\n"
        "a table: its size can be asked for, its elements cannot be listed.",
    ),
    "extension-loop": "at {object} there are infinitely many elements: going round {loop} always gives new ones",
    "extension-power": (
        "at {object} it is a product of powers of the sets {base}(c), and the power of {base}({factor}), which has {size} "
        "elements, is by the infinitely many arrows {object} → {exponent}"
    ),
    "extension-summands": (
        "at {object} there is a copy of {base}({factor}), which is not zero, for each of the infinitely many arrows {source} → {target}"
    ),
    "extension-size": "{functor}({object}) has {size} element{size?|s}",
    "extension-over-limit": "{functor} was not listed: {detail}",
    "extension-of-no-functor": "{base} or {along} is not known to be a functor",
    "extension-not-confirmed": "the {side} Kan extension {functor} was computed, but could not be confirmed within the limits",
}

PROPERTIES = {
    "dinatural": Rule(
        "dinatural: {hexagons?the hexagon commutes|all {hexagons} hexagons commute}",
        "A family of maps S(c, c) -> T(c, c) is dinatural when for each f : a -> b the two ways from S(b, a) to T(a, b) agree. A\n"
        "wedge is a dinatural family from a constant set.",
    ),
    "not-dinatural": "not dinatural: a hexagon does not commute",
    "broken-hexagon": (
        "not dinatural at {arrow} : {domain} → {codomain}: {element} in {source}({codomain}, {domain}) goes through the component "
        "at {domain} to {left} in {target}({domain}, {codomain}), through the one at {codomain} to {right}"
    ),
    "hexagon-commutes": "the hexagon of {arrow} : {domain} → {codomain} commutes",
    "broken-path-square": (
        "not natural at {arrow} : {domain} → {codomain}: {left} and {right} are not equal in {category}" + WHY
    ),
    "path-square-commutes": "the square of {arrow} : {domain} → {codomain} commutes: {left} = {right} in {category}",
    "invertible": "invertible: all {components} component{components?|s} are",
    "not-invertible": "not invertible: a component is not",
    "same-image": "at {object} both {first} and {second} go to {value}",
    "not-hit": "at {object} nothing goes to {missed}",
    "singular-component": "the {rows} × {columns} matrix at {object} has no inverse",
    "representable": "represented by {object}, through its element {element}",
    "universal-element": "each element of {functor} is the image of {element} along exactly one arrow from {object}",
    "not-representable": Rule(
        "not representable",
        "A functor F to Set is representable when some x in F(c) is universal: every element of every F(d) is the image of x\n"
        "along exactly one arrow c -> d.",
    ),
    "no-universal-element": "no element of {functor} is universal: {failures}",
    "finite": "{category} has {size} arrow{size?|s}",
    "not-finite": "{category} has infinitely many arrows",
    "adjunction": Rule(
        "{left} is left adjoint to {right}: all triangles commute",
        "Functors L : C -> D and R : D -> C with transformations eta : id(C) => R @ L and epsilon : L @ R => id(D) are adjoint\n"
        "when epsilon at L(c) after L(eta at c) is the identity for each c, and R(epsilon at d) after eta at R(d) for each d.",
    ),
    "adjunction-not-natural": "{transformation} is not known to be natural",
    "no-adjunction": "{left} and {right} are not adjoint by these: a triangle does not commute",
    "triangle-commutes": "at {object}: {path} = {identity} in {category}",
    "broken-triangle": "the triangle of {functor} fails at {object}: {path} is not {identity} in {category}" + WHY,
}

FIBRATIONS = {
    "fibration": Rule(
        "`{functor} is {property}` holds: {lifts?the one arrow|all {lifts} arrows} at images of objects {lifts?lifts|lift}",
        "A functor p : E -> B is a discrete fibration when each arrow b -> p(e) is the image of exactly one arrow into e, and a\n"
        "fibration when it is the image of a cartesian one, through which all others factor. Opfibrations lift arrows out of p(e).",
    ),
    "no-fibration": "`{functor} is {property}` fails: an arrow lacks its lift",
    "no-lift": "the arrow {arrow} is not the image of any arrow at {object}",
    "several-lifts": "the arrow {arrow} is the image of {count} arrows at {object}: {lifts}",
    "no-cartesian-lift": (
        "no lift of {arrow} at {object} is {kind} one: {lift} is a lift, but {through} factors through it over {over} in "
        "{factors!{factors}|no} way{factors?|s}"
    ),
    "cartesian-lift": "{lift} is {kind} lift of {arrow}",
    "property-of-no-functor": "{functor} is not known to be a functor",
    "fibration-not-finite": "the arrows of {category} were not listed: there are too many, infinitely many, or completion did not end",
}

WORDING = COUNTS | EXTENSIONS | PROPERTIES | FIBRATIONS
