#!/usr/bin/env python3
"""Holds the frames of the C tables of Inputs/can.romas against the makers' documents: random and extreme commands, all states of answers,
the whole way round. Shares nothing with romasc.

Usage: mit_frames.py LIBRARY NAME_servos.h NAME_packets.txt
"""
import ctypes
import math
import random
import re
import sys
from fractions import Fraction

ONE = 65536
PI = Fraction(math.pi)


class Motor:
    """A motor as its maker describes it: ranges, bits of the fields besides the position, the number, where it answers; and the gear of the joint,
    in rad of the motor for one rad or metre, with its sign."""

    def __init__(self, kind, ranges, number, answers, ratio, own_zero=0.0, coupled=None):
        self.kind, self.ranges, self.number, self.answers = kind, [Fraction(r) for r in ranges], number, answers
        self.ratio, self.own_zero, self.coupled = Fraction(ratio), Fraction(own_zero), coupled
        self.bits = 12 if kind == "damiao" else 16


MOTORS = {
    "bolted": Motor("damiao", [12.5, 30, 10, 500, 5], 1, 17, 1),
    "belt": Motor("damiao", [12.5, 8, 28, 500, 5], 2, 40, -2, own_zero=math.radians(10)),
    "spindle": Motor("damiao", [12.5, 45, 54, 500, 5], 3, 19, 20 * PI),
    "hip": Motor("robstride", [4 * PI, 20, 60, 5000, 100], 1, 253, 1),
    "roll": Motor("robstride", [4 * PI, 30, 12, 500, 5], 127, 5, -1),
    "coupled": Motor("robstride", [4 * PI, 30, 12, 500, 5], 2, 5, 1, coupled=("roll", Fraction(1, 2))),
}
NAMES = list(MOTORS)
LIMITS = {"bolted": (-2, 2.5), "belt": (-math.pi / 2, math.radians(120)), "spindle": (0, 0.1), "hip": (-3, 3), "coupled": (-1, 1)}


class Mit(ctypes.Structure):
    _fields_ = [(n, ctypes.c_int32) for n in ("position", "velocity", "kp", "kd", "torque")]


class Can(ctypes.Structure):
    _fields_ = [("id", ctypes.c_uint32), ("extended", ctypes.c_uint8), ("bytes", ctypes.c_uint8 * 8)]


class State(ctypes.Structure):
    _fields_ = [("position", ctypes.c_int32), ("velocity", ctypes.c_int32), ("torque", ctypes.c_int32), ("temperature", ctypes.c_int16),
                ("rotor_temperature", ctypes.c_int16), ("running", ctypes.c_uint8), ("fault", ctypes.c_uint8)]


def exact_code(value, least, most, bits):
    codes = (1 << bits) - 1
    return min(max((value - least) * codes / (most - least), Fraction(0)), Fraction(codes))


def is_code(got, exact):
    """The nearest code, or either of two where the value lies between them."""
    return abs(got - exact) <= Fraction(1, 2) + Fraction(1, 1000)


def unpack(motor, can):
    """Position, velocity, kp, kd, torque as codes, from the frame as the makers' documents lay it out."""
    data = bytes(can.bytes)
    if motor.kind == "damiao":
        assert not can.extended and can.id == motor.number
        whole = int.from_bytes(data, "big")
        return whole >> 48, whole >> 36 & 0xFFF, whole >> 24 & 0xFFF, whole >> 12 & 0xFFF, whole & 0xFFF
    assert can.extended and can.id >> 24 == 1 and can.id & 0xFF == motor.number
    p, v, kp, kd = (int.from_bytes(data[i:i + 2], "big") for i in (0, 2, 4, 6))
    return p, v, kp, kd, can.id >> 8 & 0xFFFF


def answer(motor, codes, driver, rotor, state, faults):
    """The frame of an answer."""
    p, v, t = codes
    can = Can()
    if motor.kind == "damiao":
        can.id = motor.answers
        whole = (motor.number & 0xF | state << 4) << 56 | p << 40 | v << 28 | t << 16 | driver << 8 | rotor
        can.bytes = (ctypes.c_uint8 * 8)(*whole.to_bytes(8, "big"))
        return can
    can.extended = 1
    can.id = 2 << 24 | state << 22 | faults << 16 | motor.number << 8 | motor.answers
    can.bytes = (ctypes.c_uint8 * 8)(*b"".join(x.to_bytes(2, "big") for x in (p, v, t, driver)))
    return can


class Bench:
    def __init__(self, library, header):
        self.lib = ctypes.CDLL(library)
        for name in ("joint", "joint_velocity", "mit_effort"):
            getattr(self.lib, "can_" + name).restype = ctypes.c_int32
        text = open(header, encoding="utf-8").read()
        self.place = {n: int(re.search(rf"#define CAN_Q_{n.upper()} (\d+)U", text)[1]) for n in NAMES}
        self.servo = {n: int(re.search(rf"#define CAN_{n.upper()} (\d+)U", text)[1]) for n in NAMES}
        self.macros = {n: int(re.search(rf"#define CAN_MIT_{n} (\d)U", text)[1]) for n in ("ENABLE", "DISABLE", "ZERO", "CLEAR")}
        self.checks = 0

    def command(self, name, q, v, effort, kp, kd):
        mit, can = Mit(), Can()
        self.lib.can_mit_command(self.servo[name], q, v, effort, kp, kd, ctypes.byref(mit))
        assert self.lib.can_mit_frame(self.servo[name], ctypes.byref(mit), ctypes.byref(can)) == 1
        got = unpack(MOTORS[name], can)
        assert got == (mit.position, mit.velocity, mit.kp, mit.kd, mit.torque), (name, got)
        return got

    def check(self, name, values, rates, effort, kp, kd):
        """values, rates: Q16.16 by name of the joint."""
        motor = MOTORS[name]
        array = ctypes.c_int32 * len(NAMES)
        q, v = array(), array()
        for n in NAMES:
            q[self.place[n]], v[self.place[n]] = values[n], rates[n]
        p_code, v_code, kp_code, kd_code, t_code = self.command(name, q, v, effort, kp, kd)
        position = motor.ratio * (Fraction(values[name], ONE) - motor.own_zero)
        speed = motor.ratio * Fraction(rates[name], ONE)
        if motor.coupled:
            other, gear = motor.coupled
            position += gear * Fraction(values[other], ONE)
            speed += gear * Fraction(rates[other], ONE)
        pmax, vmax, tmax, kpmax, kdmax = motor.ranges
        exact = exact_code(position, -pmax, pmax, 16)
        if name in LIMITS:
            ends = sorted(exact_code(motor.ratio * (Fraction(end) - motor.own_zero), -pmax, pmax, 16) for end in LIMITS[name])
            low, high = math.ceil(ends[0] - Fraction(1, 10**6)), math.floor(ends[1] + Fraction(1, 10**6))
            assert low <= p_code <= high, (name, p_code, low, high)
            exact = min(max(exact, Fraction(low)), Fraction(high))
        assert is_code(p_code, exact), (name, values[name], p_code, float(exact))
        assert is_code(v_code, exact_code(speed, -vmax, vmax, motor.bits)), (name, rates[name], v_code)
        torque = Fraction(0) if motor.coupled else Fraction(effort, ONE) / motor.ratio
        assert is_code(t_code, exact_code(torque, -tmax, tmax, motor.bits)), (name, effort, t_code)
        assert is_code(kp_code, exact_code(Fraction(kp, ONE), 0, kpmax, motor.bits)), (name, kp, kp_code)
        assert is_code(kd_code, exact_code(Fraction(kd, ONE), 0, kdmax, motor.bits)), (name, kd, kd_code)
        self.checks += 1

    def commands(self, rng):
        extremes = [0, 1, -1, ONE, -ONE, 2**31 - 1, -2**31]
        for name in NAMES:
            for x in extremes:
                self.check(name, dict.fromkeys(NAMES, x), dict.fromkeys(NAMES, -(x + 1)), x, x, -(x + 1))
            for _ in range(3000):
                scale = rng.choice([0.01, 1, 4, 30])
                values = {n: int(rng.uniform(-scale, scale) * ONE) for n in NAMES}
                rates = {n: int(rng.uniform(-scale, scale) * ONE) for n in NAMES}
                self.check(name, values, rates, int(rng.uniform(-30, 30) * ONE * scale), int(rng.uniform(-1, 700) * ONE),
                           int(rng.uniform(-0.1, 7) * ONE))

    def feedback(self, rng):
        """Every state of an answer comes back as it was, for its servo alone, and in the joint's units."""
        for name, motor in MOTORS.items():
            bus = 0 if motor.kind == "damiao" else 1
            for _ in range(3000):
                ends = [0, 65535], [0, (1 << motor.bits) - 1]
                codes = [rng.choice(e + [rng.randint(*e)]) for e in (ends[0], ends[1], ends[1])]
                state = rng.randrange(16 if motor.kind == "damiao" else 4)
                faults, driver, rotor = rng.randrange(64), rng.randrange(128), rng.randrange(128)
                can = answer(motor, codes, driver, rotor, state, faults)
                servo, out = ctypes.c_uint8(99), State()
                find = lambda at, frame: self.lib.can_mit_feedback(at, ctypes.byref(frame), ctypes.byref(servo), ctypes.byref(out))
                assert find(bus, can) == 1 and servo.value == self.servo[name], name
                assert [out.position, out.velocity, out.torque] == codes
                if motor.kind == "damiao":
                    assert (out.temperature, out.rotor_temperature) == (driver * 10, rotor * 10)
                    assert out.running == (state == 1) and out.fault == (state if state >= 8 else 0)
                else:
                    assert out.temperature == driver and out.rotor_temperature == -32768
                    assert out.running == (state == 2) and out.fault == faults
                assert find(2, can) == 0, "another bus"
                can.extended ^= 1
                assert find(bus, can) == 0, "another kind of frame"
                self.joints(name, motor, codes)
                self.checks += 1

    def joints(self, name, motor, codes):
        if motor.coupled:
            return
        counts, speeds = (ctypes.c_int32 * len(NAMES))(), (ctypes.c_int32 * len(NAMES))()
        counts[self.servo[name]], speeds[self.servo[name]] = codes[0], codes[1]
        pmax, vmax, tmax = motor.ranges[:3]
        whole = (1 << motor.bits) - 1
        position = (Fraction(codes[0], 65535) * 2 - 1) * pmax / motor.ratio + motor.own_zero
        speed = (Fraction(codes[1], whole) * 2 - 1) * vmax / motor.ratio
        torque = (Fraction(codes[2], whole) * 2 - 1) * tmax * motor.ratio
        got = [self.lib.can_joint(self.place[name], counts), self.lib.can_joint_velocity(self.place[name], speeds),
               self.lib.can_mit_effort(self.servo[name], codes[2])]
        for value, exact in zip(got, (position, speed, torque)):
            assert abs(value - exact * ONE) <= 1, (name, value, float(exact * ONE))

    def special(self):
        for name, motor in MOTORS.items():
            for what, last in (("ENABLE", 0xFC), ("DISABLE", 0xFD), ("ZERO", 0xFE), ("CLEAR", 0xFB)):
                can = Can()
                assert self.lib.can_mit_special(self.servo[name], self.macros[what], ctypes.byref(can)) == 1
                if motor.kind == "damiao":
                    assert (can.id, can.extended, bytes(can.bytes)) == (motor.number, 0, b"\xff" * 7 + bytes([last])), what
                else:
                    kind, first = {"ENABLE": (3, 0), "DISABLE": (4, 0), "ZERO": (6, 1), "CLEAR": (4, 1)}[what]
                    assert can.id == kind << 24 | motor.answers << 8 | motor.number and can.extended
                    assert bytes(can.bytes) == bytes([first]) + bytes(7)
            assert self.lib.can_mit_special(self.servo[name], 4, ctypes.byref(can)) == 0


def packets_in_c(bench, path):
    """The frames that the table's writes become are the packets of --servo-format=packets."""
    wanted = []
    for line in open(path, encoding="utf-8"):
        if line.startswith("write "):
            wanted.append(bytes.fromhex(line[6:].split("#")[0]))
    for index, packet in enumerate(wanted):
        can = Can()
        assert bench.lib.can_mit_write(index, ctypes.byref(can)) == 1
        head = can.id.to_bytes(4 if can.extended else 2, "little")
        assert head + bytes(can.bytes) == packet, (index, packet.hex(" "))
    print(f"{len(wanted)} writes")


def main():
    bench = Bench(sys.argv[1], sys.argv[2])
    rng = random.Random(1)
    bench.commands(rng)
    bench.feedback(rng)
    bench.special()
    print(f"{bench.checks} frames")
    packets_in_c(bench, sys.argv[3])


if __name__ == "__main__":
    main()
