"""Holds the JSON of robots against its schema.

Usage: schema.py [--every-key] ROMASC SCHEMA FOLDER FILE|FOLDER...
  --every-key   each key of the schema must stand in the JSON of some file
  FOLDER        where the JSON is written
Files with errors have no JSON: they are counted. All angles of the JSON are in radians, and no number is -0.
"""
import json
import pathlib
import re
import shutil
import subprocess
import sys

import jsonschema

every_key = "--every-key" in sys.argv
romasc, schema_file, folder, *places = [argument for argument in sys.argv[1:] if argument != "--every-key"]
schema = json.loads(pathlib.Path(schema_file).read_text(encoding="utf-8"))
jsonschema.Draft7Validator.check_schema(schema)
validator = jsonschema.Draft7Validator(schema)
ENDINGS = (".urdf", ".sdf", ".romas", ".xacro", ".mjcf", ".xml")
files = [file for place in map(pathlib.Path, places)
         for file in (sorted(f for f in place.rglob("*") if f.name.endswith(ENDINGS)) if place.is_dir() else [place])]
shutil.rmtree(folder, ignore_errors=True)
out = pathlib.Path(folder)
out.mkdir(parents=True)


def keys_of_schema():
    places = {"model": schema, **schema["definitions"]}
    return {(name, key) for name, node in places.items() for variant in node.get("oneOf", [node]) for key in variant["properties"]}


def keys_of(value, node, name, seen):
    """Adds the keys of a valid document, each with the object that it stands in."""
    if "$ref" in node:
        name = node["$ref"].split("/")[-1]
        node = schema["definitions"][name]
    if "oneOf" in node:
        (chosen,) = [one for one in node["oneOf"] if not list(validator.evolve(schema=one).iter_errors(value))]
        return keys_of(value, chosen, name, seen)
    if isinstance(value, list) and value and isinstance(value[0], dict):
        for item in value:
            keys_of(item, node["items"], name, seen)
    elif isinstance(value, dict):
        for key, inner in value.items():
            seen.add((name, key))
            keys_of(inner, node["properties"][key], name, seen)


seen, valid, broken, problems = set(), 0, 0, []
for number, file in enumerate(files):
    target = out / f"{number}.json"  # a folder for a file of several robots
    subprocess.run([romasc, "--emit=json", "--banner", "-o", str(target), str(file)], capture_output=True, timeout=300)
    written = sorted(target.rglob("*.json")) if target.is_dir() else [target] if target.is_file() else []
    broken += not written
    for one in written:
        text = one.read_text(encoding="utf-8")
        document = json.loads(text)
        if re.search(r"[\[ ]-0[,\]}\n]", text):
            problems.append(f"{file}: -0")
        errors = sorted(validator.iter_errors(document), key=lambda error: error.json_path)
        problems += [f"{file}: {error.json_path}: {error.message[:300]}" for error in errors[:3]]
        valid += 1
        if every_key and not errors:
            keys_of(document, schema, "model", seen)
shutil.rmtree(folder)
if every_key:
    problems += [f"no file has the key '{key}' of {name}" for name, key in sorted(keys_of_schema() - seen)]
print("\n".join(problems))
print(f"{valid} documents, {broken} files without")
sys.exit(1 if problems or not valid else 0)
