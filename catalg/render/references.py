"""The literature behind the rules: which theorems a derivation and its certificate stand on.

A rule that is somebody's theorem has its source here; what is plain linear algebra or a finite check has none.
Documents number the sources that their own steps and evidence use.
"""

from __future__ import annotations

from collections.abc import Iterable

from catalg.model.solution import Solution

SOURCES: dict[str, str] = {
    "artin": "E. Artin, Geometric Algebra, Interscience, 1957, chapter III.",
    "bochner": "S. Bochner, Über Sturm–Liouvillesche Polynomsysteme, Mathematische Zeitschrift 29 (1929), 730–736.",
    "brauer": "R. Brauer, On algebras which are connected with the semisimple continuous groups, Annals of Mathematics 38 "
    "(1937), 857–872.",
    "clarke": "B. Clarke, D. Elkins, J. Gibbons, F. Loregian, B. Milewski, E. Pillmore, M. Román, Profunctor optics, a "
    "categorical update, 2020.",
    "dechter": "R. Dechter, Bucket elimination: a unifying framework for reasoning, Artificial Intelligence 113 (1999), 41–85.",
    "jones": "V. F. R. Jones, The Potts model and the symmetric group, in: Subfactors (Kyuzeso, 1993), World Scientific, 1994.",
    "knuth": "D. E. Knuth and P. B. Bendix, Simple word problems in universal algebras, in: Computational Problems in Abstract "
    "Algebra, Pergamon, 1970, 263–297.",
    "loregian": "F. Loregian, (Co)end Calculus, Cambridge University Press, 2021, chapters 1 and 2.",
    "mac lane": "S. Mac Lane, Categories for the Working Mathematician, second edition, Springer, 1998.",
    "mackworth": "A. K. Mackworth, Consistency in networks of relations, Artificial Intelligence 8 (1977), 99–118.",
    "newman": "M. H. A. Newman, On theories with a combinatorial definition of “equivalence”, Annals of Mathematics 43 (1942), "
    "223–243.",
    "olver": "P. J. Olver, Applications of Lie Groups to Differential Equations, second edition, Springer, 1993, chapter 2.",
    "schwarz": "G. W. Schwarz, Smooth functions invariant under the action of a compact Lie group, Topology 14 (1975), 63–68.",
    "streicher": "T. Streicher, Fibred Categories à la Jean Bénabou, 2018.",
    "szego": "G. Szegő, Orthogonal Polynomials, American Mathematical Society, 1939, chapters IV and VII.",
    "weyl": "H. Weyl, The Classical Groups, Princeton University Press, 1939, chapter II.",
}

CITED: dict[str, tuple[str, ...]] = {
    "pairings": ("weyl", "brauer"),
    "set-partitions": ("jones",),
    "abstract-dot-products": ("weyl",),
    "abstract-monomials": ("weyl",),
    "abstract-complete": ("weyl",),
    "kernel-ranks": ("olver",),
    "kernel-theorem": ("weyl", "artin"),
    "harmonic-classified": ("bochner", "szego"),
    "harmonic-convergence": ("szego",),
    "series-degrees": ("schwarz", "szego"),
    "end-as-transformations": ("mac lane",),
    "limit-as-families": ("mac lane",),
    "yoneda": ("mac lane",),
    "left-extension": ("mac lane",),
    "right-extension": ("mac lane",),
    "linear-left-extension": ("mac lane",),
    "linear-right-extension": ("mac lane",),
    "adjunction": ("mac lane",),
    "fibration": ("streicher",),
    "propagation": ("mackworth",),
    "elimination": ("dechter",),
    "confluent-system": ("knuth", "newman"),
    "hom-end": ("loregian",),
    "hom-coend": ("loregian",),
    "product-coend": ("loregian",),
    "solved-by-yoneda": ("loregian",),
    "solved-by-co-yoneda": ("loregian",),
    "free-applicative": ("clarke",),
}


class Bibliography:
    """Numbers for the sources of some solutions, in the order in which they are first used.

    >>> bibliography = Bibliography(())
    >>> bibliography.numbers("harmonic-classified"), bibliography.entries()
    ((), ())
    """

    def __init__(self, solutions: Iterable[Solution]) -> None:
        self._order: dict[str, int] = {}
        for solution in solutions:
            rules = [step.rule for step in solution.proposal.steps]
            rules += [evidence.rule for evidence in solution.certificate.evidence]
            for key in (key for rule in rules for key in CITED.get(rule, ())):
                self._order.setdefault(key, len(self._order) + 1)

    def numbers(self, rule: str) -> tuple[int, ...]:
        """The numbers of the sources of a rule."""
        return tuple(sorted(self._order[key] for key in CITED.get(rule, ()) if key in self._order))

    def entries(self) -> tuple[str, ...]:
        """The sources, the first one being number 1."""
        return tuple(SOURCES[key] for key in self._order)
