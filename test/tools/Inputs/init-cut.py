"""Cuts a launch file in Python off behind each of its lines and within some, and calls romasc --init for each."""
import pathlib
import subprocess
import sys

romasc, folder = sys.argv[1], pathlib.Path(sys.argv[2])
file = folder / "src/arm_bringup/launch/arm.launch.py"
text = file.read_text()
for end in [*(i for i, c in enumerate(text) if c == "\n"), *range(700, len(text), 37)]:
    file.write_text(text[:end])
    status = subprocess.run([romasc, "--init", folder, "-o", "-"], capture_output=True).returncode
    assert status == 0, (status, end)
