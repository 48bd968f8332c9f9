#!/usr/bin/env python3
"""Holds the packets of goals of Inputs/bus-servos.romas, made in C, against the makers' documents. Shares nothing with romasc.

Usage: goal_packets.py LIBRARY NAME_servos.h NAME_packets.txt
"""
import ctypes
import random
import re
import struct
import sys


def herkulex(data, command, number):
    body = bytes([7 + len(data), number, command])
    first = 0
    for byte in body + data:
        first ^= byte
    return b"\xff\xff" + body + bytes([first & 0xFE, ~first & 0xFE]) + data


def futaba(number, address, data, flags=0, count=1):
    body = bytes([number, flags, address, len(data) if count else 2, count]) + data
    total = 0
    for byte in body:
        total ^= byte
    return b"\xfa\xaf" + body + bytes([total])


# Of each joint: kind of the packet, its identifier, its bytes for a goal's count, and the bounds of that.
GOALS = {
    # at most 200 degrees/s, as the description says
    "rmd": (0, 0x145, lambda c: b"\xa4\0" + struct.pack("<Hi", 200, c), (-2**31, 2**31 - 1)),
    # 10 rad/s are 95.49 rev/min, 84 times as many ERPM, in tens; the largest acceleration, which nobody says
    "ak": (1, 0x602, lambda c: struct.pack(">ihh", c, 802, 32767), (-360000000, 360000000)),
    "herkulex": (2, 0, lambda c: herkulex(struct.pack("<HBBB", c, 0, 3, 1), 5, 3), (0, 1023)),
    "kondo": (2, 0, lambda c: bytes([0x84, c >> 7, c & 0x7F]), (3500, 11500)),
    "futaba": (2, 0, lambda c: futaba(6, 0x1E, struct.pack("<h", c)), (-1500, 1500)),
    "stream": (0, 0x90, lambda c: struct.pack("<hhh", c, 0, 0) + b"\x50\x50", (-32767, 32767)),
}
VELOCITIES = {
    "rmd": (0, 0x145, lambda c: b"\xa2\0\0\0" + struct.pack("<i", c), (-2**31, 2**31 - 1)),
    "ak": (1, 0x302, lambda c: struct.pack(">i", c), (-100000, 100000)),
}
QUESTIONS = {"rmd": (0x145, b"\x92" + bytes(7)), "herkulex": (0, herkulex(b"\x3a\x02", 4, 3)), "kondo": (0, b"\xa4\x05"),
             "futaba": (0, futaba(6, 0x2A, b"", 0x0F, 0))}


class Packet(ctypes.Structure):
    """Its bytes are as many as the header says."""


def main():
    lib = ctypes.CDLL(sys.argv[1])
    text = open(sys.argv[2], encoding="utf-8").read()
    number = lambda macro: int(re.search(rf"#define BUS_{macro} (\d+)U", text)[1])
    Packet._fields_ = [("id", ctypes.c_uint32), ("kind", ctypes.c_uint8), ("size", ctypes.c_uint8), ("sum", ctypes.c_uint8),
                       ("sum_place", ctypes.c_uint8), ("bytes", ctypes.c_uint8 * number("PACKET_BYTES"))]
    rng, packet, checks = random.Random(1), Packet(), 0
    for kind, goals in (("GOAL_POSITION", GOALS), ("GOAL_VELOCITY", VELOCITIES)):
        for name, (form, identifier, make, (low, high)) in goals.items():
            for count in [low, high, -2**31, 2**31 - 1, 0, 1, -1] + [rng.randint(low, high) for _ in range(500)]:
                assert lib.bus_goal_packet(number(name.upper()), number(kind), count, ctypes.byref(packet)) == 1, (name, kind)
                got = (packet.kind, packet.id, bytes(packet.bytes[:packet.size]))
                assert got == (form, identifier, make(min(max(count, low), high))), (name, kind, count, got[2].hex(" "))
                checks += 1
    assert lib.bus_goal_packet(number("STREAM"), number("GOAL_VELOCITY"), 5, ctypes.byref(packet)) == 0, "it would hold a position, too"
    for name in ("pro", "drive", "wheel"):
        assert lib.bus_goal_packet(number(name.upper()), number("GOAL_POSITION"), 5, ctypes.byref(packet)) == 0, "packets of other protocols"
    for name, (identifier, wanted) in QUESTIONS.items():
        assert lib.bus_present_packet(number(name.upper()), number("PRESENT_POSITION"), ctypes.byref(packet)) == 1, name
        assert (packet.id, bytes(packet.bytes[:packet.size])) == (identifier, wanted), (name, bytes(packet.bytes[:packet.size]).hex(" "))
        assert lib.bus_goal_packet(number(name.upper()), number("PRESENT_POSITION"), 5, ctypes.byref(packet)) == 0, "no goal"
        checks += 1
    # The writes of the table are those of --servo-format=packets, in order; those of other protocols and of messages with open values have none.
    wanted = [bytes.fromhex(line[6:].split("#")[0]) for line in open(sys.argv[3], encoding="utf-8") if line.startswith("write ")]
    index = 0
    for i in range(number("WRITE_COUNT")):
        if not lib.bus_write_packet(i, ctypes.byref(packet)):
            continue
        head = b"" if packet.kind == 2 else packet.id.to_bytes(4 if packet.kind == 1 else 2, "little")
        made = head + bytes(packet.bytes[:packet.size])
        assert made in wanted[index:], made.hex(" ")
        index += wanted[index:].index(made) + 1
        checks += 1
    print(f"{checks} packets")


if __name__ == "__main__":
    main()
