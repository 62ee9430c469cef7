"""The numbers of Toy's builtin `random`: SplitMix64 of a counter."""

import numpy as np


def mix(state):
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB), (31, 1)):
        state = (state ^ (state >> np.uint64(shift))) * np.uint64(factor)
    return state


def random(seed, *shape):
    with np.errstate(over="ignore"):
        first = mix(np.array([seed], dtype=np.float64).view(np.uint64))
        counts = np.arange(1, np.prod(shape) + 1, dtype=np.uint64)
        states = mix(first + counts * np.uint64(0x9E3779B97F4A7C15))
    return ((states >> np.uint64(11)).astype(np.float64) * 2.0**-53).reshape(shape)
