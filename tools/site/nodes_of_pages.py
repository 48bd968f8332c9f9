"""Changes the pages' nodes for the site: anchors as GitHub makes them, an anchor for each row of a table that
names something, and links from file to file."""
import os
import re

from docutils import nodes
from sphinx import addnodes
from sphinx.transforms import SphinxTransform
from sphinx.transforms.post_transforms import SphinxPostTransform

import pages


def permalink(name):
    return nodes.raw("", f'<a class="headerlink" href="#{name}" title="Permalink to this row">#</a>', format="html")


def name_of_row(row):
    """Returns the begin of a row's first cell if it is code, a name such as RM1404 or the link of one."""
    cell = row[0]
    text = cell.astext().strip()
    if not cell.children or not text:
        return ""
    first = cell[0][0] if isinstance(cell[0], nodes.TextElement) and cell[0].children else cell[0]
    if not isinstance(first, nodes.literal) and not text.startswith("RM"):
        return ""
    return pages.slug(first.astext().split("(")[0].split("=")[0].strip("-<>/ ").split(" ")[0])


class Anchors(SphinxTransform):
    default_priority = 450  # the sections are there, and nothing has looked at their ids

    def apply(self):
        taken = set()
        for section in self.document.findall(nodes.section):
            section["ids"] = [pages.unique(pages.slug(section[0].astext()), taken)]
        for body in self.document.findall(nodes.tbody):
            for row in body:
                name = name_of_row(row)
                if name:
                    row["ids"] = [pages.unique(name, taken)]
                    row[0][0].append(permalink(row["ids"][0]))


class Tables(SphinxPostTransform):
    """A table that is wider than the page scrolls in a box of its own."""

    default_priority = 900

    def run(self, **_):
        for table in list(self.document.findall(nodes.table)):
            box = nodes.container("", classes=["table-wrapper"])
            table.replace_self(box)
            box += table


class Links(SphinxPostTransform):
    """Links of the Markdown, which name files of the project, lead to their pages."""

    default_priority = 5  # before MyST looks for them

    def run(self, **_):
        page = pages.page_of(self.env.docname)
        for node in list(self.document.findall(addnodes.pending_xref)):
            if node["reftype"] != "myst":
                continue
            to, anchor = self.target(node, page)
            if to not in self.env.found_docs:
                continue  # Sphinx says so
            uri = "" if to == self.env.docname else self.app.builder.get_relative_uri(self.env.docname, to)
            link = nodes.reference("", "", internal=True, refuri=uri + (f"#{anchor}" if anchor else ""))
            link.extend([child.deepcopy() for child in node[0].children])
            node.replace_self(link)

    @staticmethod
    def target(node, page):
        """Page and anchor of a link. MyST 1 and later has parted them and names the page, and what has neither is an anchor here."""
        target = node["reftarget"]
        if node.get("refdomain") == "doc":
            return target, node.get("reftargetid")
        path, anchor = pages.resolved(page, target)
        if not anchor and not os.path.exists(os.path.join(pages.ROOT, path)):
            return pages.docname(page), target
        return pages.docname(path), anchor


def add_to(app):
    app.add_transform(Anchors)
    app.add_post_transform(Links)
    app.add_post_transform(Tables)
