#!/usr/bin/env python3
"""Checks that what a page shows side by side is compared on it. Usage: pairs.py PAGE

Every program NAME.romas in a `<table class="pair">` stands beside a NAME.urdf.xacro or NAME.xacro. A robot of these is compared by a command
of the page, `romasc --compare NAME.urdf.xacro NAME.romas`, which console_blocks.py runs; any other program is imported by such a robot.
"""
import re
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    page = file.read()
problems, robots, parts, imported = [], [], [], set()
for table in re.findall(r'^<table class="pair">\n(.*?)^</table>$', page, re.M | re.S):
    xacro = re.search(r"^```xml\n<!-- ([\w.]+)\.xacro -->\n", table, re.M)
    romas = re.search(r"^```romas\n// (\w+)\.romas\n(.*?)^```$", table, re.M | re.S)
    if not xacro or not romas or xacro[1].removesuffix(".urdf") != romas[1]:
        problems.append(f"a pair is not made of NAME.xacro and NAME.romas: {table[:80]!r}")
        continue
    (robots if xacro[1].endswith(".urdf") else parts).append(romas[1])
    imported.update(re.findall(r'^import "(\w+)\.romas"', romas[2], re.M))
problems += [f"'{name}' is not compared" for name in robots if f"$ romasc --compare {name}.urdf.xacro {name}.romas\nthe same robot\n" not in page]
problems += [f"'{name}' is imported by no robot" for name in parts if name not in imported]
print("\n".join(problems))
print(f"{len(robots)} pairs, {len(problems)} problems")
sys.exit(1 if problems or not robots else 0)
