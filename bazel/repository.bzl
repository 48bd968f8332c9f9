"""romasc_repository: the program that is installed on this machine, as a repository (docs/bazel.md)."""

def _program(ctx):
    named = ctx.attr.path or ctx.os.environ.get("ROMASC", "")
    if not named:
        found = ctx.which("romasc")
        if not found:
            fail("there is no romasc in PATH: install it, name it in the environment variable ROMASC, or say " +
                 "romasc_repository(path = \"/opt/romas/bin/romasc\")")
        return found
    if not named.startswith("/"):
        fail("the path of romasc is not absolute: '%s'" % named)
    found = ctx.path(named)
    if not found.exists:
        fail("there is no romasc at %s" % named)
    return found

def _repository(ctx):
    program = _program(ctx)
    ctx.symlink(program, "romasc")
    ctx.file("WORKSPACE", "workspace(name = \"%s\")\n" % ctx.name)
    ctx.file("BUILD.bazel", "exports_files([\"romasc\"])\n")

romasc_repository = repository_rule(
    implementation = _repository,
    doc = "//:romasc is the program.",
    attrs = {"path": attr.string(doc = "the program; else the environment variable ROMASC, else romasc in PATH")},
    environ = ["PATH", "ROMASC"],
    local = True,
)
