"""(Co)end calculus: from an expression with ends and coends to one without, as a chain of named isomorphisms.

The strategy is directed. Split to a fixpoint; then solve a factor for a bound variable by adjunctions, substitute by
co-Yoneda or Yoneda, and split again. Currying happens only while solving and uncurrying only while splitting, so that there
are no loops. F. Loregian, (Co)end Calculus (2021), chapters 1 and 2; Clarke et al., Profunctor optics, a categorical update
(2020), for the optics.
"""

from catalg.calculus.derive import Derivation, derivations
from catalg.calculus.elimination import Link

__all__ = ["Derivation", "Link", "derivations"]
