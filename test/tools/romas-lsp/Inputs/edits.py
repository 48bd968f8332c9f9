"""Random edits of the files of a workspace, with requests, renamings, folders that go and come, and files that other programs
write between them, that end in some texts: the findings of the server are then those of a server that has just opened these texts,
and those of romasc.

Usage: edits.py SERVER ROMASC FOLDER... [--seeds=N] [--first=N] [--edits=N] [--alone]
A seed fixes all that is done, so that a failure can be repeated alone. --edits: so many edits in all, by as many seeds as that
takes, without a comparison, and what the server needs in memory after the first fifth and at the end. --alone: a fresh server is
asked, and not romasc, where names of files do not tell which of them are robots.
"""

import argparse
import collections
import json
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

from lsp_client import Client, edited, position, uri

TEXTS = {".urdf", ".xacro", ".sdf", ".srdf", ".romas", ".xml", ".mjcf", ".yaml"}
LARGEST = 60_000  # bytes
MISTAKES = {"xml-malformed", "syntax"}  # romasc then says no more, and the server goes on
CANCELLED, CHANGED, GIVEN_UP, REFUSED = -32800, -32801, -32802, -32803
CAPABILITIES = {"textDocument": {"diagnostic": {}}, "workspace": {"diagnostics": {"refreshSupport": True}}}
TYPED = ["<", ">", "/", '"', "'", "${", "}", "$(", ")", "{", ";", "&#0;", "<!--", "-->", "]]>", "\0", "é", "😀", "\n", " ", "x", "1e9",
         "<link name=\"a\"/>", "<xacro:if value=\"0\">", "</robot>", "link a;", "deg", ": [", "- "]


class Workspace:
    """A copy of a folder: the texts on the disk, which stay, and what romasc and a fresh server say of other texts."""

    def __init__(self, folder, home):
        self.folder = home / "here" / folder.parent.name / folder.name
        self.other = home / "there" / folder.parent.name / folder.name
        for place in (self.folder, self.other):
            shutil.copytree(folder, place)
        self.disk = {}
        for path in sorted(self.folder.rglob("*")):
            told = path.suffix in TEXTS and path.is_file() and path.stat().st_size < LARGEST
            # A project file counts once it is saved.
            if told and path.name != "package.xml" and not path.name.startswith("."):
                self.disk[path] = path.read_text(encoding="utf-8")
        self.parts = parts_of(self.disk)
        self.known = {}
        self.client = None

    def server(self, program):
        """The server that lives on."""
        if self.client is None:
            self.client = started(program, self.folder)
        return self.client


def started(program, folder):
    """A server that knows which robots read which files."""
    client = Client(program, capabilities=CAPABILITIES, folder=folder)
    while not any(message["method"] == "workspace/diagnostic/refresh" for message in client.asked):
        client.take()
    return client


def parts_of(texts):
    """Files that mean nothing by themselves: data, and what another file of the folder names to include it."""
    named = {}
    for path, text in texts.items():
        for name in re.findall(r"[\w.-]+\.xacro\b", text):
            named.setdefault(name, set()).add(path)
    return {path for path in texts if path.suffix == ".yaml" or ".block." in path.name
            or (path.suffix == ".xacro" and named.get(path.name, set()) - {path})}


def shown(text, diagnostics):
    lines = text.split("\n")
    found = collections.Counter()
    for diagnostic in diagnostics:
        start = diagnostic["range"]["start"]
        before = lines[start["line"]].encode("utf-16-le")[: 2 * start["character"]].decode("utf-16-le")
        found[(start["line"] + 1, len(before) + 1, diagnostic["code"], diagnostic["message"].split("\nnote: ")[0])] += 1
    return found


def compiled(program, workspace, path):
    """Returns the findings of romasc on a file, by file, and whether it makes a robot."""
    root = workspace.other / path.relative_to(workspace.folder)
    run = subprocess.run([program, "--format=json", "--error-limit=0", "--emit=none", str(root)], capture_output=True, timeout=120)
    assert run.returncode in (0, 1), (run.returncode, run.stderr)
    found, makes_robot = collections.defaultdict(set), True
    for finding in json.loads(run.stderr or b"[]"):
        at = pathlib.Path(finding["file"]).resolve() if finding.get("file") else root
        if workspace.other not in at.parents:
            continue  # of another package
        message = finding["message"].replace(str(workspace.other), str(workspace.folder))
        makes_robot = makes_robot and finding["rule"] != "no-robot"
        if finding["rule"] != "no-robot" or path.suffix != ".xacro":
            found[workspace.folder / at.relative_to(workspace.other)].add(
                (finding.get("line", 1), finding.get("column", 1), finding["rule"], message))
    return found, makes_robot


def of_romasc(program, workspace, texts):
    """Findings by file: those of every robot of the workspace, each once. A part that no robot reads counts by itself."""
    for path, text in {**workspace.disk, **texts}.items():
        (workspace.other / path.relative_to(workspace.folder)).write_text(text, encoding="utf-8")
    roots = [path for path in workspace.disk if path not in workspace.parts]
    # A file that includes definitions and makes no robot of them is no reader of them.
    readers = [root for root in roots if root.suffix == ".xacro" and compiled(program, workspace, root)[1]]
    found = collections.defaultdict(set)
    for path in roots:
        for file, findings in compiled(program, workspace, path)[0].items():
            found[file] |= findings
    for path in texts:
        if path.suffix == ".xacro" and path in workspace.parts:
            copy = workspace.other / path.relative_to(workspace.folder)
            copy.write_text("<", encoding="utf-8")  # whoever reads it complains
            is_read = any(path in compiled(program, workspace, root)[0] for root in readers)
            copy.write_text(texts[path], encoding="utf-8")
            if not is_read:
                found[path] |= compiled(program, workspace, path)[0][path]
    return found


def ask(client, texts):
    reports = {}
    for path in sorted(texts):
        reports[path] = client.request("textDocument/diagnostic", {"textDocument": {"uri": uri(path)}})["items"]
    return reports


def expected(server, romasc, workspace, texts):
    """Returns the findings of a new server on open texts, and those of romasc."""
    key = tuple(sorted(texts.items()))
    if key not in workspace.known:
        client = started(server, workspace.folder)
        for path, text in sorted(texts.items()):
            client.open(path, text)
        fresh = ask(client, texts)
        assert client.end() == 0
        if len(workspace.known) > 50:
            workspace.known = {}
        workspace.known[key] = (fresh, of_romasc(romasc, workspace, texts) if romasc else None)
    return workspace.known[key]


class Editor:
    """One seed: documents that are opened, edited and closed in one long-lived server."""

    def __init__(self, server, workspace, source):
        self.client = workspace.server(server)
        self.workspace, self.source = workspace, source
        self.texts, self.versions, self.done = {}, {}, []
        self.begun, self.edits = [], 0
        self.written = set()  # files of the disk that are to be restored

    def open(self, path):
        self.texts[path], self.versions[path] = self.workspace.disk[path], 1
        self.client.open(path, self.workspace.disk[path])

    def close(self, path):
        del self.texts[path]
        self.done = [edit for edit in self.done if edit[0] != path]
        self.client.notify("textDocument/didClose", {"textDocument": {"uri": uri(path)}})

    def replace(self, path, begin, end, put, whole=False):
        text = self.texts[path]
        self.versions[path] += 1
        change = {"text": text[:begin] + put + text[end:]} if whole else {
            "range": {"start": position(text, begin), "end": position(text, end)}, "text": put}
        self.client.change(path, self.versions[path], [change])
        self.texts[path] = text[:begin] + put + text[end:]
        self.edits += 1

    def edit(self, path):
        """Something typed, a part deleted, copied to another place, or the text cut off."""
        text = self.texts[path]
        begin = self.source.randrange(len(text) + 1)
        end = min(len(text), begin + self.source.choice([0, 0, 0, 1, 3, 20, 200]))
        kind = self.source.randrange(20)
        put = self.source.choice(TYPED)
        if kind < 6:
            put = ""
        elif kind < 9:
            at = self.source.randrange(len(text) + 1)
            put = text[at:at + self.source.choice([5, 40, 400])]
        elif kind == 9 and len(self.done) < 20:
            end, put = len(text), ""
        self.done.append((path, begin, put, text[begin:end]))
        self.replace(path, begin, end, put)

    def undo(self, path):
        """Back through all edits of a text, the last one first."""
        for where, begin, put, was in reversed(self.done):
            if where == path:
                self.replace(path, begin, begin + len(put), was)
        self.done = [edit for edit in self.done if edit[0] != path]

    def request(self, path):
        text = self.texts[path]
        document = {"textDocument": {"uri": uri(path)}}
        everything = {"start": {"line": 0, "character": 0}, "end": position(text, len(text))}
        place = {**document, "position": position(text, self.source.randrange(len(text) + 1))}
        method, parameters = self.source.choice([
            ("diagnostic", document), ("documentSymbol", document), ("hover", place), ("definition", place), ("completion", place),
            ("references", {**place, "context": {"includeDeclaration": True}}), ("codeLens", document), ("signatureHelp", place),
            ("semanticTokens/full", document), ("inlayHint", {**document, "range": everything}), ("documentLink", document),
            ("codeAction", {**document, "range": everything, "context": {"diagnostics": []}}), ("prepareRename", place),
            ("rename", {**place, "newName": "renamed"}), ("prepareCallHierarchy", place), ("prepareTypeHierarchy", place)])
        self.begun.append((self.client.begin(f"textDocument/{method}", parameters), method))
        if self.source.randrange(3) == 0:
            self.client.notify("$/cancelRequest", {"id": self.begun[-1][0]})
        if len(self.begun) > 20 or self.source.randrange(3) == 0:
            self.answers()

    def answers(self):
        """Each request has an answer: a result, or why there is none."""
        for number, method in self.begun:
            answer = self.client.answer(number)
            code = answer.get("error", {}).get("code")
            assert code is None or code in (CANCELLED, CHANGED, GIVEN_UP) or (code == REFUSED and "ename" in method), (method, answer)
        self.begun = []

    def rename(self, path):
        """A renaming that changes open texts alone is made."""
        at = position(self.texts[path], self.source.randrange(len(self.texts[path]) + 1))
        self.answers()
        answer = self.client.try_request("textDocument/rename", {"textDocument": {"uri": uri(path)}, "position": at, "newName": "renamed"})
        changes = (answer.get("result") or {}).get("changes", {})
        opened = {uri(one): one for one in self.texts}
        if not set(changes) <= set(opened):
            return
        for target, edits in changes.items():
            one = opened[target]
            self.done.append((one, 0, edited(self.texts[one], edits), self.texts[one]))
            self.replace(one, 0, len(self.texts[one]), edited(self.texts[one], edits), whole=True)

    def write(self, path, text):
        """Another program writes a file, and the client tells it."""
        path.write_text(text, encoding="utf-8")
        self.written.add(path)
        self.client.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": uri(path), "type": 2}]})

    def change_disk(self, path):
        text = self.workspace.disk[path]
        at = self.source.randrange(len(text) + 1)
        self.write(path, text[:at] + self.source.choice(TYPED) + text[at + self.source.choice([0, 1, 20]):])

    def change_folders(self):
        """The folder of the workspace goes and comes again."""
        folder = {"uri": uri(self.workspace.folder), "name": self.workspace.folder.name}
        for added, removed in (([], [folder]), ([folder], [])):
            self.client.notify("workspace/didChangeWorkspaceFolders", {"event": {"added": added, "removed": removed}})
            if self.texts:
                self.request(self.source.choice(sorted(self.texts)))

    def step(self):
        kind = self.source.randrange(12)
        closed = [path for path in self.workspace.disk if path not in self.texts]
        rare = self.source.randrange(40)
        if rare == 0 and closed:
            return self.change_disk(self.source.choice(closed))
        if rare == 1:
            return self.change_folders()
        if rare in (2, 3) and self.texts:
            return self.rename(self.source.choice(sorted(self.texts)))
        if closed and (not self.texts or kind == 0):
            return self.open(self.source.choice(closed))
        path = self.source.choice(sorted(self.texts))
        if kind == 1 and len(self.texts) > 1:
            return self.close(path)
        return self.request(path) if kind < 5 else self.edit(path)

    def finish(self):
        """Each text becomes that of the disk, or a text that differs from it in a place or two."""
        for path in sorted(self.texts):
            way = self.source.randrange(3)
            if way == 0:
                self.undo(path)
            elif way == 1:
                self.replace(path, 0, len(self.texts[path]), self.workspace.disk[path], whole=self.source.randrange(2) == 0)
            else:
                now, wanted = self.texts[path], self.workspace.disk[path]
                begin = next((i for i, (a, b) in enumerate(zip(now, wanted)) if a != b), min(len(now), len(wanted)))
                most = min(len(now), len(wanted)) - begin
                behind = next((i for i in range(most) if now[-1 - i] != wanted[-1 - i]), most)
                self.replace(path, begin, len(now) - behind, wanted[begin:len(wanted) - behind])
            assert self.texts[path] == self.workspace.disk[path]
            self.done = [edit for edit in self.done if edit[0] != path]
            for _ in range(self.source.choice([0, 0, 0, 1, 2])):
                self.edit(path)
        for path in sorted(self.written):
            self.write(path, self.workspace.disk[path])
        self.answers()
        self.client.request("workspace/symbol", {"query": "nothing has this name"})  # once the folders are looked through


def without_consequences(mine, by_romasc, is_malformed):
    """Findings that both can have. A text that is malformed anywhere leaves the mistakes themselves: romasc reads no further, and a server
    that knew the text before shows the findings that it had."""
    if not is_malformed:
        return set(mine), by_romasc
    return tuple({finding for finding in found if finding[2] in MISTAKES} for found in (mine, by_romasc))


def check(server, romasc, workspace, seed):
    editor = Editor(server, workspace, random.Random(seed))
    for _ in range(editor.source.randrange(2, 40)):
        editor.step()
    editor.finish()
    got = ask(editor.client, editor.texts)
    fresh, by_romasc = expected(server, romasc, workspace, editor.texts)
    sound = True
    is_malformed = by_romasc is not None and any(rule in MISTAKES for found in by_romasc.values() for _, _, rule, _ in found)
    is_broken = any(item["code"] in MISTAKES for items in fresh.values() for item in items)
    for path, text in editor.texts.items():
        mine = shown(text, got[path])
        told, wanted = without_consequences(mine, set(shown(text, fresh[path])), is_broken)
        if told != wanted or (not is_broken and got[path] != fresh[path]):
            sound = False
            other = shown(text, fresh[path])
            print(f"seed {seed}: {path}: only here {list((mine - other).items())[:3]}, only in a fresh server {list((other - mine).items())[:3]}")
        if by_romasc is None:
            continue
        told, wanted = without_consequences(mine, by_romasc[path], is_malformed)
        if told != wanted:
            sound = False
            print(f"seed {seed}: {path}: only romasc {sorted(wanted - told)[:3]}, only the server {sorted(told - wanted)[:3]}")
    for path in list(editor.texts):
        editor.close(path)
    return sound


def resident(process):
    with open(f"/proc/{process.pid}/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * 4096


def many_edits(server, workspaces, edits):
    """The server's memory after a fifth of the edits, and after all."""
    for workspace in workspaces:
        done, seed, early = 0, 0, None
        share = edits // len(workspaces)
        while done < share:
            seed += 1
            editor = Editor(server, workspace, random.Random(seed))
            for _ in range(300):
                editor.step()
            editor.finish()
            for path in list(editor.texts):
                editor.close(path)
            done += editor.edits
            if early is None and done >= share / 5:
                early = resident(editor.client.process)
        late = resident(workspace.client.process)
        print(f"{workspace.folder.name}: {done} edits, {early >> 20} MiB after a fifth, {late >> 20} MiB at the end", flush=True)
        assert late < early + (16 << 20), "memory grows"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("server")
    parser.add_argument("romasc")
    parser.add_argument("folders", nargs="+")
    parser.add_argument("--seeds", type=int, default=100)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--edits", type=int)
    parser.add_argument("--alone", action="store_true")
    arguments = parser.parse_args()
    home = pathlib.Path(tempfile.mkdtemp(prefix="romas-lsp-")).resolve()
    workspaces = [Workspace(pathlib.Path(folder).resolve(), home) for folder in arguments.folders]
    wrong = []
    if arguments.edits:
        many_edits(arguments.server, workspaces, arguments.edits)
    else:
        seeds = range(arguments.first, arguments.first + arguments.seeds)
        wrong = [seed for seed in seeds
                 if not check(arguments.server, None if arguments.alone else arguments.romasc, workspaces[seed % len(workspaces)], seed)]
        print(f"{len(seeds) - len(wrong)} seeds agree, {len(wrong)} do not: {wrong[:20]}")
    for workspace in workspaces:
        assert workspace.client is None or workspace.client.end() == 0
    shutil.rmtree(home)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
