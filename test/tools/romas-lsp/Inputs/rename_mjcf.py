"""Renames bodies, joints, classes, meshes and other names of MJCF files, one at a time, and back.

The robots with the new name must be those with the old one but for the name: what romasc writes of both is the same once
the old name stands in it again.
"""

import argparse
import collections
import pathlib
import re
import shutil
import subprocess
import tempfile

from lsp_client import Client, edited, position, uri

parser = argparse.ArgumentParser()
parser.add_argument("server")
parser.add_argument("romasc")
parser.add_argument("folder", type=pathlib.Path)
parser.add_argument("--least", type=int, default=250, help="renamings that must succeed")
parser.add_argument("--most", type=int, default=1000, help="names of a kind in a file")
arguments = parser.parse_args()
NEW = "renamed_by_the_test"
NAME = re.compile(r'<(body|joint|geom|site|mesh|texture|material|motor|position|general|fixed|spatial|exclude|key)\b[^<>]*?'
                  r'\bname="([^"]+)"|<(default)\s+class="([^"]+)"')
LARGEST = 60_000


def robot(path, text):
    """The robot as JSON; None for one with errors."""
    saved = path.read_bytes()
    path.write_text(text, encoding="utf-8")
    run = subprocess.run([arguments.romasc, "--emit=json", "-o", "-", str(path)], capture_output=True, timeout=60)
    path.write_bytes(saved)
    return run.stdout.decode() if run.returncode == 0 else None


def rename(client, path, text, at, name):
    answer = client.try_request("textDocument/rename", {
        "textDocument": {"uri": uri(path)}, "position": position(text, at), "newName": name})
    if "error" in answer:
        return None, answer["error"]["message"]
    changes = answer["result"]["changes"]
    if set(changes) != {uri(path)}:
        return None, "it stands in other files, too"
    return edited(text, changes[uri(path)]), None


def check(client, path, outcomes):
    text = path.read_bytes().decode("utf-8")
    before = robot(path, text)
    if "\r" in text or len(text) > LARGEST or before is None or "<include" in text:
        return
    client.open(path, text)
    version, tried = 1, collections.Counter()
    for match in NAME.finditer(text):
        kind, group = match.group(1) or match.group(3), 2 if match.group(1) else 4
        if tried[kind] == arguments.most:
            continue
        tried[kind] += 1
        renamed, refusal = rename(client, path, text, match.start(group) + 1, NEW)
        if refusal:
            outcomes[re.sub(r"'[^']*'", "'…'", refusal)] += 1
            continue
        assert NEW in renamed and renamed.replace(NEW, match.group(group)) == text, (path, match.group())
        after = robot(path, renamed)
        assert after is not None and after.replace(NEW, match.group(group)) == before, (path, match.group())
        version += 1
        client.change(path, version, [{"text": renamed}])
        back, refusal = rename(client, path, renamed, renamed.index(NEW) + 1, match.group(group))
        assert back == text, (path, match.group(), refusal)
        version += 1
        client.change(path, version, [{"text": text}])
        outcomes["renamed"] += 1
        outcomes[f"  {kind}"] += 1
    client.notify("textDocument/didClose", {"textDocument": {"uri": uri(path)}})


with tempfile.TemporaryDirectory(prefix="romas-lsp-") as folder:
    root = pathlib.Path(folder).resolve() / "robots"
    shutil.copytree(arguments.folder, root)
    client = Client(arguments.server)
    outcomes = collections.Counter()
    for source in sorted(root.rglob("*.xml")):
        check(client, source, outcomes)
    assert client.end() == 0
for outcome, count in outcomes.most_common():
    print(f"{count:6} {outcome}")
assert outcomes["renamed"] >= arguments.least
refused = sum(count for outcome, count in outcomes.items() if outcome != "renamed" and not outcome.startswith("  "))
assert refused * 50 < outcomes["renamed"], "too many refusals"
