"""Arrays from and to files: CSV (an optional line of headings) and NumPy's .npy, never pickled objects."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from typing import Any

import click


def read_array(path: str) -> Any:
    """The array of a .npy or CSV file; `-` is CSV on the standard input. Raises ClickException."""
    import numpy

    try:
        if path.endswith(".npy"):
            array = numpy.load(path, allow_pickle=False)
        else:
            with click.open_file(path, encoding="utf-8") as stream:
                rows = [row for row in csv.reader(stream) if row]
            array = numpy.array(_numbers(rows))
    except (OSError, ValueError) as error:
        told = getattr(error, "strerror", None) or str(error).splitlines()[0]
        raise click.ClickException(f"{path} cannot be read: {told}") from None
    if array.dtype.kind not in "fiuc":
        raise click.ClickException(f"{path} does not hold numbers")
    return array


def _numbers(rows: Sequence[Sequence[str]]) -> list[list[float]]:
    """The rows as numbers, a first line of words left out. Raises ValueError with the line."""
    found = []
    for line, row in enumerate(rows, 1):
        try:
            found.append([float(cell) for cell in row])
        except ValueError:
            if line > 1:
                raise ValueError(f"line {line} holds something that is not a number") from None
    if len({len(row) for row in found}) > 1:
        raise ValueError("its lines have different lengths")
    return found


def write_array(array: Any, headings: Sequence[str], path: str | None) -> None:
    """Write to a .npy file as it is, else as CSV with one line for each entry of the first axis."""
    import numpy

    if path is not None and path.endswith(".npy"):
        try:
            numpy.save(path, array, allow_pickle=False)
        except OSError as error:
            raise click.ClickException(f"{path} cannot be written: {error.strerror}") from None
        return
    flat = numpy.reshape(array, (array.shape[0], -1)) if array.ndim else numpy.reshape(array, (1, 1))
    lines = [",".join(headings)] if len(headings) == flat.shape[1] else []
    lines += [",".join(_shown(value) for value in row) for row in flat.tolist()]
    text = "\n".join(lines) + "\n"
    if path is None or path == "-":
        click.echo(text, nl=False)
        return
    try:
        with open(path, "w", encoding="utf-8") as stream:
            stream.write(text)
    except OSError as error:
        raise click.ClickException(f"{path} cannot be written: {error.strerror}") from None


def _shown(value: Any) -> str:
    """The shortest decimal that reads back as the same number, without a needless `.0`."""
    text = repr(value)
    return text[:-2] if text.endswith(".0") else text.strip("()")
