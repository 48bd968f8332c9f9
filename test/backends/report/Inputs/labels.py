"""Whether every text of the pictures of a page lies within its picture, by the width that letters have at most; and whether a word of a
table may be broken that is no long name.

Usage: labels.py PAGE...
"""
import re
import sys
import xml.etree.ElementTree as ET

LETTER = 6.4  # of 11 px, on average

for path in sys.argv[1:]:
    with open(path, encoding="utf-8") as file:
        page = file.read()
    pictures = re.findall(r"<svg .*?</svg>", page, re.S)
    outside = 0
    for picture in map(ET.fromstring, pictures):
        width, height = map(float, picture.get("viewBox").split()[2:])
        for text in picture.iter("{http://www.w3.org/2000/svg}text"):
            long = LETTER * len(text.text or "")
            turned = re.match(r"translate\((\S+) (\S+)\)", text.get("transform", ""))
            at, room = (float(turned[2]), height) if turned else (float(text.get("x")), width)
            begin = at - {"start": 0, "middle": long / 2, "end": long}[text.get("text-anchor")]
            if begin < 0 or begin + long > room:
                print(f"{text.text!r} is cut: {begin} to {begin + long} of {room}")
                outside += 1
    cells = re.findall(r"<td[^>]*>(.*?)</td>", page, re.S)
    broken = [word for cell in cells for word in re.split(r"\s+|<[^>]*>", cell) if len(word) > 40]
    print(f"{len(pictures)} pictures, {outside} texts cut, {len(broken)} words too long")
