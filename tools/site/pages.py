#!/usr/bin/env python3
"""The Markdown pages of the project: their links, their headings and their order. It needs nothing but Python.

    pages.py --check    tells every link that leads nowhere, and every page of docs/ that has no place in the navigation

The navigation has one home: the README.md of a folder orders the pages of this folder, and docs/README.md in its
sections those of docs/. A page of a folder below docs/ belongs to that folder's README.md.
"""
import argparse
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FENCE = re.compile(r"^( *)(```+)[^\n]*\n.*?^\1\2`* *$", re.M | re.S)
CODE = re.compile(r"(`+)(?!`)(.+?)(?<!`)\1(?!`)", re.S)
LINK = re.compile(r"(!?)\[((?:[^][]|\[[^]]*\])*)\]\(([^)\s]+)\)")
HEADING = re.compile(r"^(#{1,6}) +(.+?) *#*$", re.M)
ITEM = re.compile(r"^- \[([^]]+)\]\(([^)\s]+)\)", re.M)
OTHER_HOST = re.compile(r"[a-z][a-z+.-]*:")


def blanked(text, pattern):
    """The text with blanks, and the same lines, in the place of what the pattern finds."""
    return pattern.sub(lambda match: re.sub(r"[^\n]", " ", match.group()), text)


def read(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return file.read()


def links(path):
    """Line, whether it is a picture, text and target of every link of a page, outside of code."""
    text = blanked(blanked(read(path), FENCE), CODE)
    for match in LINK.finditer(text):
        yield text.count("\n", 0, match.start()) + 1, bool(match.group(1)), match.group(2), match.group(3)


def resolved(path, target):
    """Path from the root and anchor of what a page links to; the path is None for another host."""
    if OTHER_HOST.match(target):
        return None, ""
    name, _, anchor = target.partition("#")
    return os.path.normpath(os.path.join(os.path.dirname(path), name)) if name else path, anchor


def slug(heading):
    """The anchor of a heading, as GitHub makes it."""
    text = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading).replace("`", "").lower()
    return re.sub(r"[^\w\- ]", "", text).replace(" ", "-")


def unique(name, taken):
    """This name, or the first of NAME-1, NAME-2, … that is not taken; it is taken then."""
    number, result = 0, name
    while result in taken:
        number += 1
        result = f"{name}-{number}"
    taken.add(result)
    return result


def anchors(path):
    taken = set()
    return [unique(slug(match.group(2)), taken) for match in HEADING.finditer(blanked(read(path), FENCE))]


def markdown_below(folder):
    for place, folders, files in os.walk(os.path.join(ROOT, folder)):
        folders.sort()
        for name in sorted(files):
            if name.endswith(".md"):
                yield os.path.relpath(os.path.join(place, name), ROOT)


def readme_of(path):
    """The page that orders this one: the README.md of its folder, or of the folder above if it is one itself."""
    folder, name = os.path.split(path)
    return os.path.join(os.path.dirname(folder) if name == "README.md" else folder, "README.md")


def sections():
    """The navigation: heading of each section of docs/README.md, and titles and paths of its pages."""
    parts = re.split(r"^## (.+)$", read("docs/README.md"), flags=re.M)
    for heading, text in zip(parts[1::2], parts[2::2]):
        items = [(title, resolved("docs/README.md", target)[0]) for title, target in ITEM.findall(text)]
        if items:
            yield heading, items


def below(readme):
    """The paths that the README.md of a folder links to in this folder and below it, once each, in its order."""
    folder = os.path.dirname(readme) + "/"
    found = {}
    for _, picture, _, target in links(readme):
        path, _ = resolved(readme, target)
        if path and not picture and path.startswith(folder) and path != readme:
            found[path] = True
    return list(found)


def pages():
    """Every page of the site: README.md, those of docs/, and those that they lead to."""
    found = {"README.md": True, **{path: True for path in markdown_below("docs")}}
    queue = list(found)
    while queue:
        page = queue.pop()
        for _, _, _, target in links(page):
            path, _ = resolved(page, target)
            if path and os.path.isdir(os.path.join(ROOT, path)):
                path = os.path.join(path, "README.md")
            if path and path.endswith(".md") and path not in found and os.path.isfile(os.path.join(ROOT, path)):
                found[path] = True
                queue.append(path)
    return list(found)


def docname(path):
    """The page of the site that shows a file or folder, without its ending."""
    if os.path.isdir(os.path.join(ROOT, path)):
        path = os.path.join(path, "README.md")
    folder, name = os.path.split(path)
    name = "index" if name == "README.md" else name[:-3] if name.endswith(".md") else name.lstrip(".")
    return os.path.normpath(os.path.join(folder, name))


def page_of(document):
    """The Markdown page that a page of the site shows."""
    return (document[: -len("index")] + "README" if document.split("/")[-1] == "index" else document) + ".md"


def link_problems():
    for page in pages():
        for line, _, _, target in links(page):
            path, anchor = resolved(page, target)
            if path is None:
                continue
            if path.startswith("..") or not os.path.exists(os.path.join(ROOT, path)):
                yield f"{page}:{line}: '{target}' leads to nothing; '{path}' does not exist"
            elif anchor and (not path.endswith(".md") or anchor not in anchors(path)):
                yield f"{page}:{line}: '{target}' leads to no heading of '{path}'"


def navigation_problems():
    placed = [path for _, items in sections() for _, path in items]
    for path in sorted({path for path in placed if placed.count(path) > 1}):
        yield f"docs/README.md: '{path}' has two places in the navigation; one is enough"
    for page in markdown_below("docs"):
        readme = readme_of(page)
        if page == "docs/README.md":
            continue
        if readme == "docs/README.md":
            if page not in placed:
                yield f"{page}: it has no place in the navigation; add an item '- [Title]({page[5:]}): …' to docs/README.md"
        elif not os.path.isfile(os.path.join(ROOT, readme)) or page not in below(readme):
            yield f"{page}: it has no place in the navigation; link it in '{readme}'"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", required=True)
    parser.parse_args()
    problems = [*link_problems(), *navigation_problems()]
    print("\n".join([*problems, f"{len(pages())} pages, {len(problems)} problems"]))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
