"""Every fix and every comment that is offered for a finding is tried: the finding is gone then, and no new one has come.

Usage: fixes.py SERVER COUNT FOLDER... [--seed=N] [--mutations=N] [--worst=N] [--least=N] [--format=NAME]
COUNT files that have findings are drawn for each format (0: all of them), and each is asked for its code actions. With --mutations so many
texts are tried for each format beside them, each a file without an error of XML from which one token is taken as one types
(one_error.py): a fix may then uncover findings of rules that the whole file has findings of. The fix of a mistake of a file that is
malformed on the disk may uncover anything but another mistake. --least: so many actions must be offered in all. Seed 0 is the day's.
"""

import collections
import pathlib
import random
import re
import sys

from lsp_client import edited, uri
from typing_keys import FORMATS, Server, arguments_of, files_of

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "frontend" / "xml" / "Inputs"))
import one_error

MOST = 40  # actions of one file
MISTAKE = "xml-malformed"


def kinds(items):
    return collections.Counter((item["code"], item["message"].split("\nnote: ")[0]) for item in items)


def offered(server, path, text):
    everything = {"start": {"line": 0, "character": 0}, "end": {"line": text.count("\n") + 1, "character": 0}}
    return [action for action in server.client.request("textDocument/codeAction", {
        "textDocument": {"uri": uri(path)}, "range": everything, "context": {"diagnostics": [], "only": ["quickfix"]}})
        if action.get("diagnostics") and set(action["edit"].get("changes", {})) == {uri(path)}]


class Trial:
    def __init__(self, worst):
        self.tried, self.wrong, self.worst, self.change = 0, 0, worst, ""

    def blame(self, path, action, why):
        self.wrong += 1
        if self.wrong <= self.worst:
            finding = action["diagnostics"][0]
            line = finding["range"]["start"]["line"] + 1
            print(f"  {path}:{line}: {action['title']!r} of {finding['code']}: {finding['message'][:150]!r}: {why} {self.change}", flush=True)

    def run(self, server, path, text, known=frozenset(), change=""):
        """Tries the actions of a text that is open. Findings of the rules that are known may come."""
        self.change = change
        before = server.say(path, text)
        for action in offered(server, path, text)[:MOST]:
            self.tried += 1
            now = edited(text, action["edit"]["changes"][uri(path)])
            after = server.say(path, now)
            mended = kinds(action["diagnostics"])
            new = kinds(after) - kinds(before)
            left = mended - (kinds(before) - kinds(after))
            if not known and any(rule == MISTAKE for rule, _ in mended):
                new = {entry for entry in new if entry[0] == MISTAKE}
            if left:
                self.blame(path, action, "it is still there")
            elif [entry for entry in new if entry[0] not in known]:
                self.blame(path, action, f"new: {[entry for entry in new if entry[0] not in known][:3]}")
            server.say(path, text)


def measure(server, name, paths, options, rng):
    trial = Trial(options.worst)
    sound = []
    files = 0
    for path in paths:
        if options.count and files >= options.count and len(sound) >= options.count:
            break
        text = path.read_bytes().decode("utf-8", errors="ignore")
        if "\r" in text or text.startswith("\ufeff"):
            continue
        server.client.open(path, text)
        found = server.say(path, text)
        if found and not (options.count and files >= options.count):
            files += 1
            trial.run(server, path, text)
        if not any(item["code"] in (MISTAKE, "unknown-format") for item in found):
            sound.append((path, text, {item["code"] for item in found}))
        server.client.notify("textDocument/didClose", {"textDocument": {"uri": uri(path)}})
    plain = trial.tried, trial.wrong
    for _ in range(options.mutations if sound else 0):
        path, text, rules = rng.choice(sound)
        change = one_error.changed(text, rng) if re.search(r"<\w", text) else None
        if not change:
            continue
        server.client.open(path, text)
        server.say(path, text)
        trial.run(server, path, change[2], rules, change[1])
        server.client.notify("textDocument/didClose", {"textDocument": {"uri": uri(path)}})
    print(f"{name}: {files} files, {plain[0]} actions, {plain[1]} wrong; of mutations {trial.tried - plain[0]} actions, "
          f"{trial.wrong - plain[1]} wrong", flush=True)
    return trial


def main():
    options = arguments_of(mutations=0, worst=5, least=0)
    server = Server(options.server)
    tried, wrong = 0, 0
    for name in FORMATS:
        if options.format in (None, name):
            rng = random.Random(f"{options.seed} {name}")
            paths = files_of(options.folders, name)
            rng.shuffle(paths)
            trial = measure(server, name, paths, options, rng)
            tried, wrong = tried + trial.tried, wrong + trial.wrong
    assert server.client.end() == 0
    return 1 if wrong or tried < options.least else 0


if __name__ == "__main__":
    sys.exit(main())
