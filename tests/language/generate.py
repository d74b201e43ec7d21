"""Random specifications: valid ones, token by token from the grammar, and soups of words and signs."""

from __future__ import annotations

from hypothesis import strategies as st

NAMES = ["x", "y", "kappa", "κ", "phi", "V", "R", "on", "dim", "natural", "size", "in", "int", "Gamma", "x_1", "oo", "∞"]
_names = st.sampled_from(NAMES)
_numbers = st.sampled_from(["0", "1", "2", "17", "0.5"])
_plus = st.sampled_from(["+", "-", "(+)", "⊕", "−"])
_times = st.sampled_from(["*", "/", "(*)", "×", "⊗", "·"])
_compares = st.sampled_from(["<", "<=", "≥", "!="])


def _bracketed(open: str, items: st.SearchStrategy[list[str]], close: str) -> st.SearchStrategy[list[str]]:
    return items.map(lambda inner: [open, *inner, close])


def _commas(items: st.SearchStrategy[list[str]], least: int = 1) -> st.SearchStrategy[list[str]]:
    return st.lists(items, min_size=least, max_size=3).map(_join)


def _join(rows: list[list[str]]) -> list[str]:
    return [word for index, row in enumerate(rows) for word in ([","] if index else []) + row]


_atoms = st.one_of(
    _names.map(lambda name: [name]),
    _numbers.map(lambda number: [number]),
    st.just(['"4/m"']),
    st.just(["(", ")"]),
    st.lists(_numbers | _names, min_size=2, max_size=3).map(lambda points: ["(", *points, ")"]),
)


def _extend(inner: st.SearchStrategy[list[str]]) -> st.SearchStrategy[list[str]]:
    sums = st.tuples(inner, _plus, inner).map(lambda t: ["(", *t[0], t[1], *t[2], ")"])
    products = st.tuples(inner, _times, inner).map(lambda t: ["(", *t[0], t[1], *t[2], ")"])
    chains = st.tuples(inner, st.sampled_from(["@", "∘"]), inner).map(lambda t: ["(", *t[0], t[1], *t[2], ")"])
    compares = st.tuples(inner, _compares, inner).map(lambda t: ["(", *t[0], t[1], *t[2], ")"])
    return st.one_of(
        sums,
        products,
        chains,
        compares,
        st.tuples(_names, _commas(inner)).map(lambda t: [t[0], "(", *t[1], ")"]),
        st.tuples(inner, inner).map(lambda t: ["dot", "(", *t[0], ",", *t[1], ")"]),
        st.tuples(_names, _commas(inner)).map(lambda t: [t[0], "[", *t[1], "]"]),
        _bracketed("[", _commas(inner), "]"),
        _bracketed("(", _commas(inner, 2), ")"),
        _bracketed("{", _commas(inner), "}"),
        st.tuples(inner, st.sampled_from(["'", "ᵀ"])).map(lambda t: ["(", *t[0], ")", t[1]]),
        st.tuples(inner, inner).map(lambda t: ["(", *t[0], ")", "^", "(", *t[1], ")"]),
        st.tuples(inner, st.sampled_from(["^-1", "⁻¹", "²"])).map(lambda t: ["(", *t[0], ")", t[1]]),
        inner.map(lambda words: ["-", "(", *words, ")"]),
        st.tuples(inner, inner).map(lambda t: ["{", *t[0], "|->", *t[1], "}"]),
        st.tuples(inner, inner).map(lambda t: ["{", *t[0], "..", *t[1], "}"]),
    )


_nested = st.recursive(_atoms, _extend, max_leaves=8)


@st.composite
def expressions(draw: st.DrawFn) -> list[str]:
    """The words of a formula: terms of a sum, each a product, without needless brackets."""
    words: list[str] = []
    for index in range(draw(st.integers(1, 3))):
        if index:
            words.append(draw(_plus))
        if draw(st.booleans()):
            words.append("-")
        words += draw(_nested)
        while draw(st.integers(0, 2)) == 0:
            words += [draw(_times), *draw(_nested)]
    return words


@st.composite
def statements(draw: st.DrawFn) -> list[str]:
    """The words of a statement."""
    formula = expressions()
    name = draw(st.sampled_from(["F", "G", "Ker", "eta", "on", "size"]))
    kind = draw(st.integers(0, 9))
    if kind == 0:
        return ["group", name, "=", *draw(formula)]
    if kind == 1:
        return ["param", name, ":", "Nat", "where", "n", draw(_compares), *draw(formula)]
    if kind == 2:
        body = ["{", "generators", "r", ",", "s", "relations", "r", "^", "4", "=", *draw(formula), "}"]
        return ["group", name, *body]
    if kind == 3:
        entries = [["A", "=", *draw(formula)], ["*", "=", *draw(formula)], ["f", "=", *draw(formula)]]
        return ["functor", name, ":", "C", "→", *draw(formula), "{", *sum(entries, []), "}"]
    if kind == 4:
        return ["functor", name, ":", *draw(formula), "->", "Vect", "=", *draw(formula)]
    if kind == 5:
        return ["transformation", name, ":", "X", "⇒", "Y", "at", "(", "q", ",", "k", ")", "=", *draw(formula)]
    if kind == 6:
        return ["end", name, "=", draw(st.sampled_from(["int", "∫"])), "g", ":", "G", ".", *draw(formula)]
    if kind == 7:
        arrows = ["f", ":", "A", "->", "B", "equation", *draw(_nested), "=", *draw(_nested)]
        return ["category", name, "{", "objects", "A", ",", "B", *arrows, "}"]
    if kind == 8:
        return ["expect", "Ker", "(", "q", ")", "=", *draw(formula), "where", "r", "=", *draw(formula)]
    return [draw(st.sampled_from(["check", "refute"])), "dim", name, "=", *draw(formula)]


_gaps = st.sampled_from(["", "", "", " ", " ", "  ", "     ", "\n      ", "\t", " # note\n   ", "\n\n  # alone\n  "])


@st.composite
def spaced(draw: st.DrawFn, words: list[str]) -> str:
    """The words with random blanks, line ends and comments between them."""
    text = words[0]
    for before, word in zip(words, words[1:], strict=False):
        gap = draw(_gaps)
        wordy = (before[-1].isalnum() or before[-1] in "_∞") and (word[0].isalnum() or word[0] in "_∞")
        text += (gap or " ") + word if wordy or not gap.strip() and gap == "\t" else gap + word
    return text


@st.composite
def files(draw: st.DrawFn) -> str:
    """A valid specification."""
    parts = []
    for words in draw(st.lists(statements(), max_size=4)):
        if draw(st.integers(0, 3)) == 0:
            parts.append('"""What it is.\n\n  Indented."""' + draw(st.sampled_from(["\n", " ", "\n\n\n"])))
        parts.append(draw(spaced(words)) + draw(st.sampled_from(["\n", "\n\n", "\n\n\n# between\n", "  # after\n"])))
    return "".join(parts)


_WORDS = [
    *NAMES, "group", "functor", "end", "expect", "category", "where", "=", "->", "(", ")", "{", "}", "[", "]", ",", ":", ".",
    "..", "1", "2.5", "+", "*", "--", "^", "'", "⁻¹", '"a"', '"', '"""', '"""d"""', "# c\n", "\n", "\n\n", "  ", "·", "é", "$",
    "dot(x, y)", "group G = SO(3)\n", "\nend K = int g : G. Hom(V, W)\n", "functor F : C -> Set { A = {1} }", "∫", "|->",
]  # fmt: skip
soups = st.lists(st.sampled_from(_WORDS), max_size=30).flatmap(
    lambda words: st.sampled_from(["", " "]).map(lambda gap: gap.join(words))
)
