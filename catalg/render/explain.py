"""Explanations: diagnostic codes, rules of derivations and certificates, families of groups, words of the vocabulary."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from catalg.render import wording
from catalg.render.glossary import GLOSSARY, entry

TOPICS = {
    "verdict": """Three verdicts, and never a fourth. proved: a certificate says why. refuted: a counterexample that can be
        recomputed by hand. undecided: with what was tried, and where it stopped; nothing is concluded from it.""",
    "certificate": """Every solution passes a verifier that shares nothing with the strategy that found it but exact arithmetic.
        Sound: each basis element satisfies the condition on every generator, exactly. Complete: the elements are independent,
        which bounds the space from below, and an upper bound, which bad luck can only make too large, meets it. Scope: global,
        on a named dense stratum, or local only.""",
    "sound": """Every instance of the formula satisfies the constraint, on every generator of the group.""",
    "complete": """Every solution of the constraint is an instance of the formula.""",
    "irreps": """`derive V as irreps` writes a representation as a sum of irreducible ones, with multiplicities, types over RR and a change of
        basis, by the labels of its group's family where they suffice; a group by generators is split by the centre of the commutant, each isotypic
        part told by multiplicity, dimension and type. Real type: the commutant of the summand is RR; complex: CC; quaternionic: the
        quaternions. `expect V = 2*irrep(0) (+) irrep(1)` says that both sides are equivalent, that is, equal up to a change of basis.""",
    "end": """The end of S(c, c) over a category C is the set or space of families that are natural in c. Over a group G, a
        category with one object, int g : G. Hom(V, W) are the intertwiners V -> W, and int g : G. Map(X * X, V) the kernels
        with K(g x, g y) = g K(x, y).""",
    "coend": """The coend of H(c) * F(c) over a category glues: the disjoint union over all objects, in which (h f, x) is
        identified with (h, f x) for every arrow f.""",
    "optic": """An optic from (S, T) to (A, B) is an element of int^ M : C. C(S, M * A) * C(M * B, T), or of another coend of that
        shape: a way to take S apart into A and a rest M, and a way to put M and B together to T, up to what happens to the rest
        in between. `category C with products` gives lenses, sums give prisms, [M, A] grates, functors of M traversals, setters and
        kaleidoscopes; `derive` shows how.""",
    "calculus": """Ends and coends over abstract categories are brought into closed form by a chain of isomorphisms. Homs are split
        into products and out of sums; a factor is solved for a bound variable by adjunctions, and the solution is put in by
        co-Yoneda or Yoneda; each rule asks for the structure that it needs. A second reader checks every link, and both ends of
        the chain are counted by listing in finite sets and in finite lattices.""",
    "sheaf": """A cellular sheaf on a graph is a functor on its incidence category: `functor F : incidence(Gamma) -> Vect(QQ) { … }` gives a
        stalk at each node and edge and a restriction map, called `v<e`, from each node to each edge at it. The limit of F is H^0, the
        global sections; `colimit H = cohomology(F, 1)` is H^1, the cokernel of the coboundary. Data on the nodes are a transformation
        from R^1 that leaves the edges out: they are a section, or every edge on which they disagree is listed with its residual.
        `diffusion(x)` is the section nearest to x, to which dx/dt = -L x with the Laplacian L converges.""",
    "cohomology": """`limit H = cohomology(F, 0)` are the sections of a sheaf F on a graph, the kernel of the coboundary; `colimit H =
        cohomology(F, 1)` its cokernel. With the constant sheaf R^1 their dimensions count the components and the independent cycles.""",
    "attention": """`transformation soft : Q * K^n * V^n => V at (q, k, v) = sum(j, 1, n, exp(dot(q, k[j]))*v[j]) / sum(j, 1, n, exp(dot(q, k[j])))`
        is a softmax-weighted mean of n values, n a parameter. Natural means that it commutes with the group and with every
        permutation of the n places, for every n. The proof composes natural pieces and is printed below a `check`; a formula that is
        not natural is refuted with a group element, or with two places whose exchange changes it. Computed in blocks, the online
        softmax is a fold: `(merge, item, weigh, read) is weighted mean`.""",
    "homomorphism": """`(f, g, h) is homomorphism` says that the square of h commutes with the operations f : A * X => X and g : A * Y => Y:
        h(f(a, x)) = g(a, h(x)); for f : X * X => X both arguments go through h. An algebra of 1 + A * - is a recurrent cell, one of G * - an
        action, one of lists a monoid; folds are homomorphisms.""",
    "gauge": """`category C = cech(Gamma)` is the Cech groupoid of a cover: charts are the nodes of Gamma, an edge `1--2` is the transition
        between two charts, and three charts that overlap give the cocycle condition `1--2 ; 2--3 = 1--3`. A functor on C is a bundle; one
        that is refuted names the overlap that breaks it. Natural isomorphisms are gauge transformations, the limit the global sections,
        the colimit the glued space. Derivatives are natural under gauge transformations when they are so at each point under the 1-jets
        of gauge functions: a value and an independent derivative.""",
    "expect": """`expect K(x, y) = formula` compares spaces: every instance of the formula, for all values of its undeclared
        names, lies in the end (sound), and nothing in the end is missed (complete).""",
    "refute": """`refute X` holds when X is shown to be false.""",
    "export": """A file as something to read or to run. latex: a document that compiles, or a fragment for one. html: one page that
        needs nothing but itself, neither network nor script, with MathML and squares as pictures; light or dark as the reader's
        system is, folding, printable. markdown: for GitHub, with formulas in LaTeX. json: everything as data. python: a NumPy module
        with its own test.""",
    "watch": """`catalg check --watch FILE` checks again whenever the file changes. A verdict stays as long as its statement, the
        statements that it names, and the parameters say what they said, whatever happens to blanks, comments and other lines.""",
    "completion": """The shell completes commands, options, files, the names that a file declares, and the topics of explain. For bash
        (4.4 or later), once and for all:
        $ echo 'eval "$(_CATALG_COMPLETE=bash_source catalg)"' >> ~/.bashrc
        for zsh:
        $ echo 'eval "$(_CATALG_COMPLETE=zsh_source catalg)"' >> ~/.zshrc
        for fish:
        $ _CATALG_COMPLETE=fish_source catalg > ~/.config/fish/completions/catalg.fish""",
    "exit": """Exit codes. 2: the input is not valid or cannot be read. Else 1: something asserted is refuted. Else 3: something
        asserted is undecided or over its limit. Else 0.""",
}  # fmt: skip


class UnknownTopic(LookupError):
    """Nothing is known under that name."""


def explain(topic: str) -> str:
    """The page on a code, a rule, a family (also with arguments, as in `SO(3)`) or a word. Raises UnknownTopic.

    >>> explain("sound").splitlines()[0]
    'sound'
    """
    from catalg.diagnostics import did_you_mean
    from catalg.diagnostics import explain as explain_code

    name = topic.strip()
    if name[:1] in "EWew" and name[1:].isdigit():
        try:
            return explain_code(name.upper())
        except KeyError:
            raise UnknownTopic(f"there is no code {name.upper()}; codes run from E01xx to W06xx.") from None
    for page in _pages(name):
        return page
    near = did_you_mean(name.partition("(")[0], _names())
    hint = f" A topic with a similar name exists: {near}." if near else ""
    raise UnknownTopic(f"nothing is known about {name}.{hint}")


def overview() -> str:
    """The topics, by kind."""
    from catalg.diagnostics import codes
    from catalg.exact.functions import VOCABULARY
    from catalg.families.registry import FAMILIES

    kinds = (
        ("Families of groups", list(FAMILIES)),
        ("Ideas", list(TOPICS)),
        ("Terms", sorted(GLOSSARY, key=str.lower)),
        ("Words of formulas", sorted(VOCABULARY)),
        ("Rules of derivations and verdicts", [name for name in wording.rules() if _about(name)]),
        ("Codes", [code.code for code in codes()]),
    )
    blocks = [f"{title}\n{_listing(names)}" for title, names in kinds]
    return "\n\n".join(blocks) + "\n"


def topics() -> list[str]:
    """Everything that `explain` has a page on.

    >>> "SO" in topics(), "E0301" in topics(), "completion" in topics()
    (True, True, True)
    """
    from catalg.diagnostics import codes

    return [*dict.fromkeys((*_names(), *(code.code for code in codes())))]


def _about(name: str) -> str:
    rule = wording.find(name)
    return rule.about if rule is not None else ""


def _listing(names: list[str]) -> str:
    return textwrap.fill(", ".join(names), 94, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False)


def _pages(name: str) -> Iterator[str]:
    from catalg.families.registry import FAMILIES

    bare = name.partition("(")[0].strip()
    rule = wording.find(name) or wording.find(name.replace("_", "-").replace(" ", "-"))
    if bare in FAMILIES:
        yield _family(name)
    if name in TOPICS:
        yield _page(name, TOPICS[name])
    if rule is not None:
        yield _page(name, rule.about or f"This rule says: {rule.text}.")
    from catalg.exact.functions import CONSTANTS, FUNCTIONS

    if bare in FUNCTIONS:
        yield _page(f"{bare}({', '.join(FUNCTIONS[bare].parameters)})", FUNCTIONS[bare].meaning)
    if bare in CONSTANTS:
        yield _page(bare, CONSTANTS[bare].meaning)
    told = entry(name)
    if told is not None:
        yield _page(*told)


def _family(name: str) -> str:
    """A family, and with arguments its generators as they act on the defining space."""
    from catalg.families.explain import Line, describe
    from catalg.model.protocols import FamilyError

    try:
        found = describe(name)
    except (FamilyError, ValueError) as reason:  # the arguments make no group: the family all the same, and why
        found = [*describe(name.partition("(")[0].strip()), Line("note", f"{name}: {reason}")]
    lines = [name, ""]
    kind = ""
    for line in found:
        if kind and line.kind != kind and not (kind == "generator" and line.kind == "matrix"):
            lines.append("")
        kind = line.kind
        if line.kind == "matrix":
            widths = [max(len(row[k]) for row in line.rows) for k in range(len(line.rows[0]))] if line.rows else []
            rows = ["  ".join(cell.rjust(w) for cell, w in zip(row, widths, strict=True)) for row in line.rows]
            lines.extend(f"    [{row}]" for row in rows)
        else:
            lines.append(textwrap.fill(line.text, 90, subsequent_indent="  " if kind == "generator" else ""))
    return "\n".join(lines) + "\n"


def _page(title: str, text: str) -> str:
    """A page of running text; lines that begin with `$ ` are commands and stay as they are."""
    parts: list[str] = []
    for line in (raw.strip() for raw in text.split("\n")):
        if line.startswith("$ "):
            parts += [f"  {line}", ""]
        elif parts and parts[-1]:
            parts[-1] += " " + line
        else:
            parts.append(line)
    filled = "\n".join(part if part.startswith("  $ ") else textwrap.fill(part, 90) for part in parts)
    return f"{title}\n\n{filled.strip(chr(10))}\n"


def _names() -> Iterator[str]:
    from catalg.exact.functions import VOCABULARY
    from catalg.families.registry import FAMILIES

    yield from FAMILIES
    yield from TOPICS
    yield from wording.rules()
    yield from sorted(VOCABULARY)
