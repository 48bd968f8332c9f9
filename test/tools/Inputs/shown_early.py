#!/usr/bin/env python3
"""Checks that findings are shown while a later file keeps romasc waiting, and none out of order.

Usage: shown_early.py ROMASC FOLDER    (the folder is emptied first)
"""
import os
import select
import subprocess

from processes import Tests

ROBOT = '<robot name="r"><link name="a" {}=""/></robot>'


def read_until(stream, text, seconds=20):
    """Reads until the input contains a text, the stream ends or the time is over."""
    found = b""
    while text not in found and select.select([stream], [], [], seconds)[0]:
        more = os.read(stream.fileno(), 65536)
        if not more:
            break
        found += more
    return found


def main():
    tests = Tests()
    for name in ("first", "last"):
        tests.write(f"{name}.urdf", ROBOT.format(name))
    os.mkfifo(tests.path("pipe.urdf"))
    inputs = ["first.urdf", "pipe.urdf", "last.urdf"]
    for form in ("text", "concise", "github"):
        for jobs in (1, 2):
            name = f"{form}, {jobs} jobs"
            child = subprocess.Popen([tests.romasc, *inputs, "--emit=none", f"--format={form}", f"--jobs={jobs}"], cwd=tests.folder,
                                     stdin=subprocess.DEVNULL, stderr=subprocess.PIPE)
            said = read_until(child.stderr, b"'first'")
            tests.expect(name, b"'first'" in said, f"nothing is shown while a later file is read: {said}")
            tests.expect(name, child.poll() is None, "it did not wait for the pipe")
            more = read_until(child.stderr, b"'last'", 0.3) if jobs == 2 else b""
            tests.expect(name, b"'last'" not in more, f"out of order: {more}")
            with open(tests.path("pipe.urdf"), "w") as pipe:
                pipe.write(ROBOT.format("middle"))
            more += child.stderr.read()
            child.wait()
            places = [(said + more).find(b"'" + word + b"'") for word in (b"first", b"middle", b"last")]
            tests.expect(name, -1 not in places and places == sorted(places), f"{said + more}")
    tests.finish("checks of what is shown early")


if __name__ == "__main__":
    main()
