"""The README's first picture: a file, the command, and what it prints, as on a terminal.

`terminal.py update` runs the command and writes the pictures, one for light pages and one for dark ones; a test runs it
without writing and compares, so that the pictures are never older than the code.
"""

import html
import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
FILE = "examples/zonal.cat"
COLUMNS = 92
CHARACTER, LINE, MARGIN, BAR = 8.43, 20.0, 22.0, 34.0
FONT = "ui-monospace, 'SF Mono', 'Cascadia Mono', 'DejaVu Sans Mono', Menlo, Consolas, monospace"
COLOURS = {
    "light": {"paper": "#ffffff", "bar": "#eceef1", "rim": "#d5d9df", "ink": "#20242b", "dim": "#69717d", "green": "#1c7a45",
              "red": "#b3261e", "yellow": "#8d6100", "cyan": "#0b6e8f", "keyword": "#23568f", "comment": "#69717d"},
    "dark": {"paper": "#14171c", "bar": "#20252d", "rim": "#323945", "ink": "#e4e6ea", "dim": "#9aa3af", "green": "#62c98d",
             "red": "#ff8a80", "yellow": "#e5b454", "cyan": "#74c7e4", "keyword": "#86b6ee", "comment": "#9aa3af"},
}  # fmt: skip
CODES = {"1": "bold", "2": "dim", "31": "red", "32": "green", "33": "yellow", "36": "cyan"}

Piece = tuple[str, str, bool]  # text, colour, bold


def path(scheme: str) -> Path:
    """Where the picture for a colour scheme is kept."""
    return ROOT / "examples" / "pictures" / f"zonal-{scheme}.svg"


def picture(scheme: str) -> str:
    """The picture as SVG: the file on the left of the fold, the command and its output below."""
    source = (ROOT / FILE).read_text(encoding="utf-8").rstrip("\n")
    lines = [*map(coloured, source.split("\n")), [], *prompt(f"catalg derive {FILE}"), *map(painted, output("derive", FILE))]
    return drawn(lines, COLOURS[scheme], FILE)


def output(*arguments: str) -> list[str]:
    """What catalg prints on a terminal with colours."""
    environment = os.environ | {"COLUMNS": str(COLUMNS), "FORCE_COLOR": "1", "PYTHONIOENCODING": "utf-8", "PYTHONPATH": str(ROOT)}
    environment.pop("NO_COLOR", None)
    done = subprocess.run(
        [sys.executable, "-m", "catalg", *arguments], cwd=ROOT, capture_output=True, encoding="utf-8", env=environment, check=True
    )
    return done.stdout.strip("\n").split("\n")


def prompt(command: str) -> list[list[Piece]]:
    """A line of a shell."""
    return [[("$ ", "dim", False), (command, "ink", True)], []]


def coloured(line: str) -> list[Piece]:
    """A line of a .cat file with its keywords and comments."""
    from catalg.editor.highlight import highlights

    colours = {"statement": "keyword", "keyword": "keyword", "comment": "comment", "documentation": "comment", "string": "comment"}
    return [(line[span.start : span.end], colours.get(kind, "ink"), kind == "statement") for span, kind in highlights(line)]


def painted(line: str) -> list[Piece]:
    """A line with the colours of a terminal."""
    pieces: list[Piece] = []
    colour, bold = "ink", False
    for part in re.split(r"(\x1b\[[0-9;]*m)", line):
        if part.startswith("\x1b"):
            for code in part[2:-1].split(";"):
                named = CODES.get(code, "ink")
                colour, bold = (colour, True) if named == "bold" else (named, bold if code not in ("", "0") else False)
        elif part:
            pieces.append((part, colour, bold))
    return pieces


def drawn(lines: list[list[Piece]], colours: dict[str, str], name: str) -> str:
    """A window with these lines."""
    width = 2 * MARGIN + CHARACTER * max(COLUMNS, *(sum(len(text) for text, _, _ in line) for line in lines))
    height = BAR + LINE * len(lines) + 1.4 * MARGIN
    said = html.escape(f"{name}, and what catalg derive prints for it")
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" height="{height:.0f}" '
        f'role="img" aria-label="{said}" font-family="{FONT}" font-size="14">',
        f'<rect x=".5" y=".5" width="{width - 1:.0f}" height="{height - 1:.0f}" rx="9" fill="{colours["paper"]}" stroke="{colours["rim"]}"/>',
        f'<path d="M.5 {BAR} v-{BAR - 9.5} a9 9 0 0 1 9 -9 h{width - 19:.0f} a9 9 0 0 1 9 9 v{BAR - 9.5} z" fill="{colours["bar"]}"/>',
        f'<text x="{width / 2:.0f}" y="{BAR / 2 + 5:.0f}" text-anchor="middle" fill="{colours["dim"]}" font-size="12.5">{html.escape(name)}</text>',
    ]
    for number, line in enumerate(lines):
        at, y = 0, BAR + 0.9 * MARGIN + LINE * number + 6
        for text, colour, bold in line:
            bare = text.strip(" ")
            if bare:
                x = MARGIN + CHARACTER * (at + len(text) - len(text.lstrip(" ")))
                heavy = ' font-weight="600"' if bold else ""
                length = CHARACTER * len(bare)
                out.append(
                    f'<text x="{x:.1f}" y="{y:.0f}" fill="{colours[colour]}"{heavy} xml:space="preserve" textLength="{length:.1f}" '
                    f'lengthAdjust="spacing">{html.escape(bare)}</text>'
                )
            at += len(text)
    return "\n".join([*out, "</svg>"]) + "\n"


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    for scheme in COLOURS:
        path(scheme).parent.mkdir(exist_ok=True)
        path(scheme).write_text(picture(scheme), encoding="utf-8")
        print(f"wrote {path(scheme).relative_to(ROOT)}")
