"""Tables of the versions that brought elements and attributes (@) of a format: SINCE(version, place, names).

Versions are tuples of numbers; `oldest` is the version of which nothing is said. Paths are tuples of names from the root.
"""

import collections
import re

MACRO = """#ifndef SINCE
#define SINCE(version, place, names)
#endif

"""


def number(name):
    return tuple(int(part) for part in name.split("."))


def rows(first, oldest):
    """The version of each end of a path that has news: a path is as old as the youngest row on the way to it."""
    by_end = collections.defaultdict(list)
    for path in first:
        if len(path) >= 2:
            by_end[path[-2:]].append(path)
    found, waiting = {}, list(by_end.items())
    while waiting:
        end, paths = waiting.pop()
        ages = [(max(first[path], oldest), max(first[path[:-1]], oldest)) for path in paths]
        news = max((own for own, around in ages if own > around), default=oldest)
        if all(max(news, around) == own for own, around in ages):
            if news > oldest:
                found[end] = news
            continue
        longer = collections.defaultdict(list)
        for path in paths:
            longer[path[-len(end) - 1:]].append(path)
        found.update({one: oldest for one, some in longer.items() if len(one) == len(end)})
        waiting.extend(longer.items())
    return found


def age(found, path, oldest):
    """Returns the version in the table, as the compiler reads it."""
    youngest = oldest
    for size in range(2, len(path) + 1):
        here = path[:size]
        known = next((found[here[-end:]] for end in range(size, 1, -1) if here[-end:] in found), oldest)
        youngest = max(youngest, known)
    return youngest


def text_of(found):
    lines = collections.defaultdict(list)
    for (*around, name), version in sorted(found.items()):
        lines["/".join(around), version].append(name)
    return lines


def write(table, found, head):
    text = head + MACRO
    for (place, version), names in sorted(text_of(found).items()):
        text += f'SINCE("{".".join(map(str, version))}", "{place}",'
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
