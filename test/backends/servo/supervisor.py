"""The supervisor of --servo-format=supervisor and firmware: a bench of pretended servos under sanitizers, random runs over several robots,
and the same with each check and each reaction taken out, which has to fail. Usage: supervisor.py ROMASC FOLDER"""
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).parent
ROMASC, FOLDER, INPUTS = sys.argv[1], pathlib.Path(sys.argv[2]), HERE / "Inputs"
DEVICES = HERE.parents[2] / "backends/servo/devices"
STRICT = ["-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Werror"]
SETTINGS = ["-DRIG_PERIOD_US=10000UL", "-DRIG_FAULT_LINE"]
SANITIZED = ["-O1", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover"]
CHECKS = ["NO_ANSWER", "LATE", "RANGE", "VELOCITY", "JUMP", "STALE", "TARGET", "RATE", "TRACKING", "SERVO"]
# Of rig_supervisor.c and rig_driver.c: what is taken out, and what stands there instead.
MUTANTS = [
    ("the stop begins at rest", "supervisor", "s->step[i] = (s->step[i] < 0) ? -rate : rate;", "s->step[i] = 0;"),
    ("the stop does not slow down", "supervisor", "t - ((t * t) >> 14)", "t"),
    ("the stop leaves the limits", "supervisor", "rig_kept_within(&one, rig_beside(", "(rig_beside("),
    ("a stop never becomes a fault", "supervisor", "} else if (gone >= RIG_REST_TICKS) {", "} else if (gone == 0U) {"),
    ("rest is not looked at", "supervisor", "(gone >= RIG_STOP_TICKS) && (s->resting != 0U)", "(gone >= RIG_STOP_TICKS)"),
    ("a blind hold has no end", "supervisor", "> RIG_BLIND_US) ? RIG_STATE_FAULT", "> RIG_BLIND_US) ? s->state"),
    ("a hold is not watched", "supervisor", "strays = 1U;", "strays = 0U;"),
    ("a servo that fell behind is pulled", "supervisor", "s->fault.code == RIG_FAULT_TRACKING", "s->fault.code == 99U"),
    ("the fault is the last one", "supervisor", "(code < found->code)", "(code > found->code)"),
    ("goals leave after a fault", "driver", "!= RIG_STATE_FAULT) {", "!= 99U) {"),
    ("velocities go on after a fault", "driver", "(over != 0U) && (one.drive.goal == RIG_GOAL_VELOCITY)", "(over == 99U)"),
    ("the reading is not looked at", "driver", "(void)rig_supervise_states(", "if (driver->held == 0xFFFFU) (void)rig_supervise_states("),
    ("the goals are not those of the supervisor", "driver", "rig_send_goals(driver, driver->supervisor.goal)", "rig_send_goals(driver, counts)"),
    ("a wrong first goal moves others", "supervisor", "      rig_begin(s);\n", ""),
    ("who does not answer holds up the stop", "driver", "(status >= RIG_STATUS_NO_ANSWER) && (status <= RIG_STATUS_OTHER_SERVO)", "(status > 99U)"),
]
problems = []


def run(command, **options):
    return subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=300, **options)


def compile_to(target, *words):
    done = run(["gcc", *STRICT, *SETTINGS, f"-I{FOLDER}", f"-I{INPUTS}", *words, "-o", target])
    if done.returncode:
        problems.append(f"{target.name}: {done.stderr}")
    return target


def bench(options, changed=()):
    """The bench with these options; parts of the robot that were compiled before come as objects."""
    name = "bench" if not changed else "mutant"
    rest = [part for part in ("servos", "supervisor", "driver") if part not in dict(changed)]
    objects = []
    for part in rest:
        stored = FOLDER / f"{part}.{len(options)}.o"
        if not stored.exists():
            compile_to(stored, *options, "-c", FOLDER / f"rig_{part}.c")
        objects.append(stored)
    for part in ("device_registers.c", "servo_model.c", "servo_line.c", "servo_packets.c", "supervisor_bench.c"):
        stored = FOLDER / f"{part}.{len(options)}.o"
        if not stored.exists():
            compile_to(stored, *options, "-c", FOLDER / part if part == "device_registers.c" else INPUTS / part)
        objects.append(stored)
    return compile_to(FOLDER / name, *options, *objects, *[text for _, text in changed])


def take_out():
    """Each check by its bit, and each reaction by its text."""
    plain, found = ["-O1"], 0
    for number, check in enumerate(CHECKS, 1):
        out = FOLDER / "without.o"
        compile_to(out, *plain, f"-DRIG_CHECKS={0xFFFF & ~(1 << number):#x}U", "-c", FOLDER / "rig_supervisor.c")
        if run([bench(plain, [("supervisor", out)])]).returncode == 0:
            problems.append(f"nobody misses the check {check}")
        found += 1
    for what, part, old, new in MUTANTS:
        text = (FOLDER / f"rig_{part}.c").read_text(encoding="utf-8")
        if text.count(old) != 1:
            problems.append(f"{what}: {text.count(old)} places")
            continue
        (FOLDER / "mutant.c").write_text(text.replace(old, new), encoding="utf-8")
        out = FOLDER / "mutant.o"
        compile_to(out, *plain, "-Wno-unused", "-Wno-unused-parameter", "-c", FOLDER / "mutant.c")
        if run([bench(plain, [(part, out)])]).returncode == 0:
            problems.append(f"nobody misses it: {what}")
        found += 1
    print(found, "things were taken out")


def random_runs():
    for robot, source, free in (("rig", INPUTS / "firmware.romas", "RIG_WHEEL, RIG_THUMB,"), ("creature", INPUTS / "creature.romas", ""),
                                ("drives", HERE / "drives.romas", "")):
        made = run([ROMASC, source, "--emit=servo", "--servo-format=supervisor", "-o", FOLDER])
        if made.returncode:
            problems.append(made.stderr)
            continue
        program = compile_to(FOLDER / "random", *SANITIZED, f'-DSUPERVISOR="{robot}_supervisor.h"', f"-DROBOT={robot}", f"-DUPPER={robot.upper()}",
                             f"-DFREE={free}", INPUTS / "supervisor_random.c", FOLDER / f"{robot}_servos.c", FOLDER / f"{robot}_supervisor.c")
        done = run([program])
        print(robot, done.stdout + done.stderr, end="")
        if done.returncode:
            problems.append(f"random runs of {robot}")


def main():
    FOLDER.mkdir(parents=True, exist_ok=True)
    made = run([ROMASC, INPUTS / "firmware.romas", "--emit=servo", "--servo-format=firmware,writes", "-o", FOLDER])
    if made.returncode:
        print(made.stderr)
    rows = run([sys.executable, INPUTS / "device_registers.py", DEVICES, FOLDER / "rig_writes.json"])
    (FOLDER / "device_registers.c").write_text(rows.stdout, encoding="utf-8")
    done = run([bench(SANITIZED)])
    print(done.stdout + done.stderr)
    if done.returncode:
        problems.append("the bench fails")
    else:
        take_out()
    random_runs()
    print("\n".join(problems[:20]))
    print(f"{len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
