"""Tests typing and how a text is shown: on Inputs/bars (xacro with a macro file and YAML), whole and half typed."""

import pathlib
import shutil
import subprocess
import sys
import tempfile

from lsp_client import Client, edited, find, offset, position, uri

SERVER, ROMASC = sys.argv[1:]
FOLDER = pathlib.Path(tempfile.mkdtemp(prefix="romas-lsp-")).resolve() / "bars"
shutil.copytree(pathlib.Path(__file__).parent / "bars", FOLDER)
ARM, PARTS = FOLDER / "arm.urdf.xacro", FOLDER / "parts.xacro"
(FOLDER / "package.xml").write_text("<package format='3'><name>bars_description</name></package>", encoding="utf-8")

client = Client(SERVER, folder=FOLDER, options={"hints": {"mass": False}},
                capabilities={"textDocument": {"completion": {"completionItem": {"snippetSupport": True}}}})
arm, parts = client.open(ARM), client.open(PARTS)
assert client.wait_for_diagnostics(ARM) == [] and client.wait_for_diagnostics(PARTS) == []
whole = {"start": {"line": 0, "character": 0}, "end": {"line": 999, "character": 0}}


def document(path, **more):
    return {"textDocument": {"uri": uri(path)}, **more}


def complete(path, text, pattern):
    """Labels, and the text after each was taken, by label; the first of a name."""
    at = find(text, pattern)
    found = {}
    for item in client.at("textDocument/completion", path, at)["items"]:
        edit = item["textEdit"]
        assert offset(text, edit["range"]["start"]) <= offset(text, at) <= offset(text, edit["range"]["end"]), item
        found.setdefault(item["label"], edited(text, [edit]))
    return found


def typed(path, text, old, new):
    """Changes a text and gives it."""
    assert old in text
    changed = text.replace(old, new, 1)
    typed.version += 1
    client.change(path, typed.version, [{"text": changed}])
    return changed


typed.version = 1

# --- completion: macros of another file, names of the robot, files, packages, keys of snippets ---
found = complete(ARM, arm, '|<link name="base"/>')
assert "xacro:bar" in found and "joint" in found and "xacro:include" in found, found.keys()
assert '<xacro:bar prefix="$1">\n  $0\n</xacro:bar>' in found["xacro:bar"], found["xacro:bar"]
assert "parent" in found["joint"] and "$1" in found["joint"], found["joint"]
half = typed(ARM, arm, '<link name="base"/>', '<link name="base"/>\n  <joint name="j" type="fixed"><parent link="')
found = complete(ARM, half, '<parent link="|')
assert {"base", "left_bar", "right_bar"} <= found.keys(), found.keys()
half = typed(ARM, arm, 'length="${long}"', 'length="${')
found = complete(ARM, half, 'length="${|')
assert {"long", "config", "pi", "sin"} <= found.keys(), found.keys()
half = typed(ARM, arm, 'filename="parts.xacro"', 'filename="pa"')
assert set(complete(ARM, half, 'filename="pa|"')) >= {"parts.xacro"}, complete(ARM, half, 'filename="pa|"').keys()
half = typed(ARM, arm, 'filename="parts.xacro"', 'filename="$(find bars_"')
assert "bars_description" in complete(ARM, half, '$(find bars_|"')
half = typed(ARM, arm, 'filename="parts.xacro"', 'filename="$(find bars_description)/')
assert {"parts.xacro", "sizes.yaml"} <= complete(ARM, half, '$(find bars_description)/|').keys()
half = typed(ARM, arm, '<link name="base"/>', '<lin')
found = complete(ARM, half, '<lin|')
assert found["link"] == half.replace('<lin', '<link name="$1">$0</link>'), found["link"]
typed(ARM, arm, "<link", "<link")

# --- a macro's parameters, while it is called ---
help_ = client.at("textDocument/signatureHelp", ARM, find(arm, '<xacro:bar prefix="$(arg side)" len|gth'))
assert help_["signatures"][0]["label"] == "xacro:bar prefix length:=0.2 *origin" and help_["activeParameter"] == 1, help_
assert client.at("textDocument/signatureHelp", ARM, find(arm, '<link na|me')) is None
half = typed(ARM, arm, 'length="${long}"', 'length="${atan2(1, "')
help_ = client.at("textDocument/signatureHelp", ARM, find(half, 'atan2(1, |'))
assert help_["signatures"][0]["label"] == "atan2(a, b)" and help_["activeParameter"] == 1, help_
typed(ARM, arm, "<link", "<link")


# --- hover: values, and where they come from ---
def hover(path, text, pattern):
    return client.at("textDocument/hover", path, find(text, pattern))["contents"]["value"]


value = hover(PARTS, parts, "${2 * len|gth}")
assert "**parameter** `length`" in value and "`0.35`, from sizes.yaml:2" in value and "`0.2`, from parts.xacro:3" in value, value
assert "called at arm.urdf.xacro:8" in value and "defined at parts.xacro:3" in value, value
assert "0.00714583333333333" in hover(PARTS, parts, 'ixx="$|{mass')
assert "called at 2 places" in hover(ARM, arm, "<xacro:b|ar prefix=")
assert hover(PARTS, parts, 'upper="1.5|708"') == "1.571 rad = 90°"
assert hover(PARTS, parts, '<iner|tial>') == "mass, centre of mass and inertia\n\nsee http://wiki.ros.org/urdf/XML/link"
lower = hover(PARTS, parts, 'low|er="-1.5708"')
assert "rad" in lower and "0 by default" in lower and "may be left out" in lower and "urdf/XML/joint" in lower, lower
assert "a dict" in hover(ARM, arm, 'value="${con|fig[')

# --- definition leads to the scalar of the YAML file ---
(place,) = client.at("textDocument/definition", ARM, find(arm, "config['lo|ng']"))
assert place["uri"] == uri(FOLDER / "sizes.yaml") and place["range"]["start"] == {"line": 1, "character": 6}, place


# --- links: includes, by their own path and by their package; none to what is not there ---
(link,) = client.request("textDocument/documentLink", document(ARM))
assert link["target"] == uri(PARTS), link
half = typed(ARM, arm, 'filename="parts.xacro"', 'filename="$(find bars_description)/parts.xacro"')
(link,) = client.request("textDocument/documentLink", document(ARM))
assert link["target"] == uri(PARTS), link
typed(ARM, arm, 'filename="parts.xacro"', 'filename="none.xacro"')
assert client.request("textDocument/documentLink", document(ARM)) == []
typed(ARM, arm, "<link", "<link")

# --- hints: values and degrees; the mass was switched off, and files that are long have none ---
def hints(path):
    return {(h["position"]["line"] + 1, h["label"])
            for h in client.request("textDocument/inlayHint", document(path, range=whole))}


poses = {hint for hint in hints(PARTS) if hint[1].startswith("at ")}
assert poses == {(5, "at (0, 0, 0.1) m, turned 90° about (0, 1, 0) | (0, 0.2, 0.1) m")}, poses
assert hints(PARTS) - poses == {(4, "= 0.7 | 0.4"), (5, "= left_ | right_"), (7, "= 0.7 | 0.4"),
                        (8, "= 0.00714583 | 0.00133333"), (11, "= left_ | right_"), (14, "= left_ | right_"),
                        (16, "-90°"), (16, "90°")}, hints(PARTS)
assert hints(ARM) == {(6, "= 0.35"), (8, "= left_"), (8, "= 0.35"), (9, "0° 90° 0°")}, hints(ARM)
# A folder of this machine is no value of the robot, and an empty text shows nothing; the name of a topic is shown.
typed(ARM, arm, '<link name="base"/>', """<link name="base"/><xacro:property name="at" value="$(find bars_description)/a"/>
  <gazebo><plugin name="p" filename="p.so"><a>${at + '.stl'}</a><b>${''}</b><c>${'/topic/a'}</c></plugin></gazebo>""")
assert {label for line, label in hints(ARM) if line in (7, 8)} == {"= /topic/a"}, hints(ARM)
typed(ARM, arm, "<link", "<link")
switched = Client(SERVER, options={"hints": {"poses": False, "degrees": False, "values": False}})
switched.open(ARM), switched.open(PARTS)
found = switched.request("textDocument/inlayHint", document(ARM, range=whole))
assert [hint["label"] for hint in found] == ["1.1 kg"], found
assert switched.request("textDocument/inlayHint", document(PARTS, range=whole)) == []
assert switched.end() == 0
long = typed(PARTS, parts, "<xacro:macro", "\n" * 5001 + "<xacro:macro")
assert hints(PARTS) == set()
typed(PARTS, long, "\n" * 5001, "")

# --- tokens: names by what they mean; all, a part, and what changed ---
legend = client.server["capabilities"]["semanticTokensProvider"]["legend"]


def words(path, text, data):
    found, line, column = [], 0, 0
    for i in range(0, len(data), 5):
        line, column = line + data[i], data[i + 1] + (column if data[i] == 0 else 0)
        begin = offset(text, {"line": line, "character": column})
        found.append((line + 1, text[begin:begin + data[i + 2]], legend["tokenTypes"][data[i + 3]], data[i + 4]))
    return found


tokens = client.request("textDocument/semanticTokens/full", document(ARM))
found = words(ARM, arm, tokens["data"])
assert (7, "base", "struct", 1) in found and (8, "bar", "macro", 0) in found and (8, "side", "parameter", 0) in found, found
assert (6, "long", "property", 1) in found and (6, "config", "property", 0) in found, found
part = client.request("textDocument/semanticTokens/range", document(ARM, range={
    "start": {"line": 6, "character": 0}, "end": {"line": 7, "character": 0}}))
assert words(ARM, arm, part["data"]) == [(7, "base", "struct", 1)], part
changed = typed(ARM, arm, 'prefix="right_"', 'prefix="$(arg side)_"')
delta = client.request("textDocument/semanticTokens/full/delta", document(ARM, previousResultId=tokens["resultId"]))
data = list(tokens["data"])
for edit in delta["edits"]:
    data[edit["start"]:edit["start"] + edit["deleteCount"]] = edit["data"]
fresh = client.request("textDocument/semanticTokens/full", document(ARM))
assert data == fresh["data"] != tokens["data"]
typed(ARM, arm, "<link", "<link")

# --- folding, selection, tag pairs ---
folds = {(f["startLine"] + 1, f["endLine"] + 1) for f in client.request("textDocument/foldingRange", document(PARTS))}
assert {(2, 18), (3, 17), (5, 9), (6, 8), (11, 16)} == folds, folds
(selection,) = client.request("textDocument/selectionRange", document(PARTS, positions=[find(parts, 'effort="1|0"')]))
grown = []
while selection:
    span = selection["range"]
    grown.append(parts[offset(parts, span["start"]):offset(parts, span["end"])])
    selection = selection.get("parent")
assert grown[0] == "10" and 'effort="10"' in grown and grown[-1].startswith("<robot"), grown[:4]
assert all(inner in outer for inner, outer in zip(grown, grown[1:]))
pair = client.at("textDocument/linkedEditingRange", PARTS, find(parts, "<iner|tial>"))["ranges"]
assert [parts[offset(parts, r["start"]):offset(parts, r["end"])] for r in pair] == ["inertial", "inertial"], pair
assert client.at("textDocument/linkedEditingRange", PARTS, find(parts, "<ma|ss value")) is None

# --- colours, as they are picked ---
coloured = typed(ARM, arm, '<link name="base"/>', '<material name="red"><color rgba="0.8 0 0 1"/></material>\n  <link name="base"/>')
(colour,) = client.request("textDocument/documentColor", document(ARM))
assert colour["color"] == {"red": 0.8, "green": 0, "blue": 0, "alpha": 1}, colour
(offer,) = client.request("textDocument/colorPresentation", document(
    ARM, range=colour["range"], color={"red": 0, "green": 0.5, "blue": 1 / 3, "alpha": 1}))
assert 'rgba="0 0.5 0.333 1"' in edited(coloured, [offer["textEdit"]]), offer
typed(ARM, arm, "<link", "<link")

# --- formatting: white space alone, twice is once, and the same robot ---
untidy = typed(PARTS, parts, '    <link name="${prefix}bar">\n', '\t<link   name = "${prefix}bar" >\n\n\n')
options = {"tabSize": 2, "insertSpaces": True}
tidy = edited(untidy, client.request("textDocument/formatting", document(PARTS, options=options)))
assert tidy.replace("\n\n", "\n") == parts, tidy
part = client.request("textDocument/rangeFormatting", document(PARTS, options=options, range={
    "start": {"line": 10, "character": 0}, "end": {"line": 12, "character": 0}}))
assert part == [], part
wide = edited(parts, client.request("textDocument/formatting", document(PARTS, options={"tabSize": 4, "insertSpaces": True})))
typed(PARTS, untidy, untidy, parts)
before = subprocess.run([ROMASC, ARM, "--emit=urdf"], capture_output=True, check=True).stdout
PARTS.write_text(tidy.replace("  ", "\t") + "\n", encoding="utf-8")
assert subprocess.run([ROMASC, ARM, "--emit=urdf"], capture_output=True, check=True).stdout == before
PARTS.write_text(parts, encoding="utf-8")

# --- the width and the breaks, from the client and from .editorconfig, of which the nearest says more ---
def formatted(client, path, text):
    return edited(text, client.request("textDocument/formatting", document(path, options=options)))


narrow = Client(SERVER, options={"format": {"columns": 60, "attributes": "each"}})
narrow.open(PARTS)
inertia = [line.strip() for line in formatted(narrow, PARTS, parts).split("\n") if "mass * length" in line or "iyy" in line or "izz" in line]
assert inertia == ['<inertia ixx="${mass * length**2 / 12}"', 'iyy="0.01"', 'izz="0.01"'], inertia
(FOLDER.parent / ".editorconfig").write_text("root = true\n[*.{xacro,urdf}]\nindent_size = 4\nmax_line_length = 80\n", encoding="utf-8")
(FOLDER / ".editorconfig").write_text("[*]\nxml_attributes = fill\n[arm.*]\nindent_style = tab\n", encoding="utf-8")
config = formatted(narrow, PARTS, parts)
broken = '<inertia ixx="${mass * length**2 / 12}" iyy="0.01" izz="0.01"\n' + 24 * " " + 'ixy="0" ixz="0" iyz="0"/>\n'
assert 16 * " " + broken in config, config
assert formatted(client, ARM, arm) == arm.replace("  ", "\t"), formatted(client, ARM, arm)
for file in (FOLDER.parent / ".editorconfig", FOLDER / ".editorconfig"):
    file.unlink()
assert narrow.end() == 0
try:
    Client(SERVER, options={"format": {"attributes": "some"}})
except RuntimeError as error:
    assert "'fill', 'each' or 'keep'" in str(error), error
else:
    raise AssertionError("a wrong setting is taken")

# --- who calls whom, with which arguments; which link hangs on which ---
(bar,) = client.at("textDocument/prepareCallHierarchy", PARTS, find(parts, 'macro name="b|ar"'))
(call,) = client.request("callHierarchy/incomingCalls", {"item": bar})
assert call["from"]["name"] == "arm" and [r["start"]["line"] for r in call["fromRanges"]] == [7, 10], call
assert call["from"]["detail"] == 'prefix="$(arg side)" length="${long}" | prefix="right_"', call
assert client.request("callHierarchy/outgoingCalls", {"item": bar}) == []
outgoing = client.request("callHierarchy/outgoingCalls", {"item": call["from"]})
assert [c["to"]["name"] for c in outgoing] == ["bar"] and len(outgoing[0]["fromRanges"]) == 2, outgoing
(base,) = client.at("textDocument/prepareTypeHierarchy", ARM, find(arm, 'link name="ba|se"'))
below = client.request("typeHierarchy/subtypes", {"item": base})
assert {b["name"] for b in below} == {"left_bar", "right_bar"}, below
assert [b["name"] for b in client.request("typeHierarchy/supertypes", {"item": below[1]})] == ["base"]
assert client.request("typeHierarchy/supertypes", {"item": base}) == []

# --- lenses, outline, search ---
titles = [lens["command"]["title"] for lens in client.request("textDocument/codeLens", document(PARTS))]
assert titles == ["called at 2 places", "expanded text", "expanded text"], titles  # of the macro, of the robot
with_head = Client(SERVER, folder=FOLDER, options={"compareWithHead": True})
for path, places in ((ARM, [(2, "arm")]), (PARTS, [(3, "bar")])):
    text = with_head.open(path)
    with_head.wait_for_diagnostics(path)
    for version, typed_so_far in enumerate((text, text + "\n<!-- half", text), 2):
        with_head.change(path, version, [{"text": typed_so_far}])
        found = [lens for lens in with_head.request("textDocument/codeLens", document(path))
                 if lens["command"]["title"] == "compare with HEAD"]
        assert [(lens["range"]["start"]["line"] + 1, text[offset(text, lens["range"]["start"]):offset(text, lens["range"]["end"])])
                for lens in found] == places, (path, typed_so_far[-20:], found)
        assert all(lens["command"]["command"] == "romas.compareWithHead" and lens["command"]["arguments"] == [{"uri": uri(path)}]
                   for lens in found), found
assert with_head.end() == 0
assert [s["name"] for s in client.request("textDocument/documentSymbol", document(PARTS))] == ["arm", "bar"]
assert ("bar", 12) in [(s["name"], s["kind"]) for s in client.request("workspace/symbol", {"query": "bar"})]
half = typed(PARTS, parts, "</xacro:macro>\n</robot>", "")
assert [s["name"] for s in client.request("textDocument/documentSymbol", document(PARTS))] == ["arm", "bar"]
typed(PARTS, half, half, parts)
NEW = FOLDER / "new.urdf"
client.open(NEW, '<robot name="new"><link name="a"/><joint name="j" type="fixed"><parent link="a"')
(outline,) = client.request("textDocument/documentSymbol", document(NEW))
assert (outline["name"], [(c["name"], c["detail"]) for c in outline["children"]]) == ("new", [("a", "link"), ("j", "joint")]), outline


# --- commands ---
def command(name, **argument):
    return client.try_request("workspace/executeCommand", {"command": name, "arguments": [argument]})


(shown,) = command("romas.expanded", uri=uri(PARTS))["result"]
expected = subprocess.run([ROMASC, ARM, "--emit=expanded"], capture_output=True, check=True, text=True).stdout
assert shown["text"] == expected and shown["name"] == "arm.urdf", shown["name"]
assert "left_hinge -90° .. 90°" in command("romas.emit", uri=uri(ARM), target="tree")["result"][0]["text"]
assert "no target 'nothing'" in command("romas.emit", uri=uri(ARM), target="nothing")["error"]["message"]
assert command("romas.emit", uri=uri(ARM))["error"]["code"] == -32602
assert command("romas.none", uri=uri(ARM))["error"]["code"] == -32602
assert command("romas.roots", uri=uri(PARTS))["result"] == [{"label": str(ARM), "active": True}]
other = FOLDER / "other.urdf.xacro"
other.write_text(arm.replace('name="arm"', 'name="other"'), encoding="utf-8")
client.open(other)
client.wait_for_diagnostics(other)
roots = command("romas.roots", uri=uri(PARTS))["result"]
assert [r["active"] for r in roots] == [True, False] and {r["label"] for r in roots} == {str(ARM), str(other)}, roots
chosen = command("romas.selectRoot", uri=uri(PARTS), root=str(other))["result"]
assert chosen[0] == {"label": str(other), "active": True}, chosen
assert 'name="other"' in command("romas.expanded", uri=uri(PARTS))["result"][0]["text"]

# --- a robot with errors has no other formats, and the command says why ---
typed(ARM, arm, '<link name="base"/>', '<link name="bas"/>')
command("romas.selectRoot", uri=uri(PARTS), root=str(ARM))
assert "has errors" in command("romas.emit", uri=uri(ARM), target="sdf")["error"]["message"]

assert client.end() == 0
shutil.rmtree(FOLDER.parent)
