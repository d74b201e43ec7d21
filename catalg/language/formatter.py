"""The formatter: one way to write a specification, with Unicode signs or in ASCII.

It works on the lossless tokens, so that comments stay where they are. Line breaks are the author's, blanks between tokens
are the formatter's, and columns that the author aligned stay aligned. A broken statement stays exactly as it is, together
with the lines that it touches. Formatting twice is formatting once, and what a file says does not change.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from catalg.diagnostics.diagnostic import Diagnostic
from catalg.diagnostics.source import Source
from catalg.language.keywords import classify
from catalg.language.layout import Cell, align
from catalg.language.parser import CONTROL, StatementParser
from catalg.language.respell import ASCII, UNICODE, Style
from catalg.language.spacing import Piece, assign_roles, gap
from catalg.language.statements import Chunk, split
from catalg.language.tokens import TRIVIA, Token, tokenize
from catalg.language.tree import Param, Statement

INDENT = 2
NO_COLUMN = -2
TAB = 8


def format_source(text: str, ascii: bool = False) -> str:
    """A specification in its canonical spelling and spacing: with Unicode signs, or all in ASCII.

    Text with control characters, which is not a specification, comes back as it is.

    >>> print(format_source("group   G=SO(3)\\nend K=int g:G.Hom(V,W)", ascii=True), end="")
    group G = SO(3)
    end K = int g : G. Hom(V, W)
    >>> print(format_source("end K=int g:G.Map(X*X,V)"), end="")
    end K = ∫ g : G. Map(X × X, V)
    """
    return format_with(text, ASCII if ascii else UNICODE)


def format_with(text: str, style: Style) -> str:
    """A specification in the spelling of a style."""
    if CONTROL.search(text):
        return text
    text = re.sub(r"\r\n?", "\n", text.removeprefix("\ufeff"))
    tokens = tokenize(text)
    chunks = split(tokens)
    parser = StatementParser(text)
    parsed = [parser.parse(chunk) if chunk.tokens else None for chunk in chunks]
    params = frozenset(item.name.text for item in parsed if isinstance(item, Param))
    source = Source("", text)
    raw = _raw_lines(source, tokens, chunks, parsed)
    written: dict[int, list[Piece]] = {}
    inside: set[int] = set()  # the offsets of the tokens that have others of their statement before and after them
    for chunk, statement in zip(chunks, parsed, strict=True):
        if statement is None or isinstance(statement, Diagnostic):
            continue
        if source.position(chunk.tokens[0].start).line not in raw:
            written |= _pieces(chunk, statement, text, style, params)
            last = max(index for index, token in enumerate(chunk.tokens) if written[token.start])
            inside.update(token.end for token in chunk.tokens[:last])  # brackets that go end nothing
    pieces = _with_trivia(tokens, written, inside, source, raw)
    return _layout(pieces)


def _raw_lines(
    source: Source, tokens: Sequence[Token], chunks: Sequence[Chunk], parsed: Sequence[object]
) -> set[int]:
    """The numbers of the lines that stay as they are: those of broken statements and of text after a docstring that is
    never closed, and of what shares a line with them."""
    raw: set[int] = set()
    others: list[range] = []
    known = {token.start for chunk in chunks for token in (*chunk.docs, *chunk.tokens)}
    for token in tokens:
        if token.type not in TRIVIA and token.start not in known:
            raw.update(_lines(source, token, token))
    for chunk, statement in zip(chunks, parsed, strict=True):
        others += [_lines(source, doc, doc) for doc in chunk.docs]
        raw.update(*(_lines(source, doc, doc) for doc in chunk.docs if doc.type == "OPEN_DOCSTRING"))
        if chunk.tokens:
            lines = _lines(source, chunk.tokens[0], chunk.tokens[-1])
            if isinstance(statement, Diagnostic):
                raw.update(lines)
            else:
                others.append(lines)
    if raw:
        size = 0
        while size != len(raw):
            size = len(raw)
            raw.update(*(lines for lines in others if not raw.isdisjoint(lines)))
    return raw


def _lines(source: Source, first: Token, last: Token) -> range:
    return range(source.position(first.start).line, source.position(last.end).line + 1)


def _pieces(
    chunk: Chunk, statement: Statement, text: str, style: Style, params: frozenset[str]
) -> dict[int, list[Piece]]:
    """What is written for each token of a statement, by the offset at which the token begins."""
    terminals = classify(chunk.tokens)
    edits = style.edits(statement, terminals, text, params)
    starting: dict[int, list[Token]] = {}
    for terminal in terminals:
        starting.setdefault(terminal.start, []).append(terminal)
    written: dict[int, list[Piece]] = {}
    everything: list[Piece] = []
    for token in chunk.tokens:
        if token.type == "SUPERSCRIPT":
            parts: list[Token] = [token]
        else:
            parts = [part for offset in range(token.start, token.end) for part in starting.get(offset, ())]
            if token.type in ("NAME", "NUMBER", "STRING"):
                parts = parts[:1]
        pieces: list[Piece] = []
        for part in parts:
            pieces += (Piece(new.type, new.text) for new in edits.before.get(part.start, ()))
            final = part if token.type == "SUPERSCRIPT" else edits.replaced.get(part.start, part)
            if final is part:
                pieces.append(Piece(part.type, style.spell(part, text[part.start : part.end])))
            elif final is not None:
                moved = final.type in ("COMMA", "INNER")  # between operands that shift: aligns with nothing
                pieces.append(Piece(final.type, final.text, column=NO_COLUMN if moved else -1))
            if final is not None and final.type in ("STAR", "SLASH") and not _is_spaced(text, part):
                pieces[-1].role = "tight"
            pieces += (Piece(new.type, new.text) for new in edits.after.get(part.end, ()))
        written[token.start] = pieces
        everything += pieces
    assign_roles(everything)
    return written


def _is_spaced(text: str, sign: Token) -> bool:
    """Whether blanks set a sign off from an operand on its line. The margin, the end of the line and the blanks before a
    comment say nothing: brackets that go may leave a sign there that the author did not set off."""
    before = text[text.rfind("\n", 0, sign.start) + 1 : sign.start]
    after = text[sign.end :].partition("\n")[0].partition("#")[0]
    return any(side and blank.isspace() for side, blank in ((before.strip(), before[-1:]), (after.strip(), after[:1])))


def _with_trivia(
    tokens: Sequence[Token], written: dict[int, list[Piece]], inside: set[int], source: Source, raw: set[int]
) -> list[Piece]:
    """All pieces of the file in order, with the comments, and with the places where they stood."""
    pieces: list[Piece] = []
    line, column, blanks, new_lines = 1, 0, 0, 0
    within, first = False, True  # inside a statement; at the beginning of a line
    skip_to = 0
    for token in tokens:
        kind = token.type
        if line in raw and line >= skip_to:
            skip_to = line
            while skip_to in raw:
                skip_to += 1
            block = "\n".join(source.line(number) for number in range(line, skip_to))
            pieces.append(Piece("RAW", block, new_lines=max(new_lines, 1)))
            new_lines = 0
        if line < skip_to:
            breaks = token.text.count("\n")
            if breaks:
                line += breaks
                column, new_lines, blanks, within, first = 0, 1, 0, False, True
            continue
        if kind == "NEWLINE":
            line, column, blanks, new_lines, first = line + 1, 0, 0, new_lines + 1, True
            continue
        here = column
        column += token.end - token.start
        if kind == "BLANK":
            blanks = token.end - token.start
            for sign in token.text:
                here += TAB - here % TAB if sign == "\t" else 1
            column = here
            continue
        if kind == "COMMENT":
            new = [Piece(kind, token.text.rstrip(), indent=INDENT if within else 0)]
        elif kind == "DOCSTRING":
            new = [Piece(kind, token.text)]
            line += token.text.count("\n")
        else:
            new = written[token.start]
            within = token.end in inside
            if raw and first and new and new[0].role == "statement":
                new[0].indent = here  # a broken statement is told from a continuation by the margin before it
        if new:
            new[0].new_lines, new_lines = new_lines, 0
            if new[0].column != NO_COLUMN:
                new[0].column, new[0].padding = here, blanks
            if kind == "EDGE":  # two signs in one token
                for piece, offset in zip([piece for piece in new if piece.type == "MINUS"], (0, 1), strict=False):
                    piece.column = here + offset
        pieces += new
        blanks, first = 0, False
    return pieces


def _layout(pieces: Sequence[Piece]) -> str:
    lines: list[str] = []
    block: list[list[Cell]] = []
    before: Piece | None = None

    def flush() -> None:
        if block:
            lines.extend(text.rstrip() for text in align(block))
            block.clear()

    for piece in pieces:
        text = piece.type in ("DOCSTRING", "RAW")
        fresh = before is None or piece.new_lines > 0 or piece.role == "statement" or text
        fresh = fresh or (before is not None and before.type in ("DOCSTRING", "RAW", "COMMENT"))
        whole = text or (piece.type == "COMMENT" and fresh)
        if fresh and piece.new_lines > 1 and before is not None:
            flush()
            lines.append("")
        if whole:
            flush()
            lines.append(" " * piece.indent + piece.text)
        elif fresh:
            hanging = piece.role not in ("statement", "item", "close")
            need = INDENT if hanging or piece.role == "item" else piece.indent
            column = piece.column if hanging else NO_COLUMN
            block.append([Cell(piece.text, need, column, piece.depth, hanging, _anchor(piece))])
        elif piece.type == "NUMBER" and before is not None and before.role == "unary":
            cell = block[-1][-1]  # a number and its sign are one cell
            cell.text += piece.text
            cell.anchor = len(cell.text)
        else:
            assert before is not None
            need = gap(before, piece)
            column = piece.column if need or before.type == "LSQB" else NO_COLUMN  # [ 0, -1] is a column too
            block[-1].append(Cell(piece.text, need, column, piece.depth, piece.padding > need, _anchor(piece)))
        before = piece
    flush()
    return "\n".join(lines) + "\n" if lines else ""


def _anchor(piece: Piece) -> int:
    return len(piece.text) if piece.type == "NUMBER" else 0
