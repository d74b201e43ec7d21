"""`catalg eval`: numbers from a derived kernel or linear map."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from catalg.cli.completion import ends, files
from catalg.cli.numbers import definitions, let_option, size_option, sizes_of, solved, told
from catalg.cli.options import timeout_option
from catalg.cli.tables import read_array, write_array

if TYPE_CHECKING:
    from catalg.engine.outcome import FileReport
    from catalg.numeric import NumericKernel, NumericLinear


@click.command("eval")
@click.argument("file", metavar="FILE", shell_complete=files)
@click.argument("name", metavar="NAME", shell_complete=ends)
@click.option("--at", "at", multiple=True, metavar="X=1,2", help="A point of an argument. May be repeated.")
@click.option(
    "--in",
    "source",
    metavar="DATA",
    help="Points, or vectors to apply a map to, one in each line (CSV, .npy).",
)
@let_option
@size_option
@click.option("--basis", is_flag=True, help="The basis elements in place of one kernel with given functions.")
@click.option(
    "--degree",
    type=click.IntRange(1, 10_000),
    default=6,
    show_default=True,
    help="Harmonics of a series basis.",
)
@click.option("-o", "--output", metavar="OUT", help="Write here: .npy, or else CSV.")
@timeout_option
def command(
    file: str, name: str, at: tuple[str, ...], source: str | None, lets: tuple[str, ...], sizes: tuple[str, ...],
    basis: bool, degree: int, output: str | None, timeout: float,
) -> int:  # fmt: skip
    """Evaluate a derived kernel or linear map.

    A kernel: catalg eval plane.cat Ker --at q=0,0 --at k=1,2 --let 'kappa(u) = exp(-norm(u)^2)'. A linear map: its matrix,
    or with --in its product with each line. One line of CSV for each point, values row by row. A matrix as a point is
    written row by row too.
    """
    from catalg.engine.outcome import Result, exit_code

    with told():
        from catalg.numeric import NotNumeric, NumericLinear, numeric_of

        report, result = solved(file, name, timeout)
        if not isinstance(result, Result) or result.solution is None:
            return unsolved(report, result, name)
        numeric = numeric_of(result.item.subject, result.solution, result.item.arguments)
        given = definitions(lets)
        if isinstance(numeric, NumericLinear):
            if at:
                raise NotNumeric(f"{name} is a space of linear maps: vectors come with --in")
            _linear(numeric, given, sizes_of(sizes), source, basis, output, report)
        else:
            _kernel(numeric, given, at, source, degree if basis else None, output)
    return exit_code([report])


def unsolved(report: FileReport, result: object, name: str) -> int:
    """Say why there are no values, with the exit code of check."""
    from catalg.engine.outcome import Result, exit_code
    from catalg.render.look import look_of
    from catalg.render.report import diagnostics_text
    from catalg.render.sentence import tell
    from catalg.render.voices import TEXT

    look = look_of(sys.stderr)
    if report.status == "invalid":
        click.echo(
            look.finish(diagnostics_text(report.diagnostics, report.source, look)),
            err=True,
            color=look.colour,
        )
        return exit_code([report])
    if not isinstance(result, Result):
        raise click.UsageError(
            f"{name} is not solved for: only ends, coends, limits and colimits have values."
        )
    click.echo(f"{name} is {result.judgement.verdict.value}: {tell(TEXT, result.judgement)}", err=True)
    return exit_code([report])


def _linear(
    numeric: NumericLinear, given: dict[str, Any], sizes: dict[str, int], source: str | None, basis: bool,
    output: str | None, report: Any,
) -> None:  # fmt: skip
    import numpy

    from catalg.numeric.coefficients import in_order

    if basis:
        found = numeric.basis(sizes)
        write_array(
            found if output and output.endswith(".npy") else found.reshape(-1, found.shape[-1]), [], output
        )
        return
    weights = in_order(numeric, given)
    if source is None:
        write_array(numeric.matrix(weights, sizes), [], output)
        return
    x = numpy.atleast_2d(read_array(source))
    write_array(numeric.apply(x, weights, sizes), [], output)


def _kernel(
    numeric: NumericKernel, given: dict[str, Any], at: tuple[str, ...], source: str | None, degree: int | None,
    output: str | None,
) -> None:  # fmt: skip
    import numpy

    points = _points(numeric, at, source)
    found = numeric.basis(*points, degree=degree) if degree is not None else numeric.kernel(given)(*points)
    found = numpy.asarray(found)
    write_array(found if found.ndim else found.reshape(1), _headings(numeric, found, degree), output)


def _headings(numeric: NumericKernel, found: Any, degree: int | None) -> list[str]:
    """Name[i][j] for each value, counted from 1."""
    import itertools

    shape = found.shape[1:]
    if not shape:
        return [numeric.end.name]
    label = "basis" if degree is not None else numeric.end.name
    places = itertools.product(*(range(1, n + 1) for n in shape))
    return [label + "".join(f"[{k}]" for k in place) for place in places]


def _points(numeric: NumericKernel, at: tuple[str, ...], source: str | None) -> list[Any]:
    """One array of points for each argument, all of one length or of length one. Raises UsageError."""
    import numpy

    if source is not None and at:
        raise click.UsageError("--at and --in are two ways to give the points: one is enough.")
    if source is not None:
        return _from_rows(numeric, numpy.atleast_2d(read_array(source)))
    table: dict[str, list[list[float]]] = {name: [] for name in numeric.names}
    for text in at:
        name, sign, values = text.partition("=")
        if not sign or name.strip() not in table:
            raise click.UsageError(
                f"--at {text}: a point is written {numeric.names[0]}=1,2; {_wanted(numeric)}"
            )
        try:
            table[name.strip()].append([float(v) for v in values.split(",")])
        except ValueError:
            raise click.UsageError(f"--at {text}: coordinates are numbers.") from None
    missing = [name for name, rows in table.items() if not rows]
    if missing:
        raise click.UsageError(f"no point for {', '.join(missing)}; {_wanted(numeric)}")
    for name, rows in table.items():
        if len({len(row) for row in rows}) > 1:
            raise click.UsageError(f"the points of {name} have different numbers of coordinates.")
    return _shaped(numeric, [numpy.array(rows) for rows in table.values()])


def _wanted(numeric: NumericKernel) -> str:
    return "arguments: " + ", ".join(numeric.names) + "."


def _from_rows(numeric: NumericKernel, rows: Any) -> list[Any]:
    """Lines of coordinates, argument after argument; where sizes are free, all arguments have the same length."""
    free = bool(numeric.parameters)
    if free:
        count = len(numeric.names)
        if rows.shape[1] % count:
            raise click.UsageError(f"{rows.shape[1]} columns do not fall into {count} points of one size.")
        widths = [rows.shape[1] // count] * count
    else:
        widths = []
        for shape in numeric.shapes():
            width = 1
            for n in shape.shape:
                width *= n
            widths.append(width)
    if rows.shape[1] != sum(widths):
        raise click.UsageError(
            f"{rows.shape[1]} columns, where {' + '.join(map(str, widths))} are needed; {_wanted(numeric)}"
        )
    parts, start = [], 0
    for width in widths:
        parts.append(rows[:, start : start + width])
        start += width
    return _shaped(numeric, parts)


def _shaped(numeric: NumericKernel, parts: list[Any]) -> list[Any]:
    """Coordinates as points: matrices are square."""
    if numeric.parameters:
        return parts
    found = []
    for part, shape in zip(parts, numeric.shapes(), strict=True):
        size = 1
        for n in shape.shape:
            size *= n
        found.append(part.reshape(-1, *shape.shape) if part.shape[1] == size else part)
    return found
