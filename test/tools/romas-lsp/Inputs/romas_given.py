"""Entities that are given to modules are known where they are given, and not where a parameter stands for them."""

import pathlib
import shutil
import sys
import tempfile

from lsp_client import Client, edited, find, offset, uri

FOLDER = pathlib.Path(tempfile.mkdtemp(prefix="romas-lsp-")).resolve()
TEXT = """module foot(at: link, pitch: length) {
  link sole { mass 1 kg; inertia (1, 1, 1) kg*m^2; }
  joint ankle : fixed at -> sole { origin xyz(0, 0, pitch); }
}
module leg(to: link, drive: joint) {
  link shin { mass 1 kg; inertia (1, 1, 1) kg*m^2; }
  joint hip : revolute to -> shin { axis z; limit -1 rad .. 1 rad; mimic drive; }
  use foot(to, 10 cm) named "inner";
}
robot r {
  link body { mass 1 kg; inertia (1, 1, 1) kg*m^2; }
  link arm { mass 1 kg; inertia (1, 1, 1) kg*m^2; }
  joint shoulder : revolute body -> arm { axis z; limit -1 rad .. 1 rad; }
  let size = 10 cm;
  use leg(body, shoulder) named "l";
  use foot(body, size) named "f";
}
"""
PATH = FOLDER / "a.romas"
PATH.write_text(TEXT)
client = Client(sys.argv[1], folder=FOLDER)
client.open(PATH, language="romas")



def places(locations):
    """Line (from 0) and text of each."""
    spans = [location["range"] for location in locations]
    return [(span["start"]["line"], TEXT[offset(TEXT, span["start"]):offset(TEXT, span["end"])]) for span in spans]


LINK, JOINT = (10, "body"), (12, "shoulder")
for mark, definition in (("use leg(bo|dy", LINK), ("use foot(bo|dy", LINK), ("use leg(body, sho|ulder", JOINT)):
    found = places(client.at("textDocument/definition", PATH, find(TEXT, mark)))
    assert found == [definition], (mark, found)
    hover = client.at("textDocument/hover", PATH, find(TEXT, mark))
    assert hover and definition[1] in hover["contents"]["value"], (mark, hover)
uses = [(10, "body"), (12, "body"), (14, "body"), (15, "body")]
for mark in ("link bo|dy", "use leg(bo|dy", "use foot(bo|dy"):
    found = places(client.at("textDocument/references", PATH, find(TEXT, mark), context={"includeDeclaration": True}))
    assert sorted(found) == uses, (mark, found)


def renamed(mark, name):
    answer = client.try_request("textDocument/rename", {"textDocument": {"uri": uri(PATH)}, "position": find(TEXT, mark), "newName": name})
    assert "result" in answer, (mark, answer)
    return edited(TEXT, answer["result"]["changes"][uri(PATH)])


for mark in ("link bo|dy", "use leg(bo|dy", "use foot(bo|dy"):
    assert renamed(mark, "torso") == TEXT.replace("body", "torso"), mark
assert renamed("use leg(body, sho|ulder", "elbow") == TEXT.replace("shoulder", "elbow")
assert renamed("let si|ze", "height") == TEXT.replace("size", "height")
# The parameters have names of their own.
assert renamed("module leg(t|o", "base") == TEXT.replace("leg(to:", "leg(base:").replace("revolute to", "revolute base").replace("foot(to", "foot(base")
assert client.end() == 0
shutil.rmtree(FOLDER)
