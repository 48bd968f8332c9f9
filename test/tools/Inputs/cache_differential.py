#!/usr/bin/env python3
"""A run with --cache says and writes what the same run without it does, byte by byte, after any change of files and options.

Usage: cache_differential.py ROMASC FOLDER SOURCE [STEPS [SEED]]    (the folder is emptied first)
"""
import os
import shutil
import sys

from cache_workspace import Workspace
from processes import Tests

OUTPUTS = ["out", "out.d", "found.txt", "losses.json"]


def collect(tests):
    """The outputs of a run by name; they are gone afterwards."""
    found = {}
    for name in OUTPUTS:
        path = tests.path(name)
        if os.path.isdir(path):
            for folder, _, names in os.walk(path):
                for inner in names:
                    with open(os.path.join(folder, inner), "rb") as file:
                        found[os.path.relpath(os.path.join(folder, inner), tests.folder)] = file.read()
            shutil.rmtree(path)
        elif os.path.exists(path):
            found[name] = tests.read(name)
            os.remove(path)
    return found


def main():
    tests = Tests()
    source = sys.argv[3]
    steps = int(sys.argv[4]) if len(sys.argv) > 4 else 150
    seed = int(sys.argv[5]) if len(sys.argv) > 5 else 1
    workspace = Workspace(tests.path("workspace"), source, seed)
    settings = {"cwd": workspace.folder}
    clean = {name: value for name, value in os.environ.items() if "PATH" not in name or name == "PATH"}
    tests.run([".", "--emit=none", "--write-baseline=../known.json"], **settings)
    shutil.copy(tests.path("known.json"), tests.path("workspace", "known.json"))
    history = []
    for step in range(steps):
        # The same options again and again: what is kept of them may be out of date after a change.
        if step % 8 == 0:
            options, environment = workspace.options()
        elif step % 8 < 7:
            history.append(workspace.change())
        else:
            environment = {**environment, "CACHE_TEST_SIDE": "third"}
        settings["env"] = {**clean, **environment}
        expected = tests.run(options, **settings), collect(tests)
        for which in ("first", "second"):
            found = tests.run([*options, "--cache=../cache"], **settings), collect(tests)
            tests.expect(f"step {step}, the {which} run", found == expected,
                         f"differs after {history[-12:]}\noptions {options} {environment}\nexpected {expected}\nfound    {found}")
            if found != expected:
                tests.finish("runs")
    tests.finish("runs")


if __name__ == "__main__":
    main()
