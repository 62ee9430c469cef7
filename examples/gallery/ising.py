import numpy as np
from toy_random import random

n, sweeps, temperature = 32, 60, 1.8
spins = np.where(random(1, n, n) < 0.5, -1.0, 1.0)
black = np.add.outer(np.arange(n), np.arange(n)) % 2
for sweep in range(sweeps):
    for colour in (0, 1):
        sides = sum(np.roll(spins, shift, axis) for axis in (0, 1) for shift in (-1, 1))
        chance = np.exp(-2 * spins * sides / temperature)
        flips = (random(100 + 2 * sweep + colour, n, n) < chance) & (black == colour)
        spins = np.where(flips, -spins, spins)
energy = -np.sum(spins * (np.roll(spins, 1, axis=0) + np.roll(spins, 1, axis=1))) / n**2
print("magnetisation", np.mean(spins), "energy", energy)
