"""Writes the splines of mat_file.py as MATLAB's version 7.3 does, in HDF5 behind a head of 512 bytes. Needs h5py.

mat73_file.py FILE.mat
"""

import runpy
import sys

import h5py
import numpy as np

target = sys.argv[1]
sys.argv[1:] = ["/dev/null", "/dev/null"]
splines = runpy.run_path(__file__.replace("mat73_file", "mat_file"))
HEAD = b"MATLAB 7.3 MAT-file, Platform: GLNXA64, Created on: Mon Nov 30 12:00:00 2026 HDF5 schema 1.00 ."


def set_class(item, name):
    """MATLAB ends its texts with a zero, which h5py does not by itself."""
    kind = h5py.h5t.C_S1.copy()
    kind.set_size(len(name))
    kind.set_strpad(h5py.h5t.STR_NULLTERM)
    attribute = h5py.h5a.create(item.id, b"MATLAB_class", kind, h5py.h5s.create(h5py.h5s.SCALAR))
    attribute.write(np.array(name.encode(), dtype=f"S{len(name)}"), mtype=kind)


with h5py.File(target, "w", userblock_size=512, libver="earliest") as file:
    for name, coefficients in splines["COEFFICIENTS"].items():
        group = file.create_group(name)
        set_class(group, "struct")
        form = group.create_dataset("form", data=np.array([[ord("p")], [ord("p")]], dtype="<u2"))
        set_class(form, "char")
        form.attrs["MATLAB_int_decode"] = np.int32(2)
        for field, rows in (("breaks", [splines["BREAKS"]]), ("coefs", coefficients), ("pieces", [[4]]), ("order", [[4]]), ("dim", [[1]])):
            set_class(group.create_dataset(field, data=np.array(rows, dtype="<f8").T), "double")
        names = ["form", "breaks", "coefs", "pieces", "order", "dim"]
        fields = np.empty(len(names), dtype=object)
        for k, field in enumerate(names):
            fields[k] = np.array(list(field), dtype="S1")
        group.attrs.create("MATLAB_fields", fields, dtype=h5py.vlen_dtype(np.dtype("S1")))
with open(target, "r+b") as file:
    file.write(HEAD.ljust(116) + b"\0" * 8 + b"\x00\x02" + b"IM")
