"""Code actions that write something anew. Each is applied to the file, and romasc judges the result."""

import json
import math
import pathlib
import re
import subprocess
import sys
import tempfile

from lsp_client import Client, edited, find, uri

SERVER, ROMASC = sys.argv[1:]
FOLDER = pathlib.Path(tempfile.mkdtemp(prefix="romas-lsp-")).resolve() / "robots"
FOLDER.mkdir()
CREATES = {"workspace": {"workspaceEdit": {"documentChanges": True, "resourceOperations": ["create"]}}}
client = Client(SERVER, folder=FOLDER, capabilities=CREATES)
opened = {}


def show(name, text):
    """Writes a file and shows it to the server."""
    path = FOLDER / name
    path.write_bytes(text.encode())
    opened[path] = opened.get(path, 0) + 1
    if opened[path] == 1:
        client.open(path, text)
    else:
        client.change(path, opened[path], [{"text": text}])
    return path


def actions(path, text, pattern, of=client, only=None):
    at = find(text, pattern)
    context = {"diagnostics": [], **({"only": only} if only else {})}
    return of.request("textDocument/codeAction", {
        "textDocument": {"uri": uri(path)}, "range": {"start": at, "end": at}, "context": context})


def titled(found, start):
    return [action for action in found if action["title"].startswith(start)]


def edits_for(action, path):
    return [edit for change in action["edit"]["documentChanges"] if "textDocument" in change
            and change["textDocument"]["uri"] == uri(path) for edit in change["edits"]]


def applied(path, text, action):
    assert all(change["textDocument"]["uri"] == uri(path) for change in action["edit"]["documentChanges"]), action
    return edited(text, edits_for(action, path))


def rules(path):
    run = subprocess.run([ROMASC, path, "--emit=none", "--format=json"], capture_output=True, text=True, check=False)
    return [finding["rule"].split("/")[-1] for finding in json.loads(run.stderr or "[]")]


def differences(old, new):
    run = subprocess.run([ROMASC, "--compare", "--format=json", old, new], capture_output=True, text=True, check=False)
    return json.loads(run.stdout)["differences"]


def change(path, text, pattern, start, only=None):
    """The text after the action with this title; beside it lies the file as it was."""
    (action,) = titled(actions(path, text, pattern, only=only), start)
    new = applied(path, text, action)
    old = path.with_name("old_" + path.name)
    old.write_bytes(text.encode())
    path.write_bytes(new.encode())
    return new, action, old


def near(a, b):
    return all(math.isclose(x, y, rel_tol=1e-9, abs_tol=1e-12) for x, y in zip(a, b, strict=True))


# --- bodies, computed without the compiler: mass, centre, and second moments about the origin ---
def box(mass, size, at):
    moments = [[mass * (at[i] * at[j] + (size[i] ** 2 / 12 if i == j else 0)) for j in range(3)] for i in range(3)]
    return mass, [mass * c for c in at], moments


def cylinder_along_x(mass, radius, length, at):
    own = [length ** 2 / 12, radius ** 2 / 4, radius ** 2 / 4]
    moments = [[mass * (at[i] * at[j] + (own[i] if i == j else 0)) for j in range(3)] for i in range(3)]
    return mass, [mass * c for c in at], moments


def together(*bodies):
    """Mass, centre of mass, and ixx ixy ixz iyy iyz izz about it."""
    mass = sum(body[0] for body in bodies)
    centre = [sum(body[1][i] for body in bodies) / mass for i in range(3)]
    moments = [[sum(body[2][i][j] for body in bodies) - mass * centre[i] * centre[j] for j in range(3)]
               for i in range(3)]
    trace = sum(moments[i][i] for i in range(3))
    tensor = [(trace if i == j else 0) - moments[i][j] for i, j in ((0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2))]
    return mass, centre, tensor


def written_inertia(text):
    """Returns mass, origin and inertia of the first inertial of a URDF."""
    block = re.search(r"<inertial>.*?</inertial>", text, re.S).group()
    origin = re.search(r'<origin xyz="([^"]*)"/>', block)
    return (float(re.search(r'<mass value="([^"]*)"', block).group(1)),
            [float(x) for x in origin.group(1).split()] if origin else [0, 0, 0],
            [float(re.search(name + r'="([^"]*)"', block).group(1)) for name in "ixx ixy ixz iyy iyz izz".split()])


# --- the inertia of a link without one, from two shapes that are placed and turned ---
ARM = """<robot name="arm">
  <link name="base"/>
  <link name="upper">
    <visual>
      <geometry><sphere radius="0.3"/></geometry>
    </visual>
    <collision>
      <origin xyz="0 0.03 0.1" rpy="0 1.5707963267948966 0"/>
      <geometry><cylinder radius="0.05" length="0.4"/></geometry>
    </collision>
    <collision>
      <origin xyz="0.1 0.02 0"/>
      <geometry><box size="0.1 0.2 0.3"/></geometry>
    </collision>
  </link>
  <joint name="shoulder" type="revolute">
    <parent link="base"/>
    <child link="upper"/>
    <axis xyz="0 1 0"/>
    <limit lower="-1" upper="1" effort="10" velocity="2"/>
  </joint>
</robot>
"""
path = show("arm.urdf", ARM)
volume_of_cylinder, volume_of_box = math.pi * 0.05 ** 2 * 0.4, 0.1 * 0.2 * 0.3
wanted = together(cylinder_along_x(1000 * volume_of_cylinder, 0.05, 0.4, [0, 0.03, 0.1]),
                  box(1000 * volume_of_box, [0.1, 0.2, 0.3], [0.1, 0.02, 0]))
assert rules(path) == ["inertial-missing"], rules(path)
new, action, old = change(path, ARM, '<link name="up|per">', "write the inertia of the collision shapes at 1000 kg/m³")
assert action["kind"] == "quickfix" and action["diagnostics"][0]["code"] == "inertial-missing", action
mass, centre, tensor = written_inertia(new)
assert near([mass], [wanted[0]]) and near(centre, wanted[1]) and near(tensor, wanted[2]), (new, wanted)
assert '  <link name="upper">\n    <inertial>\n      <origin xyz="' in new and "    </inertial>\n    <visual>\n" in new, new
assert rules(path) == [], rules(path)
assert {(d["entity"], d["name"]) for d in differences(old, path)} == {("link", "upper")}, differences(old, path)
assert not titled(actions(path, ARM, '<link name="up|per">'), "write the inertia of the collision shapes for its mass")
assert not titled(actions(path, ARM, '<joint name="sh|oulder"'), "write the inertia")
assert not titled(actions(path, ARM, '<link name="ba|se"'), "write the inertia")  # it has no shape
assert titled(actions(path, ARM, '<link name="up|per">', only=["quickfix"]), "write the inertia")
assert not titled(actions(path, ARM, '<link name="up|per">', only=["refactor.extract"]), "write the inertia")

# --- tabs and \r\n stay; one line stays one line ---
tabbed = ARM.replace("  ", "\t").replace("\n", "\r\n")
path = show("arm.urdf", tabbed)
new, _, _ = change(path, tabbed, '<link name="up|per">', "write the inertia of the collision shapes at")
assert '>\r\n\t\t<inertial>\r\n\t\t\t<origin xyz="' in new and "\n" not in new.replace("\r\n", ""), new
flat = '<robot name="one"><link name="a"><collision><geometry><sphere radius="0.1"/></geometry></collision></link></robot>'
path = show("flat.urdf", flat)
new, action, _ = change(path, flat, '<link name="|a">', "write the inertia of the collision shape at")
assert action["kind"] == "refactor.rewrite" and "\n" not in new and "<link name=\"a\"><inertial><mass value=" in new, new
mass = 1000 * 4 / 3 * math.pi * 0.1 ** 3
assert near(written_inertia(new)[2], [0.4 * mass * 0.01, 0, 0, 0.4 * mass * 0.01, 0, 0.4 * mass * 0.01]), new

# --- a placeholder, with the mass that is written; the second link has the same one from the same template ---
HELD = """<robot name="arm">
  <link name="base"/>
  <link name="one">
    <inertial>
      <mass value="2.50"/>
      <inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/>
    </inertial>
    <collision><geometry><box size="0.1 0.2 0.3"/></geometry></collision>
  </link>
  <link name="two">
    <inertial>
      <mass value="2.50"/>
      <inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/>
    </inertial>
    <collision><geometry><box size="0.1 0.1 0.1"/></geometry></collision>
  </link>
  <joint name="j1" type="continuous">
    <parent link="base"/><child link="one"/><axis xyz="0 1 0"/>
  </joint>
  <joint name="j2" type="continuous">
    <parent link="one"/><child link="two"/><axis xyz="0 1 0"/>
  </joint>
</robot>
"""
path = show("held.urdf", HELD)
assert rules(path) == ["inertia-placeholder"], rules(path)
new, action, old = change(path, HELD, '<iner|tia ixx', "write the inertia of the collision shape for its mass, 2.50 kg")
assert action["diagnostics"][0]["code"] == "inertia-placeholder" and '<mass value="2.50"/>' in new, action
assert near(written_inertia(new)[2], together(box(2.5, [0.1, 0.2, 0.3], [0, 0, 0]))[2]), new
assert {(d["name"], d["field"]) for d in differences(old, path)} == {("one", "inertia")} or \
    {d["name"] for d in differences(old, path)} == {"one"}, differences(old, path)
assert len(titled(actions(path, HELD, '<link name="t|wo"'), "write the inertia")) == 2
sound = HELD.replace('ixx="1"', 'ixx="0.02"').replace('iyy="1"', 'iyy="0.02"').replace('izz="1"', 'izz="0.01"')
path = show("held.urdf", sound)
assert not titled(actions(path, sound, '<link name="o|ne"'), "write the inertia")
kept = HELD.replace('<mass value="2.50"/>', '<mass value="2.50"/><!-- weighed -->')
path = show("held.urdf", kept)
assert not titled(actions(path, kept, '<link name="o|ne"'), "write the inertia")

# --- a mesh: a tetrahedron, scaled; not one that is open, or that is not there ---
corners = [(0, 0, 0), (0.3, 0, 0), (0, 0.2, 0), (0, 0, 0.1)]
faces = [(0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)]


def stl(some):
    lines = ["solid t"]
    for face in some:
        lines += ["facet normal 0 0 0", "outer loop"]
        lines += ["vertex %g %g %g" % corners[i] for i in face] + ["endloop", "endfacet"]
    return "\n".join(lines + ["endsolid t", ""])


(FOLDER / "tetra.stl").write_text(stl(faces), encoding="utf-8")
(FOLDER / "open.stl").write_text(stl(faces[:3]), encoding="utf-8")
MESH = """<robot name="m">
  <link name="rock">
    <visual>
      <geometry><mesh filename="tetra.stl" scale="2 1 0.5"/></geometry>
    </visual>
  </link>
</robot>
"""
path = show("mesh.urdf", MESH)
new, _, _ = change(path, MESH, '<link name="ro|ck"', "write the inertia of the visual shape at")
a, b, c = 0.6, 0.2, 0.05
volume, edge = a * b * c / 6, (a, b, c)
moments = [[1000 * 6 * volume * edge[i] * edge[j] * (1 / 60 if i == j else 1 / 120) for j in range(3)] for i in range(3)]
wanted = together((1000 * volume, [1000 * volume * e / 4 for e in edge], moments))
mass, centre, tensor = written_inertia(new)
assert near([mass], [wanted[0]]) and near(centre, wanted[1]) and near(tensor, wanted[2]), (new, wanted)
hover = client.at("textDocument/hover", path, find(MESH, 'filename="tet|ra.stl"'))["contents"]["value"]
assert "4 triangles" in hover and "box 0.6 × 0.2 × 0.05 m" in hover and "volume 0.001 m³" in hover, hover
for name in ("open.stl", "none.stl"):
    other = MESH.replace("tetra.stl", name)
    path = show("mesh.urdf", other)
    assert not titled(actions(path, other, '<link name="ro|ck"'), "write the inertia"), name
    hover = client.at("textDocument/hover", path, find(other, f'filename="|{name}"'))["contents"]["value"]
    assert ("not closed" if name == "open.stl" else "not found") in hover, hover

# --- SDF: its own elements, poses as SDF writes them ---
SDF = """<sdf version="1.10">
  <model name="cart">
    <link name="body">
      <pose>1 2 3 0.1 0.2 0.3</pose>
      <collision name="c">
        <pose>0 0 0.5 0 0 1</pose>
        <geometry><sphere><radius>0.25</radius></sphere></geometry>
      </collision>
    </link>
  </model>
</sdf>
"""
path = show("cart.sdf", SDF)
new, _, old = change(path, SDF, '<link name="bo|dy"', "write the inertia of the collision shape at")
mass = 1000 * 4 / 3 * math.pi * 0.25 ** 3
assert "      <inertial>\n        <pose>0 0 0.5 0 0 0</pose>\n        <mass>" in new, new
assert near([float(re.search("<mass>(.*)</mass>", new).group(1))], [mass]), new
for name, value in (("ixx", 0.4 * mass * 0.0625), ("ixy", 0), ("izz", 0.4 * mass * 0.0625)):
    assert near([float(re.search(f"<{name}>(.*)</{name}>", new).group(1))], [value]), (name, new)
assert {d["name"] for d in differences(old, path)} == {"body"}, differences(old, path)

# --- xacro: literal shapes in a macro, for every instance; not what is computed, and not where instances differ ---
XACRO = """<robot name="x" xmlns:xacro="http://www.ros.org/wiki/xacro">
  <xacro:property name="r" value="0.1"/>
  <xacro:macro name="ball" params="name shape">
    <link name="${name}">
      <visual><geometry><sphere radius="0.2"/></geometry></visual>
    </link>
    <link name="${name}_computed">
      <visual><geometry><sphere radius="${r}"/></geometry></visual>
    </link>
    <link name="${name}_mesh">
      <visual><geometry><mesh filename="${shape}.stl"/></geometry></visual>
    </link>
  </xacro:macro>
  <xacro:ball name="a" shape="tetra"/>
  <xacro:ball name="b" shape="SECOND"/>
</robot>
"""
(FOLDER / "other.stl").write_text(stl(faces).replace("0.3", "0.4"), encoding="utf-8")
same, other = XACRO.replace("SECOND", "tetra"), XACRO.replace("SECOND", "other")
path = show("x.urdf.xacro", same)
new, _, _ = change(path, same, '<link name="${na|me}">', "write the inertia of the visual shape at")
expanded = subprocess.run([ROMASC, path, "--emit=expanded", "-o", "-"], capture_output=True, text=True, check=True).stdout
assert expanded.count("<inertial>") == 2, expanded
assert not titled(actions(path, same, '<link name="${name}_comp|uted">'), "write the inertia")
assert len(titled(actions(path, same, '<link name="${name}_me|sh">'), "write the inertia")) == 1
path = show("x.urdf.xacro", other)
assert not titled(actions(path, other, '<link name="${name}_me|sh">'), "write the inertia")
broken = same.replace("</xacro:macro>", "</xacro:mac", 1)
path = show("x.urdf.xacro", broken)
assert not titled(actions(path, broken, '<link name="${na|me}">'), "write the inertia")

# --- limits: of zeros, which the rules report until they are filled in ---
bare = ARM.replace('    <limit lower="-1" upper="1" effort="10" velocity="2"/>\n', "")
path = show("arm.urdf", bare)
assert "limit-missing" in rules(path)
new, action, old = change(path, bare, '<joint name="sh|oulder"', "add a limit of zeros to fill in; 'limit-empty' is reported")
assert action["diagnostics"][0]["code"] == "limit-missing", action
assert '    <axis xyz="0 1 0"/>\n    <limit lower="0" upper="0" effort="0" velocity="0"/>\n  </joint>' in new, new
assert "limit-missing" not in rules(path) and "limit-empty" in rules(path), rules(path)
partly = ARM.replace(' velocity="2"', "")
path = show("arm.urdf", partly)
new, _, _ = change(path, partly, "<lim|it lower", 'add velocity="0" to fill in, which \'velocity-zero\' is about')
assert '<limit lower="-1" upper="1" effort="10" velocity="0"/>' in new, new
assert "limit-missing" not in rules(path) and "velocity-zero" in rules(path), rules(path)
for text in (ARM, bare.replace("revolute", "continuous"), bare.replace("<axis", '<xacro:if value="1"/><axis'),
             bare.replace("</joint>", "</joi")):
    path = show("arm.urdf", text)
    assert not titled(actions(path, text, '<joint name="sh|oulder"'), "add "), text

# --- degrees and millimetres ---
degrees = ARM.replace('lower="-1" upper="1"', 'lower="-90" upper="135.5"')
path = show("arm.urdf", degrees)
assert "limit-degrees" in rules(path)
new, action, old = change(path, degrees, 'lower="-|90"', "turn into radians: ")
assert f'lower="{-math.pi / 2!r}" upper="{math.radians(135.5)!r}" effort="10"' in new, new
assert "limit-degrees" not in rules(path) and len(differences(old, path)) == 2, differences(old, path)
turned = ARM.replace('<origin xyz="0.1 0.02 0"/>', '<origin xyz="0.1 0.02 0" rpy="0 720 180"/>')
path = show("arm.urdf", turned)
assert rules(path).count("rpy-degrees") == 2, rules(path)
new, _, old = change(path, turned, 'rpy="0 720 1|80"', "turn into radians: 3.141592653589793")
assert 'rpy="0 720 3.141592653589793"' in new and rules(path).count("rpy-degrees") == 1, new
far = ARM.replace('<origin xyz="0.1 0.02 0"/>', '<origin xyz="100 20.1 -350e1"/>')
path = show("arm.urdf", far)
assert "origin-millimetres" in rules(path), rules(path)
new, _, _ = change(path, far, 'xyz="10|0 20.1', "turn into metres: 0.1 0.0201 -3.5")
assert '<origin xyz="0.1 0.0201 -3.5"/>' in new and "origin-millimetres" not in rules(path), new
path = show("arm.urdf", ARM)
assert not titled(actions(path, ARM, 'lower="-|1"'), "turn into")

# --- the language: the same quantity in other units ---
ROMAS = """robot arm {
  link base;
  link tip { solid box (20, 20, 20) mm mass 1 kg; }
  joint j : revolute base -> tip {
    at xyz(0, 250 mm, 0.1 m);
    axis z;
    limit -90 deg .. 0.5 rad effort 10 N*m velocity 60 deg/s;
  }
}
"""
path = show("arm.romas", ROMAS)
for pattern, title, put in (("-9|0 deg", "write 90 deg as ", "-1.5707963267948966 rad .."),
                            ("0.5 r|ad", "write 0.5 rad as ", ".. 28.64788975654116 deg effort"),
                            ("25|0 mm", "write 250 mm as ", "xyz(0, 0.25 m, 0.1 m)"),
                            ("0.|1 m", "write 0.1 m as ", "250 mm, 100 mm)"),
                            ("6|0 deg/s", "write 60 deg as ", "velocity 1.0471975511965976 rad/s")):
    new, action, old = change(path, ROMAS, pattern, title)
    assert put in new and action["kind"] == "refactor.rewrite", (put, new)
    assert differences(old, path) == [] and rules(path) == rules(old), (pattern, differences(old, path))
assert actions(path, ROMAS, "10 |N*m") == [] and actions(path, ROMAS, "20, 20|) mm") == []

# --- a comment that ignores a finding: it makes the finding silent and breaks nothing, or is not offered ---
for name, text, pattern, offered in (
        ("late.urdf", '\n<?xml version="1.0"?>\n<robot name="a">\n  <link name="b"/>\n</robot>\n', "<?x|ml", False),
        ("stray.urdf", '<robot name="a">\n  <link name="b">\n  stray\n  text\n  </link>\n</robot>\n', "str|ay", None),
        ("behind.urdf", '<robot name="a">\n  <link name="b"/>\n  <!-- a < b -->\n  stray\n  text\n</robot>\n', "str|ay", None),
        ("unknown.urdf", '<robot name="a">\n  <link name="b"><what/></link>\n</robot>\n', "<wh|at", True)):
    path = show(name, text)
    silent = [action for action in actions(path, text, pattern) if re.fullmatch("ignore '.*' here", action["title"])]
    assert offered in (None, bool(silent)), (name, silent)
    before = rules(path)
    for action in silent:
        slug = action["title"].split("'")[1]
        after = rules(show(name, applied(path, text, action)))
        assert after.count(slug) < before.count(slug) and not set(after) - set(before), (name, action, after)
        show(name, text)

# --- a rule that the project ignores: in a new file, in lists of every form; only where the client makes files ---
LOOSE = ARM.replace('velocity="2"', 'velocity="0"')
path = show("arm.urdf", LOOSE)
project = FOLDER / ".romas.yaml"
(action,) = titled(actions(path, LOOSE, 'velocity="|0"'), "ignore 'velocity-zero' in the project, in a new .romas.yaml")
creation, filling = action["edit"]["documentChanges"]
assert creation == {"kind": "create", "uri": uri(project)} and filling["textDocument"]["version"] is None, action
project.write_text(edited("", filling["edits"]), encoding="utf-8")
assert "velocity-zero" not in rules(path) and "inertial-missing" in rules(path), rules(path)
project.unlink()
plain = Client(SERVER, folder=FOLDER, capabilities={"workspace": {"workspaceEdit": {"documentChanges": True}}})
plain.open(path, LOOSE)
assert not titled(actions(path, LOOSE, 'velocity="|0"', of=plain), "ignore 'velocity-zero' in the project")
assert plain.end() == 0


def saved(text):
    project.write_text(text, encoding="utf-8")
    client.notify("textDocument/didSave", {"textDocument": {"uri": uri(project)}})


for before, after in (
        ("", "warnings: [no-velocity-zero]\n"),
        ("# ours\nstrict: false", "# ours\nstrict: false\nwarnings: [no-velocity-zero]\n"),
        ("warnings: [no-axis-not-unit]  # why\n", "warnings: [no-axis-not-unit, no-velocity-zero]  # why\n"),
        ("warnings: no-axis-not-unit\nstrict: false\n", "warnings: [no-axis-not-unit, no-velocity-zero]\nstrict: false\n"),
        ("warnings:\n  - 'no-axis-not-unit'  # why\nstrict: false\n",
         "warnings:\n  - 'no-axis-not-unit'  # why\n  - no-velocity-zero\nstrict: false\n"),
        ("warnings:\n- no-axis-not-unit", "warnings:\n- no-axis-not-unit\n- no-velocity-zero")):
    saved(before)
    (action,) = titled(actions(path, LOOSE, 'velocity="|0"'), "ignore 'velocity-zero' in the project")
    assert edited(before, edits_for(action, project)) == after, (before, action)
    project.write_text(after, encoding="utf-8")
    assert "velocity-zero" not in rules(path), after
for before in ("{strict: false}\n", "warnings: [", "warnings: {}\n"):
    saved(before)
    assert not titled(actions(path, LOOSE, 'velocity="|0"'), "ignore 'velocity-zero' in the project"), before
project.unlink()
saved("")
wrong = ARM.replace('radius="0.05"', 'radius="wide"')
path = show("arm.urdf", wrong)
assert not titled(actions(path, wrong, 'radius="wi|de"'), "ignore "), "an error cannot be ignored"

# --- the baseline of the project takes one more finding, and keeps the others ---
path = show("arm.urdf", LOOSE)
saved("baseline: known.json\n")
known = FOLDER / "known.json"
subprocess.run([ROMASC, "--no-project", "--emit=none", f"--write-baseline={known}", FOLDER / "held.urdf"],
               capture_output=True, check=False)
first = known.read_text(encoding="utf-8")
assert json.loads(first)["findings"], first
(action,) = titled(actions(path, LOOSE, 'velocity="|0"'), "accept this 'velocity-zero' in the baseline")
second = edited(first, edits_for(action, known))
old_findings, new_findings = json.loads(first)["findings"], json.loads(second)["findings"]
assert all(finding in new_findings for finding in old_findings) and len(new_findings) == len(old_findings) + 1, second
known.write_text(second, encoding="utf-8")
assert "velocity-zero" not in rules(path) and "inertial-missing" in rules(path), rules(path)
client.notify("textDocument/didSave", {"textDocument": {"uri": uri(known)}})
assert not titled(actions(path, LOOSE, 'velocity="|0"'), "accept this"), "it is known"
assert client.end() == 0
