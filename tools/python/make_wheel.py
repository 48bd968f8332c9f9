#!/usr/bin/env python3
"""Makes the wheel of romasc: make_wheel.py [--package] BUILD_FOLDER VERSION OUTPUT_FOLDER. The same programs give the same bytes.
With --package it makes the package alone, as a folder to import from.

It holds the commands romasc and romas-lsp, which are linked statically, and the package romasc with libromasc.so. Its tag names the
oldest C library that the programs and the library run on, as their symbols tell it. Nothing is written if they need a library that not
every system of that tag has (PEP 600).
"""
import base64
import hashlib
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
# Libraries that PEP 600 takes for granted on every system with the GNU C library, as far as a compiler may ask for them.
EVERYWHERE = re.compile(r"lib(c|m|dl|rt|pthread|gcc_s)\.so\.\d+|ld-linux[-\w]*\.so\.\d+")
PROGRAMS = ["romasc", "romas-lsp"]
OLDEST = (2, 17)  # pip knows no older tag of this form
ZIP_BEGINS = 315532800  # 1980
SUMMARY = "A compiler for robots: checks and translates URDF, xacro, SDF, MJCF, SRDF; writes code for kinematics and dynamics"


class Refused(Exception):
    """Says why the wheel cannot be made."""


def output_of(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True, env=os.environ | {"LC_ALL": "C"}).stdout


def needed_c_library(path):
    """The version of the GNU C library that a program or library needs, and (0, 0) if it needs none."""
    headers = output_of("objdump", "-p", path)
    for line in headers.splitlines():
        if line.split()[:1] == ["NEEDED"] and not EVERYWHERE.fullmatch(line.split()[1]):
            raise Refused(f"{path} needs {line.split()[1]}, which not every system has")
    versions = {tuple(map(int, version.split("."))) for version in re.findall(r"\bGLIBC_([\d.]+)", headers)}
    return max(versions, default=(0, 0))[:2]


def tag_of(paths):
    """manylinux_2_34_x86_64: the tag of a wheel with these files."""
    major, minor = max([OLDEST, *map(needed_c_library, paths)])
    return f"manylinux_{major}_{minor}_{platform.machine()}"


def stripped(path):
    with tempfile.TemporaryDirectory() as folder:
        to = os.path.join(folder, "stripped")
        subprocess.run(["strip", "--strip-unneeded", "-o", to, path], check=True)
        return read(to)


def read(*path):
    with open(os.path.join(*path), "rb") as file:
        return file.read()


def targets_module(romasc):
    """The module _targets: the targets of --emit as a type, and a method for each that can be one text."""
    rows = [re.match(r"(\S+) +(\.\S+)? +(.*)", line).groups() for line in output_of(romasc, "--print-targets").splitlines()]
    names = ", ".join(f'"{name}"' for name, _, _ in rows)
    texts = [(name, summary) for name, ending, summary in rows if ending]
    methods = "".join(f'''
    def to_{name}(self, options: Sequence[str] = ()) -> Text:
        """{summary[0].upper()}{summary[1:]}. `options` are further ones of the command."""
        return self.translate("{name}", options=options).text
''' for name, summary in texts)
    return f'''"""The targets of `romasc --print-targets`, written when the wheel is made."""
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from ._calls import Text, Translation
    from ._library import Path

Target = Literal[{names}]
TEXT_TARGETS = frozenset(({", ".join(f'"{name}"' for name, _ in texts)}))


class Translations:
    """A description that can be translated."""

    def translate(self, target: Target, output: Path | None = None, options: Sequence[str] = ()) -> Translation:
        raise NotImplementedError
{methods}'''.encode()


def metadata(version):
    return f"""Metadata-Version: 2.1
Name: romasc
Version: {version}
Summary: {SUMMARY}
Keywords: robotics,urdf,xacro,sdf,mjcf,srdf,mujoco,gazebo,ros,lint,language-server
License: Apache-2.0
Classifier: License :: OSI Approved :: Apache Software License
Classifier: Operating System :: POSIX :: Linux
Classifier: Programming Language :: Python :: 3
Classifier: Topic :: Scientific/Engineering
Classifier: Typing :: Typed
Requires-Python: >=3.9
Requires-Dist: numpy
Description-Content-Type: text/markdown

""".encode() + read(HERE, "README.md")


def record(files, name):
    """RECORD: each file with its hash and size, but for itself."""
    def row(path, content):
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        return f"{path},sha256={digest},{len(content)}\n"
    return ("".join(row(path, files[path]) for path in sorted(files)) + f"{name},,\n").encode()


def write_wheel(path, files, programs):
    """A zip with the time of SOURCE_DATE_EPOCH. Those of `programs` can be executed."""
    moment = time.gmtime(max(int(os.environ.get("SOURCE_DATE_EPOCH", "0")), ZIP_BEGINS))[:6]
    with zipfile.ZipFile(path + ".tmp", "w") as archive:
        for name in sorted(files, key=lambda name: (".dist-info/" in name, name)):  # pip reads these last
            info = zipfile.ZipInfo(name, moment)
            info.create_system = 3  # Unix, whose permissions follow
            info.external_attr = (0o100755 if name in programs else 0o100644) << 16
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, files[name])
    os.replace(path + ".tmp", path)


def package(build):
    """The files of the package but for the library, by name."""
    folder = os.path.join(HERE, "romasc")
    files = {"romasc/" + name: read(folder, name) for name in os.listdir(folder) if name.endswith((".py", ".typed"))}
    return files | {"romasc/_targets.py": targets_module(os.path.join(build, "bin", "romasc"))}


def write_package(build, output):
    os.makedirs(os.path.join(output, "romasc"), exist_ok=True)
    for name, content in package(build).items():
        with open(os.path.join(output, name), "wb") as file:
            file.write(content)
    shutil.copyfile(os.path.join(build, "bin", "libromasc.so"), os.path.join(output, "romasc", "libromasc.so"))


def main(arguments):
    alone = arguments[:1] == ["--package"]
    if len(arguments) != 3 + alone:
        sys.exit(__doc__)
    build, version, output = arguments[alone:]
    if alone:
        return write_package(build, output)
    binaries = {f"romasc-{version}.data/scripts/{name}": os.path.join(build, "bin", name) for name in PROGRAMS}
    binaries["romasc/libromasc.so"] = os.path.join(build, "bin", "libromasc.so")
    tag = "py3-none-" + tag_of(binaries.values())
    files = {name: stripped(path) for name, path in binaries.items()}
    files |= package(build)
    info = f"romasc-{version}.dist-info/"
    files[info + "METADATA"] = metadata(version)
    files[info + "WHEEL"] = f"Wheel-Version: 1.0\nGenerator: romasc\nRoot-Is-Purelib: false\nTag: {tag}\n".encode()
    files[info + "licenses/LICENSE"] = read(ROOT, "LICENSE")
    files[info + "licenses/NOTICE"] = read(HERE, "NOTICE")
    files[info + "RECORD"] = record(files, info + "RECORD")
    os.makedirs(output, exist_ok=True)
    wheel = os.path.join(output, f"romasc-{version}-{tag}.whl")
    write_wheel(wheel, files, [name for name in binaries if "/scripts/" in name])
    print(f"{wheel}: {os.path.getsize(wheel) / 1e6:.1f} MB")


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except (Refused, OSError, subprocess.CalledProcessError) as problem:
        sys.exit(f"make_wheel.py: {problem}")
