#!/usr/bin/env python3
"""Inputs and outputs that no one would wish for: each must end in a clear message with the right exit status, within memory bounds,
and leave nothing half-written behind.

Usage: hostile.py ROMASC FOLDER    (the folder is emptied first)
"""
import os
import re
import shutil
import stat
import subprocess
import sys

from processes import measure

MB = 1 << 20
HANG = 300  # seconds; nothing here takes more than a few


def run(command, folder):
    """Exit status and what was said."""
    said = os.path.join(folder, "said")
    with open(said, "wb") as file:
        child = subprocess.Popen(["timeout", "-k", "1", str(HANG)] + command, cwd=folder, stdin=subprocess.DEVNULL, stdout=file, stderr=file)
        _, status, _ = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
    with open(said, encoding="utf-8", errors="replace") as file:
        return child.returncode, file.read(1_000_000)


class Tests:
    def __init__(self, romasc, folder):
        self.romasc = romasc
        self.folder = folder
        self.failures = []
        self.count = 0

    def expect(self, name, condition, what):
        if not condition:
            self.failures.append(f"{name}: {what}")

    def input(self, name, content, code, message, options=(), file="input.urdf"):
        """Writes an input (bytes, or a list of pieces), reads it, and compares status, words and memory."""
        path = os.path.join(self.folder, file)
        with open(path, "wb") as out:
            for piece in content if isinstance(content, list) else [content]:
                out.write(piece)
        command = [self.romasc, file, "--emit=urdf", "-o", "out.urdf", *options]
        status, said = run(command, self.folder)
        self.count += 1
        self.expect(name, status == code, f"exit status {status} instead of {code}: {said[:300]}")
        self.expect(name, re.search(message, said), f"nothing said like '{message}': {said[:300]}")
        self.expect(name, len(said) < 500_000, f"{len(said)} characters of messages")
        self.expect(name, code == 0 or not os.path.exists(os.path.join(self.folder, "out.urdf")), "an output was written")
        bound = 8 * os.path.getsize(path) + 64 * MB
        _, _, used = measure(command, self.folder)
        self.expect(name, used <= bound, f"{used / MB:.0f} MB of memory, more than {bound / MB:.0f}")
        for left in ("out.urdf", "said", file):
            if os.path.exists(os.path.join(self.folder, left)):
                os.remove(os.path.join(self.folder, left))
        self.nothing_left(name)

    def command(self, name, arguments, code, message):
        status, said = run([self.romasc, *arguments], self.folder)
        self.count += 1
        self.expect(name, status == code, f"exit status {status} instead of {code}: {said[:300]}")
        self.expect(name, re.search(message, said), f"nothing said like '{message}': {said[:300]}")
        os.remove(os.path.join(self.folder, "said"))

    def nothing_left(self, name):
        left = os.listdir(self.folder)
        self.expect(name, not left, f"left behind: {left}")
        for entry in left:
            path = os.path.join(self.folder, entry)
            shutil.rmtree(path) if os.path.isdir(path) else os.remove(path)


ROBOT = b'<robot name="r"><link name="a"/></robot>'


def entities(tests):
    tests.input("external entity", b'<!DOCTYPE r [<!ENTITY f SYSTEM "file:///etc/passwd">]><robot name="r">&f;</robot>', 1, "entity '&f;' is not one of")
    tests.input("external entity in an attribute", b'<!DOCTYPE r [<!ENTITY f SYSTEM "file:///etc/passwd">]><robot name="&f;"/>', 1, "entity '&f;'")
    tests.input("external document type", b'<!DOCTYPE r SYSTEM "file:///etc/passwd">' + ROBOT, 0, "")
    tests.input("external document type elsewhere", b'<!DOCTYPE r PUBLIC "r" "http://localhost:1/r.dtd">' + ROBOT, 0, "")
    tests.input("parameter entity", b'<!DOCTYPE r [<!ENTITY % p SYSTEM "file:///etc/passwd"> %p;]>' + ROBOT, 0, "")
    bomb = b"".join(b'<!ENTITY e%d "%s">' % (i, b"&e%d;" % (i - 1) * 10 if i else b"ha") for i in range(20))
    tests.input("entity bomb", b"<!DOCTYPE r [" + bomb + b']><robot name="&e19;"/>', 1, "entity '&e19;' is not one of")
    tests.input("quadratic entity bomb", b'<!DOCTYPE r [<!ENTITY e "' + b"a" * 100_000 + b'">]><robot name="r">' + b"&e;" * 100_000 + b"</robot>", 1, "entity '&e;'")


def shapes(tests):
    tests.input("100,000 nested elements", b'<robot name="r">' + b"<a>" * 100_000 + b"</a>" * 100_000 + b"</robot>", 1, "nested more than 1000 deep")
    tests.input("100,000 elements that nothing closes", b"<robot>" * 100_000, 1, "nested more than 1000 deep")
    tests.input("100 MB in one attribute", [b'<robot name="'] + [b"a" * MB] * 100 + [b'"><link name="a"/></robot>'], 0, "")
    tests.input("1,000,000 links without a name", [b'<robot name="r">', b"<link/>" * 1_000_000, b"</robot>"], 1, "link has no attribute 'name'")
    named = b"".join(b'<link name="%x"/>' % i for i in range(1_000_000))
    tests.input("1,000,000 links", [b'<robot name="r">', named, b"</robot>"], 1, "the links form 1000000 trees")
    chain = b"".join(
        b'<link name="%x"/><joint name="j%x" type="fixed"><parent link="%x"/><child link="%x"/></joint>' % (i, i, i - 1, i) for i in range(1, 100_000))
    tests.input("a chain of 100,000 minimal links", [b'<robot name="r"><link name="0"/>', chain, b"</robot>"], 0, "")
    materials = b"".join(b'<material name="%x"/>' % i for i in range(500_000))
    tests.input("500,000 empty materials", [b'<robot name="r"><link name="a"/>', materials, b"</robot>"], 0, "")
    tests.input("300,000 empty transmissions", [b'<robot name="r"><link name="a"/>', b"<transmission/>" * 300_000, b"</robot>"], 0, "")
    tests.input("490,000 unknown elements", [b'<robot name="r"><link name="a"/>', b"<a/>" * 490_000, b"</robot>"], 0, "")
    tests.input("300,000 Blocks", [b"<Blocks>", b"".join(b'<Block id="%x"/>' % i for i in range(300_000)), b"</Blocks>"], 1, "more than 10000 Blocks", file="input.block.xml")
    tests.input("300,000 parts", [b"<Assembly>", b"<Part/>" * 300_000, b"</Assembly>"], 1, "more than 10000 errors", ["--error-limit=0", "-L", os.devnull], "input.assembly.xml")
    tests.input("a polygon of 900,000 corners", [b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf", b" 1 2 3" * 300_000], 1, "the face has more than 10000 corners", file="input.obj")
    tests.input("600,000 faces", [b"v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n", b"f 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n" * 150_000], 0, "", file="input.obj")
    tests.input("100,000 attributes", b"<robot " + b" ".join(b'a%d=""' % i for i in range(100_000)) + b"/>", 1, "more than 256 attributes")


def bytes_and_lines(tests):
    tests.input("NUL", b'<robot name="r">\0</robot>', 1, r":1:17: error: the file has a NUL byte")
    tests.input("nothing but NUL", b"\0" * 100_000, 1, "NUL")
    tests.input("random bytes", bytes((i * 7919 + (i >> 3)) % 256 for i in range(100_000)), 1, "error: ")
    tests.input("Latin-1 declared as nothing", b'<robot name="r\xe4"/>', 1, "the byte 0xE4 is not UTF-8")
    tests.input("an encoding that nobody knows", b'<?xml version="1.0" encoding="klingon"?>' + ROBOT, 1, "klingon")
    tests.input("UTF-16 declared as UTF-8", b"\xff\xfe" + '<?xml version="1.0" encoding="UTF-8"?><robot name="r"/>'.encode("utf-16-le"), 1, "error: ")
    tests.input("half a character at the end", b'<robot name="r"><link name="a"/></robot>\xc3', 1, "0xC3")
    tests.input("byte order mark", b"\xef\xbb\xbf" + ROBOT, 0, "")
    tests.input("UTF-16", b"\xff\xfe" + ROBOT.decode().encode("utf-16-le"), 0, "")
    tests.input("CRLF", ROBOT.replace(b">", b">\r\n"), 0, "")
    tests.input("empty", b"", 1, ":1:1: error: the file is empty")
    tests.input("white space", b" \n" * 1000, 1, "the file is empty")
    tests.input("cut off", ROBOT[:30], 1, "error: ")


def files(tests):
    folder = os.path.join(tests.folder, "folder.urdf")
    os.mkdir(folder)
    tests.command("folder instead of a file", ["folder.urdf"], 3, "cannot read 'folder.urdf': it is a folder")
    os.rmdir(folder)
    tests.command("no file", ["none.urdf"], 3, "cannot read 'none.urdf': there is no such file")
    path = os.path.join(tests.folder, "in.urdf")
    with open(path, "wb") as file:
        file.write(ROBOT)
    os.chmod(path, 0)
    if not os.access(path, os.R_OK):  # root reads everything
        tests.command("unreadable file", ["in.urdf"], 3, "cannot read 'in.urdf': no permission")
    os.chmod(path, stat.S_IRUSR | stat.S_IWUSR)
    if os.path.exists("/dev/full"):
        tests.command("/dev/full as output", ["in.urdf", "--emit=sdf", "-o", "/dev/full"], 3, "cannot write '/dev/full': no space left")
        tests.command("/dev/full for diagnostics", ["in.urdf", "--format=json", "--diagnostics-file=/dev/full"], 3, "cannot write '/dev/full': no space left")
    os.mkdir(folder)
    tests.command("folder as output", ["in.urdf", "--emit=sdf", "-o", "folder.urdf/../folder.urdf/."], 0, "")
    shutil.rmtree(folder)
    os.remove(path)
    tests.nothing_left("files")


def full_disk(tests):
    """A file system of 64 kB: the output does not fit, the old output stays. Only where file systems can be mounted."""
    disk = os.path.join(tests.folder, "disk")
    os.mkdir(disk)
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "romas", disk], capture_output=True).returncode != 0:
        os.rmdir(disk)
        print("full disk: skipped, nothing can be mounted here")
        return
    try:
        path = os.path.join(tests.folder, "in.urdf")
        with open(path, "wb") as file:
            file.write(b'<robot name="r"><link name="0"/>' + b"".join(
                b'<link name="l%d"/><joint name="j%d" type="fixed"><parent link="0"/><child link="l%d"/></joint>' % (i, i, i) for i in range(1, 2000)) + b"</robot>")
        with open(os.path.join(disk, "out.urdf"), "w") as file:
            file.write("old")
        tests.command("full disk", ["in.urdf", "--emit=urdf", "-o", "disk/out.urdf"], 3, "cannot write 'disk/out.urdf': no space left")
        with open(os.path.join(disk, "out.urdf")) as file:
            tests.expect("full disk", file.read() == "old", "the old output is gone")
        tests.expect("full disk", os.listdir(disk) == ["out.urdf"], f"left behind: {os.listdir(disk)}")
        os.remove(path)
    finally:
        subprocess.run(["umount", disk], check=True)
        os.rmdir(disk)
    tests.nothing_left("full disk")


def main():
    romasc, folder = sys.argv[1:3]
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    tests = Tests(romasc, folder)
    for group in (entities, shapes, bytes_and_lines, files, full_disk):
        group(tests)
    print("\n".join(tests.failures + [f"{tests.count} hostile inputs and outputs, {len(tests.failures)} problems"]))
    return 1 if tests.failures else 0


if __name__ == "__main__":
    sys.exit(main())
