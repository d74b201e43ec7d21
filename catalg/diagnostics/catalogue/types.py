"""E04xx: types, variance and shapes do not fit."""

from catalg.diagnostics.codes import Code

ENTRIES: tuple[Code, ...] = (
    Code(
        "E0401",
        "ill-typed composite",
        "`g @ f` is g after f: g must start where f ends. `f ; g` is the same composite, written in the order of travel.\n"
        "In the relations of a group the letters are discrete generators, in brackets they are Lie generators.",
        "category C {\n  objects A, B, D\n  f : A -> B\n  h : D -> A\n  equation h @ f = f @ h\n}\n",
        "category C {\n  objects A, B, D\n  f : A -> B\n  h : D -> A\n  k : D -> B\n  equation f @ h = k\n}\n",
    ),
    Code(
        "E0402",
        "sides are not parallel",
        "Only paths with one start and one end can be equal.",
        "category C {\n  objects A, B\n  f : A -> B\n  g : B -> A\n  equation f = g\n}\n",
        "category C {\n  objects A, B\n  f : A -> B\n  g : B -> A\n  equation g @ f = id(A)\n}\n",
    ),
    Code(
        "E0403",
        "wrong variance",
        "A coend glues a contravariant functor with a covariant one: in `int^ c : C. H * F` the left factor is a functor on\n"
        "op(C), the right one a functor on C. An end Set(F, G) takes two functors on C itself.",
        "category Arrow {\n  objects A, B\n  f : A -> B\n}\n"
        "functor F : Arrow -> Set { A = {1}   B = {1, 2}   f = {1 |-> 1} }\n"
        "functor G : Arrow -> Set { A = {1}   B = {1}   f = {1 |-> 1} }\n"
        "coend T = int^ c : Arrow. F * G\n",
        "category Arrow {\n  objects A, B\n  f : A -> B\n}\n"
        "functor F : op(Arrow) -> Set { A = {1}   B = {1, 2}   f = {1 |-> 1, 2 |-> 1} }\n"
        "functor G : Arrow -> Set { A = {1}   B = {1}   f = {1 |-> 1} }\n"
        "coend T = int^ c : Arrow. F * G\n",
    ),
    Code(
        "E0404",
        "wrong shape",
        "Rows of a matrix have one length; the matrix of a generator is square, and all generators of a group act on one\n"
        "space; a matrix between two spaces has a row for each dimension of the target and a column for each of the source;\n"
        "an action by formula has one value for each coordinate.",
        "group D {\n  generators r\n}\nfunctor V : D -> Vect { r = [[0, -1], [1]] }\n",
        "group D {\n  generators r\n}\nfunctor V : D -> Vect { r = [[0, -1], [1, 0]] }\n",
    ),
    Code(
        "E0405",
        "body is not complete",
        "A functor says what every generator, object and arrow becomes; a transformation has a component for each object.",
        "group D {\n  generators r, s\n}\nfunctor V : D -> Vect { r = [[0, -1], [1, 0]] }\n",
        "group D {\n  generators r, s\n}\nfunctor V : D -> Vect { r = [[0, -1], [1, 0]]   s = [[1, 0], [0, -1]] }\n",
    ),
    Code(
        "E0406",
        "the group does not act there",
        "The family has this action or representation, but not in this dimension or with these labels. SO(3) acts on R^3 and\n"
        "on Sphere(2), not on R^2.",
        "group G = SO(3)\nfunctor X : G -> Man = R^2\n",
        "group G = SO(3)\nfunctor X : G -> Man = R^3\n",
    ),
    Code(
        "E0407",
        "functor on another category",
        "The functors under an integral start at the category that the integral runs over, or at a factor of that product\n"
        "group.",
        "group G = SO(3)\ngroup H = O(3)\nfunctor V : H -> Vect = vector\nend L = int g : G. Hom(V, V)\n",
        "group G = SO(3)\ngroup H = O(3)\nfunctor V : H -> Vect = vector\nend L = int g : H. Hom(V, V)\n",
    ),
    Code(
        "E0408",
        "fields differ",
        "The functors of one end, sum or product are to Vect over one field. `Vect` alone is over RR.",
        "group G = Sym(3)\nfunctor V : G -> Vect = standard\nfunctor W : G -> Vect(CC) = sign\n"
        "end L = int g : G. Hom(V, W)\n",
        "group G = Sym(3)\nfunctor V : G -> Vect(CC) = standard\nfunctor W : G -> Vect(CC) = sign\n"
        "end L = int g : G. Hom(V, W)\n",
    ),
    Code(
        "E0409",
        "pullback is ambiguous",
        "A functor on a factor of a product group stands for its pullback along the projection. If two factors are the same\n"
        "group there are two projections, and the text must say which one is meant.",
        "group H = SO(3)\ngroup G = H * H\nfunctor V : H -> Vect = vector\nend L = int g : G. Hom(V, V)\n",
        "group H = SO(3)\ngroup K = SO(3)\ngroup G = H * K\nfunctor V : H -> Vect = vector\nend L = int g : G. Hom(V, V)\n",
    ),
    Code(
        "E0410",
        "wrong number of arguments",
        "A function, a construction or a kernel has another number of arguments; or one arbitrary name is used in two forms.",
        "group G = Translations(2)\nfunctor X : G -> Man = R^2\nend K = int g : G. Map(X * X, R^1)\nexpect K(q) = f(q)\n",
        "group G = Translations(2)\nfunctor X : G -> Man = R^2\nend K = int g : G. Map(X * X, R^1)\nexpect K(q, k) = f(k - q)\n",
    ),
    Code(
        "E0411",
        "formula has the wrong shape",
        "Scalars, vectors and matrices are not mixed: `dot` and `norm` take vectors, a sum has terms of one shape, and the\n"
        "whole formula has the shape of the kernel's values.",
        "group G = Translations(2)\nfunctor X : G -> Man = R^2\nend K = int g : G. Map(X * X, R^1)\nexpect K(q, k) = k - q\n",
        "group G = Translations(2)\nfunctor X : G -> Man = R^2\nend K = int g : G. Map(X * X, R^1)\nexpect K(q, k) = f(k - q)\n",
    ),
    Code(
        "E0412",
        "wrong kind of space",
        "Map(X, V) takes a space and a representation, Hom(V, W) two representations, Set(F, G) two functors to Set, a coend\n"
        "a product H * F; `dim` counts vector spaces, `size` sets. The manifold of vectors of V is space(V), the functions\n"
        "on a G-set S are free(S), the tensor product is (*), the direct sum (+).",
        "group G = SO(3)\nfunctor V : G -> Vect = vector\nend K = int g : G. Map(V, V)\n",
        "group G = SO(3)\nfunctor V : G -> Vect = vector\nend K = int g : G. Map(space(V), V)\n",
    ),
    Code(
        "E0413",
        "order has a cycle",
        "In a poset a < b and b < a never hold together, and a < a never holds. A preorder is declared as a category.",
        "category P = poset(a < b, b < a)\n",
        "category P = poset(a < b, b < c)\n",
    ),
    Code(
        "E0414",
        "no inverse",
        "`g^-1` stands for the inverse of a generator of a group, or of a transformation all of whose components are bijective.\n"
        "An arrow of a category has an inverse when it is declared, with its two equations. A functor on a group sends every\n"
        "element to something invertible.",
        "category C {\n  objects A\n  f : A -> A\n}\ncheck f^-1 @ f = id(A) in C\n",
        "category C {\n  objects A\n  f, g : A -> A\n  equations g @ f = id(A), f @ g = id(A)\n}\ncheck g @ f = id(A) in C\n",
    ),
    Code(
        "E0415",
        "image has the wrong ends",
        "A functor sends an arrow A -> B to a path from the image of A to the image of B; the component of a transformation\n"
        "F => G at A goes from F(A) to G(A).",
        "category C {\n  objects A, B\n  f : A -> B\n}\nfunctor K : C -> C { A = B   B = A   f = f }\n",
        "category C {\n  objects A, B\n  f : A -> B\n}\nfunctor K : C -> C { A = A   B = B   f = f }\n",
    ),
    Code(
        "E0416",
        "this cannot be counted",
        "Counted are ends, coends, limits and colimits by their names, and hom(A, B) in C, morphisms(C), objects(C), the values\n"
        "F(A) of functors, Nat(F, G), lim(F), colim(F) and the forms pullback(F, f, g) and so on.",
        "category C {\n  objects A, B\n  f : A -> B\n}\nexpect size hom(A, B) = 1\n",
        "category C {\n  objects A, B\n  f : A -> B\n}\nexpect size hom(A, B) in C = 1\n",
    ),
    Code(
        "E0430",
        "structure is not declared",
        "An expression over an abstract category uses structure that `category C with …` does not declare, or that could be\n"
        "either of two: products for X * Y, coproducts for X + Y, monoidal for X (*) Y, a closed structure for [X, Y], copowers\n"
        "for dot(E, X). What is derived holds in every category with the declared structure, and so it has to be said.",
        "category C with products {\n  objects S, T, A, B\n}\ncoend L = int^ M : C. C(S, M + A) * C(M + B, T)\n",
        "category C with coproducts {\n  objects S, T, A, B\n}\ncoend L = int^ M : C. C(S, M + A) * C(M + B, T)\n",
    ),
)
