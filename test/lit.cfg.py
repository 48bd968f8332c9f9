# lit suite: what a user of romasc can see. Run with ./x test, or lit.py -sv build/test.
import ctypes.util
import glob
import os
import shutil
import subprocess
import sys
import lit.formats

config.name = "romasc"
if os.environ.get("ROMAS_TRACE_TESTS"):  # ./x check-map
    sys.path.insert(0, os.path.join(os.path.dirname(__file__), "check"))
    import traced

    config.test_format = traced.Traced(execute_external=True)
else:
    config.test_format = lit.formats.ShTest(execute_external=True)
config.suffixes = [".urdf", ".romas", ".test", ".xml"]
config.excludes = ["Inputs"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = config.romas_build_dir + "/test"
config.environment["LC_ALL"] = "C.UTF-8"
config.environment["XDG_CACHE_HOME"] = config.romas_build_dir + "/test/caches"  # and not that of the user
# LLVM's tools (FileCheck, not) lie beside this lit: build/utils/lit/lit/__init__.py of LLVM's folder. Programs on the PATH come first.
llvm = os.path.join(os.path.abspath(lit.__file__).rsplit("/build/", 1)[0], "bin")
config.environment["PATH"] = os.pathsep.join([config.romas_build_dir + "/bin", os.environ["PATH"], llvm])
if shutil.which("ccache"):  # so that a second run compiles the generated code that has changed
    compilers = config.romas_build_dir + "/test/compilers"
    os.makedirs(compilers, exist_ok=True)
    for name in ["gcc", "g++", "cc", "c++", "clang", "clang++", "x86_64-linux-gnu-gcc", "x86_64-linux-gnu-g++"]:
        link = os.path.join(compilers, name)
        if shutil.which(name) and not os.path.lexists(link):
            os.symlink(os.path.join(config.test_source_root, "compiler.sh"), link)
    config.environment["PATH"] = compilers + os.pathsep + config.environment["PATH"]
    config.environment["ROMAS_COMPILER_BASE"] = config.romas_source_dir
    config.environment["CCACHE_DIR"] = subprocess.run(["ccache", "--get-config", "cache_dir"], capture_output=True, text=True).stdout.strip()
    config.environment["CCACHE_NOHASHDIR"] = "1"
    config.environment["CCACHE_SLOPPINESS"] = "time_macros,include_file_mtime,include_file_ctime"
config.substitutions.append(("%romasc", config.romas_build_dir + "/bin/romasc"))
config.substitutions.append(("%romas-studio", config.romas_build_dir + "/bin/romas-studio"))
config.substitutions.append(("%FileCheck", "FileCheck"))
config.substitutions.append(("%corpus", config.romas_corpus))
config.substitutions.append(("%build", config.romas_build_dir))
config.substitutions.append(("%source", config.romas_source_dir))
if os.path.isdir(config.romas_corpus):
    config.available_features.add("corpus")
for reader in ("mesh-reader", "mat-reader"):
    if os.path.exists(config.romas_build_dir + "/bin/romas-" + reader):
        config.available_features.add(reader)
# The sources of xacro, where somebody names their folder: no package of Debian has them.
config.substitutions.append(("%{xacro}", os.environ.get("ROMAS_XACRO", "")))
if os.environ.get("ROMAS_XACRO"):
    config.available_features.add("xacro")
# MuJoCo for JavaScript, where somebody names the folder in which npm put it.
config.substitutions.append(("%{mujoco-js}", os.environ.get("ROMAS_MUJOCO_JS", "")))
if os.environ.get("ROMAS_MUJOCO_JS") and shutil.which("node"):
    config.available_features.add("mujoco-js")
# The schema of SARIF, where somebody names it, and what reads it.
config.substitutions.append(("%{sarif_schema}", os.environ.get("ROMAS_SARIF_SCHEMA", "")))
if os.environ.get("ROMAS_SARIF_SCHEMA") and os.path.isdir("/usr/lib/python3/dist-packages/jsonschema"):
    config.available_features.add("sarif-schema")
# The validator that checks JSON against a schema.
if subprocess.run(["python3", "-c", "from jsonschema import Draft7Validator"], capture_output=True).returncode == 0:
    config.available_features.add("jsonschema")
else:
    lit_config.note("JSON is not held against its schema: python3-jsonschema is not installed")
# A Python with NumPy and its own headers: what is compiled for it is run, too.
PYTHON_CHECK = "import numpy, os, sysconfig; assert os.path.exists(os.path.join(sysconfig.get_path('include'), 'Python.h'))"
runs = lambda python, code: subprocess.run([python, "-c", code], capture_output=True).returncode == 0
python = next((name for name in dict.fromkeys([shutil.which("python3"), "/usr/bin/python3"]) if name and os.path.exists(name) and runs(name, PYTHON_CHECK)), "")
config.substitutions.append(("%{python-numpy}", python))
if python:
    config.available_features.add("python-numpy")
    if runs(python, "import setuptools, pip, wheel, venv, ensurepip"):
        config.available_features.add("python-pip")
# The files of Debian's sdformat-sdf: the elements of each version of SDFormat.
if glob.glob("/usr/share/sdformat*/1.9/root.sdf"):
    config.available_features.add("sdformat-descriptions")
else:
    lit_config.note("the versions of SDFormat are not compared: sdformat-sdf is not installed")
if shutil.which("ign"):
    config.available_features.add("ign")
else:
    lit_config.note("SDF is not judged: ignition-tools is not installed")
if shutil.which("xmllint"):
    config.available_features.add("xmllint")
if ctypes.util.find_library("mujoco"):
    config.available_features.add("mujoco-library")
else:
    lit_config.note("the versions of MJCF are not compared: libmujoco is not installed")
if os.environ.get("ROMAS_TEST_FULL"):
    config.available_features.add("full")
# The studio exists if its page could be made. A browser may be there to look at it.
if os.path.exists(config.romas_build_dir + "/bin/romas-studio"):
    config.available_features.add("studio")
    if config.romas_browser:
        config.available_features.add("browser")
config.substitutions.append(("%browser", config.romas_browser))
if config.romas_node and not config.romas_node.endswith("-NOTFOUND"):
    config.available_features.add("node")
config.substitutions.append(("%node", config.romas_node))
# The extension for Visual Studio Code, where it could be made.
if config.romas_vscode and os.path.exists(config.romas_vsix):
    config.available_features.add("vscode")
config.substitutions.append(("%vscode-packages", config.romas_vscode))
config.substitutions.append(("%vsix", config.romas_vsix))
# The npm package of the programs as WebAssembly, which ./x wasm makes, and its tarball.
npm_package = config.romas_build_dir + "/npm/romasc"
config.substitutions.append(("%{npm-package}", npm_package))
if glob.glob(config.romas_build_dir + "/npm/romasc-*.tgz") and shutil.which("npm"):
    config.available_features.add("wasm")
    config.substitutions.append(("%{npm-tarball}", glob.glob(config.romas_build_dir + "/npm/romasc-*.tgz")[0]))
# The library of the package for Python, where it could be linked.
if os.path.exists(config.romas_build_dir + "/bin/libromasc.so"):
    config.available_features.add("wheel")
if runs(python or "python3", "import mypy"):
    config.available_features.add("mypy")
# The page that holds the compiler, which ./x playground makes.
if os.path.exists(config.romas_build_dir + "/playground/index.html"):
    config.available_features.add("playground")
# Clients of the language server from npm.
if config.romas_lsp_clients:
    config.available_features.add("lsp-clients")
config.substitutions.append(("%lsp-clients", config.romas_lsp_clients))
# Editors with a client of the language server.
if shutil.which("nvim"):
    config.available_features.add("neovim")
if shutil.which("emacs") and glob.glob("/usr/share/emacs/*/*/*/eglot.el*"):
    config.available_features.add("eglot")
# The parser of editors, where it was generated and can be compiled.
if shutil.which("cc") and os.path.exists(os.path.join(config.romas_tree_sitter_parser, "parser.c")):
    config.available_features.add("tree-sitter")
config.substitutions.append(("%tree-sitter-parser", config.romas_tree_sitter_parser))
if shutil.which("git"):
    config.available_features.add("git")
# The programs that make the site of the documentation.
if shutil.which("sphinx-build") and shutil.which("myst-docutils-html"):
    config.available_features.add("sphinx")
# Only './x test full' installs these. Bazel of others may fetch its own rules from the network.
if os.path.exists("/usr/share/doc/bazel-bootstrap") and shutil.which("bazel"):
    config.available_features.add("bazel")
if shutil.which("arm-none-eabi-g++"):
    config.available_features.add("arm")
# A graphics processor and its compiler.
if shutil.which("nvcc") and shutil.which("nvidia-smi") and subprocess.run(["nvidia-smi", "-L"], capture_output=True).returncode == 0:
    config.available_features.add("device")
if shutil.which("qemu-system-arm"):
    config.available_features.add("qemu")
if shutil.which("frama-c"):
    config.available_features.add("frama-c")
