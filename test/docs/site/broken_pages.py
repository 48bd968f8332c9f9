#!/usr/bin/env python3
"""Breaks small pages and headers in one way at a time: pages.py and headers.py must tell each. Usage: broken_pages.py SOURCE"""
import os
import sys
import tempfile

sys.path.insert(0, os.path.join(sys.argv[1], "tools/site"))

import headers  # noqa: E402
import pages  # noqa: E402

SOUND = {
    "README.md": "# Home\n\n[all](docs/README.md), `[no](link.md)`\n",
    "docs/README.md": "# Docs\n\n## First\n\n- [One](one.md): a page\n- [More](more/README.md): a folder\n",
    "docs/one.md": "# One\n\n## A heading, *two* words\n\n[here](#a-heading-two-words) [there](more/two.md#two)\n\n```md\n[x](y.md)\n```\n",
    "docs/more/README.md": "# More\n\n[two](two.md)\n",
    "docs/more/two.md": "# Two\n",
}
# The changes, and the message that each must give.
BROKEN = [
    ("docs/one.md", SOUND["docs/one.md"] + "[lost](nowhere.md)\n", "docs/one.md:10: 'nowhere.md' leads to nothing"),
    ("docs/one.md", SOUND["docs/one.md"].replace("(#a-", "(#b-"), "docs/one.md:5: '#b-heading-two-words' leads to no heading"),
    ("docs/more/two.md", "# Three\n", "docs/one.md:5: 'more/two.md#two' leads to no heading"),
    ("docs/three.md", "# Three\n", "docs/three.md: it has no place in the navigation"),
    ("docs/more/three.md", "# Three\n", "docs/more/three.md: it has no place in the navigation"),
    ("docs/README.md", SOUND["docs/README.md"] + "- [Again](one.md): twice\n", "'docs/one.md' has two places"),
    ("README.md", "# Home\n\n![a picture](picture.png)\n", "README.md:3: 'picture.png' leads to nothing"),
]
HEADER = "// What it is for.\n#pragma once\n\nnamespace romas {\n\n// Adds.\nint add(int a, int b) { return a + b; }\n\n}  // namespace romas\n"
BROKEN_HEADERS = [
    (HEADER.replace("// Adds.\n", ""), "nothing is said about 'add'"),
    (HEADER.replace("// What it is for.\n", ""), "the header does not say what it is for"),
    (HEADER.replace("}  // n", "struct Added {\n  int sum;\n};\n\n}  // n"), "nothing is said about 'Added'"),
]


def write(folder, files):
    for name, text in files.items():
        path = os.path.join(folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)


def told(module, files, problems):
    with tempfile.TemporaryDirectory() as folder:
        write(folder, files)
        module.ROOT = folder
        return list(problems())


def main():
    wrong = []
    expect = lambda what, found, wanted: wrong.append(f"{what}: {found}") if len(found) != (wanted is not None) or (wanted and wanted not in found[0]) else None
    page_problems = lambda: [*pages.link_problems(), *pages.navigation_problems()]
    expect("sound pages", told(pages, SOUND, page_problems), None)
    for name, text, wanted in BROKEN:
        expect(name, told(pages, {**SOUND, name: text}, page_problems), wanted)
    header = f"{headers.FOLDER}/a.hpp"
    expect("a sound header", told(headers, {header: HEADER}, headers.problems), None)
    for text, wanted in BROKEN_HEADERS:
        expect("a header", told(headers, {header: text}, headers.problems), wanted)
    print("\n".join([*wrong, f"{len(BROKEN) + len(BROKEN_HEADERS)} faults, {len(wrong)} of them not told as they should be"]))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
