"""Compares how `print` writes values with what NumPy writes. Not part of the test suite.

    python3 test/toy/notation/against_numpy.py TOYC [COUNT] [SEED]

needs NumPy 2. Each program prints random arrays, which it loads from files, on the interpreter, by
the JIT and as an executable. Whole numbers are compared with NumPy's integers, other tensors with
its floats, numbers with `format_float_positional` and `format_float_scientific`, and `format` with
Python's `format`.
"""
import os
import subprocess
import sys
import tempfile

import numpy as np

BATCH = 100


def number(x, digits):
    """A number alone."""
    if np.isnan(x):
        return "nan"
    if np.isinf(x) or (abs(x) < 1e16 and x == int(x)):
        return f"{x:.0f}"
    if 1e-4 <= abs(x) < 1e16:
        return np.format_float_positional(x, precision=digits, trim="-")
    return np.format_float_scientific(x, precision=digits, trim="-")


def edges(a):
    """The elements that are shown of a large array."""
    for axis in range(a.ndim):
        if a.shape[axis] > 6:
            first, last = np.split(a, [3, a.shape[axis] - 3], axis)[::2]
            a = np.concatenate([first, last], axis)
    return a


def as_words(a, words):
    """An array in brackets, with these words for its elements."""
    words = iter(words)
    return np.array2string(a, formatter={"float_kind": lambda _: next(words)})


def shown(a, digits):
    if a.ndim == 0:
        return number(float(a), digits)
    kept = edges(a) if a.size > 1000 else a
    if all(not np.isfinite(x) or (x == int(x) and abs(x) < 1e16) for x in kept.flat):
        if np.isfinite(kept).all() and not (np.signbit(kept) & (kept == 0)).any():
            if np.isfinite(a).all() and (np.abs(a) < 1e16).all():
                return np.array2string(a.astype(np.int64))
        texts = ["nan" if np.isnan(x) else f"{x:.0f}" for x in kept.flat]
        width = max(map(len, texts))
        return as_words(a, [text.rjust(width) for text in texts])
    return np.array2string(a, precision=digits)


def styled(a, style):
    kept = edges(a) if a.size > 1000 else a
    texts = [format(abs(x) if np.isnan(x) else x, style) for x in kept.flat]
    if a.ndim == 0:
        return texts[0]
    width = max(map(len, texts))
    return as_words(a, [text.rjust(width) for text in texts])


def array(random):
    rank = random.integers(0, 5)
    most = [1, 40, 9, 6, 4][rank]
    shape = tuple(int(n) for n in random.integers(1, most + 1, rank))
    if random.random() < 0.03:
        shapes = [(1001,), (2000,), (40, 40), (7, 200), (5, 300), (3, 8, 60), (1500, 1)]
        shape = shapes[random.integers(7)]
    kind = random.integers(9)
    if kind == 0:
        a = random.integers(-20, 2000, shape).astype(float)
    elif kind == 1:
        a = random.normal(size=shape)
    elif kind == 2:
        a = random.normal(size=shape) * 10.0 ** random.integers(-320, 308)
    elif kind == 3:
        a = random.integers(-1000, 1000, shape) / 2.0 ** random.integers(0, 12)
    elif kind == 4:
        a = random.normal(size=shape) * 10.0 ** random.integers(-12, 17, shape)
    elif kind == 5:
        a = np.round(random.normal(size=shape) * 100, int(random.integers(0, 6)))
    elif kind == 6:
        a = random.integers(0, 2**63, shape or (1,)).view(np.float64)
        a = np.where(np.isfinite(a), a, 0.5)
    elif kind == 7:
        a = 10.0 ** random.integers(-8, 18, shape)
    else:
        a = random.integers(-3, 4, shape) * 1e14
    a = np.array(a, dtype=float).reshape(shape)
    if random.random() < 0.3:
        special = random.choice([np.nan, np.inf, -np.inf, -0.0, 0.0], size=shape)
        a = np.where(random.random(size=shape) < 0.2, special, a)
    return np.array(a, dtype=float).reshape(shape)


def main():
    toyc = os.path.abspath(sys.argv[1])
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 2000
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    random = np.random.default_rng(seed)
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        for start in range(0, count, BATCH):
            lines, expected = [], []
            for i in range(BATCH):
                a = array(random)
                np.save(f"{folder}/{i}.npy", a)
                value = f'load("{i}.npy")'
                kind = random.integers(3)
                if kind == 0:
                    lines.append(f'print("", {value});')
                    expected.append(" " + shown(a, 8))
                elif kind == 1:
                    digits = int(random.integers(0, 18))
                    lines.append(f"print({value}, digits={digits});")
                    expected.append(shown(a, digits))
                else:
                    sign = random.choice(["", "+"])
                    width = random.choice(["", "1", "12", "30"])
                    digits = random.choice(["", ".0", ".1", ".3", ".17"])
                    style = f"{sign}{width}{digits}{random.choice(list('efg'))}"
                    lines.append(f'print(format({value}, "{style}"));')
                    expected.append(styled(a, style))
            program = f"{folder}/p.toy"
            with open(program, "w") as file:
                file.write("def main() {\n" + "\n".join(lines) + "\n}\n")
            subprocess.run([toyc, "emit", "exe", "p.toy", "-o", "p.exe"], cwd=folder, check=True)
            wanted = "\n".join(expected) + "\n"
            for command in [toyc, "-emit=interp", program], [toyc, program], ["./p.exe"]:
                found = subprocess.run(command, cwd=folder, capture_output=True, text=True)
                if found.stdout != wanted:
                    report(command, lines, expected, found)
                    wrong += 1
    print(f"{count} arrays, three engines, {wrong} batches differ")
    sys.exit(wrong > 0)


def report(command, lines, expected, found):
    rest = found.stdout
    for line, text in zip(lines, expected):
        if not rest.startswith(text + "\n"):
            print(f"{command}: {line}\nexpected:\n{text}\nfound:\n{rest[:len(text) + 200]}")
            print(found.stderr[:500])
            return
        rest = rest[len(text) + 1 :]


if __name__ == "__main__":
    main()
