"""Completes command lines in bash, zsh and fish. Usage: completion.py ROMASC FOLDER"""
import os
import pty
import re
import select
import shutil
import signal
import subprocess
import sys
import time

romasc, folder = sys.argv[1:3]
# line: a word that it is completed to
LINES = {
    "romasc --emi": "--emit=",
    "romasc --emit=ur": "--emit=urdf",
    "romasc --emit=urdf,contr": "--emit=urdf,controller",
    "romasc -Wno-axis-mi": "-Wno-axis-missing",
    "romasc --explain=inertia-tri": "--explain=inertia-triangle",
    "romasc -x xa": "xacro",
    "romasc --print-after=fold-tr": "--print-after=fold-transforms",
    "romasc --control=imp": "--control=impedance",
    "romasc --servo-map=two": "--servo-map=two.yaml",
    "romasc two": "two.yaml",
}
# Lines for which there is no word: nothing is proposed, not even a file.
NOTHING = ["romasc --robot=two"]


def script(shell):
    return subprocess.run([romasc, f"--print-completion={shell}"], stdout=subprocess.PIPE, text=True, check=True).stdout


def in_bash(line):
    with open("completion.bash", "w", encoding="utf-8") as file:
        file.write(script("bash"))
    # The words as readline splits them.
    words = line.replace("=", " = ").split(" ")
    words = [word for word in words if word] + ([""] if line.endswith(" ") else [])
    quoted = " ".join(f"'{word}'" for word in words)
    program = f"source completion.bash; COMP_LINE='{line}'; COMP_POINT={len(line)}; COMP_WORDS=({quoted}); COMP_CWORD={len(words) - 1}; _romasc; printf '%s\\n' \"${{COMPREPLY[@]}}\""
    done = subprocess.run(["bash", "--norc", "-c", program], capture_output=True, text=True, check=False)
    assert not done.stderr, done.stderr
    kept = "" if words[-1] == "=" or "=" not in line.rsplit(" ", 1)[-1] else line.rsplit(" ", 1)[-1].rsplit("=", 1)[0] + "="
    return [kept + word for word in done.stdout.split()]


def in_fish(line):
    program = f"{script('fish')}\ncomplete -C '{line}'"
    done = subprocess.run(["fish", "--no-config"], input=program, capture_output=True, text=True, check=False, env={**os.environ, "HOME": os.getcwd()})
    return [word.split("\t")[0] for word in done.stdout.splitlines()]


def in_zsh(line):
    """Types the line and a tab into a terminal, then lets the shell print the line that stands there."""
    os.makedirs("zsh", exist_ok=True)
    with open("zsh/_romasc", "w", encoding="utf-8") as file:
        file.write(script("zsh"))
    with open("zsh/.zshrc", "w", encoding="utf-8") as file:
        file.write("PS1='READY> '; unsetopt prompt_cr prompt_sp; fpath=($ZDOTDIR $fpath)\nautoload -U compinit; compinit -D -u; unset zle_bracketed_paste; stty cols 250\n")
    pid, terminal = pty.fork()
    if pid == 0:
        os.environ.update(ZDOTDIR=os.path.abspath("zsh"), TERM="dumb")
        os.execvp("zsh", ["zsh", "-d", "-i"])

    def until(pattern):
        """Returns the match of the pattern's group in the next output of the terminal."""
        out = b""
        end = time.monotonic() + 30
        while time.monotonic() < end:
            if select.select([terminal], [], [], 0.1)[0]:
                out += os.read(terminal, 65536)
            found = re.search(pattern, out)
            if found:
                return found.group(1).decode()
        return ""

    until(rb"(READY> )")
    os.write(terminal, line.encode() + b"\t")
    os.write(terminal, b"\x01print -r -- MARK \x05\n")
    printed = until(rb"\nMARK ([^\r\n]*)\r?\n")
    os.kill(pid, signal.SIGKILL)
    os.close(terminal)
    os.waitpid(pid, 0)
    return [printed.strip().rsplit(" ", 1)[-1]]


def main():
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    os.chdir(folder)
    for name in ("two.yaml", "one.urdf"):
        with open(name, "w", encoding="utf-8"):
            pass
    problems = []
    for shell, complete in (("bash", in_bash), ("fish", in_fish), ("zsh", in_zsh)):
        if not shutil.which(shell):
            print(f"{shell} is not installed: not tried")
            continue
        for line, word in LINES.items():
            got = complete(line)
            if word not in got and word.rstrip("=") not in got:
                problems.append(f"{shell}: '{line}' gives {got[:5]}, and not '{word}'")
        for line in NOTHING:
            got = complete(line)
            if got not in ([], [line.rsplit(" ", 1)[-1]]):
                problems.append(f"{shell}: '{line}' gives {got[:5]}")
    print("\n".join(problems))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
