#!/usr/bin/env python3
"""Gathers what is shipped into one folder: gather.py [--partial] SOURCE BUILD VERSION COMMIT TIME FOLDER. TIME is that of the commit, in
seconds since 1970. The same files from the same commit make the same folder, bit for bit.

Beside the files it writes notes.md, the changelog's entry; romas-VERSION.spdx.json, the bill of materials; SHA256SUMS of all of them; and
SHA256SUMS.minisig if ROMAS_MINISIGN_KEY names a secret key of minisign. A file that was not made is an error; with --partial it is said.
Status 1: something is missing or wrong.
"""
import glob
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import time
import zipfile

import sbom

# Patterns below BUILD, and the command that makes such a file.
PARTS = [("package/romas_{v}_*.deb", "./x package"), ("package/romas-{v}.tar.gz", "./x package"), ("package/romas-{v}.vsix", "./x package"),
         ("npm/romasc-{v}.tgz", "./x wasm"), ("wheel/romasc-{v}-*.whl", "./x wheel")]
PAGE = ("playground", "./x playground")  # a folder
ZIP_BEGINS = 315532800  # 1980


def say(text):
    print(f"release: {text}", file=sys.stderr)


def zip_page(folder, to, seconds):
    """A folder as a ZIP archive; nothing of the system is in it but the files."""
    names = sorted(os.path.relpath(os.path.join(at, name), folder) for at, _, files in os.walk(folder) for name in files)
    with zipfile.ZipFile(to, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name in names:
            entry = zipfile.ZipInfo(name.replace(os.sep, "/"), time.gmtime(max(seconds, ZIP_BEGINS))[:6])
            entry.external_attr = 0o100644 << 16
            entry.create_system = 3
            entry.compress_type = zipfile.ZIP_DEFLATED
            with open(os.path.join(folder, name), "rb") as file:
                archive.writestr(entry, file.read(), compresslevel=9)


def notes(source, version):
    """The changelog's entry of a version, else that of what is not released yet."""
    with open(os.path.join(source, "CHANGELOG.md"), encoding="utf-8") as file:
        text = file.read()
    for name in [re.escape(version), "Unreleased"]:
        found = re.search(rf"^## \[{name}\][^\n]*\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
        if found:
            return f"# romas {version}\n\n{found[1].strip()}\n"
    raise sbom.Refused(f"CHANGELOG.md has no entry for {version}")


def sha256(path):
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def sign(folder, version, commit):
    """Signs the checksums, and checks the signature. Returns whether there is one."""
    key = os.environ.get("ROMAS_MINISIGN_KEY", "")
    if not key:
        say("nothing is signed: ROMAS_MINISIGN_KEY names no secret key; to make one:  minisign -G -W -s romas.key -p romas.pub")
        return False
    if not os.path.isfile(key):
        raise sbom.Refused(f"ROMAS_MINISIGN_KEY: there is no file {key}")
    if shutil.which("minisign") is None:
        raise sbom.Refused("ROMAS_MINISIGN_KEY names a key, and minisign is not installed:  apt-get install minisign")
    public = os.path.join(folder, "romas.pub")
    for words in [["-R", "-s", key, "-p", public],
                  ["-S", "-s", key, "-m", "SHA256SUMS", "-t", f"romas {version} {commit}", "-c", "signature of romas"],
                  ["-V", "-p", public, "-m", "SHA256SUMS"]]:
        run = subprocess.run(["minisign", *words], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True)
        if run.returncode != 0:
            raise sbom.Refused(f"minisign {words[0]} failed: {(run.stderr + run.stdout).strip()}")
    return True


def gather(source, build, version, commit, seconds, folder, partial):
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    missing = []
    for pattern, maker in PARTS:
        found = glob.glob(os.path.join(build, pattern.format(v=version)))
        if len(found) > 1:
            raise sbom.Refused(f"{len(found)} files are {pattern.format(v=version)} in {build}: remove the old ones")
        if found:
            shutil.copyfile(found[0], os.path.join(folder, os.path.basename(found[0])))
        else:
            missing.append((pattern.format(v=version), maker))
    page = os.path.join(build, PAGE[0])
    if os.path.isdir(page):
        zip_page(page, os.path.join(folder, f"romas-{version}-page.zip"), seconds)
    else:
        missing.append((PAGE[0], PAGE[1]))
    for name, maker in missing:
        say(f"{name} was not made ({maker})")
    if missing and not partial:
        return 1
    with open(os.path.join(folder, "notes.md"), "w", encoding="utf-8") as file:
        file.write(notes(source, version))
    shipped = [name for name in sorted(os.listdir(folder)) if name != "notes.md"]
    parts = sbom.contents(source, build)
    date = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(seconds))
    bill = sbom.document(version, commit, date, {name: sha256(os.path.join(folder, name)) for name in shipped}, parts)
    with open(os.path.join(folder, f"romas-{version}.spdx.json"), "w", encoding="utf-8") as file:
        json.dump(bill, file, indent=1)
        file.write("\n")
    sums = "".join(f"{sha256(os.path.join(folder, name))}  {name}\n" for name in sorted(os.listdir(folder)))
    with open(os.path.join(folder, "SHA256SUMS"), "w", encoding="utf-8") as file:
        file.write(sums)
    sign(folder, version, commit)
    return 0


def main(words):
    partial = "--partial" in words
    rest = [word for word in words if word != "--partial"]
    if len(rest) != 6:
        print(__doc__, file=sys.stderr)
        return 2
    source, build, version, commit, seconds, folder = rest
    try:
        return gather(source, build, version, commit, int(seconds), folder, partial)
    except (sbom.Refused, OSError, subprocess.CalledProcessError) as problem:
        say(problem)
        return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
