"""Prints the origin, mass and tensor of each <inertial> of a URDF on standard input, to so many digits as a mesh in single precision has."""
import re
import sys

for inertial in re.findall(r"<inertial>.*?</inertial>", sys.stdin.read(), re.S):
    print(*(f"{round(float(x), 5) + 0.0:g}" for value in re.findall(r'"([^"]*)"', inertial) for x in value.split()))
