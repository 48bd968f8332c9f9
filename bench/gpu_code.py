"""The part `gpu` of bench/run.py: generated functions over many configurations on a graphics processor (<romas/batch.cuh>), as parts of what the
device itself can do: its nominal bandwidth, a copy in the same run, and multiply-adds in the same run.

Everything is compiled by nvcc for the device that is there. Without nvcc or a device the part is left out with a reason. If romasc cannot run
beside the device, generate the headers elsewhere: `python3 bench/gpu_code.py prepare FOLDER` here, `python3 bench/gpu_code.py run FOLDER` there.
"""
import json
import os
import re
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
CORPUS = os.environ.get("ROMAS_CORPUS", os.path.join(ROOT, "..", "shared", "corpus"))
ROBOTS = (("Panda", "bench/panda"), ("UR5", "bench/ur5"), ("Atlas", "urdf/atlas-drake"))
PARTS = {"Panda": (1, 2), "UR5": (1,), "Atlas": (1, 8)}  # of derivatives: threads of a configuration
LARGE = {"Atlas"}  # without derivatives of forward dynamics, over which nvcc takes minutes; the processor's compiler does not optimise
SCALARS = ("double", "float")
KERNELS = "fk,crba,rnea,fd,rnea_derivatives"
# Goals of the project: parts of what limits a function, which is the nominal bandwidth or the device's arithmetic, whichever is nearer.
GOALS = {"inverse_dynamics": 0.7, "forward_kinematics": 0.7, "mass_matrix": 0.7, "inverse_dynamics_derivatives": 0.3}
AGREEMENT = {"double": 1e-12, "float": 1e-4}  # largest difference from the processor's doubles, relative to the largest value
NOTES = """Up to 4,194,304 random configurations in structure-of-arrays, one a thread or in parts, 128 threads a block: medians of 9 rounds of 5 launches. of nominal: bytes read
and written / time, as a part of the memory's nominal bandwidth; of copy: of the bandwidth of a copy of 2 GB in the same run. of peak: operations of
the function without its sines / time, as a part of chains of multiply-adds (2 operations each) in the same run; one operation that is no
multiply-add therefore counts half of what it takes. difference: from the processor's doubles, of 2000 configurations, relative to the largest value."""


def prepare(romasc, folder):
    """Writes the headers of all robots; returns a line for each that cannot be had."""
    remarks = []
    for name, path in ROBOTS:
        source = os.path.join(CORPUS, path + ".urdf")
        if not os.path.exists(source):
            remarks.append(f"{name}: no {source}; left out")
            continue
        target = os.path.join(folder, name)
        shutil.rmtree(target, ignore_errors=True)
        os.makedirs(target)
        subprocess.run([romasc, source, "--emit=cpp", "--kernels=" + KERNELS + ("" if name in LARGE else ",fd_derivatives"), "--whole-functions", "-o", target], check=True, capture_output=True)
    return remarks


def missing():
    """Why nothing can be measured here, or None."""
    if shutil.which("nvcc") is None:
        return "nvcc was not found"
    if shutil.which("nvidia-smi") is None or subprocess.run(["nvidia-smi", "-L"], capture_output=True, check=False).returncode != 0:
        return "there is no device"
    return None


def header(folder, name):
    """Path, namespace and operations by function of the robot's header, or None."""
    found = [f for f in os.listdir(os.path.join(folder, name)) if f.endswith(".hpp")] if os.path.isdir(os.path.join(folder, name)) else []
    if not found:
        return None
    with open(os.path.join(folder, name, found[0]), encoding="utf-8") as file:
        operations = {m[1]: int(m[2]) for m in re.finditer(r"^// (\w+): (\d+) operations", file.read(), re.M)}
    return os.path.join(folder, name, found[0]), found[0].removesuffix(".hpp"), operations


def start_build(folder, name, scalar, more):
    path, namespace, _ = header(folder, name)
    target = os.path.join(folder, name, "-".join(["bench", scalar] + [o.strip("-").replace("=", "") for o in more]))
    command = ["nvcc", "-std=c++17", "-O3", "-arch=native", "-Xptxas=-v", "-I" + os.path.join(ROOT, "runtime"), "-I" + os.path.dirname(path),
               f'-DHEADER="{os.path.basename(path)}"', "-DROBOT=" + namespace, "-DSCALAR=" + scalar, *(("-DLARGE", "-Xcompiler=-O0") if name in LARGE else ()), *more, os.path.join(HERE, "gpu", "main.cu"), "-o", target]
    return target, subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def measure(folder, variants=((),)):
    """The programs' lines, with robot, scalar and variant in each, and remarks. All are compiled at the same time, and run in turn."""
    builds = [(name, scalar, more, parts, start_build(folder, name, scalar, [*more, f"-DPARTS={parts}"]))
              for name, _ in ROBOTS if header(folder, name) for scalar in SCALARS for more in variants for parts in PARTS[name]]
    data, remarks = [], []
    for name, scalar, more, parts, (target, process) in builds:
        said = process.communicate()[0]
        with open(target + ".log", "w", encoding="utf-8") as file:
            file.write(said)
        if process.returncode != 0:
            remarks.append(f"{name}, {scalar}: {next((line for line in said.splitlines() if 'error' in line), 'no message')}")
            continue
        done = subprocess.run([target], capture_output=True, text=True, check=False)
        if done.returncode != 0:
            remarks.append(f"{name}, {scalar}: {done.stderr.strip()}")
            continue
        device, *functions = [json.loads(line) for line in done.stdout.splitlines()]
        operations = header(folder, name)[2]
        for entry in functions:
            entry |= {"robot": name, "scalar": scalar, "variant": " ".join(more), "parts": parts, "of_nominal": entry["bandwidth"] / device["nominal_bandwidth"],
                      "of_copy": entry["bandwidth"] / device["copy_bandwidth"], "operations": operations[entry["function"]], "device": device}
            entry["of_peak"] = entry["operations"] / (entry["ns"] * 1e-9) / device["flops"]
            data.append(entry)
    return data, remarks


def judge(data):
    """A line for each goal, of the best number of parts, and for each result that differs from the processor's."""
    lines = []
    best = {}
    for entry in data:
        kind = tuple(entry[key] for key in ("robot", "function", "scalar", "variant"))
        best[kind] = min(best.get(kind, entry), entry, key=lambda e: e["ns"])
    for entry in data:
        who = f"{entry['robot']} {entry['function']}, {entry['scalar']}"
        if entry["function"] in GOALS and entry in best.values():
            part, limit = max((entry["of_nominal"], "the nominal bandwidth"), (entry["of_peak"], "the peak of its arithmetic"))
            goal = GOALS[entry["function"]]
            lines.append(f"{who}: {part:.2f} of {limit}, goal {goal}: {'reached' if part >= goal else 'missed'}")
        if not entry["difference"] <= AGREEMENT[entry["scalar"]]:
            lines.append(f"{who}: differs from the processor's result by {entry['difference']:.1e} of the largest value")
    return lines


def describe(data, remarks, table):
    rows = [[f"{e['robot']} {e['function']}, {e['scalar']}{' ' + e['variant'] if e['variant'] else ''}" + (f", {e['parts']} parts" if e["parts"] > 1 else ""), f"{e['bytes']:.0f}", str(e["operations"]),
             f"{e['ns']:.4f}", f"{e['of_nominal']:.2f}", f"{e['of_copy']:.2f}", f"{e['of_peak']:.2f}", f"{e['difference']:.1e}"] for e in data]
    title = "Batches on a graphics processor"
    if data:
        device = data[0]["device"]
        title += f": {device['device']}, {device['nominal_bandwidth'] / 1e12:.2f} TB/s nominal, {device['copy_bandwidth'] / 1e12:.2f} TB/s copying"
    return table(title, ["", "bytes", "operations", "ns", "of nominal", "of copy", "of peak", "difference"], rows) + "\n" + "\n".join(
        judge(data) + remarks + NOTES.splitlines()) + "\n"


def bench_gpu(romasc, folder, table):
    reason = missing()
    if reason:
        return f"gpu: {reason}; left out\n", []
    folder = os.path.join(folder, "gpu")
    remarks = prepare(romasc, folder)
    data, more = measure(folder)
    return describe(data, remarks + more, table), data


def main():
    if len(sys.argv) < 3 or sys.argv[1] not in ("prepare", "run"):
        sys.exit("usage: gpu_code.py prepare FOLDER | gpu_code.py run FOLDER [-DTHREADS=… -DBLOCKS=…]…")
    folder = os.path.abspath(sys.argv[2])
    if sys.argv[1] == "prepare":
        print("\n".join(prepare(os.path.join(ROOT, "build", "bin", "romasc"), folder)))
        return
    reason = missing()
    if reason:
        sys.exit("gpu: " + reason)
    from run import table  # run.py imports this module
    data, remarks = measure(folder, [tuple(v.split()) for v in sys.argv[3:]] or [()])
    print(describe(data, remarks, table))


if __name__ == "__main__":
    main()
