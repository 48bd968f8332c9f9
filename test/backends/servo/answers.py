"""The driver and the programs of a calibration against servos whose device files lay out their answers: what they read, single faults of an answer
at every exchange, and faults that last. Usage: answers.py ROMASC FOLDER"""
import ctypes
import os
import pathlib
import runpy
import socket
import struct
import subprocess
import sys

from laid_servos import Futaba, Herkulex, Kondo, Rmd
from servo_bus import Bus, Line, Servo

HERE = pathlib.Path(__file__).parent
ROBOT = (HERE / "Inputs/answers.romas").read_text(encoding="utf-8")
STANDS = {"herkulex": 600, "kondo": 7000, "futaba": -123, "second": 45, "sts": 2000, "rmd": -1234}
LINES = {"h": ("herkulex",), "k": ("kondo",), "f": ("futaba", "second"), "s": ("sts",), "can0": ("rmd",)}
OK, NO_ANSWER, GARBLED, OTHER, REFUSED, HARDWARE = 0, 3, 4, 6, 7, 10
problems = []


def check(good, text):
    if not good:
        problems.append(text)


def make_servos():
    sts = Servo("feetech", 9, 56, 2, {3: 9, 4: 3, 5: 9, 40: 1, 55: 1})  # model 777
    sts.position = lambda servo, made: STANDS["sts"]
    return {"herkulex": Herkulex(253, STANDS["herkulex"]), "kondo": Kondo(5, STANDS["kondo"]), "futaba": Futaba(1, STANDS["futaba"]),
            "second": Futaba(2, STANDS["second"]), "sts": sts, "rmd": Rmd(1, STANDS["rmd"])}


def spoiled(name, servo, packet, answer, kind):
    """What becomes of an answer. Kondo's has no checksum: a wrong byte is one with a highest bit."""
    if kind == "lost":
        return b""
    if kind == "cut":
        return answer[:-1]
    if kind == "noise":
        return (b"" if name == "rmd" else b"\xff\x00") + answer
    if kind == "wrong":
        at = 2 if name == "rmd" else len(answer) - 1
        return answer[:at] + bytes([answer[at] ^ 0x80]) + answer[at + 1:]
    return servo.answer(packet, number=servo.number + 1)


class Robot:
    """The lines of the driver, with a clock of their own."""

    def __init__(self, library, spoil=lambda n, name: None):
        self.library, self.spoil = library, spoil
        self.servos, self.names = make_servos(), list(STANDS)
        self.waiting = [b""] * len(LINES)
        self.clock = self.exchanges = 0
        types = ctypes.CFUNCTYPE
        self.calls = (types(ctypes.c_uint8, ctypes.c_void_p, ctypes.c_uint8, ctypes.POINTER(ctypes.c_uint8), ctypes.c_uint16)(self.write),
                      types(ctypes.c_uint16, ctypes.c_void_p, ctypes.c_uint8, ctypes.POINTER(ctypes.c_uint8), ctypes.c_uint16,
                            ctypes.c_uint32)(self.read),
                      types(ctypes.c_uint32, ctypes.c_void_p)(lambda context: self.clock))

    def write(self, context, bus, data, size):
        packet = bytes(data[:size])
        self.clock += 100
        for name in list(LINES.values())[bus]:
            servo = self.servos[name]
            if name == "sts":
                answer = Bus.protocol1(servo, packet) if packet[2] == 9 else None
            else:
                answer = servo.answer(packet)
            if answer is None:
                continue
            self.exchanges += 1
            kind = self.spoil(self.exchanges, name)
            self.waiting[bus] += spoiled(name, servo, packet, answer, kind) if kind else answer
        return 1

    def read(self, context, bus, data, size, deadline):
        self.clock += 10
        if not self.waiting[bus]:
            self.clock = max(self.clock, deadline)
            return 0
        taken = self.waiting[bus][:min(size, 3)]  # bytes come as they like
        self.waiting[bus] = self.waiting[bus][len(taken):]
        for i, byte in enumerate(taken):
            data[i] = byte
        return len(taken)

    def start(self):
        return self.library.start(*self.calls)

    def told(self):
        return [self.library.position(i) for i in range(len(self.names))]

    def status(self):
        return {name: self.library.status(i) for i, name in enumerate(self.names)}


def drive(library):
    robot = Robot(library)
    check(robot.start() == 1, f"the driver does not start: {robot.status()}")
    check(robot.told() == list(STANDS.values()), f"the driver reads {robot.told()}, not {STANDS}")
    check(all(servo.torque() for name, servo in robot.servos.items() if name != "sts"), "torque is not on")
    servos = robot.servos
    check(bytes(servos["herkulex"].memory["ram"][24 + i] for i in range(2)) == (440).to_bytes(2, "little"), "the gain was not written")
    check(servos["kondo"].values.get(2) == 90, "the speed of a Kondo was not written")
    check(servos["rmd"].writes.get((0xB3, 0)) == (100).to_bytes(4, "little"), f"no watchdog: {servos['rmd'].writes}")
    goals = [610, 6900, -150, 60, 2010, -1300]
    check(library.write_goals((ctypes.c_int32 * 6)(*goals)) == 1, f"no goals: {robot.status()}")
    stands = goals[:4] + [STANDS["sts"], goals[5]]
    check(library.read_states() == 1 and robot.told() == stands, f"the driver reads {robot.told()}, not {stands}")
    exchanges = robot.exchanges
    check(library.stop() == 1 and not any(servo.torque() for name, servo in servos.items() if name not in ("sts",)), "torque is on")
    return exchanges


def spoil_once(library, exchanges):
    """A single fault is asked for again, whichever answer it befalls."""
    faults = 0
    for kind in ("lost", "cut", "wrong", "other", "noise"):
        for n in range(1, exchanges + 1):
            robot = Robot(library, lambda at, name: kind if at == n and name != "sts" and not (name == "rmd" and kind == "cut") else None)
            faults += 1
            good = robot.start() == 1 and library.read_states() == 1
            check(good and robot.told() == list(STANDS.values()), f"{kind} at {n}: {robot.status()}, {robot.told()}")
    print(f"{faults} single faults")


def spoil_always(library):
    lasting = {"lost": NO_ANSWER, "cut": GARBLED, "wrong": GARBLED, "other": OTHER}
    for kind, meant in lasting.items():
        for who in ("herkulex", "kondo", "futaba", "rmd"):
            # Frames of a CAN bus that are no answers are those of others.
            wanted = NO_ANSWER if who == "rmd" and kind == "wrong" else meant
            if who == "rmd" and kind == "cut":
                continue
            now = []
            robot = Robot(library, lambda at, name: kind if now and name == who else None)
            robot.start()
            now.append(True)
            check(library.read_states() == 0, f"{who}, {kind}: it reads on")
            check(robot.status() == {name: wanted if name == who else OK for name in STANDS}, f"{who}, {kind}: {robot.status()}")
    for who, error, wanted in (("herkulex", 0x10, HARDWARE), ("herkulex", 0x08, REFUSED), ("futaba", 0x80, HARDWARE)):
        robot = Robot(library)
        robot.start()
        robot.servos[who].error = error
        library.read_states()
        check(robot.status()[who] == wanted, f"{who} with error {error}: {robot.status()}")
        check(library.recover() == 0 and robot.status()[who] == wanted, f"{who} with error {error} is taken back: {robot.status()}")
        robot.servos[who].error = 0
        check(library.recover() == 1 and robot.servos[who].torque(), f"{who} is not taken back: {robot.status()}")


class Terminal(Line):
    """A serial line for the programs of a calibration; `spoil(n)` says what becomes of the n-th answer."""

    def __init__(self, servos, spoil):
        self.servos, self.spoil, self.answers = servos, spoil, 0
        super().__init__()

    def length(self, data):
        return next(iter(self.servos.values())).length(data)

    def take(self, packet):
        for name, servo in self.servos.items():
            answer = servo.answer(packet)
            if answer is None:
                continue
            self.answers += 1
            kind = self.spoil(self.answers)
            os.write(self.terminal, spoiled(name, servo, packet, answer, kind) if kind else answer)


def calibrate(folder, program, spoil=lambda n: None, change=lambda servos: None):
    servos = make_servos()
    change(servos)
    ports = []
    for line, names in LINES.items():
        if line == "s":
            ports.append(f"s={Bus([servos['sts']]).port}")
        elif line != "can0":
            ports.append(f"{line}={Terminal({name: servos[name] for name in names}, spoil).port}")
    at = [f"--at={joint}=0" for joint in STANDS if joint != "rmd" or "can" in program[-1]]
    done = subprocess.run(program + ports + ["--yes", "--unit=u", "--prepare", "-o", "u.yaml"] + at, cwd=folder, capture_output=True, text=True,
                          timeout=120)
    path = folder / "u.yaml"
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    path.unlink(missing_ok=True)
    return done, text, servos


def seen_packets(folder):
    """Packets that robot-mitya/herkulex-servo has seen on the wire, at 10 and at 90 degrees: what the programs take of them, and whether the model
    makes them, too."""
    program = runpy.run_path(str(folder / "answers_calibrate.py"))
    servo = program["SERVOS"][0]
    asked = bytes.fromhex("FF FF 09 FD 04 C8 36 3A 02")
    check(program["read_packet"](servo, servo.register) == asked, "HerkuleX is asked otherwise")
    for position, packet in ((0x21F, "FF FF 0D FD 44 B2 4C 3A 02 1F 62 00 42"), (0x313, "FF FF 0D FD 44 BE 40 3A 02 13 63 00 42")):
        seen = bytes.fromhex(packet)
        check(program["take_answer"](servo, servo.register, asked, seen) == (0, position.to_bytes(2, "little")), f"{packet} is not taken")
        check(Herkulex(253, position).answer(asked) == seen, f"the model does not answer {packet}")


def calibrations(folder):
    without_can = ROBOT[:ROBOT.index("  joint rmd")] + "}\n"
    without_can = "".join(line for line in without_can.splitlines(True) if "link l6" not in line)
    (folder / "serial.romas").write_text(without_can.replace("robot answers", "robot serial"), encoding="utf-8")
    made = subprocess.run([ROMASC, "serial.romas", "--emit=servo", "--servo-format=calibrate", "-o", "."], cwd=folder,
                          capture_output=True, text=True)
    check(made.returncode == 0, made.stderr)
    for compiler in ("cc", "clang"):
        built = subprocess.run([compiler, "-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "serial_calibrate.c", "-o", "serial_calibrate"],
                               cwd=folder, capture_output=True, text=True)
        check(built.returncode == 0, built.stderr)
    if problems:
        return
    python = [sys.executable, "serial_calibrate.py"]
    can = [sys.executable, str(HERE / "answers.py"), "can", "answers_calibrate.py"]
    spoils = {"clean": lambda n: None}
    spoils.update({kind: (lambda n, kind=kind: kind if n % 5 == 2 else None) for kind in ("lost", "cut", "wrong", "other", "noise")})
    for program in (python, ["./serial_calibrate"], can):
        for kind, spoil in spoils.items():
            if program is can and kind != "clean":
                continue
            done, text, servos = calibrate(folder, program, spoil)
            told = [joint for joint in STANDS if joint != "rmd" or program is can]
            check(done.returncode == 0 and all(f'"{joint}": {{' in text and f", reads: {STANDS[joint]}}}" in text for joint in told),
                  f"{program[-1]}, {kind}: {done.stdout}{done.stderr}{text}")
            check(not any(servos[name].torque() for name in ("herkulex", "kondo", "futaba", "second")), f"{program[-1]}, {kind}: torque is on")
        def faulty(servos):
            servos["futaba"].error = 0x80
        done, text, _ = calibrate(folder, program, change=faulty)
        check(done.returncode == 1 and "the servo of joint 'futaba', id 1, reports error 128" in done.stderr, f"{program[-1]}: {done.stderr}")
        done, text, _ = calibrate(folder, program, lambda n: "wrong")
        check(done.returncode == 1 and "does not answer" in done.stderr, f"{program[-1]}: {done.stderr}")


class FakeCan:
    """A raw socket of SocketCAN with one motor on its bus, and frames of others before each answer."""

    def __init__(self, *kind):
        self.servo, self.frames = Rmd(1, STANDS["rmd"]), []

    def bind(self, address):
        assert address == ("can0",), address

    def settimeout(self, seconds):
        pass

    def send(self, frame):
        identifier, size, data = struct.unpack("=IB3x8s", frame)
        answer = self.servo.answer(identifier.to_bytes(2, "little") + data[:size])
        other = struct.pack("=IB3x8s", 0x242, 8, b"\x92\x00\x00\x00\x01\x02\x03\x04")
        self.frames += [other, struct.pack("=IB3x8s", int.from_bytes(answer[:2], "little"), 8, answer[2:])]

    def recv(self, size):
        if not self.frames:
            raise TimeoutError()
        return self.frames.pop(0)


def main():
    folder = pathlib.Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    made = subprocess.run([ROMASC, str(HERE / "Inputs/answers.romas"), "--emit=servo", "--servo-format=firmware,calibrate", "-o", "."], cwd=folder,
                          capture_output=True, text=True)
    check(made.returncode == 0 and "there is no program in C for the CAN bus 'can0'" in made.stderr, made.stderr)
    built = subprocess.run(["gcc", "-std=c99", "-O1", "-g", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wsign-conversion", "-Wshadow", "-Werror",
                            "-fsanitize=undefined", "-fno-sanitize-recover", "-DANSWERS_UNSUPERVISED", "-shared", "-fPIC", "-I.",
                            "answers_servos.c", "answers_driver.c", str(HERE / "Inputs/answers_driver.c"), "-o", "answers.so"], cwd=folder,
                           capture_output=True, text=True)
    check(built.returncode == 0, built.stderr)
    if not problems:
        library = ctypes.CDLL(str(folder / "answers.so"))
        library.position.restype = ctypes.c_int32
        for function in (library.start, library.write_goals, library.read_states, library.recover, library.stop, library.status):
            function.restype = ctypes.c_uint8
        exchanges = drive(library)
        spoil_once(library, exchanges)
        spoil_always(library)
        seen_packets(folder)
        calibrations(folder)
    print("\n".join(problems[:20]))
    print(f"{len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    if sys.argv[1] == "can":
        socket.socket = FakeCan
        program, sys.argv = sys.argv[2], sys.argv[2:]
        runpy.run_path(program, run_name="__main__")
    else:
        ROMASC = sys.argv[1]
        sys.exit(main())
