#!/usr/bin/env python3
"""Measures which tests run which lines, and writes map.txt: for each source the tests that ./x check takes first.

Usage: map.py BUILD [--keep] (by ./x check-map; an hour on two cores)
BUILD was made by clang++ with test/check/trace.c. Every suite of GoogleTest and every test of lit runs once and leaves the lines that its
programs ran and the headers that its compilers read. The tests of a source are ordered so that each next one adds the most lines for its
time; tests of the folder that mirrors the source's come first. They end where each line was run by four tests, as far as there are four.
"""
import argparse
import collections
import concurrent.futures
import glob
import os
import re
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path[:0] = [HERE, os.path.dirname(HERE)]
import check  # noqa: E402
import run  # noqa: E402

MAP = os.path.join(HERE, "map.txt")
TIMES = 4           # each line by as many tests
AGAIN = 0.3         # how much a line counts that a test before has run
OWN_FOLDER = 4      # how much more a line counts for a test of the folder that mirrors the source's
MOST_SECONDS = 150  # of tests for a source, one after another


def suites_of(program):
    done = subprocess.run([program, "--gtest_list_tests"], capture_output=True, text=True, check=True)
    return re.findall(r"^([A-Za-z]\S*)\.(?:\s|$)", done.stdout, re.MULTILINE)


def run_suite(program, suite, folder):
    os.makedirs(folder)
    began = time.time()
    subprocess.run([program, f"--gtest_filter={suite}.*"], cwd=ROOT, env=os.environ | {"ROMAS_TRACE": folder}, capture_output=True)
    return time.time() - began


def run_suites(build, folder):
    """Seconds of each suite, by PROGRAM:SUITE."""
    programs = [program for program in run.UNIT_TESTS if os.path.exists(os.path.join(build, "bin", program))]
    jobs = [(program, suite) for program in programs for suite in suites_of(os.path.join(build, "bin", program))]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        seconds = pool.map(lambda job: run_suite(os.path.join(build, "bin", job[0]), job[1], os.path.join(folder, ":".join(job).replace("/", "|"))), jobs)
        return {":".join(job): took for job, took in zip(jobs, seconds)}


def run_lit(build, folder):
    subprocess.run([*run.find_lit(), "-q", os.path.join(build, "test")], cwd=ROOT, env=os.environ | {"ROMAS_TRACE_TESTS": folder})


def lines_of_blocks(program, folder):
    """For each block of a program the line that it stands for, as (file, line), or nothing outside of the project."""
    subprocess.run([program, "--help"], env=os.environ | {"ROMAS_TRACE_BLOCKS": folder}, capture_output=True)
    path = os.path.join(folder, os.path.basename(program))
    symbolizer = max(glob.glob("/usr/lib/llvm-*/bin/llvm-symbolizer"), key=lambda place: int(re.sub(r"\D", "", place)))
    with open(path, encoding="utf-8") as blocks:
        said = subprocess.run([symbolizer, "--no-demangle", "--functions=none", "--no-inlines", f"--obj={program}"], stdin=blocks, capture_output=True, text=True, check=True).stdout
    lines = []
    for answer in said.split("\n\n"):
        if answer:
            file, line, _ = answer.strip().splitlines()[-1].rsplit(":", 2)
            file = os.path.normpath(file)
            inside = file.startswith(ROOT + os.sep) and not file.startswith(os.path.join(ROOT, "build") + os.sep)
            lines.append((os.path.relpath(file, ROOT), int(line)) if inside else None)
    return lines


def lines_run(build, folder):
    """By source, by test: the lines that ran. A header of the runtime that a test compiled has the line 0."""
    known = {}
    found = collections.defaultdict(dict)
    runtime = {os.path.basename(path) for path in glob.glob(os.path.join(ROOT, "runtime", "romas", "*.hpp"))}
    for place, _, names in os.walk(folder):
        test = os.path.relpath(place, folder).replace("|", "/")
        for name in names:
            path = os.path.join(place, name)
            if name == "headers":
                with open(path, encoding="utf-8", errors="replace") as file:
                    for header in set(re.findall(r"romas/(\w+\.hpp)", file.read())) & runtime:
                        found["runtime/romas/" + header].setdefault(test, set()).add(0)
                continue
            if not os.path.exists(os.path.join(build, "bin", name)):
                continue
            if name not in known:
                blocks = os.path.join(build, "blocks")
                os.makedirs(blocks, exist_ok=True)
                known[name] = lines_of_blocks(os.path.join(build, "bin", name), blocks)
            with open(path, "rb") as file:
                flags = file.read()
            if len(flags) != len(known[name]):
                sys.exit(f"{path}: {len(flags)} flags, but {name} has {len(known[name])} blocks")
            for place_in_source in {line for line, flag in zip(known[name], flags) if flag and line}:
                found[place_in_source[0]].setdefault(test, set()).add(place_in_source[1])
    return found


def mirrors(test, source, sources_of_suites):
    """Whether a test lies in the folder below test/ that has the name of the source's, or within it."""
    folder = os.path.dirname(source)
    suite = test.rsplit(":", 1)[-1].split("/")[-1]
    own = os.path.dirname(sources_of_suites.get(suite, "") if ":" in test else test)
    return own == folder or own.startswith(folder + "/")


def ordered(source, tests, seconds, sources_of_suites):
    """The tests of a source, the best one first. A line that was run before counts less each time."""
    own = {test for test in tests if mirrors(test, source, sources_of_suites)}
    often = collections.Counter()
    left, chosen, spent = dict(tests), [], 0
    while left and spent < MOST_SECONDS:
        def worth(test):
            gain = sum(AGAIN ** often[line] for line in left[test] if often[line] < TIMES)
            return gain * (OWN_FOLDER if test in own else 1) / (seconds.get(test, 1) + 0.5)
        best = max(sorted(left), key=worth)
        if worth(best) == 0:
            break
        often.update(left.pop(best))
        chosen.append(best)
        spent += seconds.get(best, 1)
    return chosen


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("build")
    parser.add_argument("--keep", action="store_true", help="take what a run before left in BUILD/traces")
    arguments = parser.parse_args()
    build = os.path.abspath(arguments.build)
    folder = os.path.join(build, "traces")
    seconds_file = os.path.join(HERE, "suite_times.txt")
    if not arguments.keep:
        subprocess.run(["rm", "-rf", folder], check=True)
        os.makedirs(folder)
        with open(seconds_file, "w", encoding="utf-8") as file:
            file.writelines(f"{took:.2f} {name}\n" for name, took in sorted(run_suites(build, folder).items()))
        run_lit(build, folder)
    seconds = check.read_times(seconds_file) | check.read_times(os.path.join(ROOT, "test", "lit_times.txt"))
    sources_of_suites = check.suites_of_sources()
    found = lines_run(build, folder)
    with open(MAP, "w", encoding="utf-8") as file:
        for source in sorted(found):
            if not source.startswith("test/"):
                file.write(f"{source}: {' '.join(ordered(source, found[source], seconds, sources_of_suites))}\n")


if __name__ == "__main__":
    main()
