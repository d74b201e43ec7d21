"""Smooth maps: what is said of an equation of composites."""

from catalg.render.wording import Rule

WORDING = {
    "maps-equal": Rule(
        "both sides are one map",
        "An equation of composites of smooth maps is compared at an arbitrary point. The calculus of derivatives knows of an\n"
        "arbitrary map that D^k f(p; v₁, …, v_k) is linear in each v and symmetric (Schwarz), the chain rule, and that the\n"
        "reverse derivative R(f)(x, w) = Df(x)ᵀ w is adjoint to the derivative, ⟨Df(x)ᵀ w, v⟩ = ⟨w, Df(x) v⟩. Both sides have one\n"
        "normal form, so that they are equal in all dimensions, for all maps. The proof is confirmed by a second route, in\n"
        "coordinates, where the reverse derivative is a transposed Jacobian matrix.",
    ),
    "maps-normal-form": Rule("{part!{part}: |}both sides send {argument} to {value}"),
    "maps-confirmed": Rule("confirmed in coordinates{at! with {at}|}"),
    "maps-in-coordinates": Rule("{part!{part}: |}every coordinate of the difference is zero, by the zero test"),
    "maps-differ": Rule(
        "the two sides differ",
        "An arbitrary map may be any smooth map, a polynomial one for example. The two sides take different values at the\n"
        "rational point that is shown, where each coordinate is named by block and place.",
    ),
    "maps-witness": Rule(
        "{part!in {part}, |}{at!with {at}, |}{maps!for {maps}, |}at {point} one coordinate differs by {value}",
    ),
    "maps-by-hand": Rule(
        "{part!in {part}, |}{at!with {at} and |}{maps!{maps}, |}{point} gives {left} on the left and {right} on the right",
    ),
    "maps-open": Rule(
        "neither proved nor refuted ({why})",
        "The normal forms of the two sides differ, which proves nothing, and no point was found at which they visibly differ.",
    ),
    "maps-contradict": Rule(
        "internal error (the two routes disagree with {at}); please report it together with this file",
        "A proof counts only if the second route, in coordinates, finds no difference.",
    ),
}
