#!/usr/bin/env python3
"""Runs every fuzz target for some seconds from a seed corpus made of the tests' and examples' files, one on each processor.

Usage: run.py --build BUILD [--seconds N] [--seed N]. The seed fixes what is tried, so that a run can be repeated; another one
tries other inputs. A target that finds a crash, a hang (25 s) or more than 2 GB of memory fails; its input
is kept in BUILD/fuzz/.
"""
import argparse
import concurrent.futures
import glob
import os
import re
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "docs"))
import language_words

CORPUS = os.environ.get("ROMAS_CORPUS", os.path.join(ROOT, "..", "shared", "corpus"))
# target: endings of the files that it learns from
SEEDS = {
    "urdf_fuzzer": (".urdf",),
    "sdf_fuzzer": (".sdf",),
    "srdf_fuzzer": (".srdf",),
    "mjcf_fuzzer": (".mjcf",),
    "romas_fuzzer": (".romas",),
    "grammar_fuzzer": (".romas",),
    "define_fuzzer": (".define",),
    "block_fuzzer": (".xml",),
    "assembly_fuzzer": (".xml",),
    "mesh_fuzzer": (".obj", ".stl"),
    "polar_fuzzer": (".polar",),
    "device_fuzzer": (".yaml",),
    "servo_map_fuzzer": (".servos.yaml", ".calibration.yaml", "present.json"),
    "plain_xml_fuzzer": (".urdf", ".sdf", ".xml"),
    "markup_fuzzer": (".urdf", ".sdf", ".xacro", ".xml"),
    "studio_fuzzer": (".request",),
    "session_fuzzer": (".session",),
    "xacro_expression_fuzzer": ("expressions.tsv",),
    "xacro_fuzzer": (".xacro",),
    "kernel_fuzzer": (".kernel",),
}
# Bytes of the largest input of a target where that is not 20 000. Short texts meet every rule, several times as often; what only long
# ones show is the matter of test/tools/scaling.test and hostile.test, and of growth.test and limits.test of the language.
LONGEST = {
    "urdf_fuzzer": 4_000,
    "srdf_fuzzer": 4_000,
    "mjcf_fuzzer": 4_000,
    "plain_xml_fuzzer": 1_000,
    "markup_fuzzer": 1_000,
    "romas_fuzzer": 250,
    "grammar_fuzzer": 250,
    "define_fuzzer": 400,
    "studio_fuzzer": 400,
    "session_fuzzer": 300,
    "xacro_expression_fuzzer": 200,
    "xacro_fuzzer": 1_000,
}
# Targets that read what another one reads.
DICTIONARIES = {"grammar_fuzzer": "romas.dict", "xacro_fuzzer": "xacro_expression.dict", "markup_fuzzer": "plain_xml.dict"}
# Where the sources have the words of a dictionary, whose file has only what stands in no table: patterns of files, and of their words.
WORDS = {
    "urdf.dict": (["frontend/urdf/urdf_schema*.cpp", "ir/model/*_fields.h", "ir/words/*.def"], r'[{(]"(\w+)",|kWord = "(\w+)"'),
    "srdf.dict": (["frontend/srdf/srdf_schema.cpp"], r'many_of\("(\w+)"|\.name = "(\w+)"'),
    "mjcf.dict": (["frontend/mjcf/grammar/*.def"], r'^MJCF_\w+\(\s*"([^"]*)",\s*"([^"]*)"(?:, "([^"]*)",)?'),
    "xacro_expression.dict": (["frontend/xacro/expressions/builtins/*.cpp", "frontend/xacro/expressions/values/types.def"], r'Builtin\{"(\w+)"|Constant\{"(\w+)"|^TYPE\(\w+, "(\w+)"'),
}
# How libFuzzer chooses what to change next by how rare its features are (entropic) took four fifths of the time where a target has
# tens of thousands of features: without it URDF runs five times as often.
SCHEDULE = "-entropic=0"


def statements(program):
    """Each statement of a program of the language as a short program of its own."""
    program = re.sub(r"(?m)(^|\s)//.*$", "", program)
    depth, begin = 0, 0
    for at, character in enumerate(program):
        depth += (character == "{") - (character == "}")
        if depth == 1 and character == "{":
            head, begin = program[begin:at], at + 1
        elif depth == 1 and character in ";}":
            yield "robot r {" + program[begin:at + 1] + "}" if head.strip().startswith("robot") else head + "{" + program[begin:at + 1] + "} robot r { link a; }"
            begin = at + 1
        elif depth == 0 and character in ";}":
            if character == ";":
                yield program[begin:at + 1] + " robot r { link a; }"
            begin = at + 1


def seeds(endings, folder, longest):
    """Puts small files of the project and the corpus that end so into a folder, statements of programs, and expressions of tables."""
    count = 0
    pieces = set()
    for top in (os.path.join(ROOT, "test"), os.path.join(ROOT, "examples"), os.path.join(ROOT, "backends"), CORPUS):
        for where, folders, names in os.walk(top):
            folders.sort()
            for name in sorted(names):
                path = os.path.join(where, name)
                if name.endswith(endings) and name.endswith(".romas"):
                    with open(path, encoding="utf-8", errors="replace") as file:
                        pieces.update(statements(file.read()))
                if name.endswith(endings) and name.endswith(".tsv"):
                    with open(path, encoding="utf-8") as file:
                        pieces.update(line.split("\t")[0] for line in file)
                if name.endswith(endings) and os.path.getsize(path) < longest:
                    shutil.copyfile(path, os.path.join(folder, f"{count:04}-{name}"))
                    count += 1
    for piece in sorted(pieces):
        if len(piece.encode()) < longest:
            with open(os.path.join(folder, f"{count:04}-piece"), "w", encoding="utf-8") as file:
                file.write(piece)
            count += 1
    return count


def report(text):
    """Returns the output of a target from its first complaint on: the reason and the innermost frames."""
    lines = text.splitlines()
    marks = ("ERROR:", "terminate called", "runtime error:", "what was printed", "printing twice", "the plain reader", "the tolerant reader", "==================")
    first = next((i for i, line in enumerate(lines) if any(mark in line for mark in marks)), max(0, len(lines) - 60))
    return "\n".join(line[:400] for line in lines[first:first + 60])


def words_of(dictionary):
    if dictionary == "romas.dict":
        return language_words.Words().every
    patterns, places = WORDS.get(dictionary, ([], ""))
    words = set()
    for path in (path for pattern in patterns for path in glob.glob(os.path.join(ROOT, pattern))):
        with open(path, encoding="utf-8") as file:
            words.update(word for found in re.findall(places, file.read(), re.M) for group in found for word in re.findall(r"\w+", group))
    return words


def run(build, target, seconds, seed):
    program = os.path.join(build, "bin", target)
    folder = os.path.join(build, "fuzz", target)
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(os.path.join(folder, "corpus"))
    longest = LONGEST.get(target, 20_000)
    count = seeds(SEEDS[target], os.path.join(folder, "corpus"), longest)
    command = [program, f"-max_total_time={seconds}", f"-seed={seed}", SCHEDULE, "-timeout=25", "-rss_limit_mb=2048", f"-max_len={longest}", "-print_final_stats=1", f"-artifact_prefix={folder}/", "corpus"]
    dictionary = os.path.join(ROOT, "test", "fuzz", DICTIONARIES.get(target, target.replace("_fuzzer", ".dict")))
    if words := words_of(os.path.basename(dictionary)):
        with open(dictionary, encoding="utf-8") as phrases, open(os.path.join(folder, "dictionary"), "w", encoding="utf-8") as both:
            both.write(phrases.read() + "".join(f'"{word}"\n' for word in sorted(words)))
        dictionary = both.name
    if os.path.exists(dictionary):
        command.insert(1, "-dict=" + dictionary)
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, errors="replace")
    executed = [line.split()[-1] for line in done.stderr.splitlines() if "number_of_executed_units" in line]
    said = f"{target}: {count} seeds, {executed[0] if executed else '?'} inputs in {seconds} s, {'sound' if done.returncode == 0 else 'FAILED'}"
    return done.returncode == 0, said if done.returncode == 0 else f"{said}\n{report(done.stderr)}"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", required=True)
    parser.add_argument("--seconds", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    build = os.path.abspath(arguments.build)
    sound = True
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for good, said in pool.map(lambda target: run(build, target, arguments.seconds, arguments.seed), SEEDS):
            print(said, flush=True)
            sound = sound and good
    return 0 if sound else 1


if __name__ == "__main__":
    sys.exit(main())
