#!/usr/bin/env python3
"""Holds romasc against the program xacro on mutations of real files: both refuse a text, or both make the same of it.

Usage: mutations.py ROMASC ROBOTS XACRO WORK [COUNT [SEED]]

ROBOTS is a folder with share/ (packages) and cases.json, as expansions.py takes it; XACRO has the Python package of
xacro (its branch ros2). WORK gets a copy of the packages. A mutation changes one token of an expression or attribute.
"""
import contextlib
import io
import json
import os
import random
import re
import shutil
import subprocess
import sys
import types
import xml.etree.ElementTree as ElementTree

from expansions import difference, parse

TOKENS = ("0 1 - + * / % ( ) [ ] ${ } $( pi True None \" ' == < 1e3 .5 ** // , $$ ^ | := xacro: a _ . \\ &amp; &lt;".split()
          + [" and ", " or ", " if ", " else ", "not ", " in "])


def mutate_expression(text, spots):
    """Puts a token into one of `spots`, takes a few characters away, or puts another one in its place."""
    spot = random.choice(spots)
    at = random.randrange(spot.start(), spot.end() + 1)
    kind = random.random()
    if kind < 0.4:
        return text[:at] + random.choice(TOKENS) + text[at:]
    if kind < 0.7:
        return text[:at] + text[min(spot.end(), at + random.randrange(1, 4)):]
    return text[:spot.start()] + random.choice(spots).group() + text[spot.end():]


def mutate_attribute(text, spots):
    """Removes an attribute, or gives it the name or value of another one, or makes an expression of its value."""
    spot, other = random.choice(spots), random.choice(spots)
    name, value = spot.group().split("=", 1)
    other_name, other_value = other.group().split("=", 1)
    new = random.choice(["", f"{name}={other_value}", f"{other_name}={value}", f'{name}="${{{value[1:-1]}}}"'])
    return text[:spot.start()] + new + text[spot.end():]


def mutate(text):
    # The XML declaration and the namespaces are not xacro's, but of the XML parsers, whose strictness differs.
    attributes = [m for m in re.finditer(r'[\w:]+="[^"]*"', text) if not re.match("version|encoding|xmlns", m.group())]
    expressions = list(re.finditer(r"\$\{[^}]*\}|\$\([^)]*\)", text))
    if expressions and (not attributes or random.random() < 0.6):
        return mutate_expression(text, expressions)
    return mutate_attribute(text, attributes) if attributes else text


def load_xacro(folder, share):
    """The package, which finds packages below `share` alone."""
    class PackageNotFoundError(KeyError):
        pass

    def get_package_share_directory(name):
        if not os.path.isdir(os.path.join(share, name)):
            raise PackageNotFoundError(name)
        return os.path.join(share, name)

    packages = types.ModuleType("ament_index_python.packages")
    packages.get_package_share_directory = get_package_share_directory
    packages.PackageNotFoundError = PackageNotFoundError
    sys.modules["ament_index_python"] = types.ModuleType("ament_index_python")
    sys.modules["ament_index_python.packages"] = packages
    sys.path.insert(0, folder)
    import xacro
    return xacro


def expand_theirs(xacro, path, arguments):
    """The text, or nothing and the reason why it is refused."""
    try:
        with contextlib.redirect_stderr(io.StringIO()), contextlib.redirect_stdout(io.StringIO()):
            return xacro.process_file(path, mappings=dict(arguments)).toxml(), ""
    except Exception as problem:  # any failure is a refusal
        return None, f"{type(problem).__name__}: {problem}"


def expand_ours(romasc, path, arguments, share):
    command = [romasc, path, "--emit=expanded", "--package-path", share] + [f"{k}:={v}" for k, v in arguments.items()]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    if done.returncode not in (0, 1):
        raise RuntimeError(f"{command} ended with {done.returncode}: {done.stderr}")
    return (done.stdout if done.returncode == 0 else None), done.stderr


def compare(theirs, ours):
    """Returns the difference, or None."""
    if theirs[0] is None or ours[0] is None:
        if (theirs[0] is None) == (ours[0] is None):
            return None
        return f"xacro refuses it: {theirs[1]}" if theirs[0] is None else f"romasc refuses it: {ours[1]}"
    try:
        expected = parse(theirs[0], False)
    except ElementTree.ParseError as problem:  # xacro wrote something that is no XML
        return None if "not well-formed" in str(problem) else f"xacro wrote no XML: {problem}"
    return difference(expected, parse(ours[0], False), "")


def files_of(package):
    return [os.path.join(folder, name) for folder, _, names in os.walk(package) for name in names
            if name.endswith((".xacro", ".yaml"))]


def main():
    romasc, robots, reference, work = sys.argv[1:5]
    count = int(sys.argv[5]) if len(sys.argv) > 5 else 500
    random.seed(int(sys.argv[6]) if len(sys.argv) > 6 else 1)
    share = os.path.join(os.path.abspath(work), "share")
    shutil.rmtree(share, ignore_errors=True)
    shutil.copytree(os.path.join(robots, "share"), share, copy_function=shutil.copyfile)
    subprocess.run(["chmod", "-R", "u+w", share], check=True)
    xacro = load_xacro(reference, share)
    with open(os.path.join(robots, "cases.json"), encoding="utf-8") as file:
        cases = [case for case in json.load(file) if "expected" in case and "share" not in case]
    refused = different = 0
    for _ in range(count):
        case = random.choice(cases)
        root = os.path.join(os.path.abspath(work), case["file"])
        path = random.choice([root] + files_of(os.path.dirname(os.path.dirname(root))))
        with open(path, encoding="utf-8", errors="surrogateescape", newline="") as file:
            text = file.read()
        changed = mutate(text)
        with open(path, "w", encoding="utf-8", errors="surrogateescape", newline="") as file:
            file.write(changed)
        theirs = expand_theirs(xacro, root, case["args"])
        ours = expand_ours(romasc, root, case["args"], share)
        with open(path, "w", encoding="utf-8", errors="surrogateescape", newline="") as file:
            file.write(text)
        refused += theirs[0] is None
        found = compare(theirs, ours)
        if found:
            different += 1
            at = next((i for i, (a, b) in enumerate(zip(text, changed)) if a != b), 0)
            print(f"{os.path.relpath(path, share)}: {changed[max(0, at - 60):at + 60]!r}\n  {found}")
    print(f"{count} mutations, of which xacro refuses {refused}: {different} differ")
    return 1 if different or not 0 < refused < count else 0


if __name__ == "__main__":
    sys.exit(main())
