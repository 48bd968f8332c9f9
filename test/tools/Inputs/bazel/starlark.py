"""A stand-in for Bazel: evaluates BUILD files and rules, which are nearly Python, and runs actions on copies of their declared inputs."""
import glob
import os
import pathlib
import shutil
import subprocess
import types

OUT = "bazel-out/k8/bin"


class Failure(Exception):
    """fail(…) of a rule."""


class File:
    def __init__(self, short_path, path, real=None):
        self.short_path, self.path, self.real = short_path, path, real
        self.basename = os.path.basename(path)


class Depset:
    def __init__(self, direct=(), transitive=()):
        self.items = list(dict.fromkeys([*direct, *(item for one in transitive for item in one.to_list())]))

    def to_list(self):
        return self.items


class Attribute:
    def __init__(self, kind, **settings):
        self.kind, self.settings = kind, settings

    def value(self, given, name):
        if given is None and self.settings.get("mandatory"):
            raise Failure(f"{name} is missing")
        if given == [] and self.settings.get("allow_empty") is False:
            raise Failure(f"{name} is empty")
        kinds = {"string": str, "bool": bool, "label": str}
        empty = {"string": "", "bool": False, "label": None}.get(self.kind, [])
        if given is not None and not isinstance(given, kinds.get(self.kind, list)):
            raise Failure(f"{name} is no {self.kind}")
        return self.settings.get("default", empty) if given is None else given


class Provider:
    def __init__(self, doc="", fields=()):
        self.fields = set(fields)

    def __call__(self, **values):
        assert set(values) == self.fields, values
        return self, types.SimpleNamespace(**values)


class Rule:
    def __init__(self, build, settings):
        self.build, self.attrs, self.function = build, settings["attrs"], settings["implementation"]

    def __call__(self, name, visibility=None, **values):
        unknown = set(values) - set(self.attrs)
        if unknown:
            raise Failure(f"{name} has no attribute {unknown}")
        self.build.targets[f"//{self.build.package}:{name}"] = (self, self.build.package, name, values)


class Build:
    """The targets of a workspace. `external` are files of other repositories: their labels and where they are."""

    def __init__(self, root, external):
        self.root, self.package, self.targets, self.done, self.libraries = root, "", {}, {}, {}
        self.files = {label: File("../" + label[1:].replace("//:", "/"), "external/" + label[1:].replace("//:", "/"), path) for label, path in external.items()}
        self.rules = {}
        romas = os.path.dirname(external["@romas//:hermetic.sh"])
        language = {"rule": lambda **settings: Rule(self, settings), "attr": _Attr(), "provider": Provider, "depset": Depset,
                    "DefaultInfo": lambda **values: ("default", types.SimpleNamespace(**values)), "fail": _fail}
        exec(pathlib.Path(romas, "romas.bzl").read_text(encoding="utf-8"), language)  # pylint: disable=exec-used
        self.rules = language
        for path in sorted(glob.glob(f"{root}/**/BUILD.bazel", recursive=True)):
            self.package = os.path.relpath(os.path.dirname(path), root).replace(".", "", 1) if os.path.dirname(path) == root else os.path.relpath(os.path.dirname(path), root)
            names = {"glob": self.glob, "cc_library": self.cc_library}
            names["load"] = lambda _file, *words, names=names: names.update({word: language[word] for word in words})
            exec(pathlib.Path(path).read_text(encoding="utf-8"), names)  # pylint: disable=exec-used

    def glob(self, patterns):
        folder = os.path.join(self.root, self.package)
        found = [path for pattern in patterns for path in glob.glob(f"{folder}/{pattern}", recursive=True) if os.path.isfile(path)]
        return sorted(os.path.relpath(path, folder) for path in found)

    def cc_library(self, name, hdrs, includes, visibility=None):
        self.libraries[name] = [self.label(header, self.package) for header in hdrs], [f"{OUT}/{self.package}/{folder}" for folder in includes]

    def label(self, text, package):
        if text.startswith("@"):
            return text
        if text == "//:hermetic.sh":
            return "@romas" + text
        if text.startswith("//"):
            return text if ":" in text else f"{text}:{text.rpartition('/')[2]}"
        return f"//{package}:{text.lstrip(':')}"

    def dependency(self, text, package):
        """Returns the meaning of a label: the providers of a target, or of a file."""
        label = self.label(text, package)
        if label in self.targets:
            return self.analyse(label)["providers"]
        if label not in self.files:
            path = label[2:].replace(":", "/").lstrip("/")
            if not os.path.isfile(os.path.join(self.root, path)):
                raise Failure(f"there is no {label}")
            self.files[label] = File(path, path, os.path.join(self.root, path))
        return {"default": types.SimpleNamespace(files=Depset([self.files[label]]))}

    def analyse(self, label):
        if label not in self.done:
            rule, package, name, values = self.targets[label]
            context = _context(self, rule, package, name, values)
            context.result["providers"] = dict(rule.function(context))
            self.done[label] = context.result
        return self.done[label]

    def run(self, label, folder, leave_out=()):
        """Runs the action of a target in a folder that has its inputs and no other file: (status, output)."""
        action = self.analyse(label)["action"]
        inputs = [*action["inputs"].to_list(), *action["tools"], action["executable"]]
        return execute([action["executable"].path, *action["arguments"]], {file.path: file for file in inputs}, folder, folder, action["outputs"], action["env"], leave_out)

    def test(self, label, folder, environment):
        result = self.analyse(label)
        files = result["providers"]["default"].runfiles.items
        script, text = result["script"]
        place = os.path.join(folder, "workspace")
        os.makedirs(place)
        path = os.path.join(place, script.basename)
        pathlib.Path(path).write_text(text, encoding="utf-8")
        return execute(["sh", path], {file.short_path: file for file in files}, place, folder, [], environment)


def execute(command, inputs, place, folder, outputs, environment, leave_out=()):
    os.makedirs(place, exist_ok=True)
    for path, file in inputs.items():
        if path not in leave_out:
            copy = os.path.normpath(os.path.join(place, path))
            assert copy.startswith(folder), copy
            os.makedirs(os.path.dirname(copy), exist_ok=True)
            shutil.copy(file.real, copy)
    for output, is_folder in outputs:
        os.makedirs(os.path.join(place, output.path if is_folder else os.path.dirname(output.path)), exist_ok=True)
    done = subprocess.run(command, cwd=place, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=60, check=False)
    return done.returncode, done.stdout


class _Attr:
    def __getattr__(self, kind):
        return lambda **settings: Attribute(kind, **settings)


def _fail(message, attr=None):
    raise Failure(message)


def _expand(text, files):
    for kind in ("execpath", "rootpath"):
        for file in files:
            text = text.replace(f"$({kind} {file.basename})", file.path if kind == "execpath" else file.short_path)
    if "$(" in text:
        raise Failure(f"what is {text}")
    return text


def _context(build, rule, package, name, values):
    attr, files, file, executable, outputs = ({} for _ in range(5))
    result = {}
    for key, attribute in rule.attrs.items():
        value = attribute.value(values.get(key), key)
        if attribute.kind == "output_list":
            outputs[key] = [File(f"{package}/{one}".lstrip("/"), f"{OUT}/{package}/{one}".replace("//", "/")) for one in value]
            continue
        attr[key] = value
        if attribute.kind in ("label", "label_list"):
            labels = [value] if attribute.kind == "label" and value else value or []
            attr[key] = [_Target(build.dependency(label, package)) for label in labels]
            files[key] = [one for target in attr[key] for one in target["default"].files.to_list()]
            if attribute.kind == "label":
                file[key] = executable[key] = files[key][0] if files[key] else None
    actions = types.SimpleNamespace(
        declare_directory=lambda path: result.setdefault("folder", File(f"{package}/{path}", f"{OUT}/{package}/{path}".replace("//", "/"))),
        declare_file=lambda path: File(f"{package}/{path}", f"{OUT}/{package}/{path}"),
        write=lambda output, content, is_executable: result.update(script=(output, content)),
        run=lambda **action: result.update(action=dict(action, outputs=[(one, one is result.get("folder")) for one in action["outputs"]])))
    as_object = lambda names: types.SimpleNamespace(**names)
    return types.SimpleNamespace(
        attr=as_object(attr), files=as_object(files), file=as_object(file), executable=as_object(executable), outputs=as_object(outputs), actions=actions, result=result,
        label=types.SimpleNamespace(name=name, package=package, workspace_root=""), bin_dir=types.SimpleNamespace(path=OUT),
        expand_location=lambda text, targets: _expand(text, [one for target in targets for one in target["default"].files.to_list()]),
        runfiles=lambda files=(), transitive_files=None: Depset(files, [transitive_files] if transitive_files else []))


class _Target(dict):
    """The providers of a target."""
