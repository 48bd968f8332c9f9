"""Writes a unit cube as glTF, whose node makes a box of 0.1 x 0.2 x 0.2 m of it, moved by (1, 0, 0) m. Usage: make_gltf.py FILE"""
import base64
import json
import struct
import sys

corners = [(x, y, z) for z in (0, 1) for y in (0, 1) for x in (0, 1)]
faces = [(0, 2, 3), (0, 3, 1), (4, 5, 7), (4, 7, 6), (0, 1, 5), (0, 5, 4), (2, 6, 7), (2, 7, 3), (0, 4, 6), (0, 6, 2), (1, 3, 7), (1, 7, 5)]
data = b"".join(struct.pack("<3f", *corner) for corner in corners) + b"".join(struct.pack("<3H", *face) for face in faces)
scene = {
    "asset": {"version": "2.0"},
    "scene": 0,
    "scenes": [{"nodes": [0]}],
    "nodes": [{"mesh": 0, "scale": [0.1, 0.2, 0.2], "translation": [1, 0, 0]}],
    "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}],
    "buffers": [{"byteLength": len(data), "uri": "data:application/octet-stream;base64," + base64.b64encode(data).decode()}],
    "bufferViews": [{"buffer": 0, "byteOffset": 0, "byteLength": 96}, {"buffer": 0, "byteOffset": 96, "byteLength": 72}],
    "accessors": [
        {"bufferView": 0, "componentType": 5126, "count": 8, "type": "VEC3", "min": [0, 0, 0], "max": [1, 1, 1]},
        {"bufferView": 1, "componentType": 5123, "count": 36, "type": "SCALAR"},
    ],
}
with open(sys.argv[1], "w", encoding="utf-8") as file:
    json.dump(scene, file)
