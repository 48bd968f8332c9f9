"""Lists the costs of a build and of a test run in time, and the size of romasc's code."""
import collections
import concurrent.futures
import json
import os
import re
import shlex
import subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
COUNT = 20


def processor_seconds(command, folder):
    """Returns the processor time of the command and all that it starts."""
    done = subprocess.run(["/usr/bin/env", "bash", "-c", 'TIMEFORMAT="%U %S"; time "$@" >/dev/null 2>&1', "-", *command], cwd=folder, capture_output=True, text=True)
    return sum(map(float, done.stderr.split()[-2:]))


def units_of(build):
    """Yields the units that the build compiles: the command, without the cache and into nothing, the folder and the name."""
    with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as file:
        for unit in json.load(file):
            words = [word for word in shlex.split(unit["command"]) if os.path.basename(word) != "ccache"]
            if "-o" in words and not words[words.index("-o") + 1].endswith(".gch"):
                words[words.index("-o") + 1] = "/dev/null"
                yield words, unit["directory"], os.path.relpath(unit["file"], build if unit["file"].startswith(build) else ROOT)


def box_of(path):
    return os.path.dirname(path.removeprefix("groups/").split("CMakeFiles")[0].rstrip("/")) or "."


def readers_of_headers(build):
    """By header of the project and of the system: how many units read it."""
    said = subprocess.run(["ninja", "-C", build, "-t", "deps"], capture_output=True, text=True, check=True).stdout
    headers = (os.path.normpath(os.path.join(build, line.strip())) for line in said.splitlines() if line.startswith("    "))
    return collections.Counter(path for path in headers if path.startswith(ROOT + os.sep) and path.endswith(".h") and not path.startswith(build))


def compile_times(build, pool, table):
    units = list(units_of(build))
    times = sorted(((seconds, name) for (_, _, name), seconds in zip(units, pool.map(lambda unit: processor_seconds(*unit[:2]), units))), reverse=True)
    boxes = collections.Counter()
    for seconds, name in times:
        boxes[box_of(name)] += seconds
    whole = sum(seconds for seconds, _ in times)
    text = table(f"Units, processor seconds ({len(times)} of them, {whole:.0f} s)", ["unit", "s"], [[name, f"{seconds:.1f}"] for seconds, name in times[:COUNT]])
    text += "\n" + table("Folders, processor seconds of their units", ["folder", "s"], [[name, f"{seconds:.0f}"] for name, seconds in boxes.most_common(COUNT)])
    return text, {"units": {name: seconds for seconds, name in times}}


def header_times(build, pool, table):
    """Each of the most read headers alone, as the first line of a unit."""
    sample = next(words for words, _, name in units_of(build) if name.startswith("groups/ir/"))
    flags = [word for word in sample if word.startswith(("-I", "-D", "-std", "-f"))] + [part for word, after in zip(sample, sample[1:]) if word == "-isystem" for part in (word, after)]
    readers = readers_of_headers(build).most_common(150)
    alone = pool.map(lambda row: processor_seconds([sample[0], *flags, "-fsyntax-only", "-x", "c++", row[0]], build), readers)
    rows = sorted(((seconds * count, seconds, count, os.path.relpath(path, ROOT)) for (path, count), seconds in zip(readers, alone)), reverse=True)
    shown = [[name, f"{seconds:.2f}", str(count), f"{both:.0f}"] for both, seconds, count, name in rows[:COUNT]]
    return table("Headers: read alone, without a precompiled header, and by how many units", ["header", "s", "units", "product"], shown), {"headers": rows}


def sizes(build, table):
    """The code of romasc by the folder of its object, and by function without its template's arguments."""
    code = {}
    listed = subprocess.run(["nm", "-S", "--defined-only", os.path.join(build, "bin", "romasc")], capture_output=True, text=True, check=True).stdout
    for line in listed.splitlines():
        words = line.split()
        if len(words) == 4 and words[2] in "tTwWuV":
            code[words[3]] = int(words[1], 16)
    boxes, functions, seen = collections.Counter(), collections.Counter(), set()
    objects = [os.path.join(at, name) for at, _, names in os.walk(os.path.join(build, "CMakeFiles")) for name in names if name.endswith(".o")]
    for path in sorted(objects):
        place = os.path.relpath(path, os.path.join(build, "CMakeFiles"))
        if re.match(r"romas[-_](lsp|studio|tools_studio|tools_test)", place):
            continue
        for line in subprocess.run(["nm", "--defined-only", path], capture_output=True, text=True).stdout.splitlines():
            words = line.split()
            if len(words) == 3 and words[1] in "tTwWuV" and words[2] in code and words[2] not in seen:
                seen.add(words[2])
                boxes[box_of(place.split("/", 1)[1])] += code[words[2]]
    boxes["libraries"] = sum(code.values()) - sum(boxes.values())
    names = subprocess.run(["c++filt"], input="\n".join(code), capture_output=True, text=True, check=True).stdout.splitlines()
    for name, size in zip(names, code.values()):
        plain = name.replace("(anonymous namespace)::", "").replace("[abi:cxx11]", "")
        functions[re.sub(r"<.*>", "<…>", plain.split("(")[0])] += size
    rows = [[name, f"{size / 1e3:.0f}"] for name, size in boxes.most_common(COUNT)]
    text = table(f"Code of romasc by folder, kB ({sum(code.values()) / 1e6:.1f} MB)", ["folder", "kB"], rows)
    text += "\n" + table("Functions and templates, kB", ["function", "kB"], [[name[:90], f"{size / 1e3:.0f}"] for name, size in functions.most_common(COUNT)])
    return text, {"code": boxes, "functions": functions.most_common(200)}


PROGRAMS = {"romasc": r"%romasc", "Node": r"%node", "a browser": r"ROMAS_CHROMIUM", "a compiler": r"%cxx|%cc\b|%clangxx|%gcc|--build", "Python": r"%python|python3"}


def tests(build, table):
    """The dearest tests of lit in the last run, and what their commands start."""
    times = []
    with open(os.path.join(build, "test", ".lit_test_times.txt"), encoding="utf-8") as file:
        for line in file:
            seconds, name = line.split(None, 1)
            times.append((float(seconds), name.strip()))
    times.sort(reverse=True)
    rows = []
    for seconds, name in times[:COUNT]:
        with open(os.path.join(ROOT, "test", name), encoding="utf-8", errors="replace") as file:
            runs = "\n".join(line for line in file if "RUN:" in line)
        rows.append([name, f"{seconds:.0f}", ", ".join(program for program, mark in PROGRAMS.items() if re.search(mark, runs))])
    text = table(f"Tests of lit, seconds ({len(times)} of them, {sum(seconds for seconds, _ in times):.0f} s)", ["test", "s", "starts"], rows)
    return text, {"tests": {name: seconds for seconds, name in times}}


def bench_build(build, table):
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        parts = [compile_times(build, pool, table), header_times(build, pool, table)]
    parts.append(sizes(build, table))
    if os.path.exists(os.path.join(build, "test", ".lit_test_times.txt")):
        parts.append(tests(build, table))
    return "\n".join(text for text, _ in parts), [data for _, data in parts]
