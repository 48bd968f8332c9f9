"""Tests the session's answers to messages in and out of order, cut and doubled."""

import json
import subprocess
import sys

from lsp_client import Client, uri

SERVER = sys.argv[1]
ROBOT = '<robot name="r"><link name="base"/></robot>'


def code(answer):
    return answer["error"]["code"]


def raw(*contents):
    """Exit status, and all messages that answer these bytes."""
    run = subprocess.run([SERVER], input=b"".join(contents), capture_output=True, timeout=60)
    messages, rest = [], run.stdout
    while rest:
        head, _, rest = rest.partition(b"\r\n\r\n")
        size = int(head.split(b":")[1])
        messages.append(json.loads(rest[:size]))
        rest = rest[size:]
    return run.returncode, messages


def framed(message):
    content = message if isinstance(message, bytes) else json.dumps(message).encode()
    return b"Content-Length: %d\r\n\r\n" % len(content) + content


INITIALIZE = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}}}
SHUTDOWN = {"jsonrpc": "2.0", "id": 9, "method": "shutdown"}
EXIT = {"jsonrpc": "2.0", "method": "exit"}


def test_order():
    hover = {"jsonrpc": "2.0", "id": 2, "method": "textDocument/hover", "params": {}}
    status, messages = raw(framed(hover), framed(INITIALIZE), framed(INITIALIZE), framed(SHUTDOWN), framed(hover), framed(EXIT))
    assert status == 0
    assert [m.get("error", {}).get("code") for m in messages] == [-32002, None, -32600, None, -32600], messages
    capabilities = messages[1]["result"]["capabilities"]
    assert capabilities["hoverProvider"] == {"workDoneProgress": True} and capabilities["positionEncoding"] == "utf-16"
    # Long work of every request is shown under its token.
    providers = [value for name, value in capabilities.items() if name.endswith("Provider")]
    assert len(providers) >= 20 and all(value["workDoneProgress"] is True for value in providers), capabilities
    # A client that goes away without a word is told apart.
    assert raw(framed(INITIALIZE))[0] == 1
    assert raw(framed(INITIALIZE), framed(EXIT))[0] == 1
    assert raw()[0] == 1


def test_faulty_messages():
    unknown = {"jsonrpc": "2.0", "id": 3, "method": "textDocument/none", "params": {}}
    incomplete = {"jsonrpc": "2.0", "id": 4, "method": "textDocument/hover", "params": {"textDocument": {}}}
    fraction = {"jsonrpc": "2.0", "id": 5, "method": "textDocument/hover",
                "params": {"textDocument": {"uri": "file:///a"}, "position": {"line": 0.5, "character": 0}}}
    closed = {"jsonrpc": "2.0", "id": 6, "method": "textDocument/hover",
              "params": {"textDocument": {"uri": "file:///a"}, "position": {"line": 0, "character": 0}}}
    status, messages = raw(framed(INITIALIZE), framed(b"{nonsense"), framed(b"[]"), framed({"jsonrpc": "2.0", "id": 7}),
                           framed(unknown), framed(incomplete), framed(fraction), framed(closed),
                           framed({"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {}}),
                           framed({"jsonrpc": "2.0", "method": "$/unknown"}), framed(SHUTDOWN), framed(EXIT))
    assert status == 0
    errors = [(m["error"]["code"], m["error"]["message"]) for m in messages if "error" in m]
    assert [e[0] for e in errors] == [-32700, -32600, -32600, -32601, -32602, -32602, -32602], errors
    assert errors[4][1] == "params.textDocument: 'uri' is missing", errors
    assert "0.5" in errors[5][1] and "not open" in errors[6][1], errors
    logs = [m["params"]["message"] for m in messages if m.get("method") == "window/logMessage"]
    assert logs == ["textDocument/didOpen: params: 'textDocument' is missing"], logs
    # Nested without end, and a method in characters that are none.
    deep = [b'{"a":' * 100_000 + b"1" + b"}" * 100_000, b"[" * 1_000_000]
    half = b'{"jsonrpc": "2.0", "id": 8, "method": "\\ud83d"}'
    status, messages = raw(framed(INITIALIZE), *map(framed, deep), framed(half), framed(SHUTDOWN), framed(EXIT))
    assert status == 0
    assert [m["error"]["code"] for m in messages if "error" in m] == [-32700, -32700, -32601], messages
    # Bytes that are no messages.
    assert raw(b"Content-Length: 5\r\n\r\n{}")[0] == 1
    assert raw(b"Content-Length: -1\r\n\r\n", framed(INITIALIZE), framed(SHUTDOWN), framed(EXIT))[0] == 0
    assert raw(b"Content-Length: 99999999999999\r\n\r\n{}")[0] == 1
    assert raw(b"\0" * 200_000)[0] == 1


def test_cancel_and_outdated():
    client = Client(SERVER)
    path = "/nowhere/robot.urdf"
    client.open(path, ROBOT)
    place = {"textDocument": {"uri": uri(path)}, "position": {"line": 0, "character": 30}}
    # Sent in one piece, so that the change waits behind the request.
    change = {"textDocument": {"uri": uri(path), "version": 2}, "contentChanges": [{"text": ROBOT}]}
    pieces = [{"id": 50, "method": "textDocument/documentSymbol", "params": {"textDocument": place["textDocument"]}}]
    pieces += [{"id": 51 + i, "method": "textDocument/hover", "params": place} for i in range(20)]
    pieces += [{"method": "$/cancelRequest", "params": {"id": 70}}, {"method": "textDocument/didChange", "params": change}]
    client.process.stdin.write(b"".join(framed({"jsonrpc": "2.0", **piece}) for piece in pieces))
    client.process.stdin.flush()
    answers = {number: client.answer(number) for number in range(50, 71)}
    assert all("result" in a or code(a) in (-32801, -32800) for a in answers.values()), answers
    assert code(answers[70]) in (-32800, -32801) or "result" in answers[70]
    assert "result" in client.try_request("textDocument/hover", place)
    assert client.end() == 0


def test_replay():
    """The same messages have the same answers, byte for byte. Findings are told when there is time, which differs."""
    open_robot = {"jsonrpc": "2.0", "method": "textDocument/didOpen",
                  "params": {"textDocument": {"uri": "file:///nowhere/a.urdf", "languageId": "xml", "version": 1,
                                              "text": ROBOT}}}
    symbols = {"jsonrpc": "2.0", "id": 2, "method": "textDocument/documentSymbol",
               "params": {"textDocument": {"uri": "file:///nowhere/a.urdf"}}}
    log = b"".join(framed(m) for m in (INITIALIZE, open_robot, symbols, SHUTDOWN, EXIT))
    runs = [subprocess.run([SERVER], input=log, capture_output=True, timeout=60).stdout for _ in range(5)]
    answers = {tuple(part for part in run.split(b"Content-Length: ") if b'"id":' in part) for run in runs}
    assert len(answers) == 1 and len(answers.pop()) == 3, runs


def test_dead_client():
    """The server ends with the process that started it, though the pipe stays open. A process that is unknown here counts for nothing."""
    editor = subprocess.Popen(["sleep", "600"])
    servers = []
    for number in (editor.pid, 2**31 - 1):
        server = subprocess.Popen([SERVER], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        servers.append(server)
        parameters = {**INITIALIZE["params"], "processId": number}
        server.stdin.write(framed({**INITIALIZE, "params": parameters}))
        server.stdin.flush()
        assert server.stdout.readline().startswith(b"Content-Length")
    editor.kill()
    editor.wait()
    assert servers[0].wait(timeout=60) == 1
    assert servers[1].poll() is None
    for server in servers:
        server.stdin.close()
    assert servers[1].wait(timeout=60) == 1


for test in (test_order, test_faulty_messages, test_cancel_and_outdated, test_replay, test_dead_client):
    test()
