"""The second reader of the calculus: chains checked rule by rule, and counts in finite sets and finite lattices.

It shares the terms with the search and nothing else.
"""

from catalg.verify.calculus.claims import certify_coend, judge_isomorphic

__all__ = ["certify_coend", "judge_isomorphic"]
