"""The tables of docs/std.md, from the files of the standard library, for generate.py."""
import functools
import os
import re

FOLDER = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "frontend", "language", "library")


def text_of(part):
    with open(os.path.join(FOLDER, part + ".romas"), encoding="utf-8") as file:
        return file.read()


def definitions(part, markdown):
    """Returns the definitions of a part, with the comments above them."""
    rows = []
    for comment, word, head in re.findall(r"((?:^///.*\n)+)(let|type|fn|module) ([^\n]*)", text_of(part), re.M):
        says = " ".join(line.removeprefix("///").strip() for line in comment.splitlines())
        if word in ("let", "type"):
            name, value = head.split(" = ", 1)
            value = value.removesuffix(";")
            says += f" `{value}`" if word == "type" or re.fullmatch(r"[\d.]+ [\w/^*]+|rpy\(.*\)", value) else ""
            rows.append([f"`{name}`", says])
        else:
            rows.append([f"`{word} {signature(head)}`", says])
    return markdown(["name", "what"], rows)


def signature(head):
    """The head of a function or module up to the bracket that closes its parameters, and its result."""
    depth = 0
    for at, sign in enumerate(head):
        depth += {"(": 1, ")": -1}.get(sign, 0)
        if sign == ")" and depth == 0:
            break
    result = re.match(r" -> (.*?)(?: =|$)", head[at + 1:])
    return head[: at + 1] + (f" -> {result.group(1)}" if result else "")


def ratings(markdown):
    """The servos of the library, by family."""
    family, lines = "", []
    for named, device, figures in re.findall(r'^(?:let (\w+) = \{|  "([^"]+)": \{(.*)\},)$', text_of("servos"), re.M):
        family = named or family
        if device:
            of = dict(pair.split(": ") for pair in figures.split(", "))
            lines.append([f'`{family}["{device}"]`', *(of.get(key, "") for key in ("voltage", "stall_torque", "no_load_speed", "stall_current"))])
    return markdown(["servo", "`voltage`", "`stall_torque`", "`no_load_speed`", "`stall_current`"], lines)


def tables(markdown):
    """By the name of a source in the pages: a function that writes the table."""
    parts = [file.removesuffix(".romas") for file in sorted(os.listdir(FOLDER)) if file.endswith(".romas")]
    return {"library-ratings": functools.partial(ratings, markdown),
            **{f"library-{part}": functools.partial(definitions, part, markdown) for part in parts}}
