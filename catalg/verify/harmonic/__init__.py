"""Are the series of a formula exactly the kernels of an end?"""

from catalg.verify.harmonic.judge import judge_series

__all__ = ["judge_series"]
