"""The language server: the Language Server Protocol 3.17 over standard input and output, by pygls.

Texts are read and elaborated at every change, a moment after the last key, and judged when they are saved; both in
threads of their own, so that the server answers meanwhile. Verdicts belong to the text that was saved: a change takes
them away.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

from catalg.diagnostics import Diagnostic, Source, Span
from catalg.editor.actions import remedies
from catalg.editor.analysis import Analysis, analyse
from catalg.editor.completion import completions
from catalg.editor.hover import hover
from catalg.editor.judging import Judge
from catalg.editor.lenses import derivation, lenses
from catalg.editor.names import CannotRename, definitions, occurrences, rename, renamed_places
from catalg.editor.places import offset, place
from catalg.editor.symbols import Symbol, outline
from catalg.engine.outcome import Result
from catalg.language import format_source
from catalg.model.verdict import Verdict
from catalg.version import __version__

DERIVATION = "catalg.derivation"
"""The command of the code lenses: shows a derivation in a document of its own, and gives it back as text."""

PAUSE = 0.15
"""Seconds without a key before a text is read again."""

COMPLETED = {
    "keyword": "Keyword",
    "declaration": "Variable",
    "variable": "Variable",
    "family": "Class",
    "universe": "Class",
    "word": "Function",
    "action": "Method",
}
SYMBOLS = {
    "param": "Constant",
    "group": "Class",
    "graph": "Struct",
    "category": "Module",
    "functor": "Function",
    "transformation": "Function",
    "object": "Object",
    "arrow": "Field",
    "generator": "Field",
}


def serve(seconds: float = 20.0) -> None:
    """Serve one client over standard input and output until it leaves. Raises ModuleNotFoundError without pygls."""
    service = Service(seconds)
    try:
        service.server.start_io()
    finally:
        service.close()


class Service:
    """The answers to one client. `types` is the module of the protocol's types, imported when a server is made."""

    def __init__(self, seconds: float) -> None:
        from lsprotocol import types
        from pygls.lsp.server import LanguageServer

        self.types: Any = types
        self.server: Any = LanguageServer(
            "catalg", __version__, text_document_sync_kind=types.TextDocumentSyncKind.Full
        )
        self.judge = Judge(seconds)
        self._reader = ThreadPoolExecutor(1, "catalg-reader")
        self._shown: tempfile.TemporaryDirectory[str] | None = None
        self._known: dict[str, Analysis] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        completion = types.CompletionOptions(trigger_characters=[" ", "(", "="])
        kinds = types.CodeActionOptions(code_action_kinds=[types.CodeActionKind.QuickFix])
        answers: list[tuple[str, Callable[..., Any], Any]] = [
            (types.TEXT_DOCUMENT_DID_OPEN, self.opened, None),
            (types.TEXT_DOCUMENT_DID_CHANGE, self.changed, None),
            (types.TEXT_DOCUMENT_DID_SAVE, self.saved, None),
            (types.TEXT_DOCUMENT_DID_CLOSE, self.closed, None),
            (types.TEXT_DOCUMENT_HOVER, self.hover, None),
            (types.TEXT_DOCUMENT_DEFINITION, self.definition, None),
            (types.TEXT_DOCUMENT_REFERENCES, self.references, None),
            (types.TEXT_DOCUMENT_COMPLETION, self.completion, completion),
            (types.TEXT_DOCUMENT_DOCUMENT_SYMBOL, self.symbols, None),
            (types.TEXT_DOCUMENT_PREPARE_RENAME, self.prepare_rename, None),
            (types.TEXT_DOCUMENT_RENAME, self.rename, types.RenameOptions(prepare_provider=True)),
            (types.TEXT_DOCUMENT_FORMATTING, self.formatting, None),
            (types.TEXT_DOCUMENT_CODE_ACTION, self.code_actions, kinds),
            (types.TEXT_DOCUMENT_CODE_LENS, self.code_lenses, None),
        ]
        for name, answer, options in answers:
            self.server.feature(name, options)(partial(answer))  # a partial: pygls marks what it is given
        self.server.command(DERIVATION)(self._derivation_command())

    def close(self) -> None:
        """End the threads and the worker, and take away what was shown."""
        self._reader.shutdown(wait=False, cancel_futures=True)
        self.judge.close()
        if self._shown is not None:
            self._shown.cleanup()

    # --- texts ------------------------------------------------------------------------------------------------------------

    async def opened(self, params: Any) -> None:
        """A text was opened: say what is wrong with it."""
        await self._read(params.text_document.uri)

    async def changed(self, params: Any) -> None:
        """A text changed: its verdicts are gone; read it when no key was pressed for a moment."""
        uri = params.text_document.uri
        self.judge.withdraw(uri)
        version = params.text_document.version
        await asyncio.sleep(PAUSE)
        documents = self.server.workspace.text_documents
        if uri in documents and documents[uri].version == version:
            await self._read(uri)

    async def saved(self, params: Any) -> None:
        """A text was saved: judge it."""
        uri = params.text_document.uri
        analysis = await self._read(uri)
        self._loop = asyncio.get_running_loop()
        self.judge.judge(uri, analysis.source.text, partial(self._judged, uri, analysis.source.text))

    async def closed(self, params: Any) -> None:
        """A text was closed: forget it."""
        uri = params.text_document.uri
        self.judge.withdraw(uri)
        self._known.pop(uri, None)
        self._send(uri, [])

    def _judged(self, uri: str, text: str, results: tuple[Result, ...]) -> None:
        """In the judge's thread: hand the results to the server's."""
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._take, uri, text, results)

    def _take(self, uri: str, text: str, results: tuple[Result, ...]) -> None:
        known = self._known.get(uri)
        if known is not None and known.source.text == text and self._text(uri) == text:
            judged = self._known[uri] = known.judged(results)
            self._publish(uri, judged)
            self._refresh_lenses()

    def _refresh_lenses(self) -> None:
        """Ask the client for the lenses anew, if it knows how."""
        workspace = self.server.client_capabilities.workspace
        if workspace is not None and workspace.code_lens is not None and workspace.code_lens.refresh_support:
            self.server.workspace_code_lens_refresh(None)

    def _text(self, uri: str) -> str:
        return str(self.server.workspace.get_text_document(uri).source)

    async def _analysis(self, uri: str) -> Analysis:
        """What is known about a text, which is read again, in another thread, if it changed."""
        text = self._text(uri)
        known = self._known.get(uri)
        if known is not None and known.source.text == text:
            return known
        found = await asyncio.get_running_loop().run_in_executor(self._reader, analyse, text, uri)
        if uri in self.server.workspace.text_documents and self._text(uri) == text:
            known = self._known.get(uri)  # the same text may have been read, and judged, meanwhile
            if known is not None and known.source.text == text:
                return known
            self._known[uri] = found
        return found

    async def _read(self, uri: str) -> Analysis:
        """Read a text and say what is wrong with it, unless it changed meanwhile."""
        analysis = await self._analysis(uri)
        if self._known.get(uri) is analysis:
            self._publish(uri, analysis)
        return analysis

    # --- places -----------------------------------------------------------------------------------------------------------

    @property
    def _encoding(self) -> str:
        encoding = self.server.workspace.position_encoding
        return str(getattr(encoding, "value", encoding))

    def _range(self, source: Source, span: tuple[int, int]) -> Any:
        ends = (self.types.Position(*place(source, end, self._encoding)) for end in span)
        return self.types.Range(*ends)

    def _offset(self, source: Source, position: Any) -> int:
        return offset(source, position.line, position.character, self._encoding)

    async def _asked(self, params: Any) -> tuple[Analysis, int]:
        analysis = await self._analysis(params.text_document.uri)
        return analysis, self._offset(analysis.source, params.position)

    # --- diagnostics ------------------------------------------------------------------------------------------------------

    def _publish(self, uri: str, analysis: Analysis) -> None:
        told = [self._diagnostic(found, analysis.source, uri) for found in analysis.diagnostics]
        told += [found for result in analysis.results if (found := self._verdict(result, analysis.source))]
        self._send(uri, told)

    def _send(self, uri: str, diagnostics: list[Any]) -> None:
        document = self.server.workspace.text_documents.get(uri)
        version = None if document is None else document.version
        params = self.types.PublishDiagnosticsParams(uri=uri, version=version, diagnostics=diagnostics)
        self.server.text_document_publish_diagnostics(params)

    def _diagnostic(self, found: Diagnostic, source: Source, uri: str) -> Any:
        types = self.types
        severities = types.DiagnosticSeverity
        severity = {"error": severities.Error, "warning": severities.Warning}.get(
            found.severity, severities.Information
        )
        parts = [found.message, *(f"{name}: {text}" for name, text in _remarks(found))]
        related = [
            types.DiagnosticRelatedInformation(
                types.Location(uri, self._range(source, label.span)), label.text
            )
            for label in found.secondary
        ]
        return types.Diagnostic(
            self._range(source, found.span),
            "\n".join(parts),
            severity=severity,
            code=found.code,
            source="catalg",
            related_information=related or None,
        )

    def _verdict(self, result: Result, source: Source) -> Any:
        """What a verdict other than `proved` says at its statement."""
        from catalg.render.sentence import tell
        from catalg.render.voices import TEXT

        judgement, severities = result.judgement, self.types.DiagnosticSeverity
        if judgement.verdict is Verdict.PROVED or not result.counts:
            return None
        refuted = judgement.verdict is Verdict.REFUTED
        reason = tell(TEXT, judgement)
        told = f"{judgement.verdict.value}: {reason}" if reason else judgement.verdict.value
        if refuted and judgement.counterexample is not None:
            told += "\n" + tell(TEXT, judgement.counterexample)
        severity = severities.Error if refuted else severities.Warning
        return self.types.Diagnostic(
            self._range(source, result.item.span),
            told,
            severity=severity,
            code=judgement.verdict.value,
            source="catalg",
        )

    # --- questions --------------------------------------------------------------------------------------------------------

    async def hover(self, params: Any) -> Any:
        """Declaration, verdict and closed form, or the meaning of a word."""
        analysis, at = await self._asked(params)
        found = hover(analysis, at)
        if found is None:
            return None
        content = self.types.MarkupContent(self.types.MarkupKind.Markdown, found[0])
        return self.types.Hover(content, self._range(analysis.source, found[1]))

    async def definition(self, params: Any) -> Any:
        """Where a name comes from."""
        analysis, at = await self._asked(params)
        return self._locations(params, analysis, definitions(analysis, at))

    async def references(self, params: Any) -> Any:
        """Where a declaration or a bound name is named."""
        analysis, at = await self._asked(params)
        try:
            places = renamed_places(analysis, at)
        except CannotRename:
            token = analysis.token_at(at)
            places = [] if token is None else occurrences(analysis, token.text)
        if not params.context.include_declaration:
            places = [found for found in places if found not in definitions(analysis, at)]
        return self._locations(params, analysis, places)

    def _locations(self, params: Any, analysis: Analysis, spans: list[Span]) -> Any:
        uri = params.text_document.uri
        return [self.types.Location(uri, self._range(analysis.source, span)) for span in spans]

    async def completion(self, params: Any) -> Any:
        """The words that may stand here."""
        analysis, at = await self._asked(params)
        kinds = self.types.CompletionItemKind
        order = list(COMPLETED)
        return [
            self.types.CompletionItem(
                found.text,
                kind=kinds[COMPLETED[found.sort]],
                detail=found.detail,
                sort_text=f"{order.index(found.sort)}{found.text}"
                if found.sort != "keyword"
                else f"9{found.text}",
            )
            for found in completions(analysis, at)
        ]

    async def symbols(self, params: Any) -> Any:
        """The outline."""
        analysis = await self._analysis(params.text_document.uri)
        return [self._symbol(symbol, analysis.source) for symbol in outline(analysis)]

    def _symbol(self, symbol: Symbol, source: Source) -> Any:
        return self.types.DocumentSymbol(
            symbol.name,
            self.types.SymbolKind[SYMBOLS.get(symbol.kind, "Variable")],
            self._range(source, symbol.span),
            self._range(source, symbol.place),
            detail=symbol.kind,
            children=[self._symbol(member, source) for member in symbol.members],
        )

    # --- edits ------------------------------------------------------------------------------------------------------------

    async def prepare_rename(self, params: Any) -> Any:
        """The place of a name that can be renamed, or nothing."""
        analysis, at = await self._asked(params)
        try:
            places = renamed_places(analysis, at)
        except CannotRename:
            return None
        return next(
            (self._range(analysis.source, span) for span in places if span.start <= at <= span.end), None
        )

    async def rename(self, params: Any) -> Any:
        """The edits that rename a declaration or a bound name; the reason as an error where there are none."""
        from pygls.exceptions import JsonRpcInvalidParams

        analysis, at = await self._asked(params)
        try:
            places = rename(analysis, at, params.new_name)
        except CannotRename as reason:
            raise JsonRpcInvalidParams(message=str(reason)) from None
        edits = [self.types.TextEdit(self._range(analysis.source, span), params.new_name) for span in places]
        return self.types.WorkspaceEdit(changes={params.text_document.uri: edits})

    async def formatting(self, params: Any) -> Any:
        """The text as `catalg fmt` writes it; a broken statement stays as it is."""
        source = (await self._analysis(params.text_document.uri)).source
        loop = asyncio.get_running_loop()
        formatted = await loop.run_in_executor(self._reader, format_source, source.text)
        if formatted == source.text:
            return []
        return [self.types.TextEdit(self._range(source, (0, len(source.text))), formatted)]

    async def code_actions(self, params: Any) -> Any:
        """The remedies of the mistakes in a range."""
        types, uri = self.types, params.text_document.uri
        analysis = await self._analysis(uri)
        ends = (self._offset(analysis.source, end) for end in (params.range.start, params.range.end))
        found = remedies(analysis, Span(*ends))
        return [
            types.CodeAction(
                remedy.title,
                kind=types.CodeActionKind.QuickFix,
                diagnostics=[self._diagnostic(remedy.diagnostic, analysis.source, uri)],
                edit=types.WorkspaceEdit(
                    changes={uri: [types.TextEdit(self._range(analysis.source, remedy.span), remedy.text)]}
                ),
                is_preferred=len(found) == 1,
            )
            for remedy in found
        ]


    # --- derivations ------------------------------------------------------------------------------------------------------

    async def code_lenses(self, params: Any) -> Any:
        """What was found, above the statements that were solved."""
        types, uri = self.types, params.text_document.uri
        analysis = await self._analysis(uri)
        return [
            types.CodeLens(
                self._range(analysis.source, lens.span),
                command=types.Command(lens.title, DERIVATION, arguments=[uri, lens.index]),
            )
            for lens in lenses(analysis)
        ]

    def _derivation_command(self) -> Callable[[str, int], Any]:
        async def show(uri: str, index: int) -> str | None:
            text = derivation(analysis, index) if (analysis := self._known.get(uri)) is not None else None
            if text is None:
                return None
            window = self.server.client_capabilities.window
            if window is not None and window.show_document is not None and window.show_document.support:
                if self._shown is None:
                    self._shown = tempfile.TemporaryDirectory(prefix="catalg-")
                path = Path(self._shown.name) / f"derivation-{index + 1}.txt"
                path.write_text(text, encoding="utf-8")
                self.server.window_show_document(self.types.ShowDocumentParams(path.as_uri(), take_focus=True))
            return text

        return show


def _remarks(found: Diagnostic) -> list[tuple[str, str]]:
    help = [("help", found.help)] if found.help else []
    return help + [("note", note) for note in found.notes]
