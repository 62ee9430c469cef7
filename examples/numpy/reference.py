"""Writes the expected output of the examples, computed with NumPy: one .txt file per example.

Run it as `python3 examples/numpy/reference.py` when an example changes. It also creates the image
that is blurred. The test
`toyc/tests/examples.rs` compares the files with what the examples print, and needs no NumPy.
"""

from pathlib import Path

import numpy as np

HERE = Path(__file__).parent


def random(seed, *shape):
    """The numbers of Toy's `random`: SplitMix64 of a counter."""

    def mix(state):
        for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB), (31, 1)):
            state = (state ^ (state >> np.uint64(shift))) * np.uint64(factor)
        return state

    with np.errstate(over="ignore"):
        first = mix(np.array([seed], dtype=np.float64).view(np.uint64))
        counts = np.arange(1, np.prod(shape) + 1, dtype=np.uint64)
        states = first + counts * np.uint64(0x9E3779B97F4A7C15)
        return ((mix(states) >> np.uint64(11)).astype(np.float64) * 2.0**-53).reshape(shape)


def least_squares():
    x = np.arange(-2.0, 6.0)
    y = np.array([9.2, 3.9, 1.1, 0.2, 1.3, 3.8, 9.1, 16.3])
    powers = np.stack([np.ones(8), x, x * x], axis=1)
    c = np.linalg.lstsq(powers, y, rcond=None)[0]
    return [c, np.sqrt(np.mean((y - powers @ c) ** 2))]


def power_iteration():
    a = 2 * np.eye(4) - np.eye(4, k=1) - np.eye(4, k=-1)
    values, vectors = np.linalg.eigh(a)
    largest = vectors[:, np.argmax(values)]
    return [values.max(), largest * np.sign(largest[0])]


def k_means():
    points = np.repeat([[0.0, 0.0], [5.0, 0.0], [2.0, 6.0]], 20, axis=0) + random(7, 60, 2)
    centres = np.array([[0.0, 1.0], [1.0, 0.0], [1.0, 1.0]])
    for _ in range(10):
        nearest = np.argmin(np.sum((points[:, None] - centres[None]) ** 2, axis=2), axis=1)
        centres = np.array([points[nearest == k].mean(axis=0) for k in range(3)])
    return [centres]


def image_blur():
    image = (np.add.outer(np.arange(12) ** 2 * 7, np.arange(20) * 31) % 256).astype(np.uint8)
    np.save(HERE / "image.npy", image)
    padded = np.pad(image.astype(np.float64), 1, mode="edge")
    blurred = sum(padded[i : i + 12, j : j + 20] for i in range(3) for j in range(3)) / 9
    return [blurred.min(), blurred.mean(), blurred.max()]


def game_of_life():
    board = np.zeros((6, 6))
    board[[0, 1, 2, 2, 2], [1, 2, 0, 1, 2]] = 1
    boards = []
    for generation in range(1, 25):
        shifts = [(i, j) for i in (-1, 0, 1) for j in (-1, 0, 1) if (i, j) != (0, 0)]
        neighbours = sum(np.roll(board, shift, axis=(0, 1)) for shift in shifts)
        board = ((neighbours == 3) | ((neighbours == 2) & (board == 1))).astype(np.float64)
        if generation in (4, 24):
            boards.append(board)
    return boards


def heat_equation():
    u = np.zeros((9, 9))
    u[3:6, 3:6] = 100
    half = -1
    for t in range(30):
        change = u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:] - 4 * u[1:-1, 1:-1]
        u[1:-1, 1:-1] += 0.2 * change
        if u[4, 4] < 50 and half < 0:
            half = t
    return [half, u[4], u.sum()]


def page_rank():
    # The stationary distribution, by solving for it instead of iterating.
    links = np.array(
        [[0, 1, 1, 0, 0], [0, 0, 1, 0, 0], [1, 0, 0, 1, 0], [0, 0, 1, 0, 1], [1, 0, 0, 0, 0]]
    )
    shares = links / links.sum(axis=1, keepdims=True)
    rank = np.linalg.solve(np.eye(5) - 0.85 * shares.T, np.full(5, 0.15 / 5))
    return [rank, np.argsort(-rank)]


def vector_search():
    vectors = (random(3, 200, 32) - 0.5).astype(np.float32)
    query = (random(4, 32) - 0.5).astype(np.float32)
    directions = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    cosines = directions @ (query / np.linalg.norm(query))
    best = np.argsort(-cosines)[:5]
    weights = np.exp(8 * cosines.astype(np.float64))
    return [best, cosines[best], (weights @ vectors)[:4] / weights.sum()]


def pictures_of(seed, n):
    codes = "1011111 0000101 1110110 1110101 0101101 1111001 1111011 1000101 1111111 1111101"
    lit = np.array([[int(segment) for segment in code] for code in codes.split()])
    digits = np.zeros((10, 8, 8))
    for digit, (top, middle, bottom, upper_left, upper_right, lower_left, lower_right) in zip(
        digits, lit
    ):
        for row, is_lit in ((1, top), (4, middle), (7, bottom)):
            digit[row, 2:6] += is_lit
        digit[1:5, 2] += upper_left
        digit[1:5, 5] += upper_right
        digit[4:8, 2] += lower_left
        digit[4:8, 5] += lower_right
    digits = np.minimum(digits, 1)
    moved = np.concatenate([np.roll(digits, shift, axis=2) for shift in (-1, 0, 1)])
    chosen = np.floor(30 * random(seed, n)).astype(int)
    brightness = 0.8 + 0.4 * random(seed + 0.25, n, 1)
    noise = random(seed + 0.5, n, 64) + random(seed + 0.75, n, 64) - 1
    return brightness * moved.reshape(30, 64)[chosen] + 0.6 * noise, chosen % 10


def digits_train():
    w1, b1 = (random(1, 64, 32) - 0.5) * 0.4, np.zeros(32)
    w2, b2 = (random(2, 32, 10) - 0.5) * 0.6, np.zeros(10)
    weights = [w1, b1, w2, b2]
    changes = [np.zeros_like(weight) for weight in weights]
    lines = []
    for step in range(400):
        x, digits = pictures_of(100 + step, 100)
        h = np.maximum(x @ w1 + b1, 0)
        likely = np.exp(h @ w2 + b2)
        likely /= likely.sum(axis=1, keepdims=True)
        if step % 100 == 0 or step == 399:
            loss = -np.log(likely[np.arange(100), digits]).mean()
            lines.append(f"step {step} loss {round(loss, 3)}")
        by_scores = (likely - np.eye(10)[digits]) / 100
        by_h = by_scores @ w2.T * (h > 0)
        gradients = [x.T @ by_h, by_h.sum(axis=0), h.T @ by_scores, by_scores.sum(axis=0)]
        for weight, change, gradient in zip(weights, changes, gradients):
            change *= 0.9
            change -= 0.1 * gradient
            weight += change
    return lines


def digits_classify():
    """Each integer is computed as a float of 64 bits, which is exact here."""
    folder = HERE.parent / "digits"
    w1, b1, w2, b2 = (np.load(folder / f"{name}.npy") for name in ("w1", "b1", "w2", "b2"))

    def stored(x, scale, zero):
        return np.clip(np.rint(x / scale) + zero, -128, 127)

    def range_of(x):
        scale = (max(x.max(), 0) - min(x.min(), 0)) / 255
        return scale, np.rint(-128 - min(x.min(), 0) / scale)

    def layer(x, scale, zero, w, b):
        scale_w = np.abs(w).max() / 127
        return (stored(x, scale, zero) - zero) @ stored(w, scale_w, 0) * (scale * scale_w) + b

    seen = pictures_of(4, 200)[0]
    of_x = range_of(seen)
    of_h = range_of(np.maximum(seen @ w1 + b1, 0))
    x, digits = pictures_of(5, 2000)
    in_floats = np.argmax(np.maximum(x @ w1 + b1, 0) @ w2 + b2, axis=1)
    h = np.maximum(layer(x, *of_x, w1, b1), 0)
    in_bytes = np.argmax(layer(h, *of_h, w2, b2), axis=1)
    return [
        f"pictures: scale {round(of_x[0], 6)} zero point {of_x[1]}",
        f"hidden layer: scale {round(of_h[0], 6)} zero point {of_h[1]}",
        f"accuracy in 64 bits {np.mean(in_floats == digits)}",
        f"accuracy in 8 bits {np.mean(in_bytes == digits)}",
        f"same digit {np.mean(in_floats == in_bytes)}",
    ]


EXAMPLES = (
    least_squares,
    power_iteration,
    k_means,
    image_blur,
    game_of_life,
    heat_equation,
    page_rank,
    vector_search,
    digits_train,
    digits_classify,
)
for example in EXAMPLES:
    lines = []
    for value in example():
        if isinstance(value, str):
            lines.append(value)
            continue
        for row in np.atleast_2d(np.asarray(value, dtype=np.float64)):
            lines.append(" ".join(repr(float(number)) for number in row))
    (HERE / f"{example.__name__}.txt").write_text("\n".join(lines) + "\n")
