"""Names in patches of a used URDF, on Inputs/adapted: what they lead to, and renaming each and back, from either file."""

import pathlib
import shutil
import sys
import tempfile

from lsp_client import Client, find, offset, uri
from renaming import Shown

SERVER = sys.argv[1]
FOLDER = pathlib.Path(tempfile.mkdtemp(prefix="romas-lsp-")).resolve() / "adapted"
shutil.copytree(pathlib.Path(__file__).parent / "adapted", FOLDER)
CELL, MAKER = FOLDER / "cell.romas", FOLDER / "maker.urdf"
client = Client(SERVER, folder=FOLDER)
cell = Shown(client, (CELL,), language="romas")
maker = Shown(client, (MAKER,), language="xml")
texts = {**cell.texts, **maker.texts}


def shown(location):
    """The file of a location, and what stands there."""
    path = next(one for one in texts if uri(one) == location["uri"])
    begin, end = (offset(texts[path], location["range"][side]) for side in ("start", "end"))
    return path, texts[path][begin:end]


def definition(path, pattern):
    answer = client.at("textDocument/definition", path, find(texts[path], pattern))
    return [shown(location) for location in (answer if isinstance(answer, list) else [answer])]


# --- what they lead to ---
for pattern, name in (("joint el|bow", "elbow"), ("link a|rm", "arm")):
    assert definition(CELL, pattern) == [(MAKER, name)], (pattern, definition(CELL, pattern))
answer = client.at("textDocument/hover", CELL, find(texts[CELL], "joint el|bow"))
assert "elbow" in answer["contents"]["value"] and "5 N" in answer["contents"]["value"], answer
answer = client.request("textDocument/references", {
    "textDocument": {"uri": uri(MAKER)}, "position": find(texts[MAKER], 'joint name="el|bow'),
    "context": {"includeDeclaration": True}})
assert (CELL, "elbow") in [shown(location) for location in answer], answer

# --- what may stand there ---
for pattern, there, not_there in (
        ("joint |elbow", {"elbow", "mount"}, {"arm", "world"}), ("link |arm", {"arm", "base", "camera"}, {"world", "elbow"}),
        ("remove link |camera", {"arm", "base", "camera"}, {"world", "mount"})):
    answer = client.at("textDocument/completion", CELL, find(texts[CELL], pattern))
    labels = {item["label"] for item in (answer["items"] if isinstance(answer, dict) else answer)}
    assert there <= labels and not labels & not_there, (pattern, labels)


# Springs, wings and thrusts of a module.
FORCES = FOLDER / "forces.romas"
forces = """module part() {
  link base { mass 1 kg; inertia (1, 1, 1) kg*m^2; }
  link tip { mass 1 kg; inertia (1, 1, 1) kg*m^2; }
  joint slide : prismatic base -> tip { axis x; limit 0 m .. 1 m effort 1 N velocity 1 m/s; }
  spring coil { link1 base at (0, 0, 0) m; link2 tip at (0, 0, 0) m; rest_length 1 m; stiffness 1 N/m; }
  thrust prop { parent tip; }
  wing fin { parent tip; }
}
robot r { use part() as one { WORD } }
"""
client.open(FORCES, forces, language="romas")
for number, (word, name) in enumerate((("spring", "coil"), ("thrust", "prop"), ("wing", "fin"), ("remove spring", "coil"), ("joint", "slide")), 2):
    typed = forces.replace("WORD", word + " x")
    client.change(FORCES, number, [{"text": typed}])
    answer = client.at("textDocument/completion", FORCES, find(typed, f"{{ {word} |x"))
    assert [item["label"] for item in answer["items"]] == [name], (word, answer)
client.notify("textDocument/didClose", {"textDocument": {"uri": uri(FORCES)}})


# --- each is renamed in both files, and back ---
class Both(Shown):
    """Two languages in one set of documents."""

    def __init__(self):
        self.client, self.texts, self.versions = client, texts, dict.fromkeys(texts, 1)


both = Both()
both.rename_and_back(MAKER, 'joint name="el|bow', "elbow", "forearm")
both.rename_and_back(MAKER, 'link name="a|rm', "arm", "limb")
both.rename_and_back(MAKER, 'link name="cam|era', "camera", "eye")
before = dict(texts)
for new_name in ("bend", "left_bend"):  # the name in the thing, or in the robot
    answer = both.rename(CELL, "joint el|bow", new_name)
    assert "result" in answer, answer
    assert "joint bend {" in texts[CELL] and 'name="bend"' in texts[MAKER], texts
    for path in texts:
        both.put(path, before[path])
both.rename_and_back(CELL, "link a|rm", "arm", "limb")
assert "result" in both.rename(CELL, "left.ba|se", "foot")
assert "world -> left.foot;" in texts[CELL] and 'name="foot"' in texts[MAKER], texts
assert "result" in both.rename(CELL, "left.fo|ot", "base") and texts == before, texts
both.rename_and_back(CELL, "remove link cam|era", "camera", "eye")
assert client.end() == 0
shutil.rmtree(FOLDER.parent)
