"""Python source for solutions: a module that needs NumPy and nothing else, with its derivation and its own test.

Nothing of a specification reaches the source as code: names pass a whitelist, texts are escaped into docstrings, formulas are
printed node by node. The result is parsed once more before it is returned.
"""

from catalg.numeric.python.module import module

__all__ = ["module"]
