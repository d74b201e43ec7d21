"""Small specifications that the tests of numbers share, loaded once."""

from __future__ import annotations

from functools import cache

import catalg

SOURCES = {
    "diagrams": """
param n : Nat where n >= 4
param d : Nat where d >= 5
param k : Nat where k >= 1
group G = Sym(n)
functor V : G -> Vect = free(Points)
functor E : G -> Vect = free(Subsets(2))
functor A : G -> Vect = free(Arrangements(2))
end One = int g : G. Hom(V, V)
end Two = int g : G. Hom(V (*) V, V (*) V)
end Up = int g : G. Hom(V, E)
end Edges = int g : G. Hom(E, E)
end Sums = int g : G. Hom(A, V (+) R^2)
end Powers = int g : G. Hom(Sym^2(V), Alt^2(V) (+) V)
end Down = int g : G. Hom(V (*) Sym^2(V), V)
group O = O(d)
functor U : O -> Vect = vector
end Brauer = int g : O. Hom(T^2(U), T^2(U))
group H = GL(d)
functor W : H -> Vect = vector
end Walled = int g : H. Hom(W (*) dual(W), W (*) dual(W))
group S = Sp(2*k)
functor P : S -> Vect = vector
end Skew = int g : S. Hom(T^2(P), T^2(P))
""",
    "matrices": """
group D4 { generators r, s   relations r^4 = 1, s^2 = 1, (s*r)^2 = 1 }
functor C : D4 -> Set { * = {1..4}   r = (1 2 3 4)   s = (2 4) }
functor P : D4 -> Vect = free(C)
functor V : D4 -> Vect { r = [[0, -1], [1, 0]]   s = [[1, 0], [0, -1]] }
end Orbits = int g : D4. Hom(P, P)
end Signs = int g : D4. Hom(P, V)
group R = SO(3)
functor Q : R -> Vect = vector
functor D : R -> Vect = irrep(2)
end Cross = int g : R. Hom(Q (*) Q, Q)
end Roots = int g : R. Hom(Q (*) Q, D)
group T = SU(2)
functor Z : T -> Vect(CC) = irrep(1/2)
end Complex = int g : T. Hom(Z (*) Z, Z (*) Z)
end Nothing = int g : R. Hom(Q, R^1)
group C3 = Cyclic(3)
functor F : C3 -> Vect(GF(7)) = free(Points)
end Finite = int g : C3. Hom(F, F)
""",
    "spaces": """
group A = GL(2)
functor F : A -> Man = SPD
end Forms = int g : A. Map(F * F, R^1)
group S = SL(2)
functor U : S -> Man = HalfPlane
end Hyperbolic = int g : S. Map(U * U, R^1)
group R = SO(3)
functor X : R -> Man = self
end Rotations = int g : R. Map(X * X, R^1)
group E = Trivial
functor V : E -> Vect = R^2
end Free = int g : E. Hom(V, V)
""",
    "kernels": """
param d : Nat where d >= 3
group T = Translations(2)
functor X : T -> Man = R^2
end Shift = int g : T. Map(X * X, R^1)
end Shifts = int g : T. Map(X * X, R^3)
group G = SE(2)
functor Y : G -> Man = R^2
functor V : G -> Vect = vector
end Steer = int g : G. Map(Y * Y, Hom(V, V))
end Field = int g : G. Map(Y * Y, V)
group S = SE(3)
functor Y3 : S -> Man = R^3
functor V3 : S -> Vect = vector
end Space = int g : S. Map(Y3 * Y3, Hom(V3, V3))
group O = O(d)
functor Z : O -> Man = R^d
functor U : O -> Vect = vector
functor B : O -> Man = Sphere(d-1)
end Vectors = int g : O. Map(Z * Z, U)
end Tensors = int g : O. Map(Z * Z, Hom(U, U))
end Zonal = int g : O. Map(B * B, R^1)
group R = SO(3)
functor Ball : R -> Man = Sphere(2)
end Sphere = int g : R. Map(Ball * Ball, R^1)
group C = SO(2)
functor Ring : C -> Man = Circle
end Circle = int g : C. Map(Ring * Ring, R^1)
""",
}


@cache
def loaded(name: str) -> catalg.File:
    """The file of that name."""
    return catalg.loads(SOURCES[name], path=f"{name}.cat")


@cache
def numeric(file: str, name: str, form: str = "formula"):
    """The array functions of a declaration."""
    return loaded(file)[name].derive(form).numeric()
