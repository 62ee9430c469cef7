"""Writes `table.txt` in a folder: the rows of its `rows.txt` with the values of NumPy or SciPy.

A line `= name|value` defines a variable, whose value is Toy, too. That of `:= name|value` is not,
and its numbers are written.
"""

import os
import sys
import warnings

import numpy as np
import scipy
import scipy.integrate
import scipy.linalg
import scipy.optimize
import scipy.special

warnings.simplefilter("ignore")
folder = os.path.join(os.path.dirname(os.path.abspath(__file__)), sys.argv[1])
names = {
    "np": np,
    "scipy": scipy,
    "nan": np.nan,
    "inf": np.inf,
    "random": np.random.Generator(np.random.Philox(2020)),
    "i64": lambda x: np.array(x, dtype=np.int64),
}
rows, table = (os.path.join(folder, name) for name in ("rows.txt", "table.txt"))
with open(rows) as rows, open(table, "w") as table:
    table.write(
        f"# Made by numpy_values.py with NumPy {np.__version__} and SciPy {scipy.__version__}: "
        "NumPy, Toy, shape, elements.\n"
    )
    for line in rows:
        line = line.rstrip("\n")
        if line.startswith("#"):
            continue
        start, _, definition = line.partition("= ")
        if start in ("", ":"):
            name, text = definition.split("|")
            value = eval(text, names)
            names[name] = value if text.startswith("i64(") else np.array(value, dtype=float)
            table.write(f"= {name}|{names[name].tolist()!r}\n" if start else line + "\n")
            continue
        # An or of conditions has the sign that separates columns.
        source, toy = line.rsplit("|", 1)
        value = np.array(eval(source, dict(names)), dtype=float)
        shape = " ".join(str(size) for size in value.shape)
        elements = " ".join(repr(float(element)) for element in value.ravel())
        table.write(f"{source}|{toy}|{shape}|{elements}\n")
