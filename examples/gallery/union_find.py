import numpy as np
from toy_random import random


def root(parent, i):
    while parent[i] != i:
        i = parent[i]
    return i


n = 24
is_open = random(5, n, n) < 0.6
parent = np.arange(n * n)
for i in range(n):
    for j in range(n):
        if is_open[i, j]:
            if i > 0 and is_open[i - 1, j]:
                parent[root(parent, i * n + j)] = root(parent, (i - 1) * n + j)
            if j > 0 and is_open[i, j - 1]:
                parent[root(parent, i * n + j)] = root(parent, i * n + j - 1)
clusters = parent.copy()
while np.any(clusters != parent[clusters]):
    clusters = parent[clusters]
sizes = np.bincount(clusters, minlength=n * n)
count = np.sum(sizes > 0) - np.sum(~is_open)
top = clusters[:n][:, None] == clusters[-n:]
meets = top & is_open[0][:, None] & is_open[-1]
print("clusters", count, "largest", np.max(sizes))
print("percolates", int(np.any(meets)))
