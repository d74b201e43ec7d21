"""A real Chromium without a window, steered over two pipes by the DevTools protocol: no driver, no port, no network."""

from __future__ import annotations

import base64
import itertools
import json
import os
import select
import shutil
import subprocess
import time
from pathlib import Path
from types import TracebackType
from typing import Any

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


class Browser:
    """One browser with one page. Everything that the page asks for is in `requests`, by address."""

    def __init__(self, folder: Path) -> None:
        assert CHROMIUM is not None
        to_read, self._write = os.pipe()
        self._read, to_write = os.pipe()
        keep = [os.dup(to_read), os.dup(to_write)]
        self._log = open(folder / "chromium.log", "wb")

        def arrange() -> None:  # the browser reads commands from 3 and writes answers to 4
            os.dup2(keep[0], 3)
            os.dup2(keep[1], 4)

        low, high = max(keep[0], 10), max(keep[1], 10)
        for index, wanted in enumerate((low, high)):  # out of the way of 3 and 4
            if keep[index] < 10:
                import fcntl

                moved = fcntl.fcntl(keep[index], fcntl.F_DUPFD, wanted)
                os.close(keep[index])
                keep[index] = moved
        flags = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
                 "--disable-background-networking", "--disable-component-update", "--hide-scrollbars",
                 f"--user-data-dir={folder / 'profile'}", "--remote-debugging-pipe", "about:blank"]  # fmt: skip
        self._process = subprocess.Popen(
            [CHROMIUM, *flags], stdout=self._log, stderr=self._log, pass_fds=(3, 4), preexec_fn=arrange,
            start_new_session=True,
        )  # fmt: skip
        for pipe in (to_read, to_write, *keep):
            os.close(pipe)
        self._numbers = itertools.count(1)
        self._rest = b""
        self._session: str | None = None
        self.requests: list[str] = []
        self._loaded = False
        targets = self.tell("Target.getTargets")["targetInfos"]
        page = next(target["targetId"] for target in targets if target["type"] == "page")
        self._session = self.tell("Target.attachToTarget", targetId=page, flatten=True)["sessionId"]
        for domain in ("Page", "Network", "Runtime"):
            self.tell(f"{domain}.enable")

    def __enter__(self) -> Browser:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """End the browser."""
        try:
            self._session = None
            self.tell("Browser.close")
            self._process.wait(10)
        except (OSError, TimeoutError, subprocess.TimeoutExpired):
            self._process.kill()
            self._process.wait()
        finally:
            os.close(self._write)
            os.close(self._read)
            self._log.close()

    def tell(self, method: str, **params: Any) -> Any:
        """A command, and what it gives back."""
        number = next(self._numbers)
        command = {"id": number, "method": method, "params": params}
        if self._session is not None:
            command["sessionId"] = self._session
        os.write(self._write, json.dumps(command).encode() + b"\0")
        while True:
            answer = self._next()
            if answer.get("id") == number:
                assert "error" not in answer, answer
                return answer["result"]

    def _next(self, seconds: float = 60.0) -> dict[str, Any]:
        until = time.monotonic() + seconds
        while b"\0" not in self._rest:
            if not select.select([self._read], [], [], max(0.0, until - time.monotonic()))[0]:
                raise TimeoutError("the browser does not answer")
            got = os.read(self._read, 1 << 20)
            if not got:
                raise OSError("the browser is gone")
            self._rest += got
        message, _, self._rest = self._rest.partition(b"\0")
        told: dict[str, Any] = json.loads(message)
        if told.get("method") == "Network.requestWillBeSent":
            self.requests.append(told["params"]["request"]["url"])
        elif told.get("method") == "Page.loadEventFired":
            self._loaded = True
        return told

    def open(self, path: Path, width: int = 1000, height: int = 800, scheme: str = "light", phone: bool = False) -> None:
        """Show a file in a window of that size."""
        self.tell("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=phone)
        self.tell("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        self.requests, self._loaded = [], False
        self.tell("Page.navigate", url=path.resolve().as_uri())
        while not self._loaded:
            self._next()

    def value(self, script: str) -> Any:
        """What an expression of JavaScript gives on the page, as data."""
        found = self.tell("Runtime.evaluate", expression=script, returnByValue=True)
        assert "exceptionDetails" not in found, found
        return found["result"].get("value")

    def click(self, x: float, y: float) -> None:
        """A press of the button there."""
        for kind in ("mousePressed", "mouseReleased"):
            self.tell("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def picture(self, path: Path, whole: bool = True) -> None:
        """A PNG of the window, or of the whole page."""
        shot = self.tell("Page.captureScreenshot", captureBeyondViewport=whole)
        path.write_bytes(base64.b64decode(shot["data"]))
