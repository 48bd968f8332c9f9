"""Runs the programs of --servo-format=calibrate against servos at pseudo-terminals: they write the same file, stop at servos that are
none of theirs, and the tables that are made with the file send every servo where it stands. Usage: calibrate.py ROMASC FOLDER"""
import math
import os
import pathlib
import random
import subprocess
import sys

from servo_bus import Bus, Servo

ROMASC, FOLDER = sys.argv[1], pathlib.Path(sys.argv[2])
HERE = pathlib.Path(__file__).parent
POSE = {"pan": 0.3, "tilt": -0.4, "wrist": 0.2, "slide": 0.015, "roll": 0.1, "grip": 0.5, "axis": -0.25}
problems = []


def check(good, text):
    if not good:
        problems.append(text)


def run(command, **options):
    return subprocess.run(command, capture_output=True, text=True, cwd=FOLDER, timeout=120, **options)


class Truth:
    """How a servo was built in: its reading for the joints' positions, by counts for one rad or metre."""

    def __init__(self, joint, start, factors):
        self.joint, self.start, self.factors = joint, start, factors

    def reading(self, q):
        return self.start + sum(factor * q[joint] for joint, factor in self.factors.items())


TURN = 4096 / (2 * math.pi)
TRUTHS = [
    Truth("pan", 1900, {"pan": TURN}),
    Truth("tilt", 2300, {"tilt": 2 * TURN, "pan": -0.5 * TURN}),  # the DYNAMIXEL reverses itself
    Truth("wrist", 2000 - 131073, {"wrist": 3 * TURN}),  # with a homing offset
    Truth("slide", 1000, {"slide": -4096 * 10}),
    Truth("roll", 500, {"roll": 1024 / math.radians(215) * 0.9}),
    Truth("grip", 480, {"grip": -1000 / math.radians(240)}),
    Truth("axis", 530, {"axis": 1023 / math.radians(300)}),
]


def raw(value, size, sign_bit=None):
    if sign_bit is not None:
        return abs(value) | (1 << sign_bit if value < 0 else 0)
    return value & ((1 << 8 * size) - 1)


def little(address, value, size):
    return {address + k: byte for k, byte in enumerate((value & ((1 << 8 * size) - 1)).to_bytes(size, "little"))}


def servos(readings):
    """As they lie about: torque on, the reversal and the homing offsets not yet written."""
    def stands(value):
        return lambda servo, made: value
    dynamixel = {**little(0, 1020, 2), 64: 1}
    feetech = {**little(3, 777, 2), 40: 1, 55: 1}
    return {
        "pan": Servo("dynamixel", 11, 132, 4, {**dynamixel, 7: 11}, position=stands(raw(readings["pan"], 4))),
        "tilt": Servo("dynamixel", 12, 132, 4, {**dynamixel, 7: 12}, position=stands(raw(readings["tilt"], 4))),
        "wrist": Servo("dynamixel", 13, 132, 4, {**dynamixel, 7: 13}, position=stands(raw(readings["wrist"], 4))),
        "slide": Servo("feetech", 1, 56, 2, {**feetech, 5: 1}, position=stands(raw(readings["slide"], 2, 15))),
        "roll": Servo("feetech", 2, 56, 2, {5: 2, 40: 1}, order="big", position=stands(raw(readings["roll"], 2))),
        "grip": Servo("lx16a", 3, 28, 2, {13: b"\x03", 31: b"\x01"}, position=stands(raw(readings["grip"], 2))),
        "axis": Servo("feetech", 4, 36, 2, {**little(0, 12, 2), 3: 4, 24: 1}, position=stands(raw(readings["axis"], 2))),
    }


BUSES = {"arm": ("pan", "tilt", "wrist"), "sts": ("slide", "roll"), "hand": ("grip",), "old": ("axis",)}


class Robot:
    def __init__(self, echo=False, spoil=lambda n: None, without=(), change=lambda servos: None):
        self.readings = {truth.joint: round(truth.reading(POSE)) for truth in TRUTHS}
        self.servos = servos(self.readings)
        change(self.servos)
        self.buses = {name: Bus([self.servos[joint] for joint in joints if joint not in without], echo, spoil)
                      for name, joints in BUSES.items()}

    def ports(self):
        return [f"{name}={bus.port}" for name, bus in self.buses.items()]


PROGRAMS = {"py": [sys.executable, "rig_calibrate.py"], "c": ["./rig_calibrate"]}
AT = [f"--at={joint}={value}" for joint, value in POSE.items()]


def attempt(program, robot, *options):
    return run(PROGRAMS[program] + robot.ports() + ["--yes", "--unit=rig-3", *options])


def make_programs():
    made = run([ROMASC, str(HERE / "Inputs/calibrate.romas"), str(HERE / "Inputs/calibrate.srdf"),
                "-Wno-servo-doubtful", "--emit=servo", "--servo-format=calibrate", "-o", "."])
    check(made.returncode == 0 and "joint 'flap': a servo of the family pca9685 does not tell its position" in made.stderr, made.stderr)
    for compiler in ("cc", "clang"):
        built = run([compiler, "-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "rig_calibrate.c", "-o", "rig_calibrate"])
        check(built.returncode == 0, built.stderr)
    check("malloc" not in (FOLDER / "rig_calibrate.c").read_text(), "the C allocates")


def good_runs():
    """Servos of all protocols; the file is the same for both programs, whatever happens to single answers."""
    files = set()
    spoils = {"clean": lambda n: None, "lost": lambda n: "lost" if n % 7 == 3 else None, "wrong": lambda n: "wrong" if n % 5 == 2 else None}
    for program in PROGRAMS:
        for kind, spoil in spoils.items():
            robot = Robot(echo=kind == "clean", spoil=spoil)
            done = attempt(program, robot, "--prepare", *AT)
            check(done.returncode == 0, f"{program}, {kind}: {done.stdout}{done.stderr}")
            path = FOLDER / "rig-3.calibration.yaml"
            if path.exists():
                files.add(path.read_text(encoding="utf-8"))
                path.rename(FOLDER / "good.yaml")
            held = robot.servos
            off = [held[j].registers[64] for j in BUSES["arm"]] + [held[j].registers[40] for j in BUSES["sts"]] + [held["axis"].registers[24]]
            check(not any(off) and held["grip"].registers[31] == b"\x00", f"{program}, {kind}: torque is on")
            check(held["tilt"].registers[10] == 1, f"{program}: the drive mode was not written")
            check(bytes(held["wrist"].registers[20 + k] for k in range(4)) == b"\xff\xff\xfd\xff", f"{program}: the homing offset was not written")
            check(held["slide"].registers[31] == 0x64 and held["slide"].registers[32] == 0x08 and held["slide"].registers[55] == 1,
                  f"{program}: the offset of sign and magnitude was not written, or not locked")
            check(not any(bus.strange for bus in robot.buses.values()), f"{program}: packets that no servo understands")
    check(len(files) == 1, f"{len(files)} different files")
    for text in files:
        for joint, reading in Robot().readings.items():
            check(f'"{joint}": {{' in text and f", reads: {reading}}}" in text, f"{joint} does not read {reading} in\n{text}")


def bad_runs():
    def noisy(servo, made):
        return 1000 + 9 * made
    def with_error(servos_):
        servos_["tilt"].error = 0x83
    def other_model(servos_):
        servos_["pan"].registers.update(little(0, 1030, 2))
    def moving(servos_):
        servos_["slide"].position = noisy
    def beyond(servos_):
        servos_["pan"].position = lambda servo, made: 5000
    def deaf(servos_):
        servos_["grip"].registers = Stubborn(servos_["grip"].registers)
    cases = [
        (dict(without=("roll",)), "the servo of joint 'roll', id 2, does not answer"),
        (dict(spoil=lambda n: "wrong"), "the servo of joint 'pan', id 11, does not answer"),
        (dict(change=with_error), "the servo of joint 'tilt', id 12, reports error 131"),
        (dict(change=other_model), "the servo of joint 'pan', id 11, is another one: model_number is 1030, not 1020"),
        (dict(change=moving), "the servo of joint 'slide', id 1, moves, or stands at the end of its turn: it reads "),
        (dict(change=beyond), "the servo of joint 'pan', id 11, reads 5000, beyond 0 to 4095"),
        (dict(change=deaf), "the servo of joint 'grip', id 3, did not take torque_enable: it holds 1, not 0"),
    ]
    for program in PROGRAMS:
        for settings, words in cases:
            done = attempt(program, Robot(**settings), "--prepare", *AT)
            check(done.returncode == 1 and words in done.stderr, f"{program}: not '{words}' but {done.returncode} {done.stderr}")
        for options, words in ((AT, "counts otherwise than its tables: drive_mode is 0, not 1; --prepare writes it"),
                               (["--prepare"], "joint 'slide' cannot be where the pose"), (["--pose=nowhere"], "there is no pose 'nowhere'"),
                               (["--at=pan=far"], "is no number"), (["--at=pen=1"], "--at=pen=1: there is no"), (["--unit=a/b"], "a unit's name has")):
            done = attempt(program, Robot(), *options)
            check(done.returncode == 1 and words in done.stderr, f"{program}: not '{words}' but {done.returncode} {done.stderr}")
        nobody = run(PROGRAMS[program] + Robot().ports() + AT, stdin=subprocess.DEVNULL)
        check(nobody.returncode == 1 and "nobody is there" in nobody.stderr, f"{program}: {nobody.stderr}")
        # A pose of the SRDF, for joints of two groups.
        posed = attempt(program, Robot(), "--prepare", "--pose=ready")
        text = (FOLDER / "rig-3.calibration.yaml").read_text(encoding="utf-8") if posed.returncode == 0 else posed.stderr
        check('"pan": 0.25\n' in text and '"slide": 0.02\n' in text and '"grip": 0\n' in text, f"{program}: the pose 'ready' is\n{text}")
        (FOLDER / "rig-3.calibration.yaml").unlink(missing_ok=True)
    check(not (FOLDER / "rig-3.calibration.yaml").exists(), "a failed run left a file")


class Stubborn(dict):
    """Takes no torque off."""

    def __setitem__(self, key, value):
        if key != 31:
            super().__setitem__(key, value)


MAIN = """#include <stdio.h>
#include <stdlib.h>
#include "rig_servos.h"
int main(int argc, char **argv)
{
  int32_t q[RIG_JOINT_COUNT] = {0};
  int i;
  for (i = 1; i + 1 < argc; i += 2) q[atoi(argv[i])] = (int32_t)(atof(argv[i + 1]) * 65536 + (atof(argv[i + 1]) < 0 ? -0.5 : 0.5));
  for (i = 0; i < (int)RIG_SERVO_COUNT; i++) printf("%ld\\n", (long)rig_count((uint8_t)i, q));
  return 0;
}
"""


def merged_tables():
    """The tables' goals of the servos, for the pose and others, are those that the way they are built in requires."""
    made = run([ROMASC, str(HERE / "Inputs/calibrate.romas"), "--servo-calibration=good.yaml",
                "-Wno-servo-doubtful", "-Wno-servo-speed-torque", "--emit=servo", "-o", "tables"])
    check(made.returncode == 0 and not made.stderr, made.stderr)
    (FOLDER / "main.c").write_text(MAIN)
    built = run(["cc", "-std=c99", "-Wall", "-Werror", "-Itables", "main.c", "tables/rig_servos.c", "-o", "goals"])
    check(built.returncode == 0, built.stderr)
    header = (FOLDER / "tables/rig_servos.h").read_text()
    places = {joint: header.split(f"RIG_Q_{joint.upper()} ")[1].split()[0].rstrip("U") for joint in POSE}
    source = random.Random(7)
    poses = [POSE] + [{joint: source.uniform(-0.01, 0.02) if joint == "slide" else source.uniform(-0.3, 0.3) for joint in POSE} for _ in range(20)]
    for number, pose in enumerate(poses):
        done = run(["./goals"] + [word for joint, value in pose.items() for word in (places[joint], repr(value))])
        goals = [int(line) for line in done.stdout.split()]
        for truth, goal in zip(TRUTHS, goals):
            # Half a count of the reading, and half a count of the goal; in the pose they are the same number.
            least = abs(goal - truth.reading(pose)) if number else abs(goal - round(truth.reading(pose)))
            check(least <= (1.03 if number else 0), f"{truth.joint} at {pose} goes to {goal}, and stands at {truth.reading(pose)}")


def main():
    FOLDER.mkdir(parents=True, exist_ok=True)
    make_programs()
    if not problems:
        good_runs()
    if not problems:
        merged_tables()
        bad_runs()
    print("\n".join(problems))
    print(f"{len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
