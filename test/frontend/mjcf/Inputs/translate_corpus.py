"""Translates every robot of the MJCF corpus to each format, and prints the differences that are not told.

Usage: translate_corpus.py ROMASC CORPUS OUTPUT_FOLDER
"""
import json
import os
import subprocess
import sys


def main():
    romasc, corpus, folder = sys.argv[1:4]
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(corpus, "mjcf2", "cases.json"), encoding="utf-8") as cases:
        files = [case["file"] for case in json.load(cases) if "golden" in case]
    count = 0
    for target in ("urdf", "sdf", "romas", "mjcf"):
        for file in files:
            done = subprocess.run(
                [romasc, file, f"--emit={target}", "--verify-output", "-o", os.path.join(folder, "x." + target)],
                cwd=os.path.join(corpus, "mjcf2"), capture_output=True, text=True, timeout=60)
            count += 1
            for line in done.stderr.splitlines():
                if "internal error" in line:
                    print(file, line)
    print(count, "translations")


if __name__ == "__main__":
    main()
