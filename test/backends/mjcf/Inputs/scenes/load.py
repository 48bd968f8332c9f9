"""Loads MJCF files with Debian's MuJoCo, with all meshes that they name: load.py FILE..."""
import ctypes
import ctypes.util
import sys

mujoco = ctypes.CDLL(ctypes.util.find_library("mujoco"))
mujoco.mj_loadXML.restype = ctypes.c_void_p
why = ctypes.create_string_buffer(1000)
for file in sys.argv[1:]:
    model = mujoco.mj_loadXML(file.encode(), None, why, len(why))
    print("loaded" if model else "refused: " + why.value.decode())
