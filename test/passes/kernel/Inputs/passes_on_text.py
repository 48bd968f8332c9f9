"""A pass makes the same of a kernel's text as of the kernel. Usage: passes_on_text.py ROMASC FOLDER ROBOT…

Each kernel is printed before and after each pass while a robot is compiled. The texts from before are read again, the pass
runs on them alone, and what it makes is compared with the texts from after.
"""
import pathlib
import re
import subprocess
import sys

STEP = re.compile(r"^// (before|after) (\S+):\n((?:joints .*\n|limbs .*\n)*kernel .*\n(?:  .*\n)*\}\n)", re.M)
KERNEL = re.compile(r"^(?:joints .*\n|limbs .*\n)*kernel (\w+)\(.*\n(?:  .*\n)*\}\n", re.M)
LIMBS = re.compile(r"^(?:joints|limbs) .*\n", re.M)


def run(command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)}\n{done.stderr}")
    return done.stdout, done.stderr


def main():
    romasc, folder, *robots = sys.argv[1:]
    compared = {}
    for robot in robots:
        _, printed = run([romasc, robot, "--emit=kernel", "-o", f"{folder}/robot.kernel", "--print-before-all", "--print-after-all", "--kernels=fk,jacobian,rnea,gravity,crba,fd,rnea_derivatives,minv,regressor"])
        steps = STEP.findall(printed[printed.index("// before simplify-kernel"):])
        by_pass = {}
        for (when, name, text), (after, same, made) in zip(steps, [*steps[1:], ("before", "", "")]):
            if when == "before":  # without an `after`, the pass made no variant
                by_pass.setdefault(name, []).append((text, made if (after, same) == ("after", name) else None))
        for name, pairs in by_pass.items():
            file = pathlib.Path(folder, name + ".kernel")
            file.write_text("".join(text for text, _ in pairs))
            found = [match.group(0) for match in KERNEL.finditer(run([romasc, str(file), f"--passes=kernel({name})", "--verify-each"])[0])]
            for before, after in pairs:
                kernel = found.pop(0)
                if name.startswith("pack-"):
                    lanes = found.pop(0) if found and "_lanes(" in found[0].splitlines()[0] else None
                    kernel = lanes.replace("_lanes(", "(", 1) if lanes else None
                # A variant was left out where another one is as short.
                if kernel is None or after is None:
                    if after is not None:
                        sys.exit(f"{robot}: {name} makes no variant of\n{before}")
                elif LIMBS.sub("", kernel) != LIMBS.sub("", after):
                    sys.exit(f"{robot}: {name} makes of\n{before}\nas a text\n{kernel}\nand else\n{after}")
                else:
                    compared[name] = compared.get(name, 0) + 1
    print(" ".join(f"{name} {count}" for name, count in sorted(compared.items())))


if __name__ == "__main__":
    main()
