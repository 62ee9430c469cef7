import numpy as np
from toy_random import random


def softmax(x):
    y = np.exp(x - x.max(axis=-1, keepdims=True))
    return y / y.sum(axis=-1, keepdims=True)


def normalised(x):
    centred = x - x.mean(axis=-1, keepdims=True)
    return centred / np.sqrt((centred**2).mean(axis=-1, keepdims=True) + 1e-5)


def attention(x, wq, wk, wv, wo, heads):
    t, d = x.shape
    q, k, v = ((x @ w).reshape(t, heads, d // heads).transpose(1, 0, 2) for w in (wq, wk, wv))
    scores = q @ k.transpose(0, 2, 1) / np.sqrt(d // heads)
    scores = np.where(np.tril(np.ones((t, t))) == 0, -np.inf, scores)
    return (softmax(scores) @ v).transpose(1, 0, 2).reshape(t, d) @ wo


t, d, heads = 6, 8, 2
x = random(1, t, d)
wq, wk, wv, wo = random(2, 4, d, d) - 0.5
w1, w2 = random(3, d, 4 * d) - 0.5, random(4, 4 * d, d) - 0.5
x = x + attention(normalised(x), wq, wk, wv, wo, heads)
x = x + np.maximum(normalised(x) @ w1, 0) @ w2
print(x.mean(axis=1))
print(x[-1])
