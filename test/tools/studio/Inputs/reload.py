"""The studio follows files on the disk, over its WebSocket. Usage: reload.py ROMAS-STUDIO FOLDER

Measures how long after a save its event comes, and judges no time."""
import json
import os
import shutil
import signal
import statistics
import struct
import subprocess
import sys
import time

from checks import expect, report
from live import Live
from server import HANG, Server, read_answer

ARM = b"<robot name='arm'><link name='base'/><link name='tip'/><joint name='j' type='continuous'><parent link='base'/><child link='tip'/><axis xyz='0 0 1'/></joint></robot>"
MESH = b"<robot name='arm'><link name='base'><visual><geometry><mesh filename='base.stl'/></geometry></visual></link></robot>"


def in_place(path, data):
    with open(path, "wb") as file:
        file.write(data)


def by_renaming(path, data):
    in_place(path + ".new", data)
    os.rename(path + ".new", path)


def by_moving_away(path, data):
    os.rename(path, path + "~")
    in_place(path, data)


def scene_of(server):
    return json.loads(server.ask("GET", "/api/scene")[2])


def named(name):
    return ARM.replace(b"'arm'", f"'{name}'".encode())


def wait_until(server, live, holds):
    """Reads events until the scene is as it should be, and returns it. The test hangs, and fails so, if no event comes."""
    scene = scene_of(server)
    while not holds(scene):
        event = live.read_event()
        if event.get("event") != "changed":
            return None
        scene = scene_of(server)
    return scene


def saves(server, live, arm):
    for save in (in_place, by_renaming, by_moving_away):
        name = save.__name__
        save(arm, named(name))
        scene = wait_until(server, live, lambda scene, name=name: scene["robots"] == [name])
        expect(f"saved {name}", scene and scene["status"] == "ok", scene)


def broken_and_gone(server, live, arm):
    in_place(arm, b"<robot name=")
    scene = wait_until(server, live, lambda scene: scene["status"] != "ok")
    expect("broken", scene["stale"] and scene["model"]["name"] == "by_moving_away" and scene["diagnostics"], scene)
    os.remove(arm)
    scene = wait_until(server, live, lambda scene: scene["status"] == "unreadable")
    expect("gone", scene["stale"] and scene["model"]["name"] == "by_moving_away", scene)
    by_renaming(arm, ARM)
    scene = wait_until(server, live, lambda scene: scene["status"] == "ok")
    expect("there again", not scene["stale"] and scene["model"]["name"] == "arm", scene)


def meshes(server, live, folder):
    robot = os.path.join(folder, "mesh.urdf")
    mesh = os.path.join(folder, "base.stl")
    in_place(robot, MESH)
    in_place(mesh, b"solid x\nendsolid x\n")
    server.post("/api/open", {"path": robot, "revision": scene_of(server)["revision"]})
    expect("mesh is there", scene_of(server)["meshes"][0]["found"])
    os.remove(mesh)
    expect("mesh is gone", wait_until(server, live, lambda scene: not scene["meshes"][0]["found"]))
    in_place(mesh, b"solid y\nendsolid y\n")
    expect("mesh is there again", wait_until(server, live, lambda scene: scene["meshes"][0]["found"]))


def many(server, live, robot):
    """Ten saves a second: all of them are followed in the end, by no more events than saves."""
    before = scene_of(server)["revision"]
    for number in range(20):
        (in_place if number % 2 else by_renaming)(robot, named(f"save{number}"))
        time.sleep(0.1)
    scene = wait_until(server, live, lambda scene: scene["robots"] == ["save19"])
    expect("the last save counts", scene["status"] == "ok", scene)
    expect("a save is one change", scene["revision"] - before <= 20, scene["revision"] - before)


def poses_while_saving(server, live, robot):
    """Positions for what is no longer open are stale, and the connection goes on."""
    revision = scene_of(server)["revision"]
    live.send(struct.pack("<3d", 0, revision, 1.5))
    expect("poses", live.read()[0] == 2)
    in_place(robot, named("other"))
    expect("an event first", live.read_event() == {"event": "changed", "revision": revision + 1})
    live.send(struct.pack("<3d", 0, revision, 1.5))
    expect("stale", live.read_event() == {"event": "stale"})
    live.send(struct.pack("<3d", 0, revision + 1, 1.5))
    expect("poses of the new one", live.read()[0] == 2)


def begin_to_open(server, path):
    """A connection on which a file is being opened."""
    body = json.dumps({"path": path, "revision": scene_of(server)["revision"]}).encode()
    head = f"POST /api/open HTTP/1.1\r\nHost: {server.host}\r\nRomas-Token: {server.token}\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    connection = server.connect()
    connection.sendall(head.encode() + body)
    return connection


def answers_while_it_reads(program, folder, arm):
    """A pipe takes as long to read as its writer wants. Meanwhile everything else is answered, and the program can be ended."""
    pipe = os.path.join(folder, "pipe.urdf")
    os.mkfifo(pipe)
    server = Server(program, folder, "--no-browser", arm, pipe)
    live = Live(server)
    live.read_event()
    with begin_to_open(server, pipe) as opening, open(pipe, "wb") as writer:
        expect("the scene is answered", scene_of(server)["file"] == arm)
        live.send(struct.pack("<3d", 0, 1, 0.5))
        expect("poses are answered", live.read()[0] == 2)
        writer.write(named("piped"))
        writer.close()
        status, _, body = read_answer(opening)
        expect("the pipe is opened", status == 200 and json.loads(body)["robots"] == ["piped"], (status, body[:200]))
    expect("an event", live.read_event() == {"event": "changed", "revision": 2})
    with begin_to_open(server, pipe) as opening, open(pipe, "wb"):
        expect("its end while it reads", server.end() == (0, ""))
    live.close()
    # From the start, too, where nothing listens yet.
    process = subprocess.Popen([program, "--no-browser", pipe], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    with open(pipe, "wb"):
        process.send_signal(signal.SIGTERM)
        expect("its end before it listens", process.wait(HANG) == -signal.SIGTERM, process.returncode)
    process.communicate()


def measure(server, live, robot):
    times = []
    for number in range(20):
        (in_place if number % 2 else by_renaming)(robot, named(f"timed{number}"))
        start = time.monotonic()
        live.read_event()
        times.append(time.monotonic() - start)
    print(f"from a save to its event: median {statistics.median(times) * 1000:.0f} ms, largest {max(times) * 1000:.0f} ms")


def main():
    program, folder = (os.path.abspath(argument) for argument in sys.argv[1:3])
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    arm = os.path.join(folder, "arm.urdf")
    in_place(arm, ARM)
    server = Server(program, folder, "--no-browser", arm)
    live = Live(server)
    expect("first event", live.read_event() == {"event": "changed", "revision": 1})
    saves(server, live, arm)
    broken_and_gone(server, live, arm)
    meshes(server, live, folder)
    in_place(arm, ARM)
    server.post("/api/open", {"path": arm, "revision": scene_of(server)["revision"]})
    many(server, live, arm)
    live.close()
    live = Live(server)
    live.read_event()
    poses_while_saving(server, live, arm)
    measure(server, live, arm)
    live.close()
    expect("its end", server.end() == (0, ""))
    answers_while_it_reads(program, folder, arm)
    return report()


if __name__ == "__main__":
    sys.exit(main())
