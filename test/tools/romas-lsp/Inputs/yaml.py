"""Servo maps, .romas.yaml, and YAML files of controllers and planners: findings, completion, hover, names, outline."""

import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

from lsp_client import Client, edited, find, offset, uri

SERVER, ROMASC = sys.argv[1:]
FOLDER = pathlib.Path(tempfile.mkdtemp(prefix="romas-lsp-")).resolve() / "robots"
FOLDER.mkdir()
ARM = FOLDER / "arm.urdf"
shutil.copy(pathlib.Path(__file__).parent / "arm.urdf", ARM)
SERVOS, PROJECT, LIMITS = FOLDER / "arm.servos.yaml", FOLDER / ".romas.yaml", FOLDER / "limits.yaml"
client = Client(SERVER, folder=FOLDER, capabilities={"textDocument": {"diagnostic": {}}})
client.open(ARM)
versions = {}
RULE = "parameter-unknown-name"


def put(path, text, language="yaml"):
    if path in versions:
        versions[path] += 1
        client.change(path, versions[path], [{"text": text}])
    else:
        versions[path] = 1
        client.open(path, text, language=language)


def findings(path):
    return client.request("textDocument/diagnostic", {"textDocument": {"uri": uri(path)}})["items"]


def complete(path, pattern):
    """Items at the | of a text, which is put there; every edit lies around the cursor."""
    text = pattern.replace("|", "", 1)
    put(path, text)
    here = find(text, pattern)
    items = client.at("textDocument/completion", path, here)["items"]
    at = pattern.index("|")
    for item in items:
        span = item["textEdit"]["range"]
        assert offset(text, span["start"]) <= at <= offset(text, span["end"]), (pattern, item)
    return [item["label"] for item in items]


def hover(path, text, pattern):
    answer = client.at("textDocument/hover", path, find(text, pattern))
    return answer and answer["contents"]["value"]


def romasc_findings(*arguments):
    """Line, column and message of romasc's findings in the file of the last argument."""
    run = subprocess.run([ROMASC, "--format=json", "--error-limit=0", *map(str, arguments)], capture_output=True, check=False)
    path = str(arguments[-1]).removeprefix("--servo-map=")
    return sorted((f["line"], f["column"], f["message"]) for f in json.loads(run.stderr)
                  if f.get("file") and pathlib.Path(f["file"]).resolve() == pathlib.Path(path))


def shown(found):
    return sorted((f["range"]["start"]["line"] + 1, f["range"]["start"]["character"] + 1, f["message"].split("\nnote: ")[0])
                  for f in found)


# --- servo maps: the findings of romasc with the robot, as the text is typed ---
SOUND = """defaults: {family: dynamixel, device: XM430-W350, baud: 1000000}
joints:
  shoulder: {id: 11, zero: 2048}
  "😀grip":
    id: 12
    gear: 10
    zero: 2048
"""
FAULTS = {
    "idd": SOUND.replace("id: 12", "idd: 12"),
    "a word": SOUND.replace("id: 12", "mode: positon"),
    "an unknown device": SOUND.replace("XM430-W350", "XM430-W35"),
    "a unit": SOUND.replace("id: 12", "id: 12\n    offset: 3 kg"),
    "the unit of a register": SOUND.replace("id: 12", "id: 12\n    current_limit: 30 rpm"),
    "a fraction": SOUND.replace("id: 12", "id: 12\n    p_gain: 50.5"),
    "half typed": SOUND.replace("id: 12", "id: 12\n    current_limit: 1.5 m"),
    "no joint": SOUND + "  shouldr: {id: 13}\n",
    "malformed": SOUND.replace("{id: 11", "{id: 11]"),
    "the same id": SOUND.replace("id: 12", "id: 11"),
}
SERVOS.write_text(SOUND, encoding="utf-8")
put(SERVOS, SOUND)
assert shown(findings(SERVOS)) == romasc_findings(ARM, f"--servo-map={SERVOS}"), findings(SERVOS)
faulty = 0
for what, text in FAULTS.items():
    SERVOS.write_text(text, encoding="utf-8")
    put(SERVOS, text)
    wanted = romasc_findings(ARM, f"--servo-map={SERVOS}")
    faulty += bool(wanted)
    assert shown(findings(SERVOS)) == wanted, (what, shown(findings(SERVOS)), wanted)
    assert not [f for f in findings(ARM) if "servo" in f["code"]], what
assert faulty >= 8, faulty
SERVOS.write_text(SOUND, encoding="utf-8")
put(SERVOS, FAULTS["idd"])
here = find(FAULTS["idd"], "id|d:")
(fix,) = [a for a in client.request("textDocument/codeAction", {
    "textDocument": {"uri": uri(SERVOS)}, "range": {"start": here, "end": here}, "context": {"diagnostics": []}})
    if "'id'" in a["title"]]
assert edited(FAULTS["idd"], fix["edit"]["changes"][uri(SERVOS)]) == SOUND, fix
alone = FOLDER / "other.servos.yaml"
put(alone, "joints:\n  none_of_them: {id: 1, mode: positon}\n")
assert ["'mode' must be one of" in f["message"] for f in findings(alone)] == [True], findings(alone)

# --- their keys, values and names ---
assert complete(SERVOS, "def|") == ["defaults", "joints"] or set(complete(SERVOS, "def|")) == set(), "no servo map yet"
assert set(complete(SERVOS, "defaults: {family: dynamixel}\njoi|")) == {"defaults", "joints"}
keys = complete(SERVOS, SOUND + "    |")
assert {"id", "zero", "mode", "family", "map", "couple"} <= set(keys), keys
assert "map" not in complete(SERVOS, "defaults:\n  family: dynamixel\n  |\njoints:\n  shoulder: {id: 1}\n")
assert {"shoulder", "😀grip"} <= set(complete(SERVOS, SOUND + "  |")), complete(SERVOS, SOUND + "  |")
assert "shoulder" in complete(SERVOS, SOUND + "    couple: {|")
assert {"position", "velocity"} <= set(complete(SERVOS, SOUND.replace("id: 12", "mode: |")))
assert complete(SERVOS, SOUND.replace("zero: 2048}", "time_profile: |}")) == ["true", "false"]
assert "dynamixel" in complete(SERVOS, SOUND.replace("family: dynamixel", "family: |"))
devices = complete(SERVOS, SOUND.replace("XM430-W350", "X|"))
assert "XM430-W350" in devices and len(devices) > 5, devices
put(SERVOS, SOUND)
assert hover(SERVOS, SOUND, "ze|ro: 2048\n") == "the reading in ticks where the joint is at 0"
LIMITED = SOUND.replace("id: 12", "id: 12\n    current_limit: 1.5 A")
put(SERVOS, LIMITED)
assert hover(SERVOS, LIMITED, "current_|limit").endswith("one with a unit where the device has one, as 1.5 A")
put(SERVOS, SOUND)
assert "revolute joint" in hover(SERVOS, SOUND, "shoul|der:")
assert client.at("textDocument/definition", SERVOS, find(SOUND, "shoul|der:"))[0]["uri"] == uri(ARM)
outline = client.request("textDocument/documentSymbol", {"textDocument": {"uri": uri(SERVOS)}})
assert [s["name"] for s in outline] == ["defaults", "joints"] and [s["name"] for s in outline[1]["children"]] == ["shoulder", "😀grip"]
assert outline[1]["children"][1]["children"][0]["detail"] == "12", outline
renamed = client.request("textDocument/rename", {"textDocument": {"uri": uri(SERVOS)}, "position": find(SOUND, "shoul|der:"),
                                                 "newName": "first"})["changes"]
assert set(renamed) == {uri(SERVOS), uri(ARM)}, renamed

# --- project files: what the compiler says of them, as they are typed ---
GOOD = """warnings: [no-mesh-missing, error=mimic-range]
profile: moveit
strict: false
per-file-ignores:
  "vendor/**": [mesh-missing]
roots:
  - file: arm.urdf
"""
PROJECT.write_text("strict: false\n", encoding="utf-8")
put(PROJECT, GOOD)
assert findings(PROJECT) == []
for old, new, message in (("strict: false", "strikt: false", "did you mean 'strict'"), ("strict: false", "strict: 3", "must be true or false"),
                          ("profile: moveit", "profile: moveitt", "moveit"), ("no-mesh-missing", "no-mesh-misssing", "mesh-missing"),
                          ("file: arm.urdf", "file: none.urdf", "there is no file"), ("strict: false", "strict: [", "")):
    text = GOOD.replace(old, new)
    put(PROJECT, text)
    (found,) = findings(PROJECT)
    assert message in found["message"] and found["severity"] == 1, found
    PROJECT.write_text(text, encoding="utf-8")
    said = subprocess.run([ROMASC, "arm.urdf"], cwd=FOLDER, capture_output=True, text=True, check=False).stderr
    place = found["range"]["start"]
    message = found["message"].replace(f"{FOLDER}/", "")  # romasc runs in the folder
    assert f".romas.yaml:{place['line'] + 1}:{place['character'] + 1}: {message}" in said, (found, said)
# All of them at once, each at its place; what depends on another one is not told.
text = """warnings: [no-mesh-misssing, error=mimic-range, ""]
strikt: false
strict: 3
per-file-ignores:
  vendor: [mesh-misssing, mesh-missing, bad-number]
profile: [moveitt]
roots:
  - {file: none.urdf, args: {a: 1}, name: a/b}
  - arm.urdf
  - [arm.urdf]
  - arm.urdf
stricter: true
"""
put(PROJECT, text)
found = findings(PROJECT)
lines = [finding["range"]["start"]["line"] for finding in sorted(found, key=lambda one: (one["range"]["start"]["line"],
                                                                                         one["range"]["start"]["character"]))]
assert lines == [0, 0, 1, 2, 4, 4, 5, 7, 7, 9, 10, 11], [(f["range"]["start"], f["message"]) for f in found]
PROJECT.write_text(text, encoding="utf-8")
run = subprocess.run([ROMASC, "arm.urdf"], cwd=FOLDER, capture_output=True, text=True, check=False)
assert run.returncode == 2 and len(run.stderr.splitlines()) == len(found), run
for finding in found:
    place = finding["range"]["start"]
    message = finding["message"].replace(f"{FOLDER}/", "")
    assert f"romasc: error: .romas.yaml:{place['line'] + 1}:{place['character'] + 1}: {message}\n" in run.stderr, (finding, run.stderr)
# A file that is missing is told beside another key that is misspelt, and not beside its own.
for text, lines in (("roots:\n  - argz: {a: 1}\n", [1, 1]), ("roots:\n  - fiel: arm.urdf\n", [1]),
                    ("roots:\n  - file: arm.urdf\n    fiel: a\n", [2]), ("roots:\n  - argz: {a: 1", [1])):
    put(PROJECT, text)
    assert [f["range"]["start"]["line"] for f in findings(PROJECT)] == lines, (text, findings(PROJECT))
PROJECT.write_text(GOOD, encoding="utf-8")
assert {"warnings", "profile", "roots", "baseline"} <= set(complete(PROJECT, "|"))
assert complete(PROJECT, "strict: |") == ["true", "false"]
assert {"moveit", "gazebo"} <= set(complete(PROJECT, "profile: [|"))
assert {"no-mesh-missing", "error=mesh-missing", "everything"} <= set(complete(PROJECT, "warnings:\n  - |"))
assert "mesh-missing" in complete(PROJECT, "per-file-ignores:\n  'a/**': [|")
assert {"file", "args", "name"} <= set(complete(PROJECT, "roots:\n  - |"))
assert "arm.urdf" in complete(PROJECT, "roots:\n  - file: |")
assert complete(PROJECT, "# |") == []
put(PROJECT, GOOD)
assert "warnings are errors" in hover(PROJECT, GOOD, "str|ict")
assert "mesh-missing" in hover(PROJECT, GOOD, "no-mesh-|missing")

# --- parameters of controllers and planners ---
TEXT = """joint_limits:
  shoulder:
    has_velocity_limits: true
    max_velocity: 1.5
  "😀grip":
    max_velocity: 1
"""
LIMITS.write_text(TEXT, encoding="utf-8")
put(LIMITS, TEXT)
assert findings(LIMITS) == []
assert hover(LIMITS, TEXT, "max_vel|ocity: 1.5") == "the largest velocity, rad/s or m/s"
assert "revolute joint" in hover(LIMITS, TEXT, "shoul|der")
assert hover(LIMITS, TEXT, "1|.5") is None
assert {"max_effort", "has_jerk_limits"} <= set(complete(LIMITS, TEXT + "    |"))
assert {"shoulder", "😀grip"} <= set(complete(LIMITS, TEXT + "  |"))
assert complete(LIMITS, TEXT.replace("limits: true", "limits: |")) == ["true", "false"]
CONTROLLERS = """arm_controller:
  ros__parameters:
    joints: [shoulder, "😀grip"]
    command_interfaces:
      - position
"""
controllers = FOLDER / "controllers.yaml"
controllers.write_text(CONTROLLERS, encoding="utf-8")
assert {"shoulder", "😀grip"} <= set(complete(controllers, CONTROLLERS.replace('"😀grip"]', "|]")))
assert complete(controllers, CONTROLLERS + "      - |") == ["position", "velocity", "effort", "acceleration"]
assert "update_rate" in complete(controllers, CONTROLLERS + "    |")
put(controllers, CONTROLLERS)
assert hover(controllers, CONTROLLERS, "command_inter|faces") == \
    "what is commanded\n\none of position, velocity, effort, acceleration"

# Names that the robot does not have: the findings of romasc, the place of the robot, and the name that was meant.
WRONG = CONTROLLERS.replace("[shoulder", "[shuolder")
controllers.write_text(WRONG, encoding="utf-8")
put(controllers, WRONG)
(told,) = findings(controllers)
assert shown([told]) == romasc_findings(controllers), told
assert told["code"] == RULE and "did you mean 'shoulder'?" in told["message"], told
assert told["relatedInformation"][0]["location"]["uri"] == uri(ARM), told
here = find(WRONG, "shu|older")
(fix,) = [a for a in client.request("textDocument/codeAction", {
    "textDocument": {"uri": uri(controllers)}, "range": {"start": here, "end": here}, "context": {"diagnostics": []}})
    if "'shoulder'" in a["title"]]
assert edited(WRONG, fix["edit"]["changes"][uri(controllers)]) == CONTROLLERS, fix
put(controllers, CONTROLLERS)
assert findings(controllers) == []
versions[ARM] = 1
put(ARM, ARM.read_text().replace('"shoulder"', '"shoulders"'), language="xml")  # the editor's text counts
assert ["'shoulders'" in f["message"] for f in findings(controllers)] == [True], findings(controllers)
put(ARM, ARM.read_text(), language="xml")
for cut in range(0, len(SOUND), 7):  # half typed, of every kind
    for path in (SERVOS, PROJECT, LIMITS):
        complete(path, SOUND[:cut] + "|")
        client.request("textDocument/documentSymbol", {"textDocument": {"uri": uri(path)}})
        findings(path)
assert client.end() == 0

# --- a new file of a package, which says no name yet: names of the package's robots, also of those that only its SRDF is about ---
SOURCES = FOLDER / "src"
for package, file, text in (
        ("arm_description", "urdf/arm.urdf", ARM.read_text()), ("arm_moveit", "config/arm.srdf", '<robot name="arm"/>'),
        ("door", "door.urdf", '<robot name="door"><link name="frame"/><link name="leaf"/><joint name="hinge" type="continuous"><parent link="frame"/>'
                              '<child link="leaf"/></joint></robot>')):
    (SOURCES / package / file).parent.mkdir(parents=True)
    (SOURCES / package / file).write_text(text)
    (SOURCES / package / "package.xml").write_text(f"<package><name>{package}</name></package>")
client = Client(SERVER, folder=SOURCES, capabilities={"textDocument": {"diagnostic": {}}, "workspace": {"diagnostics": {"refreshSupport": True}}})
while not any(message["method"] == "workspace/diagnostic/refresh" for message in client.asked):
    client.take()
versions = {}
for place, known, unknown in (("arm_moveit/config/new.yaml", "shoulder", "hinge"), ("door/config/new.yaml", "hinge", "shoulder"),
                              ("arm_description/new.yaml", "shoulder", "hinge")):
    for text in ("a_controller:\n  ros__parameters:\n    joints:\n      - |", "a_controller:\n  ros__parameters:\n    joints: [|", "joint_limits:\n  |"):
        names = complete(SOURCES / place, text)
        assert known in names and unknown not in names, (place, text, names)

# --- files of a package that belong to a robot of another package ---
(SOURCES / "arm_moveit/config/arm.srdf").write_text('<robot name="arm"><group name="whole"><joint name="shoulder"/></group></robot>')
for name, text in (("kinematics.yaml", "whoel:\n  kinematics_solver: kdl\n"), ("joint_limits.yaml", "joint_limits:\n  shuolder: {max_velocity: 1}\n")):
    path = SOURCES / "arm_moveit/config" / name
    path.write_text(text)
    put(path, text)
    found = findings(path)
    assert len(found) == 1 and shown(found) == romasc_findings(path), (found, romasc_findings(path))
assert client.end() == 0
shutil.rmtree(FOLDER.parent)
