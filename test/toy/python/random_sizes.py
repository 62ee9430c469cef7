# Compares functions that take any sizes with the same functions compiled for given ones, bit for
# bit: random_sizes.py TOYC FOLDER [COUNT [SEED]].
import importlib
import os
import random
import subprocess
import sys

import numpy as np

PROGRAM = os.path.join(os.path.dirname(__file__), "inputs", "sizes.toy")
FUNCTIONS = ["chain", "reduced", "scaled", "looped", "passed"]
# Few enough for the compiler to take a moment.
GROUP = 20


def compiled(toyc, folder, name, exports):
    """Returns the module of these exports."""
    flags = [flag for export in exports for flag in ("--export", export)]
    module = os.path.join(folder, name + ".py")
    subprocess.run([toyc, "emit", "python", PROGRAM, "-o", module, "-O3", *flags], check=True)
    return importlib.import_module(name)


def sizes_of(numbers):
    """Returns three sizes: small ones, those around the lengths of vectors, a few large ones."""
    kinds = [(1, 5), (1, 70), (90, 300)]
    return [numbers.randint(*numbers.choices(kinds, [4, 4, 1])[0]) for _ in range(3)]


def main():
    toyc, folder = sys.argv[1:3]
    count, seed = (int(text) for text in (sys.argv[3:] + ["500", "1"][len(sys.argv) - 3 :]))
    sys.path.insert(0, folder)
    numbers = random.Random(seed)
    exports = [f"{name}(<?,?>, <?,?>, <?,?>)" for name in FUNCTIONS]
    any_sizes = compiled(toyc, folder, "any_sizes", exports)
    done = 0
    while done < count:
        group = [sizes_of(numbers) for _ in range(min(GROUP, count - done))]
        exports = [
            f"{name}_{index}={name}(<{n},{m}>, <{m},{k}>, <{n},{k}>)"
            for index, (n, m, k) in enumerate(group)
            for name in FUNCTIONS
        ]
        given = compiled(toyc, folder, f"given_{done}", exports)
        for index, (n, m, k) in enumerate(group):
            data = np.random.default_rng(seed + done + index)
            arguments = [data.standard_normal(shape) for shape in ((n, m), (m, k), (n, k))]
            for name in FUNCTIONS:
                found = getattr(any_sizes, name)(*arguments)
                wanted = getattr(given, f"{name}_{index}")(*arguments)
                found, wanted = ((x if isinstance(x, tuple) else (x,)) for x in (found, wanted))
                bits = [[np.asarray(x).tobytes() for x in results] for results in (found, wanted)]
                same = [x == y for x, y in zip(*bits)]
                if not all(same):
                    sys.exit(f"{name} differs for n = {n}, m = {m}, k = {k}: results {same}")
        done += len(group)
    print(f"{count} sizes, {len(FUNCTIONS)} functions: the same bits")


main()
