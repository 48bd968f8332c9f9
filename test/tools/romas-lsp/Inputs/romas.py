"""The Romas language while it is typed: on Inputs/rover (two files and a table in URDF), whole, broken and half typed."""

import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

from lsp_client import Client, edited, find, offset, position, uri

SERVER, ROMASC, EXAMPLES = sys.argv[1:]
FOLDER = pathlib.Path(tempfile.mkdtemp(prefix="romas-lsp-")).resolve() / "rover"
shutil.copytree(pathlib.Path(__file__).parent / "rover", FOLDER)
ROVER, WHEEL = FOLDER / "rover.romas", FOLDER / "wheel.romas"
SNIPPETS = {"textDocument": {"completion": {"completionItem": {"snippetSupport": True}}}}

client = Client(SERVER, folder=FOLDER, capabilities=SNIPPETS)
rover = client.open(ROVER, language="romas")
assert client.wait_for_diagnostics(ROVER) == [], client.diagnostics
version = 1


def typed(text, path=ROVER):
    global version
    version += 1
    client.change(path, version, [{"text": text}])
    return text


def complete(text, pattern, path=ROVER):
    """The text after each item was taken, by label."""
    typed(text, path)
    at = find(text, pattern)
    found = {}
    for item in client.at("textDocument/completion", path, at)["items"]:
        edit = item["textEdit"]
        assert offset(text, edit["range"]["start"]) <= offset(text, at) <= offset(text, edit["range"]["end"]), item
        found[item["label"]] = edited(text, [edit])
    return found


def half(old, new):
    assert old in rover, old
    return rover.replace(old, new, 1)


def without_holes(snippet):
    """A snippet as an editor puts it, when nothing is typed into its holes."""
    snippet = re.sub(r"(?<!\\)\$\{\d+\|([^,|]*)[^|]*\|\}", r"\1", snippet)
    snippet = re.sub(r"(?<!\\)\$\{\d+:((?:\\.|[^}\\])*)\}", r"\1", snippet)
    return re.sub(r"\\([$}\\])", r"\1", re.sub(r"(?<!\\)\$\d+", "", snippet))


# --- names and values over files ---
found = complete(half("use table as table;", "use parts."), "use parts.|")
assert "use parts.wheel(side = ${1:side})" in found["wheel"], found
found = complete(half("body -> wheel.hub", "body -> wheel."), "body -> wheel.|")
assert {"hub", "rim"} == found.keys(), found.keys()
found = complete(half("body -> table.top", "body -> table."), "body -> table.|")
assert {"top"} == found.keys(), found.keys()
found = complete(half("body -> table.top {", "body -> "), "joint lift : prismatic body -> |")
assert {"body", "table."} <= found.keys() and "lift" not in found and "left" not in found, found.keys()
found = complete(half("mass plate(80 cm, 40 cm)", "mass "), "cm mass |")
assert {"plate", "track", "wheels", "pi", "sqrt"} <= found.keys() and "side" not in found, found.keys()
found = complete(half("velocity 0.1 m/s", "velocity 0.1 "), "velocity 0.1 |")
assert {"m/s", "mm/s"} <= found.keys() and "rad/s" not in found, found.keys()
found = complete(half('"wheel.romas"', '"wh"'), '"wh|"')
assert found["wheel.romas"] == rover, found
found = complete(half("axis z;\n    limit", "servo fee"), "servo fee|")
assert {"feetech", "dynamixel"} <= found.keys(), found.keys()
found = complete(half("axis z;\n    limit", 'servo feetech("STS"); limit'), 'servo feetech("STS|"')
assert any("STS" in name for name in found), found.keys()
found = complete(half("robot rover", "// romas: ignore mass\nrobot rover"), "ignore mass|")
assert any(name.startswith("link-") or "mass" in name for name in found), found.keys()
# The imported file as the editor has it, not as the disk has it.
wheel = client.open(WHEEL, language="romas")
typed(wheel.replace("module wheel", "module tyre(width: length) { }\nmodule wheel", 1), WHEEL)
assert {"wheel", "tyre"} <= complete(half("use table as table;", "use parts."), "use parts.|").keys()
typed(wheel, WHEEL)

# --- what is taken is right: no item of these places makes a syntax error or a wrong dimension ---
PLACES = [("  link body {", "  |\n  link body {"), ("axis z;\n    limit", "|\n    axis z;\n    limit"),
          ("effort 200 N", "effort 200 |"), ("0 mm .. 300 mm", "0 mm .. 300 |"), ("material rubber;", "|;"),
          ("import \"table", "|\nimport \"table")]
for old, new in PLACES:
    at = half(old, new)
    mark = at.index("|")
    text = at.replace("|", "", 1)
    typed(text)
    items = client.at("textDocument/completion", ROVER, position(text, mark))["items"]
    assert items, new
    for item in items:
        put = edited(text, [{**item["textEdit"], "newText": without_holes(item["textEdit"]["newText"])}])
        if item["kind"] == 14 and " " not in item["textEdit"]["newText"]:
            continue  # a word alone, in the middle of a statement
        if item["label"] in ("import", "fn", "param", "let"):
            continue  # what they name is not typed yet
        tried = FOLDER / "tried.romas"
        tried.write_text(put, encoding="utf-8")
        said = subprocess.run([ROMASC, str(tried)], capture_output=True, text=True, check=False).stderr
        is_unit = item["kind"] == 11
        assert not (is_unit and "[-Wdimension-mismatch]" in said) and "[-Wsyntax]" not in said, (item, said)
tried.unlink()


# --- the parameters of what is called ---
def signature(text, pattern):
    typed(text)
    answer = client.at("textDocument/signatureHelp", ROVER, find(text, pattern))
    if answer is None:
        return None
    shown = answer["signatures"][answer.get("activeSignature", 0)]
    active = answer.get("activeParameter")
    return shown["label"], None if active is None else shown["parameters"][active]["label"]


assert signature(rover, "plate(80 cm, |40 cm)") == ("plate(long: length, wide: length) -> mass", "wide: length")
assert signature(rover, "wheel(side, radius = 1|2 cm)") == ("wheel(side: real, radius: length = 10 cm)", "radius: length = 10 cm")
assert signature(half("plate(80 cm, 40 cm) material rubber; }", "plate("), "mass plate(|") == (
    "plate(long: length, wide: length) -> mass", "long: length")
assert signature(rover, "rpy(-90 deg, |0") == ("rpy(roll, pitch, yaw)", "pitch")
assert signature(rover, "link bo|dy") is None


# --- hints, and without them ---
def hints(session):
    whole = {"start": {"line": 0, "character": 0}, "end": {"line": 999, "character": 0}}
    found = session.request("textDocument/inlayHint", {"textDocument": {"uri": uri(ROVER)}, "range": whole})
    return {(rover[offset(rover, hint["position"]):][:5], hint["label"], hint["kind"]) for hint in found}


typed(rover)
assert hints(client) == {("80 cm", "long:", 2), ("40 cm", "wide:", 2), ("-90 d", "roll:", 2), ("0, 0)", "pitch:", 2),
                         ("0);\n ", "yaw:", 2)}, hints(client)
quiet = Client(SERVER, folder=FOLDER, options={"hints": {"parameters": False}})
quiet.open(ROVER, language="romas")
assert hints(quiet) == set()
assert quiet.end() == 0

# --- the outline: modules and values beside the robot, and of a broken text what it names ---
def outline(path):
    symbols = client.request("textDocument/documentSymbol", {"textDocument": {"uri": uri(path)}})
    return {(symbol["name"], symbol["detail"]) for symbol in symbols}, symbols


names, symbols = outline(ROVER)
assert {("plate", "function"), ("track", "value"), ("wheels", "parameter of the file")} <= names, names
assert sum(symbol["name"] == "rover" for symbol in symbols) == 1, names
names, symbols = outline(WHEEL)
(module,) = [symbol for symbol in symbols if symbol["detail"] == "module"]
assert [child["name"] for child in module["children"]] == ["hub", "rim"], module
alone = FOLDER / "alone.romas"
client.open(alone, "robot half {\n  link base {\n    mass 1 kg\n  link arm;\n", language="romas")
names, symbols = outline(alone)
assert "half" in {name for name, _ in names}, names

# --- formatting: as `romasc --reformat` does it, at once or in parts ---
TABS = {"options": {"tabSize": 2, "insertSpaces": True}}


def line_range(first, last):
    return {"range": {"start": {"line": first, "character": 0}, "end": {"line": last, "character": 0}}}


def untidied(text):
    """The words of a text with other white space in front of the lines and around some of the signs."""
    chaos = random.Random(len(text))
    lines = [chaos.choice(["", " ", "\t", "     "]) + line.strip() + chaos.choice(["", "  "]) for line in text.split("\n")]
    return "\ufeff" + "\r\n".join(re.sub(r"^([^\"/]*?) = ", r"\1   =\t", line) for line in lines)


def formatted(path, text, **more):
    typed(text, path)
    return edited(text, client.request("textDocument/formatting" if not more else "textDocument/rangeFormatting", {
        "textDocument": {"uri": uri(path)}, **TABS, **more}))


for path in sorted(pathlib.Path(EXAMPLES).rglob("*.romas")):
    client.open(path, language="romas")
    text = untidied(path.read_bytes().decode())
    copy = FOLDER / "copy.romas"
    copy.write_bytes(text.encode())
    subprocess.run([ROMASC, "--reformat", copy], check=True)
    assert formatted(path, text) == copy.read_bytes().decode() != text, path
    # A part: the words around it stay where they are, and the parts together are the whole.
    lines = text.split("\n")
    middle = formatted(path, text, **line_range(len(lines) // 3, len(lines) // 2))
    assert middle.startswith("\n".join(lines[:len(lines) // 3]).rstrip()), path
    assert middle.endswith("\n".join(lines[len(lines) // 2:]).lstrip()), path
    # From the last line to the first, so that the lines of what is left keep their numbers.
    for line in reversed(range(len(lines))):
        text = formatted(path, text, **line_range(line, line + 1))
    assert text.rstrip() == copy.read_bytes().decode().rstrip(), path
    typed(path.read_bytes().decode(), path)

# --- every example, at many of its places, whole and cut there ---
for path in sorted(pathlib.Path(EXAMPLES).rglob("*.romas")):
    text = client.open(path, language="romas")
    for at in range(0, len(text), 23):
        place = position(text, at)
        client.at("textDocument/completion", path, place)
        client.at("textDocument/signatureHelp", path, place)
    client.request("textDocument/inlayHint", {"textDocument": {"uri": uri(path)}, "range": {
        "start": {"line": 0, "character": 0}, "end": {"line": 9999, "character": 0}}})
    for at in range(0, len(text), 211):
        version += 1
        client.change(path, version, [{"text": text[:at]}])
        client.at("textDocument/completion", path, position(text[:at], at))
assert client.end() == 0
