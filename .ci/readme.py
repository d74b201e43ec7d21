"""The commands and outputs that the README shows.

`readme.py NAME` prints a command: the lines of the code block behind `<!-- NAME -->`, joined by `&&`.
`readme.py update` runs every command behind `<!-- output: … -->` and writes what comes out into the README.
"""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
WIDTH = "100"
"""The columns that the outputs are set for."""
OUTPUT = re.compile(r"(<!-- output: (.*?) -->\s*```\n)(.*?)(```)", re.DOTALL)


def command(name: str) -> str:
    """The command under that name. Exits with a message where the README has none."""
    found = re.search(rf"<!-- {re.escape(name)} -->\s*```\w*\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    if found is None:
        sys.exit(f"README.md has no command marked {name}")
    return " && ".join(line.strip() for line in found[1].splitlines() if line.strip())


def output(arguments: str) -> str:
    """What catalg prints for these arguments."""
    done = subprocess.run(
        [sys.executable, "-m", "catalg", *shlex.split(arguments)],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        check=False,
        env=os.environ | {"COLUMNS": WIDTH},
    )
    return done.stdout.strip()


def update() -> None:
    """Write the outputs anew."""
    text = README.read_text(encoding="utf-8")
    fresh = OUTPUT.sub(lambda found: f"{found[1]}$ catalg {found[2]}\n{output(found[2])}\n{found[4]}", text)
    README.write_text(fresh, encoding="utf-8")


if __name__ == "__main__":
    if sys.argv[1] == "update":
        update()
    else:
        print(command(sys.argv[1]))
