"""Holds the diagnostics of the server against `romasc --format=json`, also after random edits that end in the file."""

import collections
import json
import pathlib
import random
import subprocess
import sys

from lsp_client import Client, position, uri

SERVER, ROMASC, FOLDERS = sys.argv[1], sys.argv[2], sys.argv[3:]
SUFFIXES = {".urdf", ".sdf", ".romas", ".mjcf", ".xacro"}
LARGEST = 400_000
MISTAKES = {"xml-malformed", "syntax"}  # romasc then says no more, and the server goes on


def compiler_findings(path):
    run = subprocess.run([ROMASC, "--format=json", "--error-limit=0", str(path)], capture_output=True, timeout=120)
    if run.returncode not in (0, 1):
        return None
    return json.loads(run.stderr)


def expected(path, text):
    """Line, column, rule, severity and message of each finding in the file."""
    found = collections.Counter()
    findings = compiler_findings(path)
    if findings is None:
        return None
    for finding in findings:
        if path.suffix == ".xacro" and finding["rule"] == "no-robot":
            continue  # a file of macros, which an editor shows most of the time
        place = finding.get("file") and pathlib.Path(finding["file"]).resolve() == path
        if place or not finding.get("file"):
            found[(finding.get("line", 1), finding.get("column", 1), finding["rule"], finding["message"])] += 1
    return found


def shown(text, diagnostics):
    lines = text.split("\n")
    found = collections.Counter()
    for diagnostic in diagnostics:
        start = diagnostic["range"]["start"]
        before = lines[start["line"]].encode("utf-16-le")[: 2 * start["character"]].decode("utf-16-le")
        message = diagnostic["message"].split("\nnote: ")[0]
        found[(start["line"] + 1, len(before) + 1, diagnostic["code"], message)] += 1
    return found


def random_edit(text, source):
    begin = source.randrange(len(text) + 1)
    end = min(len(text), begin + source.choice([0, 0, 1, 3, 20]))
    put = source.choice(["", "<", ">", '"', "/", "x", "1e9", "<link name=\"a\"/>", "é", "😀", "-->", "\n", " "])
    change = {"range": {"start": position(text, begin), "end": position(text, end)}, "text": put}
    return text[:begin] + put + text[end:], change


def check(client, path, source):
    try:
        text = path.read_bytes().decode("utf-8")
    except UnicodeDecodeError:
        return None
    if "\r" in text or text.startswith("\ufeff"):
        return None  # lines count otherwise there: lsp/protocol/positions_test.cpp
    wanted = expected(path, text)
    if wanted is None:
        return None
    client.open(path, text)
    edited, version, changes = text, 1, []
    for _ in range(source.randrange(6)):
        edited, change = random_edit(edited, source)
        changes.append(change)
    # Back to the text of the file: one edit over everything, with the lines that it has now.
    changes.append({"range": {"start": {"line": 0, "character": 0}, "end": position(edited, len(edited))}, "text": text})
    for change in changes:
        version += 1
        client.change(path, version, [change])
    report = client.request("textDocument/diagnostic", {"textDocument": {"uri": uri(path)}})
    client.notify("textDocument/didClose", {"textDocument": {"uri": uri(path)}})
    got = shown(text, report["items"])
    if path.suffix == ".xml":  # several shapes of MJCF say the same of one mesh, and the server says it once
        wanted, got = collections.Counter(set(wanted)), collections.Counter(set(got))
    if any(rule in MISTAKES for _, _, rule, _ in wanted):  # what is sound is checked beside them
        wanted, got = ({finding for finding in found if finding[2] in MISTAKES} for found in (wanted, got))
        wanted, got = collections.Counter(wanted), collections.Counter(got)
    if got != wanted:
        print(f"{path}:\n  only romasc: {list((wanted - got).items())[:5]}\n  only the server: {list((got - wanted).items())[:5]}")
        return False
    return True


def is_description(path):
    return path.suffix in SUFFIXES or (path.suffix == ".xml" and b"<mujoco" in path.read_bytes())


client = Client(SERVER, capabilities={"textDocument": {"diagnostic": {}}})
source = random.Random(16)
files = sorted(path.resolve() for folder in FOLDERS for path in pathlib.Path(folder).rglob("*")
               if path.is_file() and path.stat().st_size < LARGEST and "Inputs" not in path.parts and is_description(path))
outcomes = collections.Counter(check(client, path, source) for path in files)
assert client.end() == 0
print(f"{outcomes[True]} files agree, {outcomes[False]} differ, {outcomes[None]} were left out")
assert outcomes[False] == 0 and outcomes[True] > 10
