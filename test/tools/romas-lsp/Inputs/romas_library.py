"""The standard library of the Romas language in an editor: what its names mean, where they are defined, and that they keep their names."""

import pathlib
import shutil
import sys
import tempfile
import urllib.parse

from lsp_client import Client, find, uri

SERVER = sys.argv[1]
FOLDER = pathlib.Path(tempfile.mkdtemp(prefix="romas-lsp-")).resolve()
ARM = FOLDER / "arm.romas"
TEXT = """import std.materials;
import std.kinematics as dh;
type motor = {mass: mass, bus: "can" or "rs485"};
/// The first one.
let motors : [motor] = load("motors.yaml");
robot arm {
  link base { solid box (1, 1, 1) cm density materials.steel; }
  link tool { mass motors[0].mass; inertia (20, 30, 40) g*mm^2; }
  joint fix : fixed base -> tool { at dh.dh(0 deg, 1 m, 0 m, 0 deg); }
}
"""
(FOLDER / "motors.yaml").write_text("- {mass: 2 g, bus: can}\n", encoding="utf-8")
ARM.write_text(TEXT, encoding="utf-8")


def begin(cache):
    client = Client(SERVER, folder=FOLDER, options={"cache": cache})
    client.open(ARM, TEXT, language="romas")
    return client


def place(location):
    """The file and line of a location."""
    path = pathlib.Path(urllib.parse.unquote(location["uri"].removeprefix("file://")))
    return path, path.read_text(encoding="utf-8").splitlines()[location["range"]["start"]["line"]]


def definitions(client, pattern):
    answer = client.at("textDocument/definition", ARM, find(TEXT, pattern)) or []
    return [place(one) for one in (answer if isinstance(answer, list) else [answer])]


client = begin(str(FOLDER / "cache"))
for pattern, said in (
        ("materials.st|eel", "**value** `steel`\n\nStructural steel"), ("dh.d|h(", "**function** `dh(theta: angle, d: length, a: length, alpha: angle) -> pose`"),
        ("[mo|tor]", "**type** `motor`"), ("mass mo|tors", "**value** `motors: [motor]`\n\nThe first one.")):
    answer = client.at("textDocument/hover", ARM, find(TEXT, pattern))
    assert answer["contents"]["value"].startswith(said), (pattern, answer)

# --- the library lies in files that an editor can open ---
for _ in range(2):
    ((path, line),) = definitions(client, "materials.st|eel")
    assert path == FOLDER / "cache" / "std" / "materials.romas" and line.startswith("let steel = "), (path, line)
((path, line),) = definitions(client, "dh.d|h(")
assert path.name == "kinematics.romas" and line.startswith("fn dh("), (path, line)
((path, line),) = definitions(client, "[mo|tor]")
assert path == ARM and line.startswith("type motor"), (path, line)
(FOLDER / "cache" / "std" / "materials.romas").write_text("// of an older version\n", encoding="utf-8")
assert client.end() == 0
client = begin(str(FOLDER / "cache"))
((path, line),) = definitions(client, "materials.st|eel")
assert line.startswith("let steel = "), line

# --- its names are not the user's to change ---
answer = client.try_request("textDocument/rename", {"textDocument": {"uri": uri(ARM)}, "position": find(TEXT, "materials.st|eel"), "newName": "iron"})
assert "is defined in the standard library" in str(answer), answer
assert client.end() == 0

# --- without a folder there is no file to lead to ---
client = begin(False)
assert definitions(client, "materials.st|eel") == []
answer = client.at("textDocument/hover", ARM, find(TEXT, "materials.st|eel"))
assert "Structural steel" in answer["contents"]["value"], answer
assert client.end() == 0
shutil.rmtree(FOLDER)
