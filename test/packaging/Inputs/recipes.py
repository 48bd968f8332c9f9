"""Fills in the recipes of packaging/ for a release, and reads each. Usage: recipes.py SOURCE FOLDER"""
import ast
import glob
import hashlib
import json
import os
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ElementTree

source, folder = map(os.path.abspath, sys.argv[1:])
FILL = [sys.executable, "-B", os.path.join(source, "packaging", "fill.py")]
release, recipes = os.path.join(folder, "release"), os.path.join(folder, "recipes")
failures = []


def expect(holds, text):
    if not holds:
        failures.append(text)


def write(text, *path):
    at = os.path.join(*path)
    os.makedirs(os.path.dirname(at), exist_ok=True)
    with open(at, "w", encoding="utf-8") as file:
        file.write(text)
    return at


def text_of(*path):
    with open(os.path.join(recipes, *path), encoding="utf-8") as file:
        return file.read()


def run(*command, **settings):
    return subprocess.run(command, capture_output=True, text=True, **settings)


def read_yaml():
    try:
        import yaml
    except ImportError:
        print("python3-yaml is not installed: the recipe of conda-forge is not read")
        return None
    return yaml.safe_load(text_of("conda-forge", "recipe.yaml"))


os.makedirs(release)
refused = run(*FILL, release, "https://example.org", recipes)
expect(refused.returncode == 1 and "0 source archives, not one" in refused.stderr, f"a release without sources: {refused}")
write("sources", release, "romas-7.1.0.tar.gz")
refused = run(*FILL, release, "https://example.org", recipes)
expect(refused.returncode == 1 and "has no romasc-7.1.0.tgz" in refused.stderr, f"a release without a tarball: {refused}")
write("tarball", release, "romasc-7.1.0.tgz")
filled = run(*FILL, release, "https://example.org/files/", recipes)
expect(filled.returncode == 0, filled.stderr)

found = sorted(os.path.relpath(path, recipes) for path in glob.glob(os.path.join(recipes, "*", "*")))
wanted = ["conan/conanfile.py", "conda-forge/recipe.yaml", "homebrew/romasc.rb", "nix/package.nix", "ros/package.xml", "vcpkg/portfile.cmake", "vcpkg/vcpkg.json"]
expect(found == wanted, f"other recipes: {found}")
sha = {name: hashlib.sha256(name.encode()).hexdigest() for name in ["sources", "tarball"]}
for name in found:
    text = text_of(name)
    expect("@" not in text.replace("romas@example.org", ""), f"{name} has a place that is not filled in")
    expect("7.1.0" in text, f"{name} has no version")
for name in ["conda-forge/recipe.yaml", "homebrew/romasc.rb", "nix/package.nix"]:
    expect(sha["tarball"] in text_of(name) and "https://example.org/files/romasc-7.1.0.tgz" in text_of(name), f"{name} does not name the tarball")
expect(hashlib.sha512(b"sources").hexdigest() in text_of("vcpkg", "portfile.cmake"), "vcpkg has another hash")

ast.parse(text_of("conan", "conanfile.py"))
expect(sha["sources"] in text_of("conan", "conanfile.py"), "Conan has another hash")
expect(json.loads(text_of("vcpkg", "vcpkg.json"))["version"] == "7.1.0", "vcpkg has another version")
package = ElementTree.fromstring(text_of("ros", "package.xml"))
expect(package.findtext("export/build_type") == "cmake" and package.findtext("version") == "7.1.0", "package.xml is not one of CMake")
# A script of CMake that defines the functions of vcpkg is read, and calls each with what it gets.
stubs = "".join(f"function({name})\nendfunction()\n" for name in
                ["vcpkg_download_distfile", "vcpkg_extract_source_archive", "vcpkg_cmake_configure", "vcpkg_cmake_install",
                 "vcpkg_cmake_config_fixup", "vcpkg_copy_tools", "vcpkg_install_copyright"])
port = write(stubs + f'set(CURRENT_PACKAGES_DIR "{folder}/none")\n' + text_of("vcpkg", "portfile.cmake"), folder, "port.cmake")
done = run("cmake", "-P", port)
expect(done.returncode == 0, done.stderr)
if shutil.which("ruby"):
    done = run("ruby", "-c", os.path.join(recipes, "homebrew", "romasc.rb"))
    expect(done.returncode == 0, done.stderr)
else:
    print("ruby is not installed: the formula is not read")
recipe = read_yaml()
if recipe is not None and shutil.which("node"):
    # The script of the recipe, on a package whose commands say that they run.
    for name in ["cli.js", "lsp.js"]:
        os.chmod(write("#!/usr/bin/env node\nconsole.log('ran')\n", folder, "package", name), 0o755)
    prefix = os.path.join(folder, "prefix")
    done = run("sh", "-ec", "\n".join(recipe["build"]["script"]), cwd=os.path.join(folder, "package"), env=os.environ | {"PREFIX": prefix})
    expect(done.returncode == 0, done.stderr)
    for command in ["romasc", "romas-lsp"]:
        done = run(os.path.join(prefix, "bin", command))
        expect(done.stdout == "ran\n", f"{command} of conda-forge: {done.stdout}{done.stderr}")
print("\n".join(failures))
sys.exit(bool(failures))
