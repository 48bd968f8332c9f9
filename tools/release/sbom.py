"""The bill of materials of a release as SPDX 2.3: the files that are shipped, and the packages that are in each.

Everything is read from what was built: ninja's record of the headers and libraries of each program, Debian's records of who owns them,
and the lists of licences that the bundles of JavaScript carry.
"""
import base64
import glob
import json
import os
import re
import subprocess

# Debian's names of licences in SPDX's words. A licence with another name is told in a comment, and claimed as NOASSERTION.
LICENCES = {"Apache-2.0": "Apache-2.0", "BSD-2-clause": "BSD-2-Clause", "BSD-3-clause": "BSD-3-Clause", "BSD-3-Clause": "BSD-3-Clause",
            "BSL-1.0": "BSL-1.0", "Expat": "MIT", "MIT": "MIT", "MPL-2": "MPL-2.0", "MPL-2.0": "MPL-2.0", "Zlib": "Zlib"}
# Source packages whose copyright files no program can read, or name the licence in words of their own.
BY_HAND = {"xerces-c": "Apache-2.0", "yaml-cpp": "MIT", "gcc-12": "GPL-3.0-or-later WITH GCC-exception-3.1", "glibc": "LGPL-2.1-or-later",
           "linux": "GPL-2.0-only WITH Linux-syscall-note", "llvm-toolchain-19": "Apache-2.0 WITH LLVM-exception",
           "emscripten": "MIT AND Apache-2.0 WITH LLVM-exception"}  # with musl, libc++abi, libunwind and compiler-rt
PROGRAMS = ["romasc", "romas-lsp", "romas-studio", "romas-mesh-reader", "romas-mat-reader"]
IN_WHEEL = ["romasc", "romas-lsp", "romasc-library"]
NOT_LINKED = {"linux-libc-dev"}  # headers alone, which the C library's include


class Refused(Exception):
    """Says why there can be no bill of materials."""


def output_of(*command, cwd=None):
    return subprocess.run(command, check=True, capture_output=True, text=True, cwd=cwd, env=os.environ | {"LC_ALL": "C"}).stdout


def targets_of(build, programs):
    """Those of the programs that this build has."""
    known = output_of("ninja", "-t", "targets", "all", cwd=build)
    return [name for name in programs if re.search(rf"^(bin/)?{re.escape(name)}: ", known, re.MULTILINE)]


def system_files(build, targets):
    """The files of the system that programs are made of: headers that were included, libraries that were linked."""
    objects = set(output_of("ninja", "-t", "inputs", *targets, cwd=build).split())
    files, wanted = set(), False
    for line in output_of("ninja", "-t", "deps", cwd=build).splitlines():
        if line and not line.startswith(" "):
            wanted = line.split(":")[0] in objects
        elif wanted and line.strip().startswith("/"):
            files.add(line.strip())
    links = [line for line in output_of("ninja", "-t", "commands", *targets, cwd=build).splitlines() if re.search(r" -o (bin|lib)/", line)]
    for line in links:
        files.update(word for word in line.split() if re.fullmatch(r"/usr/\S+\.a", word))
        if " -static " in line:
            compiler = line.removeprefix(": && ").split()[0]
            files.update(os.path.realpath(output_of(compiler, f"-print-file-name={name}").strip())
                         for name in ["libstdc++.a", "libgcc.a", "libc.a"])  # of these the link says nothing
    return {path for path in files if path.startswith(("/usr/include/", "/usr/lib/"))}


def debian_packages(files):
    """Pairs of a binary package of Debian and its version for these files, without duplicates."""
    owners = set()
    known = sorted(files)
    for begin in range(0, len(known), 500):
        run = subprocess.run(["dpkg-query", "-S", *known[begin:begin + 500]], capture_output=True, text=True, env=os.environ | {"LC_ALL": "C"})
        owners.update(line.split(": ")[0].split(",")[0].split(":")[0] for line in run.stdout.splitlines())
    return sorted(owners - NOT_LINKED)


def licence_of(source, copyright_file):
    """The licence as SPDX has it, and a comment or None."""
    if source in BY_HAND:
        return BY_HAND[source], None
    try:
        with open(copyright_file, encoding="utf-8", errors="replace") as file:
            text = file.read()
    except OSError:
        return "NOASSERTION", None
    found = re.search(r"^Files: *\*.*?^License: *([^\n]+)", text, re.MULTILINE | re.DOTALL)
    name = found[1].strip() if found else None
    if name in LICENCES:
        return LICENCES[name], None
    return "NOASSERTION", f"Debian's copyright file says {name or 'no licence that a program can read'}"


def debian_component(package):
    fields = output_of("dpkg-query", "-W", "-f", "${Version}\t${Architecture}\t${source:Package}", package)
    version, architecture, source = fields.split("\t")
    licence, comment = licence_of(source, f"/usr/share/doc/{package}/copyright")
    return {"name": package, "version": version, "licence": licence, "comment": comment, "supplier": "Organization: Debian",
            "purl": f"pkg:deb/debian/{package}@{quoted(version)}?arch={architecture}"}


def wasm_components(build):
    """Lists what romasc is linked with as WebAssembly: Debian's sources, and Emscripten with its C library. Libraries that are headers alone are those of the
    native build."""
    with open(os.path.join(build, "wasm-sources", "versions"), encoding="utf-8") as file:
        rows = [line.split() for line in file]
    rows.append(["emscripten", output_of("dpkg-query", "-W", "-f", "${Version}", "emscripten")])
    binary = {"antlr4-cpp-runtime": "libantlr4-runtime-dev", "boost1.74": "libboost1.74-dev", "xerces-c": "libxerces-c-dev",
              "yaml-cpp": "libyaml-cpp-dev"}
    found = [debian_component(package) for package in ["libeigen3-dev", "nlohmann-json3-dev"]]
    for source, version in rows:
        licence, comment = licence_of(source, f"/usr/share/doc/{binary.get(source, source)}/copyright")
        found.append({"name": source, "version": version, "licence": licence, "comment": comment, "supplier": "Organization: Debian",
                      "purl": f"pkg:deb/debian/{source}@{quoted(version)}?arch=source"})
    return found


def npm_components(licences, lock):
    """The packages that a bundle holds, from the list of licences beside it, with their hashes of the lock file."""
    with open(lock, encoding="utf-8") as file:
        packages = {path.split("node_modules/")[-1]: fields for path, fields in json.load(file)["packages"].items() if path}
    found = []
    with open(licences, encoding="utf-8") as file:
        heads = [text.lstrip("\n").split("\n")[0] for text in re.split(r"^-{80}$", file.read(), flags=re.MULTILINE)]
    for head in heads:
        match = re.fullmatch(r"(\S+) (\S+) \((.+)\)", head)
        if match is None:
            raise Refused(f"{licences} has an entry that begins with '{head}' and not with NAME VERSION (LICENCE)")
        name, version, licence = match.groups()
        row = {"name": name, "version": version, "licence": licence, "comment": None, "supplier": "NOASSERTION",
               "purl": f"pkg:npm/{quoted(name)}@{quoted(version)}"}
        fields = packages.get(name, {})
        if fields.get("version") == version and fields.get("integrity", "").startswith("sha512-"):
            row["sha512"] = base64.b64decode(fields["integrity"][7:]).hex()
        found.append(row)
    return found


def quoted(text):
    return text.replace("@", "%40", 1) if text.startswith("@") else text.replace("+", "%2B")


def contents(source, build):
    """Lists the components in each kind of file, by the end of its name."""
    def native(programs):
        return [debian_component(package) for package in debian_packages(system_files(build, targets_of(build, programs)))]

    page = glob.glob(os.path.join(build, "studio", "page", "licences.txt"))
    page = npm_components(page[0], os.path.join(source, "tools", "studio", "web", "package-lock.json")) if page else []
    extension = glob.glob(os.path.join(build, "editors", "vscode", "extension", "licences.txt"))
    extension = npm_components(extension[0], os.path.join(source, "tools", "editors", "vscode", "package-lock.json")) if extension else []
    wasm = wasm_components(build) if os.path.isfile(os.path.join(build, "wasm-sources", "versions")) else []
    return {".deb": native(PROGRAMS) + page, ".tar.gz": page, ".vsix": extension + wasm, ".tgz": wasm, ".whl": native(IN_WHEEL), ".zip": wasm + page}


def document(version, commit, date, hashes, parts):
    """The document as an object of JSON. date: 2026-01-31T00:00:00Z; hashes: SHA-256 by name of a shipped file; parts: see contents()."""
    packages, relationships, ids = [], [], {}

    def add(key, fields):
        if key not in ids:
            ids[key] = f"SPDXRef-{len(ids) + 1}-{re.sub(r'[^A-Za-z0-9.-]+', '-', key)}"
            packages.append({"SPDXID": ids[key], **fields, "downloadLocation": "NOASSERTION", "copyrightText": "NOASSERTION", "filesAnalyzed": False})
        return ids[key]

    for name, digest in sorted(hashes.items()):
        shipped = add(name, {"name": name, "versionInfo": version, "packageFileName": name, "supplier": "Organization: The romas authors",
                             "checksums": [{"algorithm": "SHA256", "checksumValue": digest}],
                             "licenseConcluded": "NOASSERTION", "licenseDeclared": "Apache-2.0"})
        relationships.append({"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES", "relatedSpdxElement": shipped})
        for part in next((parts[end] for end in parts if name.endswith(end)), []):
            fields = {"name": part["name"], "versionInfo": part["version"], "supplier": part["supplier"],
                      "licenseConcluded": "NOASSERTION", "licenseDeclared": part["licence"],
                      "externalRefs": [{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": part["purl"]}]}
            if part["comment"]:
                fields["licenseComments"] = part["comment"]
            if "sha512" in part:
                fields["checksums"] = [{"algorithm": "SHA512", "checksumValue": part["sha512"]}]
            relationships.append({"spdxElementId": shipped, "relationshipType": "CONTAINS", "relatedSpdxElement": add(part["purl"], fields)})
    return {"spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": f"romas-{version}",
            "documentNamespace": f"https://romas.example.org/spdx/romas-{version}-{commit}",
            "creationInfo": {"created": date, "creators": ["Organization: The romas authors", f"Tool: romas-release-{version}"]},
            "packages": packages, "relationships": relationships}
