"""Compares products in integers of 8 bits with those in floats of 32 bits.

    python measure.py TOYC

Prints a table of milliseconds: Toy in both types, NumPy in floats of 32 bits, and onnxruntime in
integers of 8 bits (`MatMulInteger`), each on one thread, as the minimum of many calls, which take
turns. The integers are checked.
"""

import os
import pathlib
import subprocess
import sys
import tempfile
import time

os.environ["OPENBLAS_NUM_THREADS"] = "1"

import numpy as np

HERE = pathlib.Path(__file__).parent
SIZES = (1024, 4096, 8192)
ROWS = 64
TURNS = 20


def library(toyc, folder, size):
    """The module of the products for a size."""
    exports = []
    for element in ("f32", "i8"):
        row, rows, square = (
            f"{element}<{shape}>" for shape in (size, f"{ROWS}, {size}", f"{size}, {size}")
        )
        exports += [
            f"row_{element}({row}, {square})",
            f"rows_{element}({rows}, {square})",
            f"columns_{element}({square}, {row})",
        ]
    name = f"products_{size}"
    flags = [word for export in exports for word in ("--export", export)]
    program = [toyc, HERE / "products.toy", "-O3", "-cpu=native", "-emit=python"]
    subprocess.run([*program, "-o", pathlib.Path(folder) / f"{name}.py", *flags], check=True)
    return __import__(name)


def onnx_product(left, right):
    """A session of onnxruntime that multiplies integers of 8 bits, where it is installed; the
    right side is a constant if it is the matrix of weights."""
    try:
        import onnxruntime
        from onnx import TensorProto, helper, numpy_helper
    except ImportError:
        return None
    x = helper.make_tensor_value_info("x", TensorProto.UINT8, left.shape)
    y = helper.make_tensor_value_info("y", TensorProto.INT32, [None] * left.ndim)
    node = helper.make_node("MatMulInteger", ["x", "w", "zero"], ["y"])
    constants = [
        numpy_helper.from_array(right, "w"),
        numpy_helper.from_array(np.array(128, np.uint8), "zero"),
    ]
    graph = helper.make_graph([node], "product", [x], [y], constants)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(
        model.SerializeToString(), options, providers=["CPUExecutionProvider"]
    )
    unsigned = (left.astype(np.int16) + 128).astype(np.uint8)
    return lambda: session.run(None, {"x": unsigned})[0]


def measure(functions):
    """The shortest time of each function, in milliseconds."""
    best = [float("inf")] * len(functions)
    for _ in range(TURNS):
        for number, function in enumerate(functions):
            if function is not None:
                start = time.perf_counter()
                function()
                best[number] = min(best[number], 1e3 * (time.perf_counter() - start))
    return best


def row_of_table(product, module, kind, left, right):
    floats = left.astype(np.float32), right.astype(np.float32)
    in_f32, in_i8 = (getattr(module, f"{kind}_{element}") for element in ("f32", "i8"))
    onnx = onnx_product(left, right) if kind != "columns" else None
    expected = left.astype(np.float64) @ right.astype(np.float64)
    assert np.array_equal(in_i8(left, right), expected)
    assert onnx is None or np.array_equal(onnx(), expected)
    times = measure(
        [
            lambda: in_f32(*floats),
            lambda: in_i8(left, right),
            lambda: floats[0] @ floats[1],
            onnx,
        ]
    )
    shown = [f"{time:.2f}" if time != float("inf") else "-" for time in times]
    print(f"| {product} | {' | '.join(shown)} | **{times[0] / times[1]:.2f}x** |", flush=True)


def main():
    (toyc,) = sys.argv[1:]
    print("| product | Toy f32 | Toy i8 | NumPy f32 | onnxruntime i8 | Toy f32 / i8 |")
    print("|---|---:|---:|---:|---:|---:|")
    random = np.random.default_rng(0)
    with tempfile.TemporaryDirectory() as folder:
        sys.path.insert(0, folder)
        for size in SIZES:
            module = library(os.path.abspath(toyc), folder, size)
            row, rows, square = (
                random.integers(-128, 128, shape, np.int8)
                for shape in (size, (ROWS, size), (size, size))
            )
            row_of_table(f"`<{size}> @ <{size}, {size}>`", module, "row", row, square)
            row_of_table(f"`<{size}, {size}> @ <{size}>`", module, "columns", square, row)
            row_of_table(f"`<{ROWS}, {size}> @ <{size}, {size}>`", module, "rows", rows, square)


if __name__ == "__main__":
    main()
