#!/usr/bin/env python3
"""Changes programs word by word and compiles them. Usage: mutations.py ROMASC SOURCES FOLDER [COUNT [SEED]]

No program may crash or hang; the status is 0 or 1, and every error of a program with a syntax error has a place. The seed fixes
everything; several programs are compiled at once, and one by one where something is wrong.
"""
import os
import random
import re
import subprocess
import sys

ROMASC, SOURCES, FOLDER = sys.argv[1:4]
COUNT = int(sys.argv[4]) if len(sys.argv) > 4 else 1500
SEED = int(sys.argv[5]) if len(sys.argv) > 5 else 1
TOGETHER = 50
LARGEST = 12_000  # bytes of a program
WORD = re.compile(r'r"[^"]*"|r#".*?"#|"(?:\\.|[^"\\\n])*"|//[^\n]*|/\*.*?\*/|\s+|\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|\w+|->|\.\.|[=!<>]=|.', re.S)
EXTRA = 'if else then for in let fn module use param assert expose import robot link not and or { } ( ) [ ] ; , . .. -> = ^ - * + 1e9 deg "{}" "{1}" "{/**/}" as named remove replace subtree'.split()
WRAPS = [("(", ")"), ("[", "]"), ("{", "}"), ("if true then ", " else 0"), ("-", ""), ("not ", ""), ("abs(", ")"), ("[q for q in ", "]")]
LINKS = ["[0]", ".x", "(1)", "+1", " else if true { }"]
SHOWN = re.compile(r"^ *\d* \|")
LOCATED = re.compile(r"^(.+?):(\d+):(\d+): error: ")


def programs():
    found = []
    for top in ("examples", "test"):
        for where, folders, names in os.walk(os.path.join(SOURCES, top)):
            folders.sort()
            for name in sorted(names):
                path = os.path.join(where, name)
                if name.endswith(".romas") and os.path.getsize(path) < LARGEST:
                    with open(path, encoding="utf-8", errors="replace") as file:
                        found.append(WORD.findall(file.read()))
    return [words for words in found if words]


def change(words, other, rng):
    at = rng.randrange(len(words))
    size = min(len(words) - at, rng.choice((1, 1, 2, 4, 30)))
    deep = rng.choice((1, 2, 5, 20, 300, 700))
    kind = rng.randrange(8)
    if kind == 0:
        del words[at:at + size]
    elif kind == 1:
        words[at:at] = words[at:at + size]
    elif kind == 2:
        to = rng.randrange(len(words))
        words[at], words[to] = words[to], words[at]
    elif kind == 3:
        like = [word for word in words if word[0].isalpha() == words[at][0].isalpha() and word[0].isdigit() == words[at][0].isdigit()]
        words[at] = rng.choice(like)
    elif kind == 4:
        words[at:at + 1] = [" ", rng.choice(EXTRA), " "]
    elif kind == 5:
        begin = rng.randrange(len(other))
        words[at:at] = other[begin:begin + size]
    elif kind == 6:
        before, behind = rng.choice(WRAPS)
        words[at] = before * deep + words[at] + behind * deep
    else:
        words[at] += rng.choice(LINKS) * deep


def compile_together(paths):
    try:
        done = subprocess.run([ROMASC, "--emit=none", "--color=never", "--error-limit=0", *paths], capture_output=True, text=True, errors="replace", timeout=120)
    except subprocess.TimeoutExpired:
        return None, "took more than 120 s"
    return done.returncode, done.stderr


# Not the lines of the source that are shown below a finding.
def error_lines(said):
    return [line for line in said.splitlines() if (": error: " in line or line.startswith("error: ")) and not SHOWN.match(line)]


def problem(path):
    status, said = compile_together([path])
    if status not in (0, 1):
        return f"{path}: status {status} {said[:300]}"
    errors = error_lines(said)
    loose = [line for line in errors if not LOCATED.match(line)]
    if loose:
        return f"{path}: an error without a place: {loose[0][:300]}"
    if status == 1 and not errors:
        return f"{path}: status 1 without an error"
    return None


def main():
    os.makedirs(FOLDER, exist_ok=True)
    rng = random.Random(SEED)
    sources = programs()
    assert len(sources) >= 10, "too few programs to change"
    paths, wrong = [], []
    for number in range(COUNT):
        words = list(rng.choice(sources))
        for _ in range(rng.randrange(1, 4)):
            if words:
                change(words, rng.choice(sources), rng)
        path = os.path.join(FOLDER, f"{number}.romas")
        with open(path, "w", encoding="utf-8") as file:
            file.write("".join(words))
        paths.append(path)
    errors = 0
    for first in range(0, COUNT, TOGETHER):
        batch = paths[first:first + TOGETHER]
        status, said = compile_together(batch)
        lines = error_lines(said)
        errors += len(lines)
        if status not in (0, 1) or any(not LOCATED.match(line) for line in lines):
            wrong += [text for text in map(problem, batch) if text]
            if not wrong:
                wrong.append(f"{batch[0]} and {TOGETHER - 1} behind it: status {status} together, and none alone")
    print("\n".join(wrong[:20]))
    print(f"{COUNT} programs, {errors} errors, {len(wrong)} wrong")
    return 1 if wrong or errors == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
