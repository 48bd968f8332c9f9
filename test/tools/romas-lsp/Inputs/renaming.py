"""Files that an editor shows, and renaming in them: what the server answers is edited as an editor does it."""

from lsp_client import edited, find, uri


class Shown:
    """Open documents by path, with their texts as they are now."""

    def __init__(self, client, paths, language="xml"):
        self.client = client
        self.texts = {path: client.open(path, language=language) for path in paths}
        self.versions = dict.fromkeys(paths, 1)
        for path in paths:  # a file that others include means something once its robot is known
            assert client.wait_for_diagnostics(path) == []

    def put(self, path, text):
        self.versions[path] += 1
        self.texts[path] = text
        self.client.change(path, self.versions[path], [{"text": text}])

    def path_of(self, target):
        return next(path for path in self.texts if uri(path) == target)

    def rename_at(self, path, position, name):
        """The answer; its edits are made."""
        answer = self.client.try_request("textDocument/rename", {
            "textDocument": {"uri": uri(path)}, "position": position, "newName": name})
        for target, edits in answer.get("result", {}).get("changes", {}).items():
            self.put(self.path_of(target), edited(self.texts[self.path_of(target)], edits))
        return answer

    def rename(self, path, pattern, name):
        return self.rename_at(path, find(self.texts[path], pattern), name)

    def rename_and_back(self, path, place, old, name):
        """Renames, and back from the first place that was edited: the texts are what they were."""
        before = dict(self.texts)
        answer = self.rename(path, place, name)
        assert "result" in answer and self.texts != before, (place, answer)
        assert all(text.count(old) < before[file].count(old)
                   for file, text in self.texts.items() if text != before[file])
        target, edits = next(iter(answer["result"]["changes"].items()))
        first = min((edit["range"]["start"] for edit in edits), key=lambda at: (at["line"], at["character"]))
        answer = self.rename_at(self.path_of(target), first, old)
        assert "result" in answer, (place, answer)
        assert self.texts == before, (place, self.texts)
