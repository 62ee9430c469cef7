"""Times operations of numerical work in Toy beside NumPy, and Numba where it is installed.

usage: operations.py TOYC [ROUNDS]; the Python that runs this needs NumPy. Each function of Toy is
compiled to a module of Python for its arguments, and called alternately with NumPy's (SciPy's for
the sparse matrix, where it is installed) and with that which Numba makes of the same source, on one
thread, in one process. The shortest processor time of ROUNDS calls counts. Results are compared.
The table is printed, and written into docs/performance.md with the machine and the day.
"""

import datetime
import importlib
import os
import pathlib
import platform
import subprocess
import sys
import tempfile
import time

for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "NUMBA_NUM_THREADS"):
    os.environ[name] = "1"

import numpy as np

try:
    import numba
except ImportError:
    numba = None
try:
    import scipy.sparse
except ImportError:
    scipy = None

PAGE = pathlib.Path(__file__).resolve().parents[3] / "docs" / "performance.md"
START, END = "<!-- make bench writes operations from here -->\n", "<!-- operations to here -->"

SOURCE = """\
import "std/fft.toy";
import "std/linalg.toy";
import "std/numeric.toy";
import "std/random.toy";
import "std/stats.toy";

def sorted(x) { return sort(x); }
def order(x) { return argsort(x); }
def middle(x) { return median(x); }
def counts(x) {
  var numbers, _ends = histogram(x, 100);
  return numbers;
}
def occurrences(x) { return bincount(x, 1000); }
def gather(x, index) { return x[index]; }
def sparse(values, columns, ends<m>, x) {
  var y = zeros(m - 1);
  for row in 0:m - 1 {
    var sum = 0;
    for k in ends[row]:ends[row + 1] {
      sum += values[k] * x[columns[k]];
    }
    y[row] = sum;
  }
  return y;
}
def transform(re, im) {
  return fft(re, im);
}
def equations(a, b) { return solve(a, b); }
def singular(a) {
  var _u, s, _v = svd(a);
  return s;
}
def total(x) { return sum(sqrt(x)); }
def columns(a) { return mean(a, axis=0); }
def rows(a) { return mean(a, axis=1); }
def stencil(u) {
  return (u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:]) / 4;
}
def uniform(seed) { return random(seed, 1000000); }
def gauss(seed) { return normal(seed, 1000000); }
def running(x) { return cumsum(x); }
def places(x, y) { return searchsorted(x, y); }
def product(a, b) { return a @ b; }
def sums(a, b) { return einsum("bij,bjk->bik", a, b); }
def positive(x) { return where(x > 0.5, x, 0); }
def different(x) {
  var _values, count = unique(x);
  return count;
}
def dot(x, y) { return x @ y; }
def length(x) { return norm(x); }
def flipped(a) { return transpose(a); }
def products(x, y) { return outer(x, y); }
def softmax(a) {
  var e = exp(a - max(a, axis=1, keepdims=true));
  return e / sum(e, axis=1, keepdims=true);
}
def filtered(x, y) { return convolve(x, y); }
def float_rest(x) { return x % 3; }
def halves(x) { return x // 8 + x % 8; }
def count_true(x) { return sum(x > 0.5); }
def even(x) { return sum(x % 2 == 0); }
"""


def softmax(a):
    e = np.exp(a - a.max(axis=1)[:, None])
    return e / e.sum(axis=1)[:, None]


def stencil(u):
    return (u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:]) / 4


def arguments():
    """By function: what it does, its arguments, the same for NumPy, and whether results differ."""
    draw = np.random.default_rng(1)
    x, large = draw.random(10**6), draw.random(4 * 10**6)
    whole = draw.integers(0, 1000, 10**6)
    index = draw.integers(0, 10**6, 10**6)
    matrix = draw.random((2000, 2000))
    entries, columns = draw.random(10**6), draw.integers(0, 100000, 10**6)
    ends = np.arange(0, 10**6 + 1, 10)
    csr = scipy.sparse.csr_array((entries, columns, ends)) if scipy else None
    short = draw.random(100000)
    re, im = draw.random(65536), draw.random(65536)
    z = re + 1j * im
    a, b = draw.random((300, 300)), draw.random(300)
    left, right = draw.random((500, 500)), draw.random((500, 500))
    many = draw.random((100, 40, 40))
    steps = np.sort(short)
    generator = np.random.Generator(np.random.Philox(1))
    half = np.float64(0.5)
    return {
        "sorted": ("sort of 1,000,000", (x,), np.sort),
        "order": ("argsort of 1,000,000", (x,), np.argsort),
        "middle": ("median of 1,000,000", (x,), np.median),
        "counts": ("histogram of 1,000,000, 100 bins", (x,), lambda x: np.histogram(x, 100)[0]),
        "occurrences": ("bincount of 1,000,000 integers", (whole,), np.bincount),
        "gather": ("x[index], 1,000,000", (x, index), lambda x, i: x[i]),
        "sparse": (
            "CSR matrix of 1,000,000 entries times a vector",
            (entries, columns, ends, short),
            lambda v, c, e, x: csr @ x if csr is not None else np.add.reduceat(v * x[c], e[:-1]),
        ),
        "transform": ("complex fft of 65,536", (re, im), lambda re, im: np.fft.fft(z)),
        "equations": ("solve of 300 equations", (a, b), np.linalg.solve),
        "singular": (
            "singular values and vectors of 100x100",
            (a[:100, :100].copy(),),
            lambda a: np.linalg.svd(a)[1],
        ),
        "total": ("sum(sqrt(x)), 4,000,000", (large,), lambda x: np.sum(np.sqrt(x))),
        "columns": ("mean along axis 0, 2000x2000", (matrix,), lambda a: a.mean(axis=0)),
        "rows": ("mean along axis 1, 2000x2000", (matrix,), lambda a: a.mean(axis=1)),
        "stencil": ("stencil of 5 points, 2000x2000", (matrix,), stencil),
        "uniform": ("random, 1,000,000", (half,), lambda s: generator.random(10**6)),
        "gauss": ("normal, 1,000,000", (half,), lambda s: generator.standard_normal(10**6)),
        "running": ("cumsum of 4,000,000", (large,), np.cumsum),
        "places": ("searchsorted, 100,000 in 100,000", (steps, short), np.searchsorted),
        "product": ("matmul of 500x500", (left, right), np.matmul),
        "sums": (
            "einsum of 100 products of 40x40",
            (many, many),
            lambda a, b: np.einsum("bij,bjk->bik", a, b),
        ),
        "positive": (
            "where(x > 0.5, x, 0), 4,000,000",
            (large,),
            lambda x: np.where(x > 0.5, x, 0),
        ),
        "different": ("unique of 1,000,000", (x,), lambda x: np.unique(x).size),
        "dot": ("dot of 4,000,000", (large, large), np.dot),
        "length": ("norm of 4,000,000", (large,), np.linalg.norm),
        "flipped": ("transpose of 2000x2000, copied", (matrix,), lambda a: a.T.copy()),
        "products": ("outer of 2000 and 2000", (short[:2000], short[:2000]), np.outer),
        "softmax": ("softmax of 2000x2000", (matrix,), softmax),
        "filtered": ("convolve of 100,000 and 100", (short, re[:100].copy()), np.convolve),
        "float_rest": ("x % 3, 1,000,000 floats", (x * 100,), lambda x: x % 3),
        "halves": ("x // 8 + x % 8, 1,000,000 integers", (whole,), lambda x: x // 8 + x % 8),
        "count_true": ("sum(x > 0.5), 4,000,000", (large,), lambda x: np.sum(x > 0.5)),
        "even": ("sum(x % 2 == 0), 1,000,000 integers", (whole,), lambda x: np.sum(x % 2 == 0)),
    }


# Their results are others: the generators differ.
DIFFERENT = ("uniform", "gauss")


def export(name, values):
    """The shapes and element types of an export."""
    types = []
    for value in values:
        kind = "i64" if np.asarray(value).dtype == np.int64 else ""
        types.append(f"{kind}<{','.join(map(str, np.shape(value)))}>")
    return f"{name}({', '.join(types)})"


def compiled(toyc, folder, rows):
    """The module of Python with all functions."""
    source = pathlib.Path(folder) / "operations.toy"
    source.write_text(SOURCE, encoding="utf-8")
    exports = [word for name, row in rows.items() for word in ("--export", export(name, row[1]))]
    output = pathlib.Path(folder) / "operations_in_toy"
    command = [toyc, source, "-O3", "--cpu=native", "-emit=python", "-o", output, *exports]
    subprocess.run(command, check=True)
    sys.path.insert(0, folder)
    return importlib.import_module("operations_in_toy")


def by_numba(function, values):
    """The function that Numba makes of one, if it does."""
    if numba is None or isinstance(function, np.ufunc):
        return None
    try:
        made = numba.njit(function) if hasattr(function, "__code__") else None
        if made:
            made(*values)
        return made
    except Exception:  # Numba raises errors of many kinds for what it does not know.
        return None


def shortest(functions, values, rounds):
    """The shortest processor time of each, called one after the other."""
    best = [float("inf")] * len(functions)
    for _ in range(rounds):
        for number, function in enumerate(functions):
            start = time.process_time()
            function(*values)
            best[number] = min(best[number], time.process_time() - start)
    return best


def check(name, ours, theirs):
    """Compares results, of which the first may be several."""
    if name in DIFFERENT:
        return
    if name == "transform":
        ours = ours[0] + 1j * ours[1]
    theirs = np.asarray(theirs)
    ours = np.asarray(ours)[: len(theirs)] if theirs.ndim else np.asarray(ours)
    assert np.allclose(ours, theirs, rtol=1e-9, atol=1e-9), name


def machine():
    """The processor, and the versions of what is compared."""
    info = pathlib.Path("/proc/cpuinfo")
    lines = info.read_text(encoding="utf-8").splitlines() if info.exists() else []
    names = [line.split(":")[1].strip() for line in lines if line.startswith("model name")]
    versions = [f"NumPy {np.__version__}"]
    versions += [f"SciPy {scipy.__version__}"] if scipy else []
    versions += [f"Numba {numba.__version__}"] if numba else []
    processor = names[0] if names else platform.processor()
    return f"{processor}, {', '.join(versions)}, {datetime.date.today()}"


def main():
    """Measures, prints and writes the table."""
    toyc, rounds = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 15
    rows = arguments()
    ratios, lines = [], []
    with tempfile.TemporaryDirectory() as folder:
        module = compiled(os.path.abspath(toyc), folder, rows)
        for name, (what, values, function) in rows.items():
            ours, made = getattr(module, name), by_numba(function, values)
            check(name, ours(*values), function(*values))
            functions = [ours, function] + ([made] if made else [])
            times = shortest(functions, values, rounds)
            ratios.append(times[1] / times[0])
            other = f"{times[2] / times[0]:.2f}x" if made else ""
            lines.append(
                f"| {what} | {1e3 * times[0]:.2f} ms | {1e3 * times[1]:.2f} ms "
                f"| **{ratios[-1]:.2f}x** | {other} |"
            )
            print(lines[-1], flush=True)
    mean = np.exp(np.mean(np.log(ratios)))
    head = "| operation | toyc | NumPy | NumPy / toyc | Numba / toyc |\n|---|---:|---:|---:|---:|"
    table = "\n".join([head, *lines])
    table += f"\n\nIn the geometric mean, NumPy takes {mean:.2f} times as long.\n{machine()}.\n"
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(START)
    after = rest.partition(END)[2]
    PAGE.write_text(before + START + table + END + after, encoding="utf-8")


if __name__ == "__main__":
    main()
