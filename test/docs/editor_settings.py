"""The settings in docs/editors can be read, start the server, and mean every description by its name."""

import json
import pathlib
import re
import sys

try:
    import tomllib
except ImportError:  # before Python 3.11
    tomllib = None

source = pathlib.Path(sys.argv[1])
frontends = re.findall(r'^FRONTEND\("(\w+)", "([^"]*)"', (source / "frontend/frontends.def").read_text(encoding="utf-8"), re.M)
# Other names of Blocks and assemblies are rare, meshes are no texts, and kernels describe no robot.
ENDINGS = {ending for name, endings in frontends if name not in ("mesh", "kernel", "block", "assembly") for ending in endings.split()}
assert {".urdf", ".xacro", ".srdf", ".romas"} <= ENDINGS, ENDINGS


def section(editor, language):
    """The page of an editor, and the first block of the language in it."""
    text = (source / f"docs/editors/{editor}.md").read_text(encoding="utf-8")
    return text, re.search(rf"```{language}\n(.*?)```", text, re.S)[1]


def missing(endings, of, but=()):
    return sorted(ending for ending in endings - set(but) if not re.search(rf"(?<![\w]){re.escape(ending.lstrip('.'))}(?![\w])", of))


_, lua = section("neovim", "lua")
assert not missing(ENDINGS, lua), missing(ENDINGS, lua)
_, lisp = section("emacs", "lisp")
assert lisp.count("(") == lisp.count(")") and not missing(ENDINGS, lisp.replace("\\\\|", " ").replace("\\\\(", " ")), lisp
_, toml = section("helix", "toml")
if tomllib is None:
    print("the settings of Helix are not read: this Python reads no TOML")
else:
    helix = tomllib.loads(toml)
    assert helix["language-server"]["romas-lsp"]["command"] == "romas-lsp"
    assert all(language["language-servers"] == ["romas-lsp"] for language in helix["language"])
    types = {f".{kind}" for language in helix["language"] for kind in language["file-types"]}
    assert types == ENDINGS | {".xml"}, types
said, kate = section("kate", "json")
kate = json.loads(kate)["servers"]["xml"]
assert kate["command"] == ["romas-lsp"] and re.search(kate["highlightingModeRegex"], "XML"), kate
assert not missing(ENDINGS, said, [".romas"]), said
said, sublime = section("sublime-text", "json")
sublime = json.loads(sublime)["clients"]["romas-lsp"]
assert sublime["enabled"] and sublime["command"] == ["romas-lsp"] and "text.xml" in sublime["selector"], sublime
assert not missing(ENDINGS, said, [".romas"]), said
