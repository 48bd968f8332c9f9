#!/usr/bin/env python3
"""Signals at every moment: all files or none, nothing else left, and the process ends by the signal.

Usage: signals.py ROMASC FOLDER    (the folder is emptied first)

The moments are not guessed: the output folder is watched, and the signal is sent when the first temporary file is there (writing), or when the
first file has its name (renaming), after a delay of chance. A moment that is never met fails the test.
"""
import os
import random
import shutil
import signal
import subprocess
import sys
import time

from processes import HANG, Tests, robot

FILES = 150
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
HITS = 2  # for every signal, moment and kind of folder
TRIES = 60


def names(folder):
    try:
        return os.listdir(folder)
    except FileNotFoundError:
        return []


def is_temporary(name):
    return name.endswith((".tmp", ".old"))


def reached(moment, folder, before):
    """Whether a run has come to a moment, as its output folder shows it."""
    if moment == "writing":
        return any(name.endswith(".tmp") for name in names(folder))
    now = names(folder)
    return any(name.endswith(".old") for name in now) or (not before and any(not is_temporary(name) for name in now))


def state(folder, old, new):
    """"old", "new", or what is wrong with a folder."""
    found = {}
    for name in names(folder):
        with open(os.path.join(folder, name), "rb") as file:
            found[name] = file.read()
    if found == new:
        return "new"
    if found == old and (old or not os.path.exists(folder)):
        return "old"
    left = [name for name in found if is_temporary(name)]
    changed = sum(found.get(name) == text for name, text in new.items())
    return f"{len(left)} temporary files, {changed} of {len(new)} new files" + ("" if old or found else ", an empty folder")


def interrupt(tests, command, folder, moment, number, delay, before):
    """Runs a command and sends it a signal at a moment. The status, and whether the moment was met."""
    child = subprocess.Popen(command, cwd=tests.folder, stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    until = time.monotonic() + HANG
    met = False
    while child.poll() is None and time.monotonic() < until:
        if reached(moment, folder, before):
            met = True
            time.sleep(delay)
            break
        time.sleep(0.0002)
    child.send_signal(number)  # nothing happens if it has ended
    try:
        return child.wait(HANG), met
    except subprocess.TimeoutExpired:
        child.kill()
        child.wait()
        return None, met


def writing_and_renaming(tests):
    chance = random.Random(20)
    inputs = [tests.write(f"in/r{i}.urdf", robot(f"r{i}")) for i in range(FILES)]
    with open(tests.path("inputs"), "w") as file:
        file.write("\n".join(inputs))
    command = [tests.romasc, "@inputs", "--emit=urdf,sdf", "-o", "out/folder"]
    folder = tests.path("out", "folder")
    subprocess.run(command, cwd=tests.folder, check=True, stdin=subprocess.DEVNULL)
    new = {name: tests.read(os.path.join("out/folder", name)) for name in names(folder)}
    tests.expect("without a signal", len(new) == 2 * FILES, f"{len(new)} files")
    old = {name: b"old" for name in new}
    for number in SIGNALS:
        for moment in ("writing", "renaming"):
            for before in ({}, old):
                title = f"{number.name} while {moment}, {'over old files' if before else 'in a new folder'}"
                hits = 0
                for _ in range(TRIES):
                    shutil.rmtree(tests.path("out"), ignore_errors=True)
                    for name, text in before.items():
                        tests.write(os.path.join("out/folder", name), text)
                    status, met = interrupt(tests, command, folder, moment, number, chance.choice((0, 0, 0.001, 0.003)), before)
                    tests.expect(title, status in (0, -number), f"exit status {status}")
                    found = state(folder, before, new)
                    tests.expect(title, found in ("old", "new"), found)
                    tests.expect(title, status != 0 or found == "new", "exit status 0 without the files")
                    tests.expect(title, before or found == "new" or not os.path.exists(tests.path("out")), "a folder is left")
                    hits += met and status == -number and (moment == "writing" or found == "new")
                    if hits == HITS:
                        break
                tests.expect(title, hits == HITS, f"the moment was met {hits} times in {TRIES} tries, which proves nothing")
    shutil.rmtree(tests.path("out"), ignore_errors=True)


def waiting(tests):
    """A process that waits for others ends at once."""
    tests.write("big.urdf", robot("big", 3000))
    os.mkfifo(tests.path("pipe"))
    cases = {
        "reading standard input": (["-x", "urdf", "-", "--emit=sdf", "-o", "out/a.sdf"], {"stdin": subprocess.PIPE}),
        "reading a pipe without a writer": (["-x", "urdf", "pipe", "--emit=sdf", "-o", "out/a.sdf"], {}),
        "writing to a pipe without a reader": (["big.urdf", "--emit=sdf", "-o", "pipe", "--loss-report=out/loss"], {}),
        "writing to standard output that nobody reads": (["big.urdf", "--emit=sdf", "--loss-report=out/loss"], {"stdout": subprocess.PIPE}),
    }
    for title, (arguments, streams) in cases.items():
        for number in SIGNALS:
            child = subprocess.Popen([tests.romasc, *arguments], cwd=tests.folder, **{"stdin": subprocess.DEVNULL, **streams})
            time.sleep(0.3)
            tests.expect(title, child.poll() is None, "it does not wait")
            child.send_signal(number)
            try:
                status = child.wait(HANG)
            except subprocess.TimeoutExpired:
                status = None
                child.kill()
                child.wait()
            for stream in (child.stdin, child.stdout):
                if stream is not None:
                    stream.close()
            tests.expect(f"{number.name} while {title}", status == -number, f"exit status {status}")
            tests.expect(f"{number.name} while {title}", not os.path.exists(tests.path("out")), "something is left")


def ignored(tests):
    """A user who starts romasc with nohup wants the files."""
    for number in SIGNALS:
        title = f"{number.name} that is ignored"
        shutil.rmtree(tests.path("out"), ignore_errors=True)
        child = subprocess.Popen([tests.romasc, "@inputs", "--emit=urdf", "-o", "out"], cwd=tests.folder, stdin=subprocess.DEVNULL,
                                 preexec_fn=lambda: signal.signal(number, signal.SIG_IGN))
        while child.poll() is None and not names(tests.path("out")):
            pass
        child.send_signal(number)
        tests.expect(title, child.wait(HANG) == 0, f"exit status {child.returncode}")
        tests.expect(title, len(names(tests.path("out"))) == FILES, "files are missing")
    shutil.rmtree(tests.path("out"))


def children(tests):
    """--build: the compiler gets the signals of a shell, and ends with romasc."""
    tests.write("arm.urdf", '<robot name="arm"><link name="a"/><link name="b"><inertial><mass value="1"/><inertia ixx="0.01" iyy="0.02" izz="0.02" ixy="0" ixz="0" iyz="0"/>'
                '</inertial></link><joint name="j" type="continuous"><parent link="a"/><child link="b"/><axis xyz="0 0 1"/></joint></robot>')
    # A shell that waits for what it has started, as make does.
    tests.write("bin/cmake", f"#!/bin/sh\ngrep -E '^Sig(Blk|Ign)' /proc/self/status > {tests.path('signals')}\n"
                f"sh -c 'echo '$$' $$ > {tests.path('pids.new')}; mv {tests.path('pids.new')} {tests.path('pids')}; exec sleep 1000'\nexit 1\n")
    os.chmod(tests.path("bin/cmake"), 0o755)
    for number in SIGNALS:
        title = f"{number.name} while cmake runs"
        if os.path.exists(tests.path("pids")):
            os.remove(tests.path("pids"))
        child = subprocess.Popen([tests.romasc, "arm.urdf", "--emit=controller", "--build", "-o", "project"], cwd=tests.folder,
                                 env={**os.environ, "PATH": tests.path("bin") + os.pathsep + os.environ["PATH"]}, stdin=subprocess.DEVNULL)
        until = time.monotonic() + HANG
        while not os.path.exists(tests.path("pids")) and child.poll() is None and time.monotonic() < until:
            time.sleep(0.01)
        child.send_signal(number)
        tests.expect(title, child.wait(HANG) == -number, f"exit status {child.returncode}")
        pids = [int(word) for word in tests.read("pids").split()] if os.path.exists(tests.path("pids")) else []
        tests.expect(title, len(pids) == 2, "cmake was not started")
        until = time.monotonic() + HANG
        while any(is_alive(pid) for pid in pids) and time.monotonic() < until:
            time.sleep(0.01)
        tests.expect(title, not any(is_alive(pid) for pid in pids), "cmake goes on")
        tests.expect(title, os.path.exists(tests.path("project/CMakeLists.txt")), "the project is gone")
        masks = dict(line.split(":") for line in tests.read("signals").decode().splitlines())
        unwanted = sum(1 << (n - 1) for n in (*SIGNALS, signal.SIGPIPE, signal.SIGXFSZ))
        tests.expect(title, not any(int(mask, 16) & unwanted for mask in masks.values()), f"cmake got {masks}")


def is_alive(pid):
    """Also what nobody has waited for yet is dead."""
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rsplit(")", 1)[1].split()[0] not in "ZX"
    except (FileNotFoundError, ProcessLookupError):
        return False


def main():
    # The children would ignore the signals that this test ignores.
    for number in SIGNALS:
        if signal.getsignal(number) == signal.SIG_IGN:
            signal.signal(number, signal.SIG_DFL)
    tests = Tests()
    for group in (writing_and_renaming, waiting, ignored, children):
        group(tests)
    tests.finish("checks of signals")


if __name__ == "__main__":
    main()
