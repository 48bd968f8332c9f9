"""Looks into a wheel: wheel_files.py WHEEL SOURCE"""
import base64
import ctypes.util
import hashlib
import os
import re
import subprocess
import sys
import tempfile
import zipfile

wheel, source = sys.argv[1:]
sys.path.insert(0, os.path.join(source, "tools", "python"))
import make_wheel  # noqa: E402

with zipfile.ZipFile(wheel) as archive:
    for info in archive.infolist():
        print(info.filename, oct(info.external_attr >> 16)[-3:])
    rows = [row.split(",") for row in archive.read("romasc-0.1.0.dist-info/RECORD").decode().splitlines()]
    assert {row[0] for row in rows} == set(archive.namelist())
    for name, digest, size in rows:
        content = archive.read(name)
        if digest:
            assert digest == "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode(), name
            assert int(size) == len(content), name
    print("RECORD holds")
    with tempfile.TemporaryDirectory() as folder:
        library = archive.extract("romasc/libromasc.so", folder)
        symbols = subprocess.run(["nm", "-D", "--defined-only", library], check=True, capture_output=True, text=True).stdout
        print("exports:", *sorted(line.split()[2] for line in symbols.splitlines()))
        # The tag is that of the newest symbol, as another program reads it.
        listed = subprocess.run(["readelf", "--version-info", "--wide", library], check=True, capture_output=True, text=True).stdout
        newest = max(tuple(map(int, version.split("."))) for version in re.findall(r"GLIBC_([\d.]+)", listed))
        assert f"-py3-none-manylinux_{newest[0]}_{newest[1]}_" in wheel, (newest, wheel)
        source_text = os.path.join(folder, "zlib.c")
        with open(source_text, "w", encoding="utf-8") as file:
            file.write("int main(void) { return 0; }\n")
        program = os.path.join(folder, "program")
        name = next(name for name in ("stdc++", "z") if ctypes.util.find_library(name))
        subprocess.run(["cc", source_text, "-Wl,--no-as-needed", "-l:" + ctypes.util.find_library(name), "-o", program], check=True)
        try:
            make_wheel.tag_of([program])
        except make_wheel.Refused as problem:
            print("refused:", problem)
        print("an oldest C library", make_wheel.needed_c_library(library))
