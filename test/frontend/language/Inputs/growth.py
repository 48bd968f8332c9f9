#!/usr/bin/env python3
"""Time and memory of large texts of many shapes. Usage: growth.py ROMASC FOLDER

A text four times as long may take eight times the processor's time and a constant; what is quadratic takes sixteen. Memory at its peak
is at most eight times the text and 64 MB: texts that would need more are errors with a place.
"""
import os
import re
import subprocess
import sys

ROMASC, FOLDER = sys.argv[1:3]
ROBOT = "robot r { link a; }\n"
CONSTANT = 0.4  # s: start, and what a busy machine adds
MEGA = 1e6


def shapes(n):
    """Texts of about n bytes."""
    yield "a sum", "let a = " + "1+" * (n // 2) + "1;\n" + ROBOT
    yield "a sum with units", "let a = 1 m" + "+1 m" * (n // 4) + ";\n" + ROBOT
    yield "members", "let v = (1,2,3);\nlet a = v.x" + "+v.x" * (n // 4) + ";\n" + ROBOT
    yield "a list", "let a = [1" + ",1" * (n // 2) + "];\n" + ROBOT
    yield "tuples", "let a = [(1,1)" + ",(1,1)" * (n // 6) + "];\n" + ROBOT
    yield "a record", "let a = {" + "".join(f"a{i}:1," for i in range(n // 9)) + "};\n" + ROBOT
    yield "records", "let a = [{a:1}" + ",{a:1}" * (n // 6) + "];\n" + ROBOT
    yield "types", "".join(f"type t{i}=real;\n" for i in range(n // 15)) + ROBOT
    yield "types of types", "type t0=[real];\n" + "".join(f"type t{i}={{a:t{i - 1},b:t{i - 1}}};\n" for i in range(1, n // 25)) + ROBOT
    yield "a choice of texts", "type t = \"a\"" + "".join(f" or \"a{i}\"" for i in range(n // 10)) + ";\n" + ROBOT
    yield "calls", "let a = " + "abs(1)+" * (n // 7) + "1;\n" + ROBOT
    yield "unknown names", "let a = " + "a1+" * (n // 3) + "1;\n" + ROBOT
    yield "indexes", "let a = [1]" + "[0]" * (n // 3) + ";\n" + ROBOT
    yield "members of members", "let a = b" + ".a" * (n // 2) + ";\n" + ROBOT
    yield "chains of members", "let b = 1;\nlet a = [" + ("b" + ".a" * 500 + ",") * (n // 1002) + "];\n" + ROBOT
    yield "nested brackets", "let a = " + ("(" * 200 + "1" + ")" * 200 + "+") * (n // 402) + "1;\n" + ROBOT
    yield "links", "robot r {\nlink a;\n" + "".join(f"link l{i:06};joint j{i:06}:fixed a->l{i:06};\n" for i in range(n // 47)) + "}\n"
    yield "materials", "robot r {\n link a;\n" + "".join(f"material l{i};\n" for i in range(n // 16)) + "}\n"
    yield "values", "".join(f"let a{i}=1;\n" for i in range(n // 13)) + ROBOT
    yield "values in a robot", "robot r { link a;\n" + "".join(f"let a{i}=1;\n" for i in range(n // 13)) + "}\n"
    yield "functions", "".join(f"fn f{i}(x)=x;\n" for i in range(n // 15)) + ROBOT
    yield "parameters", "".join(f"param p{i}=1;\n" for i in range(n // 15)) + ROBOT
    yield "modules", "".join(f"module n{i}() {{}}\n" for i in range(n // 18)) + ROBOT
    yield "uses", "module n() {}\nrobot r { link a; " + "use n;" * (n // 6) + "}"
    yield "assertions", "robot r { link a; " + "".join(f"let b{i}=1;assert dof<9;" for i in range(n // 26)) + "}"
    yield "texts", "let a = [" + '"x",' * (n // 4) + "];\n" + ROBOT
    yield "values in texts", "let a = [" + '"{1}",' * (n // 6) + "];\n" + ROBOT
    yield "a long text", 'robot r { link a; material mat { texture "' + "x" * n + '"; } }'
    yield "a comment", "/*" + "x" * n + "*/" + ROBOT
    yield "comments", "//x\n" * (n // 4) + ROBOT
    yield "empty lines", "\n" * n + ROBOT
    yield "semicolons", "robot r { link a; " + ";" * n + "}"
    yield "Blocks", "".join(f'block "b{i}";' for i in range(n // 14)) + ROBOT
    yield "wrong words", "robot r {\n" + "lnk a;\n" * (n // 7) + "}\n"
    yield "missing values", "robot r {\n" + "link a { mass }\n" * (n // 15) + "}\n"
    yield "missing values of names", "let a = ;\n" * (n // 10) + ROBOT
    yield "foreign signs", "robot r { link a;\n" + "$\n" * (n // 2) + "}\n"
    yield "an error behind a long list", "let a = [1" + ",1" * (n // 2) + " 1];\n" + ROBOT
    yield "braces", "robot r { link a; " + "}" * n
    yield "words", "robot r { link a; " + "x " * (n // 2) + "}"


def large_shapes(n):
    """Programs that define something beside their robots, so that they are not read in one go: memory alone is looked at."""
    links = "".join(f"link l{i:06};joint j{i:06}:fixed a->l{i:06};\n" for i in range(n // 47))
    yield "links beside a value", "let v = 1;\nrobot r {\nlink a;\n" + links + "}\n"
    yield "materials beside a value", "let v = 1;\nrobot r {\nlink a;\n" + "".join(f"material {i:x}m;\n".replace(" ", " m", 1) for i in range(n // 18)) + "}\n"
    yield "modules", "".join(f"module n{i}() {{ link a; link b; joint j: fixed a -> b; }}\n" for i in range(n // 60)) + ROBOT
    yield "assemblies", "".join(f"assembly n{i} {{ base c = block(\"x\"); part d = block(\"x\") on c.contact[1]; }}\n" for i in range(n // 80)) + ROBOT
    yield "Blocks", "".join(f'block "b{i}" {{ name "x"; tag "y"; mass 1 kg; contact joint; contact assembly; }}\n' for i in range(n // 85)) + ROBOT


def measure(text):
    """Processor's time (s), peak memory (MB), status and what was said."""
    path = os.path.join(FOLDER, "growth.romas")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    with open(os.path.join(FOLDER, "said.txt"), "w+", encoding="utf-8") as said:
        process = subprocess.Popen([ROMASC, "--emit=none", "--color=never", path], stdout=subprocess.DEVNULL, stderr=said)
        _, status, usage = os.wait4(process.pid, 0)
        said.seek(0)
        return usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024 / MEGA, os.waitstatus_to_exitcode(status), said.read(2000)


def main():
    os.makedirs(FOLDER, exist_ok=True)
    wrong = []
    for (name, small), (_, large) in zip(shapes(100_000), shapes(400_000)):
        time, _, _, _ = measure(small)
        time4, memory, status, said = measure(large)
        if status not in (0, 1):
            wrong.append(f"{name}: status {status} {said}")
        if status == 1 and not re.search(r"^.+:\d+:\d+: error: ", said, re.M):
            wrong.append(f"{name}: an error without a place: {said[:200]}")
        if time4 > 8 * time + CONSTANT:
            wrong.append(f"{name}: {len(small)} bytes take {time:.2f} s, {len(large)} take {time4:.2f} s")
        if memory > 8 * len(large) / MEGA + 64:
            wrong.append(f"{name}: {len(large)} bytes take {memory:.1f} MB")
    for name, text in large_shapes(2_000_000):
        _, memory, status, said = measure(text)
        if status not in (0, 1):
            wrong.append(f"{name}: status {status} {said}")
        if memory > 8 * len(text) / MEGA + 64:
            wrong.append(f"{name}: {len(text)} bytes take {memory:.1f} MB")
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
