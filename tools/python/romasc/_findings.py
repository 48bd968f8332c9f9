"""Findings as objects."""
from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Place:
    """A range of a file. Lines and columns begin at 1, columns count code points; offsets are bytes from 0. `file` is empty, and the
    numbers are 0, where a finding has no place."""
    file: str = ""
    line: int = 0
    column: int = 0
    end_line: int = 0
    end_column: int = 0
    offset: int = 0
    end_offset: int = 0

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}" if self.file else "romasc"


@dataclass(frozen=True)
class Note(Place):
    """Another place that belongs to a finding, and why."""
    message: str = ""


@dataclass(frozen=True)
class Fix(Place):
    """A text that mends a finding in the place of a range. It is `safe` if it is the one right text."""
    replacement: str = ""
    safe: bool = False


@dataclass(frozen=True)
class Finding(Place):
    """An error, a warning or a note. The fixes of a finding belong together."""
    id: str = ""
    rule: str = ""
    severity: str = ""
    message: str = ""
    notes: tuple[Note, ...] = ()
    fixes: tuple[Fix, ...] = ()

    def __str__(self) -> str:
        return f"{Place.__str__(self)}: {self.severity}: {self.message} [-W{self.rule}]"


class Findings(list[Finding]):
    """The findings of a run, in the order of the text."""

    @property
    def errors(self) -> list[Finding]:
        return [finding for finding in self if finding.severity == "error"]

    @property
    def warnings(self) -> list[Finding]:
        return [finding for finding in self if finding.severity == "warning"]

    @property
    def ok(self) -> bool:
        """True if there is no error."""
        return not self.errors

    def __str__(self) -> str:
        return "\n".join(map(str, self))


class Error(Exception):
    """romasc found errors, or refused its arguments. `findings` are all findings of the run; `status` is the exit status of the command:
    1 for errors, 2 for arguments, 3 for a file that cannot be read, 4 where a comparison was not made."""

    def __init__(self, message: str, findings: Iterable[Finding] = (), status: int = 1):
        super().__init__(message)
        self.findings = Findings(findings)
        self.status = status

    @classmethod
    def of(cls, findings: Findings, status: int) -> Error:
        return cls("\n".join(map(str, findings.errors or findings)), findings, status)


def decode(text: bytes) -> str:
    """The text of a run. Bytes that are no UTF-8 come back as they went in where they are bytes again."""
    return text.decode("utf-8", "surrogateescape")


def _finding(row: dict[str, Any]) -> Finding:
    row["notes"] = tuple(Note(**note) for note in row["notes"])
    row["fixes"] = tuple(Fix(**fix) for fix in row["fixes"])
    return Finding(**row)


def read_findings(text: bytes) -> Findings:
    """The findings of --format=json."""
    return Findings(map(_finding, json.loads(decode(text))))
