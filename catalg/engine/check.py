"""A file from text to report: read, parse, elaborate, and one result for each item, in the order of the text.

What depends on a broken declaration (one that is invalid, or refuted, or depends on such a one itself) is `undecided:
depends on V` and never reaches the worker. The valid statements of an invalid file are checked all the same.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from catalg.diagnostics import NOWHERE, Diagnostic, Source
from catalg.engine.outcome import FileReport, Result
from catalg.engine.progress import Progress, Silent
from catalg.engine.worker import Worker
from catalg.language.tree import Statement
from catalg.model.goals import DECLARATIONS, FunctorialClaim, Item, NaturalClaim, Opaque, Specification
from catalg.model.verdict import Judgement, Verdict

if TYPE_CHECKING:
    from catalg.engine.reuse import Memory
    from catalg.language import ParsedFile


@dataclass(slots=True)
class Examination:
    """One elaborated file together with the answers found so far; each item is solved at most once.

    `worker` must be used for one examination at a time; `examine` begins it.
    """

    path: str
    source: Source
    diagnostics: tuple[Diagnostic, ...]
    specification: Specification | None
    worker: Worker
    progress: Progress = field(default_factory=Silent)
    documentation: str = ""
    statements: tuple[Statement, ...] = ()
    memory: Memory | None = None
    _found: dict[int, Result] = field(default_factory=dict)
    _places: dict[str, int] = field(default_factory=dict)
    _begun: bool = False

    def result(self, index: int) -> Result:
        """The answer to one item; declarations that it depends on are answered first."""
        for needed in self._needed(index):
            if needed not in self._found:
                self._found[needed] = self._solve(needed)
        return self._found[index]

    def report(self, indices: Iterable[int] | None = None) -> FileReport:
        """The report on all lines of the file, or on some."""
        chosen = range(len(self._items)) if indices is None else indices
        results = tuple(self.result(index) for index in chosen)
        self.progress.clear()
        return FileReport(
            self.path, self.source, self.diagnostics, results, self.specification, self.documentation, self.statements
        )

    def declaration(self, name: str) -> int:
        """The index of the declaration of that name. Raises KeyError."""
        if not self._places:
            places = [(item.name, index) for index, item in enumerate(self._items) if item.kind in DECLARATIONS]
            self._places.update(reversed(places))  # the first of a name counts
        return self._places[name]

    @property
    def _items(self) -> Sequence[Item]:
        return self.specification.items if self.specification else ()

    def _needed(self, index: int) -> list[int]:
        """The item and all declarations below it that get verdicts, first things first."""
        pending, seen = [index], {index}
        while pending:
            for name in _dependencies(self._items[pending.pop()]):
                below = self._index(name)
                if below is not None and below not in seen and below not in self._found:
                    seen.add(below)
                    pending.append(below)
        return sorted(seen)

    def _index(self, name: str) -> int | None:
        try:
            return self.declaration(name)
        except KeyError:
            return None

    def _solve(self, index: int) -> Result:
        item = self._items[index]
        broken = self._broken(item)
        if broken is not None:
            return Result(item, Judgement.undecided("depends-on", name=broken))
        if isinstance(item.subject, Opaque):
            return Result(item, Judgement.undecided("no-strategy", detail=item.subject.reason))
        known = self.memory.recall(index) if self.memory is not None else None
        if known is not None:
            return Result(item, known.judgement, known.solution)
        if not self._begun and self.specification is not None:
            self.worker.begin(self.specification)
            self._begun = True
        started = time.monotonic()
        outcome = self.worker.run(index, lambda seconds: self.progress.tick(item.name or item.kind, seconds))
        self.progress.clear()
        if self.memory is not None:
            self.memory.keep(index, outcome)
        return Result(item, outcome.judgement, outcome.solution, time.monotonic() - started)

    def _broken(self, item: Item) -> str | None:
        """The declaration at the root of why this item cannot be judged, if there is one."""
        if isinstance(item.subject, Opaque) and item.subject.kind == "depends":
            return item.subject.reason
        for name in _dependencies(item):
            index = self._index(name)
            if index is not None and index in self._found:
                judgement = self._found[index].judgement
                if judgement.verdict is Verdict.REFUTED:
                    return name
                if judgement.reason == "depends-on":
                    return str(dict(judgement.facts)["name"])
        return None


def _dependencies(item: Item) -> tuple[str, ...]:
    """The names that must not be broken. A claim about a declaration's own truth does not presuppose that truth."""
    own = item.subject.name if isinstance(item.subject, NaturalClaim | FunctorialClaim) else None
    return tuple(name for name in item.depends if name != own)


def read_text(path: str) -> tuple[Source, tuple[Diagnostic, ...]]:
    """The text of a file, and what prevents reading it; the path `-` is the standard input."""
    from catalg.language import read_source

    source, problem = read_source("/dev/stdin" if path == "-" else path)
    if path == "-":
        source = Source("<stdin>", source.text)
    return source, () if problem is None else (problem,)


def examine(
    path: str,
    worker: Worker,
    progress: Progress | None = None,
    text: str | None = None,
    memory: Memory | None = None,
) -> Examination:
    """Read (unless the text is given), parse and elaborate a file; nothing is solved yet.

    With a `memory` of the same file, answers that the changes since then do not touch are taken from it. Never raises for what a file holds or for a file that cannot be read: that is a diagnostic.
    """
    from catalg.language import parse

    progress = progress or Silent()
    source, unreadable = read_text(path) if text is None else (Source(path, text), ())
    if unreadable:
        return Examination(source.path, source, unreadable, None, worker, progress)
    parsed = parse(source.text, source.path)
    if parsed.statements:
        worker.start()
    specification, found = elaborated(parsed)
    diagnostics = tuple(sorted((*parsed.diagnostics, *found), key=lambda entry: entry.span))
    if memory is not None:
        memory.take_up(parsed.statements, specification.items if specification is not None else ())
    doc, statements = parsed.doc or "", parsed.statements
    return Examination(source.path, source, diagnostics, specification, worker, progress, doc, statements, memory)


def elaborated(parsed: ParsedFile) -> tuple[Specification | None, tuple[Diagnostic, ...]]:
    """The meaning of a parsed file. Should elaboration fail by a fault of its own, the file gets one diagnostic and no items."""
    from catalg.diagnostics import diagnostic
    from catalg.elaborate import Fault, elaborate
    from catalg.engine.extensions import EXTENSIONS
    from catalg.families.registry import FAMILIES

    try:
        return elaborate(parsed, FAMILIES, EXTENSIONS)
    except Exception as error:
        if os.environ.get("CATALG_DEBUG"):
            raise
        span, cause = (error.span, error.__cause__) if isinstance(error, Fault) else (NOWHERE, error)
        told = " ".join(f"{type(cause).__name__}: {cause}".split())[:200]
        help = "this is a fault of catalg and not of the file; please report it together with the file"
        return None, (diagnostic("E0100", f"internal error while this was read ({told})", span, None, help),)


def check_files(paths: Iterable[str], worker: Worker, progress: Progress | None = None) -> tuple[FileReport, ...]:
    """The reports on some files, one worker for all of them."""
    return tuple(examine(path, worker, progress).report() for path in paths)


__all__ = ["Examination", "check_files", "elaborated", "examine", "read_text"]
