#!/usr/bin/env python3
"""Prints a robot whose joints have one fault each. Usage: joints.py FAULT COUNT

    velocity    the velocity limit of 0, which is a warning; one more joint is sound, or all would be one finding
    links       each joint refers to another link that does not exist, which are errors
    one-link    all joints refer to the same link that does not exist
"""
import sys

fault, count = sys.argv[1], int(sys.argv[2])
print('<robot name="r"><link name="base"/>')
for i in range(1, count + 1 + (fault == "velocity")):
    velocity = 0 if fault == "velocity" and i <= count else 1
    parent = {"velocity": "base", "links": f"nowhere{i}", "one-link": "nowhere"}[fault]
    print(f'<link name="l{i}"><inertial><mass value="1"/><inertia ixx="0.02" ixy="0" ixz="0" iyy="0.02" iyz="0" izz="0.02"/></inertial></link>')
    print(f'<joint name="j{i}" type="prismatic"><parent link="{parent}"/><child link="l{i}"/><axis xyz="1 0 0"/>')
    print(f'  <limit lower="0" upper="1" effort="100" velocity="{velocity}"/></joint>')
print("</robot>")
