#!/usr/bin/env python3
"""Runs what docs/servo-package.md shows, with the arm of docs/servo.md. Usage: package_page.py ROMASC DOCS FOLDER"""
import pathlib
import sys

from servo_page import run_page


def main():
    romasc, docs, folder = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
    commands, problems = run_page(docs, "servo-package.md", romasc, folder, "")
    options = set((folder / "arm/zephyr/Kconfig").read_text(encoding="utf-8").split()) if not problems else set()
    page = (docs / "servo-package.md").read_text(encoding="utf-8")
    for name in ("ARM_SERVOS", "ARM_UNITS", "ARM_WATCHDOG_MS"):
        if not problems and (name not in options or f"`CONFIG_{name}=" not in page):
            problems.append(f"the option {name}")
    print("\n".join(problems))
    print(f"{commands} commands, {len(problems)} problems")
    return 1 if problems or commands < 6 else 0


if __name__ == "__main__":
    sys.exit(main())
