import numpy as np
from toy_random import random

n = 200
hidden = random(1, n, 2) - 0.5
mixing = np.array([[3.0, 1, 0.5, -1], [0.2, -0.6, 1, 0.4]])
data = hidden @ mixing + 0.05 * (random(2, n, 4) - 0.5)
centred = data - data.mean(axis=0)
values, vectors = np.linalg.eigh(np.cov(centred.T))
values, vectors = values[::-1], vectors[:, ::-1]
shares = values / np.sum(values)
scores = centred @ vectors[:, :2]
restored = scores @ vectors[:, :2].T
print("shares", shares)
print("error", np.sqrt(np.mean((restored - centred) ** 2)))
