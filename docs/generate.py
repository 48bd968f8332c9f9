#!/usr/bin/env python3
"""Writes the generated parts of the documentation, or (--check) tells whether they are up to date.

Generated are docs/diagnostics/README.md and every table between the markers
    <!-- generated: OPTION -->  and  <!-- end -->
in the pages of docs/ and in README.md, where OPTION is one of romasc's --print-... options.
"""
import argparse
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
MARKER = re.compile(r"(<!-- generated: (--print-[a-z]+) -->\n).*?(<!-- end -->)", re.S)
COLUMNS = {
    "--print-diagnostics": ["id", "rule", "class", "what"],
    "--print-passes": ["pass", "kind", "options", "what"],
    "--print-targets": ["target", "file", "what"],
    "--print-formats": ["format", "files", "what"],
}


def rows(romasc, option):
    """The cells of a table that romasc prints: columns begin where they begin in every line."""
    lines = subprocess.run([romasc, option], check=True, capture_output=True, text=True).stdout.splitlines()
    count = len(COLUMNS[option])
    width = max(len(line) for line in lines)
    blank = [all(i >= len(line) or line[i] == " " for line in lines) for i in range(width)]
    starts = [0] + [i + 1 for i in range(1, width - 1) if blank[i] and blank[i - 1] and not blank[i + 1]]
    starts = starts[:count]
    return [[line[a:b].strip() for a, b in zip(starts, starts[1:] + [None])] for line in lines]


def table(romasc, option, link=""):
    lines = ["| " + " | ".join(COLUMNS[option]) + " |", "|" + " --- |" * len(COLUMNS[option])]
    for cells in rows(romasc, option):
        cells = [cell.replace("|", "\\|") for cell in cells]
        if link:
            cells[1] = f"[{cells[1]}]({cells[1]}.md)"
        elif option != "--print-diagnostics":
            cells[0] = f"`{cells[0]}`"
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def generated(romasc):
    """Path and wanted text of every file with generated parts."""
    yield os.path.join(ROOT, "docs/diagnostics/README.md"), (
        "# Diagnostics\n\nEvery rule that romasc can report. `romasc --explain=ID` prints its page.\n\n"
        "A *defect* is a warning, and an error under `--strict`; a *note* is off unless asked for with `-Wpedantic` or by name.\n\n"
        + table(romasc, "--print-diagnostics", link="page")
    )
    pages = [os.path.join(ROOT, "README.md")]
    for folder, _, files in os.walk(os.path.join(ROOT, "docs")):
        pages += [os.path.join(folder, name) for name in sorted(files) if name.endswith(".md")]
    for page in pages:
        with open(page, encoding="utf-8") as file:
            text = file.read()
        if MARKER.search(text):
            yield page, MARKER.sub(lambda m: m.group(1) + table(romasc, m.group(2)) + m.group(3), text)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--romasc", required=True)
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    stale = []
    for path, wanted in generated(arguments.romasc):
        try:
            with open(path, encoding="utf-8") as file:
                present = file.read()
        except FileNotFoundError:
            present = None
        if present == wanted:
            continue
        stale.append(os.path.relpath(path, ROOT))
        if not arguments.check:
            with open(path, "w", encoding="utf-8") as file:
                file.write(wanted)
    if arguments.check and stale:
        print("stale, run ./x docs: " + ", ".join(stale))
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
