"""The language server next to romasc: what an editor waits for, on real robots, and in a workspace of many files."""
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "test" / "tools" / "romas-lsp" / "Inputs"))
from lsp_client import Client, position, uri  # noqa: E402

REPEATS, STARTS, LONG_EDITS = 15, 5, 300
WHOLE = 1250  # xacro files of the workspace, or some more
REFRESHES = {"textDocument": {"diagnostic": {}}, "workspace": {"diagnostics": {"refreshSupport": True}}}


def seconds(call):
    before = time.perf_counter()
    call()
    return time.perf_counter() - before


def run(command):
    """Seconds of a process, and its peak memory in MB."""
    before = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, _, usage = os.wait4(process.pid, 0)
    process.returncode = 0
    return time.perf_counter() - before, usage.ru_maxrss / 1024


def memory(client, field):
    status = pathlib.Path(f"/proc/{client.process.pid}/status").read_text(encoding="utf-8")
    return int(re.search(rf"{field}:\s+(\d+)", status).group(1)) / 1024


def processor_seconds(client):
    fields = pathlib.Path(f"/proc/{client.process.pid}/stat").read_text(encoding="utf-8").rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def open_file(program, path, folder, options):
    """A client of which the file's findings are known, and seconds to the first answer and to the first findings."""
    before = time.perf_counter()
    client = Client(program, arguments=options, folder=folder, capabilities=REFRESHES)
    started = time.perf_counter() - before
    text = client.open(path)
    found = seconds(lambda: client.request("textDocument/diagnostic", {"textDocument": {"uri": uri(path)}}))
    while folder and not is_indexed(client):
        client.take()
    return client, text, started, found


def is_indexed(client):
    return any(message["method"] == "workspace/diagnostic/refresh" for message in client.asked)


def type_blank(client, path, text, version):
    """A blank comes in front of the last end tag; seconds until its findings are there."""
    at = position(text, text.rindex("</"))
    before = time.perf_counter()
    client.change(path, version, [{"range": {"start": at, "end": at}, "text": " "}])
    client.request("textDocument/diagnostic", {"textDocument": {"uri": uri(path)}})
    return time.perf_counter() - before


def measure(program, romasc, path, folder, options):
    """Measures the waits of an editor in one file, and romasc on it, in turns."""
    client, text, started, found = open_file(program, path, folder, options)
    keys, checks = [], []
    for i in range(REPEATS):
        keys.append(type_blank(client, path, text, i + 2))
        checks.append(run([romasc, path, "--emit=none", *options])[0])
    name = re.search(r'<(?:link|joint|xacro:\w+)\s+name="([^"]+)"', text)
    place = {"textDocument": {"uri": uri(path)}, "position": position(text, name.start(1) if name else 0)}
    asks = {method: statistics.median(seconds(lambda: client.request(f"textDocument/{method}", place)) for _ in range(REPEATS))
            for method in ("hover", "definition", "completion")}
    client.end()
    return {"start_s": started, "open_s": found, "key_s": statistics.median(keys), "romasc_s": statistics.median(checks),
            **{f"{method}_s": took for method, took in asks.items()}}


def growth(program, path):
    """MB by which the server grows while one types on, once it has seen every answer."""
    client, text, _, _ = open_file(program, path, None, [])
    for i in range(LONG_EDITS):
        type_blank(client, path, text, i + 2)
        if i + 1 == LONG_EDITS // 3:
            early = memory(client, "VmRSS")
    late = memory(client, "VmRSS")
    client.end()
    return late - early


# --- renaming a link that 50 files say ---
PART = """<robot xmlns:xacro="http://www.ros.org/wiki/xacro">
  <link name="arm_{i}"/>
  <joint name="joint_{i}" type="continuous"><parent link="hub"/><child link="arm_{i}"/><axis xyz="0 0 1"/></joint>
</robot>
"""
PARTS, PARAMETERS = 40, 8


def write_star(folder):
    """A robot of many files that name its link 'hub', an SRDF and files of parameters, which do too; the root, the SRDF."""
    includes = "".join(f'  <xacro:include filename="part_{i}.xacro"/>\n' for i in range(PARTS))
    root = folder / "star.urdf.xacro"
    root.write_text('<robot name="star" xmlns:xacro="http://www.ros.org/wiki/xacro">\n  <link name="hub"/>\n' + includes + "</robot>\n",
                    encoding="utf-8")
    for i in range(PARTS):
        (folder / f"part_{i}.xacro").write_text(PART.format(i=i), encoding="utf-8")
    srdf = folder / "star.srdf"
    srdf.write_text('<robot name="star">\n  <group name="all"><chain base_link="hub" tip_link="arm_1"/></group>\n</robot>\n',
                    encoding="utf-8")
    for i in range(PARAMETERS):
        text = f"controller_{i}:\n  ros__parameters:\n    joints: [joint_{i}]\n    base_frame_id: hub\n"
        (folder / f"controller_{i}.yaml").write_text(text, encoding="utf-8")
    return root, srdf


def rename(program, romasc, folder):
    root, srdf = write_star(folder)
    client, text, _, _ = open_file(program, root, folder, [])
    place = {"textDocument": {"uri": uri(root)}, "position": position(text, text.index('"hub"') + 2)}
    ours, theirs = [], []
    for i in range(REPEATS):
        before = time.perf_counter()
        files = client.request("textDocument/rename", {**place, "newName": f"centre_{i}"})["changes"]
        ours.append(time.perf_counter() - before)
        theirs.append(run([romasc, root, srdf, "--emit=none"])[0])
        assert len(files) == 1 + PARTS + 1 + PARAMETERS, sorted(files)
    client.end()
    return {"files": len(files), "rename_s": statistics.median(ours), "romasc_s": statistics.median(theirs)}


# --- the index of a workspace ---
def copy_packages(share, folder, number):
    """A copy of all packages under names of their own, so that each file counts."""
    names = sorted(package.name for package in share.iterdir() if package.is_dir())
    refers = re.compile(r"(\$\(find\s+|package://|model://|<name>\s*)(" + "|".join(map(re.escape, names)) + r")\b")
    for path in share.rglob("*"):
        if not path.is_file():
            continue
        package, *rest = path.relative_to(share).parts
        to = folder.joinpath(f"{package}_{number}", *rest)
        to.parent.mkdir(parents=True, exist_ok=True)
        try:
            to.write_text(refers.sub(rf"\1\2_{number}", path.read_text(encoding="utf-8")), encoding="utf-8")
        except UnicodeDecodeError:
            shutil.copyfile(path, to)


def index(program, folder, cache):
    """Seconds from the start of the server until it knows the workspace, and its memory (MB) then."""
    before = time.perf_counter()
    client = Client(program, arguments=[f"--package-path={folder}"], folder=folder, capabilities=REFRESHES, options={"cache": cache})
    while not is_indexed(client):
        client.take()
    took = time.perf_counter() - before
    used = memory(client, "VmHWM")
    client.end()
    return took, used


def measure_index(program, romasc, share, home):
    workspace, cache, known = home / "workspace", home / "cache", home / "known"
    count = 0
    while count < WHOLE:
        copy_packages(share, workspace, count)
        count = sum(1 for _ in workspace.rglob("*.xacro"))
    command = [romasc, workspace, "--emit=none", f"--package-path={workspace}"]
    cold, warm, checks, cached = [], [], [], []
    for _ in range(STARTS):
        for folder in (cache, known):
            shutil.rmtree(folder, ignore_errors=True)
        cold.append(index(program, workspace, str(cache)))
        checks.append(run([*command, f"--cache={known}"]))
        warm.append(index(program, workspace, str(cache)))
        cached.append(run([*command, f"--cache={known}"]))
    middle = lambda pairs, which: statistics.median(pair[which] for pair in pairs)  # noqa: E731
    return {"xacro_files": count, "cold_s": middle(cold, 0), "romasc_cold_s": middle(checks, 0), "warm_s": middle(warm, 0),
            "slowest_warm_s": max(took for took, _ in warm), "romasc_warm_s": middle(cached, 0),
            "memory_mb": max(used for _, used in cold + warm), "romasc_mb": middle(checks, 1)}


# --- what a key costs, by the size of what is open ---
KEYS, LINES = 100, 3000
SMALL = '<robot name="small"><link name="base"/></robot>\n'


def write_inputs(share, home):
    """Each input with its goal: its name, file, folder of the workspace or nothing, options, and seconds of a key at most."""
    small, large, parts = home / "small.urdf", home / "large.urdf", home / "parts.urdf.xacro"
    small.write_text(SMALL, encoding="utf-8")
    make = [sys.executable, str(pathlib.Path(__file__).parent / "make_urdf.py"), "bushy"]
    large.write_bytes(subprocess.run([*make, "4000"], capture_output=True, check=True).stdout)
    text = subprocess.run([*make, str(LINES // 25)], capture_output=True, check=True, text=True).stdout
    head = '<robot name="parts" xmlns:xacro="http://www.ros.org/wiki/xacro">\n  <xacro:property name="m" value="0.5"/>\n'
    parts.write_text(text.replace('<robot name="big">\n', head).replace('mass value="0.5"', 'mass value="${m * 2}"')
                     .replace('upper="1.5"', 'upper="${pi / 2}"'), encoding="utf-8")
    count = lambda path: len(path.read_text(encoding="utf-8").splitlines())  # noqa: E731
    inputs = [("one link", small, None, [], 0.001), (f"xacro of {count(parts)} lines", parts, None, [], 0.008),
              (f"URDF of {count(large)} lines", large, None, [], 0.06)]
    if share.is_dir():
        packages, number = home / "packages", 0
        while not packages.is_dir() or len(list(packages.iterdir())) < 200:
            copy_packages(share, packages, number)
            number += 1
        robot = next(iter(sorted(packages.glob("pr2_description_0/robots/pr2.urdf.xacro"))), None)
        if robot:
            inputs.append((f"xacro of PR2 in {len(list(packages.iterdir()))} packages", robot, packages, [f"--package-path={packages}"], None))
    return inputs


def measure_keys(program, romasc, share, home):
    """Rows: the input, the median and the 95th hundredth of the keys, the processor time of one, the goal, romasc on the file, the ratio of
    the medians; and until all is known."""
    rows = []
    for name, path, folder, options, most in write_inputs(share, home):
        before = time.perf_counter()
        client, text, _, _ = open_file(program, path, folder, options)
        known = time.perf_counter() - before
        used = processor_seconds(client)
        keys = sorted(type_blank(client, path, text, i + 2) for i in range(KEYS))
        used = processor_seconds(client) - used
        client.end()
        check = statistics.median(run([romasc, path, "--emit=none", *options])[0] for _ in range(STARTS))
        median, late = statistics.median(keys), keys[95 * KEYS // 100]
        rows.append([name, milliseconds(median), milliseconds(late), milliseconds(used / KEYS), milliseconds(most) if most else "", milliseconds(check),
                     f"{median / check:.2f}", f"{known:.2f} s"])
    return rows


# --- the tables ---
def milliseconds(value):
    return f"{value * 1e3:.1f} ms"


def goals(found, renamed, whole, grown):
    """Rows: what, ours, at most, romasc on the same, ours / romasc."""
    rows = []

    def add(what, ours, most, theirs, shown=milliseconds):
        rows.append([what, shown(ours), shown(most), shown(theirs) if theirs else "", f"{ours / theirs:.2f}" if theirs else ""])

    megabytes = "{:.0f} MB".format
    for name, most in (("pr2.urdf.xacro", 0.08), ("pr2.urdf", 0.06)):
        if name not in found:
            continue
        one = found[name]
        add(f"start to first answer ({name})", one["start_s"], 0.1, one["romasc_s"])
        add(f"key to diagnostics, {name}", one["key_s"], most, one["romasc_s"])
        for method in ("hover", "definition", "completion"):
            add(f"{method} on it", one[f"{method}_s"], 0.015, one["romasc_s"])
    add(f"rename across {renamed['files']} files", renamed["rename_s"], 0.3, renamed["romasc_s"])
    if whole:
        of = f"index of {whole['xacro_files']} xacro files"
        add(f"{of}, from the start of the server", whole["cold_s"], 2, whole["romasc_cold_s"])
        add("the same with a cache", whole["warm_s"], 0.3, whole["romasc_warm_s"])
        add("the same, slowest", whole["slowest_warm_s"], 0.3, whole["romasc_warm_s"])
        add("memory for that", whole["memory_mb"], 200, whole["romasc_mb"], megabytes)
    if grown is not None:
        rows.append([f"growth over {LONG_EDITS - LONG_EDITS // 3} edits of pr2.urdf", f"{grown:.1f} MB", "", "", ""])
    return rows


def bench_keys(build, corpus, table):
    program, romasc = os.path.join(build, "bin", "romas-lsp"), os.path.join(build, "bin", "romasc")
    with tempfile.TemporaryDirectory(prefix="romas-bench-") as home:
        rows = measure_keys(program, romasc, pathlib.Path(corpus, "xacro2", "share").resolve(), pathlib.Path(home).resolve())
    heads = ["", "key, median", "95th of 100", "processor", "at most", "romasc", "median/romasc", "until known"]
    return table("From a key to its findings", heads, rows), [dict(zip(["input", *heads[1:]], row)) for row in rows]


def bench_server(build, corpus, table):
    program, romasc = os.path.join(build, "bin", "romas-lsp"), os.path.join(build, "bin", "romasc")
    share = pathlib.Path(corpus, "xacro2", "share").resolve()
    inputs = [(pathlib.Path(corpus, "urdf", name).resolve(), None, []) for name in ("pr2.urdf", "panda.urdf")]
    inputs.append((share / "pr2_description" / "robots" / "pr2.urdf.xacro", share, [f"--package-path={share}"]))
    found = {path.name: measure(program, romasc, path, folder, options) for path, folder, options in inputs if path.is_file()}
    rows = [[name, *(f"{one[key] * 1e3:.1f}" for key in ("start_s", "open_s", "key_s", "romasc_s")),
             f"{one['key_s'] / one['romasc_s']:.2f}", *(f"{one[key] * 1e3:.1f}" for key in ("hover_s", "definition_s", "completion_s"))]
            for name, one in found.items()]
    text = table("The language server next to romasc as a process: ms", ["", "start", "open", "key", "romasc", "key/romasc", "hover",
                                                                          "definition", "completion"], rows)
    with tempfile.TemporaryDirectory(prefix="romas-bench-") as home:
        star = pathlib.Path(home).resolve() / "star"
        star.mkdir()
        renamed = rename(program, romasc, star)
        whole = measure_index(program, romasc, share, pathlib.Path(home).resolve()) if share.is_dir() else None
    grown = growth(program, inputs[0][0]) if inputs[0][0].is_file() else None
    text += "\n" + table("What an editor waits for, and the most that it should",
                         ["", "ours", "at most", "romasc", "ours/romasc"], goals(found, renamed, whole, grown))
    data = [{"input": name, **one} for name, one in found.items()]
    data += [one for one in ({"grown_mb": grown}, renamed, whole) if one]
    return text, data
