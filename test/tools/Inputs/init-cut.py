"""Cuts launch files in Python off behind each of their lines and within some, and calls romasc --init for each.

init-cut.py ROMASC FOLDER FILE...
"""
import pathlib
import subprocess
import sys

romasc, folder = sys.argv[1], pathlib.Path(sys.argv[2])
for name in sys.argv[3:]:
    file = folder / name
    text = file.read_text()
    for end in [*(i for i, c in enumerate(text) if c == "\n"), *range(min(700, len(text) // 3), len(text), 37)]:
        file.write_text(text[:end])
        status = subprocess.run([romasc, "--init", folder, "-o", "-"], capture_output=True).returncode
        assert status == 0, (status, name, end)
    file.write_text(text)
