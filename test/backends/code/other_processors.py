#!/usr/bin/env python3
"""Generated code on other processors, under qemu: values, the tests of generated projects, servo tables, images and packets.

Usage: other_processors.py ROMASC
Each processor has a line for what was compared with this one. s390x stores the high byte first.
"""
import os
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCE = os.path.normpath(os.path.join(HERE, "..", "..", ".."))
SERVO = os.path.join(SOURCE, "test", "backends", "servo", "Inputs")
sys.path.insert(0, os.path.join(HERE, "..", "cpp"))
import check_flags  # noqa: E402

PROCESSORS = ["aarch64", "riscv64", "s390x"]
BENCH = ["servo_model.c", "servo_line.c", "servo_packets.c", "firmware_bench.c", "firmware_life.c", "firmware_faults.c"]


def run(command, **options):
    done = subprocess.run(command, capture_output=True, text=True, **options)
    if done.returncode != 0:
        sys.exit(f"{os.path.basename(command[0])} ended with {done.returncode}: {(done.stdout + done.stderr)[-3000:]}")
    return done.stdout


class Processor:
    """A compiler for a processor, and what runs its programs."""

    def __init__(self, name=""):
        self.prefix = name + "-linux-gnu-" if name else ""
        self.emulator = [f"qemu-{name}", "-L", f"/usr/{name}-linux-gnu"] if name else []
        self.name = name

    def missing(self):
        return next((tool for tool in [self.prefix + "g++", *self.emulator[:1]] if not shutil.which(tool)), "")

    def printed(self, folder, sources, options, arguments=()):
        """Returns the output of a program in C."""
        program = os.path.join(folder, "program-" + self.name)
        run([self.prefix + "gcc", "-std=c99", "-O1", *options, "-I", folder, "-I", SERVO, *sources, "-o", program])
        return run([*self.emulator, program, *arguments])


def values(romasc, folder, here, there):
    programs = check_flags.write_programs(romasc, folder, check_flags.QUICK)
    said = []
    for part, sources in programs.items():
        plain, other = (check_flags.Build(folder, sources, one.prefix + "g++", ["-O1"], one.emulator) for one in (here, there))
        good, text = check_flags.judge(other, plain, "")
        if plain.error or not good:
            sys.exit(f"{part} on {there.name}: {plain.error[:1000]}{text}")
        said.append(f"{len(plain.lines)} outputs of {part} agree")
    return ", ".join(said)


def project_tests(romasc, folder, there):
    """The tests that a generated controller brings, built and run by CMake as a user would."""
    project, build = os.path.join(folder, "project"), os.path.join(folder, "project-" + there.name)
    run([romasc, os.path.join(SOURCE, "examples/arms/scara.romas"), "--emit=controller", "-o", project])
    run(["cmake", "-S", project, "-B", build, "-DCMAKE_SYSTEM_NAME=Linux", f"-DCMAKE_SYSTEM_PROCESSOR={there.name}",
         f"-DCMAKE_CXX_COMPILER={there.prefix}g++", "-DCMAKE_CROSSCOMPILING_EMULATOR=" + ";".join(there.emulator)])
    run(["cmake", "--build", build])
    summary = [line for line in run(["ctest", "--test-dir", build]).splitlines() if "tests passed" in line]
    return "own " + summary[0].strip()


def servos(romasc, folder, here, there):
    """Tables and conversions, the image of tables, and a driver's packets on a line of servos."""
    in_folder = lambda names: [os.path.join(folder, name) for name in names]
    inputs = lambda names: [os.path.join(SERVO, name) for name in names]
    run([romasc, os.path.join(SERVO, "rig.romas"), "--emit=servo", "--servo-format=c,bin", "-o", folder])
    programs = {
        "tables": (in_folder(["rig_servos.c"]) + inputs(["harness.c"]), ["-DSTEP=1", "-DPOSE(q, out)=rig_pose_l4(q, out)"], []),
        "registers": (in_folder(["rig_servos.c"]) + inputs(["registers.c"]), [], []),
        "image": (in_folder(["rig_servos.c", "romas_servo_image.c"]) + inputs(["compare_image.c"]),
                  ['-DTABLES="rig_servos.h"', "-DNAME=rig", "-DUPPER=RIG"], in_folder(["rig_servos.bin"])),
    }
    compare = lambda where, one: [processor.printed(where, *one) for processor in (here, there)]
    firmware = os.path.join(folder, "firmware")
    run([romasc, os.path.join(SERVO, "firmware.romas"), "-Wno-servo-doubtful", "-Wno-servo-speed-torque", "--emit=servo",
         "--servo-format=firmware,writes", "-o", firmware])
    with open(os.path.join(firmware, "device_registers.c"), "w", encoding="utf-8") as file:
        file.write(run([sys.executable, os.path.join(SERVO, "device_registers.py"), os.path.join(SOURCE, "backends/servo/devices"),
                        os.path.join(firmware, "rig_writes.json")]))
    packets = ([os.path.join(firmware, name) for name in ("rig_servos.c", "rig_driver.c", "device_registers.c")] + inputs(BENCH), ["-DRIG_UNSUPERVISED", "-DRIG_WATCHDOG_MS=500U"], [])
    for what, where, one in [*((what, folder, one) for what, one in programs.items()), ("packets", firmware, packets)]:
        wanted, found = compare(where, one)
        if wanted != found or not wanted:
            sys.exit(f"{what} on {there.name}:\n{found[:1500]}\ninstead of\n{wanted[:1500]}")
    return "servo tables, registers, image and packets are equal"


def main():
    romasc = sys.argv[1]
    here = Processor()
    for name in PROCESSORS:
        there = Processor(name)
        if there.missing():
            print(f"{name}: skipped, because {there.missing()} is not installed")
            continue
        with tempfile.TemporaryDirectory() as folder:
            print(f"{name}: {values(romasc, folder, here, there)}", flush=True)
            print(f"{name}: {project_tests(romasc, folder, there)}", flush=True)
            print(f"{name}: {servos(romasc, folder, here, there)}", flush=True)


if __name__ == "__main__":
    main()
