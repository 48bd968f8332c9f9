"""Corners of OBJ files, and the volumes that their triangles enclose. Usage: corners.py FILE..."""
import sys

for name in sys.argv[1:]:
    lines = [line.split() for line in open(name, encoding="utf-8")]
    corners = [tuple(map(float, line[1:])) for line in lines if line[0] == "v"]
    volume = 0.0
    for line in lines:
        if line[0] == "f":
            (a, b, c), (d, e, f), (g, h, i) = (corners[int(word.split("/")[0]) - 1] for word in line[1:])
            volume += (a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)) / 6
    shown = sorted({tuple(round(x, 6) + 0.0 for x in corner) for corner in corners})
    print(*("(" + ", ".join(f"{x:g}" for x in corner) + ")" for corner in shown), f"volume {volume:.2e}")
