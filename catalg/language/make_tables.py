"""The making of the LALR(1) tables: lark analyses the grammar, and its tables are renumbered so that they depend on the
grammar alone.

`python -m catalg.language.make_tables` writes them beside the grammar.
"""

from __future__ import annotations

import json
from collections import deque
from pathlib import Path
from typing import Any

from catalg.language.tables import GRAMMAR, TABLES, Rule, Tables, checksum


def build_tables(grammar: str) -> Tables:
    """The tables of a grammar, built by lark. The numbering of states and rules depends on the grammar alone."""
    from lark import Lark
    from lark.lexer import Lexer
    from lark.parsers.lalr_analysis import Shift

    class NoLexer(Lexer):
        def __init__(self, conf: object) -> None:
            pass

        def lex(self, *state: object) -> Any:
            return iter(())

    lark = Lark(grammar, parser="lalr", lexer=NoLexer, keep_all_tokens=True, maybe_placeholders=False)
    table = lark.parser.parser._parse_table
    start, end = table.start_states["start"], table.end_states["start"]

    rule_numbers = {rule: n for n, rule in enumerate(sorted(lark.rules, key=_rule_key))}
    numbers = {start: 0}
    queue = deque([start])
    while queue:
        state = queue.popleft()
        for _, (action, target) in sorted(table.states[state].items()):
            if action is Shift and target not in numbers:
                numbers[target] = len(numbers)
                queue.append(target)
    states = [
        {
            symbol: numbers[target] if action is Shift else -1 - rule_numbers[target]
            for symbol, (action, target) in sorted(table.states[state].items())
        }
        for state in numbers
    ]
    rules = tuple(
        Rule(
            rule.origin.name,
            rule.alias or rule.origin.name,
            len(rule.expansion),
            rule.origin.name.startswith("_"),
            bool(rule.options.expand1) and rule.alias is None and len(rule.expansion) == 1,
            any(symbol.name.startswith("_") for symbol in rule.expansion),
        )
        for rule in rule_numbers
    )
    assert all(rule.size for rule in rules), "the grammar has no empty rules"
    spellings = {terminal.name: terminal.pattern.value for terminal in lark.terminals if terminal.pattern.type == "str"}
    return Tables(rules, tuple(states), numbers[end], dict(sorted(spellings.items())))


def _rule_key(rule: Any) -> tuple[str, str, str]:
    return rule.origin.name, " ".join(symbol.name for symbol in rule.expansion), rule.alias or ""


def to_json(grammar: str, tables: Tables) -> str:
    """The tables as they are stored, one state to a line."""

    def line(value: object) -> str:
        return json.dumps(value, separators=(",", ":"), ensure_ascii=False)

    rules = ",\n".join(line([r.origin, r.build, r.size, r.splices, r.passes, r.flattens]) for r in tables.rules)
    states = ",\n".join(line(state) for state in tables.states)
    return (
        f'{{"grammar": {checksum(grammar)},\n"end": {tables.end},\n"spellings": {line(tables.spellings)},\n'
        f'"rules": [\n{rules}\n],\n"states": [\n{states}\n]}}\n'
    )


def main() -> None:
    """Write the tables beside the grammar of the checkout."""
    folder = Path(__file__).resolve().parents[2] / "grammar"
    grammar = (folder / GRAMMAR).read_text(encoding="utf-8")
    (folder / TABLES).write_text(to_json(grammar, build_tables(grammar)), encoding="utf-8")


if __name__ == "__main__":
    main()
