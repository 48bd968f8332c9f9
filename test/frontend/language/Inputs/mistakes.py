#!/usr/bin/env python3
"""Mistakes, each with what is said about it. Usage: mistakes.py ROMASC MISTAKES.txt FOLDER [--print] [--least N]

MISTAKES.txt holds cases with empty lines between:

    # what the mistake is
    > -D reach=1s                 options, where there are any
    robot r { link a { mass 1; } }
    = 1:25 dimension-mismatch '1' is a plain number, but the mass takes a mass; write '1 kg'

Every line with '=' is an error (place, rule, the whole message), in this order, and there is no other. A place in another file has the
file's name in front. Notes of an error follow it with '+' (place and message); a case gives all of them or none. A line 'file NAME'
begins another file of the case. `--least N`: there must be so many cases. `--print` prints the cases with what is said today instead, `+notes` behind it with all notes.
"""
import json
import os
import shlex
import shutil
import subprocess
import sys

romasc, path, folder = sys.argv[1:4]
rewrite = "--print" in sys.argv[4:]
least = int(sys.argv[sys.argv.index("--least") + 1]) if "--least" in sys.argv else 80  # cases that there must be


def place(item, main):
    name = os.path.basename(item.get("file", ""))
    return ("" if name in (main, "") else name + ":") + f"{item.get('line', 0)}:{item.get('column', 0)}"


def said(case, where):
    files, name, options = {"main.romas": []}, "main.romas", []
    for line in case:
        if line.startswith("> "):
            options += shlex.split(line[2:])
        elif line.startswith("file "):
            name = line[5:]
            files[name] = []
        elif not line.startswith(("#", "= ", "+ ")):
            files[name].append(line)
    shutil.rmtree(where, ignore_errors=True)
    os.makedirs(where)
    for name, lines in files.items():
        os.makedirs(os.path.dirname(os.path.join(where, name)), exist_ok=True)
        with open(os.path.join(where, name), "w", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")
    if "--emit" not in " ".join(options):
        options.append("--emit=none")
    command = [romasc, "--format=json", "--error-limit=0", "main.romas", *options]
    done = subprocess.run(command, cwd=where, capture_output=True, text=True, timeout=60)
    try:
        items = json.loads(done.stderr) if done.stderr.strip() else []
    except json.JSONDecodeError:
        return [f"= status {done.returncode} {done.stderr[:300]}"]
    result = []
    for item in (item for item in items if item["severity"] == "error"):
        result.append(f"= {place(item, 'main.romas')} {item['rule']} {item['message']}")
        result += [f"+ {place(note, 'main.romas')} {note['message']}" for note in item.get("notes", [])]
    return result


with open(path, encoding="utf-8") as file:
    cases = [case.split("\n") for case in file.read().strip("\n").split("\n\n")]
wrong = 0
for number, case in enumerate(cases):
    found = said(case, os.path.join(folder, str(number)))
    expected = [line for line in case if line.startswith(("= ", "+ "))]
    if not any(line.startswith("+ ") for line in expected):
        compared = [line for line in found if not line.startswith("+ ")]
    else:
        compared = found
    if rewrite:
        print("\n".join([line for line in case if not line.startswith(("= ", "+ "))] + (found if "+notes" in sys.argv else compared)) + "\n")
    elif compared != expected or not expected:
        wrong += 1
        print("\n".join(["", case[0], "expected:", *expected, "found:", *compared]))
if not rewrite:
    print(f"{len(cases)} mistakes, {wrong} with another answer")
sys.exit(1 if wrong or len(cases) < least else 0)
