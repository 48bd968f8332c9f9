"""Prints a chain of N links as URDF: python3 chain.py N"""
import sys

print('<robot name="chain"><link name="link0"/>')
for i in range(1, int(sys.argv[1]) + 1):
    print(f'<link name="link{i}"><inertial><origin xyz="0.1 0 0"/><mass value="1"/>'
          '<inertia ixx="0.01" ixy="0" ixz="0" iyy="0.012" iyz="0" izz="0.015"/></inertial></link>')
    print(f'<joint name="joint{i}" type="continuous"><parent link="link{i - 1}"/><child link="link{i}"/>'
          f'<origin xyz="0.2 0 0"/><axis xyz="0 {i % 2} {(i + 1) % 2}"/></joint>')
print("</robot>")
