# Calls the functions of ../python-sizes.toy.
import numpy as np
import sized


def attempt(function, *arguments):
    try:
        print(function(*arguments))
    except Exception as error:
        print(type(error).__name__, str(error).splitlines()[0])


numbers = np.random.default_rng(7)
for n, m, k in [(5, 3, 4), (1, 1, 1), (300, 129, 7)]:
    a, w, b = numbers.random((n, m)), numbers.random((m, k)), numbers.random(k)
    found = sized.scores(a, w, b)
    print("scores", found.shape, np.allclose(found, a @ w + b, rtol=1e-14))
a, w, b = np.ones((5, 3)), np.ones((3, 4)), np.ones(4)
attempt(sized.scores, a, np.ones((4, 2)), b)
attempt(sized.scores, a, w, np.ones(5))
attempt(sized.scores, np.ones(3), w, b)
attempt(sized.scores, a, w, np.ones(0))
z, most = sized.joined([1, 2, 3], [10, 20, 30])
print("joined", z.tolist(), sized.joined([10, 2, 3], [30, 20, 10])[1])
attempt(sized.joined, [1, 2, 3], [1, 2])
two, three = sized.mixed([[1, 2], [3, 4]], [10, 20]), sized.mixed([[1, 2, 3]], [10, 20, 30])
print("mixed", two.tolist(), three.tolist())
attempt(sized.mixed, np.ones((2, 4)), [1, 2, 3])
e = sized.shares(np.ones((2, 3), np.float32))
print("shares", e.dtype, e.shape, e.sum(1).round(6).tolist())
total, added = sized.counts([True, False, True], [10, 20, 30])
print("counts", total, added.tolist(), added.dtype)
print("slopes", sized.slopes([1, 4, 9, 16]).tolist())
attempt(sized.slopes, [1])
print("blurred", sized.blurred([[0, 1, 4], [1, 2, 5], [4, 5, 6]]).ravel().tolist())
print("beginning", sized.beginning([1, 4, 9], [1, 1]).tolist())
attempt(sized.beginning, [1, 4], [1, 1, 1])
