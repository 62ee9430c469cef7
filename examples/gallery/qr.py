import numpy as np
from toy_random import random


def householder(a):
    m, n = a.shape
    q, r = np.eye(m), a.copy()
    for k in range(n):
        v = r[k:, k].copy()
        v[0] += np.copysign(np.linalg.norm(v), v[0])
        v /= np.linalg.norm(v)
        r[k:] -= 2 * np.outer(v, v @ r[k:])
        q[:, k:] -= 2 * np.outer(q[:, k:] @ v, v)
    return q, r


a = random(1, 6, 4)
q, r = householder(a)
print("error", np.max(np.abs(q @ r - a)) < 1e-14, np.max(np.abs(q.T @ q - np.eye(6))) < 1e-14)
print(np.abs(np.diag(r)))
