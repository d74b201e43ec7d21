"""Equal subterms as one object, so that evaluation and normal forms, which remember by identity, do each once.

Hash-consing (A. Ershov, 1958) by the identities of the children; nodes are rebuilt as they are, never simplified.
"""

from __future__ import annotations

from typing import Any

from catalg.terms import (
    Add,
    Apply,
    Call,
    Derived,
    Index,
    Let,
    Matrix,
    Mul,
    Pow,
    Relation,
    Series,
    Term,
    Vector,
    children,
)


class Pool:
    """A pool of distinct terms.

    >>> from catalg.terms import Name
    >>> square = Pool().share(Mul((Call("f", (Name("x"),)), Call("f", (Name("x"),)))))
    >>> square.args[0] is square.args[1]
    True
    """

    def __init__(self) -> None:
        self.known: dict[Any, Term] = {}
        self.seen: dict[int, tuple[Term, Term]] = {}

    def share(self, term: Term) -> Term:
        """The pool's copy of a term."""
        found = self.seen.get(id(term))
        if found is not None:
            return found[1]
        parts = tuple(self.share(part) for part in children(term))
        key: Any = (type(term), _label(term), tuple(map(id, parts))) if parts else term
        copy = self.known.get(key)
        if copy is None:
            copy = self.known[key] = _rebuilt(term, parts)
        self.seen[id(term)] = (term, copy)
        return copy


def _label(term: Term) -> Any:
    """What a node holds besides its children."""
    match term:
        case Call(head, _) | Apply(head, _):
            return head
        case Derived(head, component, order, _):
            return head, component, order
        case Series(index, _, _, _):
            return index
        case Let(bindings, _):
            return tuple(name for name, _ in bindings)
        case Relation(op, _, _):
            return op
        case Matrix(rows):
            return len(rows)
    return None


def _rebuilt(term: Term, parts: tuple[Term, ...]) -> Term:
    match term:
        case Add():
            return Add(parts)
        case Mul():
            return Mul(parts)
        case Pow():
            return Pow(parts[0], parts[1])
        case Call(head, _):
            return Call(head, parts)
        case Apply(head, _):
            return Apply(head, parts)
        case Derived(head, component, order, _):
            return Derived(head, component, order, parts)
        case Index():
            return Index(parts[0], parts[1:])
        case Vector():
            return Vector(parts)
        case Matrix(rows) if parts:
            width = len(rows[0])
            return Matrix(tuple(parts[k : k + width] for k in range(0, len(parts), width)))
        case Series(index, _, _, _):
            return Series(index, parts[0], parts[1], parts[2])
        case Let(bindings, _):
            return Let(
                tuple((name, part) for (name, _), part in zip(bindings, parts, strict=False)), parts[-1]
            )
        case Relation(op, _, _):
            return Relation(op, parts[0], parts[1])
    return term


def distinct(*terms: Term) -> list[Term]:
    """The distinct subterm objects, each once, parents before their children."""
    seen: dict[int, Term] = {}
    stack = list(terms)
    while stack:
        node = stack.pop()
        if id(node) not in seen:
            seen[id(node)] = node
            stack.extend(children(node))
    return list(seen.values())
