#!/usr/bin/env python3
"""Holds pages of --emit=doc against what links and ids promise. Usage: doc_pages.py FOLDER NAME..."""
import os
import sys
import xml.etree.ElementTree as tree

folder, *names = sys.argv[1:]
links = 0
for name in names:
    path = os.path.join(folder, name + ".html")
    page = tree.fromstring(open(path, encoding="utf-8").read().replace("<!DOCTYPE html>", "", 1))
    ids = [element.get("id") for element in page.iter() if element.get("id")]
    if len(ids) != len(set(ids)):
        sys.exit(f"{name}: an id stands twice")
    headings = {element.get("id"): "".join(element.itertext()) for element in page.iter() if element.tag in ("h2", "h3")}
    for link in page.iter("a"):
        links += 1
        target = link.get("href")
        if target.startswith("#"):
            if headings.get(target[1:]) != "".join(link.itertext()):
                sys.exit(f"{name}: {target} leads to {headings.get(target[1:])}")
        elif not os.path.exists(os.path.join(folder, target)):
            sys.exit(f"{name}: there is no {target}")
    if page.find("body/h1").text != name + ".romas":
        sys.exit(f"{name}: is called {page.find('body/h1').text}")
if links < 40:
    sys.exit(f"only {links} links")
