"""Renames each name that the server knows in files of a format, one at a time, and compares what romasc makes of them.

Usage: rename_sweep.py SERVER ROMASC FORMAT FOLDER... [--most=N] [--goal=PERCENT]
A folder is copied with everything below it. Each word of each file of FORMAT (romas, srdf, assembly, yaml) is asked for a renaming at its
first place; words that are no names do not count. A computed name has a part of it changed, the longest first. Afterwards each robot and SRDF of the folder must be the old one but for the name, with the
same findings. --most: words of a file, evenly spread. Refusals are counted by reason, and are fewer than --goal percent.
"""

import argparse
import collections
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from lsp_client import Client, edited, position, uri

ENDINGS = {"romas": (".romas",), "srdf": (".srdf",), "assembly": (".assembly.xml", ".block.xml"), "yaml": (".yaml",)}
ROBOTS = (".urdf", ".urdf.xacro", ".romas", ".assembly.xml", ".srdf")
TEXTS = {".xacro", ".urdf", ".srdf", ".yaml", ".romas", ".xml"}
NEW = "renamed_by_the_test"
COMMENTS = {".romas": r"//[^\n]*", ".yaml": r"#[^\n]*"}
WORD = re.compile(r"[A-Za-z_][\w.-]*[\w]|[A-Za-z]")


class Sweep:
    def __init__(self, options, folder, home):
        self.options = options
        self.folder = home / folder.name
        self.other = home / "there" / folder.name  # what romasc reads, while the server's files stay
        for place in (self.folder, self.other):
            shutil.copytree(folder, place)
        self.texts = {}
        for path in sorted(self.folder.rglob("*")):
            if path.suffix in TEXTS and path.is_file():
                try:
                    self.texts[path] = path.read_bytes().decode("utf-8")
                except UnicodeDecodeError:
                    pass
        self.robots = [path for path in self.texts if path.name.endswith(ROBOTS)]
        self.before = self.made()
        self.client = Client(options.server, folder=self.folder, arguments=[f"--package-path={self.folder}"], capabilities={
            "textDocument": {"diagnostic": {}}, "workspace": {"diagnostics": {"refreshSupport": True}, "workspaceEdit": {
                "documentChanges": True, "changeAnnotationSupport": {}}}})
        while not any(message["method"] == "workspace/diagnostic/refresh" for message in self.client.asked):
            self.client.take()

    def at(self, path):
        return self.other / path.relative_to(self.folder)

    def made(self):
        """The output and the findings of romasc for each robot, without the places in their texts."""
        found = []
        for path in self.robots:
            target = ["--emit=none"] if path.suffix == ".srdf" else ["--emit=urdf", "-o", "-"]
            run = subprocess.run([self.options.romasc, self.at(path), *target, "--format=concise", f"--package-path={self.other}"],
                                 capture_output=True, text=True, errors="replace", timeout=120)
            found.append((run.returncode, run.stdout, sorted(re.sub(r"^\S+:\d+:\d+", "", line) for line in run.stderr.splitlines())))
        return found

    def words(self, path):
        text = re.sub(COMMENTS.get(path.suffix, r"<!--.*?-->"), lambda found: " " * len(found[0]), self.texts[path], flags=re.S)
        first = {}
        for word in WORD.finditer(text):
            first.setdefault(word[0], word.start())
        places = sorted(first.items(), key=lambda entry: entry[1])
        return places[::-(-len(places) // self.options.most)] if self.options.most else places

    def check(self, path, word, at, outcomes):
        place = {"textDocument": {"uri": uri(path)}, "position": position(self.texts[path], at)}
        ready = self.client.try_request("textDocument/prepareRename", place)
        if ready.get("result", 0) is None or "there is no name" in ready.get("error", {}).get("message", ""):
            return
        whole = ready["result"]["placeholder"] if "result" in ready else ""
        parts = sorted(set(re.findall(r"[^\W\d_]+", whole)) - {whole}, key=lambda part: (-len(part), part))
        for old in [whole, *parts]:
            answer = ready if "error" in ready else self.client.try_request("textDocument/rename", {**place, "newName": whole.replace(old, NEW)})
            if "is computed" not in answer.get("error", {}).get("message", ""):
                break
        if "error" in answer:
            outcomes[re.sub(r"'[^']*'|\S*/\S*", "…", answer["error"]["message"])] += 1
            if self.options.show:
                print(f"  {path}: {word}: {answer['error']['message']}", flush=True)
            return
        changes = {file["textDocument"]["uri"]: file["edits"] for file in answer["result"]["documentChanges"]}
        changed = {one: edited(text, changes[uri(one)]) for one, text in self.texts.items() if uri(one) in changes}
        for one, text in changed.items():
            self.at(one).write_bytes(text.encode())
        now = [(status, output.replace(NEW, old), sorted(line.replace(NEW, old) for line in lines)) for status, output, lines in self.made()]
        for one in changed:
            self.at(one).write_bytes(self.texts[one].encode())
        if now == self.before:
            outcomes["renamed"] += 1
        else:
            outcomes["wrong"] += 1
            print(f"  {path}: {word}: {[str(robot) for robot, a, b in zip(self.robots, now, self.before) if a != b]}", flush=True)

    def run(self, outcomes):
        for path in self.texts:
            if not path.name.endswith(ENDINGS[self.options.format]) or path.name == ".romas.yaml":
                continue
            self.client.open(path, self.texts[path], language=self.options.format)
            for word, at in self.words(path):
                self.check(path, word, at, outcomes)
            self.client.notify("textDocument/didClose", {"textDocument": {"uri": uri(path)}})
        assert self.client.end() == 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("server")
    parser.add_argument("romasc")
    parser.add_argument("format", choices=ENDINGS)
    parser.add_argument("folders", nargs="+", type=pathlib.Path)
    parser.add_argument("--most", type=int, default=0)
    parser.add_argument("--show", action="store_true", help="print each refusal")
    parser.add_argument("--goal", type=float, default=3)
    options = parser.parse_args()
    outcomes = collections.Counter()
    for folder in options.folders:
        with tempfile.TemporaryDirectory(prefix="romas-lsp-") as home:
            Sweep(options, folder.resolve(), pathlib.Path(home).resolve()).run(outcomes)
    refused = sum(outcomes.values()) - outcomes["renamed"] - outcomes["wrong"]
    print(f"{options.format}: {sum(outcomes.values())} names, {outcomes['renamed']} renamed, {outcomes['wrong']} wrong, {refused} refused")
    for reason, count in outcomes.most_common():
        if reason not in ("renamed", "wrong"):
            print(f"{count:6} {reason}")
    return 0 if outcomes["renamed"] and not outcomes["wrong"] and 100 * refused <= options.goal * sum(outcomes.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
