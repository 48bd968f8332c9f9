#!/usr/bin/env python3
"""Many small files in one call: a file of which nothing more is to be said takes next to nothing.

Usage: many_files.py ROMASC FOLDER    (the folder is emptied first)

The bound is the one of all inputs, 8 times their size and 64 MB, for 100,000 files; here are 8,000 and 2,000 of them, and what one more takes is
scaled up.
"""
from processes import Tests, measure

MB = 1 << 20
FEW, MANY, MOST = 2_000, 8_000, 100_000
PATH = 300  # bytes for a path, which is kept in several forms


def main():
    tests = Tests()
    kinds = {
        "a library": ("romas", "module leg() { link a; }\n", 0, ["--emit=none"]),
        "an empty text": ("romas", "", 1, ["--emit=none"]),
        "a tiny robot": ("urdf", '<robot name="r"><link name="a"/></robot>', 0, ["--emit=none"]),
        "a tiny robot with a finding": ("urdf", '<robot name="r"><link name="a" b=""/></robot>', 0, ["--emit=none"]),
    }
    for title, (ending, text, status, options) in kinds.items():
        folder = title.replace(" ", "-").replace(",", "")
        names = [tests.write(f"{folder}/{i}.{ending}", text) for i in range(MANY)]
        used = []
        for count in (FEW, MANY):
            with open(tests.path("list"), "w") as file:
                file.write("\n".join(names[:count]))
            code, _, size = measure([tests.romasc, "@list", *options], tests.folder)
            tests.expect(title, code == status, f"exit status {code} instead of {status}")
            used.append(size)
        each = (used[1] - used[0]) / (MANY - FEW)
        whole = used[0] + each * (MOST - FEW)
        bound = 64 * MB + MOST * (8 * len(text) + PATH)
        tests.expect(title, whole <= bound, f"{whole / MB:.0f} MB for {MOST} files, more than {bound / MB:.0f}; one takes {each:.0f} bytes")
        print(f"{title}: {each:.0f} bytes each, {whole / MB:.0f} MB of {bound / MB:.0f} for {MOST} files")
    tests.finish("checks of many files")


if __name__ == "__main__":
    main()
