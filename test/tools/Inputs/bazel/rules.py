#!/usr/bin/env python3
"""Runs what the rules of bazel/ declare, without Bazel. Usage: rules.py ROMASC SOURCE FOLDER

The build is that of docs/bazel.md. Each action runs in a folder of its own, which has copies of its declared inputs and nothing else.
"""
import itertools
import os
import pathlib
import re
import shutil
import subprocess
import sys

import starlark

romasc, source, folder = (os.path.abspath(argument) for argument in sys.argv[1:4])
EXTERNAL = {"@romas//:hermetic.sh": f"{source}/bazel/hermetic.sh", "@romasc//:romasc": romasc}
STL = "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid a\n"
problems, places = [], itertools.count()


def expect(holds, what):
    if not holds:
        problems.append(what)


def workspace(name, replaced=()):
    """The example with the BUILD files of the page, in which (FILE, OLD, NEW) are replaced."""
    root = f"{folder}/{name}"
    shutil.copytree(f"{source}/examples/workspace", root)
    page = pathlib.Path(source, "docs/bazel.md").read_text(encoding="utf-8")
    for path, text in re.findall(r"^```python\n# (\S+)\n(.*?)^```$", page, re.M | re.S):
        pathlib.Path(root, path).write_text(text, encoding="utf-8")
    for path, old, new in replaced:
        file = pathlib.Path(root, path)
        text = file.read_text(encoding="utf-8") if file.exists() else old
        assert old in text, f"{path} has no {old}"
        file.write_text(text.replace(old, new), encoding="utf-8")
    return starlark.Build(root, EXTERNAL)


def place():
    """A new folder, with a path of another length each time."""
    number = next(places)
    return f"{folder}/runs/{'x' * number}{number}"


def outputs(where):
    out = pathlib.Path(where, starlark.OUT)
    return {str(path.relative_to(out)): path.read_bytes() for path in out.rglob("*") if path.is_file()}


def sound():
    build, expected = workspace("sound"), {
        "//src/picker:long_picker": {"src/picker/long_picker/picker.hpp", "src/picker/long_picker/picker.urdf"},
        "//src/picker_cell:cell": {"src/picker_cell/cell/cell.urdf", "src/picker_cell/cell/cell.sdf"}, "//:code": {"code/cell.urdf"}}
    for label, files in expected.items():
        first, second = place(), place()
        for where in (first, second):
            code, text = build.run(label, where)
            expect(code == 0 and not text, f"{label}: {text}")
        made = outputs(first)
        expect(set(made) == files, f"{label} made {sorted(made)}")
        expect(made == outputs(second), f"{label} differs in another folder")
        expect(not [name for name, data in made.items() if folder.encode() in data], f"{label} names a folder of the machine")
        if label.endswith("long_picker"):
            headers, includes = build.libraries["picker_code"]
            expect({header[2:].replace(":", "/") for header in headers} <= files, f"the library's headers are {headers}")
            done = subprocess.run(["g++", "-std=c++17", "-fsyntax-only", "-I", includes[0], "-include", "picker.hpp", "-x", "c++", "/dev/null"], cwd=first, capture_output=True, text=True, timeout=120, check=False)
            expect(done.returncode == 0, done.stderr)
    for label in ("//:cell_lint", "//src/picker:picker_lint"):
        code, text = build.test(label, place(), {"PATH": "/usr/bin:/bin"})
        expect(code == 0, f"{label}: {text}")


def undeclared():
    """Without any one of the inputs that it needs, an action fails and names what is missing."""
    build = workspace("undeclared")
    for path, says in {"src/picker/urdf/picker_macro.xacro": "picker_macro.xacro", "src/picker/config/limits.yaml": "limits.yaml"}.items():
        code, text = build.run("//src/picker_cell:cell", where := place(), leave_out=[path])
        expect(code == 1 and says in text and not outputs(where), f"without {path}: {code}, {text}")
    build = workspace("no-deps", [("src/picker_cell/BUILD.bazel", 'deps = ["//src/picker"]', "deps = []"), ("BUILD.bazel", '["picker.romas"]', "[]")])
    code, text = build.run("//src/picker_cell:cell", place())
    expect(code == 1 and "there is no package 'picker'" in text, f"without deps: {code}, {text}")
    code, text = build.test("//:cell_lint", place(), {"PATH": "/usr/bin:/bin"})
    expect(code == 1 and "picker.romas" in text, f"a test without data: {code}, {text}")
    find = '<robot name="a" xmlns:xacro="http://www.ros.org/wiki/xacro"><link name="$(find outer)"/></robot>'
    build = workspace("no-environment", [("BUILD.bazel", 'cell_lint",\n    srcs = ["cell.romas"]', 'cell_lint",\n    srcs = ["find.urdf.xacro"]'), ("find.urdf.xacro", "", find)])
    outer = f"{folder}/.hidden/outer"
    os.makedirs(outer)
    pathlib.Path(outer, "package.xml").write_text("<package><name>outer</name></package>", encoding="utf-8")
    code, text = build.test("//:cell_lint", place(), {"PATH": "/usr/bin:/bin", "ROS_PACKAGE_PATH": f"{folder}/.hidden"})
    expect(code == 1 and "there is no package 'outer'" in text, f"with an environment: {code}, {text}")
    # A package above the build, which a search upwards finds.
    shutil.copytree(outer, f"{folder}/runs/outer")
    code, text = build.test("//:cell_lint", place(), {"PATH": "/usr/bin:/bin"})
    expect(code == 1 and "outside of the build" in text and "runs/outer/package.xml" in text, f"above the build: {code}, {text}")
    shutil.rmtree(f"{folder}/runs/outer")


def mistakes():
    build = workspace("outs", [("src/picker/BUILD.bazel", '"long_picker/picker.hpp", ', '"long_picker/arm.hpp", ')])
    code, text = build.run("//src/picker:long_picker", place())
    expect(code == 1 and "outs are not what romasc writes" in text and "  picker.hpp" in text, f"wrong outs: {code}, {text}")
    build = workspace("elsewhere-outs", [("src/picker/BUILD.bazel", '"long_picker/picker.hpp", ', '"picker.hpp", ')])
    try:
        build.analyse("//src/picker:long_picker")
        problems.append("outs outside of the folder are accepted")
    except starlark.Failure as failure:
        expect("is not below 'long_picker/'" in str(failure), str(failure))
    mesh = '<link name="x"><visual><geometry><mesh filename="file://$(find picker)/urdf/a.stl"/></geometry></visual></link><joint name="j" type="fixed"><parent link="table"/><child link="x"/></joint>\n</robot>'
    build = workspace("leak", [("src/picker_cell/urdf/cell.urdf.xacro", "</robot>", mesh), ("src/picker/urdf/a.stl", "", STL)])
    code, text = build.run("//src/picker_cell:cell", place())
    expect(code == 1 and "the output names a folder of this machine" in text and "a.stl" in text, f"an absolute path: {code}, {text}")
    broken = '<robot name="a"><link name="b"/><link name="c"/><joint name="j" type="revolute"><parent link="b"/><child link="c"/><limit lower="1" upper="0" effort="1" velocity="1"/></joint></robot>'
    page = "src/picker/BUILD.bazel"
    build = workspace("broken", [(page, 'picker_lint",\n    srcs = ["urdf/picker', 'picker_lint",\n    srcs = ["urdf/broken'), ("src/picker/urdf/broken.urdf.xacro", "", broken)])
    code, text = build.test("//src/picker:picker_lint", place(), {"PATH": "/usr/bin:/bin"})
    expect(code == 1 and "broken.urdf.xacro:1:" in text, f"a defect: {code}, {text}")
    build = workspace("lenient", [(page, 'picker_lint",\n    srcs = ["urdf/picker', 'picker_lint",\n    strict = False,\n    srcs = ["urdf/broken'), ("src/picker/urdf/broken.urdf.xacro", "", broken)])
    code, text = build.test("//src/picker:picker_lint", place(), {"PATH": "/usr/bin:/bin"})
    expect(code == 0 and "broken.urdf.xacro:1:" in text, f"a defect without strict: {code}, {text}")


def options():
    """A file in an option is where the action and the test find it."""
    option = '    options = ["-L", "$(location stand_macro.xacro)"],\n    data'
    build = workspace("options", [("src/picker_cell/BUILD.bazel", "    data", option)])
    arguments = build.analyse("//src/picker_cell:cell")["action"]["arguments"]
    expect("src/picker_cell/urdf/stand_macro.xacro" in arguments, f"the arguments are {arguments}")


def documented():
    page = pathlib.Path(source, "docs/bazel.md").read_text(encoding="utf-8")
    rules = workspace("documented").rules
    for name in ("romas_robot", "romas_lint_test", "romas_package"):
        missing = [word for word in rules[name].attrs if not word.startswith("_") and f"`{word}" not in page]
        expect(not missing, f"docs/bazel.md has nothing on {missing} of {name}")


shutil.rmtree(folder, ignore_errors=True)
os.makedirs(f"{folder}/.git")  # what lies above is not looked at
for step in (sound, undeclared, mistakes, options, documented):
    step()
print("\n".join(problems + [f"{len(problems)} problems"]))
sys.exit(1 if problems else 0)
