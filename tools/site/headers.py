#!/usr/bin/env python3
"""Pages for the public headers of the runtime, made from their declarations and the comments above these.

    headers.py --check    tells every header, type and function of the runtime that has no comment

A header is read as clang-format lays it out: what stands in a namespace or a class is a comment of whole lines, then
a declaration up to its `;` or its body. The inner namespaces, private members and bodies are left out.
"""
import argparse
import dataclasses
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FOLDER = "runtime/romas"

INNER_NAMESPACES = ("detail", "simd")
TYPE = re.compile(r"(?:class|struct|union|enum(?: class)?)\s+(?:[A-Z_]+\s+)?([A-Za-z_]\w*)")
SPECIAL = re.compile(r"[\\*_<>\[\]|#]")


@dataclasses.dataclass
class Item:
    kind: str  # type, function, value
    name: str
    comment: str  # lines without their slashes
    code: str  # the declaration without bodies; of a type with its public members
    line: int


class Reader:
    def __init__(self, text):
        self.text, self.at = text, 0

    def line(self):
        return self.text.count("\n", 0, self.at) + 1

    def rest_of_line(self):
        end = self.text.find("\n", self.at)
        return self.text[self.at : end if end >= 0 else len(self.text)]

    def comment(self):
        """Takes comment lines; blank lines behind them make them the comment of nothing."""
        lines = []
        while re.match(r"[ \t]*//", self.rest_of_line()):
            lines.append(re.sub(r"^\s*// ?", "", self.rest_of_line()))
            self.at += len(self.rest_of_line()) + 1
        return lines

    def skip_directive(self):
        while self.rest_of_line().endswith("\\"):
            self.at += len(self.rest_of_line()) + 1
        self.at += len(self.rest_of_line()) + 1

    def skip_quoted(self):
        quote = self.text[self.at]
        self.at += 1
        while self.text[self.at] != quote:
            self.at += 2 if self.text[self.at] == "\\" else 1
        self.at += 1

    def skip_braces(self):
        """From `{` to behind the `}` that belongs to it."""
        depth = 0
        while True:
            character = self.text[self.at]
            if self.text.startswith("//", self.at):
                self.at += len(self.rest_of_line())
                continue
            if character == '"' or (character == "'" and not self.text[self.at - 1].isalnum()):
                self.skip_quoted()
                continue
            depth += (character == "{") - (character == "}")
            self.at += 1
            if depth == 0:
                return

    def head(self):
        """A declaration up to `;` or `{` outside of parentheses, and which of both ends it."""
        start, depth = self.at, 0
        while True:
            character = self.text[self.at]
            if self.text.startswith("//", self.at):
                self.at += len(self.rest_of_line())
                continue
            depth += (character in "([") - (character in ")]")
            if depth == 0 and character in ";{":
                return self.text[start : self.at], character
            self.at += 1

    def trailing_comment(self):
        match = re.match(r"[ \t]*(//.*)", self.rest_of_line())
        if not match:
            return ""
        self.at += match.end()
        text = match.group(1)
        while re.match(r"\n {20,}//", self.text[self.at :]):  # goes on in the next line
            self.at += 1
            text += " " + re.sub(r"^\s*// ?", "", self.rest_of_line())
            self.at += len(self.rest_of_line())
        return text


def signature(head):
    """A function's head without the list of initialisers."""
    depth = 0
    for place, character in enumerate(head):
        depth += (character in "(<[") - (character in ")]" or (character == ">" and head[place - 1] != "-"))
        if character == ":" and depth == 0 and "::" not in (head[place : place + 2], head[place - 1 : place + 1]):
            if re.search(r"\)[\w\s]*$", head[:place]):
                return head[:place].rstrip()
    return head.rstrip()


def without_template(head):
    if not head.startswith("template"):
        return head
    depth = 0
    for place, character in enumerate(head):
        depth += (character == "<") - (character == ">" and head[place - 1] != "-")
        if character == ">" and depth == 0:
            return without_template(head[place + 1 :].lstrip())
    return head


def function_name(head):
    match = re.search(r"(operator\s*[^\s(]+|operator\(\)|~?[A-Za-z_]\w*)\s*\(", without_template(head))
    return match.group(1) if match else ""


def bare(head):
    """A declaration without template parameters and arguments, and with `operator` for every operator."""
    text = re.sub(r"\boperator\s*(\(\)|[^\w\s(]+)", "operator", without_template(head)).replace("->", "")
    while re.search(r"<[^<>]*>", text):
        text = re.sub(r"<[^<>]*>", "", text)
    return text


def is_function(head, ending):
    text = bare(head)
    if "(" not in text or "=" in text.split("(")[0] or re.match(r"(using|static_assert|typedef)\b", text):
        return False
    return ending == ";" or re.search(r"(\)|const|noexcept|override)\s*(->.*)?$", signature(text)) is not None


def indented(lines, by):
    return "".join(f"{by}{line}\n" if line.strip() else "\n" for line in lines)


def members(reader, indent, is_class, fields):
    """The public members of a type between its braces, as text; `fields`: what it stands for is a list of words."""
    out, comment, public = "", [], not is_class
    while True:
        blank = re.match(r"[ \t]*\n", reader.text[reader.at :])
        if blank:
            reader.at += blank.end()
            if out and not out.endswith("\n\n") and public:
                out += "\n"
            comment = []
            continue
        reader.at += len(reader.rest_of_line()) - len(reader.rest_of_line().lstrip())
        rest = reader.rest_of_line()
        access = re.match(r"(public|private|protected):", rest)
        if rest.startswith("}"):
            return out.rstrip("\n") + "\n" if out.strip() else ""
        if rest.startswith("//"):
            comment = reader.comment()
        elif rest.startswith("#"):
            reader.skip_directive()
        elif access:
            public, comment = access.group(1) == "public", []
            reader.at += access.end() + (rest[access.end() :].strip() == "")
        elif fields:
            line = rest if "}" not in rest else rest[: rest.index("}")]
            out += indented([f"// {text}".rstrip() for text in comment], indent) + indent + line.rstrip() + "\n"
            reader.at += len(line)
            reader.at += reader.text[reader.at] == "\n"
            comment = []
        else:
            text = declaration(reader, indent)[2]
            reader.at += reader.text[reader.at : reader.at + 1] == "\n"
            if public and text:
                out += indented([f"// {line}".rstrip() for line in comment], indent) + indent + text + "\n"
            comment = []


def declaration(reader, indent=""):
    """Takes one declaration: its kind, its name and its text without bodies."""
    head, ending = reader.head()
    plain = without_template(head.strip())
    kind = TYPE.match(plain)
    if kind and ending == "{" and not is_function(head.strip(), ending):
        reader.at += 1
        word = plain.split()[0]
        inside = members(reader, indent + "  ", word == "class", word == "enum")
        inside = f"{indent} public:\n{inside}" if word == "class" else inside
        reader.at += 1
        tail = reader.head()[0]
        reader.at += 1
        body = f"{{\n{inside}{indent}}}" if inside else "{}"
        return "type", kind.group(1), f"{head.rstrip()} {body}{tail};"
    if is_function(head.strip(), ending):
        if ending == "{":
            reader.skip_braces()
        reader.at += reader.text[reader.at : reader.at + 1] == ";"
        reader.trailing_comment()
        if re.search(r"=\s*delete\s*$", head):
            return "function", "", ""
        return "function", function_name(head.strip()), signature(head.strip()) + ";"
    if kind and ending == ";" and "=" not in plain and len(plain.split()) == 2:  # announced here, defined elsewhere
        reader.at += 1
        return "type", "", ""
    start = reader.at
    while ending == "{":  # a value in braces
        reader.skip_braces()
        ending = reader.head()[1]
    value = reader.text[start : reader.at]
    reader.at += 1
    note = reader.trailing_comment()
    text = (head + value).strip() + ";" + (f"  {note}" if note else "")
    alias = re.search(r"using\s+(\w+)\s*=", plain)
    match = alias or re.search(r"([A-Za-z_]\w*)\s*(?:\[[^]]*\]\s*)*(?:=|$)", bare(head.strip()))
    return "value", match.group(1) if match else "", "" if re.match(r"(friend|static_assert)\b|using [\w:]+$", plain) else text


def items_of(reader, found):
    """The items of a namespace up to its `}`, or of a file."""
    comment = []
    while reader.at < len(reader.text):
        rest = reader.rest_of_line()
        opening = re.match(r"(?:inline )?namespace ([\w:]+) \{", rest)
        if not rest.strip():
            comment = []
            reader.at += len(rest) + 1
        elif rest.startswith("}"):
            reader.at += len(rest) + 1
            return
        elif rest.lstrip().startswith("//"):
            comment = reader.comment()
        elif rest.startswith("#"):
            reader.skip_directive()
        elif opening:
            inner = [] if opening.group(1) in INNER_NAMESPACES else found
            reader.at += len(rest) + 1
            items_of(reader, inner)
        else:
            line = reader.line()
            kind, name, code = declaration(reader)
            if code and name:
                found.append(Item(kind, name, "\n".join(comment), code, line))
            comment = []


def read_header(text):
    """The comment at the top of a header, and its public items in order."""
    reader = Reader(text)
    opening = "\n".join(reader.comment())
    found = []
    items_of(reader, found)
    return opening, found


def code_block(lines):
    language = "cpp" if any(re.search(r"(;|\{)\s*(//.*)?$", line) for line in lines) else "text"
    return ["", f"```{language}", *[line[2:] for line in lines], "```", ""]


def markdown(comment):
    """A comment as Markdown: lines that are set in are code, and nothing else is marked up but `names`."""
    out, code = [], []
    for line in [*comment.split("\n"), ""]:
        if line.startswith("  "):
            code.append(line)
            continue
        if code:
            out += code_block(code)
            code = []
        parts = line.split("`")
        out.append("`".join(part if place % 2 else SPECIAL.sub(r"\\\g<0>", part) for place, part in enumerate(parts)))
    return re.sub(r"\n{3,}", "\n\n", "\n".join(out)).strip() + "\n"


def groups(found):
    """Items of one name that follow each other, such as overloads and specialisations."""
    for place, item in enumerate(found):
        same = [item]
        if place and found[place - 1].name == item.name:
            continue
        for other in found[place + 1 :]:
            if other.name != item.name:
                break
            same.append(other)
        yield same


def page(path, text):
    opening, found = read_header(text)
    name = path.split("runtime/")[-1]
    out = f"# {name}\n\n```cpp\n#include <{name}>\n```\n\n{markdown(opening)}\n"
    for same in groups(found):
        out += f"## `{same[0].name}`\n\n"
        for item in same:
            out += (markdown(item.comment) + "\n" if item.comment else "") + f"```cpp\n{item.code}\n```\n\n"
    return out


def header_paths():
    files = (os.path.join(folder, name) for folder, _, names in os.walk(os.path.join(ROOT, FOLDER)) for name in names)
    return sorted(os.path.relpath(path, ROOT) for path in files if path.endswith((".hpp", ".h", ".cuh")))


def problems():
    for path in header_paths():
        with open(os.path.join(ROOT, path), encoding="utf-8") as file:
            opening, found = read_header(file.read())
        if not opening:
            yield f"{path}:1: the header does not say what it is for; begin it with a comment"
        for same in groups(found):
            if not any(item.comment for item in same):
                yield f"{path}:{same[0].line}: nothing is said about '{same[0].name}'; put a comment above it"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", required=True)
    parser.parse_args()
    found = list(problems())
    print("\n".join([*found, f"{len(header_paths())} headers, {len(found)} problems"]))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
