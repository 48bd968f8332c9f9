#!/usr/bin/env python3
"""Pipes, devices, sockets and folders in every place where a file is named: none is waited for, none is read without end, and the words say what
it is. An input that a person pipes in is read.

Usage: special_files.py ROMASC FOLDER    (the folder is emptied first)
"""
import os
import shutil
import socket
import subprocess

from processes import Tests, robot

KINDS = {"pipe": "it is a pipe", "zero": "it is a device", "socket": "it is a socket", "folder": "it is a folder"}


def make_special_files(tests):
    os.mkfifo(tests.path("pipe"))
    os.symlink("/dev/zero", tests.path("zero"))
    place = socket.socket(socket.AF_UNIX)
    here = os.getcwd()
    os.chdir(tests.folder)  # the names of sockets are short
    place.bind("socket")
    os.chdir(here)
    os.mkdir(tests.path("folder"))
    return place


def named_by_options(tests):
    tests.write("arm.urdf", robot("arm"))
    tests.write("arm.assembly.xml", "<Assembly/>")
    servo = 'robot a { link l; link m; joint j { type revolute; parent l; child m; servo { family "X"; } } }'
    tests.write("servo.romas", servo)
    places = {
        "an input": (lambda name: ["-x", "urdf", name], 3, ("pipe",)),
        "a text to reformat": (lambda name: ["--reformat", name], 3, ("pipe",)),
        "a servo map": (lambda name: ["arm.urdf", f"--servo-map={name}"], 3, ()),
        "a baseline": (lambda name: ["arm.urdf", f"--baseline={name}"], 2, ()),
        "a project file": (lambda name: ["arm.urdf", f"--project={name}"], 2, ()),
        "a response file": (lambda name: [f"@{name}"], 2, ("pipe",)),
        "a library": (lambda name: ["arm.assembly.xml", "-L", name], 1, ("folder",)),
    }
    for place, (arguments, status, allowed) in places.items():
        for name, words in KINDS.items():
            if name in allowed:
                continue
            result = tests.run(arguments(name))
            tests.expect(f"{name} as {place}", result[0] == status, f"exit status {result[0]} instead of {status}: {result[1][:300]}")
            tests.expect(f"{name} as {place}", words in result[1], f"it says {result[1][:300]}")


def named_by_texts(tests):
    for name, words in KINDS.items():
        tests.write("import.romas", f'import "{name}" as part; robot r {{ link a; }}')
        result = tests.run(["import.romas"])
        tests.expect(f"{name} as import", result[0] == 1 and (words in result[1] or name == "folder"), f"{result[0]}: {result[1][:300]}")
        tests.write("solid.romas", f'robot r {{ link a {{ mass 1 kg; solid mesh "{name}"; }} }}')
        result = tests.run(["solid.romas"])
        tests.expect(f"{name} as solid", result[0] == 1, f"exit status {result[0]}: {result[1][:300]}")
        text = (f'<robot name="r"><material name="m"><texture filename="{name}"/></material><link name="a"><visual><geometry><mesh filename="{name}"/>'
                '</geometry></visual></link></robot>')
        tests.write("mesh.urdf", text)
        result = tests.run(["mesh.urdf", "--emit=urdf", "--copy-meshes", "-o", "out/a.urdf"])
        tests.expect(f"{name} as mesh", result[0] == 1, f"exit status {result[0]}: {result[1][:300]}")
        tests.expect(f"{name} as mesh", words in result[1], f"it says {result[1][:300]}")
        tests.expect(f"{name} as mesh", not os.path.exists(tests.path("out")), "something was written")


def found_by_itself(tests):
    """Files that are looked for: what is none is none."""
    os.mkdir(tests.path("package"))
    os.mkfifo(tests.path("package/package.xml"))
    os.mkfifo(tests.path("package/.romas.yaml"))
    os.mkfifo(tests.path("package/neighbour.block.xml"))
    tests.write("package/arm.urdf", '<robot name="r"><link name="a"><visual><geometry><mesh filename="package://behind_a_pipe/a.stl"/></geometry></visual></link></robot>')
    result = tests.run(["package/arm.urdf", "--package-path=package"])
    tests.expect("a pipe as manifest", result[0] == 0 and "was not found" in result[1], f"{result[0]}: {result[1][:300]}")
    tests.write("package/arm.assembly.xml", "<Assembly/>")
    result = tests.run(["package/arm.assembly.xml"])
    tests.expect("a pipe beside an assembly", result[0] == 1, f"{result[0]}: {result[1][:300]}")


def piped_in(tests):
    """As shells do it."""
    commands = {
        "standard input": '"$0" -x urdf - < arm.urdf',
        "standard input of a pipe": 'cat arm.urdf | "$0" -x urdf -',
        "/dev/stdin": 'cat arm.urdf | "$0" -x urdf /dev/stdin',
        "/dev/stdin of a file": '"$0" -x urdf /dev/stdin < arm.urdf',
        "process substitution": '"$0" -x urdf <(sleep 0.2; cat arm.urdf)',
        "two of them": '"$0" --compare -x urdf <(cat arm.urdf) <(sleep 0.1; cat arm.urdf)',
        "a pipe whose writer comes later": '(sleep 0.3; cat arm.urdf > pipe) & "$0" -x urdf pipe',
        "response file": '"$0" @<(echo arm.urdf)',
        "an empty library": '"$0" arm.urdf -L /dev/null',
    }
    for title, command in commands.items():
        done = subprocess.run(["bash", "-c", command, tests.romasc], cwd=tests.folder, capture_output=True, text=True, timeout=60)
        tests.expect(title, done.returncode == 0, f"exit status {done.returncode}: {done.stderr[:300]}")
        tests.expect(title, "arm" in done.stdout or "the same robot" in done.stdout, f"it prints {done.stdout[:300]}")
    for title, command in {"/dev/null": '"$0" -x urdf /dev/null', "standard input of /dev/null": '"$0" -x urdf - < /dev/null'}.items():
        done = subprocess.run(["bash", "-c", command, tests.romasc], cwd=tests.folder, capture_output=True, text=True, timeout=60)
        tests.expect(title, done.returncode == 1 and "the file is empty" in done.stderr, f"{done.returncode}: {done.stderr[:300]}")


def growing(tests):
    """A file that grows while it is read is read up to the limit."""
    command = 'yes "$(cat arm.urdf)" | "$0" -x urdf - --max-input=100000'
    done = subprocess.run(["bash", "-c", command, tests.romasc], cwd=tests.folder, capture_output=True, text=True, timeout=60)
    tests.expect("text without end", done.returncode == 1 and "it is larger than 100000 bytes" in done.stderr, f"{done.returncode}: {done.stderr[:300]}")


def main():
    tests = Tests()
    with make_special_files(tests):
        for group in (named_by_options, named_by_texts, found_by_itself, piped_in, growing):
            group(tests)
    tests.finish("special files")


if __name__ == "__main__":
    main()
