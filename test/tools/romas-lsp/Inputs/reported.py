"""The cases of the corpus's lsp3, which users of editors reported: each is played, and its answers are the right ones.

Usage: reported.py SERVER FOLDER
"""

import concurrent.futures
import json
import pathlib
import subprocess
import sys

SERVER, FOLDER = sys.argv[1], pathlib.Path(sys.argv[2])


def play(case):
    run = subprocess.run([sys.executable, FOLDER / "play.py", SERVER, FOLDER / case], capture_output=True, text=True, check=True)
    *messages, end = run.stdout.splitlines()
    return {message.get("id"): message for message in map(json.loads, messages) if "method" not in message}, end


def changed(answer):
    """The new texts by file, with their lines."""
    return {change["textDocument"]["uri"].rsplit("/", 1)[1]: [(edit["range"]["start"]["line"], edit["newText"]) for edit in change["edits"]]
            for change in answer["result"]["documentChanges"]}


def lines(answer):
    return [place["range"]["start"]["line"] for place in answer["result"]]


def labels(answer):
    return [item["label"] for item in answer["result"]["items"]]


def errors(answer):
    return [(item["range"]["start"]["line"], item["message"]) for item in answer["result"]["items"] if item["severity"] == 1]


def deep_json(answers):
    assert "nested more than 128 deep" in answers[None]["error"]["message"], answers


def definition_of_include(answers):
    assert [place["uri"] for place in answers[1]["result"]] == ["@DIR@/part.xacro"], answers[1]
    assert [link["target"] for link in answers[2]["result"]] == ["@DIR@/part.xacro"], answers[2]


def duplicate_completion(answers):
    assert sorted(labels(answers[1])) == ["a", "b"], answers[1]


def fix_of_misspelt_tag(answers):
    (fix,) = answers[1]["result"]
    assert changed({"result": fix["edit"]}) == {"a.urdf": [(3, "joint")]}, fix


def ignore_breaks_declaration(answers):
    assert [action["title"] for action in answers[1]["result"]] == ["remove the white space"], answers[1]
    assert errors(answers[2]) == [(2, "the XML declaration must be the very first thing in the file")], answers[2]


def malformed_consequences(answers):
    assert errors(answers[1]) == [(3, "the tag '<link>' has no '>'")], answers[1]
    assert errors(answers[2]) == [(5, "the value of the attribute 'link' has no closing quote")], answers[2]


def rename_before_scan(answers):
    for number in (1, 2):
        assert changed(answers[number]) == {"macro.xacro": [(1, "limb")], "robot.urdf.xacro": [(2, "limb")]}, answers[number]


def rename_sdf_surface(answers):
    assert changed(answers[1]) == {"a.sdf": [(0, "wheel"), (3, "wheel")]}, answers[1]
    assert changed(answers[2]) == {"a.sdf": [(2, "visible"), (3, "visible")]}, answers[2]
    assert changed(answers[3]) == {"a.sdf": [(3, "hinge")]}, answers[3]


def romas_link_argument(answers):
    assert lines(answers[1]) == [5] and "**link** `body`" in answers[2]["result"]["contents"]["value"], answers
    assert lines(answers[3]) == lines(answers[4]) == [5, 6], answers
    assert changed(answers[5]) == {"a.romas": [(5, "torso"), (6, "torso")]}, answers[5]


def srdf_completion(answers):
    assert labels(answers[1]) == ["g"] and sorted(labels(answers[2])) == ["a", "b"], answers


def srdf_of_another_package(answers):
    assert changed(answers[1]) == {"arm.urdf": [(3, "k")], "arm.srdf": [(1, "k"), (3, "k")]}, answers[1]
    assert errors(answers[2]) == [], answers[2]


def workspace_folder_added(answers):
    (found,) = answers[1]["result"]
    assert found["name"] == "b" and found["location"]["uri"].endswith("duplicate-completion/a.urdf"), found


CASES = sorted(path.name for path in FOLDER.iterdir() if path.is_dir() and (path / "messages.json").exists())
with concurrent.futures.ThreadPoolExecutor(len(CASES)) as pool:
    for case, (answers, end) in zip(CASES, pool.map(play, CASES)):
        assert end == "server: runs", (case, end)
        globals()[case.replace("-", "_")](answers)
print(len(CASES), "cases")
