"""E05xx: values that are not what they should be."""

from catalg.diagnostics.codes import Code

ENTRIES: tuple[Code, ...] = (
    Code(
        "E0501",
        "not an element of the set",
        "Cycles and tables speak of the elements of declared sets; each element stands once in its set.",
        "group C {\n  generators r\n}\nfunctor S : C -> Set { * = {1, 2, 3}   r = (1 2 4) }\n",
        "group C {\n  generators r\n}\nfunctor S : C -> Set { * = {1, 2, 3}   r = (1 2 3) }\n",
    ),
    Code(
        "E0502",
        "not a permutation",
        "A group element acts by a bijection. Cycles are disjoint; `()` moves nothing.",
        "group C {\n  generators r\n}\nfunctor S : C -> Set { * = {1, 2, 3}   r = (1 2)(2 3) }\n",
        "group C {\n  generators r\n}\nfunctor S : C -> Set { * = {1, 2, 3}   r = (1 2 3) }\n",
    ),
    Code(
        "E0503",
        "matrix is singular",
        "A group element acts by an invertible matrix. An element of a Lie algebra may be singular: it is declared under\n"
        "`lie generators`.",
        "group C {\n  generators r\n}\nfunctor V : C -> Vect { r = [[1, 1], [1, 1]] }\n",
        "group C {\n  generators r\n}\nfunctor V : C -> Vect { r = [[0, 1], [1, 0]] }\n",
    ),
    Code(
        "E0504",
        "not an exact number of the field",
        "Entries are exact: rational numbers, `i`, roots, and cos, sin, tan and exp at rational multiples of pi. Vect is over\n"
        "RR; a complex entry needs Vect(CC), and Vect(QQ) takes rational entries only.",
        "group C {\n  generators r\n}\nfunctor V : C -> Vect { r = [[i]] }\n",
        "group C {\n  generators r\n}\nfunctor V : C -> Vect(CC) { r = [[i]] }\n",
    ),
    Code(
        "E0505",
        "not a size",
        "Sizes are natural numbers or polynomials in parameters; bounds of parameters are numbers.",
        "param n : Nat where n >= m\n",
        "param n : Nat where n >= 2\n",
    ),
    Code(
        "E0506",
        "value is too large",
        "Exponents, sets and matrices have limits, so that a slip of the pen does not run for hours.",
        "group G = Sym(9^9^9)\n",
        "group G = Sym(9)\n",
    ),
    Code(
        "E0507",
        "not a function",
        "A table gives each element of its source exactly one value.",
        "category C {\n  objects A, B\n  f : A -> B\n}\nfunctor F : C -> Set { A = {1, 2}   B = {1}   f = {1 |-> 1} }\n",
        "category C {\n  objects A, B\n  f : A -> B\n}\nfunctor F : C -> Set { A = {1, 2}   B = {1}   f = {1 |-> 1, 2 |-> 1} }\n",
    ),
    Code(
        "E0508",
        "argument that the family does not take",
        "A family takes sizes, labels or names of its own kind: PointGroup takes one of the 32 crystal classes in\n"
        "Hermann-Mauguin notation, Sp an even size, irrep the labels of the group's irreducible representations.",
        "group G = Sp(3)\n",
        "group G = Sp(4)\n",
    ),
)
