"""The common part of tests of the process: running romasc in odd surroundings, and collecting what is wrong."""
import os
import shutil
import subprocess
import sys

HANG = 120  # seconds; nothing here takes more than a few


class Tests:
    def __init__(self):
        self.romasc, self.folder = (os.path.abspath(path) for path in sys.argv[1:3])
        self.failures = []
        self.count = 0
        shutil.rmtree(self.folder, ignore_errors=True)
        os.makedirs(self.folder)

    def path(self, *names):
        return os.path.join(self.folder, *names)

    def write(self, name, content):
        os.makedirs(os.path.dirname(self.path(name)), exist_ok=True)
        with open(self.path(name), "wb") as file:
            file.write(content if isinstance(content, bytes) else content.encode())
        return name

    def read(self, name):
        with open(self.path(name), "rb") as file:
            return file.read()

    def expect(self, name, condition, what):
        self.count += 1
        if not condition:
            self.failures.append(f"{name}: {what}")

    def run(self, arguments, **settings):
        """(status, what was said, what was printed); a status of None is a hang."""
        settings = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "cwd": self.folder, **settings}
        child = subprocess.Popen([self.romasc, *arguments], **settings)
        try:
            out, said = child.communicate(timeout=HANG)
        except subprocess.TimeoutExpired:
            child.kill()
            child.communicate()
            return None, "it hangs", ""
        return child.returncode, (said or b"").decode(errors="replace"), (out or b"").decode(errors="replace")

    def finish(self, what):
        print("\n".join(self.failures + [f"{self.count} {what}, {len(self.failures)} problems"]))
        sys.exit(1 if self.failures else 0)


def measure(command, folder):
    """Exit status, seconds of processor time, and the largest resident set in bytes of one run that says nothing."""
    pid = os.fork()
    if pid == 0:
        os.chdir(folder)
        null = os.open(os.devnull, os.O_RDWR)
        for descriptor in (0, 1, 2):
            os.dup2(null, descriptor)
        os.execv(command[0], command)
    _, status, usage = os.wait4(pid, 0)
    return os.waitstatus_to_exitcode(status), usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024


def robot(name, links=2):
    """A chain of links as URDF."""
    text = f'<robot name="{name}"><link name="l0"/>'
    for i in range(1, links):
        text += f'<link name="l{i}"/><joint name="j{i}" type="fixed"><parent link="l{i - 1}"/><child link="l{i}"/></joint>'
    return text + "</robot>"
