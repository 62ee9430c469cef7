import numpy as np

x = np.array([0.0, 1, 2.5, 3.6, 5, 7, 8.1, 10])
y = np.sin(x)
n = len(x)
h = np.diff(x)
a = np.eye(n)
r = np.zeros(n)
for i in range(1, n - 1):
    a[i, i - 1 : i + 2] = h[i - 1], 2 * (h[i - 1] + h[i]), h[i]
    r[i] = 6 * ((y[i + 1] - y[i]) / h[i] - (y[i] - y[i - 1]) / h[i - 1])
curve = np.linalg.solve(a, r)
at = np.linspace(0, 10, 201)
i = np.clip(np.searchsorted(x, at) - 1, 0, n - 2)
t = at - x[i]
slope = (y[i + 1] - y[i]) / h[i] - h[i] * (2 * curve[i] + curve[i + 1]) / 6
value = y[i] + t * (slope + t * (curve[i] / 2 + t * (curve[i + 1] - curve[i]) / (6 * h[i])))
print("curvature", curve)
print("values", value[::40])
print("distance to the sine", np.max(np.abs(value - np.sin(at))))
