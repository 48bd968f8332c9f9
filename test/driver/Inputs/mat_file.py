"""Writes the splines of a wing as a MAT file, as MATLAB does, and as the polar that its lines of conversion would write.

mat_file.py FILE.mat FILE.polar [compressed] [without NAME]
"""

import math
import struct
import sys
import zlib

MATRIX, INT8, UINT16, INT32, UINT32, DOUBLE, COMPRESSED = 14, 1, 4, 5, 6, 9, 15
STRUCT_CLASS, CHAR_CLASS, DOUBLE_CLASS = 2, 4, 6
BREAKS = [-91.5, -20, 0, 12.25, 90]
# A row for each piece, the highest power first.
COEFFICIENTS = {
    "CLSpline": [[1e-6, 1e-4, 1e-3, -0.9], [1e-5, 2e-4, 0.08, -0.8], [-2e-5, 0, 0.1, 0.25], [0, 1e-4, -0.01, 1.4]],
    "CDSpline": [[0, 1e-4, -0.01, 0.9], [0, 2e-5, -1e-3, 0.04], [0, 3e-5, 1e-3, 0.012], [0, 1e-4, 5e-3, 0.03]],
    "CMSpline": [[0, 0, 1e-4, -0.05], [0, 0, 1e-5, -0.04], [0, 0, -1e-4, -0.05], [0, 0, 1e-4, -0.06]],
}


def element(kind, data):
    return struct.pack("<II", kind, len(data)) + data + b"\0" * (-len(data) % 8)


def matrix(name, kind, rows, columns, content):
    flags = element(UINT32, struct.pack("<II", kind, 0))
    return element(MATRIX, flags + element(INT32, struct.pack("<ii", rows, columns)) + element(INT8, name.encode()) + content)


def numbers(rows):
    values = [row[k] for k in range(len(rows[0])) for row in rows]
    return matrix("", DOUBLE_CLASS, len(rows), len(rows[0]), element(DOUBLE, struct.pack(f"<{len(values)}d", *values)))


def spline(name):
    fields = {"form": matrix("", CHAR_CLASS, 1, 2, element(UINT16, "pp".encode("utf-16-le"))), "breaks": numbers([BREAKS]),
              "coefs": numbers(COEFFICIENTS[name]), "pieces": numbers([[4]]), "order": numbers([[4]]), "dim": numbers([[1]])}
    length = 8
    names = element(INT8, b"".join(field.encode().ljust(length, b"\0") for field in fields))
    return matrix(name, STRUCT_CLASS, 1, 1, struct.pack("<HHi", INT32, 4, length) + names + b"".join(fields.values()))


def ppval(name, at):
    piece = max(k for k in range(len(BREAKS) - 1) if k == 0 or BREAKS[k] <= at)
    value = 0.0
    for coefficient in COEFFICIENTS[name][piece]:
        value = value * (at - BREAKS[piece]) + coefficient
    return value


mat, polar, *options = sys.argv[1:]
left_out = options[options.index("without") + 1] if "without" in options else None
variables = [spline(name) for name in COEFFICIENTS if name != left_out]
if "compressed" in options:
    variables = [struct.pack("<II", COMPRESSED, len(data)) + data for data in map(zlib.compress, variables)]
with open(mat, "wb") as out:
    out.write(b"MATLAB 5.0 MAT-file".ljust(116) + b"\0" * 8 + struct.pack("<H", 0x100) + b"IM" + b"".join(variables))
angles = [BREAKS[0], *range(math.ceil(BREAKS[0]), math.floor(BREAKS[-1]) + 1)]
with open(polar, "w") as out:
    out.write("alpha CL CD CM\n" + "".join(f"{a:.17g} {' '.join(f'{ppval(name, a):.17g}' for name in COEFFICIENTS)}\n" for a in angles))
