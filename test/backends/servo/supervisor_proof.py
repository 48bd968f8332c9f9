"""Proves what Inputs/supervisor_proof.c states of the supervisors of three robots, by Frama-C's Eva, and that the statements are not empty: each
of some changed supervisors must fail one. Usage: supervisor_proof.py ROMASC FOLDER"""
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).parent
ROMASC, FOLDER = sys.argv[1], pathlib.Path(sys.argv[2])
MUTANTS = [
    ("a fault ends by itself", "default: s->state = RIG_STATE_FAULT; break;", "default: s->state = RIG_STATE_READY; break;"),
    ("a reading ends a fault", "  s->read_at = now;\n  s->seen", "  s->state = (found.code == RIG_FAULT_NONE) ? RIG_STATE_READY : s->state;\n  s->seen"),
    ("goals change in a fault", "default: s->state = RIG_STATE_FAULT; break;", "default: s->state = RIG_STATE_FAULT; s->goal[0] = wanted[0]; break;"),
    ("velocities have no upper bound", "aim = (aim > one->bounds.most) ? one->bounds.most : aim;", ""),
    ("a stop leaves the limits", "rig_kept_within(&one, rig_beside(", "(rig_beside("),
    ("a servo that fell behind stops beyond its limits", "s->goal[i] = rig_kept_within(&one, s->position[i]);", "s->goal[i] = s->position[i];"),
    ("a start beyond the limits", "? rig_kept_within(&one, position[i]) : 0;", "? position[i] : 0;"),
]  # fmt: skip


def proven(robot, source):
    """How many statements hold, how many do not, and how many undefined operations are possible. Octagons know that a sum that was compared with
    the largest number is none beyond it."""
    words = ["frama-c", "-eva", "-eva-precision", "3", "-eva-domains", "octagon", "-eva-auto-loop-unroll", "32", "-machdep", "gcc_x86_64",
             f'-cpp-extra-args=-DSUPERVISOR="\\"{source.name}\\"" -DROBOT={robot} -DUPPER={robot.upper()} -I{FOLDER}',
             HERE / "Inputs/supervisor_proof.c", FOLDER / f"{robot}_servos.c"]  # fmt: skip
    done = subprocess.run(list(map(str, words)), capture_output=True, text=True, timeout=600, check=False)
    found = re.search(r"Assertions +(\d+) valid +(\d+) unknown +(\d+) invalid", done.stdout)
    alarms = re.search(r"(\d+) alarms? generated", done.stdout)
    if done.returncode or not found or not alarms:
        sys.exit(f"frama-c: status {done.returncode}\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return int(found[1]), int(found[2]) + int(found[3]), int(alarms[1])


def main():
    FOLDER.mkdir(parents=True, exist_ok=True)
    failed = False
    for robot, description in (("rig", "Inputs/firmware.romas"), ("creature", "Inputs/creature.romas"), ("drives", "drives.romas")):
        subprocess.run([ROMASC, HERE / description, "--emit=servo", "--servo-format=supervisor", "-o", FOLDER], check=True, capture_output=True)
        valid, open_ones, alarms = proven(robot, FOLDER / f"{robot}_supervisor.c")
        print(f"{robot}: {valid} statements proven, {open_ones} not, {alarms} undefined operations")
        failed = failed or bool(open_ones or alarms)
    text = (FOLDER / "rig_supervisor.c").read_text(encoding="utf-8")
    missed = 0
    for what, old, new in MUTANTS:
        changed = FOLDER / "changed.c"
        assert text.count(old) == 1, (what, text.count(old))
        changed.write_text(text.replace(old, new), encoding="utf-8")
        if proven("rig", changed)[1] == 0:
            print(f"still proven: {what}")
            missed += 1
    print(f"{len(MUTANTS) - missed} of {len(MUTANTS)} changed supervisors are refused")
    return 1 if failed or missed else 0


if __name__ == "__main__":
    sys.exit(main())
