"""A workspace of three packages: a description, its MoveIt configuration, and a robot with an error that reads the same macro."""

import pathlib
import shutil
import sys
import tempfile

from lsp_client import Client, edited, find, position, uri

FOLDER = pathlib.Path(tempfile.mkdtemp(prefix="romas-lsp-")).resolve()


def write(name, text):
    path = FOLDER / "src" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


for package in ("arm_description", "arm_moveit", "cell"):
    write(f"{package}/package.xml", f"<package><name>{package}</name></package>")
ARM = write("arm_description/urdf/arm.urdf.xacro", """<?xml version="1.0"?>
<robot name="arm" xmlns:xacro="http://ros.org/wiki/xacro">
  <xacro:include filename="$(find arm_description)/urdf/links.xacro"/>
  <xacro:links/>
  <joint name="hinge" type="revolute">
    <parent link="base"/><child link="boom"/><axis xyz="0 0 1"/>
    <limit lower="-1" upper="1" effort="1" velocity="1"/>
  </joint>
</robot>
""")
LINKS = write("arm_description/urdf/links.xacro", """<?xml version="1.0"?>
<robot xmlns:xacro="http://ros.org/wiki/xacro">
  <xacro:macro name="links">
    <link name="base"/>
    <link name="boom"/>
  </xacro:macro>
</robot>
""")
CELL = write("cell/cell.urdf.xacro", """<?xml version="1.0"?>
<robot name="cell" xmlns:xacro="http://ros.org/wiki/xacro">
  <xacro:include filename="$(find arm_description)/urdf/links.xacro"/>
  <xacro:links/>
  <xacro:nothing/>
</robot>
""")
SRDF = write("arm_moveit/config/arm.srdf", """<?xml version="1.0"?>
<robot name="arm">
  <group name="all"><joint name="hinge"/></group>
  <group_state name="home" group="all"><joint name="hinge" value="0"/></group_state>
  <disable_collisions link1="base" link2="boom" reason="Adjacent"/>
</robot>
""")

client = Client(sys.argv[1], folder=FOLDER)
arm, srdf, links = client.open(ARM), client.open(SRDF), client.open(LINKS)


def labels(path, text, mark):
    """The items that are offered at '|'."""
    before, _, behind = mark.partition("|")
    at = text.index(before) + len(before)
    assert text[at:].startswith(behind)
    client.change(path, 2, [{"text": text}])
    items = client.at("textDocument/completion", path, find(text, mark))["items"]
    client.change(path, 3, [{"text": path.read_text()}])
    return [item["label"] for item in items]


# The file of an include is what is defined by its name.
found = client.at("textDocument/definition", ARM, find(arm, 'filename="$(find arm_description)/urdf/li|nks'))
assert [place["uri"] for place in found] == [uri(LINKS)], found

# Each name is offered once, though a link is also a frame; an SRDF has the names of its robot in another package.
sdf = write("arm_description/two.sdf", """<sdf version="1.9"><model name="two"><link name="a"/><link name="b"/><frame name="b"/>
<joint name="j" type="fixed"><parent>a</parent><child></child></joint></model></sdf>
""")
text = client.open(sdf)
assert sorted(labels(sdf, text, "<child>|</child>")) == ["a", "b"]
assert labels(SRDF, srdf.replace('group="all"', 'group=""'), 'group="|"') == ["all"]
assert labels(SRDF, srdf.replace('link1="base"', 'link1=""'), 'link1="|"') == ["base", "boom"]
assert labels(SRDF, srdf.replace('<joint name="hinge"/></group>', '<joint name=""/></group>'), '<joint name="|"/></group>') == ["hinge"]

# Words of ros2_control, ros_control and Gazebo; an argument of a macro takes what its parameter becomes.
def offered(inside):
    path = write("arm_description/urdf/words.urdf.xacro", "")
    whole = arm.replace('  <joint name="hinge"', inside.replace("|", "") + '\n  <joint name="hinge"')
    client.open(path, whole)
    at = whole.index(inside.replace("|", "")) + inside.index("|")
    items = client.at("textDocument/completion", path, position(whole, at))["items"]
    client.notify("textDocument/didClose", {"textDocument": {"uri": uri(path)}})
    return [item["label"] for item in items]


control = '<ros2_control name="x" type="system"><hardware><plugin>mock_components/GenericSystem</plugin>%s</hardware>%s</ros2_control>'
assert offered(control % ("", '<joint name="hinge"><command_interface name="|"/></joint>')) == ["position", "velocity", "effort", "acceleration"]
assert "calculate_dynamics" in offered(control % ('<param name="|"/>', ""))
assert offered(control % ("", '<joint name="hinge"><command_interface name="position"><param name="|"/></command_interface></joint>')) == ["min", "max", "initial_value"]
assert "gazebo_ros2_control/GazeboSystem" in offered("<ros2_control name='x' type='system'><hardware><plugin>|</plugin></hardware></ros2_control>")
assert "transmission_interface/SimpleTransmission" in offered("<transmission name='t'><type>|</type></transmission>")
assert "hardware_interface/EffortJointInterface" in offered("<transmission name='t'><joint name='hinge'><hardwareInterface>|</hardwareInterface></joint></transmission>")
assert "Gazebo/SkyBlue" in offered("<gazebo reference='boom'><material>|</material></gazebo>")
assert offered("<gazebo><plugin name='p' filename='libown.so'/><plugin name='q' filename='|'/></gazebo>")[:2] == ["libown.so", "libgazebo_ros_control.so"]
macro = "<xacro:macro name='m' params='at'><joint name='q' type='fixed'><parent link='${at}'/><child link='base'/></joint></xacro:macro>"
assert offered(macro + "<xacro:m at='|'/>") == ["base", "boom"]

# A joint has one name in both packages.
for path, content, mark in ((SRDF, srdf, 'group name="all"><joint name="hi|nge"'), (ARM, arm, 'joint name="hi|nge"')):
    changes = client.request("textDocument/rename", {
        "textDocument": {"uri": uri(path)}, "position": find(content, mark), "newName": "elbow"})["changes"]
    assert sorted(changes) == sorted([uri(ARM), uri(SRDF)]), changes
    assert edited(srdf, changes[uri(SRDF)]) == srdf.replace("hinge", "elbow"), changes

# A robot with errors keeps the files that it reads from a renaming: it is named, with its error. Other files go on.
def rename(path, content, mark, name):
    return client.try_request("textDocument/rename", {"textDocument": {"uri": uri(path)}, "position": find(content, mark), "newName": name})


refused = rename(LINKS, links, 'link name="bo|om"', "jib")["error"]["message"]
assert "cell.urdf.xacro' reads a file that changes, and has an error at " in refused, refused
assert refused.endswith("cell.urdf.xacro:5:4: there is no macro 'nothing'; fix it first"), refused
asked = client.try_request("textDocument/prepareRename", {"textDocument": {"uri": uri(LINKS)}, "position": find(links, 'link name="bo|om"')})
assert asked["error"]["message"] == refused, asked
assert "result" in rename(ARM, arm, 'joint name="hi|nge"', "elbow")

# An argument that only a caller gives can be given by the project file.
def changed_on_disk(path, text):
    path.write_text(text)
    client.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": uri(path), "type": 2}]})


changed_on_disk(CELL, CELL.read_text().replace("<xacro:nothing/>", '<link name="$(arg side)"/>'))
refused = rename(LINKS, links, 'link name="bo|om"', "jib")["error"]["message"]
assert "an error at " in refused and refused.endswith("or give the argument with 'roots:' in .romas.yaml"), refused
changed_on_disk(FOLDER / "src" / ".romas.yaml", "roots:\n  - {file: cell/cell.urdf.xacro, args: {side: left}}\n")
changes = rename(LINKS, links, 'link name="bo|om"', "jib")["result"]["changes"]
assert sorted(changes) == sorted([uri(ARM), uri(SRDF), uri(LINKS)]), changes
assert client.end() == 0
shutil.rmtree(FOLDER)
