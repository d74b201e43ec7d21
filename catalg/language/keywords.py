"""Which words are keywords, and where.

The fifteen words that begin statements are keywords everywhere. All others are keywords only where a name cannot stand:
two expressions never stand side by side, so that a word after a complete expression must be one (`where`, `along`, `in`, …);
words that open a section of a body stand at its beginning or after a complete section; words that count stand between
`expect` and a name. A group may be called `on`, a generator `relations`, an end `size`.
"""

from __future__ import annotations

from collections.abc import Sequence

from catalg.language.tokens import Token

STATEMENTS = frozenset(
    ["param", "group", "graph", "category", "functor", "map", "transformation", "end", "coend", "limit", "colimit", "derive", "expect", "check", "refute"]
)
CLAIMS = frozenset({"expect", "check", "refute"})
INFIX = frozenset(["where", "along", "as", "at", "in", "is", "on", "with", "natural", "functorial"])
CLAUSES = frozenset(["symmetric", "antisymmetric", "causal", "local", "distance", "degree"])
"""Words that restrict an end; what each asks for is decided when the end is elaborated."""
COUNTS = frozenset(["dim", "size", "free", "arguments"])
"""Words that count, between `expect` and a name."""
_SECTIONS: dict[str, dict[str, str]] = {
    "group": {"generators": "GENERATORS", "lie": "LIE", "relations": "RELATIONS"},
    "graph": {"nodes": "NODES", "edges": "EDGES"},
    "category": {"objects": "OBJECTS", "equation": "EQUATION", "equations": "EQUATION"},
}
_WORDS = STATEMENTS | INFIX | CLAUSES | COUNTS | {"int", "any", "lim", "colim"}
_WORDS |= {word for sections in _SECTIONS.values() for word in sections}

ENDS_EXPRESSION = frozenset({"NAME", "NUMBER", "STRING", "RPAR", "RSQB", "RBRACE", "PRIME", "SUPERSCRIPT"})
_OPEN = frozenset({"LPAR", "LSQB", "LBRACE"})
_CLOSE = frozenset({"RPAR", "RSQB", "RBRACE"})
_NOTHING = Token("$END", "", 0, 0)


def classify(tokens: Sequence[Token]) -> list[Token]:
    """The tokens of one statement as the grammar's terminals: keywords told from names, `²` as `^` and `2`, `*` before `=`
    as the one object of a group, and `--` outside of graphs as two signs."""
    statement = tokens[0].text
    sections = _SECTIONS.get(statement, {})
    result: list[Token] = []
    depth = 0
    skip = 0
    for index, token in enumerate(tokens):
        kind = token.type
        if skip:
            skip -= 1
        elif kind == "NAME":
            if token.text in _WORDS:
                keyword = _keyword(tokens, index, result, depth, statement, sections)
                if keyword == "COINT":
                    token = Token("COINT", "int^", token.start, tokens[index + 1].end)
                    skip = 1
                elif keyword is not None:
                    token = Token(keyword, token.text, token.start, token.end)
            result.append(token)
        elif kind == "SUPERSCRIPT":
            result.extend(_superscript(token))
        elif kind == "STAR" and _at(tokens, index + 1).type == "EQUAL":
            result.append(Token("OBJECT", "*", token.start, token.end))
        elif kind == "EDGE" and statement != "graph":
            middle = token.start + 1
            result += (Token("MINUS", "-", token.start, middle), Token("MINUS", "-", middle, token.end))
        else:
            if kind in _OPEN:
                depth += 1
            elif kind in _CLOSE:
                depth -= 1
            result.append(token)
    return result


def _keyword(
    tokens: Sequence[Token],
    index: int,
    before: Sequence[Token],
    depth: int,
    statement: str,
    sections: dict[str, str],
) -> str | None:
    word = tokens[index].text
    if word in STATEMENTS:
        return word.upper()
    previous = before[-1].type if before else ""
    following, third = _at(tokens, index + 1), _at(tokens, index + 2)
    if word in INFIX and depth == 0 and (previous in ENDS_EXPRESSION or previous == "CLAUSE"):
        return word.upper()
    if word in CLAUSES and statement == "end" and depth == 0 and (previous in ENDS_EXPRESSION or previous == "CLAUSE"):
        return "CLAUSE"
    if word == "int" and statement != "category":
        stands_for_sum = index == 3 and statement in ("end", "coend")
        if following.type == "CARET" and (stands_for_sum or _at(tokens, index + 3).type == "COLON"):
            return "COINT"
        if stands_for_sum or (following.type == "NAME" and third.type == "COLON"):
            return "INT"
    elif word in COUNTS and index == 1 and statement in CLAIMS and following.type == "NAME":
        if not (following.text in ("natural", "functorial") and third is _NOTHING):
            return word.upper()
    elif word == "any" and depth == 0 and previous in ("WHERE", "COMMA"):
        if following.type == "NAME" and third.type == "COLON":
            return "ANY"
    elif word in ("lim", "colim") and index == 3 and statement in ("limit", "colimit"):
        return word.upper()
    elif word in sections and depth == 1 and _begins_section(statement, word, previous, following):
        return sections[word]
    return None


def _begins_section(statement: str, word: str, previous: str, following: Token) -> bool:
    if previous == "LIE":
        return word == "generators"
    if previous != "LBRACE" and previous not in ENDS_EXPRESSION:
        return False
    if word == "lie":
        return following.text == "generators"
    return not (statement == "category" and following.type in ("COLON", "COMMA"))


def _superscript(token: Token) -> list[Token]:
    start, end = token.start, token.end
    digits = token.text.lstrip("-")
    signs = [Token("CARET", "^", start, end)]
    if digits != token.text:
        signs.append(Token("MINUS", "-", start, start + 1))
    return [*signs, Token("NUMBER", digits, end - len(digits), end)]


def _at(tokens: Sequence[Token], index: int) -> Token:
    return tokens[index] if index < len(tokens) else _NOTHING
