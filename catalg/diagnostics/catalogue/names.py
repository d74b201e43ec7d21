"""E03xx: a name is not known, declared twice, or names another kind of thing."""

from catalg.diagnostics.codes import Code

ENTRIES: tuple[Code, ...] = (
    Code(
        "E0301",
        "name is not known",
        "Nothing of the needed kind has this name: no statement before this one declares it, and the library does not know\n"
        "it. Declarations stand before their use. Targets of functors are Set, Vect, Vect(CC) and Man.",
        "group G = SO(3)\nfunctor S : G -> Mann = Sphere(2)\n",
        "group G = SO(3)\nfunctor S : G -> Man = Sphere(2)\n",
    ),
    Code(
        "E0302",
        "name is declared twice",
        "Each name is declared once in a file; each generator, object, arrow and coordinate once in its declaration; each\n"
        "entry stands once in a body.",
        "group G = SO(3)\ngroup G = O(3)\n",
        "group G = SO(3)\ngroup H = O(3)\n",
    ),
    Code(
        "E0303",
        "name is of another kind",
        "The name is declared, but as something else than what is needed at this place, such as a functor where a group must\n"
        "stand.",
        "group G = SO(3)\nfunctor V : G -> Vect = vector\nend L = int g : V. Hom(V, V)\n",
        "group G = SO(3)\nfunctor V : G -> Vect = vector\nend L = int g : G. Hom(V, V)\n",
    ),
)
