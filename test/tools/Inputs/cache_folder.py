#!/usr/bin/env python3
"""The folder of --cache: it is used, it may be shared by processes and damaged, and it may be one that cannot be written.

Usage: cache_folder.py ROMASC FOLDER SOURCE    (the folder is emptied first)
"""
import os
import random
import shutil
import subprocess
import sys
import time

from cache_workspace import Workspace
from processes import Tests, measure


def entries(tests, name="cache"):
    found = []
    for folder, _, names in os.walk(tests.path(name)):
        found += [os.path.join(folder, inner) for inner in names if inner != "CACHEDIR.TAG"]
    return sorted(found)


def check_use(tests):
    """A robot that takes long to check takes next to nothing when it is known; what is looked at again is looked at."""
    links = "".join(f'<link name="l{i}"/><joint name="j{i}" type="fixed"><parent link="l{i - 1}"/><child link="l{i}"/></joint>' for i in range(1, 30_000))
    tests.write("large.urdf", f'<robot name="large"><link name="l0" b=""/>{links}</robot>')
    command = [tests.romasc, "large.urdf", "--emit=none", "--cache=use"]
    times = [measure(command, tests.folder)[1] for _ in range(4)]
    tests.expect("use", min(times[1:]) < times[0] / 4, f"{times} seconds: a known robot is worked on again")
    tests.expect("use", len(entries(tests, "use")) == 1, f"{entries(tests, 'use')}")


def check_processes(tests, workspace):
    """Several processes at once, again and again, on one cache that something also damages and empties."""
    chance = random.Random(1)
    options = [".", "--emit=none", "--strict"]
    for turn in range(12):
        workspace.change()
        expected = tests.run(options, cwd=workspace.folder)
        running = [subprocess.Popen([tests.romasc, *options, "--cache=../shared", f"--jobs={1 + i % 2}"], cwd=workspace.folder, stdin=subprocess.DEVNULL,
                                    stdout=subprocess.PIPE, stderr=subprocess.PIPE) for i in range(4)]
        if turn % 3 == 1:
            for path in entries(tests, "shared"):
                if chance.random() < 0.5:
                    try:
                        with open(path, "r+b") as file:
                            file.seek(chance.randrange(200))
                            file.write(b"\0")
                    except OSError:
                        pass  # another process has replaced it
        if turn % 3 == 2:
            shutil.rmtree(tests.path("shared", "romasc-1"), ignore_errors=True)
        for child in running:
            out, said = child.communicate(timeout=120)
            found = child.returncode, said.decode(errors="replace"), out.decode(errors="replace")
            # Whoever loses its folder says so; the findings are the same.
            lines = [line for line in found[1].splitlines() if "cannot write the cache" not in line]
            same = found == expected or (turn % 3 == 2 and found[0] == expected[0] and set(expected[1].splitlines()[:-1]) <= set(lines))
            tests.expect(f"processes {turn}", same, f"expected {expected}\nfound {found}")
    tests.expect("processes", not [path for path in entries(tests, "shared") if path.endswith(".tmp")], "temporary files are left")


def check_odd_folders(tests):
    """A folder that cannot be made: a warning with what to do, and the right result."""
    tests.write("arm.urdf", '<robot name="r"><link name="a" b=""/></robot>')
    tests.write("file", "")
    plain = tests.run(["arm.urdf", "--emit=none"])
    for folder in ("file", "file/below", "/proc/romasc-cache"):
        status, said, printed = tests.run(["arm.urdf", "--emit=none", f"--cache={folder}"])
        tests.expect(folder, status == plain[0] and printed == plain[2], f"status {status}")
        tests.expect(folder, said.count("cannot write the cache") == 1 and "give --cache a folder" in said, said)
        tests.expect(folder, plain[1].splitlines()[0] in said, said)
    status, said, _ = tests.run(["-", "--emit=none", "--cache=streams", "-x", "urdf"], stdin=open(tests.path("arm.urdf"), "rb"))
    tests.expect("standard input", (status, said.replace("<stdin>", "arm.urdf")) == plain[:2], said)
    tests.expect("standard input", not entries(tests, "streams"), "something is kept of a stream")


def check_mark(tests):
    """A folder of robots with a cache in it: nothing in the cache is an input."""
    tests.write("robots/arm.urdf", '<robot name="r"><link name="a"/></robot>')
    for _ in range(2):
        status, said, _ = tests.run(["robots", "--emit=none", "--cache=robots/cache", "--include=*"])
        tests.expect("mark", (status, said) == (0, "nothing found in 1 file\n"), f"{status} {said}")


def check_bound(tests):
    """--cache-size: what is beyond it is removed."""
    names = [tests.write(f"many/r{i}.urdf", f'<robot name="r{i}"><link name="a" b="{"x" * 500}"/></robot>') for i in range(600)]
    tests.write("list", "\n".join(names))
    tests.run(["@list", "--emit=none", "--cache=small", "--cache-size=256000"])
    size = sum(os.path.getsize(path) for path in entries(tests, "small"))
    tests.expect("bound", 0 < size <= 256_000, f"{size} bytes are kept")


def main():
    tests = Tests()
    check_use(tests)
    check_processes(tests, Workspace(tests.path("workspace"), sys.argv[3], 7))
    check_odd_folders(tests)
    check_mark(tests)
    check_bound(tests)
    tests.finish("checks of the folder of a cache")


if __name__ == "__main__":
    main()
