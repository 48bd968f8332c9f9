#!/usr/bin/env python3
"""Takes one token away from XML files and counts the errors. Usage: one_error.py ROMASC SOURCES CORPUS FOLDER COUNT [SEED] [--worst N] [--goals ONE PLACE FIXES]

The files of CORPUS (if it is there) and of SOURCES' examples and tests that have no error of XML are changed: '<', a name, '>', a quote, '=',
'/', an end tag, a start tag, or the rest of a tag or name is taken out. COUNT changes are drawn for each format; SEED 0 is the day's.
Changes that leave the text well-formed are not counted. `--goals` are the least shares in percent, for each format, of changes with one
error, of those whose first error is on the line of the token, and of right fixes. A tag that was taken out whole may be told at the next
tag, too. Every fix is tried: the text then has no error of XML, and no finding of a rule that says nothing of the unchanged file.
"""
import argparse
import collections
import datetime
import json
import os
import random
import re
import shutil
import subprocess
import sys

FORMATS = {
    "urdf": (r"\.urdf$", r"robot"),
    "xacro": (r"\.xacro$", r"robot"),
    "sdf": (r"\.sdf$", r"sdf"),
    "mjcf": (r"\.xml$|\.mjcf$", r"mujoco"),
    "srdf": (r"\.srdf$", r"robot"),
    "block": (r"\.xml$", r"Block|Assembly"),
}
KINDS = ("<", "name", ">", "quote", "=", "/", "end tag", "start tag", "half tag", "half name")
TOGETHER = 60  # files of one run
LARGEST = 100_000  # bytes of a file
TAG = re.compile(r"<!--.*?-->|<!\[CDATA\[.*?\]\]>|<\?.*?\?>|<!DOCTYPE.*?>"
                 r"|(?P<end></(?P<end_name>[^\s>]+)\s*>)"
                 r"|(?P<start><(?P<name>[^\s/>!?]+)(?P<attributes>(?:\s+[^\s=]+\s*=\s*(?:\"[^\"]*\"|'[^']*'))*)\s*(?P<slash>/?)>)", re.S)
ATTRIBUTE = re.compile(r"\s+([^\s=]+)\s*(=)\s*(\"[^\"]*\"|'[^']*')", re.S)
NEXT_TAG = re.compile(r"(?:[^<]|<!--.*?-->)*<", re.S)


def line_of(text, at):
    return text.count("\n", 0, at) + 1


def cut_of(tag, kind, text, rng):
    """The part of the text that goes, or None where the tag has no such token."""
    is_end = tag["end"] is not None
    name = tag.span("end_name" if is_end else "name")
    attributes = [] if is_end else list(ATTRIBUTE.finditer(text, *tag.span("attributes")))
    if kind == "<":
        return tag.start(), tag.start() + 1
    if kind == ">":
        return tag.end() - 1, tag.end()
    if kind == "name":
        return rng.choice([name] + [attribute.span(1) for attribute in attributes])
    if kind in ("quote", "="):
        if not attributes:
            return None
        attribute = rng.choice(attributes)
        at = attribute.start(2) if kind == "=" else rng.choice((attribute.start(3), attribute.end(3) - 1))
        return at, at + 1
    if kind == "/":
        at = tag.start() + 1 if is_end else tag.end() - 2
        return (at, at + 1) if is_end or tag["slash"] else None
    if kind == "end tag":
        return tag.span() if is_end else None
    if kind == "start tag":
        return None if is_end or tag["slash"] else tag.span()
    if kind == "half tag":
        return rng.randrange(tag.start() + 1, tag.end()), tag.end()
    return (rng.randrange(name[0] + 1, name[1]), name[1]) if name[1] - name[0] > 1 else None


def changed(text, rng):
    """A change: its kind, the token, the changed text, and the lines on which its error may be."""
    kind, cut = rng.choice(KINDS), None
    tags = [tag for tag in TAG.finditer(text) if tag["end"] or tag["start"]]
    for _ in range(100):
        tag = rng.choice(tags)
        cut = cut_of(tag, kind, text, rng)
        if cut:
            break
    else:
        return None
    left = text[:cut[0]] + text[cut[1]:]
    lines = {line_of(text, tag.start()), line_of(text, cut[0])}
    if kind in ("end tag", "start tag") and (behind := NEXT_TAG.match(left, cut[0])):
        lines.add(line_of(left, behind.end()))
    return kind, f"{line_of(text, cut[0])}: {kind}: {text[max(cut[0] - 20, 0):cut[0]]}[{text[cut[0]:cut[1]]}]".replace("\n", " "), left, lines


def findings(romasc, paths):
    """The findings of each file."""
    found = {path: [] for path in paths}
    for first in range(0, len(paths), TOGETHER):
        part = paths[first:first + TOGETHER]
        done = subprocess.run([romasc, "--emit=none", "--format=json", "--error-limit=0", *part], capture_output=True, text=True, errors="replace", timeout=600)
        if done.returncode not in (0, 1):
            raise RuntimeError(f"status {done.returncode} of {' '.join(part)}: {done.stderr[-300:]}")
        for item in json.loads(done.stderr) if done.stderr.strip() else []:
            if item.get("file") in found:
                found[item["file"]].append(item)
    return found


def is_malformed(items):
    return any(item["rule"] == "xml-malformed" for item in items)


def ending_of(path):
    """Long endings say what a file is: arm.block.xml."""
    name = os.path.basename(path)
    return name[name.index("."):] if name.count(".") < 3 else os.path.splitext(name)[1]


def in_folder(work, folder, ending):
    """The path of a file with a folder of its own, so that it meets no other."""
    os.makedirs(os.path.join(work, folder), exist_ok=True)
    return os.path.join(work, folder, "robot" + ending)


def write(path, text):
    with open(path, "w", encoding="utf-8", newline="") as file:
        file.write(text)


def sources(romasc, folders, work):
    """For each format the files without an error of XML: the name, the text, and what is said of them, as pairs of rule and message."""
    names = []
    for folder in folders:
        for where, inner, files in os.walk(folder):
            inner[:] = sorted(name for name in inner if name not in ("build", "lsp3"))
            names += [os.path.join(where, name) for name in sorted(files)]
    texts = collections.defaultdict(dict)
    for path in names:
        formats = [(name, root) for name, (ending, root) in FORMATS.items() if re.search(ending, path)]
        if not formats or os.path.getsize(path) > LARGEST:
            continue
        try:
            with open(path, encoding="utf-8", newline="") as file:
                text = file.read()
        except UnicodeDecodeError:
            continue
        first = re.search(r"<([\w:.]+)", re.sub(r"<!--.*?-->", "", text, flags=re.S))
        for name, root in formats:
            if first and re.fullmatch(root, first[1]) and "RUN: not" not in text:
                texts[name][in_folder(work, f"source_{name}_{len(texts[name])}", ending_of(path))] = (path, text)
    kept = {}
    for name, files in texts.items():
        for path, (_, text) in files.items():
            write(path, text)
        found = findings(romasc, list(files))
        kept[name] = [(*files[path], {(item["rule"], item["message"]) for item in items}) for path, items in found.items()
                      if not is_malformed(items) and not any(item["rule"] == "unknown-format" for item in items)]
    return kept


def fixed(text, finding):
    data = text.encode()
    for fix in sorted(finding["fixes"], key=lambda fix: -fix["offset"]):
        data = data[:fix["offset"]] + fix["replacement"].encode() + data[fix["end_offset"]:]
    return data.decode()


def measure(romasc, name, files, count, rng, work):
    """The changes of files of a format that are malformed then, each with its errors, whether the place is right, and what a fix leaves."""
    cases = {}
    while len(cases) < count:
        path, text, said = rng.choice(files)
        change = changed(text, rng)
        if change:
            mutant = in_folder(work, f"changed_{name}_{len(cases)}", ending_of(path))
            write(mutant, change[2])
            cases[mutant] = (path, said, *change)
    found = findings(romasc, list(cases))
    repaired = {}
    for mutant, items in found.items():
        for number, item in enumerate(items):
            if item["rule"] == "xml-malformed" and item["fixes"]:
                repaired[in_folder(work, f"fixed{number}_{os.path.basename(os.path.dirname(mutant))}", ending_of(cases[mutant][0]))] = (mutant, item)
    for path, (mutant, item) in repaired.items():
        write(path, fixed(cases[mutant][4], item))
    left = findings(romasc, list(repaired))
    result = []
    for mutant, (path, said, kind, shown, text, lines) in cases.items():
        errors = [item for item in found[mutant] if item["severity"] == "error" and (item["rule"], item["message"]) not in said]
        if not is_malformed(errors):
            continue
        fixes = [left[trial] for trial, (owner, _) in repaired.items() if owner == mutant]
        bad = [trial for trial in fixes if len(errors) == 1 and (is_malformed(trial) or {item["rule"] for item in trial} - {rule for rule, _ in said})]
        result.append((kind, f"{os.path.basename(path)}:{shown}", errors, errors[0]["line"] in lines, len(fixes), bad))
    return result


def main():
    parser = argparse.ArgumentParser()
    for name in ("romasc", "sources", "corpus", "folder"):
        parser.add_argument(name)
    parser.add_argument("count", type=int)
    parser.add_argument("seed", type=int, nargs="?", default=0)
    parser.add_argument("--worst", type=int, default=3)
    parser.add_argument("--goals", type=float, nargs=3, default=(95, 95, 99))
    options = parser.parse_args()
    seed = options.seed or int(datetime.date.today().strftime("%Y%m%d"))
    print(f"seed {seed}")
    shutil.rmtree(options.folder, ignore_errors=True)
    os.makedirs(options.folder)
    files = sources(options.romasc, [options.corpus, os.path.join(options.sources, "examples"), os.path.join(options.sources, "test")], options.folder)
    reached = True
    for name in FORMATS:
        result = measure(options.romasc, name, files[name], options.count, random.Random(f"{seed} {name}"), options.folder)
        one = 100 * sum(len(errors) == 1 for _, _, errors, _, _, _ in result) / len(result)
        place = 100 * sum(right for _, _, _, right, _, _ in result) / len(result)
        fixes, bad = sum(entry[4] for entry in result), sum(len(entry[5]) for entry in result)
        counts = sorted(len(errors) for _, _, errors, _, _, _ in result)
        print(f"{name}: {len(files[name])} files, {len(result)} malformed, errors: median {counts[len(counts) // 2]}, 95th hundredth "
              f"{counts[len(counts) * 95 // 100]}, most {counts[-1]}; one error {one:.1f} %, at the token {place:.1f} %; {fixes} fixes, {bad} wrong")
        for kind in KINDS:
            of_kind = [entry for entry in result if entry[0] == kind]
            if of_kind and options.worst > 5:
                print(f"  {kind}: {len(of_kind)}, one {sum(len(entry[2]) == 1 for entry in of_kind)}, at the token {sum(entry[3] for entry in of_kind)}")
        worst = [entry for entry in result if len(entry[2]) > 1 or not entry[3] or entry[5]]
        for _, shown, errors, _, _, wrong in worst[:options.worst]:
            print(f"  {shown}")
            for error in errors[:4]:
                print(f"    {error['line']}:{error['column']} {error['message']}")
            for trial in wrong:
                print("    fixed: " + "; ".join(f"{item['line']}: {item['rule']}" for item in trial if item.get("line"))[:200])
        reached &= one >= options.goals[0] and place >= options.goals[1] and 100 * (fixes - bad) >= options.goals[2] * fixes
    return 0 if reached else 1


if __name__ == "__main__":
    sys.exit(main())
