"""Whether pages of --emit=report are well-formed XML, refer to nothing outside and have a title for every picture. Usage: well_formed.py
PAGE..."""
import sys
import xml.etree.ElementTree as ET

SVG = "{http://www.w3.org/2000/svg}"


def check(path):
    root = ET.parse(path).getroot()
    assert root.tag == "html", root.tag
    pictures = list(root.iter(SVG + "svg"))
    for picture in pictures:
        title = picture.find(SVG + "title")
        assert title is not None and title.text, "a picture without a title"
    for element in root.iter():
        assert not element.tag.endswith("script"), "a script"
        for name, value in element.attrib.items():
            assert name not in ("src", "href") and "url(" not in value, f"{element.tag} refers to {value}"
    levels = [int(element.tag[1]) for element in root.iter() if element.tag in ("h1", "h2", "h3")]
    assert levels[0] == 1 and levels.count(1) == 1, levels
    assert all(b <= a + 1 for a, b in zip(levels, levels[1:])), levels
    for row in root.iter("table"):
        width = len(row.findall("thead/tr/th"))
        assert width and all(len(line) == width for line in row.findall("tbody/tr")), "a row of another width"
    print(f"{len(pictures)} pictures")


for page in sys.argv[1:]:
    check(page)
