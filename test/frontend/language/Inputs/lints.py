#!/usr/bin/env python3
"""The lints of the language find what is put into programs, and nothing else. Usage: lints.py ROMASC SOURCES FOLDER

Every program of examples/ and of the standard library has no finding as it is. An unused `let` at the top of
a file or of a body is one finding, and at its place. So is a `let` whose one use is replaced by what stands behind its '='.
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

romasc, sources, folder = sys.argv[1:4]
RULES = ["unused-name", "shadowed-name", "unreachable-code"]
TEXT_OR_COMMENT = re.compile(r'r#".*?"#|r"[^"]*"|"(?:\\.|[^"\\\n])*"|//[^\n]*|/\*.*?\*/', re.S)
BODY = re.compile(r"^ *(?:module|robot) [^{}\n]*\{$", re.M)
LET = re.compile(r"^ *let (\w+) = ([^;{}\"\n]+);", re.M)


def findings(path):
    done = subprocess.run([romasc, "--emit=none", "--format=json", *(f"-W{rule}" for rule in RULES), path],
                          capture_output=True, text=True, timeout=120)
    found = json.loads(done.stderr or "[]")
    items = found["diagnostics"] if isinstance(found, dict) else found
    if any(item["severity"] == "error" for item in items):
        sys.exit(f"{path}: {items}")
    return sorted((item["line"], item["rule"], item["message"]) for item in items
                  if item["rule"] in RULES and os.path.basename(item["file"]) == os.path.basename(path))


def changes(text):
    """(what, the changed text, the line of the finding, its name)"""
    starts = [("at the top", 0)] + [("in a body", match.end() + 1) for match in BODY.finditer(text)]
    for what, at in starts:
        private = "private " if at == 0 else ""
        yield what, f"{text[:at]}{private}let zz_extra = 1;\n{text[at:]}", text.count("\n", 0, at) + 1, "zz_extra"
    blank = TEXT_OR_COMMENT.sub(lambda match: re.sub(r"[^\n{}]" if match[0].startswith('"') else r"[^\n]", " ", match[0]), text)
    for match in LET.finditer(blank):
        name, line_end = match[1], blank.index("\n", match.end())
        uses = [use for use in re.finditer(rf"(?<![\w.\"]){name}\b(?! *[=:])", text) if use.start() != match.start(1)]
        if len(re.findall(rf"\b{name}\b", text)) != 2 or len(uses) != 1 or uses[0].start() < line_end:
            continue
        use = uses[0]
        if TEXT_OR_COMMENT.sub(lambda one: " " * len(one[0]), text)[use.start()] != name[0]:
            continue  # in a text
        value = text[match.start(2):match.end(2)]
        yield "a use less", f"{text[:use.start()]}({value}){text[use.end():]}", text.count("\n", 0, match.start(1)) + 1, name


def main():
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(os.path.join(sources, "examples"), os.path.join(folder, "examples"))
    shutil.copytree(os.path.join(sources, "frontend/language/library"), os.path.join(folder, "library"))
    wrong, tried = [], {}
    for path in sorted(pathlib.Path(folder).rglob("*.romas")):
        text = path.read_text(encoding="utf-8")
        shown = path.relative_to(folder)
        for line, rule, message in findings(path):
            wrong.append(f"{shown}:{line}: false alarm: {message} [{rule}]")
        is_library = not re.search(r"^(robot|assembly)\b", text, re.M)
        for what, changed, line, name in changes(text):
            if what == "a use less" and is_library and not re.match(r" ", changed.splitlines()[line - 1]):
                continue  # others may use it
            path.write_text(changed, encoding="utf-8")
            found = findings(path)
            tried[what] = tried.get(what, 0) + 1
            if [(one[0], one[1]) for one in found] != [(line, "unused-name")] or f"'{name}'" not in found[0][2]:
                wrong.append(f"{shown}: {what}: '{name}' in line {line} gives {found}")
        path.write_text(text, encoding="utf-8")
    print(tried)
    for line in wrong:
        print(line)
    if wrong or min(tried.get(what, 0) for what in ("at the top", "in a body", "a use less")) < 5:
        sys.exit("the lints find something else than was put in, or too little was tried")


main()
