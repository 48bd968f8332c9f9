"""A name in a file that many robots read: all of them count, also those that no open document belongs to."""

import pathlib
import re
import subprocess
import sys
import tempfile

from lsp_client import Client, edited, find, uri

SERVER, ROMASC = sys.argv[1:]
FOLDER = pathlib.Path(tempfile.mkdtemp(prefix="romas-lsp-")).resolve()
INERTIA = '<inertial><mass value="1"/><inertia ixx="0.01" iyy="0.01" izz="0.01" ixy="0" ixz="0" iyz="0"/></inertial>'
# More robots than those through which a file is checked. Each has a body of its own, to which the shared file refers.
ROBOTS = [f"robot_{number:02}" for number in range(12)]
WHEEL = f"""<robot xmlns:xacro="http://ros.org/wiki/xacro">
  <xacro:macro name="wheel" params="side">
    <joint name="${{side}}_axle" type="continuous">
      <parent link="body"/><child link="${{side}}_wheel"/><axis xyz="0 1 0"/>
    </joint>
    <link name="${{side}}_wheel">{INERTIA}</link>
  </xacro:macro>
</robot>
"""
BODY = f"""<robot name="%s" xmlns:xacro="http://ros.org/wiki/xacro">
  <xacro:include filename="wheel.xacro"/>
  <link name="body">{INERTIA}</link>
  <xacro:wheel side="left"/>
  <joint name="cap_joint" type="fixed"><parent link="left_wheel"/><child link="cap"/></joint>
  <link name="cap"/>
</robot>
"""
# A robot only with its argument, as the project says. Its data has a key of the name, which is no name of a joint.
TALL = f"""<robot name="tall" xmlns:xacro="http://ros.org/wiki/xacro">
  <xacro:include filename="$(arg kind).xacro"/>
  <xacro:property name="start" value="${{xacro.load_yaml('start.yaml')}}"/>
  <link name="body">{INERTIA}</link>
  <xacro:wheel side="left"/>
  <joint name="mast" type="prismatic">
    <parent link="body"/><child link="head"/><limit lower="0" upper="${{start['left_axle']}}" effort="1" velocity="1"/>
  </joint>
  <link name="head">{INERTIA}</link>
</robot>
"""
(FOLDER / "wheel.xacro").write_text(WHEEL)
(FOLDER / "start.yaml").write_text("left_axle: 1\nmast: 0\n")
(FOLDER / "tall.urdf.xacro").write_text(TALL)
(FOLDER / ".romas.yaml").write_text("roots: [{file: tall.urdf.xacro, args: {kind: wheel}}]\n")
for name in ROBOTS:
    (FOLDER / f"{name}.urdf.xacro").write_text(BODY % name)
FILES = sorted(path for path in FOLDER.iterdir() if path.suffix in {".xacro", ".yaml"})
FIRST, WHEELS, OTHERS = FOLDER / "robot_00.urdf.xacro", FOLDER / "wheel.xacro", [*ROBOTS, "tall"]


def urdf_of(name):
    arguments = ["kind:=wheel"] if name == "tall" else []
    run = subprocess.run([ROMASC, FOLDER / f"{name}.urdf.xacro", *arguments, "--emit=urdf", "-o", "-"],
                         capture_output=True, text=True, check=True)
    return run.stdout


before = {path: path.read_text() for path in FILES}
robots = [urdf_of(name) for name in OTHERS]
client = Client(SERVER, folder=FOLDER, capabilities={
    "textDocument": {"diagnostic": {}}, "workspace": {"diagnostics": {"refreshSupport": True}}})
while not any(message["method"] == "workspace/diagnostic/refresh" for message in client.asked):
    client.take()
# Which robots there are, the project says: without its argument 'tall' is none.
client.open(WHEELS)
roots = client.request("workspace/executeCommand", {"command": "romas.roots", "arguments": [{"uri": uri(WHEELS)}]})
assert not any(root["label"].endswith("tall.urdf.xacro") for root in roots), roots


def rename(path, place, name):
    """The files that change; they are written."""
    answer = client.try_request("textDocument/rename", {
        "textDocument": {"uri": uri(path)}, "position": find(path.read_text(), place), "newName": name})
    if "error" in answer:
        return answer["error"]["message"]
    changed = {path for path in FILES if uri(path) in answer["result"]["changes"]}
    for one in changed:
        one.write_text(edited(one.read_text(), answer["result"]["changes"][uri(one)]))
    client.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": uri(one), "type": 2} for one in changed]})
    return changed




def references(path, place):
    """How many places of each file say a name, its definition left out."""
    answer = client.request("textDocument/references", {
        "textDocument": {"uri": uri(path)}, "position": find(path.read_text(), place), "context": {"includeDeclaration": False}})
    return {file.name: count for file in FILES if (count := sum(found["uri"] == uri(file) for found in answer))}


# All robots count, whichever file asks: those of the shared file, and one robot that is not the file's only reader.
client.open(FIRST, FIRST.read_text())
robot_files = {f"{name}.urdf.xacro": 1 for name in ROBOTS}
for path, place in [(WHEELS, 'link name="${side}_wh|eel"'), (FIRST, 'parent link="left_wh|eel"')]:
    assert references(path, place) == robot_files | {"wheel.xacro": 1}, references(path, place)
for path, place in [(WHEELS, 'macro name="wh|eel"'), (FIRST, "<xacro:wh|eel")]:
    assert references(path, place) == robot_files | {"tall.urdf.xacro": 1}, references(path, place)
assert references(FIRST, 'link name="bo|dy"') == {"wheel.xacro": 1}

for path in (FIRST, WHEELS):
    client.notify("textDocument/didClose", {"textDocument": {"uri": uri(path)}})
for path, place, old, new, is_name in [
        (FIRST, 'link name="bo|dy"', "body", "trunk", True), (WHEELS, 'macro name="wh|eel"', "wheel", "roller", False),
        (WHEELS, 'joint name="${side}_ax|le"', "left_axle", "left_hub", True), (WHEELS, 'params="si|de"', "side", "where", False)]:
    client.open(path, path.read_text())
    changed = rename(path, place, new)
    assert isinstance(changed, set) and FOLDER / "start.yaml" not in changed, (old, changed)
    now = [urdf_of(name) for name in OTHERS]
    assert not is_name or all(text.count(new) for text in now)
    assert [re.sub(rf"\b{new}\b", old, text) for text in now] == robots, old
    client.notify("textDocument/didClose", {"textDocument": {"uri": uri(path)}})
    for file in FILES:
        file.write_text(before[file])
    client.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": uri(one), "type": 2} for one in FILES]})

# The names of a robot with errors are unknown.
(FOLDER / "robot_11.urdf.xacro").write_text((BODY % "robot_11").replace('"left"', '"${nothing}"'))
client.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": uri(FOLDER / "robot_11.urdf.xacro"), "type": 2}]})
client.open(FIRST, FIRST.read_text())
answer = rename(FIRST, 'link name="bo|dy"', "trunk")
assert isinstance(answer, str) and "robot_11.urdf.xacro' reads a file that changes, and has an error at " in answer, answer
assert client.end() == 0
