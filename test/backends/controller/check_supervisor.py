#!/usr/bin/env python3
"""The campaign of faults (Inputs/campaign.cpp) against generated controllers: for each robot, kinds of control.

Usage: check_supervisor.py ROMASC [--kinds=pd,...] [--share=N] [--joints=N] [--clean=N] [--mutate] [--table=PAGE] [-v] FILE...
Every N-th case is run (--share; 0: eigenvalues of the loops alone), with at most so many joints of a robot, and so many clean motions. --mutate leaves out each check in turn, which
must make a run fail. --table writes the table of results between the markers of a page.
Robots that romasc refuses a controller, and those whose motors do not hold them, are counted apart.
"""
import argparse
import os
import re
import statistics
import subprocess
import sys
import tempfile

from check_loops import KINDS, make_projects, text_of, REFUSALS

INPUTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "Inputs")
SUPERVISION = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "runtime", "romas", "supervision.hpp")
PARTS = ("src/controller.hpp", "src/motion.hpp", "src/program.hpp", *(os.path.join(INPUTS, f"campaign{part}") for part in ("_cases.hpp", "_bench.hpp", "_judge.hpp", "_scripts.hpp", "_gains.hpp", ".cpp")))
STATES = ["ready", "running", "stopping", "holding", "fault"]
# Every change of state that the supervisor knows.
TRANSITIONS = {"ready running", "ready fault", "running stopping", "running fault", "stopping holding", "stopping fault", "holding fault", "holding ready", "fault ready"}
CASE = re.compile(
    r"case (?P<what>\S+) (?P<joint>\d+) (?P<cycle>\d+) (?P<weaker>\S+) told (?P<told>\d) (?P<check>\S+) named (?P<named>\d) after (?P<after>-?\d+) "
    r"status (?P<status>\d) rest (?P<rest>\d) in (?P<rest_in>\S+) distance (?P<distance>\S+) off (?P<off>\S+)(?P<dead> at a dead centre)?(?: PROBLEM (?P<problem>.*))?$")
WORDS = {
    "none": "no fault", "q_nan": "position is NaN", "v_nan": "velocity is NaN", "q_infinite": "position is infinite", "q_step": "position is 0.1 off", "q_far": "position is 100 off",
    "q_drifts": "position drifts by 0.5 a second", "q_stands": "one position stands still", "all_stand": "all readings stand still", "read_fails": "reading fails", "write_fails": "writing fails, the drive keeps its torque",
    "late": "a cycle is 20 ms late", "target_nan": "target is NaN", "target_jumps": "target jumps by 0.3", "motor_dead": "motor gives no torque", "motor_reversed": "motor turns the other way",
    "encoder_backwards": "encoder counts backwards", "v_spike": "one velocity is three times the limit", "torque_nan": "the law gives NaN", "torque_huge": "the law gives 10⁹ N m", "torque_stands": "the law's torque stands still",
    "torque_chatters": "the law's torque chatters",
}  # fmt: skip


def program(projects):
    """The C++ text of the campaign under all laws; argument 1 chooses one."""
    system = set()
    for project in projects.values():
        for path in PARTS:
            with open(os.path.join(project, path), encoding="utf-8") as file:
                system |= set(re.findall(r"^#include <.*>$", file.read(), re.M))
    text = "\n".join(sorted(system)) + '\n#include "robot.hpp"\n#include <cstring>\n#include <memory>\n'
    for kind, project in projects.items():
        text += f"namespace kind_{kind.replace('-', '_')} {{\n" + "".join(text_of(os.path.join(project, path)) for path in PARTS) + "}\n"
    text += "int main(int count, char** words) {\n"
    for kind in projects:
        text += f'  if (std::strcmp(words[1], "{kind}") == 0) return kind_{kind.replace("-", "_")}::run(count - 1, words + 1);\n'
    return text + "  return 2;\n}\n"


class Results:
    def __init__(self):
        self.cases, self.problems, self.transitions, self.weak = [], [], {}, []
        self.radius, self.postures = 0.0, 0

    def add(self, name, output):
        for line in output.splitlines():
            case = CASE.match(line)
            if case:
                self.cases.append(case.groupdict())
                if case["problem"]:
                    self.problems.append(f"{name}: {line}")
            elif line.startswith("transition "):
                start, end, count = (int(word) for word in line.split()[1:])
                key = f"{STATES[start]} {STATES[end]}"
                self.transitions[key] = self.transitions.get(key, 0) + count
            elif line.startswith("gains "):
                self.radius, self.postures = max(self.radius, float(line.split()[1])), self.postures + int(line.split()[2])
                self.problems += [f"{name}: {line}"] if "PROBLEM" in line else []
            elif line.startswith("weak"):
                self.weak.append(f"{name}: {line}")
            elif "PROBLEM" in line:
                self.problems.append(f"{name}: {line}")

    def table(self):
        rows = ["| fault | runs | told | joint named | found after cycles, median / worst | at rest, 0 % / 3 % / 10 % | rest after at most | farthest |", "|---|---|---|---|---|---|---|---|"]
        for what, words in WORDS.items():
            cases = [case for case in self.cases if case["what"] == what]
            if not cases:
                continue
            told = [case for case in cases if case["told"] == "1"]
            after = sorted(int(case["after"]) for case in told)
            rests = []
            for weaker in ("0", "0.03", "0.1"):
                of = [case for case in told if case["weaker"].lstrip("-") == weaker]
                rests.append(f"{sum(case['rest'] == '1' for case in of)} of {len(of)}")
            resting = [case for case in told if case["rest"] == "1"]
            one = what not in ("none", "all_stand", "read_fails", "write_fails", "late")
            rows.append(f"| {words} | {len(cases)} | {len(told)} | {sum(case['named'] == '1' for case in told) if one and told else ''} | "
                        + (f"{statistics.median_low(after)} / {after[-1]}" if told and what != "none" else "") + " | " + (" / ".join(rests) if told and what != "none" else "") + " | "
                        + (f"{max(float(case['rest_in']) for case in resting):.2f} s" if resting and what != "none" else "") + " | "
                        + (f"{max(float(case['distance']) for case in resting):.2f}" if resting and what != "none" else "") + " |")  # fmt: skip
        return "\n".join(rows) + "\n"


def compiled(arguments, file, folder):
    """The program and the kinds, or what went wrong."""
    projects = make_projects(arguments, file, folder)
    if isinstance(projects, str):
        return None, projects
    source, target = os.path.join(folder, "campaign.cpp"), os.path.join(folder, "campaign")
    with open(source, "w", encoding="utf-8") as output:
        output.write(program(projects))
    first = next(iter(projects.values()))
    built = subprocess.run([arguments.compiler, "-std=c++17", *arguments.flags.split(), *[f"-I{os.path.join(first, part)}" for part in ("model", "runtime", "src")],
                            source, "-o", target, "-lpthread"], capture_output=True, text=True, check=False)  # fmt: skip
    return (target, list(projects)) if built.returncode == 0 else (None, "does not compile:\n" + built.stderr[:3000])


def checks():
    with open(SUPERVISION, encoding="utf-8") as file:
        return re.findall(r'^    \{Check::\w+, "(\w+)"', file.read(), re.M)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("romasc")
    parser.add_argument("--kinds", default=",".join(KINDS))
    parser.add_argument("--options", default="")
    parser.add_argument("--compiler", default="g++")
    parser.add_argument("--flags", default="-O2")
    parser.add_argument("--share", type=int, default=1)
    parser.add_argument("--joints", type=int, default=8)
    parser.add_argument("--clean", type=int, default=10)
    parser.add_argument("--mutate", action="store_true")
    parser.add_argument("--table", default="")
    parser.add_argument("-v", action="store_true", help="print every run")
    parser.add_argument("files", nargs="+")
    arguments = parser.parse_intermixed_args()
    results, failures, controlled, survivors = Results(), [], 0, None
    for file in arguments.files:
        name = os.path.basename(file)
        with tempfile.TemporaryDirectory() as folder:
            target, kinds = compiled(arguments, file, folder)
            if target is None:
                refused = any("error:" in line and any(rule in line for rule in REFUSALS) for line in kinds.splitlines())
                print(f"{name}: {'no controller' if refused else kinds}", flush=True)
                failures += [] if refused else [name]
                continue
            controlled += 1
            for kind in kinds:
                words = [target, kind, str(arguments.share), str(arguments.joints), str(arguments.clean)]
                before, known = len(results.cases), len(results.problems)
                ran = subprocess.run(words, capture_output=True, text=True, check=False)
                if arguments.v:
                    print(ran.stdout)
                results.add(f"{name} {kind}", ran.stdout)
                failures += [f"{name} {kind}: status {ran.returncode} {ran.stderr[:500]}"] if ran.returncode != 0 else []
                print(f"{name} {kind}: {len(results.cases) - before} runs, {len(results.problems) - known} problems", flush=True)
                if arguments.mutate:
                    found = {check for check in checks() if "\n0 runs failed" not in "\n" + subprocess.run([*words, check], capture_output=True, text=True, check=False).stdout}
                    survivors = set(checks()) - found if survivors is None else survivors - found
    for text in results.weak:
        print(text)
    missing = sorted(TRANSITIONS - results.transitions.keys()) if arguments.share > 0 else []
    unknown = sorted(results.transitions.keys() - TRANSITIONS)
    print(results.table())
    print("\n".join(results.problems[:40]))
    print(f"{len(arguments.files)} robots, {controlled} with a controller, {len(results.cases)} runs, {len(results.problems)} problems")
    print(f"eigenvalues of the loops: at most {results.radius:.7f} in {results.postures} postures of random motions")
    print(f"changes of state not taken: {', '.join(missing) or 'none'}; not known: {', '.join(unknown) or 'none'}")
    dead = sum(case["dead"] is not None for case in results.cases)
    print(f"motions without a fault that came to a dead centre of loops, where the law has no model, and were stopped and came to rest: {dead} of {sum(case['what'] == 'none' for case in results.cases)}")
    print(f"robots that were not run under a law because a motor is too weak, or for their loops: {len({text.split(': weak')[0] for text in results.weak if 'noise hides' not in text})}")
    if survivors is not None:
        print(f"checks that no run misses: {', '.join(sorted(survivors)) or 'none'}")
    if arguments.table:
        with open(arguments.table, encoding="utf-8") as page:
            text = page.read()
        with open(arguments.table, "w", encoding="utf-8") as page:
            page.write(re.sub(r"(<!-- measured: check_supervisor.py -->\n).*?(<!-- end -->)", lambda found: found[1] + results.table() + found[2], text, flags=re.S))
    print("\n".join(failures))
    return 1 if failures or results.problems or missing or unknown or survivors or controlled == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
