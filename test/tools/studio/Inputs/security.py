#!/usr/bin/env python3
"""Checks the security of romas-studio by raw sockets. Usage: security.py ROMAS_STUDIO FOLDER"""
import json
import math
import os
import re
import shutil
import signal
import socket
import struct
import sys
import time

from checks import expect, report
from live import BINARY, CLOSE, TEXT, Live, upgrade
from server import Server, read_answer

ARM = b'<robot name="arm"><link name="base"/></robot>\n'


def expect_status(name, answer, status):
    expect(name, answer[0] == status, f"{answer[0]} instead of {status}: {answer[2][:200]}")


def hosts_and_origins(server):
    for host in ("127.0.0.1", server.host, "localhost:1", "[::1]:8040", "LOCALHOST"):
        expect_status(f"host {host}", server.ask("GET", "/", {"Host": host}), 200)
    for host in ("evil.example", f"evil.example:{server.port}", "127.0.0.1.evil.example", "0.0.0.0", "", None):
        expect_status(f"host {host}", server.ask("GET", "/", {"Host": host}), 421)
    for origin in ("http://evil.example", "null", f"https://{server.host}", "http://127.0.0.1:1"):
        expect_status(f"origin {origin}", server.ask("GET", "/api/folder", {"Origin": origin}), 403)
    expect_status("own origin", server.ask("GET", "/api/folder", {"Origin": f"http://{server.host}"}), 200)
    for site in ("cross-site", "same-site"):
        expect_status(f"site {site}", server.ask("GET", "/", {"Sec-Fetch-Site": site}), 403)
    for name in ("Host", "Origin", "Romas-Token", "Content-Type", "Sec-Fetch-Site"):
        twice = f"GET / HTTP/1.1\r\nHost: {server.host}\r\n{name}: {server.host}\r\n{name}: {server.host}\r\nConnection: close\r\n\r\n"
        expect_status(f"{name} twice", server.send(twice.encode()), 400)


def headers_of_answers(server):
    answers = [server.ask("GET", "/"), server.ask("GET", "/studio.js"), server.ask("GET", "/api/folder"), server.ask("GET", "/none"),
               server.ask("GET", "/", {"Host": "evil.example"}), server.ask("POST", "/api/open", body=b"x" * 1100000), server.send(b"nonsense\r\n\r\n")]
    for status, headers, _ in answers:
        policy = headers.get("content-security-policy", "")
        expect(f"policy of {status}", policy.startswith("default-src 'none'; script-src 'self'; style-src 'self';") and "unsafe" not in policy, policy)
        for name, value in {"x-content-type-options": "nosniff", "referrer-policy": "no-referrer", "cache-control": "no-store",
                            "cross-origin-opener-policy": "same-origin", "cross-origin-resource-policy": "same-origin"}.items():
            expect(f"{name} of {status}", headers.get(name) == value, headers.get(name))
        expect(f"CORS of {status}", not any(name.startswith("access-control") for name in headers), headers)
        expect(f"cookie of {status}", "set-cookie" not in headers and "server" not in headers, headers)


def tokens(server):
    for target in ("/api/scene", "/api/folder"):
        expect_status(f"{target} without token", server.ask("GET", target, {"Romas-Token": None}), 403)
        expect_status(f"{target} with token as cookie", server.ask("GET", target, {"Romas-Token": None, "Cookie": f"token={server.token}"}), 403)
        expect_status(f"{target} with token in the target", server.ask("GET", f"{target}?token={server.token}", {"Romas-Token": None}), 403)
        expect_status(f"{target} with token", server.ask("GET", target), 200)
    for token in ("0" * 32, server.token[:-1], server.token + "0", server.token.upper() + "x"):
        expect_status("another token", server.post("/api/hello", {}, **{"Romas-Token": token}), 403)
    page = server.ask("GET", "/", {"Romas-Token": None})
    expect("the page is for everybody", page[0] == 200 and server.token.encode() not in page[2])


def routes():
    """Every method and target that the program answers, as its source lists them."""
    source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../../tools/studio/api/api.cpp")
    with open(source, encoding="utf-8") as file:
        return re.findall(r'\{"([A-Z]+)", "(/api/[^"]*)"', file.read())


def look_around(server):
    """Tries what is open to a stranger who knows only the port. Returns the leaks."""
    leaks = []
    own = {"Romas-Token": None}
    known = routes()
    if len(known) < 20:
        leaks.append(f"only {len(known)} routes are known")
    for method, target in known:
        for more in ("", "0", "?robot=0"):
            status, _, body = server.ask(method, target + more, own, b"{}" if method == "POST" else b"")
            if status not in (403, 404) or b"arm" in body:
                leaks.append(f"{method} {target}{more} is {status}")
    if upgrade(server, protocols="romas-live-1")[1] != 403:
        leaks.append("a WebSocket opens")
    status, _, page = server.ask("GET", "/", own)
    if status != 200 or b"arm" in page or server.token.encode() in page:
        leaks.append("the page says more than an empty one")
    with open(f"/proc/{server.process.pid}/cmdline", "rb") as file:
        if server.token.encode() in file.read():
            leaks.append("the command line has the token")
    return leaks


def second_user(server):
    """The same asked by another user of the machine, where this test may become one."""
    if os.getuid() != 0:
        expect("without the token there is the empty page alone", look_around(server) == [], look_around(server))
        return
    outlet, inlet = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.setgroups([])
            os.setgid(65534)
            os.setuid(65534)
            leaks = look_around(server)
            if os.access(f"/proc/{server.process.pid}/environ", os.R_OK):
                leaks.append("the environment can be read")
        except BaseException as problem:  # whatever it is, the parent says it
            leaks = [repr(problem)]
        os.write(inlet, json.dumps(leaks).encode())
        os._exit(0)
    os.close(inlet)
    with os.fdopen(outlet, "rb") as file:
        leaks = json.loads(file.read())
    os.waitpid(child, 0)
    expect("a second user has the empty page alone", leaks == [], leaks)


def targets(server, folder):
    for target in ("/../../etc/passwd", "/..%2f..%2fetc/passwd", "//etc/passwd", "/studio.js%00.css", "/api/../studio.js", "/./"):
        expect_status(target, server.ask("GET", target), 404)
    expect_status("absolute form", server.ask("GET", "http://evil.example/"), 400)
    for method in ("PUT", "DELETE", "HEAD", "OPTIONS", "TRACE", "BREW"):
        status = server.ask(method, "/api/open")[0]
        expect(f"method {method}", status in (400, 405), status)
    for kind in (None, "text/plain", "application/x-www-form-urlencoded"):
        expect_status(f"body as {kind}", server.ask("POST", "/api/preferences", {"Content-Type": kind}, b'{"language":"ko","theme":""}'), 415)
    for path in ("/etc/passwd", f"{folder}/robots/../outside/secret.urdf", f"{folder}/robots/link.urdf", f"{folder}/robots/linked/secret.urdf"):
        expect_status(f"open {path}", server.post("/api/open", {"path": path, "revision": 1}), 403)
    for path in ("/", f"{folder}/robots/..", f"{folder}/robots/linked", "%2e%2e"):
        expect_status(f"list {path}", server.ask("GET", f"/api/folder?path={path}"), 404)


def sizes(server):
    expect_status("large header", server.ask("GET", "/", {"X": "x" * 9000}), 431)
    expect_status("many headers", server.ask("GET", "/", {f"X-{i}": "x" for i in range(2000)}), 431)
    expect_status("long target", server.ask("GET", "/" + "x" * 9000), 431)
    expect_status("large body", server.ask("POST", "/api/open", body=b" " * (1024 * 1024 + 1)), 413)
    expect_status("announced body", server.ask("POST", "/api/open", {"Content-Length": "99999999999999"}), 413)
    chunk = b"100000\r\n" + b" " * 0x100000 + b"\r\n"
    chunked = f"POST /api/open HTTP/1.1\r\nHost: {server.host}\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n".encode()
    expect_status("chunks", server.send(chunked + chunk * 2), 413)
    for text in (b"GET\r\n\r\n", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", b"GET / HTTP/1.1\r\nHost : x\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"\0" * 100):
        status = server.send(text)[0]
        expect(f"{text[:20]}", status in (None, 400), status)
    expect_status("it lives on", server.ask("GET", "/"), 200)


def pipelines(server):
    """Two requests at once on one connection are two answers."""
    request = f"GET /api/folder HTTP/1.1\r\nHost: {server.host}\r\nRomas-Token: {server.token}\r\n\r\n".encode()
    with server.connect() as connection:
        connection.sendall(request)
        first = read_answer(connection)
        connection.sendall(request)
        expect("keep-alive", first[0] == 200 and read_answer(connection)[0] == 200)


def is_answered(server):
    """True as soon as the server has noticed that connections were closed."""
    for _ in range(1000):
        if server.ask("GET", "/")[0] == 200:
            return True
        time.sleep(0.01)
    return False


def crowds(program, home):
    """Connections that say nothing, say a byte now and then, or do not read what they asked for."""
    server = Server(program, home, "--no-browser")
    slow = [server.connect() for _ in range(64)]
    for connection in slow:
        connection.sendall(b"GET / HT")
    expect_status("one too many", server.ask("GET", "/"), 503)
    slow.pop().close()
    expect("63 slow ones", is_answered(server))
    for connection in slow:
        connection.close()
    lazy = []
    for _ in range(20):
        connection = socket.socket()
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.connect(("127.0.0.1", server.port))
        connection.sendall(f"GET /studio.js HTTP/1.1\r\nHost: {server.host}\r\n\r\n".encode() * 20)
        lazy.append(connection)
    expect("beside those that do not read", is_answered(server))
    expect("their end", server.end() == (0, ""))
    for connection in lazy:
        connection.close()


def web_sockets(server, arm):
    for name, answer in {"no origin": upgrade(server, origin=None), "foreign origin": upgrade(server, origin="http://evil.example"),
                         "foreign host": upgrade(server, host="evil.example", origin="http://evil.example"),
                         "no token": upgrade(server, protocols="romas-live-1"), "no protocol": upgrade(server, protocols=server.token),
                         "wrong token": upgrade(server, protocols="romas-live-1, " + "0" * 32)}.items():
        expect(f"WebSocket, {name}", answer[1] in (403, 421), answer[1])
    connection, status, headers, _ = upgrade(server)
    expect("WebSocket", status == 101 and headers.get("sec-websocket-protocol") == "romas-live-1", (status, headers))
    connection.close()
    live = Live(server)
    expect("first event", live.read_event() == {"event": "changed", "revision": 1})
    expect_status("open", server.post("/api/open", {"path": arm, "revision": 1}), 200)
    expect("second event", live.read_event() == {"event": "changed", "revision": 2})
    live.close()


def live_messages(server):
    """A message that is no list of positions ends its connection, and no other one."""
    good = struct.pack("<2d", 0, 2)
    beside = Live(server)
    beside.read_event()
    for name, data, kind, status in (("text", b"[0, 2]", TEXT, 1007), ("empty", b"", BINARY, 1007), ("odd", good + b"x", BINARY, 1007),
                                     ("no number", struct.pack("<2d", 0, math.nan), BINARY, 1007), ("half", struct.pack("<2d", 0.5, 2), BINARY, 1007),
                                     ("infinite", good + struct.pack("<d", math.inf), BINARY, 1007), ("too large", b"\0" * 8_000_024, BINARY, 1009)):
        live = Live(server)
        live.read_event()
        try:
            live.send(data, kind)
            answer = live.read()
        except ConnectionError:
            answer = (CLOSE, status)  # it was closed before all of it was sent
        expect(f"live message, {name}", answer == (CLOSE, status), answer)
        live.close()
    for name, numbers in {"stale": (0, 1), "another robot": (1, 2), "too many": (0, 2, 0)}.items():
        beside.send(struct.pack(f"<{len(numbers)}d", *numbers))
        expect(f"live message, {name}", beside.read_event() == {"event": "stale"})
    beside.send(good)
    kind, data = beside.read()
    expect("poses", kind == BINARY and data[:16] == struct.pack("<4I", 2, 0, 1, 0), (kind, data[:16]))
    # A crowd of messages has an answer to the last, and no more answers than messages.
    for _ in range(5000):
        beside.send(struct.pack("<2d", 0, 1))
    beside.send(good)
    answers = 0
    while beside.read()[0] == TEXT:
        answers += 1
    expect("the newest is answered", answers <= 5000, answers)
    beside.close()
    expect_status("it lives on", server.ask("GET", "/"), 200)


def listening_sockets(process):
    """Local addresses of the process's listening sockets, from /proc."""
    inodes = set()
    for name in os.listdir(f"/proc/{process}/fd"):
        found = re.match(r"socket:\[(\d+)\]", os.readlink(f"/proc/{process}/fd/{name}"))
        inodes.update(found.groups() if found else [])
    addresses = []
    for table in ("tcp", "tcp6", "udp", "udp6"):
        with open(f"/proc/{process}/net/{table}", encoding="ascii") as file:
            rows = [line.split() for line in file.readlines()[1:]]
        addresses += [row[1] for row in rows if row[9] in inodes and (row[3] == "0A" or table.startswith("udp"))]
    return addresses


def endings(program, home, arm):
    for by in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        server = Server(program, home, "--no-browser", arm)
        with server.connect() as idle:
            connection = upgrade(server)[0]
            expect(f"ended by {by.name}", server.end(by) == (0, ""))
            expect("connections are closed", idle.recv(1) == b"")
            connection.close()
    first = Server(program, home, "--no-browser")
    try:
        Server(program, home, "--no-browser", f"--port={first.port}")
        expect("port in use", False, "it starts")
    except SystemExit as problem:
        expect("port in use", f"error: cannot listen on port {first.port} of 127.0.0.1: address already in use" in str(problem), problem)
    first.end()


def main():
    program, folder = (os.path.abspath(argument) for argument in sys.argv[1:3])
    shutil.rmtree(folder, ignore_errors=True)
    for name in ("robots", "outside", "home"):
        os.makedirs(os.path.join(folder, name))
    arm, secret, home = (os.path.join(folder, name) for name in ("robots/arm.urdf", "outside/secret.urdf", "home"))
    for path in (arm, secret):
        with open(path, "wb") as file:
            file.write(ARM)
    os.symlink(secret, os.path.join(folder, "robots/link.urdf"))
    os.symlink(os.path.join(folder, "outside"), os.path.join(folder, "robots/linked"))
    server = Server(program, home, "--no-browser", arm)
    expect("one listening socket", listening_sockets(server.process.pid) == [f"0100007F:{server.port:04X}"], listening_sockets(server.process.pid))
    hosts_and_origins(server)
    headers_of_answers(server)
    tokens(server)
    second_user(server)
    targets(server, folder)
    sizes(server)
    pipelines(server)
    web_sockets(server, arm)
    live_messages(server)
    expect("its end", server.end() == (0, ""))
    crowds(program, home)
    endings(program, home, arm)
    return report()


if __name__ == "__main__":
    sys.exit(main())
