"""Looks at the extension modules of a package. Usage: check_modules.py FOLDER"""
import glob
import os
import re
import subprocess
import sys

problems = []
modules = glob.glob(os.path.join(sys.argv[1], "_*.so"))
for module in modules:
    name = os.path.basename(module).split(".")[0]
    symbols = subprocess.run(["nm", module], check=True, capture_output=True, text=True).stdout
    if re.search(r"_GLOBAL__sub_I|__static_initialization", symbols):
        problems.append(f"{name} runs code when it is loaded")
    exported = subprocess.run(["nm", "-D", "--defined-only", "-C", module], check=True, capture_output=True, text=True).stdout
    names = [line.split(maxsplit=2)[2] for line in exported.splitlines()]
    if names != ["PyInit_" + name]:
        problems.append(f"{name} shows {names}")
    code = subprocess.run(["objdump", "-d", "--no-show-raw-insn", module], check=True, capture_output=True, text=True).stdout
    wide = [register for register in ("zmm", "ymm") if "%" + register in code]
    allowed = {"_avx512": {"zmm", "ymm"}, "_avx2": {"ymm"}}.get(name, set())
    if set(wide) - allowed or (allowed and not set(wide)):
        problems.append(f"{name} uses {wide}")
    # The entry: from its label to the next.
    entry = re.search(r"<PyInit_\w+>:\n(.*?)\n\n", code, re.S).group(1)
    if re.search(r"%[yz]mm|\tv", entry):
        problems.append(f"{name}: the entry is compiled for {name[1:]}")
for problem in problems:
    print(problem)
print(f"{len(modules)} modules, {len(problems)} problems")
