#!/usr/bin/env python3
"""Plays the packets of --servo-format=assign to servos that never were told anything, one at a time, and says what they hold then.
Knows the protocols from decode_packets.py, and nothing of romasc.

Usage: assign.py NAME_assign.txt"""
import re
import sys

from decode_packets import dynamixel, feetech, summed


class Fresh:
    """A servo as it leaves its maker: its id, the place of its id, of its torque, of its lock, of its baud code."""

    def __init__(self, family, number, places):
        self.family, self.number, self.places = family, number, places
        self.held = {places["id"]: number, places.get("torque", -1): 1, places.get("lock", -2): 1}
        self.answered = False

    def take(self, packet):
        if self.family == "lx16a":
            number, command, parameters = summed(packet, b"\x55\x55", 1)
            what, address, value = ("read" if command == 14 else "write"), (13 if command == 14 else command), parameters
        elif self.family == "dynamixel":
            what, number, address, value = dynamixel(packet)
        else:
            what, number, address, value = feetech(packet, self.family == "scs")
        if number != self.held[self.places["id"]]:
            raise AssertionError(f"nobody has id {number}")
        if what == "read":
            self.answered = address == self.places["id"]
            return
        if address in self.places.get("persistent", ()):
            assert self.held[self.places["torque"]] == 0, "torque is on"
            assert "lock" not in self.places or self.held[self.places["lock"]] == 0, "it is locked"
        self.held[address] = int.from_bytes(value, "little")


KINDS = {
    "XM430-W350": ("dynamixel", {"id": 7, "torque": 64, "persistent": (7, 8), "baud": 8}),
    "STS3215": ("feetech", {"id": 5, "torque": 40, "lock": 55, "persistent": (5, 6), "baud": 6}),
    "SCS0009": ("scs", {"id": 5, "torque": 40, "lock": 48, "persistent": (5, 6), "baud": 6}),
    "LX-16A": ("lx16a", {"id": 13, "torque": 31, "persistent": (13,)}),
}


def main():
    servo, title = None, None
    for line in open(sys.argv[1], encoding="utf-8"):
        if heading := re.match(r"# joint '(\w+)'.*: (\S+), id (\d+)", line):
            title, kind = (heading[1], int(heading[3])), KINDS.get(heading[2])
            servo = Fresh(kind[0], 1, kind[1]) if kind else None
        elif line.startswith(("write ", "read ")) and servo:
            servo.take(bytes.fromhex(line[8:].split("#")[0]))
        elif line.startswith("speed ") and servo:
            print(f"{title[0]}: line at {line.split()[1]}")
        elif line.startswith("# label: ") and servo:
            held = servo.held[servo.places["id"]]
            assert held == title[1] and servo.answered, (title, held)
            assert servo.held.get(servo.places.get("lock"), 1) == 1, "it was left open"
            print(f"{title[0]}: id {held}" + (f", baud code {servo.held[servo.places['baud']]}" if servo.places.get("baud") in servo.held else ""))


if __name__ == "__main__":
    main()
