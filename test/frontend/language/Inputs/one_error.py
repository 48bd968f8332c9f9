#!/usr/bin/env python3
"""Changes one word of a program and counts the errors. Usage: one_error.py ROMASC SOURCES FOLDER [COUNT [SEED]] [--worst N] [--goals ONE TWO MOST WARNED]

Every program of examples/ and of the tests of the language that has no error of its own is a source. A change leaves a word out, doubles
it, swaps it with the next one, puts another word of the same program in its place, or misspells it. A change that is still a program of
the language (no error) isn't counted. COUNT changes are drawn (0: each word in each way). `--goals` are the least share in percent with
one error, the least share with at most two, the most errors of one change, and the largest share with a warning of a rule that says
nothing of the unchanged program. `--worst` shows changes with the most errors, and with such warnings.
"""
import argparse
import collections
import json
import os
import random
import re
import shutil
import subprocess
import sys

TOGETHER = 40  # programs of one run
LARGEST = 12_000  # bytes of a program
KEPT_OUT = re.compile(r"expected-|mistake|RUN: not")  # programs of the tests that are wrong by intent
WORD = re.compile(r'r"[^"]*"|r#".*?"#|"(?:\\.|[^"\\\n])*"|//[^\n]*|/\*.*?\*/|\s+|\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|\w+|->|\.\.|[=!<>]=|.', re.S)


def is_code(word):
    return not word.isspace() and not word.startswith(("//", "/*"))


def misspell(word, rng):
    """Another letter, a letter left out, or two letters swapped."""
    at = rng.randrange(len(word))
    kind = rng.randrange(3)
    if kind == 0:
        return word[:at] + rng.choice("abcdefghijklmnopqrstuvwxyz".replace(word[at].lower(), "")) + word[at + 1:]
    if kind == 1 and len(word) > 1:
        return word[:at] + word[at + 1:]
    at = min(at, len(word) - 2)
    return word[:at] + word[at + 1] + word[at] + word[at + 2:] if len(word) > 1 else word + word


def change(words, at, kind, rng):
    """The changed words, or None where the change would change nothing."""
    code = [number for number, word in enumerate(words) if is_code(word)]
    changed = list(words)
    if kind == "left out":
        changed[at] = ""
    elif kind == "doubled":
        changed[at] = f"{words[at]} {words[at]}"
    elif kind == "swapped":
        behind = next((number for number in code if number > at), None)
        if behind is None:
            return None
        changed[at], changed[behind] = words[behind], words[at]
    elif kind == "replaced":
        changed[at] = words[rng.choice(code)]
    elif not words[at][0].isalpha():
        return None
    else:
        changed[at] = misspell(words[at], rng)
    return None if changed == words else changed


def joined(words):
    """The text. Words stay apart that would be read as one."""
    text = ""
    for word in words:
        glued = text and word and re.match(r"\w\w|\.\.|[=!<>]=|->|//|/\*", text[-1] + word[0])
        text += " " + word if glued else word
    return text


KINDS = ("left out", "doubled", "swapped", "replaced", "misspelt")


def findings(romasc, paths):
    """Returns the findings of each program, as pairs of severity and text."""
    done = subprocess.run([romasc, "--emit=none", "--format=json", "--error-limit=0", *paths], capture_output=True, text=True, errors="replace", timeout=300)
    if done.returncode not in (0, 1):
        raise RuntimeError(f"status {done.returncode} of {' '.join(paths)}: {done.stderr[-300:]}")
    found = {path: [] for path in paths}
    names = {os.path.basename(path): path for path in paths}
    items = json.loads(done.stderr) if done.stderr.strip() else []
    for item in items:
        places = [item] + item.get("notes", [])
        owner = next((names[os.path.basename(place.get("file", ""))] for place in places if os.path.basename(place.get("file", "")) in names), paths[0])
        found[owner].append((item["severity"], f"{item.get('line', 0)}:{item.get('column', 0)} {item['rule']} {item['message']}"))
    return found


def sources(romasc, top, folder):
    """The programs without errors, with their words and the rules that say something of them."""
    for part in ("examples", "test/frontend/language"):
        shutil.copytree(os.path.join(top, part), os.path.join(folder, part), dirs_exist_ok=True)
    found = []
    for where, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(names):
            path = os.path.join(where, name)
            if not name.endswith(".romas") or os.path.getsize(path) > LARGEST:
                continue
            with open(path, encoding="utf-8", errors="replace") as file:
                text = file.read()
            said = [] if KEPT_OUT.search(text) else findings(romasc, [path])[path]
            if not KEPT_OUT.search(text) and not any(severity == "error" for severity, _ in said):
                found.append((path, [word for word in WORD.findall(text) if word], {message.split(" ")[1] for _, message in said}))
    return found


def drawn(programs, count, rng):
    places = [(number, at, kind) for number, (_, words, _) in enumerate(programs) for at, word in enumerate(words) if is_code(word) for kind in KINDS]
    return places if count == 0 else rng.sample(places, min(count, len(places)))


def measure(romasc, programs, count, rng):
    """Returns for each change that is no program its errors, the warnings of rules that were silent before, and the change."""
    result, legal, batch = [], 0, []

    def flush():
        nonlocal legal
        found = findings(romasc, [path for path, _, _ in batch])
        for path, what, before in batch:
            errors = [text for severity, text in found[path] if severity == "error"]
            others = [text for severity, text in found[path] if severity == "warning" and text.split(" ")[1] not in before]
            if errors:
                result.append((errors, others, what))
            else:
                legal += 1
            os.remove(path)
        batch.clear()

    for turn, (number, at, kind) in enumerate(drawn(programs, count, rng)):
        path, words, before = programs[number]
        changed = change(words, at, kind, rng)
        if changed is None:
            continue
        mutant = os.path.join(os.path.dirname(path), f"changed_{turn}.romas")
        with open(mutant, "w", encoding="utf-8") as file:
            file.write(joined(changed))
        line = "".join(words[:at]).count("\n") + 1
        shown = words[at].replace("\n", " ") if kind in ("left out", "doubled") else f"{words[at]} → {''.join(changed[at:at + 1])}"
        batch.append((mutant, f"{os.path.basename(path)}:{line}: {kind}: {shown}", before))
        if len(batch) == TOGETHER:
            flush()
    if batch:
        flush()
    return result, legal


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("romasc")
    parser.add_argument("sources")
    parser.add_argument("folder")
    parser.add_argument("count", type=int, nargs="?", default=1500)
    parser.add_argument("seed", type=int, nargs="?", default=1)
    parser.add_argument("--worst", type=int, default=5)
    parser.add_argument("--goals", type=float, nargs=4, default=(90, 99, 5, 1))
    options = parser.parse_args()
    shutil.rmtree(options.folder, ignore_errors=True)
    programs = sources(options.romasc, options.sources, options.folder)
    result, legal = measure(options.romasc, programs, options.count, random.Random(options.seed))
    assert len(programs) >= 20 and result, "too few programs to change"
    for errors, others, what in sorted(result, key=lambda entry: -len(entry[0]))[:options.worst]:
        print(f"{len(errors)} errors: {what}")
        for text in errors[:8]:
            print("    " + text)
    warned = [entry for entry in result if entry[1]]
    for errors, others, what in warned[:options.worst]:
        print(f"a warning beside the error: {what}\n    {errors[0]}\n    {others[0]}")
    shares = [100 * sum(len(errors) <= most for errors, _, _ in result) / len(result) for most in (1, 2)]
    largest = max(len(errors) for errors, _, _ in result)
    print(f"{len(result)} changes of {len(programs)} programs have errors, {legal} have none and are not counted")
    for kind in KINDS:
        counts = [len(errors) for errors, _, what in result if f": {kind}: " in what]
        if counts:
            print(f"  {kind}: {len(counts)}, {100 * counts.count(1) / len(counts):.1f} % with one error, at most {max(counts)}")
    with_others = collections.Counter(text.split(" ")[1] for _, others, _ in result for text in others)
    print(f"one error: {shares[0]:.1f} %, at most two: {shares[1]:.1f} %, the most: {largest}")
    share_warned = 100 * len(warned) / len(result)
    print(f"warnings beside the error: {share_warned:.2f} %" + "".join(f", {count} {rule}" for rule, count in with_others.most_common()))
    reached = shares[0] >= options.goals[0] and shares[1] >= options.goals[1] and largest <= options.goals[2] and share_warned <= options.goals[3]
    return 0 if reached else 1


if __name__ == "__main__":
    sys.exit(main())
