"""Every prefix of files, cut at each 97th byte, and random edits: the server answers all, and soon.

Soon is meant in seconds of a processor that the server itself takes, so that a machine which is busy otherwise fails
nothing.
"""

import argparse
import os
import pathlib
import random

from lsp_client import Client, position, uri

parser = argparse.ArgumentParser()
parser.add_argument("server")
parser.add_argument("folders", nargs="+", type=pathlib.Path)
parser.add_argument("--smallest", type=int, default=0, help="bytes")
parser.add_argument("--largest", type=int, default=12_000, help="bytes")
parser.add_argument("--files", type=int, default=50, help="at most so many")
parser.add_argument("--fewest", type=int, default=1, help="so many files must be there")
parser.add_argument("--cuts", type=int, help="at most so many of a file, spread over it; all without it")
parser.add_argument("--least", type=int, default=500, help="so many texts are checked")
arguments = parser.parse_args()
SUFFIXES = {".urdf", ".xacro", ".sdf", ".romas", ".xml"}
SLOWEST = 1.0  # seconds of a processor
TICKS = os.sysconf("SC_CLK_TCK")
slowest = [(0.0, "", "", 0)]  # requests: seconds, method, file, place


def processor_time(process):
    """Seconds that all threads of a process have run, in it and in the kernel for it."""
    fields = pathlib.Path(f"/proc/{process.pid}/stat").read_text(encoding="utf-8").rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def ask(client, path, text, at):
    document = {"textDocument": {"uri": uri(path)}}
    place = {**document, "position": position(text, at)}
    everything = {"start": {"line": 0, "character": 0}, "end": position(text, len(text))}
    for method, parameters in (
            ("textDocument/diagnostic", document), ("textDocument/documentSymbol", document),
            ("textDocument/hover", place), ("textDocument/definition", place), ("textDocument/documentLink", document),
            ("textDocument/formatting", {**document, "options": {"tabSize": 2, "insertSpaces": True}}),
            ("textDocument/completion", place), ("textDocument/signatureHelp", place),
            ("textDocument/foldingRange", document), ("textDocument/linkedEditingRange", place),
            ("textDocument/selectionRange", {**document, "positions": [place["position"]]}),
            ("textDocument/documentColor", document), ("textDocument/codeLens", document),
            ("textDocument/inlayHint", {**document, "range": everything}),
            ("textDocument/semanticTokens/full", document), ("textDocument/references", {
                **place, "context": {"includeDeclaration": True}}),
            ("textDocument/prepareCallHierarchy", place), ("textDocument/prepareTypeHierarchy", place),
            ("textDocument/codeAction", {**document, "range": everything, "context": {"diagnostics": []}}),
            ("textDocument/prepareRename", place)):
        start = processor_time(client.process)
        answer = client.try_request(method, parameters)
        taken = processor_time(client.process) - start
        slowest.append((taken, method, path.name, at))
        assert taken < SLOWEST, (path, method, at, taken)
        if "error" in answer:
            assert method.endswith("Rename") and answer["error"]["code"] == -32803, (path, method, at, answer)


def prefixes(text):
    """Returns the lengths at which the text is cut."""
    ends = range(0, len(text) + 97, 97)
    most = arguments.cuts or len(ends)
    return ends if most >= len(ends) else [ends[len(ends) * i // most] for i in range(most)] + [ends[-1]]


client = Client(arguments.server)
source = random.Random(5)
files = sorted(p.resolve() for folder in arguments.folders for p in folder.rglob("*")
               if p.suffix in SUFFIXES and p.is_file() and arguments.smallest <= p.stat().st_size < arguments.largest)[:arguments.files]
assert len(files) >= arguments.fewest, len(files)
checked = 0
for path in files:
    text = path.read_text(encoding="utf-8")
    client.open(path, "")
    version = 1
    for end in prefixes(text):
        version += 1
        client.change(path, version, [{"text": text[:end]}])
        ask(client, path, text[:end], max(0, end - 3))
        checked += 1
    for _ in range(10):
        begin = source.randrange(len(text) + 1)
        end = min(len(text), begin + source.randrange(30))
        text = text[:begin] + source.choice(["", "<", "\"", "${", "&#0;", "\0", "😀", "<!--", "]]>"]) + text[end:]
        version += 1
        client.change(path, version, [{"text": text}])
        ask(client, path, text, begin)
        checked += 1
    client.notify("textDocument/didClose", {"textDocument": {"uri": uri(path)}})
assert client.end() == 0
slowest.sort(reverse=True)
print(f"{checked} texts of {len(files)} files; the slowest requests: {slowest[:5]}")
assert checked > arguments.least
