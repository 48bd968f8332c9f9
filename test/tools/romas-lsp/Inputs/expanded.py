"""Places of an expanded text in what was written, and places of what was written in the expanded text."""

import pathlib
import subprocess
import sys
import tempfile

from lsp_client import Client, find, offset, uri

SERVER, ROMASC = sys.argv[1:]
FOLDER = pathlib.Path(tempfile.mkdtemp(prefix="romas-lsp-")).resolve() / "robots"
FOLDER.mkdir()
ARM = """<robot name="arm" xmlns:xacro="http://www.ros.org/wiki/xacro">
  <xacro:include filename="parts.xacro"/>
  <!-- 😀 --> <link name="base"/>
  <xacro:pair side="left"/>
  <xacro:pair side="right"/>
</robot>
"""
PARTS = """<robot xmlns:xacro="http://www.ros.org/wiki/xacro">
  <xacro:property name="width" value="0.5"/>
  <material name="grey"/>
  <xacro:macro name="pair" params="side">
    <xacro:one name="${side}_upper"><origin xyz="${width} 0 0"/></xacro:one>
    <xacro:one name="${side}_lower"><origin xyz="0 0 0"/></xacro:one>
  </xacro:macro>
  <xacro:macro name="one" params="name *place">
    <link name="${name}"><visual><xacro:insert_block name="place"/><geometry><box size="1 1 ${width}"/></geometry></visual></link>
    <joint name="${name}_joint" type="fixed"><parent link="base"/><child link="${name}"/></joint>
  </xacro:macro>
</robot>
"""
arm, parts = FOLDER / "arm.urdf.xacro", FOLDER / "parts.xacro"
arm.write_text(ARM, encoding="utf-8")
parts.write_text(PARTS, encoding="utf-8")
client = Client(SERVER, folder=FOLDER)
client.open(arm, ARM)
client.open(parts, PARTS)
assert client.wait_for_diagnostics(arm) == [], client.diagnostics
WRITTEN = {uri(arm): ARM, uri(parts): PARTS}


def piece(text, span):
    return text[offset(text, span["start"]):offset(text, span["end"])]


def expanded(path, **more):
    answer = client.try_request("workspace/executeCommand", {"command": "romas.expanded", "arguments": [{"uri": uri(path), **more}]})
    assert "error" not in answer, answer
    (shown,) = answer["result"]
    return shown


def chain(shown, place):
    """The steps of a place, innermost first: what each is, its name, and the text of its place."""
    step, steps = place.get("step"), []
    while step is not None:
        one = shown["steps"][step]
        assert "outer" not in one or one["outer"] < step, shown["steps"]
        steps.append((one["kind"], one["name"], piece(WRITTEN[one["place"]["uri"]], one["place"]["range"])))
        step = one.get("outer")
    return steps


# --- the text, and what each part of it was written as ---
shown = expanded(arm)
text = shown["text"]
said = subprocess.run([ROMASC, arm, "--emit=expanded", "-o", "-"], capture_output=True, text=True, check=True)
assert text == said.stdout and shown["name"] == "arm.urdf" and shown["isStale"] is False and "found" not in shown, shown
by_text = {}
for place in shown["places"]:
    by_text.setdefault(piece(text, place["range"]).split("\n")[0], []).append(place)
    written = piece(WRITTEN[place["written"]["uri"]], place["written"]["range"])
    word = piece(text, place["range"])[:4]
    assert written.startswith(word) or written.startswith("${"), (word, written)
ranges = [(place["range"]["start"]["line"], place["range"]["start"]["character"]) for place in shown["places"]]
assert ranges == sorted(ranges), ranges
(base,) = by_text['<link name="base"/>']
assert base["written"] == {"uri": uri(arm), "range": {"start": {"line": 2, "character": 14}, "end": {"line": 2, "character": 33}}}, base
assert "step" not in base, base
(link,) = by_text['<link name="right_lower">']
assert piece(PARTS, link["written"]["range"]) == '<link name="${name}">' and link["written"]["uri"] == uri(parts), link
assert chain(shown, link) == [("macro", "one", '<xacro:one name="${side}_lower">'), ("macro", "pair", '<xacro:pair side="right"/>')], chain(shown, link)
upper = by_text['<origin xyz="0.5 0 0"/>'][1]
assert chain(shown, upper)[0] == ("block", "place", '<xacro:insert_block name="place"/>'), chain(shown, upper)
assert chain(shown, upper)[-1][1:] == ("pair", '<xacro:pair side="right"/>'), chain(shown, upper)
(grey,) = by_text['<material name="grey"/>']
assert chain(shown, grey) == [("include", "", '<xacro:include filename="parts.xacro"/>')], chain(shown, grey)


# --- from what was written to the text ---
def found(path, pattern, written=None):
    shown = expanded(path, position=find(written or WRITTEN[uri(path)], pattern))
    return [piece(shown["text"], span).split("\n")[0] for span in shown["found"]]


LINKS = [f'<link name="{side}_{part}">' for side in ("left", "right") for part in ("upper", "lower")]
assert found(arm, 'link na|me="base"') == ['name="base"']
assert found(arm, '<li|nk name="base"') == ['<link name="base"/>']
assert found(arm, "<!-- |") == ["<!-- 😀 -->"]
assert found(parts, '<li|nk name="${name}"') == LINKS
assert found(parts, 'link="${na|me}"') == [f'link="{name[12:-2]}"' for name in LINKS]
# A call stands for what came of it, whole; an inner one for that of each outer one.
joints = [name.replace("<link", "<joint").replace('">', '_joint" type="fixed">') for name in LINKS]
both = [one for pair in zip(LINKS, joints, strict=True) for one in pair]
assert found(arm, '<xacro:pa|ir side="left"') == both[:4], found(arm, '<xacro:pa|ir side="left"')
assert found(parts, '<xacro:o|ne name="${side}_upper"') == both[:2] + both[4:6]
assert found(parts, "<xacro:insert_b|lock") == ['<origin xyz="0.5 0 0"/>', '<origin xyz="0 0 0"/>'] * 2
assert found(arm, "<xacro:incl|ude")[0] == '<material name="grey"/>'
# The name of a macro for all of its calls, a value for what takes it whole.
assert found(parts, 'macro name="pa|ir"') == both
assert found(parts, 'macro name="on|e"') == both
assert found(parts, '<xacro:property name="width" value="0|.5"') == []  # nothing is exactly it
# Its lens asks for just that.
lenses = client.request("textDocument/codeLens", {"textDocument": {"uri": uri(parts)}})
asked = [lens["command"]["arguments"][0] for lens in lenses if lens["command"]["title"] == "expanded text"]
assert [one.get("position", {}).get("line") for one in asked] == [3, 7, None], lenses
shown = expanded(parts, position=asked[0]["position"])
assert len(shown["found"]) == len(both), shown["found"]
whole = PARTS.replace('size="1 1 ${width}"', 'size="${width}"')
client.change(parts, 2, [{"text": whole}])
assert found(parts, 'value="0|.5"', whole) == ['size="0.5"'] * 4
assert found(parts, 'origin x|yz="${width}', whole) == ['xyz="0.5 0 0"'] * 2
client.change(parts, 3, [{"text": PARTS}])
assert expanded(arm)["text"] == text

# --- of several robots the active one, or that of the label ---
other = FOLDER / "other.urdf.xacro"
other.write_text(ARM.replace('name="arm"', 'name="other"').replace("base", "stand"), encoding="utf-8")
client.open(other)
client.wait_for_diagnostics(other)
labels = client.request("workspace/executeCommand", {"command": "romas.roots", "arguments": [{"uri": uri(parts)}]})
assert {pathlib.Path(one["label"]).name for one in labels} == {"arm.urdf.xacro", "other.urdf.xacro"}, labels
for one in labels:
    shown = expanded(parts, root=one["label"], position=find(PARTS, "child li|nk="))
    assert shown["name"] == pathlib.Path(one["label"]).name.removesuffix(".xacro") and len(shown["found"]) == 4, shown["name"]
answer = client.try_request("workspace/executeCommand", {"command": "romas.expanded", "arguments": [{"uri": uri(parts), "root": "leg"}]})
assert answer["error"]["message"] == "no robot 'leg' reads the document", answer
client.notify("textDocument/didClose", {"textDocument": {"uri": uri(other)}})

# --- half typed: the last text that there was, with the places of now ---
half = ARM.replace("  <xacro:pair", "  <link name=\n  <xacro:pair", 1)
client.change(arm, 2, [{"text": half}])
WRITTEN[uri(arm)] = half
shown = expanded(arm)
assert shown["isStale"] is True and shown["text"] == text, shown["isStale"]
(place,) = [place for place in shown["places"] if piece(text, place["range"]).startswith('<link name="right_lower"')]
assert chain(shown, place)[-1] == ("macro", "pair", '<xacro:pair side="right"/>'), chain(shown, place)
assert found(arm, '<xacro:pa|ir side="right"') == both[4:]
client.change(arm, 3, [{"text": ARM}])
WRITTEN[uri(arm)] = ARM
assert expanded(arm)["isStale"] is False
# An error of xacro that parses: in a file that the robot reads, too.
client.change(parts, 4, [{"text": PARTS.replace("${side}_upper", "${sid}_upper")}])
assert expanded(arm)["isStale"] is True and expanded(arm)["text"] == text
client.change(parts, 5, [{"text": PARTS}])

# --- what never could be expanded is said ---
broken = FOLDER / "broken.urdf.xacro"
client.open(broken, '<robot name="b" xmlns:xacro="http://www.ros.org/wiki/xacro"><xacro:none/></robot>')
answer = client.try_request("workspace/executeCommand", {"command": "romas.expanded", "arguments": [{"uri": uri(broken)}]})
assert "has errors" in answer["error"]["message"] and "none" in answer["error"]["message"], answer
# Plain URDF is what it is.
plain = FOLDER / "plain.urdf"
client.open(plain, '<robot name="p">\n  <link name="base"/>\n</robot>\n')
shown = expanded(plain, position={"line": 1, "character": 4})
assert [piece(shown["text"], span) for span in shown["found"]] == ['<link name="base"/>'], shown
assert shown["steps"] == [], shown
assert client.end() == 0
