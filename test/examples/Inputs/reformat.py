#!/usr/bin/env python3
"""--reformat keeps what the examples mean, and changes nothing the second time. Usage: reformat.py ROMASC EXAMPLES FOLDER"""
import filecmp
import glob
import os
import shutil
import subprocess
import sys

romasc, examples, folder = sys.argv[1:4]
shutil.rmtree(folder, ignore_errors=True)
once, twice = os.path.join(folder, "once"), os.path.join(folder, "twice")
shutil.copytree(examples, once)
files = sorted(os.path.relpath(path, once) for path in glob.glob(os.path.join(once, "*", "*.romas")))


def run(*arguments):
    done = subprocess.run([romasc, *arguments], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"romasc {' '.join(arguments)}: status {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


for name in files:
    run("--reformat", os.path.join(once, name))
shutil.copytree(once, twice)
for name in files:
    run("--reformat", os.path.join(twice, name))
    if not filecmp.cmp(os.path.join(once, name), os.path.join(twice, name), shallow=False):
        sys.exit(f"{name} is changed again the second time")
    with open(os.path.join(once, name), encoding="utf-8") as file:
        text = file.read()
    if text.count("//") != open(os.path.join(examples, name), encoding="utf-8").read().count("//"):
        sys.exit(f"{name} loses a comment")
    if "\nrobot " in text or "\nassembly " in text:
        run("--no-project", "--compare", os.path.join(examples, name), os.path.join(once, name))
print(f"{len(files)} examples")
