#!/usr/bin/env python3
"""Translates robots in xacro with --keep=structure, and compares each result with the file that it was made from.

Usage: structures.py ROMASC CORPUS [NAME...]

CORPUS has xacro (files that stand for themselves) and xacro2 (cases.json, with arguments and packages). Prints how many
macros were kept of each robot and of all.
"""
import glob
import json
import os
import re
import subprocess
import sys
import tempfile


# The corpus has no meshes.
QUIET = ["-Wno-mesh-missing"]


def robots(corpus):
    """Name, file, arguments and options of each robot."""
    folder = os.path.join(corpus, "xacro2")
    with open(os.path.join(folder, "cases.json"), encoding="utf-8") as file:
        for case in json.load(file):
            if case.get("expected"):
                share = os.path.normpath(os.path.join(folder, case.get("share", "share")))
                yield (case["name"], os.path.join(folder, case["file"]),
                       [f"{name}:={value}" for name, value in case["args"].items()], ["--package-path", share, *QUIET])
    for path in sorted(glob.glob(os.path.join(corpus, "xacro", "**", "*.xacro"), recursive=True)):
        yield os.path.relpath(path, corpus), path, [], ["--package-path", os.path.join(corpus, "xacro"), *QUIET]


def run(romasc, *words):
    return subprocess.run([romasc, *words], capture_output=True, text=True, timeout=600)


def main():
    romasc, corpus, *names = sys.argv[1:]
    macros = kept = same = faults = skipped = 0
    for name, path, arguments, options in robots(corpus):
        if names and name not in names:
            continue
        plain = run(romasc, path, *arguments, "--emit=romas", *options)
        if plain.returncode != 0:  # no robot, or one that nobody's xacro expands
            skipped += 1
            continue
        with tempfile.TemporaryDirectory() as folder:
            output = os.path.join(folder, "kept.romas")
            core = os.path.join(folder, "core.romas")
            run(romasc, path, *arguments, "--emit=romas", "-o", core, *options)
            alike = run(romasc, "--compare", " ".join([path, *arguments]), core, *options)
            if alike.stdout.strip() != "the same robot":  # the language refuses what URDF takes
                print(f"{name}: its core form is an error")
                skipped += 1
                continue
            made = run(romasc, path, *arguments, "--emit=romas", "--keep=structure", "-o", output, *options)
            share = re.search(r"(\d+) of (\d+) macros are modules", made.stderr)
            if made.returncode != 0 or not share:
                errors = "; ".join(re.findall("error: .*", made.stderr))
                print(f"{name}: nothing was written: {errors}")
                faults += 1
                continue
            compared = run(romasc, "--compare", " ".join([path, *arguments]), output, *options)
        if compared.stdout.strip() != "the same robot":
            print(f"{name}: another robot: {compared.stdout[-400:]}{compared.stderr[-400:]}")
            faults += 1
            continue
        same += 1
        kept += int(share[1])
        macros += int(share[2])
        print(f"{name}: {share[1]} of {share[2]}")
    print(f"{same} robots are the same, {faults} are not, {skipped} files are no robots; {kept} of {macros} macros are modules")
    return 1 if faults or not same else 0


if __name__ == "__main__":
    sys.exit(main())
