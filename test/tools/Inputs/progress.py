"""Runs romasc on files that take long in a terminal, and in a pipe. Usage: progress.py ROMASC FOLDER"""
import os
import pty
import re
import shutil
import subprocess
import sys
import threading

romasc, folder = sys.argv[1:3]
FILES = 12
problems = []


def expect(holds, what):
    if not holds:
        problems.append(what)


def feed(names):
    """Gives each named pipe its robot after a while, so that the run takes longer than a second however fast the machine is."""
    for index, name in enumerate(names):
        with open(name, "w", encoding="utf-8") as file:  # waits until romasc reads it
            file.write(f'<robot name="r{index}"><link name="base"/></robot>\n')
            threading.Event().wait(0.25)


def run(in_terminal):
    names = [f"r{index}.urdf" for index in range(FILES)]
    for name in names:
        if os.path.exists(name):
            os.remove(name)
        os.mkfifo(name)
    feeder = threading.Thread(target=feed, args=(names,), daemon=True)
    feeder.start()
    command = [romasc, "--emit=none", "--no-project", "-j1", *names]
    if not in_terminal:
        done = subprocess.run(command, stderr=subprocess.PIPE, timeout=120, check=False)
        return done.returncode, done.stderr.decode()
    reader, writer = pty.openpty()
    process = subprocess.Popen(command, stderr=writer)
    os.close(writer)
    text = b""
    while True:
        try:
            part = os.read(reader, 65536)
        except OSError:
            break
        if not part:
            break
        text += part
    return process.wait(timeout=120), text.decode()


shutil.rmtree(folder, ignore_errors=True)
os.makedirs(folder)
os.chdir(folder)
code, text = run(True)
lines = re.findall(r"\r(\d+) of (\d+) files, (\d+) a second, \d+ (?:s|min) left\x1b\[K", text)
expect(code == 0 and len(lines) >= 2, f"on a terminal: {code} {text!r}")
expect([int(done) for done, _, _ in lines] == sorted(int(done) for done, _, _ in lines) and {total for _, total, _ in lines} == {str(FILES)}, f"counts: {lines}")
expect(text.endswith("\r\x1b[K"), f"the line stays: {text[-60:]!r}")
code, text = run(False)
expect((code, text) == (0, ""), f"in a pipe: {code} {text!r}")
print("\n".join(problems))
sys.exit(1 if problems else 0)
