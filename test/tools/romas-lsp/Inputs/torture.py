"""Every prefix of files, cut at each 97th byte, and random edits: the server answers all, and soon."""

import pathlib
import random
import sys
import time

from lsp_client import Client, position, uri

SERVER, FOLDERS = sys.argv[1], sys.argv[2:]
SUFFIXES = {".urdf", ".xacro", ".sdf", ".romas", ".xml"}
LARGEST, SLOWEST = 12_000, 5  # bytes; seconds, on a loaded machine


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
        start = time.monotonic()
        answer = client.try_request(method, parameters)
        assert time.monotonic() - start < SLOWEST, (path, method, at)
        if "error" in answer:
            assert method.endswith("Rename") and answer["error"]["code"] == -32803, (path, method, at, answer)


client = Client(SERVER)
source = random.Random(5)
files = sorted(p.resolve() for folder in FOLDERS for p in pathlib.Path(folder).rglob("*")
               if p.suffix in SUFFIXES and p.is_file() and p.stat().st_size < LARGEST)
checked = 0
for path in files[:50]:
    text = path.read_text(encoding="utf-8")
    client.open(path, "")
    version = 1
    for end in range(0, len(text) + 97, 97):
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
print(f"{checked} texts of {min(len(files), 50)} files")
assert checked > 500
