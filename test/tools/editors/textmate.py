#!/usr/bin/env python3
"""Holds the TextMate grammar against the language. Usage: textmate.py SOURCE_DIR

Every regular expression compiles; every keyword of Romas.g4, unit, dimension and function of the compiler's tables is shown as what it
is; strings, interpolation, raw strings and comments are told apart; the examples hold nothing that is shown as wrong.
"""
import glob
import json
import os
import re
import sys

SOURCE = sys.argv[1]
problems = []


def read(path):
    with open(os.path.join(SOURCE, path), encoding="utf-8") as file:
        return file.read()


GRAMMAR = json.loads(read("tools/editors/romas.tmLanguage.json"))


def compile_all(node):
    if isinstance(node, dict):
        for key, value in node.items():
            if key in ("match", "begin", "end") and isinstance(value, str):
                try:
                    # an end may refer to a group of its begin
                    re.compile(re.sub(r"\\([1-9])", "", value) if key == "end" else value)
                except re.error as error:
                    problems.append(f"{key} {value!r}: {error}")
            elif key == "include" and value != "$self" and value[1:] not in GRAMMAR["repository"]:
                problems.append(f"includes {value}, which is not there")
            compile_all(value)
    elif isinstance(node, list):
        for value in node:
            compile_all(value)


def rules(patterns):
    for pattern in patterns:
        if "include" not in pattern:
            yield pattern
        elif pattern["include"] == "$self":
            yield from rules(GRAMMAR["patterns"])
        else:
            yield from rules(GRAMMAR["repository"][pattern["include"][1:]]["patterns"])


def scopes(text):
    """(text, scopes) of the pieces that a TextMate editor would colour: the rule that matches first wins, then the one listed first."""
    found = []
    stack = [(GRAMMAR["patterns"], None, [])]  # patterns, end, scopes

    def add(piece, names):
        if piece:
            found.append((piece, [name for name in names if name]))

    for line in text.splitlines(keepends=True):
        at = 0
        while at < len(line):
            patterns, end, names = stack[-1]
            best = None
            if end is not None:
                match = re.compile(end, re.M).search(line, at)
                if match:
                    best = (match.start(), -1, match, None)
            for order, rule in enumerate(rules(patterns)):
                match = re.compile(rule.get("match", rule.get("begin")), re.M).search(line, at)
                if match and (best is None or (match.start(), order) < best[:2]):
                    best = (match.start(), order, match, rule)
            if best is None:
                add(line[at:], names)
                break
            _, _, match, rule = best
            add(line[at : match.start()], names)
            if rule is None:
                add(match.group(), names)
                stack.pop()
            elif "begin" in rule:
                add(match.group(), names + [rule.get("name")])
                stop = re.sub(r"\\([1-9])", lambda m: re.escape(match.group(int(m.group(1))) or ""), rule["end"])
                stack.append((rule.get("patterns", []), stop, names + [rule.get("name")]))
            elif "captures" in rule:
                for group in range(1, (match.lastindex or 0) + 1):
                    add(match.group(group), names + [rule["captures"].get(str(group), {}).get("name")])
            else:
                add(match.group(), names + [rule.get("name")])
            at = max(match.end(), at + (0 if match.end() > at or rule is None else 1))
    return found


def expect(text, piece, scope):
    for found, names in scopes(text):
        if found.strip() == piece and any(name.startswith(scope) for name in names):
            return
    problems.append(f"in {text!r} {piece!r} is not {scope}: {scopes(text)}")


compile_all(GRAMMAR)

# Keywords: what begins a statement of a file or robot, what stands in expressions, and the words of properties.
rules_text = re.sub(r"//.*", "", read("frontend/language/grammar/Romas.g4").split("// --- tokens")[0])
literals = {word for word in re.findall(r"'([a-z_0-9]+)'", rules_text)}
bodies = dict(re.findall(r"^(\w+)\s*:(.*?);\s*$", rules_text, re.M | re.S))
statements = set()
for rule in re.findall(r"\w+", bodies["fileStatement"] + bodies["robotStatement"]) + ["robotHead"]:
    if not rule.endswith("Property") and rule in bodies:
        statements |= set(re.findall(r"^\s*'(\w+)'", bodies[rule]))
control = {"if", "then", "else", "for", "in", "and", "or", "not"}
statements -= control
if len(literals) < 100 or len(statements) < 20:
    problems.append(f"the grammar is read wrongly: {len(literals)} words, {len(statements)} statements")
for word in sorted(literals):
    if word == "align":
        expect("at align(x -> y, y -> z);", word, "support.function")
    elif word in ("true", "false"):
        expect(f"implicit {word};", word, "constant.language")
    else:
        scope = "keyword." if word in control else "storage.type" if word in statements else "support.type.property-name"
        expect(f"{word} ;", word, scope)

units = re.findall(r'^UNIT\("(\w+)"', read("ir/model/units.def"), re.M)
for unit in units:
    expect(f"mass 2.5 {unit};", unit, "keyword.other.unit")
    expect(f"com (1, 2, 3) {unit};", unit, "keyword.other.unit")
    expect(f"mass 2e-3{unit}^2/{unit};", f"{unit}^2/{unit}", "keyword.other.unit")
    if any(name.startswith("keyword.other.unit") for _, names in scopes(f"link {unit}x;") for name in names):
        problems.append(f"{unit}x is taken for a unit")
for name in re.findall(r'NamedDimension\{"(\w+)"', read("ir/model/units.cpp")) + ["int", "bool", "string", "pose", "link", "joint", "statements"]:
    expect(f"fn f(a: {name}) -> {name} = a;", name, "support.type.romas")
for name in re.findall(r'Row\{\{"(\w+)"', read("frontend/language/builtins/builtins.cpp")):
    expect(f"let a = {name}(1);", name, "support.function")

expect('link "leg_{i + 1}";', "1", "constant.numeric")
expect('link "leg_{i + 1}";', "1", "meta.interpolation")
expect('link "a\\{b";', "\\{", "constant.character.escape")
expect('raw r#"a "quoted" {text}"# of', 'a "quoted" {text}', "string.quoted.other.raw")
expect('raw r#"a"# of robot', "of", "support.type.property-name")
expect('link "a"; mass 1 kg;', "mass", "support.type.property-name")
expect("link a; // robot", "// robot", "comment.line")
expect("/* robot\nlink */ mass", "mass", "support.type.property-name")
expect("/* robot\nlink */ mass", "link", "comment.block")
expect("joint elbow : revolute a -> b {", "revolute", "support.constant.joint-type")
expect("joint elbow : revolute a -> b {", "elbow", "entity.name")
expect("module leg(side: real) {", "leg", "entity.name.function")
expect("limit 0..20 mm", "20", "constant.numeric")

examples = glob.glob(os.path.join(SOURCE, "examples", "**", "*.romas"), recursive=True)
for example in examples:
    for piece, names in scopes(read(example)):
        if any(name.startswith("invalid") for name in names):
            problems.append(f"{example}: {piece!r} is shown as wrong")

print("\n".join(problems[:40]))
print(f"{len(literals)} words, {len(units)} units, {len(examples)} examples, {len(problems)} problems")
sys.exit(1 if problems or not examples else 0)
