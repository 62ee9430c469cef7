import numpy as np
from toy_random import random

n = 8
k = np.arange(n)
c = np.sqrt(2 / n) * np.cos(np.pi * np.outer(k, 2 * k + 1) / (2 * n))
c[0] /= np.sqrt(2)
image = np.add.outer(np.sin(k), np.cos(k)) + 0.1 * random(2, n, n)
coefficients = c @ image @ c.T
kept = np.where(np.abs(coefficients) > 0.5, coefficients, 0)
restored = c.T @ kept @ c
print("kept", np.sum(kept != 0), "of", n * n)
print("energy", np.sum(kept**2) / np.sum(image**2))
print("error", np.sqrt(np.mean((restored - image) ** 2)))
