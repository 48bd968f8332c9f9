"""Robots that are written in xacro and in the Romas language: how long they are, and what romasc says of the same mistakes in both.

families.py ROMASC EXAMPLES FOLDER TABLE: each mistake of families.txt is made in a copy of the examples, in either language; prints two
tables as docs/from-xacro.md has them, and fails where TABLE (that page) has others.
"""
import os
import re
import shutil
import subprocess
import sys

FAMILIES = (("humanoid", "the humanoid", ("humanoid.urdf.xacro", "limbs.xacro"), ("humanoid.romas", "limbs.romas")),
            ("ur-family", "nine arms by model", ("ur.urdf.xacro", "ur_macro.xacro"), ("ur.romas", "models.romas")))


def code_of(path):
    """Lines and characters that are neither comments nor blanks."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    text = re.sub(r"<!--.*?-->" if path.endswith(".xacro") else r"//[^\n]*", "", text, flags=re.S)
    lines = [line for line in (line.strip() for line in text.splitlines()) if line]
    return len(lines), sum(len(line) for line in lines)


def sizes(examples):
    rows = []
    for folder, what, xacro, romas in FAMILIES:
        counts = [[sum(c) for c in zip(*(code_of(os.path.join(examples, folder, name)) for name in names))] for names in (xacro, romas)]
        rows.append(f"| {what} | {counts[0][0]} lines, {counts[0][1]} characters | {counts[1][0]} lines, {counts[1][1]} characters |")
    return rows


def mistakes(path):
    """(what, the edit in xacro, the edit in Romas); an edit: file, text, what replaces it."""
    with open(path, encoding="utf-8") as file:
        blocks = [block.splitlines() for block in file.read().split("\n\n") if block and not block.startswith("#")]
    return [(what, *[tuple(part.strip() for part in edit.split(" | ")) for edit in edits]) for what, *edits in blocks]


def outcome(romasc, examples, folder, edit):
    """Returns the findings of romasc on the first robot of a family with this edit."""
    path, old, new = edit
    copy = os.path.join(folder, "examples")
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(examples, copy)
    target = os.path.join(copy, path)
    with open(target, encoding="utf-8") as file:
        text = file.read()
    if text.count(old) != 1:
        sys.exit(f"{path}: {old!r} stands there {text.count(old)} times")
    line = text[:text.index(old)].count("\n") + 1
    with open(target, "w", encoding="utf-8") as file:
        file.write(text.replace(old, new))
    family = next(f for f in FAMILIES if path.startswith(f[0] + "/"))
    main = (family[2] if path.endswith((".xacro", "-xacro.yaml")) else family[3])[0]
    done = subprocess.run([romasc, os.path.join(copy, family[0], main), "--emit=none"], capture_output=True, text=True, timeout=60, check=False)
    found = re.findall(r"^(\S+?):(\d+):\d+: (error|warning):", done.stderr, re.M)
    errors = [f for f in found if f[2] == "error"]
    here = any(os.path.basename(name) == os.path.basename(path) and int(at) == line for name, at, _ in errors)
    led = re.search(rf"^\S*{re.escape(os.path.basename(path))}:{line}:\d+: note", done.stderr, re.M)
    if not found:
        return "nothing"
    if not errors:
        return "a warning"
    return ("an error" if len(errors) == 1 else f"{len(errors)} errors") + (" there" if here else ", a note there" if led else " elsewhere")


def main():
    romasc, examples, folder, table = sys.argv[1:]
    lines = ["| | xacro | Romas |", "|---|---|---|"] + sizes(examples)
    rows, counts = ["| mistake | in xacro | in Romas |", "|---|---|---|"], [[], []]
    for what, *edits in mistakes(os.path.join(os.path.dirname(os.path.abspath(__file__)), "families.txt")):
        said = [outcome(romasc, examples, folder, edit) for edit in edits]
        rows.append(f"| {what} | {said[0]} | {said[1]} |")
        for column, result in zip(counts, said):
            column.append(result)
    with open(table, encoding="utf-8") as file:
        page = file.read()
    stale = [rows_of for rows_of in (lines, rows) if "\n".join(rows_of) not in page]
    for rows_of in (lines, rows):
        print("\n".join(rows_of) + "\n")
    print(f"{len(rows) - 2} mistakes: {sum('there' in r for r in counts[0])} errors lead to the place in xacro, {sum('there' in r for r in counts[1])} in Romas; "
          f"nothing is said of {counts[0].count('nothing')} and {counts[1].count('nothing')}")
    if stale:
        sys.exit(f"{table} has other tables")


if __name__ == "__main__":
    main()
