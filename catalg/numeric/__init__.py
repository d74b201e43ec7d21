"""Solutions as array functions: evaluation, bases for learnable layers, structured application, code and pictures.

Everything is written once against the array API standard (https://data-apis.org/array-api). Arrays say themselves which
library they belong to: NumPy, PyTorch, JAX, CuPy, Dask or any other that follows the standard; nothing is imported that
the caller has not imported, except NumPy. `numeric_of` is the way in; `catalg.Derived.numeric` calls it.
"""

from catalg.numeric.errors import NotNumeric, WrongShape
from catalg.numeric.kernel import NumericKernel
from catalg.numeric.linear import NumericLinear
from catalg.numeric.solutions import numeric_of

__all__ = ["NotNumeric", "NumericKernel", "NumericLinear", "WrongShape", "numeric_of"]
