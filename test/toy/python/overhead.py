"""Measures what a call from Python costs, with functions that compute almost nothing."""

import sys
import timeit

import numpy as np
import measured

small, other = np.ones((2, 3)), np.ones((2, 3))
CASES = [
    ("one array", "measured.same(small)"),
    ("an array and a number", "measured.scale(small, 2.0)"),
    ("two arrays", "measured.add(small, other)"),
    ("two arrays, second of two shapes", "measured.add(row, row)"),
    ("two arrays of float32, copied", "measured.add(single, single)"),
    ("the sum of NumPy, to compare", "small + other"),
]
row, single = np.ones(3), small.astype(np.float32)
NUMBER = 100_000


def microseconds(statement):
    return min(timeit.repeat(statement, globals=globals(), number=NUMBER, repeat=7)) / NUMBER * 1e6


times = [(what, microseconds(statement)) for what, statement in CASES]
print(f"Python {sys.version.split()[0]}, NumPy {np.__version__}")
for what, time in times:
    print(f"{time:6.2f} us  {what}")
# Arguments that are passed as they are.
if max(time for _, time in times[:4]) > 5:
    sys.exit("a call costs more than 5 us")
