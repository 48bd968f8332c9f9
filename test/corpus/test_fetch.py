#!/usr/bin/env python3
"""fetch.py against repositories of its own, without a network."""
import hashlib
import os
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
OLD, NEW, OTHER = b"<robot name='old'/>\n", b"<robot name='new'/>\n", b"solid\r\n\x00\xff"
NOBODY = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
IDENTITY = ("-c", "user.name=test", "-c", "user.email=test@example.com", "-c", "core.autocrlf=false")


def git(folder, *arguments):
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")} | NOBODY
    return subprocess.run(["git", *IDENTITY, *arguments], cwd=folder, env=environment, check=True,
                          capture_output=True, text=True).stdout.strip()


def commit(folder, files):
    """Commits these files; returns the full name of the commit."""
    os.makedirs(folder, exist_ok=True)
    if not os.path.exists(os.path.join(folder, ".git")):
        git(folder, "init", "--quiet")
    for name, content in files.items():
        os.makedirs(os.path.dirname(os.path.join(folder, name)), exist_ok=True)
        with open(os.path.join(folder, name), "wb") as file:
            file.write(content)
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message", "files")
    return git(folder, "rev-parse", "HEAD")


class FetchTest(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.host = os.path.join(scratch.name, "host")
        self.folder = os.path.join(scratch.name, "corpus")
        self.index = os.path.join(scratch.name, "index.tsv")
        arms = os.path.join(self.host, "someone", "arms")
        first = commit(arms, {"urdf/arm.urdf": OLD, "meshes/a hand C++.stl": OTHER})
        second = commit(arms, {"urdf/arm.urdf": NEW, "urdf/leg.urdf": OTHER})
        git(arms, "config", "uploadpack.allowFilter", "true")
        git(arms, "config", "uploadpack.allowAnySHA1InWant", "true")
        # This repository does not offer partial fetches.
        legs = commit(os.path.join(self.host, "someone-else", "legs"), {"leg.xml": NEW})
        self.rows = [
            ("meshes/hand.stl", "someone/arms", first[:12], "meshes/a hand C++.stl", OTHER),
            ("mjcf/leg.xml", "someone-else/legs", legs[:12], "leg.xml", NEW),
            ("urdf/leg.urdf", "someone/arms", second, "urdf/leg.urdf", OTHER),
            ("urdf/new.urdf", "someone/arms", second, "urdf/arm.urdf", NEW),
            ("urdf/old.urdf", "someone/arms", first[:12], "urdf/arm.urdf", OLD),
        ]

    def run_fetch(self, *extra, host=None, rows=None):
        """Runs fetch.py with an index of these rows; returns the status and the lines of the output."""
        with open(self.index, "w", encoding="utf-8") as file:
            file.write("#-\tgolden/\tcomputed\n# path\trepository\tcommit\tsource\tSHA-256\n")
            for *cells, content in self.rows if rows is None else rows:
                file.write("\t".join(cells + [hashlib.sha256(content).hexdigest()]) + "\n")
        command = [sys.executable, os.path.join(HERE, "fetch.py"), self.folder, "--index", self.index,
                   "--host", host or "file://" + self.host, *extra]
        done = subprocess.run(command, env=os.environ | NOBODY, text=True, check=False,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        return done.returncode, done.stdout.splitlines()

    def files(self):
        """All files of the folder, with their bytes."""
        found = {}
        for folder, _, names in os.walk(self.folder):
            for name in names:
                path = os.path.join(folder, name)
                with open(path, "rb") as file:
                    found[os.path.relpath(path, self.folder)] = file.read()
        return found

    def expected(self):
        return {row[0]: row[-1] for row in self.rows}

    def check_problem(self, lines, *words):
        """Exactly one line tells of this problem."""
        problems = [line for line in lines if line.startswith("problem: ")]
        told = [line for line in problems if all(word in line for word in words)]
        self.assertEqual(len(told), 1, "\n".join([f"wanted: {words}"] + lines))

    def test_all_files_come_from_their_commits(self):
        for host in "file://" + self.host, self.host + "/":
            with self.subTest(host):
                self.folder = os.path.join(os.path.dirname(self.host), str(len(host)))
                status, lines = self.run_fetch(host=host)
                self.assertEqual(lines[-1], "5 files of 2 repositories, 5 fetched, 0 problems", lines)
                self.assertEqual(status, 0)
                self.assertEqual(self.files(), self.expected())

    def test_second_run_asks_nobody(self):
        self.run_fetch()
        status, lines = self.run_fetch(host="file:///nowhere")
        self.assertEqual((status, lines), (0, ["5 files of 2 repositories, 0 fetched, 0 problems"]))

    def test_changed_and_missing_files_are_repaired(self):
        self.run_fetch()
        with open(os.path.join(self.folder, "urdf", "old.urdf"), "ab") as file:
            file.write(b"changed")
        os.remove(os.path.join(self.folder, "mjcf", "leg.xml"))
        status, lines = self.run_fetch()
        self.assertEqual((status, lines[-1]), (0, "5 files of 2 repositories, 2 fetched, 0 problems"), lines)
        self.assertEqual(self.files(), self.expected())

    def test_only_a_part(self):
        status, lines = self.run_fetch("--only", "urdf/")
        self.assertEqual((status, lines[-1]), (0, "3 files of 1 repositories, 3 fetched, 0 problems"), lines)
        self.assertEqual(sorted(self.files()), ["urdf/leg.urdf", "urdf/new.urdf", "urdf/old.urdf"])
        status, lines = self.run_fetch("--only", "urfd/")
        self.check_problem(lines, "no file of the index begins with 'urfd/'")
        self.assertEqual(status, 1)

    def test_each_problem_is_a_line_and_the_rest_comes(self):
        second = self.rows[2][2]
        wrong = [
            ("bad/hash.urdf", "someone/arms", second, "urdf/arm.urdf", OLD),
            ("bad/path.urdf", "someone/arms", second, "urdf/nothing.urdf", OLD),
            ("bad/folder.urdf", "someone/arms", second, "urdf", OLD),
            ("bad/repository.urdf", "someone/nothing", second, "a.urdf", OLD),
            ("bad/commit.urdf", "someone-else/legs", "0123456789ab", "leg.xml", NEW),
            ("bad/option.urdf", "someone/arms", "--upload-pack=false", "urdf/arm.urdf", OLD),
            ("../outside.urdf", "someone/arms", second, "urdf/arm.urdf", NEW),
            (self.folder + "/absolute.urdf", "someone/arms", second, "urdf/arm.urdf", NEW),
            ("urdf/new.urdf", "someone/arms", second, "urdf/arm.urdf", NEW),
        ]
        status, lines = self.run_fetch(rows=self.rows + wrong)
        self.assertEqual(lines[-1], "10 files of 3 repositories, 5 fetched, 9 problems", "\n".join(lines))
        self.assertEqual(status, 1)
        expected, found = (hashlib.sha256(content).hexdigest() for content in (OLD, NEW))
        self.check_problem(lines, "bad/hash.urdf", "'urdf/arm.urdf'", f"expected {expected}, found {found}")
        self.check_problem(lines, "bad/path.urdf", "has no file 'urdf/nothing.urdf'")
        self.check_problem(lines, "bad/folder.urdf", "has no file 'urdf'")
        self.check_problem(lines, "someone/nothing", "cannot be reached")
        self.check_problem(lines, "someone-else/legs @ 0123456789ab", "does not have this commit")
        self.check_problem(lines, "index.tsv:13", "the commit is malformed")
        self.check_problem(lines, "index.tsv:14", "'../outside.urdf' leaves the folder")
        self.check_problem(lines, "index.tsv:15", "absolute.urdf' leaves the folder")
        self.check_problem(lines, "index.tsv:16", "has a row already")
        self.assertEqual(self.files(), self.expected())
        self.assertEqual(sorted(os.listdir(os.path.dirname(self.host))), ["corpus", "host", "index.tsv"])

    def test_nothing_is_written_through_a_link_or_over_a_folder(self):
        outside = os.path.join(os.path.dirname(self.host), "outside")
        os.makedirs(outside)
        os.makedirs(os.path.join(self.folder, "mjcf", "leg.xml"))
        os.symlink(outside, os.path.join(self.folder, "urdf"))
        status, lines = self.run_fetch()
        self.assertEqual((status, lines[-1]), (1, "5 files of 2 repositories, 1 fetched, 4 problems"), lines)
        self.check_problem(lines, "urdf/new.urdf", "leaves the folder")
        self.check_problem(lines, "mjcf/leg.xml", "cannot be written")
        self.assertEqual(os.listdir(outside), [])
        self.assertEqual(sorted(self.files()), ["meshes/hand.stl"])

    def test_unreadable_index(self):
        script = os.path.join(HERE, "fetch.py")
        command = [sys.executable, script, self.folder, "--index", "/nowhere/index.tsv"]
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
        self.assertEqual(done.returncode, 1)
        self.check_problem(done.stdout.splitlines(), "/nowhere/index.tsv cannot be read")


class IndexTest(unittest.TestCase):
    """check_index.py finds what is wrong."""

    def check(self, files, index):
        with tempfile.TemporaryDirectory() as scratch:
            corpus, name = os.path.join(scratch, "corpus"), os.path.join(scratch, "index.tsv")
            for path in files:
                os.makedirs(os.path.dirname(os.path.join(corpus, path)), exist_ok=True)
                with open(os.path.join(corpus, path), "wb") as file:
                    file.write(OLD)
            with open(name, "w", encoding="utf-8") as file:
                file.write("#-\tgolden/\tcomputed\n" + index)
            command = [sys.executable, os.path.join(HERE, "check_index.py"), corpus, name]
            done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
            return done.returncode, done.stdout.splitlines()

    def row(self, path, content=OLD):
        return f"{path}\ta/b\t0123456789ab\tx.urdf\t{hashlib.sha256(content).hexdigest()}\n"

    def test_sound(self):
        result = self.check(["urdf/a.urdf", "golden/a.json"], self.row("urdf/a.urdf"))
        self.assertEqual(result, (0, ["1 rows, 0 problems"]))

    def test_wrong(self):
        index = self.row("urdf/gone.urdf") + self.row("urdf/a.urdf", NEW)
        status, lines = self.check(["urdf/a.urdf", "urdf/new.urdf", "golden.md"], index)
        text = "\n".join(lines)
        self.assertEqual((status, lines[-1]), (1, "2 rows, 5 problems"), text)
        for part in ("not sorted", "urdf/gone.urdf: it is not in", "urdf/a.urdf: the index has SHA-256",
                     "urdf/new.urdf: it has no row", "golden.md: it has no row"):
            self.assertIn(part, text)


if __name__ == "__main__":
    unittest.main()
