"""What is said about actions by formula."""

from catalg.render.wording import Rule

WORDING = {
    "action-holds": Rule(
        "an action: {count!{count?the relation holds|all {count} relations hold}, and |}the domain is kept",
        "Relations between group words are equations of rational maps. Brackets are equations of vector fields; the fields of\n"
        "a left action satisfy them with the opposite sign, which the check takes into account.",
    ),
    "action-relations": "{count} relation{count?|s} checked as equations of maps or vector fields on the domain",
    "action-relation": Rule(
        "not an action: the relation {relation} fails",
        "The counterexample gives a point of the domain and the coordinate in which both sides of the relation differ.",
    ),
    "action-relation-at": "at ({point}) the left side of {relation} gives {coordinate} = {left}, the right side {right}",
    "action-leaves": Rule(
        "not an action: {generator} leaves the domain",
        "A group element maps the domain onto itself. The counterexample gives a point that is moved out of it.",
    ),
    "action-leaves-at": "{generator} moves the point ({point}) of the domain out of it",
    "action-crosses": "the flow of {generator} crosses the boundary of the domain at ({point})",
    "action-sign": "whether {generator} keeps the inequalities of the domain is not seen from the formulas",
    "action-domain": "whether {generator} keeps equation {equation} of the domain is not settled",
    "action-points": "{relation} was not shown to hold on the domain, and no rational point was found that breaks it",
    "action-loop": "whether {relation} holds was not settled: the flow of this field was not brought into a closed form",
    "action-inverse": "a relation needs the inverse of a map of unknown order",
    "by-construction": Rule(
        "a functor by construction",
        "Sums, products, powers, duals and pullbacks of functors are functors.",
    ),
}
