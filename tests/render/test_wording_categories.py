"""Every rule of the categorical part has a sentence, and every sentence can be filled."""

import re
from pathlib import Path

import catalg
from catalg.model.ends import Diagram, SetEnd
from catalg.model.goals import PathClaim
from catalg.model.verdict import Counterexample, Evidence, Judgement, Step, Verdict
from catalg.render import wording
from catalg.render.sentence import tell
from catalg.render.terms_latex import LATEX
from catalg.render.voices import TEXT
from catalg.render.wording.categories import WORDING
from catalg.strategies.sets import COLIMITS, ENDS, LIMITS
from catalg.verify.categories.paths import decide_path_equality
from catalg.verify.categories.sets import certify_set
from tests.category_examples import complete, cycle, monoid

FOLDERS = ("verify/categories", "strategies/sets", "strategies/presented")
USE = re.compile(
    r'(?:(?:Step|Evidence|Counterexample)\.of|Judgement\.(?:proved|refuted|undecided))\(\s*"([a-z0-9-]+)"'
)


def test_every_rule_has_a_sentence_and_every_sentence_a_rule() -> None:
    root = Path(catalg.__file__).parent
    text = "\n".join(path.read_text() for folder in FOLDERS for path in sorted((root / folder).rglob("*.py")))
    used = set(USE.findall(text))
    assert len(used) > 40
    assert {rule for rule in used if wording.find(rule) is None} == set()
    assert {rule for rule in WORDING if f'"{rule}"' not in text} == set()


def test_sentences_of_ends() -> None:
    functor = cycle(5)
    for end, strategy in (
        (SetEnd("N", functor, complete(3)), ENDS),
        (Diagram("L", "limit", functor), LIMITS),
        (Diagram("C", "colimit", functor), COLIMITS),
    ):
        proposal = strategy.solve(end)
        told: list[Step | Evidence] = [*proposal.steps, *certify_set(end, proposal).evidence]
        for one in told:
            for voice in (TEXT, LATEX):
                sentence = tell(voice, one)
                assert "…" not in sentence.replace(r"\ldots", "…"), sentence


def test_sentences_of_paths() -> None:
    fibonacci = monoid("abcde", [("ab", "c"), ("bc", "d"), ("cd", "e"), ("de", "a"), ("ea", "b")], "F")
    s3 = monoid("st", [("ss", ""), ("tt", ""), ("sts", "tst")], "S3")
    bicyclic = monoid("pq", [("pq", "")], "B")
    pair = monoid("ab", [("ab", "ba")], "N2")
    verdicts = []
    for category, left, right in (
        (s3, "st", "ts"),
        (s3, "sts", "tst"),
        (bicyclic, "qp", ""),
        (pair, "aab", "abb"),
        (fibonacci, "ab", "ba"),
    ):
        judgement = decide_path_equality(category, PathClaim(category, "*", "*", tuple(left), tuple(right)))
        verdicts.append(judgement.verdict)
        told: list[Evidence | Counterexample | Judgement] = [judgement, *judgement.evidence]
        told += [judgement.counterexample] if judgement.counterexample else []
        for one in told:
            assert tell(TEXT, one)
            assert tell(LATEX, one)
    assert verdicts == [Verdict.REFUTED, Verdict.PROVED, Verdict.REFUTED, Verdict.REFUTED, Verdict.PROVED]
