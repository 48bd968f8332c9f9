#!/usr/bin/env python3
"""Makes a text of a kernel smaller as long as a command fails.

usage: reduce_kernel.py FILE COMMAND…

`{}` in the command stands for the file. The command fails the same way if its exit status stays the same. Outputs are
dropped, values are replaced by their operands or by 1, and lines that nothing reads go. The smallest text that fails is
printed.
"""
import re
import subprocess
import sys
import tempfile

VALUE = re.compile(r"%\w+|\w+\[\d+\]|[-+]?[\d.]\S*")


def status_of(lines, command):
    with tempfile.NamedTemporaryFile("w", suffix=".kernel") as file:
        file.write("\n".join(lines) + "\n")
        file.flush()
        done = subprocess.run([word.replace("{}", file.name) for word in command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return done.returncode


def without_dead(lines):
    """Without the values that no later line reads."""
    kept, read = [], set()
    for line in reversed(lines):
        name = line.split(" = ")[0].strip()
        if name.startswith("%") and name not in read:
            continue
        read |= set(re.findall(r"%\w+", line.split(" = ", 1)[-1]))
        kept.append(line)
    return kept[::-1]


def smaller(lines):
    """Texts with one thing less."""
    for i, line in enumerate(lines):
        target, _, source = line.strip().partition(" = ")
        if not source:
            if target.startswith(("limbs ", "joints ", "//")):
                yield lines[:i] + lines[i + 1:]
            continue
        operands = VALUE.findall(source.split(";")[0].partition(" ")[2] if target.startswith("%") else "")
        if not target.startswith("%") and source != "0":
            yield without_dead([*lines[:i], f"  {target} = 0", *lines[i + 1:]])
        for operand in dict.fromkeys([*operands, "1"] if operands else []):
            replaced = [re.sub(re.escape(target) + r"(?!\w)", operand, later) for later in lines[i + 1:]]
            yield without_dead(lines[:i] + replaced)


def reduced(lines, command):
    wanted = status_of(lines, command)
    if wanted == 0:
        sys.exit("the command succeeds: nothing is wrong with this text")
    again = True
    while again:
        again = False
        for candidate in smaller(lines):
            if status_of(candidate, command) == wanted:
                lines, again = candidate, True
                break
    return lines


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    with open(sys.argv[1], encoding="utf-8") as file:
        lines = [line for line in file.read().splitlines() if line.strip()]
    print("\n".join(reduced(lines, sys.argv[2:])))


if __name__ == "__main__":
    main()
