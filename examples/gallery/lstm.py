import numpy as np
from toy_random import random


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def cell(x, h, c, w, b):
    forget, enter, leave, new = np.split(w @ np.concatenate([x, h]) + b, 4)
    c = sigmoid(forget) * c + sigmoid(enter) * np.tanh(new)
    return sigmoid(leave) * np.tanh(c), c


inputs = 3
hidden = 5
steps = 20
x = random(1, steps, inputs) - 0.5
w = random(2, 4 * hidden, inputs + hidden) - 0.5
b = np.zeros(4 * hidden)
h = np.zeros(hidden)
c = np.zeros(hidden)
for t in range(steps):
    h, c = cell(x[t], h, c, w, b)
print("state", h)
print("memory", c)
