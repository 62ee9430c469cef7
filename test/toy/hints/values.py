"""Writes `table.txt`: the rows of `rows.txt` with the shape and the elements of NumPy's value."""

import os
import warnings

import numpy as np

warnings.simplefilter("ignore")
folder = os.path.dirname(os.path.abspath(__file__))
names = {
    "np": np,
    "nan": np.nan,
    "inf": np.inf,
    "i64": lambda x: np.array(x, dtype=np.int64),
    "sum": lambda a, axis: np.sum(a, axis=tuple(axis)),
}
rows, table = (os.path.join(folder, name) for name in ("rows.txt", "table.txt"))
with open(rows) as rows, open(table, "w") as table:
    table.write(f"# Made by values.py with NumPy {np.__version__}: NumPy, Toy, shape, elements.\n")
    for line in rows:
        line = line.rstrip("\n")
        if line.startswith("#"):
            continue
        if line.startswith("= "):
            name, value = line[2:].split("|")
            value = eval(value, names)
            names[name] = value if name == "k" else np.array(value, dtype=float)
            table.write(line + "\n")
            continue
        # An or of conditions has the sign that separates columns.
        source, toy = line.rsplit("|", 1)
        value = eval(source, dict(names))
        value = np.array(value, dtype=float)
        shape = " ".join(str(size) for size in value.shape)
        elements = " ".join(repr(float(element)) for element in value.ravel())
        table.write(f"{source}|{toy}|{shape}|{elements}\n")
