import numpy as np
from toy_random import random

paths, steps = 2000, 50
price, strike, rate, spread = 100, 105, 0.02, 0.3
u = random(1, 2, paths, steps)
z = np.sqrt(-2 * np.log(1 - u[0])) * np.cos(2 * np.pi * u[1])
dt = 1 / steps
moves = (rate - spread**2 / 2) * dt + spread * np.sqrt(dt) * z
walks = price * np.exp(np.cumsum(moves, axis=1))
gains = np.exp(-rate) * np.maximum(walks[:, -1] - strike, 0)
asian = np.exp(-rate) * np.maximum(walks.mean(axis=1) - strike, 0)
print("call", np.mean(gains), "+-", np.std(gains) / np.sqrt(paths))
print("on the mean", np.mean(asian), "+-", np.std(asian) / np.sqrt(paths))
print("quantiles", np.quantile(walks[:, -1], 0.05), np.median(walks[:, -1]))
