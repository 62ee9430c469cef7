# Measures functions that take any sizes beside the same ones compiled for given sizes:
# size_times.py TOYC FOLDER.
import importlib
import os
import subprocess
import sys
import time

import numpy as np

PROGRAM = os.path.join(os.path.dirname(__file__), "inputs", "size_times.toy")
CASES = [
    ("chain", [(4_000_000,), (4_000_000,)]),
    ("total", [(4_000_000,)]),
    ("product", [(1000, 1000), (1000, 1000)]),
    ("rows", [(2000, 2000)]),
    ("distances", [(2000, 2000), (2000,)]),
    ("stencil", [(2000, 2000)]),
]


def compiled(toyc, folder, name, text_of_size):
    """Returns the module of all functions; the text says what is written for a size."""
    flags = []
    for function, shapes in CASES:
        shapes = ", ".join(f"<{','.join(map(text_of_size, shape))}>" for shape in shapes)
        flags += ["--export", f"{function}({shapes})"]
    module = os.path.join(folder, name + ".py")
    command = [toyc, "emit", "python", PROGRAM, "-o", module, "-O3", "--cpu", "native", *flags]
    subprocess.run(command, check=True)
    return importlib.import_module(name)


def main():
    toyc, folder = sys.argv[1:]
    sys.path.insert(0, folder)
    any_sizes = compiled(toyc, folder, "any_sizes", lambda _: "?")
    modules = [any_sizes, compiled(toyc, folder, "given_sizes", str)]
    data = np.random.default_rng(1)
    print("| function | sizes | any sizes | given sizes | ratio |\n|---|---|---|---|---|")
    for function, shapes in CASES:
        arguments = [data.random(shape) for shape in shapes]
        best = [float("inf")] * 2
        for _ in range(15):
            for index, module in enumerate(modules):
                start = time.perf_counter()
                getattr(module, function)(*arguments)
                best[index] = min(best[index], (time.perf_counter() - start) * 1e3)
        shown = ", ".join(" x ".join(map(str, shape)) for shape in shapes)
        any_sizes, given = best
        ratio = any_sizes / given
        print(f"| `{function}` | {shown} | {any_sizes:.2f} ms | {given:.2f} ms | {ratio:.2f} |")


main()
