#!/usr/bin/env python3
"""Limits of the process and standard streams that are closed or full: every run ends with an exit status of the contract and words that say what
is missing, and writes all files or none.

Usage: limits.py ROMASC FOLDER    (the folder is emptied first)
"""
import os
import pwd
import resource
import shutil
import subprocess
import sys

from processes import Tests, robot

KB = 1 << 10
MB = 1 << 20
CONTRACT = (0, 1, 2, 3)


def limited(*limits):
    """For preexec_fn: sets (resource, value) pairs, soft and hard."""
    def apply():
        for what, value in limits:
            resource.setrlimit(what, (value, value))
    return apply


def closed(*descriptors):
    def apply():
        for descriptor in descriptors:
            os.close(descriptor)
    return apply


def unread_pipe():
    """The writing end of a pipe whose reader has gone."""
    reader, writer = os.pipe()
    os.close(reader)
    return writer


def outputs(tests):
    return sorted(os.listdir(tests.path("out"))) if os.path.exists(tests.path("out")) else []


def many(tests):
    return [tests.write(f"many/r{i}.urdf", robot(f"r{i}")) for i in range(64)]


def check(tests, title, result, status, words="", files=None):
    """`files` are those that are expected in the output folder, which is removed."""
    tests.expect(title, result[0] in (status if isinstance(status, tuple) else (status,)), f"exit status {result[0]} instead of {status}: {result[1][:300]}")
    tests.expect(title, words in result[1], f"nothing said like '{words}': {result[1][:300]}")
    if files is not None:
        tests.expect(title, outputs(tests) == files, f"files {outputs(tests)[:5]} instead of {files[:5]}")
    shutil.rmtree(tests.path("out"), ignore_errors=True)


def streams(tests):
    tests.write("arm.urdf", robot("arm"))
    tests.write("odd.urdf", robot("odd").replace("<link", '<link odd="1"', 1))
    tests.write("bad.urdf", "<robot/>")
    tests.write("long.urdf", robot("long", 3000))
    tests.write("arm.romas", "robot arm { link base; }")
    prints = {
        "--help": ["--help"], "--version": ["--version"], "--explain": ["--explain=inertia-triangle"], "--print-diagnostics": ["--print-diagnostics"],
        "--print-passes": ["--print-passes"], "--print-targets": ["--print-targets"], "--print-formats": ["--print-formats"],
        "--print-pipeline": ["arm.urdf", "--print-pipeline"], "--compare": ["--compare", "arm.urdf", "arm.urdf"],
        "--compare of others": ["--compare", "arm.urdf", "odd.urdf", "--robot=arm"][:3], "the summary": ["arm.urdf"], "--emit": ["arm.urdf", "--emit=sdf"],
        "--reformat": ["--reformat", "arm.romas", "-o", "-"], "--fix-dry-run": ["--fix-dry-run", "odd.urdf"], "--loss-report": ["arm.urdf", "--emit=none", "--loss-report=-"],
    }
    for title, arguments in prints.items():
        quiet = title == "--fix-dry-run"  # whose diff may be empty
        with open("/dev/full", "wb") as full:
            check(tests, f"{title} to a full device", tests.run(arguments, stdout=full), (0, 3) if quiet else 3, "" if quiet else "cannot write 'standard output': no space left")
        writer = unread_pipe()
        check(tests, f"{title} to nobody", tests.run(arguments, stdout=writer), (0, 3) if quiet else 3, "" if quiet else "cannot write 'standard output': nobody reads it any more")
        os.close(writer)
        check(tests, f"{title} to a closed output", tests.run(arguments, stdout=None, preexec_fn=closed(1)), (0, 3) if quiet else 3, "" if quiet else "cannot write 'standard output': it is closed")
    said = {"a warning": (["odd.urdf", "--emit=urdf", "-o", "out/"], 0), "an error": (["bad.urdf", "--emit=urdf", "-o", "out/"], 1),
            "a wrong option": (["--nonsense"], 2), "output of passes": (["arm.urdf", "--print-after-all", "-O1", "--emit=urdf", "-o", "out/"], 0)}
    for title, (arguments, status) in said.items():
        files = ["odd.urdf" if title == "a warning" else "arm.urdf"] if status == 0 else []
        with open("/dev/full", "wb") as full:
            check(tests, f"{title} to a full device", tests.run(arguments, stderr=full), 3, files=[])
        writer = unread_pipe()
        check(tests, f"{title} to nobody", tests.run(arguments, stderr=writer), status, files=files)
        check(tests, f"{title} to nobody, with the output", tests.run(arguments, stdout=writer, stderr=writer), status, files=files)
        os.close(writer)
        check(tests, f"{title} to closed streams", tests.run(arguments, stdout=None, stderr=None, preexec_fn=closed(1, 2)), status, files=files)
        check(tests, f"{title}, everything closed", tests.run(arguments, stdin=None, stdout=None, stderr=None, preexec_fn=closed(0, 1, 2)), status, files=files)
    check(tests, "closed standard input", tests.run(["-x", "urdf", "-"], stdin=None, preexec_fn=closed(0)), 3, "cannot read '-': it is closed")
    # A file that is opened as number 1 or 2 would receive what is meant for a stream.
    tests.run(["odd.urdf", "--emit=urdf", "-o", "out/a.urdf"])
    expected = tests.read("out/a.urdf")
    tests.run(["odd.urdf", "--emit=urdf", "-o", "out/b.urdf"], stdin=None, stdout=None, stderr=None, preexec_fn=closed(0, 1, 2))
    tests.expect("closed streams", tests.read("out/b.urdf") == expected, "the output is another one")
    shutil.rmtree(tests.path("out"))


def file_size(tests):
    small = limited((resource.RLIMIT_FSIZE, 1000))
    check(tests, "ulimit -f", tests.run(["long.urdf", "--emit=urdf", "-o", "out/"], preexec_fn=small), 3, "the file would be larger than allowed", [])
    with open(tests.path("said"), "wb") as said:
        said.write(b" " * 999)
        said.flush()
        status = tests.run(["bad.urdf"], stderr=said, preexec_fn=small)
        check(tests, "ulimit -f for messages", status, 3)
        said.seek(999)
        check(tests, "ulimit -f for output", tests.run(["arm.urdf"], stdout=said, preexec_fn=small), 3, "the file would be larger than allowed")


def needed_to_start(tests):
    """The least memory with which the program starts, to a quarter of a megabyte."""
    low, high = 0, 1600
    while high - low > 1:
        middle = (low + high) // 2
        started = tests.run(["--version"], preexec_fn=limited((resource.RLIMIT_AS, middle * MB // 4)))[0] == 0
        low, high = (low, middle) if started else (middle, high)
    return high * MB // 4


def memory(tests):
    """Every amount of memory from what the program needs to start up to what it needs to work."""
    inputs = many(tests)
    tests.write("middle.urdf", robot("middle", 400))
    tests.write("links.romas", "robot links { " + "".join(f"link l{i};" for i in range(300)) + " }")
    tests.write("mesh.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n" + "f 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n" * 2000)
    tests.write("servos.yaml", "joints:\n" + "".join(f"  j{i}: {{ id: {i} }}\n" for i in range(200)))
    cases = {  # the number of files that there are at the end
        "a description": (["middle.urdf", "--emit=urdf,sdf", "-o", "out/"], 2),
        "text of the language": (["links.romas", "--emit=none"], 0),
        "a mesh": (["mesh.obj", "--emit=none"], 0),
        "many files": ([*inputs, "-j8", "--emit=sdf", "-o", "out/"], 64),
        "findings as JSON": (["bad.urdf", "odd.urdf", "--format=json"], 0),
        "a servo map": (["middle.urdf", "--servo-map=servos.yaml", "--emit=none"], 0),
        "two files compared": (["--compare", "middle.urdf", "middle.urdf"], 0),
    }
    start = needed_to_start(tests)
    steps = [step * 128 * KB for step in range(24)] + [step * MB for step in range(3, 12)] + [step * 8 * MB for step in range(2, 16)]
    failures = 0
    for title, (arguments, files) in cases.items():
        for more in steps:
            result = tests.run(arguments, preexec_fn=limited((resource.RLIMIT_AS, start + more)))
            with_it = f"with {(start + more) // KB} kB"
            tests.expect(title, result[0] in CONTRACT, f"exit status {result[0]} {with_it}: {result[1][:300]}")
            if result[0] == 3:
                failures += 1
                tests.expect(title, "memory" in result[1], f"{with_it} it says {result[1][:300]}")
            tests.expect(title, len(outputs(tests)) == (files if result[0] == 0 else 0), f"{len(outputs(tests))} files {with_it}")
            shutil.rmtree(tests.path("out"), ignore_errors=True)
    tests.expect("memory", failures > 0, "memory sufficed always, which proves nothing")
    # Eight threads need their stacks and no more.
    check(tests, "-j8 with 200 MB", tests.run([*inputs, "-j8", "--emit=none"], preexec_fn=limited((resource.RLIMIT_AS, 200_000 * KB))), 0)
    # One file that needs too much does not take the others along.
    tests.write("huge.urdf", robot("huge", 40_000))
    result = tests.run(["arm.urdf", "huge.urdf", "odd.urdf", "-j4"], preexec_fn=limited((resource.RLIMIT_AS, start + 20 * MB)))
    check(tests, "one file too large for the memory", result, 3, "not enough memory for 'huge.urdf'")
    tests.expect("one file too large for the memory", "unknown-attribute" in result[1] and "arm" in result[2], f"the others are missing: {result[1][:300]}")


def descriptors(tests):
    inputs = many(tests)
    few = 0
    for count in range(3, 24):
        result = tests.run([*inputs, "-j4", "--emit=sdf", "-o", "out/"], preexec_fn=limited((resource.RLIMIT_NOFILE, count)))
        if "error while loading shared libraries" in result[1]:
            continue
        few += result[0] == 3
        tests.expect("ulimit -n", result[0] in (0, 3), f"exit status {result[0]} with {count}: {result[1][:300]}")
        tests.expect("ulimit -n", result[0] == 0 or "too many files are open" in result[1], f"it says {result[1][:300]}")
        tests.expect("ulimit -n", len(outputs(tests)) == (64 if result[0] == 0 else 0), f"{len(outputs(tests))} files with {count}")
        shutil.rmtree(tests.path("out"), ignore_errors=True)


def stack(tests):
    """Inputs that are as deep as they may be, and deeper."""
    cases = {
        "deep.urdf": '<robot name="r"><link name="a"/>' + "<a>" * 990 + "</a>" * 990 + "</robot>",
        "deeper.urdf": '<robot name="r">' + "<a>" * 5000 + "</a>" * 5000 + "</robot>",
        "deep.romas": "robot r { link a { mass " + "(" * 250 + "1 kg" + ")" * 250 + "; } }",
        "deeper.romas": "robot r { link a { mass " + "(" * 5000 + "1 kg" + ")" * 5000 + "; } }",
        "chain.urdf": robot("chain", 20_000),
    }
    for name, text in cases.items():
        tests.write(name, text)
        usual = tests.run([name, "--emit=urdf", "-O1"])
        tests.expect(name, usual[0] in (0, 1), f"exit status {usual[0]}: {usual[1][:300]}")
        for size in (64 * KB, 256 * KB, MB, resource.RLIM_INFINITY):
            result = tests.run([name, "--emit=urdf", "-O1"], preexec_fn=limited((resource.RLIMIT_STACK, size)))
            tests.expect(name, result == usual, f"with a stack of {size}: exit status {result[0]} instead of {usual[0]}: {result[1][:300]}")


def threads(tests):
    """A user who may have no further process: threads count as such. Root has no such limit, so that it is tried as somebody else."""
    inputs = many(tests)
    settings = {}
    if os.geteuid() == 0:
        settings = {"user": pwd.getpwnam("nobody").pw_uid}
        os.chmod(tests.folder, 0o755)
    try:
        started = tests.run(["--version"], **settings)[0] == 0 and tests.run([*inputs, "--emit=none"], **settings)[0] == 0
    except PermissionError:
        started = False
    if not started:
        print("ulimit -u: skipped, 'nobody' may not run the program here")
        return
    for count in (1, 2, 3):
        result = tests.run([*inputs, "-j8", "--emit=none"], preexec_fn=limited((resource.RLIMIT_NPROC, count)), **settings)
        tests.expect("ulimit -u", result[:2] == (0, ""), f"exit status {result[0]} with {count}: {result[1][:300]}")


def main():
    tests = Tests()
    for group in (streams, file_size, memory, descriptors, stack, threads):
        group(tests)
    tests.finish("checks of limits")


if __name__ == "__main__":
    main()
