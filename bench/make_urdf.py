#!/usr/bin/env python3
"""Writes large URDF files to time the compiler with: make_urdf.py chain|bushy LINKS > big.urdf

chain: every link is the child of the one before. bushy: every link has ten children. All links have inertia, a visual and a
collision; all joints are revolute with origin, axis and limit."""
import sys


def link(i):
    return f"""  <link name="link_{i}">
    <inertial>
      <origin xyz="0 0 0.05" rpy="0 0 0"/>
      <mass value="0.5"/>
      <inertia ixx="0.001" ixy="0" ixz="0" iyy="0.001" iyz="0" izz="0.0005"/>
    </inertial>
    <visual>
      <origin xyz="0 0 0.05" rpy="0 0 0"/>
      <geometry>
        <cylinder radius="0.02" length="0.1"/>
      </geometry>
    </visual>
    <collision>
      <geometry>
        <box size="0.04 0.04 0.1"/>
      </geometry>
    </collision>
  </link>
"""


def joint(i, parent):
    return f"""  <joint name="joint_{i}" type="revolute">
    <origin xyz="0 0 0.1" rpy="0 0 0.1"/>
    <parent link="link_{parent}"/>
    <child link="link_{i}"/>
    <axis xyz="0 1 0"/>
    <limit lower="-1.5" upper="1.5" effort="10" velocity="2.5"/>
  </joint>
"""


def main():
    if len(sys.argv) != 3 or sys.argv[1] not in ("chain", "bushy"):
        sys.exit(__doc__)
    count = int(sys.argv[2])
    sys.stdout.write('<?xml version="1.0"?>\n<robot name="big">\n')
    for i in range(count):
        sys.stdout.write(link(i))
        if i > 0:
            sys.stdout.write(joint(i, i - 1 if sys.argv[1] == "chain" else (i - 1) // 10))
    sys.stdout.write("</robot>\n")


main()
