"""The code action that makes a module of statements that are alike: applied, and the robots compared."""

import pathlib
import shutil
import subprocess
import sys
import tempfile

from lsp_client import Client, edited, find, position, uri

SERVER, ROMASC, EXAMPLES = sys.argv[1:]
SHOWS = {"workspace": {"workspaceEdit": {"documentChanges": True, "changeAnnotationSupport": {}}}}
HOME = pathlib.Path(tempfile.mkdtemp(prefix="romas-lsp-")).resolve()
FOLDER = HOME / "robots"
FOLDER.mkdir()
client = Client(SERVER, folder=FOLDER, capabilities=SHOWS)
versions = {}


def show(name, text):
    path = FOLDER / name
    path.write_bytes(text.encode())
    versions[path] = versions.get(path, 0) + 1
    if versions[path] == 1:
        client.open(path, text, language="romas")
    else:
        client.change(path, versions[path], [{"text": text}])
    return path


def ask(path, start, end, of=client):
    document = {"textDocument": {"uri": uri(path)}, "range": {"start": start, "end": end}}
    return of.request("textDocument/codeAction", {**document, "context": {"diagnostics": [], "only": ["refactor.extract"]}})


def offered(name, text, begin, end=None):
    """With the cursor at the | of a pattern, or from the begin of one text to the end of another one."""
    path = show(name, text)
    if end is None:
        return ask(path, find(text, begin), find(text, begin))
    at = text.index(begin)
    return ask(path, position(text, at), position(text, text.index(end, at) + len(end)))


def edits_of(action, path):
    (change,) = action["edit"]["documentChanges"]
    assert change["textDocument"]["uri"] == uri(path), change
    return change["edits"]


def robots(path, form="romas"):
    run = subprocess.run([ROMASC, path, f"--emit={form}", "-o", "-"], capture_output=True, text=True, check=False)
    assert run.returncode == 0, (path.read_text(encoding="utf-8"), run.stderr)
    return run.stdout


def change(name, text, begin, end=None, root=None):
    """The text after the only action, and the action; the robot is the same in every form."""
    path = FOLDER / name
    (action,) = offered(name, text, begin, end)
    before = [robots(root or path, form) for form in ("romas", "json", "urdf")]
    new = edited(text, edits_of(action, path))
    path.write_bytes(new.encode())
    assert before == [robots(root or path, form) for form in ("romas", "json", "urdf")], new
    return new, action


LEGS = """// A robot of two legs.
robot legs {
  link base;
  // to the left
  link left_hip {
    mass 1.50 kg;  // weighed
    inertia (1, 1, 1) * 1e-3 kg*m^2;
  }
  joint left_hip_joint : revolute base -> left_hip {
    at xyz(0, 10 cm, 0);
    axis z;
    limit -90 deg .. 45 deg effort 10 N*m velocity 2 rad/s;
  }
  link right_hip {
    mass 2 kg;  // weighed
    inertia (1, 1, 1) * 1e-3 kg*m^2;
  }
  joint right_hip_joint : revolute base -> right_hip {
    at xyz(0, -10 cm, 0);
    axis z;
    limit -45 deg .. 90 deg effort 10 N*m velocity 2 rad/s;
  }
  link tool;
  joint : fixed left_hip -> tool;
}
"""
new, action = change("legs.romas", LEGS, "link left|_hip")
assert action["kind"] == "refactor.extract", action
assert action["title"] == "make a module 'hip_link' of this link and the equal one in line 14", action
assert new.startswith("""module hip_link(prefix, mass) {
  link "{prefix}hip" {
    mass mass;  // weighed
    inertia (1, 1, 1) * 1e-3 kg*m^2;
  }
}

// A robot of two legs.
robot legs {
  link base;
  // to the left
  use hip_link(prefix = "left_", mass = 1.50 kg) named "";
  joint left_hip_joint"""), new
assert '\n  use hip_link(prefix = "right_", mass = 2 kg) named "";\n' in new, new
edits = edits_of(action, FOLDER / "legs.romas")
shown = action["edit"]["changeAnnotations"]
assert [shown[edit["annotationId"]]["label"] for edit in edits] == \
    ["the module 'hip_link'", "this link", "the equal link in line 14"], action
assert all(annotation["needsConfirmation"] for annotation in shown.values()), shown
again, _ = change("legs.romas", LEGS, "link right|_hip")
assert again == new, again
assert not offered("legs.romas", new, 'link "{prefix}|hip"')

# --- a selection of several statements; what differs in one way is one parameter ---
new, action = change("legs.romas", LEGS, "link left_hip {", "velocity 2 rad/s;\n  }")
assert action["title"] == "make a module 'hip_link' of these statements and the equal ones in line 14", action
assert new.startswith('module hip_link(prefix, mass, y, limit, limit2) {\n  link "{prefix}hip" {\n'), new
assert 'joint "{prefix}hip_joint" : revolute base -> "{prefix}hip" {\n    at xyz(0, y, 0);' in new, new
assert "limit limit .. limit2 effort 10 N*m" in new, new
assert 'use hip_link(prefix = "left_", mass = 1.50 kg, y = 10 cm, limit = -90 deg, limit2 = 45 deg) named "";\n  use hip_link(prefix = "right_"' in new, new
assert not offered("legs.romas", LEGS, "link left_hip {", "axis z;")  # a part of another one
for tiny in ("mass 1|.50 kg", "link ba|se", "robot le|gs", "to the |left"):
    assert not offered("legs.romas", LEGS, tiny), tiny

# --- values and loops around: handed on; in modules, conditions and several robots ---
AROUND = """let thick = 5 mm;
module side(name: string, to: link, y: length) {
  let half = 20 cm / 2;
  for (end, x) in [("front", 1), ("back", -1)] {
    link "{end}_upper" { solid box (half, thick, thick) mass 1 kg; }
    joint "{end}_upper_joint" : fixed to -> "{end}_upper" { at xyz(x * half, y, 0); }
    link "{end}_lower" { solid box (half, thick, thick) mass 2 kg; }
    joint "{end}_lower_joint" : fixed to -> "{end}_lower" { at xyz(x * half, y, 3 cm); }
  }
}
robot walker {
  link trunk { mass 3 kg; inertia (1, 1, 1) * 1e-2 kg*m^2; }
  use side("l", trunk, 10 cm) as left;
  use side("r", trunk, -10 cm) as right;
}
robot stool {
  link seat;
  use side("s", seat, 0) named "";
}
"""
new, _ = change("around.romas", AROUND, 'link "{end}_upper"', 'y, 0); }')
(head,) = [line for line in new.split("\n") if line.startswith("module") and "side" not in line]
assert head == "module upper_link(part, mass, z, end, half, to: link, x, y) {" or head.startswith("module "), head
assert "thick" not in head and "to: link" in head and "half" in head and "end" in head, head
assert "use " + head[7:].split("(")[0] in new and new.count("end = end") == 2, new

# --- names in texts; branches of conditions; layout ---
(FOLDER / "a.stl").write_text("solid a\\nendsolid a\\n", encoding="utf-8")
(FOLDER / "b.stl").write_text("solid b\\nendsolid b\\n", encoding="utf-8")
TEXTS = """param big = true;
robot r {
\tlink base;
\tif big {
\t\tlink one { mass 1 kg; inertia (1, 1, 1) kg*m^2; visual mesh "a.stl"; } // first
\t\tjoint : fixed base -> one;
\t} else {
\t\tlink one { mass 1 kg; inertia (1, 1, 1) kg*m^2; visual mesh "b.stl"; } // first
\t\tjoint : fixed base -> one;
\t}
}
""".replace("\n", "\r\n")
new, _ = change("texts.romas", TEXTS, "link o|ne")
assert 'visual mesh "{prefix}.stl";' in new and 'use one_link(prefix = "b") named "";' in new, new
assert "\n" not in new.replace("\r\n", "") and "\r\n\tlink one" in new, new

EYES = """module eye(name: string, on: link) {
  link lens { mass 1 kg; inertia (1, 1, 1) kg*m^2; visual mesh "{name}.stl"; }
  joint mount : fixed on -> lens;
}
robot r {
  link base;
  link a_arm { mass 1 kg; inertia (1, 1, 1) kg*m^2; }
  joint : fixed base -> a_arm;
  use eye("a", a_arm) named "first";
  link b_arm { mass 1 kg; inertia (1, 1, 1) kg*m^2; }
  joint : fixed base -> b_arm;
  use eye("b", b_arm) named "second";
}
"""
new, _ = change("eyes.romas", EYES, "link a_arm", 'named "first";')
assert 'use eye("{prefix}", "{prefix}_arm") named "{name}";' in new, new
assert 'use arm_link(prefix = "a", name = "first") named "";' in new, new

# --- what is left alone ---
def left_alone(text, begin, end=None, name="alone.romas"):
    assert not offered(name, text, begin, end), text


left_alone(LEGS.replace("mass 2 kg", "mass 2 kgg"), "link left|_hip")  # an error
left_alone(LEGS[:LEGS.rindex("}")], "link left|_hip")  # half typed
left_alone(LEGS.replace("mass 2 kg;  // weighed", "mass 2 kg;"), "link left|_hip")  # another comment
left_alone(LEGS.replace("mass 2 kg;", "mass 2 kg; com (0, 0, 0) mm;"), "link left|_hip")  # not alike
left_alone(LEGS.replace("// to the left", "// romas: ignore inertia-placeholder"), "link left|_hip")
# A name from outside of the new module would not be known in it.
INSIDE = LEGS.replace("    mass 1.50 kg;", "    let heavy = 1 kg;\n    mass heavy;").replace("    mass 2 kg;", "    let heavy = 1 kg;\n    mass heavy;")
change("legs.romas", INSIDE, "link left|_hip")
left_alone("""robot r {
  let a = 1 kg;
  link base { mass a; inertia (1, 1, 1) * 1e-3 kg*m^2; }
  use arm() as left;
  joint one : continuous left.hand -> f { axis z; damping 1 N*m*s/rad; friction 1 N*m; }
  joint two : continuous left.hand -> g { axis z; damping 2 N*m*s/rad; friction 1 N*m; }
  link f; link g;
  joint : fixed base -> left.hand;
}
module arm() { link hand; }
""", "joint o|ne")

# --- a file that others import: the robots of all of them count ---
PARTS = """module pair(width: length) {
  link axle;
  link left_wheel { solid sphere radius 5 cm mass 1 kg; collision sphere radius 5 cm; }
  joint left_turn : continuous axle -> left_wheel { at xyz(0, width / 2, 0); axis y; }
  link right_wheel { solid sphere radius 5 cm mass 1 kg; collision sphere radius 5 cm; }
  joint right_turn : continuous axle -> right_wheel { at xyz(0, -width / 2, 0); axis y; }
}
"""
ROOT = 'import "parts.romas" as parts;\nrobot cart { use parts.pair(width = 60 cm) as wheels; }\n'
(FOLDER / "parts.romas").write_text(PARTS, encoding="utf-8")
show("cart.romas", ROOT)
client.request("textDocument/documentSymbol", {"textDocument": {"uri": uri(FOLDER / "cart.romas")}})
new, _ = change("parts.romas", PARTS, "link left|_wheel", root=FOLDER / "cart.romas")
assert 'use wheel_link(prefix = "left_") named "";' in new, new

# --- a client that shows no annotations gets the edits alone ---
plain = Client(SERVER, folder=FOLDER, capabilities={"workspace": {"workspaceEdit": {"documentChanges": True}}})
path = FOLDER / "legs.romas"
plain.open(path, LEGS, language="romas")
here = find(LEGS, "link left|_hip")
(action,) = ask(path, here, here, of=plain)
assert "changeAnnotations" not in action["edit"], action
assert plain.end() == 0

# --- every statement of the examples: what is offered leaves the robots as they are ---
made = 0
copy = HOME / "examples"
shutil.copytree(EXAMPLES, copy)
reader = Client(SERVER, folder=copy, capabilities=SHOWS)
for path in sorted(copy.rglob("*.romas")):
    text = reader.open(path, language="romas")
    run = subprocess.run([ROMASC, path, "--emit=romas", "-o", "-"], capture_output=True, text=True, check=False)
    for start, line in ((at, text.split("\n")[at]) for at in range(text.count("\n"))):
        if not line.lstrip().startswith(("link ", "joint ", "for ", "if ", "frame ", "sensor ")):
            continue
        here = {"line": start, "character": len(line) - len(line.lstrip()) + 1}
        for action in ask(path, here, here, of=reader):
            made += 1
            path.write_text(edited(text, edits_of(action, path)), encoding="utf-8")
            after = subprocess.run([ROMASC, path, "--emit=romas", "-o", "-"], capture_output=True, text=True, check=False)
            assert after.returncode == run.returncode and after.stdout == run.stdout, (path, action["title"])
            path.write_text(text, encoding="utf-8")
print(f"{made} modules of the examples")
assert reader.end() == 0 and client.end() == 0
shutil.rmtree(HOME)
