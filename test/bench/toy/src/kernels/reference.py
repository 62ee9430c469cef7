"""Measures the kernels in NumPy: prints a line `SECONDS NAME` for each, the least of several runs."""

import sys
import time

import numpy as np

runs = int(sys.argv[1])
random = np.random.default_rng(1)


def least(name, work):
    work()
    times = []
    for _ in range(runs):
        begin = time.perf_counter()
        work()
        times.append(time.perf_counter() - begin)
    print(min(times), name)


def chain(a, b):
    t = a * b + a
    u = t * 0.5 - b
    v = u * u + a
    return v * 0.25 + t


a, b = random.random(4_000_000), random.random(4_000_000)
least("chain", lambda: chain(a, b))
least("sum", lambda: a.sum())

m = random.random((4096, 4096))
least("transpose", lambda: np.ascontiguousarray(m.T))

for n in (1024, 1000, 1021):
    x, y = random.random((n, n)), random.random((n, n))
    least(f"matmul-{n}", lambda: x @ y)
