"""Evaluates expressions as xacro does, one a line, and prints the values as texts, one a line: what the project's
evaluator is held against. A failure is ERROR. Line ends in values are written as \\n.

    python3 reference.py FILE            prints the values of the expressions of a file
    python3 reference.py --table FILE    writes the values anew in a table: expression, tab, value
"""
import builtins
import math
import sys
import warnings

DIRECT = "list dict map len str float int bool min max round"
PYTHON = DIRECT + (" abs all any divmod enumerate filter frozenset isinstance issubclass ord repr reversed slice set sorted"
                   " range sum tuple type zip")


class Module:
    def __init__(self, names, source):
        for name in names:
            setattr(self, name, getattr(source, name))


MATH = [name for name in dir(math) if not name.startswith("_")]
NAMES = {name: getattr(math, name) for name in MATH}
NAMES.update({name: getattr(builtins, name) for name in DIRECT.split()})
NAMES.update(math=Module(MATH, math), python=Module(PYTHON.split(), builtins), __builtins__={})


def value(expression):
    try:
        code = compile(expression.strip(), "expression", "eval")
        if any(name.startswith("__") for name in code.co_names):
            return "ERROR"
        return str(eval(code, dict(NAMES)))
    except Exception:  # any failure is one
        return "ERROR"


def main():
    warnings.simplefilter("ignore")
    table = sys.argv[1] == "--table"
    with open(sys.argv[-1], encoding="utf-8") as source:
        expressions = [line.split("\t")[0] for line in source.read().split("\n") if line]
    results = [value(line).replace("\\", "\\\\").replace("\n", "\\n") for line in expressions]
    if not table:
        sys.stdout.buffer.write("".join(result + "\n" for result in results).encode("utf-8", "replace"))
        return
    with open(sys.argv[-1], "w", encoding="utf-8") as out:
        for line, result in zip(expressions, results):
            out.write(f"{line}\t{result}\n")


main()
