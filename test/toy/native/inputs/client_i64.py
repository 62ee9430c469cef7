"""Calls the functions of test/toy/native/python-i64.toy, and compares the results with NumPy."""

import compiled
import numpy as np

np.seterr(all="ignore")
given = np.array([[1, -2, 3], [2**63 - 1, 2**53 + 1, -(2**63)]])


def same(found, expected):
    return found.dtype == expected.dtype and np.array_equal(found, expected)


def refused(function, *arguments):
    try:
        print("not refused:", function(*arguments))
    except Exception as error:
        print(f"{type(error).__name__}: {error}")


converted = []
convert = compiled._array
compiled._array = lambda *arguments: converted.append(1) or convert(*arguments)
result = compiled.scaled(given, 3)
print("scaled:", result.dtype, same(result, given * 3), "read in place:", not converted)
small = np.array([[1, 2, 250], [0, 7, 9]], np.uint8)
print("converted:", same(compiled.scaled(small, np.int32(-2)), small.astype("i8") * -2), end=" ")
print(same(compiled.scaled(small > 1, True), (small > 1).astype("i8")), end=" ")
print(same(compiled.scaled(given.T.copy().T, np.array(5)), given * 5))
result = compiled.halves(given[0])
print("halves:", result.dtype, same(result, given[0] / 2))
twice, total = compiled.both(given[1])
print("both:", twice.dtype, same(twice, given[1] * 2), type(total).__name__, end=" ")
print(total == int(given[1].sum()))
many = np.arange(1600).reshape(40, 40)
result = compiled.large(many)
print("large:", result.dtype, same(result, many.T + (2**53 + 1)), result.ctypes.data % 64)
print("divided:", compiled.divided(-7, 2), compiled.divided(2**63 - 1, 1)[0])
single, numbers = np.array([0.1, 0.2, 0.3], "f4"), np.array([1.0, 2.0, 3.0])
sums, of_floats, of_integers = compiled.mixed(given[0], single, numbers)
print("mixed:", sums.dtype, same(sums, given[0] + single + numbers), end=" ")
print(type(of_floats).__name__, type(of_integers).__name__)
refused(compiled.halves, np.array([1.0, 2.0, 3.0]))
refused(compiled.scaled, given, 2.0)
refused(compiled.halves, np.array([1, 2, 2**64 - 1], np.uint64))
refused(compiled.divided, 2**63, 1)
refused(compiled.divided, 2**64, 1)
refused(compiled.divided, 1, 0)
