import numpy as np
from toy_random import random


def convolved(x, w):
    k = w.shape[0]
    m, n = x.shape[0] - k + 1, x.shape[1] - k + 1
    y = np.zeros((m, n))
    for i in range(k):
        for j in range(k):
            y += w[i, j] * x[i : i + m, j : j + n]
    return y


def gradient(x, d):
    m, n = d.shape
    k = x.shape[0] - m + 1
    w = np.zeros((k, k))
    for i in range(k):
        for j in range(k):
            w[i, j] = np.sum(d * x[i : i + m, j : j + n])
    return w


x = random(1, 12, 12)
wanted = convolved(x, np.array([[1.0, 2, 1], [0, 0, 0], [-1, -2, -1]]))
w = np.zeros((3, 3))
for step in range(400):
    w -= 0.002 * gradient(x, convolved(x, w) - wanted)
print("loss", np.sum((convolved(x, w) - wanted) ** 2))
print(w)
