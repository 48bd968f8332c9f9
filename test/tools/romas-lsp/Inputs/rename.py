"""Renames the links, joints and materials of all robots in a folder, one at a time, and back.

The renamed robot is the old one but for the name; back again, the bytes are what they were.
"""

import argparse
import collections
import pathlib
import re
import subprocess
import sys
import tempfile

from lsp_client import Client, edited, position, uri

parser = argparse.ArgumentParser()
parser.add_argument("server")
parser.add_argument("romasc")
parser.add_argument("folder", type=pathlib.Path)
parser.add_argument("--format", default="urdf", choices=["urdf", "sdf"])
parser.add_argument("--least", type=int, default=100, help="renamings that must succeed")
parser.add_argument("--most", type=int, default=1000, help="names of a file")
arguments = parser.parse_args()
NEW = "renamed_by_the_test"
NAME = re.compile(r"<(link|joint|frame|material)\s+name=([\"'])([^\"'${}]+)\2")


def model(path, text):
    """The robot as romasc writes it in its format; None where it has errors."""
    copy = path.parent / ("copy" + path.suffix)
    copy.write_text(text, encoding="utf-8")
    run = subprocess.run([arguments.romasc, "--emit=" + arguments.format, "-o", "-", str(copy)], capture_output=True, timeout=60)
    copy.unlink()
    return run.stdout.decode() if run.returncode == 0 else None


def rename(client, path, text, at, name):
    answer = client.try_request("textDocument/rename", {
        "textDocument": {"uri": uri(path)}, "position": position(text, at), "newName": name})
    if "error" in answer:
        return None, answer["error"]["message"]
    changes = answer["result"]["changes"]
    assert set(changes) == {uri(path)}, changes.keys()
    return edited(text, changes[uri(path)]), None


def check(client, path, outcomes):
    try:
        text = path.read_bytes().decode("utf-8")
    except UnicodeDecodeError:
        return
    robot = model(path, text)
    if "\r" in text or len(text) > 300_000 or robot is None:
        return
    client.open(path, text)
    version = 1
    seen = set()
    for match in NAME.finditer(text):
        if match.group() in seen or len(seen) == arguments.most:
            continue
        seen.add(match.group())
        renamed, refusal = rename(client, path, text, match.start(3) + 1, NEW)
        if refusal:
            outcomes[re.sub(r"'[^']*'", "'…'", refusal)] += 1
            continue
        now = model(path, renamed)
        assert now and NEW in now and re.sub(rf"\b{NEW}\b", match.group(3), now) == robot, (path, match.group())
        version += 1
        client.change(path, version, [{"text": renamed}])
        place = re.search(rf"<{match.group(1)}\s+name=[\"']({NEW})[\"']", renamed).start(1)
        back, refusal = rename(client, path, renamed, place + 1, match.group(3))
        assert back == text, (path, match.group(), refusal)
        version += 1
        client.change(path, version, [{"text": text}])
        outcomes["renamed"] += 1
    client.notify("textDocument/didClose", {"textDocument": {"uri": uri(path)}})


with tempfile.TemporaryDirectory(prefix="romas-lsp-") as folder:
    client = Client(arguments.server)
    outcomes = collections.Counter()
    for source in sorted(arguments.folder.rglob("*." + arguments.format)):
        copied = pathlib.Path(folder).resolve() / source.name
        copied.write_bytes(source.read_bytes())
        check(client, copied, outcomes)
    assert client.end() == 0
for outcome, count in outcomes.most_common():
    print(f"{count:6} {outcome}")
assert outcomes["renamed"] >= arguments.least
refused = sum(outcomes.values()) - outcomes["renamed"]
assert refused * 20 < outcomes["renamed"], "too many refusals"
named = refused - outcomes["there is no name of a robot or program here"]
assert named * 100 <= outcomes["renamed"], "too many refusals of names"
