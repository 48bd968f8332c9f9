"""A workspace of robots of all kinds that read other files, and random changes of it and of the options of a run."""
import os
import random
import shutil

TETRAHEDRON = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"
INERTIAL = '<inertial><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>'


def urdf(i, mesh):
    return f"""<robot name="r{i}">
  <link name="base">{INERTIAL}</link>
  <link name="arm">{INERTIAL}
    <visual><geometry><mesh filename="{mesh}"/></geometry></visual>
  </link>
  <joint name="turn" type="revolute">
    <parent link="base"/><child link="arm"/><axis xyz="0 0 {1 + i % 3}"/>
    <limit lower="-1" upper="1" effort="10" velocity="{i % 4}"/>
  </joint>
</robot>
"""


def files(source):
    """The texts of the workspace by their paths."""
    made = {}
    for i, mesh in enumerate(["meshes/part.stl", "meshes/Part.obj", "meshes/part.obj", "package://shapes/meshes/box.obj", "../gone.stl",
                              "package://nowhere/a.stl"]):
        made[f"robots/r{i}.urdf"] = urdf(i, mesh)
    made["robots/meshes/part.obj"] = TETRAHEDRON
    made["robots/utf16.urdf"] = urdf(7, "meshes/part.obj").encode("utf-16")
    made["robots/broken.urdf"] = "<robot name='b'><link nam='a'/></robot"
    made["src/shapes/package.xml"] = "<package><name>shapes</name></package>\n"
    made["src/shapes/meshes/box.obj"] = TETRAHEDRON
    made["src/arms/package.xml"] = "<package><name>arms</name></package>\n"
    made["src/arms/config/limits.yaml"] = "reach: 1.5\nspeed: 2\n"
    made["src/arms/urdf/macros.xacro"] = f"""<robot xmlns:xacro="http://www.ros.org/wiki/xacro">
  <xacro:macro name="arm" params="name size">
    <link name="${{name}}">{INERTIAL}</link>
    <joint name="${{name}}_joint" type="revolute">
      <parent link="base"/><child link="${{name}}"/><axis xyz="0 0 2"/>
      <limit lower="0" upper="${{size}}" effort="1" velocity="0"/>
    </joint>
  </xacro:macro>
</robot>
"""
    for i, (name, rest) in enumerate([("left", "$(optenv CACHE_TEST_SIDE left)"), ("right", "right"), ("twin", "$(arg side)")]):
        made[f"src/arms/urdf/{name}.urdf.xacro"] = f"""<robot name="{name}" xmlns:xacro="http://www.ros.org/wiki/xacro">
  <xacro:arg name="side" default="twin"/>
  <xacro:include filename="{'$(find arms)/urdf/macros.xacro' if i else 'macros.xacro'}"/>
  <xacro:property name="limits" value="${{xacro.load_yaml('$(find arms)/config/limits.yaml')}}"/>
  <link name="base">{INERTIAL}</link>
  <xacro:arm name="{rest}" size="${{limits['reach']}}"/>
</robot>
"""
    # A package that is found by reading the tree alone.
    made["src/group/deep/package.xml"] = "<package><name>deep</name></package>\n"
    made["src/group/deep/macros.xacro"] = made["src/arms/urdf/macros.xacro"]
    made["src/arms/urdf/deep.urdf.xacro"] = made["src/arms/urdf/right.urdf.xacro"].replace("$(find arms)/urdf/macros", "$(find deep)/macros")
    made["models/table/model.config"] = "<model><name>table</name><sdf version='1.7'>model.sdf</sdf></model>\n"
    made["models/table/model.sdf"] = '<sdf version="1.7"><model name="table"><link name="top"/></model></sdf>\n'
    made["models/cell/cell.sdf"] = """<sdf version="1.7"><model name="cell"><link name="floor"/>
  <include><uri>model://table</uri><name>a</name></include>
  <include><uri>../table</uri><name>b</name></include>
  <joint name="j" type="fixed"><parent>floor</parent><child>a::top</child></joint>
</model></sdf>
"""
    made["language/leg.romas"] = "module leg() {\n  link thigh { mass 1 kg; }\n}\n"
    made["language/walker.romas"] = 'import "leg.romas";\nrobot walker {\n  link body { mass 2 kg; }\n  use leg.leg() as l;\n}\n'
    for name in ("six-axis.assembly.xml", "arm.block.xml"):
        with open(os.path.join(source, "examples/six-axis", name)) as file:
            made[f"blocks/{name}"] = file.read()
    made[".romas.yaml"] = "warnings: [axis-near-cardinal]\nper-file-ignores:\n  'robots/r1.urdf': [velocity-zero]\n"
    return made


class Workspace:
    def __init__(self, folder, source, seed):
        self.folder = folder
        self.random = random.Random(seed)
        self.original = files(source)
        self.names = sorted(self.original)
        for name in self.names:
            self.write(name, self.original[name])

    def write(self, name, text):
        path = os.path.join(self.folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        if os.path.isdir(path) and not os.path.islink(path):
            shutil.rmtree(path)
        elif os.path.lexists(path):
            os.remove(path)
        with open(path, "wb") as file:
            file.write(text if isinstance(text, bytes) else text.encode())

    def read(self, name):
        path = os.path.join(self.folder, name)
        if not os.path.isfile(path):
            return None
        with open(path, "rb") as file:
            return file.read()

    def remove(self, name):
        path = os.path.join(self.folder, name)
        if os.path.isdir(path) and not os.path.islink(path):
            shutil.rmtree(path)
        elif os.path.lexists(path):
            os.remove(path)

    def edit(self):
        """A change of one text, mostly one that leaves it well-formed."""
        name = self.random.choice(self.names)
        text = self.read(name)
        if not text:
            return self.restore()
        at = self.random.randrange(len(text))
        digits = [i for i, byte in enumerate(text) if 48 <= byte <= 57]
        how = self.random.randrange(6)
        if how <= 2 and digits:
            at = self.random.choice(digits)
            text = text[:at] + b"%d" % self.random.randrange(10) + text[at + 1:]
        elif how == 3:
            lines = text.splitlines(keepends=True)
            del lines[self.random.randrange(len(lines))]
            text = b"".join(lines)
        elif how == 4:
            text = text[:at] + bytes([self.random.randrange(32, 127)]) + text[at + 1:]
        else:
            text += b"\n"
        self.write(name, text)
        return f"edit {name}"

    def restore(self):
        name = self.random.choice(self.names)
        self.write(name, self.original[name])
        return f"restore {name}"

    def drop(self):
        name = self.random.choice(self.names)
        self.remove(name)
        return f"remove {name}"

    def appear(self):
        """Something comes or goes that is looked for and is not there at first."""
        new = {
            "robots/meshes/part.stl": "solid a\nendsolid a\n",
            "robots/meshes/PART.OBJ": TETRAHEDRON,
            "gone.stl": "solid a\nendsolid a\n",
            "package.xml": "<package><name>shapes</name></package>",
            "src/other/package.xml": "<package><name>nowhere</name></package>",
            "src/other/a.stl": "solid a\nendsolid a\n",
            "src/aaa/package.xml": "<package><name>shapes</name></package>",
            "src/aaa/deep/package.xml": "<package><name>deep</name></package>",
            "src/group/a/package.xml": "<package><name>deep</name></package>",
            "install/share/shapes/package.xml": "<package><name>shapes</name></package>",
            ".git/HEAD": "ref: refs/heads/main\n",
            "blocks/more.block.xml": None,
            "models/models/table/model.sdf": "<sdf version='1.7'><model name='t'><link name='top'/></model></sdf>",
            "robots/CATKIN_IGNORE": "",
            "src/shapes/COLCON_IGNORE": "",
            ".gitignore": "robots/r2.urdf\n",
        }
        name = self.random.choice(sorted(new))
        if os.path.lexists(os.path.join(self.folder, name)):
            self.remove(name)
            return f"remove {name}"
        text = new[name]
        self.write(name, self.original["blocks/arm.block.xml"] if text is None else text)
        return f"add {name}"

    def swap(self):
        """A file becomes a link, a folder, or one that cannot be told from its old self by its time."""
        name = self.random.choice(self.names)
        text = self.read(name)
        how = self.random.randrange(3)
        if how == 0:
            self.remove(name)
            os.makedirs(os.path.join(self.folder, name))
            return f"folder {name}"
        if text is None:
            return self.restore()
        if how == 1:
            other = self.random.choice(self.names)
            self.remove(name)
            os.symlink(os.path.join(self.folder, other), os.path.join(self.folder, name))
            return f"link {name} to {other}"
        path = os.path.join(self.folder, name)
        before = os.stat(path)
        with open(path, "r+b") as file:  # the size and both times stay
            file.write(text.replace(b"1", b"3"))
        os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
        return f"same time {name}"

    def project(self):
        self.write(".romas.yaml", self.random.choice([
            self.original[".romas.yaml"], "strict: true\n", "profile: [gazebo]\n", "warnings: [no-velocity-zero]\n", "baseline: known.json\n",
            "package-path: [src]\n", "model-path: [models]\n", "per-file-ignores:\n  '**/*.urdf': [axis-not-unit]\n",
            "roots:\n  - {file: src/arms/urdf/twin.urdf.xacro, name: a, args: {side: a}}\n  - {file: src/arms/urdf/twin.urdf.xacro, name: b}\n"]))
        return "project file"

    def change(self):
        how = self.random.random()
        for bound, function in ((0.5, self.edit), (0.65, self.restore), (0.75, self.drop), (0.88, self.appear), (0.95, self.swap), (1, self.project)):
            if how < bound:
                return function()
        return "nothing"

    def options(self):
        """Returns the options of a run in the folder, and its environment."""
        chosen = self.random.choice([
            ["."], ["."], [".", "--strict"], ["robots"], ["robots/r0.urdf"], ["src/arms/urdf/left.urdf.xacro", "side:=x"], ["src/arms/urdf/deep.urdf.xacro"], ["models/cell/cell.sdf", "blocks"],
            [".", "--exclude=language"], ["robots/r1.urdf", "robots/r1.urdf", "robots/gone.urdf"]])
        more = [self.random.choice(group) for group in (
            [["--emit=none"], ["--emit=none"], [], ["--emit=urdf", "-o", "../out"], ["--emit=sdf,json", "-o", "../out/", "-MD", "-MF", "../out.d"]],
            [[], [], ["--format=concise"], ["--format=json"], ["--format=sarif"], ["--format=gitlab"], ["--format=junit"], ["--format=github"],
             ["--format=rdjson"], ["--statistics"], ["--expand"], ["--diagnostics-file=../found.txt"]],
            [[], [], [], ["-Wpedantic"], ["-Werror"], ["--profile=drake"], ["--package-path=src"], ["--model-path=models"], ["-L", "blocks"]],
            [[], [], ["--baseline=../known.json"], ["--error-limit=1"], ["--loss-report=../losses.json"], ["--fix-dry-run"], ["--verify-diagnostics"]],
            [["--jobs=1"], ["--jobs=2"]])]
        environment = {"CACHE_TEST_SIDE": self.random.choice(["left", "port"])}
        if self.random.random() < 0.2:
            environment["ROS_PACKAGE_PATH"] = os.path.join(self.folder, self.random.choice(["src", ".", "models"]))
        return chosen + [word for words in more for word in words], environment
