"""Writes the expected output of the gallery: NAME.txt is what NAME.py prints.

Run it as `python3 examples/gallery/expected.py` when a program changes. The test
`toyc/tests/gallery.rs` compares the files with what NAME.toy prints, and needs no NumPy.
"""

import subprocess
import sys
from pathlib import Path

for source in sorted(Path(__file__).parent.glob("*.py")):
    if source.stem not in ("expected", "toy_random"):
        command = [sys.executable, source]
        printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
        source.with_suffix(".txt").write_text(printed)
