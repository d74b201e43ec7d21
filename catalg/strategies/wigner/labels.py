"""Irreducible representations of the rotations of space with symbolic degrees l and J: kernels and intertwiners for all of them at once.

Kernels on one vector are sum over L from |l - J| to l + J of a(L, r) times the coupling of degree L; intertwiners are multiples of the identity for
l = J (Schur's lemma). What acts is recognised on the vector fields, as for concrete degrees.
"""

from __future__ import annotations

from catalg.model.ends import End, KernelEnd, LinearEnd
from catalg.model.protocols import NotCovered
from catalg.model.representation import HomRep, Rep, SymbolicRep, TrivialRep
from catalg.model.solution import Proposal
from catalg.model.verdict import Step
from catalg.strategies.wigner.rotations import recognise
from catalg.terms import Apply, Call, Dim, Identity, Let, Name, Series, Term, add, mul, num
from catalg.terms.pieces import piece
from catalg.universes.man import default_names


def label_of(rep: Rep) -> Dim:
    """The degree of a spherical representation with a symbolic label, 0 of the trivial line. Raises NotCovered."""
    if isinstance(rep, SymbolicRep) and rep.label is not None and rep.field.kind == "real":
        return rep.label
    if isinstance(rep, TrivialRep) and rep.dim == Dim.of(1):
        return Dim.of(0)
    raise NotCovered("")


def degree_term(degree: Dim) -> Term:
    """A degree as a formula."""
    parts = []
    for monomial, c in degree.terms:
        factors: list[Term] = [Name(str(n)) for n, e in monomial for _ in range(e)]
        parts.append(mul(num(c), *factors))
    return add(*parts)


def _least(difference: Dim) -> Term:
    value = difference.constant()
    return Call("abs", (degree_term(difference),)) if value is None else num(abs(value))


class Labels:
    """Symbolic degrees."""

    name = "Wigner-Eckart for all degrees"

    def solve(self, end: End) -> Proposal:
        """A proposed solution. Raises NotCovered."""
        if isinstance(end, LinearEnd):
            return self._intertwiners(end)
        if not isinstance(end, KernelEnd) or end.target.dim.is_constant:
            raise NotCovered("")
        source = end.target.source if isinstance(end.target, HomRep) else None
        target = end.target.target if isinstance(end.target, HomRep) else end.target
        if source is None:
            raise NotCovered("")
        l, J = label_of(source), label_of(target)
        if end.group.discrete:
            raise NotCovered("parity with symbolic degrees")
        rotations = recognise(end)
        taken = {*default_names(len(end.arguments)), *l.parameters, *J.parameters}
        bindings: list[tuple[str, Term]] = []
        vector = rotations.vector
        if not isinstance(vector, Name):
            name = next(n for n in ("z", "y", "x", "u") if n not in taken)
            bindings.append((name, vector))
            vector = Name(name)
            taken.add(name)
        index = next(n for n in ("L", "k", "s", "t") if n not in taken)
        unknown = next(n for n in ("a", "b", "c", "f") if n not in taken)
        arguments: list[Term] = [Name(index)]
        radius = Call("norm", (vector,))
        if not rotations.sphere:
            arguments.append(radius)
        a, b = degree_term(l), degree_term(J)
        body = mul(Apply(unknown, tuple(arguments)), Call("clebsch_gordan", (a, b, Name(index), vector)))
        series = Series(index, _least(l - J), degree_term(l + J), body)
        formula = Let(tuple(bindings), series) if bindings else series
        count = piece("min", l, J) * 2 + 1
        steps = [Step.of("kernel-translations", coordinates=rotations.differences)] if rotations.differences else []
        steps += [
            Step.of("coupled-algebra", vector=rotations.vector),
            Step.of("labels-theorem", source=str(l), target=str(J)),
            Step.of("kernel-form", formula=formula),
        ]
        sphere = rotations.sphere
        return Proposal(
            self.name, (), formula, tuple(steps), dimension=count if sphere else None,
            arguments=() if sphere else (Call("norm", (rotations.vector,)),), rank=0 if sphere else 1, free_functions=count,
            free_constants=count if sphere else None, parameters=(unknown,),
            claims={"labels": (l, J), "vector": rotations.vector, "sphere": sphere},
        )  # fmt: skip

    def _intertwiners(self, end: LinearEnd) -> Proposal:
        if end.points or end.along is not None or (end.source.dim.is_constant and end.target.dim.is_constant):
            raise NotCovered("")
        l, J = label_of(end.source), label_of(end.target)
        count = piece("delta", l, J)
        taken = l.parameters | J.parameters
        name = next(n for n in ("a", "b", "c") if n not in taken)
        formula: Term = num(0) if count == Dim.of(0) else mul(Name(name), Identity())
        if count != Dim.of(1) and count != Dim.of(0):
            formula = mul(Call("delta", (degree_term(l), degree_term(J))), formula)
        steps = (Step.of("labels-schur", source=str(l), target=str(J)),)
        return Proposal(
            self.name, (), formula, steps, dimension=count, free_constants=count, parameters=(name,),
            claims={"labels": (l, J), "arguments": ()},
        )  # fmt: skip


LABELS = Labels()
