"""The cases of the corpus's reports3, attack3 and servo3, each with its right answer: findings on a plain check, and what outputs say.

Usage: reported.py ROMASC FOLDER CORPUS
"""

import ctypes
import json
import math
import os
import pathlib
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ET

ROMASC, WORK, CORPUS = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3]).resolve()
REPORTS, ATTACKS, SERVOS = CORPUS / "reports3", CORPUS / "attack3", CORPUS / "servo3"

# By case: the robots, and all findings of a plain check as PLACE: SEVERITY: the begin of the message … its end.
FINDINGS = {
    "01-comment-colon": ["rover.urdf"],
    "02-param-braces": [
        "arm.urdf.xacro",
        "16:27: warning: the min {-2*pi} of command interface 'position' of joint 'joint_1' is not a number; '$' is missing",
        "17:27: warning: the max {2*pi} of command interface 'position' of joint 'joint_1' is not a number; '$' is missing"],
    "06-left-right-joints": ["arms.urdf"],
    "07-limit-rounded-past-pi": ["arm7.urdf"],
    "09-stl-solid-header": ["block.urdf"],
    "11-inertial-rpy": ["body.urdf"],
    "13-gazebo-material-forms": ["boxes.urdf"],
    "15-noise-misplaced": [
        "laser.urdf",
        "11:8: warning: <sensor> has no element <noise> in SDF; it belongs in <ray>",
        "12:8: warning: <sensor> has no element <visualise> in SDF; did you mean <visualize>?"],
    "16-srdf-states": [
        "arm.srdf",
        "13:29: warning: state 'extended' of group 'arm_chain' puts joint 'j4' at -0.1, outside its limits -3.0421 to -0.1518"],
    "17-xacro-arg-in-expression": [
        "tool.urdf.xacro",
        "5:20: error: 'foo' is not defined here; $(arg gripper) puts its text into the expression: write xacro.arg('gripper')"],
    "19-xacro-private-macros": ["world.urdf.xacro", "8:4: error: there is no macro 'buoy'; it is defined in another file"],
    "20-xacro-digits-underscores": ["legs.urdf.xacro", "2:58: error: the links form 4 trees"],
    "21-xacro-list-text": ["pick.urdf.xacro", "5:22: error: 'in' looks for a text in a text; `allowed` is the text \"[1,2,3]\""],
    "23-sdf-inertia-left-out": [
        "drone.sdf",
        "11:8: warning: <include> has no element <mass> in SDF",
        "16:29: warning: joint 'lidar_joint' cannot move",
        "models/lidar/model.sdf:5:7: warning: link 'lidar::link' has a mass but no <inertia>, so SDF takes 1 kg m² about every axis"],
    "24-sdf-exponent-sign": [
        "quad.sdf",
        "9:35: warning: no body has the inertia of link 'rotor_0'",
        "9:35: warning: the inertia of link 'rotor_0' is implausible"],
    "25-sdf-included-twice": [
        "iris_lidar.sdf",
        "7:5: error: this include needs its own <name>: another model here is already called 'lidar'",
        "8:18: error: joint 'lidar_joint' is defined twice"],
    "27-sdf-sensor-under-model": [
        "machine.sdf",
        "4:6: warning: <model> has no element <sensor> in SDF; it is left out; it belongs in <link> or <joint>",
        "7:51: warning: <horizontal_fov> is 90 rad, more than a full turn",
        "13:52: warning: <horizontal_fov> is 90 rad, more than a full turn"],
    "28-sdf-includes-urdf": ["cell.sdf"],
    "30-mjcf-ctrlrange": [
        "arms.xml",
        "13:70: warning: the controls 0..3.14 of this <position> are those of the other side: joint 'arm_r_joint2'",
        "14:70: warning: the controls -0.6..0.6 of this <position> go beyond joint 'head_joint'",
        "15:70: warning: the controls -149..-5.7 of this <position> look like degrees: joint 'knee_joint'"],
    "32-mjcf-sites-floating": [
        "quad.xml",
        "15:79: warning: the inertia of link 'cart' and 1 more link is 1e-06 kg m² about every axis",
        "16:131: warning: the limits -600.283 to 600.283 rad of joint 'pole_joint' look like degrees"],
    "33-mjcf-two-mains": [
        "scene.xml",
        "torso_assets.xml:1:41: error: default class 'main' is defined twice",
        "arm_assets.xml:1:41: error: default class 'main' is defined twice"],
    "34-mjcf-attach-defaults": ["parent.xml"],
    "35-mjcf-general-mismatch": ["arm.xml"],
    "37-mjcf-visual-mass": ["hand.xml", "13:120: warning: the inertia of link 'three' is implausible: 0.02 kg m² with 1.5 kg"],
    "39-moteus-limits": ["biped.urdf"],
    "41-sdf-plain-uri": ["instance.sdf models/x5_cam/model.sdf"],
    "43-ball-joint-to-urdf": ["rod.xml"],
}
# By case of attack3: the function that holds it. Those of reports3 have functions of their names where findings say too little.
ATTACK_CASES = ["01-xacro-text-doubling", "02-xacro-block-doubling", "03-verify-ice-huge-axis", "06-revolute-no-limit",
                "10-verify-package-path", "12-mjcf-loop-to-world-sdf"]
# By case of servo3, likewise.
SERVO_CASES = ["controller-nan", "fixed-joint-servo", "flipped-part", "mjcf-refquat", "negative-gear", "report-no-mass", "solid-mm",
               "speed-zero", "unknown-device"]


def run(*arguments, status=0):
    """Returns the findings of romasc, one a line."""
    command = [ROMASC, *map(str, arguments), "--format=concise", "--no-project", "--error-limit=0"]
    ran = subprocess.run(command, capture_output=True, text=True)
    assert ran.returncode == status, (ran.returncode, arguments, ran.stderr)
    return ran.stderr


def translated(robot, target, *options):
    """The text of an output, which reads back as the same robot."""
    out = WORK / f"{robot.parent.name}-{robot.stem}.{target}"
    run(robot, f"--emit={target}", "--verify-output", "-o", out, *options)
    return out.read_text()


def check_findings():
    robots = [REPORTS / case / robot for case, row in FINDINGS.items() for robot in row[0].split()]
    said = run(*robots, "--emit=none", status=1).splitlines()
    found = {case: [] for case in FINDINGS}
    for line in said:
        match = re.fullmatch(rf"{re.escape(str(REPORTS))}/([^/]+)/(.*?):(\d+:\d+: (?:error|warning): .*) \[-W[\w-]+\]", line)
        assert match or line == said[-1], line
        if match:
            main = FINDINGS[match[1]][0]
            found[match[1]].append(match[3] if match[2] == main else f"{match[2]}:{match[3]}")
    for case, (_, *wanted) in FINDINGS.items():
        fits = len(wanted) == len(found[case]) and all(any(line.startswith(begin) for line in found[case]) for begin in wanted)
        assert fits, (case, wanted, found[case])


def comment_colon(folder):
    said = run(folder / "rover.urdf", "--emit=none", "--profile=moveit")
    assert re.findall(r":(\d+:\d+): warning: the comment has a ':' followed by a blank: ROS 2 launch", said) == ["3:3", "5:5"], said


def left_right_joints(folder):
    said = run(folder / "arms.urdf", "--emit=none", "-Wmirror-asymmetry")
    for kind in ("centre of mass of link 'r_hand'", "joint 'r_shoulder' has limits", "joint 'r_wrist_yaw' is continuous"):
        assert re.search(f": note: (the )?{kind}", said), said


def limit_rounded_past_pi(folder):
    said = run(folder / "arm7.urdf", "--emit=none", "-Wlimit-past-pi")
    assert re.findall(r"note: the (\w+) limit -?3.1416 rad of joint '(\w+)'", said) == [("lower", "joint_s"), ("upper", "joint_s")], said


def stl_solid_header(folder):
    out = WORK / "solid"
    out.mkdir()
    run(folder / "block.urdf", "--emit=mjcf", "--copy-meshes", "-o", out / "block.xml")
    copied = [path for path in out.rglob("*.stl") if path.read_bytes() == (folder / "block.stl").read_bytes()]
    (mesh,) = ET.parse(out / "block.xml").iter("mesh")
    folder_of_meshes = ET.parse(out / "block.xml").find("compiler").get("meshdir", "")
    assert copied == [out / folder_of_meshes / mesh.get("file")], copied


def inertial_rpy(folder):
    assert 'fullinertia="0.2 0.1 0.25 -0.01 -0.03 0"' in translated(folder / "body.urdf", "mjcf")


def gazebo_material_forms(folder):
    model = ET.fromstring(translated(folder / "boxes.urdf", "sdf")).find("model")
    visuals = {visual.get("name"): visual for visual in model.iter("visual")}
    assert visuals["base_visual"].findtext("material/diffuse") == "0 0 0.9 1"
    assert visuals["lid_visual"].find("material/script") is not None
    (foot,) = (link for link in model.iter("link") if link.get("name") == "foot")
    assert len(foot.findall("visual")) == 2


def xacro_digits_underscores(folder):
    ran = subprocess.run([ROMASC, folder / "legs.urdf.xacro", "--emit=expanded"], capture_output=True, text=True)
    assert re.findall('link name="(.*?)"', ran.stdout) == ["leg_1_2_3", "leg_7", "leg_1000.0", "leg_0_0_0"], ran


def sdf_includes_urdf(folder):
    mujoco = ET.fromstring(translated(folder / "cell.sdf", "mjcf"))
    followers = [(each.get("joint1"), each.get("joint2"), each.get("polycoef")) for each in mujoco.iter("joint") if each.get("joint1")]
    assert followers == [(f"{side}::right_joint", f"{side}::left_joint", "0.05 -1 0 0 0") for side in ("first", "second")], followers
    mimics = [(each.get("joint"), each.findtext("multiplier"), each.findtext("offset"))
              for each in ET.fromstring(translated(folder / "cell.sdf", "sdf", "--sdf-version=1.11")).iter("mimic")]
    assert mimics == [(f"{side}__left_joint", "-1", "0.05") for side in ("first", "second")], mimics


def turned(axis, angle):
    """The matrix of a rotation about an axis of length 1."""
    x, y, z = axis
    c, s = math.cos(angle), math.sin(angle)
    return [[c + x * x * (1 - c), x * y * (1 - c) - z * s, x * z * (1 - c) + y * s],
            [y * x * (1 - c) + z * s, c + y * y * (1 - c), y * z * (1 - c) - x * s],
            [z * x * (1 - c) - y * s, z * y * (1 - c) + x * s, c + z * z * (1 - c)]]


def product(a, b):
    return [[sum(a[i][k] * b[k][j] for k in range(3)) for j in range(3)] for i in range(3)]


def mjcf_sites_floating(folder):
    robot = ET.fromstring(translated(folder / "quad.xml", "urdf"))
    joints = {joint.find("child").get("link"): joint for joint in robot.iter("joint")}
    angles = {"swing": 0.3, "FR_hip_joint": -0.4}

    def pose(link):
        if link not in joints:
            return [[float(i == j) for j in range(3)] for i in range(3)], [0.0] * 3
        joint, origin = joints[link], joints[link].find("origin")
        R, p = pose(joint.find("parent").get("link"))
        xyz, rpy = ([float(word) for word in (origin.get(name, "0 0 0") if origin is not None else "0 0 0").split()] for name in ("xyz", "rpy"))
        p = [p[i] + sum(R[i][k] * xyz[k] for k in range(3)) for i in range(3)]
        for axis, angle in (((0, 0, 1), rpy[2]), ((0, 1, 0), rpy[1]), ((1, 0, 0), rpy[0])):
            R = product(R, turned(axis, angle))
        if joint.get("name") in angles:
            R = product(R, turned([float(word) for word in joint.find("axis").get("xyz").split()], angles[joint.get("name")]))
        return R, p

    for link, wanted in (("trunk", (0.807106781, 0.907106781, 0.3)), ("imu", (0.963108197, 1.0631082, 0.336429608)),
                         ("foot", (1.00243454, 0.866507648, -0.0230809942))):
        assert math.dist(pose(link)[1], wanted) < 1e-8, (link, pose(link))


def mass(robot):
    return float(re.search(r"mass +(\S+) kg", translated(robot, "tree"))[1])


def mjcf_attach_defaults(folder):
    assert mass(folder / "parent.xml") == 8.44035


def mjcf_visual_mass(folder):
    assert mass(folder / "hand.xml") == 2.82


def mjcf_general_mismatch(folder):
    out = WORK / "arm.urdf"
    assert ":9:5: warning: URDF has no place for <general> of MJCF" in run(folder / "arm.xml", "--emit=urdf", "-o", out)
    assert [each.get("name") for each in ET.parse(out).iter("transmission")] == ["g2"]


def moteus_limits(folder):
    out = WORK / "moteus"
    run(folder / "biped.urdf", f"--servo-map={folder}/biped.servos.yaml", "--emit=servo", "--servo-format=moteus", "-o", f"{out}/")
    for servo, wanted in (("hip", (-0.20690142601946396, 0.19098593171027442)), ("knee", (-0.4138028520389279, 0.3660563691113593))):
        bounds = re.findall(r"servopos.position_(?:min|max) (\S+)", (out / f"biped_{servo}_moteus.cfg").read_text())
        assert tuple(map(float, bounds)) == wanted, (servo, bounds)


def sdf_plain_uri(folder):
    for robot, links in (("instance.sdf", ["base_link"]), ("models/x5_cam/model.sdf", ["base_link", "camera"])):
        model = json.loads(translated(folder / robot, "json"))
        assert [link["name"] for link in model["links"]] == links, model


def ball_joint_to_urdf(folder):
    said = run(folder / "rod.xml", "--emit=urdf", "-o", WORK / "rod.urdf")
    assert "urdfdom (ROS, Gazebo) rejects the file; --ball-joints=revolute3" in said, said
    joints = ET.fromstring(translated(folder / "rod.xml", "urdf", "--ball-joints=revolute3")).findall("joint")
    assert [joint.get("type") in ("revolute", "continuous") for joint in joints] == [True] * 3, joints


def limited_memory(robot, megabytes, *options):
    """The error of a text that would grow beyond all bounds, made within a bound of memory."""
    ran = subprocess.Popen([ROMASC, robot, "--emit=none", "--format=concise", *options], stderr=subprocess.PIPE, text=True)
    said = ran.stderr.read()
    _, status, used = os.wait4(ran.pid, 0)
    ran.returncode = os.waitstatus_to_exitcode(status)
    ran.stderr.close()
    assert ran.returncode == 1 and used.ru_maxrss < megabytes * 1000, (robot, ran.returncode, used.ru_maxrss, said)
    return said


def xacro_text_doubling(folder):
    for robot in folder.glob("*.xacro"):
        assert "the text becomes longer than 1048576 bytes" in limited_memory(robot, 100), robot


def xacro_block_doubling(folder):
    for robot in folder.glob("*.xacro"):
        said = limited_memory(robot, 300, "--expansion-size=100000000", "--expansion-steps=10000000")
        assert re.search(r"error: the expansion takes more than 10+ (bytes|steps)", said), said
        said = limited_memory(robot, 1000)  # the default limits: 1e9 bytes and 1e8 steps
        assert re.search(r"error: the expansion takes more than (1000000000 bytes|100000000 steps)", said), said


def verify_ice_huge_axis(folder):
    assert 'axis="1 0 ' in translated(folder / "axis.urdf", "mjcf")


def revolute_no_limit(folder):
    """One meaning in all targets: absent bounds of a limit are 0 in URDF; without a limit there are none."""
    for name, lower, upper in (("nobounds", 0, 0), ("upperonly", 0, 1), ("nolimit", -math.inf, math.inf)):
        robot = folder / f"{name}.urdf"
        limit = ET.fromstring(translated(robot, "sdf")).find("model/joint/axis/limit")
        said = [float((limit.findtext(side) if limit is not None else None) or bound)
                for side, bound in (("lower", -math.inf), ("upper", math.inf))]
        assert said == [lower, upper], (name, said)
        mujoco = ET.fromstring(translated(robot, "mjcf"))
        ranged = mujoco.find(".//body/joint").get("range")
        held = mujoco.find("equality/joint[@joint1='j']")
        assert (ranged, held is not None) == ("0 1" if name == "upperonly" else None, name == "nobounds"), (name, ranged, held)
        run(robot, "--emit=cpp", "-o", WORK / f"{name}.hpp")
        header = (WORK / f"{name}.hpp").read_text()
        bounds = re.search(r"JointLimits, n_joints> limits = \{\{\{(.*?), (.*?),", header).groups()
        said = [float(bound.replace("std::numeric_limits<double>::infinity()", "inf")) for bound in bounds]
        assert said == [lower, upper], (name, said)


def verify_package_path(folder):
    text = translated(folder / "ws/k.urdf.xacro", "romas", "--keep=structure", f"--package-path={folder}/packages")
    assert 'load("package://pkg/p.yaml")' in text, text


def mjcf_loop_to_world_sdf(folder):
    """The loop becomes the joint to the world, at the place where MuJoCo holds the body."""
    held = {"connect-a-default": ("ball", "a", "0 0 -1 0 0 0"), "connect-a-world": ("ball", "a", "0 0 -1 0 0 0"),
            "connect-sites": ("ball", "a", "0 0 -1 0 0 0"), "connect-world-a": ("ball", "__model__", None),
            "weld-a-default": ("fixed", "a", "0 0 -1 0 0 0"), "weld-b": ("ball", "__model__", "-2 0 0 -1.5707963267948966 0 0"),
            "weld-sites": ("fixed", "__model__", None), "weld-world-a": ("fixed", "__model__", "0 0 1 0 0 0")}
    robots = sorted(folder.glob("*.xml"))
    assert [robot.stem for robot in robots] == sorted(held), robots
    for robot in robots:
        (joint,) = ET.fromstring(translated(robot, "sdf")).iter("joint")
        pose = joint.find("pose")
        assert (joint.get("type"), pose.get("relative_to"), pose.text) == held[robot.stem], (robot, ET.tostring(joint))
        assert (joint.findtext("parent"), joint.findtext("child")) == ("world", "a"), robot


def findings(said, folder):
    """Findings as FILE:LINE:COLUMN: SEVERITY: MESSAGE [-WRULE], without the folder and the line that counts them."""
    lines = said.splitlines()
    assert not lines or re.fullmatch(r"\d+ \w+(, \d+ \w+)*( in .*)?", lines[-1]), said
    return [line.removeprefix(f"{folder}/") for line in lines[:-1]]


def copied(folder):
    """A copy of a case that can be changed."""
    to = WORK / folder.name
    to.mkdir()
    for file in folder.iterdir():
        shutil.copyfile(file, to / file.name)
    return to


def changed(file, name, *replacements):
    """A file beside another one, with its text but for what is replaced."""
    text = file.read_text()
    for old, new in replacements:
        assert old in text, (file, old)
        text = text.replace(old, new)
    to = file.with_name(name)
    to.write_text(text)
    return to


def controller_nan(folder):
    folder = copied(folder)
    run(folder / "arm.urdf", "--emit=controller", "-o", folder / "arm")
    infinite = ("q[0] = std::numeric_limits<double>::quiet_NaN()", "v[1] = -std::numeric_limits<double>::infinity()")
    hardware = folder / "hardware.hpp"
    for each, joint in ((hardware, "'a' (0)"), (changed(hardware, "infinite.hpp", infinite), "'b' (1)")):
        shutil.copyfile(each, folder / "arm/src/hardware.hpp")
        subprocess.run(["g++", "-std=c++17", "-O0", f"-I{folder}/arm/src", f"-I{folder}/arm/runtime", folder / "arm/src/main.cpp",
                        "-o", folder / "controller", "-lpthread"], check=True)
        ran = subprocess.run([folder / "controller", "--fast", "--duration", "1.5", "--target", "1,0.5"], capture_output=True, text=True)
        stops = re.findall(r"^controller: stopped: joint (.*), cycle \d+, (\S+) s: a reading is not a finite number;", ran.stderr, re.M)
        assert ran.returncode == 1 and [stop[0] for stop in stops] == [joint], ran
        assert 0.29 < float(stops[0][1]) < 0.31, ran
        after = float(re.search(r"after (\S+) s: largest error", ran.stdout)[1])
        assert after < 0.7, ran


def servo_tables(folder, status=0, formats="c", servo_map="arm.yaml", robot="arm.urdf"):
    """The folder of the tables, and the findings."""
    out = folder / f"{pathlib.Path(servo_map).stem}-{pathlib.Path(robot).stem}-tables"
    said = run(folder / robot, f"--servo-map={folder}/{servo_map}", "--emit=servo", f"--servo-format={formats}", "-o", out, status=status)
    return out, findings(said, folder)


def fixed_joint_servo(folder):
    folder = copied(folder)
    changed(folder / "arm.urdf", "unlimited.urdf", ('<limit lower="0" upper="0.02" effort="3" velocity="0.05"/>', ""))
    for robot in ("arm.urdf", "unlimited.urdf"):
        out, said = servo_tables(folder, 1, robot=robot)
        assert not out.exists() and said == ["arm.yaml:2:34: error: joint 'c' is fixed, so no servo can move it; remove its servo, or give "
                                             "the joint a type that moves [-Wservo-map]"], said


def moments(facets):
    """The volume of a closed text STL, without a sign, and its first moments (m⁴)."""
    numbers = [[float(word) for word in row] for row in re.findall(r"vertex (\S+) (\S+) (\S+)", facets)]
    volume, first = 0.0, [0.0] * 3
    for a, b, c in zip(numbers[::3], numbers[1::3], numbers[2::3]):
        tetrahedron = sum(a[i] * (b[(i + 1) % 3] * c[(i + 2) % 3] - b[(i + 2) % 3] * c[(i + 1) % 3]) for i in range(3)) / 6
        volume += tetrahedron
        first = [sum_ + tetrahedron * (x + y + z) / 4 for sum_, x, y, z in zip(first, a, b, c)]
    return abs(volume), [math.copysign(1, volume) * each for each in first]


def flipped_part(folder):
    folder = copied(folder)
    for name, line, around, volume, kilograms in (("part", 86, "(0.12, 0.05, 0.05)", "8e-06", 1.008),
                                                  ("bigger", 86, "(0.225, 0.025, 0.025)", "0.000125", 1.125),
                                                  ("equal", 142, "(0.39, 0.125, 0.05)", "0.0003", 0.6)):
        lines = (folder / f"{name}.stl").read_text().splitlines()
        (volume_a, first_a), (volume_b, first_b) = (moments("\n".join(part)) for part in (lines[:line - 1], lines[line - 1:]))
        centre = [(a + b) / (volume_a + volume_b) for a, b in zip(first_a, first_b)]
        for kind in ("romas", "sdf"):
            robot = folder / f"{name}.{kind}"
            if name != "part":
                changed(folder / f"part.{kind}", robot.name, ("part.stl", f"{name}.stl"))
            out = folder / f"{robot.name}.json"
            said = findings(run(robot, "--emit=json", "-o", out), folder)
            assert said == [f"{name}.stl:{line}:2: warning: the part of the mesh around {around}, one of 2 and of {volume} m³, is inside "
                            "out: its triangles are clockwise when seen from outside, and it is not a cavity of another part; its volume "
                            "is taken as positive [-Wmesh-inside-out]"], said
            (link,) = json.loads(out.read_text())["links"]
            assert math.isclose(link["inertial"]["mass"], kilograms, rel_tol=1e-12), link
            assert math.dist(link["inertial"]["origin"]["xyz"], centre) < 1e-12, (link, centre)
        run(folder / f"{name}.romas", folder / f"{name}.stl", "--emit=none", "--fix")
        assert run(folder / f"{name}.romas", folder / f"{name}.sdf", "--emit=none") == ""
        assert mass(folder / f"{name}.romas") == kilograms


def mjcf_refquat(folder):
    """The figures are those of MuJoCo 3.14; reported_in_javascript.test holds the output against the current one."""
    assert run(folder / "model.xml", "--emit=none") == ""
    mujoco = ET.fromstring(translated(folder / "model.xml", "mjcf"))
    inertial = mujoco.find(".//body[@name='b']/inertial")
    assert math.dist(map(float, inertial.get("pos").split()), (0.0141, 0.05, 0.1485)) < 1e-4, ET.tostring(inertial)
    (mesh,), (geom,) = mujoco.iter("mesh"), mujoco.iterfind(".//geom[@mesh]")
    turns = [((1, 0, 0), 0), ((0, 1, 0), -math.pi / 2), ((0, 0, 1), -math.pi / 2)]  # the refquat is a third of a turn about (1, 1, 1)
    assert mesh.get("scale") == "2 1 1", ET.tostring(mesh)
    assert mujoco.find("compiler").get("eulerseq") == "XYZ" and geom.get("pos") is None
    assert math.dist(map(float, geom.get("euler").split()), [angle for _, angle in turns]) < 1e-12, ET.tostring(geom)


def negative_gear(folder):
    """All statements and all code give the same counts, of the case and of its neighbours."""
    folder = copied(folder)
    entry = "gear: -1.5, direction: reverse"
    for name, entry_there, at_a_quarter, says in (("arm", entry, 1804, "reversed by the servo and by the table"),
                                           ("neither", "gear: 1.5", 2292, "forward"),
                                           ("servo", "gear: 1.5, direction: reverse", 2292, "reversed by the servo"),
                                           ("table", "gear: -1.5", 1804, "reversed by the table")):
        if entry_there != entry:
            changed(folder / "arm.yaml", f"{name}.yaml", (entry, entry_there))
        out, said = servo_tables(folder, formats="c,writes,packets,ros2,library,bin", servo_map=f"{name}.yaml")
        assert not said, said
        (row,) = (servo for servo in json.loads((out / "arm_writes.json").read_text())["servos"] if servo["joint"] == "b")
        (cells,) = (re.split("  +", line[3:]) for line in (out / "arm_servos.h").read_text().splitlines() if line.startswith(" * b "))
        (text,) = re.findall(r"joint 'b': .*; zero (\S+), (.*), gear (\S+),", (out / "arm_packets.txt").read_text())
        stated = {"JSON": (row["zero"], row["direction"], row["gear"]), "header": (float(cells[3]), cells[4], float(cells[5])),
                  "packets": (float(text[0]), text[1], float(text[2]))}
        assert set(stated.values()) == {(2048, says, 1.5)}, stated
        factor = (-1.5 if "table" in says else 1.5) * 4096 / (2 * math.pi)
        ros2 = ET.parse(out / "arm_ros2_control.urdf")
        matrix = ros2.find(".//param[@name='joint_to_transmission_matrix']").text.split(",")
        assert [float(each) for each in matrix] == [1, 0, 0, -1.5 if "table" in says else 1.5], matrix
        modes = [each.text for each in ros2.iterfind(".//gpio/param[@name='Drive Mode']")]
        steps = [step["value"] for step in row["steps"] if step["do"] == "write" and step["register"] == "drive_mode"]
        assert modes[1] == str(int("servo" in says)) and steps == [int("servo" in says)], (modes, steps)
        for step in row["steps"]:
            if step["register"] in ("min_position", "max_position") and step["do"] == "write":
                assert abs(2048 + factor * float(step["why"].removeprefix("joint at ")) - step["value"]) < 1e-6, step
                assert step["value"] in row["counts"], (step, row)

        sources = [[out / "arm_servos.c", out / "romas_servo_image.c"], [out / "arm/src/arm_servos.c"]]
        for source in sources:
            subprocess.run(["gcc", "-std=c99", "-O1", "-shared", "-fPIC", *source, "-o", source[0].with_suffix(".so")], check=True)
        tables, library = (ctypes.CDLL(str(source[0].with_suffix(".so"))) for source in sources)
        opened = ctypes.create_string_buffer(4096)
        data = (out / "arm_servos.bin").read_bytes()
        assert tables.romas_servo_image_open(opened, data, len(data)) == 0
        for place in range(1000):
            q = (ctypes.c_int32 * 2)(0, round((-0.5 + 1.1 * place / 999) * 65536))
            counts = {tables.arm_count(1, q), library.arm_count(1, q), tables.romas_servo_image_count(opened, 1, q)}
            assert len(counts) == 1 and abs(counts.pop() - 2048 - factor * q[1] / 65536) < 0.501, (name, place, counts)
        assert tables.arm_count(1, (ctypes.c_int32 * 2)(0, 16384)) == at_a_quarter, name


def report_no_mass(folder):
    folder = copied(folder)
    inertial = '<inertial><mass value="0.5"/><inertia ixx="1e-3" ixy="0" ixz="0" iyy="1e-3" iyz="0" izz="1e-3"/></inertial>'
    changed(folder / "noinert.urdf", "heavy.urdf", ('<link name="tip"/>', f'<link name="tip">{inertial}</link>'))
    none = "No link that moves has a mass: there are no loads and no payload."
    for name in ("noinert", "heavy"):
        run(folder / f"{name}.urdf", "--emit=report", "-o", folder / f"{name}.html")
        text = re.sub("<style>.*?</style>|<[^>]*>", " ", (folder / f"{name}.html").read_text(), flags=re.S)
        assert text.count(none) == int(name == "noinert"), (name, text)
        loads = ["Payload of tip" in text, "payload" in text.replace(none, "").lower(), re.search(r"\d %", text) is not None]
        assert loads == [name == "heavy"] * 3, (name, loads)


def solid_mm(folder):
    said = findings(run(folder / "t.romas", folder / "cube.romas", "--emit=none"), folder)
    hint = "m³; if its file is in millimetres, write scale (0.001, 0.001, 0.001) [-Wmesh-units]"
    assert [line for line in said if "inertia-implausible" not in line] == [
        f"t.romas:1:34: warning: the solid of this mesh has 64 {hint}",
        f"cube.romas:1:34: warning: the solid of this mesh has 64000 {hint}"], said
    folder = copied(folder)
    scaled = changed(folder / "t.romas", "scaled.romas", ('"m4.stl"', '"m4.stl" scale (0.001, 0.001, 0.001)'))
    assert run(scaled, "--emit=none") == "" and mass(scaled) == 6.4e-05


def speed_zero(folder):
    """No speed that is slow or negative becomes 0, the fastest one."""
    folder = copied(folder)
    for device, family, half in (("AX-12A", "ax", "-43, bytes 2b 00"), ("XL-320", "xl320", "-43, bytes 2b 00"),
                                 ("MX-28", "mx", "-42, bytes 2a 00")):
        changed(folder / "arm.yaml", f"{device}.yaml", ("AX-12A", device), ("family: ax", f"family: {family}"))
        out, said = servo_tables(folder, servo_map=f"{device}.yaml")
        assert not said, said
        program = folder / device
        subprocess.run(["gcc", "-std=c99", f"-I{out}", folder / "main.c", out / "arm_servos.c", "-o", program], check=True)
        printed = subprocess.run([program], capture_output=True, text=True, check=True).stdout.splitlines()
        assert printed == [f"-0.5 rad/s: {half}", "0 rad/s: 0, bytes 01 00", "0.00305176 rad/s: 0, bytes 01 00"], printed
        notes = re.findall(r"^ \* note, joint '(\w)': a goal_velocity of 0 means the fastest", (out / "arm_servos.h").read_text(), re.M)
        assert notes == ["a", "b"], notes


def unknown_device(folder):
    """Both devices of the case have become known, one of them in two families; devices that nobody knows are an error each."""
    folder = copied(folder)
    out, said = servo_tables(folder, 1)
    assert not out.exists() and said == ["arm.yaml:1:47: error: device 'AK80-9' is in the families cubemars and cubemars_servo; give its "
                                         "'family' [-Wunknown-servo]"], said
    changed(folder / "arm.yaml", "known.yaml", ("{device: AK80-9", "{family: cubemars, device: AK80-9"))
    out, said = servo_tables(folder, servo_map="known.yaml")
    assert (out / "arm_servos.c").exists() and [line for line in said if "[-Wservo-doubtful]" not in line] == [], said
    changed(folder / "arm.yaml", "unknown.yaml", ("PH54-200-S500-R", "PH54-200-S500-X"), ("AK80-9", "QQ-99-GANTRY"))
    out, said = servo_tables(folder, 1, servo_map="unknown.yaml")
    how = "--servo-devices=FILE describes it, as docs/servo-devices.md shows [-Wunknown-servo]"
    assert not out.exists() and said == [
        f"unknown.yaml:1:10: error: no device file describes a servo 'PH54-200-S500-X'; did you mean 'PH54-200-S500'? Otherwise {how}",
        f"unknown.yaml:1:47: error: no device file describes a servo 'QQ-99-GANTRY'; {how}"], said


check_findings()
count = 0
for folder, cases in ((REPORTS, FINDINGS), (ATTACKS, ATTACK_CASES), (SERVOS, SERVO_CASES)):
    there = sorted(path.name for path in folder.iterdir() if path.is_dir())
    assert there == sorted(cases), set(there) ^ set(cases)
    for case in there:
        check = globals().get(re.sub(r"^\d+-", "", case).replace("-", "_"))
        assert check or folder == REPORTS, case
        if check:
            check(folder / case)
        count += 1
print(count, "cases")
