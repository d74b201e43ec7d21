"""Reports, derivations, sentences and JSON from results made by hand."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

from catalg.diagnostics import Source, Span, diagnostic
from catalg.engine.outcome import FileReport, Outcome, Result, negated
from catalg.exact.sparse import SparseMatrix
from catalg.model.goals import Item, Specification
from catalg.model.solution import Certificate, MatrixElement, Proposal, Solution, TermElement
from catalg.model.verdict import Counterexample, Evidence, Judgement, Step, Verdict
from catalg.render import wording
from catalg.render.json import document
from catalg.render.look import Look, look_of
from catalg.render.report import label, report_text, total_text
from catalg.render.sentence import fact, fill, listed, tell
from catalg.render.signs import to_ascii
from catalg.render.solution import derivations_text, element_text, summary
from catalg.render.terms_latex import LATEX
from catalg.render.voices import TEXT
from catalg.terms import Apply, Call, Dim, Index, Name, add, mul, num, sub

TEXT_OF_FILE = """functor V : G -> Vect = free(Points)
end Ker = int g : G. Map(X * X, R^1)  # all of them
expect Ker(x, y) =
    f(dot(x, y))
check eta natural
refute eta natural
"""
SOURCE = Source("kernels.cat", TEXT_OF_FILE)
X, Y = Name("x"), Name("y")


def item(kind, name, first, last, **more):
    """An item whose statement stands on some lines of the source."""
    starts = (*SOURCE.line_starts, len(TEXT_OF_FILE))
    return Item(kind, name, (starts[first - 1], starts[last] - 1), None, **more)


PROPOSAL = Proposal(
    "by hand",
    (TermElement(num(1)),),
    Apply("f", (Call("dot", (X, Y)),)),
    steps=(Step.of("stabilizer", order=Dim.parameter("n") - 1, of=X), Step.of("time-limit", seconds="3")),
    arguments=(Call("dot", (X, Y)),),
    rank=1,
    free_functions=Dim.of(1),
)
CERTIFICATE = Certificate(Verdict.PROVED, Verdict.PROVED, "global", (Evidence.of("ranks", prime=7, ranks=(1, Fraction(1, 2))),))
SOLUTION = Solution(PROPOSAL, CERTIFICATE)
REFUTED = Judgement.refuted("too narrow", Counterexample.of("missed", solution=mul(num(2), Call("dot", (X, Y))), at=(1, 2)))
RESULTS = (
    Result(item("functor", "V", 1, 1), Judgement.proved("a functor")),
    Result(item("end", "Ker", 2, 2, asserted=False, arguments=("x", "y")), Judgement.proved("certified", scope="global"), SOLUTION, 2.5),
    Result(item("expect", "Ker", 3, 4), REFUTED),
    Result(item("check", "eta", 5, 5), Judgement.undecided("depends-on", name="V")),
    Result(item("refute", "eta", 6, 6), negated(Outcome(Judgement.proved("natural"))).judgement),
)
REPORT = FileReport("kernels.cat", SOURCE, (), RESULTS, Specification("kernels.cat", (), tuple(r.item for r in RESULTS)))


def test_report():
    assert report_text(REPORT, Look(width=100)) == (
        "kernels.cat\n"
        "  ✓ functor V                        proved: a functor\n"
        "  ✓ end Ker                          proved: 1 function of x·y  (2.5 s)\n"
        "  ✗ expect Ker(x, y) = f(dot(x, y))  refuted: too narrow\n"
        "      missed: solution 2x·y, at 1, 2\n"
        "  ? check eta natural                undecided: depends on V\n"
        "  ✗ refute eta natural               refuted: the claim holds, so that it cannot be refuted\n"
        "  1 proved, 2 refuted, 1 undecided\n"
    )


def test_narrow_report_wraps_and_never_passes_its_width():
    for width in (40, 50, 60, 80):
        lines = report_text(REPORT, Look(width=width)).splitlines()
        assert all(len(line) <= width for line in lines), width


def test_colours_only_where_they_are_wanted():
    assert "\x1b" not in report_text(REPORT, Look(colour=False))
    coloured = report_text(REPORT, Look(colour=True))
    assert "\x1b[32m✓\x1b[0m" in coloured and "\x1b[31mrefuted\x1b[0m" in coloured


def test_unasserted_refutations_are_no_alarm():
    result = Result(item("transformation", "eta", 5, 5, asserted=False), REFUTED)
    text = report_text(FileReport("a", SOURCE, (), (result,)), Look())
    assert "✗" not in text and "missed" not in text and "nothing asserted" in text


def test_diagnostics_come_first_and_are_counted():
    report = FileReport("kernels.cat", SOURCE, (diagnostic("E0202", "open bracket", Span(0, 7)),), RESULTS[:1])
    text = report_text(report, Look())
    assert text.index("E0202") < text.index("✓ functor V") and text.rstrip().endswith("1 error, 1 proved")
    assert total_text([report, REPORT], Look()) == "2 files: 1 error, 2 proved, 2 refuted, 1 undecided"


def test_labels_leave_out_comments_and_control_signs():
    assert label(RESULTS[2].item, SOURCE) == "expect Ker(x, y) = f(dot(x, y))"
    odd = Source("a", "expect A =\u202e 1 # x")
    assert label(Item("expect", "A", (0, len(odd.text)), None), odd) == "expect A =� 1"


def test_derivation():
    text = derivations_text(FileReport("kernels.cat", SOURCE, (), RESULTS[1:2], REPORT.specification), Look())
    assert text == (
        "end Ker = int g : G. Map(X * X, R^1)\n"
        "\n"
        "   1. stabilizer: order n − 1, of x\n"
        "   2. stopped at the time limit of 3 s  [time-limit]\n"
        "\n"
        "  Ker(x, y) = f(x·y)\n"
        "\n"
        "  1 arbitrary function of x·y is left.\n"
        "  Certificate   ✓ sound proved   ✓ complete proved\n"
        "    • ranks: prime 7, ranks 1, 1/2\n"
    )


def test_nothing_to_derive():
    assert "declares no end" in derivations_text(FileReport("a.cat", SOURCE, ()), Look())


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"size": 30}, "30 elements"),
        ({"size": 1}, "1 element"),
        ({"dimension": Dim.parameter("n") * 2}, "dimension 2n"),
        ({"arguments": (X, Y), "free_functions": Dim.of(4)}, "4 functions of 2 invariants (x, y)"),
        ({}, ""),
    ],
)
def test_summaries(changes, expected):
    assert summary(Solution(Proposal("s", (), X, **changes), CERTIFICATE), RESULTS[0].item) == expected


def test_json_document():
    value = json.loads(document([REPORT]))
    assert value["catalg"].count(".") == 2
    (file,) = value["files"]
    assert (file["path"], file["status"]) == ("kernels.cat", "refuted")
    end, expect = file["results"][1:3]
    assert (expect["kind"], expect["name"], expect["line"], expect["verdict"]) == ("expect", "Ker", 3, "refuted")
    assert expect["counterexample"] == {
        "rule": "missed", "text": "missed: solution 2x·y, at 1, 2", "facts": {"solution": "2*dot(x, y)", "at": [1, 2]},
    }  # fmt: skip
    solution = end["solution"]
    assert solution["text"] == "f(dot(x, y))" and solution["latex"] == r"f(x \cdot y)"
    assert solution["arguments"] == ["dot(x, y)"] and solution["free_functions"] == 1 and solution["dimension"] is None
    assert solution["steps"][0] == {
        "rule": "stabilizer", "text": "stabilizer: order n − 1, of x", "latex": "stabilizer: order $n - 1$, of $x$",
    }  # fmt: skip
    assert solution["certificate"]["evidence"] == ["ranks: prime 7, ranks 1, 1/2"]


def test_json_dimensions_with_parameters_are_text():
    proposal = Proposal("s", (), X, dimension=Dim.parameter("n"), free_constants=Dim.parameter("n"))
    result = Result(RESULTS[1].item, Judgement.proved("fine"), Solution(proposal, CERTIFICATE))
    (file,) = json.loads(document([FileReport("a", SOURCE, (), (result,))]))["files"]
    assert file["results"][0]["solution"]["dimension"] == "n"


def test_named_matrices_are_shown_in_full_unless_huge():
    small = MatrixElement(SparseMatrix.identity(2), Index(Name("B"), (num(1),)))
    assert element_text(small) == "[[1, 0], [0, 1]]"
    huge = MatrixElement(SparseMatrix.identity(100), Index(Name("B"), (num(1),)))
    assert element_text(huge) .startswith("100 x 100, zero but for [1,1]=1, [2,2]=1, ")


def test_templates():
    assert fill(TEXT, "{n} map{n?|s}", {"n": 1}) == "1 map"
    assert fill(TEXT, "{n} map{n?|s}", {"n": Dim.parameter("k")}) == "k maps"
    assert fill(TEXT, "{why!since {why}, |}so", {"why": ""}) == "so"
    assert fill(TEXT, "{why!since {n} map{n?|s}, |}so", {"why": "x", "n": 2}) == "since 2 maps, so"
    assert fill(TEXT, "use `{name} natural`", {"name": "eta"}) == "use `eta natural`"
    assert fill(LATEX, "on {x}: `a_b` & {text}", {"x": sub(X, num(1)), "text": "5%"}) == r"on $x - 1$: \texttt{a\char95{}b} \& 5\%"
    assert fill(TEXT, "{missing}", {}) == "…"
    with pytest.raises(ValueError, match="not a template"):
        fill(TEXT, "{n?one", {"n": 1})


def test_facts_that_are_text_are_never_templates():
    assert tell(TEXT, Judgement.undecided("depends-on", name="{x} `y`")) == "depends on {x} `y`"
    assert tell(LATEX, Judgement.undecided("depends-on", name=r"\input{x}")) == r"depends on \textbackslash{}input\{x\}"


def test_reasons_without_an_entry_are_sentences():
    assert tell(TEXT, Judgement.undecided("the set {1, 2} is odd")) == "the set {1, 2} is odd"
    assert tell(LATEX, Judgement.undecided("see `a_b`")) == r"see \texttt{a\char95{}b}"


def test_facts_and_lists():
    assert fact(TEXT, (1, ("a", 2), add(X, Y))) == "1, (a, 2), x + y"
    assert listed([]) == "" and listed(["a"]) == "a" and listed(["a", "b"]) == "a and b"


@pytest.mark.parametrize("name", list(wording.rules()))
def test_every_rule_is_a_sentence(name):
    """Templates close their brackets, end without a full stop, and pages end with one."""
    rule = wording.find(name)
    for voice in (TEXT, LATEX):
        assert fill(voice, rule.text, {})
    assert not rule.text.endswith(".")
    assert not rule.about or rule.about.rstrip().endswith((".", ")"))


def test_ascii():
    assert to_ascii("✓ ∫ ⊗ ≥ x² 𝟏𝟏ᵀ é 中 ₁₂") == "ok int  (*) >= x^2 11' e ? 12"


class _Stream:
    def __init__(self, terminal, encoding):
        self.terminal, self.encoding = terminal, encoding

    def isatty(self):
        return self.terminal


@pytest.mark.parametrize(
    ("terminal", "encoding", "environment", "colour", "unicode"),
    [
        (True, "utf-8", {}, True, True),
        (True, "utf-8", {"NO_COLOR": "1"}, False, True),
        (True, "ascii", {"TERM": "dumb"}, False, False),
        (False, "UTF8", {}, False, True),
        (False, "utf-8", {"FORCE_COLOR": "1"}, True, True),
        (False, "latin-1", {"FORCE_COLOR": "1", "NO_COLOR": "1"}, False, False),
    ],
)
def test_looks(terminal, encoding, environment, colour, unicode):
    look = look_of(_Stream(terminal, encoding), environment)
    assert (look.colour, look.unicode) == (colour, unicode)
