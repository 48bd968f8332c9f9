"""Changes each attribute of a library of Blocks and of an assembly, one at a time: every target either writes another
file then, or has told that it leaves this out. Code that computes has no appearance and no ids, kernels have no names, and
JavaScript knows neither masses nor contacts that nothing is joined to."""
import json
import pathlib
import subprocess
import sys

romasc, folder = sys.argv[1], pathlib.Path(sys.argv[2])

BLOCKS = """<Blocks>
<Block id='b' name='Base' tag='red' isBaseBlock='true' isToolBlock='false'>
  <shape pose='0;0;0.01;5;0;0' value='base.obj'/>
  <diffuse value='base.png'/>
  <normal value='bumps.png'/>
  <thumbnail value='small.png'/>
  <contactPoints>
    <contact pose='0;0;0.1;0;10;0' type='joint' rotAxis='z' zeroAxis='x'/>
    <contact pose='0.05;0;0.05' type='joint' rotAxis='x' zeroAxis='y'/>
  </contactPoints>
  <mass value='1'/><com x='0.01' y='0.02' z='0.03'/>
  <inertia Ixx='0.01' Iyy='0.011' Izz='0.012' Ixy='0.0001' Iyz='0.0002' Ixz='0.0003'/>
</Block>
<Block id='a' name='Arm' tag='blue'>
  <contactPoints>
    <contact pose='0;0;0' type='assembly' rotAxis='-z' zeroAxis='x'/>
    <contact pose='0;0;0.2' type='joint' rotAxis='z' zeroAxis='x'/>
  </contactPoints>
  <mass value='0.5'/><com x='0' y='0' z='0.1'/>
  <inertia Ixx='0.01' Iyy='0.011' Izz='0.012' Ixy='0' Iyz='0' Ixz='0'/>
</Block>
<Block id='t' name='Tool' isToolBlock='true'>
  <contactPoints><contact pose='0;0;0' type='assembly' rotAxis='-z' zeroAxis='x'/></contactPoints>
  <mass value='0.1'/><com x='0' y='0' z='0.01'/>
  <inertia Ixx='0.0001' Iyy='0.00011' Izz='0.00012' Ixy='0' Iyz='0' Ixz='0'/>
</Block>
</Blocks>
"""
ASSEMBLY = """<Assembly>
<Part id='0' parentId='-1' blockId='b' blockName='Base' blockTag='red'/>
<Part id='1' parentId='0' blockId='a' blockName='Arm' blockTag='blue' parentContactPointIndex='0' childContactPointIndex='0' parentMatchedAxis='x' childMatchedAxis='x' jointType='revolute' offset='30'/>
<Part id='2' parentId='1' blockId='t' parentContactPointIndex='1' childContactPointIndex='0' parentMatchedAxis='x' childMatchedAxis='x' jointType='prismatic' offset='0.02'/>
</Assembly>
"""
TOLD = "ids and tags, marks of base and tool, and types and axes of contacts"
SAME = "false and absent mean the same, which JSON writes in one way"
# The changes (text, new text, in the assembly too, or there alone), and the losses that a target may report for each.
BOTH = [
    ("id='b'", "id='bb'", "blockId='b'", "blockId='bb'", TOLD),
    ("tag='red'", "tag='green'", "blockTag='red'", "blockTag='green'", TOLD),
    ("name='Base'", "name='Foot'", "blockName='Base'", "blockName='Foot'", None),
]
BLOCK = [
    ("isToolBlock='false'", "", SAME),
    ("<Block id='a'", "<Block isBaseBlock='false' id='a'", SAME),
    ("pose='0;0;0.01;5;0;0'", "pose='0;0;0.02;5;0;0'", None),
    ("pose='0;0;0.01;5;0;0'", "pose='0;0;0.01;15;0;0'", None),
    ("base.obj", "other.obj", None),
    ("base.png", "other.png", None),
    ("bumps.png", "dents.png", "the normal map"),
    ("small.png", "large.png", "the thumbnail"),
    ("pose='0;0;0.1;0;10;0'", "pose='0;0;0.15;0;10;0'", None),
    ("pose='0.05;0;0.05' type='joint'", "pose='0.05;0;0.05' type='assembly'", TOLD),
    ("pose='0.05;0;0.05'", "pose='0.06;0;0.05'", None),
    ("rotAxis='x' zeroAxis='y'", "rotAxis='-x' zeroAxis='y'", TOLD),
    ("rotAxis='x' zeroAxis='y'", "rotAxis='x' zeroAxis='z'", TOLD),
    ("pose='0;0;0.2' type='joint' rotAxis='z'", "pose='0;0;0.2' type='joint' rotAxis='-z'", None),
    ("pose='0;0;0.2' type='joint' rotAxis='z' zeroAxis='x'", "pose='0;0;0.2' type='joint' rotAxis='z' zeroAxis='y'", TOLD),
    ("pose='0;0;0.1;0;10;0' type='joint' rotAxis='z' zeroAxis='x'", "pose='0;0;0.1;0;10;0' type='joint' rotAxis='z' zeroAxis='y'", None),
    ("<mass value='1'/>", "<mass value='2'/>", None),
    ("x='0.01'", "x='0.015'", None), ("y='0.02'", "y='0.025'", None), ("z='0.03'", "z='0.035'", None),
    ("Ixx='0.01' Iyy='0.011' Izz='0.012' Ixy='0.0001'", "Ixx='0.0105' Iyy='0.011' Izz='0.012' Ixy='0.0001'", None),
    ("Iyy='0.011' Izz='0.012' Ixy='0.0001'", "Iyy='0.0115' Izz='0.012' Ixy='0.0001'", None),
    ("Izz='0.012' Ixy='0.0001'", "Izz='0.0125' Ixy='0.0001'", None),
    ("Ixy='0.0001'", "Ixy='0.00015'", None), ("Iyz='0.0002'", "Iyz='0.00025'", None), ("Ixz='0.0003'", "Ixz='0.00035'", None),
]
PARTS = [
    ("parentContactPointIndex='0'", "parentContactPointIndex='1'", "parentMatchedAxis='x'", "parentMatchedAxis='y'", None),
    ("parentMatchedAxis='x' childMatchedAxis='x' jointType='revolute'", "parentMatchedAxis='y' childMatchedAxis='x' jointType='revolute'", None, None, TOLD),
    ("parentMatchedAxis='x' childMatchedAxis='x' jointType='prismatic'", "parentMatchedAxis='x' childMatchedAxis='y' jointType='prismatic'", None, None, None),
    ("jointType='revolute' offset='30'", "jointType='prismatic' offset='0.3'", None, None, None),
    ("offset='30'", "offset='40'", None, None, None),
    ("offset='0.02'", "offset='0.03'", None, None, None),
]
TARGETS = ["urdf", "sdf", "mjcf", "romas", "json", "block,assembly"]
CODE = ["cpp", "c", "python", "js", "kernel"]
APPEARANCE = ("id='b'", "tag='red'", "pose='0;0;0.01;5;0;0'", "base.obj", "base.png", "bumps.png", "small.png")
NOT_IN = {"kernel": "name=", "js": ("<mass", "x='0.0", "y='0.0", "z='0.0", "I", "pose='0.05")}
count = failures = 0


def run(target, blocks, assembly):
    """Returns the output and the reported losses."""
    (folder / "lib.block.xml").write_text(blocks)
    (folder / "arm.assembly.xml").write_text(assembly)
    out = folder / "out"
    for old in out.glob("**/*") if out.exists() else []:
        if old.is_file():
            old.unlink()
    ran = subprocess.run([romasc, "-L", str(folder / "lib.block.xml"), str(folder / "arm.assembly.xml"), f"--emit={target}", "-Wvalue-approximated",
                          "-Wno-mesh-missing", "--default-limit=0:0.1:5:1", "--name=arm", *(["--floating-base"] if target in CODE and target != "js" else []), "-o", str(out) + "/", f"--loss-report={folder}/loss.json"],
                         capture_output=True, text=True)
    if ran.returncode != 0:
        sys.exit(f"{target}: {ran.stderr}")
    files = {str(f): "\n".join(line for line in f.read_text().splitlines() if "written by romasc" not in line) for f in sorted(out.glob("**/*")) if f.is_file()}
    losses = json.loads((folder / "loss.json").read_text())
    return files, json.dumps(losses) + ran.stderr


def check(target, kept, told, blocks, assembly, may_say, what):
    global count, failures
    if target in CODE and (what in APPEARANCE or may_say in (TOLD, SAME) or what.startswith(NOT_IN.get(target, "no such"))):
        return
    count += 1
    files, _ = run(target, blocks, assembly)
    if files != kept or (may_say == SAME and (target == "json" or TOLD in told)) or (may_say is not None and may_say in told):
        return
    failures += 1
    print(f"{target}: {what} is neither kept nor told")


for target in TARGETS + CODE:
    kept, told = run(target, BLOCKS, ASSEMBLY)
    for old, new, old_part, new_part, said in BOTH:
        assert old in BLOCKS and old_part in ASSEMBLY
        check(target, kept, told, BLOCKS.replace(old, new), ASSEMBLY.replace(old_part, new_part), said, old)
    for old, new, said in BLOCK:
        assert old in BLOCKS, old
        check(target, kept, told, BLOCKS.replace(old, new, 1), ASSEMBLY, said, old)
    for old, new, more, new_more, said in PARTS:
        assert old in ASSEMBLY, old
        text = ASSEMBLY.replace(old, new, 1)
        check(target, kept, told, BLOCKS, text.replace(more, new_more, 1) if more else text, said, old)
print(f"{count} changes, {failures} neither kept nor told")
sys.exit(failures != 0)
