"""The part `servo` of bench/run.py: bytes of flash and RAM that the generated C of --emit=servo takes on small processors.

The functions of an object are all counted, whether a program calls them or not; what they call of the compiler's library (64-bit
arithmetic on AVR) is counted by linking them with an empty main that keeps everything, less the same program without them.
"""
import os
import shutil
import subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
EXAMPLE = os.path.join(ROOT, "examples", "open-manipulator-x", "open-manipulator-x.romas")
NAME = "open_manipulator_x"
# Processor, compiler, size, options. The tables of AVR are counted in RAM, and in flash memory with NAME_IN_FLASH.
TARGETS = (("ATmega328P", "avr-gcc", "avr-size", ["-mmcu=atmega328p"]),
           ("ATmega328P, tables in flash", "avr-gcc", "avr-size", ["-mmcu=atmega328p", f"-D{NAME.upper()}_IN_FLASH"]),
           ("Cortex-M3", "arm-none-eabi-gcc", "arm-none-eabi-size", ["-mcpu=cortex-m3", "-mthumb", "--specs=nosys.specs"]))
OPTIONS = ["-std=c99", "-Os", "-ffunction-sections", "-fdata-sections"]
NOTES = """Bytes at -Os. flash: .text and .data; RAM: .data and .bss, without the stack. Every public function is kept, and what it takes of the
compiler's library is counted; start-up code is not, but for AVR's loop that fills .data."""


def sizes(command, size, elf):
    """Flash and RAM of a linked program."""
    done = subprocess.run(command + ["-o", elf], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError((done.stderr.splitlines() or ["no message"])[0])
    text, data, bss = subprocess.run([size, elf], capture_output=True, text=True, check=True).stdout.splitlines()[1].split()[:3]
    return int(text) + int(data), int(data) + int(bss)


def functions(header):
    """The names of the functions that a header declares."""
    names = []
    for line in open(header, encoding="utf-8"):
        head = line.split("(")[0].split()
        if line.startswith(("int32_t ", "void ", "uint8_t ")) and "(" in line and ");" in line:
            names.append(head[-1].lstrip("*"))
    return names


def measure(romasc, folder, target, kinematics):
    _, compiler, size, options = target
    work = os.path.join(folder, "servo")
    shutil.rmtree(work, ignore_errors=True)
    os.makedirs(work)
    subprocess.run([romasc, EXAMPLE, "--emit=servo", "-o", work], check=True, capture_output=True)
    header, source, elf = (os.path.join(work, n) for n in (NAME + "_servos.h", NAME + "_servos.c", "out.elf"))
    kept = [n for n in functions(header) if kinematics or "_pose_" not in n]
    if not kept or (kinematics and not any("_pose_" in n for n in kept)):
        raise RuntimeError("the header declares no such functions")
    empty = os.path.join(work, "empty.c")
    with open(empty, "w", encoding="utf-8") as file:
        file.write("int main(void) { return 0; }\n")
    base = [compiler] + options + OPTIONS + ["-Wl,--gc-sections"]
    before = sizes(base + [empty], size, elf)
    after = sizes(base + [f"-Wl,-u,{n}" for n in kept] + [empty, source], size, elf)
    return after[0] - before[0], after[1] - before[1]


def bench_servo(romasc, folder, table):
    rows, data, remarks = [], [], []
    for target in TARGETS:
        if shutil.which(target[1]) is None or shutil.which(target[2]) is None:
            remarks.append(f"{target[0]}: {target[1]} was not found; left out")
            continue
        for kinematics in (False, True):
            what = "with forward kinematics" if kinematics else "tables and conversions"
            try:
                flash, ram = measure(romasc, folder, target, kinematics)
            except RuntimeError as problem:
                remarks.append(f"{target[0]}, {what}: {problem}")
                continue
            rows.append([f"{target[0]}, {what}", flash, ram])
            data.append({"processor": target[0], "kinematics": kinematics, "flash_bytes": flash, "ram_bytes": ram})
    text = table(f"Servos of {NAME}: bytes of the generated C", ["", "flash", "RAM"], rows)
    return text + "\n" + NOTES + "".join("\n" + r for r in remarks) + "\n", data
