"""Writes a robot with four legs, each of which ends in a foot beside a cover; with another word for the feet, and other names.

Usage: dog.py FOOT NAME_IN_FRONT
"""
import sys

foot, front = sys.argv[1:]
INERTIAL = '<inertial><mass value="1"/><inertia ixx="0.01" ixy="0" ixz="0" iyy="0.01" iyz="0" izz="0.01"/></inertial>'
text = f'<robot name="dog"><link name="trunk">{INERTIAL}</link>'


def joint(name, kind, parent, child, at, axis=""):
    limit = '<limit lower="-1e6" upper="1e6" effort="20" velocity="2"/>' if kind == "prismatic" else '<limit lower="-1" upper="1" effort="20" velocity="2"/>'
    inner = f'<axis xyz="{axis}"/>{limit}' if axis else ""
    return (f'<link name="{child}">{"" if kind == "fixed" else INERTIAL}</link><joint name="{front}{name}" type="{kind}"><parent link="{parent}"/>'
            f'<child link="{child}"/><origin xyz="{at}"/>{inner}</joint>')


for leg, x, y in (("FL", 0.2, 0.1), ("FR", 0.2, -0.1), ("RL", -0.2, 0.1), ("RR", -0.2, -0.1)):
    text += joint(f"{leg}_hip_joint", "revolute", "trunk", f"{leg}_hip", f"{x} {y} 0", "1 0 0")
    text += joint(f"{leg}_thigh_joint", "revolute", f"{leg}_hip", f"{leg}_thigh", "0 0.05 0", "0 1 0")
    text += joint(f"{leg}_calf_joint", "revolute", f"{leg}_thigh", f"{leg}_calf", "0 0 -0.2", "0 1 0")
    text += joint(f"{leg}_foot_fixed", "fixed", f"{leg}_calf", f"{leg}_{foot}", "0 0 -0.2")
    text += joint(f"{leg}_cover_fixed", "fixed", f"{leg}_calf", f"{leg}_cover", "0 0 -0.05")
    text += joint(f"{leg}_screw_fixed", "fixed", f"{leg}_cover", f"{leg}_screw", "0 0 -0.01")
text += joint("rail", "prismatic", "trunk", "carriage", "0 0 0.1", "1 0 0")
print(text + "</robot>")
