"""The sidebar of the site. Sphinx would copy and render all contents anew for each page, which takes most of its time;
this writes the rows: the sections of docs/README.md, and what belongs to the page that is shown."""
import functools
import html

import pages


@functools.lru_cache(maxsize=None)
def rows():
    """Heading of each section, and titles and documents of its pages."""
    return [(heading, [(title, pages.docname(path)) for title, path in items]) for heading, items in pages.sections()]


def item(app, page, title, document, children):
    """A row, with the rows below it where the page is one of these."""
    inside = page == document or page in children
    state = ' class="current-page"' if page == document else ""
    uri = app.builder.get_relative_uri(page, document) if page != document else "#"
    below = ""
    if inside and children:
        titles = app.env.titles
        below = "<ul>" + "".join(item(app, page, titles[child].astext(), child, []) for child in children) + "</ul>"
    return f'<li{state}><a href="{uri}">{html.escape(title)}</a>{below}</li>'


def sidebar(app, page):
    if page not in app.env.titles:
        page = app.config.root_doc  # the search
    out = ""
    for heading, items in rows():
        listed = "".join(item(app, page, title, document, app.env.toctree_includes.get(document, [])) for title, document in items)
        out += f'<p class="caption">{html.escape(heading)}</p><ul>{listed}</ul>'
    return out


def use_sidebar(app, page, template, context, doctree):
    context["navigation"] = lambda **_: sidebar(app, page)


def add_to(app):
    app.connect("html-page-context", use_sidebar)
