"""Compiles the emitted C and C++ of several robots with -Weverything of clang, but for the warnings named here. For emitted code
the runtime counts as a header of the system; the projects of --emit=controller have it with its warnings.

Usage: every_warning.py ROMASC SOURCE_DIR WORK
"""
import collections
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys

# Warnings that are no fault of the code, each with its reason.
EXCEPTIONS = {
    "c": {
        "padded": "tables are laid out by the compiler; images and packets are written byte by byte",
        "declaration-after-statement": "C99 has it; the warning is for C89",
    },
    "c++": {
        "c++98-compat": "the code is C++17",
        "c++98-compat-pedantic": "the code is C++17",
        "padded": "the compiler lays structures out",
    },
}
# The same for the sources and the runtime of a project of --emit=controller.
PROJECT = {
    "comma": "steps that belong together stand in one statement",
    "float-equal": "0 stands for a value that is not there, and x - x tells numbers from what is none",
    "old-style-cast": "registers of SIMD become the types of intrinsics by it, and nothing else does",
    "switch-enum": "a default speaks for the other checks",
}
# The same for the program of --servo-format=calibrate.
PROGRAM = {
    "missing-noreturn": "C99 has no word for it",
    "reserved-macro-identifier": "the systems' headers ask for _DEFAULT_SOURCE and _DARWIN_C_SOURCE",
    "unused-macros": "all protocols have names, and a robot needs some of them",
}
LAWS = ("gravity", "pid", "impedance", "computed-torque")
STANDARD = {"c": "c99", "c++": "c++17"}


def emit(romasc, source, work):
    """Everything that becomes C or C++, of robots with servos of all kinds, of one without, and of one that stands on nothing."""
    formats = "c,firmware,trajectory,bin,unit,calibrate"
    # Motors on CAN, packets that device files lay out, goals one by one, a linkage, two servos on a joint.
    tables = [source / f"test/backends/servo/Inputs/{name}.romas" for name in ("can", "laid", "bus-servos", "image", "dual")]
    arm = source / "examples/open-manipulator-x/open-manipulator-x.romas"
    rig = source / "test/backends/servo/Inputs/firmware.romas"
    loops = source / "examples/linkages/delta.romas"
    runs = [[arm, "--emit=servo", f"--servo-format={formats}", "-o", work / "arm"], [rig, "--emit=servo", f"--servo-format={formats}", "-o", work / "rig"],
            [arm, "--emit=servo", "--servo-format=library", "-o", work / "library"]]
    runs += [[robot, "--emit=servo", "--servo-format=c,supervisor,trajectory,bin,unit", "-o", work / robot.stem] for robot in tables]
    for name, robot, options in (("arm", arm, []), ("floating", source / "examples/humanoid/humanoid.romas", ["--floating-base"]), ("loops", loops, [])):
        runs.append([robot, "--emit=cpp,c", *options, "-o", work / f"code_{name}"])
    runs += [[arm, "--emit=controller", "--control=pd", "-o", work / "project_arm"],
             [source / "examples/arms/ur5.romas", "--emit=controller", "--control=cartesian", "--kernels=ik", "-o", work / "project_path"],
             [loops, "--emit=controller", "-o", work / "project_loops"],
             [source / "examples/arms/scara.romas", "--emit=controller", "--controller-host=ros2", "-o", work / "project_ros2"]]
    runs += [[arm, "--emit=controller", f"--control={law}", "-o", work / f"project_{law}"] for law in LAWS]
    for run in runs:
        run = [str(part) for part in run]
        done = subprocess.run([romasc, *run], capture_output=True, text=True, check=False)
        if done.returncode != 0:
            sys.exit(f"{' '.join(run)}: {done.stderr}")


def warnings_of(file, source):
    language = "c" if file.suffix in (".c", ".h") else "c++"
    folders = {file.parent, *(path.parent for path in file.parents[1].glob("*/*.h"))}
    exceptions, runtime = dict(EXCEPTIONS[language]), ["-isystem", str(source / "runtime")]
    project = next((path for path in file.parents if path.name.startswith("project_")), None)
    if project:
        exceptions.update(PROJECT)
        runtime = [f"-I{project / part}" for part in ("src", "test", "runtime")] + ["-isystem", str(source / "test/backends/controller/Inputs/ros2/include")]
    if file.name.endswith("_calibrate.c"):
        exceptions.update(PROGRAM)
    command = ["clang" if language == "c" else "clang++", f"-std={STANDARD[language]}", "-fsyntax-only", "-Weverything",
               *(f"-Wno-{name}" for name in exceptions), "-x", language]
    # A header alone is no main file, in which static functions would be unused.
    unit = f'#include "{file}"\n'
    command += [f"-I{folder}" for folder in sorted(folders)] + runtime + (["-"] if file.suffix in (".h", ".hpp") else [str(file)])
    done = subprocess.run(command, input=unit, capture_output=True, text=True, check=False)
    return re.findall(r"^(.*?):(\d+):\d+: (warning|error|fatal error): (.*)$", done.stderr, re.M)


def is_known(path, work):
    """Whether it is a file of a project of another control law, the same as that of the first one."""
    project, *inside = path.relative_to(work).parts
    first = work.joinpath("project_arm", *inside)
    return project.removeprefix("project_") in LAWS and first.exists() and first.read_bytes() == path.read_bytes()


def main():
    romasc, source, work = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
    emit(romasc, source, work)
    files = sorted(path for path in work.rglob("*") if path.suffix in (".c", ".h", ".cpp", ".hpp") and not {"Arduino", "platformio", "zephyr"} & set(path.parts))
    # The runtime is looked at once, header by header; the other projects include it.
    files = [path for path in files if "runtime" not in path.parts or "project_arm" in path.parts]
    files = [path for path in files if not is_known(path, work)]
    seen, kinds = set(), collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for file, found in zip(files, pool.map(lambda file: warnings_of(file, source), files)):
            for path, line, _, message in found:
                kind = re.search(r"\[-W([^\],]*)", message)
                if (path, line, message) in seen:
                    continue
                seen.add((path, line, message))
                kinds[kind[1] if kind else "error"] += 1
                if kinds[kind[1] if kind else "error"] <= 4:
                    print(f"{os.path.relpath(path, work)}:{line}: {message}")
    print(f"{len(files)} files, {len(seen)} warnings", dict(kinds) or "")
    sys.exit(len(seen) > 0)


if __name__ == "__main__":
    main()
