"""True claims that were refuted once: two points only disagree if both lie in the space and the arguments really agree."""

import pytest

import catalg

TRUE = {
    "an odd power loses nothing": """
        group T = Translations(1)
        functor X : T -> Man = R^1
        end K = int g : T. Map(X * X, R^1)
        expect K(q, k) = f((k - q)^3)
    """,
    "the square of something positive loses nothing": """
        group G = GL(2)
        functor V : G -> Vect = vector
        functor F : G -> Man = SPD
        functor P : G -> Man = space(dual(V))
        end K = int g : G. Map(F * P, V)
        expect K(x, y) = f(dot(y, inverse(x)*y)^2)*inverse(x)*y
    """,
}


@pytest.mark.parametrize("text", TRUE.values(), ids=TRUE)
def test_a_true_claim_is_not_refuted(text):
    assert catalg.loads(text).check().status in ("proved", "undecided")
