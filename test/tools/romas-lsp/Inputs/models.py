"""Comparing robots, robots as data, and the notification that one has changed; keys of YAML in completion; macros."""

import json
import math
import pathlib
import subprocess
import sys
import tempfile

from lsp_client import Client, find, offset, uri

SERVER, ROMASC = sys.argv[1:]
FOLDER = pathlib.Path(tempfile.mkdtemp(prefix="romas-lsp-")).resolve() / "robots"
FOLDER.mkdir()
ARM = """<robot name="arm">
  <link name="base"/>
  <link name="upper"/>
  <link name="hand"/>
  <joint name="shoulder" type="continuous">
    <origin xyz="0 0 0.5" rpy="0 0 1.5707963267948966"/>
    <parent link="base"/>
    <child link="upper"/>
    <axis xyz="0 0 1"/>
  </joint>
  <joint name="wrist" type="fixed">
    <origin xyz="0.25 0 0"/>
    <parent link="upper"/>
    <child link="hand"/>
  </joint>
</robot>
"""
path, other = FOLDER / "arm.urdf", FOLDER / "other.urdf"
path.write_text(ARM, encoding="utf-8")
OTHER = ARM.replace('xyz="0 0 0.5"', 'xyz="0 0 0.6"')
other.write_text(OTHER, encoding="utf-8")
client = Client(SERVER, folder=FOLDER, options={"modelChanged": True})
silent = Client(SERVER, folder=FOLDER)
for one in (client, silent):
    one.open(path, ARM)
    one.wait_for_diagnostics(path)


def command(name, **argument):
    return client.request("workspace/executeCommand", {"command": name, "arguments": [{"uri": uri(path), **argument}]})


def failure(name, **argument):
    answer = client.try_request("workspace/executeCommand", {"command": name, "arguments": [{"uri": uri(path), **argument}]})
    return answer["error"]["message"]


# --- comparing: with another file, and with a text of another time; as romasc says it ---
found = command("romas.compare", **{"with": uri(other)})
said = subprocess.run([ROMASC, "--compare", "--format=json", other, path], capture_output=True, text=True, check=False)
wanted = json.loads(said.stdout)
assert not found["same"] and found["effects"] == wanted["effects"], found
assert [(d["message"], d["entity"], d["name"], d["field"], d["change"]) for d in found["differences"]] == \
    [(d["message"], d["entity"], d["name"], d["field"], d["change"]) for d in wanted["differences"]], found
(difference,) = found["differences"]
assert difference["first"]["uri"] == uri(other) and difference["second"]["uri"] == uri(path), difference
place = difference["second"]["range"]["start"]
assert place == {"line": wanted["differences"][0]["second"]["line"] - 1,
                 "character": wanted["differences"][0]["second"]["column"] - 1}, difference
assert difference["message"] in found["text"] or "shoulder" in found["text"], found["text"]
before = "<!-- old -->\n" + OTHER
found = command("romas.compare", **{"with": before})
(difference,) = found["differences"]
assert difference["first"].get("uri") is None and difference["first"]["range"]["start"]["line"] == place["line"] + 1, difference
found = command("romas.compare", **{"with": ARM})
assert found["same"] and found["differences"] == [] and found["text"].startswith("the same robot"), found
assert "has errors" in failure("romas.compare", **{"with": ARM.replace("<robot", "<robt", 1)})
assert "'with' is missing" in failure("romas.compare")
assert failure("romas.compare", **{"with": uri(FOLDER / "none.urdf")})

# --- the robot as data, with the poses of its links at zero ---
model = command("romas.model")
emitted = subprocess.run([ROMASC, path, "--emit=json", "-o", "-"], capture_output=True, text=True, check=True).stdout
assert model["model"] == json.loads(emitted) and model["root"].endswith("arm.urdf"), model
poses = {pose["link"]: pose for pose in model["poses"]}
assert set(poses) == {"base", "upper", "hand"} and {pose["root"] for pose in model["poses"]} == {"base"}
assert poses["base"]["pose"] == [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]
for got, want in zip(poses["hand"]["pose"], [0, -1, 0, 1, 0, 0, 0, 0, 1, 0, 0.25, 0.5], strict=True):
    assert math.isclose(got, want, abs_tol=1e-12), poses["hand"]


# --- it has changed: told to who asked, when the robot is another one ---
def told(of):
    return [n["params"]["uri"] for n in of.notifications if n["method"] == "romas/modelChanged"]


version = 1


def type_text(text):
    """All messages that follow have come when the answer is there."""
    global version
    version += 1
    for one in (client, silent):
        one.change(path, version, [{"text": text}])
        one.request("workspace/symbol", {"query": ""})
        while True:
            try:
                one.take(timeout=0.7)
            except Exception:  # noqa: BLE001  the queue is empty
                break


assert told(client) == []
type_text("<!-- a word -->\n" + ARM)
assert told(client) == []
type_text(ARM.replace("<link", "<li", 1))
assert told(client) == []
type_text(OTHER)
assert told(client) == [uri(path)], told(client)
assert command("romas.model")["poses"][2]["pose"][11] == 0.6
type_text(ARM)
assert told(client) == [uri(path)] * 2
assert told(silent) == []
assert silent.end() == 0

# --- keys of YAML, nested, half typed, through properties and parameters ---
(FOLDER / "sizes.yaml").write_text("""arm:
  lengths: {upper: 0.3, fore: 0.25}
  joints:
    - {name: a, limit: 1.5}
    - {name: b, limit: 2.5, "two words": 1}
mass: 2
""", encoding="utf-8")
XACRO = """<robot name="x" xmlns:xacro="http://www.ros.org/wiki/xacro">
  <xacro:property name="config" value="${xacro.load_yaml('sizes.yaml')}"/>
  <xacro:property name="arm" value="${config['arm']}"/>
  <xacro:macro name="bar" params="name sizes:=${arm['lengths']} rpy:='0 0 0' *origin">
    <link name="${name}">
      <visual><geometry><box size="${sizes['upper']} 1 1"/></geometry></visual>
    </link>
  </xacro:macro>
  <xacro:bar name="a"><origin/></xacro:bar>
</robot>
"""
robot = FOLDER / "x.urdf.xacro"
robot.write_text(XACRO, encoding="utf-8")
client.open(robot, XACRO)
assert client.wait_for_diagnostics(robot) == [], client.diagnostics


def complete(text, pattern):
    complete.version += 1
    client.change(robot, complete.version, [{"text": text}])
    at = find(text, pattern)
    items = client.at("textDocument/completion", robot, at)["items"]
    for item in items:
        edit = item["textEdit"]["range"]
        assert offset(text, edit["start"]) <= offset(text, at) <= offset(text, edit["end"]), item
    return {item["label"] for item in items}


complete.version = 1
# A new property: what stands in front of it means what it did.
line = '  <xacro:property name="n" value="${%s'
for typed, wanted in (("config['", {"arm", "mass"}), ("config['ar", {"arm", "mass"}), ("config['arm']['", {"lengths", "joints"}),
                      ("config['arm']['lengths']['", {"upper", "fore"}), ("arm['", {"lengths", "joints"}),
                      ("config['arm']['joints'][1]['", {"name", "limit", "two words"}), ("config.", {"arm", "mass"}),
                      ("config.arm.le", {"lengths", "joints"}), ("2 * config['arm'].lengths.", {"upper", "fore"}),
                      ("config['mass']['", set()), ("config['none']['", set()), ("unknown['", set()), ("config[name]['", set())):
    half = XACRO.replace("  <xacro:macro", line % typed + "\n  <xacro:macro", 1)
    got = complete(half, typed + "|")
    assert got == wanted, (typed, got)
    whole = XACRO.replace("  <xacro:macro", line % typed + "']}\"/>\n  <xacro:macro", 1)
    got = complete(whole, typed + "|")
    assert got == wanted, (typed, got)
assert complete(XACRO.replace("'upper'", "'"), "${sizes['|") == {"upper", "fore"}
# Nothing was evaluated yet: the name of the file is literal.
fresh = """<robot name="y" xmlns:xacro="http://www.ros.org/wiki/xacro">
  <xacro:property name="data" value="${xacro.load_yaml('sizes.yaml')}"/>
  <xacro:property name="n" value="${data['arm']['"""
robot = FOLDER / "y.urdf.xacro"
client.open(robot, fresh)
complete.version = 1
assert complete(fresh, "data['arm']['|") == {"lengths", "joints"}

# --- a macro with its parameters ---
robot = FOLDER / "x.urdf.xacro"
client.change(robot, 1000, [{"text": XACRO}])
value = client.at("textDocument/hover", robot, find(XACRO, '<xacro:b|ar name="a"'))["contents"]["value"]
assert "takes `name`, `sizes` (`${arm['lengths']}`), `rpy` (`'0 0 0'`), `*origin`" in value, value
assert "called at 1 place" in value, value
assert client.end() == 0
