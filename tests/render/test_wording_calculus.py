"""Every rule of the calculus and of its verifier has a sentence, and every sentence a rule."""

from __future__ import annotations

import re
from pathlib import Path

import catalg
from catalg.render.coends import RULE_NAMES
from catalg.render.wording.calculus import WORDING
from catalg.verify.calculus.chain import SUBSTITUTIONS
from catalg.verify.calculus.rules import RULES

PACKAGE = Path(catalg.__file__).parent
FOLDERS = ("calculus", "verify/calculus", "strategies/calculus")


def test_every_rule_that_can_be_applied_is_told() -> None:
    assert {*RULES, *SUBSTITUTIONS} <= set(WORDING)
    assert set(RULE_NAMES) <= {*RULES, *SUBSTITUTIONS}


def test_every_sentence_belongs_to_a_rule() -> None:
    text = "".join(path.read_text(encoding="utf-8") for folder in FOLDERS for path in (PACKAGE / folder).rglob("*.py"))
    text += (PACKAGE / "engine" / "solve.py").read_text(encoding="utf-8")
    assert {rule for rule in WORDING if f'"{rule}"' not in text} == set()
    told = set(re.findall(r'(?:Step|Evidence|Counterexample)\.of\(\s*"([\w-]+)"', text))
    told |= set(re.findall(r'Judgement\.(?:proved|refuted|undecided)\(\s*"([\w-]+)"', (PACKAGE / "verify/calculus/claims.py").read_text()))
    assert told <= set(WORDING)
