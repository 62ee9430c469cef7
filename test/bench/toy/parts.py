#!/usr/bin/env python3
"""Says where a run of the tutorial's program spends its time: parts.py TOYC.. [RUNS]

Each TOYC is run alternately, by default 200 times. A part is the least that `toyc -timing` says,
in milliseconds; what the processor does beside that is the start of the process, before `main`,
and its end."""

import os
import resource
import subprocess
import sys
from pathlib import Path

PROGRAM = Path(__file__).parents[3] / "examples" / "multiply_transpose.toy"


def run(toyc):
    """The parts of one run."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([toyc, PROGRAM, "-timing"], capture_output=True, text=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    parts = {}
    for line in done.stderr.splitlines():
        words = line.split(maxsplit=4)
        if len(words) == 5 and words[1] == "ms" and words[3] == "%":
            parts[words[4]] = float(words[0])
    del parts["total"]
    return parts, 1e3 * seconds, after.ru_minflt - before.ru_minflt


def main():
    words = sys.argv[1:]
    runs = int(words.pop()) if words and words[-1].isdigit() else 200
    if not words:
        sys.exit(__doc__)
    runs_of = {toyc: [] for toyc in words}
    for _ in range(runs):
        for toyc in words:
            runs_of[toyc].append(run(os.path.abspath(toyc)))
    rows = {}
    for toyc in words:
        parts = {name: min(run[0][name] for run in runs_of[toyc]) for name in runs_of[toyc][0][0]}
        whole = min(run[1] for run in runs_of[toyc])
        parts["start and end of the process"] = whole - sum(parts.values())
        parts["processor time"] = whole
        for name, time in parts.items():
            rows.setdefault(name, []).append(f"{time:.2f}")
        rows.setdefault("page faults", []).append(str(min(run[2] for run in runs_of[toyc])))
    for name, columns in rows.items():
        print(f"| {name} |", " | ".join(columns), "|")


if __name__ == "__main__":
    main()
