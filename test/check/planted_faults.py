"""How many faults that are planted in the sources ./x check finds: python3 test/check/planted_faults.py --build build [--faults 40] [--seed 1].

A fault is one change of a line: a comparison, a sign, a number, a condition or a text. Those that do not compile are not counted. A fault
that ./x check does not detect in its 90 seconds is tried again with all tests that run the source.
"""
import argparse
import os
import random
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
CHECK = os.path.dirname(os.path.abspath(__file__))
BOXES = ("support/", "ir/", "frontend/", "passes/", "backends/", "driver/")
# Outside of texts: what is replaced, and by what.
CHANGES = [
    (r" == ", " != "), (r" != ", " == "), (r" < ", " >= "), (r" > ", " <= "), (r" <= ", " > "), (r" >= ", " < "), (r" && ", " || "), (r" \|\| ", " && "),
    (r" \+ ", " - "), (r" - ", " + "), (r" \* (?=[a-z0-9(])", " / "), (r"\btrue\b", "false"), (r"\bfalse\b", "true"), (r"!(?=[a-z])", ""),
    (r"(?<![\w.\"])([1-9]\d?)(?![\w.\"])", None), (r"\bcontinue;", ";"), (r"\+= ", "-= "), (r"\bmax\(", "min("), (r"\bmin\(", "max("),
]


def candidates(text):
    """(number of the line, the line with a fault) for each change that a source allows."""
    for number, line in enumerate(text.split("\n")):
        code = line.split("//")[0]
        if not line.startswith(" ") or "template" in code or "static_assert" in code:
            continue
        for pattern, after in CHANGES:
            for found in re.finditer(pattern, code):
                if code[: found.start()].count('"') % 2 == 0:
                    put = str(int(found[0]) + 1) if after is None else after
                    yield number, line[: found.start()] + put + line[found.end():]
        for found in re.finditer(r'"([A-Za-z][a-z]+) [a-z]', code):
            yield number, line[: found.start(1)] + "wrong" + line[found.end(1):]


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def check(build, source, seconds):
    done = subprocess.run([sys.executable, os.path.join(CHECK, "check.py"), "--build", build, "--seconds", str(seconds), source], cwd=ROOT, capture_output=True, text=True)
    return done.returncode, (done.stdout.strip().splitlines() or [""])[-1]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", default="build")
    parser.add_argument("--faults", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    if subprocess.run(["git", "status", "--porcelain"], cwd=ROOT, capture_output=True, text=True).stdout:
        sys.exit("commit or stash first: sources are changed and put back")
    chance = random.Random(arguments.seed)
    with open(os.path.join(CHECK, "map.txt"), encoding="utf-8") as file:
        sources = [line.split(":")[0] for line in file if line.startswith(BOXES)]
    sources = [source for source in sources if source.endswith(".cpp") and os.path.exists(os.path.join(ROOT, source))]
    texts = {source: read(os.path.join(ROOT, source)) for source in sources}
    faults = [(source, *fault) for source in sources for fault in candidates(texts[source])]
    chance.shuffle(faults)
    found = missed = later = 0
    for source, number, line in faults:
        if found + missed + later == arguments.faults:
            break
        path, text = os.path.join(ROOT, source), texts[source]
        lines = text.split("\n")
        try:
            with open(path, "w", encoding="utf-8") as file:
                file.write("\n".join([*lines[:number], line, *lines[number + 1:]]))
            status, said = check(arguments.build, source, 90)
            if status == 2:
                continue
            how = "found"
            if status == 0:
                status, more = check(arguments.build, source, 1200)
                how, said = ("found by all tests of the source" if status else "NOT FOUND"), said + "; " + more
        finally:
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
        found, later, missed = found + (how == "found"), later + how.startswith("found by"), missed + (how == "NOT FOUND")
        print(f"{how}: {source}:{number + 1}: {lines[number].strip()}  =>  {line.strip()}  ({said})", flush=True)
    print(f"{found + later + missed} faults: ./x check found {found}, all tests of a source {later} more, {missed} are not found")


if __name__ == "__main__":
    main()
