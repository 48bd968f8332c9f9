"""Packages of robots whose names are Python's, or from which a file could break. Usage: check_names.py ROMASC FOLDER

Every package is read by Python's parser; those of the robots in COMPILED are compiled and used.
"""
import ast
import enum
import glob
import importlib
import os
import subprocess
import sys
import tomllib

ROMASC, FOLDER = sys.argv[1:3]
LINKS = ['"""', "'", "\\", "\\u202e", "\u202e */ ??/", "a\nimport os", "None", "lambda", "class", "mro", "name", "value", "_sunder_", "__dunder__", "__private",
         "_ignore_", "real", "upper arm", "upper-arm", "upper_arm", "3d", "ünïcödé", "机器人", "\U0001f916", "@ROBOT@", "%s", "{0}", "${x}", "match", "self",
         "type", "int", "Link", "romas_python", "long" * 2500]
ROBOTS = ["numpy", "python", "lambda", "None", "enum", "src", "test", '"""', "\\", "a\nb", "\u202e", "机器人", "std", "romas", "romas_python", "kernels", "ik", "Robot", "build",
          "math", "int", "@PACKAGE@", "'; import os", "long" * 2500]
COMPILED = ["numpy", "lambda", "python", "romas", "a\nb"]


def quoted(name):
    return '"' + "".join("\\u{%x}" % ord(c) for c in name) + '"'


def robot(name, links, frame):
    lines = ["robot %s {" % quoted(name), '  link "the base" {}']
    for i, link in enumerate(links):
        lines.append("  link %s { mass 1 kg; inertia (2e-2, 2e-2, 2e-2) kg*m^2; }" % quoted(link))
        lines.append('  joint "j%d" : revolute "the base" -> %s { at xyz(0, %d mm, 0); axis z; limit -1 rad .. 1 rad effort 1 N*m velocity 2 rad/s; }' % (i, quoted(link), 10 * i))
    lines.append("  frame %s on %s;" % (quoted(frame), quoted(links[0])))
    return "\n".join(lines) + "\n}\n"


def emit(i, name, links, frame):
    source, project = (os.path.join(FOLDER, kind + str(i)) for kind in ("robot", "project"))
    with open(source + ".romas", "w", encoding="utf-8") as file:
        file.write(robot(name, links, frame))
    subprocess.run([ROMASC, source + ".romas", "--emit=python", "--kernels=fk,jacobian", "-o", project], check=True)
    for path in glob.glob(project + "/**/*.py*", recursive=True):
        with open(path, encoding="ascii") as file:  # nothing that a reader could not see
            text = file.read()
        if path.endswith(".toml"):
            tomllib.loads(text)
        else:
            ast.parse(text, path)
    (package,) = (os.path.basename(os.path.dirname(path)) for path in glob.glob(project + "/*/__init__.py"))
    assert package.isidentifier() and len(package) < 110, package
    return project, package


def use(project, package, links, frame):
    # -O0: names matter, not speed.
    subprocess.run([sys.executable, project + "/build_kernels.py", "--only=baseline"], check=True, env=dict(os.environ, CXXFLAGS="-O0 -Werror"))
    sys.path.insert(0, project)
    module = importlib.import_module(package)
    sys.path.pop(0)
    assert sys.modules["numpy"].zeros(1).tolist() == [0]  # NumPy is still NumPy
    assert module.link_names == ("the base", *links) and module.frame_names == (frame,)
    assert len(module.Link) == len(links) + 1 and [int(link.value) for link in module.Link] == list(range(len(links) + 1))
    assert all(isinstance(link, enum.Enum) and link.name.isidentifier() for link in module.Link)
    q = module.random_configuration(1)
    for i, (name, member) in enumerate(zip(module.link_names, module.Link)):
        pose = module.link_pose(i, q)
        assert (module.link_pose(name, q) == pose).all() and (module.link_pose(member, q) == pose).all() and getattr(module.Link, member.name) is member
    assert (module.frame_pose(frame, q) == module.link_pose(links[0], q)).all()


def main():
    os.makedirs(FOLDER)
    use(*emit("links", "hostile", LINKS, '"""\\\n'), LINKS, '"""\\\n')
    for i, name in enumerate(ROBOTS):
        project, package = emit(i, name, ["arm"], "tip")
        if name in COMPILED:
            use(project, package, ("arm",), "tip")
    print(f"{len(ROBOTS)} robots, {len(LINKS)} links: all as named")


main()
