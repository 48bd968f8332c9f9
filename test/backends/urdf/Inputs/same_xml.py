#!/usr/bin/env python3
"""Compares two XML files as a reader sees them: elements and comments in order, attributes (values with runs of white space as
one blank), text. Knows nothing of URDF, so that it shares no mistake with the compiler. Exit status 1 and the first differences
if they are not the same."""
import sys
import xml.etree.ElementTree as ET


def parse(path):
    builder = ET.TreeBuilder(insert_comments=True, insert_pis=True)
    return ET.parse(path, parser=ET.XMLParser(target=builder)).getroot()


def squeeze(text):
    return " ".join((text or "").split())


def differences(a, b, path):
    if a.tag != b.tag:
        yield f"{path}: {a.tag} became {b.tag}"
        return
    here = f"{path}/{a.tag if isinstance(a.tag, str) else '<!-- -->'}[{a.get('name', '')}]"
    for key in sorted(set(a.attrib) | set(b.attrib)):
        old, new = a.attrib.get(key), b.attrib.get(key)
        if old is None or new is None or squeeze(old) != squeeze(new):
            yield f"{here}: attribute {key}: {old!r} became {new!r}"
    if squeeze(a.text) != squeeze(b.text):
        yield f"{here}: text {a.text!r} became {b.text!r}"
    if len(a) != len(b):
        yield f"{here}: {len(a)} children became {len(b)}"
    for x, y in zip(a, b):
        yield from differences(x, y, here)


def main():
    found = list(differences(parse(sys.argv[1]), parse(sys.argv[2]), ""))
    for difference in found[:20]:
        print(difference)
    return 1 if found else 0


sys.exit(main())
