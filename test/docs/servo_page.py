#!/usr/bin/env python3
"""Runs what docs/servo.md shows. Usage: servo_page.py ROMASC PAGE FOLDER

A block whose first line is a comment with a file's name is written to that file. In a console block the lines behind `$ ` are run, and
what stands below one is what it prints. /dev/ttyUSB0 is a terminal at whose other end every packet is answered.
"""
import os
import pathlib
import pty
import re
import subprocess
import sys
import threading
import tty

BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.M | re.S)
FILE = re.compile(r"\A(?:# |/\* |<!-- )([\w.]+\.\w+)(?: \*/| -->)?\n")


def answer(terminal, received):
    while True:
        try:
            data = os.read(terminal, 4096)
        except OSError:
            return
        received.extend(data)
        os.write(terminal, b"\xff\xff\xfd\x00")


def main():
    romasc, page, folder = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
    folder.mkdir(parents=True, exist_ok=True)
    terminal, port = pty.openpty()
    tty.setraw(port)
    received = bytearray()
    threading.Thread(target=answer, args=(terminal, received), daemon=True).start()
    environment = dict(os.environ, PATH=os.path.dirname(os.path.abspath(romasc)) + os.pathsep + os.environ["PATH"])
    problems, files, commands = [], 0, 0
    for kind, body in BLOCK.findall(page.read_text(encoding="utf-8")):
        if named := FILE.match(body):
            (folder / named[1]).write_text(body, encoding="utf-8")
            files += 1
        elif kind == "console":
            for command, expected in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", body, re.M):
                commands += 1
                command = command.replace("/dev/ttyUSB0", os.ttyname(port))
                done = subprocess.run(command, shell=True, cwd=folder, env=environment, capture_output=True, text=True, timeout=120)
                if done.returncode != 0 or done.stdout + done.stderr != expected:
                    problems.append(f"$ {command}\nstatus {done.returncode}, printed:\n{done.stdout}{done.stderr}")
        else:
            problems.append(f"a block of {kind} that is no file and no command")
    packets = re.findall(r"^(?:read|write) +((?:[0-9a-f]{2} ?)+)", (folder / "tables/arm_packets.txt").read_text(encoding="utf-8"), re.M)
    if bytes(received) != bytes.fromhex("".join(packets)):
        problems.append(f"the terminal received {len(received)} bytes, not those of the {len(packets)} packets")
    print("\n".join(problems))
    print(f"{files} files, {commands} commands, {len(packets)} packets, {len(problems)} problems")
    return 1 if problems or not files or not commands or not packets else 0


if __name__ == "__main__":
    sys.exit(main())
