#!/usr/bin/env python3
"""Every statement of docs/seeds.tsv has a test, and the test exists. Usage: seeds.py SOURCE [ROWS]"""
import os
import re
import sys

LIT = (".test", ".romas", ".urdf", ".xml")
FEWEST = 330


def fault_of(test, source):
    """Returns the fault of a named test, or an empty text."""
    path, _, name = test.partition(":")
    file = os.path.join(source, "test", path)
    if not os.path.isfile(file):
        return f"there is no test/{path}"
    with open(file, encoding="utf-8") as opened:
        text = opened.read()
    if not name:
        return "" if path.endswith(LIT) and "/Inputs/" not in path and "RUN:" in text else f"test/{path} is no test of lit"
    if path.endswith(".mjs"):
        found = re.search(r"\btest\(\s*[\"'`]" + re.escape(name) + r"[\"'`],", text)
    else:
        found = re.search(r"\bTEST(?:_F|_P)?\(" + r",\s*".join(map(re.escape, name.split("."))) + r"\)", text)
    return "" if found else f"test/{path} has no test '{name}'"


def problems(rows, source):
    seen = set()
    for row in rows:
        if len(row) != 5 or not all(row[:3]):
            yield f"a row takes number, place, statement, tests and, if wanted, a remark: {row}"
            continue
        number, place, says, tests, _ = row
        for key in (number, (number[0], place, says)):
            if key in seen:
                yield f"{number}: a second row is the same"
            seen.add(key)
        if not tests:
            yield f"{number}: there is no test"
        for test in tests.split(" + ") if tests else []:
            if fault := fault_of(test, source):
                yield f"{number}: {fault}"
    if len(rows) < FEWEST:
        yield f"there are {len(rows)} rows, and not {FEWEST}"


def main():
    source = sys.argv[1]
    sys.path.insert(0, os.path.join(source, "docs"))
    sys.dont_write_bytecode = True
    from source_rows import seeds

    rows = seeds(sys.argv[2] if len(sys.argv) > 2 else os.path.join(source, "docs", "seeds.tsv"))
    found = list(problems(rows, source))
    print("\n".join(found) if found else f"{len(rows)} statements have their tests")
    return len(found) > 0


if __name__ == "__main__":
    sys.exit(main())
