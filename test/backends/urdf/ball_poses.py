"""Whether the three joints of a split ball joint turn what hangs on them as roll, pitch and yaw of URDF do."""
import math
import sys
import xml.etree.ElementTree as ElementTree


def turn(axis, angle):
    x, y, z = axis
    c, s, d = math.cos(angle), math.sin(angle), 1 - math.cos(angle)
    return [[x * x * d + c, x * y * d - z * s, x * z * d + y * s],
            [y * x * d + z * s, y * y * d + c, y * z * d - x * s],
            [z * x * d - y * s, z * y * d + x * s, z * z * d + c]]


def times(a, b):
    return [[sum(a[i][k] * b[k][j] for k in range(3)) for j in range(3)] for i in range(3)]


def rpy(roll, pitch, yaw):
    return times(times(turn((0, 0, 1), yaw), turn((0, 1, 0), pitch)), turn((1, 0, 0), roll))


def numbers(joint, element, attribute):
    found = joint.find(element)
    return [float(word) for word in found.get(attribute, "0 0 0").split()] if found is not None else [0, 0, 0]


joints = {joint.find("child").get("link"): joint for joint in ElementTree.parse(sys.argv[1]).getroot().iter("joint")}
positions = {"b_yaw": 0.5, "b_pitch": 0.4, "b_roll_": 0.3}
pose, link = rpy(0, 0, 0), "rod"
while link in joints:
    joint = joints[link]
    own = times(rpy(*numbers(joint, "origin", "rpy")),
                turn(numbers(joint, "axis", "xyz"), positions[joint.get("name")]))
    pose, link = times(own, pose), joint.find("parent").get("link")
wanted = times(rpy(0, 0, math.pi / 2), rpy(0.3, 0.4, 0.5))
error = max(abs(pose[i][j] - wanted[i][j]) for i in range(3) for j in range(3))
print("the chain turns by rpy" if error < 1e-12 else f"the chain is {error} beside")
