import numpy as np
from toy_random import random

points = np.repeat([[0.0, 0.0], [5.0, 0.0], [2.0, 6.0]], 40, axis=0) + 3 * random(7, 120, 2)
centres = np.array([[0.0, 1.0], [1.0, 0.0], [1.0, 1.0]])
for step in range(20):
    distances = np.sum((points[:, None] - centres) ** 2, axis=2)
    nearest = np.argmin(distances, axis=1)
    belongs = nearest[:, None] == np.arange(3)
    centres = belongs.T @ points / np.maximum(np.sum(belongs, axis=0), 1)[:, None]
print("centres", centres)
print("sizes", np.sum(belongs, axis=0))
print("spread", np.sum(np.min(distances, axis=1)))
