#!/usr/bin/env python3
"""Texts that would recurse, or grow, without end: each has its answer. Usage: limits.py ROMASC FOLDER

Every text is compiled with the usual stack and with a small one, and as one of two inputs, so that a thread of its own may work on it.
"""
import os
import re
import resource
import subprocess
import sys

ROMASC, FOLDER = sys.argv[1:3]
ROBOT = "robot r { link a; }\n"
KILO = 1024
LOCATED = re.compile(r"^(.+):(\d+):(\d+): error: ")

# name: (text, what the first error says; none: the text is right)
CASES = {
    "conditions in statements": ("robot r { link a; if true { } " + "else if true { } " * 12000 + "}", "conditions are nested deeper than 256"),
    "a few conditions in statements": ("robot r { link a; if true { } " + "else if true { } " * 30 + "}", None),
    "conditions behind else": ("let a = " + "if true then 1 else " * 30000 + "1;\n" + ROBOT, "conditions are nested deeper than 256"),
    "conditions in conditions": ("let a = " + "if " * 30000 + "true" + " then true else true" * 30000 + ";\n" + ROBOT, "conditions are nested deeper than 256"),
    "conditions beside each other": ("let a = [" + "if true then 1 else 2, " * 1000 + "];\n" + ROBOT, None),
    "local names in local names": ("let a = " + "let b = 1, c = 2 in " * 30000 + "b;\n" + ROBOT, "conditions are nested deeper than 256"),
    "local names in their values": ("let a = " + "let b = " * 30000 + "1;\n" + ROBOT, "conditions are nested deeper than 256"),
    "local names beside each other": ("let a = [" + "let b = 1, c = 2 in b, " * 1000 + "];\n" + ROBOT, None),
    "exponents": ("let a = " + "2^(" * 30000 + "1" + ")" * 30000 + ";\n" + ROBOT, "brackets are nested deeper than 256"),
    "indexes": ("let a = [1]" + "[0]" * 20000 + ";\n" + ROBOT, "nested deeper than 600"),
    "members": ("let a = b" + ".a" * 20000 + ";\n" + ROBOT, "nested deeper than 600"),
    "calls": ("let a = f" + "(1)" * 20000 + ";\n" + ROBOT, "nested deeper than 600"),
    "members of a module": ("module n() { }\nrobot r { link a; use n" + ".a" * 20000 + "; }", "nested deeper than 600"),
    "groups with indexes": ("let a = " + "(" * 200 + "b" + ("[0]" * 200 + ")") * 200 + ";\n" + ROBOT, "nested deeper than 600"),
    "signs": ("let a = " + "- " * 100000 + "1;\n" + ROBOT, None),
    "negations": ("let a = " + "not " * 100000 + "true;\n" + ROBOT, None),
    "a sum": ("let a = " + "1+" * 100000 + "1;\n" + ROBOT, None),
    "a product": ("let a = 1" + "*1" * 100000 + ";\n" + ROBOT, None),
    "a disjunction": ("let a = false" + " or false" * 50000 + ";\n" + ROBOT, None),
    "a list": ("let a = [" + "1," * 100000 + "];\n" + ROBOT, None),
    "round brackets": ("let a = " + "(" * 30000 + "1" + ")" * 30000 + ";\n" + ROBOT, "brackets are nested deeper than 256"),
    "square brackets": ("let a = " + "[" * 30000 + "1" + "]" * 30000 + ";\n" + ROBOT, "brackets are nested deeper than 256"),
    "patterns": ("let " + "(a, " * 30000 + "b" + ")" * 30000 + " = 1;\n" + ROBOT, "brackets are nested deeper than 256"),
    "types": ("param a : " + "[" * 30000 + "int" + "]" * 30000 + " = 1;\n" + ROBOT, "brackets are nested deeper than 256"),
    "bodies": ("robot r { link a; " + "if true { " * 30000 + "} " * 30000 + "}", "conditions are nested deeper than 256"),
    "loops in loops": ("robot r { link a; " + "for i in [1] { " * 30000 + "} " * 30000 + "}", "nested deeper than 256"),
    "bodies of links": ("robot r { link a { " + "if true { " * 30000 + "} " * 30000 + "} }", "nested deeper than 256"),
    "bodies of tests": ("robot r { link a; test \"t\" { " + "for i in [1] { " * 30000 + "} " * 30000 + "} }", "nested deeper than 256"),
    "patches in loops": ("module n() { link b; }\nrobot r { link a; use n { " + "if true { " * 30000 + "} " * 30000 + "} }", "nested deeper than 256"),
    "records": ("let a = " + "{b: " * 30000 + "1" + "}" * 30000 + ";\n" + ROBOT, "brackets are nested deeper than 256"),
    "lists made by loops": ("let a = " + "[" * 30000 + "1" + " for i in [1]]" * 30000 + ";\n" + ROBOT, "brackets are nested deeper than 256"),
    "types of records": ("type t = " + "{b: " * 30000 + "int" + "}" * 30000 + ";\n" + ROBOT, "brackets are nested deeper than 256"),
    "texts in texts": ("let a = " + '"{' * 30000 + "1" + '}"' * 30000 + ";\n" + ROBOT, "brackets are nested deeper than 256"),
    "brackets in a text": ("let a = \"{" + "(" * 30000 + "1" + ")" * 30000 + "}\";\n" + ROBOT, "brackets are nested deeper than 256"),
    "calls in calls": ("let a = " + "abs(" * 30000 + "1" + ")" * 30000 + ";\n" + ROBOT, "brackets are nested deeper than 256"),
    "modules that use the one before": ("module m0() { link b; }\n" + "".join(f"module m{i + 1}() {{ use m{i} as n; }}\n" for i in range(3000)) + "robot r { link a; use m3000 as n; }", "within each other|nested"),
    "functions that call the one before": ("fn f0() = 1;\n" + "".join(f"fn f{i + 1}() = f{i}();\n" for i in range(3000)) + "let a = f3000();\n" + ROBOT, "nested deeper"),
    "open brackets": ("let a = " + "(" * 200 + ";\n" + ROBOT, "expected"),
    "lists in lists by names": ("let a0 = [1];\n" + "".join(f"let a{i + 1} = [a{i}];\n" for i in range(50000)) + ROBOT, None),
    "poses of poses": ("let p0 = xyz(1 m, 0, 0);\n" + "".join(f"let p{i + 1} = inverse(p{i} * p0);\n" for i in range(3000)) + ROBOT, "nested deeper than 100"),
    "poses that double": ("let p0 = xyz(1 m, 0, 0);\n" + "".join(f"let p{i + 1} = p{i} * p{i};\n" for i in range(60)) + ROBOT, "made of more than"),
    "texts that double": ("fn d(w, n) = if n == 0 then w else d(w + w, n - 1);\nlet big = d(\"x\", 40);\n" + ROBOT, "longer than 65536 bytes"),
    "texts in a list": ("fn d(w, n) = if n == 0 then w else d(w + w, n - 1);\nlet big = d(\"x\", 16);\nlet all = [\"{big}\" for i in range(100000)];\n" + ROBOT, "more than 4000000 steps"),
    "many long texts": ("fn d(w, n) = if n == 0 then w else d(w + w, n - 1);\nlet big = d(\"x\", 15);\nlet all = [big + \"{i}\" for i in range(99999)];\n" + ROBOT, "more than 4000000 steps"),
    "names of many long texts": ("fn d(w, n) = if n == 0 then w else d(w + w, n - 1);\nlet big = d(\"x\", 15);\nrobot r { for i in range(99999) { link \"{big}{i}\"; } }", "more than 4000000 steps"),
    "a function that calls itself": ("fn f(n) = 1 + f(n - 1);\nlet a = f(80);\n" + ROBOT, "nested"),
    "a module that uses itself": ("module n() { use n; }\nrobot r { link a; use n; }", "within each other|nested"),
    "parts that use themselves": ("module n() { use n(); }\nrobot r { link a { use n(); } }", "within each other|nested"),
    "parts that are used twice each time": ("module n(i) { if i < 40 { use n(i + 1); use n(i + 1); } }\nrobot r { link a { use n(0); } }", "steps"),
    "statements that are handed on": ("module n(s: statements) { use n() with s { insert s; } insert s; }\nrobot r { link a; use n() with s { } }", "within each other|nested"),
    "robots that use each other": ("robot a { link x; use b; }\nrobot b { link x; use a; }", "within each other|nested"),
    "too many definitions": ("".join(f"let a{i}=1;\n" for i in range(100001)) + ROBOT, "more than 100000 definitions"),
    "too many names in a robot": ("robot r { link a;\n" + "".join(f"let a{i}=1;\n" for i in range(100001)) + "}", "more than 100000 names"),
    "a long statement with an error": ("let a = [1" + ",1" * 60000 + " 1];\n" + ROBOT, "get no suggestion"),
}


# Values of parameters on the command line, as bytes, and what is said about them.
DEFINITIONS = {
    b"label=\xd91": "this byte is not UTF-8",
    b"label=": None,
    b"reach=": "expected a value, found nothing",
    b"reach=/**/": "expected a value, found nothing",
    b"reach=1 m//": None,
    b"reach=" + b"(" * 5000: "brackets are nested deeper",
    b"reach=" + b"1 m+" * 20000 + b"1 m": None,
    b"reach=" + b"-" * 100000 + b"1 m": None,
    b"reach=x" + b".x" * 30000: "nested deeper",
}


def definition(text, expected):
    path = os.path.join(FOLDER, "definitions.romas")
    with open(path, "w", encoding="utf-8") as file:
        file.write('param reach : length = 1 m;\nparam label : string = "a";\nrobot r { link "b{label}"; }\n')
    done = subprocess.run([ROMASC.encode(), b"--emit=romas", b"--output=-", b"--color=never", b"-D", text, path.encode()], capture_output=True, timeout=300)
    said = done.stderr.decode(errors="replace").split("\n")[0]
    if expected is None:
        return None if done.returncode == 0 else f"{text[:40]}: status {done.returncode} {said}"
    good = done.returncode == 1 and re.match(r"^-D \w+:\d+:\d+: error: ", said) and expected in said
    return None if good else f"{text[:40]}: status {done.returncode} {said}"


def run(paths, stack):
    def limit():
        resource.setrlimit(resource.RLIMIT_AS, (4 * KILO**3, 4 * KILO**3))
        if stack is not None:
            resource.setrlimit(resource.RLIMIT_STACK, (stack * KILO, stack * KILO))

    return subprocess.run([ROMASC, "--emit=none", "--color=never", *paths], preexec_fn=limit, capture_output=True, text=True, timeout=300)


def check(name, text, expected, stack, path):
    done = run([path], stack)
    errors = [line for line in done.stderr.splitlines() if ": error: " in line]
    title = f"{name}, stack {stack or 'as usual'}"
    if done.returncode not in (0, 1):
        return f"{title}: status {done.returncode} {done.stderr[:200]}"
    if expected is None and done.returncode != 0 and not (stack and "stack" in done.stderr):
        return f"{title}: is no error: {errors[:1]}"
    if expected is not None:
        if not errors:
            return f"{title}: no error"
        if not LOCATED.match(errors[0]):
            return f"{title}: no place: {errors[0]}"
        if not re.search(expected, errors[0]) and not (stack and "stack" in errors[0]):
            return f"{title}: another error: {errors[0]}"
    return None


def main():
    os.makedirs(FOLDER, exist_ok=True)
    small = os.path.join(FOLDER, "small.romas")
    with open(small, "w", encoding="utf-8") as file:
        file.write(ROBOT)
    wrong = []
    for number, (name, (text, expected)) in enumerate(CASES.items()):
        path = os.path.join(FOLDER, f"{number}.romas")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        wrong += [check(name, text, expected, stack, path) for stack in (None, 256)]
        together = run([small, path, small, path], 512)  # threads take their stacks from this limit
        if together.returncode not in (0, 1):
            wrong.append(f"{name}, with others: status {together.returncode} {together.stderr[:200]}")
    wrong += [definition(text, said) for text, said in DEFINITIONS.items()]
    wrong = [text for text in wrong if text]
    print("\n".join(wrong))
    print(f"{len(CASES)} texts, {len(wrong)} with another answer")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
