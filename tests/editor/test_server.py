"""The language server, by a real client over its pipes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.editor.client import URI, Client, Refused

pytestmark = pytest.mark.extras
pytest.importorskip("pygls")

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
TEXT = '''"""Turns of a square."""
group   G = Cyclic(4)
functor V : G -> Vect = free(Points)   # 𝔾 before
end Lin = int g : G. Hom(V, V)
expect dim Lin = 5
'''


@pytest.fixture(scope="module")
def client():
    with Client() as running:
        yield running
    assert running.code == 0


def document(**more):
    return {"textDocument": {"uri": URI}} | more


def edited(text: str, edits: list[dict]) -> str:
    """A text without wide signs after the edits of an answer."""
    lines = text.split("\n")
    starts = [sum(len(line) + 1 for line in lines[:number]) for number in range(len(lines) + 1)]
    where = lambda place: min(starts[place["line"]] + place["character"], len(text))  # noqa: E731
    for edit in sorted(edits, key=lambda edit: -where(edit["range"]["start"])):
        text = text[: where(edit["range"]["start"])] + edit["newText"] + text[where(edit["range"]["end"]) :]
    return text


def test_diagnostics_as_you_type_and_verdicts_on_save(client):
    assert client.open(TEXT.replace("Points)", "Pionts)"))[0]["code"] == "E0301"
    client.change(TEXT)
    assert client.diagnostics() == []
    before = client.ask("textDocument/hover", client.at(3, 5))["contents"]["value"]
    assert "end Lin = int g : G. Hom(V, V)" in before and "not judged" in before
    client.save()
    assert client.diagnostics() == []
    (refuted,) = client.diagnostics()
    assert refuted["code"] == "refuted" and refuted["severity"] == 1 and refuted["range"]["start"]["line"] == 4
    after = client.ask("textDocument/hover", client.at(3, 5))["contents"]["value"]
    assert "✓ **proved**: dimension 4" in after and "Lin = " in after and "\n1. " in after
    client.change(TEXT + "\n")
    assert client.diagnostics() == []
    assert "not judged" in client.ask("textDocument/hover", client.at(3, 5))["contents"]["value"]


def test_a_newer_save_takes_the_place_of_an_older_one(client):
    client.open(EXAMPLES.joinpath("quartz.cat").read_text(encoding="utf-8"))
    client.save()
    client.diagnostics()
    client.change(TEXT)
    client.save()
    while not (found := client.diagnostics()):  # the text as it was read, before its verdicts
        pass
    assert [entry["code"] for entry in found] == ["refuted"]


def test_words_and_places(client):
    client.open(TEXT)
    assert "**Cyclic**" in client.ask("textDocument/hover", client.at(1, 13))["contents"]["value"]
    (place,) = client.ask("textDocument/definition", client.at(3, 25))
    assert place["range"] == {"start": {"line": 2, "character": 8}, "end": {"line": 2, "character": 9}}
    asked = client.at(3, 25, context={"includeDeclaration": False})
    assert [found["range"]["start"]["line"] for found in client.ask("textDocument/references", asked)] == [3, 3]
    offered = client.ask("textDocument/completion", client.at(2, 24))
    labels = {entry["label"] for entry in (offered if isinstance(offered, list) else offered["items"])}
    assert {"V", "G", "SO", "norm", "Points", "where"} <= labels
    symbols = client.ask("textDocument/documentSymbol", document())
    assert [(symbol["name"], symbol["detail"]) for symbol in symbols] == [("G", "group"), ("V", "functor"), ("Lin", "end")]


def test_rename(client):
    client.open(TEXT)
    assert client.ask("textDocument/prepareRename", client.at(2, 8))["start"] == {"line": 2, "character": 8}
    edits = client.ask("textDocument/rename", client.at(2, 8, newName="Corners"))["changes"][URI]
    assert edited(TEXT.replace("𝔾", "xx"), edits) == TEXT.replace("𝔾", "xx").replace("functor V", "functor Corners").replace(
        "Hom(V, V)", "Hom(Corners, Corners)"
    )
    for name, reason in (("Lin", "already"), ("2x", "not a name"), ("end", "meaning")):
        with pytest.raises(Refused, match=reason):
            client.ask("textDocument/rename", client.at(2, 8, newName=name))


def test_formatting(client):
    from catalg.language import format_source

    text = "group G=SO(3)\r\nfunctor V:G->Vect=vector\r\nend K=int g:G.Hom(V,"
    client.open(text)
    options = {"tabSize": 2, "insertSpaces": True}
    (edit,) = client.ask("textDocument/formatting", document(options=options))
    assert edit["newText"] == format_source(text) and edit["range"]["end"] == {"line": 2, "character": 20}
    client.change(format_source(text))
    assert client.ask("textDocument/formatting", document(options=options)) == []


def test_code_lenses_show_derivations(client):
    client.open(TEXT)
    assert client.ask("textDocument/codeLens", document()) == []
    client.save()
    while not client.diagnostics():  # the refuted line: judged
        pass
    (lens,) = client.ask("textDocument/codeLens", document())
    command = lens["command"]
    assert lens["range"]["start"]["line"] == 3
    assert command["title"].startswith("✓ dimension 4 · derivation, ") and command["command"] == "catalg.derivation"
    told = client.ask("workspace/executeCommand", {"command": command["command"], "arguments": command["arguments"]})
    assert "end Lin = int g : G. Hom(V, V)" in told and "Certificate" in told and "  1. " in told
    client.change(TEXT + "\n")
    assert client.diagnostics() == []
    assert client.ask("textDocument/codeLens", document()) == []
    gone = {"command": command["command"], "arguments": command["arguments"]}
    assert client.ask("workspace/executeCommand", gone) is None


def test_reading_does_not_hold_up_other_answers(monkeypatch):
    """A text that takes its time is read in a thread: the loop runs, and what is known already is answered."""
    import asyncio
    import threading
    import types

    from catalg.editor import server

    begun, gate, real = threading.Event(), threading.Event(), server.analyse

    def slow(text, uri):
        if "slow" in text:
            begun.set()
            assert gate.wait(30)
        return real(text, uri)

    monkeypatch.setattr(server, "analyse", slow)
    service = server.Service(5.0)
    texts = {"a": "group slow = SO(3)\n", "b": "group G = SO(3)\n"}
    monkeypatch.setattr(service, "_text", texts.__getitem__)
    monkeypatch.setattr(service, "_send", lambda uri, told: None)
    service.server = types.SimpleNamespace(workspace=types.SimpleNamespace(text_documents=texts, position_encoding="utf-16"))
    asked = lambda uri: types.SimpleNamespace(text_document=types.SimpleNamespace(uri=uri))  # noqa: E731

    async def session():
        assert [symbol.name for symbol in await service.symbols(asked("b"))] == ["G"]
        waiting = asyncio.create_task(service.symbols(asked("a")))
        while not begun.is_set():
            await asyncio.sleep(0.001)
        assert [symbol.name for symbol in await asyncio.wait_for(service.symbols(asked("b")), 5)] == ["G"]
        assert not waiting.done()
        gate.set()
        assert [symbol.name for symbol in await asyncio.wait_for(waiting, 30)] == ["slow"]

    try:
        asyncio.run(session())
    finally:
        gate.set()
        service.close()


def test_code_actions(client):
    text = "group G = SO(3)\nfunctor V : G -> Vect = vectr\n"
    (wrong,) = client.open(text)
    assert "`vector`" in wrong["message"]
    asked = document(range=wrong["range"], context={"diagnostics": [wrong]})
    (action,) = client.ask("textDocument/codeAction", asked)
    assert action["kind"] == "quickfix" and action["diagnostics"][0]["code"] == wrong["code"]
    mended = edited(text, action["edit"]["changes"][URI])
    assert mended == text.replace("vectr", "vector")
    client.change(mended)
    assert client.diagnostics() == []
    assert client.ask("textDocument/codeAction", asked) in ([], None)


@pytest.mark.parametrize(("encodings", "column"), [(("utf-16",), 19), (("utf-32", "utf-16"), 18), (("utf-8",), 21)])
def test_columns_count_in_the_units_that_were_agreed_on(encodings, column):
    with Client(encodings) as other:
        assert other.capabilities.get("positionEncoding", "utf-16") == encodings[0]
        (wrong,) = other.open('"""𝔾""" group K = Nothing(3)')
        assert wrong["range"]["start"] == {"line": 0, "character": column}
