#!/usr/bin/env python3
"""Makes src/parser.c of grammar.js and of what it reads: make.py [GENERATOR], which is 'tree-sitter' of the version below.

make.py --check says whether the parser was made of what is there now; with a GENERATOR it is made anew and compared.
"""
import argparse
import hashlib
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
SOURCE = HERE.parent.parent.parent
RECORD = HERE / "src" / "made-of.json"
VERSION = "0.20.8"  # its parsers have ABI 14, which libtree-sitter takes from 0.20 on
FILES = ["parser.c", "tree_sitter/parser.h"]


def sources():
    """A hash of grammar.js and of what it takes of the compiler: the words of the rules and the names of units."""
    grammar = (SOURCE / "frontend" / "language" / "Romas.g4").read_text(encoding="utf-8")
    rules = re.sub(r"//[^\n]*", "", grammar[grammar.index("tokens {"):grammar.index("// --- tokens")]).split()
    units = re.findall(r'^ *UNIT\("(\w+)"', (SOURCE / "ir" / "units.def").read_text(encoding="utf-8"), re.M)
    text = (HERE / "grammar.js").read_text(encoding="utf-8")
    return hashlib.sha256("\n".join([text, *rules, *units]).encode()).hexdigest()


def record():
    return json.dumps({"generator": f"tree-sitter {VERSION}", "command": "tree-sitter generate grammar.js",
                       "sha256 of the sources": sources()}, indent=2) + "\n"


def generate(generator, folder):
    said = subprocess.run([generator, "--version"], capture_output=True, text=True, check=True).stdout
    if not said.startswith(f"tree-sitter {VERSION}"):
        sys.exit(f"make.py: {generator} is '{said.strip()}', and {VERSION} is needed")
    subprocess.run([generator, "generate", HERE / "grammar.js"], cwd=folder, check=True)
    return pathlib.Path(folder) / "src"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("generator", nargs="?")
    arguments = parser.parse_args()
    if arguments.check and RECORD.read_text(encoding="utf-8") != record():
        sys.exit("make.py: src/parser.c was made of another grammar; make it anew: README.md beside this file says how")
    if arguments.check and arguments.generator is None:
        return
    with tempfile.TemporaryDirectory() as folder:
        made = generate(arguments.generator or "tree-sitter", folder)
        for name in FILES:
            if not arguments.check:
                (HERE / "src" / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(made / name, HERE / "src" / name)
            elif (made / name).read_bytes() != (HERE / "src" / name).read_bytes():
                sys.exit(f"make.py: src/{name} is not what the generator makes of grammar.js")
    if not arguments.check:
        RECORD.write_text(record(), encoding="utf-8")


if __name__ == "__main__":
    main()
