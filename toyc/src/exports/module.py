import builtins as _builtins
import ctypes as _ctypes
import pathlib as _pathlib
import sys as _sys

import numpy as _np

_library = _ctypes.CDLL(_builtins.str(_pathlib.Path(__file__).with_name(_LIBRARY)))
_type, _float, _int, _ndarray, _empty = type, float, int, _np.ndarray, _np.empty
_str = _builtins.str
_float64, _float32 = _np.dtype("f8"), _np.dtype("f4")
_int64, _int8 = _np.dtype("i8"), _np.dtype("i1")
_bool, _uint8 = _np.dtype("?"), _np.dtype("u1")
# The exceptions for the status of a call, from 1 on.
_EXCEPTIONS = (IndexError, ValueError, MemoryError, OSError)
# Flags of arrays whose elements are in row-major order and aligned.
_PLAIN = 0x101


def _check_library():
    """Refuses a library that was made with other exports than this module."""
    signatures = _library.toy_python_signatures
    signatures.restype = _ctypes.c_char_p
    if signatures() != _SIGNATURES.encode():
        raise ImportError(
            f"{_LIBRARY} was made with other exports than {__file__}: make both again"
        )
    _library.toy_python_message.restype = _ctypes.c_char_p


def _find_elements():
    """Returns the function whose result stands for an array in a call: where CPython keeps an
    array's elements is known and checked here, elsewhere NumPy is asked, which takes longer."""
    offset = object.__basicsize__
    if _sys.implementation.name == "cpython":
        for array in (_empty(3), _empty((2, 5))[1:]):
            place = _ctypes.c_void_p.from_address(_builtins.id(array) + offset)
            if place.value != array.ctypes.data:
                break
        else:
            _library.toy_python_offset(_ctypes.c_int64(offset))
            return _builtins.id
    return lambda array: array.ctypes.data


def _function(index, argument_types):
    """Returns a function of the library, with its types."""
    function = _library[f"toy_python_{index}"]
    function.argtypes = argument_types
    return function


def _array(function, name, value, dtype=_float64):
    """Returns the elements of an argument in row-major order: itself if it is that already, and of
    this type, else a copy."""
    if _builtins.isinstance(value, _np.ma.MaskedArray):
        raise TypeError(f"{function}: '{name}' is a masked array; pass 'filled()' of it")
    array = _np.asarray(value)
    if array.dtype.kind not in "biuf":
        raise TypeError(
            f"{function}: '{name}' must hold numbers, found elements of type {array.dtype}"
        )
    if dtype.kind in "iu" and not _np.can_cast(array.dtype, dtype):
        _check_integers(function, name, array, dtype)
    array = _np.asarray(array, dtype, order="C")
    return array if array.flags.aligned else array.copy()


def _check_integers(function, name, array, dtype):
    """Refuses numbers that are not integers of a type, which NumPy would round or wrap around."""
    if array.dtype.kind == "f":
        raise TypeError(
            f"{function}: '{name}' must hold integers, found elements of type {array.dtype}"
        )
    limits = _np.iinfo(dtype)
    for found in (_int(array.max()), _int(array.min())) if array.size else ():
        if not limits.min <= found <= limits.max:
            raise OverflowError(f"{function}: '{name}' holds {found}, which no {dtype} is")


def _is_integer(value):
    """Returns whether an argument is an integer of Python that has 64 bits."""
    return _type(value) is _int and -(2**63) <= value < 2**63


def _number(function, name, value, dtype=_float64):
    """Returns an argument that is a number as one of Python."""
    array = _array(function, name, value, dtype)
    if array.ndim != 0:
        raise ValueError(
            f"{function}: '{name}' must be a number, found shape {_shape(array.shape)}"
        )
    return array.item()


def _aligned(shape, dtype=_float64):
    """Returns a new array of a large shape, which begins at a cache line."""
    count = _np.prod(shape)
    of_line = 64 // dtype.itemsize
    memory = _empty(count + of_line - 1, dtype)
    start = -(memory.ctypes.data // dtype.itemsize) % of_line
    return memory[start : start + count].reshape(shape)


def _shape(shape):
    """Returns a shape as Toy writes it."""
    return f"<{', '.join(_builtins.map(_builtins.str, shape))}>" if shape else "a number"


def _fits(shape, expected):
    """Returns whether an argument has the sizes that it must have; a name is any from 1 on."""
    return _builtins.len(shape) == _builtins.len(expected) and _builtins.all(
        size > 0 if _type(wanted) is _str else size == wanted
        for size, wanted in _builtins.zip(shape, expected)
    )


def _other(function, name, declared, size, expected, found):
    """Returns the error for an argument one size of which is not that of an earlier one."""
    return ValueError(
        f"{function}: '{name}' must have shape {declared} with {size} = {expected}, "
        f"found {_shape(found)}"
    )


def _unfit(function, condition, sizes, place):
    """Returns the error for sizes of arguments that do not go together."""
    found = " and ".join(f"{name} = {size}" for name, size in sizes)
    at = f", which {place} requires" if place else ""
    return ValueError(f"{function}: {condition} must hold{at}, found {found}")


def _mismatch(function, names, found, compiled):
    """Returns the error for arguments of shapes that a function was not compiled for."""
    if _builtins.len(compiled) == 1:
        for name, shape, expected in _builtins.zip(names, found, compiled[0]):
            if not _fits(shape, expected):
                return ValueError(
                    f"{function}: '{name}' must have shape {_shape(expected)}, "
                    f"found {_shape(shape)}"
                )
    shapes = [f"({', '.join(_builtins.map(_shape, shapes))})" for shapes in (found, *compiled)]
    return ValueError(f"{function} is compiled for {' and '.join(shapes[1:])}, found {shapes[0]}")


def _raise(status):
    """Raises the exception for the status of a call."""
    message = _library.toy_python_message().decode(errors="replace").rstrip("\n")
    raise _EXCEPTIONS[status - 1](message)


_check_library()
_elements = _find_elements()
