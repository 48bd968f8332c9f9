"""The JSON Schema of romasc's JSON, and the tables of docs/formats/json.md: both from backends/json/keys.def, the
descriptions of structs in ir/*_fields.h, and the tables of properties in ir/."""
import json
import os
import re

KEYS = "backends/json/keys.def"
FIELD_FILES = ["ir/model/joint_fields.h", "ir/model/link_fields.h", "ir/model/sensor_fields.h", "ir/model/transmission_fields.h"]
STRUCT_FILES = ["ir/model/joints.h", "ir/model/links.h", "ir/model/control.h", "ir/model/loops_and_forces.h"]
COUNTS = {"numbers2": 2, "numbers3": 3, "numbers4": 4, "numbers9": 9}
PLAIN = {"text": "string", "number": "number", "whole": "integer", "boolean": "boolean"}
MEMBER_TYPES = {"Number": "number", "std::string": "text", "std::vector<Number>": "numbers", "std::array<Number, 2>": "numbers2",
                "Number3": "numbers3", "Number4": "numbers4"}


class Reader:
    """Reads the tables. `source` and `rows_of` are those of generate.py."""

    def __init__(self, root, source, rows_of):
        self.root, self.source, self.rows_of = root, source, rows_of
        self.members = self._members()
        self.fields = self._fields()

    def _text(self, path):
        with open(os.path.join(self.root, path), encoding="utf-8") as file:
            return file.read()

    def _members(self):
        """The type of every member of a struct, and whether it may be absent."""
        found = {}
        types = "|".join(map(re.escape, MEMBER_TYPES))
        for path in STRUCT_FILES:
            for struct, body in re.findall(r"^struct (\w+) \{\n(.*?)^\}", self._text(path), re.M | re.S):
                for optional, kind, names in re.findall(rf"^  (std::optional<)?({types})>? ([\w, ]+);", body, re.M):
                    for name in names.split(", "):
                        found[struct, name] = MEMBER_TYPES[kind], not optional and "vector" not in kind
        return found

    def _fields(self):
        """The fields of every described struct: name, type, whether always there, meaning."""
        found = {}
        for path in FIELD_FILES:
            (text,) = self.source(path, r"\A.*\Z", re.S)
            for struct, body in re.findall(r"struct FieldsOf<(\w+)> \{(.*?)\n\};", text, re.S):
                rows = re.findall(r'Field\("(\w+)",\s*&\w+::(\w+),\s*Quantity::(\w+),\s*"([^"]*)"', body)
                found[struct] = []
                for name, member, quantity, summary in rows:
                    kind, always = self.members[struct, member]
                    meaning = summary.replace("degrees", "radians") if quantity == "degrees" else summary
                    found[struct].append((name, kind, always, meaning))
                word = re.findall(r'kWord = "(\w+)"', body)
                if word:
                    found[struct].insert(0, ("shape", "one of " + word[0], True, ""))
        return found

    def _properties(self, path):
        if "servo" in path:
            kinds = {"whole": "number", "number": "number", "text": "text", "boolean": "boolean"}
            for name, kind, units, what in self.source(path, r'^SERVO_PROPERTY\(\w+, "(\w+)", (\w+), "([^"]*)", "([^"]*)"\)$', re.M):
                unit = " or ".join(units.split()) if kind == "number" and units != "1" else ""
                yield name, "one of " + units if kind == "word" else kinds[kind], False, f"{unit}; {what}" if unit else what
        else:
            kinds = {"number": "number", "text": "text", "boolean": "boolean", "vector3": "numbers3"}
            for name, scope, kind in self.source(path, r'^GAZEBO_PROPERTY\(\w+, "(\w+)", (\w+), (\w+)\)$', re.M):
                yield name, kinds[kind], False, f"of a {scope}"

    def objects(self):
        """{name: (meaning, [variant])}, where a variant is a list of keys (name, type, always, meaning). An object has
        several variants where its kinds have different keys."""
        objects = {}
        for line in re.split(r"^(?=JSON_)", self._text(KEYS), flags=re.M)[1:]:
            macro, cells = re.match(r"(JSON_\w+)\((.*)\)\n?\Z", line, re.S).groups()
            cells = [re.sub(r'"\s*"', "", cell).strip().strip('"') for cell in re.findall(r'"[^"]*"(?:\s*"[^"]*")*|[\w]+', cells)]
            if macro == "JSON_OBJECT":
                objects[cells[0]] = (cells[1], [[]])
                continue
            meaning, variants = objects[cells[0]]
            if macro == "JSON_KEY":
                variants[0].append((cells[1], cells[2], cells[3] == "always", cells[4]))
            elif macro == "JSON_FIELDS":
                variants[0] += self.fields[cells[1]]
            elif macro == "JSON_PROPERTIES":
                variants[0] += self._properties(cells[1])
            else:
                variants[:] = [v for v in variants if v] + [self.fields[cells[1]]]
        return objects


def schema_of_type(kind):
    if kind in PLAIN:
        return {"type": PLAIN[kind]}
    if kind == "texts":
        return {"type": "array", "items": {"type": "string"}}
    if kind == "numbers":
        return {"type": "array", "items": {"type": "number"}}
    if kind in COUNTS:
        return {"type": "array", "items": {"type": "number"}, "minItems": COUNTS[kind], "maxItems": COUNTS[kind]}
    if kind.startswith("one of "):
        words = [int(word) if word.isdecimal() else word for word in kind.split()[2:]]
        return {"const": words[0]} if len(words) == 1 else {"enum": words}
    if kind.startswith("list of "):
        items = [{"$ref": f"#/definitions/{name}"} for name in kind.removeprefix("list of ").split(" or ")]
        return {"type": "array", "items": items[0] if len(items) == 1 else {"oneOf": items}}
    return {"$ref": f"#/definitions/{kind}"}


def schema_of_keys(keys):
    properties = {}
    for name, kind, _, meaning in keys:
        properties[name] = {"description": meaning, **schema_of_type(kind)} if meaning and "$ref" not in schema_of_type(kind) else schema_of_type(kind)
    return {"type": "object", "properties": properties, "required": [key[0] for key in keys if key[2]], "additionalProperties": False}


def schema(objects):
    """The JSON Schema (draft 7) as text."""
    definitions = {}
    for name, (meaning, variants) in objects.items():
        parts = [schema_of_keys(keys) for keys in variants]
        definitions[name] = {"description": meaning, **(parts[0] if len(parts) == 1 else {"oneOf": parts})}
    model = definitions.pop("model")
    document = {"$schema": "http://json-schema.org/draft-07/schema#", "title": "romas-model", **model, "definitions": definitions}
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


def tables(objects):
    """A section for each object: its keys, as Markdown."""
    def shown(kind):
        words = kind.split()
        if kind.startswith("one of "):
            return ", ".join(f"`{word}`" for word in words[2:])
        if kind.startswith("list of "):
            return "list of " + " or ".join(f"[{name}](#{name})" for name in kind.removeprefix("list of ").split(" or "))
        if kind in COUNTS:
            return f"{COUNTS[kind]} numbers"
        return {"whole": "whole number", "texts": "list of texts", "numbers": "list of numbers"}.get(kind) or (kind if kind in PLAIN else f"[{kind}](#{kind})")

    out = []
    for name, (meaning, variants) in objects.items():
        out += [f"### {name}", "", f"{meaning[0].upper()}{meaning[1:]}.", "", "| key | value | always | meaning |", "| --- | --- | --- | --- |"]
        for keys in variants:
            for key, kind, always, what in keys:
                out.append("| " + " | ".join([f"`{key}`", shown(kind), "yes" if always else "", what.replace("|", "\\|").replace("<", "\\<")]) + " |")
        out.append("")
    return "\n".join(out).rstrip("\n") + "\n"
