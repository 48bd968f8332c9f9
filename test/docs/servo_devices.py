#!/usr/bin/env python3
"""Holds the keys in docs/servo-devices.md against those that frontend/servo reads. Usage: servo_devices.py SOURCE_DIR"""
import re
import sys


def main():
    (source,) = sys.argv[1:]
    with open(source + "/frontend/servo/device_keys.def", encoding="utf-8") as file:
        known = set(re.findall(r"^DEVICE_KEY\((\w+)\)$", file.read(), re.M))
    with open(source + "/docs/servo-devices.md", encoding="utf-8") as file:
        page = file.read()
    tables = re.findall(r"^\| key of a \w+ \|.*\n((?:\|.*\n)+)", page, re.M)
    rows = [row.strip("| ").split(" | ", 1) for table in tables for row in table.splitlines()[1:]]
    explained = {key for row in rows for key in re.findall(r"`(\w+)`", row[0])}
    inner = {key for row in rows for group in re.findall(r"`\{([^}]*)\}`", row[1]) for key in group.split(", ")}
    problems = [f"docs/servo-devices.md does not explain '{key}'" for key in sorted(known - explained - inner)]
    problems += [f"docs/servo-devices.md explains '{key}', which is no key" for key in sorted((explained | inner) - known)]
    for problem in problems:
        print(problem)
    print(f"{len(known)} keys, {len(problems)} problems")
    return 1 if problems or not known or not tables else 0


if __name__ == "__main__":
    sys.exit(main())
