"""The part `code` of bench/run.py: generated kinematics and dynamics next to the libraries that one would call instead.

Every robot is reduced to links, inertias and joints, and all contestants read that same file. One executable a robot times all of them
in turn (bench/code/main.cpp); each library stands in a file of its own, which is built only where the library is found. Pinocchio and
CppADCodeGen, which are headers, are looked for below the folders of ROMAS_BENCH_PREFIX (as CMake's CMAKE_PREFIX_PATH: folders with include/ and lib/,
with : between them) and in the system's; they are plugins, built once a compiler, which takes minutes, and kept while nothing changes.
"""
import json
import math
import os
import shlex
import shutil
import subprocess
import xml.etree.ElementTree as ET

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
KERNELS = "fk,jacobian,rnea,crba,fd,rnea_derivatives,fd_derivatives,minv,coriolis,motion,regressor"
COMPILE = ["g++", "-std=c++17", "-O3", "-march=native", "-DNDEBUG"]
ROBOTS = (("Panda", "bench/panda", "panda_hand_tcp"), ("UR5", "bench/ur5", "tool0"), ("iiwa 14", "urdf/iiwa14-primitive-drake", "iiwa_link_ee"),
          ("HyQ", "bench/hyq", "lf_foot"), ("Atlas", "urdf/atlas-drake", "r_hand"))
# Name, source, macro, a header that shows it is there, pkg-config modules, and what links it where it has no pkg-config file.
EIGEN = ["-I/usr/include/eigen3"]
# Debian builds libraries for any x86-64. Code that passes Eigen's objects to them must be built alike: with -march=native they are laid out
# differently. The timed code is in the library.
PORTABLE = ("kdl", "dart")
PEERS = (("KDL", "kdl", "BENCH_KDL", "kdl_parser/kdl_parser.hpp", ["orocos-kdl"], EIGEN + ["-lkdl_parser", "-lorocos-kdl"]),
         ("DART", "dart", "BENCH_DART", "dart/utils/urdf/DartLoader.hpp", [], EIGEN + ["-ldart-utils-urdf", "-ldart", "-lassimp"]),
         ("MuJoCo", "mujoco", "BENCH_MUJOCO", "mujoco/mujoco.h", [], EIGEN + ["-lmujoco"]))
# Libraries of templates, instantiated here: name, source, headers that show it is there, compilers, options of their own.
PLUGINS = (("Pinocchio", "pinocchio", ["pinocchio/algorithm/aba.hpp"], ["g++", "clang++"], ["-O3"]),
           ("CppADCodeGen", "cppadcodegen", ["cppad/cg.hpp", "pinocchio/codegen/cppadcg.hpp"], ["g++"], ["-O1", "-lcppad_lib", "-ldl"]))
PREFIXES = [p for p in os.environ.get("ROMAS_BENCH_PREFIX", "").split(":") if p]
# Goals of the project, as parts of a library's time for the same call: the better one of its columns, where there are several compilers.
GOALS = [("Panda", "RNEA", "KDL", 0.045), ("Panda", "CRBA", "KDL", 0.03), ("Panda", "forward dynamics", "KDL", 0.04),
         ("Panda", "FK, tip", "CppADCodeGen", 0.3), ("Panda", "FK, tip", "Pinocchio", 0.17),
         ("Panda", "Jacobian of the tip", "CppADCodeGen", 0.5), ("Panda", "Jacobian of the tip", "Pinocchio", 0.17),
         *[(robot, quantity, library, goal) for quantity in ("RNEA", "CRBA", "forward dynamics") for robot, library, goal in
           [(small, *goal) for small in ("Panda", "UR5", "iiwa 14", "HyQ") for goal in (("CppADCodeGen", 0.4), ("Pinocchio", 0.16))] +
           [("Atlas", "CppADCodeGen", 0.3), ("Atlas", "Pinocchio", 0.12)]],
         *[(robot, quantity, "Pinocchio", 0.15) for quantity in ("RNEA derivatives", "forward dynamics derivatives") for robot in ("Panda", "UR5", "iiwa 14", "HyQ")],
         *[(robot, "RNEA derivatives", "CppADCodeGen", 0.2) for robot in ("Panda", "UR5", "iiwa 14", "HyQ")],
         *[(robot, "forward dynamics derivatives", "CppADCodeGen", 0.25) for robot in ("Panda", "UR5", "iiwa 14", "HyQ")],
         *[("Atlas", quantity, *goal) for quantity in ("RNEA derivatives", "forward dynamics derivatives") for goal in (("Pinocchio", 0.3), ("CppADCodeGen", 0.4))],
         *[(robot, quantity, "Pinocchio", 0.2) for quantity in ("inverse of M", "Coriolis matrix", "regressor", "rate of the Jacobian of the tip")
           for robot in ("Panda", "UR5", "iiwa 14", "HyQ", "Atlas")]]
AGREEMENT = 1e-9  # the largest difference there may be, relative to the largest value
NOTES = """ns a configuration: medians of 15 rounds, in each of which all contestants run 1000 random configurations in turn. In brackets: ours / theirs,
the median over the rounds; below 1 we are faster. All agree to 1e-9 of the largest value, unless a line above says otherwise.
Batches: packs of 4 (AVX2) or 8 (AVX-512) doubles, structure-of-arrays in blocks of 8; their bracket is one configuration at a time / batch.
Where conventions differ, results are put into ours before comparing, outside of what is timed: the order of joints (all); DART's Jacobian
has the angular velocity first and only the columns that move the tip. DART and MuJoCo keep
the state inside, so that copying it in is part of a call. KDL: links beside the chain are added to it as inertias, and their poses are left out;
for trees it has no mass matrix, forward dynamics, or poses of all links. MuJoCo: the stages that a quantity needs; M is written full.
Pinocchio: header-only, with the same options, once a compiler; FK of all links is that of its frames; M is its upper triangle;
its derivatives of RNEA are those by a, too. CppADCodeGen: C code
traced from Pinocchio's algorithms, by two C compilers with -O3 -march=native; inputs lie ready one after the other, M is the upper triangle."""


def flags(modules, otherwise):
    if modules and shutil.which("pkg-config"):
        found = subprocess.run(["pkg-config", "--cflags", "--libs"] + modules, capture_output=True, text=True, check=False)
        if found.returncode == 0:
            return shlex.split(found.stdout) + otherwise
    return otherwise


def has_header(header, options):
    source = f"#if !__has_include(<{header}>)\n#error\n#endif\n"
    done = subprocess.run(["g++", "-std=c++17", "-E", "-x", "c++", "-"] + [o for o in options if o.startswith("-I")], input=source, text=True,
                          capture_output=True, check=False)
    return done.returncode == 0


def compile_object(source, target, options):
    """The first error of the compiler, or None."""
    portable = source.removesuffix(".cpp") in PORTABLE
    options = [o for o in COMPILE if not portable or o != "-march=native"] + options
    done = subprocess.run(options + ["-c", os.path.join(HERE, "code", source), "-o", target], capture_output=True, text=True, check=False)
    if done.returncode == 0:
        return None
    errors = [line for line in done.stderr.splitlines() if "error" in line]
    return (errors or ["no message"])[0]


def build_peers(folder):
    """Objects, macros and link options of the libraries that are there, and a line for each that is not."""
    objects, macros, libraries, remarks = [], [], [], []
    for name, source, macro, header, modules, otherwise in PEERS:
        options = flags(modules, otherwise)
        if not has_header(header, options):
            remarks.append(f"{name} was not found: no <{header}>; its column is left out")
            continue
        target = os.path.join(folder, source + ".o")
        error = compile_object(source + ".cpp", target, [o for o in options if o.startswith(("-I", "-D"))])
        if error:
            remarks.append(f"{name} was found, but does not build: {error}; its column is left out")
            continue
        objects.append(target)
        macros.append("-D" + macro)
        libraries += [o for o in options if o.startswith(("-l", "-L", "-Wl"))]
    return objects, macros, libraries, remarks


def build_plugins(folder):
    """Paths of the plugins that could be built, and a line for each that could not."""
    paths, remarks = [], []
    include = EIGEN + [f"-I{prefix}/include" for prefix in PREFIXES]
    library = [o for prefix in PREFIXES for o in (f"-L{prefix}/lib", f"-Wl,-rpath,{prefix}/lib")]
    for name, source, headers, compilers, options in PLUGINS:
        missing = [header for header in headers if not has_header(header, include)]
        if missing:
            remarks.append(f"{name} was not found: no <{missing[0]}> (ROMAS_BENCH_PREFIX says where); its columns are left out")
            continue
        for compiler in compilers:
            if shutil.which(compiler) is None:
                remarks.append(f"{name}: no {compiler}; that column is left out")
                continue
            target = os.path.join(folder, f"{source}-{compiler}.so")
            command = [compiler, "-std=c++17", "-march=native", "-DNDEBUG", "-w", "-shared", "-fPIC", "-fvisibility=hidden", "-Wl,-Bsymbolic", f'-DBENCH_COMPILER="{compiler}"',
                       *include, os.path.join(HERE, "code", source + ".cpp"), "-o", target, *options, *library]
            error = build_once(command, target)
            if error:
                remarks.append(f"{name} was found, but does not build: {error}; its column is left out")
            else:
                paths.append(target)
    return paths, remarks


def build_once(command, target):
    """Runs the compiler unless the target comes from the same command and the same sources. The first error, or None."""
    sources = [os.path.join(HERE, "code", name) for name in ("contestant.h", "pinocchio_model.h")] + [o for o in command if o.endswith(".cpp")]
    stamp, said = target + ".command", shlex.join(command)
    if os.path.exists(target) and os.path.exists(stamp):
        with open(stamp, encoding="utf-8") as file:
            if file.read() == said and all(os.path.getmtime(source) < os.path.getmtime(target) for source in sources):
                return None
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        return ([line for line in done.stderr.splitlines() if "error" in line] or ["no message"])[0]
    with open(stamp, "w", encoding="utf-8") as file:
        file.write(said)
    return None


def reduce_urdf(source, target):
    """Writes the robot with nothing but links, inertias and joints, and returns its element."""
    robot = ET.parse(source).getroot()
    reduced = ET.Element("robot", name=robot.get("name"))
    for element in robot:
        if element.tag not in ("link", "joint") or (element.tag == "joint" and element.find("parent") is None):
            continue
        copy = ET.SubElement(reduced, element.tag, dict(element.attrib))
        for child in element:
            if child.tag in ("inertial", "origin", "parent", "child", "axis", "limit"):
                copy.append(child)
    mujoco = ET.SubElement(reduced, "mujoco")  # MuJoCo's own element: keep links that are fixed, and inertias as they are written
    ET.SubElement(mujoco, "compiler", fusestatic="false", balanceinertia="true", inertiafromgeom="false")
    ET.ElementTree(reduced).write(target)
    return reduced


def numbers(element, attribute, default):
    text = None if element is None else element.get(attribute)
    return [float(x) for x in (text if text else default).split()]


def rotation(rpy):
    """Rows of Rz(yaw) Ry(pitch) Rx(roll)."""
    (cr, cp, cy), (sr, sp, sy) = [math.cos(x) for x in rpy], [math.sin(x) for x in rpy]
    return [[cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr], [sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr], [-sp, cp * sr, cp * cr]]


def inertia_row(inertial):
    """Mass, centre of mass, and the nine numbers of the inertia about it along the link's axes."""
    if inertial is None:
        return [0.0] * 13
    origin, tensor = inertial.find("origin"), inertial.find("inertia")
    R = rotation(numbers(origin, "rpy", "0 0 0"))
    xx, xy, xz, yy, yz, zz = [float(tensor.get(k, "0")) for k in ("ixx", "ixy", "ixz", "iyy", "iyz", "izz")]
    local = [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]
    turned = [[sum(R[i][k] * local[k][m] * R[j][m] for k in range(3) for m in range(3)) for j in range(3)] for i in range(3)]
    return [float(inertial.find("mass").get("value"))] + numbers(origin, "xyz", "0 0 0") + sum(turned, [])


def write_table(robot, target):
    """The rows that LinkRow in code/contestant.h reads."""
    joints = {joint.find("child").get("link"): joint for joint in robot.iter("joint")}
    with open(target, "w", encoding="utf-8") as file:
        for link in robot.iter("link"):
            name, joint = link.get("name"), joints.get(link.get("name"))
            words = [name, "-", "-", "root"] if joint is None else [name, joint.find("parent").get("link"), joint.get("name"), joint.get("type").replace("continuous", "revolute")]
            origin = None if joint is None else joint.find("origin")
            axis = None if joint is None else joint.find("axis")
            values = sum(rotation(numbers(origin, "rpy", "0 0 0")), []) + numbers(origin, "xyz", "0 0 0") + numbers(axis, "xyz", "1 0 0")
            file.write(" ".join(words + [repr(x) for x in values + inertia_row(link.find("inertial"))]) + "\n")


def measure(romasc, source, tip, folder, peers, plugins):
    """Returns the results of main.cpp for this robot, or a string that says what went wrong."""
    os.makedirs(folder, exist_ok=True)
    urdf, table, program = (os.path.join(folder, n) for n in ("robot.urdf", "table.txt", "main"))
    write_table(reduce_urdf(source, urdf), table)
    generate = [romasc, urdf, "--emit=cpp", "--mimic=independent", "--kernels=" + KERNELS, "--name=bench_robot", "-o", folder]
    if subprocess.run(generate, capture_output=True, check=False).returncode != 0:
        return "romasc did not generate code"
    objects, macros, libraries, _ = peers
    runtime = "-I" + os.path.join(ROOT, "runtime")
    ours = os.path.join(folder, "ours.o")
    error = compile_object("ours.cpp", ours, [runtime, "-I" + folder, "-DBENCH_TIP=" + tip])
    if error:
        return error
    shared = os.path.dirname(folder)
    linked = subprocess.run(COMPILE + macros + [os.path.join(HERE, "code", "main.cpp"), ours, os.path.join(shared, "reference.o")] + objects + libraries +
                            ["-ldl", "-o", program], capture_output=True, text=True, check=False)
    if linked.returncode != 0:
        return linked.stderr.splitlines()[0]
    done = subprocess.run([program, urdf, table, tip, *plugins], capture_output=True, text=True, check=False)
    return json.loads(done.stdout) if done.returncode == 0 else f"it ended with {done.returncode}: {done.stderr.strip()[-200:]}"


def cells(times, columns):
    row = []
    for column in columns:
        entry = times.get(column)
        if entry is None:
            row.append("-")
        elif column == "romasc":
            row.append(f"{entry['ns']:.1f}")
        else:
            row.append(f"{entry['ns']:.1f} ({entry['ours_over_it']:.{3 if entry['ours_over_it'] < 0.1 else 2}f})")
    return row


def bench_code(romasc, corpus, folder, table):
    """Text and data. `table` writes a title, a header and rows as text."""
    folder = os.path.join(folder, "code")
    os.makedirs(folder, exist_ok=True)
    if not os.path.isdir(os.path.join(corpus, "bench")):
        return f"code: no corpus at {corpus}\n", []
    peers = build_peers(folder)
    plugins, missing = build_plugins(folder)
    remarks = list(peers[3]) + missing
    error = compile_object("reference.cpp", os.path.join(folder, "reference.o"), ["-I" + os.path.join(ROOT, "runtime")])
    if error:
        return f"code: {error}\n", []
    data, goals = [], []
    for name, path, tip in ROBOTS:
        found = measure(romasc, os.path.join(corpus, path + ".urdf"), tip, os.path.join(folder, os.path.basename(path)), peers, plugins)
        if isinstance(found, str):
            remarks.append(f"{name}: {found}")
            continue
        for entry in found:
            entry["robot"] = name
            data.append(entry)
            for other, time in entry["times"].items():
                if time["difference"] is None or time["difference"] > AGREEMENT:
                    size = "nothing to compare" if time["difference"] is None else f"{time['difference']:.1e} of the largest value"
                    remarks.append(f"{name} {entry['quantity']}: romasc and {other} differ: {size}")
            for _, _, library, goal in (g for g in GOALS if g[:2] == (name, entry["quantity"])):
                ratios = [time["ours_over_it"] for other, time in entry["times"].items() if other.split()[0] == library]
                if not ratios:
                    continue
                ratio = max(ratios)
                entry.setdefault("goals", {})[library] = goal
                goals.append(f"{name} {entry['quantity']}: {ratio:.3f} x {library}, goal {goal}: {'reached' if ratio <= goal else 'missed'}")
    columns = []
    for entry in data:
        columns += [c for c in entry["times"] if c not in columns]
    rows = [[entry["robot"] + " " + entry["quantity"]] + cells(entry["times"], columns) for entry in data]
    text = table("Generated code: ns a configuration (ours / theirs)", [""] + columns, rows)
    return text + "\n" + "\n".join(goals + remarks + NOTES.splitlines()) + "\n", data
