#!/usr/bin/env python3
"""Makes the site of the documentation from the Markdown of the project, with Sphinx: ./x site

The pages are put together in a folder of their own (--sources), laid out as the project is:
  - a README.md is the index of its folder; the navigation (pages.py) becomes lists of contents
  - every other file that a page links to becomes a page that shows it, and a folder one that lists its files
  - the headers of the runtime become pages of their functions (headers.py)
Any warning of Sphinx is an error.
"""
import argparse
import os
import shutil
import subprocess
import sys

import headers
import pages

LARGEST_FILE = 200_000  # bytes of a file that is shown
HEADERS_PAGE = "docs/runtime.md"
HIGHLIGHTED = {".cpp": "cpp", ".cuh": "cpp", ".h": "cpp", ".hpp": "cpp", ".json": "json", ".md": "markdown", ".py": "python", ".romas": "romas", ".sh": "sh", ".urdf": "xml", ".xacro": "xml", ".xml": "xml", ".yaml": "yaml", ".sdf": "xml"}


def contents(paths, titles=None, caption=""):
    """A list of contents that the navigation shows, and the page does not."""
    rows = [f"{titles[path]} </{pages.docname(path)}>" if titles else f"/{pages.docname(path)}" for path in paths]
    return "\n```{toctree}\n:hidden:\n" + (f":caption: {caption}\n" if caption else "") + "\n" + "\n".join(rows) + "\n```\n"


def page_text(path):
    text = pages.read(path)
    if path == "README.md":
        return text + "".join(contents([page for _, page in items], {page: title for title, page in items}, heading) for heading, items in pages.sections())
    if path == "docs/README.md":
        return "---\norphan: true\n---\n\n" + text
    if path == HEADERS_PAGE:
        return text + contents(headers.header_paths())
    if path.endswith("/README.md"):
        below = pages.below(path)
        return text + (contents(below) if below else "")
    return text


def file_text(path):
    text = pages.read(path)
    fence = "`" * 3
    while fence in text:
        fence += "`"
    language = HIGHLIGHTED.get(os.path.splitext(path)[1], "text")
    return f"---\norphan: true\n---\n\n# {os.path.basename(path)}\n\n`{path}`\n\n{fence}{language}\n{text.rstrip()}\n{fence}\n"


def files_in(folder):
    for place, folders, names in os.walk(os.path.join(pages.ROOT, folder)):
        folders.sort()
        for name in sorted(names):
            path = os.path.join(place, name)
            with open(path, "rb") as file:
                start = file.read(LARGEST_FILE + 1)
            if len(start) <= LARGEST_FILE and b"\0" not in start:
                yield os.path.relpath(path, pages.ROOT)


def folder_text(folder):
    rows = "".join(f"- [{os.path.relpath(path, folder)}]({os.path.relpath(path, folder)})\n" for path in files_in(folder))
    return f"---\norphan: true\n---\n\n# {os.path.basename(folder)}\n\nThe files of `{folder}`:\n\n{rows}"


def other_texts(markdown):
    """Texts of the pages for what the Markdown pages link to, by path."""
    texts = {}
    for page in markdown:
        for _, picture, _, target in pages.links(page):
            path, _ = pages.resolved(page, target)
            if path is None or picture or path.endswith(".md"):
                continue
            if os.path.isdir(os.path.join(pages.ROOT, path)):
                if path in {os.path.dirname(readme) for readme in markdown if readme.endswith("README.md")}:
                    continue
                texts[path + "/README.md"] = folder_text(path)
                texts.update((file, file_text(file)) for file in files_in(path))
            else:
                texts[path] = file_text(path)
    texts.update((path, headers.page(path, pages.read(path))) for path in headers.header_paths())
    return texts


def write_sources(folder):
    shutil.rmtree(folder, ignore_errors=True)
    markdown = pages.pages()
    texts = {path: page_text(path) for path in markdown}
    for path, text in {**other_texts(markdown), **texts}.items():
        place = os.path.join(folder, pages.docname(path) + ".md")
        os.makedirs(os.path.dirname(place), exist_ok=True)
        with open(place, "w", encoding="utf-8") as file:
            file.write(text)
    for page in markdown:
        for _, picture, _, target in pages.links(page):
            if picture:
                path, _ = pages.resolved(page, target)
                os.makedirs(os.path.join(folder, os.path.dirname(path)), exist_ok=True)
                shutil.copyfile(os.path.join(pages.ROOT, path), os.path.join(folder, path))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", required=True, help="folder of the site; what is in it is replaced")
    parser.add_argument("--sources", required=True, help="folder for the pages that are put together")
    arguments = parser.parse_args()
    problems = [*pages.link_problems(), *pages.navigation_problems()]
    if problems:
        sys.exit("\n".join(problems))
    if not shutil.which("sphinx-build"):
        sys.exit("make.py: sphinx-build is missing; apt-get install python3-sphinx python3-myst-parser")
    write_sources(arguments.sources)
    shutil.rmtree(arguments.out, ignore_errors=True)
    settings = os.path.dirname(os.path.abspath(__file__))
    command = ["sphinx-build", "-q", "-W", "--keep-going", "-j", "auto", "-b", "html", "-c", settings, "-d", arguments.sources + ".read", arguments.sources, arguments.out]
    status = subprocess.run(command, check=False).returncode
    shutil.rmtree(arguments.sources + ".read", ignore_errors=True)
    for rest in (".buildinfo", "objects.inv"):  # for Sphinx alone
        path = os.path.join(arguments.out, rest)
        if os.path.exists(path):
            os.remove(path)
    for rest in ("jquery.js", "underscore.js", "_sphinx_javascript_frameworks_compat.js", "basic.css", "file.png", "minus.png", "plus.png"):
        path = os.path.join(arguments.out, "_static", rest)
        if os.path.exists(path):
            os.remove(path)
    return status


if __name__ == "__main__":
    sys.exit(main())
