"""The settings of Sphinx for the site; make.py runs it. Nothing of the site comes from another host."""
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

import pygments.formatters  # noqa: E402
import pygments.lexers  # noqa: E402

import navigation_of_pages  # noqa: E402
import nodes_of_pages  # noqa: E402
import pages  # noqa: E402
import romas_colours  # noqa: E402
import romas_lexer  # noqa: E402

project = "romasc"
author = "the authors of romasc"
release = re.search(r"^project\(romas VERSION ([0-9.]+)", pages.read("CMakeLists.txt"), re.M).group(1)
extensions = ["myst_parser"]
root_doc = "index"
language = "en"
smartquotes = False  # what the pages say is what is shown

html_theme = "theme"
html_theme_path = [HERE]
html_title = f"romasc {release}"
html_copy_source = False
html_show_sourcelink = False
html_use_index = False
html_domain_indices = False
pygments_style = "romas_colours.Light"


# The words that the pages write behind the fences of their code. Some of it is shortened with `…`, which is no error here.
LEXERS = {
    "xml": ["xml", "urdf", "xacro", "sdf", "mjcf", "collada", "assembly", "block"],
    "cpp": ["cpp"],
    "text": ["obj", "stl", "file"],
}


def lenient(name):
    base = type(pygments.lexers.get_lexer_by_name(name))

    def add_filter(self, filter_, **options):
        if filter_ != "raiseonerror":
            base.add_filter(self, filter_, **options)

    return type(f"Lenient{base.__name__}", (base,), {"add_filter": add_filter})


def write_dark_colours(app, problem):
    if problem is None:
        formatter = pygments.formatters.HtmlFormatter(style=romas_colours.Dark)
        with open(os.path.join(app.outdir, "_static", "pygments_dark.css"), "w", encoding="utf-8") as file:
            file.write(formatter.get_style_defs(':root[data-theme="dark"] .highlight') + "\n")


def setup(app):
    app.add_lexer("romas", romas_lexer.RomasLexer)
    app.add_lexer("romas-error", romas_lexer.RomasLexer)
    for lexer, names in LEXERS.items():
        for name in names:
            app.add_lexer(name, lenient(lexer))
    nodes_of_pages.add_to(app)
    navigation_of_pages.add_to(app)
    app.connect("build-finished", write_dark_colours)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
