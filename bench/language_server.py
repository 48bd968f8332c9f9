"""The language server next to romasc: what an editor waits for, on real robots."""
import os
import pathlib
import re
import statistics
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "test" / "tools" / "romas-lsp" / "Inputs"))
from lsp_client import Client, position, uri  # noqa: E402

EDITS, ASKS = 15, 15


def seconds(call):
    before = time.perf_counter()
    call()
    return time.perf_counter() - before


def open_file(program, path, folder, options):
    """A client of which the file's findings are known, and seconds to the first answer and to the first findings."""
    before = time.perf_counter()
    client = Client(program, arguments=options, folder=folder, capabilities={"textDocument": {"diagnostic": {}}})
    started = time.perf_counter() - before
    text = client.open(path)
    found = seconds(lambda: client.request("textDocument/diagnostic", {"textDocument": {"uri": uri(path)}}))
    return client, text, started, found


def measure(program, path, folder, options):
    client, text, started, found = open_file(program, path, folder, options)
    document = {"textDocument": {"uri": uri(path)}}
    keys = []
    for i in range(EDITS):  # a blank comes and goes in front of the last end tag
        at = position(text, text.rindex("</"))
        change = {"range": {"start": at, "end": {**at, "character": at["character"]}}, "text": " "}
        client.change(path, i + 2, [change])
        keys.append(seconds(lambda: client.request("textDocument/diagnostic", document)))
    name = re.search(r'<(?:link|joint|xacro:\w+)\s+name="([^"]+)"', text)
    place = {**document, "position": position(text, name.start(1) if name else 0)}
    asks = {method: statistics.median(seconds(lambda: client.request(f"textDocument/{method}", place)) for _ in range(ASKS))
            for method in ("hover", "definition", "completion")}
    client.end()
    return {"start_s": started, "open_s": found, "key_s": statistics.median(keys), **{f"{m}_s": s for m, s in asks.items()}}


def index(program, folder, roots_of, options):
    """Seconds until the robots are known that read a file, and memory (MB) of the server then."""
    client = Client(program, arguments=options, folder=folder)
    client.open(roots_of)
    before = time.perf_counter()
    while True:
        roots = client.request("workspace/executeCommand", {"command": "romas.roots", "arguments": [{"uri": uri(roots_of)}]})
        if any(root["label"] != str(roots_of) for root in roots) or time.perf_counter() - before > 60:
            break
        time.sleep(0.01)
    took = time.perf_counter() - before
    status = pathlib.Path(f"/proc/{client.process.pid}/status").read_text()
    client.end()
    return took, int(re.search(r"VmHWM:\s+(\d+)", status).group(1)) / 1024


def bench_server(build, corpus, table):
    program, romasc = os.path.join(build, "bin", "romas-lsp"), os.path.join(build, "bin", "romasc")
    share = pathlib.Path(corpus, "xacro2", "share").resolve()
    inputs = [(pathlib.Path(corpus, "urdf", name).resolve(), None, []) for name in ("pr2.urdf", "panda.urdf")]
    inputs.append((share / "pr2_description" / "robots" / "pr2.urdf.xacro", share, [f"--package-path={share}"]))
    rows, data = [], []
    for path, folder, options in inputs:
        if not path.is_file():
            continue
        found = measure(program, path, folder, options)
        check = statistics.median(seconds(lambda: subprocess.run(
            [romasc, path, "--emit=none", *options], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)) for _ in range(EDITS))
        rows.append([path.name, *(f"{found[key] * 1e3:.1f}" for key in ("start_s", "open_s", "key_s")), f"{check * 1e3:.1f}",
                     f"{found['key_s'] / check:.2f}", *(f"{found[key] * 1e3:.1f}" for key in ("hover_s", "definition_s", "completion_s"))])
        data.append({"input": path.name, "romasc_s": check, **found})
    text = table("The language server next to romasc as a process: ms", ["", "start", "open", "key", "romasc", "key/romasc", "hover",
                                                                          "definition", "completion"], rows)
    part = share / "pr2_description" / "urdf" / "shoulder_v0" / "shoulder.urdf.xacro"
    if part.is_file():
        count = sum(1 for _ in share.rglob("*.xacro"))
        took, memory = index(program, share, part, [f"--package-path={share}"])
        text += f"\nIndex of {count} xacro files: {took:.2f} s, {memory:.0f} MB\n"
        data.append({"files": count, "index_s": took, "index_mb": memory})
    return text, data
