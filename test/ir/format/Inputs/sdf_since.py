"""Since which version of SDFormat an element or attribute exists: from the descriptions that libsdformat installs.

sdf_since.py TABLE FOLDER…         compares the table with the last of the folders, which has a folder for each version
sdf_since.py --write TABLE FOLDER  writes the table
"""

import pathlib
import re
import sys
import xml.etree.ElementTree as ElementTree

from since_table import age, number, read, rows, write

FIRST = (1, 4)  # what was there before is no news


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


HEAD = """// Since which version of SDFormat elements and attributes (@) exist, where that is later than 1.4.
//   SINCE(version, place, names)
// The place is the end of the path of the element around, as long as is needed to tell it from others; the longest that
// fits counts. Written by test/ir/format/Inputs/sdf_since.py from the descriptions of libsdformat, versions 1.4 to 1.12.
"""


def compare(table, folder):
    """Prints what the folder says otherwise. Descriptions of old versions still grow: a library may know less than the table."""
    first = first_versions(folder)
    found, wrong = read(table), 0
    assert found and first, (len(found), len(first))
    for path, version in sorted(first.items()):
        if len(path) >= 2 and age(found, path, FIRST) != max(version, FIRST):
            wrong += 1
            print(f"{'/'.join(path)}: {age(found, path, FIRST)} in the table, {version} in {folder}")
    print(f"{len(found)} rows, {len(first)} names, {wrong} differ")
    return 1 if wrong else 0


if __name__ == "__main__":
    words = sys.argv[1:]
    if words[0] == "--write":
        write(pathlib.Path(words[1]), rows(first_versions(pathlib.Path(words[2])), FIRST), HEAD)
    else:
        sys.exit(compare(pathlib.Path(words[0]), max(pathlib.Path(word) for word in words[1:])))
