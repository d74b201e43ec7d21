"""A small client of the Language Server Protocol: it starts `catalg lsp` and speaks JSON-RPC over its pipes."""

from __future__ import annotations

import json
import queue
import subprocess
import sys
import threading
import time
from typing import Any

URI = "file:///somewhere/a.cat"
PATIENCE = 30.0


class Refused(Exception):
    """An error in answer to a request."""


class Client:
    """One session with a server; a context manager that ends it in the protocol's way."""

    def __init__(self, encodings: tuple[str, ...] = ("utf-16",)) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "catalg", "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        self._inbox: queue.Queue[dict[str, Any]] = queue.Queue()
        self._answers: dict[int, dict[str, Any]] = {}
        self._heard: list[dict[str, Any]] = []
        self._count = self._version = 0
        threading.Thread(target=self._listen, daemon=True).start()
        offered = {"general": {"positionEncodings": list(encodings)}}
        answer = self.ask("initialize", {"processId": None, "rootUri": None, "capabilities": offered})
        self.capabilities = answer["capabilities"]
        self.tell("initialized", {})

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *error: object) -> None:
        try:
            self.ask("shutdown", None)
            self.tell("exit", None)
            self.code = self._process.wait(PATIENCE)
        finally:
            self._process.kill()
            self._process.wait()
            self._process.stdin.close()
            self._process.stdout.close()

    def ask(self, method: str, params: Any) -> Any:
        """The result of a request. Raises Refused."""
        self._count += 1
        self._write({"id": self._count, "method": method, "params": params})
        answer = self._until(lambda found: found.get("id") == self._count and "method" not in found)
        if "error" in answer:
            raise Refused(answer["error"]["message"])
        return answer["result"]

    def tell(self, method: str, params: Any) -> None:
        """A notification."""
        self._write({"method": method, "params": params})

    def open(self, text: str) -> list[dict[str, Any]]:
        """Open the document; its diagnostics."""
        self._version += 1
        item = {"uri": URI, "languageId": "catalg", "version": self._version, "text": text}
        self.tell("textDocument/didOpen", {"textDocument": item})
        return self.diagnostics()

    def change(self, text: str) -> None:
        """Replace the document's text."""
        self._version += 1
        document = {"uri": URI, "version": self._version}
        self.tell("textDocument/didChange", {"textDocument": document, "contentChanges": [{"text": text}]})

    def save(self) -> None:
        """Save the document."""
        self.tell("textDocument/didSave", {"textDocument": {"uri": URI}})

    def diagnostics(self) -> list[dict[str, Any]]:
        """The next diagnostics of the document's version."""

        def matches(found: dict[str, Any]) -> bool:
            said = found.get("method") == "textDocument/publishDiagnostics"
            return said and found["params"].get("version") == self._version

        return self._until(matches)["params"]["diagnostics"]

    def at(self, line: int, character: int, **more: Any) -> dict[str, Any]:
        """Parameters about a place in the document."""
        return {"textDocument": {"uri": URI}, "position": {"line": line, "character": character}} | more

    def _until(self, matches: Any) -> dict[str, Any]:
        for index, found in enumerate(self._heard):
            if matches(found):
                return self._heard.pop(index)
        deadline = time.monotonic() + PATIENCE
        while True:
            found = self._inbox.get(timeout=max(0.01, deadline - time.monotonic()))
            if matches(found):
                return found
            self._heard.append(found)

    def _write(self, message: dict[str, Any]) -> None:
        data = json.dumps({"jsonrpc": "2.0"} | message).encode()
        self._process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(data) + data)
        self._process.stdin.flush()

    def _listen(self) -> None:
        stream = self._process.stdout
        try:
            while header := stream.readline():
                size = int(header.partition(b":")[2]) if header.lower().startswith(b"content-length") else 0
                while (line := stream.readline()).strip():
                    if line.lower().startswith(b"content-length"):
                        size = int(line.partition(b":")[2])
                self._inbox.put(json.loads(stream.read(size)))
        except ValueError:
            return  # closed at the end of the session
