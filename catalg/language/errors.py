"""What to say about a statement that cannot be read: one diagnostic, in the user's terms."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from catalg.diagnostics.diagnostic import Diagnostic, Label, diagnostic
from catalg.diagnostics.source import Span
from catalg.diagnostics.suggest import did_you_mean
from catalg.language.keywords import COUNTS, ENDS_EXPRESSION, STATEMENTS
from catalg.language.lalr import Unexpected
from catalg.language.tokens import BAD, MAX_DIGITS, MAX_NAME, Token

MAX_DEPTH = 200

FORMS = {
    "param": "param n : Nat where n >= 2",
    "group": "group G = SO(3)` or `group D4 { generators r, s  relations r^4 = 1, s^2 = 1, (s*r)^2 = 1 }",
    "graph": "graph A { edges 0 -- 1, 1 -- 2 }` or `graph A on n",
    "category": "category C { objects A, B  f : A -> B }",
    "functor": "functor F : C -> Vect = …` or `functor F : C -> Vect { f = … }",
    "transformation": "transformation t : F => G { A = … }` or `transformation t : F => G at (x) = …",
    "end": "end K = int g : G. Hom(V, W)",
    "coend": "coend T = int^ c : C. H * F",
    "limit": "limit L = lim F",
    "colimit": "colimit C = colim F",
    "derive": "derive K(q, k)` or `derive L as matrix",
    "expect": "expect K(q, k) = …`, `expect dim L = 2` or `expect eta natural",
    "check": "check eta natural` or `check g @ f = k @ h in C",
    "refute": "refute K(q, k) = …` or `refute eta natural",
}

_PAIRS = {"RPAR": "LPAR", "RSQB": "LSQB", "RBRACE": "LBRACE"}
_CLOSERS = {"LPAR": ")", "LSQB": "]", "LBRACE": "}"}
_OPERATORS = frozenset(
    ["COMPOSE", "THEN", "PLUS", "MINUS", "OPLUS", "STAR", "SLASH", "OTIMES", "INNER", "CARET", "PRIME", "LESS", "AT_MOST", "MORE", "AT_LEAST", "UNEQUAL"]
)
_STARTS = frozenset({"NAME", "NUMBER", "STRING", "LPAR", "LSQB", "LBRACE", "MINUS"})
# What may follow any complete expression says little about what is missing.
_FOLLOWS = _OPERATORS | {"LPAR", "LSQB", "$END", "WHERE", "COMMA", "RPAR", "RSQB", "RBRACE", "ALONG", "IN", "NAME"}
_FOLLOWS |= {"OBJECT", "MAPS_TO", "RANGE", "LIE", "GENERATORS", "RELATIONS", "EQUATION", "OBJECTS", "NODES", "EDGES"}
_HINTS = {
    "ℝ": "the real numbers are `RR`, and real space is `R^n`",
    "ℂ": "the complex numbers are `CC`",
    "ℚ": "the rational numbers are `QQ`",
    "ℤ": "the integers are `Z`",
    "“": 'quotation marks are straight: `"`',
    "”": 'quotation marks are straight: `"`',
    "’": "the prime is straight: `'`",
    "–": "the minus sign is `-`",
    "—": "the minus sign is `-`, and edges are written `--`",
    "|": "an absolute value is written `abs(x)`, a length `norm(x)`; tables are written with `|->`",
    "!": "inequality is written `!=`",
    "&": "conditions are separated by commas",
    "√": "roots are written `sqrt(x)`",
    "%": "comments begin with `#`",
    "$": "names are made of letters, digits and underscores",
    "\\": "signs are written as they are or in ASCII, `(*)` for ⊗; see the language reference",
}


def quote(text: str) -> str:
    """A piece of the source in backticks, shortened and without control characters."""
    text = text if len(text) <= 40 else text[:37] + "…"
    return "`" + "".join(sign if sign.isprintable() else f"\\u{ord(sign):04x}" for sign in text) + "`"


def bad_token(token: Token, raw: str) -> Diagnostic:
    """The diagnostic for a token that the lexer could not make sense of."""
    span = Span(token.start, token.end)
    if token.type == "OPEN_STRING":
        return diagnostic("E0105", "a quotation mark is never closed", span, "opened here", help='close it with `"`')
    if token.type == "OPEN_DOCSTRING":
        return diagnostic("E0106", "a docstring is never closed", span, "opened here", help='close it with `"""`')
    if token.type == "TOO_LONG":
        if token.text[0].isdigit() or token.text[0] == "-":
            return diagnostic("E0108", f"this number has more than {MAX_DIGITS:,} digits", span)
        return diagnostic("E0108", f"this name has more than {MAX_NAME} characters", span)
    if len(raw) == 1 and not raw.isprintable():
        return diagnostic(
            "E0104",
            f"the invisible character U+{ord(raw):04X} is not part of the language",
            span,
            help="remove it; it may have come with text copied from elsewhere",
        )
    help = _HINTS.get(raw)
    if help is None and raw[0].isalpha():
        help = "names are made of Latin letters without accents, Greek letters, digits and underscores"
    return diagnostic("E0104", f"{quote(raw)} is not part of the language", span, help=help)


def before_parsing(tokens: Sequence[Token], text: str) -> Diagnostic | None:
    """What is wrong with the tokens of a statement whatever the grammar says: characters, brackets, depth."""
    stack: list[Token] = []
    for token in tokens:
        kind = token.type
        if kind in BAD:
            return bad_token(token, text[token.start : token.end])
        if kind == "DOCSTRING":
            return diagnostic(
                "E0211",
                "a docstring stands inside a statement",
                Span(token.start, token.end),
                help="put it before the statement that it documents, or use a comment, `# …`",
            )
        if kind in _CLOSERS:
            stack.append(token)
            if len(stack) > MAX_DEPTH:
                return too_deep(Span(token.start, token.end))
        elif kind in _PAIRS:
            if stack and stack[-1].type == _PAIRS[kind]:
                stack.pop()
            elif any(opener.type == _PAIRS[kind] for opener in stack):
                return _unclosed(stack[-1], Span(token.start, token.end))
            else:
                return diagnostic(
                    "E0203",
                    f"`{token.text}` closes a bracket that was never opened",
                    Span(token.start, token.end),
                    help=f"remove the `{token.text}`, or open its bracket before it",
                )
    if stack:
        return _unclosed(stack[-1], Span(tokens[-1].end, tokens[-1].end))
    return None


def too_deep(span: Span) -> Diagnostic:
    """The diagnostic for an expression that nests beyond `MAX_DEPTH`."""
    return diagnostic(
        "E0209",
        f"this expression is nested more than {MAX_DEPTH} levels deep",
        span,
        help="give a part of it a name of its own",
    )


def _unclosed(opener: Token, place: Span) -> Diagnostic:
    closer = _CLOSERS[opener.type]
    return diagnostic(
        "E0202",
        f"the bracket `{opener.text}` is never closed",
        place,
        f"expected `{closer}`",
        help=f"close the bracket with `{closer}`",
        secondary=(Label(Span(opener.start, opener.end), "the bracket opened here"),),
    )


def unknown_statement(token: Token, raw: str) -> Diagnostic:
    """The diagnostic for tokens that do not begin with a statement keyword."""
    guess = did_you_mean(token.text, STATEMENTS) if token.type == "NAME" else None
    return diagnostic(
        "E0204",
        f"{quote(raw)} does not begin a statement",
        Span(token.start, token.end),
        help=f"a keyword with a similar name exists: `{guess}`"
        if guess
        else "statements begin with param, group, graph, category, functor, transformation, end, coend, limit, colimit, "
        "derive, expect, check or refute",
    )


def unexpected(
    problem: Unexpected, tokens: Sequence[Token], text: str, spellings: Mapping[str, str]
) -> Diagnostic:
    """The diagnostic for a token that the grammar does not allow where it stands."""
    index, expected = problem.index, problem.expected
    form = f"the form is `{FORMS[tokens[0].text]}`"
    wanted = _phrase(expected, spellings)
    if index == len(tokens):
        end = tokens[-1].end
        return diagnostic(
            "E0208", f"the statement ends where {wanted} should follow", Span(end, end), f"expected {wanted}", help=form
        )
    token, previous = tokens[index], tokens[index - 1]
    raw = text[token.start : token.end]
    span = Span(token.start, token.end)
    if token.text in STATEMENTS and token.type == token.text.upper():
        return diagnostic(
            "E0205",
            f"`{token.text}` is a keyword and cannot be a name",
            span,
            f"expected {wanted}",
            help=f"choose another name, such as `{token.text.capitalize()}`",
        )
    missing = _missing_comma(tokens, index, expected)
    if missing is not None:
        return missing
    beside = previous.type in ENDS_EXPRESSION and token.type in _STARTS - {"MINUS"} and "STAR" in expected
    if beside and not expected - _FOLLOWS:
        return _side_by_side(previous, token, text, expected)
    return diagnostic(
        "E0201",
        f"expected {wanted}, found {_found(token, raw)}",
        span,
        f"expected {wanted}",
        help=_help(token, previous, expected) or form,
    )


def _missing_comma(tokens: Sequence[Token], index: int, expected: frozenset[str]) -> Diagnostic | None:
    """Names that stand side by side in a list; in a category the second one has been taken for an arrow."""
    if "STAR" in expected or "COMMA" not in expected:
        return None
    if tokens[0].text == "category" and expected == {"COLON", "COMMA"}:
        index -= 1
    first, second = tokens[index - 1], tokens[index]
    if first.type not in ("NAME", "NUMBER") or second.type not in ("NAME", "NUMBER"):
        return None
    return diagnostic(
        "E0207",
        f"a comma is missing between {quote(first.text)} and {quote(second.text)}",
        Span(second.start, second.end),
        "a second item begins here",
        help="the items of a list are separated by commas",
    )


def _side_by_side(previous: Token, token: Token, text: str, expected: frozenset[str]) -> Diagnostic:
    left, right = text[previous.start : previous.end], text[token.start : token.end]
    if "COMMA" in expected:
        message, help = "an operator or a comma is missing", f"write `{left}*{right}` or `{left}, {right}`"
    else:
        message, help = "an operator is missing", f"a product needs its sign: `{left}*{right}`"
    if len(left) + len(right) > 30 or token.type not in ("NAME", "NUMBER"):
        help = "products need their sign, `2*x`, and items a comma between them"
    return diagnostic(
        "E0207",
        f"{message} between {quote(left)} and {quote(right)}",
        Span(token.start, token.end),
        "a second expression begins here",
        help=help,
    )


def _help(token: Token, previous: Token, expected: frozenset[str]) -> str | None:
    near = did_you_mean(previous.text, sorted(COUNTS)) if previous.type == token.type == "NAME" and "NATURAL" in expected else None
    if near is not None:
        return f"a word with a similar name exists: `{near}`, as in `expect {near} {token.text} = 2`"
    adjacent = previous.end == token.start
    pair = (previous.type, token.type)
    if adjacent and pair in (("EQUAL", "EQUAL"), ("STAR", "STAR")):
        return {"EQUAL": "equality is written with one `=`", "STAR": "powers are written with `^`"}[token.type]
    if token.type == "DOUBLE_ARROW" and "ARROW" in expected:
        return "a functor is written `F : C -> D`; `=>` is for transformations"
    if token.type == "ARROW" and "DOUBLE_ARROW" in expected:
        return "a transformation is written `t : F => G`; `->` is for functors"
    if token.type == "INT" and "COINT" in expected:
        return "a coend is written with `int^`: `coend T = int^ c : C. E`"
    if token.type == "COINT" and "INT" in expected:
        return "an end is written with `int`: `end K = int c : C. E`"
    if previous.type == "COMMA" and token.type in _PAIRS:
        return "remove the comma, or add the item after it"
    if token.type == "PLUS" and expected >= _STARTS:
        return "there is no sign `+` in front of an expression"
    return None


def _found(token: Token, raw: str) -> str:
    if token.type == "NAME":
        return f"the name {quote(raw)}"
    if token.type == "NUMBER":
        return f"the number {quote(raw)}"
    return quote(raw)


def _phrase(expected: frozenset[str], spellings: Mapping[str, str]) -> str:
    """A set of terminals in the user's words: what is particular to the place, without what may always stand there."""
    if expected >= _STARTS:
        return "an expression"
    if "STAR" in expected:  # after a complete expression
        particular = expected - _OPERATORS - {"LPAR", "LSQB", "NAME", "OBJECT", "COMMA", "WHERE"}
    else:
        particular = expected
    if "LESS" in expected and particular == {"EQUAL"}:
        return "`=` or a comparison"
    words = [word for terminal, word in _WORDS.items() if terminal in particular]
    if {"NAME", "NUMBER"} <= particular:
        words = ["a name or a number", *words[2:]]
    signs = [spelling for terminal, spelling in spellings.items() if terminal in particular]
    words += [f"`{sign}`" for sign in sorted(signs, key=lambda sign: (sign[0].isalpha(), sign))]
    if "$END" in particular and len(words) < 2:
        words.append("the end of the statement")
    if not words:
        words = ["an operator"]
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " or " + words[-1]


_WORDS = {"NAME": "a name", "NUMBER": "a number", "STRING": "a text in quotation marks"}
