"""The folder of --servo-format=library as its users take it: its metadata against the documents of Arduino, PlatformIO and Zephyr, its C and
its sketch with the compilers that are here, and its CMake project built, installed and found. Usage: library.py ROMASC FOLDER"""
import json
import pathlib
import re
import shutil
import subprocess
import sys

import yaml

ROMASC, FOLDER = sys.argv[1], pathlib.Path(sys.argv[2])
HERE = pathlib.Path(__file__).parent
INPUTS, SHOWN = HERE / "Inputs/library", []
problems = []


def check(good, text):
    if not good:
        problems.append(text)


def run(command, **options):
    return subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=300, **options)


def make(robot, folder, *options):
    done = run([ROMASC, HERE / "Inputs" / robot, "-Wno-servo-doubtful", "-Wno-feature-dropped", "-Wno-servo-speed-torque", "--emit=servo",
                "--servo-format=library", "-o", FOLDER / folder, *options])
    check(done.returncode == 0 and not done.stderr, done.stderr)
    return FOLDER / folder


# https://arduino.github.io/arduino-cli/latest/library-specification/
CATEGORIES = {"Display", "Communication", "Signal Input/Output", "Sensors", "Device Control", "Timing", "Data Storage", "Data Processing",
              "Other", "Uncategorized"}
REQUIRED = {"name", "version", "author", "maintainer", "sentence", "paragraph", "category", "url", "architectures"}


def check_arduino(library, name):
    rows = [line.split("=", 1) for line in (library / "library.properties").read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    check(all(len(row) == 2 for row in rows) and len({row[0] for row in rows}) == len(rows), f"library.properties: {rows}")
    said = dict(rows)
    check(REQUIRED <= set(said) <= REQUIRED | {"includes", "depends", "dot_a_linkage", "precompiled", "ldflags"}, f"keys {sorted(said)}")
    check(all(value.strip() for value in said.values()), f"an empty value: {said}")
    check(said["category"] in CATEGORIES, f"category {said['category']}")
    check(re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9 _.-]{0,62}", said["name"]) and said["name"] == name, f"name {said['name']}")
    check(re.fullmatch(r"\d+\.\d+\.\d+", said["version"]), f"version {said['version']}")
    check(not said["sentence"].lower().startswith(("arduino", "a library")) and said["url"].startswith("https://"), "sentence or url")
    for header in said["includes"].split(","):
        check((library / "src" / header).is_file(), f"includes names {header}, which is not there")
    sources = [path.name for path in (library / "src").iterdir()]
    words = (library / "keywords.txt").read_text(encoding="utf-8").splitlines()
    code = "\n".join((library / "src" / source).read_text(encoding="utf-8") for source in sources)
    for line in words:
        check(line.startswith("#") or re.fullmatch(r"\w+\t(KEYWORD[123]|LITERAL[12])", line), f"keywords.txt: {line!r}")
        check(line.startswith("#") or re.search(rf"\b{line.split(chr(9))[0]}\b", code), f"keywords.txt has {line!r}, and no source has it")
    for sketch in library.glob("examples/*/*.ino"):
        check(sketch.stem == sketch.parent.name, f"the folder of {sketch} has another name")


def check_platformio(library, name):
    said = json.loads((library / "library.json").read_text(encoding="utf-8"))
    check(said["name"] == name and re.fullmatch(r"\d+\.\d+\.\d+", said["version"]) and len(said["description"]) <= 255, f"{said}")
    check(set(said) <= {"name", "version", "description", "keywords", "frameworks", "platforms"}, f"keys {sorted(said)}")
    text = (library / "examples/platformio/platformio.ini").read_text(encoding="utf-8")
    check(all(f"\n{key} = " in text for key in ("platform", "board", "framework", "lib_deps")), text)


def check_zephyr(library, name):
    said = yaml.safe_load((library / "zephyr/module.yml").read_text(encoding="utf-8"))
    check(said == {"name": name, "build": {"cmake": "zephyr", "kconfig": "zephyr/Kconfig"}}, f"{said}")
    options = set(re.findall(r"^config (\w+)$", (library / "zephyr/Kconfig").read_text(encoding="utf-8"), re.M))
    used = set(re.findall(r"CONFIG_(\w+)", (library / "zephyr/CMakeLists.txt").read_text(encoding="utf-8")))
    check(options == used and len(options) == 3, f"Kconfig has {options}, CMakeLists.txt asks for {used}")
    (FOLDER / "app").mkdir(exist_ok=True)
    shutil.copy(INPUTS / "zephyr_app.txt", FOLDER / "app/CMakeLists.txt")
    macro = name.upper()
    build = FOLDER / "app/build"
    made = run(["cmake", "-S", FOLDER / "app", "-B", build, f"-DMODULE={library}", "-DCMAKE_C_FLAGS=-Wall -Wextra -Werror",
                f"-DCONFIG_{macro}_SERVOS=y", f"-DCONFIG_{macro}_UNITS=y", f"-DCONFIG_{macro}_WATCHDOG_MS=200"])
    check(made.returncode == 0, made.stderr)
    made = run(["cmake", "--build", build])
    check(made.returncode == 0, made.stdout + made.stderr)
    names = run(["nm", next(build.rglob("lib*.a"))]).stdout
    check(f" T {name}_start" in names and f" T {name}_load_unit" in names, "the module lacks functions")


COMPILERS = {
    "avr-gcc": ["-mmcu=atmega2560", "-Os", "-DARDUINO=10819"],
    "arm-none-eabi-gcc": ["-mcpu=cortex-m3", "-mthumb", "-Os"],
    "riscv64-unknown-elf-gcc": ["-march=rv32imac", "-mabi=ilp32", "-Os", "-ffreestanding"],
    "gcc": ["-O2"],
}


def compile_all(library, name):
    """With and without units, and the sketch in C++."""
    strict = ["-Wall", "-Wextra", "-Wpedantic", "-Werror"]
    for compiler, options in COMPILERS.items():
        if shutil.which(compiler) is None:
            continue
        SHOWN.append(compiler)
        for source in sorted((library / "src").glob("*.c")):
            for unit in ([], [f"-D{name.upper()}_UNITS"]):
                done = run([compiler, *options, "-std=c99", *strict, *unit, "-c", source, "-o", FOLDER / "object.o"])
                check(done.returncode == 0, f"{compiler} {source.name}: {done.stderr}")
        if compiler == "riscv64-unknown-elf-gcc":
            continue  # it has no C++ without a library
        for text in [*library.glob("examples/*/*.ino"), *library.glob("examples/platformio/src/main.cpp")]:
            done = run([compiler.replace("gcc", "g++"), *options, "-std=gnu++17", *strict, "-x", "c++", "-include", INPUTS / "Arduino.h",
                        f"-I{INPUTS}", f"-I{library / 'src'}", "-c", text, "-o", FOLDER / "object.o"])
            check(done.returncode == 0, f"{compiler} {text.name}: {done.stderr}")


USER = """cmake_minimum_required(VERSION 3.16)
project(user LANGUAGES C CXX)
@FIND@
add_executable(user user.c)
target_link_libraries(user PRIVATE @NAME@::@NAME@)
"""
MAIN = """#include <stdio.h>
#include "@NAME@_driver.h"
#include "@NAME@_trajectory.h"
int main(void)
{
  const int32_t q[@MACRO@_JOINT_COUNT] = {0};
  printf("%ld %ld\\n", (long)@NAME@_goal(0, q), (long)@NAME@_velocity_limit(0));
  return 0;
}
"""


def use_cmake(library, name):
    """A project that installs it, one that finds it, and one that has it as a folder."""
    installed = FOLDER / "installed"
    build = FOLDER / "build"
    for step in (["cmake", "-S", library, "-B", build, f"-DCMAKE_INSTALL_PREFIX={installed}"], ["cmake", "--build", build],
                 ["cmake", "--install", build]):
        done = run(step)
        check(done.returncode == 0, f"{step}: {done.stdout}{done.stderr}")
    answers = set()
    for kind, find in (("found", f"find_package({name} 1.0 REQUIRED)"), ("folder", f"add_subdirectory({library} library)")):
        folder = FOLDER / kind
        folder.mkdir(exist_ok=True)
        fill = lambda text: text.replace("@FIND@", find).replace("@NAME@", name).replace("@MACRO@", name.upper())
        (folder / "CMakeLists.txt").write_text(fill(USER), encoding="utf-8")
        (folder / "user.c").write_text(fill(MAIN), encoding="utf-8")
        for step in (["cmake", "-S", folder, "-B", folder / "build", f"-DCMAKE_PREFIX_PATH={installed}"], ["cmake", "--build", folder / "build"]):
            done = run(step)
            check(done.returncode == 0, f"{kind}: {done.stdout}{done.stderr}")
        answers.add(run([folder / "build/user"]).stdout)
    check(len(answers) == 1 and re.fullmatch(r"\d+ \d+\n", answers.pop()), f"{answers}")


def main():
    FOLDER.mkdir(parents=True, exist_ok=True)
    library = make("creature.romas", "out") / "creature"
    check_arduino(library, "creature")
    check_platformio(library, "creature")
    check_zephyr(library, "creature")
    compile_all(library, "creature")
    use_cmake(library, "creature")
    # The C is that of the other formats.
    run([ROMASC, HERE / "Inputs/creature.romas", "-Wno-servo-doubtful", "--emit=servo", "--servo-format=firmware,trajectory,unit", "-o", FOLDER / "plain"])
    for source in (library / "src").iterdir():
        check(source.read_bytes() == (FOLDER / "plain" / source.name).read_bytes(), f"{source.name} is another one")
    # Without servos that the driver speaks to, there are tables, and no sketch.
    pulses = make("pulses.romas", "pulses", "--name=toy") / "toy"
    check(not (pulses / "examples").exists() and not (pulses / "src/toy_driver.c").exists(), "a driver for servos of pulses")
    check_arduino(pulses, "toy")
    compile_all(pulses, "toy")
    print("compiled by", *sorted(set(SHOWN)))
    print("\n".join(problems[:20]))
    print(f"{len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
