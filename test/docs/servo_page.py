#!/usr/bin/env python3
"""Runs what docs/servo.md shows. Usage: servo_page.py ROMASC PAGE FOLDER

A block whose first line is a comment with a file's name is written to that file. In a console block the lines behind `$ ` are run, and
what stands below one is what it prints. /dev/ttyUSB0 is a terminal at whose other end servos keep registers and answer every packet.
"""
import os
import pathlib
import pty
import re
import subprocess
import sys
import threading
import tty

import console_blocks

BLOCK = console_blocks.BLOCK
FILE = re.compile(r"\A(?:# |/\* |<!-- )([\w.-]+\.\w+)(?: \*/| -->)?\n")


def crc(data):
    value = 0
    for byte in data:
        value ^= byte << 8
        for _ in range(8):
            value = (value << 1 ^ 0x8005 if value & 0x8000 else value << 1) & 0xFFFF
    return value.to_bytes(2, "little")


def answer(terminal, received, servos):
    """Servos of DYNAMIXEL Protocol 2.0 with bytes for registers: XM430-W350 at 1 Mbit/s."""
    data = bytearray()
    while True:
        try:
            data.extend(os.read(terminal, 4096))
        except OSError:
            return
        while len(data) >= 7 and len(data) >= 7 + int.from_bytes(data[5:7], "little"):
            packet, data = bytes(data[:7 + int.from_bytes(data[5:7], "little")]), data[7 + int.from_bytes(data[5:7], "little"):]
            received.extend(packet)
            registers = servos.setdefault(packet[4], {0: 0xFC, 1: 0x03, 7: packet[4], 8: 3})
            address, values, held = int.from_bytes(packet[8:10], "little"), packet[10:-2], b""
            if packet[7] == 2:
                held = bytes(registers.get(address + k, 0) for k in range(int.from_bytes(values, "little")))
            else:
                registers.update((address + k, value) for k, value in enumerate(values))
            status = b"\xff\xff\xfd\x00" + packet[4:5] + (len(held) + 4).to_bytes(2, "little") + b"\x55\x00" + held
            os.write(terminal, status + crc(status))


def run_page(docs, name, romasc, folder, port):
    """Runs the console blocks of a page about the arm of docs/servo.md, with the files that both pages show, in a folder
    that is made. The number of commands, and what went wrong."""
    folder.mkdir(parents=True, exist_ok=True)
    environment = dict(os.environ, PATH=os.path.dirname(os.path.abspath(romasc)) + os.pathsep + os.environ["PATH"])
    page = (docs / name).read_text(encoding="utf-8")
    for _, body in BLOCK.findall((docs / "servo.md").read_text(encoding="utf-8") + page):
        if named := FILE.match(body):
            (folder / named[1]).write_text(body, encoding="utf-8")
    problems, commands = [], 0
    for kind, body in BLOCK.findall(page):
        if kind == "console":
            ran, wrong = console_blocks.run(body, folder, environment, "/dev/ttyUSB0", port)
            commands += ran
            problems += wrong
    return commands, problems


def main():
    romasc, page, folder = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
    folder.mkdir(parents=True, exist_ok=True)
    terminal, port = pty.openpty()
    tty.setraw(port)
    received, servos = bytearray(), {}
    threading.Thread(target=answer, args=(terminal, received, servos), daemon=True).start()
    environment = dict(os.environ, PATH=os.path.dirname(os.path.abspath(romasc)) + os.pathsep + os.environ["PATH"])
    problems, files, commands = [], 0, 0
    for kind, body in BLOCK.findall(page.read_text(encoding="utf-8")):
        if named := FILE.match(body):
            (folder / named[1]).write_text(body, encoding="utf-8")
            files += 1
        elif kind == "console":
            ran, wrong = console_blocks.run(body, folder, environment, "/dev/ttyUSB0", os.ttyname(port))
            commands += ran
            problems += wrong
        else:
            problems.append(f"a block of {kind} that is no file and no command")
    packets = re.findall(r"^(?:read|write) +((?:[0-9a-f]{2} ?)+)", (folder / "tables/arm_packets.txt").read_text(encoding="utf-8"), re.M)
    if bytes(received) != bytes.fromhex("".join(packets)):
        problems.append(f"the terminal received {len(received)} bytes, not those of the {len(packets)} packets")
    # Another model than the table is for: the sender stops at the first answer.
    servos[11][0] = 0xFD
    done = subprocess.run([sys.executable, "send.py", os.ttyname(port), "tables/arm_packets.txt"], cwd=folder, capture_output=True, text=True, timeout=120)
    if done.returncode == 0 or not done.stderr.startswith("it holds 1021: read"):
        problems.append(f"send.py took a wrong answer: status {done.returncode}, {done.stderr}")
    print("\n".join(problems))
    print(f"{files} files, {commands} commands, {len(packets)} packets, {len(problems)} problems")
    return 1 if problems or not files or not commands or not packets else 0


if __name__ == "__main__":
    sys.exit(main())
