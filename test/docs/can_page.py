#!/usr/bin/env python3
"""Runs what docs/servo-can.md shows, with the arm of docs/servo.md.

Usage: can_page.py ROMASC DOCS FOLDER"""
import pathlib
import sys

from servo_page import run_page


def main():
    romasc, docs, folder = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
    commands, problems = run_page(docs, "servo-can.md", romasc, folder, "/dev/null")
    print("\n".join(problems))
    print(f"{commands} commands, {len(problems)} problems")
    return 1 if problems or commands < 4 else 0


if __name__ == "__main__":
    sys.exit(main())
