"""Print the optional dependencies of pyproject.toml other than those for development, separated by commas."""

import tomllib
from pathlib import Path

PROJECT = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text(encoding="utf-8"))

if __name__ == "__main__":
    print(",".join(name for name in PROJECT["project"].get("optional-dependencies", {}) if name != "dev"))
