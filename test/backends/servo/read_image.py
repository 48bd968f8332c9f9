#!/usr/bin/env python3
"""Reads an image of servos as docs/servo-image.md describes it. Usage: read_image.py NAME_servos.bin"""
import struct
import sys
import zlib

data = open(sys.argv[1], "rb").read()
magic, version, header, total, servos, joints, model, terms, places, writes, buses = struct.unpack_from("<4sHHIHHQHHHH", data)
assert (magic, version, header) == (b"RMSV", 1, 32) and model != 0
assert total == len(data) == 32 + 28 * servos + 2 * joints + 14 * (4 * servos + 2 * joints) + 6 * terms + 8 * places + 10 * writes + 4
assert struct.unpack_from("<I", data, total - 4)[0] == zlib.crc32(data[:-4])
rows = [struct.unpack_from("<iiiHHHBBHHHBB", data, 32 + 28 * i) for i in range(servos)]
for low, high, home, _, _, _, goal, present, first, count, joint, bus, zero in rows:
    assert low < high and low - 1 <= home <= high + 1 and goal <= 4 and present <= 4 and bus < buses and zero == 0
    assert first + count <= places and joint < joints
at = 32 + 28 * servos + 2 * joints
scales = [struct.unpack_from("<qHHBB", data, at + 14 * i) for i in range(4 * servos + 2 * joints)]
assert sum(s[2] for s in scales) == terms and all(s[3] <= 62 and s[4] == 0 for s in scales)
print(f"{servos} servos, {joints} joints, {places} places")
print("ids", *(row[5] for row in rows))
