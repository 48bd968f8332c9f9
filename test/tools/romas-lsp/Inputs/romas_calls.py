"""Tests the call hierarchy of the Romas language: modules, functions and robots, over files that import each other."""

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
assert client.end() == 0
shutil.rmtree(FOLDER)
