#!/usr/bin/env python3
"""Finds comment sentences without a subject: those that begin with What, Who, Whose, Of, That or Where and are no question.

Usage: comment_sentences.py [--boxes] [FOLDER]. Reads the files of FOLDER that git tracks (all files if FOLDER is no part of a
repository), prints each such sentence as FILE:LINE: TEXT, and exits with 1 if their share is above MOST. Docstrings count as comments.
"""
import argparse
import ast
import collections
import os
import re
import subprocess
import sys

MOST = 0.005  # the rest are quotations, titles of books, and sentences such as "That is enough."
NAMES = re.compile(r".*\.(cpp|h|hpp|cuh|def|c|py|cmake)$|(.*/)?CMakeLists\.txt$")
OTHERS = ("test/docs/Inputs/comment_sentences/",)  # this check's test
# Strings come first: they may hold the signs of comments.
C_TOKEN = re.compile(r'R"([^ ()\\\s]*)\([\s\S]*?\)\1"|"(?:\\.|[^"\\\n])*"|(?<!\w)\'(?:\\.|[^\'\\\n])*\'|//(?P<line>[^\n]*)|/\*(?P<block>[\s\S]*?)\*/')
HASH_TOKEN = re.compile(r'"""[\s\S]*?"""|\'\'\'[\s\S]*?\'\'\'|"(?:\\[\s\S]|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|#(?P<line>[^\n]*)')
CMAKE_TOKEN = re.compile(r'\[(=*)\[[\s\S]*?\]\1\]|"(?:\\[\s\S]|[^"\\])*"|#(?P<line>[^\n]*)')
NO_SUBJECT = re.compile(r"(What|Who|Whose|Of|That|Where)\b")


def comments(name, text):
    """Yields the first line and the text of each comment. A comment alone on its line continues one above it in its column."""
    token = HASH_TOKEN if name.endswith(".py") else CMAKE_TOKEN if name.endswith((".cmake", ".txt")) else C_TOKEN
    first, last, column, words = 0, 0, 0, ""
    for match in token.finditer(text):
        line_words, block_words = match["line"], match.groupdict().get("block")
        if line_words is None and block_words is None:
            continue  # a string
        line, before = text.count("\n", 0, match.start()) + 1, text[text.rfind("\n", 0, match.start()) + 1 : match.start()]
        if line_words is not None and line == last + 1 and len(before) == column and not before.strip():
            words += "\n" + line_words
        else:
            yield first, words
            first, column, words = line, len(before), block_words if line_words is None else line_words
        last = 0 if line_words is None else line
    yield first, words
    for node in ast.walk(ast.parse(text)) if name.endswith(".py") else []:
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and ast.get_docstring(node):
            yield node.body[0].lineno, ast.get_docstring(node)


def sentences(name, text):
    """Yields the line and the words of each sentence of the comments of a file."""
    for first, words in comments(name, text):
        for match in re.finditer(r"[\s*/#!]*(\S[\s\S]*?)(?:(?<=[.:!?])(?=\s)|\Z)", words):
            sentence = " ".join(re.sub(r"\n\s*[/*#]+", "\n", match[1]).split())
            if re.match(r"[A-Za-z]\S* ", sentence):  # no argument's name, no NOLINT
                yield first + words.count("\n", 0, match.start(1)), sentence


def files(folder):
    """Returns the names of the sources in a folder, relative to it."""
    tracked = subprocess.run(["git", "-C", folder, "ls-files"], capture_output=True, text=True)
    names = tracked.stdout.split("\n")
    if not tracked.stdout:
        names = [os.path.relpath(os.path.join(at, name), folder) for at, _, found in os.walk(folder) for name in found]
    return sorted(name for name in names if NAMES.match(name) and not name.startswith(OTHERS))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", nargs="?", default=".")
    parser.add_argument("--boxes", action="store_true", help="print how many there are in each folder of the second level")
    arguments = parser.parse_args()
    boxes = collections.defaultdict(lambda: [0, 0])
    for name in files(arguments.folder):
        with open(os.path.join(arguments.folder, name), encoding="utf-8", errors="replace") as opened:
            for line, sentence in sentences(name, opened.read()):
                found = bool(NO_SUBJECT.match(sentence)) and not sentence.endswith("?")
                box = boxes["/".join(name.split("/")[:2])]
                box[0] += found
                box[1] += 1
                if found:
                    print(f"{name}:{line}: {sentence}")
    for box, (found, all_of_box) in sorted(boxes.items(), key=lambda row: (-row[1][0], row[0])) if arguments.boxes else []:
        print(f"{box}: {found} of {all_of_box}")
    found, all_sentences = map(sum, zip(*boxes.values(), (0, 0)))
    print(f"{found} of {all_sentences} sentences of comments have no subject")
    return found > MOST * all_sentences


if __name__ == "__main__":
    sys.exit(main())
