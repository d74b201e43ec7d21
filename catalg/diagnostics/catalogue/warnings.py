"""W06xx: what is allowed but probably not meant. Warnings never count."""

from catalg.diagnostics.codes import Code

ENTRIES: tuple[Code, ...] = (
    Code(
        "W0601",
        "file states nothing",
        "There is no statement in the file, at most comments.",
        "# group G = SO(3)\n",
        "group G = SO(3)\n",
    ),
    Code(
        "W0602",
        "docstring documents nothing",
        "A docstring belongs to the statement after it, and no statement follows.",
        'group G = SO(3)\n"""rotations"""\n',
        '"""rotations"""\ngroup G = SO(3)\n',
    ),
    Code(
        "W0603",
        "nearly a word of the vocabulary",
        "An undeclared name in an `expect` is an arbitrary function or constant. This one differs by a letter from a word of\n"
        "the vocabulary, which would have a meaning of its own.",
        "group G = E(2)\nfunctor X : G -> Man = R^2\nend K = int g : G. Map(X * X, R^1)\nexpect K(q, k) = f(normm(k - q))\n",
        "group G = E(2)\nfunctor X : G -> Man = R^2\nend K = int g : G. Map(X * X, R^1)\nexpect K(q, k) = f(norm(k - q))\n",
    ),
    Code(
        "W0604",
        "trivial representation in the defining dimension",
        "As a target in Vect, R^k is k copies of the trivial representation. The defining representation is called `vector`.",
        "group G = SO(3)\nfunctor V : G -> Vect = vector\nend L = int g : G. Hom(V, R^3)\n",
        "group G = SO(3)\nfunctor V : G -> Vect = vector\nend L = int g : G. Hom(V, vector)\n",
    ),
)
