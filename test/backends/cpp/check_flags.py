#!/usr/bin/env python3
"""Every function of generated C++ and C under many flags of the compiler, against the same program built without them.

Usage: check_flags.py ROMASC [--quick]
Each set of flags builds two programs. One calls the generated functions, with doubles, with packs and in C. The other calls what decides by
comparisons: controllers, limits, inverse kinematics (in C, too), loops. Values must agree to 1e-12 of the largest value of an output (1e-9 for any
six axes, by iteration), or the program must be refused with the reason that the table below gives. docs/floating-point.md shows the same table
(docs/generate.py).
"""
import argparse
import concurrent.futures
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCE = os.path.normpath(os.path.join(HERE, "..", "..", ".."))
sys.path.insert(0, os.path.join(HERE, "..", "c"))
import check_values  # noqa: E402

TOLERANCE = 1e-12
ITERATED = 1e-9  # of outputs that say so: iteration ends where it is near enough
CONTROLLERS_REFUSED = "add -fno-finite-math-only"
CONSTANTS_REFUSED = "fsingle.precision.constant"  # in C a name says it

# Flags, compilers, the part that is refused ("", "controllers", "all"; "nan": none, but there is no NaN), and what the compiler may do with them.
BOTH, GCC, CLANG19 = ("g++", "clang++"), ("g++",), ("clang++-19",)
FLAG_SETS = [
    ("-O0", BOTH, "", "nothing: the plain arithmetic of the language"),
    ("-O1", BOTH, "", "nothing that changes a value"),
    ("-O3", BOTH, "", "nothing that changes a value"),
    ("-Ofast", BOTH, "controllers", "everything that `-ffast-math` allows; in programs linked with it, g++ rounds denormal numbers to 0"),
    ("-O2 -ffast-math", BOTH, "controllers", "all of the following at once"),
    ("-O2 -ffast-math -fno-finite-math-only", BOTH, "", "the same, but NaN and infinities stay"),
    ("-O2 -ffast-math -fmath-errno", BOTH, "controllers", "the same as `-ffast-math`, without its macro `__FAST_MATH__`"),
    ("-O2 -ffast-math -fhonor-nans", CLANG19, "", "the same, but NaN stays"),
    ("-O2 -ffast-math -fhonor-infinities", CLANG19, "nan", "the same, but infinities stay"),
    ("-O2 -funsafe-math-optimizations", BOTH, "", "reorders sums and products, divides by multiplying with the reciprocal"),
    ("-O2 -fassociative-math -fno-signed-zeros -fno-trapping-math", BOTH, "", "reorders sums and products"),
    ("-O2 -freciprocal-math", BOTH, "", "divides by multiplying with the reciprocal"),
    ("-O2 -ffinite-math-only", BOTH, "controllers", "takes comparisons with NaN and infinities for known, and drops them"),
    ("-O2 -fno-signed-zeros", BOTH, "", "a zero may have either sign"),
    ("-O2 -fno-trapping-math", BOTH, "", "computes what a branch leaves out"),
    ("-O2 -fno-math-errno", BOTH, "", "roots become one instruction"),
    ("-O2 -frounding-math", BOTH, "", "leaves sums of constants to run time"),
    ("-O2 -fsingle-precision-constant", GCC, "all", "reads constants as floats: π to 7 digits"),
    ("-O2 -ffloat-store", GCC, "", "rounds every variable to its type"),
    ("-O2 -mfpmath=387", GCC, "", "computes in 80 bits on the x87 and rounds when a value goes to memory"),
    ("-O2 -mfpmath=387 -ffast-math -fno-finite-math-only", GCC, "", "both, with the sine of the x87"),
    ("-O2 -m32", BOTH, "", "the same, without SSE2; packs are scalars"),
    ("-O2 -m32 -fexcess-precision=fast", GCC, "", "the same"),
    ("-O2 -m32 -ffast-math -fno-finite-math-only", BOTH, "", "both, with the sine of the x87"),
    ("-O2 -m32 -msse2 -mfpmath=sse", BOTH, "", "nothing that changes a value"),
    ("-O2 -march=native", BOTH, "", "fuses products and sums in one rounding"),
    ("-O3 -march=native -ffast-math -fno-finite-math-only", BOTH, "", "everything on the widest registers"),
    ("-O2 -mavx2 -mfma", BOTH, "", "fuses products and sums in one rounding"),
    ("-O2 -mavx2", BOTH, "", "nothing that changes a value"),
    ("-O2 -mavx2 -mfma -ffp-contract=off", BOTH, "", "fuses nothing but what the runtime asks for"),
    ("-O2 -mavx2 -mfma -ffp-contract=on", BOTH, "", "fuses products and sums of one expression"),
    ("-O2 -mavx2 -mfma -ffp-contract=fast", BOTH, "", "fuses products and sums of different expressions, too"),
    ("-O2 -DROMAS_NO_SIMD", BOTH, "", "packs are scalars"),
    ("-O2 -DROMAS_NO_SIMD -ffast-math -fno-finite-math-only", BOTH, "", "the same, reordered"),
    ("-O2 -funsigned-char -fshort-enums", BOTH, "", "nothing that changes a value; structures may have another layout"),
    ("-O2 -ftrapv -fno-strict-aliasing", BOTH, "", "stops where a whole number overflows: none does"),
    ("-O1 -fsanitize=address,undefined -fno-sanitize-recover=all", BOTH, "", "stops at undefined behaviour: there is none"),
]

# The quick test: compiler, flags, and parts.
QUICK_SETS = [
    ("g++", "-O2 -ffast-math -fno-finite-math-only", ["functions"]),
    ("clang++", "-O2 -ffast-math -fno-finite-math-only", ["functions", "controllers"]),
    ("g++", "-O2 -mfpmath=387", ["functions"]),
    ("g++", "-O2 -m32", ["functions"]),
    ("g++", "-O2 -fsingle-precision-constant", ["functions"]),
    ("g++", "-O2 -ffinite-math-only", ["controllers"]),
]

# Robots of each kind: file, or arguments of random_tree.py, and options. The sliding arm has all functions.
MORE = "fk,jacobian,rnea,gravity,bias,crba,fd,com,energy,rnea_derivatives,fd_derivatives,minv,coriolis,motion,centroidal,regressor"
KINDS = {
    "six_axis": ("examples/arms/ur5.romas", ["--kernels=fk,jacobian,rnea,gravity,bias,crba,fd,fd_derivatives"]),
    "seven_axis": ("examples/arms/panda.romas", ["--kernels=fk,jacobian,rnea,crba,fd"]),
    "sliding": ("examples/arms/scara.romas", [f"--kernels={MORE},hessian,identification"]),
    "equal_limbs": ("examples/quadruped/quadruped.romas", ["--floating-base", "--kernels=rnea,fd"]),
    "followers": (["3", "6", "simple"], ["--kernels=fk,jacobian,rnea,crba,fd"]),
    "every_joint": (["8", "6"], ["--kernels=rnea,energy,com"]),
    "four_bar": ("test/backends/cpp/Inputs/four_bar.romas", ["--kernels=fk,jacobian,rnea,crba,fd,loops,independent"]),
    "wings": ("examples/flight/glider.romas", ["--kernels=rnea,fd,forces"]),
}
QUICK = {
    "six_axis": ("examples/arms/ur5.romas", ["--kernels=rnea,fd"]),
    "followers": (["3", "7", "simple"], ["--kernels=rnea"]),
    "four_bar": ("test/backends/cpp/Inputs/four_bar.romas", ["--kernels=rnea,independent"]),
}
CONTROLLED = {
    "arm6": ("examples/arms/ur5.romas", ["--kernels=fk,jacobian,rnea,gravity,bias,crba,fd"]),
    "arm7": ("examples/arms/panda.romas", ["--kernels=fk,jacobian,rnea,gravity,bias,crba,fd"]),
    "linkage": ("test/backends/cpp/Inputs/four_bar.romas", []),
}
SOLVED = {
    "ik6": ("examples/arms/ur5.romas", ["--kernels=fk,ik"]),
    "ik7": ("examples/arms/panda.romas", ["--kernels=fk,ik"]),
    "bent": ("test/backends/cpp/Inputs/bent_wrist.romas", ["--kernels=fk,ik"]),
}


def run(command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{os.path.basename(command[0])} ended with {done.returncode}: {(done.stdout + done.stderr)[:3000]}")
    return done.stdout


def emit(romasc, folder, name, robot):
    file, options = robot
    if isinstance(file, list):
        text = run([sys.executable, os.path.join(HERE, "Inputs", "random_tree.py"), *file])
        file = os.path.join(folder, name + "_tree.romas")
        with open(file, "w", encoding="utf-8") as output:
            output.write(text)
    else:
        file = os.path.join(SOURCE, file)
    run([romasc, file, "--emit=c,cpp", f"--name={name}", *options, "-o", folder])


def calls(name, header):
    """The text of a function that calls all functions of a robot: with doubles, packs, and in C."""
    lines = []
    functions = check_values.functions(header.replace(name + "_", "robot_"))
    last = {function.choosing[0]: function for function in functions if function.choosing}
    for function in functions:
        if function.choosing and function is not last[function.choosing[0]]:
            continue  # of links and frames the last one, which the most joints move
        cpp = function.cpp.replace("robot::", name + "::")
        in_c = re.sub(r"^robot_", name + "_", function.name)
        for kind, scalar, called in (("", "double", cpp), (" in packs", "P", cpp), (" in C", "double", in_c)):
            arrays = [f"{scalar} {array}_[{max(size, 1)}]{{}};" + (f" flags::fill({array}_, {size}, {3 if array == 'q' else 1});" if const else "")
                      for const, array, size in function.parameters]
            shown = [f'flags::print("{name}: {function.name.removeprefix("robot_")}{kind}: {array}:", {array}_, {size});'
                     for const, array, size in function.parameters if not const]
            call = f"{called}({', '.join(array + '_' for _, array, _ in function.parameters)});"
            lines.append("  {\n    " + "\n    ".join([*arrays, call, *shown]) + "\n  }")
    return f"static void call_{name}() {{\n  using P = romas::Pack<double, 4>;\n" + "\n".join(lines) + "\n}\n"


def write_programs(romasc, folder, kinds):
    """The sources of both programs: C++ files, and C files."""
    functions = []
    for name, robot in kinds.items():
        emit(romasc, folder, name, robot)
        with open(os.path.join(folder, name + ".h"), encoding="utf-8") as file:
            functions.append(calls(name, file.read()))
    for name, robot in (CONTROLLED | SOLVED).items():
        emit(romasc, folder, name, robot)
    with open(os.path.join(folder, "functions.cpp"), "w", encoding="utf-8") as file:
        file.write("".join(f'#include "{name}.hpp"\n#include "{name}.h"\n' for name in kinds) + '#include "flags.hpp"\n' + "\n".join(functions) +
                   "int main() {\n" + "".join(f"  call_{name}();\n" for name in kinds) + "}\n")
    return {"functions": ([os.path.join(folder, "functions.cpp")], [os.path.join(folder, name + ".c") for name in kinds]),
            "controllers": ([os.path.join(HERE, "Inputs", "flags_controllers.cpp")], [os.path.join(folder, name + ".c") for name in SOLVED])}


class Build:
    """One program, built by one compiler with some flags. `emulator` runs programs for another processor."""

    def __init__(self, folder, sources, compiler, flags, emulator=()):
        self.error, self.lines = "", []
        include = ["-I", os.path.join(SOURCE, "runtime"), "-I", folder, "-I", os.path.join(HERE, "Inputs")]
        if "-m32" in flags:
            # Debian's libraries for 32 bits have no folder of the kernel's headers of their own.
            include += ["-idirafter", "/usr/include/" + run(["g++", "-print-multiarch"]).strip()]
        with tempfile.TemporaryDirectory() as place:
            cpp, c = sources
            objects = []
            for source in [*c, *cpp]:
                objects.append(os.path.join(place, os.path.basename(source) + ".o"))
                language = [compiler.replace("clang++", "clang").replace("g++", "gcc"), "-std=gnu99"] if source in c else [compiler, "-std=c++17"]
                built = subprocess.run([*language, *flags, "-w", *include, "-c", source, "-o", objects[-1]], capture_output=True, text=True)
                if built.returncode != 0:
                    self.error = built.stderr
                    return
            program = os.path.join(place, "program")
            linked = subprocess.run([compiler, *flags, *objects, "-o", program, "-lm"], capture_output=True, text=True)
            if linked.returncode != 0:
                self.error = linked.stderr
                return
            ran = subprocess.run([*emulator, program], capture_output=True, text=True)
            if ran.returncode != 0:
                self.error = f"the program ended with {ran.returncode}: {ran.stderr[:1000]}"
                return
            self.lines = ran.stdout.splitlines()


def difference(line, plain):
    """Returns the largest difference between the values of one output, relative to its largest value. Infinite if their number or names differ."""
    name, values = line.rsplit(":", 1)
    wanted_name, wanted = plain.rsplit(":", 1)
    a, b = [[float.fromhex(word) for word in text.split()] for text in (values, wanted)]
    if name != wanted_name or len(a) != len(b):
        return float("inf")
    size = max([abs(x) for x in b if abs(x) != float("inf")], default=0) or 1
    apart = [0 if x == y or (x != x and y != y) else abs(x - y) / size for x, y in zip(a, b)]
    return max((x if x == x else float("inf") for x in apart), default=0)


def judge(build, plain, refusal):
    """Whether a build is as it should be, and what to say of it."""
    if refusal:
        return (True, "refused") if re.search(refusal, build.error) else (False, "not refused: " + (build.error[:500] or "it compiles"))
    if build.error:
        return False, build.error[:1500]
    if len(build.lines) != len(plain.lines):
        return False, f"{len(build.lines)} outputs instead of {len(plain.lines)}"
    apart = [(difference(*pair), pair[0]) for pair in zip(build.lines, plain.lines)]
    for worst, line in sorted(apart, reverse=True):
        if not worst <= (ITERATED if ", iterated" in line else TOLERANCE):
            return False, f"differ by {worst:.3g} of the largest value: {line[:200]}"
    return True, f"agree ({max(worst for worst, line in apart if ', iterated' not in line):.0e})"


def why_not(compiler, flags, folder):
    """Why a compiler cannot build anything with these flags here, or nothing."""
    if not shutil.which(compiler):
        return f"{compiler} is not installed"
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        words = set(file.read().split())
    for flag in flags:
        if flag in ("-mavx2", "-mfma") and flag[2:] not in words:
            return "this processor has no " + flag[2:]
    source = os.path.join(folder, "nothing.cpp")
    with open(source, "w", encoding="utf-8") as file:
        file.write("#include <cmath>\nint main() { return 0; }\n")
    done = subprocess.run([compiler, *flags, source, "-o", os.path.join(folder, "nothing" + compiler + str(hash(tuple(flags))))], capture_output=True, text=True)
    return "" if done.returncode == 0 else f"{compiler} cannot: " + (done.stderr.strip().splitlines() or ["no reason given"])[0]


def check(folder, programs, plain, compiler, flags, parts):
    """Whether one set of flags is as it should be, and the line that says so."""
    refused = next(row[2] for row in FLAG_SETS if row[0] == flags)
    words = flags.split()
    what = f"{compiler} {flags}: "
    reason = why_not(compiler, words, folder)
    if reason:
        return True, what + "skipped, because " + reason
    good, said = True, []
    for part in parts:
        if refused == "nan" and part == "controllers":
            continue  # no macro tells this flag, and the program checks what becomes of NaN
        refusal = CONSTANTS_REFUSED if refused == "all" else CONTROLLERS_REFUSED if refused == part else ""
        fine, text = judge(Build(folder, programs[part], compiler, words), plain[part], refusal)
        good = good and fine
        said.append(f"{part} {text}")
    return good, what + ", ".join(said)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("romasc")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--only", default="", help="sets of flags with this text")
    parser.add_argument("--jobs", type=int, default=1)
    arguments = parser.parse_args()
    sets = QUICK_SETS if arguments.quick else [(compiler, flags, ["functions", "controllers"]) for flags, compilers, _, _ in FLAG_SETS for compiler in compilers]
    sets = [one for one in sets if arguments.only in " ".join(one[:2])]
    with tempfile.TemporaryDirectory() as folder:
        programs = write_programs(arguments.romasc, folder, QUICK if arguments.quick else KINDS)
        plain = {part: Build(folder, sources, "g++", ["-O1"]) for part, sources in programs.items()}
        for part, build in plain.items():
            if build.error:
                sys.exit(f"the plain build of {part} failed: {build.error[:3000]}")
        failures = 0
        with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
            for good, line in pool.map(lambda one: check(folder, programs, plain, *one), sets):
                failures += not good
                print(("" if good else "FAILED: ") + line, flush=True)
    print(f"{len(sets)} sets of flags, {sum(len(build.lines) for build in plain.values())} outputs, {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
