#!/usr/bin/env python3
"""Holds the C of Inputs/laid.romas against the makers' documents: random and extreme commands, answers of all fields, sums, the writes. Shares
nothing with romasc.

Usage: laid_frames.py LIBRARY NAME_servos.h NAME_packets.txt
"""
import ctypes
import math
import random
import re
import sys
from fractions import Fraction

ONE = 65536
PI = Fraction(math.pi)
GO = Fraction(633, 100)
FIELDS = ("position", "velocity", "kp", "kd", "torque")


class Ranged:
    """A motor whose codes go from the least to the largest value. `order`: bits of each field in the frame, highest first."""

    def __init__(self, identifier, extended, order, ranges, ratio=1, own_zero=0.0, limits=(-2.0, 2.5), answer=None):
        self.identifier, self.extended, self.order = identifier, extended, order
        self.ranges = dict(zip(FIELDS, map(Fraction, ranges)))
        self.ratio, self.own_zero, self.limits, self.answer = Fraction(ratio), Fraction(own_zero), limits, answer
        self.bits = {name: bits for name, bits in order if name in FIELDS}

    def exact(self, name, value):
        top = (1 << self.bits[name]) - 1
        most = self.ranges[name]
        code = value * top / most if name in ("kp", "kd") else (value + most) * top / (2 * most)
        return min(max(code, Fraction(0)), Fraction(top))

    def unpack(self, can):
        assert (can.id, can.extended) == (self.identifier, self.extended)
        whole, at, got = int.from_bytes(bytes(can.bytes), "big"), 64, {}
        for name, bits in self.order:
            at -= bits
            got[name] = whole >> at & ((1 << bits) - 1)
        assert not any(value for name, value in got.items() if name not in FIELDS)
        return got


class Go:
    """Signed numbers of fixed units of the rotor, low byte first."""

    identifier, ratio, own_zero, limits = 3, Fraction(1), Fraction(0), (-20, 20)
    units = {"position": 32768 * GO / (2 * PI), "velocity": 256 * GO / (2 * PI), "torque": 256 / GO, "kp": 1280 / GO**2, "kd": 1280 / GO**2}
    least = {"position": -(2**31 - 1), "velocity": -32767, "torque": -32767, "kp": 0, "kd": 0}
    most = {"position": 2**31 - 1, "velocity": 32767, "torque": 32767, "kp": 32640, "kd": 65535}

    def exact(self, name, value):
        return min(max(value * self.units[name], Fraction(self.least[name])), Fraction(self.most[name]))

    def unpack(self, packet):
        assert len(packet) == 17 and packet[:3] == bytes([0xFE, 0xEE, 0x10 | self.identifier])
        assert ccitt(packet[:15]) == int.from_bytes(packet[15:], "little")
        signed = lambda a, b: int.from_bytes(packet[a:b], "little", signed=True)
        return {"torque": signed(3, 5), "velocity": signed(5, 7), "position": signed(7, 11),
                "kp": int.from_bytes(packet[11:13], "little"), "kd": int.from_bytes(packet[13:15], "little")}


def ccitt(data):
    """By long division of the reversed bits over GF(2)."""
    bits = [byte >> i & 1 for byte in data for i in range(8)] + [0] * 16
    for i in range(len(bits) - 16):
        if bits[i]:
            for power in (16, 12, 5, 0):
                bits[i + 16 - power] ^= 1
    return sum(bit << i for i, bit in enumerate(bits[-16:]))


MIT = [("position", 16), ("velocity", 12), ("kp", 12), ("kd", 12), ("torque", 12)]
AKA = [("kp", 12), ("kd", 12), ("position", 16), ("velocity", 12), ("torque", 12)]
ENCOS = [("mode", 3), ("kp", 12), ("kd", 9), ("position", 16), ("velocity", 12), ("torque", 12)]
MOTORS = {
    "ak": Ranged(1, 0, MIT, [12.5, 22.5, 500, 5, 18], answer=(None, 0, [("id", 8), ("position", 16), ("velocity", 12), ("torque", 12), ("skip", 8), ("error", 8)])),
    "aka": Ranged(0x868, 1, AKA, [12.56, 60, 500, 5, 12], ratio=-2, own_zero=math.radians(10), limits=(-math.pi / 2, math.radians(120))),
    "rmd": Ranged(0x402, 0, MIT, [12.5, 45, 500, 5, 24], limits=(-3, 3),
                  answer=(0x502, 0, [("id", 8), ("position", 16), ("velocity", 12), ("torque", 12), ("skip", 16)])),
    "encos": Ranged(300, 0, ENCOS, [12.5, 18, 500, 5, 30], limits=(-3, 3)),
    "go": Go(),
    "damiao": Ranged(7, 0, MIT, [12.5, 30, 500, 5, 10], limits=(-1, 1)),
}
NAMES = list(MOTORS)
NUMBERS = {"ak": 1, "rmd": 2}


class Mit(ctypes.Structure):
    _fields_ = [(n, ctypes.c_int32) for n in ("position", "velocity", "kp", "kd", "torque")]


class Can(ctypes.Structure):
    _fields_ = [("id", ctypes.c_uint32), ("extended", ctypes.c_uint8), ("bytes", ctypes.c_uint8 * 8)]


class Packet(ctypes.Structure):
    """Its bytes are as many as the header says."""


class State(ctypes.Structure):
    _fields_ = [("position", ctypes.c_int32), ("velocity", ctypes.c_int32), ("torque", ctypes.c_int32), ("temperature", ctypes.c_int16),
                ("rotor_temperature", ctypes.c_int16), ("running", ctypes.c_uint8), ("fault", ctypes.c_uint8)]


class Bench:
    def __init__(self, library, header):
        self.lib = ctypes.CDLL(library)
        for name in ("joint", "joint_velocity", "mit_effort"):
            getattr(self.lib, "laid_" + name).restype = ctypes.c_int32
        text = open(header, encoding="utf-8").read()
        number = lambda macro: int(re.search(rf"#define LAID_{macro} (\d+)U", text)[1])
        self.place = {n: number(f"Q_{n.upper()}") for n in NAMES}
        self.servo = {n: number(n.upper()) for n in NAMES}
        Packet._fields_ = [("id", ctypes.c_uint32), ("kind", ctypes.c_uint8), ("size", ctypes.c_uint8), ("sum", ctypes.c_uint8),
                           ("sum_place", ctypes.c_uint8), ("bytes", ctypes.c_uint8 * number("PACKET_BYTES"))]
        self.checks = 0

    def frame(self, name, mit):
        can, packet = Can(), Packet()
        laid = self.lib.laid_mit_packet(self.servo[name], ctypes.byref(mit), ctypes.byref(packet))
        made = self.lib.laid_mit_frame(self.servo[name], ctypes.byref(mit), ctypes.byref(can))
        assert (made, laid) == {"go": (0, 1), "damiao": (1, 0)}.get(name, (1, 1)), (name, made, laid)
        if name == "go":
            assert (packet.kind, packet.size) == (2, 17)
            return MOTORS[name].unpack(bytes(packet.bytes[:17]))
        if laid:
            assert (packet.id, packet.kind, packet.size, bytes(packet.bytes[:8])) == (can.id, can.extended, 8, bytes(can.bytes))
        return MOTORS[name].unpack(can)

    def check(self, name, values, rates, effort, kp, kd):
        motor, array, mit = MOTORS[name], ctypes.c_int32 * len(NAMES), Mit()
        q, v = array(), array()
        for n in NAMES:
            q[self.place[n]], v[self.place[n]] = values[n], rates[n]
        self.lib.laid_mit_command(self.servo[name], q, v, effort, kp, kd, ctypes.byref(mit))
        got = self.frame(name, mit)
        assert got == got | {n: getattr(mit, n) for n in FIELDS}, (name, got)
        wanted = {"position": motor.ratio * (Fraction(values[name], ONE) - motor.own_zero), "velocity": motor.ratio * Fraction(rates[name], ONE),
                  "kp": Fraction(kp, ONE), "kd": Fraction(kd, ONE), "torque": Fraction(effort, ONE) / motor.ratio}
        exact = {n: motor.exact(n, wanted[n]) for n in FIELDS}
        ends = sorted(motor.exact("position", motor.ratio * (Fraction(end) - motor.own_zero)) for end in motor.limits)
        low, high = math.ceil(ends[0] - Fraction(1, 10**6)), math.floor(ends[1] + Fraction(1, 10**6))
        exact["position"] = min(max(exact["position"], Fraction(low)), Fraction(high))
        for n in FIELDS:
            assert abs(got[n] - exact[n]) <= Fraction(1, 2) + Fraction(1, 100), (name, n, got[n], float(exact[n]))
        self.checks += 1

    def commands(self, rng):
        extremes = [0, 1, -1, ONE, -ONE, 2**31 - 1, -2**31]
        for name in NAMES:
            for x in extremes:
                self.check(name, dict.fromkeys(NAMES, x), dict.fromkeys(NAMES, -(x + 1)), x, x, -(x + 1))
            for _ in range(1000):
                scale = rng.choice([0.01, 1, 4, 30])
                values = {n: int(rng.uniform(-scale, scale) * ONE) for n in NAMES}
                rates = {n: int(rng.uniform(-scale, scale) * ONE) for n in NAMES}
                self.check(name, values, rates, int(rng.uniform(-30, 30) * ONE * scale), int(rng.uniform(-1, 1500) * ONE),
                           int(rng.uniform(-0.1, 7) * ONE))

    def beyond(self, rng):
        """Codes beyond a field do not spill into others."""
        for name in NAMES:
            for _ in range(200):
                mit = Mit(*[rng.choice([-2**31, 2**31 - 1, -1, 70000, 5]) for _ in FIELDS])
                got = self.frame(name, mit)
                for n in FIELDS:
                    ends = (Go.least[n], Go.most[n]) if name == "go" else (0, (1 << MOTORS[name].bits[n]) - 1)
                    assert got[n] == min(max(getattr(mit, n), ends[0]), ends[1]), (name, n, got[n], getattr(mit, n))

    def answers(self, rng):
        for name in ("ak", "rmd"):
            motor = MOTORS[name]
            identifier, extended, order = motor.answer
            for _ in range(1000):
                values = {n: rng.choice([0, (1 << bits) - 1, rng.randrange(1 << bits)]) for n, bits in order}
                values["id"] = NUMBERS[name]
                whole = 0
                for n, bits in order:
                    whole = whole << bits | values[n]
                can = Can(identifier if identifier is not None else 0, extended, (ctypes.c_uint8 * 8)(*whole.to_bytes(8, "big")))
                servo, out = ctypes.c_uint8(99), State()
                assert self.lib.laid_mit_feedback(0, ctypes.byref(can), ctypes.byref(servo), ctypes.byref(out)) == 1
                assert servo.value == self.servo[name], (name, servo.value)
                assert [out.position, out.velocity, out.torque] == [values[n] for n in ("position", "velocity", "torque")]
                assert out.fault == values.get("error", 0) and out.temperature == -32768
                assert self.lib.laid_mit_feedback(9, ctypes.byref(can), ctypes.byref(servo), ctypes.byref(out)) == 0, "another bus"
                self.checks += 1

    def go_answers(self, rng):
        for _ in range(1000):
            torque, velocity = rng.randint(-32768, 32767), rng.randint(-32768, 32767)
            position, heat, error = rng.randint(-2**31, 2**31 - 1), rng.randint(-40, 120), rng.randrange(8)
            body = bytes([0xFD, 0xEE, 0x13]) + torque.to_bytes(2, "little", signed=True) + velocity.to_bytes(2, "little", signed=True)
            body += position.to_bytes(4, "little", signed=True) + heat.to_bytes(1, "little", signed=True)
            body += (error | rng.randrange(4096) << 3).to_bytes(2, "little")
            packet = body + ccitt(body).to_bytes(2, "little")
            servo, out = ctypes.c_uint8(99), State()
            def take(data, bus=1):
                came = Packet(kind=2, size=len(data))
                came.bytes[:len(data)] = data
                return self.lib.laid_mit_answer(bus, ctypes.byref(came), ctypes.byref(servo), ctypes.byref(out))

            assert take(packet) == 1 and servo.value == self.servo["go"]
            assert (out.torque, out.velocity, out.position) == (torque, velocity, position)
            assert (out.temperature, out.fault) == (heat * 10, error)
            broken = bytearray(packet)
            broken[rng.randrange(len(packet))] ^= 1 << rng.randrange(8)
            assert take(bytes(broken)) == 0, "a damaged packet"
            assert take(packet[:-1]) == 0 and take(packet, 0) == 0
            self.checks += 1
        counts, speeds = (ctypes.c_int32 * len(NAMES))(), (ctypes.c_int32 * len(NAMES))()
        counts[self.servo["go"]], speeds[self.servo["go"]] = 32768, 256
        turn = 2 * PI / GO * ONE
        assert abs(self.lib.laid_joint(self.place["go"], counts) - turn) <= 1, "a turn of the rotor"
        assert abs(self.lib.laid_joint_velocity(self.place["go"], speeds) - turn) <= 1
        assert abs(self.lib.laid_mit_effort(self.servo["go"], 256) - GO * ONE) <= 1

    def special(self):
        wanted = {("ak", 0): "ffffffffffffff fc", ("ak", 1): "ffffffffffffff fd", ("ak", 2): "ffffffffffffff fe", ("aka", 1): "0000007ffff7ff"}
        for name in NAMES:
            for what in range(5):
                can = Can()
                made = self.lib.laid_mit_special(self.servo[name], what, ctypes.byref(can))
                if (name, what) in wanted and name == "ak":
                    assert made and bytes(can.bytes) == bytes.fromhex(wanted[name, what]) and can.id == 1
                assert what < 4 or not made
        packet = Packet()
        assert self.lib.laid_mit_special_packet(self.servo["go"], 1, ctypes.byref(packet)) == 1
        brake = bytes([0xFE, 0xEE, 3]) + bytes(12)
        assert bytes(packet.bytes[:packet.size]) == brake + ccitt(brake).to_bytes(2, "little")


def writes_in_c(bench, path):
    """The writes of the tables are the packets of --servo-format=packets, where these are CAN frames."""
    wanted = [bytes.fromhex(line[6:].split("#")[0]) for line in open(path, encoding="utf-8") if line.startswith("write ")]
    frames = 0
    for index, packet in enumerate(wanted):
        can = Can()
        if not bench.lib.laid_mit_write(index, ctypes.byref(can)):
            assert packet[0] == 0xFE, packet.hex(" ")
            continue
        head = can.id.to_bytes(4 if can.extended else 2, "little")
        assert (head + bytes(can.bytes)).startswith(packet), (index, packet.hex(" "))
        frames += 1
    print(f"{len(wanted)} writes, {frames} frames")


def main():
    bench = Bench(sys.argv[1], sys.argv[2])
    rng = random.Random(1)
    bench.commands(rng)
    bench.beyond(rng)
    bench.answers(rng)
    bench.go_answers(rng)
    bench.special()
    print(f"{bench.checks} frames")
    writes_in_c(bench, sys.argv[3])


if __name__ == "__main__":
    main()
