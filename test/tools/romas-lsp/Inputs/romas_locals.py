"""Local names of the Romas language: completion where they are known, what a hover says of them, and where they lead."""

import pathlib
import shutil
import sys
import tempfile

from lsp_client import Client, find, uri

SERVER = sys.argv[1]
FOLDER = pathlib.Path(tempfile.mkdtemp(prefix="romas-lsp-")).resolve()
ARM = FOLDER / "arm.romas"
TEXT = """robot arm {
  let long = let half = 25 cm, wall = 2 mm in 2 * half + wall;
  let ends = [place * long for place in [0.25, 0.5]];
  link base { solid box (long, ends[0], 5 cm) mass 1 kg; }
}
"""
ARM.write_text(TEXT)
client = Client(SERVER, folder=FOLDER, capabilities={"textDocument": {"diagnostic": {}}})
client.open(ARM, language="romas")
report = client.request("textDocument/diagnostic", {"textDocument": {"uri": uri(ARM)}})
assert not [one for one in report["items"] if one["severity"] == 1], report


def labels(pattern):
    answer = client.at("textDocument/completion", ARM, find(TEXT, pattern))
    return [item["label"] for item in (answer["items"] if isinstance(answer, dict) else answer)]


assert {"half", "wall"} <= set(labels("2 * |half")), labels("2 * |half")
assert "place" in labels("[|place"), labels("[|place")
assert not {"half", "wall", "place"} & set(labels("box (|long")), labels("box (|long")

for pattern, name, value in (("2 * ha|lf", "half", "0.25 m"), ("+ wa|ll", "wall", "0.002 m"), ("[pla|ce", "place", "0.25")):
    said = client.at("textDocument/hover", ARM, find(TEXT, pattern))["contents"]["value"]
    assert f"**local name** `{name}`" in said and value in said, (pattern, said)
    place = client.at("textDocument/definition", ARM, find(TEXT, pattern))
    place = place[0] if isinstance(place, list) else place
    start = place.get("range", place.get("targetSelectionRange"))["start"]
    line = TEXT.splitlines()[start["line"]]
    assert line[start["character"]:].startswith(name), (pattern, place)
assert client.end() == 0
shutil.rmtree(FOLDER)
