"""A request about the whole workspace waits until the server has looked through it, also if folders come and go."""

import pathlib
import sys
import tempfile

from lsp_client import Client, uri

SERVER = sys.argv[1]
XMLNS = 'xmlns:xacro="http://ros.org/wiki/xacro"'
COUNT = 40


def workspace():
    folder = pathlib.Path(tempfile.mkdtemp(prefix="romas-lsp-")).resolve()
    (folder / "macros").mkdir()
    (folder / "macros/arm.xacro").write_text(f'<robot {XMLNS}>\n  <xacro:macro name="arm" params="name">\n    <link name="${{name}}"/>\n  </xacro:macro>\n</robot>\n')
    for i in range(COUNT):
        robot = folder / f"robot_{i}" / f"robot_{i}.urdf.xacro"
        robot.parent.mkdir()
        robot.write_text(f'<robot name="robot_{i}" {XMLNS}>\n  <xacro:include filename="../macros/arm.xacro"/>\n  <xacro:arm name="arm_{i}"/>\n</robot>\n')
    return folder


MACRO = {"line": 1, "character": 22}
CHANGES = {"workspace": {"workspaceEdit": {"documentChanges": True}}}


def ask(client, folder, method, **more):
    """The answer at once, with nothing between it and the start."""
    return client.request(method, {"textDocument": {"uri": uri(folder / "macros/arm.xacro")}, "position": MACRO, **more})


def renamed_files(edit):
    return {change["textDocument"]["uri"].rsplit("/", 1)[1] for change in edit["documentChanges"]}


EVERYWHERE = {"arm.xacro", *(f"robot_{i}.urdf.xacro" for i in range(COUNT))}
for method in ("textDocument/rename", "textDocument/references", "textDocument/prepareCallHierarchy", "workspace/symbol"):
    folder = workspace()
    client = Client(SERVER, folder=folder, capabilities=CHANGES)
    client.open(folder / "macros/arm.xacro")
    if method == "textDocument/rename":
        assert renamed_files(ask(client, folder, method, newName="limb")) == EVERYWHERE
    elif method == "textDocument/references":
        places = ask(client, folder, method, context={"includeDeclaration": True})
        assert {place["uri"].rsplit("/", 1)[1] for place in places} == EVERYWHERE, places
    elif method == "workspace/symbol":
        names = {one["name"] for one in client.request(method, {"query": "robot_"})}
        assert names == {f"robot_{i}" for i in range(COUNT)}, names
    else:
        item = ask(client, folder, method)[0]
        calls = client.request("callHierarchy/incomingCalls", {"item": item})
        callers = {call["from"]["uri"].rsplit("/", 1)[1] for call in calls}
        assert len(callers) >= 8 and callers <= EVERYWHERE - {"arm.xacro"}, calls  # of the robots that are shown
    client.end()

# A folder that comes later, and goes again.
assert client.server["capabilities"]["workspace"]["workspaceFolders"] == {"supported": True, "changeNotifications": True}
client = Client(SERVER, capabilities=CHANGES)
folder = workspace()


def tell(added, removed):
    event = {"added": [{"uri": uri(one), "name": "w"} for one in added], "removed": [{"uri": uri(one), "name": "w"} for one in removed]}
    client.notify("workspace/didChangeWorkspaceFolders", {"event": event})


assert client.request("workspace/symbol", {"query": "robot_"}) == []
tell([folder], [])
client.open(folder / "macros/arm.xacro")
assert renamed_files(ask(client, folder, "textDocument/rename", newName="limb")) == EVERYWHERE
assert len(client.request("workspace/symbol", {"query": "robot_"})) == COUNT
tell([folder], [])
assert len(client.request("workspace/symbol", {"query": "robot_"})) == COUNT
tell([], [folder])
assert client.request("workspace/symbol", {"query": "robot_"}) == []
client.end()
