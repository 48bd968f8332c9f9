"""The index with a cache that is cold, warm, corrupted or foreign: it says the same, and writes nothing else."""

import os
import pathlib
import random
import shutil
import sys
import tempfile

from lsp_client import Client, find, uri

SERVER, FOLDER = sys.argv[1], pathlib.Path(sys.argv[2]).resolve()
HOME = pathlib.Path(tempfile.mkdtemp(prefix="romas-lsp-")).resolve()
WORK, CACHE = HOME / "cell", HOME / "cache"
shutil.copytree(FOLDER, WORK)
MACRO, SRDF = WORK / "urdf" / "arm.xacro", WORK / "config" / "cell.srdf"


def start(options=None):
    client = Client(SERVER, folder=WORK, capabilities={"textDocument": {"diagnostic": {}}, "workspace": {
        "diagnostics": {"refreshSupport": True}}}, options={"cache": str(CACHE)} if options is None else options)
    while not any(message["method"] == "workspace/diagnostic/refresh" for message in client.asked):
        client.take()
    return client


def answers(client):
    """Returns answers that only a server has that has looked through the workspace."""
    text = client.open(MACRO)
    found = client.request("textDocument/references", {
        "textDocument": {"uri": uri(MACRO)}, "position": find(text, 'joint name="${side}_el|bow"'),
        "context": {"includeDeclaration": True}})
    report = client.request("textDocument/diagnostic", {"textDocument": {"uri": uri(MACRO)}})
    assert client.end() == 0
    return sorted((place["uri"], place["range"]["start"]["line"]) for place in found), report


def entries():
    return sorted(path for path in CACHE.rglob("*") if path.is_file() and path.name != "CACHEDIR.TAG")


def files():
    return {path: path.read_bytes() for path in HOME.rglob("*") if path.is_file() and CACHE not in path.parents}


before = files()
cold = answers(start())
assert any(place[0] == uri(SRDF) for place in cold[0]), cold  # the index was needed
kept = entries()
assert len(kept) >= 3, kept
stamps = [path.stat().st_mtime_ns for path in kept]
# Warm: nothing is written, and the answers are the same.
assert answers(start()) == cold
assert entries() == kept and [path.stat().st_mtime_ns for path in kept] == stamps
# Whatever the bytes of the entries are.
source = random.Random(3)
for spoil in (lambda old: b"", lambda old: old[: len(old) // 2], lambda old: bytes(reversed(old)), lambda old: old + b"x",
              lambda old: bytes(byte ^ (source.randrange(40) == 0) for byte in old), lambda old: source.randbytes(len(old))):
    for path in kept:
        path.write_bytes(spoil(path.read_bytes()))
    assert answers(start()) == cold
    assert entries() == kept
# Other files in the cache, and entries that are folders.
foreign = CACHE / "romasc-1" / "notes.txt"
foreign.write_text("mine")
kept[0].unlink()
kept[0].mkdir()
assert answers(start()) == cold
assert foreign.read_text() == "mine"
# A text that has changed counts as it is: the macro is called with another side.
root = WORK / "urdf" / "cell.urdf.xacro"
root.write_text(root.read_text().replace('side="left"', 'side="middle"'))
changed = answers(start())
assert changed != cold and answers(start()) == changed
root.write_text(before[root].decode())
assert answers(start()) == cold
# A file that was looked for and was not there, and now is: another macro file in its place.
(WORK / "urdf" / "extra.urdf.xacro").write_text(root.read_text().replace('name="cell"', 'name="extra"'))
more = answers(start())
(WORK / "urdf" / "extra.urdf.xacro").unlink()
assert answers(start()) == cold
# Whoever saves while it is written has it looked through again: all of it is kept then.
shutil.rmtree(CACHE)
client = start()
client.open(MACRO)
client.notify("textDocument/didSave", {"textDocument": {"uri": uri(MACRO)}})
while sum(message["method"] == "workspace/diagnostic/refresh" for message in client.asked) < 2:
    client.take()
assert client.end() == 0
assert [path.name for path in entries()] == [path.name for path in kept], (entries(), kept)
# No cache: by the setting, and where the folder cannot be one.
shutil.rmtree(CACHE)
assert answers(start({"cache": False})) == cold
assert not CACHE.exists()
CACHE.write_text("a file")
assert answers(start()) == cold
assert CACHE.read_text() == "a file"
CACHE.unlink()
# Nothing but the cache was written.
assert files() == before
# The cache is among the user's caches, unless the client says otherwise.
for variables, place in (({"XDG_CACHE_HOME": str(HOME / "xdg")}, HOME / "xdg" / "romas-lsp"),
                         ({"HOME": str(HOME / "home"), "XDG_CACHE_HOME": ""}, HOME / "home" / ".cache" / "romas-lsp"),
                         ({"HOME": str(HOME / "home2"), "XDG_CACHE_HOME": "not/absolute"}, HOME / "home2" / ".cache" / "romas-lsp")):
    os.environ.update(variables)
    assert answers(start({"cache": True})) == cold
    assert (place / "romasc-1" / "CACHEDIR.TAG").is_file(), place
shutil.rmtree(HOME)
