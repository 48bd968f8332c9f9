"""Features on Inputs/mjcf: a robot over an included file with classes, an attached model and replicas."""

import pathlib
import shutil
import sys
import tempfile

from lsp_client import Client, edited, find, offset, position, uri
from renaming import Shown

FOLDER = pathlib.Path(tempfile.mkdtemp(prefix="romas-lsp-")).resolve() / "mjcf"
shutil.copytree(pathlib.Path(__file__).parent / "mjcf", FOLDER)
ARM, CLASSES, TOOL, SCENE = (FOLDER / name for name in ("arm.xml", "classes.xml", "tool.xml", "scene.xml"))
client = Client(sys.argv[1], folder=FOLDER)
shown = Shown(client, [SCENE, ARM, TOOL, CLASSES])  # no findings: the fragment is read in its robots
ARM_TEXT = shown.texts[ARM]


def places(locations):
    """File, line (from 1) and text of each."""
    found = []
    for location in locations:
        path = next(path for path in (ARM, CLASSES, TOOL, SCENE) if uri(path) == location["uri"])
        text, span = path.read_text(encoding="utf-8"), location["range"]
        found.append((path.name, text[offset(text, span["start"]):offset(text, span["end"])]))
    return sorted(found)


def definition(path, pattern):
    return places(client.at("textDocument/definition", path, find(shown.texts[path], pattern)))


def references(path, pattern):
    return places(client.at("textDocument/references", path, find(shown.texts[path], pattern),
                            context={"includeDeclaration": True}))


def hover(path, pattern):
    answer = client.at("textDocument/hover", path, find(shown.texts[path], pattern))
    return answer and answer["contents"]["value"]


# --- definitions and references, by kind ---
assert definition(ARM, 'joint2="should|er"') == [("arm.xml", "shoulder")]
assert definition(ARM, 'childclass="ar|m"') == [("classes.xml", "arm")]
assert definition(TOOL, 'range="0 45" class="|arm"') == [("tool.xml", "arm")], "a class of its own file"
assert definition(CLASSES, 'material="st|eel"') == [("arm.xml", "steel")]
assert definition(ARM, 'geom class="seen" mesh="hous|ing"') == [("arm.xml", "housing")]
assert definition(ARM, 'objtype="site" objname="t|ip"') == [("arm.xml", "tip")]
assert definition(ARM, 'objtype="body" objname="up|per"') == [("arm.xml", "upper")]
assert definition(ARM, 'body="grip|per"') == [("tool.xml", "gripper")]
assert definition(ARM, 'joint="left_fin|ger"') == [("tool.xml", "finger")]
assert definition(ARM, 'site="ho|ok"') == [("arm.xml", "hook")], "of both copies"
assert definition(ARM, 'target="up|per"') == [("arm.xml", "upper")]
assert references(ARM, 'body name="up|per"') == [("arm.xml", "upper")] * 3 + [("scene.xml", "upper")]
assert references(ARM, 'joint name="shoul|der"') == [("arm.xml", "shoulder")] * 5
assert references(CLASSES, 'class="se|en"') == [("arm.xml", "seen"), ("classes.xml", "seen")]
assert references(CLASSES, 'class="ar|m"') == [("arm.xml", "arm")] * 2 + [("classes.xml", "arm")]
highlights = client.at("textDocument/documentHighlight", ARM, find(ARM_TEXT, 'tendon="s|um"'))
assert [h["kind"] for h in highlights] == [3, 2], highlights

# --- hover ---
assert "mass 1 kg" in hover(ARM, 'body name="up|per"') and "at zero in `world`: (0, 0, 0.5) m" in hover(ARM, 'body name="up|per"')
assert "-1.571 to 1 rad (-90° to 57.3°)" in hover(ARM, 'joint="should|er" coef')
assert "**site** `tip`" in hover(ARM, 'site name="t|ip"') and "named at 2 places" in hover(ARM, 'site name="t|ip"')
assert "**default class** `seen`" in hover(ARM, 'class="se|en"') and "defined at classes.xml:6" in hover(ARM, 'class="se|en"')
assert "rgba 0.5 0.5 0.5 1" in hover(CLASSES, 'material="ste|el"')
assert "4 triangles" in hover(ARM, 'file="blo|ck.obj"'), hover(ARM, 'file="blo|ck.obj"')
assert hover(ARM, 'range="-1.57|08 1"') == "-1.571 rad = -90°"
assert hover(ARM, 'range="0 0.|5"') == "0.5 m = 500 mm"
assert hover(TOOL, 'range="0 4|5"') == "45° = 0.7854 rad"
assert hover(CLASSES, 'range="-2 |2"') == "2 rad = 114.6°", "the robot's <compiler> says the unit"
assert hover(ARM, 'mass="0.|5"') == "0.5 kg = 500 g"
assert "polynomial" in hover(ARM, '<jo|int name="couple"') and "a way that the body moves" in hover(ARM, '<jo|int name="elbow"')
assert "bits" in hover(CLASSES, 'con|type="0"') and "weight of the joint" in hover(ARM, 'co|ef="1"')

# --- outline, search ---
(robot,) = client.request("textDocument/documentSymbol", {"textDocument": {"uri": uri(ARM)}})


def tree(symbol):
    return {symbol["name"]: [tree(child) for child in symbol["children"]]}


(world,) = [symbol["world"] for symbol in tree(robot)["arm"] if "world" in symbol]
assert world[0] == {"base": [{"shoulder": [{"upper": [{"elbow": [{"fore": []}]}]}]}]}, world
assert {s["name"] for s in client.request("workspace/symbol", {"query": "claw"})} == {"claw", "left_claw"}

# --- links ---
linked = [link["target"] for link in client.request("textDocument/documentLink", {"textDocument": {"uri": uri(ARM)}})]
assert linked.count(uri(FOLDER / "meshes/block.obj")) == 1 and uri(CLASSES) in linked and uri(TOOL) in linked, linked


# --- completion, in whole and half-typed texts ---
def complete(path, text, pattern):
    before = shown.texts[path]
    shown.put(path, text.replace("|", "", 1) if "|" in text else text)
    items = client.at("textDocument/completion", path, find(shown.texts[path], pattern))["items"]
    shown.put(path, before)
    return [item["label"] for item in items]


def typed(old, new, pattern):
    return complete(ARM, ARM_TEXT.replace(old, new, 1), pattern)


in_body = typed('<site name="tip"', '<\n<site name="tip"', "<|\n")
assert {"body", "joint", "geom", "site", "inertial", "replicate", "attach"} & set(in_body) == \
    {"body", "joint", "geom", "site", "replicate", "attach"} and "motor" not in in_body, in_body
assert {"position", "motor", "muscle"} <= set(typed("<actuator>", "<actuator><", "<actuator><|"))
assert "actuator" not in typed("<actuator>", "<actuator><", "<actuator><|")
assert typed('childclass="arm"', 'childclass="', 'childclass="|') == ["arm", "seen"]
assert typed('mesh="housing"', 'mesh=""', 'mesh="|"') == ["housing", "spare"]
assert typed('material="steel"', 'material=""', 'material="|"') == ["steel"], "not that of the attached model"
assert set(typed('joint1="elbow"', 'joint1=""', 'joint1="|"')) == {"shoulder", "elbow", "left_finger", "roll", "roll0", "roll1"}
assert "wagon" in typed('body2="fore"', 'body2="', 'body2="|') and "tip" not in typed('body2="fore"', 'body2="', 'body2="|')
assert set(typed('objname="tip"', 'objname=""', 'objname="|"')) >= {"tip", "hook"}
assert "upper" not in typed('objname="tip"', 'objname=""', 'objname="|"')
assert set(typed('type="slide"', 'type=""', 'type="|"')) == {"free", "ball", "slide", "hinge"}
assert typed('file="block.obj"', 'file="bl"', 'file="bl|"') == ["block.obj", "spare.obj"], "in meshdir"
assert "classes.xml" in typed('file="classes.xml"', 'file=""', 'file="|"')
attributes = typed('<site name="tip"', '<site  name="tip"', "<site | name")
assert {"quat", "size", "euler"} <= set(attributes) and not {"name", "pos", "range"} & set(attributes), attributes
assert complete(CLASSES, shown.texts[CLASSES].replace("<default>", "<default><", 1), "<default><|")[:1] != []

# --- renaming: over files, and refused where a name is put together ---
everything = dict(shown.texts)
for path, place, old in ((ARM, 'body name="|upper"', "upper"), (ARM, 'joint name="|shoulder"', "shoulder"),
                         (ARM, 'site name="|tip"', "tip"), (ARM, 'geom name="|base_shape"', "base_shape"),
                         (ARM, 'mesh name="|housing"', "housing"), (ARM, 'texture name="|grid"', "grid"),
                         (CLASSES, 'class="|arm"', "arm"), (CLASSES, 'class="|seen"', "seen"),
                         (CLASSES, 'material="|steel"', "steel"), (TOOL, 'class="|arm"', "arm"),
                         (TOOL, 'material name="|grip"', "grip"), (ARM, 'fixed name="|sum"', "sum"),
                         (ARM, 'position name="|drive"', "drive"), (ARM, 'name="|couple"', "couple"),
                         (ARM, 'name="|angle"', "angle"), (ARM, 'light name="|lamp"', "lamp"),
                         (ARM, 'model name="|tool"', "tool"), (ARM, 'mujoco model="|arm"', "arm")):
    shown.rename_and_back(path, place, old, "renamed_by_the_test")
assert shown.texts == everything


def refusal(path, place, name="other"):
    return shown.rename(path, place, name)["error"]["message"]


assert "is computed" in refusal(TOOL, 'joint name="|finger"'), "the prefix of <attach>"
assert "is computed" in refusal(ARM, 'joint name="|roll"'), "the number of a copy"
assert "is computed" in refusal(ARM, 'mesh file="sp|are.obj"') or "no name" in refusal(ARM, 'mesh file="sp|are.obj"')
assert "'elbow' already" in refusal(ARM, 'joint name="|shoulder"', "elbow")
assert "'seen' already" in refusal(CLASSES, 'class="|arm"', "seen")
assert "in other formats" in refusal(ARM, 'site name="|tip"', "upper"), "bodies and sites are links and frames elsewhere"
assert shown.texts == everything

# --- a scene that includes the robot ---
assert places(client.at("textDocument/definition", SCENE, find(shown.texts[SCENE], 'body2="up|per"'))) == [("arm.xml", "upper")]
shown.rename_and_back(SCENE, 'body2="|upper"', "upper", "renamed_by_the_test")

# --- half typed: findings with fixes, and what was meant before ---
wrong = ARM_TEXT.replace('joint="shoulder" kp', 'joint="shouldr" kp')
shown.put(ARM, wrong)
(finding,) = client.wait_for_diagnostics(ARM, lambda found: [d for d in found if "shouldr" in d["message"]])
here = find(wrong, 'joint="sh|ouldr"')
offered = client.request("textDocument/codeAction", {"textDocument": {"uri": uri(ARM)}, "range": {"start": here, "end": here},
                                                     "context": {"diagnostics": []}})
fixes = [a for a in offered if "shoulder" in a["title"]]
assert len(fixes) == 1 and edited(wrong, fixes[0]["edit"]["changes"][uri(ARM)]) == ARM_TEXT, offered
shown.put(ARM, ARM_TEXT.replace("</worldbody>", "</worldbod"))
client.wait_for_diagnostics(ARM, lambda found: [d for d in found if d["severity"] == 1 and "shouldr" not in d["message"]])
assert "before the last edits" in hover(ARM, 'joint="should|er" coef')
assert client.end() == 0
shutil.rmtree(FOLDER.parent)
