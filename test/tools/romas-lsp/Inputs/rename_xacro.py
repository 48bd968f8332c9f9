"""Renames names of real robots of xacro, one at a time, and back: in all files of their packages, SRDF among them.

A link or joint: the robots are those with the old name but for the name. A macro, property or parameter: they are the same.
Back again, all files are what they were.
"""

import argparse
import collections
import json
import pathlib
import random
import re
import shutil
import subprocess
import tempfile

from lsp_client import Client, edited, position, uri

parser = argparse.ArgumentParser()
parser.add_argument("server")
parser.add_argument("romasc")
parser.add_argument("share", type=pathlib.Path)
parser.add_argument("--most", type=int, default=1000, help="names of each kind in a package")
parser.add_argument("--show", action="store_true", help="print each refusal")
parser.add_argument("--all", action="store_true", help="every package of the folder")
arguments = parser.parse_args()
NEW = "renamed_by_the_test"
# The package, what its robots and SRDFs are, and other packages that it needs.
PACKAGES = [("pr2_description", ["pr2_description/robots/pr2.urdf.xacro", "pr2_description/robots/pr2_no_arms.urdf.xacro"], []),
            ("leo_description", [], []), ("robotiq_description", [], []), ("mir_description", [], []),
            *((f"moveit_resources_{one}_moveit_config",
               [f"moveit_resources_{one}_moveit_config/config/{one}.{what}" for what in ("srdf", "urdf.xacro")],
               [f"moveit_resources_{one}_description"]) for one in ("panda", "fanuc"))]
KINDS = {"entity": re.compile(r'<(?:link|joint)\s+name="([^"]+)"'), "macro": re.compile(r'<xacro:macro\s+name="([\w.]+)"'),
         "property": re.compile(r'<xacro:property\s+name="(\w+)"')}


def needs(name):
    """The packages that a package needs, directly or through others."""
    found, left = {name}, [name]
    while left:
        for path in (arguments.share / left.pop()).rglob("*"):
            if path.is_file() and path.suffix in {".xacro", ".urdf", ".srdf", ".yaml"}:
                text = path.read_text(encoding="utf-8", errors="replace")
                new = set(re.findall(r"(?:\$\(find\s+|package://)([\w-]+)", text)) - found
                left += sorted(one for one in new if (arguments.share / one).is_dir())
                found |= set(left)
    return found


def everything():
    """Each package with its robots and those of its users, and with all packages that these need."""
    needed = {one.name: needs(one.name) for one in sorted(arguments.share.iterdir()) if one.is_dir()}
    cases = json.loads((arguments.share.parent / "cases.json").read_text())
    robots = {(case["file"].removeprefix("share/"), tuple(case["args"].items())): case for case in cases}
    for name in needed:
        users = {one for one, all_of_it in needed.items() if name in all_of_it}
        roots = [(path, dict(values)) for path, values in robots if path.split("/")[0] in users]
        yield name, roots, sorted(set().union(*(needed[one] for one in users)) - {name})


class Package:
    """A copy of a package with what it needs; the texts of all its files."""

    def __init__(self, home, name, roots, needed):
        self.home = home
        for one in [name, *needed]:
            shutil.copytree(arguments.share / one, home / one)
        self.texts = {}
        for path in sorted(home.rglob("*")):
            if path.is_file() and path.suffix in {".xacro", ".urdf", ".srdf", ".yaml"}:
                try:
                    self.texts[path] = path.read_bytes().decode("utf-8")
                except UnicodeDecodeError:
                    pass
        found = [(home / root, {}) if isinstance(root, str) else (home / root[0], root[1]) for root in roots]
        found = found or [(root, {}) for root in sorted((home / name).rglob("*.urdf.xacro"))]
        self.roots = [root for root in found if root[0].is_file() and self.emit(*root) is not None]
        self.robots = self.emit_all()
        if arguments.all:
            roots = [{"file": str(root.relative_to(home)), "args": values} for root, values in self.roots]
            (home / ".romas.yaml").write_text("roots: " + json.dumps(roots) + "\n")
        self.client = Client(arguments.server, folder=home, capabilities={
            "textDocument": {"diagnostic": {}}, "workspace": {"diagnostics": {"refreshSupport": True}, "workspaceEdit": {
                "documentChanges": True, "changeAnnotationSupport": {}}}})
        while not any(message["method"] == "workspace/diagnostic/refresh" for message in self.client.asked):
            self.client.take()

    def emit(self, root, values):
        """Returns the output of romasc for a robot, or its messages for an SRDF."""
        target = "none" if root.suffix == ".srdf" else "urdf"
        command = [arguments.romasc, root, f"--emit={target}", "--format=concise", *(f"{key}:={value}" for key, value in values.items())]
        run = subprocess.run([*command, "-o", "-"] if target == "urdf" else command, capture_output=True, text=True, timeout=60)
        return (run.stdout if target == "urdf" else re.sub(r"\S+:\d+:\d+", "", run.stderr)) if run.returncode == 0 else None

    def emit_all(self):
        return [self.emit(*root) for root in self.roots]

    def put(self, texts):
        for path, text in texts.items():
            if self.texts[path] != text:
                path.write_bytes(text.encode())
        self.texts = texts

    def rename(self, path, at, name):
        """The texts afterwards, or the reason against it. The name is that of a part of the name that stands there, an old and a new one."""
        self.client.open(path, self.texts[path])
        at = {"textDocument": {"uri": uri(path)}, "position": position(self.texts[path], at)}
        if isinstance(name, tuple):
            whole = self.client.try_request("textDocument/prepareRename", at)
            name = whole["result"]["placeholder"].replace(*name) if "result" in whole else name[1]
        answer = self.client.try_request("textDocument/rename", {**at, "newName": name})
        self.client.notify("textDocument/didClose", {"textDocument": {"uri": uri(path)}})
        if "error" in answer:
            return None, answer["error"]["message"]
        texts = dict(self.texts)
        for file in answer["result"]["documentChanges"]:
            (changed,) = [one for one in texts if uri(one) == file["textDocument"]["uri"]]
            texts[changed] = edited(texts[changed], file["edits"])
        return texts, None

    def check(self, kind, path, place, outcomes):
        before, robots, old, at = dict(self.texts), self.robots, place.group(1), place.start(1)
        if kind == "entity" and "$" in old:  # A name that is put together: its longest part changes.
            part = max(re.finditer(r"[^{}$()]+(?![^{(]*[})])", old), key=lambda one: len(one.group()), default=None)
            if part is None:
                return
            old, at, kind = part.group(), at + part.start(), "part"
        texts, refusal = self.rename(path, at + 1, (old, NEW) if kind == "part" else NEW)
        if refusal:
            outcomes[(kind, re.sub(r"'[^']*'", "'…'", refusal))] += 1
            if arguments.show:
                print(f"  {path}: {old}: {refusal}", flush=True)
            return
        self.put(texts)
        now = self.emit_all()
        if kind in {"entity", "part"}:
            now = [text and text.replace(NEW, old) for text in now]
        assert now == robots, (path, old)
        again = texts[path].index(NEW)
        back, refusal = self.rename(path, again + 1, (NEW, old) if kind == "part" else old)
        assert back == before, (path, old, refusal)
        self.put(before)
        outcomes[(kind, "renamed")] += 1
        outcomes["files"] = max(outcomes["files"], sum(texts[one] != before[one] for one in texts))


outcomes = collections.Counter()
for name, roots, needed in everything() if arguments.all else PACKAGES:
    with tempfile.TemporaryDirectory(prefix="romas-lsp-") as home:
        package = Package(pathlib.Path(home).resolve() / "share", name, roots, needed)
        places = collections.defaultdict(list)
        for path, text in package.texts.items():
            own = not arguments.all or (package.home / name) in path.parents
            if own and path.suffix in {".xacro", ".urdf"} and "\r" not in text:
                for kind, pattern in KINDS.items():
                    places[kind] += [(path, place) for place in pattern.finditer(text)]
        for kind, all_of_kind in sorted(places.items()):
            for path, place in random.Random(4).sample(all_of_kind, min(len(all_of_kind), arguments.most)):
                package.check(kind, path, place, outcomes)
        assert package.client.end() == 0
        print(f"{name}: {len(package.roots)} robots", flush=True)
        assert package.roots or arguments.all, name
for outcome, count in sorted(outcomes.items(), key=str):
    print(f"{count:6} {outcome}")
assert all(outcomes[(kind, "renamed")] >= 10 for kind in KINDS), outcomes
tried = sum(count for outcome, count in outcomes.items() if outcome != "files")
refused = tried - sum(outcomes[(kind, "renamed")] for kind in (*KINDS, "part"))
assert arguments.all or refused * 100 <= 11 * tried, "too many refusals"
assert outcomes["files"] >= 2, "no name stands in several files"
