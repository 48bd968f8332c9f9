#!/usr/bin/env python3
"""Runs what docs/servo-calibration.md shows, with the arm of docs/servo.md. Usage: calibration_page.py ROMASC DOCS FOLDER"""
import os
import pathlib
import pty
import sys
import threading
import tty

import console_blocks
from servo_page import BLOCK, FILE, answer


def main():
    romasc, docs, folder = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
    folder.mkdir(parents=True, exist_ok=True)
    terminal, port = pty.openpty()
    tty.setraw(port)
    servos = {}
    for number, reading in ((11, 2071), (12, 1519)):
        servos[number] = {0: 0xFC, 1: 0x03, 7: number, 64: 1, 132: reading & 0xFF, 133: reading >> 8}
    threading.Thread(target=answer, args=(terminal, bytearray(), servos), daemon=True).start()
    environment = dict(os.environ, PATH=os.path.dirname(os.path.abspath(romasc)) + os.pathsep + os.environ["PATH"])
    page = (docs / "servo-calibration.md").read_text(encoding="utf-8")
    for _, body in BLOCK.findall((docs / "servo.md").read_text(encoding="utf-8") + page):
        if named := FILE.match(body):
            (folder / named[1]).write_text(body, encoding="utf-8")
    problems, commands = [], 0
    for kind, body in BLOCK.findall(page):
        if kind != "console":
            continue
        ran, wrong = console_blocks.run(body, folder, environment, "/dev/ttyUSB0", os.ttyname(port))
        commands += ran
        problems += wrong
    if servos[11][64] or servos[12][64] or servos[12][10] != 1:
        problems.append("the servos were not prepared")
    print("\n".join(problems))
    print(f"{commands} commands, {len(problems)} problems")
    return 1 if problems or commands < 5 else 0


if __name__ == "__main__":
    sys.exit(main())
