"""The whole life of a robot with eight servos of four families, against register models of these servos: ids, settings, moves, a
calibration, and moves that are right by it. Usage: whole_life.py ROMASC FOLDER"""
import ctypes
import json
import math
import pathlib
import random
import re
import subprocess
import sys

from register_models import INPUTS, ModelBus, Models, Robot

ROMASC, FOLDER = sys.argv[1], pathlib.Path(sys.argv[2])
NAME, BUSES = "creature", ["arm", "old", "sts", "hand"]
TURN, LX = 4096 / (2 * math.pi), 1000 / math.radians(240)
AX = 1023 / math.radians(300)


class Truth:
    """How a servo was built in: what it reads with all joints at 0, and counts for one rad or metre. `horn` is what the map does not
    know."""

    def __init__(self, nominal, horn, factors):
        self.nominal, self.horn, self.factors = nominal, horn, factors

    def reading(self, q):
        return self.nominal + self.horn + self.turned(q)

    def turned(self, q):
        return sum(factor * q[joint] for joint, factor in self.factors.items())


TRUTHS = {
    "waist": Truth(2048, 31.3, {"waist": TURN}),
    "shoulder": Truth(2048, -44.2, {"shoulder": 2 * TURN, "waist": -0.25 * TURN}),
    "elbow": Truth(512, 9.4, {"elbow": AX}),
    "wrist": Truth(512, -12.7, {"wrist": -AX}),
    "slide": Truth(2048, -20.1, {"slide": -40960}),
    "twist": Truth(2048, 57.8, {"twist": TURN}),
    "grip": Truth(500, 11.2, {"grip": -LX}),
    "thumb": Truth(500, -8.6, {"thumb": 1.2 * LX}),
}
LIMITS = {"waist": (-1.2, 1.2), "shoulder": (-0.6, 0.7), "elbow": (-1, 1), "wrist": (-0.9, 0.8), "slide": (0, 0.02), "twist": (-1.1, 1),
          "grip": (-0.5, 0.6), "thumb": (-0.4, 0.9)}
REST = {**dict.fromkeys(LIMITS, 0.1), "slide": 0.01}
POSE = {"waist": 0.25, "shoulder": -0.3, "elbow": 0.2, "wrist": -0.15, "slide": 0.012, "twist": 0.4, "grip": 0.1, "thumb": -0.05}
problems = []


def check(good, text):
    if not good:
        problems.append(text)


def run(command, **options):
    return subprocess.run(command, capture_output=True, text=True, cwd=FOLDER, timeout=300, **options)


def compile_robot(folder, *options):
    made = run([ROMASC, str(INPUTS / "creature.romas"), *options, "-Wno-servo-doubtful", "--emit=servo",
                "--servo-format=assign,packets,firmware,trajectory,calibrate,unit,writes", "-o", folder])
    check(made.returncode == 0 and not made.stderr, f"romasc into {folder}: {made.stderr}")
    return json.loads((FOLDER / folder / f"{NAME}_writes.json").read_text(encoding="utf-8"))["servos"]


def stand(models, pose):
    """Hands put the robot there."""
    for joint, truth in TRUTHS.items():
        models[joint].position = round(truth.reading(pose))


def true_pose(models):
    """Returns the true positions of the joints by those of the servos."""
    pose = {}
    for joint, truth in TRUTHS.items():
        rest = models[joint].position - truth.nominal - truth.horn
        rest -= sum(factor * pose[other] for other, factor in truth.factors.items() if other != joint)
        pose[joint] = rest / truth.factors[joint]
    return pose


def check_registers(models, servos, when, torque):
    """Every register holds what the writes say, or what it left its maker with."""
    for servo in servos:
        joint, device = servo["joint"], (servo["family"], servo["device"])
        wanted = {step["register"]: int(step["bytes"], 16) for step in servo["steps"] if step["do"] in ("expect", "write")}
        for name, row in models.registers(*device).items():
            if name.startswith("present_") or name in ("goal_position", "bus_watchdog", "model_number", "goal_time"):
                continue
            value = wanted.get(name, row.get("initial") or max(0, row.get("range", [0])[0]))
            if name == "torque_enable":
                value = torque
            if name == "torque_limit" and name not in wanted and servo["family"] == "ax":
                value = 1023  # as Max Torque
            held = models.held(joint, name)
            check(held == value, f"{when}: {name} of {joint} holds {held}, not {value}")


def assign(models, servos):
    """One servo after the other alone on its line, as it left its maker."""
    text = (FOLDER / f"tables/{NAME}_assign.txt").read_text(encoding="utf-8")
    for servo in servos:
        models.add(servo["joint"], servo["family"], servo["device"], BUSES.index(servo["bus"]), 1)
        models[servo["joint"]].dead = 1
    for part in text.split("# connect this servo alone")[1:]:
        label = re.search(r"# label: (\d+) (\w+)", part)
        number, joint = int(label[1]), label[2]
        servo = next(servo for servo in servos if servo["joint"] == joint)
        model, answered = models[joint], b""
        model.dead, speed = 0, None
        for line in part.splitlines():
            if line.startswith("speed "):
                speed = int(line.split()[1])
            elif packet := re.match(r"(read|write) +((?:[0-9a-f]{2} ?)+)", line):
                if "baud" in models.registers(servo["family"], servo["device"]):
                    code = models.baud_code(servo["family"], servo["device"], speed)
                    check(models.held(joint, "baud") == code, f"{joint}: the line has {speed}, and its servo another speed: {line}")
                answered = models.exchange(model.bus, bytes.fromhex(packet[2]))
        check(len(answered) > 5 and number in answered, f"{joint}: nobody answers as {number}")
        models.power_on(joint)
        check(model.id == number and models.held(joint, "id") == number, f"{joint} forgot its id at power-off")
        model.dead = 1
    for servo in servos:
        models[servo["joint"]].dead = 0
        check(models[servo["joint"]].id == servo["id"], f"{servo['joint']} has id {models[servo['joint']].id}, not {servo['id']}")


def write(models, servos):
    """The packets, all servos on their buses; every `read` is compared."""
    text = (FOLDER / f"tables/{NAME}_packets.txt").read_text(encoding="utf-8")
    reads = 0
    for part in text.split("\n# joint '")[1:]:
        joint = part.split("'")[0]
        servo = next(servo for servo in servos if servo["joint"] == joint)
        rows, family = models.registers(servo["family"], servo["device"]), servo["family"]
        for line in part.splitlines():
            packet = re.match(r"(read|write) +((?:[0-9a-f]{2} ?)+) *# (\w+) (?:is (-?\d+))?", line)
            if not packet:
                continue
            answer = models.exchange(BUSES.index(servo["bus"]), bytes.fromhex(packet[2]))
            check(packet[1] == "read" or family == "lx16a" or answer, f"{joint}: no answer: {line}")
            if packet[1] != "read":
                check(family == "lx16a" or answer[8 if family == "dynamixel" else 4] == 0, f"{joint}: an error: {line}")
                continue
            row, values = rows[packet[3]], answer[9:-2] if family == "dynamixel" else answer[5:-1]
            if family == "lx16a":
                values = values[row.get("subindex", 0):][:row["size"]]
            value = int.from_bytes(values, "little")
            if row.get("encoding") == "sign_magnitude" and value >> row["sign_bit"] & 1:
                value = -(value & ~(1 << row["sign_bit"]))
            check(value == int(packet[4]), f"{joint}: {value} came: {line}")
            reads += 1
    check(reads == text.count("\nread "), f"{reads} reads")


def set_up(models, servos):
    """The packets' values stay, so that the driver has nothing to write into memory that wears."""
    check_registers(models, servos, "after the packets", 1)
    for servo in servos:
        models.power_on(servo["joint"])
        models[servo["joint"]].eeprom_writes = 0
    stand(models, REST)


def begin(robot, models, servos, when):
    check(robot.start() == 1, f"{when}: the driver does not start: {list(robot.status)}")
    check_registers(models, servos, when, 1)


def move(robot, models, to, when):
    """A straight line of all joints in cycles of 10 ms. Returns how many there were."""
    class Trapezoid(ctypes.Structure):
        _fields_ = [("start", robot.positions), ("end", robot.positions), ("ramp", ctypes.c_uint32), ("cruise", ctypes.c_uint32)]
    course, q = Trapezoid(), robot.positions()
    fastest = robot.positions(*[robot.function("velocity_limit")(joint) for joint in range(len(robot.joints))])
    change = robot.positions(*[value * 4 for value in fastest])
    duration = robot.function("trapezoid")(robot.present(), robot.q(to), fastest, change, ctypes.byref(course))
    check(0 < duration < 10_000_000, f"{when}: a move of {duration} us")
    before = [models[joint].position for joint in robot.servos]
    step = 10_000
    for time in range(0, duration + step, step):
        robot.function("trapezoid_at")(ctypes.byref(course), time, q, None, None)
        goals = robot.goals(q)
        models.clock.value = (models.clock.value + step) & 0xFFFFFFFF
        check(robot.function("write_goals")(robot.memory, goals) == 1 and robot.function("read_states")(robot.memory) == 1,
              f"{when}: a servo fails: {list(robot.status)}")
        now = [models[joint].position for joint in robot.servos]
        check(now == list(goals) == list(robot.position), f"{when}: goals {list(goals)}, servos {now}, read {list(robot.position)}")
        for k, joint in enumerate(robot.servos):
            lower, upper = robot.bounds(joint)
            check(lower <= now[k] <= upper, f"{when}: {joint} leaves its limits")
            most = sum(abs(factor) * fastest[robot.joints.index(other)] / 65536 for other, factor in TRUTHS[joint].factors.items())
            check(time == 0 or abs(now[k] - before[k]) <= most * step / 1e6 + 1.01, f"{when}: {joint} goes {now[k] - before[k]} counts in 10 ms")
        before = now
        if problems:
            return
    for joint in robot.joints:
        there = robot.present()[robot.joints.index(joint)] / 65536
        # Half a count of each servo that tells it.
        least = 0.51 * (1 + 0.25 * (joint == "shoulder")) / abs(TRUTHS[joint].factors[joint]) + 2 / 65536
        check(abs(there - to[joint]) <= least, f"{when}: {joint} is at {there} by the tables, not {to[joint]}")


def poses(count):
    """Poses within the limits, of which the servos' counts are within theirs too."""
    source = random.Random(11)
    return [{joint: source.uniform(low + 0.15 * (high - low), high - 0.15 * (high - low)) for joint, (low, high) in LIMITS.items()}
            for _ in range(count)]


def check_true(models, to, known, when):
    """By the true geometry the robot is where it was told to be, or as far off as its horns."""
    really = true_pose(models)
    for joint, truth in TRUTHS.items():
        if known:
            # Half a count of the goal and half of the reading in the pose.
            least = (1.03 + 0.26 * (joint == "shoulder")) / abs(truth.factors[joint])
            check(abs(really[joint] - to[joint]) <= least, f"{when}: {joint} is at {really[joint]}, not {to[joint]}")
        else:
            off = models[joint].position - truth.nominal - truth.turned(to)
            check(abs(off) <= 0.52 and abs(truth.horn) > 2, f"{when}: {joint} is {off} counts off the map")


def press(robot, models, when):
    """Goals far beyond the limits end at them, as fast as the joints may go."""
    begun = list(robot.present())
    for side in (0, 1):
        target = {joint: limits[side] + (0.5 if joint != "slide" else 0.01) * (1 if side else -1) for joint, limits in LIMITS.items()}
        far = list(robot.q(target))
        for part in range(1, 301):
            models.clock.value = (models.clock.value + 10_000) & 0xFFFFFFFF
            q = robot.positions(*[a + (b - a) * part // 300 for a, b in zip(begun, far)])
            check(robot.function("write_goals")(robot.memory, robot.goals(q)) == 1 and robot.function("read_states")(robot.memory) == 1, f"{when}: goals beyond")
        begun = far
        for joint in robot.servos:
            edges = robot.bounds(joint)
            check(models[joint].position in edges, f"{when}: {joint} stands at {models[joint].position}, and not at {edges}")
        really = true_pose(models)
        for joint, (low, high) in LIMITS.items():
            half = 0.51 / abs(TRUTHS[joint].factors[joint])  # of the reading in the pose
            if joint != "shoulder":  # its counts depend on the waist's, too
                check(low - half <= really[joint] <= high + half, f"{when}: {joint} is at {really[joint]}, beyond its limits")


def calibrate(models):
    """The programs in Python and C read the servos of the robot in its pose, and write the same file."""
    files = set()
    run(["cc", "-std=c99", f"tables/{NAME}_calibrate.c", "-o", "calibrate"]).check_returncode()
    ports = [f"{name}={ModelBus(models, number).port}" for number, name in enumerate(BUSES)]
    at = [f"--at={joint}={value}" for joint, value in POSE.items()]
    for program in ([sys.executable, f"tables/{NAME}_calibrate.py"], ["./calibrate"]):
        stand(models, POSE)
        done = run([*program, *ports, *at, "--unit=seven", "--yes", "--zeros=seven.bin"])
        check(done.returncode == 0, f"{program}: {done.stdout}{done.stderr}")
        path = FOLDER / "seven.calibration.yaml"
        if path.exists():
            files.add(path.read_text(encoding="utf-8"))
    check(len(files) == 1, f"{len(files)} different files")
    for joint, truth in TRUTHS.items():
        check(models.held(joint, "torque_enable") == 0, f"{joint} holds its torque while it is read")
        check(all(f'"{joint}": {{' in text and f"reads: {round(truth.reading(POSE))}}}" in text for text in files), f"{joint} in {files}")


def refuse_bad_calibration():
    """A fault that is reported of a map is reported of a calibration, too."""
    text = (FOLDER / "seven.calibration.yaml").read_text(encoding="utf-8")
    bad = re.sub(r'("elbow": .*reads: )\d+', r"\g<1>1000", text)
    (FOLDER / "bad.calibration.yaml").write_text(bad, encoding="utf-8")
    made = run([ROMASC, str(INPUTS / "creature.romas"), "--servo-calibration=bad.calibration.yaml", "-Wno-servo-doubtful", "-Werror", "--emit=servo", "-o", "bad"])
    check(bad != text and made.returncode == 1 and "the travel of joint 'elbow' is 766 to 1156 counts, but AX-12A goes" in made.stderr, f"a bad calibration: {made.stderr}")


def load_unit(robot, file):
    data, servo = (FOLDER / file).read_bytes(), ctypes.c_uint8()
    return robot.function("load_unit")(data, len(data), ctypes.byref(servo))


def one_program(models, servos):
    """The tables of all units with the zeros of this one: what the servos hold is right, and it moves as with tables of its own."""
    robot = Robot(models, FOLDER / "tables", NAME, units=True)
    for joint in TRUTHS:
        models[joint].eeprom_writes = 0
    stand(models, REST)
    check(load_unit(robot, "seven.bin") == 0, "the unit is refused")
    begin(robot, models, servos, "the start of the program of all units")
    check(not any(models[joint].eeprom_writes for joint in TRUTHS), "the program of all units holds other limits")
    made = (FOLDER / f"calibrated/{NAME}.unit.bin").read_bytes()
    check((FOLDER / "seven.bin").read_bytes() == made, "the zeros of the program that reads are others")
    for number, pose in enumerate([POSE] + poses(3)):
        move(robot, models, pose, f"move {number} of all units' program")
        check_true(models, pose, True, f"move {number} of all units' program")
    press(robot, models, "beyond, all units")
    # Without the unit it writes the limits of the tables; with it again those of the unit.
    check(robot.stop() == 1, "the program of all units does not stop")
    robot.function("forget_unit")()
    stand(models, REST)
    check(robot.start() == 1 and models.held("waist", "max_position") == 2830, "the limits of the tables are not written")
    check(robot.stop() == 1 and load_unit(robot, "seven.bin") == 0, "the unit is refused the second time")
    begin(robot, models, servos, "the second start of the program of all units")
    check(robot.stop() == 1, "the program of all units does not stop")


def main():
    FOLDER.mkdir(parents=True, exist_ok=True)
    servos = compile_robot("tables")
    models = Models(FOLDER, FOLDER / f"tables/{NAME}_writes.json")
    robot = Robot(models, FOLDER / "tables", NAME)
    check(len(robot.servos) == 8 and len({servo["family"] for servo in servos}) == 4, "not eight servos of four families")
    assign(models, servos)
    write(models, servos)
    set_up(models, servos)
    begin(robot, models, servos, "the first start")
    check(not any(models[joint].eeprom_writes for joint in TRUTHS), "the driver writes what the packets have written")
    for number, pose in enumerate(poses(3)):
        move(robot, models, pose, f"move {number}")
        check_true(models, pose, False, f"move {number}")
    check(robot.stop() == 1, "it does not stop")
    calibrate(models)
    refuse_bad_calibration()
    servos = compile_robot("calibrated", "--servo-calibration=seven.calibration.yaml")
    unit = Robot(models, FOLDER / "calibrated", NAME)
    begin(unit, models, servos, "the start of the unit")
    check(all(models[joint].eeprom_writes for joint in ("waist", "elbow", "twist", "grip")), "limits are not written anew")
    for number, pose in enumerate([POSE] + poses(6)):
        move(unit, models, pose, f"calibrated move {number}")
        check_true(models, pose, True, f"calibrated move {number}")
        if number == 0:
            check([models[joint].position for joint in TRUTHS] == [round(truth.reading(POSE)) for truth in TRUTHS.values()], "the pose is another")
    press(unit, models, "beyond")
    check(unit.stop() == 1, "the unit does not stop")
    one_program(models, servos)
    check_registers(models, servos, "at the end", 0)
    check(models.strange.value == 0, f"{models.strange.value} packets that no servo understands")
    print("\n".join(problems[:30]))
    print(f"{len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
