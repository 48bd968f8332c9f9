"""Holds findings of robots of which one tag is half typed. Usage: half_typed.py SERVER"""

import pathlib
import sys
import tempfile

from lsp_client import Client, edited, find, uri

FOLDER = pathlib.Path(tempfile.mkdtemp(prefix="romas-lsp-")).resolve()
client = Client(sys.argv[1], capabilities={"textDocument": {"diagnostic": {}}}, folder=FOLDER)
version = 1


def found(path, text, shown=None):
    """The line and rule of each finding of a file, while another one has a text."""
    global version
    version += 1
    client.change(path, version, [{"text": text}])
    report = client.request("textDocument/diagnostic", {"textDocument": {"uri": uri(shown or path)}})
    return [(item["range"]["start"]["line"] + 1, item["code"]) for item in report["items"]]


def opened(name, text):
    path = FOLDER / name
    path.write_text(text)
    client.open(path, text)
    return path


ARM = """<robot name="arm">
  <link name="base"/>
  <link name="upper">
    <inertial><mass value="1"/><inertia ixx="0.1" ixy="0" ixz="0" iyy="0.1" iyz="0" izz="0.3"/></inertial>
    <visual><geometry><box size="1 1 -1"/></geometry></visual>
  </link>
  <joint name="shoulder" type="revolute">
    <parent link="base"/>
    <child link="upper"/>
    <axis xyz="0 0 2"/>
    <limit lower="1" upper="-1" effort="1" velocity="1"/>
  </joint>
</robot>
"""
WHOLE = [(4, "inertia-triangle"), (5, "size-nonpositive"), (10, "axis-not-unit"), (11, "limit-inverted")]
arm = opened("arm.urdf", ARM)
assert found(arm, ARM) == WHOLE, found(arm, ARM)

# --- tags that are new, and break off anywhere ---
for tag in ['<link name="tip">', '<link name="tip"/>', '<joint name="wrist" type="fixed">']:
    for keys in range(1, len(tag)):
        half = ARM.replace("</robot>", f"  {tag[:keys]}\n</robot>")
        got = found(arm, half)
        assert [entry for entry in got if entry[1] != "xml-malformed"] == WHOLE and len(got) == len(WHOLE) + 1, (tag[:keys], got)

# --- what depends on a broken part is held back: nothing is unknown, missing or loose because of it ---
for whole, half in [('<link name="base"/>', '<link name="ba'), ('<link name="base"/>', "<lin"), ('<parent link="base"/>', "<parent li"),
                    ("</link>\n  <joint", "</lin\n  <joint"), ("</joint>", "</jo"), ("</inertial>", ""), ('type="revolute"', 'type="revo')]:
    got = found(arm, ARM.replace(whole, half, 1))
    errors = [entry for entry in got if entry not in WHOLE]
    assert [rule for _, rule in errors] == ["xml-malformed"], (half, got)
assert found(arm, ARM.replace("</inertial>", "</inert")) == sorted([*WHOLE, (4, "xml-malformed")]), found(arm, ARM.replace("</inertial>", "</inert"))

# --- what is changed elsewhere meanwhile counts, and fixes are offered beside the mistake and for it ---
found(arm, ARM)
half = ARM.replace('<mass value="1"/>', "<mass va")
assert sorted(found(arm, half)) == sorted([*WHOLE, (4, "xml-malformed")]), found(arm, half)
half = half.replace('"1 1 -1"', '"1 1 1"')
assert [entry for entry in found(arm, half) if entry[0] != 4] == WHOLE[2:], found(arm, half)
half = half.replace('xyz="0 0 2"', 'xyz="0 0 1"')
assert [entry for entry in found(arm, half) if entry[0] != 4] == WHOLE[3:], found(arm, half)
whole = {"start": {"line": 0, "character": 0}, "end": {"line": 14, "character": 0}}
half = ARM.replace('name="base"/>', 'name="base"/')
found(arm, half)
titles = [action["title"] for action in client.request("textDocument/codeAction", {
    "textDocument": {"uri": uri(arm)}, "range": whole, "context": {"diagnostics": [], "only": ["quickfix"]}}) if "romas" not in action["title"]]
assert len([title for title in titles if "ignore" not in title]) == 3, titles

# --- a text that was broken from the beginning: names lead to their definitions, and hovers tell of them ---
half = ARM.replace("</robot>", "  <link na\n</robot>")
new = opened("new.urdf", half)
hover = client.at("textDocument/hover", new, find(half, 'joint name="shoul|der"'))["contents"]["value"]
assert "revolute joint" in hover, hover
place = client.at("textDocument/definition", new, find(half, 'child link="up|per"'))
assert [entry["range"]["start"]["line"] for entry in ([place] if isinstance(place, dict) else place)] == [2], place
refused = client.try_request("textDocument/prepareRename", {"textDocument": {"uri": uri(new)}, "position": find(half, 'joint name="shoul|der"')})
assert "the tag '<link>' has no '>'; fix it first" in refused["error"]["message"], refused

# --- a part of a robot of xacro, and the root that reads it ---
PART = """<robot xmlns:xacro="http://www.ros.org/wiki/xacro">
  <xacro:property name="reach" value="-1"/>
  <xacro:macro name="leg" params="side">
    <link name="${side}_leg">
      <visual><geometry><box size="1 1 ${reach}"/></geometry></visual>
    </link>
  </xacro:macro>
</robot>
"""
ROOT = """<robot name="walker" xmlns:xacro="http://www.ros.org/wiki/xacro">
  <xacro:include filename="part.xacro"/>
  <xacro:leg side="left"/>
</robot>
"""
part, root = opened("part.xacro", PART), opened("walker.urdf.xacro", ROOT)
assert found(part, PART) == [(5, "size-nonpositive")], found(part, PART)
assert found(part, PART.replace("  </xacro:macro>", '    <link name="${side}_fo\n  </xacro:macro>')) == [(5, "size-nonpositive"), (7, "xml-malformed")]
found(part, PART)
assert found(root, ROOT.replace("</robot>", "<xacro:le\n</robot>"), part) == [(5, "size-nonpositive")]
assert found(root, ROOT.replace('"part.xacro"/>', '"part.xac'), root) == [(2, "xml-malformed")]

# --- a fix is offered if the text with it shows no other finding, also beside a mistake ---
(FOLDER / "eye").mkdir()
(FOLDER / "eye" / "model.config").write_text('<model><name>eye</name><sdf version="1.9">model.sdf</sdf></model>')
(FOLDER / "eye" / "model.sdf").write_text('<sdf version="1.9"><model name="eye"><link name="ball"/></model></sdf>')
HEAD = """<sdf version="1.9"><model name="head">
  <link name="skull"/>
  <include><uri>model://eye</uri><pose>0 0 1 0 0 0</pose></include>
  <joint name="left" type="fixed"><child>eye::ball</child><parent>skull</parent></joint>
  <include><uri>model://eye</uri><pose>0 0 0 0 0 0</pose></include>
  <joint name="right" type="fixed"><child>eye::ball</child><parent>skull</parent></joint>
</model></sdf>
"""
head = opened("head.sdf", HEAD)


def offered(text):
    found(head, text)
    return [action for action in client.request("textDocument/codeAction", {
        "textDocument": {"uri": uri(head)}, "range": whole, "context": {"diagnostics": [], "only": ["quickfix"]}})
        if action["title"].startswith("insert '<name>")]


assert len(offered(HEAD)) == len(offered(HEAD.replace('"skull"/>', '"skull"/'))) == 1
for broken in ("0 0</pos>", "0 0</>", "0 0</pose", "0 0/pose>"):
    half = broken.join(HEAD.rsplit("0 0</pose>", 1))
    found(head, HEAD)
    before = found(head, half)
    for action in offered(half):
        after = found(head, edited(half, action["edit"]["changes"][uri(head)]))
        assert len(after) < len(before) and set(after) <= set(before), (broken, before, after)
        found(head, HEAD)
        found(head, half)
assert client.end() == 0
