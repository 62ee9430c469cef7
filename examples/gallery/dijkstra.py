import numpy as np
from toy_random import random

n = 30
lengths = np.where(random(1, n, n) < 0.15, 1 + np.floor(9 * random(2, n, n)), np.inf)
distance = np.full(n, np.inf)
distance[0] = 0
before = np.zeros(n, dtype=int)
is_done = np.zeros(n, dtype=bool)
for step in range(n):
    i = np.argmin(np.where(is_done, np.inf, distance))
    is_done[i] = True
    through = distance[i] + lengths[i]
    before = np.where(through < distance, i, before)
    distance = np.minimum(distance, through)
print("distances", distance)
place = n - 1
hops = 0
while place != 0:
    place = before[place]
    hops += 1
print("hops to the last", hops)
