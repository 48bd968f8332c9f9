#!/usr/bin/env python3
"""Fetches the corpus of real robots from the public repositories that index.tsv names.

A file that is there already with the right SHA-256 stays as it is. Every problem is one line, the rest goes
on, and the status is 1 in the end.

The index has only files that come unchanged from a repository. Golden values, expansions, lists of what is
expected and other things that were computed or written by hand are not fetched. The lines '#-' of the index
name them.
"""
import argparse
import collections
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
INDEX = os.path.join(HERE, "index.tsv")
Row = collections.namedtuple("Row", "path repository commit source sha256")
COLUMNS = (  # what each column of a row has to look like
    ("path", r"[^\0]+"),
    ("repository", r"[\w.-]+/[\w.-]+"),
    ("commit", r"[0-9a-f]{7,64}"),
    ("path in the repository", r"[^\0]+"),
    ("SHA-256", r"[0-9a-f]{64}"),
)
# Nobody sits there to answer, and a transfer that stands still ends.
SETTINGS = ("credential.helper=", "http.lowSpeedLimit=1000", "http.lowSpeedTime=60")
FOREIGN = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_COMMON_DIR",
           "GIT_NAMESPACE", "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_SHALLOW_FILE")


class Report:
    def __init__(self):
        self.problems = self.fetched = 0

    def problem(self, text):
        self.problems += 1
        print(f"problem: {text}", flush=True)


class FetchError(Exception):
    pass


def leaves_folder(path):
    return os.path.isabs(path) or ".." in re.split(r"[/\\]", path)


def read_index(name):
    """The rows of an index, (prefix, reason) of what it leaves out, and a line for each row that is wrong."""
    rows, left_out, problems = {}, [], []
    with open(name, encoding="utf-8", newline="\n") as file:
        for number, line in enumerate(file, 1):
            cells = line.rstrip("\n").split("\t")
            if line.startswith("#-"):
                left_out.append((cells[1], cells[-1]))
            if line.startswith("#") or not line.strip():
                continue
            where = f"{os.path.basename(name)}:{number}"
            wrong = [title for cell, (title, form) in zip(cells, COLUMNS) if not re.fullmatch(form, cell)]
            if len(cells) != len(COLUMNS):
                problems.append(f"{where}: {len(COLUMNS)} columns are expected, and {len(cells)} are there")
            elif wrong:
                problems.append(f"{where}: the {wrong[0]} is malformed")
            elif leaves_folder(cells[0]):
                problems.append(f"{where}: the path '{cells[0]}' leaves the folder")
            elif cells[0] in rows:
                problems.append(f"{where}: the path '{cells[0]}' has a row already")
            else:
                rows[cells[0]] = Row(*cells)
    return list(rows.values()), left_out, problems


def sha256_of(name):
    """The SHA-256 of a file, or None where there is none to read."""
    try:
        with open(name, "rb") as file:
            return hashlib.sha256(file.read()).hexdigest()
    except OSError:
        return None


def git(*arguments, folder=None, text=None):
    """Returns the output of a git command, as bytes."""
    environment = {name: value for name, value in os.environ.items() if name not in FOREIGN}
    environment.update(GIT_TERMINAL_PROMPT="0", GIT_ASKPASS="true", SSH_ASKPASS="true", LC_ALL="C")
    environment.setdefault("GIT_SSH_COMMAND", "ssh -oBatchMode=yes")
    settings = [word for setting in SETTINGS for word in ("-c", setting)]
    done = subprocess.run(["git", *settings, *arguments], cwd=folder, env=environment, input=text or b"",
                          capture_output=True, check=False)
    if done.returncode != 0:
        lines = [line for line in done.stderr.decode(errors="replace").splitlines() if line.strip()]
        fatal = [line for line in lines if line.startswith(("fatal:", "error:"))] or lines[-1:]
        raise FetchError(fatal[0] if fatal else f"git ends with status {done.returncode}")
    return done.stdout


def get_commit(url, commit, folder):
    """Fetches a commit without its files into a new repository. Returns its full name.

    Hosts serve a commit by its full name only. For an abbreviated one all commits are fetched, without
    folders and files. Git gets these when they are asked for.
    """
    if len(commit) in (40, 64):
        git("init", "--quiet", "--bare", folder)
        git("remote", "add", "origin", url, folder=folder)
        try:
            git("fetch", "--quiet", "--no-tags", "--depth", "1", "--filter=blob:none", "origin", commit,
                folder=folder)
            return commit
        except FetchError:
            shutil.rmtree(folder)
    try:
        git("clone", "--quiet", "--bare", "--filter=tree:0", url, folder)
    except FetchError as error:
        raise FetchError(f"the repository cannot be reached: {error}") from None
    try:
        return git("rev-parse", "--verify", "--quiet", commit + "^{commit}", folder=folder).decode().strip()
    except FetchError:
        raise FetchError("the repository does not have this commit") from None


def files_of(folder, commit, wanted):
    """The object of every wanted path that is a file in this commit. All come at once where the host can."""
    objects = {}
    listing = git("ls-tree", "-r", "-z", "--full-tree", commit, folder=folder).decode(errors="replace")
    for entry in listing.split("\0"):
        attributes, _, path = entry.partition("\t")
        if path in wanted:
            _, kind, name = attributes.split()
            if kind == "blob":
                objects[path] = name
    names = "".join(name + "\n" for name in sorted(set(objects.values())))
    try:
        git("-c", "fetch.negotiationAlgorithm=noop", "fetch", "--quiet", "--no-tags", "--no-write-fetch-head",
            "--filter=blob:none", "--stdin", "origin", folder=folder, text=names.encode())
    except FetchError:
        pass  # then each comes when it is asked for
    return objects


def write(folder, path, content):
    """Writes a file as a whole or not at all."""
    target = os.path.join(folder, path)
    root = os.path.realpath(folder)
    if os.path.commonpath([root, os.path.realpath(os.path.dirname(target))]) != root:
        raise FetchError("a link in its path leaves the folder")
    part = target + ".part"
    try:
        os.makedirs(os.path.dirname(target), exist_ok=True)
        try:
            with open(part, "wb") as file:
                file.write(content)
            os.replace(part, target)
        finally:
            if os.path.lexists(part):
                os.remove(part)
    except OSError as error:
        raise FetchError(f"it cannot be written: {error.strerror}") from None


def fetch_repository(url, commit, rows, folder, report):
    """Fetches the files of one repository at one commit."""
    with tempfile.TemporaryDirectory(prefix="romas-corpus-") as scratch:
        repository = os.path.join(scratch, "repository")
        try:
            full = get_commit(url, commit, repository)
            objects = files_of(repository, full, {row.source for row in rows})
        except FetchError as error:
            report.problem(f"{url} @ {commit}: {error}; its files are missing: {len(rows)}")
            return
        for row in rows:
            try:
                if row.source not in objects:
                    raise FetchError(f"{url} @ {commit} has no file '{row.source}'")
                content = git("cat-file", "blob", objects[row.source], folder=repository)
                found = hashlib.sha256(content).hexdigest()
                if found != row.sha256:
                    raise FetchError(f"'{row.source}' of {url} @ {commit} has another SHA-256: "
                                     f"expected {row.sha256}, found {found}")
                write(folder, row.path, content)
                report.fetched += 1
            except FetchError as error:
                report.problem(f"{row.path}: {error}")


def fetch(rows, folder, host, report):
    """Fetches what is not there yet, one repository and commit after the other."""
    missing = collections.defaultdict(list)
    for row in rows:
        if sha256_of(os.path.join(folder, row.path)) != row.sha256:
            missing[row.repository, row.commit].append(row)
    for number, ((repository, commit), files) in enumerate(sorted(missing.items()), 1):
        print(f"[{number}/{len(missing)}] {repository} @ {commit}: files to fetch: {len(files)}", flush=True)
        fetch_repository(f"{host}/{repository}", commit, files, folder, report)


def parse_arguments():
    as_written = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=as_written)
    option = parser.add_argument
    option("folder", metavar="FOLDER", help="where the corpus is to lie")
    option("--index", metavar="FILE", default=INDEX, help="the list of files (index.tsv beside this script)")
    option("--host", metavar="PREFIX", default="https://github.com", help="what stands before owner/name")
    option("--only", metavar="PREFIX", default="", help="only files whose path in the corpus begins so")
    return parser.parse_args()


def main():
    arguments = parse_arguments()
    report = Report()
    host = arguments.host.rstrip("/")
    if os.path.isdir(host):
        host = os.path.abspath(host)
    if shutil.which("git") is None:
        report.problem("git is not installed")
        return 1
    try:
        rows, _, wrong = read_index(arguments.index)
    except (OSError, UnicodeError) as error:
        reason = getattr(error, "strerror", None) or error
        report.problem(f"the index {arguments.index} cannot be read: {reason}")
        return 1
    for line in wrong:
        report.problem(line)
    rows = [row for row in rows if row.path.startswith(arguments.only)]
    if not rows:
        report.problem(f"no file of the index begins with '{arguments.only}'")
    fetch(rows, arguments.folder, host, report)
    repositories = len({row.repository for row in rows})
    print(f"{len(rows)} files of {repositories} repositories, "
          f"{report.fetched} fetched, {report.problems} problems")
    return 1 if report.problems else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit("interrupted; another run goes on from here")
