"""Compares the Toy programs in `kernels/` with NumPy and Numba at NPBench's sizes S and M.

    python measure.py --toyc ../../../target/release/toyc [--sizes S,M] [--table FILE] [NAME...]

For each kernel: the results agree; the time from the start of a process to its first result, which
is read from files and written to one; and the time of a further call in one process. All use one
thread. See README.md.
"""

import argparse
import ctypes
import math
import os
import pathlib
import subprocess
import sys
import tempfile
import time
import types

for _variable in (
    "OMP_NUM_THREADS",
    "OPENBLAS_NUM_THREADS",
    "MKL_NUM_THREADS",
    "NUMBA_NUM_THREADS",
):
    os.environ[_variable] = "1"

import numpy as np

import kernels

HERE = pathlib.Path(__file__).parent
# A call is repeated until this time has passed, but at least twice.
SECONDS = 1.0


def numba_of(name):
    """The kernel as Numba compiles it, with the functions that it calls."""
    import numba

    def compiled(function):
        known = dict(vars(kernels))
        for used in function.__code__.co_names:
            if isinstance(known.get(used), types.FunctionType):
                known[used] = compiled(known[used])
        copy = types.FunctionType(
            function.__code__, known, function.__name__, function.__defaults__
        )
        return numba.njit(copy)

    return compiled(kernels.KERNELS[name].loops)


def flat(result):
    """The elements of a result, which may be several arrays."""
    parts = result if isinstance(result, tuple) else (result,)
    return np.concatenate([np.ravel(part) for part in parts])


def child(argv):
    """A process of its own: reads the arrays, calls the kernel once, and writes the result."""
    engine, name, size, *files = argv
    arrays = [np.load(file) for file in files[:-1]]
    numbers = kernels.KERNELS[name].numbers(**kernels.KERNELS[name].sizes[size])
    function = numba_of(name) if engine == "numba" else kernels.KERNELS[name].function
    np.save(files[-1], flat(function(*arrays, *numbers)))


def program(name, arrays, numbers):
    """The Toy program: the kernel, and a call of it with the numbers of the size."""
    parameters = [f"x{index}" for index in range(len(arrays))]
    arguments = ", ".join(parameters + [repr(number) for number in numbers])
    loads = ", ".join(f"load(arg({index}))" for index in range(len(arrays)))
    return (
        (HERE / "kernels" / f"{name}.toy").read_text()
        + f"\ndef run({', '.join(parameters)}) {{\n  return {name}({arguments});\n}}\n"
        + f"\ndef main() {{\n  save(arg({len(arrays)}), run({loads}));\n}}\n"
    )


def memref(rank):
    """The descriptor of a tensor, as the compiled function takes it."""

    class Descriptor(ctypes.Structure):
        _fields_ = [
            ("allocated", ctypes.c_void_p),
            ("aligned", ctypes.c_void_p),
            ("offset", ctypes.c_int64),
        ]
        if rank:
            _fields_ += [("sizes", ctypes.c_int64 * rank), ("strides", ctypes.c_int64 * rank)]

    return Descriptor


def descriptor(array):
    result = memref(array.ndim)()
    result.allocated = result.aligned = array.ctypes.data
    result.offset = 0
    if array.ndim:
        result.sizes[:] = array.shape
        result.strides[:] = [stride // 8 for stride in array.strides]
    return result


def library(toyc, file, folder, arrays):
    """The kernel in a library, as a function of no arguments that returns its result's address."""
    shapes = ", ".join(f"<{','.join(map(str, array.shape))}>" for array in arrays)
    target = folder / "kernel.so"
    command = [
        toyc,
        "emit",
        "shared",
        "-cpu=native",
        file,
        "--export",
        f"run({shapes})",
        "-o",
        target,
    ]
    subprocess.run(command, check=True, capture_output=True)
    loaded = ctypes.CDLL(str(target))
    inputs = [descriptor(array) for array in arrays]
    references = [ctypes.byref(value) for value in inputs]
    free = ctypes.CDLL(None).free
    free.argtypes = [ctypes.c_void_p]

    def call():
        # Large enough for the descriptor of any result.
        result = memref(8)()
        if loaded.run(ctypes.byref(result), *references) != 0:
            raise RuntimeError("an argument has another shape")
        free(result.allocated)

    return call


def timed(function):
    start = time.perf_counter()
    function()
    return time.perf_counter() - start


def warm(function):
    function()
    best, begin, count = math.inf, time.perf_counter(), 0
    while count < 2 or time.perf_counter() - begin < SECONDS:
        best = min(best, timed(function))
        count += 1
    return best


def difference(found, expected):
    """The largest difference, relative to the largest element."""
    if found.size != expected.size:
        return math.inf
    is_same = np.isclose(
        found, expected, rtol=1e-7, atol=1e-9 * np.nanmax(np.abs(expected)), equal_nan=True
    )
    return 0.0 if is_same.all() else float(np.nanmax(np.abs(found - expected)))


def measured(toyc, name, size, folder, engines):
    """The times of a kernel in seconds: first results and warm calls, of Toy, NumPy and Numba."""
    this = kernels.KERNELS[name]
    arrays, numbers = this.inputs(size)
    files = [folder / f"in{index}.npy" for index in range(len(arrays))]
    for file, array in zip(files, arrays):
        np.save(file, array)
    source, output = folder / f"{name}.toy", folder / "out.npy"
    source.write_text(program(name, arrays, numbers))
    times = {}
    command = [toyc, source, "--", *files, output]
    run = subprocess.run(command, capture_output=True, text=True)
    if run.returncode != 0:
        return {
            "error": (
                run.stderr.strip().splitlines()[0] if run.stderr else f"status {run.returncode}"
            )
        }
    result = np.ravel(np.load(output))
    expected = flat(this.function(*arrays, *numbers))
    apart = difference(result, expected)
    if apart != 0.0:
        return {"error": f"differs from NumPy by {apart:.3g}"}
    quiet = lambda command: subprocess.run(command, check=True, capture_output=True)
    times["toy first"] = min(timed(lambda: quiet(command)) for _ in range(2))
    for engine in engines:
        other = [sys.executable, __file__, "--child", engine, name, size, *files, output]
        try:
            times[f"{engine} first"] = min(timed(lambda: quiet(other)) for _ in range(2))
        except subprocess.CalledProcessError as error:
            times[f"{engine} error"] = error.stderr.decode().strip().splitlines()[-1]
    times["toy warm"] = warm(library(toyc, source, folder, arrays))
    times["numpy warm"] = warm(lambda: this.function(*arrays, *numbers))
    if "numba first" in times:
        compiled = numba_of(name)
        times["numba warm"] = warm(lambda: compiled(*arrays, *numbers))
    return times


def lines_of(name):
    lines = (HERE / "kernels" / f"{name}.toy").read_text().splitlines()
    return sum(1 for line in lines if line.strip() and not line.strip().startswith("#"))


def mean(ratios):
    return math.exp(sum(map(math.log, ratios)) / len(ratios)) if ratios else math.nan


def shown(seconds):
    return (
        ""
        if seconds is None
        else f"{seconds * 1000:.2f}" if seconds < 1 else f"{seconds * 1000:.0f}"
    )


def table(rows):
    columns = ["kernel", "size", "lines"]
    columns += ["first: Toy", "NumPy", "Numba", "warm: Toy", "NumPy", "Numba"]
    columns += ["first, Numba / Toy", "warm, NumPy / Toy", "warm, Numba / Toy"]
    yield f"| {' | '.join(columns)} |"
    yield "|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|"
    ratio = lambda a, b: None if a is None or b is None else a / b
    ratios = ([], [], [])
    for name, size, times in rows:
        if "error" in times:
            yield f"| {name} | {size} | {lines_of(name)} | {times['error']} |||||||||"
            continue
        cells = [
            times.get(f"{engine} {what}")
            for what in ("first", "warm")
            for engine in ("toy", "numpy", "numba")
        ]
        found = [ratio(cells[2], cells[0]), ratio(cells[4], cells[3]), ratio(cells[5], cells[3])]
        for all, one in zip(ratios, found):
            all += [] if one is None else [one]
        texts = [shown(cell) for cell in cells] + [
            "" if one is None else f"{one:.2f}x" for one in found
        ]
        yield f"| {name} | {size} | {lines_of(name)} | " + " | ".join(texts) + " |"
    yield "| geometric mean | | | | | | | | | " + " | ".join(
        f"**{mean(all):.2f}x**" for all in ratios
    ) + " |"


def main():
    if sys.argv[1:2] == ["--child"]:
        return child(sys.argv[2:])
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--toyc", default=str(HERE / "../../../target/release/toyc"))
    parser.add_argument("--sizes", default="S,M")
    parser.add_argument("--table", help="writes the table to this file")
    parser.add_argument("--engines", default="numpy,numba", help="what Toy is compared with")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    rows = []
    for name in options.names or kernels.KERNELS:
        for size in options.sizes.split(","):
            with tempfile.TemporaryDirectory() as folder:
                times = measured(
                    options.toyc, name, size, pathlib.Path(folder), options.engines.split(",")
                )
            rows.append((name, size, times))
            print(
                name,
                size,
                {
                    key: value if isinstance(value, str) else round(value, 6)
                    for key, value in times.items()
                },
                flush=True,
            )
    text = "\n".join(table(rows)) + "\n"
    if options.table:
        pathlib.Path(options.table).write_text(text)
    print(text)


if __name__ == "__main__":
    main()
