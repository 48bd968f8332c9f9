#!/usr/bin/env python3
"""Holds docs/diagnostics against the rules: every rule has a page, an example on it, and a near miss.

The example triggers the rule. The near miss is the example with one small change (near_misses.txt beside this
script has them and explains their form), after which the rule is silent.

Usage: check_diagnostics.py ROMASC SOURCE_DIR

A page starts with "# RM1404 inertia-triangle" and has the headings "## Why it hurts", "## Example" and
"## Fix". Code blocks of the example are files, their info string tells which:
    ```urdf [OPTION...]       is written to example.urdf and compiled with the options; likewise romas, block,
                              assembly, sdf, mjcf, collada, xacro, obj, stl
    ```block library          is written to library.block.xml beside it
    ```yaml [NAME]            is written to NAME beside it, or devices.yaml
    ```file PATH              is written to PATH beside it; folders are made
    ```console                holds one command, "$ romasc ...", run in a folder with the other files
Other blocks show things and are not part of what is run: of those that are ```text, what romasc says, none is
empty.
"""
import os
import re
import shlex
import subprocess
import sys
import tempfile

NAMES = {
    "urdf": "example.urdf",
    "romas": "example.romas",
    "block": "example.block.xml",
    "assembly": "example.assembly.xml",
    "sdf": "example.sdf",
    "collada": "example.xml",
    "mjcf": "example.xml",
    "xacro": "example.xacro",
    "obj": "example.obj",
    "stl": "example.stl",
}
# Names that a page may use for the consumer of a profile, or for the library by which it reads robots.
CONSUMERS = {
    "gazebo": "Gazebo|libsdformat|SDF|urdfdom|simulator",
    "mujoco": "MuJoCo",
    "drake": "Drake",
    "kdl": "KDL|urdfdom",
    "moveit": "MoveIt|urdfdom|planner",
    "firmware": "",
}
FENCE = re.compile(r"^```(\w+)([^\n]*)\n(.*?)^```", re.M | re.S)
COMMAND = re.compile(r"^\$ romasc .*$", re.M)
ERROR = re.compile(r"(^|: )error: ", re.M)
HEADINGS = ["## Why it hurts", "## Example", "## Fix"]
NEAR_MISSES = "test/docs/near_misses.txt"


def read(source, path):
    with open(os.path.join(source, path), encoding="utf-8") as file:
        return file.read()


def rules(romasc):
    """Number and slug of every rule."""
    done = subprocess.run([romasc, "--print-diagnostics"], check=True, capture_output=True, text=True)
    return [line.split()[:2] for line in done.stdout.splitlines()]


def example_of(page):
    """The blocks of a page's example that are written or run, as they stand; of a console the command."""
    section = page.split("## Example", 1)[1].split("\n## ", 1)[0]
    blocks = []
    for block in FENCE.finditer(section):
        kind, rest, body = block.groups()
        if kind == "console":
            command = COMMAND.search(body)
            body = command.group() + "\n" if command else ""
        if kind in NAMES or kind in ("yaml", "file", "console"):
            blocks.append(f"```{kind}{rest}\n{body}```\n")
    return "".join(blocks)


def empty_blocks(page):
    """How many blocks of a page are to show a text, and show none.

    >>> empty_blocks("```text\\n```\\n\\n```text\\nexample.urdf:1:2: error: …\\n```\\n")
    1
    """
    return sum(kind == "text" and not body.strip() for kind, _, body in FENCE.findall(page))


def file_name(kind, rest):
    """Returns the file to which the text of a code block is written; None for a console."""
    if kind == "file":
        return rest
    if kind == "yaml":
        return rest or "devices.yaml"
    return "library.block.xml" if rest == "library" else NAMES.get(kind)


def run_example(romasc, example):
    """Returns the output of romasc for an example, and the faults of the example itself."""
    commands = []
    output = ""
    with tempfile.TemporaryDirectory() as folder:
        for kind, rest, body in FENCE.findall(example):
            name = file_name(kind, rest.strip())
            if name is not None:
                path = os.path.join(folder, name)
                os.makedirs(os.path.dirname(path), exist_ok=True)
                with open(path, "w", encoding="utf-8") as file:
                    file.write(body)
            if kind == "console":
                commands += [shlex.split(line)[2:] for line in COMMAND.findall(body)[:1]]
            elif name == NAMES.get(kind):
                commands.append([name] + shlex.split(rest))
        for command in commands:
            if not any(argument.startswith("--emit") for argument in command):
                command.append("--emit=none")
            done = subprocess.run([romasc] + command, cwd=folder, timeout=60,
                                  capture_output=True, text=True, errors="replace")
            output += done.stderr
            if done.returncode != 0 and not ERROR.search(done.stderr):
                return output, f"ends with the exit status {done.returncode} and no error"
    return output, None if commands else "has no example to run"


def read_near_misses(source):
    """The entries of near_misses.txt by slug, and what is wrong with them.

    An entry is a list of its number, its changes as pairs of "-" lines and "+" lines, and its paths of tests.
    """
    entries = {}
    problems = []
    entry = None
    for line in read(source, NEAR_MISSES).splitlines():
        sign, text = line[:1], line[2:].rstrip()
        title = re.fullmatch(r"(RM\d{4}) ([a-z0-9-]+)", line)
        if line.strip() == "" or sign == "#":
            continue
        if title:
            if title[2] in entries:
                problems.append(f"near_misses.txt: {title[2]} has two entries")
            entry = entries[title[2]] = [title[1], [], []]
        elif entry is None or sign not in "-+=" or line[1:2] not in ("", " "):
            problems.append(f"near_misses.txt: '{line}' is no line of an entry")
        elif sign == "=":
            entry[2].append(text)
        elif sign == "-":
            if not entry[1] or entry[1][-1][1]:
                entry[1].append(([], []))
            entry[1][-1][0].append(text.strip())
        elif entry[1]:
            entry[1][-1][1].append(text)
        else:
            problems.append(f"near_misses.txt: no '-' line before '{line}'")
    numbers = [number for number, changes, tests in entries.values()]
    if numbers != sorted(numbers):
        problems.append("near_misses.txt: the entries are not in the order of their numbers")
    return entries, problems


def change_example(example, changes):
    """The example with all changes made, and what is wrong with them."""
    places = []
    for old, new in changes:
        pattern = r"[ \t]*\n[ \t]*".join(re.escape(line) for line in old)
        found = [match.span() for match in re.finditer(pattern, example)]
        if len(found) != 1:
            return example, f"'{' '.join(old)}' stands {len(found)} times in the example, not once"
        places.append((found[0], "\n".join(new)))
    for (begin, end), text in sorted(places, reverse=True):
        example = example[:begin] + text + example[end:]
    return example, None


def check_near_miss(romasc, source, rule, entry, example):
    """Checks that the entry's change makes the rule silent on the example, and leaves no error."""
    number, slug = rule
    if entry is None:
        return [f"{number} {slug}: {NEAR_MISSES} has no entry for it"]
    entry_number, changes, tests = entry
    name = f"near_misses.txt, {number} {slug}:"
    if entry_number != number:
        return [f"{name} the entry calls it {entry_number}"]
    if bool(changes) == bool(tests):
        return [f"{name} the entry needs either a change or '= PATH' of a test"]
    if tests:
        return [f"{name} {test} does not exist or does not mention {slug}" for test in tests
                if not os.path.isfile(os.path.join(source, test)) or slug not in read(source, test)]
    changed, problem = change_example(example, changes)
    if problem is None:
        output, problem = run_example(romasc, changed)
    if problem is not None:
        return [f"{name} {problem}"]
    if f"[-W{slug}]" in output:
        return [f"{name} the changed example still triggers the rule; romasc said:\n{output}"]
    if ERROR.search(output):
        return [f"{name} the changed example has another error; romasc said:\n{output}"]
    return []


def check_page(romasc, source, rule, entry):
    """Returns the faults of the page of a rule, of its example, and of the near miss of the example."""
    number, slug = rule
    path = f"docs/diagnostics/{slug}.md"
    if not os.path.exists(os.path.join(source, path)):
        return [f"{number} {slug}: no page {path}"]
    page = read(source, path)
    problems = []
    if page.splitlines()[0] != f"# {number} {slug}":
        problems.append(f"{slug}.md: the first line must be '# {number} {slug}'")
    missing = [heading for heading in HEADINGS if f"\n{heading}\n" not in page]
    problems += [f"{slug}.md: no heading '{heading}'" for heading in missing]
    if missing:
        return problems
    if empty_blocks(page) > 0:
        problems.append(f"{slug}.md: a block that is to show what romasc says is empty")
    example = example_of(page)
    output, problem = run_example(romasc, example)
    if problem is not None:
        problems.append(f"{slug}.md {problem}")
    elif f"[-W{slug}]" not in output:
        problems.append(f"{slug}.md: the example does not trigger the rule; romasc said:\n{output}")
    else:
        problems += check_near_miss(romasc, source, rule, entry, example)
    return problems


def check_profiles(source):
    """No profile says of a rule what the rule's page does not speak of."""
    known = read(source, "support/findings/diagnostics.def")
    slugs = dict(re.findall(r'^RULE\(\d+, (\w+), "([^"]+)"', known, re.M))
    rows = re.findall(r"^CONSEQUENCE\((\w+), (\w+), ", read(source, "support/findings/profiles.def"), re.M)
    problems = [] if rows else ["support/findings/profiles.def has no rows"]
    for profile, rule in rows:
        path = f"docs/diagnostics/{slugs[rule]}.md"
        why = read(source, path).split("## Why it hurts", 1)[-1].split("## Example", 1)[0]
        if not re.search(CONSUMERS[profile], why):
            problems.append(f"profile {profile}: {path} does not speak of it under 'Why it hurts'")
    return problems


def main():
    romasc, source = sys.argv[1:3]
    problems = check_profiles(source)
    entries, wrong = read_near_misses(source)
    problems += wrong
    known = rules(romasc)
    for rule in known:
        problems += check_page(romasc, source, rule, entries.get(rule[1]))
    slugs = {slug for _, slug in known}
    problems += [f"near_misses.txt: there is no rule {slug}" for slug in entries if slug not in slugs]
    for name in sorted(os.listdir(os.path.join(source, "docs/diagnostics"))):
        if name.endswith(".md") and name != "README.md" and name[:-3] not in slugs:
            problems.append(f"docs/diagnostics/{name}: there is no such rule")
    for problem in problems:
        print(problem)
    print(f"{len(known)} rules, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
