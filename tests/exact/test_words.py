"""Rewriting, completion, the automaton of irreducible words, and the searches that tell words apart."""

from itertools import islice, permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from catalg.exact.automaton import Automaton
from catalg.exact.completion import Completion, Limits
from catalg.exact.separation import exhausted_class, neighbours, separating_functor, shortest_chain
from catalg.exact.words import Presentation, RewritingSystem, StepLimit, shortlex
from catalg.universes.categories import encode
from catalg.verify.categories.rewriting import confluent, replay_hops, replay_moves, separates
from tests.category_examples import coxeter, simplex

E7 = {(0, 2), (2, 3), (1, 3), (3, 4), (4, 5), (5, 6)}


def finished(presentation: Presentation) -> Completion:
    completion = Completion(presentation)
    completion.run()
    assert completion.complete
    return completion


def size(presentation: Presentation) -> int | None:
    automaton = Automaton(presentation, finished(presentation).system.rules())
    counts = [automaton.count(a, b) for a in range(presentation.objects) for b in range(presentation.objects)]
    return None if None in counts else sum(c for c in counts if c is not None)


def test_known_orders() -> None:
    assert size(coxeter(6, {(i, i + 1) for i in range(5)})) == 5040
    assert size(coxeter(7, E7)) == 2903040
    assert size(encode(simplex(2)).presentation) == 31
    assert size(encode(simplex(4)).presentation) == 456


def test_completed_systems_pass_the_independent_check() -> None:
    for presentation in (coxeter(4, {(0, 1), (1, 2), (2, 3)}), encode(simplex(3)).presentation):
        assert confluent(presentation, finished(presentation).system.rules())


def test_confluence_check_rejects_wrong_systems() -> None:
    presentation = coxeter(2, {(0, 1)})
    rules = finished(presentation).system.rules()
    for k in range(len(rules)):
        assert not confluent(presentation, rules[:k] + rules[k + 1 :])
    assert not confluent(presentation, (*rules, ((0,), (1,))))
    assert not confluent(Presentation(1, (0,), (0,)), [((0,), (0, 0))])


def test_every_lemma_replays() -> None:
    presentation = coxeter(4, {(0, 1), (1, 2), (2, 3)})
    completion = finished(presentation)
    statements = [(lemma.left, lemma.right) for lemma in completion.lemmas]
    for number, lemma in enumerate(completion.lemmas):
        if lemma.axiom is None:
            assert all(move.lemma < number for move in lemma.chain)
            replay_moves(presentation, 0, lemma.left, lemma.right, lemma.chain, statements)


def test_divergent_completion_stops_at_its_limit_and_still_proves() -> None:
    presentation = Presentation(1, (0, 0), (0, 0), ((0, (1, 0, 1), (1, 0)),))
    completion = Completion(presentation, Limits(pairs=200))
    completion.run()
    assert not completion.complete
    assert completion.exceeded == "pairs"
    for n in range(1, 8):
        assert completion.prove((1, *(0,) * n, 1), (1, *(0,) * n)) is not None
    assert completion.prove((0, 1), (1, 0)) is None


@pytest.mark.parametrize("limits", [Limits(rules=3), Limits(steps=20), Limits(length=6)])
def test_each_limit_is_named(limits: Limits) -> None:
    presentation = Presentation(1, (0, 0), (0, 0), ((0, (1, 0, 1), (1, 0)),))
    completion = Completion(presentation, limits)
    completion.run()
    assert not completion.complete
    assert completion.exceeded in ("rules", "steps", "length")


def test_a_stopped_completion_runs_on() -> None:
    presentation = coxeter(4, {(0, 1), (1, 2), (2, 3)})
    completion = Completion(presentation, Limits(pairs=3))
    completion.run()
    assert not completion.complete
    completion.limits = Limits()
    completion.run()
    assert completion.system.rules() == finished(presentation).system.rules()


def test_step_limit() -> None:
    system = RewritingSystem(most=3)
    system.add(0, (1, 0), (0, 1))
    with pytest.raises(StepLimit):
        system.reduce((1, 1, 1, 0, 0, 0))


def test_ill_typed_presentations_are_refused() -> None:
    with pytest.raises(ValueError, match="parallel"):
        Presentation(2, (0,), (1,), ((0, (0,), ()),))
    with pytest.raises(ValueError, match="outside"):
        Presentation(1, (0,), (1,))
    with pytest.raises(ValueError, match="start"):
        Presentation(2, (0,), (1,)).end(0, (0, 0))


def test_infinite_hom_sets() -> None:
    bicyclic = Presentation(1, (0, 0), (0, 0), ((0, (0, 1), ()),))
    automaton = Automaton(bicyclic, finished(bicyclic).system.rules())
    assert automaton.count(0, 0) is None
    assert list(islice(automaton.words(0, 0), 6)) == [(), (0,), (1,), (0, 0), (1, 0), (1, 1)]
    # A loop at A makes Hom(A, B) infinite and leaves Hom(B, B) finite.
    lollipop = Presentation(2, (0, 0), (0, 1))
    automaton = Automaton(lollipop, ())
    assert [automaton.count(a, b) for a, b in product(range(2), repeat=2)] == [None, None, 0, 1]


def test_words_are_listed_in_shortlex_order() -> None:
    presentation = coxeter(3, {(0, 1), (1, 2)})
    words = list(Automaton(presentation, finished(presentation).system.rules()).words(0, 0))
    assert len(words) == 24
    assert words == sorted(words, key=shortlex)


def test_normal_forms_are_the_symmetric_group() -> None:
    presentation = coxeter(3, {(0, 1), (1, 2)})
    system = finished(presentation).system

    def permutation(word: tuple[int, ...]) -> tuple[int, ...]:
        points = list(range(4))
        for i in word:
            points[i], points[i + 1] = points[i + 1], points[i]
        return tuple(points)

    words = [w for n in range(5) for w in product(range(3), repeat=n)]
    for word in words:
        assert permutation(system.normal_form(word)) == permutation(word)
    assert {permutation(w) for w in words} <= set(permutations(range(4)))
    classes = {system.normal_form(w): permutation(w) for w in words}
    assert len(set(classes.values())) == len(classes)


def test_separating_functor_is_checked() -> None:
    presentation = coxeter(2, {(0, 1)})
    functor = separating_functor(presentation, 0, (0, 1), (1, 0))
    assert functor is not None
    assert len(functor.objects) == 3
    assert separates(presentation, 0, (0, 1), (1, 0), functor)
    assert not separates(presentation, 0, (0, 1, 0), (1, 0, 1), functor)
    assert separating_functor(presentation, 0, (0, 1, 0), (1, 0, 1)) is None


def test_separating_functor_with_typed_objects() -> None:
    # A -> B with an idempotent on B: f and e f differ, e f and e e f do not.
    presentation = Presentation(2, (0, 1), (1, 1), ((1, (1, 1), (1,)),))
    functor = separating_functor(presentation, 0, (0,), (0, 1))
    assert functor is not None
    assert separates(presentation, 0, (0,), (0, 1), functor)
    assert separating_functor(presentation, 0, (0, 1), (0, 1, 1)) is None


def test_exhausted_class_and_shortest_chain() -> None:
    commuting = Presentation(1, (0, 0), (0, 0), ((0, (0, 1), (1, 0)),))
    words = exhausted_class(commuting, 0, (0, 0, 1, 1), 10)
    assert words is not None
    assert sorted(words) == sorted(set(permutations((0, 0, 1, 1))))
    assert exhausted_class(commuting, 0, (0, 0, 1, 1), 5) is None
    hops = shortest_chain(commuting, 0, (0, 0, 1, 1), (1, 1, 0, 0))
    assert hops is not None
    assert len(hops) == 4
    assert len(replay_hops(commuting, 0, (0, 0, 1, 1), (1, 1, 0, 0), hops)) == 5


def test_identities_are_inserted_where_they_belong() -> None:
    # r : A -> B, s : B -> A, and s then r is the identity of B.
    presentation = Presentation(2, (0, 1), (1, 0), ((1, (1, 0), ()),))
    assert {word for *_, word in neighbours(presentation, 0, (0,))} == {(0, 1, 0)}
    assert {word for *_, word in neighbours(presentation, 0, ())} == set()
    assert {word for *_, word in neighbours(presentation, 1, ())} == {(1, 0)}


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.tuples(st.text("ab", max_size=3), st.text("ab", max_size=3)), min_size=1, max_size=3),
    st.text("ab", max_size=4),
    st.text("ab", max_size=4),
)
def test_random_monoids_agree_with_a_search(equations: list[tuple[str, str]], left: str, right: str) -> None:
    def word(text: str) -> tuple[int, ...]:
        return tuple("ab".index(c) for c in text)

    presentation = Presentation(1, (0, 0), (0, 0), tuple((0, word(a), word(b)) for a, b in equations))
    completion = Completion(presentation, Limits(pairs=400, rules=80, steps=40_000, length=24))
    completion.run()
    one, other = word(left), word(right)
    chain = completion.prove(one, other)
    statements = [(lemma.left, lemma.right) for lemma in completion.lemmas]
    if chain is not None:
        replay_moves(presentation, 0, one, other, chain, statements)
        assert separating_functor(presentation, 0, one, other, 4, 3_000) is None
    elif completion.complete:
        assert confluent(presentation, completion.system.rules())
        assert shortest_chain(presentation, 0, one, other, 500, 10) is None
