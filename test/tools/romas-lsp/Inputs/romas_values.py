"""Tests the values of expressions of the Romas language, behind calls too; degrees behind radians."""

import pathlib
import shutil
import sys
import tempfile

from claws import ARM_TEXT, PARTS_TEXT
from lsp_client import Client, find, uri

SERVER = sys.argv[1]
FOLDER = pathlib.Path(tempfile.mkdtemp(prefix="romas-lsp-")).resolve()
ARM, PARTS = FOLDER / "arm.romas", FOLDER / "parts.romas"
TEXTS = {PARTS: PARTS_TEXT, ARM: ARM_TEXT}
for path, text in TEXTS.items():
    path.write_text(text)
client = Client(SERVER, folder=FOLDER, capabilities={"textDocument": {"diagnostic": {}}})
for path in TEXTS:
    client.open(path, language="romas")
report = client.request("textDocument/diagnostic", {"textDocument": {"uri": uri(ARM)}})
assert not [one for one in report["items"] if one["severity"] == 1], report


def hover(path, pattern):
    answer = client.at("textDocument/hover", path, find(TEXTS[path], pattern))
    return answer["contents"]["value"] if answer else ""


for path, pattern, said in (
        (ARM, "long = parts.reach(2|)", "- 0.5 m = 500 mm"), (ARM, "at xyz(parts.reach(1|)", "- 0.25 m = 250 mm"),
        (ARM, ".. parts.turn(2|)", "- 1 rad = 57.3°"), (ARM, "velocity parts.spin(2|)", "- 6.283 rad/s = 360°/s = 60 rpm"),
        (ARM, "xyz(0, 1.5| m", "- 1.5 m = 1500 mm"), (ARM, "limit -90 d|eg", "- 1.571 rad = 90°"),
        (ARM, "3 kg * 2 m |/ 1 s", "- 6 kg\\*m/s"), (PARTS, "n * 25| cm", "- 0.25 m = 250 mm"),
        (ARM, "xyz(lo|ng", "- 0.5 m = 500 mm"), (PARTS, "mass n * n * 2 k|g", "- 2 kg = 2000 g")):
    assert said in hover(path, pattern), (pattern, hover(path, pattern))
# Each instance has its own value; the name of a text is the text.
both = hover(ARM, "parts.turn(side)|")
assert "- 0.5 rad = 28.65°" in both and "- -0.5 rad = -28.65°" in both, both
both = hover(ARM, "si|de * 10 cm")
assert "- `1`" in both and "- `-1`" in both, both
# A part that has no value of its own does not show that of the expression around it.
assert "0.5 m" not in hover(ARM, "long = par|ts.reach"), hover(ARM, "long = par|ts.reach")


def hints(path, kinds=None):
    text = TEXTS[path]
    everything = {"start": {"line": 0, "character": 0}, "end": {"line": text.count("\n"), "character": 0}}
    found = client.request("textDocument/inlayHint", {"textDocument": {"uri": uri(path)}, "range": everything})
    return [(hint["position"]["line"], hint["label"]) for hint in found if hint["label"].startswith("=")]


# Behind radians and calls, and not behind degrees, names and lengths.
line = {pattern: TEXTS[ARM][:TEXTS[ARM].index(pattern)].count("\n") for pattern in ("rpy(", "limit")}
assert hints(ARM) == [(line["rpy("], "= 28.65° | -28.65°"), (line["limit"], "= 57.3°")], hints(ARM)
assert hints(PARTS) == [(1, "= 28.65°")] or hints(PARTS)[0][0] == 1, hints(PARTS)
# A text that is half typed keeps what it was worth.
broken = TEXTS[ARM].replace("let name", "let nam = (\nlet name")
client.change(ARM, 2, [{"text": broken}])
assert "- 1 rad = 57.3°" in client.at("textDocument/hover", ARM, find(broken, ".. parts.turn(2|)"))["contents"]["value"]
client.change(ARM, 3, [{"text": TEXTS[ARM]}])
assert client.end() == 0
shutil.rmtree(FOLDER)
