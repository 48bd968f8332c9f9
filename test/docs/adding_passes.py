#!/usr/bin/env python3
"""Follows "A pass" and "A kernel pass" of docs/adding-things.md in a copy. Usage: adding_passes.py SOURCE FOLDER

Files whose path stands in the first line of a block are written. The other blocks are the rows of both tables, and the line of
a header. Then the copy is built, and its tests of both passes and of the page are run.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys

BLOCK = re.compile(r"^```(?:cpp)?\n(.*?)^```$", re.M | re.S)
FILE = re.compile(r"\A(?:// |# )((?:passes|test)/[\w./-]+)\n")


def section(page, title):
    return re.search(rf"^## {re.escape(title)}\n(.*?)(?=^## )", page, re.M | re.S).group(1)


def insert(path, before, text):
    """In front of the last place that has `before`."""
    whole = path.read_text()
    at = whole.rindex(before)
    path.write_text(whole[:at] + text + whole[at:])


def follow(copy, blocks):
    for block in blocks:
        file = FILE.match(block)
        if file:
            (copy / file.group(1)).write_text(block[file.end():])
        elif block.startswith("TRANSFORM("):
            with open(copy / "passes/pass/passes.def", "a") as table:
                table.write(block)
        elif block.startswith("KernelPassInfo{"):
            insert(copy / "passes/kernel/lowering/kernel_passes.cpp", "};\n\nbool is_clearly_shorter", block)
        else:
            insert(copy / "passes/kernel/algebra/simplify.h", "}  // namespace romas", block + "\n")


def run(copy, *command):
    done = subprocess.run(command, cwd=copy, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}\n{done.stdout[-6000:]}")


def main():
    source, copy = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    shutil.rmtree(copy, ignore_errors=True)
    for name in subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=source, capture_output=True, text=True, check=True).stdout.split("\n"):
        if name and (source / name).is_file():
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source / name, copy / name)
    page = (copy / "docs/adding-things.md").read_text()
    blocks = [block for title in ("A pass", "A kernel pass") for block in BLOCK.findall(section(page, title))]
    follow(copy, blocks)
    passes = copy / "docs/passes.md"
    insert(passes, "\n## Kernel passes\n", "\n### drop-sensors\n\nWhen: asked for.\n")
    passes.write_text(passes.read_text() + "\n### split-operations\n\nWhen: asked for.\n")
    run(copy, "./x", "build", "romasc")
    run(copy, "./x", "docs")
    tests = os.path.join(copy, "build", "test")
    lit = subprocess.run([sys.executable, "-c", f"import sys; sys.path.insert(0, {str(source / 'test')!r}); import run; print(*run.find_lit())"], capture_output=True, text=True, check=True)
    run(copy, *lit.stdout.split(), "-v", tests, "--filter", "drop-sensors|split-operations|docs/generated")
    print(f"{len(blocks)} blocks were followed")


if __name__ == "__main__":
    main()
