"""Findings with their tags, pages and versions; all safe fixes of a file; robots with sensors, control and loads."""

import pathlib
import shutil
import subprocess
import sys
import tempfile

from lsp_client import Client, edited, find, offset, uri

SERVER, ROMASC = sys.argv[1:]
FOLDER = pathlib.Path(tempfile.mkdtemp(prefix="romas-lsp-")).resolve()
UNNECESSARY, DEPRECATED = 1, 2

# --- the page of each rule, where the documentation is installed beside the program ---
pages = FOLDER / "usr" / "share" / "doc" / "romas" / "docs" / "diagnostics"
pages.mkdir(parents=True)
(FOLDER / "usr" / "bin").mkdir()
installed = FOLDER / "usr" / "bin" / "romas-lsp"
shutil.copy(SERVER, installed)
robot = FOLDER / "robot.urdf.xacro"
TEXT = """<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro">
  <xacro:property name="idle" value="1"/>
  <xacro:property name="sizes" value="${load_yaml('sizes.yaml')}"/>
  <xacro:macro name="never"><link name="n"/></xacro:macro>
  <xacro:macro name="twice"><link name="t"/></xacro:macro>
  <xacro:macro name="twice"><link name="base"/></xacro:macro>
  <!-- romas: ignore mesh-missing -->
  <link name="${sizes['name']}"/>
  <xacro:twice/>
  <joint name="j" type="fixed"><parent link="base"/><child link="arm"/></joint>
</robot>
"""
(FOLDER / "sizes.yaml").write_text("name: arm\n", encoding="utf-8")
robot.write_text(TEXT, encoding="utf-8")
for program, has_page in ((installed, True), (SERVER, False)):
    client = Client(program, arguments=["-Weverything"])
    client.open(robot, TEXT, version=7)
    found = client.wait_for_diagnostics(robot)
    (told,) = [n["params"] for n in client.notifications if n["method"] == "textDocument/publishDiagnostics"
               and n["params"]["uri"] == uri(robot)] or [None]
    assert told["version"] == 7, told
    tags = {(d["range"]["start"]["line"], d["code"]): d.get("tags") for d in found}
    assert tags[(1, "xacro-shadowed")] == [UNNECESSARY] and tags[(3, "xacro-shadowed")] == [UNNECESSARY], tags
    assert tags[(5, "xacro-shadowed")] is None and tags[(2, "xacro-global")] == [DEPRECATED], tags
    assert tags[(6, "unused-suppression")] == [UNNECESSARY], tags
    for diagnostic in found:
        page = uri(pages / (diagnostic["code"] + ".md")) if has_page else None
        assert (diagnostic.get("codeDescription") or {}).get("href") == page, diagnostic
    assert client.end() == 0

# --- all safe fixes in a file, as romasc --fix applies them, and no guesses ---
WRONG = """<robot name="r">
  <link name="base"/>
  <link name="arm"/>
  <joint name="j" type="revolute">
    <parent link="base"/><child link="armm"/>
    <axis xyz="0 0 2"/>
    <limit lower="-1" upper="1" efort="1" velocty="1"/>
  </joint>
</robot>
"""
path = FOLDER / "wrong.urdf"
client = Client(SERVER, capabilities={"workspace": {"workspaceEdit": {"documentChanges": True}}})


def all_fixes(text, version):
    path.write_text(text, encoding="utf-8")
    if version == 1:
        client.open(path, text)
    else:
        client.change(path, version, [{"text": text}])
    whole = {"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}}
    parameters = {"textDocument": {"uri": uri(path)}, "range": whole, "context": {"diagnostics": [], "only": ["source.fixAll"]}}
    return client.request("textDocument/codeAction", parameters)


(action,) = all_fixes(WRONG, 1)
assert action["kind"] == "source.fixAll.romasc", action
(change,) = action["edit"]["documentChanges"]
assert change["textDocument"] == {"uri": uri(path), "version": 1}, change
fixed = edited(WRONG, change["edits"])
subprocess.run([ROMASC, "--fix", "--emit=none", path], capture_output=True, check=False)
assert fixed == path.read_text(encoding="utf-8") != WRONG, fixed
assert '<axis xyz="0 0 1"/>' in fixed and "efort" in fixed and "armm" in fixed, fixed
assert all_fixes(fixed, 2) == []
assert all_fixes(WRONG[:WRONG.index("</joint>") + 3], 3) == [], "half typed"
assert client.end() == 0

# --- loads, masses, and names in transmissions, Gazebo, ros2_control and sensors ---
ARM = """<robot name="arm">
  <link name="base"/>
  <link name="upper">
    <inertial><origin xyz="0.5 0 0"/><mass value="2"/><inertia ixx="0.1" iyy="0.1" izz="0.1" ixy="0" ixz="0" iyz="0"/></inertial>
  </link>
  <joint name="elbow" type="revolute">
    <parent link="base"/><child link="upper"/><axis xyz="0 1 0"/>
    <limit lower="-1" upper="1" effort="30" velocity="2"/>
  </joint>
  <transmission name="t"><type>transmission_interface/SimpleTransmission</type>
    <joint name="elbow"><hardwareInterface>hardware_interface/EffortJointInterface</hardwareInterface></joint>
    <actuator name="motor"><mechanicalReduction>1</mechanicalReduction></actuator>
  </transmission>
  <gazebo reference="upper"><sensor name="imu" type="imu"/></gazebo>
  <ros2_control name="c" type="system">
    <hardware><plugin>mock_components/GenericSystem</plugin></hardware>
    <joint name="elbow"><command_interface name="position"/><state_interface name="position"/></joint>
  </ros2_control>
</robot>
"""
path = FOLDER / "arm.urdf"
path.write_text(ARM, encoding="utf-8")
client = Client(SERVER)
client.open(path, ARM)
client.wait_for_diagnostics(path)
hover = client.at("textDocument/hover", path, find(ARM, 'joint name="el|bow" type'))["contents"]["value"]
assert "gravity at zero: 9.81 N m of 30 N m" in hover, hover  # 2 kg at half a metre


def line(location):
    return location["range"]["start"]["line"] + 1


for pattern, at in (('joint name="el|bow"><hardware', 6), ('joint name="el|bow"><command', 6), ('reference="up|per"', 3),
                    ('child link="up|per"', 3)):
    assert [line(one) for one in client.at("textDocument/definition", path, find(ARM, pattern))] == [at], pattern
uses = client.at("textDocument/references", path, find(ARM, 'joint name="el|bow" type'), context={"includeDeclaration": True})
assert [line(one) for one in uses] == [6, 11, 17], uses
whole = {"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}}
hints = client.request("textDocument/inlayHint", {"textDocument": {"uri": uri(path)}, "range": whole})
assert [(hint["position"]["line"], hint["label"]) for hint in hints if "kg" in hint["label"]] == [(0, "2 kg")], hints
symbols = client.request("workspace/symbol", {"query": ""})
assert {"arm", "base", "upper", "elbow"} <= {symbol["name"] for symbol in symbols}, symbols
assert client.end() == 0
shutil.rmtree(FOLDER)
