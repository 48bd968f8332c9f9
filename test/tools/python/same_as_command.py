"""Holds runs within the process against the command: same_as_command.py ROMASC FOLDER --sample=N ROBOTS…

Each Nth file that may be a robot goes through one target by both, and status, texts and files are compared.
"""
import os
import pathlib
import subprocess
import sys

import romasc

ENDINGS = (".urdf", ".xacro", ".sdf", ".mjcf", ".xml", ".srdf", ".romas", ".yaml")
TARGETS = ["urdf", "sdf", "mjcf", "romas", "json", "tree", "python", "c", "report", "none"]


def by_command(command, words):
    before = set(pathlib.Path(".").rglob("*"))
    done = subprocess.run([command, *words], capture_output=True)
    files = {str(path): path.read_bytes() for path in set(pathlib.Path(".").rglob("*")) - before if path.is_file()}
    for name in files:
        os.unlink(name)
    return done.returncode, done.stdout, done.stderr, files


def main():
    command, folder, sample = sys.argv[1], sys.argv[2], int(sys.argv[3].removeprefix("--sample="))
    robots = [path for root in sys.argv[4:] for path in sorted(pathlib.Path(root).rglob("*")) if path.suffix in ENDINGS and path.is_file()]
    os.makedirs(folder, exist_ok=True)
    os.chdir(folder)
    different, statuses = [], set()
    chosen = robots[::sample]
    for i, robot in enumerate(chosen):
        target = TARGETS[i % len(TARGETS)]
        words = [str(robot), f"--emit={target}", "--kernels=fk,jacobian", "--format=json"] + ([] if target == "none" else ["-o", "out/"])
        if target not in ("python", "c"):
            words.remove("--kernels=fk,jacobian")
        ours = romasc.run(words)
        theirs = by_command(command, words)
        statuses.add(ours.status)
        if (ours.status, ours.output, ours.messages, ours.files) != theirs:
            different.append(f"{words}: {ours.status} {theirs[0]}, {ours.messages[:300]!r} {theirs[2][:300]!r}")
    print("\n".join(different))
    print(f"{len(chosen)} files, {len(different)} different, statuses {sorted(statuses)}")
    return 1 if different or not chosen else 0


sys.exit(main())
