"""romasc, the compiler for robot descriptions, within this process.

    robot = romasc.load("arm.urdf.xacro", args={"prefix": "left_"})
    print(robot.joint("left_elbow").origin, robot.to_mjcf())

docs/python-package.md of the project describes the functions.
"""
from . import xacro
from ._calls import Comparison, Settings, Text, Translation, check, compare, expand, translate, version
from ._findings import Error, Finding, Findings, Fix, Note, Place
from ._library import Run, run
from ._model import Joint, Link, Mimic, Model, Shape, load
from ._targets import Target

__version__ = version()
__all__ = ["Comparison", "Error", "Finding", "Findings", "Fix", "Joint", "Link", "Mimic", "Model", "Note", "Place", "Run", "Settings",
           "Shape", "Target", "Text", "Translation", "check", "compare", "expand", "load", "run", "translate", "version", "xacro"]
