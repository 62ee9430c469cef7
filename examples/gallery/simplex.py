import numpy as np

a = np.array([[2.0, 1, 1], [1, 3, 2], [2, 1, 2]])
b = np.array([14.0, 25, 20])
c = np.array([5.0, 4, 3])
m, n = a.shape
table = np.zeros((m + 1, m + n + 1))
table[:m, :n] = a
table[:m, n : n + m] = np.eye(m)
table[:m, -1] = b
table[m, :n] = -c
basis = np.arange(n, n + m)
while np.min(table[m, :-1]) < -1e-12:
    column = np.argmin(table[m, :-1])
    entries = table[:m, column]
    ratios = np.where(entries > 0, table[:m, -1] / np.where(entries > 0, entries, 1), np.inf)
    row = np.argmin(ratios)
    table[row] /= table[row, column]
    for i in range(m + 1):
        if i != row:
            table[i] -= table[i, column] * table[row]
    basis[row] = column
x = np.zeros(n + m)
x[basis] = table[:m, -1]
print("best", table[m, -1])
print("at", x[:n])
