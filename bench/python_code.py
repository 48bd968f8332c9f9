"""The part `python` of bench/run.py: a package of --emit=python next to C++ that calls the same generated code, and to a loop over
Pinocchio where its headers are found (ROMAS_BENCH_PREFIX, as for `code`).

Runs itself with --inside PACKAGE_FOLDER LIBRARY [TABLE] in a Python that has NumPy. Everything is measured there, in turns, on one
thread. TABLE is the robot for Pinocchio, whose module then stands in PACKAGE_FOLDER.
"""
import ctypes
import json
import os
import shutil
import statistics
import subprocess
import sys
import time

from generated_code import EIGEN, HERE, PREFIXES, has_header, reduce_urdf, write_table

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
EXAMPLE = os.path.join(ROOT, "examples", "arms", "panda.romas")
COUNT = 1_000_000
CALLS = 20_000
ROUNDS = 9
# Value k of configuration i: at k * count + i (in rows), or in blocks of 1024 configurations that are rows of their own.
LIBRARY = """
#include <cstddef>
#include <romas/batch.hpp>
#include "robot/panda.hpp"
static const auto f = [](const auto* q, const auto* v, const auto* a, auto tau) { panda::inverse_dynamics(q, v, a, tau); };
constexpr int N = panda::n_v;
extern "C" void one_by_one(std::ptrdiff_t n, const double* q, const double* v, const double* a, double* tau) {
  for (std::ptrdiff_t i = 0; i < n; ++i) panda::inverse_dynamics(q + i * N, v + i * N, a + i * N, tau + i * N);
}
extern "C" void rows(std::ptrdiff_t n, const double* q, const double* v, const double* a, double* tau) {
  romas::batch(n, f, romas::in<N>(q), romas::in<N>(v), romas::in<N>(a), romas::out<N>(tau));
}
extern "C" void blocks(std::ptrdiff_t n, const double* q, const double* v, const double* a, double* tau) {
  for (std::ptrdiff_t i = 0; i + 1024 <= n; i += 1024) rows(1024, q + i * N, v + i * N, a + i * N, tau + i * N);
}
"""
NOTES = """Inverse dynamics of examples/arms/panda.romas, one thread, double precision, g++ -O2, the same instruction set for both sides.
C++ in rows: romas::batch on one structure of arrays. C++ in blocks: the same in pieces of 1024 configurations, which stay in the cache.
Python's arrays hold one configuration after the other, as NumPy's do."""


def inside(project, library, peer_table=None):
    sys.path.insert(0, project)
    import numpy as np
    import panda

    lib = ctypes.CDLL(library)
    rng = np.random.default_rng(1)
    q = panda.random_configuration(rng, COUNT)
    v, a = rng.normal(size=(2, COUNT, panda.n_v))
    tau = np.empty_like(q)
    turned = [np.ascontiguousarray(x.T) for x in (q, v, a, tau)]
    few = [(q[i].copy(), v[i].copy(), a[i].copy()) for i in range(CALLS)]
    out = np.empty(panda.n_v)
    dynamics = panda.inverse_dynamics

    def call(name, arrays, count):
        getattr(lib, name)(ctypes.c_ssize_t(count), *(ctypes.c_void_p(x.ctypes.data) for x in arrays))

    def loop():
        for one in few:
            dynamics(*one)

    def loop_out():
        for x, y, z in few:
            dynamics(x, y, z, out=out)

    def loop_peer():
        for x, y, z in few:
            peer.inverse_dynamics(x, y, z, out)

    parts = {
        "kernel": (lambda: call("one_by_one", (q, v, a, tau), CALLS), CALLS),
        "call": (loop, CALLS), "call_out": (loop_out, CALLS),
        "batch": (lambda: dynamics(q, v, a, out=tau), COUNT), "rows": (lambda: call("rows", turned, COUNT), COUNT),
        "blocks": (lambda: call("blocks", turned, COUNT), COUNT),
    }
    if peer_table is not None:
        import pinocchio_loop as peer

        peer.open(peer_table)
        parts["peer"] = (loop_peer, CALLS)
        for one in few[:100]:
            peer.inverse_dynamics(*one, out)
            assert np.abs(out - dynamics(*one)).max() <= 1e-9 * np.abs(out).max()
    samples = {name: [] for name in parts}
    for turn in range(ROUNDS + 1):
        for name, (work, count) in parts.items():
            before = time.perf_counter()
            work()
            if turn > 0:  # the first round warms the caches
                samples[name].append((time.perf_counter() - before) / count * 1e9)
    call("rows", turned, COUNT)
    dynamics(q, v, a, out=tau)
    assert np.abs(turned[3].T - tau).max() <= 1e-12 * np.abs(tau).max()
    print(json.dumps({"simd": panda.simd, "ns": {name: statistics.median(times) for name, times in samples.items()}}))


def python_with_numpy():
    check = "import numpy, os, sysconfig; assert os.path.exists(os.path.join(sysconfig.get_path('include'), 'Python.h'))"
    for name in (shutil.which("python3"), "/usr/bin/python3"):
        if name and os.path.exists(name) and subprocess.run([name, "-c", check], capture_output=True).returncode == 0:
            return name
    return None


def build_peer(python, romasc, project):
    """The table for Pinocchio's module, which is built into the folder; or a line that says why there is none."""
    include = EIGEN + [f"-I{prefix}/include" for prefix in PREFIXES]
    if not has_header("pinocchio/algorithm/rnea.hpp", include):
        return None, "Pinocchio was not found: no <pinocchio/algorithm/rnea.hpp> (ROMAS_BENCH_PREFIX says where)"
    urdf, table = os.path.join(project, "panda.urdf"), os.path.join(project, "panda.table")
    subprocess.run([romasc, EXAMPLE, "--emit=urdf", "-o", urdf], check=True, capture_output=True)
    write_table(reduce_urdf(urdf, urdf), table)
    said = "import sysconfig; print(sysconfig.get_path('include'), sysconfig.get_config_var('EXT_SUFFIX'))"
    headers, suffix = subprocess.run([python, "-c", said], check=True, capture_output=True, text=True).stdout.split()
    library = [o for prefix in PREFIXES for o in (f"-L{prefix}/lib", f"-Wl,-rpath,{prefix}/lib")]
    done = subprocess.run(["c++", "-std=c++17", "-O3", "-march=native", "-DNDEBUG", "-w", "-fPIC", "-shared", "-fvisibility=hidden", *include, "-I" + headers,
                           os.path.join(HERE, "code", "pinocchio_loop.cpp"), "-o", os.path.join(project, "pinocchio_loop" + suffix), *library], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        return None, "Pinocchio was found, but does not build: " + ([line for line in done.stderr.splitlines() if "error" in line] or ["no message"])[0]
    return table, None


def bench_python(romasc, folder, table):
    python = python_with_numpy()
    if python is None:
        return "python: left out, since there is no Python with NumPy and its own headers (python3-numpy, python3-dev)\n", []
    project = os.path.join(folder, "python")
    shutil.rmtree(project, ignore_errors=True)
    subprocess.run([romasc, EXAMPLE, "--emit=python", "--name=panda", "--kernels=rnea", "-o", project], check=True, capture_output=True)
    subprocess.run([python, os.path.join(project, "build_kernels.py"), "--only=native"], check=True)
    sys.path.insert(0, project)
    import build_kernels

    source, library = os.path.join(project, "batch.cpp"), os.path.join(project, "batch.so")
    with open(source, "w", encoding="utf-8") as file:
        file.write(LIBRARY)
    flags = build_kernels.VARIANTS[build_kernels.native()][0]
    subprocess.run(["c++", "-std=c++17", "-O2", "-DNDEBUG", "-fPIC", "-shared", *flags, "-I", os.path.join(ROOT, "runtime"), "-I", os.path.join(project, "src"), source, "-o", library], check=True)
    peer, remark = build_peer(python, romasc, project)
    done = subprocess.run([python, os.path.abspath(__file__), "--inside", project, library, *([peer] if peer else [])], check=True, capture_output=True, text=True)
    result = json.loads(done.stdout)
    ns = result["ns"]
    rows = [["one call", f"{ns['call']:.0f}", f"{ns['call'] / ns['kernel']:.2f} of the kernel ({ns['kernel']:.0f} ns)"],
            ["one call with out=", f"{ns['call_out']:.0f}", f"{ns['call_out'] / ns['kernel']:.2f} of the kernel"],
            [f"{COUNT} configurations, each", f"{ns['batch']:.1f}", f"{ns['batch'] / ns['rows']:.2f} of C++ in rows, {ns['batch'] / ns['blocks']:.2f} of C++ in blocks"],
            ["", "", f"1/{ns['call'] / ns['batch']:.0f} of a loop in Python"]]
    if peer:
        rows.append(["", "", f"1/{ns['peer'] / ns['batch']:.0f} of a loop over Pinocchio ({ns['peer']:.0f} ns a call)"])
    remark = "\n" + remark if remark else "\nThe loop over Pinocchio calls a module that only hands the arrays on: Pinocchio's own bindings take more."
    return table(f"A package for Python ({result['simd']})", ["", "ns", "ratio"], rows) + "\n" + NOTES + remark + "\n", result


if __name__ == "__main__":
    inside(*sys.argv[2:])
