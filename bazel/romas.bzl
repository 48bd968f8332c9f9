"""Rules for robots: romas_robot translates them, romas_lint_test checks them (docs/bazel.md)."""

RomasPackageInfo = provider(
    doc = "A package of ROS, and those that it reads.",
    fields = {
        "files": "depset of all their files",
        "manifests": "depset of their package.xml: the folder of each is the package",
    },
)

_READS = {
    "srcs": attr.label_list(allow_files = True, mandatory = True, allow_empty = False, doc = "robot descriptions"),
    "deps": attr.label_list(providers = [RomasPackageInfo], doc = "packages of ROS: what $(find …) and package:// lead to"),
    "data": attr.label_list(allow_files = True, doc = "further files that romasc reads: includes, imports, meshes, Blocks"),
    "arguments": attr.string_list(doc = "NAME:=VALUE of arguments of xacro files and of parameters of the language"),
    "options": attr.string_list(doc = "further options of romasc; $(location FILE) is a file of data"),
    "project": attr.label(allow_single_file = True, doc = "the project file; without it, none is read"),
    "romasc": attr.label(
        default = "@romasc//:romasc",
        allow_single_file = True,
        executable = True,
        cfg = "exec",
        doc = "the program",
    ),
    "_hermetic": attr.label(default = "//:hermetic.sh", allow_single_file = True, executable = True, cfg = "exec"),
}

def _folder(path):
    return path.rpartition("/")[0] or "."

def _packages(deps):
    return [dep[RomasPackageInfo] for dep in deps]

def _inputs(ctx):
    own = ctx.files.srcs + ctx.files.data + ([ctx.file.project] if ctx.file.project else [])
    return depset(own, transitive = [package.files for package in _packages(ctx.attr.deps)])

# The words behind the program's name that say what is read. `place` is what a file is called where romasc runs.
def _words(ctx, place, location):
    manifests = depset(transitive = [package.manifests for package in _packages(ctx.attr.deps)])
    words = [place(file) for file in ctx.files.srcs] + ctx.attr.arguments
    words += ["--package-path=" + _folder(place(manifest)) for manifest in manifests.to_list()]
    words.append("--project=" + place(ctx.file.project) if ctx.file.project else "--no-project")
    options = [option.replace("$(location ", "$(" + location + " ") for option in ctx.attr.options]
    return words + ["--jobs=1"] + [ctx.expand_location(option, ctx.attr.data) for option in options]

def _path(file):
    return file.path

def _short_path(file):
    return file.short_path if "/" in file.short_path else "./" + file.short_path

# What a robot is written to: the files of outs, or a folder that takes all files. They are (outputs, folder, names).
def _destination(ctx):
    name = ctx.attr.output_dir or ctx.label.name
    if not ctx.outputs.outs:
        folder = ctx.actions.declare_directory(name)
        return [folder], folder.path, []
    parts = [ctx.bin_dir.path, ctx.label.workspace_root, ctx.label.package, name]
    folder = "/".join([part for part in parts if part])
    for file in ctx.outputs.outs:
        if not file.path.startswith(folder + "/"):
            fail("%s is not below '%s/', the folder of this robot; write '%s/%s', or name the folder with output_dir" %
                 (file.short_path, name, name, file.basename), attr = "outs")
    return ctx.outputs.outs, folder, [file.path for file in ctx.outputs.outs]

def _robot(ctx):
    outputs, folder, names = _destination(ctx)
    words = _words(ctx, _path, "execpath") + ["--emit=" + ",".join(ctx.attr.emit), "-o", folder + "/"]
    ctx.actions.run(
        executable = ctx.executable._hermetic,
        arguments = [folder, "\n".join(names), ctx.executable.romasc.path] + words,
        inputs = _inputs(ctx),
        tools = [ctx.executable.romasc],
        outputs = outputs,
        env = {"LC_ALL": "C"},
        mnemonic = "Romasc",
        progress_message = "romasc %s" % ctx.label,
    )
    files = depset(outputs)
    return [DefaultInfo(files = files, runfiles = ctx.runfiles(transitive_files = files))]

romas_robot = rule(
    implementation = _robot,
    doc = "Translates robots. The files go to a folder with the name of the target, or are those of outs.",
    attrs = dict(
        _READS,
        emit = attr.string_list(mandatory = True, allow_empty = False, doc = "targets of romasc --print-targets"),
        outs = attr.output_list(doc = "exactly the files that romasc writes, all below the folder"),
        output_dir = attr.string(doc = "the folder; the target's name if it is left out"),
    ),
)

def _quoted(word):
    return "'" + word.replace("'", "'\\''") + "'"

def _lint_test(ctx):
    words = _words(ctx, _short_path, "rootpath") + ["--emit=none"] + (["--strict"] if ctx.attr.strict else [])
    words = [_short_path(ctx.executable._hermetic), "", "", _short_path(ctx.executable.romasc)] + words
    script = ctx.actions.declare_file(ctx.label.name)
    ctx.actions.write(
        output = script,
        content = "#!/bin/sh\nexec " + " ".join([_quoted(word) for word in words]) + "\n",
        is_executable = True,
    )
    programs = [ctx.executable._hermetic, ctx.executable.romasc]
    return [DefaultInfo(executable = script, runfiles = ctx.runfiles(files = programs, transitive_files = _inputs(ctx)))]

romas_lint_test = rule(
    implementation = _lint_test,
    doc = "A test that fails on errors and defects of robots.",
    attrs = dict(_READS, strict = attr.bool(default = True, doc = "defects are errors")),
    test = True,
)

def _package(ctx):
    if ctx.file.manifest.basename != "package.xml":
        fail("%s is not called package.xml" % ctx.file.manifest.short_path, attr = "manifest")
    packages = _packages(ctx.attr.deps)
    files = depset([ctx.file.manifest] + ctx.files.srcs, transitive = [package.files for package in packages])
    manifests = depset([ctx.file.manifest], transitive = [package.manifests for package in packages])
    return [DefaultInfo(files = files), RomasPackageInfo(files = files, manifests = manifests)]

romas_package = rule(
    implementation = _package,
    doc = "A package of ROS, for deps of the other rules.",
    attrs = {
        "manifest": attr.label(allow_single_file = [".xml"], mandatory = True, doc = "its package.xml"),
        "srcs": attr.label_list(allow_files = True, doc = "its other files"),
        "deps": attr.label_list(providers = [RomasPackageInfo], doc = "packages that it reads"),
    },
)
