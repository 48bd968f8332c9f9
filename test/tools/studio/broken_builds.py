#!/usr/bin/env python3
"""Shows that each security check of romas-studio is needed: builds it with one check switched off at a time, and runs the tests that should fail.

    ./x studio-broken [NAME…]        or  python3 test/tools/studio/broken_builds.py --build build [NAME…]

A row of the table is a change of one source; the tests of requests (romas_tests) or of raw sockets (security.py) must fail with it. Only a
changed copy of that source is compiled, below BUILD/broken, and linked with what is built already. Exit status 1: a check has no test, or
its text in the source is another one by now.
"""
import argparse
import concurrent.futures
import os
import re
import shlex
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
API, WORKSPACE, SCENE, SERVER = ("tools/studio/" + name for name in ("api", "workspace", "scene", "server"))

# Name, source, what stands there, what stands there instead, and the tests: a filter of romas_tests, or "sockets".
CHECKS = [
    ("host", f"{API}/gate.cpp", "if (!names_this_machine(request.host))", "if (false)", "StudioAccess.*"),
    ("host-spelling", f"{API}/gate.cpp", 'name == "127.0.0.1" || ', 'name.starts_with("127.0.0.1") || ', "StudioAccess.*"),
    ("origin", f"{API}/gate.cpp", 'if (!request.origin.empty() && to_lower(request.origin) != concat("http://", to_lower(request.host)))', "if (false)",
     "StudioAccess.*"),
    ("origin-of-websocket", f"{API}/gate.cpp", "if (request.origin.empty() && channel == Channel::live)", "if (false)", "StudioAccess.*"),
    ("fetch-site", f"{API}/gate.cpp", 'if (!site.empty() && site != "same-origin" && site != "none")', "if (false)", "StudioAccess.*"),
    ("headers-twice", f"{API}/gate.cpp", "if (request.ambiguous)", "if (false)", "StudioAccess.*"),
    ("token", f"{API}/api.cpp", "if (!known)", "if (false)", "StudioAccess.*"),
    ("token-of-websocket", f"{API}/api.cpp", "if (!tokens_.is_lasting(request.token))", "if (false)", "StudioAccess.*"),
    ("token-whole", f"{API}/tokens.cpp", "if (a.size() != b.size() || a.empty()) return false;", "if (a.empty() || a.size() > b.size()) return false;",
     "StudioAccess.*"),
    ("token-once", f"{API}/tokens.cpp", "one_time_.clear();", "", "StudioAccess.*"),
    ("token-in-time", f"{API}/tokens.cpp", "now - made_ > kOneTimeLife || ", "", "StudioAccess.*"),
    ("subprotocol", f"{API}/gate.cpp", "return ours ? token : std::string();", "return token;", "StudioAccess.*:StudioLiveToken.*"),
    ("content-type", f"{API}/api.cpp", "if (!is_json(request.content_type))", "if (false)", "StudioAccess.*"),
    ("content-security-policy", f"{API}/api.cpp", "script-src 'self'; style-src", "script-src 'self' 'unsafe-inline'; style-src", "sockets"),
    ("no-sniffing", f"{API}/api.cpp", '{"X-Content-Type-Options", "nosniff"}', '{"X-Content-Type-Options", "none"}', "sockets"),
    ("roots", f"{WORKSPACE}/roots.cpp", "if (!inside) return std::nullopt;", "", "StudioOpen.*:StudioFolder.*:StudioRoots.*"),
    ("symbolic-links", f"{WORKSPACE}/roots.cpp", "std::string resolved = SourceManager::file_key(path);",
     "std::string resolved = fs::path(path).lexically_normal().string();", "StudioOpen.*:StudioFolder.*"),
    ("dangling-links", f"{WORKSPACE}/saving.cpp", "if (!found || fs::is_symlink(*found, ignored))", "if (!found)", "StudioSave.*"),
    ("roots-of-saving", f"{WORKSPACE}/saving.cpp", "const auto found = roots_.resolve(path);", "const auto found = std::optional(path);", "StudioSave.*"),
    ("endings-of-saving", f"{WORKSPACE}/saving.cpp", "|| !to_lower(name).ends_with(ending)", "", "StudioSave.*"),
    ("read-only", f"{WORKSPACE}/saving.cpp", "if (settings_.read_only) return", "if (false) return", "StudioSave.*"),
    ("read-only-build", f"{API}/build.cpp", "if (workspace.read_only()) return read_only_refusal();", "", "Builds.NothingIsMadeOrRunReadOnly"),
    ("read-only-run", f"{API}/build.cpp", "if (call.workspace.read_only()) return read_only_refusal();", "", "Builds.NothingIsMadeOrRunReadOnly"),
    ("folder-of-build", f"{API}/build.cpp", 'const auto folder = call.workspace.roots().resolve(call.body.text("folder").value_or(""));',
     'const auto folder = call.body.text("folder");', "Builds.WishesThatCannotBeFulfilledAreRefused"),
    ("roots-of-packages", f"{API}/scene.cpp", "const auto folder = workspace.roots().resolve(*path);", "const auto folder = std::optional(*path);", "StudioMeshes.*"),
    ("folders-of-packages", f"{API}/scene.cpp", "if (!list_folder(*folder, workspace.roots()))", "if (false)", "StudioMeshes.*"),
    ("read-only-editor", f"{WORKSPACE}/editing.cpp", "if (settings_.read_only)", "if (false)", "StudioEditor*"),
    ("files-of-editor", f"{WORKSPACE}/editing.cpp", "if (!is_read || !std::filesystem::is_regular_file(path, ignored))", "if (false)", "StudioEditor*"),
    ("no-shell-for-editor", f"{WORKSPACE}/editor.cpp", "if (settings.command.find_first_of(", "if (false && settings.command.find_first_of(", "StudioEditor*"),
    ("pipes", f"{WORKSPACE}/workspace.cpp", "return !is_input(path) && is_device(resolved);", "return false;", "StudioOpen.*:Comparing.*"),
    ("beside-a-mesh", f"{SCENE}/mesh_table.cpp", "if (!allowed.empty() && is_below(path, SourceManager::file_key(allowed))) {", "{",
     "StudioLift.*:StudioMeshes.*"),
    ("pictures-alone", f"{API}/blocks.cpp", 'if (!path.starts_with(concat(folder, "/")) && !workspace.roots().resolve(path)) return std::nullopt;', "",
     "StudioBlocks.*"),
    ("body-size", f"{SERVER}/http_server.cpp", "parser_->body_limit(shared_.limits.body_bytes);", "parser_->body_limit(1 << 30);", "sockets"),
    ("header-size", f"{SERVER}/http_server.cpp", "parser_->header_limit(shared_.limits.header_bytes);", "parser_->header_limit(1 << 20);", "sockets"),
    ("connections", f"{SERVER}/http_server.cpp", "if (shared_.connections > shared_.limits.connections)", "if (false)", "sockets"),
    ("this-machine", f"{SERVER}/http_server.cpp", "asio::ip::address_v4::loopback()", "asio::ip::address_v4::any()", "sockets"),
    ("live-message-size", f"{SERVER}/http_server.cpp", "stream_.read_message_max(LiveMessages::kLargest);", "stream_.read_message_max(1 << 30);", "sockets"),
]


def commands(build, target):
    """The last command with which ninja makes a target."""
    return subprocess.run(["ninja", "-C", build, "-t", "commands", target], check=True, capture_output=True, text=True).stdout.strip().split("\n")[-1]


def object_of(build, source):
    objects = subprocess.run(["ninja", "-C", build, "-t", "targets", "all"], check=True, capture_output=True, text=True).stdout
    return re.search(rf"^(\S*/{re.escape(source)}\.o):", objects, re.M).group(1)


def run(command, folder):
    """With `timeout`, which ends whatever the command has started: without its check, a program may wait for ever."""
    return subprocess.run(["timeout", "-k", "5", "200", "sh", "-c", command], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          errors="replace", check=False)


def run_tests(build, tests, program, work):
    """The result of the tests of a row with this program."""
    if tests != "sockets":
        return run(f"{program} --gtest_brief=1 --gtest_filter='{tests}'", build)
    return run(f"python3 -B {os.path.join(ROOT, 'test/tools/studio/Inputs/security.py')} {program} {work}", build)


def break_and_test(build, check):
    """Returns the outcome of one check: "held", or the reason why not."""
    name, source, old, new, tests = check
    with open(os.path.join(ROOT, source), encoding="utf-8") as file:
        text = file.read()
    found = re.findall(r"\s+".join(map(re.escape, old.split())), text)  # lines may be broken elsewhere
    if len(found) != 1:
        return f"'{old}' stands {len(found)} times in {source}"
    folder = os.path.join(build, "broken", name)
    os.makedirs(folder, exist_ok=True)
    broken = os.path.join(folder, os.path.basename(source))
    with open(broken, "w", encoding="utf-8") as file:
        file.write(text.replace(found[0], new))
    original = object_of(build, source)
    made = run(commands(build, original).replace(os.path.join(ROOT, source), broken).replace(original, broken + ".o"), build)
    if made.returncode != 0:
        return f"it does not compile: {made.stdout[-600:]}"
    program = "romas-studio" if tests == "sockets" else "romas_tests"
    link = commands(build, f"bin/{program}").replace(f"-o bin/{program}", f"-o {shlex.quote(folder)}/{program}")
    if original in link:
        link = link.replace(original, broken + ".o")
    else:  # in front of the libraries: their member is not taken then
        link = re.sub(r" (\S+\.cpp\.o) ", rf" {broken}.o \1 ", link, count=1)
    made = run(link, build)
    if made.returncode != 0:
        return f"it does not link: {made.stdout[-600:]}"
    tested = run_tests(build, tests, f"{folder}/{program}", f"{folder}/work")
    os.remove(os.path.join(folder, program))
    return "held" if tested.returncode != 0 else "NO TEST FAILS WITHOUT IT"


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--build", default=os.path.join(ROOT, "build"))
    options.add_argument("names", nargs="*")
    arguments = options.parse_args()
    build = os.path.abspath(arguments.build)
    chosen = [check for check in CHECKS if not arguments.names or check[0] in arguments.names]
    failed = len(chosen) == 0
    for tests in sorted({check[4] for check in chosen}):
        whole = run_tests(build, tests, os.path.join(build, "bin", "romas-studio" if tests == "sockets" else "romas_tests"), f"{build}/broken/work")
        if whole.returncode != 0 or " 0 tests" in whole.stdout:
            sys.exit(f"{tests} fails with every check in its place, or has no test:\n{whole.stdout[-2000:]}")
    with concurrent.futures.ThreadPoolExecutor(max_workers=2) as workers:
        for check, outcome in zip(chosen, workers.map(lambda check: break_and_test(build, check), chosen)):
            print(f"{check[0]:28}{check[4]:48}{outcome}", flush=True)
            failed = failed or outcome != "held"
    return failed


if __name__ == "__main__":
    sys.exit(main())
