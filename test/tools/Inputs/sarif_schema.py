"""Holds the SARIF of descriptions against the schema of SARIF 2.1.0, one run for each file and one for all of them.

Usage: sarif_schema.py SCHEMA ROMASC FILE|FOLDER...
"""
import json
import pathlib
import subprocess
import sys

import jsonschema

schema, romasc = json.loads(pathlib.Path(sys.argv[1]).read_text(encoding="utf-8")), sys.argv[2]
validator = jsonschema.validators.validator_for(schema)(schema, format_checker=jsonschema.FormatChecker())
files = [file for name in map(pathlib.Path, sys.argv[3:])
         for file in (sorted(f for f in name.rglob("*") if f.suffix in {".urdf", ".xacro", ".sdf", ".xml", ".romas"}) if name.is_dir() else [name])]


def check(names):
    done = subprocess.run([romasc, "--emit=none", "--format=sarif", "-Weverything", *map(str, names)], capture_output=True, timeout=300)
    document = json.loads(done.stderr)
    for error in validator.iter_errors(document):
        sys.exit(f"{names[0]}: {error.json_path}: {error.message[:300]}")
    return sum(len(run["results"]) for run in document["runs"])


results = sum(check([file]) for file in files)
check(files)
print(f"{len(files)} files, {results} results: valid")
