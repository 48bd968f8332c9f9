#!/usr/bin/env python3
"""Holds contract_rows.txt: each row has a test, each name is a test that runs, and each test in the browser is run by a lit test."""
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))


def read(name):
    for folder in (HERE, os.path.join(HERE, "web")):
        path = os.path.join(folder, name)
        if os.path.isfile(path):
            with open(path, encoding="utf-8") as file:
                return file.read()
    return None


def is_test(text, name):
    if re.fullmatch(r"\w+\.\w+", name):
        suite, test = name.split(".")
        return re.search(rf"TEST(_F|_P)?\({suite},\s*{test}\)", text) is not None
    if name.startswith(("def ", "export ")):
        return name in text
    return re.search(r"^ *test\(\s*[\"`]" + re.escape(name) + r"[\"`],", text, re.M) is not None


def main():
    problems, rows, row, tests = [], 0, None, 0
    text = read("contract_rows.txt")
    for number, line in enumerate(text.split("\n"), 1):
        if line.startswith("#") or line.startswith("[") or not line:
            continue
        if not line.startswith("  "):
            if row is not None and tests == 0:
                problems.append(f"'{row}' has no test")
            row, tests, rows = line, 0, rows + 1
            continue
        file, _, name = line.strip().partition(": ")
        if file == "not yet":
            continue
        tests += 1
        source = read(file)
        if source is None:
            problems.append(f"line {number}: there is no {file}")
        elif not is_test(source, name):
            problems.append(f"line {number}: {file} has no test '{name}'")
    if tests == 0:
        problems.append(f"'{row}' has no test")
    if rows < 40:
        problems.append(f"there are {rows} rows")
    runs = "".join(read(name) for name in os.listdir(HERE) if name.endswith(".test"))
    for name in os.listdir(os.path.join(HERE, "web")):
        if name.endswith(".test.mjs") and name not in runs:
            problems.append(f"no lit test runs {name}")
    print("\n".join(problems) if problems else f"{rows} rows have their tests")
    return len(problems) > 0


if __name__ == "__main__":
    sys.exit(main())
