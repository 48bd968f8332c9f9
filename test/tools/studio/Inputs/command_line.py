#!/usr/bin/env python3
"""The command lines of romas-studio and of romasc --view. Usage: command_line.py ROMAS_STUDIO ROMASC FOLDER"""
import json
import os
import shutil
import subprocess
import sys

from checks import expect, report
from server import HANG, Server


def expect_refusal(command, status, message):
    done = subprocess.run(command, capture_output=True, text=True, timeout=HANG, check=False)
    expect(" ".join(command[1:]), done.returncode == status and message in done.stderr and not done.stdout, (done.returncode, done.stderr))


def wait_for_text(path):
    """Returns the output of a program that runs in the background."""
    while True:
        try:
            with open(path, encoding="utf-8") as file:
                text = file.read()
            if text.endswith("\n"):
                return text.strip()
        except FileNotFoundError:
            pass


def opens_the_browser(studio, home, folder):
    """xdg-open gets an address whose token holds once; the printed one lasts."""
    opened = os.path.join(folder, "opened")
    fake = os.path.join(folder, "bin/xdg-open")
    os.makedirs(os.path.dirname(fake))
    with open(fake, "w", encoding="utf-8") as file:
        file.write(f'#!/bin/sh\necho "$#" "$1" > {opened}.new && mv {opened}.new {opened}\n')
    os.chmod(fake, 0o755)
    path = os.path.dirname(fake) + os.pathsep + os.environ["PATH"]
    server = Server(studio, home, environment={"PATH": path, "DISPLAY": ":0"})
    number, _, address = wait_for_text(opened).partition(" ")
    page, _, once = address.partition("#once=")
    expect("one argument", number == "1" and page == f"http://{server.host}/" and len(once) == 32, address)
    expect("two tokens", server.token not in address)
    answer = server.post("/api/hello", {}, **{"Romas-Token": once})
    expect("first use", answer[0] == 200 and json.loads(answer[2])["token"] == server.token, answer)
    expect("second use", server.post("/api/hello", {}, **{"Romas-Token": once})[0] == 403)
    server.end()
    os.remove(opened)
    for name, arguments, environment in [("no screen", [], {"PATH": path}), ("--no-browser", ["--no-browser"], {"PATH": path, "DISPLAY": ":0"})]:
        server = Server(studio, home, *arguments, environment=environment)
        server.ask("GET", "/")
        server.end()
        expect(name, not os.path.exists(opened), "it opens a browser")


def starts_from_romasc(romasc, home, arm, folder):
    server = Server(romasc, home, "--view", "--no-browser", arm, "--name=other", "-Wno-inertia-triangle")
    status, _, body = server.ask("GET", "/api/scene")
    expect("--view", status == 200 and json.loads(body)["file"] == arm, body)
    expect("its end", server.end() == (0, ""))
    alone = os.path.join(folder, "alone/romasc")
    os.makedirs(os.path.dirname(alone))
    shutil.copy(romasc, alone)
    expect_refusal([alone, "--view", arm], 3, "romas-studio': it is not beside romasc; ./x studio builds it")
    expect_refusal([romasc, "--view", arm, "--emit=sdf"], 2, "romas-studio: error: unknown option '--emit=sdf'")


def reads_as_romasc_does(studio, home, folder):
    path = os.path.join(folder, "size.romas")
    with open(path, "w", encoding="utf-8") as file:
        file.write("param size: length = 1 m;\nrobot r { link a { solid box (1 m, 1 m, size) density 1000 kg/m^3; } }\n")
    server = Server(studio, home, "--no-browser", "-D", "size=3 m", path)
    body = server.ask("GET", "/api/scene")[2]
    server.end()
    expect("-D", json.loads(body)["status"] == "ok" and b"3000" in body, body)


def opens_the_roots_of_the_project(studio, home, folder):
    """In the place of a file, unless arguments say which robot is meant."""
    project = os.path.join(folder, "project")
    shutil.copytree(os.path.join(os.path.dirname(__file__), "../../Inputs/roots"), project)
    file = os.path.join(project, "arm.urdf.xacro")
    for arguments, inputs, link in [
        ([file], ["left", "right", "narrow"], b'"left_base"'),
        ([file, "prefix:=my_"], [file], b'"my_base"'),
        ([file + " prefix:=a_", file + " prefix:=b_"], [file + " prefix:=a_", file + " prefix:=b_"], b'"a_base"'),
        ([file, "--no-project"], [file], b'"base"'),
    ]:
        server = Server(studio, home, "--no-browser", *arguments)
        hello = json.loads(server.post("/api/hello", {}, **{"Romas-Token": server.token})[2])
        body = server.ask("GET", "/api/scene")[2]
        server.end()
        expect(str(arguments), hello["inputs"] == inputs and link in body, (hello["inputs"], body[:2000]))
    settings = os.path.join(project, ".romas.yaml")
    for ignored, times in [("", 1), ("per-file-ignores: {arm_macro.xacro: [axis-not-unit]}\n", 0)]:
        with open(settings, "a", encoding="utf-8") as out:
            out.write(ignored)
        server = Server(studio, home, "--no-browser", file)
        body = server.ask("GET", "/api/scene")[2]
        server.end()
        expect(f"findings with '{ignored}'", body.count(b'"axis-not-unit"') == times, body)
    page = os.path.join(folder, "roots.html")
    expect_refusal([studio, f"--standalone={page}", file], 2, "has 3 roots of '" + file + "': 'left', 'right', 'narrow'; choose one")


def main():
    studio, romasc, folder = (os.path.abspath(argument) for argument in sys.argv[1:4])
    shutil.rmtree(folder, ignore_errors=True)
    home = os.path.join(folder, "home")
    os.makedirs(home)
    arm = os.path.join(folder, "arm.urdf")
    with open(arm, "w", encoding="utf-8") as file:
        file.write('<robot name="arm"><link name="base"/></robot>\n')
    for option, text in [("--help", "romas-studio --help=TOPIC"), ("--help=studio", "--read-only"), ("--version", "romas-studio 0."), ("--licences", "preact")]:
        done = subprocess.run([studio, option], capture_output=True, text=True, timeout=HANG, check=False)
        expect(option, done.returncode == 0 and text in done.stdout, done)
    for shell in ("bash", "zsh", "fish"):
        done = subprocess.run([studio, f"--print-completion={shell}"], capture_output=True, text=True, timeout=HANG, check=False)
        expect(shell, done.returncode == 0 and "read-only" in done.stdout and "--emit" not in done.stdout, done)
    expect_refusal([studio, "-"], 2, "romas-studio: error: romas-studio opens files, not standard input")
    expect_refusal([studio, "--port=70000"], 2, "must be a number up to 65535")
    expect_refusal([studio, "--wrong"], 2, "romas-studio --help=all lists the options")
    expect_refusal([studio, "-Wnothing", arm], 2, "nothing")
    opens_the_browser(studio, home, folder)
    starts_from_romasc(romasc, home, arm, folder)
    reads_as_romasc_does(studio, home, folder)
    opens_the_roots_of_the_project(studio, home, folder)
    return report()


if __name__ == "__main__":
    sys.exit(main())
