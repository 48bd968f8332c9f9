"""A WebSocket to a romas-studio of a test, frame by frame."""
import base64
import json
import os

from server import read_answer

TEXT, BINARY, CLOSE, PING = 1, 2, 8, 9


def upgrade(server, target="/api/live", protocols=None, origin="own", host=None):
    """(connection, status, headers, what has come behind the answer)"""
    connection = server.connect()
    headers = {"Host": host or server.host, "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13",
               "Sec-WebSocket-Key": base64.b64encode(os.urandom(16)).decode(),
               "Origin": f"http://{server.host}" if origin == "own" else origin,
               "Sec-WebSocket-Protocol": protocols if protocols is not None else f"romas-live-1, {server.token}"}
    lines = [f"GET {target} HTTP/1.1"] + [f"{name}: {value}" for name, value in headers.items() if value is not None]
    connection.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
    return connection, *read_answer(connection)


class Live:
    def __init__(self, server):
        self.connection, status, _, self.early = upgrade(server)
        if status != 101:
            raise SystemExit(f"no WebSocket: {status}")

    def close(self):
        self.connection.close()

    def send(self, data, kind=BINARY):
        size = len(data)
        head = bytes([0x80 | kind])
        if size < 126:
            head += bytes([0x80 | size])
        else:
            head += bytes([0xFE]) + size.to_bytes(2, "big") if size < 65536 else bytes([0xFF]) + size.to_bytes(8, "big")
        self.connection.sendall(head + b"\0\0\0\0" + data)

    def read_exactly(self, size):
        data, self.early = self.early[:size], self.early[size:]
        while len(data) < size:
            piece = self.connection.recv(size - len(data))
            if not piece:
                return data
            data += piece
        return data

    def read(self):
        """(kind, data) of the next message; (CLOSE, status) at the end, (CLOSE, None) without a status."""
        data = b""
        kind = None
        while True:
            head = self.read_exactly(2)
            if len(head) < 2:
                return CLOSE, None
            size = head[1]
            if size >= 126:
                size = int.from_bytes(self.read_exactly(2 if size == 126 else 8), "big")
            piece = self.read_exactly(size)
            opcode = head[0] & 15
            if opcode == CLOSE:
                return CLOSE, int.from_bytes(piece[:2], "big") if piece else None
            if opcode == PING:
                continue
            kind = opcode if opcode else kind
            data += piece
            if head[0] & 0x80:
                return kind, data

    def read_event(self):
        kind, data = self.read()
        return json.loads(data) if kind == TEXT else {"kind": kind}
