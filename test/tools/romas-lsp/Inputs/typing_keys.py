"""Tags of real files are typed key by key, and what the server shows is counted.

Usage: typing.py SERVER COUNT FOLDER... [--seed=N] [--goal=PERCENT] [--worst=N] [--format=NAME]
A tag of a file that has findings is taken out and typed again, COUNT tags of each format. A key stands still if all findings outside of
the touched element are those of the whole file, and there is at most one more: the error of the tag itself. An end tag and the
root's start tag touch nothing but themselves. Then the tag is typed as a new one into the text that lacks its element; a key stands still
if the findings are those of that text. Seed 0 is the day's.
"""

import argparse
import collections
import datetime
import pathlib
import random
import re
import sys

from lsp_client import Client, uri

FORMATS = {
    "urdf": (r"\.urdf$", r"robot"),
    "xacro": (r"\.xacro$", r"robot"),
    "sdf": (r"\.sdf$", r"sdf"),
    "mjcf": (r"\.xml$|\.mjcf$", r"mujoco"),
    "srdf": (r"\.srdf$", r"robot"),
    "block": (r"\.xml$", r"Block|Assembly|Blocks"),
}
LARGEST = 60_000  # bytes
LONGEST = 150  # bytes of a tag
OTHERS = re.compile(r"<!--.*?-->|<!\[CDATA\[.*?\]\]>|<\?.*?\?>|<!DOCTYPE.*?>", re.S)
TAG = re.compile(OTHERS.pattern + r"|(?P<tag><(?P<end>/?)(?P<name>[\w:.-]+)(?:\s+[\w:.-]+\s*=\s*(?:\"[^\"]*\"|'[^']*'))*\s*(?P<empty>/?)>)", re.S)


def elements_of(text):
    """The tags, each with the part of the text that its element takes."""
    tags, found, open_ones = [tag for tag in TAG.finditer(text) if tag["tag"]], [], []
    for tag in tags:
        if tag["end"]:
            if not open_ones or open_ones[-1]["name"] != tag["name"]:
                return []
            start = open_ones.pop()
            # An element of text alone is the value of the one around it, as an attribute is.
            is_value = open_ones and tag is tags[tags.index(start) + 1]
            whole = open_ones[-1] if is_value else start
            found.append((start, [whole, tag] if open_ones else [start, start]))
            found.append((tag, [whole if is_value else tag, tag]))
        elif tag["empty"]:
            found.append((tag, [tag, tag]))
        else:
            open_ones.append(tag)
    return [] if open_ones else [(tag, (first.start(), last.end())) for tag, (first, last) in found]


class Server:
    def __init__(self, program):
        self.client = Client(program, capabilities={"textDocument": {"diagnostic": {}}})
        self.version = 1

    def say(self, path, text):
        """Returns the findings of a text that is open."""
        self.version += 1
        self.client.change(path, self.version, [{"text": text}])
        return self.client.request("textDocument/diagnostic", {"textDocument": {"uri": uri(path)}})["items"]


def outside(items, text, touched, behind, shift):
    """The findings outside of a part of a text, on the lines that they have in the whole file. Errors of XML are apart."""
    starts = [0] + [match.end() for match in re.finditer("\n", text)]
    kept, errors = collections.Counter(), 0
    for item in items:
        start = item["range"]["start"]
        at = starts[min(start["line"], len(starts) - 1)] + start["character"]
        if item["code"] == "xml-malformed":
            errors += 1
        elif not touched[0] <= at < max(touched[1], touched[0] + 1):
            line = start["line"] + (shift if at >= behind else 0)
            # The things that a finding counts or compares may differ: "and 9 more links".
            name = re.search(r"'[^']*'", item["message"])
            kept[(line + 1, item["code"], name[0] if name else "")] += 1
    return kept, errors


def type_tag(server, path, text, tag, touched, whole):
    """The keys, and those at which something moved, each with what is gone and what came."""
    expected, _ = outside(whole, text, touched, len(text), 0)
    return type_keys(server, path, (text[:tag.start()], tag[0], text[tag.end():]), touched, expected, tag[0].count("\n"))


def type_new_tag(server, path, text, tag, touched):
    """The same for an element that is not there yet."""
    before, behind = text[:touched[0]], text[touched[1]:]
    items = server.say(path, before + behind)
    if any(item["code"] in ("xml-malformed", "unknown-format") for item in items):
        return 0, []
    expected, _ = outside(items, before + behind, (touched[0], touched[0]), len(text), 0)
    return type_keys(server, path, (before, tag[0], behind), (touched[0], touched[0] + len(tag[0])), expected, 0)


def type_keys(server, path, parts, touched, expected, lines):
    before, tag, behind = parts
    moved = []
    for keys in range(1, len(tag)):
        typed = tag[:keys]
        now = before + typed + behind
        gone = len(tag) - keys
        part = (touched[0], touched[1] - gone)
        items = server.say(path, now)
        got, errors = outside(items, now, part, len(before) + keys, lines - typed.count("\n"))
        if got != expected or errors > 1:
            malformed = [item["message"] for item in items if item["code"] == "xml-malformed"]
            moved.append((typed, list((expected - got).elements()), list((got - expected).elements()), malformed))
    return len(tag) - 1, moved


def files_of(folders, name):
    """The files of a format, in a fixed order."""
    ending, root = FORMATS[name]
    paths = []
    for path in sorted(path for folder in folders for path in folder.resolve().rglob("*")):
        if not re.search(ending, path.name) or not path.is_file() or path.stat().st_size >= LARGEST or "lsp3" in path.parts:
            continue
        first = re.search(r"<([\w:.]+)", OTHERS.sub("", path.read_text(encoding="utf-8", errors="replace")))
        if first and re.fullmatch(root, first[1]):
            paths.append(path)
    return paths


def measure(server, name, paths, count, rng, worst):
    keys, still, typed = [0, 0], [0, 0], 0
    shown = 0
    rules = collections.Counter()
    while paths and typed < count:
        path = rng.choice(paths)
        text = path.read_text(encoding="utf-8", errors="replace")
        server.client.open(path, text)
        whole = server.say(path, text)
        usable = [item for item in elements_of(text) if len(item[0][0]) < LONGEST]
        if not usable or not whole or any(item["code"] in ("xml-malformed", "unknown-format", "bad-encoding") for item in whole):
            paths.remove(path)
        else:
            for tag, touched in rng.sample(usable, min(3, len(usable))):
                typed += 1
                whole = server.say(path, text)
                ways = [type_tag(server, path, text, tag, touched, whole)]
                if tag.start() == touched[0]:
                    ways.append(type_new_tag(server, path, text, tag, touched))
                for way, (many, moved) in enumerate(ways):
                    keys[way] += many
                    still[way] += many - len(moved)
                    for _, lost, new, malformed in moved:
                        rules.update("-" + rule for _, rule, _ in lost[:1])
                        rules.update("+" + rule for _, rule, _ in new[:1])
                        rules.update(["+xml-malformed"] if len(malformed) > 1 else [])
                    if moved and shown < worst:
                        shown += 1
                        print(f"  {path}:{text.count(chr(10), 0, tag.start()) + 1}: {len(moved)} of {many} keys of {'new ' * way}{tag[0]!r}")
                        last, lost, new, malformed = moved[len(moved) // 2]
                        print(f"    at {last!r}: gone {lost[:2]}, new {new[:2]}, {malformed}")
        server.client.notify("textDocument/didClose", {"textDocument": {"uri": uri(path)}})
    shares = [100 * still[way] / max(keys[way], 1) for way in (0, 1)]
    print(f"{name}: {typed} tags; typed again: {keys[0]} keys, {shares[0]:.1f} % stand still; new: {keys[1]} keys, {shares[1]:.1f} %; "
          f"{dict(rules.most_common(8))}", flush=True)
    return min(share for share, many in zip(shares, keys) if many) if any(keys) else 100


def arguments_of(**numbers):
    """The arguments of a program that draws files of each format, with these options that are numbers, and the seed, which is printed."""
    parser = argparse.ArgumentParser()
    parser.add_argument("server")
    parser.add_argument("count", type=int)
    parser.add_argument("folders", nargs="+", type=pathlib.Path)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--format")
    for name, default in numbers.items():
        parser.add_argument("--" + name, type=type(default), default=default)
    options = parser.parse_args()
    options.seed = options.seed or int(datetime.date.today().strftime("%Y%m%d"))
    print(f"seed {options.seed}")
    return options


def main():
    options = arguments_of(goal=95.0, worst=3)
    server = Server(options.server)
    shares = [measure(server, name, files_of(options.folders, name), options.count, random.Random(f"{options.seed} {name}"), options.worst)
              for name in FORMATS if options.format in (None, name)]
    assert server.client.end() == 0
    return 0 if min(shares) >= options.goal else 1


if __name__ == "__main__":
    sys.exit(main())
