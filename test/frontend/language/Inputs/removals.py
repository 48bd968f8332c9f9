#!/usr/bin/env python3
"""Takes statements out of programs and translates the rest. Usage: removals.py ROMASC SOURCES FOLDER [COUNT [SEED]]

A statement of a program of the examples or the tests is left out, or stands twice, or its braces are left out. The rest is
translated into two formats each, and --verify-output reads these back. The status is 0 or 1 then, never that of an internal error or a
crash, and with 1 there are errors and no output.
"""
import concurrent.futures
import os
import random
import re
import subprocess
import sys

romasc, sources, folder = sys.argv[1:4]
count = int(sys.argv[4]) if len(sys.argv) > 4 else 800
seed = int(sys.argv[5]) if len(sys.argv) > 5 else 1
LARGEST = 20_000  # bytes of a program
FORMATS = ["urdf", "sdf", "mjcf", "json", "romas", "cpp"]
TOKEN = re.compile(r'r"[^"]*"|r#".*?"#|"(?:\\.|[^"\\\n])*"|//[^\n]*|/\*.*?\*/|[{};]|[^"/{};r]+|.', re.S)


def statements(text):
    """The statements of a text: where each begins, where its braces begin (or its end), and its end."""
    found, open_braces, begin = [], [], 0
    for token in TOKEN.finditer(text):
        if token[0] == "{":
            open_braces.append((begin, token.start()))
            begin = token.end()
        elif token[0] == "}" and open_braces:
            first, brace = open_braces.pop()
            found.append((first, brace, token.end()))
            begin = token.end()
        elif token[0] == ";":
            found.append((begin, token.end(), token.end()))
            begin = token.end()
    return found


def programs():
    for top in ("examples", "test"):
        for where, folders, names in os.walk(os.path.join(sources, top)):
            folders.sort()
            for name in sorted(names):
                path = os.path.join(where, name)
                if name.endswith(".romas") and os.path.getsize(path) <= LARGEST:
                    with open(path, encoding="utf-8", errors="replace") as file:
                        yield path, file.read()


def changes():
    chance = random.Random(seed)
    all_programs = [(path, text, statements(text)) for path, text in programs()]
    all_programs = [program for program in all_programs if program[2]]
    assert len(all_programs) > 60, len(all_programs)
    for number in range(count):
        path, text, known = chance.choice(all_programs)
        begin, brace, end = chance.choice(known)
        way = chance.random()
        if way < 0.7:
            changed = text[:begin] + text[end:]
        elif way < 0.85:
            changed = text[:end] + text[begin:end] + text[end:]
        else:
            changed = text[:brace] + (";" if brace < end else "") + text[end:]
        yield number, path, changed, chance.sample(FORMATS, 2)


def faults(case):
    number, path, text, formats = case
    own = os.path.join(folder, str(number))
    os.makedirs(own)
    program = os.path.join(own, "changed.romas")
    with open(program, "w", encoding="utf-8") as file:
        file.write(text)
    found = []
    translated = 0
    for form in formats:
        output = os.path.join(own, "out-" + form)
        command = [romasc, program, "-I", os.path.dirname(path), "--emit=" + form, "-o", output]
        if form != "cpp":
            command.append("--verify-output")
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=120)
        translated += done.returncode == 0
        if done.returncode not in (0, 1):
            found.append(f"{path}, {form}: status {done.returncode}: {done.stderr[-400:]}")
        elif done.returncode == 1 and (" error: " not in done.stderr or os.path.exists(output)):
            found.append(f"{path}, {form}: status 1, {'output' if os.path.exists(output) else 'no error'}: {done.stderr[-400:]}")
    return translated, found


total = 0
bad = 0
with concurrent.futures.ThreadPoolExecutor(2) as pool:
    for translated, found in pool.map(faults, changes()):
        total += translated
        bad += len(found)
        for fault in found:
            print(fault)
print(f"{count} programs, {total} translations, {bad} faults")
sys.exit(1 if bad or total < count // 3 else 0)
