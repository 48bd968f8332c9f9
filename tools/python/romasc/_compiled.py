"""Compiled packages of robots, in a folder that keeps them."""
from __future__ import annotations

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Mapping
from types import ModuleType

from ._findings import Error, decode
from ._library import Path


def cache_folder(cache: Path | None) -> str:
    if cache is not None:
        return os.path.abspath(os.fspath(cache))
    base = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return os.path.join(base, "romasc", "packages")


def _hash(files: Mapping[str, bytes]) -> str:
    """A hash of all that the compiled package depends on, but for the compiler."""
    digest = hashlib.sha256()
    words = [sys.implementation.cache_tag or sys.version, sysconfig.get_platform(), _processor(),
             *(os.environ.get(name, "") for name in ("CXX", "CXXFLAGS", "LDFLAGS"))]
    for part in [*map(os.fsencode, words), *(part for path in sorted(files) for part in (os.fsencode(path), files[path]))]:
        digest.update(len(part).to_bytes(8, "little"))
        digest.update(part)
    return digest.hexdigest()[:32]


def _processor() -> str:
    """The sets of instructions: machines that share a home folder may differ in them."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            return next((line for line in file if line.startswith(("flags", "Features"))), "")
    except OSError:
        return ""


def _build(files: Mapping[str, bytes], folder: str) -> None:
    """Compiles the package beside its folder, which is then there whole or not at all."""
    os.makedirs(os.path.dirname(folder), exist_ok=True)
    work = tempfile.mkdtemp(prefix="new-", dir=os.path.dirname(folder))
    try:
        for path, content in files.items():
            os.makedirs(os.path.dirname(os.path.join(work, path)), exist_ok=True)
            with open(os.path.join(work, path), "wb") as file:
                file.write(content)
        done = subprocess.run([sys.executable, os.path.join(work, "build_kernels.py"), "--only=native"], capture_output=True)
        if done.returncode != 0:
            raise Error(decode(done.stderr).strip() or f"build_kernels.py ended with status {done.returncode}", (), done.returncode)
        try:
            os.rename(work, folder)
        except OSError:
            if not os.path.isdir(folder):  # else somebody has compiled the same meanwhile
                raise
    finally:
        shutil.rmtree(work, ignore_errors=True)


def compiled_package(files: Mapping[str, bytes], cache: Path | None) -> ModuleType:
    """The imported package, compiled if it is not there yet."""
    name = next(path for path in files if path.endswith("/__init__.py") and path.count("/") == 1).partition("/")[0]
    digest = _hash(files)
    module_name = f"romasc._compiled_packages.{name}_{digest}"
    if module_name in sys.modules:
        return sys.modules[module_name]
    folder = os.path.join(cache_folder(cache), digest)
    if not os.path.isdir(folder):
        _build(files, folder)
    package = os.path.join(folder, name)
    spec = importlib.util.spec_from_file_location(module_name, os.path.join(package, "__init__.py"), submodule_search_locations=[package])
    if spec is None or spec.loader is None:
        raise Error(f"'{package}' cannot be imported")
    module = importlib.util.module_from_spec(spec)
    sys.modules[module_name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[module_name]
        raise
    return module
