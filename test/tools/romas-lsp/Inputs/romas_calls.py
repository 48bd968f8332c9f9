"""Who calls whom in the Romas language: modules, functions and robots, over files that import each other."""

import pathlib
import shutil
import sys
import tempfile

from lsp_client import Client, find, uri

SERVER = sys.argv[1]
FOLDER = pathlib.Path(tempfile.mkdtemp(prefix="romas-lsp-")).resolve()
ARM, PARTS = FOLDER / "arm.romas", FOLDER / "parts.romas"
TEXTS = {PARTS: """fn reach(n: real) -> length = n * 25 cm;
fn turn(n: real) -> angle = n * 0.5 rad;
fn spin(n: real) = n * 30 rpm;
module finger(n: real) {
  link tip { mass n * n * 2 kg; }
  expose end = tip;
}
""", ARM: """import "parts.romas" as parts;
let long = parts.reach(2);
let name = "tool";
let pull = 3 kg * 2 m / 1 s;
module claw(side: real) {
  link root { mass 1 kg; }
  use parts.finger(side) as finger;
  joint j : revolute root -> finger.tip {
    axis z;
    at xyz(long, 0, side * 10 cm) * rpy(0, 0, parts.turn(side));
    limit -90 deg .. parts.turn(2) effort 1 N*m velocity parts.spin(2);
  }
  expose base = root;
}
robot arm {
  link base { mass 2 kg; }
  use claw(1) as one named "one";
  use claw(-1) as other named "other";
  joint a : fixed base -> one.base { at xyz(parts.reach(1), 0, 0); }
  joint b : fixed base -> other.base { at xyz(0, 1.5 m, 0); }
}
"""}
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
