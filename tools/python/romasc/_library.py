"""Calls of the compiler in this process: libromasc.so (tools/python/library.h) by ctypes, with Python's lock released."""
from __future__ import annotations

import ctypes
import os
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Union

Path = Union[str, "os.PathLike[str]"]


class _Text(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("size", ctypes.c_size_t)]


class _Host(ctypes.Structure):
    """How a run in the main thread releases the lock, and lets handlers of signals run meanwhile: an exception of theirs ends it."""
    _fields_ = [("release", ctypes.c_void_p), ("take", ctypes.c_void_p), ("check", ctypes.c_void_p)]


def _load(kind: type[ctypes.CDLL]) -> ctypes.CDLL:
    library = kind(os.path.join(os.path.dirname(os.path.abspath(__file__)), "libromasc.so"))
    handle, text, number = ctypes.c_void_p, _Text, ctypes.c_int
    functions: dict[str, tuple[Any, list[Any]]] = {
        "run": (handle, [ctypes.POINTER(_Host), number, ctypes.POINTER(ctypes.c_char_p), number, ctypes.POINTER(text), ctypes.POINTER(text)]),
        "status": (number, [handle]), "output": (text, [handle]), "messages": (text, [handle]), "file_count": (number, [handle]),
        "file_path": (text, [handle, number]), "file_content": (text, [handle, number]), "free": (None, [handle])}
    for name, (result, arguments) in functions.items():
        function = getattr(library, "romasc_" + name)
        function.restype, function.argtypes = result, arguments
    return library


_romasc = _load(ctypes.CDLL)
_in_main_thread = _load(ctypes.PyDLL)
_host = _Host(*(ctypes.cast(getattr(ctypes.pythonapi, name), ctypes.c_void_p)
                for name in ("PyEval_SaveThread", "PyEval_RestoreThread", "PyErr_CheckSignals")))


@dataclass(frozen=True)
class Run:
    """The outcome of one run of the command: its exit status, its texts, and the files that it would have written, by path."""
    status: int
    output: bytes
    messages: bytes
    files: dict[str, bytes] = field(default_factory=dict)


def _bytes(text: _Text) -> bytes:
    return ctypes.string_at(text.data, text.size) if text.size else b""


def _texts(contents: Sequence[bytes]) -> tuple[ctypes.Array[_Text], list[object]]:
    """The array that C reads, and the objects that must live as long as it."""
    kept: list[object] = []
    array = (_Text * max(len(contents), 1))()
    for i, content in enumerate(contents):
        buffer = ctypes.create_string_buffer(content, len(content) or 1)
        kept.append(buffer)
        array[i] = _Text(ctypes.addressof(buffer), len(content))
    return array, kept


def run(words: Sequence[Path], texts: Mapping[str, str | bytes] | None = None) -> Run:
    """Runs romasc with these arguments, as on a command line, but in this process, and writes nothing.

    `texts` are contents of files by name, which are read in place of those on the disk. Options that start other programs for you,
    --view and --build, are refused with status 2. Raises MemoryError if there is not enough memory, and in the main thread what a
    handler of signals raises, such as KeyboardInterrupt.
    """
    arguments = [os.fsencode(word) for word in words]
    if any(b"\0" in argument for argument in arguments):
        raise ValueError("an argument holds a zero byte")
    texts = texts or {}
    array = (ctypes.c_char_p * max(len(arguments), 1))(*arguments)
    names, kept_names = _texts([os.fsencode(name) for name in texts])
    contents, kept_contents = _texts([text.encode("utf-8", "surrogateescape") if isinstance(text, str) else bytes(text)
                                      for text in texts.values()])
    what = (len(arguments), array, len(texts), names, contents)
    if threading.current_thread() is threading.main_thread():
        result = _in_main_thread.romasc_run(_host, *what)
    else:
        result = _romasc.romasc_run(None, *what)
    del kept_names, kept_contents
    if not result:
        raise MemoryError("romasc has not enough memory for this input")
    try:
        files = {os.fsdecode(_bytes(_romasc.romasc_file_path(result, i))): _bytes(_romasc.romasc_file_content(result, i))
                 for i in range(_romasc.romasc_file_count(result))}
        return Run(_romasc.romasc_status(result), _bytes(_romasc.romasc_output(result)), _bytes(_romasc.romasc_messages(result)), files)
    finally:
        _romasc.romasc_free(result)
