#!/usr/bin/env python3
"""Holds that Romas.g4 alone lists the rules and the words of the language. Usage: grammar_lists.py SOURCE_DIR

No source of the compiler names a third of the rules or quotes a third of the words, and none is written as the generated rules are.
"""
import os
import re
import subprocess
import sys

FOLDERS = ["backends", "cmake", "driver", "frontend", "ir", "lsp", "passes", "support", "tools/arguments", "tools/romas-lsp", "tools/romasc"]
GRAMMAR = "frontend/language/grammar/Romas.g4"

source = sys.argv[1]
files = subprocess.run(["git", "-C", source, "ls-files", "-co", "--exclude-standard", *FOLDERS], capture_output=True, text=True, check=True).stdout.split()
with open(os.path.join(source, GRAMMAR), encoding="utf-8") as file:
    parser = re.sub(r"//.*", "", file.read().split("// --- tokens")[0])
rules = {name[0].upper() + name[1:] for name in re.findall(r"(?m)^([a-z]\w*)\s*:", parser)}
words = set(re.findall(r"'([a-z]\w*)'", parser))
assert len(rules) > 150 and len(words) > 150, "the grammar does not look as expected"

failed = False
for name in files:
    path = os.path.join(source, name)
    if name == GRAMMAR or not os.path.isfile(path):
        continue
    with open(path, encoding="utf-8", errors="replace") as file:
        text = file.read()
    named = {word.removeprefix("Rule") for word in re.findall(r"\w+", text)} & rules
    quoted = set(re.findall(r"[\"'](\w+)[\"']", text)) & words
    for found, what in ((named, rules), (quoted, words)):
        if 3 * len(found) >= len(what):
            failed = True
            print(f"{name}: names {len(found)} of {len(what)} rules or words of the grammar: {', '.join(sorted(found)[:5])}, …")
    if re.search(r"(?m)^struct \w+\s*:\s*Production<", text):
        failed = True
        print(f"{name}: has rules of the grammar as types, which are made of {GRAMMAR}")
sys.exit(failed)
