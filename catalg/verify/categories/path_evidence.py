"""How answers about paths are told: chains with their lemmas, separating functors, rewriting systems.

Every chain is replayed and every word of it written down, so that evidence cannot say more than was checked.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from catalg.exact.completion import Completion, Move
from catalg.exact.proofs import lemma_proof, shortened
from catalg.exact.separation import Hop, SeparatingFunctor, shortest_chain
from catalg.exact.words import Presentation, Word
from catalg.model.verdict import Counterexample, Evidence, Fact, Judgement, Verdict
from catalg.terms import Call, Name, Relation, Term
from catalg.universes.categories import Encoding, path_term, path_text
from catalg.verify.categories.rewriting import replay_hops, replay_moves

SHOWN = 12
"""How many words of a class, or rules of a system, a counterexample names."""

FEW_LEMMAS = 6
"""Beyond this many lemmas it is worth a longer search for a direct chain."""

LONGEST = 14
"""How many words of a chain are written out; the fact `trace` has them all."""


@dataclass(frozen=True, slots=True)
class Question:
    """A path equation in letters."""

    encoding: Encoding
    start: int
    left: Word
    right: Word

    @property
    def presentation(self) -> Presentation:
        """The presentation behind the category."""
        return self.encoding.presentation

    def term(self, word: Word, start: int | None = None) -> Term:
        """A word as a formula."""
        category = self.encoding.category
        return path_term(self.encoding.path(word), category.objects[self.start if start is None else start])

    def equation(self, left: Word, right: Word) -> Term:
        """An equation between parallel words as a formula."""
        letters = left or right
        start = self.presentation.source[letters[0]] if letters else self.start
        return Relation("=", self.term(left, start), self.term(right, start))


def system_listing(question: Question, rules: tuple[tuple[Word, Word], ...]) -> Term:
    return Call(
        "listing",
        tuple(
            Call(
                "rewrites", (question.term(left), question.term(right, question.presentation.source[left[0]]))
            )
            if left
            else question.term(left)
            for left, right in rules[:SHOWN]
        ),
    )


def separated(question: Question, functor: SeparatingFunctor, evidence: tuple[Evidence, ...]) -> Judgement:
    category = question.encoding.category
    sets = tuple(
        (name, tuple(k for k, at in enumerate(functor.objects) if at == number))
        for number, name in enumerate(category.objects)
    )
    maps = tuple(
        (
            arrow.name,
            tuple(
                (k, functor.image(k, letter))
                for k, at in enumerate(functor.objects)
                if at == question.presentation.source[letter]
            ),
        )
        for letter, arrow in enumerate(category.arrows)
    )
    counterexample = Counterexample.of(
        "separating-functor",
        category=category.name,
        left=question.term(question.left),
        right=question.term(question.right),
        element=0,
        left_value=functor.left,
        right_value=functor.right,
        sets=sets,
        maps=maps,
        tables=functor_term(functor, question.encoding),
    )
    return Judgement(
        Verdict.REFUTED, "paths-differ", (("category", category.name),), counterexample, evidence
    )


def functor_term(functor: SeparatingFunctor, encoding: Encoding) -> Term:
    """The tables of a separating functor as a formula, arrow by arrow."""
    return Call(
        "family",
        tuple(
            Call(
                "component",
                (
                    Name(arrow.name),
                    Call(
                        "table",
                        tuple(
                            Call("mapsto", (Name(str(k)), Name(str(functor.image(k, letter)))))
                            for k, at in enumerate(functor.objects)
                            if at == encoding.presentation.source[letter]
                        ),
                    ),
                ),
            )
            for letter, arrow in enumerate(encoding.category.arrows)
            if encoding.presentation.source[letter] in functor.objects
        ),
    )


def proved_by_completion(question: Question, completion: Completion, chain: tuple[Move, ...]) -> Judgement:
    """A proof from a completion, as a chain of equations if there is a short one, else through its lemmas."""
    hops = shortest_chain(question.presentation, question.start, question.left, question.right)
    if hops is not None:
        return proved_by_hops(question, hops)
    proof = lemma_proof(completion, chain)
    if len(proof.order) > FEW_LEMMAS:
        hops = shortest_chain(question.presentation, question.start, question.left, question.right, 40_000)
        if hops is not None:
            return proved_by_hops(question, hops)
    number = {lemma: k for k, lemma in enumerate(proof.order, 1)}
    statements = [(known.left, known.right) for known in completion.lemmas]
    evidence = []
    for lemma in proof.order:
        left, right = statements[lemma]
        start = question.presentation.source[(left or right)[0]]
        words = replay_moves(question.presentation, start, left, right, proof.chains[lemma], statements)
        evidence.append(
            Evidence.of(
                "lemma",
                number=number[lemma],
                **_chain_facts(question, start, words, proof.chains[lemma], statements, number),
            )
        )
    final = shortened(
        question.presentation, question.start, question.left, question.right, proof.final, statements
    )
    words = replay_moves(
        question.presentation, question.start, question.left, question.right, final, statements
    )
    evidence.append(
        Evidence.of(
            "rewrite-chain-with-lemmas",
            **_chain_facts(question, question.start, words, final, statements, number),
        )
    )
    facts: dict[str, Fact] = {"lemmas": len(proof.order)} if proof.order else {}
    return Judgement.proved(
        "paths-equal",
        *evidence,
        category=question.encoding.category.name,
        left=question.term(question.left),
        right=question.term(question.right),
        **facts,
    )


def _chain_facts(
    question: Question,
    start: int,
    words: list[Word],
    moves: tuple[Move, ...],
    statements: Sequence[tuple[Word, Word]],
    number: dict[int, int],
) -> dict[str, Fact]:
    used = dict.fromkeys(move.lemma for move in moves)
    equations = tuple(question.equation(*statements[k]) for k in used if k not in number)
    facts: dict[str, Fact] = {
        "left": question.term(words[0], start),
        "right": question.term(words[-1], start),
        "steps": len(moves),
        "chain": _chain(question, words, start),
        "lemmas": tuple(number[k] for k in used if k in number),
        "trace": tuple(
            path_text(question.encoding.path(w), question.encoding.category.objects[start]) for w in words
        ),
    }
    return facts | ({"equations": Call("listing", equations)} if equations else {})


def _chain(question: Question, words: list[Word], start: int | None = None) -> Term:
    """The words of a chain with equality signs; the middle of a long one is left out."""
    terms = [question.term(word, start) for word in words]
    if len(terms) > LONGEST:
        terms = [*terms[: LONGEST - 3], Name("…"), *terms[-2:]]
    return Call("chain", tuple(terms))


def proved_by_hops(question: Question, hops: tuple[Hop, ...]) -> Judgement:
    words = replay_hops(question.presentation, question.start, question.left, question.right, hops)
    used = dict.fromkeys(hop.equation for hop in hops)
    equations = [question.equation(*question.presentation.equations[k][1:]) for k in used]
    return Judgement.proved(
        "paths-equal",
        Evidence.of(
            "rewrite-chain",
            chain=_chain(question, words),
            equations=Call("listing", tuple(equations)),
            steps=len(hops),
            trace=tuple(
                path_text(question.encoding.path(w), question.encoding.category.objects[question.start])
                for w in words
            ),
        ),
        category=question.encoding.category.name,
        left=question.term(question.left),
        right=question.term(question.right),
    )
