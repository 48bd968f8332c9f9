#!/usr/bin/env python3
"""Holds every #include against the floor plan of docs/architecture.md, and classes against their number of sources. Usage: floor_plan.py SOURCE_DIR"""
import os
import re
import subprocess
import sys

# box: the boxes it may include; a box may always include itself. A file belongs to the longest box that its path begins with.
IR = ["ir", "ir/analysis", "ir/servo", "ir/kernel", "support"]
FORMATS = ["ir/format"]  # of what is read and written: nothing in between knows a format
BOXES = {
    "support": [],
    "ir": ["support"],
    "ir/analysis": ["ir", "support"],
    "ir/collision": ["ir", "ir/analysis", "support"],
    "ir/compare": ["ir", "ir/analysis", "support"],
    "ir/servo": ["ir", "support"],
    "ir/format": ["ir", "support"],
    "ir/kernel": ["ir", "ir/analysis", "support"],
    "frontend": [*IR, *FORMATS],
    "passes": [*IR, "runtime"],  # the solver of any six axes, which is held against the arm that it is for
    "backends": [*IR, "ir/compare", *FORMATS],
    "driver": ["frontend", "passes", "backends", "ir/compare", *IR],
    "lsp/markup": ["frontend", "ir", "support", *FORMATS],
    "lsp/language": ["lsp/markup", "frontend", "ir", "support"],
    "lsp/protocol": ["support"],
    "lsp": ["lsp/protocol", "lsp/markup", "lsp/language", "driver", "frontend", "passes", "ir/compare", *IR],
    "tools/romas-lsp": ["lsp", "lsp/protocol", "tools/arguments", "driver", *IR],
    "tools/arguments": ["driver", "frontend", "support"],
    "tools/explanations": ["support"],
    "tools/romasc": ["tools/arguments", "tools/explanations", "driver", "frontend", "passes", "backends", "ir/compare", *IR],
    "tools/python": ["tools/romasc", "support"],
    "tools/studio": ["tools/arguments", "tools/explanations", "driver", "frontend", "backends", *IR],
    "runtime": [],
}
# Folders of a box that others in it may include: what several formats stand on.
SHARED = {
    "frontend": ["xml", "yaml", "mesh"],
    "backends": ["xml", "code"],
}
# Any other folder belongs to one format: its siblings may not include it, but for these.
SIBLINGS = set()
# Rooms of a folder, from the ground up: a room may include those before it. Files of the folder itself may include all of its rooms.
ROOMS = {
    "support": "math bytes text names process files sources findings shown",
    "ir": "values words model packages assembly",
    "ir/analysis": "tree mass motion loads",
    "driver": "host request inputs meshes stages cache project several",
    "frontend/language": "words syntax grammar mistakes reading values builtins lower expand typing lints program",
    "frontend/mjcf": "grammar file sections refusals bodies",
    "frontend/xacro": "expressions expander structure",
    "frontend/xacro/expressions": "values syntax builtins evaluation",
    "frontend/xml": "text mistakes reader schema words",
    "passes": "pass kernel transforms semantics checks pipeline",
    "passes/kernel": "algebra bodies lanes search ik loops lowering",
    "backends/servo": "table packets c formats",
    "lsp": "reading yaml workspace features",
    "lsp/features": "texts robots places shown edits",
    "lsp/markup": "tree completion changes",
}
# Rooms that include one above them, and why.
UPWARDS = {
    ("frontend/language", "grammar", "reading"): "a string holds expressions between braces",
    ("frontend/xacro/expressions", "builtins", "evaluation"): "sorted() and map() call what they are given",
    ("frontend/xacro/expressions", "syntax", "builtins"): "a name that is built in is bound when it is read",
    ("frontend/xacro/expressions", "values", "syntax"): "a failure is told as an error of an expression",
    ("frontend/xacro/expressions", "values", "evaluation"): "an iterator tells its type",
}
# a library's headers: the only folders that may include them
LIBRARIES = {
    r"xercesc/|unicode/": ["frontend/xml/"],
    r"yaml-cpp/": ["frontend/yaml/"],
    r"antlr4-runtime|RomasLexer|RomasParser": ["frontend/language/", "tools/python/archives.cpp"],
    r"Eigen/": ["ir/", "passes/", "frontend/mesh/", "frontend/mjcf/", "backends/mjcf/", "backends/servo/", "runtime/romas/eigen.hpp", "cmake/"],
    r"boost/program_options": ["tools/arguments/", "tools/romasc/", "tools/studio/options.cpp", "tools/romas-lsp/main.cpp"],
    r"nlohmann/": ["lsp/protocol/"],
    r"boost/(?!program_options)": ["tools/studio/server/"],
}
# what the runtime may not have: headers that a microcontroller lacks, or that are no part of C++
RUNTIME_SYSTEM_HEADERS = re.compile(r"(immintrin|arm_neon)\.h$")
HOST_ONLY = {"runtime/romas/loop.hpp": ["chrono", "thread"]}
FORBIDDEN_IN_RUNTIME = ["iostream", "vector", "string", "map", "memory", "functional", "thread", "chrono", "mutex", "exception", "stdexcept"]
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.M)


def box_of(path):
    """The longest box that a path begins with; empty: none."""
    return max((box for box in BOXES if path.startswith(box + "/")), key=len, default="")


def is_sibling(path, name):
    """True if a folder of a format includes another one's header."""
    box, *inner = path.split("/")
    if box not in SHARED or not name.startswith(box + "/") or len(inner) < 2 or name.count("/") < 2:
        return False
    folder, other = inner[0], name.split("/")[1]
    return folder != other and other not in SHARED[box] and (f"{box}/{folder}", name) not in SIBLINGS


def room_of(path, folder):
    """The room of a folder in which a path lies; empty: none."""
    room, _, rest = path[len(folder) + 1:].partition("/") if path.startswith(folder + "/") else ("", "", "")
    return room if rest else ""


def upwards(path, name):
    """Includes of a room by one below it, or of a folder by one of its rooms."""
    for folder, rooms in ROOMS.items():
        order = rooms.split()
        room, other = room_of(path, folder), room_of(name, folder)
        if not room or not name.startswith(folder + "/") or other == room or box_of(path) != box_of(name):
            continue
        if name == f"{folder}/{room}.h":
            continue  # a room's front door
        if not other:
            yield f"{path}: includes \"{name}\" of the folder that {room} is a room of"
        elif other not in order or room not in order:
            yield f"{path}: {folder}/{room if room not in order else other} is no row of ROOMS"
        elif order.index(other) > order.index(room) and (folder, room, other) not in UPWARDS:
            yield f"{path}: includes \"{name}\", but {folder}/{room} may include only {', '.join(order[:order.index(room)]) or 'itself'}"
        elif order.index(other) > order.index(room):
            USED.add((folder, room, other))


USED = set()


def check(path, text):
    box = box_of(path)
    for bracket, name in INCLUDE.findall(text):
        for pattern, folders in LIBRARIES.items():
            if re.match(pattern, name) and not any(path.startswith(folder) for folder in folders):
                yield f"{path}: includes <{name}>, which belongs to {' and '.join(folders)}"
        if bracket == '"' and is_sibling(path, name):
            yield f"{path}: includes \"{name}\" of another format; what both need has a folder of its own, or is a row of SIBLINGS"
        if bracket == '"':
            yield from upwards(path, name)
        if bracket == '"' and box_of(name):
            target = box_of(name)
            if target != box and target not in BOXES.get(box, []):
                yield f"{path}: includes \"{name}\", but {box} may include only {', '.join(BOXES[box]) or 'itself'}"
        elif bracket == '"' and not re.match(LIBRARY_HEADERS, name):
            yield f"{path}: includes \"{name}\", which is not written from the root"
        if box == "runtime" and not name.startswith(("romas/", "Eigen/")):
            if bracket == '"' or ("." in name and not RUNTIME_SYSTEM_HEADERS.match(name)):
                yield f"{path}: includes {name}, but the runtime stands on the C++ standard library alone"
            elif name in FORBIDDEN_IN_RUNTIME and name not in HOST_ONLY.get(path, []):
                yield f"{path}: includes <{name}>, which microcontrollers have no use for"
        if box == "support" and bracket == "<" and "/" in name and not name.startswith("sys/"):
            yield f"{path}: includes <{name}>, but support stands on the standard library alone"


LIBRARY_HEADERS = r"xercesc/|yaml-cpp/|antlr4-runtime|Romas(Lexer|Parser)"


# Folders of many files that are all of one kind.
LISTS_OF_EQUALS = ["passes/checks"]


def counts(listed):
    """Code files of each folder of the boxes."""
    found = {}
    for path in listed:
        if box_of(path):
            found[os.path.dirname(path)] = found.get(os.path.dirname(path), 0) + 1
    return found


METHOD = re.compile(r"^(?:[\w:<>,&*\s]+?[\s&*])?(\w+)::~?\w+\(", re.M)
CLASS = re.compile(r"^\s*(?:class|struct) (\w+)(?: final)?(?: : [^;{]+)? \{", re.M)
MOST_SOURCES = 3


def sliced(texts):
    """Classes whose functions stand in more than three sources: slices of one class, and no ideas."""
    classes, sources = {}, {}
    for path, text in texts.items():
        folder = os.path.dirname(path)
        if not path.endswith(".cpp"):
            classes.setdefault(folder, set()).update(CLASS.findall(text))
        for name in set(METHOD.findall(text)) if path.endswith(".cpp") else ():
            sources.setdefault((folder, name), []).append(path)
    for (folder, name), found in sorted(sources.items()):
        if name in classes.get(folder, ()) and len(found) > MOST_SOURCES:
            yield f"{folder}: functions of {name} stand in {len(found)} sources"


def main():
    source = sys.argv[1]
    listed = subprocess.run(["git", "-C", source, "ls-files", "*.h", "*.hpp", "*.cpp", "*.def"], check=True, capture_output=True, text=True).stdout.split("\n")
    problems = []
    checked = 0
    included = set()
    texts = {}
    for path in listed:
        if box_of(path) and os.path.exists(os.path.join(source, path)):
            with open(os.path.join(source, path), encoding="utf-8") as file:
                texts[path] = text = file.read()
            problems += check(path, text)
            included.update(name for _, name in INCLUDE.findall(text))
            checked += 1
    problems += [f"nothing includes {pattern}" for pattern in LIBRARIES if not any(re.match(pattern, name) for name in included)]
    problems += [f"no file of {folder}/{room} includes one of {other}: this row of UPWARDS goes" for folder, room, other in UPWARDS if (folder, room, other) not in USED]
    problems += [f"there is no folder {folder}/{room}" for folder, rooms in ROOMS.items() for room in rooms.split() if not os.path.isdir(os.path.join(source, folder, room))]
    problems += [f"{folder}: {count} files of code; rooms divide them" for folder, count in sorted(counts(listed).items()) if count > 40 and folder not in LISTS_OF_EQUALS]
    problems += sliced(texts)
    problems += [f"there is no folder {box}" for box in BOXES if not os.path.isdir(os.path.join(source, box))]
    for problem in problems:
        print(problem)
    print(f"{checked} files, {len(problems)} problems")
    return 1 if problems or checked == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
