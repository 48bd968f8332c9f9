"""Runs a module for odrivetool with objects that record what is set: odrive_axes.py MODULE FUNCTION."""
import pathlib
import runpy
import sys


class Recorder:
    """An object whose attributes are objects, and that prints what is assigned to them."""

    def __init__(self, name):
        object.__setattr__(self, "_name", name)

    def __getattr__(self, name):
        inner = Recorder(f"{self._name}.{name}")
        object.__setattr__(self, name, inner)
        return inner

    def __setattr__(self, name, value):
        print(f"{self._name}.{name} = {value!r}")


module = runpy.run_path(str(pathlib.Path(sys.argv[1])))
module[sys.argv[2]](Recorder("odrv0"), Recorder("odrv0.axis1"))
