#!/usr/bin/env python3
"""Runs every test and closes with one line: N passed, N failed, N skipped.

A line before it says how many tests were skipped because they need the corpus.

The runners' own closing lines are shown as they are, and at the end where the time went. Parts: the GoogleTest programs, the lit suite,
and with --full what needs a build or a system of its own. When CI is set, fuzzing runs, too, and one of the five shares of what else
only --full has; the number of commits decides which one, so that each has its turn in five commits.
"""
import argparse
import collections
import concurrent.futures
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
COMPILERS = os.path.join(ROOT, "test", "compilers")
NO_CORPUS = r"^(?:no corpus at |the corpus is not there$)"  # the texts of GTEST_SKIP


def find_lit():
    """The command of the newest lit of LLVM, or of the one on the PATH."""
    scripts = glob.glob("/usr/lib/llvm-*/build/utils/lit/lit.py")
    if scripts:
        return [sys.executable, max(scripts, key=lambda path: int(path.split("/")[3].removeprefix("llvm-")))]
    if shutil.which("lit"):
        return ["lit"]
    sys.exit("lit is neither below /usr/lib/llvm-* nor on the PATH; it comes with LLVM's tools")


class Tally:
    def __init__(self):
        self.passed = self.failed = self.skipped = self.without_corpus = 0
        self.seconds = {}  # by part
        self.began = time.time()

    def took(self, part):
        """The time since the part before ended went into this one."""
        now = time.time()
        self.seconds[part] = self.seconds.get(part, 0) + now - self.began
        self.began = now

    def add(self, passed=0, failed=0, skipped=0, without_corpus=0):
        self.passed += passed
        self.failed += failed
        self.skipped += skipped
        self.without_corpus += without_corpus


def say(text):
    print("== " + text, flush=True)


def run(command, **kwargs):
    """Runs a command, shows its output as it comes, returns (status, output)."""
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", **kwargs)
    lines = []
    for line in process.stdout:
        sys.stdout.write(line)
        lines.append(line)
    sys.stdout.flush()
    return process.wait(), "".join(lines)


def number(pattern, text):
    found = re.findall(pattern, text)
    return int(found[-1]) if found else 0


# GoogleTest programs and what they test. Each runs in a process of its own, as many at once as there are processors.
UNIT_TESTS = {
    "romas_tests": "unit tests",
    "romas_sdf_tests": "SDF read back by libsdformat",
    "romas_urdfdom_tests": "URDF that urdfdom refuses",
    "romas_urdf_tests": "URDF read back by urdfdom",
    "romas_srdfdom_tests": "SRDF that srdfdom complains of",
    "romas_mujoco_tests": "MJCF read back by MuJoCo",
    "romas_tree_sitter_tests": "the Tree-sitter grammar against that of the compiler",
    "romas_runtime_tests": "unit tests of the runtime",
    "romas_runtime_native_tests": "the same with all registers of this processor",
}


# Those that take a minute or more run in several processes.
SHARDS = {"romas_tests": 4, "romas_sdf_tests": 2}


def unit_tests(build, tally):
    def output_of(job):
        program, shard = job
        path = os.path.join(build, "bin", program)
        if not os.path.exists(path):
            return None
        shards = {"GTEST_TOTAL_SHARDS": str(SHARDS.get(program, 1)), "GTEST_SHARD_INDEX": str(shard)}
        return subprocess.run([path, "--gtest_brief=1"], cwd=ROOT, env=os.environ | shards, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")

    jobs = [(program, shard) for program in UNIT_TESTS for shard in range(SHARDS.get(program, 1))]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for (program, shard), done in zip(jobs, pool.map(output_of, jobs)):
            if done is None and shard > 0:
                continue
            say(UNIT_TESTS[program] + (f", part {shard + 1} of {SHARDS[program]}" if program in SHARDS else ""))
            if done is None:
                print(f"skipped, because {program} was not built: its library is not installed")
                tally.add(skipped=1)
                continue
            sys.stdout.write(done.stdout)
            failed = len(re.findall(r"^\[  FAILED  \] \S+.* \(\d+ ms\)$", done.stdout, re.MULTILINE))  # a brief run has no sum of them
            if done.returncode != 0 and failed == 0:
                failed = 1
            passed, skipped = (number(rf"\[  {word} \] (\d+) test", done.stdout) for word in ("PASSED ", "SKIPPED"))
            tally.add(passed, failed, skipped, len(re.findall(NO_CORPUS, done.stdout, re.MULTILINE)))


def tests_of(report):
    """The tests of a JSON report of lit; none if lit itself failed."""
    try:
        with open(report, encoding="utf-8") as file:
            return json.load(file)["tests"]
    except (OSError, ValueError, KeyError):
        return []


def missing_features(tests):
    """The features that tests were left out for, such as "corpus, full", with the number of tests."""
    reasons = [re.search(r"unavailable features: *(.*)", test.get("output") or "") for test in tests if test.get("code") == "UNSUPPORTED"]
    return collections.Counter(reason[1].strip() if reason else "a reason that lit does not tell" for reason in reasons)


def slowest(tests, count=10):
    """The tests that took longest, with their seconds, in one line."""
    order = sorted(tests, key=lambda test: -(test.get("elapsed") or 0))
    return ", ".join(f"{test['name'].split(' :: ')[-1]} {test.get('elapsed') or 0:.0f}" for test in order[:count])


# Those that take minutes have a name of their own. One of them takes half an hour.
LONG_LIT_TESTS = r"(?<!flags)-full\.test|-whole\.test"


def lit_tests(build, tally, choice=(), full=False):
    say("long lit tests" if full else "lit tests")
    # lit begins with what took longest the last time; before the first time, with what takes longest elsewhere.
    known = os.path.join(build, "test", ".lit_test_times.txt")
    if not os.path.exists(known):
        shutil.copyfile(os.path.join(ROOT, "test", "lit_times.txt"), known)
    with tempfile.TemporaryDirectory() as folder:
        report = os.path.join(folder, "lit.json")
        options = ["-s", "-v", "-o", report, *choice]
        status, output = run([*find_lit(), *options, os.path.join(build, "test")], env=os.environ | ({"ROMAS_TEST_FULL": "1"} if full else {}))
        tests = tests_of(report)
    missing = missing_features(tests)
    for features, count in missing.most_common():
        print(f"{count} skipped, because this machine or this run lacks: {features}")
    tally.add(without_corpus=sum(count for features, count in missing.items() if "corpus" in features.split(", ")))
    print("slowest, in seconds: " + slowest(tests))
    failed = number(r"Failed *: *(\d+)", output) + number(r"Unresolved *: *(\d+)", output)
    if status != 0 and failed == 0:
        failed = 1
    tally.add(number(r"Passed *: *(\d+)", output), failed, number(r"Unsupported *: *(\d+)", output))


def one(title, command, tally, **kwargs):
    """Runs a part that passes or fails as a whole; status 77 says that it was skipped, and its last line why."""
    say(title)
    status, output = run(command, **kwargs)
    if status == 77:
        print("skipped, because " + output.strip().splitlines()[-1])
    tally.add(passed=status == 0, failed=status not in (0, 77), skipped=status == 77)
    tally.took(title)


def commits():
    """How many commits led here; 0 outside of a clone."""
    done = subprocess.run(["git", "rev-list", "--count", "HEAD"], cwd=ROOT, capture_output=True, text=True)
    return int(done.stdout) if done.returncode == 0 else 0


def long_parts(build, tally, share=None):
    """Runs the parts that only --full runs: those of this share of five, or all. Of clang-tidy and of the long lit tests a share has a
    fifth, another one each time."""
    turn = commits() // 5 % 5
    parts = [
        (0, "threads under ThreadSanitizer", ["./x", "tsan"]),
        (1, "formatting", ["./x", "format", "check"]),
        (1, "the programs as WebAssembly", ["./x", "wasm", "test"]),
        (1, "the page that holds the compiler", ["./x", "playground", "test"]),
        (2, "clang without a warning, and clang-tidy", ["./x", "tidy"]),
        (3, "the sources with libc++", [sys.executable, os.path.join(COMPILERS, "libcxx.py"), build]),
    ]
    for k, title, command in parts:
        if share in (None, k):
            one(title, command, tally, **({} if share is None else {"env": os.environ | {"ROMAS_TIDY_TURN": str(turn)}}))
    if share == 4:  # else they were among the lit tests
        lit_tests(build, tally, ["--filter=" + LONG_LIT_TESTS, "--order=lexical", "--num-shards=5", f"--run-shard={turn + 1}"], full=True)
        tally.took("long lit tests")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", default="build")
    parser.add_argument("--full", action="store_true")
    arguments = parser.parse_args()
    build = os.path.join(ROOT, arguments.build)
    tally = Tally()
    tally.began = float(os.environ.get("ROMAS_TEST_BEGAN", tally.began))
    tally.took("packages and build")
    unit_tests(build, tally)
    tally.took("unit tests")
    lit_tests(build, tally)
    tally.took("lit tests")
    in_ci = bool(os.environ.get("CI")) and not arguments.full
    if arguments.full or in_ci:
        seconds, seed = ("60" if arguments.full else "5"), time.strftime("%Y%m%d")
        one(f"fuzzing, {seconds} s for each frontend with today's seed {seed}", ["./x", "fuzz", seconds, seed], tally)
        # CI takes the romasc that fuzzing needs: clang++ built it.
        other = [] if arguments.full else ["--romasc", os.path.join(build, "fuzz", "bin", "romasc"), "--sample=5"]
        one("the outputs of a romasc by another compiler", [sys.executable, os.path.join(COMPILERS, "same_outputs.py"), build, *other], tally)
    share = None if arguments.full else commits() % 5
    if in_ci:
        print(f"== share {share + 1} of 5 of what ./x test full adds", flush=True)
    if arguments.full or in_ci:
        long_parts(build, tally, share)
    if arguments.full:
        one("the two commands on a bare Debian 12 and 13", ["./x", "test", "bare"], tally)
    print("where the time went, in seconds: " + ", ".join(f"{part} {seconds:.0f}" for part, seconds in tally.seconds.items()))
    if tally.without_corpus:
        print(f"{tally.without_corpus} tests need the corpus (./x corpus) and were skipped")
    print(f"{tally.passed} passed, {tally.failed} failed, {tally.skipped} skipped")
    return 1 if tally.failed else 0


if __name__ == "__main__":
    sys.exit(main())
