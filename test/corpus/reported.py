"""The cases of the corpus's reports3 and attack3, each with its right answer: findings on a plain check, and what outputs say.

Usage: reported.py ROMASC FOLDER CORPUS
"""

import json
import math
import os
import pathlib
import re
import subprocess
import sys
import xml.etree.ElementTree as ET

ROMASC, WORK, CORPUS = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3]).resolve()
REPORTS, ATTACKS = CORPUS / "reports3", CORPUS / "attack3"

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


check_findings()
count = 0
for folder, cases in ((REPORTS, FINDINGS), (ATTACKS, ATTACK_CASES)):
    there = sorted(path.name for path in folder.iterdir() if path.is_dir())
    assert there == sorted(cases), set(there) ^ set(cases)
    for case in there:
        check = globals().get(case[3:].replace("-", "_"))
        assert check or folder == REPORTS, case
        if check:
            check(folder / case)
        count += 1
print(count, "cases")
