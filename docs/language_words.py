"""The words of the Romas language, read from its grammar and tables, and the files of editors that list them: for generate.py and test/fuzz/run.py."""
import json
import os
import re

from source_rows import ROOT, source

CONTROL = {"if", "then", "else", "for", "in"}
OPERATORS = {"and", "or", "not"}
CONSTANTS = {"true", "false"}
TEXTMATE = "tools/editors/romas.tmLanguage.json"
HIGHLIGHTS = "tools/editors/tree-sitter/queries/highlights.scm"


def read(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return file.read()


class Words:
    """The words by what they are: statements, properties and so on."""

    def __init__(self):
        grammar = re.sub(r"//.*", "", read("frontend/language/grammar/Romas.g4").split("// --- tokens")[0])
        rules = dict(re.findall(r"^(\w+)\s*:(.*?) ;\s*$", grammar, re.M | re.S))
        every = set(re.findall(r"'([a-z]\w*)'", grammar))
        statements = re.findall(r"\b(?!\w*Property\b)\w+", rules["fileStatement"] + rules["robotStatement"] + " robotHead")
        self.statements = {word for rule in statements for word in re.findall(r"^\s*'([a-z]\w*)'", rules.get(rule, ""))} - CONTROL
        self.properties = every - self.statements - CONTROL - OPERATORS - CONSTANTS - {"align"}
        # Statements that give the name behind their word, and those whose name is called as a function.
        named = set(re.findall(r"'([a-z]\w*)' (?:name|pattern)\b", "\n".join(rules.values()))) & self.statements
        self.callable = set(re.findall(r"^\s*'([a-z]\w*)' name '\('", "\n".join(rules[rule] for rule in ("function", "module")), re.M))
        self.named = named - self.callable - {"expose", "insert", "import"}
        self.units = set(source("ir/model/units.def", r'^UNIT\("(\w+)"', re.M))
        self.types = set(source("ir/model/units.cpp", r'NamedDimension\{"(\w+)"') + source("frontend/language/values/value.cpp", r'NamedType\{"(\w+)"')
                         + source("frontend/language/values/known_words.h", r'kStatementsType = "(\w+)"'))
        self.joint_types = set(re.findall(r'"(\w+)"', source("ir/model/model.cpp", r"kJointTypes = (\{[^}]+\})")[0])) - {"foreign"}
        self.functions = set(source("frontend/language/builtins/builtins.cpp", r'Row\{\{"(\w+)"')) | {"align"}
        self.every = every | self.units | self.types | self.joint_types | self.functions


def textmate(words):
    """The grammar for TextMate, with these words in the alternatives of its rules."""
    grammar = json.loads(read(TEXTMATE))

    def fill(rule, number, found, alternatives=r"\((?:\?:)?\w+(?:\|\w+)+\)"):
        ordered = "|".join(sorted(found, key=lambda word: (-len(word), word)))
        pattern = grammar["repository"][rule]["patterns"][number]
        pattern["match"] = re.sub(alternatives, lambda match: re.match(r"\((\?:)?", match[0])[0] + ordered + ")", pattern["match"])

    fill("units", 0, words.units)
    fill("units", 1, words.units)
    fill("definitions", 0, words.callable)
    fill("definitions", 1, words.named, r"(?<=\\b)\((?!\?)\w+(?:\|\w+)+\)")
    fill("types", 0, words.types)
    fill("types", 1, words.joint_types)
    for number, found in enumerate([CONTROL, OPERATORS, words.statements, words.properties]):
        fill("keywords", number, found)
    fill("functions", 0, words.functions)
    return json.dumps(grammar, indent=2, ensure_ascii=False) + "\n"


def highlights(words):
    """The colours for Tree-sitter, with these words in its lists."""
    text = read(HIGHLIGHTS)
    for capture, found in [("keyword.control", CONTROL), ("keyword.operator", OPERATORS), ("keyword", words.statements), ("property", words.properties)]:
        lines, line = [], ""
        for word in sorted(found):
            if len(line) > 100:
                lines, line = [*lines, line], ""
            line += f' "{word}"'
        listed = "".join(f" {each}\n" for each in [*lines, line])
        text = re.sub(rf'\n\[\n[^\[\]]*\n\] @{re.escape(capture)}\n', lambda _: f"\n[\n{listed}] @{capture}\n", text)
    return text


def files():
    """Paths and wanted texts."""
    words = Words()
    for path, make in [(TEXTMATE, textmate), (HIGHLIGHTS, highlights)]:
        yield os.path.join(ROOT, path), make(words)
