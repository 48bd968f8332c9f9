"""Tests how an editor shows useless statements of the language: dim where the project asks for it, with a change that takes it out; and versions of imports."""

import pathlib
import sys
import tempfile

from lsp_client import Client, edited, find, uri

SERVER = sys.argv[1]
FOLDER = pathlib.Path(tempfile.mkdtemp(prefix="romas-lsp-")).resolve()
ARM = FOLDER / "arm.romas"
TEXT = """import "parts.romas" version "1.2" as parts;
robot arm {
  let reach = 40 cm;
  link base { mass parts.weight; inertia (20, 30, 40) g*mm^2; }
  if false { frame never on base; }
  let base_count = 1;
  for base_count in [1] { frame "tip_{base_count}" on base; }
  assert base_count == 1;
}
"""
(FOLDER / "parts.romas").write_text('version "1.3";\nlet weight = 2 kg;\n', encoding="utf-8")
(FOLDER / ".romas.yaml").write_text("warnings: [unused-name, shadowed-name]\n", encoding="utf-8")
ARM.write_text(TEXT, encoding="utf-8")

client = Client(SERVER, folder=FOLDER)
client.open(ARM, TEXT, language="romas")
found = client.wait_for_diagnostics(ARM)
assert {(d["range"]["start"]["line"], d["code"], tuple(d.get("tags") or [])) for d in found} == {
    (2, "unused-name", (1,)), (4, "unreachable-code", (1,)), (6, "shadowed-name", ())}, found

# --- the change by name ---
at = find(TEXT, "let |reach")
actions = client.request("textDocument/codeAction", {
    "textDocument": {"uri": uri(ARM)}, "range": {"start": at, "end": at}, "context": {"diagnostics": []}})
changes = [action for action in actions if action.get("edit") and "romas: ignore" not in str(action["edit"]) and "yaml" not in str(action["edit"])]
texts = [edited(TEXT, action["edit"]["changes"][uri(ARM)]) for action in changes]
assert TEXT.replace("  let reach = 40 cm;\n", "") in texts, (actions, texts)
assert not any(action.get("isPreferred") for action in changes), changes

# --- what an import needs ---
answer = client.at("textDocument/hover", ARM, find(TEXT, "mass par|ts"))
assert answer["contents"]["value"].startswith("**file** `parts` of `parts.romas`, version 1.2 or a later one\n"), answer
assert client.end() == 0
