#!/usr/bin/env python3
"""Checks docs/architecture.md and the decision records. Usage: decisions.py SOURCE [DOCS]

The page has at most 1,500 words. Records are numbered without gaps, have their sections and a place in the index, and each source that
they or the page name exists. DOCS is the folder of both, docs/ of SOURCE if it is absent.
"""
import os
import re
import subprocess
import sys

MOST_WORDS = 1500
RECORD = re.compile(
    r"# [^\n]+[^.\n]\n\nBox: (?:all|`(?P<box>[\w/-]+)`)\. Status: (?:accepted|replaced by \[\d{4}\]\(\d{4}-[\w-]+\.md\))\.\n"
    r"\n## Context\n\n\S.*?\n\n## Decision\n\n\S.*?\n(?:\n## Consequences\n\n\S.*?\n)?\Z",
    re.S,
)
SOURCE_NAME = re.compile(r"`([\w./-]+\.(?:h|hpp|cpp|def|g4|cmake|test|py|ts|in))`")


def main():
    root = sys.argv[1]
    docs = sys.argv[2] if len(sys.argv) > 2 else os.path.join(root, "docs")
    names = sorted(name for name in os.listdir(os.path.join(docs, "decisions")) if name != "README.md")
    texts = {name: open(os.path.join(docs, name), encoding="utf-8").read() for name in ["architecture.md", *(f"decisions/{name}" for name in names)]}
    index = open(os.path.join(docs, "decisions/README.md"), encoding="utf-8").read()
    sources = "\n" + subprocess.run(["git", "-C", root, "ls-files"], check=True, capture_output=True, text=True).stdout.replace("\n", "\n/")
    problems = []
    words = len(texts["architecture.md"].split())
    if words > MOST_WORDS:
        problems.append(f"architecture.md: it has {words} words, and {MOST_WORDS} are the most; move reasons into decisions/")
    for number, name in enumerate(names, 1):
        text = texts[f"decisions/{name}"]
        record = RECORD.fullmatch(text)
        if not re.fullmatch(rf"{number:04d}-[a-z0-9-]+\.md", name):
            problems.append(f"decisions/{name}: the name should be {number:04d}-SOME-WORDS.md")
        if record is None or re.findall(r"^## (.+)$", text, re.M) not in (["Context", "Decision"], ["Context", "Decision", "Consequences"]):
            problems.append(f"decisions/{name}: a record is '# TITLE', 'Box: `BOX`. Status: accepted.', and the sections Context, Decision, Consequences")
        elif record["box"] and "Status: accepted" in text and not os.path.isdir(os.path.join(root, record["box"])):
            problems.append(f"decisions/{name}: there is no box '{record['box']}'")
        if f"- [{name[:4]}: {text[2:].splitlines()[0]}]({name})\n" not in index:
            problems.append(f"decisions/{name}: it is not in the index; run ./x docs")
    for name, text in texts.items():
        if "Status: replaced by" in text.split("\n## ")[0]:
            continue  # it tells of sources that may be gone
        missing = {source for source in SOURCE_NAME.findall(text) if f"/{source}\n" not in sources}
        problems += [f"{name}: there is no source '{source}'" for source in sorted(missing)]
    print("\n".join([*problems, f"{len(names)} records, {words} words, {len(problems)} problems"]))
    return 1 if problems or not names else 0


if __name__ == "__main__":
    sys.exit(main())
