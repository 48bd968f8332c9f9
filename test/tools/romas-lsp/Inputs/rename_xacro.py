"""Renames names of real robots of xacro, one at a time, and back: in all files of their packages, SRDF among them.

A link or joint: the robots are those with the old name but for the name. A macro, property or parameter: they are the same.
Back again, all files are what they were.
"""

import argparse
import collections
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
arguments = parser.parse_args()
NEW = "renamed_by_the_test"
# The package, what its robots and SRDFs are, and other packages that it needs.
PACKAGES = [("pr2_description", ["robots/pr2.urdf.xacro", "robots/pr2_no_arms.urdf.xacro"], []), ("leo_description", [], []),
            ("moveit_resources_panda_moveit_config", ["config/panda.srdf", "config/panda.urdf.xacro"], ["moveit_resources_panda_description"]),
            ("moveit_resources_fanuc_moveit_config", ["config/fanuc.srdf", "config/fanuc.urdf.xacro"], ["moveit_resources_fanuc_description"]),
            ("robotiq_description", [], []), ("mir_description", [], [])]
KINDS = {"entity": re.compile(r'<(?:link|joint)\s+name="([^"]+)"'), "macro": re.compile(r'<xacro:macro\s+name="([\w.]+)"'),
         "property": re.compile(r'<xacro:property\s+name="(\w+)"')}


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
        found = [home / name / root for root in roots] or sorted((home / name).rglob("*.urdf.xacro"))
        self.roots = [root for root in found if root.is_file() and self.emit(root) is not None]
        self.client = Client(arguments.server, folder=home, capabilities={
            "textDocument": {"diagnostic": {}}, "workspace": {"diagnostics": {"refreshSupport": True}}})
        while not any(message["method"] == "workspace/diagnostic/refresh" for message in self.client.asked):
            self.client.take()

    def emit(self, root):
        """What romasc makes of a robot; of an SRDF what it says."""
        target = "none" if root.suffix == ".srdf" else "urdf"
        command = [arguments.romasc, root, f"--emit={target}", "--format=concise"]
        run = subprocess.run([*command, "-o", "-"] if target == "urdf" else command, capture_output=True, text=True, timeout=60)
        return (run.stdout if target == "urdf" else re.sub(r"\S+:\d+:\d+", "", run.stderr)) if run.returncode == 0 else None

    def robots(self):
        return [self.emit(root) for root in self.roots]

    def put(self, texts):
        for path, text in texts.items():
            if self.texts[path] != text:
                path.write_bytes(text.encode())
        self.texts = texts

    def rename(self, path, at, name):
        """The texts afterwards, or the reason against it."""
        self.client.open(path, self.texts[path])
        answer = self.client.try_request("textDocument/rename", {
            "textDocument": {"uri": uri(path)}, "position": position(self.texts[path], at), "newName": name})
        self.client.notify("textDocument/didClose", {"textDocument": {"uri": uri(path)}})
        if "error" in answer:
            return None, answer["error"]["message"]
        texts = dict(self.texts)
        for target, edits in answer["result"]["changes"].items():
            (changed,) = [one for one in texts if uri(one) == target]
            texts[changed] = edited(texts[changed], edits)
        return texts, None

    def check(self, kind, path, place, outcomes):
        before, robots, old = dict(self.texts), self.robots(), place.group(1)
        # Of a name that is put together a part alone would change: names.py and roots.py.
        if kind == "entity" and "$" in old:
            return
        texts, refusal = self.rename(path, place.start(1) + 1, NEW)
        if refusal:
            outcomes[(kind, re.sub(r"'[^']*'", "'…'", refusal))] += 1
            return
        self.put(texts)
        now = self.robots()
        if kind == "entity":
            now = [text and re.sub(rf"\b{NEW}\b", old, text) for text in now]
        assert now == robots, (path, old)
        again = texts[path].index(NEW)
        back, refusal = self.rename(path, again + 1, old)
        assert back == before, (path, old, refusal)
        self.put(before)
        outcomes[(kind, "renamed")] += 1
        outcomes["files"] = max(outcomes["files"], sum(texts[one] != before[one] for one in texts))


outcomes = collections.Counter()
for name, roots, needed in PACKAGES:
    with tempfile.TemporaryDirectory(prefix="romas-lsp-") as home:
        package = Package(pathlib.Path(home).resolve() / "share", name, roots, needed)
        places = collections.defaultdict(list)
        for path, text in package.texts.items():
            if path.suffix in {".xacro", ".urdf"} and "\r" not in text:
                for kind, pattern in KINDS.items():
                    places[kind] += [(path, place) for place in pattern.finditer(text)]
        for kind, all_of_kind in sorted(places.items()):
            for path, place in random.Random(4).sample(all_of_kind, min(len(all_of_kind), arguments.most)):
                package.check(kind, path, place, outcomes)
        assert package.client.end() == 0
        print(f"{name}: {len(package.roots)} robots", flush=True)
        assert package.roots, name
for outcome, count in sorted(outcomes.items(), key=str):
    print(f"{count:6} {outcome}")
assert all(outcomes[(kind, "renamed")] >= 10 for kind in KINDS), outcomes
assert outcomes["files"] >= 2, "no name stands in several files"
