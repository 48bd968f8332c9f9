#!/usr/bin/env python3
"""Four times the input takes four times the work: every reader, check and target against inputs of many shapes.

Usage: scaling.py ROMASC FOLDER [CASE…]    (FOLDER is emptied first)

Each case runs romasc on an input of n things and on one of 4n. Processor time may grow ninefold and by a tenth of a second; what
is quadratic grows sixteenfold. Memory stays below 8 times the input and 64 MB where a case reads only (no output is made).
Absolute times are no part of it.
"""
import os
import shutil
import sys

from processes import measure

MB = 1 << 20
GROWTH = 9
SLACK = 0.1  # seconds of processor time


BODY = '<inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>'
BALL = '<geometry><sphere radius="0.1"/></geometry>'
JOINT = '<joint name="j{i}" type="{type}"><parent link="l{parent}"/><child link="l{i}"/><axis xyz="0 0 1"/><limit effort="1" velocity="1" lower="-1" upper="1"/>{more}</joint>'


def tree(parent, link=BODY, more="", kind="revolute"):
    """A URDF tree of n links; parent(i) is the number of a link's parent."""
    def make(n):
        links = "".join(f'<link name="l{i}">{link}</link>' for i in range(n))
        joints = "".join(JOINT.format(i=i, type=kind, parent=parent(i), more=more.format(before=i - 1) if i > 1 else "") for i in range(1, n))
        return {"in.urdf": f'<robot name="r">{links}{joints}</robot>'}
    return make


def rows(file, head, row, foot):
    """A text of n rows."""
    return lambda n: {file: head + "".join(row.format(i=i, before=i - 1) for i in range(n)) + foot}


def many_files(row):
    return lambda n: {f"in{i}.urdf": row for i in range(n)}


chain = tree(lambda i: i - 1)
star = tree(lambda i: 0)
SDF_LINK = '<link name="l{i}"><inertial><mass>1</mass><inertia><ixx>1</ixx><iyy>1</iyy><izz>1</izz></inertia></inertial>{{}}</link>'

# name: (make, n, options, whether it reads only)
READ = ["--emit=none", "--error-limit=5"]
CASES = {
    "urdf-chain": (chain, 4000, READ, True),
    "urdf-star": (star, 4000, READ, True),
    "urdf-mimics": (tree(lambda i: 0, more='<mimic joint="j{before}"/>'), 2000, READ, True),
    "urdf-shapes-of-a-link": (rows("in.urdf", '<robot name="r"><link name="a">', f'<visual>{BALL}</visual><collision>{BALL}</collision>', "</link></robot>"), 4000, READ, True),
    "urdf-materials": (rows("in.urdf", '<robot name="r"><link name="a"/>', '<material name="m{i}"><color rgba="1 1 1 1"/></material>', "</robot>"), 8000, READ, True),
    "urdf-unknown": (rows("in.urdf", '<robot name="r"><link name="a"/>', "<thing{i}/>", "</robot>"), 8000, READ, True),
    "urdf-attributes-unknown": (rows("in.urdf", '<robot name="r">', '<link name="l{i}" colour="{i}"/>', "</robot>"), 8000, READ, True),
    "urdf-same-names": (rows("in.urdf", '<robot name="r">', '<link name="a"/>', "</robot>"), 8000, READ, True),
    "urdf-unresolved": (rows("in.urdf", '<robot name="r"><link name="a"/>', '<joint name="j{i}" type="fixed"><parent link="a"/><child link="b{i}"/></joint>', "</robot>"), 4000, READ, True),
    "urdf-gazebo": (rows("in.urdf", '<robot name="r"><link name="a"/>', '<gazebo reference="a"><mu1>{i}</mu1></gazebo>', "</robot>"), 8000, READ, True),
    "urdf-transmissions": (rows("in.urdf", '<robot name="r"><link name="a"/>', '<transmission name="t{i}"><type>t</type><joint name="j{i}"/><actuator name="a{i}"/></transmission>', "</robot>"), 4000, READ, True),
    "urdf-backwards": (rows("in.urdf", '<robot name="r"><link name="l-1"/>', '<link name="l{i}"/><joint name="j{i}" type="fixed"><parent link="l{i}"/><child link="l{before}"/></joint>', "</robot>"), 4000, READ, True),
    "urdf-comments": (rows("in.urdf", '<robot name="r">', "<!-- {i} -->", '<link name="a"/></robot>'), 20000, READ, True),
    "urdf-bad-numbers": (rows("in.urdf", '<robot name="r">', '<link name="l{i}"><inertial><mass value="x{i}"/></inertial></link>', "</robot>"), 4000, READ, True),
    "urdf-to-sdf": (chain, 3000, ["--emit=sdf", "-o", "out"], False),
    "urdf-to-urdf": (chain, 3000, ["--emit=urdf", "-o", "out"], False),
    "urdf-to-romas": (chain, 3000, ["--emit=romas", "-o", "out"], False),
    "urdf-to-json": (chain, 3000, ["--emit=json", "-o", "out"], False),
    "urdf-to-dot": (star, 3000, ["--emit=dot", "-o", "out"], False),
    "urdf-to-tree": (chain, 1500, ["--emit=tree", "-o", "out"], False),
    "urdf-lumped": (tree(lambda i: i - 1, kind="fixed"), 3000, ["-O1", "--lump=all", "--emit=urdf", "-o", "out"], False),
    "urdf-verified": (chain, 900, ["--emit=urdf,sdf,romas", "--verify-output", "-o", "out/"], False),
    "urdf-fixed": (tree(lambda i: i - 1, more='<origin rpy="3.1416 0 0"/>'), 2000, ["--fix-dry-run", "--emit=none"], False),
    "urdf-as-sarif": (rows("in.urdf", '<robot name="r"><link name="a"/>', "<thing{i}/>", "</robot>"), 4000, ["--emit=none", "--format=sarif"], False),
    "urdf-floating": (tree(lambda i: 0, kind="floating"), 2000, ["--emit=sdf", "-o", "out"], False),
    "urdf-planar": (tree(lambda i: 0, kind="planar"), 300, ["--emit=sdf", "--verify-output", "-o", "out"], False),
    "sdf-chain": (rows("in.sdf", '<sdf version="1.9"><model name="m"><link name="l-1"/>', SDF_LINK.replace("{{}}", "<pose relative_to='l{before}'>0 0 1 0 0 0</pose>") + '<joint name="j{i}" type="fixed"><parent>l{before}</parent><child>l{i}</child></joint>', "</model></sdf>"), 2000, READ, True),
    "sdf-free": (rows("in.sdf", '<sdf version="1.9"><model name="m"><link name="l-1"/>', SDF_LINK.replace("{{}}", "<pose relative_to='l{before}'>0 0 1 0 0 0</pose>"), "</model></sdf>"), 3000, READ, True),
    "sdf-many-elements": (rows("in.sdf", '<sdf version="1.9"><model name="m"><link name="l-1"/>', SDF_LINK.replace("{{}}", "<pose relative_to='l{before}'>0 0 1 0 0 0</pose>") + '<joint name="j{i}" type="fixed"><parent>l{before}</parent><child>l{i}</child></joint>', "</model></sdf>"), 7000, READ + ["--max-elements=1000000"], False),
    "sdf-shapes-of-a-link": (rows("in.sdf", '<sdf version="1.9"><model name="m"><link name="a">', '<visual name="v{i}"><geometry><sphere><radius>1</radius></sphere></geometry></visual>', "</link></model></sdf>"), 4000, READ, True),
    "sdf-unknown-frames": (rows("in.sdf", '<sdf version="1.9"><model name="m"><link name="a"/>', '<frame name="f{i}" attached_to="g{i}"/>', "</model></sdf>"), 4000, READ, True),
    "sdf-two-axes": (rows("in.sdf", '<sdf version="1.9"><model name="m"><link name="l-1"/>', '<link name="l{i}"/><joint name="j{i}" type="revolute2"><parent>l{before}</parent><child>l{i}</child><axis><xyz>0 0 1</xyz></axis><axis2><xyz>0 1 0</xyz></axis2></joint>', "</model></sdf>"), 1500, READ, False),
    "sdf-world": (rows("in.sdf", '<sdf version="1.9"><world name="w">', '<model name="m{i}"><link name="a"/></model>', "</world></sdf>"), 3000, READ + ["--world"], False),
    "sdf-frames": (rows("in.sdf", '<sdf version="1.9"><model name="m"><link name="a"/><frame name="f-1" attached_to="a"/>', '<frame name="f{i}" attached_to="f{before}"><pose>0 0 1 0 0 0</pose></frame>', "</model></sdf>"), 4000, READ, True),
    "blocks": (rows("in.block.xml", "<Blocks>", '<Block id="{i}" name="b"><contactPoints><contact pose="0;0;0" type="joint" rotAxis="z" zeroAxis="x"/></contactPoints></Block>', "</Blocks>"), 2000, READ, True),
    "obj": (rows("in.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n", "f 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n", ""), 20000, READ, True),
    "romas-links": (rows("in.romas", "robot r {\nlink z { }\n", "link l{i} {{ solid sphere radius 1 cm mass 1 kg; }} joint j{i} : fixed z -> l{i} {{ }}\n", "}"), 2000, READ, True),
    "romas-loop": (lambda n: {"in.romas": f'robot r {{ link z {{ }}\nfor i in range({n}) {{ link "l{{i}}" {{ }} joint "j{{i}}" : fixed z -> "l{{i}}" {{ }} }} }}'}, 1500, ["--emit=none"], False),
    "romas-sum": (rows("in.romas", "let a = 0", " + 1", ";\nrobot r { link z { } }"), 10000, READ, True),
    "romas-list": (rows("in.romas", "let a = [0", ", {i}", "];\nrobot r { link z { } }"), 10000, READ, True),
    "romas-comments": (rows("in.romas", "", "// {i}\n", "robot r { link z { } }"), 40000, READ, True),
    "romas-errors": (rows("in.romas", "robot r {\n", "link {i} {{ }}\n", "}"), 1500, READ, True),
    "many-inputs": (many_files('<robot name="r"><link name="a"/></robot>'), 500, ["--emit=none"], False),
    "many-outputs": (many_files('<robot name="r{i}"><link name="a"/></robot>'), 500, ["--emit=sdf", "-o", "out/"], False),
}

# The cases with errors; all others are sound.
WRONG = {"sdf-unknown-frames", "urdf-attributes-unknown", "urdf-same-names", "urdf-unresolved", "urdf-transmissions", "urdf-bad-numbers", "romas-errors"}


def write(files, folder):
    os.makedirs(folder)
    size = 0
    for name, text in files.items():
        if len(files) > 1:  # each has a name of its own
            text = text.replace("{i}", name.partition(".")[0])
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            size += file.write(text)
    return sorted(files), size


def run(romasc, folder, name):
    """Returns the faults, and the figures."""
    make, n, options, reads_only = CASES[name]
    times, problems = [], []
    for count in (n, 4 * n):
        place = os.path.join(folder, f"{name}-{count}")
        inputs, size = write(make(count), place)
        status, seconds, peak = measure([romasc, *inputs, *options], place)
        if count == n:  # what disturbs a short run disturbs it upwards
            for _ in range(2):
                seconds = min(seconds, measure([romasc, *inputs, *options], place)[1])
        shutil.rmtree(place)
        times.append(seconds)
        if status != (name in WRONG):
            problems.append(f"exit status {status} of {count}")
        if reads_only and peak > 8 * size + 64 * MB:
            problems.append(f"{peak / MB:.0f} MB of memory for {size / MB:.1f} MB of input")
    if times[1] > GROWTH * times[0] + SLACK:
        # Once more: a machine that was busy is no defect.
        place = os.path.join(folder, f"{name}-again")
        inputs, _ = write(make(4 * n), place)
        times[1] = min(times[1], measure([romasc, *inputs, *options], place)[1])
        shutil.rmtree(place)
        if times[1] > GROWTH * times[0] + SLACK:
            problems.append(f"{times[0]:.3f} s for {n}, {times[1]:.3f} s for {4 * n}")
    return problems, times


def main():
    romasc, folder, chosen = sys.argv[1], sys.argv[2], sys.argv[3:] or list(CASES)
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    failed = 0
    for name in chosen:
        problems, times = run(romasc, folder, name)
        failed += bool(problems)
        if problems or os.environ.get("ROMAS_SHOW_TIMES"):
            print(f"{name}: {times[0] * 1e3:.0f} and {times[1] * 1e3:.0f} ms", *problems, sep="; ")
    print(f"{len(chosen)} shapes of input, {failed} grow faster than they should")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
