#!/usr/bin/env python3
"""Holds the moves of --servo-format=trajectory against the formulas, computed with fractions: positions, velocities, accelerations, ends,
limits, and durations that are least. Shares nothing with romasc.

Usage: trajectory.py LIBRARY NAME JOINTS"""
import ctypes
import math
import random
import sys
from fractions import Fraction

ONE, MILLION = 65536, 10**6


class Quintic(ctypes.Structure):
    _fields_ = [("c", ctypes.c_int64 * 6), ("duration", ctypes.c_uint32)]


def polynomial(q0, v0, a0, q1, v1, a1, time):
    """The coefficients of the fifth degree in seconds, by solving for its ends: Q16.16."""
    t = Fraction(time, MILLION)
    rest = [q1 - q0 - v0 * t - Fraction(a0, 2) * t**2, v1 - v0 - a0 * t, Fraction(a1 - a0)]
    # p, p' and p'' at t of c3 s^3 + c4 s^4 + c5 s^5
    c3 = (10 * rest[0] - 4 * rest[1] * t + rest[2] * t**2 / 2) / t**3
    c4 = (-15 * rest[0] + 7 * rest[1] * t - rest[2] * t**2) / t**4
    c5 = (6 * rest[0] - 3 * rest[1] * t + rest[2] * t**2 / 2) / t**5
    c = [Fraction(q0), Fraction(v0), Fraction(a0, 2), c3, c4, c5]
    assert sum(k * t**i for i, k in enumerate(c)) == q1 and sum(i * k * t**(i - 1) for i, k in enumerate(c) if i) == v1
    assert sum(i * (i - 1) * k * t**(i - 2) for i, k in enumerate(c) if i > 1) == a1
    return c


def quintics(lib, rng):
    for _ in range(1500):
        wide = rng.choice([1000, ONE, 10 * ONE])
        ends = [rng.randint(-wide, wide) for _ in range(6)]
        time = rng.choice([20_000, 500_000, 2_000_000, 30_000_000, rng.randint(10_000, 5_000_000)])
        move = Quintic()
        lib.move_quintic(*ends, time, ctypes.byref(move))
        c = polynomial(*ends, time)
        span = max(abs(x) for x in (ends[0], ends[3], *(v * time / MILLION for v in (ends[1], ends[4])),
                                    *(a * (time / MILLION)**2 for a in (ends[2], ends[5])))) + 1
        for step in range(9):
            now = time * step // 8
            got = [ctypes.c_int32() for _ in range(3)]
            lib.move_quintic_at(ctypes.byref(move), now, *[ctypes.byref(g) for g in got])
            s = Fraction(now, MILLION)
            exact = [sum(k * s**i for i, k in enumerate(c)), sum(i * k * s**(i - 1) for i, k in enumerate(c) if i),
                     sum(i * (i - 1) * k * s**(i - 2) for i, k in enumerate(c) if i > 1)]
            # A time is one of 2^20 parts of the duration; coefficients are halves.
            seconds = time / MILLION
            for order in range(3):
                allowed = 2 + (span * 2e-5 + 8 * 4**order) / seconds**order
                if abs(exact[order]) < 2**31:
                    assert abs(got[order].value - exact[order]) <= allowed, (ends, time, step, order, got[order].value, float(exact[order]))
        yield


def trapezoids(lib, rng, joints):
    class Trapezoid(ctypes.Structure):
        _fields_ = [("start", ctypes.c_int32 * joints), ("end", ctypes.c_int32 * joints), ("ramp", ctypes.c_uint32), ("cruise", ctypes.c_uint32)]

    array = ctypes.c_int32 * joints
    lib.move_trapezoid.restype = ctypes.c_uint32
    for _ in range(800):
        wide = rng.choice([500, ONE, 6 * ONE])
        q0, q1 = (array(*[rng.randint(-wide, wide) for _ in range(joints)]) for _ in range(2))
        fastest, change = (array(*[rng.randint(ONE // 10, 8 * ONE) for _ in range(joints)]) for _ in range(2))
        move = Trapezoid()
        duration = lib.move_trapezoid(q0, q1, fastest, change, ctypes.byref(move))
        ways = [b - a for a, b in zip(q0, q1)]
        # The least time, in real numbers: a velocity profile of one form for all joints.
        product = max(abs(d) / a for d, a in zip(ways, change))
        cruise = max(max(abs(d) / v for d, v in zip(ways, fastest)), math.sqrt(product))
        least = (cruise + (product / cruise if cruise else 0)) * MILLION
        assert least - 1 <= duration <= least + 6, (duration, least)
        if rng.random() < 0.5:
            longer = duration + rng.randint(0, 500_000)
            assert lib.move_trapezoid_stretch(ctypes.byref(move), longer) == 1
            assert lib.move_trapezoid_stretch(ctypes.byref(move), longer - 1) == 0
            duration = longer
        ramp, cruise = Fraction(move.ramp, MILLION), Fraction(move.cruise, MILLION)
        assert move.ramp + move.cruise == duration and move.ramp <= move.cruise
        for step in range(17):
            now = duration * step // 16
            q, v, a = array(), array(), array()
            lib.move_trapezoid_at(ctypes.byref(move), now, q, v, a)
            s, whole = Fraction(now, MILLION), ramp + cruise
            edge = min(s, whole - s)
            part = (2 * s - ramp) / (2 * cruise) if edge >= ramp else edge**2 / (2 * ramp * cruise)
            if edge < ramp and edge != s:
                part = 1 - part
            for i in range(joints):
                assert abs(q[i] - (q0[i] + ways[i] * part)) <= 2 + abs(ways[i]) * 4e-9, (i, step)
                speed = ways[i] / cruise * min(edge / ramp, 1)
                assert abs(v[i] - speed) <= 2 + MILLION / move.cruise, (i, step, v[i], float(speed))
                assert abs(v[i]) <= fastest[i] + 1
                assert abs(a[i]) <= change[i] + 1 + MILLION // move.ramp
        assert list(q) == list(q1) and not any(v)
        yield
    ones = array(*[1] * joints)
    zeros = array(*[0] * joints)
    assert lib.move_trapezoid(q0, q1, zeros, ones, ctypes.byref(move)) == 0
    far = array(*[2**31 - 1] * joints)
    assert lib.move_trapezoid(zeros, far, ones, ones, ctypes.byref(move)) == 0
    assert lib.move_trapezoid(far, far, ones, ones, ctypes.byref(move)) == 2


class Library:
    """Functions of the robot's library under the names that are the same for all robots."""

    def __init__(self, path, name):
        self.lib, self.name = ctypes.CDLL(path), name

    def __getattr__(self, function):
        return getattr(self.lib, function.replace("move", self.name, 1))


def main():
    lib, rng = Library(sys.argv[1], sys.argv[2]), random.Random(2)
    moves = sum(1 for _ in quintics(lib, rng)) + sum(1 for _ in trapezoids(lib, rng, int(sys.argv[3])))
    print(f"{moves} moves")


if __name__ == "__main__":
    main()
