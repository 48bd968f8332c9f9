#!/usr/bin/env python3
"""Checks the site that ./x site makes. Usage: built_site.py ROMASC SOURCE SITE

Every link and anchor of every page resolves, no page takes anything from another host, no id stands twice in a page. A
page that shows a file shows all of its text, whatever its colours. Every rule, pass, target and function of the language has its page or anchor, and every header of the runtime a page.
"""
import html.parser
import os
import re
import subprocess
import sys
import urllib.parse

OTHER_HOST = re.compile(r"(?:[a-z][a-z+.-]*:|//)")


class Page(html.parser.HTMLParser):
    def __init__(self, path):
        super().__init__()
        self.ids, self.links, self.problems = set(), [], []
        self.code, self.in_code = "", False
        with open(path, encoding="utf-8") as file:
            self.feed(file.read())

    def handle_endtag(self, tag):
        self.in_code = self.in_code and tag != "pre"

    def handle_data(self, data):
        if self.in_code:
            self.code += data

    def handle_starttag(self, tag, attributes):
        self.in_code = self.in_code or tag == "pre"
        for name, value in attributes:
            if name == "id":
                if value in self.ids:
                    self.problems.append(f"the id '{value}' occurs twice")
                self.ids.add(value)
            elif name in ("href", "src", "action"):
                self.links.append(value)
                if OTHER_HOST.match(value) and tag != "a":
                    self.problems.append(f"<{tag}> takes '{value}' from another host")


def pages_of(site):
    for folder, _, names in os.walk(site):
        for name in names:
            if name.endswith(".html"):
                path = os.path.join(folder, name)
                yield os.path.relpath(path, site), Page(path)


def link_problems(site, pages):
    for name, page in pages.items():
        yield from (f"{name}: {problem}" for problem in page.problems)
        for link in page.links:
            if OTHER_HOST.match(link):
                continue
            path, _, anchor = link.partition("#")
            path = urllib.parse.unquote(path.partition("?")[0])
            target = os.path.normpath(os.path.join(os.path.dirname(name), path)) if path else name
            if target.startswith("..") or not os.path.isfile(os.path.join(site, target)):
                yield f"{name}: '{link}' leads to nothing"
            elif anchor and target in pages and urllib.parse.unquote(anchor) not in pages[target].ids:
                yield f"{name}: '{link}' leads to no place of {target}"


def file_problems(source, pages):
    for name, page in pages.items():
        path = os.path.join(source, name[: -len(".html")])
        if not name.startswith("runtime/") and os.path.isfile(path):
            with open(path, encoding="utf-8") as file:
                if page.code.strip() != file.read().strip():
                    yield f"{name}: the page does not show the text of the file"


def first_words(romasc, option, column=0):
    done = subprocess.run([romasc, option], check=True, capture_output=True, text=True)
    return [line.split()[column] for line in done.stdout.splitlines()]


def places(romasc, source):
    """Page and anchor of everything that has one."""
    for slug in first_words(romasc, "--print-diagnostics", 1):
        yield f"docs/diagnostics/{slug}.html", None
    for number in first_words(romasc, "--print-diagnostics"):
        yield "docs/diagnostics/index.html", number.lower()
    for name in first_words(romasc, "--print-passes"):
        yield "docs/passes.html", name
    for name in first_words(romasc, "--print-targets"):
        yield "docs/targets.html", name
    with open(os.path.join(source, "frontend/language/builtins/builtins.cpp"), encoding="utf-8") as file:
        functions = re.findall(r'Row\{\{"(\w+)"', file.read())
    for name in functions:
        yield "docs/language.html", name
    for folder, _, names in os.walk(os.path.join(source, "runtime/romas")):
        for name in names:
            yield f"{os.path.relpath(folder, source)}/{name}.html", None


def place_problems(pages, wanted):
    for name, anchor in wanted:
        if name not in pages:
            yield f"the page {name} is missing"
        elif anchor and anchor not in pages[name].ids:
            yield f"{name}: the anchor '{anchor}' is missing"


def main():
    romasc, source, site = sys.argv[1:4]
    pages = dict(pages_of(site))
    wanted = list(places(romasc, source))
    problems = [*link_problems(site, pages), *file_problems(source, pages), *place_problems(pages, wanted)]
    links = sum(len(page.links) for page in pages.values())
    print("\n".join([*problems, f"{len(pages)} pages, {links} links, {len(wanted)} places, {len(problems)} problems"]))
    return 1 if problems or len(pages) < 200 else 0


if __name__ == "__main__":
    sys.exit(main())
