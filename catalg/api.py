"""The Python interface: `load` a file, look at its declarations, `check` them, `derive` them.

    file = catalg.load("sphere.cat")
    file.check().status            # "proved"
    kernel = file.Ker.derive()
    kernel                         # the formula, set by LaTeX in a notebook
    kernel.formula                 # a SymPy expression

Everything is computed in a worker process that is started when it is first needed and ends with the file object.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any
from weakref import finalize

from catalg.engine.check import Examination, examine
from catalg.engine.limits import Limits
from catalg.engine.outcome import FileReport, Result
from catalg.engine.selection import UNKNOWNS
from catalg.engine.worker import Worker
from catalg.model.ends import KernelEnd, LinearEnd
from catalg.model.goals import DECLARATIONS, Item
from catalg.model.solution import Certificate, Solution
from catalg.model.verdict import Verdict
from catalg.terms import Dim, Term

if TYPE_CHECKING:
    from catalg.diagnostics import Diagnostic
    from catalg.numeric import NumericKernel, NumericLinear


class InvalidFile(ValueError):
    """The text is not a valid specification; the message shows every mistake with its place.

    `diagnostics` holds the same as data.
    """

    def __init__(self, message: str, diagnostics: tuple[Diagnostic, ...]) -> None:
        super().__init__(message)
        self.diagnostics = diagnostics


class NotDerived(ValueError):
    """A declaration that has no solution; the message says why, `verdict` is `undecided` or `refuted`."""

    def __init__(self, message: str, verdict: Verdict) -> None:
        super().__init__(message)
        self.verdict = verdict


def load(path: str | os.PathLike[str], *, timeout: float = 20.0) -> File:
    """A specification from a file; nothing is solved yet. `timeout` is in seconds, for each goal.

    Raises InvalidFile when the file cannot be read or has mistakes.
    """
    worker = Worker(Limits(seconds=timeout))
    return _opened(worker, lambda: examine(os.fspath(path), worker))


def loads(text: str, *, path: str = "<string>", timeout: float = 20.0) -> File:
    """A specification from text. Raises InvalidFile.

    >>> loads("group G = SO(3)\\nfunctor V : G -> Vect = vector").names()
    ['V']
    """
    worker = Worker(Limits(seconds=timeout))
    return _opened(worker, lambda: examine(path, worker, text=text))


def check(path: str | os.PathLike[str], *, timeout: float = 20.0) -> FileReport:
    """The report on a file: a result with its verdict for every declaration and assertion. Raises InvalidFile."""
    return load(path, timeout=timeout).check()


def derive(path: str | os.PathLike[str], name: str, *, timeout: float = 20.0) -> Derived:
    """The derived solution of one end, coend, limit or colimit. Raises InvalidFile, KeyError, NotDerived."""
    return load(path, timeout=timeout)[name].derive()


def _opened(worker: Worker, read: Any) -> File:
    try:
        examination: Examination = read()
    except BaseException:
        worker.close()
        raise
    errors = tuple(found for found in examination.diagnostics if found.is_error)
    if errors:
        worker.close()
        from catalg.render.diagnostics import render_diagnostics

        raise InvalidFile("\n\n" + render_diagnostics(errors, examination.source), errors)
    return File(examination)


class File:
    """A loaded specification. Declarations are attributes and items: `file.Ker`, `file["Ker"]`."""

    def __init__(self, examination: Examination) -> None:
        self._examination = examination
        self._closing = finalize(self, examination.worker.close)

    @property
    def path(self) -> str:
        """The path that the file was loaded from."""
        return self._examination.path

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """Warnings and notes; a file with errors is not loaded at all."""
        return self._examination.diagnostics

    def names(self) -> list[str]:
        """The names of the declarations that have verdicts, in the order of the text."""
        return [item.name for item in self._items() if item.kind in DECLARATIONS]

    def check(self) -> FileReport:
        """A result for every declaration and assertion; what is known already is not computed again."""
        return self._examination.report()

    def close(self) -> None:
        """End the worker process now; it would end with the object anyway."""
        self._closing()

    def __enter__(self) -> File:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def __getitem__(self, name: str) -> Declaration:
        """The declaration of that name. Raises KeyError with a similar name where there is one."""
        try:
            return Declaration(self, self._examination.declaration(name))
        except KeyError:
            from catalg.diagnostics import did_you_mean

            near = did_you_mean(name, self.names())
            hint = f"; a similar name exists: {near}" if near else ""
            raise KeyError(f"{self.path} declares no {name}{hint}") from None

    def __getattr__(self, name: str) -> Declaration:
        if name.startswith("_"):
            raise AttributeError(name)
        try:
            return self[name]
        except KeyError as missing:
            raise AttributeError(missing.args[0]) from None

    def __iter__(self) -> Iterator[Declaration]:
        return (self[name] for name in self.names())

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *self.names()})

    def __repr__(self) -> str:
        return f"<catalg file {self.path}: {', '.join(self.names()) or 'no declarations'}>"

    def _items(self) -> tuple[Item, ...]:
        specification = self._examination.specification
        return specification.items if specification else ()

    def _in_form(self, index: int, form: str) -> Result:
        from catalg.engine.reform import in_form

        with Worker(self._examination.worker.limits) as worker:
            return in_form(self._examination, index, form, worker)

    def _result(self, index: int) -> Result:
        return self._examination.result(index)


@dataclass(frozen=True, slots=True)
class Declaration:
    """A functor, transformation, end, coend, limit or colimit of a file."""

    file: File
    index: int

    @property
    def item(self) -> Item:
        """The elaborated statement."""
        return self.file._items()[self.index]

    @property
    def name(self) -> str:
        """Its name."""
        return self.item.name

    @property
    def kind(self) -> str:
        """`functor`, `transformation`, `end`, `coend`, `limit` or `colimit`."""
        return self.item.kind

    @property
    def documentation(self) -> str:
        """The docstring in front of the statement."""
        return self.item.documentation

    def check(self) -> Result:
        """The verdict on the declaration, with reason and counterexample."""
        return self.file._result(self.index)

    def derive(self, form: str = "formula") -> Derived:
        """The certified solution; the form `series` expands kernels in the harmonics of their symmetry.

        Raises NotDerived where there is none, or none of this form, TypeError for a declaration that is not solved for.
        """
        if self.kind not in UNKNOWNS:
            raise TypeError(f"{self.name} is a {self.kind}: only ends, coends, limits and colimits are derived")
        result = self.check() if form == "formula" else self.file._in_form(self.index, form)
        if result.solution is None or result.judgement.reason == "no-form":
            from catalg.render.sentence import tell
            from catalg.render.voices import TEXT

            verdict = result.judgement.verdict
            raise NotDerived(f"{self.name} is {verdict.value}: {tell(TEXT, result.judgement)}", verdict)
        return Derived(self.item, result.solution)

    def __repr__(self) -> str:
        return f"<{self.kind} {self.name} of {self.file.path}>"


@dataclass(frozen=True)
class Derived:
    """A solution space in closed form, with its certificate. `term` is the formula as catalg's own data."""

    item: Item
    solution: Solution

    @property
    def term(self) -> Term:
        """The general element as a term."""
        return self.solution.formula

    @cached_property
    def formula(self) -> Any:
        """The general element as a SymPy expression; arguments of a kernel are column vectors of their dimension.

        SymPy is imported here. Raises catalg.terms.to_sympy.NoSympy for what SymPy cannot express.
        """
        from catalg.terms.to_sympy import to_sympy

        subject = self.item.subject
        shapes: dict[str, tuple[Any, ...]] = {}
        size: tuple[Any, Any] | None = None
        if isinstance(subject, KernelEnd):
            from catalg.elaborate.shapes import point_shape, value_shape
            from catalg.engine.judges import argument_names

            for name, action in zip(argument_names(subject), subject.arguments, strict=True):
                point = point_shape(action)
                shapes[name] = tuple(map(_sympy_dimension, point if len(point) == 2 else (action.dim,)))
            value = value_shape(subject.target)
            if len(value) == 2:
                size = (_sympy_dimension(value[0]), _sympy_dimension(value[1]))
        if isinstance(subject, LinearEnd):
            size = (_sympy_dimension(subject.target.dim), _sympy_dimension(subject.source.dim))
        return to_sympy(self.term, shapes, size)

    @property
    def text(self) -> str:
        """The formula in the language itself, as `expect` reads it; very large ones by the names of their basis elements."""
        from catalg.render.solution import shown_arguments
        from catalg.render.spelt import spelt_out
        from catalg.render.terms_text import syntax

        return syntax(spelt_out(self.solution, self.item.subject, shown_arguments(self.item)))

    def latex(self) -> str:
        """The formula in LaTeX, for math mode."""
        from catalg.render.terms_latex import latex

        return latex(self.term)

    @property
    def certificate(self) -> Certificate:
        """What the verifier found: `sound`, `complete`, `scope`, `evidence`."""
        return self.solution.certificate

    @property
    def dimension(self) -> Dim | None:
        """The dimension over constants, symbolic where a parameter is in it; None for an infinite-dimensional space."""
        return self.solution.proposal.dimension

    @property
    def size(self) -> int | None:
        """How many elements, for ends and coends in Set."""
        return self.solution.proposal.size

    @property
    def arguments(self) -> tuple[str, ...]:
        """The invariants that the arbitrary functions take, as text."""
        from catalg.render.terms_text import syntax

        return tuple(syntax(term) for term in self.solution.proposal.arguments)

    @property
    def free_functions(self) -> Dim | None:
        """How many arbitrary functions of the invariants."""
        return self.solution.proposal.free_functions

    @property
    def basis(self) -> tuple[Term, ...]:
        """The basis elements as terms."""
        from catalg.render.solution import element_term

        return tuple(element_term(element) for element in self.solution.proposal.basis)

    def steps(self) -> list[str]:
        """The derivation, one sentence for each step."""
        from catalg.render.sentence import tell
        from catalg.render.voices import TEXT

        return [tell(TEXT, step) for step in self.solution.proposal.steps]

    def numeric(self) -> NumericLinear | NumericKernel:
        """The solution as array functions: `.kernel`, `.basis`, `.apply`; needs NumPy, which is imported here.

        Intertwiners give a `catalg.numeric.NumericLinear`, kernels a `catalg.numeric.NumericKernel`. Raises
        catalg.numeric.NotNumeric for spaces that have no array functions.
        """
        from catalg.numeric import numeric_of

        return numeric_of(self.item.subject, self.solution)

    def _repr_latex_(self) -> str:
        from catalg.render.abbreviate import abbreviated
        from catalg.render.terms_latex import latex

        return f"$\\displaystyle {latex(abbreviated(self.term))}$"

    def __str__(self) -> str:
        from catalg.render.abbreviate import abbreviated
        from catalg.render.terms_text import pretty

        return pretty(abbreviated(self.term))

    def __repr__(self) -> str:
        return f"<{self.item.name} = {self}>"


def _sympy_dimension(dim: Dim) -> Any:
    import sympy

    total: Any = sympy.Integer(0)
    for monomial, coefficient in dim.terms:
        part: Any = sympy.Rational(coefficient.numerator, coefficient.denominator)
        for name, exponent in monomial:
            part *= sympy.Symbol(name, integer=True, nonnegative=True) ** exponent
        total += part
    return total


__all__ = [
    "Certificate", "Declaration", "Derived", "File", "InvalidFile", "NotDerived", "Verdict", "check", "derive", "load",
    "loads",
]  # fmt: skip
