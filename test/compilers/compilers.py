"""Compilers that are installed beside the default one, found on the PATH whatever their versions."""
import os
import re
import subprocess
import tempfile


def newest_first(name):
    """The programs NAME-VERSION of the PATH, the highest version first, then NAME itself."""
    found = {}
    for folder in os.environ.get("PATH", "").split(os.pathsep):
        for entry in os.listdir(folder) if os.path.isdir(folder) else []:
            match = re.fullmatch(re.escape(name) + r"(?:-(\d+))?", entry)
            if match:
                found.setdefault(int(match[1] or 0), os.path.join(folder, entry))
    return [found[version] for version in sorted(found, reverse=True)]


def compiles(compiler, flags, text):
    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(folder, "probe.cpp")
        with open(source, "w", encoding="ascii") as file:
            file.write(text)
        return subprocess.run([compiler, *flags, "-fsyntax-only", source], capture_output=True).returncode == 0
