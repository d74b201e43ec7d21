"""Whether two paths of a presented category are equal: proved, refuted, or undecided with what was reached.

The word problem is undecidable, so every search is limited (in words, critical pairs and steps) and every
answer comes with something to check. *Proved*: a chain of equations from one path to the other, if need be
through lemmas with chains of their own; it is replayed here. *Refuted*: the class of one path, exhausted
without the other; or a functor to finite sets that takes the paths to different maps, checked on every
equation; or two normal forms of a system whose critical pairs are all resolved anew (M. Newman, 1942: a
terminating system is then confluent), under which both sides of every equation meet. A system that is not
complete never refutes.
"""

from __future__ import annotations

from collections.abc import Sequence

from catalg.exact.completion import Completion, Limits, Move
from catalg.exact.separation import (
    exhausted_class,
    separating_functor,
    shortest_chain,
)
from catalg.exact.words import StepLimit, Word
from catalg.model.category import Category
from catalg.model.goals import PathClaim
from catalg.model.verdict import Counterexample, Evidence, Judgement, Verdict
from catalg.terms import Call
from catalg.universes.categories import encode
from catalg.verify.categories.functoriality import Malformed
from catalg.verify.categories.path_evidence import (
    SHOWN,
    Question,
    proved_by_completion,
    proved_by_hops,
    separated,
    system_listing,
)
from catalg.verify.categories.rewriting import confluent, separates

QUICK = Limits(pairs=2_000, rules=400, steps=300_000, length=80)
LONG = Limits(pairs=20_000, rules=1_500, steps=3_000_000, length=200)
"""The completion's limits before and after the other searches."""

SMALL_CLASS, LARGE_CLASS = 12, 2_000
"""How many words a class may have that is exhausted before, and after, the quick completion."""


def decide_path_equality(category: Category, claim: PathClaim) -> Judgement:
    """Whether the claim's two paths are equal in the category. Raises Malformed when they are not parallel
    paths.

    >>> from catalg.model.category import Arrow, Equation
    >>> loop = Category("Loop", ("A",), (Arrow("l", "A", "A"),), (Equation("A", "A", ("l", "l", "l"), ()),))
    >>> decide_path_equality(loop, PathClaim(loop, "A", "A", ("l",) * 4, ("l",))).verdict
    <Verdict.PROVED: 'proved'>
    """
    try:
        encoding = encode(category)
        start = category.objects.index(claim.start)
        left, right = encoding.word(claim.left), encoding.word(claim.right)
        if encoding.presentation.end(start, left) != encoding.presentation.end(start, right):
            raise Malformed("the two paths do not end at the same object")
    except (KeyError, ValueError) as error:
        raise Malformed(f"not a pair of parallel paths in {category.name}: {error}") from error
    question = Question(encoding, start, left, right)
    if left == right:
        return Judgement.proved("same-path", path=question.term(left), category=category.name)
    return _search(question)


def _search(question: Question) -> Judgement:
    presentation, start, left, right = question.presentation, question.start, question.left, question.right
    small = _by_class(question, SMALL_CLASS)
    if small is not None:
        return small
    completion = Completion(presentation, QUICK)
    for limits in (QUICK, LONG):
        completion.limits = limits
        chain = _complete(completion, left, right)
        if chain is not None:
            return proved_by_completion(question, completion, chain)
        if completion.complete:
            return _by_normal_forms(question, completion)
        if limits is QUICK:
            separating = separating_functor(presentation, start, left, right)
            if separating is not None and separates(presentation, start, left, right, separating):
                return separated(question, separating, ())
            exhausted = _by_class(question, LARGE_CLASS)
            if exhausted is not None:
                return exhausted
    return Judgement.undecided(
        "completion-stopped",
        limit=completion.exceeded,
        pairs=completion.pairs,
        rules=len(completion.system.left),
        category=question.encoding.category.name,
        words=LARGE_CLASS,
    )


def _complete(completion: Completion, left: Word, right: Word) -> tuple[Move, ...] | None:
    """Run the completion until it joins the two words or stops."""

    def met() -> bool:
        return completion.system.normal_form(left) == completion.system.normal_form(right)

    completion.run(met)
    if completion.exceeded == "steps":
        completion.system.most = None
    try:
        return completion.prove(left, right)
    except StepLimit:
        return None


def _by_class(question: Question, most: int) -> Judgement | None:
    """Decide by exhausting the class of either path; None when both have more than `most` words."""
    for one, other in ((question.left, question.right), (question.right, question.left)):
        words = exhausted_class(question.presentation, question.start, one, most)
        if words is None:
            continue
        if other in words:
            hops = shortest_chain(
                question.presentation,
                question.start,
                question.left,
                question.right,
                2 * most + 2,
                max(map(len, words)),
            )
            if hops is None:
                continue
            return proved_by_hops(question, hops)
        if one not in words or not _closed(question, words):
            continue
        return Judgement.refuted(
            "paths-differ",
            Counterexample.of(
                "exhausted-class",
                category=question.encoding.category.name,
                left=question.term(question.left),
                right=question.term(question.right),
                path=question.term(one),
                other=question.term(other),
                size=len(words),
                members=Call("listing", tuple(question.term(word) for word in words[:SHOWN])),
            )
            if len(words) > 1
            else Counterexample.of(
                "nothing-applies",
                category=question.encoding.category.name,
                left=question.term(question.left),
                right=question.term(question.right),
                path=question.term(one),
            ),
            category=question.encoding.category.name,
        )
    return None


def _closed(question: Question, words: Sequence[Word]) -> bool:
    """Whether each use of an equation, both ways, leads from the words to the words."""
    known = set(words)
    presentation = question.presentation
    for word in words:
        for at, left, right in presentation.equations:
            for old, new in ((left, right), (right, left)):
                for k in range(len(word) - len(old) + 1):
                    here = presentation.object_at(question.start, word, k)
                    if (
                        here == at
                        and word[k : k + len(old)] == old
                        and word[:k] + new + word[k + len(old) :] not in known
                    ):
                        return False
    return True


def _by_normal_forms(question: Question, completion: Completion) -> Judgement:
    rules = completion.system.rules()
    name = question.encoding.category.name
    if not confluent(question.presentation, rules):
        return Judgement.undecided("confluence-not-confirmed", category=name, rules=len(rules))
    left = completion.system.normal_form(question.left)
    right = completion.system.normal_form(question.right)
    evidence = (Evidence.of("confluent-system", rules=len(rules), listing=system_listing(question, rules)),)
    small = separating_functor(
        question.presentation, question.start, question.left, question.right, work=4_000
    )
    if small is not None and separates(
        question.presentation, question.start, question.left, question.right, small
    ):
        return separated(question, small, evidence)
    counterexample = Counterexample.of(
        "normal-forms",
        category=name,
        left=question.term(question.left),
        right=question.term(question.right),
        left_normal=question.term(left),
        right_normal=question.term(right),
        rules=len(rules),
        listing=system_listing(question, rules),
    )
    return Judgement(Verdict.REFUTED, "paths-differ", (("category", name),), counterexample, evidence)
