#!/usr/bin/env python3
"""Reads the sources of all programs with libc++, the standard library of macOS and WebAssembly: clang++ -stdlib=libc++ -fsyntax-only.

    libcxx.py BUILD [JOBS]

takes the sources and flags of a finished build, and the newest clang++ that has a libc++ with C++20. A warning is an error. The exit
status is 77 where there is no such compiler.
"""
import concurrent.futures
import json
import os
import shlex
import subprocess
import sys
import tempfile

from compilers import compiles, newest_first

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
NEEDED = "#include <algorithm>\n#include <filesystem>\nint main() { int a[] = {2, 1}; std::ranges::sort(a); }\n"
# Boost 1.74 uses std::unary_function and std::result_of, which libc++ removes in C++17, unless it is told not to.
FLAGS = ["-stdlib=libc++", "-std=c++20", "-Werror", "-DBOOST_NO_CXX98_FUNCTION_BASE", "-DBOOST_ASIO_HAS_STD_INVOKE_RESULT"]


def header_of(words):
    """The precompiled header of a command, as source text."""
    return next((after for word, after in zip(words, words[1:]) if word == "-include" and after.endswith("cmake_pch.hxx")), None)


def own_flags(words):
    """Returns the flags that all compilers understand, and the words behind -isystem."""
    kept = [word for word in words if word.startswith(("-I", "-D")) or word in ("-w", "-fno-char8_t", "-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Wno-missing-field-initializers")]
    return kept + [part for word, after in zip(words, words[1:]) if word == "-isystem" for part in (word, after)]


def main(build, jobs):
    compiler = next((found for found in newest_first("clang++") if compiles(found, FLAGS, NEEDED)), None)
    if compiler is None:
        print("no clang++ has a libc++ with C++20 (Debian: clang-19 libc++-19-dev)")
        return 77
    with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as file:
        units = [unit for unit in json.load(file) if not unit["file"].endswith("cmake_pch.hxx.cxx")]
    beside = tuple(os.path.join(folder, name, "") for folder in (ROOT, build, os.path.join(build, "groups")) for name in ("test", "bench"))
    units = [unit for unit in units if not unit["file"].startswith(beside)]

    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        made = {}
        for unit in units:
            words = shlex.split(unit["command"])
            header = header_of(words)
            if header and header not in made:
                made[header] = os.path.join(folder, f"{len(made)}.pch")
                subprocess.run([compiler, *FLAGS, *own_flags(words), "-Wno-pragma-system-header-outside-header", "-x", "c++-header", header, "-o", made[header]], check=True, cwd=unit["directory"])

        def read(unit):
            words = shlex.split(unit["command"])
            header = header_of(words)
            command = [compiler, *FLAGS, *own_flags(words), *(["-include-pch", made[header]] if header else []), "-fsyntax-only", unit["file"]]
            return subprocess.run(command, cwd=unit["directory"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")

        failed = 0
        for unit, done in zip(units, pool.map(read, units)):
            if done.returncode != 0:
                failed += 1
                print(f"{unit['file']} with libc++:\n{done.stdout}")
    print(f"{len(units) - failed} of {len(units)} sources are right with libc++ ({os.path.basename(compiler)})")
    return 1 if failed or not units else 0


if __name__ == "__main__":
    sys.exit(main(os.path.abspath(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else os.cpu_count()))
