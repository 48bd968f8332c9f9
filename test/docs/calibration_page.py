#!/usr/bin/env python3
"""Runs what docs/servo-calibration.md shows, with the arm of docs/servo.md. Usage: calibration_page.py ROMASC DOCS FOLDER"""
import os
import pathlib
import pty
import sys
import threading
import tty

from servo_page import answer, run_page


def main():
    romasc, docs, folder = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
    terminal, port = pty.openpty()
    tty.setraw(port)
    servos = {}
    for number, reading in ((11, 2071), (12, 1519)):
        servos[number] = {0: 0xFC, 1: 0x03, 7: number, 64: 1, 132: reading & 0xFF, 133: reading >> 8}
    threading.Thread(target=answer, args=(terminal, bytearray(), servos), daemon=True).start()
    commands, problems = run_page(docs, "servo-calibration.md", romasc, folder, os.ttyname(port))
    if servos[11][64] or servos[12][64] or servos[12][10] != 1:
        problems.append("the servos were not prepared")
    print("\n".join(problems))
    print(f"{commands} commands, {len(problems)} problems")
    return 1 if problems or commands < 5 else 0


if __name__ == "__main__":
    sys.exit(main())
