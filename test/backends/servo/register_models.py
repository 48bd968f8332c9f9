"""The register models of servos in C (Inputs/servo_model.c, servo_line.c, servo_packets.c), and the driver of a robot over them, as
Python sees them. Knows nothing of romasc but the names in what it writes."""
import ctypes
import pathlib
import re
import subprocess
import sys

import yaml

from servo_bus import Bus

HERE = pathlib.Path(__file__).parent
INPUTS = HERE / "Inputs"
sys.path.insert(0, str(INPUTS))
import device_registers

DEVICES = HERE.parents[2] / "backends/servo/devices"
CHECKED = ["-std=c99", "-O1", "-Wall", "-Wextra", "-Werror", "-fsanitize=undefined", "-fno-sanitize-recover", "-shared", "-fPIC"]


class Model(ctypes.Structure):
    """model_t of servo_model.h."""
    _fields_ = [("joint", ctypes.c_char_p), ("device", ctypes.c_void_p), ("id", ctypes.c_uint), ("bus", ctypes.c_uint),
                ("memory", ctypes.c_uint8 * 512), ("eeprom", ctypes.c_uint8 * 512), ("position", ctypes.c_long), ("fault", ctypes.c_uint8),
                ("fault_of_torque", ctypes.c_uint8), ("stubborn", ctypes.c_char_p), ("dead", ctypes.c_int), ("other_id", ctypes.c_int),
                ("silent_until", ctypes.c_uint32), ("last_packet", ctypes.c_uint32), ("eeprom_writes", ctypes.c_uint),
                ("torque_offs", ctypes.c_uint), ("reboots", ctypes.c_uint)]


def library(folder, name, sources, includes, defined=()):
    """A library in C, held against undefined behaviour while it runs."""
    command = ["gcc", *CHECKED, *(f"-D{word}" for word in defined), *(f"-I{path}" for path in includes), *map(str, sources), "-o", f"{folder}/{name}.so"]
    subprocess.run(command, check=True, timeout=120)
    return ctypes.PyDLL(f"{folder}/{name}.so")


class Models:
    """Servos as they leave their makers, each at a bus of its number."""

    def __init__(self, folder, writes):
        rows = subprocess.run([sys.executable, INPUTS / "device_registers.py", DEVICES, writes], capture_output=True, check=True, timeout=120)
        (folder / "device_registers.c").write_bytes(rows.stdout)
        parts = [INPUTS / f"servo_{part}.c" for part in ("model", "line", "packets")]
        self.c = library(folder, "models", [folder / "device_registers.c", *parts], [INPUTS])
        self.c.model_of.restype = ctypes.POINTER(Model)
        self.c.held.restype = ctypes.c_uint32
        self.c.signed_value.restype = ctypes.c_long
        self.clock = ctypes.c_uint32.in_dll(self.c, "clock_us")
        self.strange = ctypes.c_uint.in_dll(self.c, "strange")
        self.families = {}
        for path in DEVICES.glob("*.yaml"):
            family = yaml.safe_load(path.read_text(encoding="utf-8"))
            self.families[family["family"]] = family
        self.kept = []  # texts that the models point to

    def add(self, joint, family, device, bus, number):
        self.kept += [joint.encode(), family.encode(), device.encode()]
        self.c.add_model(*self.kept[-3:], bus, number)

    def __getitem__(self, joint):
        return self.c.model_of(joint.encode()).contents

    def held(self, joint, name):
        return self.c.held(ctypes.byref(self[joint]), name.encode())

    def power_on(self, joint):
        self.c.power_on(ctypes.byref(self[joint]))

    def exchange(self, bus, packet):
        """Sends a packet, and takes all that comes back."""
        self.clock.value += 2000  # the line was quiet
        assert self.c.line_write(None, bus, bytes(packet), len(packet)) == 1
        answer, room = b"", (ctypes.c_uint8 * 64)()
        while count := self.c.line_read(None, bus, room, 64, self.clock.value):
            answer += bytes(room[:count])
        return answer

    def registers(self, family, device):
        """Rows of the device file, by name."""
        return device_registers.registers(self.families[family], self.families[family]["devices"][device])

    def baud_code(self, family, device, speed):
        own = self.families[family]["devices"][device].get("bauds") or self.families[family]["bauds"]
        return own[speed]


class ModelBus(Bus):
    """A pseudo-terminal with a bus of the models at its other end."""

    def __init__(self, models, bus):
        self.models, self.bus = models, bus
        super().__init__([])

    def answer(self, packet):
        return self.models.exchange(self.bus, packet) or None


class Line(ctypes.Structure):
    _fields_ = [("context", ctypes.c_void_p), ("write", ctypes.c_void_p), ("read", ctypes.c_void_p), ("now", ctypes.c_void_p),
                ("echo", ctypes.c_uint8)]


class Robot:
    """Tables, driver and trajectories that romasc wrote into a folder, over the models; `units`: they take the zeros of a unit."""

    def __init__(self, models, folder, name, units=False):
        self.models, self.name = models, name
        self.header = (folder / f"{name}_servos.h").read_text(encoding="utf-8")
        macro = name.upper()
        parts = ["servos", "supervisor", "driver", "trajectory"] + ["unit"] * units
        self.c = library(folder, f"{name}{units}", [folder / f"{name}_{part}.c" for part in parts], [folder], [f"{macro}_UNITS"] * units)
        self.servos = [word.lower() for word in re.findall(rf"#define {macro}_(\w+)_LOWER ", self.header)]
        self.joints = [word.lower() for word in re.findall(rf"#define {macro}_Q_(\w+) ", self.header)]
        self.counts = ctypes.c_int32 * len(self.servos)
        self.positions = ctypes.c_int32 * len(self.joints)
        self.memory = ctypes.create_string_buffer(64 * 1024)  # its driver_t, which begins with the numbers below
        size = ctypes.sizeof(self.counts)
        self.position = self.counts.from_buffer(self.memory, 0)
        self.status = (ctypes.c_uint8 * len(self.servos)).from_buffer(self.memory, 3 * size)
        entry = [ctypes.cast(getattr(models.c, f"line_{word}"), ctypes.c_void_p) for word in ("write", "read", "now")]
        self.line = Line(None, *entry, 0)
        for word in ("start", "stop", "write_goals", "read_states", "recover"):
            self.function(word).restype = ctypes.c_uint8
        self.function("trapezoid").restype = ctypes.c_uint32

    def function(self, word):
        return getattr(self.c, f"{self.name}_{word}")

    def bounds(self, servo):
        row = (ctypes.c_int32 * 8)()
        self.function("get_servo")(self.servos.index(servo), row)
        return row[0], row[1]

    def start(self):
        return self.function("start")(self.memory, ctypes.byref(self.line))

    def stop(self):
        return self.function("stop")(self.memory)

    def q(self, pose):
        return self.positions(*[round(pose[joint] * 65536) for joint in self.joints])

    def goals(self, q):
        return self.counts(*[self.function("goal")(servo, q) for servo in range(len(self.servos))])

    def present(self):
        """Returns the positions of the joints by the readings."""
        return self.positions(*[self.function("joint")(joint, self.position) for joint in range(len(self.joints))])
