#!/usr/bin/env python3
"""Holds docs/diagnostics against the rules: every rule has a page, an example on it that triggers the rule, and a test.

Usage: check_diagnostics.py ROMASC SOURCE_DIR

A page starts with "# RM1404 inertia-triangle" and has the headings "## Why it hurts", "## Example" and "## Fix". Code blocks
of the example are files, their info string tells which:
    ```urdf [OPTION...]       is written to example.urdf and compiled with the options; likewise romas, block, assembly, obj, stl
    ```block library          is written to library.block.xml beside it
    ```yaml [NAME]            is written to NAME beside it, or devices.yaml
    ```console                holds one command, "$ romasc ...", run in a folder with the other files
"""
import os
import re
import shlex
import subprocess
import sys
import tempfile

NAMES = {"urdf": "example.urdf", "romas": "example.romas", "block": "example.block.xml", "assembly": "example.assembly.xml", "sdf": "example.sdf", "mjcf": "example.xml", "obj": "example.obj", "stl": "example.stl"}
# What a page calls the consumer of a profile, or what it reads robots through.
CONSUMERS = {
    "gazebo": "Gazebo|libsdformat|SDF|urdfdom|simulator",
    "mujoco": "MuJoCo",
    "drake": "Drake",
    "kdl": "KDL|urdfdom",
    "moveit": "MoveIt|urdfdom|planner",
    "firmware": "",
}
FENCE = re.compile(r"^```(\w+)([^\n]*)\n(.*?)^```", re.M | re.S)
HEADINGS = ["## Why it hurts", "## Example", "## Fix"]


def rules(romasc):
    text = subprocess.run([romasc, "--print-diagnostics"], check=True, capture_output=True, text=True).stdout
    return [line.split()[:3] for line in text.splitlines()]


def run_example(romasc, page):
    """What romasc prints for the example of a page, and what is wrong with the example itself."""
    example = page.split("## Example", 1)[1].split("\n## ", 1)[0]
    commands = []
    with tempfile.TemporaryDirectory() as folder:
        for kind, rest, body in FENCE.findall(example):
            if kind == "console":
                first = next((line for line in body.splitlines() if line.startswith("$ romasc ")), None)
                if first is not None:
                    commands.append(shlex.split(first[2:])[1:])
            elif kind in NAMES and rest.strip() == "library":
                with open(os.path.join(folder, "library.block.xml"), "w", encoding="utf-8") as file:
                    file.write(body)
            elif kind == "yaml":
                with open(os.path.join(folder, os.path.basename(rest.strip()) or "devices.yaml"), "w", encoding="utf-8") as file:
                    file.write(body)
            elif kind in NAMES:
                with open(os.path.join(folder, NAMES[kind]), "w", encoding="utf-8") as file:
                    file.write(body)
                commands.append([NAMES[kind]] + shlex.split(rest))
        if not commands:
            return "", "has no example to run"
        output = ""
        for command in commands:
            if not any(argument.startswith("--emit") for argument in command):
                command.append("--emit=none")
            done = subprocess.run([romasc] + command, cwd=folder, capture_output=True, text=True, errors="replace", timeout=60)
            output += done.stderr
        return output, None


def check_page(romasc, source, number, slug, rule_class):
    path = os.path.join(source, "docs/diagnostics", slug + ".md")
    if not os.path.exists(path):
        return [f"{number} {slug}: no page docs/diagnostics/{slug}.md"]
    with open(path, encoding="utf-8") as file:
        page = file.read()
    problems = []
    if page.splitlines()[0] != f"# {number} {slug}":
        problems.append(f"{slug}.md: the first line must be '# {number} {slug}'")
    missing = [heading for heading in HEADINGS if f"\n{heading}\n" not in page]
    problems += [f"{slug}.md: no heading '{heading}'" for heading in missing]
    if missing:
        return problems
    output, problem = run_example(romasc, page)
    if problem is not None:
        problems.append(f"{slug}.md {problem}")
    elif f"[-W{slug}]" not in output:
        problems.append(f"{slug}.md: the example does not trigger the rule; romasc said:\n{output}")
    return problems


def tested_rules(source):
    """All text of the tests but this script and the fuzz corpora."""
    text = []
    for folder, folders, files in os.walk(os.path.join(source, "test")):
        folders[:] = [name for name in folders if name != "fuzz"]
        for name in files:
            path = os.path.join(folder, name)
            if not path.endswith("check_diagnostics.py"):
                with open(path, encoding="utf-8", errors="replace") as file:
                    text.append(file.read())
    return "\n".join(text)


def check_profiles(source):
    """No profile says of a rule what the rule's page does not speak of."""
    with open(os.path.join(source, "support/diagnostics.def"), encoding="utf-8") as file:
        slugs = dict(re.findall(r'^RULE\(\d+, (\w+), "([^"]+)"', file.read(), re.M))
    with open(os.path.join(source, "support/profiles.def"), encoding="utf-8") as file:
        rows = re.findall(r'^CONSEQUENCE\((\w+), (\w+), ', file.read(), re.M)
    problems = [] if rows else ["support/profiles.def has no rows"]
    for profile, rule in rows:
        with open(os.path.join(source, "docs/diagnostics", slugs[rule] + ".md"), encoding="utf-8") as file:
            if not re.search(CONSUMERS[profile], file.read().split("## Why it hurts", 1)[-1].split("## Example", 1)[0]):
                problems.append(f"profile {profile}: docs/diagnostics/{slugs[rule]}.md does not speak of it under 'Why it hurts'")
    return problems


def main():
    romasc, source = sys.argv[1:3]
    problems = check_profiles(source)
    tests = tested_rules(source)
    known = rules(romasc)
    for number, slug, rule_class in known:
        problems += check_page(romasc, source, number, slug, rule_class)
        enumerator = "Rule::" + slug.replace("-", "_")
        if not re.search(re.escape(f"-W{slug}]") + "|" + re.escape(enumerator) + r"\b" + "|" + re.escape(f'"{slug}"'), tests):
            problems.append(f"{number} {slug}: no test mentions [-W{slug}], {enumerator} or \"{slug}\"")
    slugs = {slug for _, slug, _ in known}
    for name in sorted(os.listdir(os.path.join(source, "docs/diagnostics"))):
        if name.endswith(".md") and name != "README.md" and name[:-3] not in slugs:
            problems.append(f"docs/diagnostics/{name}: there is no such rule")
    for problem in problems:
        print(problem)
    print(f"{len(known)} rules, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
