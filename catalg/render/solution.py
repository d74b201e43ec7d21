"""Solutions as text: what was found in a few words, and the derivation with its certificate in full."""

from __future__ import annotations

import textwrap

from catalg.engine.judges import argument_names
from catalg.engine.outcome import FileReport, Result
from catalg.exact.sparse import SparseMatrix
from catalg.model.ends import KernelEnd, LinearEnd
from catalg.model.goals import Item
from catalg.model.solution import BasisElement, Certificate, MatrixElement, Proposal, Solution
from catalg.model.verdict import Verdict
from catalg.render import wording
from catalg.render.block import shown
from catalg.render.look import Look
from catalg.render.proofs import proof_of
from catalg.render.savings import saving
from catalg.render.sentence import tell
from catalg.render.terms_text import PRETTY, SYNTAX, SyntaxPrinter
from catalg.render.voices import TEXT, is_small, shape_text
from catalg.terms import Call, Dim, Index, Matrix, Name, Term, num, walk

LISTED = 12
"""How many basis elements a derivation lists."""

PAGE = 256
"""Matrices with more entries are told by those that are not zero, at most `SHOWN` of them."""

SHOWN = 12

COLUMN = 6
"""Longer columns are written lying."""


def summary(solution: Solution, item: Item) -> str:
    """What was found, in a few words: `2 functions of x·y`, `dimension 2`, `30 elements`; empty for anything else."""
    found = solution.proposal
    if found.size is not None:
        return f"{found.size} element{_s(found.size)}"
    if found.arguments and found.free_functions is not None:
        return f"{_count(found.free_functions, 'function')} of {_arguments(found)}{_regions(solution)}"
    count = found.dimension if found.dimension is not None else found.free_constants
    return "" if count is None else f"dimension {PRETTY.dimension(count)}{exceptions(solution)}"


def exceptions(solution: Solution) -> str:
    """The admitted sizes at which the general answer does not hold, as a remark in brackets; empty where there are none."""
    found = [e.as_dict() for e in solution.certificate.evidence if e.rule == "size-exception"]
    texts = [f"{fact['dimension']} for {fact['where']}" for fact in found]
    shown = ", ".join(texts[:3]) + (", …" if len(texts) > 3 else "")
    return f" ({shown})" if shown else ""


def counts(solution: Solution, subject: object) -> str:
    """How many unknowns there were and how many are left; empty where nothing is counted."""
    found = solution.proposal
    saved = saving(solution, subject)
    if saved is not None and isinstance(subject, LinearEnd):
        return tell(TEXT, saved) + "."
    if found.size is not None:
        return f"{found.size} element{_s(found.size)}."
    if found.arguments and found.free_functions is not None:
        rank = f" (functional rank {found.rank})" if found.rank not in (None, len(found.arguments)) else ""
        verb = "is" if found.free_functions.constant() == 1 else "are"
        left = f"{_count(found.free_functions, 'arbitrary function')} of {_arguments(found)} {verb} left{rank}{_regions(solution)}."
        return left if saved is None else f"{left} {_capital(tell(TEXT, saved))}."
    if found.dimension is not None:
        return f"{_count(found.dimension, 'parameter')} left."
    return ""


def left_side(item: Item, solution: Solution) -> str:
    """`Ker(x, y)` for a function of points, `Lin[i, p]` in index notation, else the name alone."""
    indices = shown_indices(item, solution)
    if indices:
        return f"{PRETTY.name(item.name)}[{', '.join(map(PRETTY.name, indices))}]"
    names = shown_arguments(item)
    return f"{PRETTY.name(item.name)}({', '.join(map(PRETTY.name, names))})" if names else item.name


def shown_indices(item: Item, solution: Solution) -> tuple[str, ...]:
    """The names of all indices where the solution is written in index notation, as deltas and epsilons; else none."""
    if not isinstance(item.subject, LinearEnd) or item.subject.points or item.subject.polynomials is not None:
        return ()
    from catalg.universes.indices import index_names

    usual = index_names(item.subject)
    terms = (solution.formula, *(element.term() for element in solution.proposal.basis if not isinstance(element, MatrixElement)))
    patterns = (part for term in terms for part in walk(term) if isinstance(part, Call) and part.head in ("delta", "epsilon", "omega"))
    return usual if any(isinstance(arg, Name) and arg.name in usual for part in patterns for arg in part.args) else ()


def shown_arguments(item: Item) -> tuple[str, ...]:
    """What the arguments of an element are called: by the user, or as the solution has them where nobody says."""
    subject = item.subject
    if item.arguments or not isinstance(subject, KernelEnd | LinearEnd):
        return item.arguments
    return argument_names(subject)


def derivations_text(report: FileReport, look: Look, listed: int | None = LISTED) -> str:
    """All derivations of a file; diagnostics first where there are any. At most `listed` basis elements are shown of each."""
    from catalg.render.report import diagnostics_text, printable

    parts = []
    if report.diagnostics:
        parts.append(diagnostics_text(report.diagnostics, report.source, look))
    if not report.results and report.status != "invalid":
        parts.append(f"{printable(report.path)} declares no end, coend, limit or colimit to derive.")
    parts += [derivation_text(result, report, look, listed) for result in report.results]
    return "\n\n".join(parts) + "\n"


def derivation_text(result: Result, report: FileReport, look: Look, listed: int | None = LISTED) -> str:
    """One derivation: the statement, the steps, the closed form, the counts, the certificate."""
    from catalg.render.report import statement

    item, solution = result.item, result.solution
    declared = _declaration(result, report)
    head = statement(report.source.text[declared.span[0] : declared.span[1]])
    lines = [look.paint(head, "bold")]
    lines += [f"  {line}" for line in textwrap.wrap(" ".join(declared.documentation.split()), look.width - 4)]
    if solution is None:
        told = f"{result.judgement.verdict.value}: {tell(TEXT, result.judgement)}"
        lines += ["", *_wrapped(told, look.width, f"  {look.mark(result.judgement.verdict)} ", "    ")]
        if result.judgement.counterexample is not None:
            lines += _wrapped(tell(TEXT, result.judgement.counterexample), look.width, "    ", "    ")
        for evidence in proof_of(result):
            lines += _wrapped(tell(TEXT, evidence), look.width, "    • " if look.unicode else "    * ", "      ")
            for _, fact in evidence.facts:
                if isinstance(fact, Matrix) and not is_small(fact):
                    lines += ["", *shown(fact, look.width, "      ", look.unicode), ""]
        return "\n".join(lines)
    lines.append("")
    for number, step in enumerate(solution.proposal.steps, 1):
        rule = wording.find(step.rule)
        page = f"  [{step.rule}]" if rule is not None and rule.about else ""
        rows = _wrapped(tell(TEXT, step) + page, look.width, f"  {number:>2}. ", "      ")
        if page and rows[-1].endswith(page.strip()):
            rows[-1] = rows[-1].removesuffix(page.strip()) + look.paint(page.strip(), "dim")
        lines += rows
    lines.append("")
    lines += [f"  {line}" for line in _closed_form(item, solution, look, listed)]
    lines.append("")
    if result.judgement.verdict is not Verdict.PROVED:
        told = f"{result.judgement.verdict.value}: {tell(TEXT, result.judgement)}"
        lines += _wrapped(told, look.width, f"  {look.mark(result.judgement.verdict)} ", "    ")
    told = counts(solution, declared.subject)
    if told:
        lines += _wrapped(told, look.width, "  ", "  ")
    lines += _certificate(solution.certificate, look)
    return "\n".join(line.rstrip() for line in lines)


def basis_matrices(solution: Solution) -> list[tuple[Term, BasisElement]]:
    """The basis elements that the formula calls `B[1]`, `B[2]`, …, with these names."""
    basis = solution.proposal.basis
    for part in walk(solution.formula):
        if isinstance(part, Index) and part.base == Name("B"):
            return [(Index(Name("B"), (num(k),)), element) for k, element in enumerate(basis, 1)]
    return []


def element_term(element: BasisElement) -> Term:
    """A basis element in full: the matrix itself where its own term is only a name such as `B[1]`."""
    if isinstance(element, MatrixElement) and isinstance(element.label, Index):
        from catalg.model.display import matrix_term

        return matrix_term(element.matrix)
    return element.term()


def lying(term: Term) -> Term:
    """A long column as the transpose of a row."""
    if isinstance(term, Matrix) and len(term.rows) > COLUMN and len(term.rows[0]) == 1:
        return Call("transpose", (Matrix((tuple(row[0] for row in term.rows),)),))
    return term


def element_text(element: BasisElement) -> str:
    """A basis element in the language itself; a matrix with more than 1,024 entries by those that are not zero."""
    matrix = element.matrix if isinstance(element, MatrixElement) else None
    if matrix is not None and matrix.nrows * matrix.ncols > ENTRIES:
        return sparse(matrix, SYNTAX, ENTRIES)
    term = element_term(element)
    return SYNTAX.text(term) if is_small(term, ENTRIES) else shape_text(term).replace("×", "x")


def sparse(matrix: SparseMatrix, printer: SyntaxPrinter, most: int) -> str:
    """A matrix by its nonzero entries, the first ones where there are more than `most`; rows and columns count from 1.

    >>> sparse(SparseMatrix.from_dense([[0, 2], [0, 0]]), SYNTAX, 9)
    '2 x 2, zero but for [1,2]=2'
    """
    from catalg.model.display import scalar_term

    places = [(i, j, value) for i, row in enumerate(matrix.rows, 1) for j, value in sorted(row.items())]
    told = [f"[{i},{j + 1}]={printer.text(scalar_term(value))}" for i, j, value in places[:most]]
    more = f" and {len(places) - most} more" if len(places) > most else ""
    sign = "x" if printer is SYNTAX else "×"
    return f"{matrix.nrows} {sign} {matrix.ncols}, zero but for {', '.join(told)}{more}" if told else "0"


ENTRIES = 1024


def _declaration(result: Result, report: FileReport) -> Item:
    """The declaration behind a `derive` statement, or the item itself."""
    if result.item.kind == "derive" and report.specification is not None:
        try:
            return report.specification.item(result.item.name)
        except KeyError:
            return result.item
    return result.item


def _closed_form(item: Item, solution: Solution, look: Look, listed: int | None) -> list[str]:
    lines = shown(solution.formula, look.width - 4, f"{left_side(item, solution)} = ", look.unicode)
    named = basis_matrices(solution)
    for label, element in named[:listed]:
        told = _told_element(PRETTY.text(label) if look.unicode else SYNTAX.text(label), element, look)
        if len(told) > 1 and lines[-1]:
            lines.append("")
        lines += [f"  {line}" for line in told]
        if len(told) > 1:
            lines.append("")
    if listed is not None and len(named) > listed:
        lines.append(f"  … and {len(named) - listed} more basis matrices (all with --all)")
    if any(isinstance(part, Call) and part.head == "orbital" for _, element in named for part in (element.term(),)):
        lines.append("  orbital(i, j): 1 or −1 on the orbit of the entry in row i and column j, 0 elsewhere")
    return lines if lines[-1] else lines[:-1]


def _told_element(name: str, element: BasisElement, look: Look) -> list[str]:
    """A basis matrix in full where it fits the line, else by its nonzero entries."""
    matrix = element.matrix if isinstance(element, MatrixElement) else None
    full = [] if matrix is not None and matrix.nrows * matrix.ncols > PAGE else (
        shown(lying(element_term(element)), look.width - 6, f"{name} = ", look.unicode))
    if matrix is None or (full and max(map(len, full)) <= look.width - 6):
        return full
    return _wrapped(f"{name}: {sparse(matrix, PRETTY if look.unicode else SYNTAX, SHOWN)}", look.width - 6, "", "    ")


def _certificate(certificate: Certificate, look: Look) -> list[str]:
    halves = "   ".join(
        f"{look.mark(verdict)} {name} {verdict.value}"
        for name, verdict in (("sound", certificate.sound), ("complete", certificate.complete))
    )
    where = "" if certificate.scope == "global" else f"   on a {certificate.scope}".replace("on a local", "locally only")
    lines = [f"  Certificate   {halves}{where}"]
    if certificate.locus is not None:
        lines += _wrapped(f"off the locus {TEXT.formula(certificate.locus)}", look.width, "    ", "      ")
    for evidence in certificate.evidence:
        lines += _wrapped(tell(TEXT, evidence), look.width, "    • ", "      ")
    return lines


def _wrapped(text: str, width: int, first: str, other: str) -> list[str]:
    lines: list[str] = []
    for line in text.split("\n"):
        lead = first if not lines else other
        lines += textwrap.wrap(line, width, initial_indent=lead, subsequent_indent=other, break_long_words=False) or [lead.rstrip()]
    return lines


def _arguments(found: Proposal) -> str:
    if len(found.arguments) == 1:
        return TEXT.formula(found.arguments[0])
    return f"{len(found.arguments)} invariants ({', '.join(TEXT.formula(term) for term in found.arguments)})"


def _regions(solution: Solution) -> str:
    """Where the functions may be chosen separately on regions that share the invariants."""
    if not solution.certificate.sheeted:
        return ""
    return f", chosen separately on {sum(s.sheets for s in solution.certificate.strata)} open regions"


def _count(count: Dim, noun: str) -> str:
    return f"{PRETTY.dimension(count)} {noun}{'' if count.constant() == 1 else 's'}"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _s(count: int) -> str:
    return "" if count == 1 else "s"


__all__ = ["basis_matrices", "counts", "derivation_text", "derivations_text", "element_term", "element_text", "left_side", "summary"]
