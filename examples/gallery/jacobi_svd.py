import numpy as np
from toy_random import random


def svd(a):
    w, v = a.copy(), np.eye(a.shape[1])
    for _ in range(10):
        for p in range(a.shape[1]):
            for q in range(p + 1, a.shape[1]):
                alpha = w[:, p] @ w[:, p]
                beta = w[:, q] @ w[:, q]
                gamma = w[:, p] @ w[:, q]
                if abs(gamma) > 1e-15 * np.sqrt(alpha * beta):
                    angle = np.arctan2(2 * gamma, alpha - beta) / 2
                    c, s = np.cos(angle), np.sin(angle)
                    turn = np.array([[c, -s], [s, c]])
                    w[:, [p, q]] = w[:, [p, q]] @ turn
                    v[:, [p, q]] = v[:, [p, q]] @ turn
    sigma = np.sqrt(np.sum(w * w, axis=0))
    return w / sigma, sigma, v.T


a = random(3, 8, 5)
u, sigma, v = svd(a)
print("singular values", np.sort(sigma)[::-1])
print("error", np.max(np.abs(u * sigma @ v - a)) < 1e-13)
