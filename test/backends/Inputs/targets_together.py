"""Several targets in one call do what each does alone: the same files, byte for byte, and the same findings.

targets_together.py ROMASC FOLDER ROBOT...; a robot may have arguments behind it: 'arm.urdf --mjcf-scene'. FOLDER is made anew.
"""
import pathlib
import shutil
import subprocess
import sys

romasc, folder, *robots = sys.argv[1:]
folder = pathlib.Path(folder)
shutil.rmtree(folder, ignore_errors=True)
targets = subprocess.run([romasc, "--print-targets"], capture_output=True, text=True, check=True).stdout
targets = [line.split()[0] for line in targets.splitlines() if line[:1].isalpha()]
assert {"urdf", "mjcf", "cpp", "doc"} <= set(targets), targets


def emit(robot, names, out):
    """Writes targets below a folder; returns status, texts of files by their paths, and lines of findings."""
    file, *options = robot.split()
    call = [romasc, file, *options, "--emit=" + ",".join(names), "--format=concise", "-Wvalue-approximated", "-o", f"{out}/"]
    run = subprocess.run(call, capture_output=True, text=True)
    files = {str(p.relative_to(out)): p.read_bytes() for p in sorted(out.rglob("*")) if p.is_file()}
    lines = {line for line in run.stderr.splitlines() if line[-1:] == "]"}
    return run.returncode, files, lines


compared = written = 0
for number, robot in enumerate(robots):
    alone = {name: emit(robot, [name], folder / f"{number}-{name}") for name in targets}
    statuses = {name: status for name, (status, _, _) in alone.items()}
    assert set(statuses.values()) <= {0, 1}, (robot, statuses)
    calls = []  # targets whose files have different names, in one call each
    for name in targets:
        if statuses[name] == 0:
            common = lambda call: set().union(*(alone[other][1] for other in call)) & set(alone[name][1])
            call = next((call for call in calls if all(path.startswith("meshes/") for path in common(call))), None)
            calls.append([name]) if call is None else call.append(name)
    for i, call in enumerate(calls):
        for order in (call, call[::-1]):
            shutil.rmtree(folder / "all", ignore_errors=True)
            status, files, lines = emit(robot, order, folder / "all")
            assert status == 0, (robot, order, status, lines)
            expected = {}
            for name in order:
                expected.update(alone[name][1])
            assert files.keys() == expected.keys(), (robot, order, files.keys() ^ expected.keys())
            differing = [path for path in files if files[path] != expected[path]]
            assert not differing, (robot, order, differing)
            expected_lines = set().union(*(alone[name][2] for name in order))
            assert lines == expected_lines, (robot, order, lines ^ expected_lines)
            compared += 1
        written += len(call)
    # A target that refuses the robot refuses it in every company, and then nothing is written.
    for name in targets:
        if statuses[name] == 1:
            shutil.rmtree(folder / "all", ignore_errors=True)
            status, files, lines = emit(robot, [name, "urdf"], folder / "all")
            assert (status, files) == (1, {}) and alone[name][2] <= lines, (robot, name, status, files, lines)
print(f"{len(robots)} robots, {written} outputs, {compared} calls are the same")
