"""Which library an array belongs to, and constants that match it in dtype and device.

The array API standard lets arrays name their library by `__array_namespace__`. PyTorch and Dask lack it; for them a thin
wrapper renames the few functions that differ. Both are looked up among the modules that are imported already.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

Array = Any
"""An array of any library that follows the array API standard."""


def namespace(*arrays: object) -> Any:
    """The array library of some arrays; NumPy where there are only numbers and lists. Raises TypeError for a mixture.

    >>> import numpy
    >>> namespace(numpy.ones(3), 2.0) is numpy
    True
    """
    found = {id(xp): xp for xp in map(_of_one, arrays) if xp is not None}
    if len(found) > 1:
        names = ", ".join(sorted(getattr(xp, "__name__", "?") for xp in found.values()))
        raise TypeError(f"arrays of one library are needed, not of {names}")
    if found:
        return next(iter(found.values()))
    import numpy

    return numpy


def _of_one(array: object) -> Any:
    own = getattr(array, "__array_namespace__", None)
    if own is not None:
        return own()
    root = type(array).__module__.partition(".")[0]
    if root in _WRAPPERS and hasattr(array, "shape"):
        if root not in _WRAPPED:
            _WRAPPED[root] = _WRAPPERS[root](sys.modules)
        return _WRAPPED[root]
    return None


class _Wrapper:
    """A module with some functions replaced."""

    def __init__(self, module: Any, replaced: dict[str, Any]) -> None:
        self._module = module
        self.__name__ = module.__name__
        self.__dict__.update(replaced)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._module, name)


def _torch(modules: dict[str, Any]) -> _Wrapper:
    torch = modules["torch"]

    def total(x: Array, axis: Any = None, keepdims: bool = False) -> Array:
        return torch.sum(x) if axis is None else torch.sum(x, dim=axis, keepdim=keepdims)

    def isdtype(dtype: Any, kind: str) -> bool:
        return bool(dtype.is_complex if kind == "complex floating" else dtype.is_floating_point)

    fft = SimpleNamespace(
        fftn=lambda x, axes: torch.fft.fftn(x, dim=axes), ifftn=lambda x, axes: torch.fft.ifftn(x, dim=axes)
    )
    return _Wrapper(
        torch,
        {
            "sum": total,
            "isdtype": isdtype,
            "fft": fft,
            "concat": lambda parts, axis=0: torch.cat(tuple(parts), dim=axis),
            "stack": lambda parts, axis=0: torch.stack(tuple(parts), dim=axis),
            "expand_dims": lambda x, axis: torch.unsqueeze(x, axis),
            "astype": lambda x, dtype: x.to(dtype),
            "take": lambda x, indices, axis: torch.index_select(x, axis % x.ndim, indices),
            "permute_dims": torch.permute,
        },
    )


def _dask(modules: dict[str, Any]) -> _Wrapper:
    import numpy

    array = modules["dask.array"]
    return _Wrapper(
        array,
        {
            "concat": array.concatenate,
            "permute_dims": array.transpose,
            "astype": lambda x, dtype: x.astype(dtype),
            "isdtype": lambda dtype, kind: numpy.isdtype(numpy.dtype(dtype), kind),
            "asarray": lambda x, dtype=None, device=None: array.asarray(x, dtype=dtype),
            "zeros_like": array.zeros_like,
            "zeros": lambda shape, dtype=None, device=None: array.zeros(shape, dtype=dtype),
            "atan2": array.arctan2,
            "asin": array.arcsin,
            "acos": array.arccos,
            "atan": array.arctan,
            "float64": numpy.float64,
            "complex64": numpy.complex64,
            "complex128": numpy.complex128,
            "int64": numpy.int64,
        },
    )


_WRAPPERS: dict[str, Callable[[dict[str, Any]], _Wrapper]] = {"torch": _torch, "dask": _dask}
_WRAPPED: dict[str, Any] = {}


@dataclass(frozen=True, slots=True)
class Arrays:
    """A library with the dtype and the device of the arrays at hand, so that constants never promote float32."""

    xp: Any
    dtype: Any
    device: Any

    @staticmethod
    def of(*arrays: object) -> tuple[Arrays, list[Array]]:
        """The common library, and the arrays in a floating dtype: numbers, lists and integers become floats.

        >>> import numpy
        >>> found, (x, t) = Arrays.of(numpy.ones(2, dtype=numpy.float32), 1)
        >>> x.dtype == t.dtype == found.dtype
        True
        """
        xp = namespace(*arrays)
        own = [a for a in arrays if hasattr(a, "shape") and hasattr(a, "dtype")]
        floating = [a.dtype for a in own if _is_floating(xp, a.dtype)]
        dtype = floating[0] if floating else xp.float64
        for other in floating[1:]:
            dtype = xp.result_type(dtype, other) if other != dtype else dtype
        device = getattr(own[0], "device", None) if own else None
        made = []
        for a in arrays:
            if hasattr(a, "shape") and hasattr(a, "dtype"):
                made.append(a if a.dtype == dtype else xp.astype(a, dtype))
            else:
                made.append(_made(xp, a, dtype, device))
        return Arrays(xp, dtype, device), made

    @property
    def is_complex(self) -> bool:
        """Whether the dtype is complex."""
        return bool(self.xp.isdtype(self.dtype, "complex floating"))

    @property
    def complex(self) -> Arrays:
        """The same with the complex dtype of the same precision."""
        if self.is_complex:
            return self
        single = str(self.dtype).endswith("float32")
        return Arrays(self.xp, self.xp.complex64 if single else self.xp.complex128, self.device)

    def constant(self, value: Any) -> Array:
        """A number, nested list or NumPy array in the common dtype."""
        return _made(self.xp, value, self.dtype, self.device)

    def indices(self, value: Any) -> Array:
        """Integers for `take`."""
        return _made(self.xp, value, self.xp.int64, self.device)

    def zeros_like(self, x: Array, shape: Sequence[int]) -> Array:
        """Zeros of a shape in the dtype of x."""
        return self.xp.zeros(tuple(shape), dtype=x.dtype, device=self.device)

    def zeros(self, shape: Sequence[int]) -> Array:
        """Zeros of a shape."""
        return self.xp.zeros(tuple(shape), dtype=self.dtype, device=self.device)


def _is_floating(xp: Any, dtype: Any) -> bool:
    return bool(xp.isdtype(dtype, "real floating") or xp.isdtype(dtype, "complex floating"))


def _made(xp: Any, value: Any, dtype: Any, device: Any) -> Array:
    return xp.asarray(value, dtype=dtype, device=device)
