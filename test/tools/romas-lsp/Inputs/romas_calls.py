"""Tests hierarchies of the Romas language: modules, functions and robots, over files that import each other; folding and selections."""

import pathlib
import shutil
import sys
import tempfile

from claws import ARM_TEXT, PARTS_TEXT
from lsp_client import Client, find, offset, uri

SERVER = sys.argv[1]
FOLDER = pathlib.Path(tempfile.mkdtemp(prefix="romas-lsp-")).resolve()
ARM, PARTS = FOLDER / "arm.romas", FOLDER / "parts.romas"
TEXTS = {PARTS: PARTS_TEXT, ARM: ARM_TEXT}
for path, text in TEXTS.items():
    path.write_text(text)
client = Client(SERVER, folder=FOLDER, capabilities={"textDocument": {"diagnostic": {}}, "workspace": {
    "diagnostics": {"refreshSupport": True}}})
while not any(message["method"] == "workspace/diagnostic/refresh" for message in client.asked):
    client.take()
for path in TEXTS:
    client.open(path, language="romas")


def calls(path, pattern, which, end):
    (item,) = client.at("textDocument/prepareCallHierarchy", path, find(TEXTS[path], pattern))
    answer = client.request(f"callHierarchy/{which}", {"item": item})
    return sorted((pathlib.Path(call[end]["uri"]).name, call[end]["name"], call[end]["kind"], len(call["fromRanges"]))
                  for call in answer)


MODULE, FUNCTION, ROBOT = 2, 12, 5
assert calls(PARTS, "module fin|ger", "incomingCalls", "from") == [("arm.romas", "claw", MODULE, 1)]
assert calls(ARM, "module cl|aw", "incomingCalls", "from") == [("arm.romas", "arm", ROBOT, 2)]
assert calls(PARTS, "fn tu|rn", "incomingCalls", "from") == [("arm.romas", "claw", MODULE, 2)]
reach = calls(PARTS, "fn re|ach", "incomingCalls", "from")
assert ("arm.romas", "arm", ROBOT, 1) in reach and ("arm.romas", "arm.romas", 1, 1) in reach and len(reach) == 2, reach
assert calls(ARM, "module cl|aw", "outgoingCalls", "to") == [
    ("parts.romas", "finger", MODULE, 1), ("parts.romas", "spin", FUNCTION, 1), ("parts.romas", "turn", FUNCTION, 2)]

# --- the modules that a module is made of, and those that it is a part of ---
(claw,) = client.at("textDocument/prepareTypeHierarchy", ARM, find(ARM_TEXT, "module cl|aw"))
assert [item["name"] for item in client.request("typeHierarchy/supertypes", {"item": claw})] == ["finger"]
assert [item["name"] for item in client.request("typeHierarchy/subtypes", {"item": claw})] == ["arm"]
(finger,) = client.at("textDocument/prepareTypeHierarchy", PARTS, find(PARTS_TEXT, "module fin|ger"))
assert [item["name"] for item in client.request("typeHierarchy/subtypes", {"item": finger})] == ["claw"]


# --- folding and growing selections, also in YAML ---
def folds(path):
    found = client.request("textDocument/foldingRange", {"textDocument": {"uri": uri(path)}})
    return [(fold["startLine"] + 1, fold["endLine"] + 1) for fold in found]


def grown(path, text, pattern):
    (selection,) = client.request("textDocument/selectionRange", {"textDocument": {"uri": uri(path)}, "positions": [find(text, pattern)]})
    found = []
    while selection:
        begin, end = (offset(text, selection["range"][side]) for side in ("start", "end"))
        found.append(text[begin:end])
        selection = selection.get("parent")
    assert all(inner in outer for inner, outer in zip(found, found[1:])), found
    return found


YAML_TEXT = "arm:\n  ros__parameters:\n    joints:\n    - a\n    - b\n    gains: {a: 1}\n\nother: 1\n"
YAML = FOLDER / "arm.yaml"
client.open(YAML, YAML_TEXT, language="yaml")
assert folds(ARM) == [(5, 13), (8, 11), (15, 20)], folds(ARM)
assert folds(YAML) == [(1, 6), (2, 6), (3, 5)], folds(YAML)
selected = grown(ARM, ARM_TEXT, "ax|is z")
assert selected[:2] == ["axis", "axis z;"] and selected[3].startswith("joint j") and selected[-1] == ARM_TEXT, selected
selected = grown(YAML, YAML_TEXT, "- |b")
assert selected[:2] == ["b", "- b"] and selected[3] == "joints:\n    - a\n    - b" and selected[-1] == YAML_TEXT, selected
assert client.end() == 0
shutil.rmtree(FOLDER)
