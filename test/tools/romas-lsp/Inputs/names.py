"""Names of links, joints and groups across xacro, SRDF and YAML: where they are, and renaming from each of them."""

import argparse
import pathlib
import random
import re
import shutil
import subprocess
import tempfile
import time

from lsp_client import Client, edited, find, offset, position, uri

parser = argparse.ArgumentParser()
parser.add_argument("server")
parser.add_argument("romasc")
parser.add_argument("package", type=pathlib.Path)
arguments = parser.parse_args()
NEW = "renamed_by_the_test"


class Package:
    """A copy of the package, the editor that shows one of its files, and the texts of all of them."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder).resolve() / "cell"
        shutil.copytree(arguments.package, self.folder)
        self.texts = {str(path.relative_to(self.folder)): path.read_text(encoding="utf-8")
                      for path in self.folder.rglob("*") if path.is_file()}
        self.client = Client(arguments.server, folder=self.folder)
        self.version = 1
        self.shown = None

    def show(self, name):
        if self.shown == name:
            return
        if self.shown:
            self.client.notify("textDocument/didClose", {"textDocument": {"uri": uri(self.folder / self.shown)}})
        self.client.open(self.folder / name, self.texts[name], language="yaml" if name.endswith("yaml") else "xml")
        self.shown = name

    def name_of(self, place):
        return str(pathlib.Path(place.removeprefix("file://")).relative_to(self.folder))

    def ask(self, method, name, at, **more):
        self.show(name)
        return self.client.try_request("textDocument/" + method, {
            "textDocument": {"uri": uri(self.folder / name)}, "position": at, **more})

    def places(self, method, name, pattern, **more):
        """file:line of each place, and the text there."""
        answer = self.ask(method, name, find(self.texts[name], pattern), **more)["result"]
        found = []
        for place in answer:
            at = self.name_of(place["uri"])
            text, span = self.texts[at], place["range"]
            found.append((at, span["start"]["line"] + 1, text[offset(text, span["start"]):offset(text, span["end"])]))
        return found

    def put(self, texts):
        for name, text in texts.items():
            if self.texts[name] != text:
                (self.folder / name).write_text(text, encoding="utf-8")
                if name == self.shown:
                    self.version += 1
                    self.client.change(self.folder / name, self.version, [{"text": text}])
        self.texts = dict(texts)

    def rename(self, name, at, new):
        """The texts afterwards and what the user was told, or the reason against it."""
        seen = len(self.client.notifications)
        answer = self.ask("rename", name, at, newName=new)
        if "error" in answer:
            return None, answer["error"]["message"]
        texts = dict(self.texts)
        for place, edits in answer["result"]["changes"].items():
            texts[self.name_of(place)] = edited(texts[self.name_of(place)], edits)
        told = [message["params"]["message"] for message in self.client.notifications[seen:]
                if message["method"] == "window/showMessage"]
        return texts, " ".join(told)

    def findings(self):
        run = subprocess.run([arguments.romasc, "--emit=none", "-Weverything", "config/cell.srdf"],
                             cwd=self.folder, capture_output=True, timeout=60)
        assert run.returncode == 0, run.stderr.decode()
        return re.findall(rb"\[([\w-]+)\]$", run.stderr, re.MULTILINE)


def wait_for_index(package):
    end = time.monotonic() + 60
    while len(package.places("references", "config/kinematics.yaml", "left_|arm",
                             context={"includeDeclaration": True})) < 3:
        assert time.monotonic() < end, "the index of the folder does not arrive"
        time.sleep(0.02)


def check_places(package):
    elbow = [("urdf/arm.xacro", 25, "${side}_elbow")]
    for name, pattern in [("config/controllers.yaml", '"left_e|lbow"'), ("config/joint_limits.yaml", "left_e|lbow"),
                          ("config/cell.srdf", 'joint name="right_e|lbow"')]:
        assert package.places("definition", name, pattern) == elbow, (name, pattern)
        hover = package.ask("hover", name, find(package.texts[name], pattern))["result"]
        assert "revolute joint" in hover["contents"]["value"], hover
    assert package.places("definition", "config/kinematics.yaml", "right_a|rm") == [("config/cell.srdf", 6, "right_arm")]
    everywhere = {("urdf/arm.xacro", 25), ("config/controllers.yaml", 9), ("config/controllers.yaml", 11),
                  ("config/controllers.yaml", 12), ("config/joint_limits.yaml", 3)}
    for name, pattern in [("config/controllers.yaml", '"left_e|lbow"'), ("config/joint_limits.yaml", "left_e|lbow")]:
        places = package.places("references", name, pattern, context={"includeDeclaration": True})
        assert {place[:2] for place in places} == everywhere, places
    both = {("urdf/arm.xacro", 25), ("config/controllers.yaml", 16), ("config/joint_limits.yaml", 5),
            ("config/cell.srdf", 8), ("config/cell.srdf", 16)}
    places = package.places("references", "config/cell.srdf", 'joint name="right_e|lbow"',
                            context={"includeDeclaration": True})
    assert {place[:2] for place in places} == both, places
    places = package.places("references", "urdf/arm.xacro", 'joint name="${side}_e|lbow"',
                            context={"includeDeclaration": True})
    assert {place[:2] for place in places} == both | everywhere, places
    # Data of the xacro files and another robot's controllers name nothing.
    for name, pattern in [("config/limits.yaml", "sh|oulder"), ("config/other_robot.yaml", "left_e|lbow")]:
        assert package.ask("definition", name, find(package.texts[name], pattern))["result"] == []


def check_messages(package):
    text = package.texts["config/cell.srdf"]
    texts, told = package.rename("config/cell.srdf", find(text, 'joint name="right_e|lbow"'), "right_bend")
    for place in ["controllers.yaml:17", "cell.urdf.xacro:10", "other_robot.yaml:3"]:
        assert place in told, told
    assert told.count("' in ") == 3, told
    assert "left_bend" in texts["config/controllers.yaml"] and "# left_elbow bends" in texts["config/controllers.yaml"]
    text = package.texts["config/kinematics.yaml"]
    for bad, why in [("right arm", "not be read as a name"), ("left_arm", "not be the same"), ("", "is missing")]:
        texts, told = package.rename("config/kinematics.yaml", find(text, "right_a|rm"), bad)
        assert texts is None and why in told, (bad, told)


def check_all_names(package):
    """Each name in each file, to another one and back: nothing else changes, and what romasc says stays."""
    before, findings = dict(package.texts), package.findings()
    robot = re.compile(r"(?:left|right)_(?:upper|fore|shoulder|elbow|arm)\b|trunk|\b(?:home|both)\b")
    # Words of a comment, values of an unknown key, and another robot's names.
    not_names = {("config/controllers.yaml", 1), ("config/controllers.yaml", 9), ("config/controllers.yaml", 17),
                 ("config/other_robot.yaml", 3)}
    refused, count = set(), 0
    for name in sorted(before):
        if not name.startswith("config/"):
            continue
        for match in robot.finditer(before[name]):
            at = position(before[name], match.start() + len(match.group()) - 1)
            new = re.sub("(upper|fore|shoulder|elbow|arm|trunk|home|both)$", NEW, match.group())
            texts, told = package.rename(name, at, new)
            if texts is None:
                assert "no name of a robot" in told, (name, match.group(), told)
                refused.add((name, before[name].count("\n", 0, match.start()) + 1))
                continue
            count += 1
            package.put(texts)
            assert package.findings() == findings, (name, match.group())
            place = re.search(re.escape(new), texts[name]).start()
            back, told = package.rename(name, position(texts[name], place), match.group())
            assert back == before, (name, match.group(), told)
            package.put(before)
    assert count > 30, count
    assert refused == not_names, refused


def check_broken(package, seed):
    """Half-typed files: answers, and no end."""
    before = dict(package.texts)
    chance = random.Random(seed)
    for name in ["config/cell.srdf", "config/controllers.yaml", "config/kinematics.yaml"]:
        package.show(name)
        for _ in range(60):
            begin = chance.randrange(len(before[name]))
            end = min(len(before[name]), begin + chance.choice([1, 1, 5, 40, 4000]))
            put = chance.choice(["", "<", '"', "\t", ": ", "- [", "{", "&a *a", "é", "]]>"])
            text = before[name][:begin] + put + before[name][end:]
            package.put({**before, name: text})
            at = position(text, chance.randrange(len(text) + 1))
            for method in ["definition", "hover", "documentHighlight", "prepareRename", "documentSymbol", "completion"]:
                package.ask(method, name, at)
            package.ask("references", name, at, context={"includeDeclaration": True})
            package.ask("rename", name, at, newName=NEW)
        package.put(before)


with tempfile.TemporaryDirectory(prefix="romas-lsp-") as temporary:
    package = Package(temporary)
    wait_for_index(package)
    check_places(package)
    check_messages(package)
    check_all_names(package)
    check_broken(package, 20261124)
    check_places(package)
    assert package.client.end() == 0
