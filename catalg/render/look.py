"""How text output looks on one stream: its width, whether it has colours, and which signs it can carry."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TextIO

from catalg.model.verdict import Verdict
from catalg.render.signs import to_ascii

_COLOURS = {"green": "32", "red": "31", "yellow": "33", "cyan": "36", "bold": "1", "dim": "2"}
_VERDICTS = {
    Verdict.PROVED: ("green", "✓", "ok"),
    Verdict.REFUTED: ("red", "✗", "NO"),
    Verdict.UNDECIDED: ("yellow", "?", "??"),
}


@dataclass(frozen=True, slots=True)
class Look:
    """The look of one stream. `unicode` tells that every sign may be written, else ASCII spellings replace them."""

    width: int = 100
    colour: bool = False
    unicode: bool = True

    def paint(self, text: str, *colours: str) -> str:
        """The text in colours (`green`, `red`, `yellow`, `cyan`, `bold`, `dim`), or bare where there are none.

        >>> Look().paint("yes", "green")
        'yes'
        """
        if not self.colour or not text:
            return text
        return f"\x1b[{';'.join(_COLOURS[name] for name in colours)}m{text}\x1b[0m"

    def mark(self, verdict: Verdict, text: str | None = None) -> str:
        """The sign of a verdict, or a text in its colour.

        >>> Look().mark(Verdict.PROVED), Look(unicode=False).mark(Verdict.PROVED)
        ('✓', 'ok')
        """
        colour, sign, word = _VERDICTS[verdict]
        return self.paint(text if text is not None else sign if self.unicode else word, colour)

    def finish(self, text: str) -> str:
        """The text as this stream can carry it."""
        return text if self.unicode else to_ascii(text)


def look_of(stream: TextIO, environment: Mapping[str, str] | None = None) -> Look:
    """The look of a stream: colours only on a terminal and never under NO_COLOR, signs as its encoding allows."""
    environment = os.environ if environment is None else environment
    terminal = stream.isatty()
    colour = terminal and not environment.get("NO_COLOR") and environment.get("TERM") != "dumb"
    if environment.get("FORCE_COLOR") and not environment.get("NO_COLOR"):
        colour = True
    encoding = (getattr(stream, "encoding", None) or "utf-8").lower().replace("_", "-")
    width = shutil.get_terminal_size((100, 24)).columns if terminal or environment.get("COLUMNS") else 100
    return Look(max(40, min(width, 160)), colour, encoding.startswith("utf"))
