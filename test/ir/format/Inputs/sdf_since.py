"""Since which version of SDFormat an element or attribute exists: from the descriptions that libsdformat installs.

sdf_since.py TABLE FOLDER…         compares the table with the last of the folders, which has a folder for each version
sdf_since.py --write TABLE FOLDER  writes the table
"""

import collections
import pathlib
import re
import sys
import xml.etree.ElementTree as ElementTree

FIRST = (1, 4)  # what was there before is no news


def number(name):
    return tuple(int(part) for part in name.split("."))


class Description:
    """The names of one version: paths from <sdf>, an attribute with @ in front."""

    def __init__(self, folder):
        self.folder, self.files, self.paths = folder, {}, set()
        if (folder / "root.sdf").exists():
            self.add(self.file("root.sdf"), ())

    def file(self, name):
        if name not in self.files:
            self.files[name] = ElementTree.parse(self.folder / name).getroot()
        return self.files[name]

    def add(self, element, around):
        name = element.get("name")
        if name is None or name in around:  # a model in a model is described once
            return
        path = (*around, name)
        self.paths.add(path)
        for child in element:
            if child.tag == "attribute":
                self.paths.add((*path, "@" + child.get("name")))
            elif child.tag == "element":
                self.add(child, path)
            elif child.tag == "include" and (self.folder / child.get("filename")).exists():
                self.add(self.file(child.get("filename")), path)


def first_versions(folder):
    """By path."""
    first = {}
    for version, one in sorted((number(one.name), one) for one in folder.iterdir() if re.fullmatch(r"\d+\.\d+", one.name)):
        for path in Description(one).paths:
            first.setdefault(path, version)
    return first


def rows(first):
    """The version of each end of a path that has news: a path is as old as the youngest row on the way to it."""
    by_end = collections.defaultdict(list)
    for path in first:
        if len(path) >= 2:
            by_end[path[-2:]].append(path)
    found, waiting = {}, list(by_end.items())
    while waiting:
        end, paths = waiting.pop()
        ages = [(max(first[path], FIRST), max(first[path[:-1]], FIRST)) for path in paths]
        news = max((own for own, around in ages if own > around), default=FIRST)
        if all(max(news, around) == own for own, around in ages):
            if news > FIRST:
                found[end] = news
            continue
        longer = collections.defaultdict(list)
        for path in paths:
            longer[path[-len(end) - 1:]].append(path)
        found.update({one: FIRST for one, some in longer.items() if len(one) == len(end)})
        waiting.extend(longer.items())
    return found


def age(found, path):
    """What the table says: as the compiler reads it."""
    oldest = FIRST
    for size in range(2, len(path) + 1):
        here = path[:size]
        known = next((found[here[-end:]] for end in range(size, 1, -1) if here[-end:] in found), FIRST)
        oldest = max(oldest, known)
    return oldest


def text_of(found):
    lines = collections.defaultdict(list)
    for (*around, name), version in sorted(found.items()):
        lines["/".join(around), version].append(name)
    return lines


HEAD = """// Since which version of SDFormat elements and attributes (@) exist, where that is later than 1.4.
//   SINCE(version, place, names)
// The place is the end of the path of the element around, as long as is needed to tell it from others; the longest that
// fits counts. Written by test/ir/format/Inputs/sdf_since.py from the descriptions of libsdformat, versions 1.4 to 1.12.
#ifndef SINCE
#define SINCE(version, place, names)
#endif

"""


def write(table, found):
    text = HEAD
    for (place, version), names in sorted(text_of(found).items()):
        text += f'SINCE("{version[0]}.{version[1]}", "{place}",'
        row = f' "{" ".join(names)}")\n'
        if len(text.splitlines()[-1] + row) <= 110:
            text += row
            continue
        pieces, piece = [], ""
        for name in names:
            if len(piece) + len(name) > 95:
                pieces.append(piece)
                piece = ""
            piece += name + " "
        pieces.append(piece.rstrip())
        text += "\n" + "\n".join(f'      "{one}"' for one in pieces) + ")\n"
    table.write_text(text + "\n#undef SINCE\n", encoding="utf-8")


def read(table):
    """The rows of a table, as rows() gives them."""
    found = {}
    for version, place, names in re.findall(r'SINCE\("([\d.]+)", "([^"]+)",((?:\s*"[^"]*")+)\)', table.read_text(encoding="utf-8")):
        for name in "".join(re.findall(r'"([^"]*)"', names)).split():
            found[(*place.split("/"), name)] = number(version)
    return found


def compare(table, folder):
    """Prints what the folder says otherwise. Descriptions of old versions still grow: a library may know less than the table."""
    first = first_versions(folder)
    found, wrong = read(table), 0
    assert found and first, (len(found), len(first))
    for path, version in sorted(first.items()):
        if len(path) >= 2 and age(found, path) != max(version, FIRST):
            wrong += 1
            print(f"{'/'.join(path)}: {age(found, path)} in the table, {version} in {folder}")
    print(f"{len(found)} rows, {len(first)} names, {wrong} differ")
    return 1 if wrong else 0


if __name__ == "__main__":
    words = sys.argv[1:]
    if words[0] == "--write":
        write(pathlib.Path(words[1]), rows(first_versions(pathlib.Path(words[2]))))
    else:
        sys.exit(compare(pathlib.Path(words[0]), max(pathlib.Path(word) for word in words[1:])))
