"""Calls the functions of test/toy/native/python-f32.toy, and compares the results with NumPy."""

import compiled
import numpy as np

given = np.array([[0.1, -0.7, 3.3], [1e-30, np.inf, 7.0]], np.float32)


def same(found, expected):
    return found.dtype == expected.dtype and np.array_equal(found, expected)


converted = []
convert = compiled._array
compiled._array = lambda *arguments: converted.append(1) or convert(*arguments)
tenth = np.float32(0.1)
result = compiled.scaled(given, 0.1)
print("scaled:", result.dtype, same(result, given * tenth), "read in place:", not converted)
print("converted:", same(compiled.scaled(given.astype("f8"), np.float64(0.1)), given * tenth))
numbers = np.array([1.0, 1 / 3, -2.5])
result = compiled.wider(given[0], numbers)
print("wider:", result.dtype, same(result, given[0] * numbers))
pair = given[0, :2]
twice, total = compiled.both(pair)
print("both:", twice.dtype, same(twice, pair * np.float32(2)), type(total).__name__, end=" ")
print(total == float(pair[0] + pair[1]))
many = np.arange(1600, dtype="f4").reshape(40, 40)
result = compiled.large(many)
print("large:", result.dtype, same(result, many.T + np.float32(1)), result.ctypes.data % 64)
read = compiled.kept(numbers)
kept, mean = np.load("kept.npy"), np.load("mean.npy")
print("kept:", read.dtype, same(read, numbers.astype("f4")), same(kept, read), end=" ")
print(mean.dtype, mean.shape, mean[()] == np.float32(numbers.mean()))
