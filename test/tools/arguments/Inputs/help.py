"""Holds help, the manual page and the completions of romasc against the rows of its options. Usage: help.py ROMASC SOURCE"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

romasc, source = sys.argv[1:3]
problems = []


def expect(holds, what):
    if not holds:
        problems.append(what)


def text_of(*arguments):
    return subprocess.run([romasc, *arguments], stdout=subprocess.PIPE, text=True, check=True, env={**os.environ, "COLUMNS": "80"}).stdout


def rows():
    """(program, topic, form, name, letter) of each option."""
    found = []
    for path, pattern in (("tools/arguments/options.def", r'^OPTION\((\w+), (\w+), (\w+), "([^"]*)", "([^"]*)"'), ("backends/target_options.def", r'^TARGET_OPTION\((\w+), "([^"]*)"')):
        with open(os.path.join(source, path), encoding="utf-8") as file:
            for row in re.findall(pattern, file.read(), re.M):
                found.append(row if len(row) == 5 else ("compiler", "", "text", row[1], ""))
    return [row for row in found if row[0] not in ("studio", "server") and row[3] != "input"]


def screen():
    lines = text_of("--help").splitlines()
    expect(len(lines) <= 24, f"--help has {len(lines)} lines, more than a screen")
    expect(max(map(len, lines)) <= 110, "a line of --help is wider than 110 columns")
    every = text_of("--help=all")
    too_wide = [line for line in every.splitlines() if len(line) > 80 and " " in line.strip()]
    expect(not too_wide, f"--help=all goes beyond 80 columns: {too_wide[:1]}")


def each_option_everywhere(options):
    every = text_of("--help=all")
    manual = text_of("--print-manual").replace("\\-", "-")
    scripts = {shell: text_of(f"--print-completion={shell}") for shell in ("bash", "zsh", "fish")}
    expect(len(options) > 80, "rows of options were not found")
    for _, _, _, name, letter in options:
        shown = f"--{name}" if name else f"-{letter}"
        ends = r"(?![a-z-])" if name else ""
        expect(re.search(rf"^  .*(?<![\w-]){re.escape(shown)}{ends}", every, re.M), f"{shown} is not in --help=all")
        expect(f"{shown}" in manual, f"{shown} is not in the manual")
        expect(f"{shown}=" in scripts["bash"] or f"{shown} " in scripts["bash"] or f"{shown}'" in scripts["bash"], f"bash does not complete {shown}")
        expect(shown in scripts["zsh"], f"zsh does not complete {shown}")
        expect((f" -l {name} " if name else f" -s {letter} ") in scripts["fish"], f"fish does not complete {shown}")


def manual_is_sound():
    """man says what it does not understand."""
    if not shutil.which("man"):
        return
    with tempfile.NamedTemporaryFile("w", suffix=".1") as page:
        page.write(text_of("--print-manual"))
        page.flush()
        done = subprocess.run(["man", "--warnings", "-E", "UTF-8", "-l", "-Tutf8", "-Z", page.name], capture_output=True, text=True, check=False)
        expect(done.returncode == 0 and not done.stderr.strip(), f"man says: {done.stderr[:300]}")
        shown = subprocess.run(["man", "-E", "UTF-8", "-P", "cat", "-l", page.name], capture_output=True, text=True, check=False).stdout
        for section in ("NAME", "SYNOPSIS", "EXAMPLES", "OPTIONS", "EXIT STATUS", "ENVIRONMENT", "SEE ALSO"):
            expect(f"\n{section}\n" in f"\n{shown}", f"man shows no section {section}")


screen()
each_option_everywhere(rows())
manual_is_sound()
print("\n".join(problems))
sys.exit(1 if problems else 0)
