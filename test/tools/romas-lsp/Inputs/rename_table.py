"""Runs the sweeps of renamings and writes the table of refusals in docs/language-server.md.

Usage: rename_table.py SERVER ROMASC CORPUS [--most=N] [FORMAT...]
--most: names of a file, or of a kind in a file or package. Only the rows of the given formats are made anew. Each sweep compares the
robots before and after a renaming and fails if one is wrong: then no table is written.
"""

import argparse
import ast
import collections
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
SOURCE = HERE.parents[3]
PAGE = SOURCE / "docs/language-server.md"
EXAMPLES = SOURCE / "examples"
CELL, ROVER = HERE / "cell", HERE / "rover"
PLACE = re.compile(r"(<!-- written by rename_table\.py -->\n).*?(<!-- end -->)", re.S)
HEAD = ("| format | names | renamed | wrong | cannot change | because | refused otherwise | because |\n"
        "|---|---|---|---|---|---|---|---|\n")
# Words of a refusal, the cause, and whether the name cannot change whatever the server knows.
CAUSES = (("there is no name", "no name of a robot stands there", True),
          ("is computed", "computed: no text has the part that changes", True),
          ("has an error at", "a robot that reads the file has errors", True),
          ("would not be read as a name", "no name in YAML", True),
          ("evaluates; its meaning", "also in a branch that no robot evaluates", False),
          ("would not be the same", "something else would change", False),
          ("other names, such as", "something else would change", False),
          ("would get two names", "two robots would call it differently", False))


def sweeps(corpus):
    """The scripts of each format with their folders."""
    return {"URDF": ["rename.py", corpus / "urdf"], "SDF": ["rename.py", corpus, "--format=sdf", "--least=1"],
            "MJCF": ["rename_mjcf.py", corpus / "mjcf2", "--least=1"],
            "xacro": ["rename_xacro.py", corpus / "xacro2/share"],
            "SRDF": ["rename_sweep.py", "srdf", EXAMPLES / "planning", corpus / "reports3/16-srdf-states", CELL, "--goal=100"],
            "YAML": ["rename_sweep.py", "yaml", CELL, "--goal=100"],
            "Romas": ["rename_sweep.py", "romas", EXAMPLES, ROVER, "--goal=100"]}


def outcomes(text):
    """The counts of a sweep's outcomes."""
    found = collections.Counter()
    for count, outcome in re.findall(r"^ *(\d+) (\S.*)$", text, re.M):
        if outcome.startswith("("):
            outcome = ast.literal_eval(outcome)[1]
        if outcome != "files":
            found[outcome] += int(count)
    for count in re.findall(r"names, (\d+) renamed", text):
        found["renamed"] += int(count)
    return found


def row(name, found):
    """The table's row."""
    causes = {True: collections.Counter(), False: collections.Counter()}
    for outcome, count in found.items():
        if outcome != "renamed":
            if name == "xacro" and "there is no name" in outcome:  # a definition that no robot reaches
                causes[False]["no robot evaluates it"] += count
                continue
            cause, is_right = next(((cause, is_right) for words, cause, is_right in CAUSES if words in outcome), (outcome, False))
            causes[is_right][cause] += count
    total, cells = sum(found.values()), []
    for is_right in (True, False):
        refused = sum(causes[is_right].values())
        cells += [f"{refused}" if is_right else f"{refused}, {100 * refused / max(total, 1):.1f} %",
                  ", ".join(f"{count} {cause}" for cause, count in causes[is_right].most_common())]
    return f"| {name} | {total} | {found['renamed']} | 0 | " + " | ".join(cells) + " |"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("server")
    parser.add_argument("romasc")
    parser.add_argument("corpus", type=pathlib.Path)
    parser.add_argument("formats", nargs="*")
    parser.add_argument("--most", type=int, default=100000)
    options = parser.parse_args()
    page = PAGE.read_text(encoding="utf-8")
    rows = {line.split("|")[1].strip(): line for line in PLACE.search(page)[0].splitlines() if line.startswith("| ")}
    for name, (script, *rest) in sweeps(options.corpus).items():
        if options.formats and name not in options.formats:
            continue
        command = [sys.executable, HERE / script, options.server, options.romasc, *rest, f"--most={options.most}"]
        run = subprocess.run(command, cwd=HERE, capture_output=True, text=True)
        if run.returncode != 0:
            sys.exit(f"{name}: {run.stdout[-2000:]}{run.stderr[-2000:]}")
        rows[name] = row(name, outcomes(run.stdout))
        print(rows[name], flush=True)
    table = HEAD + "\n".join(rows[name] for name in sweeps(options.corpus) if name in rows) + "\n"
    PAGE.write_text(PLACE.sub(lambda found: found[1] + table + found[2], page), encoding="utf-8")


if __name__ == "__main__":
    main()
