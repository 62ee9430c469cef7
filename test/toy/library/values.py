"""Writes `table.txt`: the rows of `rows.txt` with shapes and elements by NumPy or SciPy."""

import os
import warnings

import numpy as np
import scipy
import scipy.integrate
import scipy.linalg
import scipy.special

warnings.simplefilter("ignore")
folder = os.path.dirname(os.path.abspath(__file__))
names = {
    "np": np,
    "scipy": scipy,
    "nan": np.nan,
    "inf": np.inf,
    "random": np.random.Generator(np.random.Philox(2020)),
}
rows, table = (os.path.join(folder, name) for name in ("rows.txt", "table.txt"))
with open(rows) as rows, open(table, "w") as table:
    table.write(
        f"# Made by values.py with NumPy {np.__version__} and SciPy {scipy.__version__}: "
        "NumPy, Toy, shape, elements.\n"
    )
    for line in rows:
        line = line.rstrip("\n")
        if line.startswith("#"):
            continue
        if line.startswith("= "):
            name, value = line[2:].split("|")
            names[name] = np.array(eval(value, names), dtype=float)
            table.write(f"= {name}|{names[name].tolist()!r}\n")
            continue
        source, toy = line.split("|")
        value = np.array(eval(source, dict(names)), dtype=float)
        shape = " ".join(str(size) for size in value.shape)
        elements = " ".join(repr(float(element)) for element in value.ravel())
        table.write(f"{source}|{toy}|{shape}|{elements}\n")
