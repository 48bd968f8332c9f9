"""Runs the steps of action.yml and the hook romasc-node with the package for npm: services.py SOURCE TARBALL FOLDER"""
import os
import re
import shutil
import subprocess
import sys

source, tarball, folder = map(os.path.abspath, sys.argv[1:4])
robots, hooks, temporary = (os.path.join(folder, name) for name in ("robots", "hooks", "temporary"))
FINDING = re.compile(r"arm\.urdf.*the links form 2 trees")


def git(*words, cwd):
    who = {f"GIT_{role}_{what}": "a@b.example" for role in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    subprocess.run(["git", *words], cwd=cwd, check=True, capture_output=True, env=os.environ | who)


def action():
    try:
        import yaml
    except ImportError:
        return "not tried, as there is no parser of YAML"
    with open(os.path.join(source, "action.yml"), encoding="utf-8") as file:
        read = yaml.safe_load(file)
    inputs = {name: str(value.get("default", "")) for name, value in read["inputs"].items()} | {"package": tarball}
    paths, added = os.path.join(folder, "added_paths"), []
    for step in read["runs"]["steps"]:
        given = {name: re.sub(r"\$\{\{ inputs\.(\w+) \}\}", lambda found: inputs[found[1]], value) for name, value in step["env"].items()}
        environment = os.environ | given | {"RUNNER_TEMP": temporary, "GITHUB_PATH": paths, "PATH": os.pathsep.join([*added, os.environ["PATH"]])}
        done = subprocess.run(["bash", "-c", step["run"]], cwd=robots, env=environment, capture_output=True, text=True)
        if os.path.exists(paths):
            with open(paths, encoding="utf-8") as file:
                added = file.read().split()
    text = done.stdout + done.stderr
    assert done.returncode == 1 and text.startswith("::error title=RM") and FINDING.search(text), text
    assert os.path.exists(os.path.join(temporary, "romasc", "bin", "romasc"))
    return "holds"


def hook():
    if shutil.which("pre-commit") is None:
        return "not tried, as there is no pre-commit"
    for name in (".pre-commit-hooks.yaml", "package.json"):
        shutil.copy(os.path.join(source, name), hooks)
    for words in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "hooks"], ["tag", "v1"]):
        git(*words, cwd=hooks)
    with open(os.path.join(robots, ".pre-commit-config.yaml"), "w", encoding="utf-8") as file:
        file.write(f"repos:\n  - repo: {hooks}\n    rev: v1\n    hooks:\n      - id: romasc-node\n        additional_dependencies: ['{tarball}']\n")
    git("init", "-q", cwd=robots)
    git("add", "-A", cwd=robots)
    environment = os.environ | {"PRE_COMMIT_HOME": os.path.join(folder, "cache")}
    done = subprocess.run(["pre-commit", "run", "--all-files"], cwd=robots, env=environment, capture_output=True, text=True)
    assert done.returncode == 1 and FINDING.search(done.stdout), done.stdout + done.stderr
    return "holds"


for path in (robots, hooks, temporary):
    os.mkdir(path)
with open(os.path.join(robots, "arm.urdf"), "w", encoding="utf-8") as robot:
    robot.write("<robot name='arm'><link name='base'/><link name='hand'/></robot>\n")
print("action.yml:", action())
print("romasc-node:", hook())
