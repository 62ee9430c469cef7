"""Times programs of Toy beside NumPy, whole processes from start to exit.

usage: numpy_programs.py TOYC [RUNS]; the Python that runs this needs NumPy. Each program runs
alternately with toyc at the default level, with toyc -O0, and with NumPy, one thread each; the
shortest of RUNS times counts. The time of NumPy is without that of a process that only imports it.
"""

import os
import pathlib
import subprocess
import sys
import tempfile
import time

# Jacobi's method, a convolution, and an update in place: in Toy, and with NumPy.
PROGRAMS = {
    "jacobi": (
        """\
def main() {
  var u = zeros(500, 500);
  var f = random(1, 500, 500);
  for i in 0:200 {
    var inner = (u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:] + f[1:-1, 1:-1]) / 4;
    u = pad(inner, 1);
  }
  print(sum(u));
}
""",
        """\
import numpy as np

u = np.zeros((500, 500))
f = np.random.rand(500, 500)
for _ in range(200):
    u[1:-1, 1:-1] = (
        u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:] + f[1:-1, 1:-1]
    ) / 4
print(u.sum())
""",
    ),
    "convolution": (
        """\
def main() {
  var x = random(1, 1000, 1000);
  var k = [[1, 2, 1], [2, 4, 2], [1, 2, 1]] / 16;
  var y = zeros(998, 998);
  for r in 0:20 {
    y = y + (k[0,0]*x[:-2,:-2] + k[0,1]*x[:-2,1:-1] + k[0,2]*x[:-2,2:]
      + k[1,0]*x[1:-1,:-2] + k[1,1]*x[1:-1,1:-1] + k[1,2]*x[1:-1,2:]
      + k[2,0]*x[2:,:-2] + k[2,1]*x[2:,1:-1] + k[2,2]*x[2:,2:]);
  }
  print(sum(y));
}
""",
        """\
import numpy as np

x = np.random.rand(1000, 1000)
k = np.array([[1, 2, 1], [2, 4, 2], [1, 2, 1]]) / 16
y = np.zeros((998, 998))
for _ in range(20):
    y = y + (
        k[0, 0] * x[:-2, :-2] + k[0, 1] * x[:-2, 1:-1] + k[0, 2] * x[:-2, 2:]
        + k[1, 0] * x[1:-1, :-2] + k[1, 1] * x[1:-1, 1:-1] + k[1, 2] * x[1:-1, 2:]
        + k[2, 0] * x[2:, :-2] + k[2, 1] * x[2:, 1:-1] + k[2, 2] * x[2:, 2:]
    )
print(y.sum())
""",
    ),
    "update": (
        """\
def main() {
  var f = random(1, 500, 500);
  var u = zeros(500, 500);
  for i in 0:200 {
    u = (u * 2 + f) / 4;
  }
  print(sum(u));
}
""",
        """\
import numpy as np

f = np.random.rand(500, 500)
u = np.zeros((500, 500))
for _ in range(200):
    u = (u * 2 + f) / 4
print(u.sum())
""",
    ),
}


def seconds(command):
    """The time of a process that succeeds."""
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    start = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=environment)
    return time.perf_counter() - start


def main():
    """Prints a table."""
    toyc, runs = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 5
    python = sys.executable
    print("| program | toyc | toyc -O0 | NumPy | NumPy / toyc |\n|---|---:|---:|---:|---:|")
    with tempfile.TemporaryDirectory() as folder:
        for name, texts in PROGRAMS.items():
            toy, py = (pathlib.Path(folder) / f"program.{suffix}" for suffix in ("toy", "py"))
            for file, text in zip((toy, py), texts):
                file.write_text(text, encoding="utf-8")
            imports = [python, "-c", "import numpy"]
            commands = [[toyc, toy], [toyc, toy, "-O0"], [python, py], imports]
            times = [[seconds(command) for command in commands] for _ in range(runs)]
            default, unoptimised, numpy, imported = (1e3 * min(column) for column in zip(*times))
            numpy -= imported
            print(f"| {name} | {default:.0f} ms | {unoptimised:.0f} ms | {numpy:.0f} ms "
                  f"| **{numpy / default:.1f}x** |")


if __name__ == "__main__":
    main()
