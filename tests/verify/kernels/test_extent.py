"""Counts on all of X, not only near generic points: several orbits, singular kernels, real points apart from all others."""

import pytest

import catalg

FLOW = "group U { lie generators n }\n"
SWAP = "group C { generators s  relations s^2 = 1 }\n"
WRONG = {
    "two half lines": FLOW + """
        functor S : U -> Man on (x) where x != 0 { n = (x) }
        end K = int g : U. Map(S, trivial)
        expect dim K = 1
    """,
    "two sheets": """
        group L = SOplus(2,1)
        functor H : L -> Man on (x, y, z) where z^2 = x^2 + y^2 + 1 { X12 = (-y, x, 0)  B13 = (z, 0, x)  B23 = (0, z, y) }
        end K = int g : L. Map(H, trivial)
        expect dim K = 1
    """,
    "a pole": FLOW + """
        functor S : U -> Man on (x) { n = (x) }
        functor W : U -> Vect { n = [[-1]] }
        end K = int g : U. Map(S, W)
        expect dim K = 1
    """,
    "directions in the plane": """
        group H = Scale
        functor R : H -> Man = R^2
        end K = int g : H. Map(R, trivial)
        expect dim K = oo
    """,
    "ratios on the line": """
        group G = Aff(1)
        functor X : G -> Man = R^1
        end K = int g : G. Map(X * X * X, trivial)
        expect dim K = oo
    """,
    "the stick of an umbrella": SWAP + """
        functor A : C -> Man on (x, y, z) where x^2 = y^2*z { s = (x, y, z) }
        end K = int g : C. Map(A, trivial)
        expect K(p) = f(p[1], p[2])
    """,
    "the stick alone": SWAP + """
        functor A : C -> Man on (x, y, z) where x^2 = y^2*z, z < 0 { s = (x, y, z) }
        end K = int g : C. Map(A, trivial)
        expect arguments K = 2
    """,
}
RIGHT = {
    "the sphere": """
        group G = SO(3)
        functor X : G -> Man = Sphere(2)
        functor V : G -> Vect = vector
        end A = int g : G. Map(X, V)
        expect dim A = 1
        end B = int g : G. Map(X * X, V)
        expect dim B = oo
    """,
    "the plane": """
        group P = SE(2)
        functor R : P -> Man = R^2
        end D = int g : P. Map(R * R, vector)
        expect dim D = oo
        end F = int g : P. Map(R, vector)
        expect dim F = 0
    """,
    "a smooth cubic": SWAP + """
        functor A : C -> Man on (x, y, z) where z = x^3 + y { s = (x, y, z) }
        end K = int g : C. Map(A, trivial)
        expect arguments K = 2
    """,
}


@pytest.mark.parametrize("text", WRONG.values(), ids=WRONG)
def test_what_holds_only_generically_is_not_proved(text):
    assert catalg.loads(text).check().status != "proved"
    assert catalg.loads(text.replace("expect", "refute")).check().status in ("proved", "undecided")


@pytest.mark.parametrize("text", RIGHT.values(), ids=RIGHT)
def test_what_holds_everywhere_is_proved(text):
    assert catalg.loads(text).check().status == "proved"
