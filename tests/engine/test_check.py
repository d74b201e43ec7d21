"""Reports: dependencies, statuses, exit codes, refutations turned round."""

from __future__ import annotations

import pytest

from catalg.diagnostics import Source, Span, diagnostic
from catalg.engine.check import Examination
from catalg.engine.outcome import FileReport, Outcome, Result, exit_code, negated
from catalg.engine.selection import UnknownName, derivations
from catalg.model.goals import Item, NaturalClaim, Opaque, Specification
from catalg.model.verdict import Counterexample, Judgement, Verdict

SOURCE = Source("a.cat", "")
PROVED = Judgement.proved("fine")
REFUTED = Judgement.refuted("not so", Counterexample.of("broken"))
OPEN = Judgement.undecided("who knows")


class Scripted:
    """A worker that answers from a table and remembers what it was asked."""

    def __init__(self, *judgements):
        self.judgements, self.asked, self.begun = judgements, [], 0

    def begin(self, specification):
        self.begun += 1

    def run(self, index, tick=None):
        self.asked.append(index)
        return Outcome(self.judgements[index])


def item(kind, name, depends=(), asserted=True, subject=None):
    return Item(kind, name, (0, 0), subject, depends, asserted=asserted)


def examination(items, *judgements):
    worker = Scripted(*judgements)
    return Examination("a.cat", SOURCE, (), Specification("a.cat", (), tuple(items)), worker), worker


def test_what_depends_on_a_refuted_declaration_is_undecided():
    items = [
        item("functor", "V"),
        item("end", "E", ("V",), asserted=False),
        item("expect", "E", ("E",)),
        item("functor", "W"),
    ]
    found, worker = examination(items, REFUTED, PROVED, PROVED, PROVED)
    report = found.report()
    assert [r.judgement.verdict for r in report.results] == ["refuted", "undecided", "undecided", "proved"]
    assert report.results[2].judgement.reason == "depends-on"
    assert dict(report.results[2].judgement.facts) == {"name": "V"}
    assert worker.asked == [0, 3] and worker.begun == 1
    assert report.status == "refuted"


def test_what_depends_on_an_invalid_declaration_never_reaches_the_worker():
    found, worker = examination([item("end", "E", ("V",), subject=Opaque("depends", "V"))], PROVED)
    assert dict(found.report().results[0].judgement.facts) == {"name": "V"}
    assert worker.asked == [] and worker.begun == 0


def test_what_no_strategy_covers():
    found, worker = examination([item("end", "E", subject=Opaque("unsupported", "regular of a Lie group"))], PROVED)
    judgement = found.report().results[0].judgement
    assert (judgement.verdict, judgement.reason) == (Verdict.UNDECIDED, "no-strategy")
    assert worker.asked == []


def test_a_claim_about_naturality_does_not_presuppose_it():
    items = [
        item("transformation", "eta", asserted=False),
        item("refute", "eta", ("eta",), subject=NaturalClaim("eta")),
    ]
    report = examination(items, REFUTED, PROVED)[0].report()
    assert [r.judgement.verdict for r in report.results] == ["refuted", "proved"]
    assert report.status == "proved"


def test_single_results_answer_only_what_they_need():
    items = [item("functor", "V"), item("functor", "W"), item("end", "E", ("W",))]
    found, worker = examination(items, PROVED, PROVED, PROVED)
    found.result(2)
    found.result(2)
    assert worker.asked == [1, 2]


@pytest.mark.parametrize(
    ("judgements", "asserted", "status"),
    [
        ((), True, "proved"),
        ((PROVED,), True, "proved"),
        ((PROVED, OPEN), True, "undecided"),
        ((OPEN, REFUTED), True, "refuted"),
        ((OPEN, REFUTED), False, "proved"),
    ],
)
def test_status(judgements, asserted, status):
    results = tuple(Result(item("expect", "E", asserted=asserted), judgement) for judgement in judgements)
    assert FileReport("a", SOURCE, (), results).status == status


def test_errors_make_a_file_invalid_and_warnings_do_not():
    error, warning = diagnostic("E0202", "open", Span(0, 1)), diagnostic("W0602", "stray", Span(0, 1))
    assert FileReport("a", SOURCE, (error,), (Result(item("expect", "E"), REFUTED),)).status == "invalid"
    assert FileReport("a", SOURCE, (warning,)).status == "proved"


def test_exit_codes():
    error = FileReport("a", SOURCE, (diagnostic("E0202", "open", Span(0, 1)),))
    refuted, undecided, proved = (
        FileReport("a", SOURCE, (), (Result(item("expect", "E"), judgement),)) for judgement in (REFUTED, OPEN, PROVED)
    )
    assert exit_code([proved, undecided, refuted, error]) == 2
    assert exit_code([proved, undecided, refuted]) == 1
    assert exit_code([proved, undecided]) == 3
    assert exit_code([proved]) == 0


def test_refute_turns_verdicts_round_and_keeps_the_witness():
    assert negated(Outcome(REFUTED)).judgement.verdict is Verdict.PROVED
    assert negated(Outcome(REFUTED)).judgement.counterexample == REFUTED.counterexample
    turned = negated(Outcome(PROVED)).judgement
    assert turned.verdict is Verdict.REFUTED and turned.counterexample is not None
    assert negated(Outcome(OPEN)).judgement == OPEN


def test_selection_of_derivations():
    items = (item("end", "A"), item("end", "B"), item("derive", "B"), item("functor", "V"))
    asked, plain = Specification("a", (), items), Specification("b", (), items[:2])
    assert derivations([asked, plain, None], []) == [[2], [0, 1], []]
    assert derivations([asked], ["A", "B"]) == [[0, 2]]
    with pytest.raises(UnknownName, match="no end, coend, limit or colimit is called V"):
        derivations([asked], ["V"])


def test_long_chains_of_dependencies_are_answered_once_each():
    names = [f"V{k}" for k in range(600)]
    items = [item("functor", name, tuple(names[:k])) for k, name in enumerate(names)]
    found, worker = examination(items, *[PROVED] * len(items))
    assert len(found.report().results) == len(items)
    assert worker.asked == list(range(len(items)))
    alone, worker = examination(items, *[PROVED] * len(items))
    alone.result(400)
    assert worker.asked == list(range(401))
