import numpy as np
from toy_random import random

n = 20
room = 60
weights = 1 + np.floor(15 * random(1, n)).astype(int)
values = 1 + np.floor(30 * random(2, n))
best = np.zeros((n + 1, room + 1))
for i in range(n):
    w = weights[i]
    best[i + 1] = best[i]
    best[i + 1, w:] = np.maximum(best[i, w:], best[i, : room + 1 - w] + values[i])
taken = np.zeros(n, dtype=int)
left = room
for i in range(n - 1, -1, -1):
    if best[i + 1, left] != best[i, left]:
        taken[i] = 1
        left -= weights[i]
print("value", best[n, room], "weight", weights @ taken)
print(taken)
