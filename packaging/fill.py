#!/usr/bin/env python3
"""Fills in the recipes for a release: fill.py RELEASE URL FOLDER. RELEASE is a folder that ./x release made, URL the address below which
its files can be fetched. FOLDER gets the recipes, without the ending .in. Status 1: a file of the release is missing."""
import glob
import hashlib
import os
import re
import sys


def digest(algorithm, path):
    with open(path, "rb") as file:
        return hashlib.new(algorithm, file.read()).hexdigest()


def main(release, url, folder):
    here = os.path.dirname(os.path.abspath(__file__))
    archives = glob.glob(os.path.join(glob.escape(release), "romas-*.tar.gz"))
    if len(archives) != 1:
        print(f"fill.py: {release} has {len(archives)} source archives, not one", file=sys.stderr)
        return 1
    version = re.search(r"romas-(.*)\.tar\.gz$", archives[0])[1]
    tarball = os.path.join(release, f"romasc-{version}.tgz")
    if not os.path.isfile(tarball):
        print(f"fill.py: {release} has no romasc-{version}.tgz", file=sys.stderr)
        return 1
    values = {"VERSION": version, "URL": url.rstrip("/"), "SOURCE_SHA256": digest("sha256", archives[0]),
              "SOURCE_SHA512": digest("sha512", archives[0]), "NPM_SHA256": digest("sha256", tarball)}
    for path in sorted(glob.glob(os.path.join(here, "*", "*.in"))):
        with open(path, encoding="utf-8") as file:
            text = re.sub(r"@([A-Z0-9_]+)@", lambda found: values[found[1]], file.read())
        to = os.path.join(folder, os.path.relpath(path, here).removesuffix(".in"))
        os.makedirs(os.path.dirname(to), exist_ok=True)
        with open(to, "w", encoding="utf-8") as file:
            file.write(text)
    return 0


if __name__ == "__main__":
    if len(sys.argv) != 4:
        print(__doc__, file=sys.stderr)
        sys.exit(2)
    sys.exit(main(*sys.argv[1:]))
