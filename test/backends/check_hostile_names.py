"""Names from which files could break, or of which they could lie to their readers: every code target's output
compiles without a warning under g++ and clang, and no file holds a character that nobody sees.

Usage: check_hostile_names.py ROMASC SOURCE_DIR FOLDER
"""
import glob
import json
import os
import re
import runpy
import subprocess
import sys

ROMASC, SOURCE, FOLDER = sys.argv[1:4]
WARNINGS = ["-Wall", "-Wextra", "-Werror", "-Wtrigraphs", "-Wcomment", "-pedantic", "-fsyntax-only"]
CXX = [["g++", "-std=c++17", "-Wbidi-chars=any,ucn"] + WARNINGS, ["clang++", "-std=c++17"] + WARNINGS]
CC = [["gcc", "-std=c99", "-Wbidi-chars=any,ucn"] + WARNINGS, ["clang", "-std=c99"] + WARNINGS]
LONGEST_IDENTIFIER = 240  # with what targets put around the 101 of a name; C has the robot's in front of a link's
LONGEST_COMMENT = 1000    # bytes of a line

HOSTILE = [
    "\u202e } // \u2066", "rtl\u200f\u200e\u061c", "trigraph ??/", "x??/\nint y", "what???/", "back\\", "back\\ ", "*/ int evil; /*", "/*", "*/", "//",
    "a\nint b;", "a\rint c;", "a\u0085b", "a\u2028b\u2029c", "\ufeffbom", "zero\u200bwidth\u200d", "tag\U000e0041", 'quote" + "', "%:include", "<:",
    "@ROBOT@", "${CMAKE_SOURCE_DIR}", "]=]", "a|b", "`code`", "[link](http://x)", "--> <!--", "- yaml: [", "'", "\t", "\x01\x7f\x1b[31m", "ünïcödé", "机器人",
    "_Foo", "__x", "a__b", "NULL", "EOF", "assert", "linux", "unix", "I", "and", "xor", "int", "restrict", "EIO", "INFINITY", "Arm", "arm", "ARM",
    "arm_id", "servo_count", "q_arm", "pose_arm_bits", "3d", "", "detail", "std",
    "long" * 2500, "long" * 2500 + "er", "\u202e" * 3000,
]
# Names of robots, which name the namespace and the files.
ROBOTS = HOSTILE[:24] + ["gamma", "time", "index", "y0", "div", "link", "Robot", "Link", "Frame", "Scalar", "detail", "std", "romas", "class", "I", "robot",
                         "motion", "main", "long" * 2500]
FAMILIES = [
    'dynamixel("XM430-W350") { id %d; bus "%s"; baud 1000000; }', 'feetech("STS3215") { id %d; bus "%s"; baud 1000000; }', 'lx16a("LX-16A") { id %d; bus "%s"; }',
    'moteus("moteus") { id %d; bus "%s"; }', 'cia402("drive") { id %d; bus "%s"; counts_per_turn 10000; gear 50; }',
]


def quoted(name):
    return '"' + "".join("\\u{%x}" % ord(c) for c in name) + '"'


def robot(name, joints, servos=False):
    """A star of links on a base."""
    lines = ["robot %s {" % quoted(name), '  link "the base" {}']
    for i, joint in enumerate(joints):
        servo = ""
        if servos:
            family = FAMILIES[i % len(FAMILIES)]
            # Each kind of servo has a bus of its own, with a name that is as bad.
            bus = quoted(HOSTILE[i % len(FAMILIES)])[1:-1]
            servo = " servo " + family % (1 + i // len(FAMILIES), bus)
        lines.append("  link %s { mass 1 kg; inertia (2e-2, 2e-2, 2e-2) kg*m^2; }" % quoted(joint))
        lines.append('  joint %s : revolute "the base" -> %s {' % (quoted(joint + "\u200c" if joint else "no name"), quoted(joint)))
        lines.append("    at xyz(%d mm, 0, 0); axis z; limit -1 rad .. 1 rad effort 1 N*m velocity 2 rad/s;%s }" % (10 * i, servo))
    return "\n".join(lines) + "\n}\n"


def write(name, text):
    path = os.path.join(FOLDER, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


problems = []


def run(what, command):
    done = subprocess.run(command, capture_output=True, text=True, errors="replace")
    if done.returncode != 0:
        problems.append("%s: exit %d\n%s" % (what, done.returncode, done.stderr[:2000]))
    return done.returncode == 0


def emit(source, folder, *options):
    out = os.path.join(FOLDER, folder)
    run("romasc " + " ".join(options), [ROMASC, source, "-o", out, *options])
    return out


def hidden(character):
    """Written from the Unicode standard's list of categories, not from romasc's table."""
    code = ord(character)
    return ((code < 32 and character != "\n") or 0x7F <= code <= 0x9F or code in (0xAD, 0x34F, 0x61C, 0x115F, 0x1160, 0x3164, 0xFEFF, 0xFFA0)
            or 0x180B <= code <= 0x180F or 0x200B <= code <= 0x200F or 0x2028 <= code <= 0x202E or 0x2060 <= code <= 0x206F
            or 0xFFF9 <= code <= 0xFFFB or 0xE0000 <= code <= 0xE0FFF)


def compile_c(folder):
    """The functions by themselves, and the header as C++."""
    (source,) = glob.glob(folder + "/*.c")
    header = source[:-2] + ".h"
    for compiler in CC:
        run("%s %s" % (compiler[0], os.path.relpath(source, FOLDER)), compiler + [source])
    run("g++ %s" % os.path.relpath(header, FOLDER), CXX[0] + ["-x", "c++", header, "-Wno-pragma-once-outside-header"])


def scan():
    count = 0
    for path in glob.glob(os.path.join(FOLDER, "out", "**", "*"), recursive=True):
        if os.path.isdir(path) or path.endswith(".bin"):
            continue
        count += 1
        name = os.path.relpath(path, FOLDER)
        if len(os.path.basename(path)) > 200:
            problems.append("%s: a long name of a file" % name)
        with open(path, encoding="utf-8", newline="") as file:
            text = file.read()  # fails where it is not UTF-8
        # In XML's text a tab is a space that needs no number.
        found = sorted({"U+%04X" % ord(c) for c in text if hidden(c) and not (c == "\t" and path.endswith((".sdf", ".urdf")))})
        if found:
            problems.append("%s holds %s" % (name, " ".join(found)))
        if not path.endswith((".hpp", ".h", ".c", ".cpp", "CMakeLists.txt", ".cfg")):
            continue
        for line in text.split("\n"):
            if line.lstrip().startswith(("//", "/*", "*", "#")) and len(line.encode()) > LONGEST_COMMENT:
                problems.append("%s: a comment of %d bytes: %s" % (name, len(line.encode()), line[:80]))
            code = re.sub(r'"(\\.|[^"\\])*"', '""', re.sub(r"/\*.*?\*/", "", line).split("//")[0])
            if line.startswith((" *", "/*")):
                continue
            for word in re.findall(r"\w+", code):
                if len(word) > LONGEST_IDENTIFIER:
                    problems.append("%s: an identifier of %d characters: %s" % (name, len(word), word[:80]))
    return count


def calibrate(folder, description):
    """The keys that a calibration's program writes are the names of the robot, its joints and buses."""
    path = glob.glob(folder + "/*_calibrate.py")[0]
    program = runpy.run_path(path)
    text = "robot: %s\npose:\n" % program["ROBOT_KEY"] + "".join("  %s: 0\n" % key for _, key, _ in program["JOINTS"]) + "servos:\n"
    text += "".join("  %s: {%s, reads: %d}\n" % (servo.key, servo.rest, (servo.first + servo.last) // 2) for servo in program["SERVOS"])
    run("calibration", [ROMASC, description, "--servo-calibration=" + write("in/short.yaml", text), "--emit=none"])
    if len(program["SERVOS"]) < 20:
        problems.append("calibration: %d servos" % len(program["SERVOS"]))


def main():
    include = ["-I", os.path.join(SOURCE, "runtime")]
    everything = write("in/names.romas", robot("\u202e */ ??/ \\", HOSTILE))
    folder = emit(everything, "out/cpp", "--emit=cpp", "--kernels=fk,jacobian,rnea")
    headers = glob.glob(folder + "/*.hpp")
    include_all = "".join('#include "%s"\n' % os.path.relpath(header, FOLDER) for header in headers)
    c = emit(everything, "out/c", "--emit=c", "--kernels=fk,jacobian,rnea")
    compile_c(c)
    robots = 0
    for i, name in enumerate(ROBOTS):
        one = write("in/robot%d.romas" % i, robot(name, ["arm"]))
        robots += 1
        compile_c(emit(one, "out/c%d" % i, "--emit=c", "--kernels=fk,rnea"))
        out = emit(one, "out/robot%d" % i, "--emit=cpp", "--kernels=fk,rnea")
        # One robot may be called as another's namespace is made, so that each has its own surroundings.
        files = os.listdir(out) if os.path.isdir(out) else []
        if len(files) != 1:
            problems.append("robot %d: %d files" % (i, len(files)))
            continue
        namespace = re.search(r"^namespace (\w+) \{", open(os.path.join(out, files[0]), encoding="utf-8").read(), re.M)
        if namespace.group(1) + ".hpp" != files[0]:
            problems.append("robot %d: file %s, namespace %s" % (i, files[0], namespace.group(1)))
        if not any(line.endswith("/" + files[0] + '"') for line in include_all.splitlines()):
            include_all += '#include "out/robot%d/%s"\n' % (i, files[0])
    all_headers = write("all.cpp", include_all + "int main() {}\n")
    for compiler in CXX:
        run(" ".join(compiler[:2]) + " all headers", compiler + include + ["-I", FOLDER, all_headers])

    servos = write("in/servos.romas", robot("\u202e */ ??/ \\", HOSTILE, True))
    dump = write("in/present.json", json.dumps({"servos": [{"id": 1, "bus": HOSTILE[0], "registers": {"id": 1}}]}))
    servo = emit(servos, "out/servo", "--emit=servo", "--servo-format=c,writes,packets,bin,moteus,cia402,ros2,dynamixel_hardware,lerobot,calibrate")
    emit(servos, "out/diff", "--emit=servo", "--servo-format=diff", "--servo-present=" + dump)
    # C has no strings as long as the longest of them.
    short = emit(write("in/short.romas", robot("??/\u202e", [name for name in HOSTILE if len(name) < 100], True)), "out/short", "--emit=servo",
                 "--servo-format=calibrate")
    calibrate(short, FOLDER + "/in/short.romas")
    for source in glob.glob(servo + "/*.c") + glob.glob(short + "/*.c"):
        for compiler in CC:
            run("%s %s" % (compiler[0], os.path.basename(source)), compiler + ["-I", servo, source])

    for source in glob.glob(servo + "/*.py"):
        run("python " + os.path.basename(source), [sys.executable, "-W", "error", "-c", "import sys; compile(open(sys.argv[1], encoding='utf-8').read(), 'x', 'exec')", source])

    project = emit(write("in/controller.romas", robot("??/\u202e*/|`", HOSTILE[:6])), "out/controller", "--emit=controller")
    flags = ["-I", project + "/src", "-I", project + "/runtime", "-I", project + "/test"]
    for compiler, source in ((CXX[0], "src/main.cpp"), (CXX[1], "src/main.cpp"), (CXX[0], "test/model_agrees.cpp"),
                             (CXX[1], "test/loop_converges.cpp")):
        run("%s %s" % (compiler[0], source), compiler + flags + [os.path.join(project, source)])
    # A robot whose header is called as a file of the project.
    own = emit(write("in/own.romas", robot("robot", ["arm"])), "out/own", "--emit=controller")
    run("g++ own/test/model_agrees.cpp", CXX[0] + ["-I", own + "/src", "-I", own + "/runtime", own + "/test/model_agrees.cpp"])
    readme = open(project + "/README.md", encoding="utf-8").read()
    rows = [line for line in readme.splitlines() if "| revolute |" in line]
    if len(rows) != 6 or any(len(re.findall(r"(?<!\\)\|", row)) != 9 for row in rows):
        problems.append("README.md: the table of joints is torn:\n" + "\n".join(rows))

    for target in ("json", "dot", "romas", "tree"):
        emit(everything, "out/plain/names." + target, "--emit=" + target)
    # No XML has a form for the control characters of one name, and readers of URDF take another one for xacro. All others are written.
    for target, reasons in (("sdf", ["U+0001"]), ("urdf", ["U+0001", "${CMAKE_SOURCE_DIR}"])):
        file = os.path.join(FOLDER, "out/plain/refused." + target)
        refused = subprocess.run([ROMASC, everything, "--emit=" + target, "-o", file], capture_output=True, text=True)
        errors = [line for line in refused.stderr.splitlines() if " error: " in line]
        named = [reason for reason in reasons if any(reason in line for line in errors)]
        if refused.returncode != 1 or named != reasons or not all(any(reason in line for reason in reasons) for line in errors) or os.path.exists(file):
            problems.append("%s of names that it cannot have: exit %d\n%s" % (target, refused.returncode, "\n".join(errors)))
    writable = write("in/writable.romas", robot("??/\u202e*/|`", [name for name in HOSTILE if "${" not in name and "\x01" not in name]))
    for target in ("sdf", "urdf"):
        emit(writable, "out/plain/names." + target, "--emit=" + target, "--verify-output")
    # Whatever is escaped is read back as it was.
    for target in ("romas",):
        text = os.path.join(FOLDER, "out/plain/names." + target)
        run("--compare " + target, [ROMASC, "--compare", everything, text])
    names = {link["name"] for link in json.load(open(os.path.join(FOLDER, "out/plain/names.json"), encoding="utf-8"))["links"]}
    if not set(HOSTILE) <= names:
        problems.append("JSON: names that are not what they were: %r" % sorted(set(HOSTILE) - names)[:3])
    files = scan()
    for problem in problems:
        print(problem)
    print("%d robots, %d names, %d files, %d problems" % (robots + 3, len(HOSTILE), files, len(problems)))


main()
