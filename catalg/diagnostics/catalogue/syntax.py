"""E02xx: a statement is not written as the language writes it."""

from catalg.diagnostics.codes import Code

ENTRIES = (
    Code(
        "E0201",
        "unexpected word or sign",
        "The statement was readable up to the marked place, where something else is needed. The message says what was found\n"
        "and what could stand there. The other statements of the file are read all the same.",
        "functor S : SO3 => Man = Sphere(2)\n",
        "functor S : SO3 -> Man = Sphere(2)\n",
    ),
    Code(
        "E0202",
        "bracket is never closed",
        "The statement ends, or another kind of bracket closes, before this bracket does.",
        "group G = SO(3\n",
        "group G = SO(3)\n",
    ),
    Code(
        "E0203",
        "bracket closes nothing",
        "A closing bracket stands where no bracket of its kind is open.",
        "group G = SO(3))\n",
        "group G = SO(3)\n",
    ),
    Code(
        "E0204",
        "not the beginning of a statement",
        "Every statement begins with its keyword: param, group, graph, category, functor, transformation, end, coend, limit,\n"
        "colimit, derive, expect, check or refute.",
        "functr S : G -> Man = Sphere(2)\n",
        "functor S : G -> Man = Sphere(2)\n",
    ),
    Code(
        "E0205",
        "keyword used as a name",
        "The words that begin statements cannot be names. Words that are keywords only in places (dim, size, free, on, at,\n"
        "as, in, where, along, natural, …) can.",
        "group group = SO(3)\n",
        "group G = SO(3)\n",
    ),
    Code(
        "E0206",
        "`@` and `;` side by side",
        "`g @ f` is g after f and `f ; g` is f, then g. They read in opposite directions, so that mixing them needs brackets.",
        "check a @ b ; c = d in C\n",
        "check (a @ b) ; c = d in C\n",
    ),
    Code(
        "E0207",
        "operator or comma is missing",
        "Two expressions stand side by side. Products need their sign, `2*x`, and items need a comma between them. Only the\n"
        "points of a cycle, `(1 2 3)`, are separated by blanks.",
        "expect Ker(q, k) = 2 f(q)\n",
        "expect Ker(q, k) = 2*f(q)\n",
    ),
    Code(
        "E0208",
        "statement is not complete",
        "The statement ends where something must follow. The message says what.",
        "functor S : G -> Man =\n",
        "functor S : G -> Man = Sphere(2)\n",
    ),
    Code(
        "E0209",
        "expression is nested too deeply",
        "Expressions nest to at most 200 levels, of brackets or of operations: x1 + x2 + … counts one level for each sign.",
        "",
        "",
    ),
    Code(
        "E0210",
        "not an assertion",
        "What expect, check and refute take is: a formula `K(x, y) = …` or `L = …` for an end, a count `dim L = 2` (also\n"
        "size, free, arguments), `eta natural`, `F functorial`, or an equation of composites, `g @ f = k @ h in C` in a category and `T(g @ f) = T(g) @ T(f)` of maps.",
        "expect [[1, 0], [0, 1]] = Lin\n",
        "expect Lin = [[1, 0], [0, 1]]\n",
    ),
    Code(
        "E0211",
        "docstring inside a statement",
        "A docstring stands before the statement that it documents. Inside a statement use a comment, `# …`.",
        'group G = """rotations""" SO(3)\n',
        '"""rotations"""\ngroup G = SO(3)\n',
    ),
    Code(
        "E0212",
        "arguments are not distinct names",
        "A formula is stated for arbitrary points, so that the arguments on its left side are names, all different.",
        "expect Ker(x, x) = kappa(x)\n",
        "expect Ker(x, y) = kappa(x - y)\n",
    ),
    Code(
        "E0213",
        "not a cycle",
        "A cycle lists points, which are names or whole numbers, with blanks between them; a permutation is a product of\n"
        "cycles, and `()` moves nothing.",
        "functor S : D4 -> Set { * = {1..4}   r = (1 2 3 4)(x+1) }\n",
        "functor S : D4 -> Set { * = {1..4}   r = (1 2 3 4) }\n",
    ),
    Code(
        "E0214",
        "neither a limit nor a form of one",
        "A limit is `lim F` or pullback(F, f, g), equalizer(F, f, g), product(F, A, B), cohomology(F, 0); a colimit is `colim F` or\n"
        "pushout(F, f, g), coequalizer(F, f, g), coproduct(F, A, B), cohomology(F, 1).",
        "limit L = F\n",
        "limit L = lim F\n",
    ),
)
