#!/usr/bin/env python3
"""Changes files in xacro at random, and translates each with --keep=structure: what is written must be the robot that the file expands to.

Usage: mutations.py ROMASC COUNT SEED FILE...
"""
import os
import random
import re
import subprocess
import sys
import tempfile

TOKEN = re.compile(r"<[^<>]*>|\$\{[^}]*\}|[A-Za-z_:]+|.", re.S)
WORDS = ["${a}", "${1/0}", "$(arg x)", "xacro:if", "*block", "0", "-1", "true", "${[1,2]}", '"', "${pi}", "name", "1e400", "${x if y else z}", "${-x**2}", "parent"]


def mutated(rng, text):
    """The text with one to three tokens deleted, doubled, swapped or replaced."""
    for _ in range(rng.randint(1, 3)):
        tokens = TOKEN.findall(text)
        at, other = rng.randrange(len(tokens)), rng.randrange(len(tokens))
        change = rng.randrange(5)
        if change == 0:
            del tokens[at]
        elif change == 1:
            tokens.insert(at, tokens[at])
        elif change == 2:
            tokens[at], tokens[other] = tokens[other], tokens[at]
        else:
            tokens[at] = rng.choice(WORDS) if change == 3 else tokens[other]
        text = "".join(tokens)
    return text


def main():
    romasc, count, seed, *paths = sys.argv[1:]
    rng = random.Random(int(seed))
    texts = []
    for path in paths:
        with open(path, encoding="utf-8") as file:
            texts.append(file.read())
    same = refused = faults = 0
    with tempfile.TemporaryDirectory() as folder:
        source, output = os.path.join(folder, "robot.xacro"), os.path.join(folder, "kept.romas")
        for number in range(int(count)):
            text = mutated(rng, rng.choice(texts))
            with open(source, "w", encoding="utf-8") as file:
                file.write(text)
            made = subprocess.run([romasc, source, "--emit=romas", "--keep=structure", "-o", output], capture_output=True, text=True, timeout=60)
            if made.returncode == 1 and not os.path.exists(output):
                refused += 1
                continue
            compared = subprocess.run([romasc, "--compare", source, output], capture_output=True, text=True, timeout=60)
            if made.returncode == 0 and compared.stdout.strip() == "the same robot":
                same += 1
            else:
                faults += 1
                print(f"change {number}: status {made.returncode}: {made.stderr[-300:]}{compared.stdout[-300:]}\n{text}")
            if os.path.exists(output):
                os.remove(output)
    print(f"{same} are the same robot, {refused} are errors and write nothing, {faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
