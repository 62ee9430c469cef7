"""Calls the functions of test/toy/native/python.toy."""

import threading

import compiled
import numpy as np


def failing(function, *arguments):
    try:
        print("no error:", function(*arguments))
    except Exception as error:
        print(f"{type(error).__name__}: {error}")


matrix = np.arange(1.0, 7).reshape(2, 3)
converted = []
convert = compiled._array
compiled._array = lambda *arguments: converted.append(1) or convert(*arguments)
result = compiled.scale(matrix, 2.0)
print("no copies:", not converted and np.array_equal(result, [[2, 4, 6], [8, 10, 12]]))
transposed = np.array([[1.0, 2], [3, 4]]).T
unaligned = np.frombuffer(b"x" + matrix.tobytes(), dtype=np.uint8)[1:].view("f8").reshape(2, 3)
results = [
    compiled.same(transposed),
    compiled.scale(matrix.astype(np.float32), 2),
    compiled.scale(unaligned, np.int64(2)),
]
print("other layouts:", *(values.ravel().tolist() for values in results))
print("by shape:", compiled.scale(np.ones((3, 3)), 1.0).shape, end=" ")
print(compiled.times([1, 2], [3, 4]).tolist())
total, number = compiled.both(np.array([1.0, 2]), [3, 4])
print("struct:", total.tolist(), number)
print("numbers:", compiled.seven(), type(compiled.seven()).__name__, end=" ")
print(compiled.first_of(np.array(4)), compiled.keyword(2.5))
print("printed:", compiled.show([1, 2]))
large = compiled.large(np.ones((100, 100)))
print("large:", large.sum(), large.ctypes.data % 64)
failing(compiled.at, [1, 2, 3], 5)
failing(compiled.at, [1, 2, 3], 0.5)
failing(compiled.first_of, 0.5)
failing(compiled.keep, [1, 2])
failing(compiled.at, [1, 2], 0)
failing(compiled.at, [1, 2, 3], [0])
failing(compiled.scale, np.ones((2, 2)), 1)
failing(compiled.scale, matrix * 1j, 1)
failing(compiled.keyword, "x")
failing(compiled.show, np.ma.array([1, 2]))

# Each thread has its own errors.
errors = []


def many(index):
    for _ in range(1000):
        try:
            compiled.at([1, 2, 3], index)
        except IndexError as error:
            errors.append(f"no element {index} " in str(error))


threads = [threading.Thread(target=many, args=(index,)) for index in range(3, 7)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print("threads:", sum(errors))
