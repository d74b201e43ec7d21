"""Functions and constants that a user defines in the language's own formulas: `kappa(u) = exp(-norm(u)^2)`.

The text goes through the language's parser to a term, and the term through the evaluator of this package.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from catalg.elaborate.formulas import Reader
from catalg.elaborate.scope import Problem, Scope
from catalg.language import parse, tree
from catalg.numeric.errors import NotNumeric, WrongShape
from catalg.numeric.evaluate import Evaluation, Value
from catalg.numeric.namespace import Arrays
from catalg.terms import Term

LONGEST = 2000
"""Longer definitions are not read."""


@dataclass(frozen=True, slots=True)
class Formula:
    """A function given by a formula in its arguments."""

    name: str
    arguments: tuple[str, ...]
    term: Term

    def of_values(self, arrays: Arrays, values: Iterable[Value]) -> Value:
        """The value at arguments with their ranks. Raises WrongShape for another number of arguments."""
        given = tuple(values)
        if len(given) != len(self.arguments):
            raise WrongShape(
                f"{self.name} is given with {len(self.arguments)} arguments and used with {len(given)}"
            )
        return Evaluation(arrays, dict(zip(self.arguments, given, strict=True)), {}).value(self.term)


def definition(text: str) -> tuple[str, Any]:
    """A name with its function, number, or list of numbers. Raises NotNumeric for what is no definition.

    >>> definition("a = 1, 1/2, 0.25")
    ('a', [1, 0.5, 0.25])
    >>> definition("f(r) = exp(-r)")[1].arguments
    ('r',)
    >>> definition("f(r) = __import__(r)")
    Traceback (most recent call last):
    catalg.numeric.errors.NotNumeric: f(r) = __import__(r): `__import__` has no meaning here
    """
    if len(text) > LONGEST:
        raise NotNumeric(f"a definition of more than {LONGEST} characters")
    head, sign, body = text.partition("=")
    if not sign:
        raise NotNumeric(f"{text}: a definition is NAME = VALUE or NAME(ARGUMENTS) = FORMULA")
    if "(" not in head and "," in body and "(" not in body and "[" not in body:
        pairs = [definition(f"{head} = {part}") for part in body.split(",")]
        return pairs[0][0], [value for _, value in pairs]
    claim = _claim(text)
    arguments = tuple(a.text for a in claim.arguments)
    try:
        term = Reader(Scope(), frozenset(arguments), open=False).let(claim.formula, claim.bindings)
    except Problem as problem:
        raise NotNumeric(f"{text}: {problem.diagnostic.message}") from None
    if arguments:
        return claim.name.text, Formula(claim.name.text, arguments, term)
    arrays, _ = Arrays.of(0.0)
    value = Evaluation(arrays, {}, {}).value(term)
    return claim.name.text, value.data


def _claim(text: str) -> tree.FormulaClaim:
    parsed = parse(f"expect {text}")
    errors = [d for d in parsed.diagnostics if d.is_error]
    if errors:
        raise NotNumeric(f"{text}: {errors[0].message}")
    statement = parsed.statements[0] if len(parsed.statements) == 1 else None
    claim = statement.assertion if isinstance(statement, tree.Expect) else None
    if not isinstance(claim, tree.FormulaClaim):
        raise NotNumeric(f"{text}: a definition is NAME = VALUE or NAME(ARGUMENTS) = FORMULA")
    return claim
