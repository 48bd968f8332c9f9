#!/usr/bin/env python3
"""Reads an image of servos as docs/servo-image.md describes it, and holds its writes against those of --servo-format=writes.

Usage: read_image.py NAME_servos.bin [NAME_writes.json]
"""
import json
import struct
import sys
import zlib

PROTOCOLS = ["dynamixel2", "feetech", "lx16a", "pca9685", "timer", "cia402", "moteus", "damiao", "robstride"]
KINDS = ["goal position", "present position", "goal velocity", "present velocity", "goal current", "present current"]
NOT_NEGATIVE, TWOS_COMPLEMENT, SIGN_MAGNITUDE, MAGNITUDE = range(4)

data = open(sys.argv[1], "rb").read()
magic, version, header, total, servos, joints, model, terms, places, writes, buses = struct.unpack_from("<4sHHIHHQHHHH", data)
assert (magic, version, header) == (b"RMSV", 2, 32) and model != 0
assert total == len(data) == 32 + (30 + 6 * 6) * servos + 2 * joints + 14 * (4 * servos + 2 * joints) + 6 * terms + 8 * places + 12 * writes + 4
assert struct.unpack_from("<I", data, total - 4)[0] == zlib.crc32(data[:-4])
rows = [struct.unpack_from("<iiiHHHBBHHHBBBB", data, 32 + 30 * i) for i in range(servos)]
for low, high, home, _, _, _, goal, present, first, count, joint, bus, protocol, order, zero in rows:
    assert low < high and low - 1 <= home <= high + 1 and goal <= 4 and present <= 4 and bus < buses and zero == 0
    assert first + count <= places and joint < joints and protocol < len(PROTOCOLS) and order in (0, 1)
at = 32 + 30 * servos
registers = [[struct.unpack_from("<HBBBB", data, at + 6 * (6 * i + k)) for k in range(6)] for i in range(servos)]
at += 36 * servos + 2 * joints
scales = [struct.unpack_from("<qHHBB", data, at + 14 * i) for i in range(4 * servos + 2 * joints)]
assert sum(s[2] for s in scales) == terms and all(s[3] <= 62 and s[4] == 0 for s in scales)
at += 14 * len(scales) + 6 * terms + 8 * places
steps = [struct.unpack_from("<IHHBBH", data, at + 12 * i) for i in range(writes)]
assert at + 12 * writes + 4 == total
print(f"{servos} servos, {joints} joints, {places} places")
print("ids", *(row[5] for row in rows))


def on_the_wire(raw, size, servo):
    return raw.to_bytes(size, "big" if rows[servo][13] else "little").hex()


def bits(value, size, encoding, sign_bit):
    if encoding == MAGNITUDE:
        return max(1, abs(value))
    if encoding == SIGN_MAGNITUDE:
        return abs(value) | (value < 0) << sign_bit
    return value & (1 << 8 * size) - 1


for i, row in enumerate(rows):
    print(f"servo {row[5]}: {PROTOCOLS[row[12]]}, {'high' if row[13] else 'low'} byte first")
    for kind, (address, subindex, size, encoding, sign_bit) in zip(KINDS, registers[i]):
        if size == 0:
            assert (address, subindex, encoding, sign_bit) == (0, 0, 0, 0)
            continue
        value = 300 if encoding == NOT_NEGATIVE else -300
        print(f"{kind} {value} at {address}: {on_the_wire(bits(value, size, encoding, sign_bit), size, i)}")
    for kind, (address, size) in zip(registers[i], ((row[3], row[6]), (row[4], row[7]))):
        assert kind[2] in (0, size) and (kind[2] == 0 or kind[0] == address)

if len(sys.argv) > 2:
    table = json.load(open(sys.argv[2], encoding="utf-8"))
    wanted = [
        (int(step["bytes"], 16), step.get("command", step.get("address")), i, step.get("byte", step.get("subindex")), step["size"], step.get("pause_us", 0))
        for i, servo in enumerate(table["servos"])
        for step in servo["steps"]
        if step["do"] == "write" and "bytes" in step and step["size"] <= 4
    ]
    assert steps == wanted, [pair for pair in zip(steps, wanted) if pair[0] != pair[1]]
    print(f"writes of {len(table['servos'])} servos, {sum(step[5] for step in steps)} us of pauses")
