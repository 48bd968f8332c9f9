#!/usr/bin/env python3
"""Writes robots in arbitrary poses to time code generation with: make_robot.py chain|comb|humanoid JOINTS > robot.urdf

chain: every link is the child of the one before. comb: the first half is a chain, and each of its links carries one of the second half.
humanoid: five limbs of equal length on one body. Every fifth joint is prismatic, the others are revolute; the same on every machine."""
import random
import sys

AXES = ["1 0 0", "0 1 0", "0 0 1", "0.6 0.8 0"]


def parent(kind, i, joints):
    if kind == "chain" or i == 1:
        return i - 1
    if kind == "comb":
        return i - 1 if i <= joints // 2 else i - joints // 2
    return 0 if i <= 5 else i - 5


def main():
    kind, joints = sys.argv[1], int(sys.argv[2])
    chance = random.Random(1)

    def numbers(low, high, count=3):
        return " ".join("%.4f" % chance.uniform(low, high) for _ in range(count))

    print('<robot name="%s_%d">\n  <link name="l0"/>' % (kind, joints))
    for i in range(1, joints + 1):
        print(f"""  <link name="l{i}">
    <inertial>
      <origin xyz="{numbers(-0.1, 0.1)}"/>
      <mass value="{numbers(0.5, 3, 1)}"/>
      <inertia ixx="0.03" ixy="0.001" ixz="0.002" iyy="0.04" iyz="0.003" izz="0.05"/>
    </inertial>
  </link>
  <joint name="j{i}" type="{"prismatic" if i % 5 == 0 else "revolute"}">
    <parent link="l{parent(kind, i, joints)}"/>
    <child link="l{i}"/>
    <origin xyz="{numbers(-0.3, 0.3)}" rpy="{numbers(-3, 3)}"/>
    <axis xyz="{chance.choice(AXES)}"/>
    <limit lower="-1" upper="1" effort="1000" velocity="1"/>
  </joint>""")
    print("</robot>")


main()
