"""Calls the package romasc of Python as a program does, and holds what it returns. Usage: api.py SOURCE FOLDER"""
import concurrent.futures
import os
import pathlib
import resource
import shutil
import signal
import subprocess
import sys
import threading
import warnings

import numpy as np
import romasc

SOURCE, FOLDER = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
LITTLE_MEMORY = sys.argv[3:] == ["--little-memory"]
ARM = """<robot name="arm">
  <link name="base"/>
  <link name="hand">
    <inertial><origin xyz="0.1 0 0" rpy="0 0 1.5707963267948966"/><mass value="2"/>
      <inertia ixx="0.01" iyy="0.02" izz="0.025" ixy="0" ixz="0" iyz="0"/></inertial>
    <visual><geometry><box size="1 2 3"/></geometry></visual>
  </link>
  <joint name="elbow" type="revolute">
    <parent link="base"/><child link="hand"/><origin xyz="0 0 0.4" rpy="0 0 1.5707963267948966"/><axis xyz="0 2 0"/>
    <limit lower="-1.5" upper="1.5" effort="20" velocity="3"/>
  </joint>
</robot>
"""


def error_of(call, *arguments, **settings):
    """The Error that a call raises."""
    try:
        call(*arguments, **settings)
    except romasc.Error as problem:
        return problem
    raise AssertionError("no error")


def model():
    robot = romasc.load("arm.urdf", text=ARM)
    assert robot.name == "arm" and robot.roots == ["base"] and robot.mass == 2 and robot.findings.ok, robot
    hand, elbow = robot.link("hand"), robot.joint("elbow")
    assert np.allclose(hand.center_of_mass, [0.1, 0, 0]) and np.allclose(hand.inertia, np.diag([0.02, 0.01, 0.025]))
    assert not hand.inertia.flags.writeable
    assert hand.visuals[0].kind == "box" and hand.visuals[0].geometry["size"] == [1, 2, 3]
    assert np.allclose(elbow.origin, [[0, -1, 0, 0], [1, 0, 0, 0], [0, 0, 1, 0.4], [0, 0, 0, 1]])
    assert np.allclose(elbow.axis, [0, 1, 0]) and (elbow.lower, elbow.upper, elbow.effort, elbow.velocity) == (-1.5, 1.5, 20, 3)
    assert elbow.mimic is None and robot.link("base").mass == 0 and not robot.link("base").inertia.any()
    assert "<sdf" in robot.to_sdf() and "<mujoco" in robot.to_mjcf() and romasc.load("again.urdf", text=robot.to_urdf()).mass == 2
    heavier = romasc.load("heavier.urdf", text=ARM.replace('"2"', '"3"'))
    assert robot.compare(robot) and not robot.compare(heavier)
    assert any("mass" in effect for effect in robot.compare(heavier).effects), robot.compare(heavier)
    same_name = romasc.load("arm.urdf", text=ARM.replace('"2"', '"3"'))
    assert not robot.compare(same_name) and same_name.compare(heavier), "texts of one name are two robots"
    (FOLDER / "arm.urdf").write_text(ARM)
    assert robot.compare("arm.urdf") and not same_name.compare("arm.urdf") and not same_name.compare(romasc.load("arm.urdf"))
    (FOLDER / "arm.urdf").unlink()
    family = [romasc.load(SOURCE / "examples/ur-family/ur.urdf.xacro", args={"model": name}) for name in ("ur3e", "ur5e")]
    assert not family[0].compare(family[1]) and family[1].compare(family[1]), "each has its own arguments"
    assert "elbow" in robot._repr_html_() and "elbow" in robot.summary()
    mimic = romasc.load(SOURCE / "examples/gripper/gripper.romas").joints
    assert any(joint.mimic and joint.mimic.joint for joint in mimic)


def findings():
    found = romasc.check("two.urdf", text='<robot name="arm"><link name="base"/><link name="hand"/></robot>')
    assert not found.ok and [finding.rule for finding in found.errors] == ["root-count"], found
    assert (found[0].file, found[0].line, found[0].column) == ("two.urdf", 1, 14) and found[0].notes, found[0]
    fixable = romasc.check(SOURCE / "docs/first-look/degrees.urdf")
    assert fixable.ok and str(fixable.warnings[0]).endswith("[-Wlimit-degrees]"), fixable
    assert not romasc.check(SOURCE / "docs/first-look/degrees.urdf", options=["-Werror"]).ok


def translations():
    one = romasc.translate("arm.urdf", "sdf", text=ARM)
    assert list(one.files) == ["-"] and one.text.startswith("<?xml") and one.findings.ok
    package = romasc.translate("arm.urdf", "python", text=ARM)
    assert "arm/__init__.py" in package.files and not os.path.exists("romasc-output"), sorted(package.files)
    written = romasc.translate("arm.urdf", "mjcf", FOLDER / "new" / "arm.xml", text=ARM)
    assert (FOLDER / "new" / "arm.xml").read_bytes() == next(iter(written.files.values()))
    assert os.listdir(FOLDER / "new") == ["arm.xml"]
    mesh = shutil.copy(SOURCE / "test/tools/Inputs/tetrahedron.obj", FOLDER / "tetrahedron.obj")
    shape = '<visual><geometry><mesh filename="tetrahedron.obj"/></geometry></visual>'
    copied = romasc.translate("arm.urdf", "urdf", f"{FOLDER}/copied/", text=ARM.replace("<visual>", shape + "<visual>"),
                              options=["--copy-meshes"])
    assert (FOLDER / "copied/meshes/tetrahedron.obj").read_bytes() == mesh.read_bytes(), copied.files.keys()
    for target in romasc._targets.TEXT_TARGETS - {"servo", "block", "assembly", "expanded", "doc", "srdf"}:
        assert len(getattr(romasc.load("arm.urdf", text=ARM), "to_" + target)()) > 20, target


def notebook():
    """A notebook shows the summary and the findings, and the page of romas-studio where it can make one."""
    programs, path = FOLDER / "programs", os.environ["PATH"]
    programs.mkdir()
    studio = programs / "romas-studio"
    file = FOLDER / "shown.urdf"
    file.write_text(ARM.replace('lower="-1.5" upper="1.5"', 'lower="-90" upper="90"'))
    try:
        os.environ["PATH"] = str(programs)
        robot = romasc.load(file, package_path=programs)
        plain = robot._repr_html_()
        assert "elbow" in plain and "limit-degrees" in plain and "iframe" not in plain, plain
        studio.write_text('#!/bin/sh\n[ "$2 $3" = ' + f"'--package-path={programs} {file}' ] && echo '<p class=\"page\">' >\"${{1#--standalone=}}\"\n")
        studio.chmod(0o755)
        assert 'srcdoc="&lt;p class=&quot;page&quot;&gt;' in robot._repr_html_()
        studio.write_text("#!/bin/sh\nexit 1\n")
        assert robot._repr_html_() == plain
    finally:
        os.environ["PATH"] = path


def xacro_functions():
    """The functions that a launch file calls."""
    text = """<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro"><xacro:arg name="n" default="1"/>
      <link name="l$(arg n)"/></robot>"""
    (FOLDER / "r.urdf.xacro").write_text(text)
    name = lambda document: document.getElementsByTagName("link")[0].getAttribute("name")
    assert name(romasc.xacro.process_file("r.urdf.xacro", mappings={"n": 7})) == "l7"
    with open("r.urdf.xacro", encoding="utf-8") as file:
        document = romasc.xacro.parse(file)
    romasc.xacro.process_doc(document, mappings={"n": "8"})
    assert name(document) == "l8" and 'name="l8"' in document.toprettyxml(indent="  ")
    assert '\n  <link name="l1"/>\n' in romasc.xacro.process("r.urdf.xacro")
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        romasc.xacro.process_file("r.urdf.xacro", mappings={"m": "1"})
    assert [warning.category for warning in told] == [romasc.xacro.XacroWarning] and told[0].filename == __file__, told
    for wrong in (lambda: romasc.xacro.process_file("none.xacro"), lambda: romasc.xacro.parse("<robot"),
                  lambda: romasc.xacro.process_file("r.urdf.xacro", text=text.replace("$(arg n)", "${n"))):
        try:
            wrong()
        except romasc.xacro.XacroException as problem:
            assert str(problem)
            continue
        raise AssertionError("no error")


def bad_inputs():
    missing = error_of(romasc.load, FOLDER / "missing.urdf")
    assert missing.status == 3 and missing.findings[0].rule == "unreadable-file", missing.findings
    assert not romasc.check(FOLDER / "missing.urdf").ok
    broken = error_of(romasc.load, "broken.urdf", text="<robot name='a'><link")
    assert broken.status == 1 and broken.findings[0].line == 1
    assert error_of(romasc.load, "empty.urdf", text=b"").findings
    assert error_of(romasc.load, "bytes.urdf", text=bytes(range(256))).findings
    bomb = "<!DOCTYPE r [<!ENTITY a 'aaaaaaaa'>" + "".join(
        f"<!ENTITY {chr(98 + i)} '{('&' + chr(97 + i) + ';') * 10}'>" for i in range(20)) + "]><robot name='&t;'><link name='l'/></robot>"
    assert error_of(romasc.load, "bomb.urdf", text=bomb).findings
    double = ('<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro"><xacro:macro name="m" params="n">'
              '<xacro:if value="${n > 0}"><xacro:m n="${n - 1}"/><xacro:m n="${n - 1}"/></xacro:if><link name="l${n}"/></xacro:macro>'
              '<xacro:m n="60"/></robot>')
    assert error_of(romasc.load, "double.urdf.xacro", text=double).findings
    deep = error_of(romasc.load, "deep.urdf", text="<robot name='r'>" + "<a>" * 200000)
    assert deep.findings
    assert "--no-such-option" in str(error_of(romasc.check, "arm.urdf", text=ARM, options=["--no-such-option"]))
    assert romasc.run(["--view", "arm.urdf"]).status == romasc.run(["--build", "arm.urdf", "--emit=python", "-o", "x"]).status == 2
    assert error_of(romasc.translate, "arm.urdf", "nonsense", text=ARM).status == 2
    assert error_of(romasc.compare, "a.urdf", "b.urdf", texts={"a.urdf": ARM, "b.urdf": "<robot"}).findings
    for call, wanted in ((lambda: romasc.load("arm.urdf", package="x"), TypeError), (lambda: romasc.run(["a\0b"]), ValueError),
                         (lambda: romasc.load("arm.urdf", text=ARM).link("none"), KeyError)):
        try:
            call()
        except wanted:
            continue
        raise AssertionError(wanted)
    # Names of files are bytes, and words that look like options or lists of words are names.
    for name in (b"\xff\xfe.urdf", b"-Werror.urdf", b"@words.urdf", "küche 1.urdf".encode()):
        with open(name, "wb") as file:
            file.write(ARM.encode())
        assert romasc.load(os.fsdecode(name)).name == "arm", name
        with open(name, "wb") as file:
            file.write(b"<robot name='a'><link/></robot>")
        assert os.path.basename(error_of(romasc.load, os.fsdecode(name)).findings[0].file) == name.decode(errors="replace"), name


def threads():
    """Each thread gets the answer to its own question, and Python's lock is released meanwhile."""
    def ask(i):
        text = ARM.replace('name="arm"', f'name="arm{i}"').replace('value="2"', f'value="{i + 1}"')
        if i % 3 == 0:
            return error_of(romasc.load, f"{i}.urdf", text=text[:-20]).findings[0].file == f"{i}.urdf"
        robot = romasc.load(f"{i}.urdf", text=text)
        return (robot.name, robot.mass) == (f"arm{i}", i + 1) and f'name="arm{i}"' in robot.to_urdf()

    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        assert all(pool.map(ask, range(300)))
    many = "\n".join(f'<link name="l{i}"/><joint name="j{i}" type="fixed"><parent link="base"/><child link="l{i}"/></joint>'
                     for i in range(20000))
    beats, stop = [], threading.Event()

    def beat():
        while not stop.wait(0.005):
            beats.append(1)

    other = threading.Thread(target=beat)
    other.start()
    found = romasc.check("many.urdf", text=f'<robot name="many"><link name="base"/>{many}</robot>')
    counted = len(beats)
    stop.set()
    other.join()
    assert counted >= 3, counted
    assert found.ok
    threading.stack_size(256 * 1024)  # an input that is nested deeply meets a thread with a small stack
    small = threading.Thread(target=lambda: beats.append(error_of(romasc.load, "deep.romas", text="robot r { link a { mass = "
                                                                  + "(" * 100000)))
    small.start()
    small.join()
    assert isinstance(beats[-1], romasc.Error)


def process():
    """Nothing of the process changes: streams, signals, folders."""
    before = [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGPIPE)]
    here = sorted(os.listdir("."))
    kept = [os.dup(1), os.dup(2)]
    read, write = os.pipe()
    os.dup2(write, 1), os.dup2(write, 2)
    try:
        for words in (["--help"], ["--version"], ["--explain=RM1404"], ["arm.urdf", "-j4"], ["arm.urdf", "--emit=urdf", "-o", "out.urdf"],
                      ["--fix", "arm.urdf"], [str(SOURCE / "examples" / "arms"), "--emit=none", "-j4"], ["--nonsense"], ["missing.urdf"]):
            romasc.run(words, {"arm.urdf": ARM})
    finally:
        os.dup2(kept[0], 1), os.dup2(kept[1], 2)
    os.close(write)
    assert os.read(read, 100) == b""
    assert sorted(os.listdir(".")) == here
    assert [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGPIPE)] == before
    assert list(romasc.run(["arm.urdf", "--emit=urdf", "-o", "out.urdf"], {"arm.urdf": ARM}).files) == ["out.urdf"]
    whole = romasc.run([str(SOURCE / "examples" / "arms"), "--emit=none", "-j4"])
    assert whole.status == 0, whole.messages


def interrupted():
    """Ctrl-C ends a long run in the main thread by KeyboardInterrupt, wherever the run is, and the next run works. Handlers that raise nothing
    run meanwhile: the fourth call of one sends the signal."""
    star = "".join(f'<link name="l{i}"/><joint name="j{i}" type="fixed"><parent link="base"/><child link="l{i}"/></joint>' for i in range(200000))
    chain = "".join(f'<joint name="j{i}" type="revolute"><parent link="l{i}"/><child link="l{i + 1}"/><origin xyz="0.1 0.2 0.3" rpy="0.1 {i} 0"/>'
                    f'<axis xyz="0 0.6 0.8"/><limit lower="-1" upper="1" effort="1" velocity="1"/></joint><link name="l{i + 1}"><inertial>'
                    '<origin xyz="1 2 3"/><mass value="2"/><inertia ixx="1.1" iyy="1.2" izz="1.3" ixy="0.1" ixz="0.1" iyz="0"/></inertial></link>'
                    for i in range(150))
    long_runs = {"check": (["r.urdf", "--emit=none"], f'<robot name="r"><link name="base"/>{star}</robot>'),
                 "code": (["r.urdf", "--emit=cpp", "-O2", "-o", "code/"], f'<robot name="r"><link name="l0"/>{chain}</robot>'),
                 "several": ([f"{i}.urdf" for i in range(8000)] + ["--emit=none", "-j2"], ARM)}
    calls = []

    def count(*_):
        calls.append(1)
        if len(calls) == 4:
            signal.raise_signal(signal.SIGINT)

    before = signal.signal(signal.SIGALRM, count)
    # A shell's background job begins with SIGINT ignored.
    interrupts = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        for name, (words, text) in long_runs.items():
            calls.clear()
            signal.setitimer(signal.ITIMER_REAL, 0.03, 0.03)
            try:
                ended = romasc.run(words, {word: text for word in words if word.endswith(".urdf")}).status
            except KeyboardInterrupt:
                ended = "interrupted"
            signal.setitimer(signal.ITIMER_REAL, 0)
            assert ended == "interrupted", (name, ended, len(calls))
            assert romasc.check("arm.urdf", text=ARM).ok
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        signal.signal(signal.SIGINT, interrupts)


def with_little_memory():
    """Runs in a process of its own, whose heap has no free memory yet."""
    text = "<robot name='r'>" + "<link name='l'/>" * 2_000_000 + "</robot>"
    used = int(pathlib.Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (used + 100_000_000, resource.RLIM_INFINITY))
    try:
        told = any("memory" in finding.message for finding in romasc.check("large.urdf", text=text))
    except MemoryError:
        told = True
    del text
    assert told and romasc.check("arm.urdf", text=ARM).ok


def memory():
    """Memory that does not suffice is told, and the next call works."""
    subprocess.run([sys.executable, __file__, str(SOURCE), str(FOLDER), "--little-memory"], check=True)


def main():
    os.chdir(FOLDER)
    if LITTLE_MEMORY:
        return with_little_memory()
    for part in (model, findings, translations, notebook, xacro_functions, bad_inputs, threads, process, interrupted, memory):
        part()
        print(part.__name__, "holds")


main()
