import numpy as np

A = np.array(
    [
        [0, 0, 0, 0, 0, 0],
        [1 / 5, 0, 0, 0, 0, 0],
        [3 / 40, 9 / 40, 0, 0, 0, 0],
        [44 / 45, -56 / 15, 32 / 9, 0, 0, 0],
        [19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729, 0, 0],
        [9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656, 0],
        [35 / 384, 0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84],
    ]
)
E = np.array([71 / 57600, 0, -71 / 16695, 71 / 1920, -17253 / 339200, 22 / 525, -1 / 40])


def predator_and_prey(y):
    return np.array([y[0] * (1 - y[1]), y[1] * (y[0] - 1)])


def solve(y, end, steps, tolerance):
    t, h, count = 0.0, 0.1, 0
    places = np.full((steps, 3), np.nan)
    while t < end and count < steps:
        h = min(h, end - t)
        k = np.zeros((7, 2))
        for i in range(7):
            k[i] = predator_and_prey(y + h * (A[i] @ k[:6]))
        error = np.max(np.abs(h * (E @ k)))
        if error <= tolerance:
            t, y = t + h, y + h * (A[6] @ k[:6])
            places[count] = t, *y
            count += 1
        h *= np.clip(0.9 * (tolerance / error) ** 0.2, 0.2, 5)
    return y, count, places


y, count, places = solve(np.array([2.0, 0.5]), 20, 300, 1e-8)
print("steps", count, "end", y)
