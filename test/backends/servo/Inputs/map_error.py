"""Measures from outside how far a map in the tables of --servo-format=c is from the map that was given.

A robot of random grippers and linkages is written, its tables are compiled, and every position and every reading of each map is asked.
The error that the header and the JSON claim must be what is measured, with the map_error added.

Usage: map_error.py ROMASC COMPILER WORK SEED
"""
import json
import math
import pathlib
import random
import re
import subprocess
import sys

ONE = 65536  # Q16.16
COUNTS = 4096 / (2 * math.pi)  # of an XM430-W350, for one rad
JOINTS = 10

MAIN = """#include <stdio.h>
#include "maps_servos.h"
int main(void)
{
  long joint, q, low, high, count_low, count_high;
  while (scanf("%ld %ld %ld %ld %ld", &joint, &low, &high, &count_low, &count_high) == 5) {
    int32_t values[MAPS_JOINT_COUNT] = {0}, counts[MAPS_SERVO_COUNT] = {0};
    for (q = low; q <= high; q++) {
      values[joint] = (int32_t)q;
      printf("%ld\\n", (long)maps_count((uint8_t)joint, values));
    }
    for (q = count_low; q <= count_high; q++) {
      counts[joint] = (int32_t)q;
      printf("%ld\\n", (long)maps_joint((uint8_t)joint, counts));
    }
  }
  return 0;
}
"""


def random_map(chance, slides):
    """Places (joint, angle): the angle rises or falls."""
    span = chance.uniform(0.01, 0.04) if slides else chance.uniform(0.05, 0.2)
    at = chance.uniform(-span, 0)
    places, angle = [], chance.uniform(-1.4, -0.5)
    for _ in range(chance.randrange(2, 7)):
        places.append((round(at, 5), round(angle, 4)))
        at += chance.uniform(0.15, 0.5) * span
        angle += chance.uniform(0.02, 0.5)
    sign = chance.choice([-1, 1])
    return [(joint, sign * value) for joint, value in places]


def robot(maps):
    text = "robot maps {\n  link base {}\n"
    for k, (places, slides, own) in enumerate(maps):
        unit = "m" if slides else "rad"
        points = ", ".join(f"({joint} {unit}, {angle} rad)" for joint, angle in places)
        text += (f"  link l{k} {{ mass 0.01 kg; inertia (1e-6, 1e-6, 1e-6) kg*m^2; }}\n"
                 f"  joint j{k} : {'prismatic' if slides else 'revolute'} base -> l{k} {{ axis z;"
                 f" limit {places[0][0]} {unit} .. {places[-1][0]} {unit} effort 1 {'N' if slides else 'N*m'} velocity 0.1 {unit}/s;\n"
                 f"    servo dynamixel(\"XM430-W350\") {{ id {k + 1}; map [{points}];{f' map_error {own} {unit};' if own else ''} }} }}\n")
    return text + "}\n"


def joint_at(places, count):
    """Where the map that was given has this count; it goes on straight beyond its ends."""
    counts = [(joint, 2048 + COUNTS * angle) for joint, angle in places]
    rising = counts[-1][1] > counts[0][1]
    i = 1
    while i + 1 < len(counts) and (count > counts[i][1] if rising else count < counts[i][1]):
        i += 1
    (x0, y0), (x1, y1) = counts[i - 1], counts[i]
    return x0 + (count - y0) * (x1 - x0) / (y1 - y0)


def main():
    romasc, compiler, work, seed = sys.argv[1:]
    work = pathlib.Path(work)
    work.mkdir(parents=True, exist_ok=True)
    chance = random.Random(seed)
    maps = [(random_map(chance, slides := k % 2 == 0), slides, chance.choice([None, 1e-4, 3e-5])) for k in range(JOINTS)]
    (work / "maps.romas").write_text(robot(maps))
    (work / "main.c").write_text(MAIN)
    subprocess.run([romasc, work / "maps.romas", "--emit=servo", "--servo-format=c,writes", "-o", work], check=True, stderr=subprocess.DEVNULL)
    subprocess.run([*compiler.split(), "-std=c99", "-O1", "-I", work, work / "main.c", work / "maps_servos.c", "-o", work / "main"], check=True)
    wanted = []
    for k, (places, _, _) in enumerate(maps):
        ends = sorted(round(2048 + COUNTS * angle) for angle in (places[0][1], places[-1][1]))
        wanted.append((k, round(places[0][0] * ONE), round(places[-1][0] * ONE), *ends))
    asked = "".join(" ".join(map(str, row)) + "\n" for row in wanted)
    answers = iter(map(int, subprocess.run([work / "main"], input=asked, capture_output=True, text=True, check=True).stdout.split()))
    header = (work / "maps_servos.h").read_text()
    rows = json.loads((work / "maps_writes.json").read_text())["servos"]
    faults, above_half = 0, 0
    for (k, low, high, count_low, count_high), (places, _, own) in zip(wanted, maps):
        goal = max(abs(joint_at(places, next(answers)) - q / ONE) for q in range(low, high + 1))
        reading = max(abs(next(answers) / ONE - joint_at(places, count)) for count in range(count_low, count_high + 1))
        measured = max(goal, reading) + (own or 0)
        in_header = float(re.search(rf"^ \* j{k} .* (\S+) (?:m|rad)$", header, re.M)[1])
        in_json = next(row["rounding_error"] for row in rows if row["joint"] == f"j{k}")
        steepest = max((b[0] - a[0]) / abs(b[1] - a[1]) / COUNTS for a, b in zip(places, places[1:]))
        above_half += goal > 0.55 * steepest
        for claimed in (in_header, in_json):
            if not measured <= claimed <= measured * (1 + 1e-4):
                print(f"j{k}: {measured} is measured, and {claimed} claimed: {places}")
                faults += 1
    print(f"{faults} faults, {above_half} of {JOINTS} maps are off by more than half a count")
    sys.exit(faults > 0)


if __name__ == "__main__":
    main()
