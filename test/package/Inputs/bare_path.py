#!/usr/bin/env python3
"""Runs ./x on a PATH with nothing but essential programs and an apt-get that puts stubs there. Usage: bare_path.py SOURCE FOLDER

A stub notes how it was called. A step that calls a program whose package was not asked for ends with "command not found".
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys

SOURCE, FOLDER = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
BIN, HERE = FOLDER / "bin", FOLDER / "romas"
BASH = shutil.which("bash")
ESSENTIAL = """bash env sed grep find tar gzip xargs awk
basename cat chmod cp cut date dirname echo expr head id ln ls mkdir mktemp mv nproc printf pwd rm sort stat tail tee test touch tr true uname uniq wc""".split()
# Debian's packages, and the programs in them that the steps of ./x call.
PROGRAMS = {
    "cmake": "cmake cpack ctest", "ninja-build": "ninja", "make": "make", "g++": "g++", "ccache": "ccache", "antlr4": "antlr4", "lld": "ld.lld",
    "python3": "python3", "git": "git", "clang": "clang clang++", "nodejs": "node", "npm": "npm", "file": "file",
    "fakeroot": "fakeroot", "debootstrap": "debootstrap", "python3-sphinx": "sphinx-build", "python3-myst-parser": "myst-docutils-html",
}
# The effects of a program beside noting its call.
EFFECTS = {
    "id": 'echo "$STUB_USER"',
    "nproc": "echo 2",
    "apt-cache": 'if [ "$1" = depends ]; then echo "  Depends: $2-14"; fi\n'
                 'for lacking in $STUB_LACKING; do case " $* " in *" $lacking "*) exit ;; esac; done; echo "  Candidate: 1"',
    "apt-get": 'if [ "$1" = install ]; then shift; for package; do for program in $(cat "$STUBS/packages/$package" 2>/dev/null); do\n'
               '  cp "$STUBS/stub" "$STUBS/bin/$program"; done; done; fi\n'
               '[ "$1 $STUB_BROKEN" != "update apt-get" ] || { echo "E: no network" >&2; exit 100; }',
    "sudo": 'exec "$@"',
    "cmake": '[ "$STUB_BROKEN" != cmake ] || { echo "CMake Error: no compiler" >&2; exit 1; }\n'
             'mkdir -p build/package; touch build/build.ninja',
    "ninja": 'case "$*" in *"-t query"*) exit 1 ;; esac; mkdir -p build/bin; cp "$STUBS/stub" build/bin/romasc; cp "$STUBS/stub" build/bin/romas-studio',
    "git": 'case $1 in log) echo 0 ;; rev-parse) echo 0 ;; archive) mkdir -p build/package/romas-1.2.3; cd build/package && tar -c romas-1.2.3 ;; esac',
    "romasc": 'case "$*" in *--build*) mkdir -p build/demo/controller/build; cp "$STUBS/stub" build/demo/controller/build/controller ;; esac',
}
COMMANDS = ["demo", "test", "test full", "check", "studio", "package", "site"]
problems = []


def executable(path, text):
    path.write_text(f"#!{BASH}\n{text}\n", encoding="utf-8")
    path.chmod(0o755)


def fresh(programs):
    """The folder of a clone, and a PATH with these stubs beside what is essential."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    for folder in (BIN, HERE, FOLDER / "effects", FOLDER / "packages", FOLDER / "tmp"):
        folder.mkdir(parents=True)
    shutil.copy(SOURCE / "x", HERE / "x")
    (HERE / "CMakeLists.txt").write_text("project(romas VERSION 1.2.3 LANGUAGES CXX)\n", encoding="utf-8")
    for name in [path.name for path in SOURCE.iterdir() if path.is_dir() and not path.name.startswith((".", "build"))] + ["clang", "g++", "make"]:
        (HERE / name).mkdir()  # a folder is no program
    for program in ESSENTIAL:
        (BIN / program).symlink_to(shutil.which(program))
    for package, names in PROGRAMS.items():
        (FOLDER / "packages" / package).write_text(names, encoding="utf-8")
    for program, effect in EFFECTS.items():
        (FOLDER / "effects" / program).write_text(effect, encoding="utf-8")
    executable(FOLDER / "stub", 'name=${0##*/}\necho "$name $*" >>"$STUBS/log"\n[ ! -f "$STUBS/effects/$name" ] || . "$STUBS/effects/$name"')
    for program in ("id", "nproc", *programs):
        (BIN / program).unlink(missing_ok=True)
        shutil.copy(FOLDER / "stub", BIN / program)


def run(command, programs, user="0", lacking="", broken=""):
    """Status, messages and calls of ./x COMMAND."""
    fresh(programs)
    done = subprocess.run([BASH, HERE / "x", *command.split()], cwd=HERE, capture_output=True, text=True, timeout=100, env={
        "PATH": str(BIN), "TMPDIR": str(FOLDER / "tmp"), "STUBS": str(FOLDER), "STUB_USER": user, "STUB_LACKING": lacking, "STUB_BROKEN": broken})
    log = FOLDER / "log"
    left = [path.name for path in (FOLDER / "tmp").iterdir()]
    if left:
        problems.append(f"./x {command} leaves {left}")
    return done.returncode, done.stderr, log.read_text(encoding="utf-8") if log.exists() else ""


def expect(what, right, *facts):
    if not right:
        problems.append("\n".join([what, *map(str, facts)]))


def commands():
    for command in COMMANDS:
        for programs, user in ((["apt-get", "apt-cache"], "0"), (["apt-get", "apt-cache", "sudo"], "1000")):
            status, said, log = run(command, programs, user)
            expect(f"./x {command} as user {user}", status == 0 and "not found" not in said, status, said, log)
            expect(f"./x {command} as user {user} calls apt-get otherwise than by sudo", user == "0" or "sudo env" in log, log)
        status, said, log = run(command, ["apt-get", "apt-cache"], "1000")
        errors = [line for line in said.splitlines() if not line.startswith("\033[1m== ")]
        expect(f"./x {command} without root: one line with the packages", status == 1 and len(errors) == 1 and "install as root: apt-get install " in said, status, said)
        expect(f"./x {command} without root calls programs", not re.search("^(?!id|nproc).", log, re.M), log)
        status, said, _ = run(command, [], "0")
        expect(f"./x {command} without apt-get", status == 1 and "there is no apt-get" in said, status, said)


def failures():
    status, said, _ = run("demo", ["apt-get", "apt-cache"], lacking="cmake")
    expect("a package that does not exist is named", status == 1 and "x: cmake: this system has no such package" in said, status, said)
    status, said, log = run("test", ["apt-get", "apt-cache"], lacking="ignition-tools npm libmujoco-dev")
    expect("an optional package that does not exist is left out", status == 0 and "going on without npm" in said and "python3 test/run.py" in log, status, said)
    status, said, _ = run("demo", ["apt-get", "apt-cache"], broken="apt-get")
    expect("apt-get's reason is told", status == 1 and "E: no network" in said and "apt-get update failed" in said, status, said)
    status, said, _ = run("demo", ["apt-get", "apt-cache"], broken="cmake")
    expect("CMake's reason is told", status == 1 and "CMake Error: no compiler" in said and said.endswith("the reason is above\n"), status, said)


def owner_of(path):
    """Debian's package of a file, as far as this machine knows it."""
    for name in (path, os.path.realpath(path)):
        done = subprocess.run(["dpkg", "-S", name], capture_output=True, text=True)
        if done.returncode == 0:
            return {owner.split(":")[0] for owner in done.stdout.rsplit(": ", 1)[0].split(", ")}
    return set()


def dependencies_of(package):
    words = ["apt-cache", "depends", "--recurse", "--no-recommends", "--no-suggests", "--no-conflicts", "--no-breaks", "--no-replaces", "--no-enhances"]
    return set(subprocess.run([*words, package], capture_output=True, text=True).stdout.split())


def witnesses():
    """Every witness is a part of its package, of what that package depends on, or of another package of the same list (Emacs has what
    was a package of its own in Debian 12); what CMake cannot do without is among the needs."""
    text = (SOURCE / "x").read_text(encoding="utf-8")
    blocks = [[need.rsplit(":", 1) for need in block.split()] for block in re.findall(r"^\w+_needs='([^']*)'", text, re.M)]
    expect("the needs are read", sum(map(len, blocks)) > 40)
    for block in blocks:
        for witness, package in block:
            paths = list(pathlib.Path("/").glob(witness[1:])) if witness.startswith("/") else [shutil.which(witness)]
            owners = owner_of(str(paths[0])) if paths and paths[0] else set()
            if owners and "-N-" not in package:
                found = package in owners or owners & dependencies_of(package) or any(owners & dependencies_of(other) for _, other in block)
                expect(f"{witness} is in {owners}, and not in {package}", found)
    build = re.search(r"^build_needs='([^']*)'", text, re.M)[1]
    for path in SOURCE.glob("cmake/*.cmake"):
        for name in re.findall(r"find_(?:program|path)\(\w+ (\S+).* REQUIRED\)", path.read_text(encoding="utf-8")):
            expect(f"{path.name} needs {name}", name in build)


commands()
failures()
witnesses()
print("\n".join(problems))
sys.exit(bool(problems))
