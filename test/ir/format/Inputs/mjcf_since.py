"""Since which version of MuJoCo an element or attribute of MJCF exists: from the schema in MuJoCo's sources.

mjcf_since.py TABLE                     compares the table with the schema that an installed libmujoco prints
mjcf_since.py --write TABLE REPOSITORY  writes the table, from a clone of MuJoCo's repository with its tags
"""

import ctypes
import ctypes.util
import pathlib
import re
import subprocess
import sys

from since_table import age, number, read, rows, write

FIRST = (2, 2, 0)  # the first version whose sources are public
SOURCE = "src/xml/xml_native_reader.cc"

HEAD = """// Since which version of MuJoCo elements and attributes (@) of MJCF exist, where that is later than 2.2.0.
//   SINCE(version, place, names)
// The place is the end of the path of the element around, as long as is needed to tell it from others; the longest that
// fits counts. Written by test/ir/format/Inputs/mjcf_since.py from the schema in MuJoCo's sources, versions 2.2.0 to 3.11.0.
"""


def paths_of(lines):
    """Returns the paths of rows (depth, name, attributes); an element comes before its contents."""
    paths, around = set(), []
    for depth, name, attributes in lines:
        around[depth:] = [name]
        paths.add(tuple(around))
        paths.update((*around, "@" + attribute) for attribute in attributes)
    return paths


def in_source(text):
    """The rows of the table MJCF; "<" and ">" are around what is in the element before."""
    table = re.search(r"MJCF\[[^\]]*\](?:\[[^\]]*\])?\s*=\s*\{(.*?)\n\};", text, re.S)
    if table is None:
        return
    depth = 0
    for row in re.findall(r"\{([^{}]*)\}", re.sub(r"//.*", "", table.group(1))):
        words = re.findall(r'"([^"]*)"', row)
        if words in (["<"], [">"]):
            depth += 1 if words == ["<"] else -1
        elif words:
            attributes = [word for word in words[2:] if not word.isdigit()]
            yield depth, words[0], attributes


def printed():
    """The version of the installed library, and its schema: names are indented by 3, attributes stand behind column 27."""
    name = ctypes.util.find_library("mujoco")
    if name is None:
        sys.exit("no libmujoco is installed")
    library = ctypes.CDLL(name)
    buffer = ctypes.create_string_buffer(1 << 20)
    library.mj_printSchema(b"/dev/null", buffer, len(buffer), 0, 0)
    lines = []
    for line in buffer.value.decode().splitlines():
        head = re.match(r"( *)(?:\(world\))?(\w+) \([^)]*\)", line[:27])
        attributes = line[27:].split()
        if head:
            lines.append((len(head.group(1)) // 3, head.group(2), attributes))
        elif lines:
            lines[-1][2].extend(attributes)
    version = library.mj_version()  # 222 is 2.2.2
    return (version // 100, version // 10 % 10, version % 10), paths_of(lines)


def first_versions(repository):
    def git(*arguments):
        done = subprocess.run(["git", "-C", repository, *arguments], capture_output=True, text=True)
        return done.stdout if done.returncode == 0 else ""

    first = {}
    for tag in sorted((tag for tag in git("tag").split() if re.fullmatch(r"\d+\.\d+\.\d+", tag)), key=number):
        text = git("show", f"{tag}:{SOURCE}")
        paths = paths_of(in_source(text))
        # These stand for bodies, and not in the schema.
        for name in ("frame", "replicate"):
            if f'"{name}"' in text:
                paths.update((*path, name) for path in list(paths) if path[-1] in ("worldbody", "body"))
        for path in paths:
            first.setdefault(path, number(tag))
    return first


def compare(table):
    """Prints what the library says otherwise: names that it has are not younger, and those that are younger it lacks."""
    version, paths = printed()
    found, wrong = read(table), 0
    assert found and len(paths) > 500, (len(found), len(paths))
    for path in sorted(paths):
        if age(found, path, FIRST) > version:
            wrong += 1
            print(f"{'/'.join(path)}: {age(found, path, FIRST)} in the table, and {version} has it")
    # The elements of all versions up to this one are there, so that what the table says of them is tried.
    ends = {path[-2:] for path in paths}
    tried = [end for end, since in found.items() if len(end) == 2 and since != FIRST]
    for end in tried:
        if (found[end] <= version) != (end in ends):
            wrong += 1
            print(f"{'/'.join(end)}: {found[end]} in the table, and {version} {'has' if end in ends else 'lacks'} it")
    print(f"{len(found)} rows, {len(paths)} names of {version}, {wrong} differ")
    return 1 if wrong else 0


if __name__ == "__main__":
    words = sys.argv[1:]
    if words[0] == "--write":
        write(pathlib.Path(words[1]), rows(first_versions(words[2]), FIRST), HEAD)
    else:
        sys.exit(compare(pathlib.Path(words[0])))
