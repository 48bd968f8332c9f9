"""Calls that type checkers accept; types.test reads them."""
from typing import Optional
import numpy as np
from numpy.typing import NDArray
import romasc
from romasc import xacro

robot: romasc.Model = romasc.load("a.urdf", args={"n": 1}, package_path="p")
origin: NDArray[np.float64] = robot.joint("elbow").origin
rules: list[str] = [finding.rule for finding in romasc.check("a.urdf", options=["-Werror"])]
text: str = robot.to_mjcf()
same: bool = romasc.compare("a.urdf", "b.urdf").same
mimic: Optional[romasc.Mimic] = robot.joints[0].mimic
files: dict[str, bytes] = romasc.translate("a.urdf", "python").files
page: str = xacro.process_file("a.xacro", mappings={"a": "b"}).toxml()
