"""A user's way with the package: unpack, lint, hook, fix, commit, CI, CMake, ROS. Usage: story.py BUILD SOURCE FOLDER"""
import glob
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import time
import xmlrpc.client

build, source, folder = (os.path.abspath(argument) for argument in sys.argv[1:4])
problems = []
skipped = []
DEFECT = '<robot name="arm">\n  <link name="base"/>\n  <link name="hand"/>\n  <joint name="wrist" type="revolute">\n    <parent link="base"/>\n    <child link="hand"/>\n    <axis xyz="0 0 2"/>\n    <limit lower="0" upper="1" effort="1" velocity="1"/>\n  </joint>\n</robot>\n'


def expect(holds, what):
    if not holds:
        problems.append(what)
    return holds


def run(*command, cwd=None, env=None, timeout=300):
    done = subprocess.run(command, cwd=cwd or folder, env=env or environment(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=timeout, check=False)
    return done.returncode, done.stdout


def environment():
    """The unpacked package in front of the machine's own programs, and nobody's settings."""
    return {"PATH": f"{folder}/root/usr/bin:/usr/local/bin:/usr/bin:/bin", "HOME": f"{folder}/home", "LC_ALL": "C.UTF-8", "MANPATH": f"{folder}/root/usr/share/man:",
            "GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@example.org", "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@example.org"}


def write(path, text):
    os.makedirs(os.path.dirname(os.path.join(folder, path)) or folder, exist_ok=True)
    with open(os.path.join(folder, path), "w", encoding="utf-8") as file:
        file.write(text)


def package():
    """The package of this build, twice: the bytes are the same."""
    digests = []
    for place in ("first", "second"):
        os.makedirs(f"{folder}/{place}")
        code, text = run("cpack", "-G", "DEB", "-D", "CPACK_DEBIAN_COMPRESSION_TYPE=gzip", "--config", f"{build}/CPackConfig.cmake", "-B", f"{folder}/{place}", env={**os.environ, "SOURCE_DATE_EPOCH": "1700000000"})
        expect(code == 0, f"cpack: {text[-500:]}")
        debs = glob.glob(f"{folder}/{place}/romas_*.deb")
        expect(len(debs) == 1, f"cpack made {debs}")
        with open(debs[0], "rb") as file:
            digests.append(hashlib.sha256(file.read()).hexdigest())
        shutil.rmtree(f"{folder}/{place}/_CPack_Packages", ignore_errors=True)
    expect(digests[0] == digests[1], "the same build makes two different packages")
    deb = glob.glob(f"{folder}/first/romas_*.deb")[0]
    expect(re.fullmatch(r"romas_\d+\.\d+\.\d+_[a-z0-9]+\.deb", os.path.basename(deb)), f"the package is called {deb}")
    if shutil.which("lintian"):
        code, text = run("lintian", "--fail-on", "error", "--allow-root", deb, env=os.environ)
        expect(code == 0, f"lintian: {text}")
    else:
        skipped.append("lintian")
    code, text = run("dpkg-deb", "-x", deb, f"{folder}/root", env=os.environ)
    expect(code == 0, f"dpkg-deb: {text}")


def contents():
    usr = f"{folder}/root/usr"
    for path in ("bin/romasc", "share/man/man1/romasc.1.gz", "share/bash-completion/completions/romasc", "share/zsh/vendor-completions/_romasc", "share/fish/vendor_completions.d/romasc.fish",
                 "share/doc/romas/copyright", "share/doc/romas/docs/install.md", "share/doc/romas/examples/README.md", "share/mime/packages/romas.xml", "share/romas/bazel/romas.bzl", "share/romas/bazel/hermetic.sh"):
        expect(os.path.exists(f"{usr}/{path}"), f"the package has no {path}")
    expect(glob.glob(f"{usr}/lib/cmake/Romas/RomasConfig.cmake") and os.path.exists(f"{usr}/include/romas"), "the package has no CMake files or no runtime")
    machine = [path for path in glob.glob(f"{usr}/**/*.cmake", recursive=True) if source in open(path, encoding="utf-8").read() or build in open(path, encoding="utf-8").read()]
    expect(not machine, f"folders of the build stand in {machine}")
    code, text = run("romasc", "--version", "--verbose")
    expect(code == 0 and "commit:" in text, text)
    # Nothing but the package: no library, no shell.
    if os.geteuid() == 0 and "static" in text:
        code, text = run("chroot", f"{folder}/root", "/usr/bin/romasc", "/usr/share/doc/romas/examples/arms/panda.romas", env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin"})
        expect(code == 0 and "panda" in text, f"in a root with nothing else: {text}")
    else:
        skipped.append("an empty root")


def lint():
    code, text = run("romasc", "--emit=none", "--exclude=workspace", f"{folder}/root/usr/share/doc/romas/examples")  # which is a project of its own
    expect(code == 0 and re.search(r"\d+ warnings? in \d+ of \d+ files \(\d+ sound\)|nothing found in", text), f"lint of a folder: {text[-300:]}")


def hook():
    """A defect is stopped by the hook, mended by --fix, and committed."""
    hooks = f"{folder}/hooks"
    os.makedirs(hooks)
    shutil.copy(f"{source}/.pre-commit-hooks.yaml", hooks)
    for command in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "hooks"], ["tag", "v0.1.0"]):
        run("git", *command, cwd=hooks)
    write("robots/arm.urdf", DEFECT)
    write("robots/.pre-commit-config.yaml", f"repos:\n  - repo: {hooks}\n    rev: v0.1.0\n    hooks:\n      - id: romasc\n        entry: romasc --strict --emit=none -Werror=axis-not-unit .\n")
    repository = f"{folder}/robots"
    run("git", "init", "-q", cwd=repository)
    if not shutil.which("pre-commit"):
        skipped.append("pre-commit")
        run("git", "add", "-A", cwd=repository)
        run("romasc", "--fix", "arm.urdf", cwd=repository)
        return
    code, text = run("pre-commit", "install", cwd=repository)
    expect(code == 0, f"pre-commit install: {text}")
    run("git", "add", "-A", cwd=repository)
    code, text = run("git", "commit", "-m", "arm", cwd=repository)
    expect(code != 0 and "arm.urdf:7:16: error:" in text and "axis-not-unit" in text, f"the hook lets a defect through: {text}")
    code, text = run("romasc", "--fix", "-Werror=axis-not-unit", "arm.urdf", cwd=repository)
    expect(code == 0, f"--fix: {text}")
    run("git", "add", "-A", cwd=repository)
    code, text = run("git", "commit", "-m", "arm", cwd=repository)
    expect(code == 0, f"the hook stops a sound robot: {text}")
    write("robots/notes.txt", "nothing to check\n")
    run("git", "add", "-A", cwd=repository)
    code, text = run("git", "commit", "-m", "notes", cwd=repository)
    expect(code == 0 and "no files to check" in text, f"the hook runs where no robot changed: {text}")
    for name in ("romasc-files", "romasc-fix", "romasc-format"):
        code, text = run("pre-commit", "try-repo", hooks, name, "--ref", "v0.1.0", "--all-files", cwd=repository)
        expect(code == 0, f"the hook {name}: {text}")


def services():
    """The lines of docs/ci.md, and the steps of action.yml, as the services run them."""
    write("robots/bad.urdf", "<robot name='bad'>\n  <link/>\n</robot>\n")
    repository = f"{folder}/robots"
    with open(f"{source}/docs/ci.md", encoding="utf-8") as file:
        page = file.read()
    script = re.search(r"  script:\n    - (.*)\n", page).group(1)
    code, text = run("bash", "-c", script, cwd=repository)
    with open(f"{repository}/gl-code-quality-report.json", encoding="utf-8") as file:
        report = json.load(file)
    expect(code == 1 and [issue["location"] for issue in report if issue["severity"] == "critical"] == [{"path": "bad.urdf", "lines": {"begin": 2}}], f"GitLab: {code} {text} {report}")
    code, text = run("romasc", "--emit=none", "--statistics", ".", cwd=repository)
    expect(code == 1 and "missing-attribute" in text, f"statistics: {text}")
    try:
        import yaml
    except ImportError:
        skipped.append("action.yml")
        return
    with open(f"{source}/action.yml", encoding="utf-8") as file:
        action = yaml.safe_load(file)
    inputs = {name: str(value.get("default", "")) for name, value in action["inputs"].items()} | {"sarif": "robots.sarif"}
    for step in action["runs"]["steps"]:
        env = environment() | {"RUNNER_TEMP": folder, "GITHUB_PATH": f"{folder}/github_path"}
        for name, value in step["env"].items():
            env[name] = re.sub(r"\$\{\{ inputs\.(\w+) \}\}", lambda match: inputs[match.group(1)], value).replace("${{ github.action_path }}", source)
        code, text = run("bash", "-c", step["run"], cwd=repository, env=env)
    expect(code == 1 and "::error title=RM" in text and "file=./bad.urdf,line=2" in text.replace("file=bad.urdf", "file=./bad.urdf"), f"GitHub: {text}")
    with open(f"{repository}/robots.sarif", encoding="utf-8") as file:
        expect(json.load(file)["runs"][0]["results"], "GitHub: SARIF is empty")
    os.remove(f"{repository}/bad.urdf")
    # A baseline: what is known passes, what is new does not.
    write("robots/heavy.urdf", '<robot name="heavy"><link name="base"><inertial><mass value="-1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link></robot>\n')
    expect(run("bash", "-c", "romasc --strict --emit=none .", cwd=repository)[0] == 1, "a negative mass is no defect")
    for command in re.search(r"## Known findings.*?```sh\n(.*?)```", page, re.S).group(1).splitlines():
        code, text = run("bash", "-c", command.replace("known.json", "../known.json"), cwd=repository)
        expect(code == 0, f"{command}: {text}")


def cmake():
    """A project that finds the package, and a controller that runs."""
    shutil.copytree(f"{source}/test/tools/Inputs/user-project", f"{folder}/user")
    shutil.copytree(f"{folder}/root/usr/share/doc/romas/examples/six-axis", f"{folder}/user/robot")
    for command in (["cmake", "-S", "user", "-B", "out", "-G", "Ninja", f"-DCMAKE_PREFIX_PATH={folder}/root/usr"], ["ninja", "-C", "out"]):
        code, text = run(*command, timeout=600)
        expect(code == 0, f"{command[0]}: {text[-1000:]}")
    code, text = run("out/use_runtime")
    expect(code == 0, f"a program with the runtime: {text}")
    code, text = run("romasc", "user/robot/six-axis.assembly.xml", "--emit=controller", "-o", "controller", "--build", timeout=600)
    if expect(code == 0, f"a controller: {text[-500:]}"):
        code, text = run("controller/build/controller", "--target", "0.5,-0.4,0.3,0.2,-0.3,0.1")
        expect(code == 0, f"the controller: {text[-500:]}")


def ros():
    """A package of ROS installs a robot, and ROS reads it."""
    write("ros/CMakeLists.txt", "cmake_minimum_required(VERSION 3.25)\nproject(arm_description LANGUAGES CXX)\nfind_package(Romas REQUIRED)\nromas_ament_robot(arm SOURCES arm.urdf.xacro ARGS prefix:=left_)\n")
    write("ros/arm.urdf.xacro", '<robot name="arm" xmlns:xacro="http://www.ros.org/wiki/xacro">\n  <xacro:arg name="prefix" default=""/>\n  <link name="$(arg prefix)base"/>\n  <link name="$(arg prefix)hand"/>\n  <joint name="$(arg prefix)wrist" type="fixed">\n    <parent link="$(arg prefix)base"/>\n    <child link="$(arg prefix)hand"/>\n  </joint>\n</robot>\n')
    for command in (["cmake", "-S", "ros", "-B", "ros/out", "-G", "Ninja", f"-DCMAKE_PREFIX_PATH={folder}/root/usr"], ["ninja", "-C", "ros/out"], ["cmake", "--install", "ros/out", "--prefix", "ros/install"]):
        code, text = run(*command)
        expect(code == 0, f"ROS, {command[0]}: {text[-1000:]}")
    installed = f"{folder}/ros/install/share/arm_description/urdf/arm.urdf"
    if not expect(os.path.exists(installed), "romas_ament_robot installed no share/arm_description/urdf/arm.urdf"):
        return
    if shutil.which("check_urdf"):
        code, text = run("check_urdf", installed)
        expect(code == 0 and "left_hand" in text, f"check_urdf: {text}")
    publisher = "/usr/lib/robot_state_publisher/robot_state_publisher"
    if not shutil.which("rosmaster") or not os.path.exists(publisher):
        skipped.append("robot_state_publisher")
        return
    with open(installed, encoding="utf-8") as file:
        state_publisher_reads(publisher, file.read())


def state_publisher_reads(publisher, urdf):
    """It publishes the transform of the fixed joint once it has read the robot."""
    port = 20000 + os.getpid() % 20000
    address = f"http://127.0.0.1:{port}"
    env = environment() | {"ROS_MASTER_URI": address, "ROS_IP": "127.0.0.1", "ROS_LOG_DIR": f"{folder}/ros/log", "ROS_ROOT": "/usr/share/ros"}
    programs = [subprocess.Popen(["rosmaster", "--core", "-p", str(port)], env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)]
    try:
        master = xmlrpc.client.ServerProxy(address)
        end = time.monotonic() + 60
        published = set()
        while time.monotonic() < end and "/tf_static" not in published:
            try:
                if len(programs) == 1:
                    master.setParam("/test", "/robot_description", urdf)
                    programs.append(subprocess.Popen([publisher], env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True))
                published = {topic for topic, _ in master.getSystemState("/test")[2][0]}
            except OSError:
                pass
            if len(programs) > 1 and programs[1].poll() is not None:
                break
            time.sleep(0.1)
        said = programs[1].communicate()[0] if len(programs) > 1 and programs[1].poll() is not None else ""
        expect("/tf_static" in published, f"robot_state_publisher does not read the robot: {sorted(published)} {said}")
    finally:
        for program in programs:
            program.kill()
            program.wait()


shutil.rmtree(folder, ignore_errors=True)
os.makedirs(f"{folder}/home")
for step in (package, contents, lint, hook, services, cmake, ros):
    step()
if skipped:
    print("not tried, because it is not installed:", ", ".join(skipped))
print("\n".join(problems))
sys.exit(1 if problems else 0)
