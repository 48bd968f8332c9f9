#!/usr/bin/env python3
"""Builds and runs the tests that a change needs, in 90 seconds.

Usage: check.py --build BUILD [--seconds 90] [FILE…|REV] (./x check)
Of files, or of what differs from a revision (from HEAD, if nothing is named). test/check/map.txt has the tests that run a source, the best
ones first (map.py measures them); a test stands for itself, what a test reads for that test, another file for the tests of the folder that
mirrors its own. The tests that do not fit into the time are named.
"""
import argparse
import concurrent.futures
import glob
import os
import re
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.dirname(HERE))
import run  # noqa: E402

LIT = (".urdf", ".romas", ".test", ".xml")
LEAST = 30  # seconds for tests, however long the build took


def output(*command):
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout


def touched(words):
    """The files that were named or that differ from a revision, from the root of the project."""
    if words and all(os.path.exists(word) for word in words):
        return sorted(os.path.relpath(os.path.abspath(word), ROOT) for word in words)
    if len(words) > 1:
        sys.exit(f"x check: there is no {next(word for word in words if not os.path.exists(word))}; name files, or one revision")
    revision = words[0] if words else "HEAD"
    if subprocess.run(["git", "rev-parse", "-q", "--verify", revision + "^{commit}"], cwd=ROOT, capture_output=True).returncode != 0:
        sys.exit(f"x check: '{revision}' is neither a file nor a revision")
    return sorted(set(output("git", "diff", "--name-only", revision).split("\n") + output("git", "ls-files", "--others", "--exclude-standard").split("\n")) - {""})


def read(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.read()


def read_times(path):
    """Seconds of tests, by name: lines as lit writes them."""
    return {name: float(seconds) for seconds, name in (line.split(" ", 1) for line in read(path).splitlines())}


def suites_of_sources():
    """Suites of GoogleTest, by name, with the source that has them, below test/."""
    suites = {}
    for path in glob.glob(os.path.join(ROOT, "test", "**", "*.cpp"), recursive=True):
        for suite in re.findall(r"^(?:TYPED_)?TEST(?:_[FP])?\((\w+),", read(path), re.MULTILINE):
            suites[suite] = os.path.relpath(path, os.path.join(ROOT, "test"))
    return suites


class Known:
    """The known facts about tests: those of each source, their folders, and how long they take."""

    def __init__(self, build):
        self.of_source, self.seconds, self.suites = {}, {}, suites_of_sources()
        for line in read(os.path.join(HERE, "map.txt")).splitlines():
            source, tests = line.split(":", 1)
            self.of_source[source] = tests.split()
        times = [os.path.join(ROOT, "test", "lit_times.txt"), os.path.join(HERE, "suite_times.txt"), os.path.join(build, "test", ".lit_test_times.txt")]
        for path in filter(os.path.exists, times):
            self.seconds.update(read_times(path))
        self.lit = {}
        for folder, names, files in os.walk(os.path.join(ROOT, "test")):
            names[:] = [name for name in names if name != "Inputs"]
            for file in files:
                path = os.path.relpath(os.path.join(folder, file), os.path.join(ROOT, "test"))
                if file.endswith(LIT) and not re.search("-full.test|-whole.test", file):
                    self.lit[path] = os.path.join(folder, file)
        self.names = {name.rsplit(":", 1)[1].split("/")[-1]: name for name in self.seconds if ":" in name}

    def suites_in(self, path):
        return sorted(self.names.get(suite, "romas_tests:" + suite) for suite, place in self.suites.items() if place == path or place.startswith(path + "/"))

    def in_folder(self, folder):
        """The tests of a folder below test/, short ones first."""
        tests = [test for test in self.lit if test.startswith(folder + "/")] + self.suites_in(folder)
        return sorted(tests, key=self.took)

    def took(self, test):
        return self.seconds.get(test, 2)

    def readers(self, path):
        """Tests of lit that name a file by the end of its path, or what lies in Inputs/ beside them."""
        inner = path.removeprefix("test/")
        folder, _, name = inner.partition("/Inputs/")
        ends = ("Inputs/" + name.split("/")[0]) if name else "/".join(path.split("/")[-2:])
        own = [test for test, place in self.lit.items() if name and os.path.dirname(test) == folder and "/" + ends in read(place)]
        others = [test for test, place in self.lit.items() if "/" + ("/".join(inner.split("/")[-3:]) if name else ends) in read(place)]
        return sorted(dict.fromkeys(own + others), key=self.took)

    def of(self, path):
        """The tests of a touched file, the best ones first, and why."""
        if path in self.of_source:
            return self.of_source[path], "measured"
        if path.startswith("test/"):
            inner = path.removeprefix("test/")
            if inner in self.lit:
                return [inner], "the test itself"
            suites = self.suites_in(inner)
            if suites:
                return suites, "the tests in it"
        if self.readers(path):
            return self.readers(path), "the tests that name it"
        folder = os.path.dirname(path.removeprefix("test/").replace("/Inputs/", "/"))
        while folder and not self.in_folder(folder):
            folder = os.path.dirname(folder)
        return (self.in_folder(folder), f"those of test/{folder}") if folder else ([], "no tests of its own: ./x test has them all")


def programs_of(test, known):
    """Returns the programs that must be built for a test."""
    if ":" in test:
        return {test.split(":")[0]}
    text = read(known.lit[test])
    return {"romasc"} | ({"romas-lsp"} if "lsp" in test + text else set()) | ({"romas-studio"} if "studio" in test + text else set())


def interleaved(lists):
    """The first of each list, then the second of each, each test once."""
    rows = [row for number in range(max(map(len, lists), default=0)) for row in [[tests[number] for tests in lists if number < len(tests)]]]
    return list(dict.fromkeys(test for row in rows for test in row))


def run_suites(build, program, suites):
    names = ":".join(f"{suite}.*" for suite in suites)
    done = subprocess.run([os.path.join(build, "bin", program), "--gtest_brief=1", f"--gtest_filter={names}"], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
    failed = run.number(r"\[  FAILED  \] (\d+) test", done.stdout)
    return done.stdout, run.number(r"\[  PASSED  \] (\d+) test", done.stdout), max(failed, int(done.returncode != 0))


def run_lit(build, tests):
    done = subprocess.run([*run.find_lit(), "-s", "-v", *(os.path.join(build, "test", test) for test in tests)], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
    failed = run.number(r"Failed *: *(\d+)", done.stdout) + run.number(r"Unresolved *: *(\d+)", done.stdout)
    return done.stdout, run.number(r"Passed *: *(\d+)", done.stdout), max(failed, int(done.returncode != 0))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", default="build")
    parser.add_argument("--seconds", type=float, default=90)
    parser.add_argument("--list", action="store_true", help="name the tests that would run, and build nothing")
    parser.add_argument("what", nargs="*", metavar="FILE|REV")
    arguments = parser.parse_args()
    began = time.time()
    build = os.path.join(ROOT, arguments.build)
    known = Known(build)
    lists = []
    for path in touched(arguments.what):
        tests, why = known.of(path)
        tests = [test for test in tests if ":" in test or test in known.lit]
        print(f"{path}: {len(tests)} tests, {why}")
        lists.append(tests)
    tests = interleaved(lists)
    if not tests:
        print("nothing to test")
        return 0
    if arguments.list:
        print("\n".join(tests))
        return 0
    # A program that lacks a library or Node is no target here.
    targets = {line.split(":")[0] for line in output("ninja", "-C", build, "-t", "targets", "all").splitlines()}
    lacking = sorted({test.split(":")[0] for test in tests if ":" in test} - targets)
    if lacking:
        print(f"skipped, because this machine cannot build them: {', '.join(lacking)}")
    tests = [test for test in tests if test.split(":")[0] not in lacking]
    if not tests:
        print("nothing to test")
        return 0
    programs = set().union(*(programs_of(test, known) for test in tests)) & targets
    done = subprocess.run(["ninja", "-C", build, "--quiet", *sorted(programs)])
    if done.returncode != 0:
        return 2
    built = time.time() - began
    left = max(LEAST, arguments.seconds - built)
    room = left * (os.cpu_count() or 1) * 0.8
    chosen, left_out, spent = [], [], 0
    for test in tests:
        if chosen and (known.took(test) > left or spent + known.took(test) > room):
            left_out.append(test)
            continue
        chosen.append(test)
        spent += known.took(test)
    jobs = [(run_lit, build, [test for test in chosen if ":" not in test])] if any(":" not in test for test in chosen) else []
    for program in sorted({test.split(":")[0] for test in chosen if ":" in test}):
        jobs.append((run_suites, build, program, [test.split(":", 1)[1] for test in chosen if test.startswith(program + ":")]))
    passed = failed = 0
    with concurrent.futures.ThreadPoolExecutor() as pool:
        for text, good, bad in pool.map(lambda job: job[0](*job[1:]), jobs):
            passed, failed = passed + good, failed + bad
            if bad:
                print(text, end="")
    if left_out:
        print(f"left out, for they take longer: {', '.join(left_out[:8])}" + (f" and {len(left_out) - 8} more" if len(left_out) > 8 else ""))
    print(f"{passed} passed, {failed} failed; built in {built:.0f} s, {time.time() - began:.0f} s in all")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
