#!/usr/bin/env python3
"""Every target writes the same bytes whatever surrounds the run.

Usage: identical.py ROMASC FOLDER SOURCE    (the folder is emptied first)
"""
import os
import shutil
import subprocess
import sys

from processes import Tests

INPUTS = ["six-axis/six-axis.assembly.xml", "cell/cell.romas", "arms/ur5.romas", "open-manipulator-x/open-manipulator-x.romas",
          "workspace/src/picker/urdf/picker.urdf.xacro"]
NEEDS = {"controller": ["--control=computed-torque"]}


def locales():
    """Languages with other numbers and orders, where they are installed."""
    known = subprocess.run(["locale", "-a"], capture_output=True, text=True).stdout.split()
    wanted = [name for name in known if name.split("_")[0] in ("de", "ko", "tr", "fr")]
    return wanted or ["C.UTF-8"]


def outputs(tests, folder, inputs, target, environment, jobs):
    """Returns the messages and files of a run: (status, messages, printed, texts by path)."""
    out = os.path.join(folder, "out")
    shutil.rmtree(out, ignore_errors=True)
    run = tests.run([*inputs, f"--emit={target}", "-o", "out/", f"--jobs={jobs}", "--banner", *NEEDS.get(target, [])],
                    cwd=folder, env={**os.environ, **environment})
    texts = {}
    for inner, _, names in os.walk(out):
        for name in names:
            path = os.path.join(inner, name)
            with open(path, "rb") as file:
                texts[os.path.relpath(path, out)] = file.read()
    return *run, texts


def main():
    tests = Tests()
    source = sys.argv[3]
    folders = [tests.path("a"), tests.path("b", "with a blank", "한국어", "ü")]
    for folder in folders:
        shutil.copytree(os.path.join(source, "examples"), folder, dirs_exist_ok=True)
    names = [line.split()[0] for line in tests.run(["--print-targets"])[2].splitlines() if line.strip()]
    targets = [name for name in names if tests.run(["cell/table.urdf", f"--emit={name}", "-o", "out/"], cwd=folders[0])[0] != 2]
    tests.expect("targets", len(targets) > 12, f"too few targets: {names}")
    surroundings = [
        (folders[0], {"LC_ALL": "C", "TZ": "UTC"}, 1),
        (folders[0], {"LC_ALL": "C", "TZ": "UTC"}, 2),
        *((folders[1], {"LC_ALL": name, "LANG": name, "TZ": "Asia/Seoul", "HOME": "/", "USER": "nobody", "SOURCE_DATE_EPOCH": "1"}, 2) for name in locales()),
        (folders[1], {"LC_ALL": "no_SUCH", "TZ": "no/such", "TMPDIR": "/nonexistent", "COLUMNS": "20"}, 1),
    ]
    written = 0
    for target in targets:
        for inputs in [[name] for name in INPUTS] + [["cell/table.urdf", "arms/panda.romas", "gripper/gripper.romas"]]:
            found = [outputs(tests, folder, inputs, target, environment, jobs) for folder, environment, jobs in surroundings]
            written += len(found[0][3])
            for surrounding, other in zip(surroundings[1:], found[1:]):
                differing = [name for name in {**other[3], **found[0][3]} if other[3].get(name) != found[0][3].get(name)]
                tests.expect(f"{target} {inputs}", other == found[0], f"differs in {surrounding[1:]}: {found[0][:3]} {other[:3]} {differing}")
    tests.expect("files", written > 100, f"only {written} files were written")
    tests.finish(f"comparisons of {written} files")


if __name__ == "__main__":
    main()
