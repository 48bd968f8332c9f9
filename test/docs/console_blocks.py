#!/usr/bin/env python3
"""Runs what the console blocks of a page show. Usage: console_blocks.py ROMASC SOURCE PAGE FOLDER

The lines behind `$ ` are run, one after the other, in a folder that has the project's examples, docs and runtime; what stands below one is what it
prints, with errors. A command of romasc that reports an error has status 1, unless its output goes through another program. A block of
another kind whose first line is a comment with a file's name is written to that file.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys

BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.M | re.S)
FILE = re.compile(r"\A(?:# |// |<!-- )([\w.-]+\.\w+)(?: -->)?\n")
COMMAND = re.compile(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", re.M)


def run(block, folder, environment, shown="", used="", status_of=lambda command, expected: 0):
    """Runs the commands of a console block; what the page calls `shown` is `used`. Returns how many they are, and the problems."""
    problems, count = [], 0
    for command, expected in COMMAND.findall(block):
        count += 1
        command = command.replace(shown, used) if shown else command
        done = subprocess.run(command, shell=True, cwd=folder, env=environment, capture_output=True, text=True, timeout=600)
        if done.returncode != status_of(command, expected) or done.stdout + done.stderr != expected:
            problems.append(f"$ {command}\nstatus {done.returncode}, printed:\n{done.stdout}{done.stderr}")
    return count, problems


def status_of(command, expected):
    return 1 if ": error: " in expected and " | " not in command else 0


def main():
    romasc, source, page, folder = (os.path.abspath(argument) for argument in sys.argv[1:5])
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(os.path.join(folder, ".git"))  # a checkout: what lies above it is not looked at
    for name in ("examples", "docs", "runtime"):
        os.symlink(os.path.join(source, name), os.path.join(folder, name))
    environment = dict(os.environ, PATH=os.path.dirname(romasc) + os.pathsep + os.environ["PATH"])
    problems, count = [], 0
    for kind, block in BLOCK.findall(pathlib.Path(page).read_text(encoding="utf-8")):
        if kind != "console":
            if named := FILE.match(block):
                pathlib.Path(folder, named[1]).write_text(block, encoding="utf-8")
            continue
        ran, wrong = run(block, folder, environment, status_of=status_of)
        count += ran
        problems += wrong
    print("\n".join(problems))
    print(f"{count} commands, {len(problems)} problems")
    return 1 if problems or not count else 0


if __name__ == "__main__":
    sys.exit(main())
