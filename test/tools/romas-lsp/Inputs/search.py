"""Search for names in a folder of which one robot is open: the others are found as they stand on the disk now."""

import pathlib
import shutil
import sys
import tempfile
import time

from lsp_client import Client, uri

SERVER = sys.argv[1]
FOLDER = pathlib.Path(tempfile.mkdtemp(prefix="romas-lsp-")).resolve()
ROBOT = '<robot name="{name}">\n  <link name="{name}_base"/>\n  <link name="{name}_tool"/>\n  <joint name="{name}_wrist" type="fixed">\n    <parent link="{name}_base"/><child link="{name}_tool"/>\n  </joint>\n</robot>\n'
MACROS = ('<robot name="rover" xmlns:xacro="http://ros.org/wiki/xacro">\n  <xacro:include filename="wheel.xacro"/>\n  <link name="chassis"/>\n  <xacro:wheel side="left"/>\n</robot>\n',
          '<robot xmlns:xacro="http://ros.org/wiki/xacro">\n  <xacro:macro name="wheel" params="side">\n    <link name="${side}_wheel"/>\n    <joint name="${side}_axle" type="fixed">\n'
          '      <parent link="chassis"/><child link="${side}_wheel"/>\n    </joint>\n  </xacro:macro>\n</robot>\n')
(FOLDER / "arm.urdf").write_text(ROBOT.format(name="arm"))
(FOLDER / "leg.urdf").write_text(ROBOT.format(name="leg"))
(FOLDER / "rover.urdf.xacro").write_text(MACROS[0])
(FOLDER / "wheel.xacro").write_text(MACROS[1])
(FOLDER / "hand.romas").write_text("robot hand {\n  link palm;\n}\n")
(FOLDER / "leg.srdf").write_text('<robot name="leg">\n  <group name="whole_leg"><joint name="leg_wrist"/></group>\n</robot>\n')
(FOLDER / "torn.urdf").write_text('<robot name="torn"><link name="torn_base">')

client = Client(SERVER, folder=FOLDER)
ARM = FOLDER / "arm.urdf"
client.open(ARM, ARM.read_text())


def search(query):
    """Name, file and line of what is found."""
    return {(one["name"], one["location"]["uri"].rsplit("/", 1)[1], one["location"]["range"]["start"]["line"])
            for one in client.request("workspace/symbol", {"query": query})}


def wait(query, wanted):
    """The index of the folder arrives by itself, and so do changes on the disk."""
    end = time.monotonic() + 30
    while (found := search(query)) != wanted:
        assert time.monotonic() < end, (query, found)
        time.sleep(0.05)


# Robots of other files, through an include: the place is where the name is written.
wait("leg", {("leg", "leg.urdf", 0), ("leg_base", "leg.urdf", 1), ("leg_tool", "leg.urdf", 2), ("leg_wrist", "leg.urdf", 3), ("whole_leg", "leg.srdf", 1)})
wait("wheel", {("wheel", "wheel.xacro", 1), ("left_wheel", "wheel.xacro", 2)})
wait("PALM", {("palm", "hand.romas", 1)})
assert search("torn") <= {("torn", "torn.urdf", 0), ("torn_base", "torn.urdf", 0)}, search("torn")
assert search("nothing of that") == set()
# Open files first.
names = [one["name"] for one in client.request("workspace/symbol", {"query": ""})]
assert names.index("arm_base") < min(names.index("leg_base"), names.index("chassis")), names
assert [one["containerName"] for one in client.request("workspace/symbol", {"query": "leg_tool"})] == ["leg"]

# Changes on the disk and in the editor are found.
(FOLDER / "leg.urdf").write_text(ROBOT.format(name="limb"))
wait("limb", {("limb", "leg.urdf", 0), ("limb_base", "leg.urdf", 1), ("limb_tool", "leg.urdf", 2), ("limb_wrist", "leg.urdf", 3)})
assert ("leg_base", "leg.urdf", 1) not in search("leg_base")
client.change(ARM, 2, [{"text": ROBOT.format(name="claw")}])
wait("claw", {("claw", "arm.urdf", 0), ("claw_base", "arm.urdf", 1), ("claw_tool", "arm.urdf", 2), ("claw_wrist", "arm.urdf", 3)})
(FOLDER / "wheel.xacro").write_text(MACROS[1].replace("_wheel", "_tyre"))
wait("tyre", {("left_tyre", "wheel.xacro", 2)})
(FOLDER / "leg.urdf").unlink()
wait("limb", set())
assert client.end() == 0
shutil.rmtree(FOLDER)
