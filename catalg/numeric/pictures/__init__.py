"""Pictures by matplotlib: matrix patterns, kernels on the plane and the sphere, harmonics, categories and squares.

Every picture is a `matplotlib.figure.Figure`, made without the global state of pyplot; colours tell apart for all kinds
of colour vision (M. Okabe, K. Ito, 2002), and what colour says is said by a letter, a sign or a line style too.
"""

from catalg.numeric.pictures.choose import needs_series, picture, save

__all__ = ["needs_series", "picture", "save"]
