"""The functions of the Python package xacro that programs call, on romasc: `from romasc import xacro` in the place of `import xacro`."""
from __future__ import annotations

import os
import warnings
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any
from xml.dom import minidom
from xml.parsers.expat import ExpatError

from ._calls import Settings, Text, Value, expand
from ._findings import Error, Findings
from ._library import Path

if TYPE_CHECKING:
    from typing_extensions import Unpack


class XacroException(Error):
    """The file cannot be expanded; `findings` tell why and where."""


class XacroWarning(UserWarning):
    """A warning about the file, which is expanded."""


class Document(minidom.Document):
    """The expanded document, and what was found in its file."""
    findings: Findings


def _expanded(input_file_name: Path, mappings: Mapping[str, Value] | None, settings: Settings) -> Text:
    settings = settings.copy()
    settings["args"] = {name: str(value) for name, value in (mappings or {}).items()}
    try:
        text = expand(input_file_name, **settings)
    except Error as problem:
        raise XacroException(str(problem), problem.findings, problem.status) from None
    for finding in text.findings.warnings:
        warnings.warn(str(finding), XacroWarning, stacklevel=3)
    return text


def _remove_blank(node: Any) -> None:
    """Removes the texts that only indent elements: toprettyxml() would add its own to them."""
    children = list(node.childNodes)
    if any(child.nodeType == child.ELEMENT_NODE for child in children):
        for child in children:
            if child.nodeType == child.TEXT_NODE and not child.data.strip():
                node.removeChild(child)
    for child in node.childNodes:
        _remove_blank(child)


def process_file(input_file_name: Path, mappings: Mapping[str, Value] | None = None, **settings: Unpack[Settings]) -> Document:
    """Expands a xacro file with arguments. Returns the document, whose toxml() and toprettyxml() are its text. Further parameters are
    those of romasc.load(), such as package_path. Raises XacroException if the file has errors; warnings become Python's."""
    text = _expanded(input_file_name, mappings, settings)
    parsed: Any = minidom.parseString(text.encode("utf-8", "surrogateescape"))
    _remove_blank(parsed)
    parsed.__class__ = Document
    document: Document = parsed
    document.findings = text.findings
    return document


def parse(inp: Any, filename: Path | None = None) -> Any:
    """Parses a text, a file that is open, or with None for `inp` the file of that name. Returns a minidom.Document that is not expanded."""
    try:
        if inp is None:
            return minidom.parse(os.fspath(filename or ""))
        return minidom.parseString(inp) if isinstance(inp, (str, bytes)) else minidom.parse(inp)
    except ExpatError as problem:
        raise XacroException(f"{filename or getattr(inp, 'name', 'text')}: {problem}") from None


def process_doc(doc: Any, mappings: Mapping[str, Value] | None = None, **settings: Unpack[Settings]) -> None:
    """Expands a minidom.Document in place. Relative names of files in it begin at the working folder."""
    settings = settings.copy()
    settings["text"] = doc.toxml()
    expanded = process_file(os.path.join(os.getcwd(), "document.xacro"), mappings, **settings)
    while doc.firstChild is not None:
        doc.removeChild(doc.firstChild)
    for child in list(expanded.childNodes):
        doc.appendChild(doc.importNode(child, True))


def process(input_file_name: Path, mappings: Mapping[str, Value] | None = None, **settings: Unpack[Settings]) -> str:
    """Expands a xacro file. Returns its text, indented by two spaces."""
    return str(process_file(input_file_name, mappings, **settings).toprettyxml(indent="  "))
