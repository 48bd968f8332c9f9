"""One program for all units: tables that took the zeros of a unit at run time (--servo-format=unit) against tables that were made with its
calibration. Both have to be the same bit by bit, and what the build warns of has to be refused. Usage: units.py ROMASC FOLDER"""
import ctypes
import json
import pathlib
import random
import re
import shutil
import subprocess
import sys
import zlib

from register_models import CHECKED, ModelBus, Models

ROMASC, FOLDER = sys.argv[1], pathlib.Path(sys.argv[2])
ROBOT = pathlib.Path(__file__).parent / "Inputs/units.romas"
QUIET = ["-Wno-servo-doubtful", "-Wno-feature-dropped", "-Wno-servo-conflict", "-Wno-quantisation"]
OK, SHORT, MAGIC, VERSION, CRC, OTHER_ROBOT, READING, LIMITS, SEAM, FAR = range(10)
MAPPED = "finger"  # whose map stays that of the tables
POSE = {"pan": 1, "tilt": 0.6, "wrist": 1, "left": 0.6, "right": 0.6, "slide": 0.02, "leader": 1, "roll": 0.6, "grip": 0.5, "axis": 1,
        "finger": 0.01}
SERVOS = {"pan": ("arm", 11), "tilt": ("arm", 12), "wrist": ("arm", 13), "left": ("arm", 14), "right": ("arm", 15), "slide": ("sts", 1),
          "leader": ("sts", 2), "follower": ("sts", 9), "roll": ("sts", 10), "grip": ("hand", 4), "axis": ("old", 5), "finger": ("arm", 16)}
problems = []


def check(good, text):
    if not good:
        problems.append(text)


def make(name, calibration=None):
    """The tables of a unit, or None, and what was said."""
    options = []
    if calibration is not None:
        (FOLDER / f"{name}.yaml").write_text(calibration, encoding="utf-8")
        options = [f"--servo-calibration={name}.yaml"]
    done = subprocess.run([ROMASC, str(ROBOT), *options, *QUIET, "--emit=servo", "--servo-format=unit", "-o", name], capture_output=True,
                          text=True, cwd=FOLDER, timeout=120)
    return (FOLDER / name if done.returncode == 0 else None), done.stderr


class Tables:
    def __init__(self, folder, units):
        sources = ["fleet_servos.c", "fleet_unit.c"] if units else ["fleet_servos.c"]
        library = folder / f"tables{int(units)}.so"
        done = subprocess.run(["gcc", *CHECKED, "-Wconversion", "-Wpedantic", *(["-DFLEET_UNITS"] if units else []), f"-I{folder}",
                               *(str(folder / source) for source in sources), "-o", str(library)], capture_output=True, text=True, timeout=120)
        check(done.returncode == 0, done.stderr)
        self.c = ctypes.CDLL(str(library))
        header = (folder / "fleet_servos.h").read_text(encoding="utf-8")
        self.servos = [word.lower() for word in re.findall(r"#define FLEET_(\w+)_LOWER ", header)]
        self.joints = [word.lower() for word in re.findall(r"#define FLEET_Q_(\w+) ", header)]
        self.writes = int(re.search(r"FLEET_WRITE_COUNT (\d+)U", header)[1])
        self.q = ctypes.c_int32 * len(self.joints)
        self.counts = ctypes.c_int32 * len(self.servos)

    def load(self, data):
        servo = ctypes.c_uint8(255)
        status = self.c.fleet_load_unit(data, len(data), ctypes.byref(servo))
        return status, self.servos[servo.value]

    def limits(self, servo):
        row = (ctypes.c_int32 * 8)()
        self.c.fleet_get_servo(servo, row)
        return list(row)[:3]

    def everything(self, source):
        """Returns the tables' results for numbers from a source."""
        out = {}
        for servo, name in enumerate(self.servos):
            if name == MAPPED:
                continue
            out[name] = self.limits(servo)
            for spread in (2**12, 2**16, 2**17, 2**31 - 1):
                for _ in range(12):
                    q = self.q(*[source.randint(-spread, spread) for _ in self.joints])
                    out[name] += [self.c.fleet_count(servo, q), self.c.fleet_goal(servo, q)]
        for joint, name in enumerate(self.joints):
            for spread in (2**12, 2**16, 2**31 - 1):
                for _ in range(12):
                    counts = self.counts(*[source.randint(-spread, spread) for _ in self.servos])
                    out.setdefault(f"joint {name}", []).append(self.c.fleet_joint(joint, counts) if name != MAPPED else 0)
        for index in range(self.writes):
            row, size = (ctypes.c_uint8 * 16)(), (ctypes.c_uint8 * 4)()
            self.c.fleet_get_write(index, row)
            if self.servos[row[10]] != MAPPED:
                out[f"write {index}"] = [bytes(row[:11]), self.c.fleet_write_bytes(index, size), bytes(size)]
        return out


def calibration_of(base, source, spread):
    pose = {joint: round(source.uniform(0.05, 0.95) * most, source.choice([1, 3, 6, 12])) for joint, most in POSE.items()}
    pulses = source.random() < 0.5
    if pulses:
        pose["flap"] = 0.25
    q = base.q(*[round(pose.get(joint, 0) * 65536) for joint in base.joints])
    text = "robot: fleet\nunit: some\npose: {" + ", ".join(f"{joint}: {value!r}" for joint, value in pose.items()) + "}\nservos:\n"
    for joint, (bus, number) in SERVOS.items():
        reads = base.c.fleet_count(base.servos.index(joint), q) + source.randint(-spread, spread)
        text += f"  {joint}: {{bus: {bus}, id: {number}, reads: {reads}}}\n"
    if pulses:
        text += f"  flap: {{bus: pulses, id: 0, reads: {source.randint(320, 334)}}}\n"
    return text


def refused_by_the_build(stderr):
    """The joint and status of each warning that a unit's firmware refuses, by joint."""
    found = {}
    for line in stderr.splitlines():
        if wide := re.search(r"the travel of joint '(\w+)' is .*\[-W(servo-range|encoder-seam)\]", line):
            found[wide[1]] = SEAM if wide[2] == "encoder-seam" else LIMITS
    return found


def mutations(base):
    source, taken, refused, previous = random.Random(20), 0, 0, None
    plain = base.everything(random.Random(1))
    for number in range(27):
        spread = [3, 40, 160][number % 3]
        folder, said = make(f"unit{number}", calibration_of(base, source, spread))
        if folder is None:
            check("is beyond what" in said, said)  # a reading that the mode does not have: there is no file
            continue
        warned = {joint: status for joint, status in refused_by_the_build(said).items() if joint not in (MAPPED, "flap")}
        data = (folder / "fleet.unit.bin").read_bytes()
        status, servo = base.load(data)
        if warned:
            refused += 1
            check(status == warned.get(servo), f"unit {number}: {status} of {servo}, and the build says {warned}")
            check(base.everything(random.Random(1)) == (previous or plain), f"unit {number}: it was refused, and something changed")
            continue
        check(status == OK and not said, f"unit {number}: {status} of {servo}: {said}")
        built = Tables(folder, False)
        previous = base.everything(random.Random(number))
        made = built.everything(random.Random(number))
        different = [name for name in made if made[name] != previous[name]]
        check(not different, f"unit {number}: other bits: {different[:4]}: {[(made[k], previous[k]) for k in different[:1]]}")
        previous = base.everything(random.Random(1))
        taken += 1
    check(taken >= 15 and refused >= 3, f"{taken} units taken, {refused} refused")
    base.c.fleet_forget_unit()
    check(base.everything(random.Random(1)) == plain, "the unit was not forgotten")
    print(f"{taken} units are the same bits, {refused} are refused")


def with_sum(data):
    return data[:-4] + zlib.crc32(data[:-4]).to_bytes(4, "little")


def changed(data, at, more):
    return with_sum(data[:at] + more + data[at + len(more):])


def zero(counts):
    return round(counts * 2**20).to_bytes(8, "little", signed=True)


def bad_files(base, data):
    plain = base.everything(random.Random(1))
    first = lambda joint: 16 + 12 * base.servos.index(joint)
    cases = [
        (data[:-1], SHORT, None), (data + b"\0", SHORT, None), (b"", SHORT, None), (b"X" + data[1:], MAGIC, None),
        (changed(data, 4, b"\2\0"), VERSION, None), (changed(data, 6, b"\1\0"), OTHER_ROBOT, None),
        (changed(data, 8, bytes(8)), OTHER_ROBOT, None),
        (changed(data, first("spin") + 4, zero(1)), OTHER_ROBOT, "spin"), (changed(data, first("finger") + 4, zero(1)), OTHER_ROBOT, "finger"),
        (changed(data, first("tilt"), (4096).to_bytes(4, "little")), READING, "tilt"),
        (changed(data, first("axis"), (-1).to_bytes(4, "little", signed=True)), READING, "axis"),
        (changed(data, first("pan") + 4, zero(600)), SEAM, "pan"), (changed(data, first("axis") + 4, zero(900)), LIMITS, "axis"),
        (changed(data, first("tilt") + 4, zero(-9000)), LIMITS, "tilt"),
        (changed(data, first("pan") + 4, zero(65537)), FAR, "pan"), (changed(data, first("wrist") + 4, zero(2**23)), FAR, "wrist"),
        (changed(data, first("grip") + 4, (2**63 - 1).to_bytes(8, "little")), FAR, "grip"),
        (changed(data, first("grip") + 4, (-2**63 + 1).to_bytes(8, "little", signed=True)), FAR, "grip"),
    ]
    for at in range(16, len(data)):
        cases.append((data[:at] + bytes([data[at] ^ 0x20]) + data[at + 1:], CRC, None))
    for number, (file, wanted, joint) in enumerate(cases):
        status, servo = base.load(file)
        check(status == wanted and joint in (None, servo), f"file {number}: {status} of {servo}, not {wanted} of {joint}")
    check(base.everything(random.Random(1)) == plain, "a file was refused, and something changed")
    # At the edges of what is taken; a servo that the file keeps has the zero of the tables.
    kept = changed(data, first("pan") + 4, (-2**63).to_bytes(8, "little", signed=True))
    check(base.load(kept)[0] == OK and base.everything(random.Random(1)) == plain, "a zero of the tables is another one")
    limits = base.limits(base.servos.index("pan"))
    for shift, wanted in ((limits[0], OK), (limits[0] + 1, SEAM), (limits[1] - 4095, OK), (limits[1] - 4096, SEAM)):
        status, _ = base.load(changed(data, first("pan") + 4, zero(2048 - shift)))
        check(status == wanted, f"a zero {shift} counts lower: {status}, not {wanted}")


def programs():
    """The programs of `calibrate` write the file of zeros that romasc makes of the calibration that they write, to the byte."""
    for formats in ("calibrate", "writes"):
        subprocess.run([ROMASC, str(ROBOT), *QUIET, "--emit=servo", f"--servo-format={formats}", "-o", FOLDER / "read"], check=True, timeout=120)
    built = subprocess.run(["cc", "-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "fleet_calibrate.c", "-o", "calibrate"],
                           capture_output=True, text=True, cwd=FOLDER / "read", timeout=120)
    check(built.returncode == 0, built.stderr)
    models, source = Models(FOLDER, FOLDER / "read/fleet_writes.json"), random.Random(5)
    buses = list(dict.fromkeys(bus for bus, _ in SERVOS.values()))
    for servo in json.loads((FOLDER / "read/fleet_writes.json").read_text(encoding="utf-8"))["servos"]:
        if servo["joint"] in SERVOS and servo["id"] == SERVOS[servo["joint"]][1]:
            models.add(servo["joint"], servo["family"], servo["device"], buses.index(servo["bus"]), servo["id"])
    ports = [f"{name}={ModelBus(models, number).port}" for number, name in enumerate(buses)]
    for number in range(4):
        for joint in SERVOS:
            models[joint].position = source.randint(430, 590) if joint in ("follower", "roll", "grip", "axis") else source.randint(1700, 2300)
        at = [f"--at={joint}={source.uniform(0.3, 0.6) * most!r}" for joint, most in POSE.items()]
        for program in ([sys.executable, "read/fleet_calibrate.py"], ["read/calibrate"]):
            done = subprocess.run([*program, *ports, *at, "--prepare", "--yes", "-o", "read.yaml", "--zeros=read.bin"], capture_output=True,
                                  text=True, cwd=FOLDER, timeout=120)
            check(done.returncode == 0 and done.stdout.endswith("wrote read.yaml\nwrote read.bin\n"), done.stdout + done.stderr)
            folder, said = make(f"read{number}", (FOLDER / "read.yaml").read_text(encoding="utf-8"))
            check(folder is not None, said)
            if problems:
                return
            wanted, found = (folder / "fleet.unit.bin").read_bytes(), (FOLDER / "read.bin").read_bytes()
            check(wanted == found, f"{program[-1]}: other zeros:\n{wanted.hex(' ', 12)}\n{found.hex(' ', 12)}")


def small_processors(folder):
    """On AVR, with the tables in flash memory, and on a Cortex-M3: no floating point, nothing from the heap."""
    for command in (["avr-gcc", "-mmcu=atmega328p", "-DFLEET_IN_FLASH"], ["arm-none-eabi-gcc", "-mcpu=cortex-m3", "-mthumb"]):
        if shutil.which(command[0]) is None:
            continue
        for source in ("unit", "servos"):
            done = subprocess.run([*command, "-std=c99", "-Os", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror", "-DFLEET_UNITS",
                                   "-c", f"fleet_{source}.c", "-o", f"{source}.o"], capture_output=True, text=True, cwd=folder, timeout=120)
            check(done.returncode == 0, done.stderr)
        names = subprocess.run([command[0].replace("gcc", "nm"), "-u", "unit.o"], capture_output=True, text=True, cwd=folder, timeout=60).stdout
        check(not re.search(r"alloc|float|__aeabi_[df]|sf2|sf3", names), f"{command[0]}: {names}")


def main():
    FOLDER.mkdir(parents=True, exist_ok=True)
    folder, said = make("base")
    check(folder is not None and not said, said)
    base = Tables(folder, True)
    check(base.everything(random.Random(3)) == Tables(folder, False).everything(random.Random(3)), "tables without a unit are others")
    data = (folder / "fleet.unit.bin").read_bytes()
    before = base.everything(random.Random(3))
    check(base.load(data)[0] == OK and base.everything(random.Random(3)) == before, "the zeros of the tables are others")
    bad_files(base, data)
    base.c.fleet_forget_unit()
    mutations(base)
    small_processors(folder)
    programs()
    print("\n".join(problems[:20]))
    print(f"{len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
