"""Running the LALR(1) tables: shift, reduce, and, where a token does not fit, what would have.

The automaton is lark's (`tables.py`); running it here costs no import of lark, and the stack at the failing token can be
asked for each terminal whether it would have been accepted there. No recursion: depth costs memory only.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from catalg.language.tables import Tables
from catalg.language.tokens import Token


class Unexpected(Exception):
    """A token that does not fit: its index in the statement (its length for the end), and the terminals that would."""

    def __init__(self, index: int, expected: frozenset[str]) -> None:
        super().__init__(f"token {index} is none of {sorted(expected)}")
        self.index = index
        self.expected = expected


class _Spliced(list[Any]):
    """Values of a rule whose name begins with `_`, on their way into the parent."""


_END = Token("$END", "", 0, 0)


class Automaton:
    """The tables together with the builder whose methods the reductions call."""

    def __init__(self, tables: Tables, builder: object) -> None:
        self._states = tables.states
        self._end = tables.end
        self._rules: list[tuple[int, str, Callable[[list[Any]], Any] | None, bool, bool]] = [
            (
                rule.size,
                rule.origin,
                None if rule.splices or (rule.passes and not rule.flattens) else getattr(builder, rule.build),
                rule.passes,
                rule.flattens,
            )
            for rule in tables.rules
        ]
        self._unit = [rule.passes and not rule.flattens and rule.origin != "start" for rule in tables.rules]
        self._shortcuts: dict[tuple[int, int, str], int] = {}

    def run(self, tokens: Sequence[Token]) -> Any:
        """What the builder makes of a statement. Raises `Unexpected`, and what the builder raises."""
        states, rules, end, unit, shortcuts = self._states, self._rules, self._end, self._unit, self._shortcuts
        stack = [0]
        values: list[Any] = []
        for index, token in enumerate((*tokens, _END)):
            kind = token.type
            while True:
                action = states[stack[-1]].get(kind)
                if action is None:
                    raise Unexpected(index, self._expected(self._stack_after(tokens[:index])))
                if action >= 0:
                    stack.append(action)
                    values.append(token)
                    break
                if unit[-1 - action]:
                    key = (stack[-2], stack[-1], kind)
                    stack[-1] = shortcuts.get(key) or self._climb(key)
                    continue
                size, origin, build, passes, flattens = rules[-1 - action]
                parts = values[-size:]
                del values[-size:]
                del stack[-size:]
                if flattens:
                    parts = _flatten(parts)
                    passes = passes and len(parts) == 1
                if passes:
                    values.append(parts[0])
                elif build is not None:
                    values.append(build(parts))
                else:
                    values.append(parts if type(parts) is _Spliced else _Spliced(parts))
                target = states[stack[-1]][origin]
                if target == end and kind == "$END":
                    return values[0]
                stack.append(target)
        raise AssertionError("the end of the tokens is always accepted or refused")

    def _climb(self, key: tuple[int, int, str]) -> int:
        """The state after all reductions that pass the top value on as it is, from an atom up to the level that the
        next token asks for: a dozen steps in one, once they have been taken for the first time."""
        below, state, kind = key
        while (action := self._states[state].get(kind, 0)) < 0 and self._unit[-1 - action]:
            state = self._states[below][self._rules[-1 - action][1]]
        self._shortcuts[key] = state
        return state

    def _stack_after(self, tokens: Sequence[Token]) -> list[int]:
        """The stack when the last token has just been shifted: before the reductions that a wrong token sets off."""
        states, stack = self._states, [0]
        for token in tokens:
            while (action := states[stack[-1]][token.type]) < 0:
                size, origin, *_ = self._rules[-1 - action]
                del stack[-size:]
                stack.append(states[stack[-1]][origin])
            stack.append(action)
        return stack

    def _expected(self, stack: Sequence[int]) -> frozenset[str]:
        candidates = (symbol for symbol in self._states[stack[-1]] if symbol[0].isupper() or symbol == "$END")
        return frozenset(symbol for symbol in candidates if self._accepts(stack, symbol))

    def _accepts(self, stack: Sequence[int], symbol: str) -> bool:
        """Whether a terminal would be shifted, after all reductions that it leads to. LALR merges contexts, so that a
        reduction alone does not say so."""
        states, trial = self._states, list(stack)
        while True:
            action = states[trial[-1]].get(symbol)
            if action is None:
                return False
            if action >= 0:
                return True
            size, origin, *_ = self._rules[-1 - action]
            del trial[-size:]
            trial.append(states[trial[-1]][origin])
            if trial[-1] == self._end and symbol == "$END":
                return True


def _flatten(parts: list[Any]) -> list[Any]:
    if type(parts[0]) is _Spliced:  # grow in place, so that a list of n items costs n steps
        result = parts[0]
        rest = parts[1:]
    else:
        result = _Spliced()
        rest = parts
    for part in rest:
        if type(part) is _Spliced:
            result.extend(part)
        else:
            result.append(part)
    return result
