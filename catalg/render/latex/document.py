"""The document of a file: declarations, derivations with certificates, assertions with verdicts, and the file itself.

A derivation is told from the same trace as on the terminal. Only packages of every TeX installation are used: amsmath,
amssymb, amsthm, graphicx and tikz-cd. What is certified is a theorem with its proof; the theorems that it stands on are
numbered sources at the end, told without \\cite so that one run of TeX is enough.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from catalg.engine.outcome import FileReport, Result
from catalg.exact.sparse import SparseMatrix
from catalg.language.tree import Statement
from catalg.model.coends import CoendSpace
from catalg.model.display import scalar_term
from catalg.model.goals import FormulaClaim, FormulaTransformation, Item
from catalg.model.solution import Certificate, MatrixElement, Solution
from catalg.model.verdict import Judgement, Verdict
from catalg.render.latex.escape import escape, typewriter
from catalg.render.latex.formulas import FITTED, WIDTH, display, visible
from catalg.render.latex.statements import Statements, paragraphs
from catalg.render.proofs import is_asserted, proof_of
from catalg.render.prose import derivations
from catalg.render.references import Bibliography
from catalg.render.report import label
from catalg.render.sentence import tell
from catalg.render.solution import basis_matrices, element_term, lying, shown_arguments, shown_indices
from catalg.render.squares import square_latex
from catalg.render.terms_latex import PRINTER, LatexVoice, latex
from catalg.render.voices import is_small
from catalg.terms import Call, Term

LISTED = 8
"""How many named basis matrices are shown."""

ENTRIES, ENTRIES_SHOWN = 400, 12
"""Larger basis matrices are told by their first nonzero entries."""

PACKAGES = ("amsmath", "amssymb", "amsthm", "graphicx", "tikz-cd")

THEOREM = r"\ifcsname catalgtheorem\endcsname\else\newtheorem{catalgtheorem}{Theorem}\fi"
"""A numbered theorem, whatever the document around a fragment calls its own."""

TIGHT = r"\setlength{\itemsep}{2pt}\setlength{\parskip}{0pt}"

TOGETHER = r"{\csname @beginparpenalty\endcsname=10000 "
"""Begins a group with a list that stays on the page of the words before it."""


@dataclass(frozen=True, slots=True)
class DocumentVoice(LatexVoice):
    """Sentences of the document: matrices that are wider than a line are shrunk to it."""

    def formula(self, term: Term) -> str:
        """The formula in line; TeX breaks sums by itself, but no matrix."""
        text = LatexVoice.formula(self, term)
        wide = visible(text) > WIDTH // 3 and r"\begin{array}" in text
        return rf"\par\smallskip\noindent\catalgfit{{{text[1:-1]}}}\par\smallskip\noindent " if wide else text


LATEX = DocumentVoice()


def document(report: FileReport) -> str:
    """A standalone document, to be compiled with pdflatex."""
    name = report.path.replace("\\", "/").rsplit("/", 1)[-1]
    lines = [r"\documentclass[11pt]{article}", r"\usepackage[utf8]{inputenc}", r"\usepackage[margin=25mm]{geometry}"]
    lines += [rf"\usepackage{{{package}}}" for package in PACKAGES]
    lines += [
        FITTED,
        THEOREM,
        r"\setlength{\parindent}{0pt}\setlength{\parskip}{0.6ex plus 0.2ex}",
        r"\setlength{\emergencystretch}{4em}",
        r"\begin{document}",
        rf"\begin{{center}}\Large {typewriter(name)}\end{{center}}",
        body(report),
        r"\section*{The file}",
        source_listing(report.source.text),
        r"\end{document}",
    ]
    return "\n".join(lines) + "\n"


def fragment(report: FileReport) -> str:
    """The same without preamble, listing of the file and title, for \\input."""
    needed = ", ".join(PACKAGES)
    return f"% Needs the packages {needed}.\n{FITTED}\n{THEOREM}\n{body(report)}\n"


def body(report: FileReport) -> str:
    """Declarations, derivations, assertions and sources."""
    parts = [paragraphs(report.documentation)] if report.documentation else []
    declarations = _declarations(report)
    if declarations:
        parts += [r"\section*{Declarations}", *declarations]
    found = list(derivations(report))
    sources = Bibliography(asked.solution for _, asked in found if asked.solution is not None)
    if found:
        parts.append(r"\section*{Derivations}")
        parts += [_derivation(result, asked, sources) for result, asked in found]
    assertions = [r for r in report.results if is_asserted(r.item)]
    if assertions:
        parts.append(r"\section*{Assertions}")
        parts.append(_assertions(assertions, report))
    if sources.entries():
        items = "\n".join(rf"  \item[{{[{number}]}}] {escape(text)}" for number, text in enumerate(sources.entries(), 1))
        parts.append(f"\\section*{{References}}\n\\begin{{itemize}}{TIGHT}\n{items}\n\\end{{itemize}}")
    return "\n\n".join(part for part in parts if part)


# --- declarations ---------------------------------------------------------------------------------------------------------


def _declarations(report: FileReport) -> list[str]:
    items = report.specification.items if report.specification else ()
    formulas: dict[str, Term] = {i.name: i.subject.formula for i in items if isinstance(i.subject, FormulaTransformation)}
    formulas |= {i.name: i.subject.expression for i in items if isinstance(i.subject, CoendSpace)}
    told = Statements(report.statements, formulas)
    verdicts = {(r.item.kind, r.item.name): r for r in report.results if r.item.kind in ("functor", "transformation")}
    parts = []
    for entry in report.statements:
        sentence = told.sentence(entry)
        if sentence is None:
            continue
        result = verdicts.get((entry.keyword, _name(entry)))
        remark = f" {_remark(result)}" if result is not None else ""
        documentation = paragraphs(entry.doc) + "\n\n" if entry.doc and entry.doc.strip() != report.documentation.strip() else ""
        parts.append(f"{documentation}{sentence}{remark}")
        witness = result.judgement.counterexample if result is not None and result.counts else None
        drawn = square_latex(witness) if witness is not None else None
        if drawn is not None:
            parts.append(_picture(drawn))
    return parts


def _name(entry: Statement) -> str:
    return str(getattr(getattr(entry, "name", None), "text", ""))


def _remark(result: Result) -> str:
    """The verdict on a declaration, where there is more to say than that it is well."""
    judgement = result.judgement
    if judgement.verdict is Verdict.PROVED:
        return ""
    text = _verdict(judgement)
    if judgement.counterexample is not None and result.counts:
        text += f": {tell(LATEX, judgement.counterexample)}"
    return rf"\emph{{This is {text}.}}"


# --- derivations ----------------------------------------------------------------------------------------------------------


def _derivation(result: Result, asked: Result, sources: Bibliography) -> str:
    name = PRINTER.name(result.item.name)
    if asked.solution is None:
        parts = [rf"\subsection*{{$\boldsymbol{{{name}}}$}}", _capitalised(f"{_verdict(result.judgement)}.")]
        if result.judgement.counterexample is not None:
            parts.append(tell(LATEX, result.judgement.counterexample) + ".")
        return "\n\n".join(parts)
    solution, certificate = asked.solution, asked.solution.certificate
    certain = certificate.sound is certificate.complete is Verdict.PROVED
    said = [_formula(asked.item, solution)]
    matrices = basis_listing(solution)
    if matrices:
        said.append("with\n" + "\n".join(matrices))
    told = counted(solution, result.item)
    if told:
        said.append(told)
    statement = "\n\n".join(said)
    if certain:
        parts = [rf"\medskip\begin{{catalgtheorem}}[$\boldsymbol{{{name}}}$]\upshape{statement}" + "\n\\end{catalgtheorem}"]
    else:
        parts = [rf"\subsection*{{$\boldsymbol{{{name}}}$}}", statement]
    steps = [_sourced(tell(LATEX, step), step.rule, sources) for step in solution.proposal.steps]
    if steps:
        items = "\n".join(rf"  \item {step}" for step in steps)
        listed = f"{TOGETHER}\\begin{{enumerate}}{TIGHT}\n{items}\n\\end{{enumerate}}}}"
        head = rf"\emph{{{'Proof' if certain else 'Derivation'}.}}"
        parts.append(f"{head}\n{listed}")
    parts.append(_certificate(certificate, sources))
    return "\n\n".join(parts)


def _sourced(text: str, rule: str, sources: Bibliography) -> str:
    """A sentence with the numbers of the theorems that it uses."""
    numbers = sources.numbers(rule)
    cited = f"~[{', '.join(map(str, numbers))}]" if numbers else ""
    return f"{_capitalised(text)}{cited}."


def _formula(item: Item, solution: Solution) -> str:
    return display(solution.formula, f"{applied(item.name, shown_arguments(item), shown_indices(item, solution))} = ")


def applied(name: str, arguments: Sequence[str], indices: Sequence[str] = ()) -> str:
    """`Ker(x, y)` for a function of points, the name with its indices in index notation, else the name alone."""
    if indices:
        return f"{{{PRINTER.name(name)}}}_{{{' '.join(map(PRINTER.name, indices))}}}"
    return PRINTER.name(name) + (f"({', '.join(map(PRINTER.name, arguments))})" if arguments else "")


def basis_listing(solution: Solution) -> list[str]:
    """What the formula calls B[1], B[2], …, in running text; the first ones where there are many."""
    named = basis_matrices(solution)
    parts = []
    for name, element in named[:LISTED]:
        matrix = element.matrix if isinstance(element, MatrixElement) else None
        if matrix is None or matrix.nrows * matrix.ncols <= ENTRIES:
            parts.append(display(lying(element_term(element)), f"{latex(name)} = "))
        else:
            parts.append(f"${latex(name)}$: {_sparse(matrix)};\n")
    if len(named) > LISTED:
        parts.append(f"and {len(named) - LISTED} more basis matrices.\n")
    if any(isinstance(part, Call) and part.head == "orbital" for _, element in named for part in (element.term(),)):
        parts.append(
            r"Here $\operatorname{orbital}(i, j)$ is $1$ or $-1$ on the orbit of the entry in row $i$ and column $j$, and $0$ elsewhere."
        )
    return parts


def _sparse(matrix: SparseMatrix) -> str:
    places = [(i, j, value) for i, row in enumerate(matrix.rows, 1) for j, value in sorted(row.items())]
    told = ", ".join(f"$[{i},{j + 1}] = {latex(scalar_term(value))}$" for i, j, value in places[:ENTRIES_SHOWN])
    more = f" and {len(places) - ENTRIES_SHOWN} more" if len(places) > ENTRIES_SHOWN else ""
    return rf"${matrix.nrows} \times {matrix.ncols}$, zero but for {told}{more}"


def counted(solution: Solution, item: Item) -> str:
    """How many unknowns are left, in a sentence; empty where nothing is counted."""
    from catalg.render.solution import counts

    return escape(counts(solution, item.subject)) if is_plain(solution) else _counted(solution)


def is_plain(solution: Solution) -> bool:
    """Whether the sentence that counts holds no formula."""
    return not solution.proposal.arguments


def _counted(solution: Solution) -> str:
    found = solution.proposal
    if found.free_functions is None:
        return ""
    one = found.free_functions.constant() == 1
    arguments = ", ".join(f"${latex(term)}$" for term in found.arguments)
    which = arguments if len(found.arguments) == 1 else f"{len(found.arguments)} invariants: {arguments}"
    noun, verb = ("function", "is") if one else ("functions", "are")
    return f"{LATEX.dimension(found.free_functions)} arbitrary {noun} of {which} {verb} left."


def _certificate(certificate: Certificate, sources: Bibliography) -> str:
    halves = f"sound: {certificate.sound.value}; complete: {certificate.complete.value}; scope: {escape(certificate.scope)}"
    head = rf"\textbf{{Certificate}} ({halves})."
    if certificate.locus is not None:
        head += f" Off the locus ${latex(certificate.locus)}$."
    if not certificate.evidence:
        return head
    told = [_sourced(tell(LATEX, evidence), evidence.rule, sources) for evidence in certificate.evidence]
    items = "\n".join(rf"  \item[$\bullet$] {text}" for text in told)
    return f"{head}\n{TOGETHER}\\begin{{itemize}}{TIGHT}\n{items}\n\\end{{itemize}}}}"


# --- assertions -----------------------------------------------------------------------------------------------------------


def _assertions(results: Sequence[Result], report: FileReport) -> str:
    items = []
    for result in results:
        judgement = result.judgement
        text = rf"  \item {_claim(result.item, report)}" + "\n\n  " + _capitalised(_verdict(judgement)) + "."
        proof = proof_of(result)
        if proof:
            lines = "\n".join(rf"    \item[$\bullet$] {_capitalised(tell(LATEX, evidence))}." for evidence in proof)
            text += f"\n  \\begin{{itemize}}{TIGHT}\n{lines}\n  \\end{{itemize}}"
        if judgement.counterexample is not None and judgement.counterexample.rule != "claim-holds":
            text += f" {_capitalised(tell(LATEX, judgement.counterexample))}."
            drawn = square_latex(judgement.counterexample)
            text += f"\n\n  {_picture(drawn)}" if drawn is not None else ""
        items.append(text)
    return f"\\begin{{enumerate}}{TIGHT}\n" + "\n".join(items) + "\n\\end{enumerate}"


def _claim(item: Item, report: FileReport) -> str:
    if isinstance(item.subject, FormulaClaim) and is_small(item.subject.formula, 100):
        claim = item.subject
        left = applied(claim.end, claim.arguments, claim.indices)
        return typewriter(item.kind) + display(claim.formula, f"{left} = ")
    return typewriter(label(item, report.source))


def _verdict(judgement: Judgement) -> str:
    reason = tell(LATEX, judgement)
    return rf"\textbf{{{judgement.verdict.value}}}" + (f": {reason}" if reason else "")


# --- pieces ---------------------------------------------------------------------------------------------------------------


def source_listing(text: str) -> str:
    """The text of the file, line by line, in small typewriter type; long lines are broken at blanks."""
    lines = []
    for line in text.expandtabs(4).rstrip("\n").splitlines():
        bare = line.lstrip(" ")
        indent = rf"\hspace*{{{0.55 * (len(line) - len(bare)):.2f}em}}" if len(line) > len(bare) else ""
        words = r"\ ".join(typewriter(word) if word else "" for word in bare.rstrip().split(" "))
        lines.append((indent + words) or r"\mbox{}")
    joined = " \\\\\n".join(rf"\mbox{{}}{line}" for line in lines)
    return f"{{\\footnotesize\\raggedright\n{joined}\\par}}"


def _picture(drawn: str) -> str:
    return f"\\begin{{center}}\n{drawn}\n\\end{{center}}"


def _capitalised(text: str) -> str:
    """A sentence that begins with a capital, unless it begins with a formula or a command."""
    if text.startswith(r"\textbf{"):
        return rf"\textbf{{{text[8:9].upper()}{text[9:]}"
    return text[:1].upper() + text[1:] if text[:2].isalpha() or text[:2] in ("a ", "A ") else text


__all__ = ["basis_listing", "body", "counted", "display", "document", "fragment", "source_listing"]
