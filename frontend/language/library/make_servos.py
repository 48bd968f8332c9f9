#!/usr/bin/env python3
"""Makes library/servos.romas of the ratings in the device files: make_servos.py [--check].

With --check it writes nothing and says whether the file is what the device files say.
"""
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
DEVICES = HERE.parent.parent.parent / "backends" / "servo" / "devices"
FILE = HERE / "servos.romas"
HEAD = """\
// Ratings of servos. Made by make_servos.py of the device files in backends/servo/devices, which name their
// sources; edit those.

/// What a device file says of a servo: at this voltage it stops at the stall torque.
/// Where the device file has them, there are also `no_load_speed` and `stall_current`; `has` tells.
type servo = {voltage: voltage, stall_torque: torque};
"""
UNITS = {"rev/min": "rpm", "N*m": "N*m", "V": "V", "A": "A", "kgf*cm": "kgf*cm"}


def value(written):
    number, unit = written.split(" ")
    return f"{number} {UNITS[unit]}"


def devices(text):
    """Name and ratings of each device of a file that has ratings."""
    name = None
    for line in text[text.index("\ndevices:"):].splitlines():
        if found := re.match(r"  (\S[^:]*):$", line):
            name = found.group(1).strip("'\"")
        if found := re.match(r"    ratings: \{(.*)\}", line):
            yield name, [pair.split(": ", 1) for pair in found.group(1).split(", ")]


def text():
    parts = [HEAD]
    for path in sorted(DEVICES.glob("*.yaml")):
        source = path.read_text(encoding="utf-8")
        rows = list(devices(source)) if "\ndevices:" in source else []
        if not rows:
            continue
        title = re.search(r"^title: (.*)$", source, re.M).group(1)
        parts.append(f"\n/// {title}: by the name of the device.\nlet {path.stem} = {{\n")
        for name, pairs in rows:
            members = ", ".join(f"{key}: {value(written)}" for key, written in pairs)
            parts.append(f'  "{name}": {{{members}}},\n')
        parts.append("};\n")
    return "".join(parts)


if sys.argv[1:] == ["--check"]:
    if FILE.read_text(encoding="utf-8") != text():
        sys.exit("servos.romas is not what the device files say: run frontend/language/library/make_servos.py")
else:
    FILE.write_text(text(), encoding="utf-8")
