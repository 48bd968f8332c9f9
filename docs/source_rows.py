"""Reads tables out of the sources and writes them as tables of Markdown, for generate.py and what it imports."""
import os
import re

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def source(path, pattern, flags=0):
    """Returns the matches of a pattern in a source file. Without a match the file has changed its form."""
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        text = file.read()
    if path.endswith((".cpp", ".h")):
        # As one line: rows, texts and comments behind values that the formatter has broken.
        text = re.sub(r'"\n\s*"', "", text)
        text = re.sub(r"(?<=[,{])\n\s+", lambda m: " " if text[m.start() - 1] == "," else "", text)
        text = re.sub(r"(;  // .*)\n\s+// ", r"\1 ", text)
    found = re.findall(pattern, text, flags)
    if not found:
        raise SystemExit(f"docs/generate.py finds no table in {path}")
    return found


def markdown(columns, lines):
    lines = [[cell.replace("|", "\\|") for cell in cells] for cells in lines]
    return "".join("| " + " | ".join(cells) + " |\n" for cells in [columns, ["---"] * len(columns), *lines])


def rows_of(path, macro):
    """The arguments of each row MACRO(…) of a table whose arguments are texts or words."""
    (text,) = source(path, r"\A.*\Z", re.S)
    argument = r'"(?:[^"]*)"(?:\s*"[^"]*")*|\w+'
    rows = re.findall(rf"^{macro}\(((?:{argument})(?:,\s*(?:{argument}))*)\)$", text, re.M)
    if not rows:
        raise SystemExit(f"docs/generate.py finds no row {macro} in {path}")
    return [[re.sub(r'"\s*"', "", cell).strip('"') for cell in re.findall(argument, row)] for row in rows]


def plain(text):
    """A text in which no character means something to Markdown."""
    return re.sub(r"([*<_])", r"\\\1", text)


def seeds(path):
    """The rows of seeds.tsv: number, place, statement, tests and the remark, which may be empty."""
    with open(path, encoding="utf-8") as file:
        rows = [line.rstrip("\n").split("\t") for line in file if not line.startswith("#")]
    return [[*row, ""] if len(row) == 4 else row for row in rows]
