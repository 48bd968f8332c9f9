"""A client of romas-lsp for tests: messages over standard input and output, and positions by marks in texts."""

import json
import os
import pathlib
import queue
import subprocess
import threading


class Client:
    """One server and what it said."""

    def __init__(self, program, arguments=(), capabilities=None, folder=None, options=None, log=None):
        self.process = subprocess.Popen([program, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.arrived = queue.Queue()
        self.diagnostics = {}  # by URI, the newest
        self.notifications = []
        self.asked = []  # requests of the server
        self.next_id = 1
        self.log = log
        threading.Thread(target=self._read, daemon=True).start()
        options = {"cache": False, **(options or {})}  # tests begin anew
        parameters = {"processId": os.getpid(), "rootUri": uri(folder) if folder else None,
                      "capabilities": capabilities or {}, "initializationOptions": options}
        self.server = self.request("initialize", parameters)
        self.notify("initialized", {})

    def _read(self):
        stream = self.process.stdout
        while True:
            length = None
            while True:
                line = stream.readline()
                if not line:
                    self.arrived.put(None)
                    return
                if line == b"\r\n":
                    break
                name, _, value = line.partition(b":")
                if name.lower() == b"content-length":
                    length = int(value)
            self.arrived.put(json.loads(stream.read(length)))

    def send_bytes(self, content):
        if self.log is not None:
            self.log.append(content)
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(content) + content)
        self.process.stdin.flush()

    def send(self, message):
        self.send_bytes(json.dumps({"jsonrpc": "2.0", **message}).encode())

    def notify(self, method, parameters):
        self.send({"method": method, "params": parameters})

    def take(self, timeout=60):
        """The next message; None at the end."""
        message = self.arrived.get(timeout=timeout)
        if message is None:
            return None
        if message.get("method") == "textDocument/publishDiagnostics":
            self.diagnostics[message["params"]["uri"]] = message["params"]["diagnostics"]
        if "method" in message:
            if "id" in message:
                self.asked.append(message)
                self.send({"id": message["id"], "result": None})
            else:
                self.notifications.append(message)
        return message

    def answer(self, number, timeout=60):
        """The whole answer to a request."""
        while True:
            message = self.take(timeout)
            if message is None:
                raise EOFError("the server has ended")
            if message.get("id") == number and "method" not in message:
                return message

    def begin(self, method, parameters):
        number = self.next_id
        self.next_id += 1
        self.send({"id": number, "method": method, "params": parameters})
        return number

    def try_request(self, method, parameters):
        return self.answer(self.begin(method, parameters))

    def request(self, method, parameters):
        answer = self.try_request(method, parameters)
        if "error" in answer:
            raise RuntimeError(f"{method}: {answer['error']}")
        return answer["result"]

    def open(self, path, text=None, version=1, language="xml"):
        if text is None:
            text = pathlib.Path(path).read_text(encoding="utf-8")
        item = {"uri": uri(path), "languageId": language, "version": version, "text": text}
        self.notify("textDocument/didOpen", {"textDocument": item})
        return text

    def change(self, path, version, changes):
        document = {"uri": uri(path), "version": version}
        self.notify("textDocument/didChange", {"textDocument": document, "contentChanges": changes})

    def wait_for_diagnostics(self, path, condition=lambda found: True, timeout=60):
        """The first findings of a file that the condition holds for."""
        wanted = uri(path)
        while wanted not in self.diagnostics or not condition(self.diagnostics[wanted]):
            if self.take(timeout) is None:
                raise EOFError("the server has ended")
        return self.diagnostics[wanted]

    def at(self, method, path, position, **more):
        return self.request(method, {"textDocument": {"uri": uri(path)}, "position": position, **more})

    def end(self):
        self.request("shutdown", None)
        self.notify("exit", None)
        status = self.process.wait(timeout=60)
        self.process.stdin.close()
        return status


def uri(path):
    return pathlib.Path(path).resolve().as_uri()


def position(text, offset):
    """The position of the protocol, in UTF-16."""
    line = text.count("\n", 0, offset)
    start = text.rfind("\n", 0, offset) + 1
    return {"line": line, "character": len(text[start:offset].encode("utf-16-le")) // 2}


def offset(text, place):
    lines = text.split("\n")
    start = sum(len(line) + 1 for line in lines[: place["line"]])
    units = 0
    for at, letter in enumerate(lines[place["line"]]):
        if units >= place["character"]:
            return start + at
        units += 2 if ord(letter) > 0xFFFF else 1
    return start + len(lines[place["line"]])


def find(text, pattern, within=0):
    """The position of what stands behind the | in a pattern: 'name="|elbow"'."""
    plain = pattern.replace("|", "", 1)
    at = text.index(plain, within)
    return position(text, at + pattern.index("|"))


def edited(text, edits):
    """A text with the edits of the protocol."""
    spans = sorted(((offset(text, e["range"]["start"]), offset(text, e["range"]["end"]), e["newText"]) for e in edits),
                   reverse=True)
    for begin, end, put in spans:
        text = text[:begin] + put + text[end:]
    return text
