"""The baseline of a project is watched: once it is told that it has changed, the findings follow, and nothing was asked."""

import pathlib
import shutil
import subprocess
import sys
import tempfile

from lsp_client import Client, uri

SERVER, ROMASC = sys.argv[1:3]
FOLDER = pathlib.Path(tempfile.mkdtemp(prefix="romas-lsp-")).resolve()
KNOWN, ROBOT = FOLDER / "found before.json", FOLDER / "arm.urdf"
TEXT = '<robot name="arm"><link name="base"/><link name="tip"/><joint name="j" type="prismatic"><parent link="base"/>' \
       '<child link="tip"/><axis xyz="0 0 1"/><limit lower="0" upper="1" effort="0" velocity="0"/></joint></robot>\n'
ROBOT.write_text(TEXT)
(FOLDER / ".romas.yaml").write_text('baseline: "found before.json"\n')


def write_baseline():
    subprocess.run([ROMASC, "--no-project", "--emit=none", f"--write-baseline={KNOWN}", ROBOT], check=True, capture_output=True,
                   cwd=FOLDER)


def watched(client):
    return [watcher["globPattern"] for message in client.asked if message["method"] == "client/registerCapability"
            for registration in message["params"]["registrations"] if registration["method"] == "workspace/didChangeWatchedFiles"
            for watcher in registration["registerOptions"]["watchers"]]


def ids(client):
    return [registration["id"] for message in client.asked for registration in message["params"].get("registrations", [])]


write_baseline()
full = KNOWN.read_text()
for relative, pattern in ((True, {"baseUri": uri(FOLDER), "pattern": KNOWN.name}), (False, str(KNOWN))):
    KNOWN.write_text(full)
    client = Client(SERVER, folder=FOLDER, capabilities={"workspace": {"didChangeWatchedFiles": {
        "dynamicRegistration": True, "relativePatternSupport": relative}}})
    client.open(ROBOT)
    client.wait_for_diagnostics(ROBOT, lambda found: found == [])
    while pattern not in watched(client):
        client.take()
    KNOWN.unlink()
    client.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": uri(KNOWN), "type": 3}]})
    found = client.wait_for_diagnostics(ROBOT, lambda found: found != [])
    assert {one["code"] for one in found} >= {"inertial-missing"}, found
    KNOWN.write_text(full)
    client.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": uri(KNOWN), "type": 1}]})
    client.wait_for_diagnostics(ROBOT, lambda found: found == [])
    assert client.end() == 0
    # Once, whatever happens, each under its own id.
    assert watched(client).count(pattern) == 1 and len(set(ids(client))) == len(ids(client)), client.asked
# A client that cannot watch is not asked to.
client = Client(SERVER, folder=FOLDER)
client.open(ROBOT)
client.wait_for_diagnostics(ROBOT)
assert client.end() == 0
assert client.asked == []
shutil.rmtree(FOLDER)
