#!/usr/bin/env python3
"""Builds and tests docs/bazel.md with Bazel, without a network. Usage: real.py ROMASC SOURCE FOLDER"""
import os
import pathlib
import re
import shutil
import subprocess
import sys

romasc, source, folder = (os.path.abspath(argument) for argument in sys.argv[1:4])
root, problems = f"{folder}/cells", []
# Bazel 4 fetches this for every test, although it uses it only for coverage.
COVERAGE = {"WORKSPACE": 'workspace(name = "remote_coverage_tools")\n', "BUILD": 'filegroup(name = "coverage_report_generator", visibility = ["//visibility:public"])\n'}
# C++ rules of Bazel 4 are fetched from the network.
TARGETS = ["--", "//...", "-//src/picker:picker_code"]


def bazel(*words, start=()):
    environment = {"PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": folder, "ROMASC": romasc, "LC_ALL": "C.UTF-8", "ROS_PACKAGE_PATH": f"{root}/src"}
    command = ["bazel", f"--output_user_root={folder}/out", "--host_jvm_args=-Xmx512m", "--max_idle_secs=60", *start, *words]
    done = subprocess.run(command, cwd=root, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=240, check=False)
    return done.returncode, done.stdout


def expect(holds, what):
    if not holds:
        problems.append(what)


def replace(path, old, new):
    file = pathlib.Path(root, path)
    text = file.read_text(encoding="utf-8")
    assert old in text, f"{path} has no {old}"
    file.write_text(text.replace(old, new), encoding="utf-8")


def main():
    options = ["--jobs=1", "--color=no", "--curses=no", f"--override_repository=remote_coverage_tools={folder}/coverage"]
    code, text = bazel("build", *options, *TARGETS)
    expect(code == 0, f"build: {text}")
    for path in ("code/cell.urdf", "src/picker/long_picker/picker.hpp", "src/picker/long_picker/picker.urdf", "src/picker_cell/cell/cell.sdf"):
        made = pathlib.Path(root, "bazel-bin", path)
        expect(made.exists() and folder not in made.read_text(encoding="utf-8"), f"{path} is missing, or names a folder of this machine")
    code, text = bazel("test", *options, "--test_output=errors", *TARGETS)
    expect(code == 0 and "2 tests pass" in text, f"test: {text}")
    # In the sandbox, what is not declared is not there, although the environment leads to it.
    replace("src/picker_cell/BUILD.bazel", 'deps = ["//src/picker"]', "deps = []")
    code, text = bazel("build", *options, "//src/picker_cell:cell")
    expect(code == 1 and "there is no package 'picker'" in text, f"without deps: {text}")
    replace("BUILD.bazel", '["picker.romas"]', "[]")
    code, text = bazel("test", *options, "--test_output=errors", "//:cell_lint")
    expect(code == 3 and "picker.romas" in text, f"without data: {code} {text}")


shutil.rmtree(folder, ignore_errors=True)
shutil.copytree(f"{source}/examples/workspace", root)
page = pathlib.Path(source, "docs/bazel.md").read_text(encoding="utf-8")
for name, block in re.findall(r"^```python\n# (\S+)\n(.*?)^```$", page, re.M | re.S):
    pathlib.Path(root, name).write_text(block.replace("/usr/share/romas/bazel", f"{source}/bazel"), encoding="utf-8")
os.makedirs(f"{folder}/coverage")
for name, block in COVERAGE.items():
    pathlib.Path(folder, "coverage", name).write_text(block, encoding="utf-8")
try:
    main()
finally:
    bazel("shutdown")
    subprocess.run(["chmod", "-R", "u+w", folder], check=False)  # Bazel's own files are read-only
print("\n".join(problems + [f"{len(problems)} problems"]))
sys.exit(1 if problems else 0)
