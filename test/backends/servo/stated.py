"""The figures that tables state (zero, gear, direction) against the counts that their C computes, for servos of every family, with gears of both
signs, reversed or not, and with zeros of their own. A reader of the header, the JSON or the packets computes by the formula of docs/servo.md:
count = zero + s * gear * counts of a turn * q / 2 pi, where s is -1 if the direction names the table. Usage: stated.py ROMASC FOLDER"""
import ctypes
import itertools
import json
import math
import pathlib
import re
import subprocess
import sys

ROMASC, FOLDER = sys.argv[1], pathlib.Path(sys.argv[2])
# Family, device, its middle, counts of a turn, and what it has of its own.
DEVICES = [("dynamixel", "XM430-W350", 2048, 4096, {}), ("ax", "AX-12A", 512, 1227.6, {}), ("mx", "MX-28", 2048, 4096, {}),
           ("xl320", "XL-320", 512, 1227.6, {}), ("feetech", "STS3215", 2048, 4096, {}), ("hls", "HLS3606M", 2048, 4096, {}),
           ("scs", "SCS0009", 511, 1228.8, {}), ("lx16a", "LX-16A", 500, 1500, {"baud": 115200})]
FASTEST = ["ax", "mx", "xl320", "feetech", "scs"]
GOAL_VELOCITY = 2
PLACES = 1000
FIGURES = r"zero (\S+?),? +(.*?),? +gear (\S+?),"
problems = []
values = servos = 0


def check(good, text):
    if not good:
        problems.append(text)


def robot(count):
    joints = "".join(f"<link name='l{i}'/><joint name='j{i}' type='revolute'><parent link='base'/><child link='l{i}'/><axis xyz='0 0 1'/>"
                     f"<limit lower='-0.3' upper='0.4' effort='1' velocity='1'/></joint>" for i in range(count))
    return f"<robot name='arm'><link name='base'/>{joints}</robot>"


def tables(family, device, settings, needs):
    folder = FOLDER / device
    folder.mkdir(parents=True)
    (folder / "arm.urdf").write_text(robot(len(settings)))
    rows = [f"  j{i}: {{id: {i + 1}, gear: {gear}{', direction: reverse' if reverse else ''}, zero: {zero}}}"
            for i, (gear, reverse, zero) in enumerate(settings)]
    (folder / "arm.yaml").write_text(f"defaults: {{family: {family}, device: {device}, bus: a, baud: {needs.get('baud', 1000000)}}}\njoints:\n" + "\n".join(rows) + "\n")
    done = subprocess.run([ROMASC, "arm.urdf", "--servo-map=arm.yaml", "--emit=servo", "--servo-format=c,writes,packets", "-o", "."],
                          cwd=folder, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{device}: {done.stderr}")
    library = folder / "tables.so"
    subprocess.run(["gcc", "-std=c99", "-O1", "-shared", "-fPIC", "-I", folder, folder / "arm_servos.c", "-o", library], check=True)
    return folder, ctypes.CDLL(str(library))


def stated(folder, count):
    """(where, zero, direction, gear) of each joint, as each file says it."""
    json_rows = json.loads((folder / "arm_writes.json").read_text())["servos"]
    header = re.findall(r"^ \* j\d+ .*$", (folder / "arm_servos.h").read_text(), re.M)
    packets = re.findall(r"^# joint 'j\d+'.*gear.*$", (folder / "arm_packets.txt").read_text(), re.M)
    assert len(json_rows) == len(header) == len(packets) == count
    for row, line, text in zip(json_rows, header, packets):
        cells = re.split(r"  +", line.removeprefix(" * "))
        zero, direction, gear = re.search(FIGURES, text).groups()
        yield [("JSON", float(row["zero"]), row["direction"], float(row["gear"])), ("header", float(cells[3]), cells[4], float(cells[5])),
               ("packets", float(zero), direction, float(gear))]


for family, device, middle, turn, needs in DEVICES:
    settings = [(gear, reverse, middle + shift) for gear, reverse, shift in itertools.product((1, -1, 1.5, -1.5), (False, True), (0, 37))]
    folder, c = tables(family, device, settings, needs)
    c.arm_count.restype = c.arm_velocity_count.restype = ctypes.c_int32
    c.arm_encode.restype = ctypes.c_uint8
    reverses_itself = False
    for i, (figures, (gear, reverse, zero)) in enumerate(zip(stated(folder, len(settings)), settings)):
        servos += 1
        for where, said_zero, direction, said_gear in figures:
            by_servo = "servo" in direction
            check(said_zero == zero and abs(said_gear - abs(gear)) < 1e-9, f"{device} {where}: zero {said_zero}, gear {said_gear}")
            check(reverse or not by_servo, f"{device} {where}: nothing reverses, {direction}")
            # All reversals together, wherever they happen.
            check(("table" in direction) ^ by_servo == (gear < 0) ^ reverse, f"{device} {where}: gear {gear}, reverse {reverse}: {direction}")
            sign = -1 if "table" in direction else 1
            q = (ctypes.c_int32 * len(settings))()
            for place in range(PLACES):
                q[i] = round((-0.3 + 0.7 * place / PLACES) * 65536)
                exact = said_zero + sign * said_gear * turn * q[i] / 65536 / (2 * math.pi)
                values += 1
                check(abs(c.arm_count(i, q) - exact) <= 0.5 + 1e-3, f"{device} {where}: {c.arm_count(i, q)} at {q[i]}, {exact} is stated")
    # 0 of a velocity is the fastest of some servos, in the mode that they are in here: nothing slow becomes that.
    slow, none = [], (ctypes.c_int32 * len(settings))()
    for speed in (-0.5, -1e-4, 0, 1e-4, 0.003, 0.5):
        none[0] = round(speed * 65536)
        sent = (ctypes.c_uint8 * 4)()
        size = c.arm_encode(0, GOAL_VELOCITY, c.arm_velocity_count(0, none), sent)
        slow.append(int.from_bytes(bytes(sent[:size]), "big" if family == "scs" else "little"))
        check(family not in FASTEST or 1 <= slow[-1] < 1 << 15, f"{device}: {speed} rad/s is {slow[-1]}")
    check(family not in FASTEST or slow[0] == slow[-1] > slow[1] == slow[2] == 1, f"{device}: {slow}")
    check(family in FASTEST or slow[2] == 0, f"{device}: {slow}, no standstill")
print("\n".join(problems[:20]))
print(f"{servos} servos, {values} counts, {len(problems)} problems")
sys.exit(bool(problems))
