"""Reads the files of --servo-format=ros2,lerobot with other people's parsers and prints what they hold. Usage: driver_files.py STEM"""
import json
import re
import sys
import xml.etree.ElementTree

stem = sys.argv[1]
robot = xml.etree.ElementTree.parse(stem + "_ros2_control.urdf").getroot()
print("urdf", *[joint.get("name") for joint in robot.iter("joint")])
with open(stem + "_controllers.yaml", encoding="utf-8") as file:
    print("controllers", *re.findall(r'^      - "(.*)"$', file.read(), re.M))
with open(stem + "_lerobot.json", encoding="utf-8") as file:
    for name, motor in json.load(file).items():
        print(name, motor)
