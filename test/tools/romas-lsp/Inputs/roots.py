"""A workspace with a macro file that two robots read, one of them with arguments of the project file."""

import pathlib
import shutil
import sys
import tempfile

from lsp_client import Client, edited, find, offset, uri

SERVER = sys.argv[1]
FOLDER = pathlib.Path(tempfile.mkdtemp(prefix="romas-lsp-")).resolve()
MACRO = """<?xml version="1.0"?>
<robot xmlns:xacro="http://ros.org/wiki/xacro">
  <xacro:macro name="leg" params="prefix upper">
    <link name="${prefix}thigh">
      <inertial><mass value="1"/><inertia ixx="0.01" iyy="0.01" izz="0.01" ixy="0" ixz="0" iyz="0"/></inertial>
    </link>
    <joint name="${prefix}hip" type="revolute">
      <parent link="trunk"/><child link="${prefix}thigh"/><axis xyz="1 0 0"/>
      <limit lower="0" upper="${upper}" effort="1" velocity="1"/>
    </joint>
  </xacro:macro>
</robot>
"""
ROBOT = """<?xml version="1.0"?>
<robot name="%s" xmlns:xacro="http://ros.org/wiki/xacro">
  <xacro:arg name="upper" default="1"/>
  <xacro:include filename="leg.xacro"/>
  <link name="trunk"/>
  <xacro:leg prefix="left_" upper="$(arg upper)"/>
  <xacro:leg prefix="right_" upper="2"/>
</robot>
"""
(FOLDER / "leg.xacro").write_text(MACRO)
(FOLDER / "one.urdf.xacro").write_text(ROBOT % "one")
(FOLDER / "two.urdf.xacro").write_text(ROBOT % "two")
(FOLDER / ".romas.yaml").write_text("roots:\n  - file: two.urdf.xacro\n    args:\n      upper: -1\n")
LEG = FOLDER / "leg.xacro"

client = Client(SERVER, folder=FOLDER,
                capabilities={"workspace": {"codeLens": {"refreshSupport": True}, "inlayHint": {"refreshSupport": True}}})
text = client.open(LEG)
# Only the robot with the argument of the project file has the fault, and the finding says so.
found = client.wait_for_diagnostics(LEG, lambda found: len(found) == 1)
assert found[0]["code"] == "limit-inverted" and found[0]["range"]["start"]["line"] == 8, found
assert "in the robot of " in found[0]["message"] and "two.urdf.xacro" in found[0]["message"], found
related = [r["location"]["uri"] for r in found[0]["relatedInformation"]]
assert uri(FOLDER / "two.urdf.xacro") in related, related

hover = client.at("textDocument/hover", LEG, find(text, "name=\"${prefix}h|ip"))["contents"]["value"]
for name in ("left_hip", "right_hip"):
    assert f"`{name}`" in hover, hover
assert "0 to 2 rad" in hover and "0 to -1 rad" in hover, hover
definition = client.at("textDocument/definition", LEG, find(text, 'parent link="tr|unk"'))
assert [d["uri"] for d in definition] == [uri(FOLDER / "one.urdf.xacro"), uri(FOLDER / "two.urdf.xacro")], definition

# A lens says which of the robots is shown, and its command shows the next one, for clients without a status of their own.
def shown_robot():
    (lens,) = [lens for lens in client.request("textDocument/codeLens", {"textDocument": {"uri": uri(LEG)}})
               if lens["command"]["command"] == "romas.selectRoot"]
    return lens["command"]


def refreshes():
    return {message["method"] for message in client.asked if message["method"].endswith("/refresh")}


lens = shown_robot()
assert lens["title"] == "robot 2 of 2: two.urdf.xacro upper:=-1; show one.urdf.xacro", lens
client.asked.clear()
client.request("workspace/executeCommand", lens)
lens = shown_robot()
assert lens["title"] == "robot 1 of 2: one.urdf.xacro; show two.urdf.xacro upper:=-1", lens
assert refreshes() == {"workspace/codeLens/refresh", "workspace/inlayHint/refresh"}, refreshes()
hover = client.at("textDocument/hover", LEG, find(text, "name=\"${prefix}h|ip"))["contents"]["value"]
assert hover.index("0 to 1 rad") < hover.index("0 to -1 rad"), hover
client.request("workspace/executeCommand", lens)
# The findings of both are shown all the while.
assert [d["code"] for d in client.diagnostics[uri(LEG)]] == ["limit-inverted"], client.diagnostics[uri(LEG)]

# The literal part of a computed name is renamed for every instance; the computed part is not.
answer = client.request("textDocument/rename", {
    "textDocument": {"uri": uri(LEG)}, "position": find(text, 'link name="${prefix}th|igh"'), "newName": "left_femur"})
renamed = edited(text, answer["changes"][uri(LEG)])
assert renamed == text.replace("thigh", "femur") and list(answer["changes"]) == [uri(LEG)], renamed
refused = client.try_request("textDocument/rename", {
    "textDocument": {"uri": uri(LEG)}, "position": find(text, 'link name="${prefix}th|igh"'), "newName": "other_thigh"})
assert "is computed" in refused["error"]["message"], refused
# A client that asks what the new name replaces is offered that part, and sends a new one or the whole name.
parts = Client(SERVER, folder=FOLDER, capabilities={"textDocument": {"rename": {"prepareSupport": True}}})
parts.open(LEG)
place = {"textDocument": {"uri": uri(LEG)}, "position": find(text, 'link name="${prefix}th|igh"')}
offered = parts.request("textDocument/prepareRename", place)
span = offered["range"]
assert offered["placeholder"] == text[offset(text, span["start"]):offset(text, span["end"])] == "thigh", offered
for name in ("femur", "left_femur"):
    answer = parts.request("textDocument/rename", {**place, "newName": name})
    assert edited(text, answer["changes"][uri(LEG)]) == text.replace("thigh", "femur"), (name, answer)
assert parts.end() == 0
# A name that stands in the roots alone, through all of them.
answer = client.request("textDocument/rename", {
    "textDocument": {"uri": uri(LEG)}, "position": find(text, 'parent link="tr|unk"'), "newName": "torso"})
assert sorted(answer["changes"]) == [uri(FOLDER / f) for f in ("leg.xacro", "one.urdf.xacro", "two.urdf.xacro")], answer
# A name that another link has would join them.
refused = client.try_request("textDocument/rename", {
    "textDocument": {"uri": uri(LEG)}, "position": find(text, 'link name="${prefix}th|igh"'), "newName": "trunk"})
assert "error" in refused, refused

# An edit that is not saved counts for all robots that read the file.
broken = text.replace('parent link="trunk"', 'parent link="trunc"')
client.change(LEG, 2, [{"text": broken}])
found = client.wait_for_diagnostics(LEG, lambda found: any("trunc" in d["message"] for d in found))
assert [d for d in found if "trunc" in d["message"]][0]["range"]["start"]["line"] == 7, found
# The disk changes, too.
(FOLDER / ".romas.yaml").write_text("")
client.change(LEG, 3, [{"text": text}])
client.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": uri(FOLDER / ".romas.yaml"), "type": 3}]})
client.wait_for_diagnostics(LEG, lambda found: found == [])
# A project file that is wrong says so at its place; once it is right, it counts for what is open.
PROJECT = FOLDER / ".romas.yaml"
right = "roots:\n  - file: two.urdf.xacro\n    args:\n      upper: -1\n"
PROJECT.write_text("strict: true\nwarnings: [nonsense]\n")
client.notify("textDocument/didSave", {"textDocument": {"uri": uri(PROJECT)}})
(wrong,) = client.wait_for_diagnostics(PROJECT)
assert wrong["message"] == "-Wnonsense: there is no rule 'nonsense'", wrong
assert wrong["range"]["start"] == {"line": 1, "character": 11}, wrong
PROJECT.write_text(right.replace("upper: -1", "upper: 1"))
client.notify("textDocument/didSave", {"textDocument": {"uri": uri(PROJECT)}})
client.wait_for_diagnostics(PROJECT, lambda found: found == [])
client.wait_for_diagnostics(LEG, lambda found: found == [])
PROJECT.write_text(right)
client.notify("textDocument/didSave", {"textDocument": {"uri": uri(PROJECT)}})
client.wait_for_diagnostics(LEG, lambda found: [d["code"] for d in found] == ["limit-inverted"])

# The files that a project file names are links and definitions, and are completed, also in folders.
(FOLDER / "more").mkdir()
(FOLDER / "more" / "three.urdf.xacro").write_text(ROBOT % "three")
project = client.open(PROJECT, "roots:\n  - file: two.urdf.xacro\n  - more/three.urdf.xacro\n  - none.xacro\n")
links = client.request("textDocument/documentLink", {"textDocument": {"uri": uri(PROJECT)}})
targets = [uri(FOLDER / name) for name in ("two.urdf.xacro", "more/three.urdf.xacro")]
assert [link["target"] for link in links] == targets, links
(place,) = client.at("textDocument/definition", PROJECT, find(project, "more/th|ree"))
assert place["uri"] == targets[1], place
offered = [item["label"] for item in client.at("textDocument/completion", PROJECT, find(project, "more/|three"))["items"]]
assert "more/three.urdf.xacro" in offered and "two.urdf.xacro" not in offered, offered
assert "more/" in [item["label"] for item in client.at("textDocument/completion", PROJECT, find(project, "file: |two"))["items"]]

assert client.end() == 0
shutil.rmtree(FOLDER)
