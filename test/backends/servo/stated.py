"""The figures that tables, packets, images, sheets and drivers state (zero, gear, direction, matrix) against the counts that their C computes, for a
servo of every family, with gears of both signs, reversed or not, with zeros and offsets of their own. A reader of the figures computes by the formula
of docs/servo.md: count = zero + s * gear * counts of a turn * q / 2 pi, where s is -1 if the direction names the table. Usage: stated.py ROMASC FOLDER"""
import ctypes
import itertools
import json
import math
import pathlib
import random
import re
import subprocess
import sys
import xml.etree.ElementTree

ROMASC, ALL = sys.argv[1], pathlib.Path(sys.argv[2])
SOURCE = pathlib.Path(__file__).parent
FRAME = 65535 / 25 * 2 * math.pi  # of 16 bits over 12.5 rad to both sides
FINE = 65536  # of tables whose servo counts turns or rad as real numbers
# Family, device, its middle and counts of a turn as the makers' documents have them, and what a count is of the unit of the tables.
DEVICES = [
    ("ax", "AX-12A", 512, 1227.6, 1), ("cia402", "drive", 0, 10000, 1), ("cubemars", "AK10-9", 32767.5, FRAME, 1),
    ("cubemars_servo", "AK10-9", 0, 3600000, 1), ("cubemars_v3", "AKA10-9", 32767.5, FRAME, 1), ("cybergear", "CyberGear", 32767.5, 65535 / 4, 1),
    ("damiao", "DM4310", 32767.5, FRAME, 1), ("dynamixel", "XM430-W350", 2048, 4096, 1), ("dynamixel_p", "PH54-200-S500", 0, 1003846, 1),
    ("dynamixel_y", "YM070-210-R051", 0, 524288, 1), ("encos", "EC-A", 32767.5, FRAME, 1), ("feetech", "STS3215", 2048, 4096, 1),
    ("futaba", "RS30x", 0, 3600, 1), ("herkulex", "DRS-0101", 512, 360 / 0.325, 1), ("hightorque", "HTDW-5047-36", 0, 10000, 1),
    ("hls", "HLS3606M", 2048, 4096, 1), ("kondo", "KRS", 7500, 8000 / 270 * 360, 1), ("lx16a", "LX-16A", 500, 1500, 1),
    ("moteus", "moteus", 0, 1, FINE), ("moteus_can", "moteus-frames", 0, 1, FINE), ("mx", "MX-28", 2048, 4096, 1), ("odrive", "v3", 0, 1, FINE),
    ("odrive06", "S1", 0, 1, FINE), ("pca9685", "generic-180", 1500 * 25 / 122, 4000 * 25 / 122, 1), ("rmd", "X8-25", 0, 36000, 1),
    ("rmd_motion", "X8-25", 32767.5, FRAME, 1), ("robstride", "RS00", 32767.5, 65535 / 4, 1), ("scs", "SCS0009", 511, 1228.8, 1),
    ("simplefoc", "motor", 0, 2 * math.pi, FINE), ("steadywin", "GIM8008", 32767.5, 65535 / 191 * 2 * math.pi, 1),
    ("timer", "generic-180", 3000, 8000, 1), ("unitree_a1", "A1", 0, 16384 * 9.1, 1), ("unitree_go", "GO-M8010-6", 0, 32768 * 6.33, 1),
    ("vesc", "7-pole-pairs", 180000000, 360000000, 1), ("xl320", "XL-320", 512, 1227.6, 1)]
OWN = {"cia402": ", counts_per_turn: 10000"}
SPEEDS = {"lx16a": 115200, "vesc": 500000, "odrive": 500000, "odrive06": 500000, "kondo": 1250000, "herkulex": 115200, "futaba": 115200,
          "unitree_go": 4000000, "unitree_a1": 4800000, "timer": None, "pca9685": None, "simplefoc": None, "moteus": None, "moteus_can": None}
ROS2 = ["dynamixel", "dynamixel_p", "dynamixel_y", "xl320"]
FASTEST = ["ax", "mx", "xl320", "feetech", "scs"]
GOAL_VELOCITY = 2
PLACES = 1000
OF_A_BUS = 8
OF_A_ROBOT = 7  # families; the file of a unit has no more than 255 servos
# Gear, reversed, counts that the zero lies beyond the middle, offset in rad.
SETTINGS = list(itertools.product((1, -1, 1.5, -1.2345678901), (False, True), (0, 37), (0, 0.125)))
FIGURES = r"zero (\S+?), (.*?), gear (\S+?)(?: \((\S+) in the drive\))?, rounding error"
problems = []


def check(good, text):
    if not good:
        problems.append(text)


class Servo:
    def __init__(self, number, device, setting):
        self.number, self.name = number, f"j{number}"
        self.family, self.device, self.middle, self.turn, self.fine = device
        self.gear, self.reverse, shift, self.offset = setting
        # A zero of its own is a whole number, which the middle need not be.
        self.zero = math.floor(self.middle) + (shift if self.fine == 1 else 1) if shift else self.middle
        self.shift = self.zero - self.middle
        self.bus, self.id = f"{self.family}{number % len(SETTINGS) // OF_A_BUS}", 1 + number % OF_A_BUS

    def row(self):
        baud = SPEEDS.get(self.family, 1000000)
        values = [f"family: {self.family}", f"device: {self.device}", f"bus: {self.bus}", f"id: {self.id}", f"gear: {self.gear}"]
        values += [f"baud: {baud}"] if baud else []
        values += ["direction: reverse"] if self.reverse else []
        values += [f"zero: {self.zero}"] if self.shift else []  # else the middle is where the device file has it
        values += [f"offset: {self.offset}"] if self.offset else []
        return f"  {self.name}: {{{', '.join(values)}{OWN.get(self.family, '')}}}\n"


def tables(folder, servos):
    folder.mkdir(parents=True)
    joints = "".join(f"<link name='l{i}'/><joint name='j{i}' type='revolute'><parent link='base'/><child link='l{i}'/><axis xyz='0 0 1'/>"
                     f"<limit lower='-0.3' upper='0.4' effort='0.01' velocity='1'/></joint>" for i in range(len(servos)))
    (folder / "arm.urdf").write_text(f"<robot name='arm'><link name='base'/>{joints}</robot>")
    (folder / "arm.yaml").write_text("joints:\n" + "".join(servo.row() for servo in servos))
    done = subprocess.run([ROMASC, "arm.urdf", "--servo-map=arm.yaml", "--emit=servo", "-o", ".", "--expand", "-Wno-servo-doubtful",
                           "--servo-format=c,writes,packets,bin,library,ros2,dynamixel_hardware,cia402,moteus,odrive,vesc"],
                          cwd=folder, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(done.stderr)
    library = folder / "tables.so"
    subprocess.run(["gcc", "-std=c99", "-O1", "-shared", "-fPIC", "-I", folder, SOURCE / "Inputs/stated.c", folder / "arm_servos.c",
                    folder / "romas_servo_image.c", "-o", library], check=True)
    for file in ("arm_servos.c", "arm_servos.h"):
        check((folder / file).read_bytes() == (folder / "arm/src" / file).read_bytes(), f"the library has another {file}")
    return ctypes.CDLL(str(library)), done.stderr


def stated(folder, servos):
    """(where, zero in the servo's own counts, direction, gear, gear that the drive has) as each file says it, by joint."""
    fine, said = {servo.name: servo.fine for servo in servos}, {servo.name: [] for servo in servos}
    for row in json.loads((folder / "arm_writes.json").read_text())["servos"]:
        said[row["joint"]].append(("JSON", float(row["zero"]) / fine[row["joint"]], row["direction"], float(row["gear"]), row.get("gear_in_drive", 1)))
    for line in re.findall(r"^ \* (j\d+ .*)$", (folder / "arm_servos.h").read_text(), re.M):
        cells = re.split(r"  +", line)
        gear, inside = re.fullmatch(r"(\S+)(?: \((\S+) in the drive\))?", cells[5]).groups()
        said[cells[0]].append(("header", float(cells[3]) / fine[cells[0]], cells[4], float(gear), float(inside or 1)))
    sheets = {"packets": (folder / "arm_packets.txt").read_text(), "dynamixel_hardware": ""}
    if (driver := folder / "arm_dynamixel_hardware.urdf").exists():
        sheets["dynamixel_hardware"] = re.sub(r'<!-- (zero .*) -->\s*<joint name="(j\d+)">', r"joint '\2', \1", driver.read_text())
    sheets |= {path.name: path.read_text() for path in folder.iterdir() if re.search(r"_sdo\.csv|_moteus\.cfg|_odrive\.py|_vesc\.lisp", path.name)}
    for where, text in sheets.items():
        for joint, zero, direction, gear, inside in re.findall(rf"^.*joint '(j\d+)'.*?{FIGURES}", text, re.M):
            said[joint].append((where, float(zero), direction, float(gear), float(inside or 1)))
    return said


def check_stated(servo, where, zero, direction, gear, inside):
    """Whether figures are those of the servo's row; returns the sign of the table."""
    by_servo = "servo" in direction
    check(abs(gear * inside - abs(servo.gear)) < 1e-9, f"{servo.device} {where}: gear {gear}, not {servo.gear}")
    check(servo.reverse or not by_servo, f"{servo.device} {where}: nothing reverses, {direction}")
    # All reversals together, wherever they happen.
    check(("table" in direction) ^ by_servo == (servo.gear < 0) ^ servo.reverse, f"{servo.device} {where}: {servo.row()} {direction}")
    sign = -1 if "table" in direction else 1
    wanted = servo.zero - sign * gear * servo.turn * servo.offset / (2 * math.pi)
    check(abs(zero - wanted) <= 1e-3 / servo.fine + 1e-9 * abs(wanted), f"{servo.device} {where}: zero {zero}, not {wanted}")
    return sign


def matrices(folder):
    """Rad of the servo of each joint for one rad of this and of other joints, as ros2_control's driver multiplies."""
    if not (folder / "arm_ros2_control.urdf").exists():
        return
    for element in xml.etree.ElementTree.parse(folder / "arm_ros2_control.urdf").getroot().iter("ros2_control"):
        names = [joint.get("name") for joint in element.iter("joint")]
        parameters = {p.get("name"): p.text for p in element.find("hardware").iter("param")}
        to_servos, to_joints = ([float(x) for x in parameters[f"{a}_to_{b}_matrix"].split(",")] for a, b in
                                (("joint", "transmission"), ("transmission", "joint")))
        rows = range(len(names))
        for i, j in itertools.product(rows, rows):
            there_and_back = sum(to_servos[i * len(names) + k] * to_joints[k * len(names) + j] for k in rows)
            check(abs(there_and_back - (i == j)) < 1e-9, f"{element.get('name')}: the matrices are not each other's inverse")
            check(i == j or to_servos[i * len(names) + j] == 0, f"{element.get('name')}: joint {names[j]} turns the servo of {names[i]}")
        yield from ((name, to_servos[i * len(names) + i]) for i, name in enumerate(names))


def slow_speeds(c, servo, count):
    """0 of a velocity is the fastest of some servos, in the mode that they are in here: nothing slow becomes that."""
    slow, speeds = [], (ctypes.c_int32 * count)()
    for speed in (-0.5, -1e-4, 0, 1e-4, 0.003, 0.5):
        speeds[servo.number] = round(speed * 65536)
        sent = (ctypes.c_uint8 * 4)()
        size = c.arm_encode(servo.number, GOAL_VELOCITY, c.arm_velocity_count(servo.number, speeds), sent)
        slow.append(int.from_bytes(bytes(sent[:size]), "big" if servo.family in ("scs", "vesc", "cubemars_servo") else "little"))
        check(servo.family not in FASTEST or 1 <= slow[-1] < 1 << 15, f"{servo.device}: {speed} rad/s is {slow[-1]}")
    check(servo.family not in FASTEST or slow[0] == slow[-1] > slow[1] == slow[2] == 1, f"{servo.device}: {slow}")
    check(servo.family in FASTEST or slow[2] == 0, f"{servo.device}: {slow}, no standstill")


def run(folder, devices, sheets):
    """Checks a robot with servos of some families, and returns how many counts were compared."""
    servos = [Servo(n, device, setting) for n, (device, setting) in enumerate(itertools.product(devices, SETTINGS))]
    c, heard = tables(folder, servos)
    image = (folder / "arm_servos.bin").read_bytes()
    check(c.open_image(image, len(image)) == 1, "the image is refused")
    c.arm_velocity_count.restype = ctypes.c_int32
    c.arm_encode.restype = ctypes.c_uint8
    said, matrix = stated(folder, servos), dict(matrices(folder))
    source, values = random.Random(62), 0
    check(len(matrix) == sum(servo.family in ROS2 for servo in servos), f"{len(matrix)} rows of matrices")
    for servo in servos:
        # Both ends, 0, and others in between.
        places = [round(x * 65536) for x in (-0.3, 0, 0.4)] + [source.randint(round(-0.3 * 65536), round(0.4 * 65536)) for _ in range(PLACES - 3)]
        tables_say, image_says = (ctypes.c_int32 * PLACES)(), (ctypes.c_int32 * PLACES)()
        c.count_places(servo.number, (ctypes.c_int32 * PLACES)(*places), PLACES, tables_say, image_says)
        check(bytes(tables_say) == bytes(image_says), f"{servo.device}: the image has other counts")
        check(len(said[servo.name]) >= 3 + (servo.family in ROS2), f"{servo.device}: {said[servo.name]}")

        def holds(where, zero, factor):
            nonlocal values
            values += PLACES
            step = factor * servo.turn / 65536 / (2 * math.pi) * servo.fine
            worst, at = max((abs(count - (zero * servo.fine + step * place)), place) for count, place in zip(tables_say, places))
            # A factor of the tables has 32 bits: it matters for 360 million counts of a turn.
            check(worst <= 0.5 + 1e-3 + abs(step * at) * 2**-31, f"{servo.device} {where}: {worst} counts beside the tables at {at / 65536} rad: {servo.row()}")

        for where, zero, direction, gear, inside in said[servo.name]:
            sheets.add(re.sub(r"arm_(j\d+_)?", "", where))
            holds(where, zero, check_stated(servo, where, zero, direction, gear, inside) * gear)
        if servo.family in ROS2:
            # The driver counts from the middle; what lies elsewhere is said.
            away = said[servo.name][0][1] - servo.middle
            holds("matrix", servo.middle + away, matrix[servo.name])
            told = f"that joint '{servo.name}' is at 0 at " in heard
            check(told == (abs(away) > 0.5), f"{servo.device} matrix: {away} counts from the middle, and it is said: {told}")
        if servo.number % len(SETTINGS) == 0:
            slow_speeds(c, servo, len(servos))
    return values


def main():
    files = {path.stem for path in (SOURCE.parents[2] / "backends/servo/devices").glob("*.yaml")}
    check(files == {family for family, *_ in DEVICES}, f"families of one side only: {files ^ {family for family, *_ in DEVICES}}")
    sheets = set()
    robots = [DEVICES[first:first + OF_A_ROBOT] for first in range(0, len(DEVICES), OF_A_ROBOT)]
    values = sum(run(ALL / str(number), devices, sheets) for number, devices in enumerate(robots))
    print("\n".join(problems[:20]))
    print(f"{len(DEVICES)} families, {values} counts, {len(problems)} problems")
    print("stated by:", ", ".join(sorted(sheets)))
    return 1 if problems else 0


sys.exit(main())
