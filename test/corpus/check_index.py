#!/usr/bin/env python3
"""Every row of index.tsv fits its file in the corpus, and every file has a row or is left out by name.

Usage: check_index.py CORPUS [INDEX]
"""
import os
import sys

sys.dont_write_bytecode = True
import fetch  # noqa: E402


def is_left_out(path, left_out):
    return any(path == entry or (entry.endswith("/") and path.startswith(entry)) for entry, _ in left_out)


def check(corpus, index):
    """The number of rows, and a line for everything that is wrong."""
    rows, left_out, problems = fetch.read_index(index)
    paths = [row.path for row in rows]
    if paths != sorted(paths):
        problems.append("the rows are not sorted by their path in the corpus")
    for row in rows:
        found = fetch.sha256_of(os.path.join(corpus, row.path))
        if found is None:
            problems.append(f"{row.path}: it is not in the corpus")
        elif found != row.sha256:
            problems.append(f"{row.path}: the index has SHA-256 {row.sha256}, the file {found}")
    known = set(paths)
    for folder, _, names in os.walk(corpus):
        for name in names:
            path = os.path.relpath(os.path.join(folder, name), corpus)
            excepted = is_left_out(path, left_out)
            if path in known and excepted:
                problems.append(f"{path}: it has a row and is left out")
            if path not in known and not excepted:
                problems.append(f"{path}: it has no row in the index and is not left out there")
    return len(rows), problems


def main():
    corpus = sys.argv[1]
    count, problems = check(corpus, sys.argv[2] if len(sys.argv) > 2 else fetch.INDEX)
    print("\n".join(problems + [f"{count} rows, {len(problems)} problems"]))
    return 1 if problems or not count else 0


if __name__ == "__main__":
    sys.exit(main())
