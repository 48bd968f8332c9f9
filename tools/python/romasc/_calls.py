"""The functions of the package, each one run of romasc."""
from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypedDict, Union

from ._findings import Error, Findings, decode, read_findings
from ._library import Path, Run, run
from ._targets import TEXT_TARGETS, Target

if TYPE_CHECKING:
    from typing_extensions import Unpack

Value = Union[str, int, float, bool]
_OUTPUT = "romasc-output"  # a folder that is never written
_SUCCESS, _ERRORS, _USAGE, _FILES = range(4)


class Settings(TypedDict, total=False):
    """The parameters of reading a description that load(), check() and the other functions share. All may be left out."""
    text: str | bytes  # the content of the file, which is then not read from the disk
    args: Mapping[str, Value]  # arguments of a xacro file, parameters of the language
    package_path: Path | Sequence[Path]  # folders of packages, where package:// and $(find) lead
    model_path: Path | Sequence[Path]  # folders of models, where model:// leads
    profile: str  # the rules of one consumer, such as "moveit"
    robot: str  # the name of one robot of a file that holds several
    options: Sequence[str]  # of the command, as `romasc --help=all` lists them


def _words(settings: Settings) -> list[str]:
    for name in settings:
        if name not in Settings.__annotations__:
            raise TypeError(f"unexpected parameter '{name}'; there are: {', '.join(Settings.__annotations__)}")
    words = [f"--define={name}={_word(value)}" for name, value in settings.get("args", {}).items()]
    words += search_words(settings)
    words += [f"--{name}={value}" for name, value in (("profile", settings.get("profile")), ("robot", settings.get("robot"))) if value is not None]
    return words + list(settings.get("options", ()))


def search_words(settings: Settings) -> list[str]:
    """The options of all programs for the folders where files are."""
    return [f"--{name}={os.fspath(path)}" for name, paths in (("package-path", settings.get("package_path", ())),
                                                             ("model-path", settings.get("model_path", ()))) for path in _several(paths)]


def _several(paths: Path | Sequence[Path]) -> Sequence[Path]:
    return [paths] if isinstance(paths, (str, os.PathLike)) else paths


def _word(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _input(path: Path) -> str:
    """The path as a word that is no option and no response file."""
    text = os.fspath(path)
    return "./" + text if text.startswith(("-", "@")) else text


def _run(words: Iterable[str], path: Path, settings: Settings) -> Run:
    text = settings.get("text")
    texts = {} if text is None else {os.fspath(path): text}
    return run([*words, *_words(settings), "--format=json", "--error-limit=0"], texts)


def _findings(done: Run) -> Findings:
    """The findings of a run. Raises Error if it ended before there were any."""
    text = done.messages.strip()
    if done.status in (_SUCCESS, _ERRORS, _FILES) and text.startswith(b"["):
        return read_findings(text)
    if done.status == _SUCCESS and not text:
        return Findings()
    raise Error(decode(text) or f"romasc ended with status {done.status}", (), done.status)


def _sound(done: Run) -> Findings:
    findings = _findings(done)
    if done.status != _SUCCESS:
        raise Error.of(findings, done.status)
    return findings


def check(path: Path, **settings: Unpack[Settings]) -> Findings:
    """The findings of a description. An error in it is a finding, and no exception. Parameters are those of load()."""
    return _findings(_run([_input(path), "--emit=none"], path, settings))


class Text(str):
    """A description in some format, and what was found while it was written, such as what the format cannot express."""
    findings: Findings

    def __new__(cls, text: str, findings: Findings) -> Text:
        made = super().__new__(cls, text)
        made.findings = findings
        return made


@dataclass(frozen=True)
class Translation:
    """The files that a target makes, by path, and what was found. Without `output` paths are relative to the output's folder; a text that
    is alone has the path "-"."""
    files: dict[str, bytes]
    findings: Findings

    @property
    def text(self) -> Text:
        """The only file, or the first."""
        return Text(decode(next(iter(self.files.values()))), self.findings)


def translate(path: Path, target: Target, output: Path | None = None, **settings: Unpack[Settings]) -> Translation:
    """Writes a description in another format, or as code: what `--emit` does. With `output`, a file or a folder (which ends with "/" or
    exists), the files are written there, all of them or none. Further parameters are those of load(). Raises Error if the description
    has errors."""
    where = os.fspath(output) if output is not None else "-" if target in TEXT_TARGETS else _OUTPUT + "/"
    done = _run([_input(path), f"--emit={target}", "--output=" + where], path, settings)
    findings = _sound(done)
    files = {"-": done.output} if where == "-" else done.files
    if output is not None:
        write_files(files)
    return Translation({name.removeprefix(_OUTPUT + "/"): content for name, content in files.items()}, findings)


def write_files(files: Mapping[str, bytes]) -> None:
    """Writes each file beside its place, and gives all of them their names at the end."""
    waiting: list[tuple[str, str]] = []
    try:
        for path, content in files.items():
            os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
            beside = os.path.join(os.path.dirname(path), f".romasc-{os.getpid()}-{len(waiting)}.tmp")
            waiting.append((beside, path))
            with open(beside, "xb") as file:
                file.write(content)
        while waiting:
            os.replace(*waiting[0])
            waiting.pop(0)
    finally:
        for beside, _ in waiting:
            if os.path.exists(beside):
                os.unlink(beside)


def expand(path: Path, **settings: Unpack[Settings]) -> Text:
    """The XML that a xacro file expands to. Parameters are those of load()."""
    return translate(path, "expanded", **settings).text


@dataclass(frozen=True)
class Comparison:
    """Whether two descriptions are the same robot. It is true if they are. docs/comparing.md describes `differences`, `effects` and
    `not_compared`."""
    same: bool
    aspects: list[str]
    differences: list[dict[str, Any]]
    effects: list[str]
    not_compared: list[Any]

    def __bool__(self) -> bool:
        return self.same


def compare(before: Path, after: Path, *, texts: Mapping[str, str | bytes] | None = None, **settings: Unpack[Settings]) -> Comparison:
    """Compares two descriptions, whatever their formats. `texts` are contents of files by name. Further parameters are those of load()
    and hold for both. Raises Error if one of them has errors."""
    return _compare([_input(before), _input(after)], settings, texts or {})


def compare_models(before: tuple[str, Settings], after: tuple[str, Settings], options: Sequence[str]) -> Comparison:
    """Compares two files, each with the settings that it was loaded with. Raises ValueError if one run cannot have both settings."""
    joined: Settings = {"options": [*dict.fromkeys([*before[1].get("options", ()), *after[1].get("options", ())]), *options]}
    joined["package_path"] = [path for _, settings in (before, after) for path in _several(settings.get("package_path", ()))]
    joined["model_path"] = [path for _, settings in (before, after) for path in _several(settings.get("model_path", ()))]
    robots = {settings.get("robot") for _, settings in (before, after)}
    if len(robots) > 1:
        raise ValueError(f"the models are robots of several in their files ({robots}); compare files that hold one robot")
    robot = before[1].get("robot")
    if robot is not None:
        joined["robot"] = robot
    texts: dict[str, str | bytes] = {}
    words = []
    for i, (path, settings) in enumerate((before, after)):
        text = settings.get("text")
        if text is not None:  # a name of its own: the other one may be the file of this name, or another text
            folder, name = os.path.split(path)
            path = os.path.join(folder, f"{('before', 'after')[i]}-{name}")
            texts[path] = text
        words.append(_with_arguments(_input(path), settings.get("args", {})))
    return _compare(words, joined, texts)


def _with_arguments(path: str, args: Mapping[str, Value]) -> str:
    """The word "arm.xacro prefix:=left_": of two files that are compared, each has its own arguments."""
    for name, value in args.items():
        if ":=" in _word(value):
            raise ValueError(f"the argument '{name}' holds ':=', which a comparison cannot give to one of its files")
    return path + "".join(f" {name}:={_word(value)}" for name, value in args.items())


def _compare(inputs: Sequence[str], settings: Settings, texts: Mapping[str, str | bytes]) -> Comparison:
    done = run(["--compare", *inputs, *_words(settings), "--format=json", "--error-limit=0"], texts)
    if not done.output.strip():
        messages = done.messages.strip()
        if messages.startswith(b"["):
            raise Error.of(read_findings(messages), done.status)
        raise Error(decode(messages), (), done.status)
    found = json.loads(decode(done.output))
    return Comparison(found["same"], found["aspects"], found["differences"], found["effects"], found["not_compared"])


def version() -> str:
    """Such as "0.1.0"."""
    return decode(run(["--version"]).output).split()[-1]
