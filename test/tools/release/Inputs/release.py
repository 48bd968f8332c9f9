"""Makes a release twice of a small project, in two folders, and looks at what is in it. Usage: release.py SOURCE FOLDER"""
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import time

source, folder = map(os.path.abspath, sys.argv[1:])
GATHER = os.path.join(source, "tools", "release", "gather.py")
VERSION, COMMIT, SECONDS = "7.1.0", "0123456789abcdef0123456789abcdef01234567", "1770000000"
NINJA = """rule cxx
  command = g++ -MD -MF $out.d -c $in -o $out
  depfile = $out.d
  deps = gcc
rule link
  command = : && g++ -static $in -o $out  /usr/lib/ARCH/libyaml-cpp.a && :
build main.o: cxx main.cpp
build other.o: cxx other.cpp
build bin/romasc: link main.o
build bin/other: link other.o
build romasc: phony bin/romasc
"""
failures = []


def expect(holds, text):
    if not holds:
        failures.append(text)


def run(*command, status=0, **settings):
    done = subprocess.run(command, capture_output=True, text=True, **settings)
    if done.returncode != status:
        sys.exit(f"{' '.join(command)}: status {done.returncode}, not {status}\n{done.stdout}{done.stderr}")
    return done.stdout + done.stderr


def write(text, *path):
    at = os.path.join(*path)
    os.makedirs(os.path.dirname(at), exist_ok=True)
    with open(at, "w", encoding="utf-8") as file:
        file.write(text)
    return at


def project(name):
    """A project with a build of one shipped program and another one, and with everything that is shipped."""
    at = os.path.join(folder, name)
    write(f"# Changelog\n\n## [Unreleased]\n- later\n\n## [{VERSION}] - 2026-02-03\n\n### Added\n- new\n\n## [7.0.0] - 2026-01-02\n- old\n", at, "CHANGELOG.md")
    for lock in [("tools", "studio", "web"), ("tools", "editors", "vscode")]:
        write(json.dumps({"packages": {"": {}, "node_modules/@a/b": {"version": "1.2.3", "integrity": "sha512-AAEC"}}}), at, *lock, "package-lock.json")
    build = os.path.join(at, "build")
    arch = run("gcc", "-print-multiarch").strip()
    write(NINJA.replace("ARCH", arch), build, "build.ninja")
    write("#include <yaml-cpp/yaml.h>\nint main() { return YAML::Load(\"1\").as<int>() - 1; }\n", build, "main.cpp")
    write("#include <gtest/gtest.h>\nint main() {}\n", build, "other.cpp")
    run("ninja", "-C", build)
    run(os.path.join(build, "bin", "romasc"))
    write("@a/b 1.2.3 (MIT)\n\nthe text\n", build, "studio", "page", "licences.txt")
    write("@a/b 1.2.3 (MIT)\n\nthe text\n", build, "editors", "vscode", "extension", "licences.txt")
    if WASM:
        write("".join(f"{name} {version}\n" for name, version in WASM.items()), build, "wasm-sources", "versions")
    for part in [f"package/romas_{VERSION}_amd64.deb", f"package/romas-{VERSION}.tar.gz", f"package/romas-{VERSION}.vsix", f"npm/romasc-{VERSION}.tgz",
                 f"wheel/romasc-{VERSION}-py3-none-any.whl", "playground/index.html", "playground/programs/romasc.wasm"]:
        write(f"the bytes of {part}\n", build, part)
    return at


# What the programs for WebAssembly hold. Without Emscripten nobody builds them, and there is no bill of them.
WASM = {"antlr4-cpp-runtime": "4.9", "boost1.74": "1.74", "llvm-toolchain-19": "19.1", "xerces-c": "3.2", "yaml-cpp": "0.7"} if shutil.which("em++") else {}


def gather(at, *options, status=0, key=""):
    environment = os.environ | {"ROMAS_MINISIGN_KEY": key}
    return run(sys.executable, "-B", GATHER, *options, at, os.path.join(at, "build"), VERSION, COMMIT, SECONDS, os.path.join(at, "out"),
               status=status, env=environment)


def contents(at):
    found = {}
    for name in sorted(os.listdir(at)):
        with open(os.path.join(at, name), "rb") as file:
            found[name] = file.read()
    return found


def look_at_bill(bill):
    ids = [package["SPDXID"] for package in bill["packages"]]
    expect(len(set(ids)) == len(ids), "two packages of the bill have one id")
    expect(all(re.fullmatch(r"SPDXRef-[A-Za-z0-9.-]+", name) for name in ids), f"an id is not one of SPDX: {ids}")
    for relationship in bill["relationships"]:
        for end in ["spdxElementId", "relatedSpdxElement"]:
            expect(relationship[end] in [*ids, "SPDXRef-DOCUMENT"], f"{relationship[end]} is nowhere")
    for package in bill["packages"]:
        for member in ["name", "SPDXID", "downloadLocation", "licenseConcluded", "licenseDeclared", "copyrightText"]:
            expect(member in package, f"{package['name']} has no {member}")
    by_name = {package["name"]: package for package in bill["packages"]}
    version = run("dpkg-query", "-W", "-f", "${Version}", "libyaml-cpp-dev")
    expect(by_name.get("libyaml-cpp-dev", {}).get("versionInfo") == version, "the library that is linked is not in the bill")
    expect(by_name["libyaml-cpp-dev"]["licenseDeclared"] == "MIT", "the library's licence is wrong")
    expect("libgtest-dev" not in by_name, "a library of a program that is not shipped is in the bill")
    expect("libc6-dev" in by_name, "the C library is linked statically, and not in the bill")
    expect(by_name["@a/b"]["checksums"][0]["checksumValue"] == "000102", "the package of npm has not the hash of the lock file")
    expect(by_name["@a/b"]["externalRefs"][0]["referenceLocator"] == "pkg:npm/%40a/b@1.2.3", "the package of npm has another address")
    within = {(relationship["spdxElementId"], relationship["relatedSpdxElement"]) for relationship in bill["relationships"]}
    for shipped, part, is_in in [(f"romas_{VERSION}_amd64.deb", "libyaml-cpp-dev", True), (f"romas_{VERSION}_amd64.deb", "@a/b", True),
                                 (f"romasc-{VERSION}-py3-none-any.whl", "@a/b", False), (f"romas-{VERSION}.vsix", "@a/b", True),
                                 (f"romas-{VERSION}.tar.gz", "libyaml-cpp-dev", False)]:
        expect(((by_name[shipped]["SPDXID"], by_name[part]["SPDXID"]) in within) == is_in, f"{part} in {shipped}: not {is_in}")
    for shipped in [f"romasc-{VERSION}.tgz", f"romas-{VERSION}.vsix", f"romas-{VERSION}-page.zip"]:
        for part in WASM and [*WASM, "emscripten", "libeigen3-dev", "nlohmann-json3-dev"]:
            expect((by_name[shipped]["SPDXID"], by_name.get(part, {}).get("SPDXID")) in within, f"{part} is not in {shipped}, which holds WebAssembly")
            expect(by_name.get(part, {}).get("licenseDeclared", "NOASSERTION") != "NOASSERTION", f"{part} has no licence in the bill")
    expect(bill["creationInfo"]["created"] == "2026-02-02T02:40:00Z", f"another time: {bill['creationInfo']['created']}")


def twice():
    first = project("one")
    time.sleep(2.1)  # a ZIP archive counts two seconds
    os.umask(0o077)
    os.environ["TZ"] = "Asia/Seoul"
    second = project("another/folder with a longer name")
    expect("nothing is signed: ROMAS_MINISIGN_KEY" in gather(first), "nobody says that nothing is signed")
    gather(second)
    found, again = contents(os.path.join(first, "out")), contents(os.path.join(second, "out"))
    expect(list(found) == list(again), f"other files: {list(found)}, {list(again)}")
    for name, content in found.items():
        expect(again.get(name) == content, f"{name} differs from folder to folder")
    expect(len(found) == 9, f"9 files are shipped, not {list(found)}")
    expect(found["notes.md"] == f"# romas {VERSION}\n\n### Added\n- new\n".encode(), f"other notes: {found['notes.md']}")
    sums = dict(reversed(line.split("  ")) for line in found["SHA256SUMS"].decode().splitlines())
    expect(sums == {name: hashlib.sha256(content).hexdigest() for name, content in found.items() if name != "SHA256SUMS"}, "the checksums are wrong")
    look_at_bill(json.loads(found[f"romas-{VERSION}.spdx.json"]))
    return first


def sign(at):
    expect("there is no file /gone" in gather(at, status=1, key="/gone"), "a key that is not there is not said")
    expect("minisign" in gather(at, status=1, key=write("no key\n", folder, "bad.key")), "a file that is no key is not said")
    if shutil.which("minisign") is None:
        print("minisign is not installed: nothing was signed")
        return
    key = os.path.join(folder, "romas.key")
    run("minisign", "-G", "-W", "-s", key, "-p", os.path.join(folder, "romas.pub"))
    gather(at, key=key)
    out = os.path.join(at, "out")
    before = contents(out)
    gather(at, key=key)
    expect(contents(out) == before, "a second signature of the same files differs")
    verify = ["minisign", "-V", "-p", os.path.join(folder, "romas.pub"), "-m", "SHA256SUMS"]
    expect(f"romas {VERSION} {COMMIT}" in run(*verify, cwd=out), "the signature does not name the commit")
    with open(os.path.join(out, "SHA256SUMS"), "a", encoding="utf-8") as file:
        file.write("\n")
    run(*verify, cwd=out, status=1)


def refuse(at):
    wheel = os.path.join(at, "build", "wheel")
    write("older\n", wheel, f"romasc-{VERSION}-older.whl")
    expect("2 files are wheel/romasc-" in gather(at, status=1), "two wheels are not said")
    shutil.rmtree(wheel)
    expect("was not made (./x wheel)" in gather(at, status=1), "a missing wheel is not said")
    expect("was not made (./x wheel)" in gather(at, "--partial"), "a missing wheel is not said in part of a release")
    write("no list\n", at, "build", "studio", "page", "licences.txt")
    expect("begins with 'no list'" in gather(at, "--partial", status=1), "a list of licences that cannot be read is not said")
    write("# Changelog\n", at, "CHANGELOG.md")
    expect("CHANGELOG.md has no entry" in gather(at, "--partial", status=1), "a missing entry is not said")


def source_archives():
    """The archive of ./x package source from two clones."""
    origin = os.path.join(folder, "origin")
    write(f"project(romas VERSION {VERSION} LANGUAGES CXX)\n", origin, "CMakeLists.txt")
    write("text\n", origin, "docs", "page.md")
    shutil.copy(os.path.join(source, "x"), origin)
    git = ["git", "-c", "user.name=t", "-c", "user.email=t@example.org"]
    run("git", "init", "-q", origin)
    run(*git, "-C", origin, "add", "-A")
    run(*git, "-C", origin, "commit", "-qm", "one")
    archives = []
    for name, mask in [("first", 0o022), ("a second one", 0o077)]:
        os.umask(mask)
        clone = os.path.join(folder, "clones", name)
        run("git", "clone", "-q", origin, clone)
        run("./x", "package", "source", cwd=clone)
        with open(os.path.join(clone, "build", "package", f"romas-{VERSION}.tar.gz"), "rb") as file:
            archives.append(file.read())
        time.sleep(1.1)
    expect(archives[0] == archives[1], "the source archives of two clones differ")
    names = run("tar", "-tzf", os.path.join(folder, "clones", "first", "build", "package", f"romas-{VERSION}.tar.gz")).split()
    expect(f"romas-{VERSION}/docs/page.md" in names and f"romas-{VERSION}/COMMIT" in names, f"the source archive holds {names}")


at = twice()
sign(at)
refuse(at)
source_archives()
print("\n".join(failures))
sys.exit(bool(failures))
