#!/usr/bin/env python3
"""Times how long the two commands of the README take: in a new clone with nothing cached, and in another one with a warm cache.

With --write, the sentence in the README is written anew. Needed packages should be installed before. CI is not set, so that no
fuzzing and no share of the long tests is part of it.
"""
import argparse
import datetime
import os
import pathlib
import re
import subprocess
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
SENTENCE = re.compile(r"(<!-- measured: \./x bench times -->\n).*?(\n<!-- end -->)", re.S)


def clone(folder, name):
    """A clone beside the corpus, if that is beside this one."""
    target = folder / name / "main"
    subprocess.run(["git", "clone", "--quiet", str(ROOT), str(target)], check=True)
    if (ROOT.parent / "shared").exists():
        (folder / name / "shared").symlink_to((ROOT.parent / "shared").resolve())
    return target


def timed(folder, environment, *command):
    began = time.monotonic()
    with open(folder.parent / f"{command[-1]}.log", "w") as log:
        code = subprocess.run(command, cwd=folder, env=environment, stdout=log, stderr=subprocess.STDOUT).returncode
    seconds = time.monotonic() - began
    last = pathlib.Path(log.name).read_text(errors="replace").strip().splitlines()[-1]
    print(f"{folder.parent.name:6} {' '.join(command):10} {seconds:6.0f} s  status {code}  {last}", flush=True)
    return seconds


def minutes(seconds):
    return f"{seconds / 60:.0f} minutes" if seconds >= 90 else f"{seconds:.0f} seconds"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--write", action="store_true", help="write the sentence in the README anew")
    parser.add_argument("--folder", type=pathlib.Path, help="an empty folder that stays; else one that goes")
    options = parser.parse_args()
    environment = {name: value for name, value in os.environ.items() if name != "CI"}
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.folder or pathlib.Path(temporary)
        environment["CCACHE_DIR"] = str(folder / "ccache")
        cold = clone(folder, "cold")
        demo = timed(cold, environment, "./x", "demo")
        test = timed(cold, environment, "./x", "test")
        warm = timed(clone(folder, "warm"), environment, "./x", "test")
    text = (
        f"In {datetime.date.today():%B %Y}, on {os.cpu_count()} cores and with the packages installed, `./x demo` took {minutes(demo)} and "
        f"`./x test` another {minutes(test)}; with a warm compiler cache, `./x test` took {minutes(warm)} in all."
    )
    print(text)
    if options.write:
        readme = ROOT / "README.md"
        readme.write_text(SENTENCE.sub(lambda found: found[1] + text + found[2], readme.read_text()))


if __name__ == "__main__":
    main()
