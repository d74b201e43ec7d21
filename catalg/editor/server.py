"""The language server: the Language Server Protocol 3.17 over standard input and output, by pygls.

Texts are read and elaborated at every change, a moment after the last key, and judged when they are saved. Verdicts
belong to the text that was saved: a change takes them away.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any

from catalg.diagnostics import Diagnostic, Source, Span
from catalg.editor.actions import remedies
from catalg.editor.analysis import Analysis, analyse
from catalg.editor.completion import completions
from catalg.editor.hover import hover
from catalg.editor.judging import Judge
from catalg.editor.names import CannotRename, definitions, occurrences, rename, renamed_places
from catalg.editor.places import offset, place
from catalg.editor.symbols import Symbol, outline
from catalg.engine.outcome import Result
from catalg.language import format_source
from catalg.model.verdict import Verdict
from catalg.version import __version__

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
        service.judge.close()


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
        ]
        for name, answer, options in answers:
            self.server.feature(name, options)(partial(answer))  # a partial: pygls marks what it is given

    # --- texts ------------------------------------------------------------------------------------------------------------

    async def opened(self, params: Any) -> None:
        """A text was opened: say what is wrong with it."""
        self._publish(params.text_document.uri)

    async def changed(self, params: Any) -> None:
        """A text changed: its verdicts are gone; read it when no key was pressed for a moment."""
        uri = params.text_document.uri
        self.judge.withdraw(uri)
        version = params.text_document.version
        await asyncio.sleep(PAUSE)
        documents = self.server.workspace.text_documents
        if uri in documents and documents[uri].version == version:
            self._publish(uri)

    async def saved(self, params: Any) -> None:
        """A text was saved: judge it."""
        uri = params.text_document.uri
        analysis = self._publish(uri)
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
            self._known[uri] = known.judged(results)
            self._publish(uri)

    def _text(self, uri: str) -> str:
        return str(self.server.workspace.get_text_document(uri).source)

    def _analysis(self, uri: str) -> Analysis:
        """What is known about a text, which is read again if it changed."""
        text = self._text(uri)
        known = self._known.get(uri)
        if known is None or known.source.text != text:
            known = self._known[uri] = analyse(text, uri)
        return known

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

    def _asked(self, params: Any) -> tuple[Analysis, int]:
        analysis = self._analysis(params.text_document.uri)
        return analysis, self._offset(analysis.source, params.position)

    # --- diagnostics ------------------------------------------------------------------------------------------------------

    def _publish(self, uri: str) -> Analysis:
        analysis = self._analysis(uri)
        told = [self._diagnostic(found, analysis.source, uri) for found in analysis.diagnostics]
        told += [found for result in analysis.results if (found := self._verdict(result, analysis.source))]
        self._send(uri, told)
        return analysis

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

    def hover(self, params: Any) -> Any:
        """Declaration, verdict and closed form, or the meaning of a word."""
        analysis, at = self._asked(params)
        found = hover(analysis, at)
        if found is None:
            return None
        content = self.types.MarkupContent(self.types.MarkupKind.Markdown, found[0])
        return self.types.Hover(content, self._range(analysis.source, found[1]))

    def definition(self, params: Any) -> Any:
        """Where a name comes from."""
        analysis, at = self._asked(params)
        return self._locations(params, analysis, definitions(analysis, at))

    def references(self, params: Any) -> Any:
        """Where a declaration or a bound name is named."""
        analysis, at = self._asked(params)
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

    def completion(self, params: Any) -> Any:
        """The words that may stand here."""
        analysis, at = self._asked(params)
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

    def symbols(self, params: Any) -> Any:
        """The outline."""
        analysis = self._analysis(params.text_document.uri)
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

    def prepare_rename(self, params: Any) -> Any:
        """The place of a name that can be renamed, or nothing."""
        analysis, at = self._asked(params)
        try:
            places = renamed_places(analysis, at)
        except CannotRename:
            return None
        return next(
            (self._range(analysis.source, span) for span in places if span.start <= at <= span.end), None
        )

    def rename(self, params: Any) -> Any:
        """The edits that rename a declaration or a bound name; the reason as an error where there are none."""
        from pygls.exceptions import JsonRpcInvalidParams

        analysis, at = self._asked(params)
        try:
            places = rename(analysis, at, params.new_name)
        except CannotRename as reason:
            raise JsonRpcInvalidParams(message=str(reason)) from None
        edits = [self.types.TextEdit(self._range(analysis.source, span), params.new_name) for span in places]
        return self.types.WorkspaceEdit(changes={params.text_document.uri: edits})

    def formatting(self, params: Any) -> Any:
        """The text as `catalg fmt` writes it; a broken statement stays as it is."""
        source = self._analysis(params.text_document.uri).source
        formatted = format_source(source.text)
        if formatted == source.text:
            return []
        return [self.types.TextEdit(self._range(source, (0, len(source.text))), formatted)]

    def code_actions(self, params: Any) -> Any:
        """The remedies of the mistakes in a range."""
        types, uri = self.types, params.text_document.uri
        analysis = self._analysis(uri)
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


def _remarks(found: Diagnostic) -> list[tuple[str, str]]:
    help = [("help", found.help)] if found.help else []
    return help + [("note", note) for note in found.notes]
