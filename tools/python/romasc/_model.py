"""A robot as objects, with NumPy arrays. Units are SI: m, kg, s, rad. docs/formats/json.md describes the whole of `data`."""
from __future__ import annotations

import json
import math
import os
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from types import ModuleType
from typing import TYPE_CHECKING, Any

from ._calls import Comparison, Settings, Translation, _input, _run, _sound, compare_models, search_words, translate
from ._compiled import compiled_package
from ._findings import Findings, decode
from ._library import Path
from ._targets import Target, Translations

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray
    from typing_extensions import Unpack

    Array = NDArray[numpy.float64]

_STUDIO_SECONDS = 20


def _array(values: Any) -> Array:
    import numpy  # only robots whose numbers are asked for need it, and it takes longer to load than a check

    array = numpy.array(values, dtype=numpy.float64)
    array.flags.writeable = False
    return array


def _pose(pose: dict[str, Any] | None) -> Array:
    """X_PC of a pose of JSON, as a 4×4 matrix; the identity where it is absent."""
    if pose is None:
        return _array([[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]])
    r, p = pose["R"], pose["xyz"]
    return _array([[*r[0:3], p[0]], [*r[3:6], p[1]], [*r[6:9], p[2]], [0, 0, 0, 1]])


class _Part:
    def __init__(self, data: dict[str, Any]):
        self.data = data

    @property
    def name(self) -> str:
        """Empty where it has none."""
        return str(self.data.get("name", ""))

    def __repr__(self) -> str:
        return f"<{type(self).__name__} '{self.name}'>"


class Shape(_Part):
    """A visual or a collision of a link."""

    @cached_property
    def origin(self) -> Array:
        """X_LS, 4×4: the shape's frame S in the link's frame L."""
        return _pose(self.data.get("origin"))

    @property
    def kind(self) -> str:
        """box, cylinder, sphere, capsule, ellipsoid or mesh."""
        return str(self.data["geometry"]["shape"])

    @property
    def geometry(self) -> dict[str, Any]:
        """The measures of the shape in m, and the name of the file of a mesh."""
        return dict(self.data["geometry"])


class Link(_Part):
    """A rigid body with its frame L."""

    @property
    def _inertial(self) -> dict[str, Any]:
        return self.data.get("inertial") or {}

    @property
    def mass(self) -> float:
        """kg; 0 for a link without an inertial."""
        return float(self._inertial.get("mass", 0))

    @cached_property
    def inertial_origin(self) -> Array:
        """X_LI, 4×4: the inertial frame I in the link's frame L, with the centre of mass at its origin."""
        return _pose(self._inertial.get("origin"))

    @property
    def center_of_mass(self) -> Array:
        """(3,), m, in L."""
        return self.inertial_origin[:3, 3]

    @cached_property
    def inertia(self) -> Array:
        """(3, 3), kg m², about the centre of mass, along the axes of L."""
        i = self._inertial.get("inertia")
        if i is None:
            return _array([[0, 0, 0]] * 3)
        along_i = _array([[i["ixx"], i["ixy"], i["ixz"]], [i["ixy"], i["iyy"], i["iyz"]], [i["ixz"], i["iyz"], i["izz"]]])
        rotation = self.inertial_origin[:3, :3]
        return _array(rotation @ along_i @ rotation.T)

    @cached_property
    def visuals(self) -> list[Shape]:
        return [Shape(shape) for shape in self.data["visuals"]]

    @cached_property
    def collisions(self) -> list[Shape]:
        return [Shape(shape) for shape in self.data["collisions"]]


@dataclass(frozen=True)
class Mimic:
    """The joint's variable is multiplier · that of `joint` + offset (rad or m)."""
    joint: str
    multiplier: float
    offset: float


class Joint(_Part):
    """The child link's motion against the parent link. Its frame J is that of the child at q = 0."""

    @property
    def type(self) -> str:
        """fixed, revolute, continuous, prismatic, planar, floating, ball, universal or screw."""
        return str(self.data["type"])

    @property
    def parent(self) -> str:
        """The name of a link."""
        return str(self.data["parent"])

    @property
    def child(self) -> str:
        """The name of a link."""
        return str(self.data["child"])

    @cached_property
    def origin(self) -> Array:
        """X_PJ, 4×4: the joint's frame J in the parent link's frame P."""
        return _pose(self.data.get("origin"))

    @cached_property
    def axis(self) -> Array:
        """(3,), in J, of length 1; zeros for a joint without an axis."""
        if self.type in ("fixed", "floating", "ball"):
            return _array([0, 0, 0])
        axis = [float(value) for value in self.data.get("axis", (1, 0, 0))]
        length = math.hypot(*axis)
        return _array([value / length for value in axis] if length > 0 else axis)

    def _limit(self, name: str, absent: float) -> float:
        return float((self.data.get("limit") or {}).get(name, absent))

    @property
    def lower(self) -> float:
        """rad or m; -inf where there is none."""
        return self._limit("lower", -math.inf)

    @property
    def upper(self) -> float:
        """rad or m; inf where there is none."""
        return self._limit("upper", math.inf)

    @property
    def effort(self) -> float:
        """N m or N; inf where there is none."""
        return self._limit("effort", math.inf)

    @property
    def velocity(self) -> float:
        """rad/s or m/s; inf where there is none."""
        return self._limit("velocity", math.inf)

    @cached_property
    def damping(self) -> Array:
        """N m s/rad or N s/m, one for each degree of freedom that the source gives one for."""
        return _array((self.data.get("dynamics") or {}).get("damping", ()))

    @cached_property
    def friction(self) -> Array:
        """N m or N, one for each degree of freedom that the source gives one for."""
        return _array((self.data.get("dynamics") or {}).get("friction", ()))

    @property
    def mimic(self) -> Mimic | None:
        """The joint that this one follows; None if it follows none."""
        data = self.data.get("mimic")
        return None if data is None else Mimic(str(data["joint"]), float(data.get("multiplier", 1)), float(data.get("offset", 0)))


class Model(Translations):
    """A robot that has no errors. Translations and comparisons read its files again; load it again after they changed."""

    def __init__(self, path: Path, settings: Settings, data: dict[str, Any], findings: Findings):
        self.path = os.fspath(path)
        self.settings = settings
        self.data = data
        self.findings = findings

    @property
    def name(self) -> str:
        return str(self.data["name"])

    @cached_property
    def links(self) -> list[Link]:
        """In the order of the source, as all lists."""
        return [Link(link) for link in self.data["links"]]

    @cached_property
    def joints(self) -> list[Joint]:
        return [Joint(joint) for joint in self.data["joints"]]

    @cached_property
    def _links_by_name(self) -> dict[str, Link]:
        return {link.name: link for link in self.links}

    @cached_property
    def _joints_by_name(self) -> dict[str, Joint]:
        return {joint.name: joint for joint in self.joints}

    def link(self, name: str) -> Link:
        """Raises KeyError if there is no such link."""
        return self._links_by_name[name]

    def joint(self, name: str) -> Joint:
        """Raises KeyError if there is no such joint."""
        return self._joints_by_name[name]

    @property
    def roots(self) -> list[str]:
        """Names of the links without a parent."""
        return list(self.data["tree"]["roots"])

    @property
    def mass(self) -> float:
        """kg, of all links together."""
        return math.fsum(link.mass for link in self.links)

    def translate(self, target: Target, output: Path | None = None, options: Sequence[str] = ()) -> Translation:
        """The model in another format, or as code: romasc.translate() with what the model was loaded with, and further options."""
        settings = self.settings.copy()
        settings["options"] = [*settings.get("options", ()), *options]
        return translate(self.path, target, output, **settings)

    def compare(self, other: Model | Path, options: Sequence[str] = ()) -> Comparison:
        """Compares the model with another one, each with what it was loaded with, or with a file, which gets the settings of this model."""
        if isinstance(other, Model):
            return compare_models((self.path, self.settings), (other.path, other.settings), options)
        settings = self.settings.copy()
        settings.pop("text", None)
        return compare_models((self.path, self.settings), (os.fspath(other), settings), options)

    def compile(self, options: Sequence[str] = (), *, name: str | None = None, cache: Path | None = None) -> ModuleType:
        """The functions of the robot on NumPy arrays, compiled for this machine: the package of `--emit=python`, which docs/python.md
        describes. `options` choose functions, such as "--kernels=fk,jacobian"; `name` is the package's. A package that was compiled before is taken
        from the folder `cache`, or from romasc/packages in XDG_CACHE_HOME or ~/.cache. Compiling needs a C++ compiler and Python's
        headers. Raises Error if it fails."""
        words = [*options, *([f"--name={name}"] if name is not None else [])]
        return compiled_package(self.translate("python", options=words).files, cache)

    def summary(self) -> str:
        """The robot on one screen: links, joints, degrees of freedom, mass, the tree."""
        return self.translate("tree").text

    def __repr__(self) -> str:
        return f"<Model '{self.name}': {len(self.data['links'])} links, {len(self.data['joints'])} joints>"

    def _page(self) -> str | None:
        """The page with the robot in three dimensions, where romas-studio is there to make it."""
        studio = shutil.which("romas-studio")
        if studio is None or "text" in self.settings:
            return None
        with tempfile.TemporaryDirectory() as folder:
            page = os.path.join(folder, "robot.html")
            words = search_words(self.settings) + [_input(self.path)]
            words += [f"{name}:={value}" for name, value in self.settings.get("args", {}).items()]
            try:
                done = subprocess.run([studio, "--standalone=" + page, *words], capture_output=True, timeout=_STUDIO_SECONDS)
            except (OSError, subprocess.TimeoutExpired):
                return None
            if done.returncode != 0:
                return None
            with open(page, encoding="utf-8") as file:
                return file.read()

    def _repr_html_(self) -> str:
        import html  # its table of entities takes a fifth of the time of loading the package

        findings = "".join(f"<li>{html.escape(str(finding))}</li>" for finding in self.findings)
        page = self._page()
        view = "" if page is None else f'<iframe sandbox="allow-scripts" style="width:100%;height:480px;border:0" srcdoc="{html.escape(page)}"></iframe>'
        return f"<pre>{html.escape(self.summary())}</pre>" + (f"<ul>{findings}</ul>" if findings else "") + view


def load(path: Path, **settings: Unpack[Settings]) -> Model:
    """Reads and checks a robot: URDF, xacro, SDF, MJCF, Block and Assembly XML, the Romas language. Raises Error if it has errors."""
    done = _run([_input(path), "--emit=json", "--output=-"], path, settings)
    findings = _sound(done)
    return Model(path, settings, json.loads(decode(done.output)), findings)
