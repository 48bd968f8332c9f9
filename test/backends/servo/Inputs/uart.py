"""Prints the lines that a program in simavr sent over its serial line. simavr ends each line with dots for what cannot be printed, and colours it."""
import re
import sys

with open(sys.argv[1], encoding="latin-1") as file:
    text = re.sub(r"\x1b\[[0-9;]*m", "", file.read())
for line in text.splitlines():
    found = re.match(r"(tables|conversions|kinematics|not inverse|quintics|trapezoids|limits) [0-9a-f]{8}", line)
    if found:
        print(found.group(0))
