"""Times programs of Toy that assign to elements beside the same loops in C at -O2.

usage: c_programs.py TOYC [RUNS]; needs `cc`. Both are executables; the shortest processor time of
RUNS counts, and the most memory. The numbers that both print are compared.
"""

import os
import pathlib
import subprocess
import sys
import tempfile

FOLDER = pathlib.Path(__file__).parent / "c"


def measured(command):
    """Runs a command; its output, processor time in seconds and greatest memory in megabytes."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    output = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    if status != 0:
        sys.exit(f"{command} failed")
    return output, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def best(command, runs):
    """The output of a command, its shortest time and its memory."""
    results = [measured(command) for _ in range(runs)]
    output = results[0][0]
    return output, min(time for _, time, _ in results), max(memory for *_, memory in results)


def main():
    toyc = sys.argv[1]
    runs = int(sys.argv[2]) if len(sys.argv) > 2 else 5
    print("| program | Toy | C | ratio | memory of Toy | of C |")
    print("|---|---:|---:|---:|---:|---:|")
    for source in sorted(FOLDER.glob("*.toy")):
        with tempfile.TemporaryDirectory() as folder:
            ours, theirs = f"{folder}/toy", f"{folder}/c"
            subprocess.run([toyc, "emit", "exe", source, "-o", ours], check=True)
            reference = source.with_suffix(".c")
            subprocess.run(["cc", "-O2", reference, "-o", theirs, "-lm"], check=True)
            output, time, memory = best([ours], runs)
            expected, reference_time, reference_memory = best([theirs], runs)
        if output.split() != expected.split():
            sys.exit(f"{source.stem} prints {output!r}, and the program in C {expected!r}")
        print(
            f"| {source.stem} | {time * 1000:.0f} ms | {reference_time * 1000:.0f} ms "
            f"| {time / reference_time:.2f} | {memory:.0f} MB | {reference_memory:.0f} MB |"
        )


if __name__ == "__main__":
    main()
