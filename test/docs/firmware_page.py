#!/usr/bin/env python3
"""Runs what docs/servo-firmware.md shows, with the arm of docs/servo.md.

Usage: firmware_page.py ROMASC SOURCE FOLDER"""
import pathlib
import sys

from servo_page import run_page


def main():
    romasc, source, folder = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
    sys.path.insert(0, str(source / "test/backends/servo"))
    from servo_bus import Bus, Servo

    def stands(start):
        """At its goal once it has one, as soon as it is told."""
        return lambda servo, made: int.from_bytes(servo.held(116, 4), "little") if any(servo.held(116, 4)) else start

    servos = [Servo("dynamixel", number, 132, 4, {0: 0xFC, 1: 0x03, 7: number, 11: 3, 64: 1}, position=stands(start))
              for number, start in ((11, 2071), (12, 1519))]
    bus = Bus(servos)
    commands, problems = run_page(source / "docs", "servo-firmware.md", romasc, folder, bus.port)
    if any(servo.held(64, 1) != b"\0" for servo in servos):
        problems.append("torque is on")
    if servos[1].held(10, 1) != b"\1" or int.from_bytes(servos[0].held(84, 2), "little") != 800:
        problems.append("the settings were not written")
    if bus.strange:
        problems.append(f"{len(bus.strange)} packets that no servo understands")
    print("\n".join(problems))
    print(f"{commands} commands, {len(problems)} problems")
    return 1 if problems or commands < 5 else 0


if __name__ == "__main__":
    sys.exit(main())
