#!/usr/bin/env python3
"""Two servos of a joint go to places that hold the joint at one angle, and the first one tells where it is.

Usage: dual.py LIBRARY NAME_servos.h"""
import ctypes
import math
import re
import sys


def main():
    lib = ctypes.CDLL(sys.argv[1])
    text = open(sys.argv[2], encoding="utf-8").read()

    def macro(name):
        return int(re.search(rf"#define DUAL_{name} (\d+)U", text)[1])

    joints, servos = macro("JOINT_COUNT"), macro("SERVO_COUNT")
    # Counts for one turn of the joint, the readings of both servos at 0, and the sign of the second one in the table.
    pairs = {"LIFT": (4096, 2048, 2048, 1), "TILT": (4096 * 1.5, 2000, 2100, -1), "TURN": (4096, 2048, 2048, 1)}
    q, counts = (ctypes.c_int32 * joints)(), (ctypes.c_int32 * servos)()
    checks = 0
    for name, (turn, zero, second_zero, sign) in pairs.items():
        first, second, joint = macro(name), macro(name + "_SECOND"), macro("Q_" + name)
        assert macro(name + "_SECOND_ID") == macro(name + "_ID") + 1
        for milliradian in range(-990, 991, 7):
            q[joint] = round(milliradian * 65.536)
            goals = [lib.dual_goal(s, q) for s in (first, second)]
            away = q[joint] / 65536 * turn / (2 * math.pi)
            assert abs(goals[0] - (zero + away)) <= 0.51 and abs(goals[1] - (second_zero + sign * away)) <= 0.51, (name, goals)
            counts[first], counts[second] = goals[0], 0
            assert abs(lib.dual_joint(joint, counts) - q[joint]) <= 65536 * math.pi / turn + 1
            checks += 1
    print(f"{checks} goals")


if __name__ == "__main__":
    main()
