import numpy as np

n = 40
u = np.zeros((n, n))
u[0] = 100
u[n // 4 : n // 2, n // 3] = 50
change = np.inf
steps = 0
while change > 0.01:
    next = u.copy()
    next[1:-1, 1:-1] = (u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:]) / 4
    next[n // 4 : n // 2, n // 3] = 50
    change = np.max(np.abs(next - u))
    u = next
    steps += 1
print("steps", steps, "mean", np.mean(u))
print(u[:: n // 4, n // 2])
