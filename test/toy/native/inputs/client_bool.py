"""Calls the functions of test/toy/native/python-bool.toy, and compares the results with NumPy."""

import compiled
import numpy as np

given = np.array([[True, False, False], [False, False, True]])


def same(found, expected):
    return found.dtype == expected.dtype and np.array_equal(found, expected)


converted = []
convert = compiled._array
compiled._array = lambda *arguments: converted.append(1) or convert(*arguments)
result, rows = compiled.both(given, True)
print("both:", result.dtype, same(result, given), rows.dtype, same(rows, given.any(axis=1)))
print("read in place:", not converted)
numbers = np.array([[0.5, 0, -0.0], [np.nan, 2, 0]])
print("converted:", same(compiled.both(numbers, 1)[0], numbers.astype(bool)), end=" ")
print(same(compiled.both(given, np.bool_(False))[0], given & False), end=" ")
print(same(compiled.both(given.T.copy().T, 7.5)[0], given))
many = np.arange(4900).reshape(70, 70) % 3 == 0
result = compiled.large(many)
print("large:", result.dtype, same(result, ~many.T), result.ctypes.data % 64)
x = np.array([2.5, -1, np.nan])
print("positive:", compiled.positive(x).dtype, same(compiled.positive(x), x > 0))
mask = np.array([True, False, True])
kept = compiled.kept(np.array([1.0, 2.0, 3.0]), mask)
print("kept:", kept.dtype, same(kept, np.array([1.0, 2.0, 3.0]) * mask))
# A view of other data has any bytes, of which all but 0 are true.
odd = np.array([0, 2, 255], dtype=np.uint8).view(bool)
print("any bytes:", same(compiled.kept(np.array([1.0, 2.0, 3.0]), odd), np.array([0.0, 2.0, 3.0])))
print("all of:", compiled.all_of([1, 2, 3]), type(compiled.all_of(mask)).__name__)
try:
    print("not refused:", compiled.both(given, [True, False]))
except Exception as error:
    print(f"{type(error).__name__}: {error}")
