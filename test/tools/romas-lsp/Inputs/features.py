"""Features on Inputs/arm.urdf: on the valid text, and while it is typed in."""

import pathlib
import shutil
import sys
import tempfile

from lsp_client import Client, edited, find, offset, position, uri

SERVER = sys.argv[1]
FOLDER = pathlib.Path(tempfile.mkdtemp(prefix="romas-lsp-")).resolve()
ARM = FOLDER / "arm.urdf"
shutil.copy(pathlib.Path(__file__).parent / "arm.urdf", ARM)


def places(text, locations):
    """Line (from 1) and text of each."""
    found = []
    for location in locations:
        span = location["range"]
        found.append((span["start"]["line"] + 1, text[offset(text, span["start"]):offset(text, span["end"])]))
    return found


def actions(client, text, pattern, **context):
    here = find(text, pattern)
    return client.request("textDocument/codeAction", {
        "textDocument": {"uri": uri(ARM)}, "range": {"start": here, "end": here}, "context": {"diagnostics": [], **context}})


client = Client(SERVER)
text = client.open(ARM)
diagnostics = client.wait_for_diagnostics(ARM)
(follower,) = [d for d in diagnostics if d["code"] == "mimic-range"]
assert follower["severity"] == 2 and follower["source"] == "romasc", follower
assert places(text, [follower]) == [(20, '<mimic joint="shoulder" multiplier="0.02"/>')]
assert places(text, [follower["relatedInformation"][0]["location"]])[0][0] == 15, follower

# --- hover ---
hover = client.at("textDocument/hover", ARM, find(text, 'parent link="ba|se"'))["contents"]["value"]
assert "mass 2 kg" in hover and "principal moments 0.02, 0.03, 0.04 kg m²" in hover, hover
assert "everything attached to it 3 kg in 3 links" in hover and "root of the robot" in hover, hover
hover = client.at("textDocument/hover", ARM, find(text, 'link name="up|per"'))["contents"]["value"]
assert "at zero in `base`: (0, 0, 0.5) m" in hover, hover
hover = client.at("textDocument/hover", ARM, find(text, 'joint name="shoul|der" type'))["contents"]["value"]
assert "-1.571 to 1 rad (-90° to 57.3°)" in hover and "axis at zero in `base`: (0, 1, 0)" in hover, hover
hover = client.at("textDocument/hover", ARM, find(text, 'joint name="😀gr|ip"'))["contents"]["value"]
assert "0 to 0.04 m (0 to 40 mm)" in hover and "q = 0.02 · q(`shoulder`)" in hover, hover
hover = client.at("textDocument/hover", ARM, find(text, 'material name="gr|ey"/>'))["contents"]["value"]
assert "rgba 0.5 0.5 0.5 1" in hover, hover
assert client.at("textDocument/hover", ARM, find(text, "|<transmission")) is None

# --- definition, references, highlight ---
shoulder = find(text, 'mimic joint="shoul|der"')
assert places(text, client.at("textDocument/definition", ARM, shoulder)) == [(13, "shoulder")]
assert places(text, client.at("textDocument/references", ARM, shoulder, context={"includeDeclaration": True})) == \
    [(13, "shoulder"), (20, "shoulder"), (24, "shoulder")]
assert places(text, client.at("textDocument/references", ARM, shoulder, context={"includeDeclaration": False})) == \
    [(20, "shoulder"), (24, "shoulder")]
upper = client.at("textDocument/documentHighlight", ARM, find(text, 'reference="up|per"'))
assert [(line, h["kind"]) for (line, _), h in zip(places(text, upper), upper)] == [(9, 3), (14, 2), (18, 2), (22, 2)], upper
assert client.at("textDocument/definition", ARM, {"line": 9999, "character": 5}) == []

# --- outline, search ---
(robot,) = client.request("textDocument/documentSymbol", {"textDocument": {"uri": uri(ARM)}})
assert robot["name"] == "arm" and robot["detail"] == "3 links, 2 joints"


def tree(symbol):
    return {symbol["name"]: [tree(child) for child in symbol["children"]]}


assert tree(robot) == {"arm": [{"grey": []}, {"base": [{"shoulder": [{"upper": [{"😀grip": [{"finger": []}]}]}]}]}]}, tree(robot)
found = client.request("workspace/symbol", {"query": "SHO"})
assert [(s["name"], s["containerName"]) for s in found] == [("shoulder", "arm")], found
assert client.request("workspace/symbol", {"query": "nothing"}) == []

# --- code actions ---
offered = actions(client, text, 'mult|iplier="0.02"')
assert [a["title"] for a in offered if "ignore" in a["title"]] == ["ignore 'mimic-range' here"], offered
silenced = edited(text, offered[-1]["edit"]["changes"][uri(ARM)])
assert "    <!-- romas: ignore mimic-range -->\n    <mimic" in silenced
client.change(ARM, 2, [{"text": silenced}])
client.wait_for_diagnostics(ARM, lambda found: not [d for d in found if d["code"] == "mimic-range"])

# A misspelt attribute: the fix, all fixes, and what they lead to.
wrong = text.replace('effort="10" velocity="2"', 'efort="10" velocity="2"')
client.change(ARM, 3, [{"text": wrong}])
found = client.wait_for_diagnostics(ARM, lambda found: [d for d in found if "efort" in d["message"]])
offered = [a for a in actions(client, wrong, 'ef|ort="10"') if a["title"].startswith("replace 'efort' by 'effort'")]
assert len(offered) == 1 and edited(wrong, offered[0]["edit"]["changes"][uri(ARM)]) == text, offered
assert actions(client, wrong, 'ef|ort="10"', only=["refactor"]) == []

# --- half-typed: what was meant before still counts, and says so ---
broken = text.replace('<link name="finger"/>', '<link name="finger"')
client.change(ARM, 4, [{"text": broken}])
client.wait_for_diagnostics(ARM, lambda found: [d for d in found if d["severity"] == 1])
hover = client.at("textDocument/hover", ARM, find(broken, 'mimic joint="shoul|der"'))["contents"]["value"]
assert "revolute joint" in hover and "before the last edits" in hover, hover
assert places(broken, client.at("textDocument/definition", ARM, find(broken, 'mimic joint="shoul|der"'))) == [(13, "shoulder")]
refused = client.try_request("textDocument/prepareRename", {"textDocument": {"uri": uri(ARM)}, "position": shoulder})
assert refused["error"]["message"] == "the text has errors; fix them first", refused

# --- names show as they are, whatever markdown means by their characters ---
odd = FOLDER / "o_*d_.urdf"
names = ("`a``b`", "*c* [d](e)", "&lt;_f_")
odd.write_text("".join(["<robot name='odd'>", *(f"<link name='{name}'/>" for name in names),
                        *(f"<joint name='j{i}' type='fixed'><parent link='{names[0]}'/><child link='{names[i]}'/></joint>" for i in (1, 2)),
                        "</robot>"]), encoding="utf-8")
content = client.open(odd)
for mark, shown in (("name='|`a", "**link** ``` `a``b` ```\n"), ("name='|*c", "**link** `*c* [d](e)`\n"), ("name='|&", "**link** `<_f_`\n")):
    hover = client.at("textDocument/hover", odd, find(content, mark))["contents"]["value"]
    assert hover.startswith(shown), (shown, hover)
client.notify("textDocument/didClose", {"textDocument": {"uri": uri(odd)}})

# --- the Block of a part of an assembly is defined in its library ---
assembly = pathlib.Path(__file__).parents[4] / "examples/six-axis/six-axis.assembly.xml"
content = client.open(assembly)
(place,) = client.at("textDocument/definition", assembly, find(content, 'blockId="|'))
name = content.split('blockId="')[1].split('"')[0]
assert place["uri"] == uri(assembly.parent / "arm.block.xml"), place
library = (assembly.parent / "arm.block.xml").read_text(encoding="utf-8")
assert library[offset(library, place["range"]["start"]):offset(library, place["range"]["end"])] == name, place
# --- and the Part is named by its id, nowhere else in its tag ---
def why_not(mark):
    place = {"textDocument": {"uri": uri(assembly)}, "position": find(content, mark)}
    return client.try_request("textDocument/prepareRename", place)["error"]["message"]
for mark in ('<Pa|rt id="1"', 'parent|Id="0"', 'parentId="0|"', 'jointType="revo|lute"'):
    assert why_not(mark) == "there is no name of a robot or program here", (mark, why_not(mark))
assert "is computed" in why_not('<Part id="|1"'), why_not('<Part id="|1"')
client.notify("textDocument/didClose", {"textDocument": {"uri": uri(assembly)}})

# --- the library of a plugin is defined where the workspace builds it ---
source = FOLDER / "drivers"
source.mkdir()
targets = "project(drivers)\n# add_library(own)\nadd_executable(own a.cpp)\nadd_library(\n  own SHARED a.cpp)\nadd_library(${PROJECT_NAME} SHARED b.cpp)\n"
(source / "CMakeLists.txt").write_text(targets, encoding="utf-8")
with_plugins = FOLDER / "plugins.urdf"
with_plugins.write_text("<robot name='p'><link name='a'/>" + "".join(
    f"<gazebo><plugin name='{name}' filename='{name}'/></gazebo>" for name in ("libown.so", "lib/libdrivers.so", "libother.so", "libown2.so")) + "</robot>",
    encoding="utf-8")
elsewhere = Client(sys.argv[1], folder=FOLDER)
content = elsewhere.open(with_plugins)
for name, line in (("libown.so", 4), ("lib/libdrivers.so", 5), ("libother.so", None), ("libown2.so", None)):
    answer = elsewhere.at("textDocument/definition", with_plugins, find(content, f"filename='li|{name[2:]}"))
    assert [(place["uri"], place["range"]["start"]["line"]) for place in answer] == ([] if line is None else [(uri(source / "CMakeLists.txt"), line)]), (name, answer)
assert elsewhere.end() == 0

# --- closed: its findings go ---
client.notify("textDocument/didClose", {"textDocument": {"uri": uri(ARM)}})
client.wait_for_diagnostics(ARM, lambda found: found == [])
assert client.end() == 0
shutil.rmtree(FOLDER)
