#!/usr/bin/env python3
"""Holds every #include against the floor plan of docs/architecture.md. Usage: floor_plan.py SOURCE_DIR"""
import os
import re
import subprocess
import sys

# box: the boxes it may include; a box may always include itself
BOXES = {
    "support": [],
    "ir": ["support"],
    "frontend": ["ir", "support"],
    "passes": ["ir", "support"],
    "backends": ["ir", "support"],
    "tools": ["frontend", "passes", "backends", "ir", "support"],
    "runtime": [],
}
# a library's headers: the only folders that may include them
LIBRARIES = {
    r"xercesc/": ["frontend/xml/"],
    r"antlr4-runtime|RomasLexer|RomasParser|RomasBaseVisitor|RomasVisitor": ["frontend/language/"],
    r"Eigen/": ["ir/", "passes/", "runtime/", "cmake/"],
    r"boost/": ["tools/romasc/"],
}
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.M)


def check(path, text):
    box = path.split("/", 1)[0]
    for bracket, name in INCLUDE.findall(text):
        for pattern, folders in LIBRARIES.items():
            if re.match(pattern, name) and not any(path.startswith(folder) for folder in folders):
                yield f"{path}: includes <{name}>, which belongs to {' and '.join(folders)}"
        if bracket == '"' and name.split("/", 1)[0] in BOXES:
            target = name.split("/", 1)[0]
            if target != box and target not in BOXES.get(box, []):
                yield f"{path}: includes \"{name}\", but {box} may include only {', '.join(BOXES[box]) or 'itself'}"
        elif bracket == '"' and not re.match(LIBRARY_HEADERS, name):
            yield f"{path}: includes \"{name}\", which is not written from the root"
        if box == "support" and bracket == "<" and "/" in name and not name.startswith("sys/"):
            yield f"{path}: includes <{name}>, but support stands on the standard library alone"


LIBRARY_HEADERS = r"xercesc/|antlr4-runtime|Romas(Lexer|Parser|BaseVisitor|Visitor)"


def main():
    source = sys.argv[1]
    listed = subprocess.run(["git", "-C", source, "ls-files", "*.h", "*.hpp", "*.cpp", "*.def"], check=True, capture_output=True, text=True).stdout.split("\n")
    problems = []
    checked = 0
    for path in listed:
        if path.split("/", 1)[0] in BOXES and os.path.exists(os.path.join(source, path)):
            with open(os.path.join(source, path), encoding="utf-8") as file:
                problems += check(path, file.read())
            checked += 1
    for problem in problems:
        print(problem)
    print(f"{checked} files, {len(problems)} problems")
    return 1 if problems or checked == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
