import numpy as np

start = np.array([0.6, 0.4])
change = np.array([[0.7, 0.3], [0.4, 0.6]])
shows = np.array([[0.5, 0.4, 0.1], [0.1, 0.3, 0.6]])
seen = np.array([0, 1, 2, 2, 1, 0, 0, 2])


def forward(seen):
    p = start * shows[:, seen[0]]
    for symbol in seen[1:]:
        p = p @ change * shows[:, symbol]
    return np.log(np.sum(p))


def viterbi(seen):
    n = len(seen)
    best = np.log(start) + np.log(shows[:, seen[0]])
    back = np.zeros((n, 2), dtype=int)
    for t in range(1, n):
        ways = best[:, None] + np.log(change)
        back[t] = np.argmax(ways, axis=0)
        best = np.max(ways, axis=0) + np.log(shows[:, seen[t]])
    path = np.zeros(n, dtype=int)
    path[-1] = np.argmax(best)
    for t in range(n - 1, 0, -1):
        path[t - 1] = back[t, path[t]]
    return path, np.max(best)


path, best = viterbi(seen)
print("log likelihood", forward(seen))
print("most likely states", path, "by", best)
