"""A romas-studio of a test, and requests to it by raw sockets."""
import atexit
import json
import os
import re
import signal
import socket
import subprocess

HANG = 60  # seconds; nothing here takes more than a few


class Server:
    """Starts romas-studio without a browser. `home` keeps its settings."""

    def __init__(self, program, home, *arguments, environment=None):
        settings = {"HOME": home, "PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", **(environment or {})}
        self.process = subprocess.Popen([program, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True, cwd=home, env=settings)
        atexit.register(self.process.kill)  # of a test that has failed
        said = self.process.stdout.readline() + self.process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)/#token=([0-9a-f]{32})$", said)
        if not found:
            self.process.kill()
            raise SystemExit(f"romas-studio did not start: {said}{self.process.communicate()[1]}")
        self.address = found.group(0)
        self.port, self.token = int(found.group(1)), found.group(2)
        self.host = f"127.0.0.1:{self.port}"

    def connect(self):
        connection = socket.create_connection(("127.0.0.1", self.port), timeout=HANG)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return connection

    def send(self, data):
        """Sends bytes, and returns (status, headers, body) of the answer; a status of None: there was none."""
        with self.connect() as connection:
            connection.sendall(data)
            return read_answer(connection)

    def ask(self, method, target, headers=None, body=b""):
        """A request of the studio's own page, but for the headers given; None leaves one out."""
        sent = {"Host": self.host, "Romas-Token": self.token, "Connection": "close"}
        if body or method == "POST":
            sent.update({"Content-Type": "application/json", "Content-Length": str(len(body))})
        sent.update(headers or {})
        lines = [f"{method} {target} HTTP/1.1"] + [f"{name}: {value}" for name, value in sent.items() if value is not None]
        return self.send("\r\n".join(lines).encode() + b"\r\n\r\n" + body)

    def post(self, target, value, **headers):
        return self.ask("POST", target, headers, json.dumps(value).encode())

    def end(self, by=signal.SIGTERM):
        """(exit status, what was said on standard error)"""
        self.process.send_signal(by)
        try:
            said = self.process.communicate(timeout=HANG)[1]
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.communicate()
            return None, "it hangs"
        return self.process.returncode, said


def read_answer(connection):
    data = b""
    try:
        while b"\r\n\r\n" not in data:
            piece = connection.recv(65536)
            if not piece:
                return None, {}, data
            data += piece
        head, _, body = data.partition(b"\r\n\r\n")
        lines = head.decode("latin-1").split("\r\n")
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines[1:])}
        while len(body) < int(headers.get("content-length", 0)):
            piece = connection.recv(65536)
            if not piece:
                break
            body += piece
    except (ConnectionError, TimeoutError):
        return None, {}, data
    return int(lines[0].split()[1]), headers, body
