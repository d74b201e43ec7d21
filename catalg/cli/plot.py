"""`catalg plot`: a picture of a kernel, a basis, a category or a square."""

from __future__ import annotations

import click

from catalg.cli.completion import drawn, files
from catalg.cli.extras import needs
from catalg.cli.numbers import definitions, in_series, let_option, size_option, sizes_of, solved, told
from catalg.cli.options import timeout_option


@click.command("plot")
@click.argument("file", metavar="FILE", shell_complete=files)
@click.argument("name", metavar="NAME", shell_complete=drawn)
@click.option(
    "-o",
    "--output",
    required=True,
    type=click.Path(dir_okay=False),
    metavar="OUT",
    help="An .svg, .png or .pdf file.",
)
@let_option
@size_option
@click.option(
    "--degree", type=click.IntRange(1, 40), default=6, show_default=True, help="How many harmonics are drawn."
)
@timeout_option
def command(
    file: str,
    name: str,
    output: str,
    lets: tuple[str, ...],
    sizes: tuple[str, ...],
    degree: int,
    timeout: float,
) -> int:
    """Draw a derived kernel or basis, a category, a functor or a transformation.

    Kernels of the plane become heat maps, series their harmonics (on the sphere where the points lie on one), spaces of
    linear maps the pattern of their entries, categories graphs, transformations their squares.
    """
    from catalg.engine.outcome import exit_code

    with told(), needs("matplotlib", "plot"):
        from catalg.cli.eval import unsolved
        from catalg.model.category import Category
        from catalg.numeric.pictures import needs_series, picture, save

        report, result = solved(file, name, timeout)
        if isinstance(result, Category):
            figure = picture(result)
        elif (
            report.specification is None
            or report.status == "invalid"
            or (result is not None and result.solution is None)
        ):
            return unsolved(report, result, name)
        else:
            item = result.item if result is not None else report.specification.item(name)
            solution = result.solution if result is not None else None
            if solution is not None and needs_series(item, solution):
                result = in_series(file, name, timeout)
                item, solution = result.item, result.solution
            figure = picture(item, solution, definitions(lets), sizes_of(sizes), degree)
        try:
            save(figure, output)
        except OSError as error:
            raise click.ClickException(f"{output} cannot be written: {error.strerror}") from None
    click.echo(f"drew {output}")
    return exit_code([report])
