"""Names of the Romas language on Inputs/rover: what they lead to, renaming each and back, and what is refused."""

import pathlib
import shutil
import sys
import tempfile

from lsp_client import Client, find, offset, uri
from renaming import Shown

SERVER = sys.argv[1]
FOLDER = pathlib.Path(tempfile.mkdtemp(prefix="romas-lsp-")).resolve() / "rover"
shutil.copytree(pathlib.Path(__file__).parent / "rover", FOLDER)
ROVER, WHEEL = FOLDER / "rover.romas", FOLDER / "wheel.romas"
client = Client(SERVER, folder=FOLDER)
shown_files = Shown(client, (ROVER, WHEEL), language="romas")
texts, put, rename = shown_files.texts, shown_files.put, shown_files.rename


def shown(location):
    """The file of a location, and what stands there."""
    path = next(one for one in texts if uri(one) == location["uri"])
    begin, end = (offset(texts[path], location["range"][side]) for side in ("start", "end"))
    return path, texts[path][begin:end], begin


def definition(path, pattern):
    answer = client.at("textDocument/definition", path, find(texts[path], pattern))
    return [shown(location) for location in (answer if isinstance(answer, list) else [answer])]


def references(path, pattern):
    answer = client.request("textDocument/references", {
        "textDocument": {"uri": uri(path)}, "position": find(texts[path], pattern),
        "context": {"includeDeclaration": True}})
    return sorted(shown(location) for location in answer)


# --- where names are defined, and where they stand ---
for path, pattern, file, text in (
        (ROVER, "use parts.wh|eel", WHEEL, "wheel(side"), (ROVER, "use pa|rts.", ROVER, "parts;"),
        (ROVER, "side * tr|ack", ROVER, "track = 60"), (ROVER, "mass pl|ate(", ROVER, "plate(long"),
        (ROVER, "= lo|ng * wide", ROVER, "long: length"), (ROVER, "with {wh|eels}", ROVER, "wheels : int"),
        (ROVER, "-> wh|eel.hub", ROVER, "wheel named"), (ROVER, "si|de * track", ROVER, "side) in"),
        (ROVER, "ra|dius = 12", WHEEL, "radius: length"), (WHEEL, "not {si|de}", WHEEL, "side: real")):
    ((found, name, begin),) = definition(path, pattern)
    assert found == file and texts[file][begin:].startswith(text), (pattern, name, texts[file][begin:begin + 20])
assert len(references(ROVER, "let tr|ack")) == 2
assert [file for file, _, _ in references(WHEEL, "wheel(side: real, ra|dius")] == [ROVER, WHEEL, WHEEL, WHEEL]
assert len(references(ROVER, "(na|me, side)")) == 3

# --- what they mean ---
for path, pattern, said in (
        (ROVER, "use parts.wh|eel", "**module** `wheel(side: real, radius: length = 10 cm)`"),
        (ROVER, "mass pl|ate(", "**function** `plate(long: length, wide: length) -> mass`"),
        (WHEEL, "not {si|de}", "**parameter** `side: real`"),
        (ROVER, "param wh|eels", "**parameter of the file** `wheels: int`"),
        (ROVER, "-> wh|eel.hub", "**instance** `wheel` of `parts.wheel`")):
    answer = client.at("textDocument/hover", path, find(texts[path], pattern))
    assert answer["contents"]["value"].startswith(said), (pattern, answer)

# --- each is renamed, and back ---
before = dict(texts)
for path, place, old, name in (
        (ROVER, "let tr|ack", "track", "gauge"), (ROVER, "side * tr|ack", "track", "gauge"),
        (ROVER, "fn pl|ate", "plate", "slab"), (ROVER, "mass pl|ate(", "plate", "slab"),
        (ROVER, "plate(lo|ng", "long", "far"), (ROVER, "= lo|ng * wide", "long", "far"),
        (ROVER, "param wh|eels", "wheels", "count"), (ROVER, "with {wh|eels}", "wheels", "count"),
        (ROVER, "as pa|rts;", "parts", "library"), (ROVER, "use pa|rts.", "parts", "library"),
        (ROVER, "use parts.wh|eel", "wheel", "disc"), (WHEEL, "module wh|eel", "wheel", "disc"),
        (ROVER, "as wh|eel named", "wheel", "tyre"), (ROVER, "-> wh|eel.hub", "wheel", "tyre"),
        (WHEEL, "wheel(si|de", "side", "hand"), (WHEEL, "real, ra|dius", "radius", "r"),
        (ROVER, "ra|dius = 12", "radius", "r"), (ROVER, "(na|me, side)", "name", "which"),
        (ROVER, "{na|me}_axle", "name", "which"), (ROVER, "name, si|de) in", "side", "sign")):
    shown_files.rename_and_back(path, place, old, name)

# --- refused: a name that means something already, no name, a word of the language, a unit ---
for path, place, name, why in (
        (ROVER, "let tr|ack", "wheels", ""), (ROVER, "(na|me, side)", "side", ""),
        (ROVER, "let tr|ack", "two words", "cannot be a name"), (ROVER, "let tr|ack", "mm", "cannot be a name"),
        (ROVER, "let tr|ack", "if", "cannot be a name"), (WHEEL, "wheel(si|de", "radius", "")):
    answer = rename(path, place, name)
    assert why in answer["error"]["message"], (place, answer)
    assert texts == before
# A name in what is skipped is renamed by its scope: the operand of a condition, a branch of statements. Another one stays.
put(ROVER, before[ROVER].replace("robot rover {", """let far = if wheels > 2 then 1 m else 2 * track;
let wide = wheels > 1 or track > 1 m;
robot rover {"""))
answer = rename(ROVER, "let tr|ack", "gauge")
assert texts[ROVER].count("gauge") == 4 and "track" not in texts[ROVER], answer
put(ROVER, before[ROVER].replace("  use table", "  if false { let half = track / 2; let track = 1; let all = track * parts.track; }\n  use table"))
answer = rename(ROVER, "let tr|ack", "gauge")
assert texts[ROVER].count("gauge") == 3 and texts[ROVER].count("track") == 3 and "half = gauge" in texts[ROVER], answer
put(ROVER, before[ROVER].replace("  use table", "  if false { let half = wheel.track / 2; }\n  use table"))
answer = rename(ROVER, "let tr|ack", "gauge")
assert "'track' also occurs at" in answer["error"]["message"], answer
put(ROVER, before[ROVER].replace("  use table", "  if false { let gauge = 1; let half = track / 2; }\n  use table"))
answer = rename(ROVER, "let tr|ack", "gauge")
assert "'gauge' already means something" in answer["error"]["message"], answer
# A comment, an expression in a text and a statement are no names.
put(ROVER, before[ROVER].replace("  use table", '  // use parts.wheel(1) named "three"\n  use table')
    .replace('joint "{name}_axle"', 'joint "{if side > 0 then name else name}_axle"'))
for place in ('named "th|ree"', "{if side >| 0", "side > 0| then"):
    answer = client.try_request("textDocument/prepareRename", {"textDocument": {"uri": uri(ROVER)}, "position": find(texts[ROVER], place)})
    assert "there is no name" in answer["error"]["message"], (place, answer)

# --- values of imports, and parameters of robots ---
put(WHEEL, "param tread : length = 1 cm;\n" + before[WHEEL].replace("length 5 cm", "length 5 * tread"))
put(ROVER, before[ROVER].replace("as parts;", "as parts(tread = 8 mm);").replace("track / 2, 0)", "track / 2 + gap, 0)")
    .replace("robot rover {", "robot rover(gap: length = 1 cm) {"))
((found, name, begin),) = definition(ROVER, "parts(tr|ead")
assert found == WHEEL and texts[WHEEL][begin:].startswith("tread : length"), name
answer = client.at("textDocument/hover", ROVER, find(texts[ROVER], "parts(tr|ead"))
assert answer["contents"]["value"].startswith("**parameter of the file** `tread: length`"), answer
for path, place, old, name in (
        (ROVER, "parts(tr|ead", "tread", "width"), (WHEEL, "param tr|ead", "tread", "width"),
        (ROVER, "as pa|rts(", "parts", "library"), (ROVER, "use pa|rts.", "parts", "library"),
        (ROVER, "rover(g|ap", "gap", "play"), (ROVER, "+ g|ap", "gap", "play")):
    shown_files.rename_and_back(path, place, old, name)
put(WHEEL, before[WHEEL])
put(ROVER, before[ROVER])

# --- what the comment above a definition says ---
put(WHEEL, before[WHEEL].replace("module wheel", "// no documentation\n\n/// A wheel of rubber.\n///  - `side`: 1 is left\nmodule wheel")
    .replace("  link hub", "\n  /// Turns with the *axle*.\n  link hub"))
put(ROVER, before[ROVER].replace("let track", "/// not of track\n\nlet track").replace("fn plate", "//// a line\nfn plate")
    .replace("  joint lift", "  /// Up to 300 mm.\n  joint lift"))
for path, pattern, said in (
        (ROVER, "use parts.wh|eel", "\n\nA wheel of rubber.\n - `side`: 1 is left\n"), (WHEEL, "module wh|eel", "\n\nA wheel of rubber.\n"),
        (WHEEL, "link h|ub", "\n\nTurns with the *axle*."), (ROVER, "joint li|ft", "\n\nUp to 300 mm.")):
    answer = client.at("textDocument/hover", path, find(texts[path], pattern))
    assert said in answer["contents"]["value"], (pattern, answer)
for path, pattern in ((ROVER, "let tr|ack"), (ROVER, "fn pl|ate"), (WHEEL, "wheel(si|de")):
    answer = client.at("textDocument/hover", path, find(texts[path], pattern))
    assert not any(text in answer["contents"]["value"] for text in ("not of", "a line", "rubber")), (pattern, answer)
put(WHEEL, before[WHEEL])
put(ROVER, before[ROVER])
assert client.end() == 0
shutil.rmtree(FOLDER.parent)
