#!/usr/bin/env python3
"""The tests that docs/reliability.md names exist, and its status codes are those of the program. Usage: reliability.py SOURCE"""
import os
import re
import sys


def main():
    source = sys.argv[1]
    with open(os.path.join(source, "docs", "reliability.md"), encoding="utf-8") as file:
        page = file.read()
    tests = {name: folder for folder, _, names in os.walk(os.path.join(source, "test")) for name in names}
    named = sorted(set(re.findall(r"`(?:[\w/-]+/)?([\w-]+(?:\.test|_test\.cpp))`", page)))
    missing = [name for name in named if name not in tests]
    missing += [path for path in re.findall(r"`(test/[\w./-]+)`", page) if not os.path.exists(os.path.join(source, path))]
    with open(os.path.join(source, "tools", "romasc", "console.h"), encoding="utf-8") as file:
        codes = re.search(r"enum ExitCode : int \{(.*?)\}", file.read()).group(1)
    for code in re.findall(r"= (\d+)", codes):
        if not re.search(rf"^\| {code} \|", page, re.MULTILINE):
            missing.append(f"status {code}")
    print("\n".join(missing + [f"{len(named)} tests are named, {len(missing)} things are missing"]))
    return 1 if missing or not named else 0


if __name__ == "__main__":
    sys.exit(main())
