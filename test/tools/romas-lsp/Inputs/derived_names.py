"""Renaming a name from which texts make others: of a macro's call, of an instance of a module. The user is asked, and all files follow."""

import pathlib
import re
import subprocess
import sys
import tempfile

from lsp_client import Client, edited, find, uri

server, romasc = sys.argv[1:]
FOLDER = pathlib.Path(tempfile.mkdtemp(prefix="romas-lsp-")).resolve()
ASKS = {"workspace": {"workspaceEdit": {"documentChanges": True, "changeAnnotationSupport": {"groupsOnLabel": True}}}}
INERTIAL = '<inertial><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>'
TEXTS = {
    "cart.urdf.xacro": f"""<robot name="cart" xmlns:xacro="http://www.ros.org/wiki/xacro">
  <xacro:macro name="wheel" params="name parent">
    <link name="${{name}}">{INERTIAL}</link>
    <joint name="${{name}}_joint" type="revolute">
      <parent link="${{parent}}"/>
      <child link="${{name}}"/>
      <axis xyz="0 0 1"/>
      <limit lower="-1" upper="1" effort="2" velocity="3"/>
    </joint>
  </xacro:macro>
  <link name="base">{INERTIAL}</link>
  <xacro:wheel name="left" parent="base"/>
  <xacro:wheel name="right" parent="base"/>
  <link name="tool">{INERTIAL}</link>
  <joint name="grip" type="prismatic">
    <parent link="left"/>
    <child link="tool"/>
    <axis xyz="0 0 1"/>
    <limit lower="-1" upper="1" effort="2" velocity="3"/>
    <mimic joint="left_joint"/>
  </joint>
</robot>
""",
    "cart.srdf": """<robot name="cart">
  <group name="wheels"><joint name="left_joint"/><joint name="right_joint"/></group>
  <disable_collisions link1="left" link2="tool" reason="Adjacent"/>
</robot>
""",
    "controllers.yaml": "controller:\n  ros__parameters:\n    joints: [left_joint, right_joint, grip]\n",
    "walker.romas": """module leg(body: link) {
  link hip { solid box (1, 1, 1) m mass 1 kg; }
  joint swing : revolute body -> hip { axis z; limit -1 rad .. 1 rad effort 2 N*m velocity 3 rad/s; }
}
robot walker {
  link body { solid box (1, 1, 1) m mass 1 kg; }
  use leg(body) as left;
  use leg(left.hip) as toe named "tip";
}
""",
    "walker.yaml": "controller:\n  ros__parameters:\n    joints: [left_swing, tip_swing]\n",
}


def put(texts):
    for name, text in texts.items():
        (FOLDER / name).write_text(text, encoding="utf-8")


def made(name):
    run = subprocess.run([romasc, FOLDER / name, "--emit=none" if name.endswith("srdf") else "--emit=urdf", "-o", "-"],
                         capture_output=True, text=True, check=False)
    return run.returncode, run.stdout, re.sub(r"\S+:\d+:\d+", "", run.stderr)


def ask(name, mark, new, capabilities):
    client = Client(server, folder=FOLDER, capabilities=capabilities)
    client.open(FOLDER / name, TEXTS[name], language="romas" if name.endswith("romas") else "xml")
    answer = client.try_request("textDocument/rename", {
        "textDocument": {"uri": uri(FOLDER / name)}, "position": find(TEXTS[name], mark), "newName": new})
    assert client.end() == 0
    return answer


def changed(answer):
    """The texts afterwards, and the label that the user confirms for every edit."""
    texts, (annotation,) = dict(TEXTS), answer["changeAnnotations"].values()
    for file in answer["documentChanges"]:
        name = pathlib.Path(file["textDocument"]["uri"]).name
        assert all(edit["annotationId"] in answer["changeAnnotations"] for edit in file["edits"])
        texts[name] = edited(texts[name], file["edits"])
    assert annotation["needsConfirmation"]
    return texts, annotation["label"]


put(TEXTS)
robots = [name for name in TEXTS if not name.endswith("yaml")]
before = {name: made(name) for name in robots}
assert all(status == 0 for status, _, _ in before.values()), before

# --- the name of a call makes a link and its joint ---
texts, label = changed(ask("cart.urdf.xacro", 'wheel name="le|ft"', "port", ASKS)["result"])
assert label == "also renames joint 'left_joint' to 'port_joint'", label
assert texts["cart.urdf.xacro"] == TEXTS["cart.urdf.xacro"].replace('"left', '"port'), texts
assert texts["cart.srdf"] == TEXTS["cart.srdf"].replace('"left', '"port'), texts
assert texts["controllers.yaml"] == TEXTS["controllers.yaml"].replace("left_", "port_"), texts
put(texts)
for name in robots:
    if name.startswith("cart"):
        status, output, messages = made(name)
        assert (status, output.replace("port", "left"), messages.replace("port", "left")) == before[name], (name, made(name))
put(TEXTS)

# --- an editor that cannot ask is told which others would change ---
for capabilities in ({}, {"workspace": {"workspaceEdit": {"documentChanges": True}}}):
    refused = ask("cart.urdf.xacro", 'wheel name="le|ft"', "port", capabilities)["error"]["message"]
    assert "joint 'left_joint' to 'port_joint'" in refused, refused
# --- only the joint: nothing else is made from its end ---
answer = ask("cart.urdf.xacro", 'name="${name}_jo|int"', "left_hinge", ASKS)
assert "changeAnnotations" not in answer["result"], answer
# --- a name that is taken ---
assert "error" in ask("cart.urdf.xacro", 'wheel name="le|ft"', "right", ASKS)
assert "error" in ask("cart.urdf.xacro", 'wheel name="le|ft"', "tool", ASKS)
assert "error" in ask("cart.urdf.xacro", 'link name="to|ol"', "base", ASKS)

# --- an instance of a module, and a text that names one ---
for mark, old, new in (("as le|ft", "left", "fore"), ('named "t|ip', "tip", "end")):
    texts, label = changed(ask("walker.romas", mark, new, ASKS)["result"])
    assert label == f"also renames joint '{old}_swing' to '{new}_swing', link '{old}_hip' to '{new}_hip'", label
    assert texts["walker.romas"] == re.sub(rf"\b{old}\b", new, TEXTS["walker.romas"]), texts
    assert texts["walker.yaml"] == TEXTS["walker.yaml"].replace(f"{old}_", f"{new}_"), texts
    put(texts)
    status, output, messages = made("walker.romas")
    assert (status, output.replace(f"{new}_", f"{old}_"), messages) == before["walker.romas"], output
    put(TEXTS)
    refused = ask("walker.romas", mark, new, {})["error"]["message"]
    assert f"link '{old}_hip' to '{new}_hip'" in refused, refused
