#!/usr/bin/env python3
"""Compiles what the documentation shows. Usage: language_snippets.py [--sound] ROMASC FOLDER PAGE...

    ```romas         compiles without an error. A block with a name, or in which a line begins with robot, import, param, fn, module or
                     assembly, is a file; all others stand in `robot example { … }`, and their links need not be one tree.
    ```romas-error   gives exactly the errors that it shows: `// error: TEXT` behind a line of code is a part of the message there.
    ```xml, ```yaml  is a file for the others to import or load.

A file whose first line is a comment with nothing but a file's name (`// leg.romas`, `<!-- table.urdf -->`, `# arms.yaml`) is kept under that name for the
blocks behind it. Blocks of a page share a folder. With --sound every ```romas block is such a file, and has no finding under --strict.
"""
import json
import os
import re
import shutil
import subprocess
import sys

sound = sys.argv[1] == "--sound"
romasc, folder, *pages = sys.argv[2:] if sound else sys.argv[1:]
FILE = re.compile(r"^(robot|import|param|type|fn|module|assembly)\b", re.M)
NAME = re.compile(r"\A(?:// ([\w./-]+\.romas)|<!-- ([\w./-]+\.(?:urdf|xacro|xml)) -->|# ([\w./-]+\.yaml))\n")
problems = []
counts = {"romas": 0, "romas-error": 0, "xml": 0, "yaml": 0}


def compile_file(path, fragment, every_finding=False):
    """Line and message of every error, or of every finding under --strict; those of other files have line 0."""
    options = ["--error-limit=0", "--format=json"] + ["--strict"] * every_finding
    done = subprocess.run([romasc, *options, os.path.basename(path)], cwd=os.path.dirname(path), capture_output=True, text=True)
    try:
        found = json.loads(done.stderr) if done.stderr.strip() else []
    except json.JSONDecodeError:
        return [(0, f"status {done.returncode}: {done.stderr[:500]}")]
    found = [item for item in found if (every_finding or item["severity"] == "error") and not (fragment and item["rule"] == "root-count")]
    errors = [(item.get("line", 0) if os.path.basename(item.get("file", "")) == os.path.basename(path) else 0, item["message"]) for item in found]
    return errors or ([(0, f"status {done.returncode}")] if done.returncode and not fragment else [])


for page in pages:
    place = os.path.join(folder, os.path.basename(page).removesuffix(".md"))
    shutil.rmtree(place, ignore_errors=True)
    os.makedirs(place)
    with open(page, encoding="utf-8") as file:
        text = file.read()
    for match in re.finditer(r"^```(romas-error|romas|xml|yaml)\n(.*?)^```$", text, re.M | re.S):
        kind, code = match.groups()
        counts[kind] += 1
        where = f"{os.path.basename(page)}:{text.count(chr(10), 0, match.start()) + 1}"
        named = NAME.match(code)
        path = os.path.join(place, (named.group(1) or named.group(2) or named.group(3)) if named else "snippet.romas")
        if kind in ("xml", "yaml") and not named:
            continue
        os.makedirs(os.path.dirname(path), exist_ok=True)
        before = 0
        if kind not in ("xml", "yaml") and not named and not FILE.search(code):
            code = "robot example {\n" + code + "}\n"
            before = 1
        with open(path, "w", encoding="utf-8") as file:
            file.write(code)
        if sound and kind == "romas" and not named:
            problems.append(f"{where}: is no file with a name")
        if path.endswith((".xacro", ".yaml")):  # xacro may read files that the page does not show
            continue
        errors = compile_file(path, before == 1, sound and kind != "romas-error")
        expected = [(number, wanted.strip()) for number, line in enumerate(code.splitlines(), 1) for wanted in re.findall(r"// error: (.*)$", line)]
        if kind == "romas-error" and not expected:
            problems.append(f"{where}: shows no error")
        for number, wanted in expected:
            hit = next((error for error in errors if error[0] == number and wanted in error[1]), None)
            if hit is None:
                problems.append(f"{where}: line {number - before} does not give '{wanted}'")
            else:
                errors.remove(hit)
        problems += [f"{where}: line {line - before}: {message}" for line, message in errors]

print("\n".join(problems))
print(f"{counts['romas']} snippets, {counts['romas-error']} wrong ones, {len(problems)} problems")
sys.exit(1 if problems or not counts["romas"] else 0)
