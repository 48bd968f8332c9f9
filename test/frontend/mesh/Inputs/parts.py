"""Writes meshes of boxes as texts. Usage: parts.py obj|stl X,Y,Z,SIZE[,in]…   ("in": its triangles face inwards)"""
import sys

SIDES = [(0, 2, 3, 1), (4, 5, 7, 6), (0, 1, 5, 4), (2, 6, 7, 3), (0, 4, 6, 2), (1, 3, 7, 5)]
kind, *boxes = sys.argv[1:]
print("solid parts" if kind == "stl" else "# parts")
first = 1
for box in boxes:
    x, y, z, size = map(float, box.split(",")[:4])
    corners = [(x + size * (i & 1), y + size * (i >> 1 & 1), z + size * (i >> 2)) for i in range(8)]
    if kind == "obj":
        for corner in corners:
            print("v %.9g %.9g %.9g" % corner)
    for side in SIDES:
        side = side[::-1] if box.endswith(",in") else side
        if kind == "obj":
            print("f", *(first + i for i in side))
            continue
        for triangle in ((side[0], side[1], side[2]), (side[0], side[2], side[3])):
            print("facet normal 0 0 0\nouter loop", *("vertex %.9g %.9g %.9g" % corners[i] for i in triangle), "endloop\nendfacet", sep="\n")
    first += 8
if kind == "stl":
    print("endsolid parts")
