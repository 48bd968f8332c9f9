#!/usr/bin/env python3
"""Holds the expansion of xacro files against what the reference program makes of them.

Usage: expansions.py ROMASC CASES_FOLDER [robots|suite|refused] [NAME...]

CASES_FOLDER has cases.json (robots, and those that are refused) and suite/cases.json, with the expected documents
beside them. Documents are compared element by element: names, attributes without regard to order, text with runs of
white space as one; comments where the case is about comments.
"""
import json
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree


def squeeze(text):
    return " ".join((text or "").split())


def parse(text, comments):
    builder = ElementTree.TreeBuilder(insert_comments=comments)
    return ElementTree.fromstring(text, parser=ElementTree.XMLParser(target=builder))


def difference(expected, actual, path):
    """Returns the difference between two elements as a sentence; None if there is none."""
    if expected.tag is not actual.tag and expected.tag != actual.tag:
        return f"{path}: <{expected.tag}> expected, found <{actual.tag}>"
    if expected.tag is ElementTree.Comment:
        same = squeeze(expected.text) == squeeze(actual.text)
        return None if same else f"{path}: comment '{expected.text}' expected, found '{actual.text}'"
    if dict(expected.attrib) != dict(actual.attrib):
        return f"{path}/{expected.tag}: attributes {expected.attrib} expected, found {actual.attrib}"
    for what in ("text", "tail"):
        if squeeze(getattr(expected, what)) != squeeze(getattr(actual, what)) and (what == "text" or path):
            return (f"{path}/{expected.tag}: {what} '{squeeze(getattr(expected, what))}' expected, "
                    f"found '{squeeze(getattr(actual, what))}'")
    if len(expected) != len(actual):
        tags = [[child.tag if isinstance(child.tag, str) else "comment" for child in element]
                for element in (expected, actual)]
        return f"{path}/{expected.tag}: children {tags[0]} expected, found {tags[1]}"
    for i, (a, b) in enumerate(zip(expected, actual)):
        found = difference(a, b, f"{path}/{expected.tag}[{i}]")
        if found:
            return found
    return None


def share_of(folder, case):
    return os.path.normpath(os.path.join(os.path.abspath(folder), case.get("share", "share")))


def run(romasc, folder, case, options=()):
    in_suite = case["file"].startswith("suite/")  # whose relative names begin there
    command = [romasc, case["file"].removeprefix("suite/")] + [f"{name}:={value}" for name, value in case["args"].items()]
    return subprocess.run(command + ["--emit=expanded", "--package-path", share_of(folder, case), *options],
                          cwd=os.path.join(folder, "suite") if in_suite else folder, capture_output=True, text=True, timeout=60)


def check_expansion(romasc, folder, case, comments):
    done = run(romasc, folder, case)
    if done.returncode != 0:
        return f"exit status {done.returncode}: {done.stderr[:800]}"
    with open(os.path.join(folder, case["expected"]), encoding="utf-8") as file:
        expected = file.read().replace("@SHARE@", share_of(folder, case))
    found = difference(parse(expected, comments), parse(done.stdout, comments), "")
    for warning in case.get("warnings", []):
        # The words of the reference and ours differ; both name the thing.
        name = warning.split(": ")[-1]
        if "warning:" not in done.stderr or name not in done.stderr.replace("'", ""):
            found = found or f"no warning of '{name}': {done.stderr}"
    return found


def check_suite_case(romasc, folder, case):
    if "error" not in case:
        return check_expansion(romasc, folder, case, "comments" in case["name"])
    done = run(romasc, folder, case)
    if done.returncode != 1 or "error:" not in done.stderr or done.stdout:
        return f"exit status {done.returncode}, an error was expected: {done.stderr[:500]}"
    return None


def check_refused(romasc, folder, case):
    """An error at one of the places, with every macro and file that the reference names."""
    done = run(romasc, folder, case, ["--format=json", "--error-limit=0"])
    if done.returncode != 1:
        return f"exit status {done.returncode}, an error was expected"
    wanted = set(case["places"])
    share = os.path.join(folder, "share") + "/"
    for finding in json.loads(done.stderr or done.stdout):
        if finding["severity"] != "error" or not finding.get("file"):
            continue
        name = os.path.join(folder, finding["file"]).replace(share, "").replace("share/", "")
        if f"{name}:{finding['line']}" not in wanted:
            continue
        text = json.dumps(finding)
        missing = []
        for line in case["upstream_location"]:
            macro = re.match(r"(?:when instantiating macro|instantiated from): (\S+) \(", line)
            if macro and f"'{macro[1]}'" not in text:
                missing.append(macro[1])
            included = re.match(r"(?:in file|when processing file|included from): @SHARE@/(.*)", line)
            if included and included[1] not in text and included[1] != case["file"].replace("share/", "", 1):
                missing.append(included[1])
        return f"the chain lacks {missing}: {text}" if missing else None
    return f"no error at {sorted(wanted)}: {(done.stderr or done.stdout)[:1500]}"


def main():
    romasc, folder = sys.argv[1], os.path.realpath(sys.argv[2])
    what = sys.argv[3]
    names = sys.argv[4:]
    with open(os.path.join(folder, "suite/cases.json" if what == "suite" else "cases.json"), encoding="utf-8") as file:
        cases = json.load(file)
    checked = 0
    wrong = []
    for case in cases:
        if (what == "robots") == ("error" in case) and what != "suite" or names and case["name"] not in names:
            continue
        checked += 1
        if what == "suite":
            problem = check_suite_case(romasc, folder, case)
        elif what == "robots":
            problem = check_expansion(romasc, folder, case, False)
        else:
            problem = check_refused(romasc, folder, case)
        if problem:
            wrong.append(f"{case['name']}: {problem}")
    print("\n".join(wrong))
    print(f"{checked - len(wrong)} of {checked} {what} agree")
    return 1 if wrong or not checked else 0


if __name__ == "__main__":
    sys.exit(main())
