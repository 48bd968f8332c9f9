#!/usr/bin/env python3
"""Every input with every target and --verify-output: romasc never fails by its own fault, and never dies of a signal.

Usage: matrix.py ROMASC FOLDER PATH...    (FOLDER is emptied first; a PATH is a file or a folder of inputs)

Each pair ends with status 0 and an output, or with status 1, an error and no output. The robot that is read back differs from
the model only by losses that the target reported. The closing line says how many pairs ended each way, and how many translations were
compared.
"""
import collections
import concurrent.futures
import os
import re
import shutil
import subprocess
import sys

HANG = 300  # seconds; nothing here takes more than a few
LARGEST = 3_000_000  # bytes of an input: time goes with it
# Other tests try all functions of these targets; here one is enough.
OPTIONS = {"cpp": ["--kernels=rnea"]}
# Kernels of every kind for each robot: romasc's own tests of code generation have that, for fewer robots.
LARGEST_OF = {"controller": 12_000}


def names(romasc, option):
    """The first column of a table that romasc prints, with the rest of each row."""
    table = subprocess.run([romasc, option], capture_output=True, text=True, check=True).stdout
    return {line.split()[0]: line.split()[1:] for line in table.splitlines() if line}


def inputs(paths, endings):
    for path in paths:
        if os.path.isfile(path):
            yield path
        for folder, folders, files in os.walk(path):
            folders.sort()
            for name in sorted(files):
                file = os.path.join(folder, name)
                if name.endswith(endings) and os.path.getsize(file) <= LARGEST:
                    yield file


class Matrix:
    def __init__(self, romasc, folder):
        self.romasc = romasc
        self.folder = folder
        self.readable = set(names(romasc, "--print-formats"))

    def run(self, number, path, target):
        """(how it ended, what is wrong with that)"""
        output = os.path.join(self.folder, str(number))
        command = [self.romasc, path, "--emit=" + target, "--verify-output", "-o", output + "/", *OPTIONS.get(target, [])]
        try:
            done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=HANG)
        except subprocess.TimeoutExpired:
            return "hang", f"no end after {HANG} s"
        said = done.stderr.decode("utf-8", errors="replace")
        written = os.path.isdir(output) and any(files for _, _, files in os.walk(output))
        shutil.rmtree(output, ignore_errors=True)
        if done.returncode not in (0, 1):
            return str(done.returncode), "\n".join(line for line in said.splitlines() if "internal" in line) or said[-2000:]
        if "internal error" in said:
            return "said", said
        if done.returncode == 1 and written:
            return "1", "something was written in spite of an error"
        if done.returncode == 1 and not re.search(r"\berror\b", said):
            return "1", "no error was said"
        if done.returncode == 0 and not written and "defines no robot" not in said and not self.is_library(path):
            return "0", "nothing was written"
        return str(done.returncode), ""

    def is_library(self, path):
        """A text of definitions, of which nothing is made."""
        return subprocess.run([self.romasc, path, "--emit=none"], stdin=subprocess.DEVNULL, capture_output=True).returncode == 0


def main():
    romasc, folder, paths = sys.argv[1], sys.argv[2], sys.argv[3:]
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    endings = tuple(word for row in names(romasc, "--print-formats").values() for word in row if word.startswith(".")) + (".xml",)
    targets = list(names(romasc, "--print-targets"))
    matrix = Matrix(romasc, folder)
    jobs = [(path, target) for path in sorted(set(inputs(paths, endings))) for target in targets
            if os.path.getsize(path) <= LARGEST_OF.get(target, LARGEST)]
    ends, compared, problems = collections.Counter(), 0, []
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = pool.map(lambda job: matrix.run(job[0], *job[1]), enumerate(jobs))
        for (path, target), (end, problem) in zip(jobs, results):
            ends[end] += 1
            compared += end == "0" and target in matrix.readable
            if problem:
                problems.append(f"{path} as {target}: ends with {end}: {problem}")
    for problem in problems:
        print(problem)
    print(f"{len(jobs)} pairs of inputs and targets: " + ", ".join(f"{count} end with {end}" for end, count in sorted(ends.items())))
    print(f"{compared} translations were read back and compared")
    if not jobs or not compared:
        print("there was nothing to try")
    return 1 if problems or not jobs or not compared else 0


if __name__ == "__main__":
    sys.exit(main())
